"""A small game put together: what comes from the rulebook, and what may be said otherwise."""

from collections.abc import Mapping
from typing import ClassVar

import pytest

from p2p_heroes.games.errors import BadSetup, IllegalChoice, MalformedDecision, MalformedState
from p2p_heroes.games.game import Answers, AnyGame, Need, Open, OptionRange, Over, Request, Setup, Step
from p2p_heroes.games.kit.codec import Codec
from p2p_heroes.games.kit.forms import Form, Part, Record
from p2p_heroes.games.kit.kinds import COUNT
from p2p_heroes.games.kit.refusals import NOT_OFFERED, because
from p2p_heroes.games.kit.rulebook import Rulebook, is_offered, ranked
from p2p_heroes.games.kit.stored import Block


class Heap(Record):
    """Whose turn it is, and how many matches are left: who takes the last one has won."""

    form: ClassVar[Form] = Form("heap", Part("seat", COUNT), Part("left", COUNT))
    seat: int
    left: int


class Take(Record):
    form: ClassVar[Form] = Form("take", Part("count", COUNT))
    count: int


class Nim(Rulebook[Heap, Take]):
    name: ClassVar[str] = "nim"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    options: ClassVar[Mapping[str, OptionRange]] = {"matches": OptionRange(7, range(1, 99))}

    def __init__(self) -> None:
        self.codec = Codec(Block(Heap), (Take,))

    def start(self, choices: tuple[str, ...], options: Mapping[str, int]) -> Heap:
        return Heap(0, options["matches"])

    def pending(self, state: Heap) -> Need[Take]:
        if not state.left:
            return Over((1, 2) if state.seat else (2, 1))
        return Open((Request(state.seat, "take", tuple(map(Take, range(1, 1 + min(3, state.left))))),))

    def settle(self, state: Heap, answers: Answers[Take]) -> Step[Heap]:
        assert isinstance(answers, Mapping)
        return Step(Heap(1 - state.seat, state.left - answers[state.seat].count), ())


NIM = Nim()
GAME: AnyGame = NIM


def test_a_game_starts_with_what_was_agreed() -> None:
    assert NIM.initial(Setup(("", ""))) == Heap(0, 7)
    assert NIM.initial(Setup(("", ""), {"matches": 3})) == Heap(0, 3)


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup(("",)), "nim is not for 1"),
        (Setup(("", "elves")), "there is no 'elves' to choose in nim"),
        (Setup(("", ""), {"matches": 0}), "matches must be a whole number from 1 to 98"),
    ],
)
def test_nothing_else_is_agreed_on(setup: Setup, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        NIM.initial(setup)


def test_a_lawful_choice_is_read_and_any_other_refused() -> None:
    heap = Heap(0, 2)
    assert NIM.check(heap, 0, ("take", 2)) == Take(2)
    assert NIM.refusal(heap, 0, Take(2)) is None
    assert NIM.refusal(heap, 0, Take(3)) == NOT_OFFERED
    assert NIM.refusal(heap, 1, Take(1)) == because("not-asked", seat=1)
    with pytest.raises(IllegalChoice) as refused:
        NIM.check(heap, 0, ("take", 3))
    assert refused.value.refusal == NOT_OFFERED
    with pytest.raises(IllegalChoice) as refused:
        NIM.check(heap, 1, ("take", 1))
    assert refused.value.refusal == because("not-asked", seat=1)
    with pytest.raises(MalformedDecision):
        NIM.check(heap, 0, ("give", 1))


def test_answers_that_nobody_asked_for_are_our_own_mistake() -> None:
    assert NIM.apply(Heap(0, 2), {0: Take(2)}).state == Heap(1, 0)
    with pytest.raises(AssertionError):
        NIM.apply(Heap(0, 2), {1: Take(2)})


def test_the_rest_comes_from_the_rulebook() -> None:
    heap = Heap(1, 5)
    assert NIM.default(heap, 1) == Take(1)
    assert NIM.view(heap, 0) is NIM.view(heap, None) is heap
    assert (NIM.points(heap), NIM.length, NIM.choices) == ((), "", ())
    assert NIM.decode_state(NIM.encode_state(heap)) == heap
    assert NIM.decode_decision(NIM.encode_decision(Take(2))) == NIM.parse(NIM.notate(Take(2))) == Take(2)
    with pytest.raises(MalformedState):
        NIM.decode_state({})


def test_what_is_offered_is_found_among_few_and_many() -> None:
    few = (Take(1), Take(2))
    assert is_offered(few, few[1])
    assert is_offered(few, Take(2))
    assert not is_offered(few, Take(3))
    assert is_offered([Take(1)], Take(1))


@pytest.mark.parametrize(
    ("scores", "places"),
    [((3, 9, 5), (3, 1, 2)), ((4, 4, 1), (1, 1, 3)), (((2, 0), (2, 1)), (2, 1)), ((), ())],
)
def test_equal_scores_share_the_better_place(scores: tuple[object, ...], places: tuple[int, ...]) -> None:
    assert ranked(scores) == places
