"""The second implementation, in plain numbers, says of every vector what the first one says."""

import pytest

from scripts.tools import plain_cards
from scripts.tools.make_vectors import stored
from scripts.tools.vectors.vector import ACCEPT, Vector, read

VECTORS = {path: read(text) for path, text in stored().items() if path.startswith("cards/")}
CHECKED = [path for path, made in VECTORS.items() if made.fields["kind"] != "context"]


def judge(made: Vector) -> bytes:
    """What the vector's value comes to."""
    place, value = made.all("context"), made.all("value")
    match made.fields["kind"]:
        case "element":
            return plain_cards.read_value(made.one("data"), 1, 1)[0][0]
        case "scalar":
            return plain_cards.read_value(made.one("data"), 1, 0)[2][0].to_bytes(32, "little")
        case "multiple":
            number = int.from_bytes(made.one("number"), "little")
            return plain_cards.written(plain_cards.product_sum((number, plain_cards.BASE)))
        case "point":
            return plain_cards.written(plain_cards.point(*made.all("label")))
        case "face":
            label = made.fields["family"].encode(), made.number("number").to_bytes(8, "big")
            return plain_cards.written(plain_cards.point(b"face", *label))
        case "key":
            return plain_cards.check_key(*value, *place)
        case "share":
            return plain_cards.check_share(made.all("card"), made.one("key"), *value, *place)
        case "mix":
            return plain_cards.check_mix(made.all("card"), made.one("cover"), *value, *place)
        case "seal":
            blocks = (made.one(name) for name in ("card", "key", "cover", "value", "context"))
            return plain_cards.check_seal(*blocks)
        case "power":
            return plain_cards.check_power(made.all("card"), *value, *place)
    raise AssertionError


@pytest.mark.parametrize("path", CHECKED)
def test_the_second_implementation_agrees_with_a_vector(path: str) -> None:
    made = VECTORS[path]
    if made.expect == ACCEPT:
        result = judge(made)
        expected = [data for name, data in made.blocks if name in ("element", "value", "data")]
        assert expected[0].startswith(result)
        assert result or made.fields["kind"] == "multiple"
    else:
        with pytest.raises(plain_cards.RefusedCards, match=f"^{made.expect}$"):
            judge(made)


def test_the_second_implementation_shares_no_line_with_the_first() -> None:
    for thing in vars(plain_cards).values():
        assert not getattr(thing, "__module__", "").startswith(("protocol", "nacl"))
