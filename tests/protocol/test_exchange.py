"""One step: who has to choose, lock and reveal, in which order, and what counts when a seat was voted out."""

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.exchange import Exchange, ExchangeStage, choosers
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Reveal
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver, Need

TABLE = genesis_of(3)
ALL = frozenset(range(3))
OPEN, SECRET, CHANCE, OVER = AskOpen((0, 2)), AskSecret((0, 2)), AskChance("dice", (6,)), GameOver()
SALT = noise("salt")


class Scene:
    """An exchange, and a hand for each seat that speaks in it."""

    def __init__(self, need: Need, active: frozenset[int] = ALL) -> None:
        self.exchange = Exchange(need, active, 3)
        self.hands = [Forger(TABLE, seat) for seat in range(3)]
        for hand in self.hands:
            hand.accept()

    def say(self, *seats: int, message: Decide | Commit | Lock | Reveal | Forfeit | Keep | Accept) -> None:
        for seat in seats:
            self.exchange.hear(self.hands[seat].say(message))

    def decide(self, *seats: int) -> None:
        for seat in seats:
            self.say(seat, message=Decide(f"by {seat}"))

    def commit(self, *seats: int) -> None:
        for seat in seats:
            self.say(seat, message=Commit(noise("commitment", seat)))

    def lock(self, *seats: int) -> None:
        """Lock what the scene holds now."""
        self.say(*seats, message=Lock(self.exchange.entries()))

    def reveal(self, *seats: int) -> None:
        self.say(*seats, message=Reveal(SALT, None))

    def dues(self) -> list[ExchangeStage]:
        return [self.exchange.due(seat) for seat in range(3)]


C, L, R, N = ExchangeStage.CHOOSING, ExchangeStage.LOCKING, ExchangeStage.REVEALING, ExchangeStage.DONE


@pytest.mark.parametrize(
    ("need", "choosing"), [(OPEN, {0, 2}), (SECRET, {0, 2}), (CHANCE, {0, 1, 2}), (OVER, set())]
)
def test_the_need_says_who_chooses(need: Need, choosing: set[int]) -> None:
    assert choosers(need, ALL) == choosing
    assert Exchange(need, ALL, 3).choosers == choosing


@pytest.mark.parametrize(("need", "choosing"), [(OPEN, {2}), (SECRET, {2}), (CHANCE, {1, 2}), (OVER, set())])
def test_a_seat_that_was_voted_out_before_does_not_choose(need: Need, choosing: set[int]) -> None:
    assert choosers(need, frozenset({1, 2})) == choosing


# The order of a step.


def test_an_open_step_goes_from_choices_to_locks() -> None:
    scene = Scene(OPEN)
    assert scene.dues() == [C, N, C]
    scene.decide(2)
    assert scene.dues() == [C, N, N]
    scene.decide(0)
    assert scene.exchange.stage is L
    assert scene.dues() == [L, L, L]
    scene.lock(1, 0)
    assert scene.dues() == [N, N, L]
    scene.lock(2)
    assert scene.exchange.stage is N
    assert scene.dues() == [N, N, N]


@pytest.mark.parametrize(("need", "choosing"), [(SECRET, (0, 2)), (CHANCE, (0, 1, 2))])
def test_a_sealed_step_goes_from_commitments_to_locks_to_reveals(
    need: Need, choosing: tuple[int, ...]
) -> None:
    scene = Scene(need)
    assert scene.exchange.stage is C
    scene.commit(*choosing)
    assert scene.dues() == [L, L, L]
    scene.lock(0, 1, 2)
    assert scene.exchange.stage is R
    assert scene.dues() == [R if seat in choosing else N for seat in range(3)]
    scene.reveal(*choosing[:-1])
    assert scene.dues() == [N, N, R]
    scene.reveal(choosing[-1])
    assert scene.exchange.stage is N


def test_the_last_step_has_locks_only() -> None:
    scene = Scene(OVER)
    assert scene.dues() == [L, L, L]
    assert scene.exchange.entries() == (None, None, None)
    scene.lock(0, 1, 2)
    assert scene.exchange.stage is N


def test_a_seat_that_was_voted_out_before_owes_nothing() -> None:
    scene = Scene(CHANCE, frozenset({0, 2}))
    assert scene.dues() == [C, N, C]
    scene.commit(0, 2)
    assert scene.dues() == [L, N, L]
    scene.lock(0, 2)
    scene.reveal(0, 2)
    assert scene.exchange.stage is N


def test_a_step_that_asks_only_absent_seats_is_locked_at_once() -> None:
    assert Scene(OPEN, frozenset({1})).dues() == [N, L, N]


def test_votes_and_keeps_are_not_part_of_the_exchange() -> None:
    scene = Scene(OPEN)
    scene.say(0, message=Forfeit(((1, 1),)))
    scene.say(0, message=Keep(1, 0))
    assert scene.dues() == [C, N, C]


