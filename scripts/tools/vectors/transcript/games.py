"""Vectors of transcripts of games that ended, with votes and without (protocol.md §8, §10).

The block `file` is read and replayed from nothing. The header tells how the game
stands: outcome, step, digest of the state, places, who was voted out.
"""

from collections.abc import Callable
from functools import cache

from p2p_heroes.tabletest.forger import Forger
from p2p_heroes.tabletest.session_table import RULES, SessionTable, genesis_of, session_of
from protocol.events import Claimed
from protocol.exchange import CHOOSING, DONE, ExchangeStage
from protocol.messages import Commit, Decide, Forfeit, Lock, Reveal
from protocol.session import Session
from protocol.transcript import Founded, Spoken

from ..game import CALL, CHANCE, OVER, THROW, Moment, cheated, played, silent
from ..vector import Vector
from .record import fair_records, file_of, game, told, torn_after

# Games that went well.


def game_of_two() -> Vector:
    """One round between two, from the file of seat 0, with its secrets."""
    return game(played(2))


def game_of_two_rounds() -> Vector:
    """Two rounds between two, from the file of seat 1."""
    return game(SessionTable(2, rounds=2, seed=3).begin().run(), seat=1)


def game_of_three() -> Vector:
    """One round among three."""
    return game(played(3), seat=2)


def game_of_four() -> Vector:
    """One round among four, in which the messages came in a wild order."""
    return game(SessionTable(4, rounds=1, seed=4, shuffled=True).begin().run(), seat=3)


def game_as_a_spectator_saw_it() -> Vector:
    """Signed messages only: a file needs no secrets to be judged."""
    mesh = played(3)
    wires = [Spoken(envelope.wire) for envelope in mesh.sessions[0].log.order]
    return told(mesh.sessions[0], file_of([Founded(mesh.genesis.encoded), *wires]))


def game_just_founded() -> Vector:
    """A genesis and nothing else."""
    return told(session_of(genesis_of(2, rounds=1)), file_of(fair_records()[:1]))


def game_broken_off() -> Vector:
    """Half of a game; nobody is to blame."""
    return torn_after(file_of(fair_records()[:12]), whole=12)


def message_recorded_twice() -> Vector:
    """A message that is there already changes nothing."""
    return told(played(2).sessions[0], file_of([*fair_records(), fair_records()[-1]]))


# Votes.


def _forfeited(mesh: SessionTable, *absent: int) -> SessionTable:
    """All who are there propose that these seats stayed away, sign it, and go on."""
    for seat in mesh.alive():
        mesh.absorb(seat, mesh.sessions[seat].forfeit(absent))
    return mesh.run()


def forfeit_before_the_throw() -> Vector:
    """Seat 2 never commits to a throw; the rules throw for it."""
    return game(_forfeited(cheated(3, {2}, (THROW, Commit), silent), 2))


def forfeit_before_the_lock() -> Vector:
    """Seat 2 commits and does not lock; its commitment stays in the past, but nobody opens it."""
    return game(_forfeited(cheated(3, {2}, (THROW, Lock), silent), 2))


def forfeit_before_the_reveal() -> Vector:
    """Seat 2 has seen what the others threw and withholds its reveal; the rules throw for it."""
    return game(_forfeited(cheated(3, {2}, (THROW, Reveal), silent), 2))


def forfeit_of_a_share() -> Vector:
    """Seat 2 withholds its share of chance; the stake is drawn from the others' shares, once."""
    return game(_forfeited(cheated(3, {2}, (CHANCE, Reveal), silent), 2))


def forfeit_of_the_caller() -> Vector:
    """Seat 0 never calls; the rules call for it."""
    return game(_forfeited(cheated(3, {0}, (CALL, Decide), silent), 0), seat=1)


def forfeit_at_the_very_end() -> Vector:
    """Seat 2 does not sign the final state; the others do."""
    return game(_forfeited(cheated(3, {2}, (OVER, Lock), silent), 2))


def forfeit_by_three_of_five() -> Vector:
    """Two of five stay away, seat 0 among them; more than half are left, and go on."""
    return game(_forfeited(cheated(5, {0, 1}, (THROW, Commit), silent), 0, 1), seat=2)


def forfeit_by_the_half_with_the_lowest_seat() -> Vector:
    """Two of four stay away, where half may go on: the half with seat 0 does."""
    return game(_forfeited(cheated(4, {2, 3}, (THROW, Commit), silent, half=True), 2, 3))


def claimed_by_the_other_half() -> Vector:
    """Two of four stay away, seat 0 among them; though half may go on, this half can only end the table."""
    return game(_forfeited(cheated(4, {0, 1}, (THROW, Commit), silent, half=True), 0, 1), seat=2)


def claimed_by_a_half() -> Vector:
    """Two of four stay away; half is not enough, so the half with seat 0 can end the table but not go on."""
    return game(_forfeited(cheated(4, {2, 3}, (THROW, Commit), silent), 2, 3))


def claimed_by_one_of_two() -> Vector:
    """Seat 1 stays away, and seat 0 claims the game."""
    return game(_forfeited(cheated(2, {1}, (THROW, Reveal), silent), 1))


def claimed_by_one_of_two_friends() -> Vector:
    """Where half may go on, one of two may vote the other out; but nobody goes on alone."""
    return game(_forfeited(cheated(2, {1}, (THROW, Reveal), silent, half=True), 1))


def resigned_before_its_throw() -> Vector:
    """Seat 2 resigns and owes a throw: the others vote it out at once, and the rules throw for it."""
    return game(_resigned(THROW, CHOOSING))


def resigned_as_it_saw_it_itself() -> Vector:
    """The same, from the file of seat 2."""
    return game(_resigned(THROW, CHOOSING), seat=2)


