"""Same log, same game: whatever the order of arrival, and whatever single seats say against the rules."""

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from p2p_heroes.node.table import Position
from protocol.canonical import Value
from protocol.commitment import SALT_SIZE, commit
from protocol.envelope import Envelope, Header, seal
from protocol.errors import Fault
from protocol.events import Absent, Claimed, Event, Finished, Settled, StepOpened
from protocol.exchange import Exchange, Stage
from protocol.faults import Proof, check
from protocol.genesis import Genesis
from protocol.judgement import encode_state, state_digest
from protocol.log import Log
from protocol.messages import Absence, Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Reveal
from protocol.play import Ground, Play, Settlement
from protocol.rules import Chance, Open, Over, Secret
from tests.cheats import PROVABLE, SILENT, Arena, wait_out
from tests.pair import RULES, Mesh, genesis_of, key_of, seeded

CALL: Value = ("call", "paper")
THROW: Value = ("throw", "scissors")


class Desk:
    """A log and a play, and hands for all seats that say what an honest seat would, unless told otherwise."""

    def __init__(self, seats: int = 3, *, ours: Iterable[int] = (), rounds: int = 1) -> None:
        self.genesis = genesis_of(seats, rounds=rounds)
        self.guilty: set[int] = set()
        self.log = Log(self.genesis)
        self.play: Play[Position] = Play(self.genesis, RULES, frozenset(ours), self.guilty)
        self.happened: list[Event] = []

    @property
    def seats(self) -> range:
        return range(len(self.genesis.seats))

    @property
    def exchange(self) -> Exchange:
        assert self.play.exchange is not None
        return self.play.exchange

    def draft(self, seat: int, message: Message, **fields: object) -> Envelope:
        chain, ground = self.log.chains[seat], self.play.ground
        header: dict[str, object] = {
            "table": self.genesis.table,
            "seat": seat,
            "number": len(chain),
            "previous": chain[-1].id if chain else self.genesis.table,
            "step": ground.step,
            "past": ground.past,
            "state": ground.state,
        }
        return seal(key_of(seat), Header(**header | fields), message)  # type: ignore[arg-type]

    def say(self, seat: int, message: Message, **fields: object) -> Envelope:
        """Sign a message, take it into the log, and play on."""
        envelope = self.draft(seat, message, **fields)
        assert self.log.add(envelope)
        self.run()
        return envelope

    def run(self) -> list[Event]:
        happened = self.play.run(self.log)
        self.happened += happened
        return happened

    def rebuilt(self) -> Play[Position]:
        """The same log, played from the start."""
        play: Play[Position] = Play(self.genesis, RULES, self.play.ours, self.guilty)
        play.run(self.log)
        return play

    def accept(self, *seats: int) -> "Desk":
        for seat in seats or self.seats:
            self.say(seat, Accept())
        return self

    def hide(self, seat: int, value: Value) -> None:
        self.say(seat, Commit(self.sealed(seat, value)))

    def sealed(self, seat: int, value: Value) -> bytes:
        return commit(
            table=self.genesis.table,
            step=self.play.step,
            seat=seat,
            key=self.genesis.key(seat),
            salt=self.salt(seat),
            value=value,
        )

    def salt(self, seat: int) -> bytes:
        return seeded("salt", self.play.step, seat)[:SALT_SIZE]

    def share(self, seat: int) -> Value:
        return seeded("share", self.play.step, seat) if isinstance(self.exchange.need, Chance) else THROW

    def choose(self, *seats: int) -> "Desk":
        """Let these seats, or all that are asked, choose."""
        for seat in sorted(seats or self.exchange.choosers):
            if isinstance(self.exchange.need, Open):
                self.say(seat, Decide(CALL))
            else:
                self.hide(seat, self.share(seat))
        return self

    def lock(self, *seats: int) -> "Desk":
        entries = self.exchange.entries()
        for seat in seats or sorted(self.exchange.present):
            self.say(seat, Lock(entries))
        return self

    def reveal(self, *seats: int) -> "Desk":
        given = [(seat, self.salt(seat), self.share(seat)) for seat in seats or sorted(self.exchange.present)]
        for seat, salt, value in given:
            self.say(seat, Reveal(salt, value))
        return self

    def vote(self, seats: Iterable[int], *absences: Absence, rounds: int = 2) -> "Desk":
        """Let these seats propose a list, and sign it in the second round."""
        for _ in range(rounds):
            for seat in seats:
                self.say(seat, Forfeit(absences))
        return self

    def go_to(self, step: int) -> "Desk":
        """Play honestly up to the beginning of a step."""
        if self.play.step == 0:
            self.accept()
        while self.play.step < step:
            sealed = not isinstance(self.exchange.need, Open)
            self.choose().lock()
            if sealed:
                self.reveal()
        return self

    def of_kind(self, kind: type) -> list[Event]:
        return [event for event in self.happened if isinstance(event, kind)]

    def check_fault(self, name: str, seat: int) -> Fault:
        """That exactly this fault was found, and that its proof holds."""
        (fault,) = self.play.take_faults()
        assert (fault.name, fault.seat) == (name, seat)
        assert check(Proof.of(fault, self.genesis.table), self.genesis, RULES) == fault.number
        assert self.play.unusable == {seat: fault.number}
        return fault


