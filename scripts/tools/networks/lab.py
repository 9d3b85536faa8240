"""One network of machines and players, made for one scenario and gone after it, whatever happened in it.

A scenario puts machines on the network, lets players sit down, changes the network, and notes what it saw:
facts, and what should not have been. Every wait here is bounded.
"""

import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from enum import Enum
from functools import partial
from ipaddress import IPv6Address
from itertools import pairwise, permutations
from pathlib import Path

import trio

from p2p_heroes.audit.auditor import Given, audit
from p2p_heroes.audit.findings import Audited, Finding
from p2p_heroes.ui.finding import place
from protocol.events import Claimed, Finished
from scripts.tools.bot_process import ROOT
from scripts.tools.networks.links import Links
from scripts.tools.networks.machine import LAN, LabMachine
from scripts.tools.networks.player import FINAL, FOUNDED, LabPlayer, player_on
from scripts.tools.networks.switch import Port, Switch

TICK = 0.02
SOON = 90
"""Seconds for what takes one or two: that programs start, find each other or end. Machines may be busy."""

ENDING = 30
"""Seconds for programs to end when their game is over; far below the patience of games about that."""

OUTCOMES = {Finished: "finished", Claimed: "claimed", type(None): "unfinished"}


class AddressKind(Enum):
    """Which addresses a machine has; but for V4_ONLY each has an IPv6 address that only its link knows."""

    V4 = "IPv4"
    V4_ONLY = "IPv4 only"
    V6 = "IPv6 only"
    BOTH = "IPv4 and IPv6"
    LINK_LOCAL = "link-local IPv6 only"


