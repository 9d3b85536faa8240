"""Attacks that a signed message shows: every honest seat finds a named fault, and blames nobody else."""

from collections.abc import Iterable

from p2p_heroes.tabletest.attacks.acts import (
    besides,
    chain_of,
    headed,
    nothing,
    raw,
    same,
    saying,
    slipping,
    then,
    to_all,
    to_some,
    truly,
    twice_to_one,
    two_votes,
)
from p2p_heroes.tabletest.attacks.harmless import VOTED
from p2p_heroes.tabletest.attacks.liar import NONSENSE, Act, AnyLiar, Attack, AttackOutcome, Occasion
from p2p_heroes.tabletest.attacks.wishes import of_the_rest_and_then_guilt
from p2p_heroes.tabletest.attacks.words import (
    TOO_MANY_KEEPS,
    TOO_MANY_VOTES,
    a_commitment,
    a_decision,
    a_strangers_absence,
    an_accept,
    another_choice,
    empty_lock,
    false_lock,
    false_reveal,
    has_not_voted,
    is_signature,
    keep,
    keep_of_the_vote,
    last_step,
    lying_lock,
    next_step,
    others_chose,
    random_digest,
    short_lock,
    somebody_did_not,
    stands_on_its_lock,
    surplus_lock,
    true_reveal,
    vote,
    voted_before,
)
from protocol.canonical import Value
from protocol.envelope import Envelope
from protocol.frozen import replace
from protocol.messages import Accept, Commit, Decide, Forfeit, Lock, Reveal
from protocol.peer_messages import PeerMessage
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver

SEALED = (AskSecret, AskChance)
TWO_STORIES = "Equivocation BrokenChain"
"""What everybody finds when a seat tells two stories and goes on with one of them."""


def twofold(name: str, faults: str, occasion: Occasion, act: Act, sentence: str) -> Attack:
    """Says something besides its true messages, and goes on with them."""
    return Attack(name, sentence, occasion, act, AttackOutcome.PROVEN, frozenset(faults.split()))


def split(name: str, faults: str, occasion: Occasion, act: Act, sentence: str) -> Attack:
    """Tells one reader another story than the rest, and goes on with the one for the rest."""
    return Attack(name, sentence, occasion, act, AttackOutcome.PROVEN, frozenset(faults.split()), split=True)


def forged(name: str, fault: str, occasion: Occasion, act: Act, sentence: str) -> Attack:
    """Breaks one rule, and says nothing more."""
    return Attack(name, sentence, occasion, act, AttackOutcome.PROVEN, frozenset({fault}), stops=True)


def hidden(name: str, occasion: Occasion, value: Value, sentence: str) -> Attack:
    """Commits to what the rules refuse."""
    faults = frozenset({"IllegalDecision"})
    return Attack(name, sentence, occasion, truly, AttackOutcome.PROVEN, faults, hides=value)


