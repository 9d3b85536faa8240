"""The same checks for each entry of GAMES: what the table relies on, whatever the game.

A game is played to its end by seeded wanderers, from setups that Hypothesis
draws; every check looks at each position on the way. The draws are the same in
every run and on every machine.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import Generic, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2p_heroes.bots.playout import PlayedStep, playout, wandering
from p2p_heroes.games import DEFAULT_GAME, GAMES, SMALL_GAME
from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import (
    Answers,
    AnyGame,
    Chance,
    Event,
    Game,
    Need,
    Open,
    Over,
    Plain,
    Request,
    Secret,
    Setup,
    fits,
    request_for,
)
from p2p_heroes.games.kit.frozen import Frozen
from scripts.tools.record_playthrough import checked

S = TypeVar("S")
D = TypeVar("D")

MOST_STEPS = 20_000
MOST_CHOICES = 30
MOST_WRITTEN_OUT = 120
MOST_TRIES = 24
"""How many decisions of a playout are tried in each of its positions, where it has more than these."""

# A whole game of anything longer than the demo takes its time.
every_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=name, marks=[] if name == SMALL_GAME else [pytest.mark.slow])
        for name, game in GAMES.items()
    ],
)
fixed = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
# A whole game is played for each example, and every position of it is looked at.
few = settings(fixed, max_examples=10)
data_of_a_game = given(data=st.data())

# Written out, since drawing from all of Unicode takes Hypothesis seconds to prepare.
words = st.text("abcdehiklmnoprstuw ABC019-_\0\t\n\x1bßéИ中\u200b\U0001f600", max_size=12)
plain_values: st.SearchStrategy[Plain] = st.recursive(
    st.none() | st.booleans() | st.integers() | words | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


def requests_of(need: Need[D]) -> tuple[Request[D], ...]:
    return need.requests if isinstance(need, Open | Secret) else ()


@dataclass(frozen=True)
class Playout(Generic[S, D]):
    """A whole game, turn by turn."""

    setup: Setup
    positions: tuple[PlayedStep[S, D], ...]
    last: S

    @property
    def states(self) -> tuple[S, ...]:
        return (*(position.state for position in self.positions), self.last)

    @cached_property
    def decisions(self) -> tuple[D, ...]:
        """What was done or could have been done: enough of it to try at wrong moments."""
        found = (choice for at in self.positions for ask in requests_of(at.need) for choice in some(ask))
        return tuple(dict.fromkeys(found))

    def tries(self, at: int) -> tuple[D, ...]:
        """A few of the decisions, others in each position; all of them where they are few."""
        decisions = self.decisions
        return tuple(Random(at).sample(decisions, min(MOST_TRIES, len(decisions))))


def draw_setup(game: Game[S, D], data: st.DataObject) -> Setup:
    seats = data.draw(st.sampled_from(game.seats), label="seats")
    mixed = data.draw(st.permutations(game.choices), label="choices")
    options = {name: (option.allowed[0], option.default) for name, option in game.options.items()}
    chosen = data.draw(st.fixed_dictionaries({name: st.sampled_from(few) for name, few in options.items()}))
    return Setup(tuple(mixed[:seats]) or ("",) * seats, chosen)


def draw_playout(game: Game[S, D], data: st.DataObject) -> Playout[S, D]:
    setup = draw_setup(game, data)
    return play(game, setup, seed=data.draw(st.integers(0, 2**32), label="seed"))


def play(game: Game[S, D], setup: Setup, seed: int) -> Playout[S, D]:
    random = Random(seed)
    start = game.initial(setup)
    turns = tuple(islice(playout(game, start, wandering(random), random), MOST_STEPS))
    last = turns[-1].step.state
    assert isinstance(game.pending(last), Over), "the game does not end"
    return Playout(setup, turns, last)


def some(request: Request[D]) -> Iterator[D]:
    """The first choices, and a few spread over a long lazy sequence."""
    yield from islice(request.choices, MOST_CHOICES)
    stride = max(1, len(request.choices) // MOST_CHOICES)
    yield from (request.choices[index] for index in range(0, len(request.choices), stride))


def written(plain: Plain) -> str:
    """A text that is equal only for equal plain values of the same types."""
    match plain:
        case dict():
            return "{" + ",".join(f"{json.dumps(key)}:{written(plain[key])}" for key in sorted(plain)) + "}"
        case tuple():
            return "[" + ",".join(written(item) for item in plain) + "]"
        case bytes():
            return f"<{plain.hex()}>"
        case str():
            assert type(plain) is str
            return json.dumps(plain)
        case _:
            assert plain is None or type(plain) in (bool, int)
            return str(plain)


def digest(game: Game[S, D], state: S) -> str:
    return hashlib.sha256(written(game.encode_state(state)).encode()).hexdigest()


def is_lawful(game: Game[S, D], state: S, seat: int, decision: D) -> bool:
    try:
        game.check(state, seat, game.encode_decision(decision))
    except IllegalChoice:
        return False
    return True


def is_offered(need: Need[D], seat: int, decision: D) -> bool:
    try:
        return decision in request_for(need, seat).choices
    except IllegalChoice:
        return False


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_listed_under_its_own_name(name: str) -> None:
    assert GAMES[name].name == name
    assert GAMES[name].version >= 1


def test_the_game_for_those_who_name_none_and_the_small_one_are_listed() -> None:
    assert {DEFAULT_GAME, SMALL_GAME} <= GAMES.keys()
    assert GAMES[SMALL_GAME].length


@every_game
def test_the_length_is_an_option_that_may_be_one(game: AnyGame) -> None:
    assert not game.length or 1 in game.options[game.length].allowed


@every_game
def test_the_defaults_of_the_options_are_allowed(game: AnyGame) -> None:
    assert all(option.default in option.allowed for option in game.options.values())


@every_game
@few
@data_of_a_game
def test_a_game_ends_with_a_place_for_every_seat(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    over = game.pending(playout.last)
    assert isinstance(over, Over)
    assert len(over.places) == playout.setup.seats
    better = [sum(other < place for other in over.places) for place in over.places]
    assert [place - 1 for place in over.places] == better


@every_game
@few
@data_of_a_game
def test_needs_are_well_formed(game: AnyGame, data: st.DataObject) -> None:
    """Seats in order, each once, each with a choice; chance with a use and with bounds that can be met."""
    playout = draw_playout(game, data)
    for position in playout.positions:
        assert len(game.points(position.state)) in (0, playout.setup.seats)
        if isinstance(position.need, Chance):
            assert position.need.use
            assert position.need.bounds
            assert all(bound >= 1 for bound in position.need.bounds)
        else:
            seats = [ask.seat for ask in requests_of(position.need)]
            assert seats
            assert seats == sorted(set(seats) & set(range(playout.setup.seats)))
            assert all(ask.kind and len(ask.choices) for ask in requests_of(position.need))
        assert fits(position.need, position.answers)


@every_game
@few
@data_of_a_game
def test_a_choice_is_offered_once(game: AnyGame, data: st.DataObject) -> None:
    for position in draw_playout(game, data).positions:
        for ask in requests_of(position.need):
            first = list(islice(ask.choices, MOST_WRITTEN_OUT))
            assert len(set(first)) == len(first)


@every_game
@few
@data_of_a_game
def test_a_list_of_choices_holds_what_it_writes_out_and_nothing_else(
    game: AnyGame, data: st.DataObject
) -> None:
    """A lazy list has three answers to what is in it: its items, its length, and whether it contains one."""
    playout = draw_playout(game, data)
    for at, position in enumerate(playout.positions):
        for ask in requests_of(position.need):
            if len(ask.choices) > MOST_WRITTEN_OUT:
                continue
            written_out = list(ask.choices)
            assert len(written_out) == len(ask.choices)
            assert [ask.choices[place] for place in range(-len(written_out), 0)] == written_out
            for decision in (*written_out, *playout.tries(at)):
                assert (decision in ask.choices) == (decision in written_out)
            with pytest.raises(IndexError):
                ask.choices[len(written_out)]


@every_game
@few
@data_of_a_game
def test_what_is_offered_is_accepted_and_nothing_else_is(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    for at, state in enumerate(playout.states):
        need = game.pending(state)
        offered = [choice for ask in requests_of(need) for choice in islice(some(ask), MOST_TRIES)]
        for seat in range(playout.setup.seats):
            for decision in (*playout.tries(at), *offered):
                assert is_lawful(game, state, seat, decision) == is_offered(need, seat, decision)


@every_game
@few
@data_of_a_game
def test_a_step_takes_lawful_decisions_and_no_other(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    for position in playout.positions:
        for ask in requests_of(position.need):
            assert isinstance(position.answers, dict)
            for decision in (*islice(some(ask), 3), *playout.decisions[-2:]):
                answers = {**position.answers, ask.seat: decision}
                if decision in ask.choices:
                    game.apply(position.state, checked(game, position.state, answers))
                    continue
                with pytest.raises(IllegalChoice):
                    checked(game, position.state, answers)


@every_game
@few
@data_of_a_game
def test_what_an_absent_seat_does_is_lawful(game: AnyGame, data: st.DataObject) -> None:
    for position in draw_playout(game, data).positions:
        for ask in requests_of(position.need):
            first = game.default(position.state, ask.seat)
            game.check(position.state, ask.seat, game.encode_decision(first))
            assert game.default(position.state, ask.seat) == first


@every_game
@few
@data_of_a_game
def test_a_game_of_absent_seats_ends(game: AnyGame, data: st.DataObject) -> None:
    state = game.initial(draw_setup(game, data))
    for _ in range(MOST_STEPS):
        need = game.pending(state)
        if isinstance(need, Over):
            return
        if isinstance(need, Chance):
            state = game.apply(state, (0,) * len(need.bounds)).state
        else:
            absent = {ask.seat: game.default(state, ask.seat) for ask in need.requests}
            state = game.apply(state, absent).state
    pytest.fail("the game does not end")


@every_game
@few
@data_of_a_game
def test_a_finished_game_asks_for_nothing_and_takes_nothing(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    for seat in range(playout.setup.seats):
        assert not any(is_lawful(game, playout.last, seat, decision) for decision in playout.decisions)
    nothing: tuple[Answers[object], ...] = ({}, ())
    for answers in nothing:
        with pytest.raises(AssertionError):
            game.apply(playout.last, answers)


@every_game
@few
@data_of_a_game
def test_states_and_decisions_survive_their_plain_form(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    for state in playout.states:
        again = game.decode_state(game.encode_state(state))
        assert again == state
        assert digest(game, again) == digest(game, state)
    for decision in playout.decisions:
        plain = game.encode_decision(decision)
        assert game.decode_decision(plain) == decision
        assert written(game.encode_decision(game.decode_decision(plain))) == written(plain)


@every_game
@few
@data_of_a_game
def test_different_decisions_have_different_plain_forms_and_notations(
    game: AnyGame, data: st.DataObject
) -> None:
    decisions = draw_playout(game, data).decisions
    assert len({written(game.encode_decision(decision)) for decision in decisions}) == len(decisions)
    assert len({game.notate(decision) for decision in decisions}) == len(decisions)


@every_game
@few
@data_of_a_game
def test_a_notation_can_be_typed_back(game: AnyGame, data: st.DataObject) -> None:
    for decision in draw_playout(game, data).decisions:
        text = game.notate(decision)
        assert game.parse(text) == decision
        assert text.isprintable()
        assert text == " ".join(text.split())


@every_game
@fixed
@given(plain=plain_values)
def test_a_strange_value_is_refused_as_a_decision_or_is_one_exactly(game: AnyGame, plain: Plain) -> None:
    try:
        decision = game.decode_decision(plain)
    except MalformedDecision:
        return
    assert written(game.encode_decision(decision)) == written(plain)


@every_game
@fixed
@given(text=words)
def test_a_strange_text_is_refused_or_read_as_a_decision(game: AnyGame, text: str) -> None:
    try:
        decision = game.parse(text)
    except MalformedDecision:
        return
    assert game.parse(game.notate(decision)) == decision


@every_game
@fixed
@given(plain=plain_values, data=st.data())
def test_a_damaged_state_is_refused_or_is_one_exactly(
    game: AnyGame, plain: Plain, data: st.DataObject
) -> None:
    sound = game.encode_state(data.draw(st.sampled_from(draw_playout(game, data).states)))
    damaged = damage(sound, plain, data)
    try:
        state = game.decode_state(damaged)
    except MalformedState:
        return
    assert written(game.encode_state(state)) == written(damaged)
    game.pending(state)


def damage(sound: Plain, strange: Plain, data: st.DataObject) -> Plain:
    """The value with one part, at any depth, replaced by a strange one, taken out or doubled."""
    if isinstance(sound, dict) and sound and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(sound)))
        if data.draw(st.booleans()):
            return {name: value for name, value in sound.items() if name != key}
        return {**sound, key: damage(sound[key], strange, data)}
    if isinstance(sound, tuple) and sound and data.draw(st.booleans()):
        index = data.draw(st.integers(0, len(sound) - 1))
        parts = [(), (sound[index],) * 2, (damage(sound[index], strange, data),)]
        return (*sound[:index], *data.draw(st.sampled_from(parts)), *sound[index + 1 :])
    if isinstance(sound, int) and data.draw(st.booleans()):
        near: list[Plain] = [sound + 1, sound - 1, -sound, bool(sound), str(sound)]
        return data.draw(st.sampled_from(near))
    return strange


@every_game
@few
@data_of_a_game
def test_a_replay_of_the_notation_comes_to_the_same_digests(game: AnyGame, data: st.DataObject) -> None:
    """Each step from a state that went through its plain form, so nothing is carried along beside it."""
    playout = draw_playout(game, data)
    state = game.initial(playout.setup)
    for position in playout.positions:
        assert digest(game, state) == digest(game, position.state)
        step = game.apply(game.decode_state(game.encode_state(state)), typed_back(game, position.answers))
        assert step == position.step
        state = step.state
    assert digest(game, state) == digest(game, playout.last)


def typed_back(game: Game[S, D], answers: Answers[D]) -> Answers[D]:
    """The same answers as a replay reads them: from text, and in another order."""
    if isinstance(answers, tuple):
        return answers
    return {seat: game.parse(game.notate(answers[seat])) for seat in sorted(answers, reverse=True)}


@every_game
@few
@data_of_a_game
def test_a_state_never_changes_once_it_is_there(game: AnyGame, data: st.DataObject) -> None:
    setup, seed = draw_setup(game, data), data.draw(st.integers(0, 2**32))
    playout = play(game, setup, seed)
    before = [digest(game, state) for state in playout.states]
    assert [digest(game, state) for state in play(game, setup, seed).states] == before
    assert [digest(game, state) for state in playout.states] == before


@every_game
@few
@data_of_a_game
def test_while_a_sealed_step_runs_no_view_holds_a_choice(game: AnyGame, data: st.DataObject) -> None:
    """What anyone sees is the same before the first seat has chosen and after the last one has."""
    playout = draw_playout(game, data)
    for position in playout.positions:
        if not isinstance(position.need, Secret):
            continue
        assert isinstance(position.answers, dict)
        before = views(game, position.state, playout.setup.seats)
        for seat, decision in position.answers.items():
            game.check(position.state, seat, game.encode_decision(decision))
            assert views(game, position.state, playout.setup.seats) == before
        assert game.pending(position.state) == position.need


@every_game
@few
@data_of_a_game
def test_a_view_depends_on_the_state_and_the_seat_alone(game: AnyGame, data: st.DataObject) -> None:
    playout = draw_playout(game, data)
    for state in playout.states:
        again = game.decode_state(game.encode_state(state))
        assert views(game, again, playout.setup.seats) == views(game, state, playout.setup.seats)


def views(game: Game[S, D], state: S, seats: int) -> list[object]:
    return [game.view(state, seat) for seat in (None, *range(seats))]


@every_game
@few
@data_of_a_game
def test_every_step_tells_what_happened(game: AnyGame, data: st.DataObject) -> None:
    """An event is a frozen fact: it compares by value and can stand in a set."""
    for position in draw_playout(game, data).positions:
        assert position.step.events
        for event in position.step.events:
            assert isinstance(event, Event)
            assert isinstance(event, Frozen)
            values = [getattr(event, name) for name in event.__struct_fields__]
            assert hash(event) == hash(type(event)(*values))


def usual_choices(game: Game[S, D], seats: int) -> tuple[str, ...]:
    return (*game.choices, *("",) * seats)[:seats]


@every_game
def test_too_few_or_too_many_seats_are_a_bad_setup(game: AnyGame) -> None:
    for seats in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadSetup):
            game.initial(Setup(usual_choices(game, seats)))


@every_game
def test_a_choice_that_the_game_does_not_have_is_a_bad_setup(game: AnyGame) -> None:
    usual = usual_choices(game, game.seats[0])
    with pytest.raises(BadSetup):
        game.initial(Setup((*usual[:-1], "no such choice")))


@every_game
def test_an_option_that_the_game_does_not_have_is_a_bad_setup(game: AnyGame) -> None:
    usual = usual_choices(game, game.seats[0])
    beyond = [{name: option.allowed[-1] + 1} for name, option in game.options.items()]
    for options in ({"no such option": 1}, *beyond):
        with pytest.raises(BadSetup):
            game.initial(Setup(usual, options))