def standing(play: Play[Position]) -> tuple[object, ...]:
    """Where a play stands: what everybody with the same log must agree on."""
    exchange = play.exchange
    cuts = exchange and exchange.cuts
    counted = exchange and [(exchange.choice(s), exchange.lock(s), exchange.reveal(s)) for s in play.active]
    return play.ground, play.state.state, play.outcome, play.active, play.settled, counted, cuts


# The course of a game.


def test_a_play_begins_at_the_genesis() -> None:
    desk = Desk()
    encoded = encode_state(RULES, RULES.initial(desk.genesis))
    assert desk.play.ground == Ground(0, desk.genesis.table, encoded, state_digest(encoded))
    assert desk.play.step == 0
    assert (desk.run(), desk.play.exchange) == ([], None)


def test_the_first_step_opens_when_everybody_has_accepted() -> None:
    desk = Desk().accept(2, 0)
    assert desk.happened == []
    desk.accept(1)
    assert desk.happened == [StepOpened(1, Open((0,)), desk.play.ground.state)]
    assert desk.play.ground.past == desk.genesis.table


def test_an_honest_game_asks_for_one_thing_after_the_other_and_finishes() -> None:
    desk = Desk().go_to(4).lock()
    opened = [event.need for event in desk.happened if isinstance(event, StepOpened)]
    assert opened == [Open((0,)), Chance("stake of round 1", (3,)), Secret((0, 1, 2)), Over()]
    assert desk.play.outcome == Finished(4, desk.play.ground.state)
    assert desk.happened[-1] == desk.play.outcome
    assert desk.play.settled == [Settlement(frozenset({0, 1, 2}), {})] * 5
    assert not desk.play.take_faults()


def test_every_state_is_what_the_rules_make_of_the_answers() -> None:
    desk = Desk(rounds=2).go_to(7).lock()
    state = RULES.initial(desk.genesis)
    for event in desk.happened:
        if isinstance(event, StepOpened):
            assert event.state == state_digest(encode_state(RULES, state))
        elif isinstance(event, Settled):
            state = RULES.settle(state, event.answers)
            assert event.after == state


def test_a_step_waits_for_every_choice_lock_and_reveal() -> None:
    desk = Desk().go_to(2)
    stages = [desk.exchange.stage]
    for seat in (2, 0, 1):
        desk.choose(seat)
        stages.append(desk.exchange.stage)
    for seat in (1, 2, 0):
        desk.lock(seat)
        stages.append(desk.exchange.stage)
    for seat in (0, 2):
        desk.reveal(seat)
        stages.append(desk.exchange.stage)
    assert stages == [Stage.CHOOSING] * 3 + [Stage.LOCKING] * 3 + [Stage.REVEALING] * 3
    assert desk.play.step == 2
    desk.reveal(1)
    assert desk.play.step == 3


def test_the_step_before_is_still_at_hand() -> None:
    desk = Desk().go_to(2)
    before = desk.exchange
    desk.go_to(3)
    assert desk.play.before is before


# Order of arrival.


def quiet(seats: int) -> tuple[Genesis, list[Envelope], set[int]]:
    mesh = Mesh(seats, rounds=1).begin().run()
    return mesh.genesis, mesh.sessions[0].log.order, set()