EQUIVOCATIONS = (
    split(
        "equivocated decision",
        TWO_STORIES + " IllegalDecision",
        Occasion(Decide),
        to_some(saying(another_choice)),
        "tells one seat another open decision than the rest",
    ),
    split(
        "equivocate",
        TWO_STORIES,
        Occasion(Commit),
        to_some(saying(another_choice)),
        "sends one seat another commitment than the rest",
    ),
    split(
        "equivocated lock",
        TWO_STORIES,
        Occasion(Lock, AskSecret, fits=others_chose),
        to_some(saying(lying_lock)),
        "tells one seat that it holds something else of a third",
    ),
    split(
        "equivocated open lock",
        TWO_STORIES,
        Occasion(Lock, AskOpen, asked=False, fits=others_chose),
        to_some(saying(lying_lock)),
        "tells one seat that it saw another open decision",
    ),
    split(
        "equivocated vote",
        TWO_STORIES,
        Occasion(Lock, fits=has_not_voted),
        two_votes(lambda victim: vote((1, 50 + victim))),
        "votes with one number for some and with another for the rest",
    ),
    split(
        "vote for some, lock for others",
        TWO_STORIES,
        Occasion(Lock, fits=has_not_voted),
        to_some(saying(vote((1, 50)))),
        "votes towards one seat and locks towards the rest",
    ),
    split(
        "keep for some, choice for others",
        TWO_STORIES,
        Occasion(Decide, fits=has_not_voted),
        to_some(saying(keep(1, 0))),
        "keeps towards one seat what nobody missed, and decides towards the rest",
    ),
    split(
        "keep for some, lock for others",
        TWO_STORIES,
        Occasion(Lock, AskOpen, fits=has_not_voted),
        to_some(saying(keep(1, 0))),
        "keeps towards one seat, and locks towards the rest",
    ),
    split(
        "keep for some, last lock for others",
        TWO_STORIES,
        Occasion(Lock, GameOver, fits=has_not_voted),
        to_some(saying(keep(1, 0))),
        "signs the end for all but one",
    ),
    split(
        "keep for some, reveal for others",
        TWO_STORIES,
        Occasion(Reveal, fits=has_not_voted),
        to_some(saying(keep(1, 0))),
        "reveals to all but one",
    ),
    split(
        "lock for some, choice for others",
        TWO_STORIES,
        Occasion(Decide),
        to_some(saying(empty_lock)),
        "locks towards one seat as if it had nothing to choose",
    ),
    replace(
        split(
            "empty lock for one",
            TWO_STORIES,
            # Before the choice has come there, the empty lock is the one that matches.
            Occasion(Lock, AskOpen, asked=False, fits=somebody_did_not),
            twice_to_one(saying(empty_lock)),
            "tells one seat besides its lock that nobody has chosen",
        ),
        least=3,
    ),
    split(
        "two accepts",
        TWO_STORIES + " WrongState",
        Occasion(Accept),
        to_some(headed(state=random_digest)),
        "sits down twice, on two states",
    ),
)


def stops_or_denies(liar: AnyLiar, envelope: Envelope, reader: int) -> Iterable[PeerMessage]:
    """The one who is to be caught stops somebody; a friend proposes its absence, and takes that back."""
    act = (
        slipping(keep_of_the_vote)
        if isinstance(envelope.message, Forfeit)
        else to_some(saying(another_choice))
    )
    return act(liar, envelope, reader)


def is_its_part(liar: AnyLiar, envelope: Envelope) -> bool:
    """The lowest of them is caught; the others deny."""
    is_caught = all(liar.seat < friend for friend in liar.friends)
    return is_caught is isinstance(envelope.message, Commit)


AFTER_VOTES = (
    split(
        "stop one, and deny the vote",
        TWO_STORIES,
        Occasion((Commit, Forfeit), fits=is_its_part),
        stops_or_denies,
        "sends one seat another commitment than the rest, and whoever cheats with it denies the vote on it",
    ),
    Attack(
        "wish to one, and be guilty",
        "tells one seat alone for long that a person wants all others out, and then contradicts itself",
        Occasion(Reveal, step=2),
        nothing,
        AttackOutcome.PROVEN,
        frozenset({"Equivocation"}),
        stops=True,
        split=True,
        least=3,
        tells=of_the_rest_and_then_guilt,
    ),
    Attack(
        "another past after a vote, for one",
        "builds on another past after a vote, towards one seat only",
        # It has no other word in the step, and says nothing more: only side by side do the two show it.
        Occasion(Lock, AskOpen, asked=False, step=2, fresh=True, fits=voted_before),
        to_some(headed(past=random_digest)),
        AttackOutcome.PROVEN,
        frozenset({"Equivocation"}),
        stops=True,
        split=True,
        first=replace(VOTED, occasion=Occasion(Lock, AskSecret)),
        least=3,
    ),
    Attack(
        "sign for some, keep for others",
        "signs a vote towards some and takes it back towards another",
        Occasion(Forfeit, fits=is_signature),
        to_some(saying(keep_of_the_vote)),
        AttackOutcome.PROVEN,
        frozenset(TWO_STORIES.split()),
        split=True,
        least=3,
    ),
)

