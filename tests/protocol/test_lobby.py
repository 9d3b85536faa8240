"""A lobby of one host and its guests: what they found together, and what no host and no guest can bend."""

from collections.abc import Callable
from types import MappingProxyType

import pytest

from p2p_heroes.tabletest.entropy import NAMES, key_of, noise
from protocol.canonical import encode
from protocol.envelope import Header, open_envelope, seal
from protocol.errors import (
    BadGenesis,
    NameTaken,
    NotDue,
    Refusal,
    TableFull,
    TableStarted,
    Unexpected,
    WrongTable,
)
from protocol.frozen import replace
from protocol.genesis import Genesis, Seat
from protocol.hashing import digest
from protocol.lobby import GuestLobby, HostLobby, Sitter, Terms, pledge
from protocol.messages import Accept
from protocol.peer_messages import (
    Found,
    LobbySeat,
    Nonce,
    Propose,
    Ready,
    Seats,
    Sit,
    read_peer_message,
    write_peer_message,
)


class Lobby:
    """One host's list and all who sit in it, the host itself in seat 0; peer messages travel as bytes."""

    def __init__(self, wanted: int, *, sitting: int | None = None) -> None:
        options = MappingProxyType({"rounds": 3, "bonus": 1})
        self.host = HostLobby(Terms("roshambo", 1, options, 60, wanted))
        self.guests: list[GuestLobby] = []
        for seat in range(wanted if sitting is None else sitting):
            self.sit(seat)

    def sit(self, seat: int) -> GuestLobby:
        guest = GuestLobby(key_of(seat).public, NAMES[seat])
        self.host.sit(guest.key, Sit(guest.name, 4711))
        self.guests.append(guest)
        return guest

    def ready(self, *, round_: int = 0) -> "Lobby":
        """Everybody is ready, with a nonce of this round."""
        for guest in self.guests:
            self.host.ready(guest.key, guest.ready(f"choice of {guest.name}", nonce_of(guest, round_)))
        return self.tell()

    def tell(self) -> "Lobby":
        for guest in self.guests:
            notice = sent(self.host.notice())
            assert isinstance(notice, Seats)
            guest.hear(notice)
        return self

    def proposal(self) -> Propose:
        proposal = sent(self.host.propose())
        assert isinstance(proposal, Propose)
        return proposal

    def founding(self, proposal: Propose) -> Found:
        """Everybody agrees and shows its nonce; only the last one brings the founding."""
        found = None
        for guest in self.guests:
            assert found is None
            found = self.host.nonce(guest.key, guest.agree(proposal))
        assert found is not None
        return found


def nonce_of(guest: GuestLobby, round_: int = 0) -> bytes:
    return noise("lobby", guest.name, round_)


def sent(peer_message: Seats | Propose) -> object:
    return read_peer_message(write_peer_message(peer_message))


# As it should be


@pytest.mark.parametrize("wanted", range(2, 8))
def test_all_found_one_table_with_everybodys_nonce(wanted: int) -> None:
    lobby = Lobby(wanted).ready()
    assert lobby.host.is_complete
    found = lobby.founding(lobby.proposal())
    founded = {guest.found(found).table for guest in lobby.guests}
    assert len(founded) == 1
    genesis = Genesis.read(found.genesis)
    assert genesis == Genesis(
        game="roshambo",
        rules_version=1,
        options=MappingProxyType({"rounds": 3, "bonus": 1}),
        patience=60,
        seats=tuple(Seat(g.key, g.name, f"choice of {g.name}", nonce_of(g)) for g in lobby.guests),
    )


@pytest.mark.parametrize("fresh", range(3))
def test_one_new_nonce_is_enough_for_another_table(fresh: int) -> None:
    """The same players and terms, and all but one bring what they brought before: nothing fits again."""
    before, again = Lobby(3).ready(), Lobby(3).ready()
    old = before.founding(before.proposal())
    one = again.guests[fresh]
    again.host.ready(one.key, one.ready(f"choice of {one.name}", nonce_of(one, 1)))
    new = again.tell().founding(again.proposal())
    with pytest.raises(BadGenesis):
        one.found(old)
    first, second = (Genesis.read(found.genesis) for found in (old, new))
    header = Header(first.table, 0, 0, first.table, 0, first.table, noise("state"))
    with pytest.raises(WrongTable):
        open_envelope(seal(key_of(0), header, Accept()).wire, second)


