"""Attacks that change nothing: nobody is blamed or voted out, and the game ends as it would have ended."""

from p2p_heroes.tabletest.attacks.acts import (
    changed_bit,
    false_accusation,
    flood,
    forged_signatures,
    headed,
    old_messages,
    oversized,
    slipping,
    to_one,
    twice,
    with_foreign,
)
from p2p_heroes.tabletest.attacks.liar import Act, AnyLiar, Attack, AttackOutcome, Occasion
from p2p_heroes.tabletest.attacks.words import TOO_MANY_VOTES, another_table, keep, true_reveal, vote
from protocol.envelope import Envelope
from protocol.messages import Commit, Lock, Message
from protocol.rules import AskChance, AskSecret

ANY_CHOICE = (Commit, Lock)


def trick(
    name: str,
    occasion: type[Message] | Occasion | tuple[type[Message], ...],
    act: Act,
    sentence: str,
    *,
    least: int = 2,
) -> Attack:
    """Tried once with each reader; whoever asks again gets the truth."""
    when = occasion if isinstance(occasion, Occasion) else Occasion(occasion)
    return Attack(name, sentence, when, act, AttackOutcome.HARMLESS, once=True, least=least)


def in_anothers_name(liar: AnyLiar, envelope: Envelope) -> Envelope:
    """The message as if an honest seat had said it, but signed with the liar's key."""
    return liar.instead(envelope, seat=liar.honest[0])


VOTED = Attack(
    "vote",
    "votes against a seat that is there",
    Occasion(Lock, step=2),
    slipping(vote((1, 90))),
    AttackOutcome.HARMLESS,
)
"""After it the own lock of that step proves nothing."""

HARMLESS = (
    trick(
        "tampered copy",
        ANY_CHOICE,
        changed_bit,
        "sends a message with one bit changed before it",
    ),
    trick("tell everything again", Lock, old_messages, "says everything again that it ever said, backwards"),
    trick("tell twice", ANY_CHOICE, twice, "says the same message twice"),
    trick(
        "stale table",
        Lock,
        with_foreign(headed(table=another_table)),
        "says what belongs to another table",
    ),
    trick("speak for another", Lock, with_foreign(in_anothers_name), "signs in another seat's name"),
    trick("forged signatures", ANY_CHOICE, forged_signatures, "sends twenty signatures that are none"),
    trick("oversized", Lock, oversized, "signs a message longer than any may be"),
    trick("flood", Lock, flood, "sends more bytes at once than an honest peer ever does"),
    trick("false accusation", Lock, false_accusation, "accuses an honest seat and shows nothing"),
    trick("tell one only", Lock, to_one, "says to one seat what all should hear"),
    trick("keep what nobody missed", Lock, slipping(keep(1, 0), keep(1, 77)), "keeps what nobody had missed"),
    trick(
        "vote against the present",
        Lock,
        slipping(*TOO_MANY_VOTES[:9]),
        "votes nine times against a seat that is there",
        least=3,
    ),
    trick(
        "reveal early",
        Occasion(Lock, (AskSecret, AskChance), asked=True),
        slipping(true_reveal),
        "reveals before the others have locked",
    ),
)
