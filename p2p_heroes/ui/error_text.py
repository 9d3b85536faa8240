"""What can go wrong at a table, as sentences for people: the last place where errors become words."""

from collections.abc import Iterator

import trio

from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.connector import TurnedAway
from p2p_heroes.node.invitation import CodeAsked, NoCodeAsked
from p2p_heroes.node.keyfile import BadKeyFile
from p2p_heroes.node.listener import CannotListen
from p2p_heroes.node.lobby_guest import HostLost
from p2p_heroes.node.node import LeftAlone, NeverBegan
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.store import CannotWrite, TableBusy
from p2p_heroes.ui import finding, session_flow
from p2p_heroes.ui.plain import Quit, ScreenBroke, Stopped
from p2p_heroes.ui.samewords import DifferentWords
from p2p_heroes.ui.started import command
from p2p_heroes.ui.words import MENU_SENTENCES, file_sentence, sentence
from p2p_heroes.user_error import NO_RESULT, UserError
from protocol.errors import BadGenesis, BrokenTranscript, ProtocolError


class Halt(UserError):
    """Not only this game or page is over, but the program."""


EXPECTED = (
    KeyboardInterrupt,
    ProtocolError,
    OSError,
    BadKeyFile,
    CannotListen,
    CannotWrite,
    DifferentWords,
    DiscoveryUnavailable,
    LeftAlone,
    NeverBegan,
    PeerGone,
    Quit,
    ScreenBroke,
    Stopped,
    TableBusy,
    TurnedAway,
    session_flow.NoSuchFaction,
    finding.NoTable,
    trio.TooSlowError,
)
"""What can go wrong at a table without being a mistake in the program."""


def user_error_from(error: BaseException, *, of_file: bool = False) -> Exception:
    """The sentence for an error; where there is one that nobody foresaw, all stay what they are.

    of_file: the table is one of which there is a record, not one to sit down at.
    """
    leaves = list(_leaves(error))
    if not all(isinstance(leaf, (UserError, *EXPECTED)) for leaf in leaves):
        raise error
    match leaves[0]:
        case UserError() as user_error:
            return user_error
        case KeyboardInterrupt() | Quit():
            return UserError(
                f"You left. {_resume()} with a game that had begun.",
                NO_RESULT,
                menu="You left. A game that had begun waits for you under Resume.",
            )
        case Stopped():
            return Halt(f"Stopped. {_resume()} with a game that had begun.", NO_RESULT)
        case ScreenBroke() as broke:
            return Halt(f"{broke} Your seat is safe: {_resume()} with a game that had begun.", NO_RESULT)
        case DifferentWords():
            told = "You left, and played nothing: you sit at different tables, or somebody is in between."
            return UserError(
                f"{told} Host anew with a new invite code (--code), and tell it to each other in person. "
                f"{_resume()} with this table, and asks once more.",
                NO_RESULT,
                menu=f"{told} Host anew with a new invite code, and tell it to each other in person.",
            )
        case LeftAlone():
            told = "The others are gone, and how it ended is not known here; whoever knows may show it."
            return UserError(f"{told} {_resume()} when they are back.", NO_RESULT, menu=told)
        case NeverBegan():
            return UserError("Not everybody sat down, so there is no game.", NO_RESULT)
        case HostLost():
            told = "The connection to the table broke, and for a minute the host did not answer again"
            return UserError(
                f"{told}, where it was or is announced. If the table is still open, sit down anew: "
                f"`{command()} join`, or with HOST:PORT as the host's screen shows it now.",
                NO_RESULT,
                menu=f"{told}. If the table is still open, you can join it anew.",
            )
        case PeerGone():
            return UserError("The other side hung up.", NO_RESULT)
        case TurnedAway(reason=name):
            return UserError(sentence(name), menu=MENU_SENTENCES.get(name, ""))
        case BrokenTranscript() as broken:
            return UserError(f"{sentence(broken.name)} {broken}")
        case CodeAsked():
            asked = "This table asks for a code. Ask your host for it, and"
            return UserError(f"{asked} join with --code WORDS.", menu=f"{asked} write it here.")
        case NoCodeAsked():
            asked = "This table asks for no code, so it may be another one than you were invited to. If not,"
            return UserError(f"{asked} join without --code.", menu=f"{asked} join without a code.")
        case BadGenesis() as refusal if of_file:
            return UserError(f"{file_sentence(refusal.name)} ({refusal})")
        case ProtocolError() as refusal:
            menu = MENU_SENTENCES.get(refusal.name, "")
            return UserError(f"{sentence(refusal.name)} ({refusal})", menu=menu)
        case CannotListen() as taken:
            return UserError(
                f"Cannot listen at {taken}. Choose another place with --listen HOST:PORT.",
                menu=f"Cannot listen at {taken}.",
            )
        case CannotWrite() as failed:
            stopped = f"The record of the game cannot be written ({failed}), so it stopped here."
            return UserError(
                f"{stopped} Nothing is lost: make room. {_resume()}.",
                NO_RESULT,
                menu=f"{stopped} Make room, and it waits for you under Resume.",
            )
        case DiscoveryUnavailable() as reason:
            return UserError(
                f"This network carries no announcements ({reason}). Friends join with HOST:PORT."
            )
        case trio.TooSlowError():
            return UserError("Nobody answered there in time.")
        case FileNotFoundError() as missing:
            return UserError(f"There is no file {missing.filename}")
        case OSError(strerror=str(text)) as failed:
            return UserError(f"{text}: {failed.filename}" if failed.filename else text)
    return UserError(str(leaves[0]))


def _resume() -> str:
    return f"`{command()} resume` goes on"


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error