# Locks.


def test_a_lock_names_the_commitment_or_the_id_of_the_decision_of_each_seat() -> None:
    scene = Scene(OPEN)
    scene.decide(2)
    assert scene.exchange.entries() == (None, None, scene.hands[2].chain[-1].id)
    sealed = Scene(SECRET)
    sealed.commit(0)
    assert sealed.exchange.entries() == (noise("commitment", 0), None, None)


def test_a_lock_over_another_choice_does_not_count() -> None:
    scene = Scene(SECRET)
    scene.commit(0, 2)
    ours = scene.exchange.entries()
    scene.say(0, 2, message=Lock(ours))
    scene.say(1, message=Lock((ours[0], None, noise("another"))))
    other = scene.exchange.lock(1)
    assert other is not None
    assert scene.exchange.disputed(other) == [2]
    assert not scene.exchange.has_matching_lock(1)
    assert scene.exchange.has_matching_lock(0)
    assert scene.dues() == [N, L, N]


def test_a_lock_that_leaves_a_choice_out_does_not_count() -> None:
    scene = Scene(SECRET)
    scene.commit(0, 2)
    scene.say(1, message=Lock((None, None, None)))
    lock = scene.exchange.lock(1)
    assert lock is not None
    assert scene.exchange.disputed(lock) == [0, 2]


def test_a_seat_that_has_not_locked_has_no_matching_lock() -> None:
    assert not Scene(OVER).exchange.has_matching_lock(0)


# Seats that are voted out in the step.


def test_what_a_seat_said_before_its_cut_counts_and_the_rest_does_not() -> None:
    scene = Scene(SECRET)
    scene.commit(0, 2)
    scene.lock(2)
    scene.reveal(2)
    commitment, lock, reveal = scene.hands[2].chain[1:]
    exchange = scene.exchange
    told = []
    for number in range(5):
        exchange.cuts = {2: number}
        told.append((exchange.choice(2), exchange.lock(2), exchange.reveal(2)))
    assert told == [
        (None, None, None),
        (None, None, None),
        (commitment, None, None),
        (commitment, lock, None),
        (commitment, lock, reveal),
    ]


def test_a_cut_is_of_one_seat_only() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    scene.exchange.cuts = {2: 0}
    assert scene.exchange.choice(0) == scene.hands[0].chain[-1]


@pytest.mark.parametrize("stage", [C, L, R])
def test_nobody_waits_for_a_seat_that_was_voted_out(stage: ExchangeStage) -> None:
    scene = Scene(SECRET)
    scene.commit(0)
    if stage is not C:
        scene.commit(2)
    if stage is R:
        scene.lock(2)
    scene.exchange.cuts = {2: len(scene.hands[2].chain)}
    assert scene.exchange.present == {0, 1}
    assert scene.dues() == [L, L, N]
    scene.lock(0, 1)
    assert scene.dues() == [R, N, N]
    scene.reveal(0)
    assert scene.exchange.stage is N


def test_a_choice_that_was_cut_is_nothing_to_lock() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    scene.exchange.cuts = {2: 1}
    assert scene.exchange.entries() == (scene.hands[0].chain[-1].id, None, None)


def test_a_lock_from_before_the_vote_may_name_what_no_longer_counts() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    scene.lock(0)
    scene.exchange.cuts = {2: 1}
    assert scene.exchange.has_matching_lock(0)
    scene.lock(1)
    assert scene.exchange.stage is N


def test_a_choice_from_before_the_cut_has_to_be_locked() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    scene.exchange.cuts = {2: 2}
    scene.lock(0)
    scene.say(1, message=Lock((scene.exchange.entries()[0], None, None)))
    assert scene.exchange.has_matching_lock(0)
    assert not scene.exchange.has_matching_lock(1)


def test_a_lock_over_another_choice_of_a_seat_that_stayed_does_not_count_after_a_vote_either() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    scene.exchange.cuts = {2: 1}
    scene.say(1, message=Lock((noise("another"), None, None)))
    assert not scene.exchange.has_matching_lock(1)


def test_a_cut_changes_at_once_what_was_asked_before() -> None:
    scene = Scene(OPEN)
    scene.decide(0, 2)
    exchange = scene.exchange
    before = exchange.entries()
    assert (exchange.stage, exchange.present) == (L, ALL)
    scene.lock(0, 1)
    exchange.cuts = {2: 1}
    assert exchange.cuts == {2: 1}
    assert (exchange.stage, exchange.present) == (N, frozenset({0, 1}))
    assert exchange.entries() == (before[0], None, None)


def test_a_cut_that_is_changed_outside_changes_nothing() -> None:
    exchange = Scene(OPEN).exchange
    given = {2: 1}
    exchange.cuts = given
    given[1] = 0
    assert exchange.cuts == {2: 1}
    assert exchange.present == {0, 1}
