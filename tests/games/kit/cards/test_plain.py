"""The dealer that knows every card."""

from random import Random
from typing import TypeAlias

import pytest

from p2p_heroes.bots.playout import playout, wandering
from p2p_heroes.games.errors import IllegalChoice, MalformedState
from p2p_heroes.games.game import Answers, Chance, Need, Open, Over, Plain, Secret, Setup, Step
from p2p_heroes.games.kit.cards.dealer import ANOTHER_CARD
from p2p_heroes.games.kit.cards.dealt import Card, Dealt
from p2p_heroes.games.kit.cards.needs import (
    JOINT,
    CardAnswer,
    CardNeed,
    Deal,
    Gather,
    Gone,
    Mix,
    Pile,
    Seal,
    Show,
)
from p2p_heroes.games.kit.cards.plain import PlainDealer, numbers
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.kit.refusals import because
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Decision
from p2p_heroes.games.magpies.game import Magpies, MagpieView
from p2p_heroes.games.magpies.state import State

AnyNeed: TypeAlias = Need[Decision] | CardNeed
Dealer = PlainDealer[State, Decision]
START = State.begun(2, 5)


class Script(Magpies):
    """Asks for these things, one after the other, and remembers what it was told; rounds are counted so."""

    def __init__(self, *needs: AnyNeed) -> None:
        self.needs = needs
        self.told: list[object] = []
        self.held: dict[int, int] = {}

    def pending(self, state: State) -> AnyNeed:
        return (*self.needs, Over((1, 1)))[state.played]

    def apply(self, state: State, answers: Answers[Decision] | CardAnswer) -> Step[State]:
        self.told.append(answers)
        return Step(replace(state, played=state.played + 1), ())

    def holdings(self, state: State) -> dict[int, int]:
        return self.held


def shuffled(*needs: AnyNeed, held: dict[int, int]) -> tuple[Script, Dealer, Dealt[State]]:
    """After the first need, a joint pile of faces 3, 4 and 5, was met by turning it around."""
    rules = Script(Mix((Pile(JOINT, (), (3, 4, 5)),)), *needs)
    rules.held = held
    dealer = Dealer(rules)
    start = Dealt(START, 2)
    assert dealer.pending(start) == Chance("the order of cards", (3, 2))
    return rules, dealer, dealer.apply(start, (0, 1)).state


def test_a_pile_is_shuffled_by_chance() -> None:
    _, _, state = shuffled(held={0: JOINT, 1: JOINT, 2: JOINT})
    assert state.cards == (Card(0, JOINT, 5), Card(1, JOINT, 4), Card(2, JOINT, 3))


def test_what_needs_no_luck_happens_at_once() -> None:
    needs = (Deal(((1, 0), (2, 1))), Show((0,)), Seal(((3, 1), (4, JOINT))), Deal(()))
    rules, dealer, state = shuffled(*needs, held={5: 1, 6: JOINT})
    assert state.cards == (Card(5, 1, 4), Card(6, JOINT, 3))
    assert state.following == 7
    assert isinstance(dealer.pending(state), Over)
    assert rules.told == [(0, 1, 2), (3, 4), (5,), (5, 6), ()]
    assert dealer.view(state, 1) == MagpieView(state.game, 1, ((5, 4),))
    assert dealer.view(state, 0) == MagpieView(state.game, 0, ())
    assert dealer.view(state, None) == MagpieView(state.game, None, ())


def test_a_tree_is_gathered_without_what_is_held() -> None:
    rules = Script(Gather((2, 3, 5)))
    rules.held = {3: 0, 5: JOINT, 6: JOINT}
    dealer = Dealer(rules)
    state = Dealt(START, 2, (Card(3, 0, 5),), 5, (1,))
    assert dealer.pending(state) == Chance("the order of cards", (2,))
    after = dealer.apply(state, (0,)).state
    assert after.cards == (Card(3, 0, 5), Card(5, JOINT, 3), Card(6, JOINT, 2))


def test_own_piles_are_shuffled_each_by_itself() -> None:
    rules = Script(Mix((Pile(0, (), (1, 2)), Pile(1, (), (1, 2, 3)))))
    rules.held = {0: 0, 1: 0, 2: 1, 3: 1, 4: 1}
    dealer = Dealer(rules)
    after = dealer.apply(Dealt(START, 2), (0, 0, 1)).state
    assert [(card.holder, card.face) for card in after.cards] == [(0, 2), (0, 1), (1, 3), (1, 2), (1, 1)]


@pytest.mark.parametrize("need", [Show((9,)), Deal(((0, 7),)), Seal(((0, 1),)), Show((0, 0))])
def test_a_game_that_asks_what_nobody_can_do_is_mistaken(need: CardNeed) -> None:
    with pytest.raises(AssertionError, match="what nobody can do"):
        shuffled(need, held={})


def test_a_game_that_forgets_a_card_is_mistaken() -> None:
    with pytest.raises(AssertionError, match="has lost a card"):
        shuffled(held={0: JOINT})