def test_the_proposal_shows_pledges_and_no_nonce() -> None:
    lobby = Lobby(3).ready()
    draft = Genesis.read(lobby.proposal().draft)
    assert [seat.nonce for seat in draft.seats] == [pledge(nonce_of(guest)) for guest in lobby.guests]
    assert pledge(b"nonce") == digest("pledge", b"nonce")


def test_the_notice_says_what_everybody_may_know() -> None:
    lobby = Lobby(3, sitting=2)
    first, second = lobby.guests
    lobby.host.ready(second.key, second.ready("elves", noise("secret")))
    assert lobby.host.notice() == Seats(
        game="roshambo",
        rules_version=1,
        options=(("bonus", 1), ("rounds", 3)),
        patience=60,
        wanted=3,
        places=(
            LobbySeat(first.key, "Ada", "", ready=False),
            LobbySeat(second.key, "Bo", "elves", ready=True),
        ),
    )


def test_nonces_may_come_in_any_order() -> None:
    lobby = Lobby(4).ready()
    proposal = lobby.proposal()
    lobby.guests.reverse()
    found = lobby.founding(proposal)
    assert [seat.name for seat in Genesis.read(found.genesis).seats] == ["Ada", "Bo", "Cy", "Di"]


# Seats


def test_a_full_table_has_no_seat() -> None:
    lobby = Lobby(2)
    with pytest.raises(TableFull):
        lobby.host.sit(key_of(2).public, Sit("Cy", 1))
    assert len(lobby.host.sitters) == 2


@pytest.mark.parametrize("name", ["Ada", "", " Cy", "C\x1by", "C\u200by"])
def test_a_name_that_is_taken_or_none_is_refused(name: str) -> None:
    lobby = Lobby(3, sitting=2)
    with pytest.raises(NameTaken):
        lobby.host.sit(key_of(2).public, Sit(name, 1))
    assert len(lobby.host.sitters) == 2


def test_who_sits_already_may_take_another_name_and_keeps_its_seat() -> None:
    lobby = Lobby(2).ready()
    lobby.host.sit(key_of(0).public, Sit("Ada", 1))
    lobby.host.sit(key_of(0).public, Sit("Ann", 1))
    places = lobby.host.notice().places
    assert [(place.name, place.ready) for place in places] == [("Ann", False), ("Bo", True)]


def test_nobody_sits_down_while_the_table_is_being_founded_or_after() -> None:
    lobby = Lobby(2).ready()
    proposal = lobby.proposal()
    with pytest.raises(TableStarted):
        lobby.host.sit(key_of(2).public, Sit("Cy", 1))
    lobby.founding(proposal)
    for seat in (1, 2):
        with pytest.raises(TableStarted):
            lobby.host.sit(key_of(seat).public, Sit("Cy", 1))


def test_who_lost_its_connection_sits_and_is_not_ready() -> None:
    """Nobody else gets its place or its name; those who fit into free places do."""
    lobby = Lobby(3, sitting=2).ready()
    lost = lobby.guests[1]
    lobby.host.lose(lost.key)
    assert lobby.host.notice().places[1] == LobbySeat(lost.key, "Bo", "choice of Bo", ready=False)
    with pytest.raises(NameTaken):
        lobby.host.sit(key_of(2).public, Sit("Bo", 1))
    lobby.sit(2)
    with pytest.raises(TableFull):
        lobby.host.sit(key_of(3).public, Sit("Di", 1))
    lobby.host.sit(lost.key, Sit("Bo", 1))
    assert [place.name for place in lobby.host.notice().places] == ["Ada", "Bo", "Cy"]
    assert lobby.ready(round_=1).founding(lobby.proposal())


