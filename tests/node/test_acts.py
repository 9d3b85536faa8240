"""What is done together is done in one order, and what is proven always fits into frames."""

import pytest

from p2p_heroes.node.acts import LONGEST_ACCUSATION, Acts, accusations, together
from p2p_heroes.node.news import Left
from protocol.faults import Proof
from protocol.framing import MAX_FRAME
from protocol.link import pack
from protocol.peer_messages import Accuse, Chat, Deliver, Farewell
from protocol.transcript import Spoken


def test_several_acts_are_one_with_all_of_each() -> None:
    one = Acts(((1, Chat("a")),), (Spoken(b"x"),), True, (Farewell(),), (Chat("b"),), (Left(1),))
    other = Acts(((2, Chat("c")),), (Spoken(b"y"),), False, (Chat("d"),), (), (Left(2),), changed=True)
    assert together([one, other]) == Acts(
        ((1, Chat("a")), (2, Chat("c"))),
        (Spoken(b"x"), Spoken(b"y")),
        True,
        (Farewell(), Chat("d")),
        (Chat("b"),),
        (Left(1), Left(2)),
        changed=True,
    )
    assert together([]) == Acts()


@pytest.mark.parametrize("surplus", [0, 1])
def test_of_a_proof_that_no_frame_can_carry_the_messages_are_told(surplus: int) -> None:
    bare = len(Proof(bytes(32), "Equivocation", 1, (bytes(60_000), b"")).encode()) - 60_000
    long = bytes(LONGEST_ACCUSATION + surplus - bare)
    proof = Proof(bytes(32), "Equivocation", 1, (long, b""))
    said = accusations([proof])
    assert said == ([Deliver(long), Deliver(b"")] if surplus else [Accuse(proof.encode())])
    assert all(len(pack(one)) <= MAX_FRAME + 4 for one in said)
