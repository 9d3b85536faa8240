"""Whatever somebody calls a state of masked cards is read in bounded time, or refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, cast

import pytest

from p2p_heroes.games.errors import MalformedState
from p2p_heroes.games.game import Plain
from p2p_heroes.games.kit.cards.needs import JOINT, MOST_HIDDEN
from p2p_heroes.node.cards import codec
from p2p_heroes.node.cards.codec import FIELDS, decode_masked, encode_masked
from p2p_heroes.node.cards.masked import Masked
from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import SessionTable
from protocol.canonical import encode
from protocol.cards.group import base
from protocol.errors import BadProof
from protocol.faults import Proof, check
from protocol.messages import Decide
from protocol.rule_checks import state_digest
from protocol.rules import AskChance, GameOver
from tests.support.masked import leave, magpies_at, settled, until

CARD = base(2) + base(3)


@cache
def game() -> tuple[SessionTable, tuple[dict[str, Plain], ...]]:
    """A table, and all states of a game in which a seat leaves."""
    mesh = magpies_at(3, rounds=4)
    until(mesh, lambda state: state.game.prize is not None)
    mesh.dead.add(2)
    leave(mesh, 2)
    states = tuple(mesh.rules.encode(cast(Any, step.after)) for step in settled(mesh, 0))
    return mesh, cast("tuple[dict[str, Plain], ...]", states)


def refused(plain: Plain) -> str:
    with pytest.raises(MalformedState) as caught:
        game()[0].rules.decode(plain)
    return str(caught.value)


@pytest.mark.slow
def test_every_state_of_a_game_comes_back_from_its_plain_value() -> None:
    mesh, states = game()
    assert len(states) > 30
    for plain in states:
        assert mesh.rules.encode(mesh.rules.decode(plain)) == plain


def test_a_state_holds_as_many_hidden_cards_as_a_game_may_ask_for() -> None:
    """Were it fewer, nobody could be convicted of what it said in the state that lies between."""
    full, _ = Masked(None, 3, (base(5), base(6), base(7))).adding([(JOINT, CARD)] * MOST_HIDDEN)
    assert decode_masked(encode_masked(full, lambda _: None), lambda _: None) == full
    more, _ = full.adding([(JOINT, CARD)])
    with pytest.raises(MalformedState, match="not at most"):
        decode_masked(encode_masked(more, lambda _: None), lambda _: None)


@pytest.mark.slow
def test_of_4000_cards_none_is_calculated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, states = game()

    def never(piece: bytes) -> bytes:
        raise AssertionError("it was calculated")

    monkeypatch.setattr(codec, "element", never)
    many = tuple((handle, JOINT, CARD) for handle in range(4000))
    assert refused({**states[20], "cards": many, "following": 4000}) == f"not at most {MOST_HIDDEN}"
    assert refused({**states[20], "piles": (CARD * 4000,)}) == "a pile"
    assert refused({**states[20], "piles": (b"",) * 4}) == "not at most 3"
    assert refused({**states[20], "keys": (base(2),) * 1000}) == "not at most 3"


ODD: Mapping[str, tuple[Plain, ...]] = {
    "cards": (None, 7, ((0, JOINT),), ((0, JOINT, CARD[1:]),), ((0, 9, CARD),), ((0, -2, CARD),)),
    "following": (-1, 2**31, True, None, "5"),
    "gone": (None, (0,), (2, 2), (7,), ("2",)),
    "keys": (None, (base(2),), (base(2), base(3), b"x"), (base(2), base(3), bytes(32)), (1, 2, 3)),
    "number": (-1, 2**32, False),
    "piles": (None, (b"x",), (b"x" * 64,), (CARD,), (7,)),
    "seats": (0, 1, 2, 4, -1, 2**40, True),
    "stage": (-1, 1, 16, None),
    "game": (None, (), 7, {}),
}


@pytest.mark.slow
@pytest.mark.parametrize("field", ODD)
def test_a_field_that_cannot_be_is_refused(field: str) -> None:
    _, states = game()
    assert ODD.keys() == FIELDS
    for value in ODD[field]:
        for plain in [plain for plain in states[2:] if not plain["stage"]][::9]:
            refused({**plain, field: value})


@pytest.mark.slow
def test_handles_ascend_below_the_next_one_and_each_card_is_the_games() -> None:
    _, states = game()
    plain = states[20]
    cards = cast("tuple[Any, ...]", plain["cards"])
    assert refused({**plain, "cards": (cards[1], cards[0], *cards[2:])}) == "handles"
    assert refused({**plain, "cards": (cards[0], *cards)}) == "handles"
    assert refused({**plain, "following": cards[-1][0]}) == "handles"
    assert refused({**plain, "cards": cards[1:]}) == "no game comes to have these cards"
    odd = (cards[0][0], cards[0][1], b"\x01" + bytes(63))
    assert refused({**plain, "cards": (odd, *cards[1:])}) == "not the one form of an element"


def test_a_table_of_more_seats_than_the_game_has_is_refused() -> None:
    mesh = magpies_at(2)
    plain = cast("dict[str, Plain]", mesh.rules.encode(mesh.rules.initial(mesh.genesis)))
    assert mesh.rules.encode(mesh.rules.decode(plain)) == plain
    for seats in (0, 3, 9):
        with pytest.raises(MalformedState):
            mesh.rules.decode({**plain, "seats": seats})


@pytest.mark.parametrize("plain", [None, 7, (), {}, {"cards": ()}], ids=repr)
def test_what_has_other_fields_is_refused(plain: Plain) -> None:
    assert refused(plain) == "not the fields of a game and its masked cards"


@pytest.mark.slow
def test_whoever_accuses_itself_with_a_made_up_state_makes_nobody_fail() -> None:
    """It signs any state and any answer, and hands both in: they show something or nothing, and no more."""
    mesh, states = game()
    pool = [part for plain in states[::6] for part in parts(plain)]
    luck, shown = Random(2), 0
    for _ in range(300):
        state = encode(mutated(luck.choice(states), luck, pool))
        said = Forger(mesh.genesis, 1)
        said.accept()
        value = luck.choice((None, b"", b"x" * 96, (("pass",), b""), luck.choice(pool)))
        said.say(Decide(value), step=1, state=state_digest(state))
        fault = luck.choice(("IllegalDecision", "OutOfTurn"))
        proof = Proof(mesh.genesis.table, fault, 1, (said.chain[-1].wire,), state)
        try:
            check(proof, mesh.genesis, mesh.rules)
        except BadProof:
            continue
        shown += 1
    assert shown


VALUES: tuple[Plain, ...] = (None, True, 0, 1, 2, 3, -1, 7, 2**31, b"", b"x", CARD, "x", (), {}, (0,), (1, 2))


def mutated(plain: Plain, luck: Random, pool: list[Plain]) -> Plain:
    """The value with one thing in it changed: another value, or one that stands elsewhere in some state."""
    if isinstance(plain, dict) and plain and luck.random() < 0.9:
        name = luck.choice(sorted(plain))
        return {**plain, name: mutated(plain[name], luck, pool)}
    if isinstance(plain, tuple) and plain and luck.random() < 0.85:
        place = luck.randrange(len(plain))
        return (*plain[:place], mutated(plain[place], luck, pool), *plain[place + 1 :])
    if type(plain) is int and luck.random() < 0.6:
        return plain + luck.choice((-1, 1, 2))
    return luck.choice((luck.choice(VALUES), luck.choice(pool)))


def parts(plain: Plain) -> list[Plain]:
    inside = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, tuple) else ()
    return [plain, *(part for one in inside for part in parts(one))]


@pytest.mark.slow
def test_nothing_fails_on_a_state_that_could_be_read() -> None:
    """Whoever makes up a state, and accuses somebody or itself with it, makes no program fail."""
    mesh, states = game()
    pool = [part for plain in states[::6] for part in parts(plain)]
    luck, read = Random(1), 0
    rules = mesh.rules
    for _ in range(1500):
        plain = mutated(luck.choice(states), luck, pool)
        try:
            position = rules.decode(plain)
        except MalformedState:
            continue
        read += 1
        need = rules.need(position)
        if isinstance(need, GameOver):
            continue
        if isinstance(need, AskChance):
            rules.encode(rules.settle(position, tuple(0 for _ in need.bounds)))
            continue
        for seat in need.seats:
            for value in (None, b"", b"x" * 96, ("pass",), (("pass",), b""), luck.choice(pool)):
                rules.refusal(position, seat, value)
        after = rules.settle(position, {seat: rules.default(position, seat) for seat in need.seats})
        rules.encode(after)
    assert read > 100