def disturbed(name: str, seats: int = 3, liar: int = 1) -> tuple[Genesis, list[Envelope], set[int]]:
    """A game in which one seat was voted out, as an honest seat recorded it."""
    cheat = next(cheat for cheat in (*PROVABLE, *SILENT) if cheat.name == name)
    arena = Arena(seats, cheat, liar)
    wait_out(arena.begin())
    session = arena.sessions[arena.honest[0]]
    return arena.genesis, session.log.order, set(session.proofs)


DISTURBANCES = (
    "never commits",
    "never locks",
    "never reveals",
    "never signs the end",
    "lies about another's choice",
    "another state after a vote",
    "illegal secret",
    "wrong state",
    "wrong initial state",
    "decision in secret",
    "malformed accept",
)
GAMES = [quiet(2), quiet(3), quiet(4), *map(disturbed, DISTURBANCES)]
NAMES = ["two", "three", "four", *DISTURBANCES]


def shuffled(order: list[Envelope], random: Random) -> Iterator[Envelope]:
    """Another order in which the messages might have come: only each author's own order is kept."""
    chains: dict[int, list[Envelope]] = {}
    for envelope in order:
        chains.setdefault(envelope.seat, []).append(envelope)
    while chains:
        seat = random.choice(sorted(chains))
        yield chains[seat].pop(0)
        chains = {seat: chain for seat, chain in chains.items() if chain}


def played(genesis: Genesis, order: Iterable[Envelope], guilty: set[int]) -> Play[Position]:
    """Everything is in the log before the play begins."""
    log = Log(genesis)
    for envelope in order:
        log.add(envelope)
    play: Play[Position] = Play(genesis, RULES, guilty=guilty)
    play.run(log)
    return play


def followed(genesis: Genesis, order: Iterable[Envelope], guilty: set[int]) -> Play[Position]:
    """The play goes on with every message, and begins again where a late vote has overtaken it."""
    log = Log(genesis)
    play: Play[Position] = Play(genesis, RULES, guilty=guilty)
    for envelope in order:
        log.add(envelope)
        if play.is_overtaken(log):
            play = Play(genesis, RULES, guilty=guilty)
        play.run(log)
    return play


@pytest.mark.parametrize(("genesis", "order", "guilty"), GAMES, ids=NAMES)
def test_the_order_of_arrival_does_not_matter(
    genesis: Genesis, order: list[Envelope], guilty: set[int]
) -> None:
    expected = standing(played(genesis, order, guilty))
    assert isinstance(expected[2], Finished)
    for seed in range(12):
        arrival = list(shuffled(order, Random(seed)))
        assert standing(played(genesis, arrival, guilty)) == expected
        assert standing(followed(genesis, arrival, guilty)) == expected


@pytest.mark.parametrize(("genesis", "order", "guilty"), GAMES, ids=NAMES)
def test_a_play_stands_where_it_would_stand_if_it_were_played_again(
    genesis: Genesis, order: list[Envelope], guilty: set[int]
) -> None:
    arrival = list(shuffled(order, Random(99)))
    for end in range(0, len(arrival) + 1, 3):
        prefix = arrival[:end]
        assert standing(followed(genesis, prefix, guilty)) == standing(played(genesis, prefix, guilty))


def test_a_message_for_the_next_step_waits_for_its_step() -> None:
    ahead = Desk().go_to(3)
    desk = Desk().accept()
    for seat in (1, 2):
        for envelope in ahead.log.chains[seat][1:]:
            desk.log.add(envelope)
    assert desk.run() == []
    for envelope in ahead.log.chains[0][1:]:
        desk.log.add(envelope)
    desk.run()
    assert standing(desk.play) == standing(ahead.play)


def test_running_again_without_news_tells_nothing() -> None:
    desk = Desk().go_to(3)
    assert desk.run() == []


# Seats that cannot be used.


def test_a_breach_of_the_rules_stops_its_seat_and_is_proven() -> None:
    desk = Desk().accept()
    desk.say(0, Decide(("call", "well")))
    fault = desk.check_fault("IllegalDecision", 0)
    assert fault.state == desk.play.ground.encoded
    assert desk.play.take_faults() == []
    assert desk.exchange.choice(0) is None


def test_a_choice_out_of_turn_stops_its_seat_and_is_proven() -> None:
    desk = Desk().accept()
    desk.say(1, Decide(CALL))
    desk.check_fault("OutOfTurn", 1)


