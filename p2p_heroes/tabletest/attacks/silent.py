"""Attacks that nobody can prove: what did not come may have been lost. The others vote the seat out."""

from p2p_heroes.tabletest.attacks.acts import (
    Field,
    chain_of,
    headed,
    nothing,
    saying,
    slipping,
    to_all,
    truly,
)
from p2p_heroes.tabletest.attacks.harmless import VOTED
from p2p_heroes.tabletest.attacks.liar import Act, Attack, AttackOutcome, Occasion
from p2p_heroes.tabletest.attacks.wishes import of_itself_and_then_of_the_rest
from p2p_heroes.tabletest.attacks.words import (
    TOO_MANY_KEEPS,
    TOO_MANY_VOTES,
    against_all,
    lying_lock,
    others_chose,
    random_digest,
    voted_before,
)
from protocol.messages import Commit, Decide, Lock, Message, Reveal
from protocol.rules import AskChance, AskSecret, GameOver

SPOKEN: tuple[type[Message], ...] = (Decide, Commit, Lock, Reveal)


def stopping(name: str, occasion: Occasion, sentence: str, act: Act = nothing, *, least: int = 2) -> Attack:
    """From one moment on it says nothing more."""
    return Attack(name, sentence, occasion, act, AttackOutcome.SILENT, stops=True, least=least)


def strayed(name: str, sentence: str, **changes: Field) -> Attack:
    """Goes astray in the step after a vote of its own, so that its own lock proves nothing."""
    return Attack(
        name,
        sentence,
        Occasion(SPOKEN, step=2, fresh=True, fits=voted_before),
        to_all(headed(**changes)),
        AttackOutcome.SILENT,
        stops=True,
        first=VOTED,
        least=3,
    )


SILENT = (
    stopping("silence", Occasion(SPOKEN, step=2), "says nothing more from some moment on"),
    stopping("never chooses", Occasion(Decide), "makes no open decision"),
    stopping("never commits", Occasion(Commit), "seals nothing"),
    stopping("never locks", Occasion(Lock), "does not say what it holds"),
    stopping("never reveals", Occasion(Reveal), "keeps its secret when all others have shown theirs"),
    stopping("never signs the end", Occasion(Lock, GameOver), "does not sign the result"),
    stopping(
        "lie about another's choice",
        Occasion(Lock, AskSecret, fits=others_chose),
        "locks another choice of somebody else, to everybody alike",
        to_all(saying(lying_lock)),
    ),
    stopping(
        "fill its chain",
        Occasion(Commit),
        "says all the votes and keeps that a seat may say, and nothing else",
        chain_of(*TOO_MANY_KEEPS[:-1], *TOO_MANY_VOTES[:-1]),
    ),
    stopping(
        "claim the table",
        Occasion(Commit),
        "attests that everybody else has stayed away",
        slipping(against_all, against_all),
        least=3,
    ),
    Attack(
        "undo reveals",
        "waits for what the others reveal, and then votes that it never came",
        Occasion(Reveal, (AskSecret, AskChance), asked=True),
        truly,
        AttackOutcome.SILENT,
        undoes=True,
        least=3,
    ),
    Attack(
        "wish to one, and leave",
        "keeps its secret, and tells one seat alone that a person wants to go on without all others",
        Occasion(Reveal, step=2),
        nothing,
        AttackOutcome.SILENT,
        stops=True,
        least=5,
        tells=of_itself_and_then_of_the_rest,
    ),
    strayed("another past after a vote", "builds on another past after a vote", past=random_digest),
    strayed("another state after a vote", "claims another state after a vote", state=random_digest),
)
