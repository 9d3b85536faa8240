"""The fold: one log, one story, in whatever order it came."""

from random import Random
from typing import Unpack

import pytest

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.forger import Fields, Forger
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of, session_of
from protocol import play as play_module
from protocol.canonical import Value
from protocol.envelope import Envelope
from protocol.errors import Fault, WrongPast
from protocol.events import Absent, Claimed, Event, Finished, Settled, StepOpened
from protocol.exchange import ExchangeStage
from protocol.log import Log
from protocol.messages import Accept, Commit, Decide, Forfeit, Keep, Lock, Message, Resign, Reveal
from protocol.play import Play, Spare
from protocol.rules import AskChance, AskOpen, AskSecret, GameOver
from tests.support.cheats import PROVABLE, SILENT, Arena, wait_out

CHEATS = {cheat.name: cheat for cheat in (*PROVABLE, *SILENT)}


class Table:
    """Three hands, one log and one play, with nobody in between."""

    def __init__(
        self,
        seats: int = 3,
        *,
        ours: tuple[int, ...] = (),
        guilty: tuple[int, ...] = (),
        half: bool = False,
    ) -> None:
        self.genesis = genesis_of(seats, rounds=1, half=half)
        self.log = Log(self.genesis)
        self.guilty = set(guilty)
        self.play = Play(self.genesis, RULES, frozenset(ours), self.guilty)
        self.hands = [Forger(self.genesis, seat) for seat in range(seats)]

    def say(self, seat: int, message: Message, /, **fields: Unpack[Fields]) -> list[Event]:
        """On the ground of the play, unless told otherwise."""
        ground = self.play.ground
        header = Fields(step=ground.step, past=ground.past, state=ground.state)
        self.log.add(self.hands[seat].say(message, **header | fields))
        return self.play.run(self.log)

    def start(self) -> "Table":
        for hand in self.hands:
            self.say(hand.seat, Accept())
        return self

    def lock(self, *seats: int) -> None:
        assert self.play.exchange is not None
        entries = self.play.exchange.entries()
        for seat in seats or range(len(self.hands)):
            self.say(seat, Lock(entries))

    def call(self) -> "Table":
        """Step 1."""
        self.say(0, Decide(("call", "rock")))
        self.lock()
        return self

    def seal(self, seat: int, value: object) -> None:
        """Commit with the session's own code, to save the arithmetic."""
        session = session_of(self.genesis, seat)
        session.play, session.log = self.play, self.log
        happened: list[Event] = []
        session._hide(seat, value, noise("salt", seat), happened)  # type: ignore[arg-type]
        self.hands[seat].chain = list(self.log.chains[seat])
        self.play.run(self.log)

    def reveal(self, seat: int, value: object) -> list[Event]:
        return self.say(seat, Reveal(noise("salt", seat), value))  # type: ignore[arg-type]

    def mend(self, envelope: Envelope) -> bool:
        return self.play.mend(Spare.of(envelope, self.genesis))

    def vote(self, vote: tuple[tuple[int, int], ...], *seats: int) -> list[Event]:
        """Propose and sign."""
        happened: list[Event] = []
        for seat in seats:
            self.say(seat, Forfeit(vote))
        for seat in seats:
            happened += self.say(seat, Forfeit(vote, signed=True))
        return happened


def story(events: list[Event]) -> list[Event]:
    return [
        event for event in events if isinstance(event, StepOpened | Settled | Absent | Finished | Claimed)
    ]


def retold(order: list[Envelope], mesh: SessionTable) -> Play[object]:
    """The log entered in this order, as far as each author's own order allows it."""
    log, play = Log(mesh.genesis), Play(mesh.genesis, RULES)
    waiting = list(order)
    while waiting:
        ready = next(e for e in waiting if e.number == len(log.chains[e.seat]))
        waiting.remove(ready)
        log.add(ready)
        play.run(log)
        if ready.step < play.step and play.is_overtaken(log, ready.step):
            play = Play(mesh.genesis, RULES)
            play.run(log)
    return play  # type: ignore[return-value]


# A whole game.


def test_a_game_is_played_from_its_log() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    log, play = Log(mesh.genesis), Play(mesh.genesis, RULES)
    for envelope in mesh.sessions[0].log.order:
        log.add(envelope)
    events = play.run(log)
    assert [type(event).__name__ for event in events] == ["StepOpened", "Settled"] * 3 + [
        "StepOpened",
        "Finished",
    ]
    assert play.outcome == mesh.sessions[0].play.outcome
    assert play.state == mesh.sessions[0].play.state
    assert play.run(log) == []


