"""Forms for Write & Conquer: a plan level by level, and counters for whatever is sent, taken or given."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from p2p_heroes.games.conquer.army import muster
from p2p_heroes.games.conquer.battle import Battle
from p2p_heroes.games.conquer.building import missing
from p2p_heroes.games.conquer.decisions import ACTIONS, Action, Decision, Deploy, Hunt, Plan, Plunder, Siege
from p2p_heroes.games.conquer.effect import Effect
from p2p_heroes.games.conquer.faction import Structure
from p2p_heroes.games.conquer.fighting import combats
from p2p_heroes.games.conquer.kinds import AMOUNTS, SPOILS, in_order
from p2p_heroes.games.conquer.resources import RESOURCES, covers
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.terms import Combat, Foe, Stack
from p2p_heroes.games.kit.effects import fold
from p2p_heroes.games.kit.forms import Part
from p2p_heroes.ui.conquer.consequences import target
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.names import name_of, names_of
from p2p_heroes.ui.conquer.strength import whole_power
from p2p_heroes.ui.kit.asked import Asked
from p2p_heroes.ui.kit.counters import MOST_KNOWN, Counter, CountersForm, Counts
from p2p_heroes.ui.kit.forms import ListForm, QuestionForm, Row
from p2p_heroes.ui.kit.words import counted, joined
from protocol.frozen import replace

FEW = 3
"""So few amounts are rather a list."""


# A plan.


class PlanForm(QuestionForm[Table, Decision]):
    """Four actions, one level after the other; each row says what the action would bring at this level."""

    def __init__(self, asked: Asked[Table, Decision]) -> None:
        super().__init__(asked)
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
        return [Row(action, self._brings(action, level)) for action in self._left()]

    def _brings(self, action: str, level: int) -> str:
        return brings(self.asked.view, self.asked.seat, action, level)

    def own_marked(self) -> Decision | None:
        return None

    def own_pick(self) -> None:
        self._chosen.append(self._left()[self.at])
        self.at = 0
        plan = Plan(tuple(self._chosen))
        if plan in self.asked.request.choices:
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
            f"{action} {level}: {self._brings(action, level)}"
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
    instead = LORE[table.boards[seat].name].gathers.get(action, ())
    return instead[min(amount, len(instead)) - 1] if instead else f"{amount} {action}"


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


class AmountsForm(CountersForm[Table, Decision]):
    """Armies by their power, plunder by whose it is, portions of resources."""

    def has_amounts(self, choice: Decision) -> bool:
        return _part(choice) is not None

    def without_amounts(self, choice: Decision) -> Decision:
        return without_amounts(choice)

    def amounts_of(self, choice: Decision) -> Counts:
        return amounts_of(choice)

    def with_amounts(self, base: Decision, counts: Counts) -> Decision:
        return with_amounts(base, counts)

    def counter(self, base: Decision) -> Counter:
        if isinstance(base, Plunder):
            return self._spoils(base)
        if not isinstance(base, Deploy | Hunt | Siege):
            return super().counter(base)
        stacks, choices = self._stacks(base), self.asked.request.choices
        start = {name: stack.least for name, stack in stacks.items()}
        most = {name: stack.most for name, stack in stacks.items()}
        return Counter(
            most,
            start,
            lambda counts: not any(counts.values()) or with_amounts(base, counts) in choices,
        )

    def _spoils(self, base: Decision) -> Counter:
        """Whatever is part of a choice is one itself, so that millions need not be looked through."""
        choices, boards = self.asked.request.choices, self.asked.view.boards

        def may_be(counts: Counts) -> bool:
            return not any(counts.values()) or with_amounts(base, counts) in choices

        def most(name: str) -> int:
            return next(count for count in range(MOST_KNOWN) if not may_be({name: count + 1}))

        names = [f"{board.name} {resource}" for board in boards for resource in RESOURCES]
        heaps = {name: most(name) for name in names}
        return Counter({name: heap for name, heap in heaps.items() if heap}, {}, may_be)

    def place(self, name: str) -> tuple[str | int, ...]:
        """By player, then as the resources are printed."""
        *whose, what = name.split()
        order = [str(resource) for resource in RESOURCES]
        return (" ".join(whose), order.index(what) if what in order else len(order), what)

    def base_row(self, base: Decision) -> Row:
        what, _, how = self.asked.game.notate(base).partition(" with ")
        return Row(what if how else what.split()[0], self._target(base), "...")

    def _target(self, base: Decision) -> str:
        """How strong what is attacked is, and we are at most."""
        if not isinstance(base, Hunt | Siege):
            return "then choose how much"
        table, seat = self.asked.view, self.asked.seat
        most = whole_power(table, seat, _sides(table, seat, base)[0])
        return f"{target(table, seat, base)}; all you have is {most}"

    def counted_row(self, base: Decision, name: str) -> Row:
        stack = self._stacks(base).get(name)
        if stack is None:
            return Row(" ".join(map(name_of, name.split())))
        plus = "+" if name.endswith("+") else ""
        return Row(f"{names_of(name.removesuffix('+'))}{plus}", f"power {stack.power} each")

    def told(self, choice: Decision, total: int) -> str:
        return f"{super().told(choice, total)}{against(self.asked.view, self.asked.seat)}"

    def _stacks(self, base: Decision) -> dict[str, Stack]:
        if not isinstance(base, Deploy | Hunt | Siege):
            return {}
        return stacks_against(self.asked.view, self.asked.seat, base)


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
    return combats(table, seat, Foe.MONSTER if isinstance(decision, Hunt) else Foe.FORTRESS)


def any_form(asked: Asked[Table, Decision]) -> QuestionForm[Table, Decision]:
    """Counters where somebody chooses amounts out of many, else a list."""
    choices = asked.request.choices
    if FEW < len(choices) <= MOST_KNOWN or isinstance(choices[-1], Plunder):
        kinds = asked.offer.kinds(kind_of=without_amounts)
        if any(len(kind) > FEW and _part(kind[0]) is not None for kind in kinds):
            return AmountsForm(asked)
    return ListForm(asked)


FORMS: Mapping[str, Callable[[Asked[Table, Decision]], QuestionForm[Table, Decision]]] = {
    "plan": PlanForm,
    "deploy": AmountsForm,
    "attack": AmountsForm,
}


def form_for(asked: Asked[Table, Decision]) -> QuestionForm[Table, Decision]:
    """How a question is answered on the full screen."""
    return FORMS.get(asked.request.kind, any_form)(asked)
