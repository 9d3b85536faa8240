"""One sentence for everything that can go wrong, and none for what is our own mistake."""

import pytest
import trio

from p2p_heroes.node.advert import DiscoveryUnavailable
from p2p_heroes.node.connector import TurnedAway
from p2p_heroes.node.invitation import CodeAsked, NoCodeAsked
from p2p_heroes.node.keyfile import BadKeyFile
from p2p_heroes.node.listener import CannotListen
from p2p_heroes.node.lobby_guest import HostLost
from p2p_heroes.node.node import NeverBegan
from p2p_heroes.node.peer import PeerGone
from p2p_heroes.node.store import CannotWrite, TableBusy
from p2p_heroes.ui import error_text
from p2p_heroes.ui.error_text import Halt, user_error_from
from p2p_heroes.ui.finding import NoTable
from p2p_heroes.ui.plain import Quit, ScreenBroke, Stopped
from p2p_heroes.ui.samewords import DifferentWords
from p2p_heroes.ui.session_flow import NoSuchFaction
from p2p_heroes.ui.words import sentence
from p2p_heroes.user_error import UserError
from protocol.errors import BadGenesis, BrokenTranscript, Gap, NotOnRoster, WrongCode


@pytest.mark.parametrize(
    ("error", "text", "code"),
    [
        (KeyboardInterrupt(), "You left. `p2p-heroes resume` goes on with a game that had begun.", 4),
        (Quit(), "You left. `p2p-heroes resume` goes on with a game that had begun.", 4),
        (Stopped(), "Stopped. `p2p-heroes resume` goes on with a game that had begun.", 4),
        (
            ScreenBroke("The screen broke (ValueError, pane.py line 3)."),
            "The screen broke (ValueError, pane.py line 3). Your seat is safe: `p2p-heroes resume` goes on "
            "with a game that had begun.",
            4,
        ),
        (NeverBegan("x"), "Not everybody sat down, so there is no game.", 4),
        (PeerGone("x"), "The other side hung up.", 4),
        (
            HostLost("x"),
            "The connection to the table broke, and for a minute the host did not answer again, "
            "where it was or is announced. If the table is still open, sit down anew: `p2p-heroes join`, "
            "or with HOST:PORT as the host's screen shows it now.",
            4,
        ),
        (
            DifferentWords(),
            "You left, and played nothing: you sit at different tables, or somebody is in between. "
            "Host anew with a new invite code (--code), and tell it to each other in person. "
            "`p2p-heroes resume` goes on with this table, and asks once more.",
            4,
        ),
        (TurnedAway("TableFull"), sentence("TableFull"), 2),
        (TurnedAway("NameTaken"), sentence("NameTaken"), 2),
        (WrongCode("x"), f"{sentence('WrongCode')} (x)", 2),
        (
            CodeAsked("x"),
            "This table asks for a code. Ask your host for it, and join with --code WORDS.",
            2,
        ),
        (
            NoCodeAsked("x"),
            "This table asks for no code, so it may be another one than you were invited to. "
            "If not, join without --code.",
            2,
        ),
        (NotOnRoster("x"), f"{sentence('NotOnRoster')} (x)", 2),
        (BadGenesis("x"), f"{sentence('BadGenesis')} (x)", 2),
        (Gap("x"), "The other side broke the protocol (Gap). (x)", 2),
        (BrokenTranscript("at byte 5"), f"{sentence('BrokenTranscript')} at byte 5", 2),
        (CannotListen("x"), "Cannot listen at x. Choose another place with --listen HOST:PORT.", 2),
        (
            DiscoveryUnavailable("x"),
            "This network carries no announcements (x). Friends join with HOST:PORT.",
            2,
        ),
        (trio.TooSlowError(), "Nobody answered there in time.", 2),
        (FileNotFoundError(2, "no", "name"), "There is no file name", 2),
        (PermissionError(13, "Permission denied", "name"), "Permission denied: name", 2),
        (OSError(28, "No space left on device"), "No space left on device", 2),
        (OSError("odd"), "odd", 2),
        (
            CannotWrite("game.heroes: No space left on device"),
            "The record of the game cannot be written (game.heroes: No space left on device), so it stopped "
            "here. Nothing is lost: make room. `p2p-heroes resume` goes on.",
            4,
        ),
        (BadKeyFile("the key"), "the key", 2),
        (TableBusy("busy"), "busy", 2),
        (NoTable("none"), "none", 2),
        (NoSuchFaction("no such"), "no such", 2),
        (UserError("as it is", 4), "as it is", 4),
    ],
)  # fmt: skip
def test_everything_that_can_go_wrong_is_a_sentence(error: BaseException, text: str, code: int) -> None:
    for wrapped in (error, BaseExceptionGroup("", [error]), group(group(error), error)):
        met = user_error_from(wrapped)
        assert isinstance(met, UserError)
        assert (str(met), met.code) == (text, code)


@pytest.mark.parametrize(
    "error",
    [
        Quit(),
        TurnedAway("NameTaken"),
        TurnedAway("WrongCode"),
        WrongCode("x"),
        CodeAsked("x"),
        NoCodeAsked("x"),
        CannotListen("x"),
        CannotWrite("x"),
    ],
)
def test_in_a_menu_no_sentence_names_what_can_only_be_typed(error: Exception) -> None:
    met = user_error_from(error)
    assert isinstance(met, UserError)
    assert "p2p-heroes" not in met.menu
    assert "--" not in met.menu
    assert ("--" in str(met)) or ("p2p-heroes" in str(met)), "the command line has it all the same"


def test_other_sentences_are_the_same_in_a_menu() -> None:
    met = user_error_from(TurnedAway("TableFull"))
    assert isinstance(met, UserError)
    assert met.menu == str(met) == sentence("TableFull")


def test_what_is_to_be_typed_is_typed_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(error_text, "command", lambda: ".venv/bin/p2p-heroes")
    assert str(user_error_from(Quit())).startswith("You left. `.venv/bin/p2p-heroes resume` goes on ")


def test_who_is_stopped_does_not_come_back_to_the_menu() -> None:
    assert isinstance(user_error_from(Stopped()), Halt)
    assert not isinstance(user_error_from(Quit()), Halt)


def group(*errors: BaseException) -> BaseExceptionGroup[BaseException]:
    return BaseExceptionGroup("", errors)


def test_a_mistake_of_ours_is_never_hidden() -> None:
    """Not even behind something that is expected."""
    for error in (AssertionError(), group(Quit(), AssertionError())):
        with pytest.raises((AssertionError, BaseExceptionGroup)):
            user_error_from(error)