@pytest.mark.parametrize("name", [None, "never reveals", "never locks", "equivocated decision"])
def test_any_order_tells_the_same_story(name: str | None) -> None:
    mesh = SessionTable(3, rounds=1) if name is None else Arena(3, CHEATS[name], liar=2)
    wait_out(mesh.begin())
    live = mesh.sessions[0]
    for seed in range(6):
        order = list(live.log.order)
        Random(seed).shuffle(order)
        again = retold(order, mesh)
        assert again.ground == live.play.ground
        assert again.outcome == live.play.outcome
        assert again.settled == live.play.settled


def test_each_step_stands_on_the_one_before() -> None:
    table = Table().start()
    grounds = [table.play.ground]
    assert isinstance(table.play.exchange.need if table.play.exchange else None, AskOpen)
    table.call()
    grounds.append(table.play.ground)
    assert isinstance(table.play.exchange.need if table.play.exchange else None, AskChance)
    assert [ground.step for ground in grounds] == [1, 2]
    assert grounds[0].past == table.genesis.table != grounds[1].past
    assert grounds[0].state != grounds[1].state
    assert table.play.before is not None
    assert table.play.before.stage is ExchangeStage.DONE


# Sitting down.


def test_the_game_begins_when_all_sit() -> None:
    table = Table()
    assert table.play.exchange is None
    table.say(0, Accept())
    table.say(1, Accept())
    assert table.play.step == 0
    assert story(table.say(2, Accept()))
    assert table.play.step == 1


def test_who_sits_down_on_another_state_has_not_sat_down() -> None:
    table = Table()
    table.say(0, Accept(), state=noise("wrong"))
    table.say(1, Accept())
    table.say(2, Accept())
    assert table.play.step == 0
    table.guilty.add(0)
    table.play.run(table.log)
    assert table.play.step == 1


def test_a_seat_that_is_proven_guilty_need_not_sit_down() -> None:
    table = Table(guilty=(2,))
    table.say(0, Accept())
    table.say(1, Accept())
    assert table.play.step == 1


# Messages that cannot be used.


def test_another_past_is_not_heard_and_proves_nothing() -> None:
    """After a vote, that is: without one, the author's own lock would show what its past is."""
    table = Table().start()
    table.say(2, Forfeit(((1, 9),)))
    table.call()
    table.say(2, Commit(bytes(32)), past=noise("elsewhere"))
    assert table.play.take_faults() == []
    assert table.play.unusable == {2: 3}
    assert table.play.owed_number(2) == 3


@pytest.mark.parametrize(
    ("seat", "message", "fault"),
    [
        (1, Decide(("call", "rock")), "OutOfTurn"),
        (0, Decide(("call", "well")), "IllegalDecision"),
        (0, Commit(bytes(32)), "OutOfTurn"),
    ],
)
def test_what_the_rules_refuse_stops_its_author_only(seat: int, message: Message, fault: str) -> None:
    table = Table().start()
    table.say(seat, message)
    (found,) = table.play.take_faults()
    assert (found.name, found.seat, found.number) == (fault, seat, 1)
    assert found.state == table.play.ground.encoded
    assert table.play.unusable == {seat: 1}
    assert table.play.take_faults() == []


def faults_of(table: Table, seat: int, message: Message, /, **fields: Unpack[Fields]) -> list[Fault]:
    table.say(seat, message, **fields)
    return table.play.take_faults()


def test_another_state_is_a_fault_where_the_authors_own_lock_shows_it() -> None:
    table = Table()
    (first,) = faults_of(table, 0, Accept(), state=noise("wrong"))
    assert (first.name, len(first.evidence)) == ("WrongState", 1)
    table = Table().start().call()
    (later,) = faults_of(table, 1, Commit(bytes(32)), state=noise("wrong"))
    assert (later.name, later.seat, later.number) == ("WrongState", 1, 2)
    assert later.evidence[-1] == table.hands[1].chain[-1].wire
    assert table.hands[0].chain[1].wire in later.evidence


def test_another_state_after_a_vote_proves_nothing() -> None:
    table = Table().start()
    table.say(1, Forfeit(((2, 9),)))
    table.call()
    assert faults_of(table, 1, Commit(bytes(32)), state=noise("wrong")) == []
    assert table.play.unusable == {1: 3}


