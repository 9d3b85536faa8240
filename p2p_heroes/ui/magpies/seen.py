"""What a magpie can look at: its hand, and the table."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_heroes.games.magpies.decisions import Bury, Decision, PlayTrinket
from p2p_heroes.games.magpies.game import MagpieView
from p2p_heroes.games.magpies.state import PRIZE, Phase
from p2p_heroes.games.magpies.trinkets import worth
from p2p_heroes.ui.kit.cards import CardSign, laid_out
from p2p_heroes.ui.kit.scene import Scene
from p2p_heroes.ui.kit.text import Line, clipped, folded
from p2p_heroes.ui.kit.words import counted
from p2p_heroes.ui.magpies.names import held, listed, name_of, valued


def headline(view: MagpieView) -> str:
    state = view.state
    if state.phase is Phase.OVER:
        return f"All {counted(state.rounds, 'round')} are over"
    last = ", the last" if state.is_last else ""
    prize = ""
    if state.prize is not None:
        prize = f": a {name_of(state.prize)} for {PRIZE * worth(state.prize)} points"
    return f"Round {min(state.played + 1, state.rounds)} of {state.rounds}{last}{prize}"


def hand(view: MagpieView, seat: int, names: Sequence[str]) -> list[str]:
    """Of any seat, as far as one may know it."""
    state, faces = view.state, dict(view.faces)
    return [
        f"{names[seat]} holds {held(state.claws[seat], faces, 'trinket')} (at most {state.grips[seat]})",
        f"and to play with them {held(state.feathers[seat], faces, 'feather')}",
        f"Still to be drawn: {held(state.nest[seat], faces, 'feather')}",
    ]


def table(view: MagpieView, seat: int, names: Sequence[str]) -> list[str]:
    """What everybody can see."""
    state = view.state
    lines = [headline(view)]
    for at, name in enumerate(names):
        if at in state.gone:
            lines.append(f"{name}: {counted(state.scores[at], 'point')}, has left")
            continue
        worn = f", has played {listed(state.worn[at])}" if state.worn[at] else ""
        claws = f"{counted(len(state.claws[at]), 'trinket')} of at most {state.grips[at]}"
        feathers = counted(len(state.feathers[at]), "feather")
        lines.append(f"{name}: {counted(state.scores[at], 'point')}, {claws}, {feathers}{worn}")
    lines.append(f"In the tree: {counted(len(state.tree), 'trinket')}; below it: {len(state.buried)}")
    lines.append(f"Lying open: {listed(state.open) or 'nothing'}")
    return lines


def draw_table(scene: Scene[Decision], view: MagpieView, width: int, height: int) -> list[Line]:
    lines = [piece for line in table(view, 0, scene.names) for piece in folded(line, width)]
    shown: list[Line] = [[("", line)] for line in lines]
    return shown[:height]


def draw(scene: Scene[Decision], view: MagpieView, width: int, height: int) -> list[Line]:
    """The prize and the own cards as cards; below them the table."""
    state, seat = view.state, view.seat
    lines: list[Line] = []
    if state.prize is not None:
        lines += [
            [("class:heading", "Prize")],
            *laid_out([CardSign(valued(state.prize))], width),
        ]
    if seat is not None and seat not in state.gone:
        for title, cards in (("Your claws", state.claws[seat]), ("Your feathers", state.feathers[seat])):
            signs = [_sign(scene, view, card) for card in cards]
            lines += [[("class:heading", title)], *laid_out(signs, width)]
    return [clipped(line, width) for line in [*lines, *draw_table(scene, view, width, height)]][:height]


def _sign(scene: Scene[Decision], view: MagpieView, card: int) -> CardSign:
    """A click on a card is the simplest choice with it."""
    text, form = valued(dict(view.faces)[card]), scene.form
    if form is None:
        return CardSign(text)
    style = "class:marked" if form.marked is not None and card in _cards_of(form.marked) else ""
    choice = next((one for one in form.asked.request.choices if card in _cards_of(one)[:1]), None)
    if choice is None:
        return CardSign(text, style)
    return CardSign(text, style, lambda: scene.press(form.asked.game.notate(choice)))


def _cards_of(choice: Decision) -> tuple[int, ...]:
    """The trinket first."""
    match choice:
        case PlayTrinket():
            return tuple(card for card, _ in choice.opened)
        case Bury(card):
            return (card,)
        case _:
            return ()
