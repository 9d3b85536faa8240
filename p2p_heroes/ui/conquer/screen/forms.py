"""Forms for Write & Conquer: a plan level by level, and counters for whatever is sent, taken or given.

All choices stay those of the request: a counter moves only where some choice still lies ahead,
and only a choice of the request can be picked.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from p2p_heroes.games.conquer.army import muster, pieces_of
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import missing
from p2p_heroes.games.conquer.decisions import ACTIONS, Action, Decision, Deploy, Hunt, Plan, Siege
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Structure
from p2p_heroes.games.conquer.kinds import AMOUNTS, SPOILS, in_order
from p2p_heroes.games.conquer.resources import RESOURCES, covers
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Stack
from p2p_heroes.games.game import AnyGame, Request
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Part
from p2p_heroes.ui.conquer.consequences import target, whole_power
from p2p_heroes.ui.conquer.names import name_of, names_of
from p2p_heroes.ui.game_ui import GameUI
from p2p_heroes.ui.kit.choices import Offer, Unclear
from p2p_heroes.ui.kit.forms import FAR, ListForm, Row, TypedForm, WhyNot, not_offered
from p2p_heroes.ui.kit.words import counted, joined
from protocol.frozen import replace

Counts = dict[str, int]

MOST_KNOWN = 4000
"""So many choices of one kind are looked through to know how far each counter goes."""


FEW = 3
"""So few amounts are rather a list."""


# A plan.


class PlanForm(TypedForm):
    """Four actions, one level after the other; each row says what the action would bring at this level."""

    def __init__(
        self, game: AnyGame, face: GameUI, view: Any, request: Request[Any], why_not: WhyNot = not_offered
    ) -> None:
        super().__init__(game, face, view, request, why_not)
        self._chosen: list[str] = []

    @property
    def question(self) -> str:
        asked, _, about = super().question.partition("\n")
        so_far = ", ".join(f"{action} {level}" for level, action in enumerate(self._chosen, 1))
        return f"{asked} {f'{so_far}; now level' if so_far else 'Level'} {len(self._chosen) + 1}:\n{about}"

    def _left(self) -> list[str]:
        return [action for action in ACTIONS if action not in self._chosen]

    def own_rows(self) -> Sequence[Row]:
        level = len(self._chosen) + 1
        return [Row(action, brings(self.view, self.request.seat, action, level)) for action in self._left()]

    def own_marked(self) -> Any | None:
        return None

    def own_pick(self) -> None:
        self._chosen.append(self._left()[self.at])
        self.at = 0
        plan = Plan(tuple(self._chosen))
        if plan in self.request.choices:
            self.picked = plan

    def pick(self, typed: str) -> str:
        """An action alone is the next level, as the rows show it."""
        if not self.at and typed.casefold() in self._left():
            self.narrow("")
            self.at, typed = self._left().index(typed.casefold()), ""
        return super().pick(typed)

    @property
    def summary(self) -> Row:
        row = super().summary
        [left_out] = set(ACTIONS) - set(row.text.split())
        brought = [
            f"{action} {level}: {brings(self.view, self.request.seat, action, level)}"
            for level, action in enumerate(row.text.split()[1:], 1)
        ]
        return Row(row.text, f"{'; '.join(brought)}. Nobody will {_verb(left_out)} this round.")

    def undo(self) -> bool:
        was_picked, self.picked = self.picked is not None, None
        return self.own_undo() or was_picked

    def own_undo(self) -> bool:
        if not self._chosen:
            return False
        action = self._chosen.pop()
        self.at = self._left().index(action)
        return True

    def change(self, by: int) -> None:
        """The order is made by picking."""


def _verb(action: str) -> str:
    return action if ACTIONS[action] in (Action.MOVE, Action.BUILD) else f"gather {action}"


def brings(table: Table, seat: int, action: str, level: int) -> str:
    """What an action at a level would bring to a seat."""
    kind = ACTIONS[action]
    if kind is Action.MOVE:
        return f"{counted(fold(Effect.movement_points, table, seat, level), 'movement point')}"
    if kind is Action.BUILD:
        return _buildable(table, seat, level)
    amount = fold(Effect.gathered, table, seat, level, RESOURCES[kind])
    return f"{amount} {action}"


def _buildable(table: Table, seat: int, level: int) -> str:
    """The structures that could be built at a level, first those that could be paid for now."""
    found = [one for one in table.boards[seat].structures if not missing(table, seat, one, level)]
    now = [name_of(one.name) for one in found if _is_affordable(table, seat, one)]
    later = [name_of(one.name) for one in found if not _is_affordable(table, seat, one)]
    told = [joined(now), f"{joined(later)} if you can pay" if later else ""]
    return f"up to level {level}: {'; '.join(filter(None, told)) or 'units only'}"


def _is_affordable(table: Table, seat: int, structure: Structure) -> bool:
    return not structure.tribute and covers(table.players[seat].stock, structure.price)


# Numbers of things.


class Counter:
    """How many of each thing, within what a kind of choices allows."""

    def __init__(self, most: Mapping[str, int], start: Counts, may_be: Callable[[Counts], bool]) -> None:
        self.most = most
        self.counts: Counts = {name: start.get(name, 0) for name in most}
        self._may_be = may_be

    @property
    def names(self) -> list[str]:
        return list(self.most)

    def change(self, name: str, by: int) -> None:
        """So many more or less, or as many as there is a choice for."""
        for _ in range(min(abs(by), FAR)):
            changed = self.counts | {name: self.counts[name] + (1 if by > 0 else -1)}
            if not 0 <= changed[name] <= self.most[name] or not self._may_be(changed):
                return
            self.counts = changed


class AmountsForm(TypedForm):
    """A list in which whatever comes in amounts is chosen by counters: armies, plunder, portions."""

    def __init__(
        self, game: AnyGame, face: GameUI, view: Any, request: Request[Any], why_not: WhyNot = not_offered
    ) -> None:
        super().__init__(game, face, view, request, why_not)
        kinds = self.offer.kinds(kind_of=without_amounts)
        self._bases = [kind[0] for kind in kinds]
        self._counted = [kind[0] for kind in kinds if len(kind) > 1 and _part(kind[0]) is not None]
        self._base: Any | None = None
        self._counter: Counter | None = None
        if len(self._bases) == 1:
            self._open(self._bases[0])

    def _open(self, base: Decision) -> None:
        self._base, self.at = base, 0
        self._counter = _counter(self.view, self.request, base)

    # A list of what can be done, then the counters.

    def own_rows(self) -> Sequence[Row]:
        if self._counter is not None:
            return [self._count_row(name) for name in self._counter.names]
        return [self._base_row(base) for base in self._bases]

    def _base_row(self, base: Decision) -> Row:
        if base not in self._counted:
            return self.row(base)
        what, _, how = self.game.notate(base).partition(" with ")
        return Row(what if how else what.split()[0], self._target(base), "...")

    def _target(self, base: Decision) -> str:
        """How strong what is attacked is, and we are at most."""
        if not isinstance(base, Hunt | Siege):
            return "then choose how much"
        table, seat = self.view, self.request.seat
        most = whole_power(table, seat, _sides(table, seat, base)[0])
        return f"{target(table, seat, base)}; all you have is {most}"

    def _count_row(self, name: str) -> Row:
        assert self._counter is not None
        count, most = self._counter.counts[name], self._counter.most[name]
        stack = self._stacks().get(name)
        label = " ".join(map(name_of, name.split())) if stack is None else names_of(name.removesuffix("+"))
        plus = "+" if name.endswith("+") else ""
        power = f"power {stack.power} each" if stack is not None else ""
        return Row(f"{label}{plus}", power, f"< {count} > of {most}")

    def _stacks(self) -> dict[str, Stack]:
        if not isinstance(self._base, Deploy | Hunt | Siege):
            return {}
        return stacks_against(self.view, self.request.seat, self._base)

    def own_marked(self) -> Any | None:
        if self._counter is not None:
            decision = self._decision()
            return decision if decision in self.request.choices else None
        base = self._bases[min(self.at, len(self._bases) - 1)]
        return None if base in self._counted else base

    def _decision(self) -> Decision:
        assert self._base is not None
        assert self._counter is not None
        return with_amounts(self._base, self._counter.counts)

    def own_pick(self) -> None:
        if self._counter is None:
            base = self._bases[self.at]
            if base in self._counted:
                self._open(base)
            else:
                self.picked = base
            return
        decision = self._decision()
        if decision not in self.request.choices:
            raise Unclear(self.why_not(decision))
        self.picked = decision

    def own_undo(self) -> bool:
        if self._counter is None or len(self._bases) == 1:
            return False
        self.at = self._bases.index(self._base)
        self._base = self._counter = None
        return True

    def change(self, by: int) -> None:
        if self._counter is not None:
            self._counter.change(self._counter.names[self.at], by)

    def own_note(self) -> str:
        if self._counter is None:
            return ""
        decision, total = self._decision(), sum(self._counter.counts.values())
        if decision in self.request.choices:
            told = self.face.meaning(self.view, self.request.seat, decision) or f"{total} in all"
            return f"{told}{against(self.view, self.request.seat)}"
        wanted = sum(amounts_of(self._base).values()) if self._base is not None else 0
        return f"{total} of {wanted} chosen" if wanted > 1 else "Left and Right change how many."


def against(table: Table, seat: int) -> str:
    """What the others could send at most in a battle that is about to be fought."""
    stage = table.agenda[0] if table.agenda else None
    if not isinstance(stage, Battle):
        return ""
    told = [
        f"all {name_of(table.boards[other].name)}: {whole_power(table, other, stage.combat(table, other))}"
        for other in stage.seats
        if other != seat
    ]
    return f"; {', '.join(told)}" if told else ""


# Decisions and their amounts.


def _part(decision: Decision) -> Part | None:
    """The part that is an amount of things, and not merely how something else is paid."""
    parts = [part for part in decision.form.parts if part.kind in (AMOUNTS, SPOILS)]
    return next((part for part in parts if part.keyword in ("", "with")), None)


def without_amounts(decision: Decision) -> Decision:
    """The same for all that differ only in how much of what."""
    part = _part(decision)
    return decision if part is None else replace(decision, **{part.name: ()})


def amounts_of(decision: Decision) -> Counts:
    """How much of what; of whom, too, where it is taken from others."""
    part = _part(decision)
    value = getattr(decision, part.name) if part is not None else ()
    if part is not None and part.kind is SPOILS:
        return {f"{whose} {name}": count for whose, amounts in value for name, count in amounts}
    return dict(value)


def with_amounts(decision: Decision, counts: Counts) -> Decision:
    """The inverse of `amounts_of`."""
    part = _part(decision)
    assert part is not None
    chosen = tuple((name, count) for name, count in counts.items() if count)
    value: Any = in_order(chosen)
    if part.kind is SPOILS:
        heaps: dict[str, list[tuple[str, int]]] = {}
        for name, count in chosen:
            whose, what = name.split()
            heaps.setdefault(whose, []).append((what, count))
        value = in_order(tuple((whose, in_order(tuple(theirs))) for whose, theirs in heaps.items()))
    return replace(decision, **{part.name: value})


def stacks_against(table: Table, seat: int, decision: Deploy | Hunt | Siege) -> dict[str, Stack]:
    """What can be sent, in person or by a piece that stands apart."""
    sides = reversed(_sides(table, seat, decision))
    return {stack.name: stack for side in sides for stack in muster(table, seat, side).stacks}


def _sides(table: Table, seat: int, decision: Deploy | Hunt | Siege) -> list[Combat]:
    stage = table.agenda[0] if table.agenda else None
    if isinstance(decision, Deploy) and isinstance(stage, Battle):
        return [stage.combat(table, seat)]
    foe = Foe.MONSTER if isinstance(decision, Hunt) else Foe.FORTRESS
    own = table.players[seat].region
    assert own is not None
    apart = [piece for piece in pieces_of(table, seat) if piece.region is not own]
    return [Combat(foe, own), *(Combat(foe, piece.region, piece.name) for piece in apart)]


def _counter(table: Table, request: Request[Any], base: Decision) -> Counter:
    if isinstance(base, Deploy | Hunt | Siege):
        stacks = stacks_against(table, request.seat, base)
        start = {name: stack.least for name, stack in stacks.items()}
        most = {name: stack.most for name, stack in stacks.items()}
        return Counter(
            most, start, lambda counts: not any(counts.values()) or _is_lawful(request, base, counts)
        )
    return _known(request, base)


def _is_lawful(request: Request[Any], base: Decision, counts: Counts) -> bool:
    return with_amounts(base, counts) in request.choices


def _known(request: Request[Any], base: Decision) -> Counter:
    """Counters for choices that can be looked through: never past what all of them together hold."""
    alike = (choice for choice in request.choices if without_amounts(choice) == without_amounts(base))
    known = [amounts_of(choice) for choice in islice(alike, MOST_KNOWN)]
    names = list(dict.fromkeys(name for counts in reversed(known) for name in counts))
    most = {name: max(counts.get(name, 0) for counts in known) for name in sorted(names, key=_printed)}

    def may_be(counts: Counts) -> bool:
        return any(all(one.get(name, 0) >= count for name, count in counts.items()) for one in known)

    return Counter(most, {}, may_be)


def _printed(name: str) -> tuple[str, int, str]:
    """By player, then as the resources are printed."""
    *whose, what = name.split()
    order = [str(resource) for resource in RESOURCES]
    return (" ".join(whose), order.index(what) if what in order else len(order), what)


def any_form(
    game: AnyGame, face: GameUI, view: Any, request: Request[Any], why_not: WhyNot = not_offered
) -> TypedForm:
    """Counters where somebody chooses amounts out of many, else a list."""
    if FEW < len(request.choices) <= MOST_KNOWN:
        kinds = Offer(game, request.choices).kinds(kind_of=without_amounts)
        if any(len(kind) > FEW and _part(kind[0]) is not None for kind in kinds):
            return AmountsForm(game, face, view, request, why_not)
    return ListForm(game, face, view, request, why_not)


FORMS: Mapping[str, Callable[..., TypedForm]] = {
    "plan": PlanForm,
    "deploy": AmountsForm,
    "attack": AmountsForm,
    "": any_form,
}
