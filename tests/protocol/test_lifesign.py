"""A seat's word on what it holds is believed if the seat has signed it for this very table."""

from typing import Any

import pytest

from p2p_heroes.tabletest.entropy import key_of, noise
from p2p_heroes.tabletest.session_table import genesis_of
from protocol.errors import BadField, BadSignature, UnknownSeat
from protocol.frozen import replace
from protocol.lifesign import check_have, sign_have
from protocol.peer_messages import Have, Head

GENESIS = genesis_of(3)
HEADS = tuple(Head(number, noise("head", number)) for number in range(3))


def told(*, seat: int = 1, signer: int = 1, table: bytes = GENESIS.table) -> Have:
    return sign_have(
        key_of(signer), table, seat, count=7, linked=(0, 2), wanted=(2,), heard=(4, 0, 5), heads=HEADS
    )


def test_what_a_seat_tells_of_itself_is_believed() -> None:
    check_have(told(), GENESIS)


def test_what_another_seat_tells_of_it_is_not() -> None:
    with pytest.raises(BadSignature):
        check_have(told(signer=2), GENESIS)


def test_what_it_tells_at_another_table_is_not() -> None:
    with pytest.raises(BadSignature):
        check_have(told(table=genesis_of(3, rounds=1).table), GENESIS)


@pytest.mark.parametrize(
    "changed",
    [
        {"seat": 0},
        {"count": 8},
        {"heard": (4, 0, 6)},
        {"linked": (0,)},
        {"wanted": ()},
        {"heads": (*HEADS[:2], Head(3, HEADS[2].previous))},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_nothing_of_it_can_be_changed(changed: dict[str, Any]) -> None:
    with pytest.raises(BadSignature):
        check_have(replace(told(), **changed), GENESIS)


def test_a_seat_that_the_table_has_not_tells_nothing() -> None:
    with pytest.raises(UnknownSeat):
        check_have(told(seat=3), GENESIS)


def test_it_has_a_head_for_each_seat() -> None:
    with pytest.raises(BadField):
        check_have(replace(told(), heads=HEADS[:2]), GENESIS)
    with pytest.raises(BadField):
        check_have(replace(told(), heard=(4, 0)), GENESIS)
