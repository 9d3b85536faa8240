"""What is offered of a long list, and what a typed line means."""

from collections.abc import Sequence

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.building import BuildingStarts
from p2p_heroes.games.conquer.decisions import Decision
from p2p_heroes.games.conquer.fighting import Fighting
from p2p_heroes.games.conquer.moving import Moving
from p2p_heroes.games.conquer.planning import PLANS
from p2p_heroes.games.conquer.state import Table
from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.game import Open, Secret, request_for
from p2p_heroes.games.roshambo import THROWS
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.kit.choices import MOST_SHOWN, Offer, Unclear
from tests.support.conquer import asking, at_table, seat


def choices_of(table: Table) -> Sequence[Decision]:
    need = CONQUER.pending(table)
    assert isinstance(need, Open | Secret)
    return request_for(need, 0).choices


def moves() -> Sequence[Decision]:
    """In Asander with the Hearse: Brynnlore for two points, Esmore for four of which some must be bought."""
    undead = seat("undead", Region.ASANDER, stock=(4, 1, 5), built=("hearse",))
    return choices_of(asking(at_table(undead, seat("elves", Region.YREEL)), Moving(2)))


def hunts(skeletons: int, liches: int = 0) -> Sequence[Decision]:
    army = {"skeleton": skeletons, "lich": liches}
    undead = seat("undead", Region.ASANDER, units=army, points=7)
    return choices_of(asking(at_table(undead, seat("elves", Region.YREEL)), Fighting(0)))


def meant(choices: Sequence[Decision], line: str) -> str:
    return CONQUER.notate(Offer(CONQUER, choices).meant(line))


def numbers(choices: Sequence[Decision]) -> list[int]:
    return [number for number, _ in Offer(CONQUER, choices).shown()]


def test_a_short_list_is_shown_whole() -> None:
    signs = THROWS
    shown = Offer(GAMES["roshambo"], signs).shown()
    assert shown == list(enumerate(signs, 1))


def test_of_a_long_list_some_of_every_kind_are_shown_by_their_own_numbers() -> None:
    shown = Offer(CONQUER, PLANS).shown()
    assert len(shown) == 15
    assert {CONQUER.notate(plan).split()[1] for _, plan in shown} == {"wood", "iron", "gold", "move", "build"}
    assert all(PLANS[number - 1] == plan for number, plan in shown)
    assert (shown[0][0], shown[-1][0]) == (1, 120)


def test_a_foundation_is_shown_beside_many_bargains() -> None:
    """Of a structure there are two variants, of a swap dozens."""
    ada = seat("humans", Region.XELREE, stock=(9, 13, 4), built=("market", "town-hall"))
    choices = choices_of(asking(at_table(ada, seat("elves", Region.YREEL)), BuildingStarts(2)))
    assert len(choices) > MOST_SHOWN
    shown = [CONQUER.notate(choice) for _, choice in Offer(CONQUER, choices).shown()]
    assert "build warrior-guild" in shown
    assert "build warrior-guild on Xelree" in shown
    assert len(shown) <= MOST_SHOWN


def test_a_list_of_a_million_is_shown_in_a_few_lines() -> None:
    choices = hunts(900, 200)
    assert len(choices) > 1_000_000
    shown = numbers(choices)
    assert len(shown) <= MOST_SHOWN
    assert shown == sorted(set(shown))
    targets = {CONQUER.notate(choices[number - 1]).split()[1] for number in shown if number > 1}
    assert targets == {"2", "3", "5", "8", "13", "19", "25", "32"}


def test_what_makes_no_sense_is_not_shown_but_keeps_its_number() -> None:
    choices = hunts(4)
    shown = Offer(CONQUER, choices).shown(lambda choice: "skeleton 4" in CONQUER.notate(choice))
    assert [CONQUER.notate(choice) for _, choice in shown][:2] == [
        "hunt 2 with skeleton 4",
        "hunt 3 with skeleton 4",
    ]
    assert shown[0][0] == 5


@pytest.mark.parametrize(
    ("line", "notation"),
    [
        ("1", "stay"),
        ("stay", "stay"),
        ("st", "stay"),
        ("move Esmore via Brynnlore buying 2", "move Esmore via Brynnlore buying 2"),
        ("MOVE  esmore", "move Esmore via Brynnlore buying 2"),
        ("move esm", "move Esmore via Brynnlore buying 2"),
        ("mov esm", "move Esmore via Brynnlore buying 2"),
        ("m esmore v b b 2", "move Esmore via Brynnlore buying 2"),
        ("esmore", "move Esmore via Brynnlore buying 2"),
        ("move brynnlore", "move Brynnlore"),
        ("brynn", "move Brynnlore"),
        ("buying 2", "stay buying 2"),
    ],
)
def test_a_choice_is_meant_by_its_number_its_words_or_their_beginning(line: str, notation: str) -> None:
    assert meant(moves(), line) == notation


