"""What the rules say of a message and of a step (protocol.md §6, §7.2).

Both live play and the check of a proof ask these functions, so nobody is judged
by softer rules than anybody else.
"""

from collections.abc import Mapping
from typing import assert_never

from .canonical import Value, encode
from .chance import SHARE_SIZE, draw
from .envelope import Envelope
from .errors import IllegalDecision, OutOfTurn
from .genesis import Genesis
from .hashing import digest
from .messages import Commit, Decide, Lock, Reveal
from .rules import Answers, AskChance, AskOpen, AskSecret, GameOver, Need, Rules, S


def encode_state(rules: Rules[S], state: S) -> bytes:
    """The canonical bytes of a state."""
    return encode(rules.encode(state))


def state_digest(encoded: bytes) -> bytes:
    """What the seats sign of a state."""
    return digest("state", encoded)


def check_message(rules: Rules[S], state: S, need: Need, envelope: Envelope) -> None:
    """Raise OutOfTurn or IllegalDecision if the rules do not allow this message in this state."""
    match message := envelope.message:
        case Lock():
            for seat, entry in enumerate(message.entries):
                if entry is not None and not _is_asked(need, seat):
                    raise _blame(OutOfTurn, envelope, "locks a choice that the step does not ask for")
        case Decide():
            _check_asked(isinstance(need, AskOpen), need, envelope)
            _check_lawful(rules, state, need, envelope, message.value)
        case Commit():
            _check_asked(isinstance(need, AskSecret | AskChance), need, envelope)
        case Reveal():
            _check_asked(isinstance(need, AskSecret | AskChance), need, envelope)
            _check_lawful(rules, state, need, envelope, message.value)


def _check_asked(right_kind: bool, need: Need, envelope: Envelope) -> None:
    if not right_kind or not _is_asked(need, envelope.seat):
        raise _blame(OutOfTurn, envelope, f"{type(envelope.message).__name__} is not asked of this seat now")


def _is_asked(need: Need, seat: int) -> bool:
    match need:
        case AskOpen() | AskSecret():
            return seat in need.seats
        case AskChance():
            return True
        case GameOver():
            return False
        case _:
            assert_never(need)


def _check_lawful(rules: Rules[S], state: S, need: Need, envelope: Envelope, value: Value) -> None:
    reason = refusal(rules, state, need, envelope.seat, value)
    if reason is not None:
        raise _blame(IllegalDecision, envelope, reason)


def refusal(rules: Rules[S], state: S, need: Need, seat: int, value: Value) -> str | None:
    """Why a seat may not choose this value where it is asked for one, or None if it may."""
    if not isinstance(need, AskChance):
        return rules.refusal(state, seat, value)
    fine = isinstance(value, bytes) and len(value) == SHARE_SIZE
    return None if fine else f"a share of chance has {SHARE_SIZE} bytes"


def _blame(
    kind: type[OutOfTurn] | type[IllegalDecision], envelope: Envelope, reason: str
) -> OutOfTurn | IllegalDecision:
    return kind(reason, seat=envelope.seat, number=envelope.number, evidence=(envelope.wire,))


def answers(
    rules: Rules[S], state: S, need: Need, values: Mapping[int, Value], *, genesis: Genesis, step: int
) -> Answers:
    """The answers that settle a step, from the values that count; the rest are the rules' defaults."""
    match need:
        case AskOpen(seats) | AskSecret(seats):
            return {s: values[s] if s in values else rules.default(state, s) for s in sorted(seats)}
        case AskChance(use, bounds):
            shares = {seat: share for seat, share in values.items() if isinstance(share, bytes)}
            return draw(table=genesis.table, step=step, use=use, shares=shares, bounds=bounds)
        case GameOver():
            return {}
        case _:
            assert_never(need)