def test_a_seat_is_told_to_be_gone() -> None:
    rules, dealer, state = shuffled(held={0: JOINT, 1: JOINT, 2: JOINT})
    rules.held = {}
    rules.needs += (Chance("a die", (6,)),)
    after = dealer.lose(state, 1).state
    assert after.cards == ()
    assert after.gone == (1,)
    assert rules.told[-1] == Gone(1)


def bidding(seed: int = 4) -> Dealt[State]:
    """The first secret bids of a game."""
    luck = Random(seed)
    start = MAGPIES.initial(Setup(("",) * 3))
    turns = playout(MAGPIES, start, wandering(luck), luck)
    return next(turn.state for turn in turns if isinstance(turn.need, Secret))


def test_a_seat_is_offered_what_its_cards_allow_and_no_other_claim_is_lawful() -> None:
    state = bidding()
    need = MAGPIES.pending(state)
    assert isinstance(need, Secret)
    rules_need = MAGPIES.rules.pending(state.game)
    assert isinstance(rules_need, Secret)
    for mine, anybody in zip(need.requests, rules_need.requests, strict=True):
        assert MAGPIES.question(state, mine.seat) == mine
        assert len(mine.choices) == 7 < len(anybody.choices)
        for choice in anybody.choices:
            if choice in mine.choices:
                assert MAGPIES.check(state, mine.seat, MAGPIES.encode_decision(choice)) == choice
            else:
                assert MAGPIES.refusal(state, mine.seat, choice) == ANOTHER_CARD
                with pytest.raises(IllegalChoice, match="another-card"):
                    MAGPIES.check(state, mine.seat, MAGPIES.encode_decision(choice))


def test_a_seat_that_is_not_asked_has_no_question() -> None:
    state = MAGPIES.initial(Setup(("",) * 3))
    state = MAGPIES.apply(state, (0,) * 15).state
    assert isinstance(MAGPIES.pending(state), Chance)
    with pytest.raises(IllegalChoice):
        MAGPIES.question(bidding(), 5)


def test_all_of_a_game_of_cards_is_the_games_own() -> None:
    rules = MAGPIES.rules
    told = (MAGPIES.name, MAGPIES.version, MAGPIES.seats, MAGPIES.choices, MAGPIES.options, MAGPIES.length)
    assert told == (rules.name, rules.version, rules.seats, rules.choices, rules.options, rules.length)


def test_what_the_rules_refuse_is_refused_whatever_lies_behind_it() -> None:
    assert MAGPIES.refusal(bidding(), 0, KEEP) == because("not-now", asked="bid")


def test_decisions_and_points_are_the_games_own() -> None:
    state = bidding()
    absent = MAGPIES.default(state, 0)
    assert absent == PASS
    assert MAGPIES.decode_decision(MAGPIES.encode_decision(absent)) == absent
    assert MAGPIES.parse(MAGPIES.notate(absent)) == absent
    assert MAGPIES.points(state) == MAGPIES.rules.points(state.game)


FIELDS: dict[str, list[Plain]] = {
    "cards": [None, (1,), ((1, 0),), ((1, 0, True),), ((0, 0, 3), (0, 0, 4))],
    "following": [None, -1, True, 0, 2**31],
    "seats": [1, 9, "2", 4],
    "gone": [None, (0,), (7,), (1, 0), (True,)],
    "game": [None],
}


@pytest.mark.parametrize(("field", "value"), [(name, one) for name, some in FIELDS.items() for one in some])
def test_a_state_that_no_game_comes_to_is_refused(field: str, value: Plain) -> None:
    sound = MAGPIES.encode_state(bidding())
    assert isinstance(sound, dict)
    assert MAGPIES.decode_state(sound) == bidding()
    with pytest.raises(MalformedState):
        MAGPIES.decode_state({**sound, field: value})
    with pytest.raises(MalformedState):
        MAGPIES.decode_state({name: part for name, part in sound.items() if name != field})


def test_no_state_stands_before_what_happens_at_once() -> None:
    luck = Random(1)
    for turn in playout(MAGPIES, MAGPIES.initial(Setup(("",) * 2)), wandering(luck), luck):
        need = turn.need
        assert isinstance(need, (Open, Secret, Chance))
        if isinstance(need, Chance) or need.requests[0].kind == "bury":
            continue
        asked = need.requests[0]
        game = MAGPIES.encode_state(turn.state)
        assert isinstance(game, dict)
        assert isinstance(game["game"], dict)
        stuck = {**game, "game": {**game["game"], "phase": "turn", "prize": None}}
        assert asked.choices
        with pytest.raises(MalformedState):
            MAGPIES.decode_state(stuck)
        return


def test_numbers_are_whole_and_as_many_as_they_should_be() -> None:
    assert numbers((1, 2), 2) == (1, 2)
    for wrong in ((1,), (1, True), [1, 2], None):
        with pytest.raises(MalformedState):
            numbers(wrong, 2)