def test_who_does_not_sit_has_nothing_to_lose() -> None:
    lobby = Lobby(2).ready()
    lobby.host.lose(key_of(5).public)
    assert lobby.host.is_complete


def test_who_leaves_makes_room() -> None:
    lobby = Lobby(2)
    lobby.host.leave(lobby.guests.pop(0).key)
    assert [place.name for place in lobby.host.notice().places] == ["Bo"]
    lobby.sit(2)
    found = lobby.ready().founding(lobby.proposal())
    assert [seat.name for seat in Genesis.read(found.genesis).seats] == ["Bo", "Cy"]


def test_who_leaves_before_the_proposal_costs_the_others_nothing() -> None:
    lobby = Lobby(3).ready()
    lobby.host.leave(lobby.guests.pop().key)
    lobby.host.leave(key_of(5).public)
    assert [place.ready for place in lobby.host.notice().places] == [True, True]


# Ready


def test_nothing_is_proposed_before_all_seats_are_taken_and_ready() -> None:
    lobby = Lobby(3, sitting=2).ready()
    assert not lobby.host.is_complete
    with pytest.raises(NotDue):
        lobby.host.propose()
    third = lobby.sit(2)
    with pytest.raises(NotDue):
        lobby.host.propose()
    lobby.host.ready(third.key, third.ready("", noise("third")))
    assert lobby.host.is_complete
    assert lobby.host.propose()


def test_who_takes_it_back_is_not_ready() -> None:
    lobby = Lobby(2).ready()
    guest = lobby.guests[1]
    lobby.host.ready(guest.key, guest.unready())
    assert lobby.host.notice().places[1] == LobbySeat(guest.key, "Bo", "choice of Bo", ready=False)
    with pytest.raises(NotDue):
        lobby.host.propose()


def test_who_was_never_ready_may_say_so() -> None:
    assert GuestLobby(key_of(0).public, "Ada").unready() == Ready("", ready=False, pledge=bytes(32))


def test_only_sitters_are_ready() -> None:
    with pytest.raises(Unexpected):
        Lobby(2).host.ready(key_of(5).public, Ready("", ready=True, pledge=bytes(32)))


def test_nothing_is_proposed_twice() -> None:
    lobby = Lobby(2).ready()
    lobby.proposal()
    with pytest.raises(NotDue):
        lobby.host.propose()


@pytest.mark.parametrize("terms", [{"game": ""}, {"patience": 0}, {"options": MappingProxyType({"": 1})}])
def test_a_host_cannot_propose_a_table_that_cannot_be(terms: dict[str, object]) -> None:
    lobby = Lobby(2).ready()
    lobby.host.terms = replace(lobby.host.terms, **terms)  # type: ignore[arg-type]
    with pytest.raises(BadGenesis):
        lobby.host.propose()
    assert lobby.host.is_complete


# A founding that is called off


def leave(lobby: Lobby) -> None:
    lobby.host.leave(lobby.guests.pop().key)


def change_ones_mind(lobby: Lobby) -> None:
    guest = lobby.guests[-1]
    lobby.host.ready(guest.key, guest.unready())


def lose_ones_connection(lobby: Lobby) -> None:
    lobby.host.lose(lobby.guests[-1].key)


def come_back_before_it_was_noticed(lobby: Lobby) -> None:
    guest = lobby.guests[-1]
    lobby.host.sit(guest.key, Sit(guest.name, 4711))


