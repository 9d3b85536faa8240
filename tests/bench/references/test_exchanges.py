"""A game that was played, as exchanges of so many bytes."""

from p2p_heroes.bench.references.exchanges import is_sealed, messages_in, script_of
from p2p_heroes.bench.room import BenchTable
from p2p_heroes.bench.seating import Seating


def test_a_script_has_every_message_of_the_game_once() -> None:
    said = BenchTable(Seating(3, 0, rounds=2)).play().said
    script = script_of(said, 3)
    assert messages_in(script) == len(said)
    assert sum(size for step in script for exchange in step for size in exchange) == sum(map(len, said))


def test_what_is_said_in_which_order() -> None:
    """All accept; one calls and all lock; the stake and the throws are sealed; all sign the end."""
    script = script_of(BenchTable(Seating(3, 0, rounds=1)).play().said, 3)
    speakers = [[sum(size > 0 for size in exchange) for exchange in step] for step in script]
    assert speakers == [[3], [1, 3], [3, 3, 3], [3, 3, 3], [3]]
    assert [is_sealed(step) for step in script] == [False, False, True, True, False]
