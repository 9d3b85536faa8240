"""The list in a lobby: a line for all that is new, and none for what comes of itself in a moment."""

from p2p_heroes.ui.lobby import Lobby, waits_for
from protocol.peer_messages import LobbySeat, Seats


def place(name: str, choice: str = "", *, ready: bool = True) -> LobbySeat:
    return LobbySeat(name.encode().ljust(32), name, choice, ready=ready)


def seats(*places: LobbySeat, wanted: int = 2, half: bool = False) -> Seats:
    return Seats("conquer", 1, (), 60, wanted, places, half=half)


def listed(places: list[LobbySeat]) -> str:
    return ", ".join(one.name + ("" if one.ready else "?") for one in places)


def test_who_comes_and_chooses_at_once_is_one_line() -> None:
    lobby, ada = Lobby(listed), place("Ada")
    assert lobby.told(seats(place("Ada", ready=False))) == ""
    assert lobby.told(seats(ada)) == "1 of 2 seats: Ada"
    assert lobby.told(seats(ada)) == "", "what reads the same is not told again"
    assert lobby.told(seats(ada, place("Bo", ready=False))) == ""
    assert lobby.told(seats(ada, place("Bo"))) == "2 of 2 seats: Ada, Bo"


def test_who_is_not_ready_for_longer_is_told() -> None:
    lobby, ada = Lobby(listed), place("Ada")
    lobby.told(seats(ada, place("Bo")))
    assert lobby.told(seats(ada, place("Bo", ready=False))) == "2 of 2 seats: Ada, Bo?"


def test_that_half_may_go_on_is_told() -> None:
    told = Lobby(listed).told(seats(place("Ada"), half=True))
    assert told == "1 of 2 seats: Ada. Half of you may go on without the others"


def test_it_says_how_many_are_missing() -> None:
    assert waits_for(seats(place("Ada"), wanted=3)) == "Waiting for 2 more."
    assert waits_for(seats(place("Ada"), place("Bo"))) == "All sit. The table is being founded."
