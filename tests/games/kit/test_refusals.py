"""Why a choice is refused, as a code and facts."""

from p2p_heroes.games.conquer.world import Region
from p2p_heroes.games.kit.refusals import NOT_OFFERED, because


def test_a_reason_is_its_code_and_its_facts() -> None:
    assert because("too-far", to=Region.LOX, cost=3) == because("too-far", to=Region.LOX, cost=3)
    assert because("too-far", to=Region.LOX, cost=3) != because("too-far", to=Region.LOX, cost=4)


def test_a_reason_is_written_for_logs_and_tests() -> None:
    assert str(NOT_OFFERED) == "not-offered"
    assert str(because("too-far", to=Region.LOX, via=(Region.VURT, 3))) == "too-far to=Lox via=(Vurt,3)"