@pytest.mark.parametrize("shown", range(3))
@pytest.mark.parametrize(
    "happen", [leave, change_ones_mind, lose_ones_connection, come_back_before_it_was_noticed]
)
def test_in_the_middle_of_a_founding_it_begins_anew_with_new_pledges(
    happen: Callable[[Lobby], None], shown: int
) -> None:
    lobby = Lobby(3).ready()
    proposal = lobby.proposal()
    for guest in lobby.guests[:shown]:
        assert lobby.host.nonce(guest.key, guest.agree(proposal)) is None
    happen(lobby)
    assert not any(place.ready for place in lobby.host.notice().places)
    with pytest.raises(NotDue):
        lobby.host.propose()
    lobby.tell()
    if len(lobby.guests) < 3:
        lobby.sit(3)
    again = lobby.ready(round_=1).proposal()
    found = lobby.founding(again)
    nonces = [seat.nonce for seat in Genesis.read(found.genesis).seats]
    assert nonces == [nonce_of(guest, 1) for guest in lobby.guests]
    assert {guest.found(found).table for guest in lobby.guests} == {Genesis.read(found.genesis).table}


def test_a_nonce_that_comes_after_the_end_of_its_founding_changes_nothing() -> None:
    """Its sender could not know that somebody had left."""
    lobby = Lobby(3).ready()
    late = lobby.guests[0].agree(lobby.proposal())
    leave(lobby)
    assert lobby.host.nonce(lobby.guests[0].key, late) is None
    assert [sitter.nonce for sitter in lobby.host.sitters.values()] == [None, None]


def test_an_old_nonce_does_not_open_a_new_pledge() -> None:
    lobby = Lobby(3).ready()
    old = lobby.guests[0].agree(lobby.proposal())
    leave(lobby)
    lobby.sit(3)
    lobby.ready(round_=1).proposal()
    with pytest.raises(Unexpected):
        lobby.host.nonce(lobby.guests[0].key, old)


def test_an_old_proposal_gets_no_second_nonce() -> None:
    lobby = Lobby(3).ready()
    old = lobby.proposal()
    guest = lobby.guests[0]
    guest.agree(old)
    with pytest.raises(Unexpected):
        guest.agree(old)
    lobby.tell()
    with pytest.raises(Unexpected):
        guest.agree(old)
    guest.ready("choice of Ada", nonce_of(guest, 1))
    with pytest.raises(Unexpected):
        guest.agree(old)


def test_an_old_founding_is_nothing_once_it_was_called_off() -> None:
    lobby = Lobby(2).ready()
    found = lobby.founding(lobby.proposal())
    lobby.tell()
    for guest in lobby.guests:
        with pytest.raises(Unexpected):
            guest.found(found)


def test_a_proposal_that_crossed_with_a_change_of_mind_gets_no_nonce() -> None:
    lobby = Lobby(2).ready()
    proposal = lobby.proposal()
    guest = lobby.guests[1]
    news = guest.unready()
    with pytest.raises(Unexpected):
        guest.agree(proposal)
    lobby.host.ready(guest.key, news)
    assert not lobby.host.is_complete
    lobby.tell()
    again = lobby.ready(round_=1).proposal()
    assert lobby.founding(again)


def test_a_founded_table_does_not_change_any_more() -> None:
    lobby = Lobby(3).ready()
    proposal = lobby.proposal()
    found = lobby.founding(proposal)
    before = dict(lobby.host.sitters)
    guest = lobby.guests[0]
    lobby.host.leave(guest.key)
    lobby.host.lose(guest.key)
    lobby.host.ready(guest.key, guest.unready())
    assert lobby.host.sitters == before
    with pytest.raises(Unexpected):
        lobby.host.nonce(guest.key, Nonce(nonce_of(guest)))
    with pytest.raises(NotDue):
        lobby.host.propose()
    assert guest.found(found) == Genesis.read(found.genesis)


# A guest that bends it


def test_another_nonce_than_the_pledged_one_is_refused() -> None:
    lobby = Lobby(2).ready()
    proposal = lobby.proposal()
    first, second = lobby.guests
    assert lobby.host.nonce(first.key, first.agree(proposal)) is None
    for nonce in (noise("a better one"), nonce_of(first), bytes(32)):
        with pytest.raises(Unexpected):
            lobby.host.nonce(second.key, Nonce(nonce))
    assert lobby.host.nonce(second.key, second.agree(proposal)) is not None