def test_nothing_is_heard_of_a_seat_after_a_message_that_cannot_be_used() -> None:
    table = Table().start()
    table.say(1, Decide(("call", "rock")))
    table.say(1, Lock((None, table.hands[1].chain[-1].id, None)))
    assert table.play.exchange is not None
    assert table.play.exchange.lock(1) is None


# What a seat owes.


def test_votes_do_not_put_off_what_a_seat_owes() -> None:
    table = Table().start()
    assert table.play.owed_number(1) == 1
    table.say(1, Keep(2, 0))
    table.say(1, Forfeit(((2, 9),)))
    assert table.play.owed_number(1) == 1
    table.say(0, Decide(("call", "rock")))
    table.lock(1)
    assert table.play.owed_number(1) == 4
    assert table.play.owed_number(0) == 2


def test_a_lock_of_something_else_is_still_owed() -> None:
    table = Table().start()
    table.say(0, Decide(("call", "rock")))
    table.say(1, Lock((noise("else"), None, None)))
    assert table.play.owed_number(1) == 1
    assert table.play.exchange is not None
    assert table.play.exchange.due(1) is ExchangeStage.LOCKING


def test_what_a_lock_says_of_somebody_guilty_changes_no_number() -> None:
    """Each may hold another branch of its chain, and all have to name the others alike."""
    table = Table().start()
    table.say(0, Decide(("call", "rock")))
    table.say(1, Lock((noise("else"), None, None)))
    table.guilty.add(0)
    assert table.play.owed_number(1) == 2
    assert table.play.exchange is not None
    assert table.play.exchange.due(1) is ExchangeStage.LOCKING
    table.say(2, Lock((noise("else"), noise("lied"), None)))
    assert table.play.owed_number(2) == 1


# Votes.


def test_a_carried_list_cuts_and_the_step_goes_on() -> None:
    table = Table().start()
    table.say(0, Decide(("call", "rock")))
    table.lock(0, 1)
    assert table.play.step == 1
    events = story(table.vote(((2, 1),), 0, 1))
    assert events[0] == Absent(1, 2, 1)
    assert table.play.step == 2
    assert table.play.active == {0, 1}
    assert table.play.settled[1].cuts == {2: 1}


def test_what_was_said_before_the_cut_counts() -> None:
    table = Table().start()
    table.vote(((0, 1),), 1, 2)
    table.lock(1, 2)
    assert table.play.state.state.called == "rock"  # the default
    other = Table().start()
    other.say(0, Decide(("call", "paper")))
    other.vote(((0, 2),), 1, 2)
    other.lock(1, 2)
    assert other.play.state.state.called == "paper"


def test_a_seat_of_ours_waits_for_what_becomes_of_its_own_list() -> None:
    for ours, step in (((), 2), ((1,), 2), ((0,), 1)):
        table = Table(ours=ours).start()
        table.say(0, Decide(("call", "rock")))
        table.say(0, Forfeit(((2, 1),)))
        table.lock()
        assert table.play.step == step


def test_a_step_is_overtaken_by_votes_that_come_late() -> None:
    settled = Table().start().call()
    assert not settled.play.is_overtaken(settled.log, 1)
    voted = Table().start()
    voted.say(0, Decide(("call", "rock")))
    voted.lock(0, 1)
    voted.vote(((2, 1),), 0, 1)
    assert voted.play.settled[1].cuts == {2: 1}
    assert not voted.play.is_overtaken(voted.log, 1)
    assert settled.play.is_overtaken(voted.log, 1)


# Doubtful lists: somebody guilty had to sign them.


def voted(*, guilty: tuple[int, ...] = (2,), reveals: tuple[int, ...] = (0, 1, 2)) -> Table:
    """Four seats; seat 3 has not revealed its share in step 2, and the others have signed without it."""
    table = Table(4, guilty=guilty).start().call()
    for seat in range(4):
        table.seal(seat, noise("share", seat))
    table.lock()
    for seat in reveals:
        table.reveal(seat, noise("share", seat))
    table.vote(((3, 4),), 0, 1, 2)
    return table


def gone_on() -> Fields:
    """The ground on which somebody stands who went on with that list."""
    ground = voted(guilty=()).play.ground
    assert ground.step == 3
    return Fields(step=3, past=ground.past, state=ground.state)


