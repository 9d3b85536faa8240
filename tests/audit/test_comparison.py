"""What only several files show: what one of them lacks, what none of them holds, where their stories part."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.comparison import ReplayedFile, lacking, merge, told
from p2p_heroes.audit.difference import Difference
from p2p_heroes.audit.findings import Audited, Lacking, Parting, Sheet, Unseen, Verdict
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.session_table import RULES, SessionTable, session_of
from protocol.envelope import Envelope, open_envelope
from protocol.events import Finished, Rebuilt, Settled, StepOpened
from protocol.messages import Accept, Commit, Lock, Message, Reveal
from protocol.rules import GameOver
from protocol.transcript import Record, Spoken, read_transcript
from scripts.tools.make_vectors import stored
from scripts.tools.vectors.transcript.record import file_of, records_of
from scripts.tools.vectors.vector import read
from tests.support.cheats import Arena, wait_out


@cache
def fair() -> SessionTable:
    return SessionTable(3, rounds=1).begin().run()


def compare(**files: list[Record]) -> Audited:
    [finding] = audit([Given(name, file_of(records)) for name, records in files.items()])
    assert isinstance(finding, Audited)
    return finding


def until(records: list[Record], seat: int, step: int, kind: type[Message]) -> list[Record]:
    """What a record held before this message came."""
    for place, record in enumerate(records):
        if isinstance(record, Spoken):
            said = open_envelope(record.wire, fair().genesis)
            if (said.seat, said.step) == (seat, step) and isinstance(said.message, kind):
                return records[:place]
    raise AssertionError("no such message")


def said(seat: int, step: int, kind: type[Message]) -> Envelope:
    chain = fair().sessions[0].log.chains[seat]
    return next(e for e in chain if e.step == step and isinstance(e.message, kind))


# Laying together.


def test_whatever_the_order_every_message_finds_its_place() -> None:
    session = session_of(fair().genesis)
    merge(session, [story(list(reversed(records_of(fair(), 0))))])
    assert session.heads() == fair().sessions[0].heads()
    assert session.play.outcome == fair().sessions[0].play.outcome


def test_in_which_order_files_come_changes_nothing_but_the_order_in_which_they_are_told() -> None:
    """Two games of one table, as far as each other, of which every seat can be blamed."""
    games = [SessionTable(3, seed=seed, rounds=1).begin().run() for seed in (0, 1)]
    one, other = (records_of(game, 0) for game in games)
    found, turned = compare(one=one, other=other), compare(other=other, one=one)
    assert found.sheets == turned.sheets[::-1]
    assert [sheet.name for sheet in turned.sheets] == ["other", "one"]
    assert found.convictions
    assert found.state in {game.sessions[0].play.ground.state for game in games}
    assert replace(found, sheets=turned.sheets, partings=()) == replace(turned, partings=())


def test_what_fits_nowhere_is_left_out() -> None:
    """Without the first message of a seat nothing that it said can be placed."""
    session = session_of(fair().genesis)
    chain = fair().sessions[0].log.chains[1]
    merge(session, [story([Spoken(envelope.wire) for envelope in chain[1:]])])
    assert session.heads() == (0, 0, 0)


def story(records: list[Record]) -> ReplayedFile:
    session = session_of(fair().genesis)
    sheet = Sheet("file", session.heads(), 0, 0, None)
    return ReplayedFile(sheet, RULES, session, tuple(records), (), ())


# Messages that a file lacks.


def test_files_that_hold_the_same_lack_nothing() -> None:
    finding = compare(ada=records_of(fair(), 0), bo=records_of(fair(), 1), cy=records_of(fair(), 2))
    assert (finding.lacking, finding.unseen, finding.partings) == ((), (), ())


def test_what_a_file_lacks_is_listed_with_those_who_signed_that_they_had_it() -> None:
    """Everybody locked seat 1's commitment; that it is not in Cy's file blames nobody."""
    short = until(records_of(fair(), 2), 1, 3, Commit)
    finding = compare(ada=records_of(fair(), 0), cy=short)
    commit = said(1, 3, Commit)
    [lack] = [lack for lack in finding.lacking if lack.seat == 1]
    last = len(fair().sessions[0].log.chains[1]) - 1
    assert lack == Lacking("cy", 1, commit.number, last, (0, 2))
    assert {lack.name for lack in finding.lacking} == {"cy"}
    assert (finding.convictions, finding.verdict) == ((), Verdict.SOUND)
    assert isinstance(finding.outcome, Finished)


def test_that_nobody_signed_to_have_had_it_is_said_by_nobody() -> None:
    """The last lock of the game is named by no other message."""
    short = until(records_of(fair(), 2), 1, 4, Lock)
    lacks = compare(ada=records_of(fair(), 0), cy=short).lacking
    assert [lack.known_to for lack in lacks if lack.seat == 1] == [()]


def test_the_order_of_the_files_does_not_matter() -> None:
    short = until(records_of(fair(), 2), 1, 3, Commit)
    one = compare(ada=records_of(fair(), 0), cy=short)
    other = compare(cy=short, ada=records_of(fair(), 0))
    assert (one.lacking, one.state, one.outcome) == (other.lacking, other.state, other.outcome)


def test_a_file_without_a_single_message_lacks_all() -> None:
    lacks = compare(ada=records_of(fair(), 0), cy=until(records_of(fair(), 0), 0, 0, Accept)).lacking
    assert [(lack.seat, lack.first) for lack in lacks] == [(0, 0), (1, 0), (2, 0)]


class Order(list[Envelope]):
    """Messages in the order in which they came, and how often somebody went through them."""

    walks = 0

    def __iter__(self) -> Iterator[Envelope]:
        self.walks += 1
        return super().__iter__()


def test_whatever_a_file_lacks_the_others_are_gone_through_once() -> None:
    """Somebody hands in the longest file that can be, and one that lacks all of it."""
    session = session_of(fair().genesis)
    merge(session, [story(records_of(fair(), 0))])
    session.log.order = order = Order(session.log.order)
    lacks = list(lacking(Sheet("empty", (0, 0, 0), 0, 0, None), session))
    assert [lack.known_to for lack in lacks] == [(1, 2), (0, 2), (0, 1)]
    assert order.walks == 1
    assert not list(lacking(Sheet("whole", session.heads(), 0, 0, None), session))
    assert order.walks == 1


# Choices that no file holds.


def test_a_lock_on_a_choice_that_no_file_holds_is_pointed_out() -> None:
    cheat = ATTACKS["lie about another's choice"]
    arena = Arena(3, cheat, 1)
    wait_out(arena.begin())
    finding = compare(ada=records_of(arena, 0), cy=records_of(arena, 2))
    lock = next(e for e in arena.sessions[0].log.chains[1] if e.step == 3 and isinstance(e.message, Lock))
    assert finding.unseen == (Unseen(3, 1, lock.number, 0),)
    assert not finding.convictions


def test_a_lock_that_came_before_the_choice_it_names_shows_that_there_was_one() -> None:
    """A record that breaks off after a lock may simply not have got the choice."""
    records = records_of(fair(), 2)
    without = [
        record
        for record in until(records, 0, 3, Lock)
        if not isinstance(record, Spoken) or record.wire != said(1, 3, Commit).wire
    ]
    finding = compare(cy=[*without, Spoken(said(0, 3, Lock).wire)])
    assert Unseen(3, 0, said(0, 3, Lock).number, 1) in finding.unseen


# Stories that part.


def late_reveal(name: str) -> list[Record]:
    return list(
        read_transcript(read(stored()[f"transcript/late_reveal_as_{name}_saw_it.txt"]).one("file")).records
    )


def test_stories_part_at_a_step_after_somebodys_choice_in_a_field() -> None:
    """Seat 2 was voted out for its late reveal, which its own record counts: it had not heard of that."""
    unaware = late_reveal("its_author")[:29]
    for files in (
        {"cy": unaware, "ada": late_reveal("the_others")},
        {"ada": late_reveal("the_others"), "cy": unaware},
    ):
        finding = compare(**files)
        [parting] = finding.partings
        assert parting == Parting("ada", "cy", 4, (2,), Difference(("scores", 1), (8,), (4,)))
        assert not finding.convictions
        assert finding.verdict is Verdict.DISPUTED


def test_stories_part_after_a_share_that_one_of_them_did_not_get() -> None:
    mesh = SessionTable(3, rounds=1, seed=2).begin()
    while not said_by(mesh, 2, 2, Reveal):
        if mesh.packets:
            mesh.deliver(mesh.packets.pop(0))
        else:
            mesh.choose(next(seat for seat, session in mesh.sessions.items() if session.duties()))
    mesh.packets = [packet for packet in mesh.packets if packet[0] != 2]
    mesh.mute.add(2)
    mesh.run()
    unaware = records_of(mesh, 2)
    for seat in (0, 1):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([2]))
    mesh.run()
    [parting] = compare(ada=records_of(mesh, 0), cy=unaware).partings
    assert (parting.step, parting.seats, parting.difference.place) == (3, (2,), ("stake",))


def said_by(mesh: SessionTable, seat: int, step: int, kind: type[Message]) -> bool:
    return any(e.step == step and isinstance(e.message, kind) for e in mesh.sessions[seat].log.chains[seat])


def test_stories_that_meet_again_do_not_part() -> None:
    finding = compare(cy=late_reveal("its_author"), ada=late_reveal("the_others"))
    assert finding.partings == ()
    assert [absence.seat for absence in finding.absences] == [2]


def test_a_story_that_is_told_again_replaces_the_first() -> None:
    opened, settled = StepOpened(1, GameOver(), b"one"), Settled(1, GameOver(), {}, None)
    again = StepOpened(1, GameOver(), b"other")
    assert told([opened, settled]) == ({1: b"one"}, {1: settled})
    assert told([opened, settled, Rebuilt(), again]) == ({1: b"other"}, {})
