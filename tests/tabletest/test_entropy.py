"""The lab's chance is the same everywhere."""

from p2p_heroes.tabletest.entropy import key_of, noise
from tests.support import pair


def test_the_same_arguments_give_the_same_bytes() -> None:
    assert noise("salt", 3, 1) == noise("salt", 3, 1) != noise("salt", 3, 2)
    assert noise("a", "b") != noise("ab")
    assert len(noise()) == 32


def test_the_lab_and_the_tests_share_their_keys() -> None:
    assert [key_of(seat).public for seat in range(7)] == [pair.key_of(seat).public for seat in range(7)]