def test_a_number_is_not_the_beginning_of_another() -> None:
    assert meant(hunts(4), "hu 3 with sk 4") == "hunt 3 with skeleton 4"


def test_what_the_rules_refuse_is_still_read() -> None:
    """So that the rules can say why."""
    assert meant(moves(), "move Zoro") == "move Zoro"
    assert meant(moves(), "hunt 2 with skeleton 1") == "hunt 2 with skeleton 1"


@pytest.mark.parametrize("line", ["0", "99999", "9" * 5000, "lizard", "s", "move", "move atlantis"])
def test_what_cannot_be_read_has_a_reason(line: str) -> None:
    with pytest.raises(Unclear) as caught:
        meant(moves(), line)
    assert str(caught.value)


def test_a_beginning_of_several_choices_is_not_guessed_at() -> None:
    with pytest.raises(Unclear, match="4 choices begin so; go on typing: hunt 3 with skeleton 1, hunt 3 "):
        meant(hunts(4), "hunt 3")
    with pytest.raises(Unclear, match="2 choices begin so"):
        meant(moves(), "stay buying")
    with pytest.raises(Unclear, match="24 choices begin so; go on typing: wood iron, wood gold, wood move"):
        Offer(CONQUER, PLANS).meant("wood")
    with pytest.raises(Unclear, match="24 choices begin so, such as plan wood iron gold move, or plan"):
        Offer(CONQUER, PLANS).meant("pl wo")


def test_a_name_is_typed_with_its_hyphens_or_without() -> None:
    humans = seat("humans", Region.HARRAX, stock=(9, 9, 9))
    building = choices_of(asking(at_table(humans, seat("elves", Region.YREEL)), BuildingStarts(4)))
    name = "build town-hall"
    assert {meant(building, line) for line in (name, "build Town  Hall", "town ha")} == {name}


def knights() -> Sequence[Decision]:
    army = {"militia": 2, "knight": 2}
    humans = seat("humans", Region.ASANDER, units=army, points=9)
    return choices_of(asking(at_table(humans, seat("elves", Region.YREEL)), Fighting(0)))


@pytest.mark.parametrize(
    "army", ["knights 2 militia 2", "2 Knights 2 Militia", "2 militia 2 knights", "knight 2 militia 2"]
)
def test_an_army_is_typed_as_the_screen_calls_it(army: str) -> None:
    offer = Offer(CONQUER, knights(), GAME_UIS["conquer"].spelled)
    wanted = CONQUER.parse("hunt 13 with knight 2 militia 2")
    assert wanted in offer.choices
    typed = f"hunt 13 with {army}"
    assert (offer.meant(typed), offer.fitting(typed)[0]) == (wanted, wanted)


def test_what_cannot_be_read_is_answered_with_an_example() -> None:
    with pytest.raises(Unclear, match=r"there is no region atlantis; for example: stay$"):
        meant(moves(), "move atlantis")


# Kinds, and what fits while it is typed.


def test_choices_that_begin_alike_are_one_kind() -> None:
    kinds = Offer(CONQUER, moves()).kinds()
    firsts = [CONQUER.notate(kind[0]) for kind in kinds]
    assert len({tuple(first.split()[:2]) for first in firsts}) == len(firsts)
    assert firsts[0] == "stay"
    assert all(choice in moves() for kind in kinds for choice in kind)


def test_where_nothing_is_sensible_everything_is_shown() -> None:
    offer = Offer(CONQUER, moves())
    assert offer.kinds(lambda choice: False) == offer.kinds()


def test_kinds_can_be_told_apart_in_another_way() -> None:
    [kind] = Offer(CONQUER, moves()).kinds(kind_of=lambda choice: None)
    assert len(kind) == len(moves())


def test_the_first_letter_narrows_already() -> None:
    offer = Offer(GAMES["roshambo"], THROWS)
    assert offer.fitting("p") == [THROWS[1]]
    assert offer.fitting("x") == []


def test_of_a_list_that_nobody_reads_what_is_typed_in_full_still_fits() -> None:
    offer = Offer(CONQUER, hunts(60, 60))
    last = offer.choices[-1]
    assert offer.fitting(CONQUER.notate(last))[0] == last


def test_of_a_list_that_nobody_reads_some_of_every_kind_fit() -> None:
    offer = Offer(CONQUER, hunts(60, 60))
    for begun in ("hunt 2", "hunt 3 with l", "hunt 5"):
        fitting = offer.fitting(begun)
        assert fitting
        assert all(CONQUER.notate(choice).startswith(begun) for choice in fitting)
