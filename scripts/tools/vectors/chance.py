"""Vectors of joint chance (protocol.md §5.4): a block `share-N` for each seat that counts, and the draw."""

from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.chance import draw

from .vector import ACCEPT, Vector, vector

TABLE = genesis_of(3).table


def _drawn(*seats: int, bounds: tuple[int, ...], step: int = 2, use: str = "stake of round 1") -> Vector:
    shares = {seat: noise("share", seat) for seat in seats}
    values = draw(table=TABLE, step=step, use=use, shares=shares, bounds=bounds)
    blocks = [(f"share-{seat}", share) for seat, share in shares.items()]
    lists = {"bounds": " ".join(map(str, bounds)), "drawn": " ".join(map(str, values))}
    return vector(ACCEPT, ("table", TABLE), *blocks, step=step, use=use, **lists)


def one_stake() -> Vector:
    """What roshambo draws."""
    return _drawn(0, 1, 2, bounds=(3,))


def without_seat_one() -> Vector:
    """A seat that was voted out before it revealed gives no share."""
    return _drawn(0, 2, bounds=(3,))


def at_another_step() -> Vector:
    """The same shares at another step draw anew."""
    return _drawn(0, 1, 2, bounds=(3,), step=5, use="stake of round 2")


def many_values() -> Vector:
    """Every value takes a word of its own, the certain one too."""
    return _drawn(0, 1, 2, bounds=(6, 6, 1, 52, 2**16, 2**32, 1, 3), use="a bit of everything")


def use_outside_of_ascii() -> Vector:
    """The use is hashed as UTF-8."""
    return _drawn(0, 1, bounds=(100, 100), use="Würfel 🎲")


def nothing_drawn() -> Vector:
    """No bounds, no values."""
    return _drawn(0, 1, bounds=())
