"""The clock of waiting: it starts anew for a seat that moves on, and for no other."""

from p2p_heroes.node.patience import Patience
from protocol.exchange import ExchangeStage
from protocol.session import Waiting

LATE, LATER = Waiting(1, ExchangeStage.CHOOSING), Waiting(2, ExchangeStage.CHOOSING)


def test_nobody_is_waited_for_at_first() -> None:
    assert Patience().seconds(100.0) == {}


def test_a_wait_grows_by_whole_seconds() -> None:
    patience = Patience()
    patience.note(1, [LATER, LATE], 10.0)
    assert patience.seconds(10.9) == {1: 0, 2: 0}
    assert patience.seconds(13.5) == {1: 3, 2: 3}
    assert list(patience.seconds(13.5)) == [1, 2]


def test_the_same_wait_goes_on_while_others_move() -> None:
    patience = Patience()
    patience.note(1, [LATE, LATER], 0.0)
    patience.note(1, [LATE], 30.0)
    assert patience.seconds(40.0) == {1: 40}


def test_a_seat_that_moves_on_is_waited_for_anew() -> None:
    patience = Patience()
    patience.note(1, [LATE], 0.0)
    patience.note(1, [Waiting(1, ExchangeStage.LOCKING)], 50.0)
    assert patience.seconds(60.0) == {1: 10}


def test_every_step_is_waited_for_anew() -> None:
    patience = Patience()
    patience.note(1, [LATE], 0.0)
    patience.note(2, [LATE], 50.0)
    assert patience.seconds(60.0) == {1: 10}


def test_a_seat_that_came_in_between_is_waited_for_anew() -> None:
    patience = Patience()
    patience.note(1, [LATE], 0.0)
    patience.note(1, [], 20.0)
    patience.note(1, [LATE], 50.0)
    assert patience.seconds(60.0) == {1: 10}