def resigned_when_it_owed_nothing() -> Vector:
    """Seat 2 resigns when it has locked the call: the step ends with it, and in the next it is voted out."""
    return game(_resigned(CALL, DONE))


def _resigned(step: int, owing: ExchangeStage) -> SessionTable:
    """Seat 2 resigns when it owes this at this step."""
    mesh = SessionTable(3, rounds=1).begin()
    _run_until(mesh, lambda: _owes(mesh, 2) == (step, owing))
    mesh.absorb(2, mesh.sessions[2].resign(2))
    return mesh.run()


def _owes(mesh: SessionTable, seat: int) -> tuple[int, ExchangeStage] | None:
    play = mesh.sessions[seat].play
    return None if play.exchange is None else (play.step, play.exchange.due(seat))


def list_that_its_owner_waits_for() -> Vector:
    """Seat 0 proposed to go on without seat 2, whose reveal came then: its record waits for its list."""
    return _reproached(seats=(0,))


def list_for_which_a_stranger_does_not_wait() -> Vector:
    """The same messages in the record of somebody without a seat: the step is settled."""
    return _reproached(seats=())


def _reproached(*, seats: tuple[int, ...]) -> Vector:
    """The fair game up to the throws, a proposal of seat 0, and the last reveal behind it."""
    mesh = played(3)
    order = [envelope for envelope in mesh.sessions[0].log.order if envelope.step <= THROW]
    late = next(e for e in order if e.seat == 2 and (e.step, type(e.message)) == (THROW, Reveal))
    hand = Forger(mesh.genesis, 0)
    hand.chain = [envelope for envelope in order if envelope.seat == 0]
    vote = hand.say(Forfeit(((2, late.number),)))
    wires = [envelope.wire for envelope in (*(e for e in order if e != late), vote, late)]
    session = Session(mesh.genesis, RULES, {}, seen_from=seats)
    for wire in wires:
        session.receive(wire)
    return told(session, file_of([Founded(mesh.genesis.encoded, seats), *map(Spoken, wires)]))


def vote_that_was_denied() -> Vector:
    """Seat 1 proposes a vote too early; the message comes, seat 1 takes it back, and all play on."""
    mesh = SessionTable(3, rounds=1).begin()

    def is_between() -> bool:
        return _last(mesh, 0, of=2) == (THROW, Commit) != _last(mesh, 1, of=2)

    _run_until(mesh, is_between)
    mesh.absorb(1, mesh.sessions[1].forfeit([2]))
    return game(mesh.run())


def vote_that_was_left_behind() -> Vector:
    """Seat 1 proposes a vote at a step that seat 0 has left: nobody can complete it, and all play on."""
    mesh = SessionTable(3, rounds=1).begin()
    _run_until(mesh, lambda: mesh.sessions[0].play.step == OVER)
    late = [packet for packet in mesh.packets if packet[:2] == (2, 1)]
    mesh.packets = [packet for packet in mesh.packets if packet not in late]
    _run_until(mesh, lambda: _last(mesh, 1, of=0) == (OVER, Lock))
    mesh.absorb(1, mesh.sessions[1].forfeit([2]))
    mesh.packets += late
    return game(mesh.run())


def claim_that_was_taken_back() -> Vector:
    """Seats 2 and 3 ended the table for themselves; then what they missed comes, and all play on."""
    mesh = SessionTable(4, rounds=1).begin()
    _run_until(mesh, lambda: all(session.play.step == THROW for session in mesh.sessions.values()))
    mesh.mute |= {0, 1}
    mesh.run()
    for seat in (2, 3):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([0, 1]))
    assert isinstance(mesh.run().sessions[2].play.outcome, Claimed)
    mesh.mute.clear()
    return game(mesh.run(), seat=2)


def late_reveal_as_the_others_saw_it() -> Vector:
    """Seat 2 reveals, but nobody hears it before it is voted out; what comes later does not count."""
    return game(_late_reveal())


def late_reveal_as_its_author_saw_it() -> Vector:
    """Seat 2 has gone on to the next step when it hears that it was voted out: the vote counts."""
    return game(_late_reveal(), seat=2)


def two_halves_meet_again() -> Vector:
    """Seats 2 and 3 ended the table for themselves, then hear that 0 and 1, the half that counts, went on."""
    kept = _forfeited(cheated(4, {2, 3}, (THROW, Commit), silent, half=True), 2, 3)
    lost = _forfeited(cheated(4, {0, 1}, (THROW, Commit), silent, half=True), 0, 1)
    for envelope in kept.sessions[0].log.order:
        lost.deliver((0, 2, b"m" + envelope.wire))
    return game(lost, seat=2)


@cache
def _late_reveal() -> SessionTable:
    mesh = SessionTable(3, rounds=1).begin()
    _run_until(mesh, lambda: _last(mesh, 2, of=2) == (THROW, Reveal))
    mesh.packets = [packet for packet in mesh.packets if packet[0] != 2]
    mesh.mute.add(2)
    mesh.run()
    for seat in (0, 1):
        mesh.absorb(seat, mesh.sessions[seat].forfeit([2]))
    mesh.run().mute.clear()
    return mesh.run()


def _run_until(mesh: SessionTable, is_reached: Callable[[], bool]) -> None:
    while not is_reached():
        if mesh.packets:
            mesh.deliver(mesh.packets.pop(0))
        else:
            mesh.choose(next(seat for seat, session in mesh.sessions.items() if session.duties()))


def _last(mesh: SessionTable, seat: int, *, of: int) -> Moment | None:
    """The last message of another seat that a seat holds."""
    held = mesh.sessions[seat].log.chains[of]
    return (held[-1].step, type(held[-1].message)) if held else None