def come_late(table: Table) -> None:
    """Seat 3's reveal comes after all."""
    table.reveal(3, noise("share", 3))


def test_a_list_that_a_guilty_seat_has_signed_votes_nobody_out() -> None:
    assert voted(guilty=()).play.settled[2].cuts == {3: 4}
    table = voted()
    assert table.play.step == 2
    assert table.play.exchange is not None
    assert table.play.exchange.cuts == {}
    come_late(table)
    assert table.play.step == 3
    assert table.play.active == {0, 1, 2, 3}
    assert table.play.settled[2].cuts == {}


def test_it_counts_once_somebody_honest_has_gone_on_with_it() -> None:
    table = voted()
    events = story(table.say(0, Commit(bytes(32)), **gone_on()))
    assert events[0] == Absent(2, 3, 4)
    assert table.play.step == 3
    assert table.play.settled[2].cuts == {3: 4}
    assert table.play.active == {0, 1, 2}
    assert not table.play.unusable


def test_it_does_not_count_because_the_guilty_go_on_with_it() -> None:
    table = voted()
    table.say(2, Commit(bytes(32)), **gone_on())
    assert table.play.step == 2
    come_late(table)
    assert table.play.settled[2].cuts == {}
    assert table.play.unusable == {2: 7}


def test_the_named_cannot_go_on_with_it() -> None:
    """Who is out is part of the past, and whoever has not voted stands on the past of its own lock."""
    table = voted()
    table.log.add(table.hands[3].say(Reveal(noise("salt", 3), noise("share", 3))))
    with pytest.raises(WrongPast):
        table.say(3, Commit(bytes(32)), **gone_on())


ELSEWHERE = (Fields(past=noise("elsewhere")), Fields(state=noise("elsewhere")))


@pytest.mark.parametrize("elsewhere", ELSEWHERE, ids=["past", "state"])
def test_it_does_not_count_because_somebody_goes_on_elsewhere(elsewhere: Fields) -> None:
    table = voted()
    table.say(0, Commit(bytes(32)), **gone_on() | elsewhere)
    assert table.play.step == 2


def test_it_does_not_count_while_the_step_lacks_more_than_the_named() -> None:
    """Whoever went on has seen what we lack."""
    table = voted(reveals=(0, 2))
    table.say(0, Commit(bytes(32)), **gone_on())
    assert table.play.step == 2
    table.reveal(1, noise("share", 1))
    assert table.play.step == 3
    assert table.play.settled[2].cuts == {3: 4}


def test_a_doubtful_list_counts_where_somebody_honest_has_locked_without_whom_it_cuts() -> None:
    """Nobody locks before every chooser that is present has chosen."""
    table = Table(4).start()
    table.guilty.add(2)
    table.vote(((0, 1),), 1, 2, 3)
    assert table.play.exchange is not None
    assert table.play.exchange.cuts == {}
    table.lock(2)
    assert table.play.exchange.cuts == {}, "the guilty one's lock shows nothing"
    table.lock(1)
    assert table.play.exchange.cuts == {0: 1}


def test_at_the_end_nobody_goes_on_so_a_doubtful_list_never_counts() -> None:
    mesh = SessionTable(4, rounds=1).begin().run()
    table = Table(4)
    for envelope in mesh.sessions[0].log.order:
        if envelope.step < 4:
            table.log.add(envelope)
            table.hands[envelope.seat].chain.append(envelope)
    table.play.run(table.log)
    assert isinstance(table.play.exchange.need if table.play.exchange else None, GameOver)
    table.guilty.add(2)
    table.vote(((3, len(table.hands[3].chain)),), 0, 1, 2)
    table.lock(0, 1, 2)
    assert table.play.outcome is None
    table.lock(3)
    assert isinstance(table.play.outcome, Finished)
    assert table.play.settled[4].cuts == {}


def test_a_step_that_was_settled_by_a_list_is_overtaken_when_the_list_becomes_doubtful() -> None:
    table = voted(guilty=())
    assert not table.play.is_overtaken(table.log, 2)
    table.guilty.add(3)
    assert not table.play.is_overtaken(table.log, 2), "the guilty one is named"
    table.guilty.add(2)
    assert table.play.is_overtaken(table.log, 2)


