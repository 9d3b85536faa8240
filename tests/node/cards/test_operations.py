"""What is owed for the cards: whatever is false is proven to whoever knows the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2p_heroes.games.kit.cards.needs import JOINT, Deal, Mix, Pile, Seal, Show
from p2p_heroes.games.kit.frozen import replace
from p2p_heroes.games.magpies.state import Phase
from p2p_heroes.node.cards.masked import GONE, Masked
from p2p_heroes.node.cards.operations import Family, Keys, MixOwn, SealCards, can_enter
from p2p_heroes.tabletest.entropy import noise
from p2p_heroes.tabletest.session_table import MESSAGE, SessionTable, recorded, restored
from protocol.canonical import Value
from protocol.cards.group import SIZE, L, add, base, subtract, times
from protocol.cards.keys import CardKey
from protocol.errors import BadElement, FalseMix, FalseSeal, FalseShare, WrongLength
from protocol.events import Absent, Proved, Said
from tests.support.cheats import wait_out
from tests.support.masked import asks, check_whole, dealer_of, lie, magpies_at, state_of, until

STRANGER = bytes.fromhex("359dbf604a3b3bedc20d5408b9d4770fbe52c922979b3178d02ab8d41c9c3a4e")
"""Of order 2L."""
SMALL = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""Of order 8."""

FALSEHOODS = (FalseMix, FalseSeal, FalseShare)

Change = Callable[[bytes], Value]


def pieces(value: bytes) -> list[bytes]:
    return [value[start : start + SIZE] for start in range(0, len(value), SIZE)]


def swapped(one: int, other: int) -> Change:
    def change(value: bytes) -> bytes:
        some = pieces(value)
        some[one], some[other] = some[other], some[one]
        return b"".join(some)

    return change


def raised(place: int) -> Change:
    """One piece another element."""

    def change(value: bytes) -> bytes:
        some = pieces(value)
        some[place] = times(some[place], 2)
        return b"".join(some)

    return change


def put(place: int, piece: bytes) -> Change:
    def change(value: bytes) -> bytes:
        some = pieces(value)
        some[place] = piece
        return b"".join(some)

    return change


def cancelling(value: bytes) -> bytes:
    """Two shares that are wrong by as much in opposite ways."""
    some = pieces(value)
    more = times(some[0], 5)
    some[0], some[1] = add(some[0], more), subtract(some[1], more)
    return b"".join(some)


def beyond(value: bytes) -> bytes:
    """The last scalar in a form that is not its one form."""
    last = int.from_bytes(value[-SIZE:], "little") + L
    return value[:-SIZE] + last.to_bytes(SIZE, "little")


def doubled(value: bytes) -> bytes:
    """The first card once more, in place of the second."""
    return value[:64] * 2 + value[128:]


ODD: dict[str, tuple[Change, str]] = {
    "nothing": (lambda value: None, "WrongLength"),
    "empty": (lambda value: b"", "WrongLength"),
    "short": (lambda value: value[:-1], "WrongLength"),
    "long": (lambda value: value + bytes(SIZE), "WrongLength"),
    "text": (lambda value: "x" * len(value[:99]), "WrongLength"),
    "a decision": (lambda value: (("pass",), b""), "WrongLength"),
    "marked": (put(0, STRANGER), "BadElement"),
    "identity": (put(0, b"\x01" + bytes(31)), "BadElement"),
    "order 8": (
        put(0, SMALL),
        "BadElement",
    ),
    "y of p": (put(0, (2**255 - 19).to_bytes(32, "little")), "BadElement"),
    "beyond": (beyond, "BadScalar"),
}
"""What is nothing of the kind, whatever is asked."""

FALSE: dict[str, dict[str, tuple[Change, str]]] = {
    "key": {"of another": (raised(0), "FalseKey")},
    "mix": {
        "doubled": (doubled, "FalseMix"),
        "other order": (swapped(0, 2), "FalseMix"),
        "halves": (swapped(0, 1), "FalseMix"),
        "another card": (raised(1), "FalseMix"),
    },
    "deal": {
        "another share": (raised(0), "FalseShare"),
        "swapped": (swapped(0, 1), "FalseShare"),
        "cancelling": (cancelling, "FalseShare"),
    },
    "show": {"another share": (raised(0), "FalseShare")},
    "seal": {"another card": (raised(1), "FalseSeal"), "another cover": (raised(0), "FalseSeal")},
}

PLACES: dict[str, Callable[[SessionTable], Callable[[Masked[object]], bool]]] = {
    "key": lambda mesh: lambda state: not state.keys,
    "mix": lambda mesh: asks(mesh, Mix, 1),
    "deal": lambda mesh: asks(mesh, Deal),
    "show": lambda mesh: asks(mesh, Show),
    "seal": lambda mesh: asks(mesh, Seal),
}
"""Until where the game goes before somebody lies."""


def about_to(what: str) -> tuple[SessionTable, int]:
    """A table where an answer is due, and whose; those before it have answered."""
    mesh = magpies_at(3, rounds=3, seed=7)
    until(mesh, PLACES[what](mesh))
    operation = dealer_of(mesh).operation(state_of(mesh, 0))
    assert operation is not None
    *before, liar = operation.seats
    for seat in before:
        mesh.choose(seat)
    mesh.deliver_all()
    return mesh, liar


def owed(mesh: SessionTable, seat: int) -> bytes:
    duty = mesh.keepers[seat].duty(state_of(mesh, seat))
    assert duty is not None
    return duty()


