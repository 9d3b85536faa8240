"""The fold (protocol.md §5.5): from chains to states."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from . import roshambo
from .envelopes import ACCEPT, COMMIT, FORFEIT, KEEP, LOCK, REVEAL, Fault, Message
from .exchange import Exchange
from .values import Value
from .votes import List

SPARES = 64
DOUBTFUL = 5
PASSES = 100
"""Far more than any table needs before the fold rests."""


class Endless(Exception):
    """The fold never rests: so the text cannot be meant."""


@dataclass(frozen=True)
class Outcome:
    """How a table stands: `finished`, or `claimed` by these seats."""

    name: str
    seats: tuple[int, ...] = ()


class Fold(Exchange):
    """Follows the table from step to step."""

    past: bytes
    state_digest: bytes
    cursors: list[int]
    accepted: set[int]
    unusable: set[int]
    settled: dict[int, tuple[frozenset[int], dict[int, int]]]
    outcome: Outcome | None
    spares: list[Message]
    looked_at: set[bytes]

    def begin(self) -> None:
        """Step 0, from nothing but the chains."""
        self.active = frozenset(self.genesis.seats)
        self.cursors = [0] * len(self.active)
        self.accepted, self.unusable, self.settled, self.outcome = set(), set(), {}, None
        self.enter(0, self.table, roshambo.initial(self.genesis))

    def enter(self, step: int, past: bytes, state: roshambo.State) -> None:
        self.step, self.past, self.state = step, past, state
        self.state_digest = self.digest_of(state)
        self.cuts, self.choices, self.locks, self.reveals, self.spare_locks = {}, {}, {}, {}, {}

    def go_on(self) -> None:
        for _ in range(PASSES):
            found, known = self.run(), self.guilty()
            for fault in found:
                self.note(fault)
            taken = self.take_spares()
            if self.is_news(found, known):
                self.look_back(self.step - 1)
            if not found and not taken and not self.look_back_for_the_unusable():
                return
        raise Endless

    def is_news(self, found: list[Fault], known: set[int]) -> bool:
        """Whether somebody has become guilty by what the fold has found."""
        return not {fault.seat for fault in found} <= known

    def run(self) -> list[Fault]:
        """1 and 2, until 2 says stop; the faults that were found."""
        found: list[Fault] = []
        while not self.is_finished():
            found += self.listen()
            if not self.settle():
                break
        return found

    def is_finished(self) -> bool:
        return self.outcome is not None and self.outcome.name == "finished"

    def note(self, fault: Fault) -> None:
        """Of each seat only the first fault is noted."""
        self.faults.setdefault(fault.seat, fault)

    def note_shown(self, fault: Fault) -> None:
        """Note what a message or a proof shows; if it is news, look at the step before."""
        news = fault.seat not in self.faults
        self.note(fault)
        if news:
            self.look_back(self.step - 1)

    # 1 Listen.

    def listen(self) -> list[Fault]:
        """Hear what can be heard; the faults that were found."""
        return [fault for seat in self.listeners() for fault in self.listen_to(seat)]

    def listeners(self) -> list[int]:
        return sorted(self.active - self.unusable)

    def listen_to(self, seat: int) -> list[Fault]:
        chain = self.chains[seat]
        while self.cursors[seat] < len(chain) and chain[self.cursors[seat]].step <= self.step:
            message = chain[self.cursors[seat]]
            if message.step == self.step:
                usable, fault = self.hear(message)
                if not usable:
                    self.unusable.add(seat)
                    return [Fault(fault, seat, message.number)] if fault else []
            self.cursors[seat] += 1
        return []

    def hear(self, message: Message) -> tuple[bool, str]:
        """Whether a message of the present step can be used, and its fault if it has one."""
        if message.past != self.past:
            return False, self.fault_of_past(message)
        if message.state != self.state_digest:
            return False, self.fault_of_state(message)
        fault = "" if self.step == 0 else self.unlawful(self.state, message)
        if fault:
            return False, fault
        self.note_heard(message)
        return True, ""

    def fault_of_past(self, message: Message) -> str:
        return ""

    def fault_of_state(self, message: Message) -> str:
        voted = self.step > 1 and self.said(message.seat, self.step - 1, FORFEIT)
        return "" if voted else "WrongState"

    def note_heard(self, message: Message) -> None:
        if message.tag == ACCEPT:
            self.accepted.add(message.seat)
        if message.is_choice:
            self.choices[message.seat] = message
        if message.tag == LOCK:
            self.locks[message.seat] = message
        if message.tag == REVEAL:
            self.reveals[message.seat] = message

    # 2 Settle.

    def settle(self) -> bool:
        """Settle the present step and open the next; False: stop."""
        return self.settle_start() if self.step == 0 else self.settle_step()

    def settle_start(self) -> bool:
        if not self.active - self.guilty() <= self.accepted:
            return False
        self.settled[0] = (self.active, {})
        self.enter(1, self.table, self.state)
        return True

    def settle_step(self) -> bool:
        self.cuts = self.cuts_that_count()
        claimants = self.claimants(self.step, self.active, self.cuts)
        self.outcome = Outcome("claimed", claimants) if claimants else None
        if not self.is_signed_by_all() and self.has_to_stop():
            return False
        self.settled[self.step] = (self.active, self.cuts)
        if self.need().kind == "Over":
            self.outcome = Outcome("finished")
            return False
        self.outcome = None
        past, state = self.next_past(self.past, self.past_entries(), self.cuts), self.next_state()
        self.active = self.present()
        self.enter(self.step + 1, past, state)
        return True

    def cuts_that_count(self) -> dict[int, int]:
        """1: those of the lists beyond doubt, with doubtful ones too that somebody honest has followed."""
        sound = self.cuts_of(self.step, self.active)
        if self.need().kind != "Over":
            for some in self.doubtful_choices(self.carried(self.step, self.active, doubtful=True)):
                self.cuts = self.cuts_of(self.step, self.active, some)
                if self.is_followed(self.cuts):
                    return self.cuts
        return sound

    def doubtful_choices(self, lists: list[List]) -> Iterator[tuple[List, ...]]:
        lists = lists[:DOUBTFUL]
        return (some for size in range(len(lists), 0, -1) for some in combinations(lists, size))

    def is_followed(self, cuts: dict[int, int]) -> bool:
        """Whether somebody honest has locked, or gone on, as only these cuts allow."""
        return self.is_locked_without(cuts) or (self.is_done() and self.is_stood_on(cuts))

    def is_locked_without(self, cuts: dict[int, int]) -> bool:
        locks = [self.locks[seat] for seat in self.followers(cuts) if seat in self.locks]
        return any(lock.entries[seat] is None for lock in locks for seat in self.choosers() & cuts.keys())

    def is_stood_on(self, cuts: dict[int, int]) -> bool:
        """Whether somebody honest stands where the step leads to with these cuts."""
        past, state = (
            self.next_past(self.past, self.past_entries(), self.cuts),
            self.digest_of(self.next_state()),
        )
        firsts = [self.first(seat, self.step + 1) for seat in self.followers(cuts)]
        return any(self.is_ground(first, past, state) for first in firsts if first)

    def followers(self, cuts: dict[int, int]) -> frozenset[int]:
        return self.active - cuts.keys() - self.guilty()

    def is_ground(self, first: Message, past: bytes, state: bytes) -> bool:
        return (first.past, first.state) == (past, state)

    def first(self, seat: int, step: int) -> Message | None:
        return next((message for message in self.chains[seat] if message.step == step), None)

    def next_state(self) -> roshambo.State:
        return self.after(self.state, self.step, self.answers())

    def is_signed_by_all(self) -> bool:
        """2: whether everybody, cut or not, has signed the final state."""
        return self.need().kind == "Over" and self.active <= self.locks.keys() | self.spare_locks.keys()

    def has_to_stop(self) -> bool:
        """3."""
        alone = len(self.present()) <= 1
        return alone or self.is_stopped_by_a_claim() or not self.is_done() or self.owner_waits()

    def is_stopped_by_a_claim(self) -> bool:
        """Whether one of two seats has claimed the table, for the owner of the record or not."""
        claims = self.claimed_by_lists(self.step, self.active, set(self.present()))
        return len(self.active) == 2 and any(claims)

    def owner_waits(self) -> bool:
        """Whether one of the owner's seats has proposed a list that is open."""
        lists = {of for seat in self.owner & self.active for of in self.proposed(seat, self.step)}
        return any(self.is_open(self.step, self.active, of) for of in lists)

    def past_entries(self) -> tuple[bytes | None, ...]:
        return self.entries()

    def answers(self) -> dict[int, Value]:
        """What the seats decided, or their shares."""
        said = self.choices if self.need().kind == "Open" else self.reveals
        counted = {seat: self.counted(said, seat) for seat in said}
        return {seat: one.value for seat, one in counted.items() if one}

    # 3 Spares.

    def keep_spare(self, message: Message) -> None:
        if self.can_be_spare(message):
            self.spares = [*self.spares, message][-SPARES:]

    def can_be_spare(self, message: Message) -> bool:
        return message.tag in (LOCK, REVEAL)

    def take_spares(self) -> bool:
        """Take what fits of other branches of the guilty; whether something was taken."""
        fitting = [spare for spare in self.in_order() if self.step and self.take_spare(spare)]
        return bool(fitting)

    def take_spare(self, spare: Message) -> bool:
        usable = self.may_use(spare) and self.stands_here(spare) and self.is_lawful_spare(spare)
        if not usable or not self.is_wanted(spare):
            return False
        self.note_spare(spare)
        return True

    def note_spare(self, spare: Message) -> None:
        """A lock is noted beside what was heard; it replaces nothing."""
        if spare.tag == LOCK:
            self.spare_locks.setdefault(spare.seat, []).append(spare)
        else:
            self.note_heard(spare)

    def in_order(self) -> list[Message]:
        return self.spares

    def may_use(self, spare: Message) -> bool:
        return spare.seat in self.present()

    def stands_here(self, spare: Message) -> bool:
        return (spare.step, spare.past, spare.state) == (self.step, self.past, self.state_digest)

    def is_lawful_spare(self, spare: Message) -> bool:
        return not self.unlawful(self.state, spare)

    def is_wanted(self, spare: Message) -> bool:
        if spare.tag == LOCK:
            fits = len(spare.entries) == len(self.genesis.seats) and self.matches(spare)
            return fits and not self.is_locked(spare.seat)
        choice = self.counted(self.choices, spare.seat)
        opens = choice is not None and choice.tag == COMMIT and self.opens(spare, choice.entry)
        return opens and self.counted(self.reveals, spare.seat) is None

    # Late votes.

    def hear_late(self, message: Message) -> None:
        """Begin again if a message that was appended changes a settled step."""
        if message.tag in (FORFEIT, KEEP):
            self.look_back(message.step)

    def look_back_for_the_unusable(self) -> bool:
        """Look at the step before, once for each message that has made its author unusable."""
        strays = {self.chains[seat][self.cursors[seat]].id for seat in self.unusable}
        new = strays - self.looked_at
        self.looked_at |= new
        return bool(new) and self.look_back(self.step - 1)

    def look_back(self, step: int) -> bool:
        """Begin again if a step was settled otherwise than it is now."""
        voted = any(self.said(seat, step, FORFEIT) for seat in self.genesis.seats)
        overtaken = 0 < step < self.step and voted and self.is_overtaken(step)
        if overtaken:
            self.restart()
        return overtaken

    def restart(self) -> None:
        """Begin again over the chains as they are; chains, faults and spares stay."""
        self.begin()

    def is_overtaken(self, step: int) -> bool:
        active, noted = self.settled[step]
        sound = self.cuts_of(step, active)
        if self.is_claimed_late(step, active, sound) or self.is_cut_short(noted, sound):
            return True
        if step != self.step - 1:
            return False
        if noted != sound:
            return not self.has_company()
        return bool(self.carried(step, active, doubtful=True)) and self.has_strangers()

    def is_cut_short(self, noted: dict[int, int], sound: dict[int, int]) -> bool:
        """2: whether a list beyond doubt cuts more than was noted."""
        return any(noted.get(seat, number + 1) > number for seat, number in sound.items())

    def is_claimed_late(self, step: int, active: frozenset[int], cuts: dict[int, int]) -> bool:
        return len(active) == 2 and any(self.claimed_by_lists(step, active, set(active) - cuts.keys()))

    def has_strangers(self) -> bool:
        """3: whether somebody who is not guilty stands on other ground."""
        return bool(self.active & self.unusable - self.guilty())

    def has_company(self) -> bool:
        """4: whether of somebody who is neither guilty nor unusable a message of this step was heard."""
        honest = [seat for seat in self.active - self.unusable - self.guilty() if self.cursors[seat]]
        return any(self.chains[seat][self.cursors[seat] - 1].step == self.step for seat in honest)
