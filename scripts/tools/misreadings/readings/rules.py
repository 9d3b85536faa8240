"""Misreadings of §5.3, §5.4, §6 and §7.2: what the rules are asked, and what they answer."""

from collections.abc import Iterable

from ..auditor import Auditor
from ..envelopes import COMMIT, REVEAL, Message
from ..roshambo import Need, State, need
from ..values import Value, digest


class LockIsNotAskedOfTheRules(Auditor):
    """§7.2: a lock is never against the rules."""

    def unlawful_lock(self, need: Need, lock: Message) -> str:
        return ""


class LockOfTheEndIsNotAsked(Auditor):
    """§7.2: a lock is never against the rules at the end."""

    def unlawful_lock(self, need: Need, lock: Message) -> str:
        return "" if need.kind == "Over" else super().unlawful_lock(need, lock)


class LockOfChanceNamesNobody(Auditor):
    """§7.2: no entry of a lock may be set where chance is drawn."""

    def unlawful_lock(self, need: Need, lock: Message) -> str:
        return (
            "OutOfTurn" if need.kind == "Chance" and any(lock.entries) else super().unlawful_lock(need, lock)
        )


class RevealIsNotAskedOfTheRules(Auditor):
    """§7.2: what opens its commitment is lawful."""

    def is_legal(self, state: State, need: Need, seat: int, value: Value) -> bool:
        return need.kind == "Secret" or super().is_legal(state, need, seat, value)


class ShareMayBeAnything(Auditor):
    """§7.2: a share of chance is any plain value."""

    def is_legal(self, state: State, need: Need, seat: int, value: Value) -> bool:
        return need.kind == "Chance" or super().is_legal(state, need, seat, value)


class ShareMayHaveAnyLength(Auditor):
    """§7.2: a share of chance is any byte string."""

    def is_legal(self, state: State, need: Need, seat: int, value: Value) -> bool:
        share = need.kind == "Chance" and type(value) is bytes
        return share or super().is_legal(state, need, seat, value)


class WrongKindOfChoiceIsIllegal(Auditor):
    """§7.2: a choice of the wrong kind is an `IllegalDecision`; only who is not asked is out of turn."""

    def unlawful(self, state: State, message: Message) -> str:
        fault = super().unlawful(state, message)
        named = message.seat in need(state).seats
        return "IllegalDecision" if fault == "OutOfTurn" and message.is_choice and named else fault


class SecretAsksEverybody(Auditor):
    """§7.2: where the need is secret every seat may commit and reveal, named or not."""

    def is_asked(self, need: Need, message: Message) -> bool:
        sealed = need.kind == "Secret" and message.tag in (COMMIT, REVEAL)
        return sealed or super().is_asked(need, message)


class AbsentSharesCountAsNothing(Auditor):
    """§5.4: of an active seat without a share an empty one is drawn from."""

    def answers(self) -> dict[int, Value]:
        absent = dict.fromkeys(self.active, b"") if self.need().kind == "Chance" else {}
        return absent | super().answers()


class SharesOfAllWhoRevealed(Auditor):
    """§5.4: the shares are all that were revealed, of those voted out, too."""

    def answers(self) -> dict[int, Value]:
        cut = self.reveals if self.need().kind == "Chance" else {}
        return {seat: reveal.value for seat, reveal in cut.items()} | super().answers()


class SharesOfThePresent(Auditor):
    """§5.4: the shares are those of the seats that are present."""

    def answers(self) -> dict[int, Value]:
        kept = self.present() if self.need().kind == "Chance" else self.active
        return {seat: value for seat, value in super().answers().items() if seat in kept}


class TheAbsentDefault(Auditor):
    """§6: for a seat that is cut the rules decide, whatever it had decided before."""

    def answers(self) -> dict[int, Value]:
        kept = self.active if self.need().kind == "Chance" else self.present()
        return {seat: value for seat, value in super().answers().items() if seat in kept}


class DecisionsOfTheCutCount(Auditor):
    """§6: whatever a seat has decided in the step is its answer, cut or not."""

    def answers(self) -> dict[int, Value]:
        said = {"Open": self.choices, "Secret": self.reveals}.get(self.need().kind, {})
        return {seat: one.value for seat, one in said.items()} | super().answers()


class PastOfEverythingHeard(Auditor):
    """§5.3: the past is made of all choices heard, whether or not they count."""

    def past_entries(self) -> tuple[bytes | None, ...]:
        heard = [self.choices.get(seat) for seat in self.genesis.seats]
        return tuple(choice.entry if choice else None for choice in heard)


class PastOfThePresent(Auditor):
    """§5.3: the past is made of the choices of who is present."""

    def past_entries(self) -> tuple[bytes | None, ...]:
        present = self.present()
        return tuple(entry if seat in present else None for seat, entry in enumerate(self.entries()))


class PastIsSilentAboutCuts(Auditor):
    """§5.3: the past is made of the entries alone."""

    def next_past(self, past: bytes, entries: Iterable[bytes | None], cut: Iterable[int] = ()) -> bytes:
        return super().next_past(past, entries)


class PastNamesTheAbsent(Auditor):
    """§5.3: the past names all seats that are not present, also those cut in earlier steps."""

    def next_past(self, past: bytes, entries: Iterable[bytes | None], cut: Iterable[int] = ()) -> bytes:
        known = hasattr(self, "active") and cut
        gone = set(self.genesis.seats) - self.present() if known else cut
        return super().next_past(past, entries, sorted(gone))


class PastEndsWithAnEmptyPart(Auditor):
    """§5.3: where nobody was cut the last part is empty, and a part all the same."""

    def next_past(self, past: bytes, entries: Iterable[bytes | None], cut: Iterable[int] = ()) -> bytes:
        return digest("past", past, *(entry or b"" for entry in entries), bytes(sorted(cut)))
