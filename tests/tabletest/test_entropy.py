"""The lab's chance is the same everywhere."""

from p2p_heroes.tabletest.entropy import noise


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert noise("salt", 3, 1) == noise("salt", 3, 1) != noise("salt", 3, 2)
    assert noise("a", "b") != noise("ab")
    assert len(noise()) == 32
