"""What choices come to, by their type."""

from p2p_heroes.games.kit.frozen import Frozen
from p2p_heroes.ui.kit.previews import Previews


class Buy(Frozen):
    price: int


class BuyDear(Buy):
    """Told like what it is a kind of."""


class Wait(Frozen):
    """Its words say all."""


PREVIEWS: Previews[int] = Previews({Buy: lambda stock, seat, buy: f"{buy.price} of {stock} for {seat}"})


def test_a_choice_is_told_by_its_type_or_by_what_it_is_a_kind_of() -> None:
    assert PREVIEWS.of(9, 1, Buy(2)) == "2 of 9 for 1"
    assert PREVIEWS.of(9, 0, BuyDear(5)) == "5 of 9 for 0"
    assert PREVIEWS.of(9, 0, Wait()) == ""