def test_nothing_more_is_heard_of_a_seat_that_was_stopped() -> None:
    desk = Desk().accept()
    bad = desk.say(1, Decide(CALL))
    desk.say(1, Lock((None, bad.id, None)))
    assert desk.exchange.lock(1) is None
    desk.check_fault("OutOfTurn", 1)


def test_the_others_are_heard_behind_a_seat_that_was_stopped() -> None:
    desk = Desk().accept()
    desk.say(1, Decide(CALL))
    desk.choose(0).lock(0, 2)
    assert [seat for seat in desk.seats if desk.exchange.due(seat) is not Stage.DONE] == [1]


def test_another_initial_state_is_found_when_the_seat_sits_down() -> None:
    desk = Desk()
    desk.say(1, Accept(), state=seeded("x"))
    desk.check_fault("WrongState", 1)
    desk.accept(0, 2)
    assert desk.play.exchange is None


def test_a_seat_that_is_guilty_before_it_sat_down_is_voted_out_in_the_first_step() -> None:
    desk = Desk()
    desk.say(1, Accept(), state=seeded("x"))
    desk.accept(0, 2)
    desk.guilty.add(1)
    desk.run()
    assert desk.play.step == 1
    desk.vote((0, 2), (1, 0)).choose(0).lock(0, 2)
    assert (desk.play.step, sorted(desk.play.active)) == (2, [0, 2])


def test_another_state_in_the_first_step_is_proven() -> None:
    desk = Desk().accept()
    desk.say(1, Lock((None, None, None)), state=seeded("x"))
    desk.check_fault("WrongState", 1)


@pytest.mark.parametrize("step", [2, 3, 4, 5])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_another_state_in_a_later_step_is_proven_by_the_seats_own_lock(step: int, seat: int) -> None:
    desk = Desk(rounds=2).go_to(step)
    desk.say(seat, Keep((seat + 1) % 3, 0), state=seeded("x"))
    desk.check_fault("WrongState", seat)


def test_another_state_after_a_vote_of_its_own_proves_nothing_but_stops_the_seat() -> None:
    desk = Desk().accept().choose().vote((1,), (2, 9), rounds=1).lock()
    assert desk.play.step == 2
    wrong = desk.say(1, Commit(seeded("x")), state=seeded("x"))
    assert desk.play.take_faults() == []
    assert desk.play.unusable == {1: wrong.number}


def test_another_past_after_a_vote_of_its_own_proves_nothing_but_stops_the_seat() -> None:
    desk = Desk().accept().choose().vote((1,), (2, 9), rounds=1).lock()
    wrong = desk.say(1, Commit(seeded("x")), past=seeded("x"))
    assert desk.play.take_faults() == []
    assert desk.play.unusable == {1: wrong.number}
    assert desk.exchange.choice(1) is None


def test_a_late_word_on_a_step_that_is_over_is_passed_over() -> None:
    desk = Desk().go_to(2)
    ground = desk.play.settled[0]
    late = desk.log.chains[1][-1]
    desk.say(1, Keep(2, 0), step=1, past=late.header.past, state=late.header.state)
    desk.choose().lock().reveal()
    assert (desk.play.step, desk.play.unusable) == (3, {})
    assert desk.play.settled[0] == ground


# What a seat owes.


def test_a_seat_owes_the_message_behind_its_last_one() -> None:
    desk = Desk().accept()
    assert desk.play.owed_number(0) == 1
    desk.choose()
    assert (desk.play.owed_number(0), desk.play.owed_number(1)) == (2, 1)
    desk.lock(1)
    assert desk.play.owed_number(1) == 2


def test_votes_do_not_put_off_what_a_seat_owes() -> None:
    desk = Desk().accept()
    desk.say(1, Keep(2, 0))
    desk.vote((1,), (2, 1), rounds=1)
    assert desk.play.owed_number(1) == 1


def test_a_lock_that_does_not_match_is_owed_itself() -> None:
    desk = Desk().accept().choose()
    lock = desk.say(1, Lock((seeded("another choice"), None, None)))
    assert desk.play.owed_number(1) == lock.number
    desk.lock(0)
    assert desk.play.owed_number(0) == 3


# Votes.


def test_a_seat_that_all_others_voted_out_is_cut() -> None:
    desk = Desk().accept().choose().lock(0, 2)
    desk.vote((0, 2), (1, 1))
    assert desk.of_kind(Absent) == [Absent(1, 1, 1)]
    assert (desk.play.step, sorted(desk.play.active)) == (2, [0, 2])
    assert desk.play.settled[1] == Settlement(frozenset({0, 1, 2}), {1: 1})


