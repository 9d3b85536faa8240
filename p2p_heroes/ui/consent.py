"""What one person asks for at a table: in comes what was typed, out come lines to show, on any screen.

Words that take a seat out of the game are asked back, and only a clear word confirms them. What may be signed
and when is `node.node_logic`'s.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2p_heroes.node.node import Node
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.words import joined
from protocol.errors import NotDue
from protocol.peer_messages import MAX_CHAT, is_chat

YES = "yes"
"""All that confirms. Enter alone never does."""

NO_VOTE = "You are out of the game: you have no vote."


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked back, as it reads now; whether it still makes sense; and what `yes` does."""

    text: Callable[[], str]
    stands: Callable[[], bool]
    run: Callable[[], list[str]]


class Consent:
    """What one person asks for at one table."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._names = [seat.name for seat in node.genesis.seats]
        self._asked: _Asked | None = None
        self._unwanted: int | None = None

    @property
    def question(self) -> str:
        """What is to be confirmed now; empty: nothing."""
        return self._asked.text() if self._asked is not None and self._asked.stands() else ""

    @property
    def standing(self) -> str:
        """What was asked for and can still be taken back, as it reads now; empty: nothing."""
        seat = self._unwanted
        if seat is None or seat not in self._node.waits() or not self._node.may_spare(seat):
            return ""
        name = self._names[seat]
        return f"{self._asked_for(seat)}: {self._meaning(seat)}. Until then keep {name} takes it back."

    @property
    def pending(self) -> str:
        """The same where it is read again every second: with the seconds that are left."""
        seat, standing = self._unwanted, self.standing
        if seat is None or not standing:
            return ""
        left = self._patience - self._node.waits().get(seat, 0)
        return f"{standing} The patience ends in {left} s." if left > 0 else standing

    def asked(self, word: str, name: str) -> list[str]:
        """What there is to say to `forfeit NAME`, `keep NAME` or `resign`."""
        match word:
            case "forfeit":
                return self.forfeit(name)
            case "keep":
                return self.keep(name)
        return self.resign()

    def say(self, text: str) -> list[str]:
        """Something to all; what there is to say if it cannot be said."""
        if not is_chat(text):
            return [f"Say something of 1 to {MAX_CHAT} characters that all can read."]
        self._node.say(text)
        return []

    def why_not(self, decision: object) -> str:
        """The rules' own reason against a choice."""
        reason = self._node.refusal(decision)
        return GAME_UIS[self._node.genesis.game].refused(reason) if reason else "the table has gone on"

    def forfeit(self, name: str) -> list[str]:
        """Ask back whether to go on without somebody."""
        seat = seat_called(name, self._names)
        if self._node.is_watching:
            return [NO_VOTE]
        if seat is None:
            return ["Whose? Type forfeit and the name of somebody at the table. (who)"]
        if seat not in self._node.waits() or self._node.is_asked:
            return [self._not_due(seat)]
        step = self._node.step
        self._asked = _Asked(
            lambda: self._without(seat),
            lambda: self._may_ask(step, seat),
            lambda: self._forfeit(seat),
        )
        return [self._asked.text()]

    def keep(self, name: str) -> list[str]:
        """Take back what has not been signed yet."""
        seat = seat_called(name, self._names)
        if self._node.is_watching:
            return [NO_VOTE]
        if seat is None:
            return ["Whom? Type keep and the name of somebody at the table. (who)"]
        if not self._node.may_spare(seat):
            return [f"You have not asked to go on without {self._names[seat]}, or it is signed."]
        self._node.spare([seat])
        return [f"Taken back: you sign nothing against {self._names[seat]} in this step."]

    def resign(self) -> list[str]:
        """Ask back whether to give up the own seat."""
        if not self._is_playing():
            return ["There is no seat to give up: you are not in the game."]
        self._asked = _Asked(self._giving_up, self._is_playing, self._resign)
        return [self._asked.text()]

    def answer(self, typed: str) -> tuple[list[str], bool]:
        """What there is to say to a line, and whether that is all that the line was for.

        Enter alone says nothing. At any word but those for it, what was asked back is forgotten.
        """
        asked, word = self._asked, typed.casefold()
        if asked is None or (word in ("", "y") and not asked.stands()):
            return [], False
        if not word:
            return [], True
        if word == "y":
            return [f"Type the whole word: {YES}."], True
        self._asked = None
        if word != YES:
            return ["Nothing was signed."], word in ("n", "no")
        return asked.run() if asked.stands() else ["The table has gone on, so nothing was signed."], True

    def _is_playing(self) -> bool:
        node = self._node
        return bool(node.present) and node.outcome is None and not node.is_watching

    def _may_ask(self, step: int, seat: int) -> bool:
        is_there = self._node.step == step and not self._node.is_watching
        return is_there and seat in self._node.waits()

    def _without(self, seat: int) -> str:
        return (
            f"Go on without {self._names[seat]}? {self._cause(seat)} {self._what_happens(seat)} "
            f"{self._names[seat]} is told. Type {YES} to ask for it, no to leave it."
        )

    def _cause(self, seat: int) -> str:
        name, waited, patience = self._names[seat], self._node.waits().get(seat, 0), self._patience
        if self._owes_nothing(seat):
            return f"{name} owes nothing, but has not answered for {waited} s whom to go on without."
        has = f"{patience} s are enough" if waited >= patience else f"everybody has {patience} s"
        return f"The table has waited for {name} for {waited} s; {has}."

    def _owes_nothing(self, seat: int) -> bool:
        return all(waiting.seat != seat for waiting in self._node.awaited())

    def _what_happens(self, seat: int) -> str:
        """On what it still depends, and what becomes of the seat."""
        name, left = self._names[seat], self._patience - self._node.waits().get(seat, 0)
        ends = self._node.ends_without(seat)
        others = self._still_to_ask(seat)
        conditions = [f"{joined(others)} {'asks' if len(others) == 1 else 'ask'} too"] if others else []
        moves = "answer" if self._owes_nothing(seat) else "choose"
        if left > 0:
            conditions.append(f"{name} does not {moves} within {left} s")
        elif others:
            conditions.append(f"{name} does not {moves} first")
        final = (
            "the table ends, decided for nobody"
            if ends
            else f"the rules move for {name} from now on, for good"
        )
        return f"If {' and '.join(conditions)}, {final}." if conditions else f"At once {final}."

    def _giving_up(self) -> str:
        ends = "it ends, decided for nobody" if len(self._node.present) == 2 else "the rules move for you"
        return (
            "Resign? You give up your seat for good, and sign that you do: when the table would next wait "
            f"for you, {ends}. To go now and come back later, type leave instead. "
            f"Type {YES} to resign, no to keep your seat."
        )

    def _forfeit(self, seat: int) -> list[str]:
        name = self._names[seat]
        try:
            self._node.forfeit([seat])
        except NotDue:
            return [self._not_due(seat)]
        if self._node.outcome is not None:
            return ["The table has ended, decided for nobody."]
        if not self._node.is_playing(seat):
            return [f"{name} is out; the rules move for {name}."]
        if not self._node.may_spare(seat):
            return [f"Signed. When all others have signed it, too, {name} is out; the rules move for {name}."]
        self._unwanted = seat
        return [self.standing]

    def _resign(self) -> list[str]:
        try:
            self._node.resign()
        except NotDue:
            return ["That cannot be signed at this moment: the others are still voting. Try again."]
        told = ["You have resigned. You may watch to the end, or leave."]
        others = [seat for seat in range(len(self._names)) if seat != self._node.own]
        if away := [self._names[seat] for seat in others if not self._node.hears(seat)]:
            told.append(f"{joined(away)} cannot hear it now, and will when your programs meet.")
        return told

    def _not_due(self, seat: int) -> str:
        if self._node.is_asked:
            return "The table waits for you: choose first."
        return f"The table does not wait for {self._names[seat]}."

    def _meaning(self, seat: int) -> str:
        """What was asked for, in words that are still true a minute later."""
        name, others = self._names[seat], self._still_to_ask(seat)
        what = "the table ends" if self._node.ends_without(seat) else f"the rules move for {name}"
        is_early = self._node.waits().get(seat, 0) < self._patience
        causes = ["the table's patience is over"] if is_early else []
        causes += [f"{joined(others)} {'asks' if len(others) == 1 else 'ask'} too"] if others else []
        return f"{what}{' when ' if causes else ''}{' and '.join(causes)}, unless {name} chooses first"

    def _asked_for(self, seat: int) -> str:
        """Who has, besides us."""
        others = [self._names[other] for other in self._node.asked_by(seat) if other != self._node.own]
        return f"You and {joined(others)} asked for it" if others else "Asked for"

    def _still_to_ask(self, seat: int) -> list[str]:
        """Who has to want it besides, and has not said so."""
        known = {seat, self._node.own, *self._node.asked_by(seat), *self._node.named()}
        playing = filter(self._node.is_playing, self._node.present)
        return [self._names[other] for other in playing if other not in known]

    @property
    def _patience(self) -> int:
        return self._node.genesis.patience


def seat_called(name: str, names: Sequence[str]) -> int | None:
    """Whose name it is, with capitals or without if that is clear."""
    if name in names:
        return names.index(name)
    alike = [seat for seat, other in enumerate(names) if other.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None
