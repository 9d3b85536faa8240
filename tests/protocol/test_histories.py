"""Whatever happens at a table, in whatever order: nobody disagrees or is wronged, and nothing signed is lost.

A history is a sequence of the rules below, drawn and, if something fails, shortened by hypothesis: seats
choose, messages arrive, twice, late, damaged or never, machines stop and come back from their records,
patience ends, and at most one seat lies in one of the ways of the lab. Afterwards everybody comes back, and
the table must come to an end.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from p2p_heroes.tabletest.attacks import ATTACKS, Attack
from p2p_heroes.tabletest.session_table import MESSAGE, RULES, Packet, SessionTable, recorded, restored
from protocol.errors import NotDue
from protocol.events import Event, Finished, Hid, Proved, Said
from protocol.faults import Proof, check
from protocol.genesis import Genesis
from protocol.rules import AskChance
from protocol.transcript import Record
from tests.support.cheats import Arena, vote_all, wait_out

TOO_LONG = {"votes without end", "keeps without end", "fill its chain"}
"""Chains of dozens of messages: their own tests play them."""

NAMES = sorted(name for name in ATTACKS if name not in TOO_LONG)
PLACES = st.integers(0, 2**16)
"""Of a list whose length is known only when it is looked at."""


@dataclass
class Disk:
    """What a seat has written down, and how much of it no crash can take."""

    records: list[Record]
    synced: int = 0
    said: int = 0


class Company(SessionTable):
    """A mesh whose seats keep records and can be started again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.disks = {seat: Disk([]) for seat in self.sessions}

    def absorb(self, seat: int, events: list[Event]) -> None:
        disk = self.disks[seat]
        disk.records += recorded(events)
        if any(isinstance(event, Hid | Said | Proved) for event in events):
            disk.synced = len(disk.records)
        disk.said += sum(isinstance(event, Said) for event in events)
        super().absorb(seat, events)

    def come_back(self, seat: int, lost: int) -> None:
        """Come back from what is on disk; of what was not synced some may be lost."""
        disk = self.disks[seat]
        del disk.records[max(disk.synced, len(disk.records) - lost) :]
        self.sessions[seat] = restored(self.genesis, seat, disk.records)
        self.dead.discard(seat)
        self.absorb(seat, self.sessions[seat].wake())

    def story(self, seat: int, honest: Sequence[int]) -> dict[int, bytes]:
        """The seat's states; of one that was voted out and may not have heard of it, those up to there."""
        plays = [self.sessions[other].play for other in honest if other != seat]
        cuts = [step for play in plays for step, one in enumerate(play.settled) if seat in one.cuts]
        return {step: state for step, state in self.states[seat].items() if step <= min(cuts, default=step)}


class LyingCompany(Company, Arena):
    """A company in which one seat lies."""