def test_a_vote_that_was_only_proposed_cuts_nobody() -> None:
    desk = Desk().accept().choose().lock(0, 2).vote((0, 2), (1, 1), rounds=1)
    assert desk.of_kind(Absent) == []
    assert desk.exchange.cuts == {}
    assert desk.play.step == 1


def test_a_lower_number_moves_the_cut_without_telling_it_again() -> None:
    desk = Desk().accept().vote((1, 2), (0, 5)).vote((1, 2), (0, 1))
    assert desk.of_kind(Absent) == [Absent(1, 0, 5)]
    assert desk.exchange.cuts == {0: 1}


def test_the_choice_of_an_absent_seat_is_the_rules_default() -> None:
    desk = Desk().accept().vote((1, 2), (0, 1)).lock(1, 2)
    (settled,) = desk.of_kind(Settled)
    assert isinstance(settled, Settled)
    assert settled.answers == {0: RULES.default(RULES.initial(desk.genesis), 0)}


def test_a_choice_from_before_the_cut_still_counts() -> None:
    desk = Desk().accept().choose().lock(1, 2).vote((1, 2), (0, 2))
    (settled,) = desk.of_kind(Settled)
    assert isinstance(settled, Settled)
    assert settled.answers == {0: CALL}


def test_a_commitment_that_was_never_opened_is_the_rules_default() -> None:
    desk = Desk().go_to(3).choose().lock().reveal(0, 2)
    desk.vote((0, 2), (1, desk.play.owed_number(1)))
    settled = desk.of_kind(Settled)[-1]
    assert isinstance(settled, Settled)
    assert settled.answers == {0: THROW, 1: ("throw", "rock"), 2: THROW}
    assert desk.play.active == {0, 2}


def test_a_list_of_our_own_is_waited_for() -> None:
    desk = Desk(ours={0}).accept().choose().vote((0,), (1, 1), rounds=1).lock()
    assert (desk.play.step, desk.exchange.stage) == (1, Stage.DONE)
    desk.say(0, Keep(1, 1))
    assert desk.play.step == 2


def test_a_list_of_others_is_not_waited_for() -> None:
    desk = Desk(ours={2}).accept().choose().vote((0,), (1, 1), rounds=1).lock()
    assert desk.play.step == 2


# Late votes.


def late_vote(desk: Desk, seats: Iterable[int], *absences: Absence) -> None:
    """Let these seats sign a list in step 1, which is over."""
    header = desk.log.chains[0][1].header
    for _ in range(2):
        for seat in seats:
            desk.say(seat, Forfeit(absences), step=1, past=header.past, state=header.state)


def test_votes_on_a_step_that_was_settled_overtake_the_play() -> None:
    desk = Desk().go_to(2)
    assert not desk.play.is_overtaken(desk.log)
    late_vote(desk, (0, 1), (2, 1))
    assert desk.play.is_overtaken(desk.log)
    again = desk.rebuilt()
    assert not again.is_overtaken(desk.log)
    assert (again.step, sorted(again.active)) == (2, [0, 1])
    assert again.settled[1] == Settlement(frozenset({0, 1, 2}), {2: 1})


def test_late_votes_that_are_not_complete_overtake_nothing() -> None:
    desk = Desk().go_to(2)
    late_vote(desk, (0,), (2, 1))
    assert not desk.play.is_overtaken(desk.log)


@pytest.mark.parametrize(("claimant", "other"), [(0, 1), (1, 0)])
def test_a_late_claim_of_one_of_two_overtakes_the_play(claimant: int, other: int) -> None:
    desk = Desk(2).go_to(2)
    late_vote(desk, (claimant,), (other, 1))
    assert desk.play.is_overtaken(desk.log)
    assert desk.rebuilt().outcome == Claimed(1, (claimant,))


def test_a_late_claim_of_a_guilty_seat_overtakes_nothing() -> None:
    desk = Desk(2).go_to(2)
    desk.guilty.add(1)
    late_vote(desk, (1,), (0, 1))
    assert not desk.play.is_overtaken(desk.log)