def test_who_does_not_sit_has_no_nonce_to_show() -> None:
    lobby = Lobby(2).ready()
    lobby.proposal()
    with pytest.raises(Unexpected):
        lobby.host.nonce(key_of(5).public, Nonce(nonce_of(lobby.guests[0])))


def test_a_nonce_shown_twice_counts_once() -> None:
    lobby = Lobby(2).ready()
    first, second = lobby.guests
    proposal = lobby.proposal()
    nonce = first.agree(proposal)
    assert lobby.host.nonce(first.key, nonce) is None
    assert lobby.host.nonce(first.key, nonce) is None
    assert lobby.host.nonce(second.key, second.agree(proposal)) is not None


# A host that bends it

Bend = Callable[[Genesis], Genesis]


def with_seat(genesis: Genesis, place: int, **changes: object) -> Genesis:
    seats = list(genesis.seats)
    seats[place] = replace(seats[place], **changes)  # type: ignore[arg-type]
    return replace(genesis, seats=tuple(seats))


BENDS: dict[str, Bend] = {
    "game": lambda g: replace(g, game="chess"),
    "rules": lambda g: replace(g, rules_version=2),
    "options": lambda g: replace(g, options=MappingProxyType({"rounds": 9, "bonus": 1})),
    "fewer_options": lambda g: replace(g, options=MappingProxyType({"rounds": 3})),
    "patience": lambda g: replace(g, patience=61),
    "seat_order": lambda g: replace(g, seats=tuple(reversed(g.seats))),
    "one_seat_less": lambda g: replace(g, seats=g.seats[:2]),
    "one_seat_more": lambda g: replace(g, seats=(*g.seats, Seat(key_of(4).public, "Eve", "", bytes(32)))),
    "my_name": lambda g: with_seat(g, 1, name="Bob"),
    "my_choice": lambda g: with_seat(g, 1, choice="undead"),
    "my_key": lambda g: with_seat(g, 1, key=key_of(4).public),
    "anothers_name": lambda g: with_seat(g, 2, name="Cyd"),
    "anothers_choice": lambda g: with_seat(g, 2, choice="undead"),
    "anothers_key": lambda g: with_seat(g, 2, key=key_of(4).public),
}
"""What a host might put into the draft, or into the founding, besides what it had shown."""

NONCE_BENDS: dict[str, Bend] = {
    "my_nonce": lambda g: with_seat(g, 1, nonce=noise("the host's choice")),
    "anothers_nonce": lambda g: with_seat(g, 2, nonce=noise("the host's choice")),
    "the_hosts_nonce": lambda g: with_seat(g, 0, nonce=noise("a better one")),
    "nonces_swapped": lambda g: with_seat(with_seat(g, 0, nonce=g.seats[2].nonce), 2, nonce=g.seats[0].nonce),
}


@pytest.mark.parametrize("bend", BENDS.values(), ids=BENDS.keys())
def test_a_proposal_that_is_not_what_the_lobby_showed_gets_no_nonce(bend: Bend) -> None:
    lobby = Lobby(3).ready()
    proposal = lobby.proposal()
    guest = lobby.guests[1]
    with pytest.raises(BadGenesis):
        guest.agree(Propose(bend(Genesis.read(proposal.draft)).encoded))
    assert guest.agree(proposal) == Nonce(nonce_of(guest))


def test_a_proposal_with_another_pledge_for_us_gets_no_nonce() -> None:
    lobby = Lobby(3).ready()
    proposal = lobby.proposal()
    guest = lobby.guests[1]
    with pytest.raises(Unexpected):
        guest.agree(Propose(with_seat(Genesis.read(proposal.draft), 1, nonce=noise("?")).encoded))
    assert guest.agree(proposal) == Nonce(nonce_of(guest))


@pytest.mark.parametrize("draft", [b"", b"\xc0", encode((1, "roshambo"))])
def test_a_proposal_that_cannot_be_read_gets_no_nonce(draft: bytes) -> None:
    with pytest.raises(BadGenesis):
        Lobby(3).ready().guests[1].agree(Propose(draft))


