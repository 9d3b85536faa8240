"""Each faction of the game in words, complete."""

import pytest

from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.asking import Asking
from p2p_heroes.games.conquer.faction import Board
from p2p_heroes.games.conquer.state import Own
from p2p_heroes.games.kit.effects import Hooks
from p2p_heroes.ui.conquer.factions import LORE
from p2p_heroes.ui.conquer.lore import Lore, has_nothing, marks_nothing, shows_nothing
from p2p_heroes.ui.conquer.narrate import SENTENCES

every_board = pytest.mark.parametrize("board", CONQUER.boards.values(), ids=CONQUER.boards)


def effects_of(board: Board) -> list[Hooks]:
    structures = [effect for structure in board.structures for effect in structure.effects]
    artefacts = [effect for artefact in board.artefacts for effect in artefact.effects]
    return [*board.nature, *structures, *artefacts]


def own_of(board: Board) -> Own | None:
    """The faction's own block as it is at the start."""
    assert board.own is None or isinstance(board.own, Own)
    return board.own


def test_every_faction_has_lore_and_no_lore_is_without_a_faction() -> None:
    assert list(LORE) == list(CONQUER.boards)


@every_board
def test_lore_is_about_effects_that_the_board_has(board: Board) -> None:
    assert set(LORE[board.name].effects) <= {type(effect) for effect in effects_of(board)}


@every_board
def test_what_shows_in_no_effect_is_a_feature(board: Board) -> None:
    silent = [structure.name for structure in board.structures if not structure.effects]
    lost = [artefact.region for artefact in board.artefacts if not artefact.effects]
    assert set(LORE[board.name].features) == {*silent, *lost}


@every_board
def test_a_faction_says_what_its_own_block_holds(board: Board) -> None:
    assert bool(LORE[board.name].own(own_of(board))) == (board.own is not None)


def test_every_event_is_told_in_one_place() -> None:
    told = [*SENTENCES, *(kind for lore in LORE.values() for kind in lore.tells)]
    assert len(told) == len(set(told))


def test_no_two_factions_share_a_word_for_what_is_declined() -> None:
    words = [word for lore in LORE.values() for word in lore.declined]
    assert len(words) == len(set(words))


@every_board
def test_whatever_can_be_declined_has_words(board: Board) -> None:
    declinable = {stage.declined for stage in board.stages if issubclass(stage, Asking) and stage.declined}
    assert declinable == set(LORE[board.name].declined)


def test_a_plain_faction_needs_no_more_than_an_idea() -> None:
    plain = Lore("plain", "Nothing but plains.")
    assert (plain.tells, plain.own, plain.marks) == ({}, has_nothing, marks_nothing)
    assert plain.shows is shows_nothing


@every_board
def test_at_the_start_no_faction_has_anything_on_the_map(board: Board) -> None:
    assert list(LORE[board.name].marks(own_of(board))) == []


@every_board
def test_every_question_of_a_faction_has_its_rule_and_source(board: Board) -> None:
    lore = LORE[board.name]
    assert lore.rules.keys() == lore.questions.keys()
    assert lore.source


@every_board
def test_what_comes_instead_of_a_resource_is_a_unit_of_the_board(board: Board) -> None:
    assert set(LORE[board.name].goods.values()) <= set(board.unit_index)
