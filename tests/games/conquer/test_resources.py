"""Amounts of wood, iron and gold."""

import pytest

from p2p_heroes.games.conquer.resources import (
    NOTHING,
    RESOURCES,
    Bundle,
    Resource,
    bundle,
    bundled,
    covers,
    listed,
    minus,
    named,
    only,
    plus,
    rank,
    times,
    typed,
)


def test_the_inventory_has_wood_iron_and_gold() -> None:
    """Rulebook p. 3."""
    assert [str(resource) for resource in RESOURCES] == ["wood", "iron", "gold"]
    assert bundle(wood=1, iron=2, gold=3) == (1, 2, 3)
    assert bundle() == NOTHING == (0, 0, 0)


def test_only_one_resource() -> None:
    assert only(Resource.WOOD, 4) == (4, 0, 0)
    assert only(Resource.IRON, 4) == (0, 4, 0)
    assert only(Resource.GOLD, 4) == (0, 0, 4)


def test_bundles_are_added_and_taken_away_resource_by_resource() -> None:
    assert plus((1, 2, 3), (10, 20, 30)) == (11, 22, 33)
    assert minus((11, 22, 33), (10, 20, 30)) == (1, 2, 3)


@pytest.mark.parametrize("price", [(3, 2, 1), (0, 0, 0), (3, 0, 0), (0, 2, 0), (0, 0, 1)])
def test_a_stock_covers_what_it_has_enough_of_everything_for(price: Bundle) -> None:
    assert covers((3, 2, 1), price)


@pytest.mark.parametrize("price", [(4, 0, 0), (0, 3, 0), (0, 0, 2), (3, 2, 2)])
def test_one_resource_does_not_stand_in_for_another(price: Bundle) -> None:
    assert not covers((3, 2, 1), price)


def test_a_bundle_is_named_without_what_is_not_in_it() -> None:
    assert named((0, 2, 5)) == (("iron", 2), ("gold", 5))
    assert named(NOTHING) == ()


def test_names_lead_back_to_the_bundle() -> None:
    assert bundled((("iron", 2), ("gold", 5))) == (0, 2, 5)
    assert bundled((("wood", 1), ("rage", 3))) == (1, 0, 0)


def test_amounts_stand_in_one_order() -> None:
    """Resources as they are printed, then all else by the alphabet."""
    names = ["skeleton", "gold", "iron", "lich", "wood"]
    assert sorted(names, key=rank) == ["wood", "iron", "gold", "lich", "skeleton"]


def test_a_bundle_so_many_times() -> None:
    assert times((1, 0, 2), 3) == (3, 0, 6)


def test_amounts_as_a_sentence_has_them_and_as_a_person_types_them() -> None:
    assert listed((("wood", 2), ("lich", 1))) == "2 wood, 1 lich"
    assert typed((("wood", 2), ("lich", 1))) == "wood 2 lich 1"
