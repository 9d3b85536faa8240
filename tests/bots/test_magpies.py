"""What bots make of magpies: they weigh bids against hands that they draw, and never see one."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

import pytest

from p2p_heroes.bots.kit.judge import ROUND
from p2p_heroes.bots.magpies import (
    JUDGE,
    Manner,
    draw_bid,
    manner_of,
    rank_bids,
    rank_burials,
    worth_of_claws,
)
from p2p_heroes.bots.playout import playout, seated, wandering
from p2p_heroes.bots.steady import Steady
from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.bots.warlord import Warlord
from p2p_heroes.games.game import Open, Request, Secret, Setup, request_for
from p2p_heroes.games.kit.cards.dealt import HIDDEN, Card, Dealt
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies import MAGPIES
from p2p_heroes.games.magpies.decisions import KEEP, PASS, Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import Phase, State
from p2p_heroes.games.magpies.trinkets import FEATHERS, TRINKET_NAMES, TRINKETS

D = TypeVar("D")

DOWN, *_, PLUME = FEATHERS


def trinket(name: str) -> int:
    return TRINKET_NAMES.index(name)


def bidding(prize: str, claws: str, feathers: tuple[int, ...] = (), **more: Any) -> Dealt[State]:
    """Two magpies: one with these trinkets, and another with three that nobody has seen."""
    held = [trinket(name) for name in claws.split()]
    own, plumes = range(len(held)), range(20, 20 + len(feathers))
    state = replace(
        State.begun(2, 5),
        phase=Phase.BID,
        tree=tuple(range(40, 47)),
        open=(),
        prize=trinket(prize),
        claws=(tuple(own), (10, 11, 12)),
        feathers=(tuple(plumes), ()),
        **more,
    )
    cards = [Card(card, 0, face) for card, face in zip((*own, *plumes), (*held, *feathers), strict=True)]
    hidden = [Card(card, holder) for card, holder in state.holdings().items()]
    known = {card.handle for card in cards}
    return Dealt(state, 2, (*cards, *(card for card in hidden if card.handle not in known)))


def best(position: Dealt[State]) -> Decision:
    request = MAGPIES.question(position, 0)
    return max(rank_bids(position, request), key=lambda scored: scored[0])[1]


def test_a_crown_is_worth_a_high_bid() -> None:
    position = bidding("crown-a", "crown-b button-b spoon-a", (PLUME,))
    assert best(position) == PlayTrinket((0, trinket("crown-b")), (20, PLUME))


def test_a_button_is_left_to_others_who_are_robbed_then() -> None:
    position = bidding("button-a", "crown-b button-b ring-a", (DOWN,))
    assert best(position) == PlayTrinket((1, trinket("button-b")), (20, DOWN))


def test_in_the_last_round_what_is_held_is_not_thrown_away() -> None:
    position = bidding("button-a", "crown-b", played=4)
    assert best(replace(position, game=replace(position.game, claws=((0,), ())))) == PASS


def test_before_the_last_round_trinkets_can_be_replaced() -> None:
    state = bidding("coin-a", "crown-b").game
    assert worth_of_claws(state, [1, 5], 1) == 290 + 480 + 310
    assert worth_of_claws(replace(state, played=4), [1, 5], 1) == 600
    assert worth_of_claws(replace(state, played=5), [5], 0) == 500


def test_a_spoon_is_buried_first_and_a_crown_is_kept() -> None:
    position = bidding("coin-a", "spoon-a crown-b button-b")
    burying = replace(position, game=replace(position.game, phase=Phase.BURY))
    ranked = rank_burials(burying, MAGPIES.question(burying, 0))
    assert [choice for _, choice in sorted(ranked, key=lambda scored: -scored[0])] == [
        Bury(0),
        Bury(2),
        KEEP,
        Bury(1),
    ]


def test_the_better_the_prize_the_more_bid_high() -> None:
    def high(prize: str) -> int:
        state = bidding(prize, "crown-b").game
        return sum(manner_of(state, Random(seed)) is Manner.HIGH for seed in range(200))

    assert high("button-a") < 60 < 100 < high("crown-a")


def test_somebody_bids_high_or_low_or_anything() -> None:
    position = bidding("coin-a", "spoon-a crown-b button-b", (DOWN, PLUME))
    request = MAGPIES.question(position, 0)
    drawn = {draw_bid(position, request, Random(seed)) for seed in range(60)}
    assert drawn >= {
        PlayTrinket((1, trinket("crown-b")), (21, PLUME)),
        PlayTrinket((2, trinket("button-b")), (20, DOWN)),
    }
    assert len(drawn) > 4
    assert PASS not in drawn


def games(seeds: range) -> Iterator[tuple[Dealt[State], Request[Any]]]:
    for seed in seeds:
        luck = Random(seed)
        start = MAGPIES.initial(Setup(("",) * 3, {"rounds": 3}))
        for turn in playout(MAGPIES, start, wandering(luck), luck):
            if isinstance(turn.need, Open | Secret):
                yield from ((turn.state, ask) for ask in turn.need.requests)


def test_what_is_imagined_is_what_the_seat_sees_and_could_be() -> None:
    for state, ask in games(range(4)):
        view = MAGPIES.view(state, ask.seat)
        assert isinstance(view, MagpieView)
        for luck in (None, Random(3)):
            thought = JUDGE.imagine(view, luck)
            assert MAGPIES.decode_state(MAGPIES.encode_state(thought)) == thought
            assert thought.game == state.game
            assert thought.known_to(ask.seat) == state.known_to(ask.seat)
            faces = [card.face for card in thought.cards if card.face in TRINKETS]
            assert len(set(faces)) == len(faces)
            assert HIDDEN not in faces


@pytest.mark.slow
@pytest.mark.parametrize("level", [Steady, Warlord])
def test_faces_that_a_seat_may_not_know_change_no_decision(level: type[Steady | Warlord]) -> None:
    """All faces that it does not see are another way round: the same view, the same thoughts."""
    compared = 0
    for number, (state, ask) in enumerate(games(range(4))):
        if level is Warlord and number % 5:
            continue
        view = MAGPIES.view(state, ask.seat)
        assert isinstance(view, MagpieView)
        drawn = JUDGE.imagine(view, Random(number))
        other = replace(state, cards=drawn.cards)
        compared += other != state
        chosen = [
            level(MAGPIES, Random(1)).think(
                JUDGE, MAGPIES.view(one, ask.seat), request_for(MAGPIES.pending(one), ask.seat)
            )
            for one in (state, other)
        ]
        assert chosen[0] == chosen[1]
    assert compared > 10


@pytest.mark.slow
def test_steady_wins_more_than_its_share() -> None:
    """Of two players, one of whom wanders; docs/bots.md tells of more games."""
    won = 0
    for seed in range(24):
        luck, seat = Random(seed), seed % 2
        bot, wander = Steady(MAGPIES, Random(seed)), Wanderer(luck)
        thinking = _Thinking(bot)
        bots = (thinking, wander) if seat == 0 else (wander, thinking)
        start = MAGPIES.initial(Setup(("", "")))
        *_, last = playout(MAGPIES, start, seated(MAGPIES, bots), luck)
        won += last.step.state.game.places[seat] == 1
    assert won > 15


@dataclass
class _Thinking:
    """A bot that is told who judges."""

    bot: Steady | Warlord

    def choose(self, view: object, request: Request[D]) -> D:
        return self.bot.think(JUDGE, view, request)


def test_the_clock_goes_on_with_each_part_of_a_round() -> None:
    luck, clocks = Random(1), [0]
    start = MAGPIES.initial(Setup(("",) * 3))
    for turn in playout(MAGPIES, start, wandering(luck), luck):
        clocks.append(JUDGE.clock(turn.state))
    assert clocks == sorted(clocks)
    assert clocks[-1] // ROUND == 5


def test_what_others_have_counts_half_against_it() -> None:
    state = bidding("coin-a", "crown-b", (PLUME,), scores=(6, 8), played=4)
    other = replace(state, game=replace(state.game, claws=((0,), ())))
    assert JUDGE.worth(other, 0) == 600 + 500 - 800 // 2
    early = replace(other, game=replace(other.game, played=0))
    assert JUDGE.worth(early, 0) == 600 + 480 + 2 * 310 + 110 - (800 + 3 * 310) // 2


def test_after_somebody_has_left_the_rest_is_imagined_too() -> None:
    luck, asked = Random(3), 0
    for turn in playout(MAGPIES, MAGPIES.initial(Setup(("",) * 4)), wandering(luck), luck):
        left = MAGPIES.lose(turn.state, luck.randrange(4)).state
        for later in playout(MAGPIES, left, wandering(luck), luck):
            for ask in getattr(later.need, "requests", ()):
                view = MAGPIES.view(later.state, ask.seat)
                assert isinstance(view, MagpieView)
                thought = JUDGE.imagine(view, luck)
                assert MAGPIES.decode_state(MAGPIES.encode_state(thought)) == thought
                asked += 1
    assert asked > 100
