"""Vectors of what roshambo makes of a genesis (protocol.md §6 and the appendix on roshambo).

An accepted one gives the bytes of the state before the first step and the digest
that every seat signs with its first message.
"""

from types import MappingProxyType

from p2p_heroes.tabletest.session_table import RULES, genesis_of
from protocol.frozen import replace
from protocol.genesis import Genesis
from protocol.rule_checks import encode_state, state_digest

from .vector import ACCEPT, Vector, vector


def _fine(genesis: Genesis) -> Vector:
    state = encode_state(RULES, RULES.initial(genesis))
    return vector(ACCEPT, ("genesis", genesis.encoded), ("state", state), digest=state_digest(state))


def _refused(genesis: Genesis) -> Vector:
    return vector("BadGenesis", ("genesis", genesis.encoded))


def _optioned(**options: int) -> Genesis:
    return replace(genesis_of(2), options=MappingProxyType(options))


def first_state_of_two() -> Vector:
    """Two seats, two rounds."""
    return _fine(genesis_of(2))


def first_state_of_seven() -> Vector:
    """Seven seats, as many rounds as can be."""
    return _fine(genesis_of(7, rounds=99))


def first_state_without_options() -> Vector:
    """Where nothing is said, five rounds are played."""
    return _fine(_optioned())


def no_round() -> Vector:
    """At least one round is played."""
    return _refused(_optioned(rounds=0))


def too_many_rounds() -> Vector:
    """At most 99 rounds are played."""
    return _refused(_optioned(rounds=100))


def unknown_option() -> Vector:
    """Roshambo has no such option."""
    return _refused(_optioned(lizard=1, rounds=2))


def nothing_to_choose() -> Vector:
    """Roshambo has nothing to choose before it starts."""
    first, second = genesis_of(2).seats
    return _refused(replace(genesis_of(2), seats=(first, replace(second, choice="rock"))))


def another_rules_version() -> Vector:
    """The appendix describes version 1 only."""
    return _refused(replace(genesis_of(2), rules_version=2))


def unknown_game() -> Vector:
    """A game that nobody has the rules of."""
    return _refused(replace(genesis_of(2), game="tiddlywinks"))
