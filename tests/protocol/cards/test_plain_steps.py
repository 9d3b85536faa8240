"""The second implementation, in plain numbers, says of every step of the vectors what the first one says."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from p2p_heroes.games.game import Open, Secret
from p2p_heroes.games.kit.cards.needs import Deal, Gather, Mix, Seal, Show
from p2p_heroes.node.cards.dealer import MaskedDealer
from p2p_heroes.node.replay import restore
from p2p_heroes.node.table import Position, rules_for
from protocol.events import Event, Rebuilt, Settled
from protocol.genesis import Genesis
from protocol.session import Session
from protocol.transcript import read_transcript
from scripts.tools import plain_states, plain_steps
from scripts.tools.make_vectors import stored
from scripts.tools.misreadings.values import decode, encode
from scripts.tools.plain_cards import RefusedCards
from scripts.tools.plain_states import check_state
from scripts.tools.plain_steps import CARD_NEEDS, Steps
from scripts.tools.vectors.vector import ACCEPT, Vector, read

FILES = stored()
VECTORS = {path: read(text) for path, text in FILES.items() if path.startswith("dealer/")}
GAMES = {path: read(text) for path, text in FILES.items() if path.startswith("card_transcript/")}
STEPS = [path for path, made in VECTORS.items() if made.expect != "BadProof"]
MOST = 2**20


def begun(made: Vector) -> tuple[Steps, Any, Any]:
    """The table, the state before the step and what the game asks for in it."""
    table = made.one("table") if made.all("table") else b""
    state: Any = decode(made.one("state"), MOST)
    return Steps(table, "test", 6), state, state["game"][0]


@pytest.mark.parametrize("path", STEPS)
def test_the_second_implementation_asks_the_same_seats(path: str) -> None:
    made = VECTORS[path]
    steps, state, need = begun(made)
    assert steps.asked(state, need) == made.numbers("asked")


@pytest.mark.parametrize("path", [path for path in STEPS if VECTORS[path].fields["kind"] == "said"])
def test_the_second_implementation_agrees_with_what_is_said(path: str) -> None:
    made = VECTORS[path]
    steps, state, need = begun(made)
    seat, value = made.number("seat"), decode(made.one("value"), MOST)
    if made.expect == ACCEPT:
        steps.check(state, need, seat, value)
    else:
        with pytest.raises(RefusedCards, match=f"^{made.expect}$"):
            steps.check(state, need, seat, value)


@pytest.mark.parametrize("path", [path for path in STEPS if VECTORS[path].fields["kind"] == "settled"])
def test_the_second_implementation_comes_to_the_same_state(path: str) -> None:
    made = VECTORS[path]
    steps, state, need = begun(made)
    values: dict[int, Any] = {seat: decode(made.one(f"value-{seat}"), MOST) for seat in made.numbers("asked")}
    for seat, value in values.items():
        if value is not None:
            steps.check(state, need, seat, value)
    after, answer = steps.settle(state, need, values)
    if isinstance(answer, int):
        after["game"] = ("gone", answer)
    elif answer is not None:
        after["game"] = ("answered", answer)
    assert encode(after) == made.one("after")


# Whole games: the rules are ours, all that is said for the cards is judged by the second implementation.


def written(need: Any) -> Any:
    """A need as the vectors write it."""
    match need:
        case Mix(piles):
            return "mix", tuple((pile.holder, pile.handles, pile.faces) for pile in piles)
        case Deal(what) | Show(what) | Seal(what) | Gather(what):
            return type(need).__name__.lower(), what
        case Open(requests) | Secret(requests):
            return "secret", tuple(request.seat for request in requests)
    return "over", ()


def steps_of(before: Any, events: Iterable[Event]) -> list[tuple[Any, Settled]]:
    """The state before each step that counts, and the step."""
    first, kept = before, list[tuple[Any, Settled]]()
    for event in events:
        if isinstance(event, Rebuilt):
            before, kept = first, []
        elif isinstance(event, Settled):
            kept.append((before, event))
            before = state_after(event)
    return kept


def state_after(settled: Settled) -> Any:
    assert isinstance(settled.after, Position)
    return settled.after.state


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES)
def test_the_second_implementation_judges_every_step_of_a_whole_game(path: str) -> None:
    transcript = read_transcript(GAMES[path].one("file"))
    genesis = Genesis.read(transcript.genesis)
    rules = rules_for(genesis)
    dealer = rules.game
    assert isinstance(dealer, MaskedDealer)
    events = restore(Session(genesis, rules, {}), transcript.records)
    steps, needs = Steps(genesis.table, dealer.rules.family, dealer.rules.faces), set()
    for before, settled in steps_of(rules.initial(genesis).state, events):
        state: Any = dealer.encode_state(before)
        after: Any = dealer.encode_state(state_after(settled))
        need = written(dealer.rules.pending(before.game))
        values: dict[int, Any] = dict(settled.answers) if isinstance(settled.answers, Mapping) else {}
        for seat, value in values.items():
            if dealer.operation(before) is None:
                shown = dealer.rules.opens(before.game, seat, dealer.rules.decode_decision(value[0]))
                steps.check_opening(state, seat, shown, value[1])
                values[seat] = shown, value[1]
            elif value is not None:
                steps.check(state, need, seat, value)
        assert values.keys() == set(steps.asked(state, need))
        found, _ = steps.settle(state, need, values)
        assert {**found, "game": after["game"]} == after
        needs.add(need[0])
    assert needs >= {"mix", "deal", "show", "secret"}
    assert ("gather" in needs) == ("leaver" in path and "without" not in path)


@pytest.mark.parametrize("path", VECTORS)
def test_the_second_implementation_takes_the_same_states(path: str) -> None:
    made = VECTORS[path]
    state = decode(made.one("state"), MOST)
    if made.expect == "BadProof":
        with pytest.raises(RefusedCards, match=f"^{made.expect}$"):
            check_state(Steps(b"", "test", 6), state)
    else:
        check_state(Steps(b"", "test", 6), state)


def test_every_need_is_asked_for() -> None:
    assert {begun(VECTORS[path])[2][0] for path in STEPS} >= {*CARD_NEEDS, "secret"}


def test_the_second_implementation_shares_no_line_with_the_first() -> None:
    for thing in (*vars(plain_steps).values(), *vars(plain_states).values()):
        assert not getattr(thing, "__module__", "").startswith(("protocol", "p2p_heroes", "nacl"))