def test_a_proposal_on_another_notice_than_the_last_gets_no_nonce() -> None:
    lobby = Lobby(3).ready()
    proposal = lobby.proposal()
    guest = lobby.guests[1]
    assert guest.notice is not None
    guest.hear(replace(guest.notice, patience=30))
    with pytest.raises(BadGenesis):
        guest.agree(proposal)


@pytest.mark.parametrize("kept", ["my_name", "my_choice", "my_key"])
def test_a_proposal_that_has_us_as_another_gets_no_nonce_even_if_the_list_said_so_before(kept: str) -> None:
    lobby = Lobby(3).ready()
    draft = BENDS[kept](Genesis.read(lobby.proposal().draft))
    guest = lobby.guests[1]
    assert guest.notice is not None
    places = tuple(LobbySeat(seat.key, seat.name, seat.choice, ready=True) for seat in draft.seats)
    guest.hear(replace(guest.notice, places=places))
    with pytest.raises(BadGenesis):
        guest.agree(Propose(draft.encoded))


def test_fewer_than_were_wanted_are_no_table() -> None:
    lobby = Lobby(2).ready()
    proposal = lobby.proposal()
    guest = lobby.guests[1]
    assert guest.notice is not None
    guest.hear(replace(guest.notice, wanted=3))
    with pytest.raises(BadGenesis):
        guest.agree(proposal)


def test_a_proposal_gets_no_nonce_before_the_guest_is_ready_or_has_seen_the_list() -> None:
    lobby = Lobby(2).ready()
    proposal = lobby.proposal()
    guest = GuestLobby(key_of(1).public, "Bo")
    with pytest.raises(Unexpected):
        guest.agree(proposal)
    guest.ready("choice of Bo", nonce_of(guest))
    with pytest.raises(Unexpected):
        guest.agree(proposal)
    guest.hear(lobby.host.notice())
    assert guest.agree(proposal) == Nonce(nonce_of(guest))


@pytest.mark.parametrize("bend", [*BENDS.values(), *NONCE_BENDS.values()], ids=[*BENDS, *NONCE_BENDS])
def test_a_founding_that_is_not_the_proposal_is_refused(bend: Bend) -> None:
    lobby = Lobby(3).ready()
    found = lobby.founding(lobby.proposal())
    guest = lobby.guests[1]
    with pytest.raises(BadGenesis):
        guest.found(Found(bend(Genesis.read(found.genesis)).encoded))
    assert guest.found(found) == Genesis.read(found.genesis)


@pytest.mark.parametrize("genesis", [b"", b"\xc0"])
def test_a_founding_that_cannot_be_read_is_refused(genesis: bytes) -> None:
    lobby = Lobby(2).ready()
    lobby.founding(lobby.proposal())
    with pytest.raises(BadGenesis):
        lobby.guests[1].found(Found(genesis))


def test_there_is_no_founding_without_a_proposal() -> None:
    lobby = Lobby(2).ready()
    found = lobby.founding(lobby.proposal())
    outsider = GuestLobby(key_of(1).public, "Bo")
    with pytest.raises(Unexpected):
        outsider.found(found)


def test_guests_that_were_shown_two_lists_never_hold_one_table() -> None:
    """A host may lie to each guest apart; then the table ids differ, and no message fits the other table."""
    lobby, other = Lobby(2).ready(), Lobby(2).ready()
    lobby.host.terms = replace(lobby.host.terms, patience=30)
    lobby.tell()
    one = lobby.founding(lobby.proposal())
    two = other.founding(other.proposal())
    assert lobby.guests[1].found(one).table != other.guests[1].found(two).table
    with pytest.raises(Refusal):
        lobby.guests[1].found(two)


def test_a_sitter_is_ready_once_it_has_pledged() -> None:
    sitter = Sitter(b"key", "Ada")
    assert sitter.place() == LobbySeat(b"key", "Ada", "", ready=False)
    assert replace(sitter, pledge=bytes(32)).place().ready
