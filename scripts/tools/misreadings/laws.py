"""What the rules say about messages (protocol.md §7.2), chance (§5.4) and the answers of a step (§6)."""

from collections.abc import Mapping

from . import roshambo
from .envelopes import ACCEPT, COMMIT, DECIDE, FORFEIT, KEEP, LOCK, RESIGN, Message
from .roshambo import Need, State
from .slices import Slices
from .values import Value, digest, is_bytes, u64


class Laws(Slices):
    """Asks the rules."""

    def unlawful(self, state: State, message: Message) -> str:
        """The fault of a message in the state whose digest it carries, or ""."""
        need = roshambo.need(state)
        if message.tag in (ACCEPT, FORFEIT, KEEP, RESIGN):
            return ""
        if message.tag == LOCK:
            return self.unlawful_lock(need, message)
        if not self.is_asked(need, message):
            return "OutOfTurn"
        legal = message.tag == COMMIT or self.is_legal(state, need, message.seat, message.value)
        return "" if legal else "IllegalDecision"

    def is_asked(self, need: Need, message: Message) -> bool:
        if message.tag == DECIDE:
            return need.kind == "Open" and message.seat in need.seats
        return need.kind == "Chance" or (need.kind == "Secret" and message.seat in need.seats)

    def is_legal(self, state: State, need: Need, seat: int, value: Value) -> bool:
        return is_bytes(value) if need.kind == "Chance" else not roshambo.refuses(state, seat, value)

    def unlawful_lock(self, need: Need, lock: Message) -> str:
        named = [seat for seat, entry in enumerate(lock.entries) if entry is not None]
        return "" if need.kind == "Chance" or all(seat in need.seats for seat in named) else "OutOfTurn"

    def after(self, state: State, step: int, values: Mapping[int, Value]) -> State:
        """The next state, from what the seats decided or from their shares (§6)."""
        need = roshambo.need(state)
        if need.kind == "Chance":
            return roshambo.settle(state, dict(enumerate(self.drawn(step, need.use, need.bounds, values))))
        answers = {
            seat: values[seat] if seat in values else roshambo.default(state, seat) for seat in need.seats
        }
        return roshambo.settle(state, answers)

    def drawn(self, step: int, use: str, bounds: tuple[int, ...], shares: Mapping[int, bytes]) -> list[int]:
        """The numbers of §5.4."""
        parts = [u64(seat) + shares[seat] for seat in sorted(shares)]
        seed = digest("chance", self.table, u64(step), use.encode(), *parts)
        numbers, i = [], 0
        for bound in bounds:
            word = _word(seed, i)
            while word >= 2**64 - 2**64 % bound:
                i += 1
                word = _word(seed, i)
            numbers.append(word % bound)
            i += 1
        return numbers


def _word(seed: bytes, i: int) -> int:
    return int.from_bytes(digest("draw", seed, u64(i))[:8], "big")
