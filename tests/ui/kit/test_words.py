"""Numbers and names as people say them."""

import pytest

from p2p_heroes.ui.kit.words import counted, joined, plural, points, titled


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("barrow", "Barrow"),
        ("bone-dragon", "Bone Dragon"),
        ("throne-of-the-dead", "Throne of the Dead"),
    ],
)
def test_an_id_becomes_a_name(name: str, spoken: str) -> None:
    assert titled(name) == spoken


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("Skeleton", "Skeletons"),
        ("Lich", "Liches"),
        ("Army", "Armies"),
        ("Donkey", "Donkeys"),
        ("Ox", "Oxes"),
    ],
)
def test_several_of_something(one: str, many: str) -> None:
    assert plural(one) == many
    assert counted(1, one) == f"1 {one}"
    assert counted(0, one) == f"0 {many}"


def test_one_point_and_more() -> None:
    assert [points(count) for count in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["Ada", "Bo", "Cy"], "Ada, Bo and Cy")],
)
def test_names_are_joined_as_people_do(names: list[str], text: str) -> None:
    assert joined(names) == text