def test_a_late_claim_of_a_minority_of_more_seats_overtakes_nothing() -> None:
    desk = Desk(3).go_to(2)
    late_vote(desk, (2,), (0, 1), (1, 1))
    assert not desk.play.is_overtaken(desk.log)


# Claims.


def test_of_two_seats_the_one_that_waited_in_vain_claims_the_table() -> None:
    for claimant, other in ((0, 1), (1, 0)):
        desk = Desk(2).accept().vote((claimant,), (other, 1))
        assert desk.play.outcome == Claimed(1, (claimant,))
        assert desk.of_kind(Claimed) == [desk.play.outcome]


def test_a_claimed_table_of_two_does_not_go_on() -> None:
    desk = Desk(2).accept().choose().vote((1,), (0, 2)).lock()
    assert desk.exchange.stage is Stage.DONE
    assert (desk.play.step, desk.play.outcome) == (1, Claimed(1, (1,)))


def test_a_claim_that_was_taken_back_ends_nothing() -> None:
    desk = Desk(3).accept().choose().vote((2,), (0, 2), (1, 1))
    assert desk.play.outcome == Claimed(1, (2,))
    desk.say(2, Keep(1, 1))
    assert desk.play.outcome is None


def test_a_claim_among_more_than_two_is_forgotten_when_the_step_is_settled_after_all() -> None:
    desk = Desk(3).accept().choose().vote((2,), (0, 2), (1, 1)).lock()
    assert (desk.play.step, desk.play.outcome) == (2, None)


@pytest.mark.parametrize(
    ("ours", "ends"), [((0,), False), ((1,), False), ((2,), True), ((3,), True), ((), True)]
)
def test_the_half_without_the_lowest_seat_ends_the_table_for_itself_only(
    ours: tuple[int, ...], ends: bool
) -> None:
    desk = Desk(4, ours=ours).accept().vote((2, 3), (0, 1), (1, 1))
    assert desk.play.outcome == (Claimed(1, (2, 3)) if ends else None)


def test_the_half_with_the_lowest_seat_goes_on() -> None:
    desk = Desk(4, ours={0}).accept().vote((0, 1), (2, 1), (3, 1)).choose().lock(0, 1)
    assert (desk.play.step, sorted(desk.play.active), desk.play.outcome) == (2, [0, 1], None)


def test_nobody_claims_a_table_from_those_who_were_enough_to_go_on() -> None:
    desk = Desk(4).accept().vote((2, 3), (0, 1), (1, 1)).vote((0, 1), (2, 1), (3, 1))
    assert desk.play.outcome is None
    assert desk.exchange.cuts == {2: 1, 3: 1}


def test_nobody_wins_a_table_by_cheating() -> None:
    desk = Desk(2).accept()
    desk.guilty.add(0)
    desk.vote((0,), (1, 1))
    assert desk.play.outcome == Claimed(1, (1,))
    desk = Desk(2).accept()
    desk.guilty.add(1)
    desk.vote((1,), (0, 1))
    assert desk.play.outcome is None


def test_a_claim_is_told_again_only_if_it_changes() -> None:
    desk = Desk(3).accept().choose().vote((2,), (0, 2), (1, 1))
    desk.say(2, Keep(0, 77))
    assert desk.of_kind(Claimed) == [Claimed(1, (2,))]


# The end.


def test_all_seats_sign_the_end() -> None:
    desk = Desk().go_to(4).lock(0, 1)
    assert desk.play.outcome is None
    desk.lock(2)
    assert desk.play.outcome == Finished(4, desk.play.ground.state)


def test_a_finished_game_stays_finished_whatever_is_voted_then() -> None:
    desk = Desk().go_to(4).lock()
    finished = standing(desk.play)
    desk.vote((0, 1), (2, 1))
    assert standing(desk.play) == finished
    assert desk.of_kind(Absent) == []
    again = desk.rebuilt()
    assert (again.ground, again.outcome) == (desk.play.ground, desk.play.outcome)


def test_a_game_finishes_with_the_last_lock_even_if_its_author_was_voted_out() -> None:
    desk = Desk(ours={0}).go_to(4).lock(0)
    desk.vote((0, 1), (2, desk.play.owed_number(2)))
    assert desk.play.outcome is None
    desk.say(2, Lock((None, None, None)))
    assert desk.play.outcome is None
    desk.lock(1)
    assert isinstance(desk.play.outcome, Finished)