BROKEN_CHAINS = (
    forged("unknown tag", "Malformed", Occasion(Lock), raw(99, ()), "signs a message of no known kind"),
    forged(
        "bad field",
        "Malformed",
        Occasion(Commit),
        raw(Commit.tag, (b"short",)),
        "signs a commitment that is too short to be one",
    ),
    forged(
        "malformed accept", "Malformed", Occasion(Accept), raw(Accept.tag, (1,)), "sits down with a surplus"
    ),
    forged(
        "broken chain",
        "BrokenChain",
        Occasion(Lock),
        to_all(headed(previous=random_digest)),
        "names a predecessor that it never said",
    ),
    forged(
        "broken start",
        "BrokenChain",
        Occasion(Accept),
        to_all(headed(previous=random_digest)),
        "begins its chain somewhere else than at the table",
    ),
    forged(
        "step back",
        "WrongStep",
        Occasion(Lock, asked=True, step=2),
        to_all(headed(step=last_step)),
        "speaks of a step that it has left",
    ),
    forged(
        "skipped step",
        "WrongStep",
        Occasion((Commit, Lock), step=2, fresh=True),
        to_all(headed(step=next_step)),
        "leaves a step out",
    ),
    forged(
        "late start", "WrongStep", Occasion(Accept), to_all(headed(step=next_step)), "sits down in step 1"
    ),
)

DISORDERS = (
    twofold(
        "second decision",
        "Repeated Equivocation",
        Occasion(Decide),
        besides(then(another_choice)),
        "decides, and decides again",
    ),
    twofold(
        "second commitment",
        "Repeated Equivocation",
        Occasion(Commit),
        besides(then(another_choice)),
        "commits, and commits to something else",
    ),
    twofold("second lock", "Repeated Equivocation", Occasion(Lock), besides(then(same)), "locks twice"),
    twofold("second reveal", "Repeated Equivocation", Occasion(Reveal), besides(then(same)), "reveals twice"),
    forged(
        "vote three times",
        "Repeated",
        Occasion(Lock, fits=has_not_voted),
        chain_of(*[vote((1, 50))] * 3),
        "signs the same vote a second time",
    ),
    forged(
        "keep twice",
        "Repeated",
        Occasion(Lock, fits=has_not_voted),
        chain_of(*[keep(1, 0)] * 2),
        "keeps the same twice",
    ),
    forged(
        "votes without end",
        "Repeated",
        Occasion(Lock, fits=has_not_voted),
        chain_of(*TOO_MANY_VOTES),
        "votes on and on",
    ),
    forged(
        "keeps without end",
        "Repeated",
        Occasion(Lock, fits=has_not_voted),
        chain_of(*TOO_MANY_KEEPS),
        "keeps on and on",
    ),
    forged(
        "reveal before lock",
        "Disorder",
        Occasion(Lock, SEALED, asked=True),
        to_all(saying(true_reveal)),
        "reveals without having locked",
    ),
    forged(
        "choice after lock",
        "Disorder",
        Occasion(Lock, AskOpen, asked=False),
        chain_of(same, a_decision),
        "decides after it has locked",
    ),
    forged(
        "left without lock",
        "Disorder",
        Occasion(Lock, asked=True),
        to_all(headed(step=next_step)),
        "goes on to the next step without a lock",
    ),
    forged(
        "left without reveal",
        "Disorder",
        Occasion(Reveal),
        to_all(saying(a_commitment, step=next_step)),
        "goes on to the next step without having revealed",
    ),
    forged("second accept", "Disorder", Occasion(Lock), to_all(saying(an_accept)), "sits down once more"),
    forged("no accept", "Disorder", Occasion(Accept), to_all(saying(a_decision)), "decides before it sits"),
)

VOTES = (
    forged(
        "vote for itself", "Contradiction", Occasion(Lock), to_all(saying(vote((0, 1)))), "votes itself out"
    ),
    forged(
        "vote for a stranger",
        "Contradiction",
        Occasion(Lock),
        to_all(saying(a_strangers_absence)),
        "votes a seat out that does not exist",
    ),
    forged(
        "dropped vote",
        "Contradiction",
        Occasion(Lock, fits=has_not_voted),
        chain_of(vote((1, 50)), vote((1, 50), signs=True), vote((1, 51))),
        "signs a vote, and then leaves out what it had signed",
    ),
    forged(
        "vote for what it kept",
        "Contradiction",
        Occasion(Commit, fits=has_not_voted),
        chain_of(keep(1, 50), vote((1, 50))),
        "says that it holds a message, and then that it missed it",
    ),
)