def test_it_is_not_overtaken_if_somebody_honest_stands_on_it() -> None:
    table = voted(guilty=())
    table.say(2, Commit(bytes(32)))
    table.guilty.add(2)
    assert table.play.is_overtaken(table.log, 2), "the guilty one's company is none"
    table.say(1, Commit(bytes(32)))
    assert not table.play.is_overtaken(table.log, 2)


def test_who_stands_elsewhere_is_no_company() -> None:
    table = voted(guilty=())
    table.say(1, Commit(bytes(32)), state=noise("elsewhere"))
    assert table.play.unusable == {1: 7}
    table.guilty.add(2)
    assert table.play.is_overtaken(table.log, 2)


def test_a_step_that_was_settled_without_the_list_is_overtaken_by_who_stands_elsewhere() -> None:
    """Perhaps it is they who went on with it: told again, the story goes the same way as theirs."""
    table = voted()
    come_late(table)
    assert table.play.step == 3
    assert not table.play.is_overtaken(table.log, 2)
    table.say(1, Commit(bytes(32)), **gone_on())
    assert table.play.unusable == {1: 7}
    assert table.play.is_overtaken(table.log, 2)
    again = Play(table.genesis, RULES, frozenset(), table.guilty)
    again.run(table.log)
    assert again.settled[2].cuts == {3: 4}
    assert not again.unusable
    assert not again.is_overtaken(table.log, 2)
    table.guilty.add(1)
    assert not table.play.is_overtaken(table.log, 2), "but not by somebody guilty"


def test_a_step_further_back_is_not_overtaken_by_doubt() -> None:
    table = voted(guilty=())
    for seat in (0, 1, 2):
        table.seal(seat, ("throw", "rock"))
    table.lock(0, 1, 2)
    for seat in (0, 1, 2):
        table.reveal(seat, ("throw", "rock"))
    assert table.play.step == 4
    table.guilty.add(2)
    assert not table.play.is_overtaken(table.log, 2)


def test_neither_votes_nor_giving_up_are_what_a_step_lacks() -> None:
    """Else a seat could put its absence off, or nodes that heard it and others would name two numbers."""
    table = Table().start()
    assert table.play.owed_number(1) == 1
    table.say(1, Keep(2, 9))
    table.say(1, Resign())
    assert table.play.owed_number(1) == 1
    table.say(0, Decide(("call", "rock")))
    assert table.play.owed_number(0) == 2


# Claims.


def test_one_who_is_left_alone_has_claimed_the_table() -> None:
    table = Table(2, half=True).start()
    assert story(table.vote(((1, 1),), 0)) == [Absent(1, 1, 1), Claimed(1, (0,))]
    assert table.play.outcome == Claimed(1, (0,))
    assert table.play.run(table.log) == []


def test_nobody_goes_on_alone() -> None:
    """Not even who signed away each of the others with the help of the other one."""
    table = Table().start()
    table.vote(((2, 1),), 0, 1)
    table.say(0, Keep(2, 1))
    assert story(table.vote(((1, 1),), 0, 2)) == [Absent(1, 1, 1), Claimed(1, (0,))]
    table.say(0, Decide(("call", "rock")))
    table.lock(0)
    assert table.play.step == 1
    assert table.play.outcome == Claimed(1, (0,))


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("claimant", [0, 1])
def test_either_of_two_claims_the_table_and_nothing_goes_on(claimant: int, half: bool) -> None:
    table = Table(2, half=half).start()
    assert Claimed(1, (claimant,)) in story(table.vote(((1 - claimant, 1),), claimant))
    table.say(0, Decide(("call", "rock")))
    table.lock()
    assert table.play.step == 1
    assert table.play.outcome == Claimed(1, (claimant,))


def test_a_claim_that_comes_late_overtakes_two_but_not_more() -> None:
    for seats, overtaken in ((2, True), (3, False)):
        claimed, settled = Table(seats).start(), Table(seats).start().call()
        claimed.vote(tuple((seat, 1) for seat in range(seats - 1)), seats - 1)
        assert settled.play.is_overtaken(claimed.log, 1) is overtaken
        settled.guilty.add(seats - 1)
        assert not settled.play.is_overtaken(claimed.log, 1)


@pytest.mark.parametrize(("ours", "over"), [((), True), ((2,), True), ((0,), False), ((0, 2), True)])
def test_a_claim_of_few_ends_the_table_for_them_only(ours: tuple[int, ...], over: bool) -> None:
    table = Table(3, ours=ours).start()
    table.vote(((0, 1), (1, 1)), 2)
    assert table.play.outcome == (Claimed(1, (2,)) if over else None)


