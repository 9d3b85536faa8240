"""How a game was decided, in the one line that is read last."""

from collections.abc import Sequence

from p2p_heroes.ui.kit.words import joined


def told(names: Sequence[str], places: Sequence[int], points: Sequence[int | None]) -> str:
    """Who won, by how many points where the game counts any; no places: nobody."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if not winners:
        return "No result: the table ended, decided for nobody."
    who = joined([names[seat] for seat in winners])
    verb = "won" if len(winners) == 1 else "share the victory"
    return f"{who} {verb}{_points(names, places, points, winners)}."


def _points(
    names: Sequence[str], places: Sequence[int], points: Sequence[int | None], winners: Sequence[int]
) -> str:
    most = points[winners[0]]
    if most is None:
        return ""
    others = sorted((place, seat) for seat, place in enumerate(places) if seat not in winners)
    against = joined([f"{points[seat]} ({names[seat]})" for _, seat in others])
    return f", {most} to {against}" if against else f" with {most} points each"