FALSEHOODS = (
    forged(
        "false lock",
        "FalseLock",
        Occasion(Lock, SEALED, asked=True),
        to_all(saying(false_lock)),
        "locks another commitment than its own",
    ),
    forged(
        "false open lock",
        "FalseLock",
        Occasion(Lock, AskOpen),
        to_all(saying(false_lock)),
        "locks another open decision than its own",
    ),
    forged(
        "short lock", "FalseLock", Occasion(Lock), to_all(saying(short_lock)), "leaves a seat out of its lock"
    ),
    forged(
        "false opening",
        "FalseOpening",
        Occasion(Reveal),
        to_all(saying(false_reveal)),
        "reveals what it had not committed to",
    ),
    Attack(
        "copy another's commitment",
        "commits to what another has committed to, and repeats what the other reveals",
        Occasion(Commit, SEALED),
        truly,
        AttackOutcome.PROVEN,
        # Its own session never opens that, so if it has to vote later it gives a number twice.
        frozenset({"FalseOpening", *TWO_STORIES.split()}),
        copies=True,
    ),
)

AGAINST_THE_RULES = (
    forged(
        "out of turn",
        "OutOfTurn",
        Occasion(Lock, AskOpen, asked=False),
        to_all(saying(a_decision)),
        "decides where another is asked",
    ),
    forged(
        "commitment in the open",
        "OutOfTurn",
        Occasion(Decide),
        to_all(saying(a_commitment)),
        "commits where an open decision is asked for",
    ),
    forged(
        "decision in secret",
        "OutOfTurn",
        Occasion(Commit, AskSecret),
        to_all(saying(a_decision)),
        "decides openly where a commitment is asked for",
    ),
    forged(
        "lock of nobody's choice",
        "OutOfTurn",
        Occasion(Lock, AskOpen, asked=True, fits=somebody_did_not),
        to_all(saying(surplus_lock)),
        "locks a choice of a seat that had none",
    ),
    forged(
        "decision after the end",
        "OutOfTurn",
        Occasion(Lock, GameOver),
        to_all(saying(a_decision)),
        "decides when the game is over",
    ),
    forged(
        "illegal decision",
        "IllegalDecision",
        Occasion(Decide),
        to_all(saying(a_decision)),
        "decides what the rules refuse",
    ),
    hidden("illegal secret", Occasion(Commit, AskSecret), NONSENSE, "commits to what the rules refuse"),
    hidden(
        "bad share of chance",
        Occasion(Commit, AskChance),
        b"seven",
        "commits to a share of chance that is none",
    ),
)

WRONG_HASHES = (
    forged(
        "wrong past",
        "WrongPast",
        Occasion((Commit, Decide), step=2, fresh=True, fits=stands_on_its_lock),
        to_all(headed(past=random_digest)),
        "builds on another past than its own lock",
    ),
    forged(
        "wrong first past",
        "WrongPast",
        Occasion(Lock, AskOpen, asked=False, fits=stands_on_its_lock),
        to_all(headed(past=random_digest)),
        "locks on another past",
    ),
    forged(
        "two pasts",
        "WrongPast",
        Occasion(Lock, SEALED, asked=True),
        to_all(headed(past=random_digest)),
        "changes the past within a step",
    ),
    forged(
        "wrong start",
        "WrongPast",
        Occasion(Accept),
        to_all(headed(past=random_digest)),
        "sits down on another past",
    ),
    forged(
        "wrong hash",
        "WrongState",
        Occasion((Commit, Decide), step=2, fresh=True, fits=stands_on_its_lock),
        to_all(headed(state=random_digest)),
        "claims a state that the rules do not reach",
    ),
    forged(
        "wrong first state",
        "WrongState",
        Occasion(Lock, AskOpen, asked=False, fits=stands_on_its_lock),
        to_all(headed(state=random_digest)),
        "locks on another state",
    ),
    forged(
        "two states",
        "WrongState",
        Occasion(Lock, SEALED, asked=True),
        to_all(headed(state=random_digest)),
        "changes the state within a step",
    ),
    forged(
        "wrong last state",
        "WrongState",
        Occasion(Lock, GameOver, fits=stands_on_its_lock),
        to_all(headed(state=random_digest)),
        "signs another end of the game",
    ),
    forged(
        "wrong initial state",
        "WrongState",
        Occasion(Accept),
        to_all(headed(state=random_digest)),
        "sits down on another state",
    ),
)

PROVABLE = (
    *EQUIVOCATIONS,
    *AFTER_VOTES,
    *BROKEN_CHAINS,
    *DISORDERS,
    *VOTES,
    *FALSEHOODS,
    *AGAINST_THE_RULES,
    *WRONG_HASHES,
)