def test_a_claim_lapses_when_the_step_goes_on() -> None:
    table = Table().start()
    table.vote(((0, 1), (1, 1)), 2)
    assert table.play.outcome == Claimed(1, (2,))
    table.call()
    assert table.play.outcome is None
    assert table.play.step == 2


def test_a_claim_lapses_when_the_claimants_are_voted_out() -> None:
    table = Table(4, half=True).start()
    table.vote(((0, 1), (1, 1)), 2, 3)
    assert table.play.outcome == Claimed(1, (2, 3))
    assert table.vote(((2, 3), (3, 3)), 0, 1) == [Absent(1, 2, 3), Absent(1, 3, 3)]
    assert table.play.outcome is None
    assert table.play.exchange is not None
    assert table.play.exchange.present == {0, 1}


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize(
    ("claimant", "guilty", "outcome"),
    [
        (0, {0}, None),
        (0, {1}, Claimed(1, (0,))),
        (0, {0, 1}, None),
        (1, {1}, None),
        (1, {0}, Claimed(1, (1,))),
    ],
)
def test_nobody_wins_a_table_by_cheating(
    claimant: int, guilty: set[int], outcome: Claimed | None, half: bool
) -> None:
    table = Table(2, half=half).start()
    table.guilty |= guilty
    table.vote(((1 - claimant, 1),), claimant)
    assert table.play.outcome == outcome


@pytest.mark.parametrize("half", [False, True])
def test_who_is_left_with_somebody_guilty_claims_the_table(half: bool) -> None:
    table = Table(2, half=half, guilty=(0,)).start()
    table.vote(((1, 1),), 0)
    table.vote(((0, 0),), 1)
    assert table.play.outcome == Claimed(1, (1,))


def test_all_who_signed_the_end_have_finished_whatever_is_claimed() -> None:
    mesh = SessionTable(2, rounds=1).begin().run()
    order = [e for e in mesh.sessions[0].log.order if not (e.seat == 1 and e.step == 4)]
    (last,) = [e for e in mesh.sessions[0].log.chains[1] if e.step == 4]
    log, play = Log(mesh.genesis), Play(mesh.genesis, RULES)
    for envelope in order:
        log.add(envelope)
    play.run(log)
    assert isinstance(play.exchange.need if play.exchange else None, GameOver)
    hand = Forger(mesh.genesis, 0)
    hand.chain = list(log.chains[0])
    for signed in (False, True):
        log.add(hand.say(Forfeit(((1, last.number),), signed=signed)))
    play.run(log)
    assert play.outcome == Claimed(4, (0,))
    log.add(last)
    play.run(log)
    assert isinstance(play.outcome, Finished)


# Mending.


def stuck(step: int, *, sealed: object = noise("share", 2)) -> tuple[Table, Forger]:
    """A table at which all but seat 2 have done their part, and a hand that can forge seat 2's."""
    table = Table().start()
    if step > 1:
        table.call()
        for seat in range(3):
            table.seal(seat, sealed if seat == 2 else noise("share", seat))
        table.lock()
        for seat in (0, 1):
            table.reveal(seat, noise("share", seat))
    else:
        table.say(0, Decide(("call", "rock")))
        table.lock(0, 1)
    hand = Forger(table.genesis, 2)
    hand.chain = list(table.log.chains[2])
    return table, hand


def test_a_lock_from_another_branch_is_taken() -> None:
    table, hand = stuck(1)
    ground, exchange = table.play.ground, table.play.exchange
    assert exchange is not None
    fields = Fields(step=1, past=ground.past, state=ground.state)
    entries = exchange.entries()
    assert not table.mend(hand.draft(Lock((noise("else"), None, None)), **fields))
    assert not table.mend(hand.draft(Lock(entries[:2]), **fields))
    assert not table.mend(hand.draft(Lock((None, noise("unasked"), None)), **fields))
    assert not table.mend(hand.draft(Keep(0, 1), **fields))
    assert not table.mend(hand.draft(Lock(entries), **fields | Fields(past=noise("else"))))
    assert not table.mend(table.hands[0].chain[-1])
    assert table.mend(hand.draft(Lock(entries), **fields))
    assert not table.mend(hand.draft(Lock(entries), **fields))
    table.play.run(table.log)
    assert table.play.step == 2


