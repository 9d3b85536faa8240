"""The table asks seven pure functions of a game, and four kinds of need come back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import pytest

from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.canonical import Value, encode
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.rules import Answers, AskChance, AskOpen, AskSecret, GameOver, Need, Rules

NEEDS: list[Need] = [AskOpen((0,)), AskSecret((0,)), AskChance("dice", (6,)), GameOver()]


@dataclass(frozen=True, slots=True)
class Pot:
    """Each seat once puts up to three coins into a pot."""

    coins: tuple[int, ...] = ()
    seats: int = 2


class PotRules:
    """The whole of a game, as small as one can be."""

    def initial(self, genesis: Genesis) -> Pot:
        return Pot(seats=len(genesis.seats))

    def need(self, state: Pot) -> Need:
        return AskOpen((len(state.coins),)) if len(state.coins) < state.seats else GameOver()

    def refusal(self, state: Pot, seat: int, value: Value) -> str | None:
        return None if value in (1, 2, 3) else "one to three coins"

    def default(self, state: Pot, seat: int) -> Value:
        return 1

    def settle(self, state: Pot, answers: Answers) -> Pot:
        assert isinstance(answers, Mapping)
        coins = tuple(value for value in answers.values() if isinstance(value, int))
        return replace(state, coins=state.coins + coins)

    def encode(self, state: Pot) -> Value:
        return (state.coins, state.seats)

    def decode(self, value: Value) -> Pot:
        match value:
            case (tuple(coins), int(seats)):
                return Pot(tuple(coin for coin in coins if isinstance(coin, int)), seats)
        raise ValueError("no pot")


def test_a_game_is_seven_functions_on_a_state_of_its_own() -> None:
    rules: Rules[Pot] = PotRules()
    state = rules.initial(genesis_of(3))
    played = []
    while isinstance(need := rules.need(state), AskOpen):
        [seat] = need.seats
        assert rules.refusal(state, seat, 4)
        state = rules.settle(state, {seat: rules.default(state, seat)})
        assert rules.decode(rules.encode(state)) == state
        played.append(seat)
    assert played == [0, 1, 2]
    assert encode(rules.encode(state)) == b"\x92\x93\x01\x01\x01\x03"
    with pytest.raises(ValueError, match="no pot"):
        rules.decode(None)


def test_nothing_else_is_asked_of_a_game() -> None:
    asked = {name for name in vars(Rules) if not name.startswith("_")}
    assert asked == {"initial", "need", "refusal", "default", "settle", "encode", "decode"}
    assert all(callable(getattr(RULES, name)) for name in asked)


def test_there_are_four_needs() -> None:
    assert get_args(Need) == (AskOpen, AskSecret, AskChance, GameOver) == tuple(map(type, NEEDS))


def test_needs_are_values() -> None:
    assert len(set(NEEDS)) == 4
    assert AskOpen((0,)) == AskOpen((0,))
    for need in NEEDS[:2]:
        with pytest.raises(AttributeError):
            need.seats = (1,)  # type: ignore[misc, union-attr]
