"""Words that take a seat out of the game: they are asked back, and only a clear word confirms them.

The same for every screen: in comes what was typed, out come lines to show. What may be signed and when is
`node.conduct`'s.
"""

from collections.abc import Callable, Sequence

from p2p_heroes.node.node import Node
from p2p_heroes.ui.words import joined
from protocol.errors import NotDue
from protocol.leanclasses import dataclass

YES = "yes"
"""All that confirms. Enter alone never does."""


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
        self._names = [seat.name for seat in node.session.genesis.seats]
        self._asked: _Asked | None = None

    @property
    def question(self) -> str:
        """What is to be confirmed now; empty: nothing."""
        return self._asked.text() if self._asked is not None and self._asked.stands() else ""

    def asked(self, word: str, name: str) -> list[str]:
        """What there is to say to `forfeit NAME`, `keep NAME` or `resign`."""
        match word:
            case "forfeit":
                return self.forfeit(name)
            case "keep":
                return self.keep(name)
        return self.resign()

    def forfeit(self, name: str) -> list[str]:
        """Ask back whether to go on without somebody."""
        seat = seat_called(name, self._names)
        if seat is None:
            return ["Whose? Type forfeit and the name of somebody at the table. (who)"]
        waits = self._node.waits()
        if seat not in waits or self._node.session.duties():
            return [self._not_due(seat)]
        step = self._node.session.play.step
        self._asked = _Asked(
            lambda: self._without(seat),
            lambda: self._node.session.play.step == step and seat in self._node.waits(),
            lambda: self._forfeit(seat),
        )
        return [self._asked.text()]

    def keep(self, name: str) -> list[str]:
        """Take back what has not been signed yet."""
        seat = seat_called(name, self._names)
        if seat is None:
            return ["Whom? Type keep and the name of somebody at the table. (who)"]
        if not self._node.may_spare(seat):
            return [f"You have not asked to go on without {self._names[seat]}, or it is signed."]
        self._node.spare([seat])
        self._node.say(f"I wait for {self._names[seat]} after all.")
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
        play = self._node.session.play
        return play.exchange is not None and play.outcome is None and not self._node.is_watching

    def _without(self, seat: int) -> str:
        name, waited, when = self._names[seat], self._node.waits().get(seat, 0), self._when(seat)
        return (
            f"Go on without {name}? The table has waited for {name} for {waited} s of the {self._patience} s "
            f"that everybody has. {when[0].upper()}{when[1:]}, unless {name} goes on before, "
            f"{self._meaning(seat)}. {name} is told. Type {YES} to ask for it, no to leave it."
        )

    def _giving_up(self) -> str:
        ends = "it ends, decided for nobody" if len(self._present) == 2 else "the rules move for you"
        return (
            "Resign? You give up your seat for good, and sign that you do: when the table would next wait "
            f"for you, {ends}. To go now and come back later, type leave instead. "
            f"Type {YES} to resign, no to keep your seat."
        )

    def _forfeit(self, seat: int) -> list[str]:
        name = self._names[seat]
        when = self._when(seat)
        try:
            self._node.forfeit([seat])
        except NotDue:
            return [self._not_due(seat)]
        if not self._node.may_spare(seat):
            return ["It is signed."]
        return [f"Asked for: {when}, unless {name} goes on before. Until then keep {name} takes it back."]

    def _resign(self) -> list[str]:
        try:
            self._node.resign()
        except NotDue:
            return ["That cannot be signed at this moment: the others are still voting. Try again."]
        told = ["You have resigned. You may watch to the end, or leave."]
        mesh = self._node.mesh
        if away := [self._names[seat] for seat in mesh.others if seat not in mesh.peers]:
            told.append(f"{joined(away)} cannot hear it now, and will when your programs meet.")
        return told

    def _not_due(self, seat: int) -> str:
        if self._node.session.duties():
            return "The table waits for you: choose first."
        return f"The table does not wait for {self._names[seat]}."

    def _when(self, seat: int) -> str:
        """When going on without somebody takes effect, at the earliest."""
        left = self._patience - self._node.waits().get(seat, 0)
        soon = f"in {left} s" if left > 0 else "at once"
        own = self._node.session.keys
        others = [self._names[other] for other in self._present if other != seat and other not in own]
        return f"{soon}{f', if {joined(others)} asked for it too' if others else ''}"

    def _meaning(self, seat: int) -> str:
        if self._node.ends_without(seat):
            return "the table ends, decided for nobody"
        return f"{self._names[seat]}'s moves are made by the rules from here on"

    @property
    def _patience(self) -> int:
        return self._node.session.genesis.patience

    @property
    def _present(self) -> Sequence[int]:
        exchange = self._node.session.play.exchange
        return sorted(exchange.present) if exchange is not None else ()


def seat_called(name: str, names: Sequence[str]) -> int | None:
    """Whose name it is, with capitals or without if that is clear."""
    if name in names:
        return names.index(name)
    alike = [seat for seat, other in enumerate(names) if other.casefold() == name.casefold()]
    return alike[0] if len(alike) == 1 else None
