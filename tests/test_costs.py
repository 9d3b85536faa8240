"""What a step and a game cost, in counts: the same on every machine, however little of it a test gets.

Bounded is what the protocol fixes: messages, signatures, verifications, syncs and bytes. A bound that does
not follow from the number of messages alone stands in `MOST`. Function calls, encodings and writes are
printed (`pytest -s`) and never bounded: a bound on them forbids what makes code readable. Nor are times.
"""

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
import trio.testing

from p2p_heroes.bench.engine import LARGE, play
from p2p_heroes.bench.references.exchanges import is_sealed, messages_in, script_of
from p2p_heroes.bench.room import BenchTable, nothing_remembered
from p2p_heroes.bench.seating import Seating
from p2p_heroes.bots.wanderer import Wanderer
from p2p_heroes.games.game import Request
from p2p_heroes.node.player import BotPlayer
from tests.support.tally import calls_of, counted
from tests.support.wires import Circle, Wires

MOST = {
    "bytes of a message on the wire, game of 4": 262,
    "bytes of a message in a record, game of 4": 276,
}

HELLOS = 8
"""Writes on a connection that are about the connection: TLS, hello, addresses, what is held, farewell."""

SMALL_BYTES = {2: (20_664, 22_610), 4: (128_859, 45_946)}
"""Of the small game: all that goes over wires, and a record; the protocol and the game decide that."""


def check(what: str, count: float) -> None:
    assert count <= MOST[what], f"{what}: {count} where {MOST[what]} are allowed"


def step_counts(room: BenchTable) -> Counter[str]:
    """Of the next step of a game, all seats together."""
    before = len(room.said), room.posted
    with counted() as counts:
        room.play(1)
    counts.update(messages=len(room.said) - before[0], posted=room.posted - before[1])
    return counts


@pytest.mark.parametrize("seats", [2, 4])
def test_an_open_step_and_a_sealed_one(seats: int) -> None:
    """Each message is signed once, sent once to each of the others, and verified once by each of them."""
    room = BenchTable(Seating(seats, 0, rounds=2)).play(1)
    for messages in (1 + seats, 3 * seats, 3 * seats):
        counts = step_counts(room)
        assert counts["messages"] == counts["signed"] == messages
        assert counts["verified"] == messages * (seats - 1)


@pytest.mark.parametrize("seats", [2, 4])
def test_encodings_of_a_sealed_step(seats: int) -> None:
    room = BenchTable(Seating(seats, 0, rounds=2)).play(1).play(1)
    print(f"encodings of a sealed step of {seats}: {step_counts(room)['encoded']}")


@pytest.mark.parametrize("seats", [2, 4])
def test_signatures_and_bytes_of_a_small_game(seats: int) -> None:
    """All accept; in each of five rounds one calls, the stake and the throws are sealed; all sign the end."""
    with counted() as counts:
        room = BenchTable(Seating(seats, 0, rounds=5)).play()
    messages = seats + 5 * (1 + 7 * seats) + seats
    assert counts["signed"] == len(room.said) == messages
    assert counts["verified"] == messages * (seats - 1)
    assert (room.posted, len(room.machines[0].data)) == SMALL_BYTES[seats]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_signatures_of_a_game(seats: int) -> None:
    """Nothing is said besides what the steps need: an opening only where something was sealed."""
    with counted() as counts:
        room = BenchTable(Seating(seats, 0)).play()
    script = script_of(room.said, seats)
    locks = seats * (len(script) - 2)
    chosen = sum(size > 0 for step in script[1:-1] for size in step[0])
    opened = sum(size > 0 for step in script if is_sealed(step) for size in step[2])
    assert counts["signed"] == messages_in(script) == 2 * seats + locks + chosen + opened
    assert counts["verified"] == counts["signed"] * (seats - 1)


@pytest.mark.slow
def test_bytes_of_a_game() -> None:
    room = BenchTable(Seating(4, 0)).play()
    messages = len(room.said)
    check("bytes of a message on the wire, game of 4", room.posted / messages / 3)
    check("bytes of a message in a record, game of 4", len(room.machines[0].data) / messages)


@pytest.mark.parametrize("seats", [2, 4])
def test_calls_of_a_random_game(seats: int) -> None:
    work = partial(play, LARGE, seats, 0)
    # What is worked out once for all games, such as ways over the map, is not counted.
    work()
    print(f"calls of a random game of {seats}: {calls_of(work)}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "seating"),
    [
        ("calls of a small game of 2 in one process", Seating(2, 0, rounds=5)),
        ("calls of a game of 4 in one process", Seating(4, 0)),
    ],
)
def test_calls_of_a_game_in_one_process(what: str, seating: Seating) -> None:
    with nothing_remembered():
        BenchTable(seating).play()
        print(f"{what}: {calls_of(lambda: BenchTable(seating).play())}")


class Thinker(BotPlayer):
    """Chooses when all know who is connected to whom; before that they pass on what everybody gets anyway."""

    async def decide(self, view: object, request: Request[Any]) -> object:
        await trio.sleep(2)
        return await super().decide(view, request)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
async def test_syncs_and_writes_of_nodes(
    seats: int,
    tmp_path: Path,
    nursery: trio.Nursery,
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No more than one sync for every message, and one for the end of each seat.

    Signed besides messages is what a seat says of itself: to whoever connects, and every second, on a clock
    that waits for nobody.
    """
    writes = Counter[str]()
    send_all = trio.testing.MemorySendStream.send_all

    async def send(self: Any, data: bytes) -> None:
        writes["all"] += 1
        await send_all(self, data)

    monkeypatch.setattr(trio.testing.MemorySendStream, "send_all", send)
    with counted() as counts:
        players = {seat: Thinker(Wanderer(Random(seat))) for seat in range(seats)}
        circle = Circle(Wires(nursery), tmp_path, seats, rounds=5, players=players).start()
        await circle.ended()
    messages, pairs, steps = seats + 5 * (1 + 7 * seats) + seats, seats * (seats - 1), 15
    beats = int(trio.current_time()) + 1
    assert messages <= counts["signed"] <= messages + 2 * pairs + seats * (beats + 1)
    assert messages * (seats - 1) <= counts["verified"] <= counts["signed"] * (seats - 1)
    assert counts["synced"] <= messages + seats
    # What was only heard is written with what is said, or once a second.
    record, wire = counts["written"] / seats - beats, writes["all"] / pairs - beats - HELLOS
    print(f"writes in a step of {seats}: {record / steps:.2f} to a record, {wire / steps:.2f} to others")