class Histories(RuleBasedStateMachine):
    """One table, from any moment of its game on."""

    @initialize(
        seats=st.integers(2, 4),
        liar=st.none() | st.integers(0, 3),
        attack=st.sampled_from(NAMES),
        seed=st.integers(0, 7),
        moves=st.integers(0, 120),
    )
    def sit_down(self, seats: int, liar: int | None, attack: str, seed: int, moves: int) -> None:
        chosen: Attack = ATTACKS[attack]
        lies = liar is not None and liar < seats and chosen.least <= seats
        self.liar = liar if lies else None
        self.mesh: Company
        if self.liar is None:
            self.mesh = Company(seats, seed=seed, rounds=1)
        else:
            self.mesh = LyingCompany(seats, chosen, self.liar, seed=seed)
        self.mesh.begin()
        self.play_on(moves)

    @property
    def honest(self) -> list[int]:
        return [seat for seat in self.mesh.sessions if seat != self.liar]

    def awake(self, fits: Callable[[int], bool] = lambda seat: True) -> list[int]:
        return [seat for seat in self.mesh.alive() if fits(seat)]

    # What can happen.

    @rule(count=st.integers(1, 40))
    def play_on(self, count: int) -> None:
        """For a while nothing goes wrong, among those who are there."""
        for _ in range(count):
            due = self.awake(lambda seat: bool(self.mesh.sessions[seat].duties()))
            if self.mesh.packets:
                self.mesh.deliver(self.mesh.packets.pop(0))
            elif due:
                self.mesh.choose(due[0])
            else:
                self.mesh.gossip()

    @precondition(lambda self: self.awake(lambda seat: bool(self.mesh.sessions[seat].duties())))
    @rule(who=PLACES, what=PLACES)
    def choose(self, who: int, what: int) -> None:
        """A seat decides, or gives its share of chance."""
        due = self.awake(lambda seat: bool(self.mesh.sessions[seat].duties()))
        seat = due[who % len(due)]
        play = self.mesh.sessions[seat].play
        assert play.exchange is not None
        if isinstance(play.exchange.need, AskChance):
            self.mesh.choose(seat)
        else:
            keeper = RULES.keeper(seat)
            _, request = keeper.question(play.state.state)
            offered = [keeper.value(play.state.state, decision) for decision in request.choices]
            self.mesh.choose(seat, offered[what % len(offered)])

    @precondition(lambda self: self.mesh.packets)
    @rule(places=st.lists(PLACES, min_size=1, max_size=8))
    def arrive(self, places: list[int]) -> None:
        """Some of what is under way arrives, in any order."""
        for place in places:
            if self.mesh.packets:
                self.mesh.deliver(self.mesh.packets.pop(place % len(self.mesh.packets)))

    @precondition(lambda self: self.mesh.packets)
    @rule(count=st.integers(1, 12))
    def arrive_in_order(self, count: int) -> None:
        for _ in range(min(count, len(self.mesh.packets))):
            self.mesh.deliver(self.mesh.packets.pop(0))

    @precondition(lambda self: self.mesh.packets)
    @rule(place=PLACES)
    def arrive_twice(self, place: int) -> None:
        self.mesh.deliver(self._packet(place))

    @precondition(lambda self: self.mesh.packets)
    @rule(place=PLACES)
    def get_lost(self, place: int) -> None:
        self.mesh.packets.remove(self._packet(place))

    @precondition(lambda self: self.mesh.packets)
    @rule(place=PLACES, bit=PLACES)
    def arrive_damaged(self, place: int, bit: int) -> None:
        """One bit is another; the whole one is still under way."""
        sender, reader, data = self._packet(place)
        changed = bytearray(data)
        changed[1 + bit // 8 % (len(data) - 1)] ^= 1 << bit % 8
        session = self.mesh.sessions[reader]
        before = session.heads(), set(session.proofs)
        self.mesh.deliver((sender, reader, bytes(changed)))
        assert (session.heads(), set(session.proofs)) == before

    @rule(one=PLACES, other=PLACES)
    def meet(self, one: int, other: int) -> None:
        """One seat gives another what it lacks."""
        giver, taker = one % len(self.mesh.sessions), other % len(self.mesh.sessions)
        if giver not in (taker, self.liar) and not {giver, taker} & self.mesh.dead:
            sessions = self.mesh.sessions
            for envelope in list(sessions[giver].missing(sessions[taker].heads())):
                self.mesh.deliver((giver, taker, MESSAGE + envelope.wire))

    @rule(who=PLACES)
    def crash(self, who: int) -> None:
        self.mesh.dead.add(self.honest[who % len(self.honest)])

    @precondition(lambda self: self.mesh.dead)
    @rule(who=PLACES, lost=st.integers(0, 6))
    def come_back(self, who: int, lost: int) -> None:
        dead = sorted(self.mesh.dead)
        self.mesh.come_back(dead[who % len(dead)], lost)

    @precondition(lambda self: self.awake())
    @rule(who=PLACES, named=PLACES)
    def vote(self, who: int, named: int) -> None:
        """A seat votes against one for whom it waits, though that may be there."""
        seats = self.awake()
        seat = seats[who % len(seats)]
        session = self.mesh.sessions[seat]
        waited = [waiting.seat for waiting in session.waiting() if waiting.seat != seat]
        if waited:
            with suppress(NotDue):
                self.mesh.absorb(seat, session.forfeit([waited[named % len(waited)]]))

    @rule()
    def lose_patience(self) -> None:
        """So much time passes that everybody votes against all for whom it waits."""
        vote_all(self.mesh, self.awake(lambda seat: seat != self.liar))

    def _packet(self, place: int) -> Packet:
        return self.mesh.packets[place % len(self.mesh.packets)]

    # What must hold.

    @invariant()
    def nobody_disagrees(self) -> None:
        stories = [self.mesh.story(seat, self.honest) for seat in self.honest]
        for step in {step for story in stories for step in story}:
            assert len({story[step] for story in stories if step in story}) == 1, step

    @invariant()
    def nobody_is_wronged(self) -> None:
        for seat in self.honest:
            assert self.mesh.sessions[seat].proofs.keys() <= {self.liar}

    @invariant()
    def what_was_signed_is_kept(self) -> None:
        for seat in self.honest:
            chain = self.mesh.sessions[seat].log.chains[seat]
            assert len(chain) == self.mesh.disks[seat].said
            for other in self.honest:
                held = self.mesh.sessions[other].log.chains[seat]
                assert [one.wire for one in held] == [one.wire for one in chain[: len(held)]]

    def teardown(self) -> None:
        """Everybody comes back, and whoever waits in vain votes: the table comes to an end, one for all."""
        if not hasattr(self, "mesh"):
            return
        for seat in sorted(self.mesh.dead):
            self.mesh.come_back(seat, 0)
        wait_out(self.mesh, rounds=30, willing=lambda seat: seat != self.liar)
        self.nobody_disagrees()
        self.nobody_is_wronged()
        self.what_was_signed_is_kept()
        self._check_end()

    def _check_end(self) -> None:
        sessions = [self.mesh.sessions[seat] for seat in self.honest]
        for session in sessions:
            waited = {waiting.seat for waiting in session.waiting()}
            assert session.play.outcome is not None or self.liar in waited
            for proof in session.proofs.values():
                known = Genesis.read(self.mesh.genesis.encoded)
                check(Proof.read(proof.encode()), known, RULES)
        finished = {
            session.play.outcome for session in sessions if isinstance(session.play.outcome, Finished)
        }
        assert len(finished) <= 1
        if self.liar is None:
            assert len({session.play.outcome for session in sessions}) == 1
            assert len({session.play.ground for session in sessions}) == 1
            assert not any(session.play.unusable for session in sessions)


Histories.TestCase.settings = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=120,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
)
TestHistories = pytest.mark.slow(Histories.TestCase)
