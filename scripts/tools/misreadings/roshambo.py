"""The rules of roshambo, version 1 (protocol.md Appendix A), and what is asked of rules (§6)."""

from collections.abc import Mapping
from typing import NamedTuple

from .genesis import Genesis
from .values import Refused, Value, encode

SIGNS = ("rock", "paper", "scissors")
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}

State = dict[str, Value]


class Need(NamedTuple):
    """What a state waits for."""

    kind: str
    seats: tuple[int, ...] = ()
    use: str = ""
    bounds: tuple[int, ...] = ()


OVER = Need("Over")


def initial(genesis: Genesis) -> State:
    """The state before step 1. Refused: BadGenesis."""
    options = dict(genesis.options)
    rounds = options.pop("rounds", 5)
    known = (genesis.game, genesis.rules) == ("roshambo", 1)
    if not known or options or any(genesis.choices) or not 1 <= rounds <= 99:
        raise Refused("BadGenesis")
    scores = (0,) * len(genesis.seats)
    return {"called": None, "played": 0, "rounds": rounds, "scores": scores, "stake": 0, "throws": ()}


def need(state: State) -> Need:
    n = len(state["scores"])
    if state["played"] == state["rounds"]:
        return OVER
    if state["called"] is None:
        return Need("Open", (state["played"] % n,))
    if state["stake"] == 0:
        return Need("Chance", use=f"stake of round {state['played'] + 1}", bounds=(3,))
    return Need("Secret", tuple(range(n)))


def refuses(state: State, seat: int, value: Value) -> bool:
    """Whether this seat may not decide this value now."""
    now = need(state)
    word = {"Open": "call", "Secret": "throw"}.get(now.kind)
    return seat not in now.seats or value not in [(word, sign) for sign in SIGNS]


def default(state: State, seat: int) -> Value:
    return ("call" if need(state).kind == "Open" else "throw", "rock")


def settle(state: State, answers: Mapping[int, Value]) -> State:
    """The next state, from decisions by seat, or from drawn numbers by their place."""
    now = need(state)
    if now.kind == "Open":
        return {**state, "called": answers[now.seats[0]][1]}
    if now.kind == "Chance":
        return {**state, "stake": answers[0] + 1}
    throws = tuple(answers[seat][1] for seat in now.seats)
    gains = [state["stake"] * _beaten(sign, throws) * (1 + (sign == state["called"])) for sign in throws]
    scores = tuple(score + gain for score, gain in zip(state["scores"], gains, strict=True))
    after = {"called": None, "played": state["played"] + 1, "scores": scores, "stake": 0, "throws": throws}
    return {**state, **after}


def _beaten(sign: str, throws: tuple[str, ...]) -> int:
    return sum((sign, other) in BEATS for other in throws)


def places(state: State) -> list[int]:
    """The place of each seat, once the game is over."""
    scores = state["scores"]
    return [1 + sum(other > score for other in scores) for score in scores] if need(state) == OVER else []


def is_state(value: Value) -> bool:
    """Whether a plain value can be read back as a state."""
    if type(value) is not dict or sorted(value) != [
        "called",
        "played",
        "rounds",
        "scores",
        "stake",
        "throws",
    ]:
        return False
    called, played, rounds = value["called"], value["played"], value["rounds"]
    scores, stake, throws = value["scores"], value["stake"], value["throws"]
    if not (type(scores) is tuple and 2 <= len(scores) <= 7 and type(throws) is tuple):
        return False
    if not all(type(number) is int for number in (played, rounds, stake, *scores)):
        return False
    return (
        1 <= rounds <= 99
        and 0 <= played <= rounds
        and (called is None or (_is_sign(called) and played < rounds))
        and 0 <= stake <= (0 if called is None else 3)
        and all(0 <= score <= played * 6 * (len(scores) - 1) for score in scores)
        and len(throws) == (len(scores) if played else 0)
        and all(map(_is_sign, throws))
    )


def _is_sign(value: Value) -> bool:
    return type(value) is str and value in SIGNS


def encoded(state: State) -> bytes:
    return encode(state)
