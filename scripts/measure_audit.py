"""How fast transcripts are audited, against the bare Ed25519 verifications that no audit can do without.

In: nothing but this machine. Out: for each kind of game the share of the verification limit, that
is how long the bare verifications of its messages take by how long its audit takes: with the rules'
replay, without it (files, signatures, chains and commitments only), and with a process for each of
two cores; transcripts a second; and what `audit` of a tiny file costs beside the imports of its two packages.
Slices of all of these alternate, and the median of their ratios counts.

    python -m scripts.measure_audit
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import MappingProxyType

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from p2p_heroes.games import GAMES
from p2p_heroes.games.game import Chance as GameChance
from p2p_heroes.games.game import Over as GameOver
from p2p_heroes.games.game import request_for
from p2p_heroes.lab.audit import Given, audit
from p2p_heroes.lab.findings import Verdict, overall
from p2p_heroes.node.table import GameRules
from protocol import identity
from protocol.envelope import open_envelope
from protocol.events import Event, Said
from protocol.genesis import Genesis, Seat
from protocol.hashing import digest
from protocol.identity import SIGNATURE_SIZE, Key
from protocol.log import Log
from protocol.session import Session
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer, read_transcript

KINDS = (("roshambo", 2), ("roshambo", 4), ("conquer", 2), ("conquer", 4))
CORES = 2


def play(game: str, seats: int, seed: int) -> bytes:
    """The transcript of a random game in which one session holds every seat."""
    random = Random(f"{game} {seats} {seed}")
    rules = GameRules(GAMES[game])
    keys = {seat: Key.from_seed(random.randbytes(32)) for seat in range(seats)}
    choices = random.sample(rules.game.choices, seats) if rules.game.choices else [""] * seats
    places = tuple(Seat(keys[s].public, f"seat {s}", choices[s], random.randbytes(32)) for s in range(seats))
    genesis = Genesis(game, rules.game.version, MappingProxyType({}), 60, places)
    session = Session(genesis, rules, keys)
    happened: list[Event] = session.begin()
    while duties := session.duties():
        pending = rules.game.pending(session.play.state.state)
        assert not isinstance(pending, GameOver)
        for seat in duties:
            if isinstance(pending, GameChance):
                happened += session.choose(seat, random.randbytes(32), random.randbytes(32))
            else:
                value = rules.value(random.choice(request_for(pending, seat).choices))
                happened += session.choose(seat, value, random.randbytes(32))
    records: list[Record] = [Founded(genesis.encoded)]
    records += [Spoken(event.envelope.wire) for event in happened if isinstance(event, Said)]
    return MAGIC + b"".join(map(Writer().append, records))


def forget() -> None:
    """Good signatures are remembered: an audit that finds the verdicts of the last one verifies nothing."""
    identity._verify.cache_clear()


def audit_whole(files: list[bytes]) -> None:
    forget()
    for data in files:
        assert overall(audit([Given("", data)])) is Verdict.SOUND


def audit_chains(files: list[bytes]) -> None:
    """Everything but the rules: the file, the signatures, and what each author's chain shows."""
    forget()
    for data in files:
        transcript = read_transcript(data)
        genesis = Genesis.read(transcript.genesis)
        log = Log(genesis)
        for record in transcript.records:
            if isinstance(record, Spoken):
                log.add(open_envelope(record.wire, genesis))


Checks = list[tuple[Ed25519PublicKey, bytes, bytes]]


def checks_of(files: list[bytes]) -> Checks:
    """The bare verifications: key, signature and digest of every message."""
    found: Checks = []
    for data in files:
        transcript = read_transcript(data)
        genesis = Genesis.read(transcript.genesis)
        keys = [Ed25519PublicKey.from_public_bytes(seat.key) for seat in genesis.seats]
        for record in transcript.records:
            if isinstance(record, Spoken):
                payload, signature = record.wire[:-SIGNATURE_SIZE], record.wire[-SIGNATURE_SIZE:]
                seat = open_envelope(record.wire, genesis).seat
                found.append((keys[seat], signature, digest("message", payload)))
    return found


def verify_all(checks: Checks) -> None:
    for key, signature, message in checks:
        key.verify(signature, message)


def seconds(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Of one core, by default: others may be busy on it."""
    begun = clock()
    work()
    return clock() - begun


def measure(game: str, seats: int, *, slices: int, transcripts: int, pool: ProcessPoolExecutor) -> None:
    files = [play(game, seats, seed) for seed in range(transcripts)]
    checks = checks_of(files)
    halves = [files[core::CORES] for core in range(CORES)]
    whole, chains, cores, rates = [], [], [], []
    for _ in range(slices):
        bare = seconds(lambda: verify_all(checks))
        spent = seconds(lambda: audit_whole(files))
        whole.append(bare / spent)
        rates.append(len(files) / spent)
        chains.append(seconds(lambda: verify_all(checks)) / seconds(lambda: audit_chains(files)))
        spread = seconds(lambda: list(pool.map(audit_whole, halves)), perf_counter)
        cores.append(seconds(lambda: verify_all(checks), perf_counter) / spread)
    print(
        f"{game}, {seats} seats, {len(checks) // len(files)} messages: {median(whole):.2f} of the limit "
        f"({min(whole):.2f} to {max(whole):.2f}), without the rules {median(chains):.2f}, "
        f"on {CORES} cores {median(cores):.2f}; {median(rates):.1f} transcripts a second"
    )


def measure_start(slices: int) -> None:
    """A whole `audit` of the smallest game beside a process that only imports the two packages."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tiny.heroes"
        path.write_bytes(play("roshambo", 2, 0))
        imports = [sys.executable, "-c", "import protocol, p2p_heroes.games"]
        whole = [sys.executable, "-m", "p2p_heroes", "audit", str(path)]
        ratios = []
        for _ in range(slices):
            bare = seconds(lambda: subprocess.run(imports, check=True), perf_counter)
            quiet = subprocess.DEVNULL
            spent = seconds(lambda: subprocess.run(whole, check=True, stdout=quiet), perf_counter)  # noqa: B023
            ratios.append(spent / bare)
    print(f"audit of a tiny file takes {median(ratios):.2f} times the imports of its two packages")


def main() -> None:
    parser = ArgumentParser(description="Measure the audit of transcripts.")
    parser.add_argument("--slices", type=int, default=11)
    parser.add_argument("--transcripts", type=int, default=6, help="in each slice")
    wanted = parser.parse_args()
    with ProcessPoolExecutor(CORES, get_context("spawn")) as pool:
        list(pool.map(audit_whole, [[play("roshambo", 2, core)] for core in range(CORES)]))
        for game, seats in KINDS:
            measure(game, seats, slices=wanted.slices, transcripts=wanted.transcripts, pool=pool)
    measure_start(wanted.slices)


if __name__ == "__main__":
    main()