def test_a_game_finishes_with_the_last_lock_even_while_we_wait_for_a_list_of_ours() -> None:
    desk = Desk(ours={0}).go_to(4).lock(0, 1)
    desk.vote((0,), (2, desk.play.owed_number(2)), rounds=1)
    desk.lock(2)
    assert isinstance(desk.play.outcome, Finished)


def test_a_claim_at_the_end_gives_way_to_the_last_lock() -> None:
    desk = Desk(2).go_to(4).lock(1).vote((1,), (0, 8))
    assert desk.play.outcome == Claimed(4, (1,))
    desk.say(0, Lock((None, None)))
    assert isinstance(desk.play.outcome, Finished)


def test_the_others_finish_without_a_seat_that_was_voted_out_at_the_end() -> None:
    desk = Desk().go_to(4).lock(0, 1)
    desk.vote((0, 1), (2, desk.play.owed_number(2)))
    assert isinstance(desk.play.outcome, Finished)


# What others settled a step with.


def test_nothing_is_mended_before_the_first_step() -> None:
    desk = Desk()
    assert not desk.play.mend(desk.draft(1, Lock((None, None, None))))


def test_a_lock_that_we_lack_is_taken_from_another_branch() -> None:
    desk = Desk().accept().choose().lock(0, 2)
    lock = desk.draft(1, Lock(desk.exchange.entries()), number=7)
    assert desk.play.mend(lock)
    assert desk.exchange.lock(1) == lock
    assert not desk.play.mend(lock)
    desk.run()
    assert desk.play.step == 2


def test_a_lock_that_matches_takes_the_place_of_one_that_does_not() -> None:
    desk = Desk().accept().choose().lock(0, 2)
    desk.say(1, Lock((seeded("another choice"), None, None)))
    assert desk.play.mend(desk.draft(1, Lock(desk.exchange.entries())))
    desk.run()
    assert desk.play.step == 2


def test_a_lock_that_does_not_match_mends_nothing() -> None:
    desk = Desk().accept().choose()
    assert not desk.play.mend(desk.draft(1, Lock((seeded("another choice"), None, None))))
    assert not desk.play.mend(desk.draft(1, Lock((None, None))))
    assert desk.exchange.parts[1].lock is None


def test_a_reveal_that_we_lack_is_taken_from_another_branch() -> None:
    desk = Desk().go_to(3).choose().lock().reveal(0, 2)
    reveal = desk.draft(1, Reveal(desk.salt(1), THROW), number=20)
    assert desk.play.mend(reveal)
    assert not desk.play.mend(reveal)
    desk.run()
    assert desk.play.step == 4


def test_a_reveal_that_opens_nothing_mends_nothing() -> None:
    desk = Desk().go_to(3)
    reveal = desk.draft(1, Reveal(desk.salt(1), THROW))
    assert not desk.play.mend(reveal)
    desk.choose().lock()
    assert not desk.play.mend(desk.draft(1, Reveal(desk.salt(2), THROW)))
    assert not desk.play.mend(desk.draft(1, Reveal(desk.salt(1), ("throw", "paper"))))
    assert desk.exchange.reveal(1) is None


def test_only_locks_and_reveals_are_mended() -> None:
    desk = Desk().accept()
    assert not desk.play.mend(desk.draft(0, Decide(CALL)))
    assert not desk.play.mend(desk.draft(1, Keep(0, 1)))
    assert not desk.play.mend(desk.draft(1, Forfeit(((0, 1),))))


def test_what_stands_on_other_ground_mends_nothing() -> None:
    desk = Desk().go_to(2).choose()
    lock = Lock(desk.exchange.entries())
    for fields in ({"step": 1}, {"step": 3}, {"past": seeded("x")}, {"state": seeded("x")}):
        assert not desk.play.mend(desk.draft(1, lock, **fields))
    assert desk.play.mend(desk.draft(1, lock))


def test_what_the_rules_refuse_mends_nothing() -> None:
    desk = Desk().accept().choose()
    surplus = (desk.exchange.entries()[0], None, seeded("x"))
    assert not desk.play.mend(desk.draft(1, Lock(surplus)))


def test_a_seat_that_was_voted_out_mends_nothing() -> None:
    desk = Desk().accept().vote((0, 2), (1, 1)).choose()
    assert not desk.play.mend(desk.draft(1, Lock(desk.exchange.entries())))