class Lab:
    """The network, who is on it, and what was noted."""

    def __init__(self, folder: Path, switch: Switch, nursery: trio.Nursery) -> None:
        self.links = switch.links
        self.switch = switch
        self.machines: dict[str, LabMachine] = {}
        self._kinds: dict[str, AddressKind] = {}
        self.facts: dict[str, object] = {}
        self.wrong: list[str] = []
        self.seconds: float | None = None
        """How long the game took, where that is what is looked at."""
        self.folder = folder
        self.nursery = nursery
        self._strangers: dict[Path, trio.Process] = {}

    # Machines.

    def add(self, name: str, kind: AddressKind = AddressKind.V4, interface: str = LAN) -> LabPlayer:
        """A machine on the network, and who sits at it; only LAN has more than a link-local address."""
        machine = self.machines[name] = LabMachine(name, len(self.machines) + 1)
        self._kinds[name] = kind
        self.plug(name, interface)
        if kind is AddressKind.V4_ONLY:
            machine.set(f"ipv6/conf/{LAN}/disable_ipv6", 1)
        machine.ip(*self._addressing(name, 0))
        return player_on(machine, self.folder, self.nursery, name)

    def _addressing(self, name: str, net: int) -> list[str]:
        """The commands that give a machine its addresses; a link-local one it has by itself."""
        kind, lines = self._kinds[name], list[str]()
        if kind in (AddressKind.V4, AddressKind.V4_ONLY, AddressKind.BOTH):
            lines.append(f"address add {self.four(name, net)}/16 dev {LAN}")
        if kind in (AddressKind.V6, AddressKind.BOTH):
            lines.append(f"address add {self.six(name, net)}/64 dev {LAN} nodad")
        return lines

    def plug(self, name: str, interface: str, segment: str = LAN) -> None:
        """One more interface, without an address."""
        machine = self.machines[name]
        descriptor, mac = machine.plug(interface)
        self.switch.plug(Port(name, mac, descriptor, segment))
        machine.ip(f"link set {interface} up")

    def four(self, name: str, net: int = 0) -> str:
        return f"10.77.{net}.{self.machines[name].number}"

    def six(self, name: str, net: int = 0) -> str:
        return str(IPv6Address(f"fd77::{net:x}:{self.machines[name].number:x}"))

    def address(self, name: str, net: int = 0) -> str:
        """Where the others reach a machine that has not only a link-local address."""
        is_six = self._kinds[name] is AddressKind.V6
        return self.six(name, net) if is_six else self.four(name, net)

    def move(self, name: str, net: int) -> None:
        """The machine has other addresses from now on, and hears the others as before."""
        self.machines[name].ip(f"address flush dev {LAN} scope global", *self._addressing(name, net))

    def link(self, name: str, state: str, interface: str = LAN) -> None:
        """Pull the cable (down), or put it back (up)."""
        self.machines[name].ip(f"link set {interface} {state}")

    def cut_off(self, name: str) -> None:
        """The machine hears nobody and nobody hears it; it does not notice itself."""
        self.links.cut_off(name, self.machines)

    def line(self, *names: str) -> None:
        """Each hears only its neighbours; connections that are cut by it end at once."""
        self.links.cut(*names)
        for one, other in pairwise(names):
            self.links.join(one, other)
        for one, other in permutations(names, 2):
            if abs(names.index(one) - names.index(other)) > 1:
                self.machines[one].hang_up(self.four(other))

    async def trouble(self, name: str, what: str, *more: str) -> None:
        """A stranger at this machine does mischief to the end (scripts/tools/networks/stranger.py)."""
        command = (
            *self.machines[name].under,
            sys.executable,
            "-m",
            "scripts.tools.networks.stranger",
            what,
            *more,
        )
        words = self.folder / f"{name}-{what}"
        with words.open("wb") as err:
            run = partial(trio.run_process, command, cwd=ROOT, stderr=err, check=False)
            self._strangers[words] = await self.nursery.start(run)

    def check_strangers(self) -> None:
        """A scenario shows nothing where the mischief ended before it did."""
        for words, process in self._strangers.items():
            last = words.read_text(errors="replace").strip().rpartition("\n")[2]
            self.must(process.returncode is None, f"the stranger {words.name} has ended: {last or 'no word'}")

    def close(self) -> None:
        """End all machines, and everything that runs on them."""
        for machine in self.machines.values():
            machine.close()

    # Tables.

    async def found(self, *players: LabPlayer, rounds: int = 3, patience: int = 60) -> None:
        """The first opens a table and the others sit down at it, by its address; all of them bots."""
        await players[0].host_table(len(players), rounds=rounds, patience=patience)
        await self.gather(players[0], *players[1:])

    async def gather(self, host: LabPlayer, *guests: LabPlayer) -> None:
        """Bots sit down at a table that somebody has opened, and it is founded."""
        place = await self.open_place(host)
        for guest in guests:
            await guest.sit_down(place)
        await self.founded(host, *guests)

    async def open_place(self, host: LabPlayer) -> str:
        """HOST:PORT of a table that is being opened."""
        await self.until(lambda: bool(host.places) or not host.is_running, SOON)
        if not host.places:
            raise Stuck(f"{host.name} opens no table: {host.last_words}")
        return place(self.address(host.name), host.port)

    async def founded(self, *players: LabPlayer) -> None:
        """Wait until the table is founded for all of these."""

        def missing() -> list[LabPlayer]:
            return [player for player in players if not player.says(FOUNDED)]

        await self.until(lambda: all(p.is_running for p in missing()) is not bool(missing()), SOON)
        if missing():
            words = [f"{player.name}: {player.last_words}" for player in players]
            raise Stuck(f"the table was not founded; {', '.join(words)}")

    async def over(self, players: Iterable[LabPlayer], seconds: float) -> None:
        """Wait until the game is over for all of these, and they have ended; note how long it took."""
        playing = list(players)
        began = trio.current_time()
        if await self.until(lambda: all(p.says(FINAL) or not p.is_running for p in playing), seconds):
            self.seconds = trio.current_time() - began
            self.facts["game"] = f"{self.seconds:.1f} s"
        else:
            late = [player.name for player in playing if not player.says(FINAL)]
            self.must(False, f"not over after {seconds:.0f} s for {' '.join(late)}")
            return
        await self.ended(playing, ENDING)

    async def ended(self, players: Iterable[LabPlayer], seconds: float) -> None:
        """Wait until these programs have ended."""
        playing, began = list(players), trio.current_time()
        if await self.until(lambda: not any(player.is_running for player in playing), seconds):
            self.facts["all ended"] = f"{trio.current_time() - began:.1f} s later"
        running = [player.name for player in playing if player.is_running]
        self.must(not running, f"{' '.join(running)} still running {seconds:.0f} s later")

    # What is noted.

    def must(self, holds: bool, otherwise: str) -> bool:
        """Note what is wrong unless it holds."""
        if not holds:
            self.wrong.append(otherwise)
        return holds

    def judge(self, players: Iterable[LabPlayer], out: Iterable[str] = ()) -> None:
        """All ended with one result, nobody is blamed for anything, and out is who should be.

        Judged by the exit codes, by what the programs printed, and by an audit of all files together.
        """
        playing = list(players)
        self.facts["exits"] = " ".join(str(player.code) for player in playing)
        codes = [player.code for player in playing]
        self.must(None in codes or not any(codes), "not all ended with a result")
        self._judge_results(playing)
        self.judge_files(playing, out)

    def judge_lied_to(self, players: Iterable[LabPlayer], liar: str) -> None:
        """Those whom somebody lied to end with one result, and nobody but the liar is guilty or out."""
        playing = list(players)
        self.facts["exits"] = " ".join(str(player.code) for player in playing)
        self.must(not any(player.code for player in playing), "not all ended with a result")
        self._judge_results(playing)
        for player in playing:
            self.must("Traceback" not in player.complaints, f"{player.name} fell over")
            self.must(player.out <= {liar}, f"for {player.name} out: {' '.join(sorted(player.out))}")
        match self._audit(playing):
            case (Audited() as audited,):
                names = [seat.name for seat in audited.genesis.seats]
                guilty = {names[conviction.proof.seat] for conviction in audited.convictions}
                self.facts["guilty"] = " ".join(guilty) or "nobody"
                self.must(guilty <= {liar}, f"guilty: {' '.join(sorted(guilty))}")
            case findings:
                self.must(False, f"the files are not of one table: {findings}")

    def _judge_results(self, playing: Iterable[LabPlayer]) -> None:
        results = {
            tuple(str(p.result[what]) for what in ("outcome", "state")) for p in playing if p.code == 0
        }
        self.must(len(results) <= 1, f"{len(results)} results")

    def _audit(self, playing: Iterable[LabPlayer]) -> tuple[Finding, ...]:
        begun = [player for player in playing if player.has_begun]
        return audit([Given(player.name, player.record.read_bytes()) for player in begun])

    def judge_files(self, players: Iterable[LabPlayer], out: Iterable[str] = ()) -> None:
        """What an audit says: one story, nobody guilty, and out is who should be."""
        playing = list(players)
        for player in playing:
            self.must("Traceback" not in player.complaints, f"{player.name} fell over")
        match self._audit(playing):
            case (Audited() as audited,):
                names = [seat.name for seat in audited.genesis.seats]
                absent = sorted({names[absence.seat] for absence in audited.absences})
                self.facts["audit"] = f"{OUTCOMES[type(audited.outcome)]} at step {audited.step}"
                self.facts["out"] = " ".join(absent) or "nobody"
                self.must(absent == sorted(out), f"out: {' '.join(absent) or 'nobody'}")
                self.must(
                    not (audited.partings or audited.convictions), "stories part, or somebody is blamed"
                )
            case findings:
                self.must(False, f"the files are not of one table: {findings}")

    # Time.

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Whether it came to that within so many seconds."""
        with trio.move_on_after(seconds):
            while not holds():  # noqa: ASYNC110 -- what other processes write
                await trio.sleep(TICK)
        return holds()

    async def surely(self, holds: Callable[[], bool], otherwise: str, seconds: float = SOON) -> None:
        """Wait for what is no question of the scenario, but its beginning."""
        if not await self.until(holds, seconds):
            raise Stuck(otherwise)


class Stuck(Exception):
    """A scenario could not go on."""


@asynccontextmanager
async def open_lab(folder: Path, seed: str) -> AsyncIterator[Lab]:
    """A network of its own; nothing of it is left behind."""
    switch = Switch(Links(seed))
    try:
        async with trio.open_nursery() as nursery:
            lab = Lab(folder, switch, nursery)
            try:
                await nursery.start(switch.run)
                yield lab
            finally:
                lab.close()
                nursery.cancel_scope.cancel()
    finally:
        # Not before nobody reads from it any more: its numbers soon belong to somebody else.
        switch.close()
