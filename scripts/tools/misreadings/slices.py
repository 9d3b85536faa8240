"""Faults that one chain shows (protocol.md §7.1), and commitments (§5.1)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .envelopes import ACCEPT, COMMIT, DECIDE, FORFEIT, KEEP, LOCK, RESIGN, REVEAL, Envelopes, Message, Pair
from .values import digest, encode, u64

VOTES, KEEPS = 28, 32


@dataclass(frozen=True)
class Seen:
    """What was seen of an author in the step of its last message."""

    last: Message | None = None
    whole: bool = False
    choice: Message | None = None
    lock: Message | None = None
    revealed: bool = False
    votes: tuple[Message, ...] = ()
    keeps: frozenset[Pair] = frozenset()


NOTHING = Seen()


class Slices(Envelopes):
    """Follows messages of one author."""

    most_votes = VOTES
    most_keeps = KEEPS

    def follow(self, seen: Seen, message: Message) -> tuple[str, Seen]:
        """The fault that a message shows behind what was seen, or "", and what is then seen."""
        if seen.last is None:
            fault = self.fault_at_the_beginning(message)
            seen = self.begun(message)
        else:
            fault = self.fault_of_the_chain(seen, seen.last, message)
            if message.step != seen.last.step:
                seen = self.entered(seen)
        return fault or self.fault_of_the_kind(seen, message), self.with_message(seen, message)

    def begun(self, message: Message) -> Seen:
        return Seen(whole=message.number == 0)

    def entered(self, seen: Seen) -> Seen:
        """What is seen of a step when it is entered: nothing."""
        return Seen(whole=True)

    def fault_at_the_beginning(self, message: Message) -> str:
        """A."""
        table = self.table
        if message.number == 0:
            if message.step != 0:
                return "WrongStep"
            if message.previous != table:
                return "BrokenChain"
            if message.past != table:
                return "WrongPast"
        return ""

    def fault_of_the_chain(self, seen: Seen, last: Message, message: Message) -> str:
        """B."""
        if message.previous != last.id:
            return "BrokenChain"
        if last.tag == RESIGN:
            return "Disorder"
        if message.step == last.step:
            if message.past != last.past:
                return "WrongPast"
            return "WrongState" if message.state != last.state else ""
        return self.fault_of_leaving(seen, last, message) if message.step == last.step + 1 else "WrongStep"

    def fault_of_leaving(self, seen: Seen, last: Message, message: Message) -> str:
        """B 3."""
        if last.step == 0:
            return "WrongPast" if message.past != self.table else ""
        if not seen.lock and seen.whole:
            return "Disorder"
        if seen.choice and seen.choice.tag == COMMIT and not seen.revealed:
            return "Disorder"
        if (
            seen.lock
            and self.is_past_known(seen)
            and message.past != self.next_past(last.past, seen.lock.entries)
        ):
            return "WrongPast"
        return ""

    def is_past_known(self, seen: Seen) -> bool:
        return seen.whole and not seen.votes

    def next_past(self, past: bytes, entries: Iterable[bytes | None], cut: Iterable[int] = ()) -> bytes:
        """§5.3."""
        out = [bytes(sorted(cut))] if cut else []
        return digest("past", past, *(entry or b"" for entry in entries), *out)

    def fault_of_the_kind(self, seen: Seen, message: Message) -> str:
        """C."""
        if (message.tag == ACCEPT) != (message.step == 0):
            return "Disorder"
        check = {
            ACCEPT: self.fault_of_accept,
            DECIDE: self.fault_of_choice,
            COMMIT: self.fault_of_choice,
            LOCK: self.fault_of_lock,
            REVEAL: self.fault_of_reveal,
            FORFEIT: self.fault_of_vote,
            KEEP: self.fault_of_keep,
            RESIGN: self.fault_of_resigning,
        }[message.tag]
        return check(seen, message)

    def fault_of_accept(self, seen: Seen, message: Message) -> str:
        return "Repeated" if message.number else ""

    def fault_of_resigning(self, seen: Seen, message: Message) -> str:
        return ""

    def fault_of_choice(self, seen: Seen, message: Message) -> str:
        if seen.choice:
            return "Repeated"
        return "Disorder" if seen.lock else ""

    def fault_of_lock(self, seen: Seen, message: Message) -> str:
        if seen.lock:
            return "Repeated"
        if len(message.entries) != len(self.genesis.seats):
            return "FalseLock"
        return "" if message.entries[message.seat] == self.own_entry(seen, message) else "FalseLock"

    def own_entry(self, seen: Seen, lock: Message) -> bytes | None:
        """What a lock has to say of its own author: what it says, as long as that is unknown."""
        if seen.choice:
            return seen.choice.entry
        return None if seen.whole else lock.entries[lock.seat]

    def fault_of_reveal(self, seen: Seen, message: Message) -> str:
        if seen.revealed:
            return "Repeated"
        if not seen.lock and seen.whole:
            return "Disorder"
        if seen.choice and seen.choice.tag == COMMIT and not self.opens_own(seen.choice, message):
            return "FalseOpening"
        if seen.choice and seen.choice.tag == DECIDE:
            return "Disorder"
        return "Disorder" if not seen.choice and seen.whole else ""

    def opens_own(self, choice: Message, reveal: Message) -> bool:
        return self.opens(reveal, choice.entry)

    def fault_of_vote(self, seen: Seen, message: Message) -> str:
        if not all(self.may_name(message, seat) for seat, _ in message.pairs):
            return "Contradiction"
        if self.is_repeated(seen, message):
            return "Repeated"
        if message.signs and not self.may_sign(seen, message):
            return "Disorder"
        if len(seen.votes) >= self.most_votes:
            return "Repeated"
        if self.contradicts_keeps(seen, message) or not self.grows(seen, message):
            return "Contradiction"
        return ""

    def is_repeated(self, seen: Seen, message: Message) -> bool:
        """Whether the last vote has this very list, and this one does more than sign it."""
        return self.is_of_the_last(seen, message) and (seen.votes[-1].signs or not message.signs)

    def may_sign(self, seen: Seen, message: Message) -> bool:
        return self.is_of_the_last(seen, message) or (not seen.votes and not seen.whole)

    def is_of_the_last(self, seen: Seen, message: Message) -> bool:
        return bool(seen.votes) and seen.votes[-1].pairs == message.pairs

    def contradicts_keeps(self, seen: Seen, message: Message) -> bool:
        return bool(seen.keeps & set(message.pairs))

    def grows(self, seen: Seen, message: Message) -> bool:
        """Whether a vote still says what its author has signed last."""
        named = dict(message.pairs)
        before = self.binding(seen)
        return all(
            named.get(seat, 2**32) <= number for seat, number in before if (seat, number) not in seen.keeps
        )

    def binding(self, seen: Seen) -> tuple[tuple[int, int], ...]:
        """The list that its author has signed last."""
        signed = [vote.pairs for vote in seen.votes if vote.signs]
        return signed[-1] if signed else ()

    def fault_of_keep(self, seen: Seen, message: Message) -> str:
        if not self.may_name(message, message.body[0]):
            return "Contradiction"
        if message.body in seen.keeps:
            return "Repeated"
        return "Repeated" if len(seen.keeps) >= self.most_keeps else ""

    def may_name(self, message: Message, seat: int) -> bool:
        return seat in self.genesis.seats and seat != message.seat

    def with_message(self, seen: Seen, message: Message) -> Seen:
        seen = replace(seen, last=message)
        if message.is_choice:
            return replace(seen, choice=message)
        match message.tag:
            case 4:
                return replace(seen, lock=message)
            case 5:
                return replace(seen, revealed=True)
            case 6:
                return replace(seen, votes=(*seen.votes, message))
            case 7:
                return replace(seen, keeps=seen.keeps | {message.body})
        return seen

    def opens(self, reveal: Message, commitment: bytes | None) -> bool:
        """Whether a reveal opens a commitment (§5.1)."""
        salt, value = reveal.body
        return commitment == self.commitment(reveal.step, reveal.seat, salt, encode(value))

    def commitment(self, step: int, seat: int, salt: bytes, value: bytes) -> bytes:
        table, key = self.table, self.genesis.keys[seat]
        return digest("commitment", table, u64(step), u64(seat), key, salt, value)
