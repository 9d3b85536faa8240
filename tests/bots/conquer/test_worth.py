"""What a table is worth: what counts more must be worth more, and everything fades with the rounds."""

from typing import Any

import pytest

from p2p_heroes.bots.conquer.worth import (
    ENDLESS,
    POINT,
    Prospects,
    actions_left,
    army_size,
    army_worth,
    heap_worth,
    level_ahead,
    open_prices,
    own_worth,
    worth_of,
)
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.faction import MILESTONES
from p2p_heroes.games.conquer.planning import ActionStarts, Planning, RoundEnds, RoundStarts
from p2p_heroes.games.conquer.resources import Bundle
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from tests.support.conquer import at_table, seat


def table(stock: Bundle = (0, 0, 0), number: int = 5, **more: Any) -> Table:
    """The undead to be looked at, beside somebody else, between two rounds."""
    return at_table(
        seat("undead", Region.HARRAX, stock=stock, **more),
        seat("humans", Region.SULEEN),
        number=number,
        agenda=(Planning(),),
    )


def test_actions_are_counted_to_the_end_of_the_game() -> None:
    agenda = (ActionStarts("move", 2), ActionStarts("build", 3), RoundEnds())
    seats = (seat("undead"), seat("humans"))
    assert actions_left(at_table(*seats, number=16, agenda=agenda)) == 2
    assert actions_left(at_table(*seats, number=15, agenda=agenda)) == 6
    assert actions_left(at_table(*seats, number=16, agenda=(Planning(),))) == 4
    assert actions_left(at_table(*seats, number=0, agenda=(RoundStarts(1),))) == 64
    assert actions_left(at_table(*seats, number=16)) == 0
    assert level_ahead(at_table(*seats, agenda=agenda), "build") == 3
    assert level_ahead(at_table(*seats, agenda=agenda), "wood") == 0


def test_when_all_is_over_only_points_and_what_breaks_a_tie_count() -> None:
    over = at_table(seat("undead", stock=(3, 2, 1), monsters=(2, 3)), seat("humans"), number=16)
    assert own_worth(over, 0) == 2 * POINT + 6


def test_more_resources_are_worth_more() -> None:
    assert own_worth(table((4, 0, 0)), 0) > own_worth(table(), 0)
    assert own_worth(table((0, 0, 4)), 0) > own_worth(table((0, 0, 3)), 0)


def test_resources_fade_with_the_rounds() -> None:
    early = own_worth(table((5, 5, 0), number=3), 0) - own_worth(table(number=3), 0)
    late = own_worth(table((5, 5, 0), number=16), 0) - own_worth(table(number=16), 0)
    assert late < early


def test_a_milestone_that_is_near_makes_the_next_resource_dearer() -> None:
    steps = [
        heap_worth(count + 1, 99, 2, MILESTONES, 10, 40) - heap_worth(count, 99, 2, MILESTONES, 10, 40)
        for count in (3, 13)
    ]
    assert steps[1] > steps[0]
    assert heap_worth(3, 99, 2, MILESTONES, 10, 1) == 30, "out of reach"


def test_what_no_structure_asks_for_any_more_is_worth_less() -> None:
    assert heap_worth(8, 5, 0, (), 10, 40) < heap_worth(8, 8, 0, (), 10, 40)
    board = CONQUER.boards["undead"]
    everything = (1 << len(board.structures)) - 1
    assert open_prices(board, everything)[:2] == (0, 0)
    assert open_prices(board, 0)[0] == sum(structure.price[0] for structure in board.structures)


def test_where_no_structure_asks_for_goods_they_have_another_use() -> None:
    assert open_prices(CONQUER.boards["nagas"], 0) == (ENDLESS, ENDLESS, ENDLESS)


@pytest.mark.parametrize("fights", [1, 4, 9])
def test_an_army_is_worth_more_the_stronger_it_is(fights: int) -> None:
    goals = ((13, 300), (8, 200), (2, 100))
    worths = [army_worth(power, goals, fights) for power in (0, 3, 9, 14)]
    assert worths == sorted(worths)
    assert worths[0] < worths[-1]
    assert army_worth(14, goals, 0) == 0


def test_the_size_of_an_army_follows_its_modified_powers() -> None:
    plain = table(units={"skeleton": 3, "lich": 1})
    assert army_size(plain, 0) == 8
    assert army_size(table(units={"skeleton": 3, "lich": 1}, built=("ossuary",)), 0) == 11


def test_gold_is_worth_more_to_whoever_can_recruit_well() -> None:
    assert Prospects(table(built=("necropolis",)), 0).each[2] > Prospects(table(), 0).each[2]


def test_what_others_have_counts_against_a_seat() -> None:
    poor, rich = table(), table()
    rich.players[1].stock = (9, 9, 9)
    assert worth_of(rich, 0) < worth_of(poor, 0)
    assert own_worth(rich, 0) == own_worth(poor, 0)


def test_a_foundation_underfoot_is_worth_something_before_building() -> None:
    agenda = (ActionStarts("build", 3), RoundEnds())

    def there(region: Region) -> int:
        seats = (seat("undead", region, stock=(2, 2, 0)), seat("humans", Region.SULEEN))
        return Prospects(at_table(*seats, agenda=agenda), 0).place(region)

    assert there(Region.ESMORE) > there(Region.BRYNNLORE)