def test_a_reveal_from_another_branch_is_taken_if_it_opens_the_commitment() -> None:
    table, hand = stuck(2)
    share = noise("share", 2)
    assert table.play.owed_number(2) == 4
    assert not table.mend(hand.draft(Reveal(noise("another salt"), share)))
    assert not table.mend(hand.draft(Reveal(noise("salt", 2), b"seven")))
    assert table.mend(hand.draft(Reveal(noise("salt", 2), share), number=7))
    assert not table.mend(hand.draft(Reveal(noise("salt", 2), share), number=7))
    table.play.run(table.log)
    assert table.play.step == 3


def test_a_reveal_from_another_branch_is_not_taken_if_the_rules_refuse_it() -> None:
    """It opens the commitment; to settle the step with it would ask the rules for what they do not know."""
    table, hand = stuck(2, sealed=b"seven")
    assert not table.mend(hand.draft(Reveal(noise("salt", 2), b"seven")))
    table.play.run(table.log)
    assert table.play.step == 2


def test_a_lock_from_another_branch_names_no_choice_that_the_step_does_not_ask_for() -> None:
    """What a lock says of who is out is not compared with what we hold; the rules are asked all the same."""
    table = Table().start()
    table.say(0, Decide(("call", "rock")))
    table.vote(((1, 1),), 0, 2)
    table.lock(0)
    table.play.run(table.log)
    ground, exchange = table.play.ground, table.play.exchange
    assert exchange is not None
    assert exchange.present == {0, 2}
    called = exchange.entries()[0]
    hand = Forger(table.genesis, 2)
    hand.chain = list(table.log.chains[2])
    fields = Fields(step=1, past=ground.past, state=ground.state)
    assert not table.mend(hand.draft(Lock((called, noise("unasked"), None)), **fields))
    assert table.mend(hand.draft(Lock((called, None, None)), **fields))


def asked_of(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[Value]:
    """The values that the rules are asked of from now on."""
    asked: list[Value] = []
    judge = table.play.rules.refusal

    def refusal(state: object, seat: int, value: Value) -> str | None:
        asked.append(value)
        return judge(state, seat, value)  # type: ignore[arg-type]

    monkeypatch.setattr(table.play.rules, "refusal", refusal)
    return asked


def test_of_spare_reveals_nothing_is_calculated_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are tried after every message, and to judge a decision may take long calculations (§14)."""
    table = Table().start()
    table.call()
    for seat in range(3):
        table.seal(seat, noise("share", seat))
    table.lock()
    for seat in range(3):
        table.reveal(seat, noise("share", seat))
    for seat in range(3):
        table.seal(seat, "no throw" if seat == 2 else ("throw", "rock"))
    table.lock()
    table.play.run(table.log)
    assert table.play.step == 3
    hand = Forger(table.genesis, 2)
    hand.chain = list(table.log.chains[2])
    number = len(hand.chain)
    values = [("throw", str(n)) for n in range(8)] + ["no throw"] * 8
    drafts = [hand.draft(Reveal(noise("salt", 2), v), number=number + n) for n, v in enumerate(values)]
    spares = [Spare.of(draft, table.genesis) for draft in drafts]
    asked = asked_of(table, monkeypatch)
    monkeypatch.delattr(play_module, "opening")
    assert not any(map(table.play.mend, spares * 2))
    assert asked == ["no throw"]


def test_nothing_is_mended_where_there_is_nothing_to_mend() -> None:
    table = Table()
    stray = Forger(table.genesis, 2)
    stray.accept()
    assert not table.mend(stray.say(Lock((None,) * 3), step=1))
    table.start().call()
    ground = table.play.ground
    fields = Fields(step=2, past=ground.past, state=ground.state)
    assert not table.mend(table.hands[2].draft(Reveal(noise("salt", 2), noise("share", 2)), **fields))
    table.vote(((2, 2),), 0, 1)
    assert not table.mend(table.hands[2].draft(Lock((None,) * 3), **fields))


def test_secrets_are_asked_of_all_who_play() -> None:
    mesh = SessionTable(3, rounds=1).begin().run()
    needs = [event.need for event in mesh.happened(0, StepOpened)]  # type: ignore[union-attr]
    assert [type(need) for need in needs] == [AskOpen, AskChance, AskSecret, GameOver]