@pytest.mark.slow
@pytest.mark.parametrize(("what", "how"), [(what, how) for what in FALSE for how in FALSE[what]])
def test_a_false_answer_is_proven(what: str, how: str) -> None:
    mesh, liar = about_to(what)
    change, reason = FALSE[what][how]
    assert lie(mesh, liar, change(owed(mesh, liar))) == {reason}


@pytest.mark.slow
@pytest.mark.parametrize("what", ["mix", "deal"])
def test_the_game_goes_on_without_who_lies(what: str) -> None:
    mesh, liar = about_to(what)
    [change, _], *_ = FALSE[what].values()
    lie(mesh, liar, change(owed(mesh, liar)))
    wait_out(mesh)
    mesh.dead.add(liar)
    assert all(mesh.happened(seat, Absent) for seat in mesh.alive())
    check_whole(mesh, guilty={liar})


@pytest.mark.parametrize("what", FALSE)
def test_what_is_nothing_of_the_kind_is_refused_by_name(what: str) -> None:
    mesh, seat = about_to(what)
    value, position = owed(mesh, seat), mesh.sessions[seat].play.state
    assert mesh.rules.refusal(position, seat, value) is None
    for how, (change, reason) in ODD.items():
        refusal = mesh.rules.refusal(position, seat, change(value))
        assert refusal is not None, how
        assert refusal == reason, how


def test_of_several_seals_the_length_of_all_comes_first_and_then_one_after_the_other() -> None:
    key = CardKey.from_seed(b"a" * SIZE)
    bare_state = Masked(None, 2, (key.public, base(77)))
    state, (one, other) = bare_state.adding([(0, base(3) + base(9)), (0, base(4) + base(11))])
    operation = SealCards(b"t" * SIZE, state, Seal(((one, 1), (other, 1))))
    value = operation.make(0, key)
    operation.check(0, value)
    odd = put(6, STRANGER)(value)
    assert isinstance(odd, bytes)
    with pytest.raises(BadElement):
        operation.check(0, odd)
    both = raised(1)(odd)
    assert isinstance(both, bytes)
    with pytest.raises(FalseSeal):
        operation.check(0, both)
    with pytest.raises(WrongLength):
        operation.check(0, both[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("what", ["mix", "deal", "show", "seal"])
def test_an_answer_is_worth_nothing_in_another_step_or_of_another_seat_or_at_another_table(what: str) -> None:
    mesh, seat = about_to(what)
    state, value = state_of(mesh, seat), owed(mesh, seat)
    dealer = dealer_of(mesh)
    for operation in (
        dealer._find_operation(replace(state, number=state.number + 1)),
        type(dealer)(dealer.rules, noise("another table"))._find_operation(state),
    ):
        assert operation is not None
        with pytest.raises(FALSEHOODS):
            operation.check(seat, value)
    duty = mesh.keepers[(seat + 1) % 3].duty(state)
    assert duty is None or dealer.refusal(state, seat, duty()) is not None


@pytest.mark.slow
def test_two_mixes_of_one_seat_prove_that_it_tells_two_stories() -> None:
    """Both are sound: whoever mixes may choose the order. But one tells one only."""
    mesh, liar = about_to("mix")
    operation = dealer_of(mesh).operation(state_of(mesh, liar))
    assert operation is not None
    before = recorded(mesh.events[liar])
    twin = restored(mesh.genesis, liar, before, mesh.rules)
    twin.wake()
    one, other = sorted(set(mesh.sessions) - {liar})
    for session, reader, seed in ((mesh.sessions[liar], one, b"a"), (twin, other, b"b")):
        value = operation.make(liar, CardKey.from_seed(seed * 32))
        for event in session.choose(liar, value, noise("salt")):
            if isinstance(event, Said):
                mesh.deliver((liar, reader, MESSAGE + event.envelope.wire))
    mesh.deliver_all()
    for seat in (one, other):
        [proved] = [event for event in mesh.events[seat] if isinstance(event, Proved)]
        assert (proved.proof.seat, proved.proof.fault) == (liar, "Equivocation")
    mesh.dead.add(liar)
    wait_out(mesh)
    check_whole(mesh, guilty={liar})


def test_an_own_pile_is_mixed_by_its_holder_alone() -> None:
    mesh = magpies_at(2)
    until(mesh, lambda state: bool(state.keys) and state.game.phase is Phase.FEATHERS)
    operation = dealer_of(mesh).operation(state_of(mesh, 0))
    assert isinstance(operation, MixOwn)
    assert operation.seats == (0, 1)
    assert operation.turn(0).cover == state_of(mesh, 0).keys[0]


def test_a_key_that_is_not_said_is_that_of_a_seat_that_is_gone() -> None:
    state = Masked(None, 3)
    mesh = magpies_at(3)
    said = {seat: mesh.keepers[seat].duty(state_of(mesh, seat)) for seat in (0, 2)}
    values = {seat: duty() for seat, duty in said.items() if duty is not None}
    after = Keys(mesh.genesis.table, state).settle(values).state
    assert [bool(key) for key in after.keys] == [True, False, True]
    assert (after.keys[1], after.present, after.untold) == (GONE, (0, 2), (1,))


def test_a_cover_that_was_chosen_against_a_face_is_found_before_anything_is_calculated() -> None:
    family = Family("test", 3)
    state = replace(Masked(None, 2), keys=(times(family.point(1), -1), GONE))
    assert not can_enter(state, family, Pile(JOINT, (), (0, 1)))
    assert can_enter(state, family, Pile(JOINT, (), (0, 2)))


def test_what_is_no_face_is_taken_for_the_first_one() -> None:
    family = Family("test", 3)
    assert [family.number(family.point(number)) for number in range(3)] == [0, 1, 2]
    assert family.number(STRANGER) == 0
