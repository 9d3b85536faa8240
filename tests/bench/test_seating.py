"""Tables that follow from their arguments."""

import pickle

from p2p_heroes.bench.seating import Seating
from protocol.rules import AskOpen


def test_the_same_arguments_are_the_same_table() -> None:
    assert Seating(4, 1).genesis.table == pickle.loads(pickle.dumps(Seating(4, 1))).genesis.table
    assert Seating(4, 1).genesis.table != Seating(4, 2).genesis.table


def test_the_large_game_and_the_small_one() -> None:
    large, small = Seating(3, 0).genesis, Seating(7, 0, rounds=5000).genesis
    assert (large.game, len({seat.choice for seat in large.seats})) == ("conquer", 3)
    assert (small.game, small.options["rounds"], len(small.seats)) == ("roshambo", 5000, 7)


def test_a_session_holds_the_keys_of_its_seats() -> None:
    seating = Seating(2, 0, rounds=1)
    session = seating.session(1)
    assert session.keys == {1: seating.key(1)}
    assert seating.genesis.seats[1].key == seating.key(1).public
    assert isinstance(seating.rules.need(session.play.state), AskOpen)
