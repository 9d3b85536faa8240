"""A machine of the laboratory: a network namespace with interfaces of its own, all of them ends of a switch.

The namespace has no name and no file: it lives as long as its holder, and so do the programs in it
(scripts/tools/networks/holder.py). Where we are not root, each namespace is one of users as well.
"""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from ipaddress import IPv6Address
from pathlib import Path

HOLDER = Path(__file__).with_name("holder.py")
PATIENCE = 20
"""Seconds after which a holder that does not answer is given up."""

AS_USER = ("--user", "--map-root-user")
LAN = "lan0"


class NoNamespaces(Exception):
    """This machine lets us make no network of our own; the text says why."""


class LabMachine:
    """One machine, empty at first. number: tells it from the others, in all its addresses."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self._taps = 0
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(PATIENCE)
        command = ("unshare", *(() if _is_root() else AS_USER), "--net", sys.executable, "-I", str(HOLDER))
        with theirs:
            self._holder = subprocess.Popen(command, stdin=theirs.fileno(), stderr=subprocess.PIPE)
        self._control = ours

    @property
    def under(self) -> tuple[str, ...]:
        """What a program is run under to be on this machine."""
        users = () if _is_root() else ("--user", "--preserve-credentials")
        return ("nsenter", "--target", str(self._holder.pid), "--net", *users)

    def plug(self, interface: str = LAN) -> tuple[int, bytes]:
        """A new interface: the switch's end of its cable, and its address on the wire."""
        self._taps += 1
        try:
            self._control.send(f"{interface} {self.mac(self._taps)}".encode())
            _, descriptors, _, _ = socket.recv_fds(self._control, 1, 1)
        except OSError:
            descriptors = []
        if not descriptors:
            raise NoNamespaces(self._complaint())
        return descriptors[0], bytes.fromhex(self.mac(self._taps).replace(":", ""))

    def mac(self, interface: int = 1) -> str:
        """02: nobody's product."""
        return f"02:00:00:00:{interface:02x}:{self.number:02x}"

    @property
    def link_local(self) -> str:
        """The address that the first interface gives itself."""
        mac = bytes.fromhex(self.mac().replace(":", ""))
        eui = bytes((mac[0] ^ 2, *mac[1:3], 0xFF, 0xFE, *mac[3:]))
        return str(IPv6Address(bytes((0xFE, 0x80, *bytes(6), *eui))))

    def ip(self, *lines: str) -> None:
        """Commands of `ip`, one after the other."""
        script = "\n".join(lines).encode()
        subprocess.run((*self.under, "ip", "-batch", "-"), input=script, check=True, timeout=PATIENCE)

    def set(self, setting: str, value: int) -> None:
        """One of the kernel's settings below /proc/sys/net."""
        command = (*self.under, "sh", "-c", 'echo "$1" > "/proc/sys/net/$0"', setting, str(value))
        subprocess.run(command, check=True, timeout=PATIENCE)

    def hang_up(self, address: str) -> None:
        """End all connections to an address at once; where the kernel cannot, they end by silence."""
        command = (*self.under, "ss", "--kill", "--tcp", "dst", address)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False, timeout=PATIENCE)

    def close(self) -> None:
        """The machine is gone, with everything that runs on it."""
        self._control.close()
        with suppress(subprocess.TimeoutExpired):
            self._holder.wait(PATIENCE)
        self._holder.kill()
        self._holder.wait()
        assert self._holder.stderr is not None
        self._holder.stderr.close()

    def _complaint(self) -> str:
        self._control.close()
        _, said = self._holder.communicate(timeout=PATIENCE)
        return said.decode(errors="replace").strip().rpartition("\n")[2] or "the namespace cannot be entered"


def _is_root() -> bool:
    return os.geteuid() == 0


@cache
def why_no_namespaces() -> str:
    """Why networks cannot be made on this machine; nothing, if they can."""
    try:
        machine = LabMachine("trial", 1)
    except OSError as error:
        return f"no `unshare` here: {error}"
    try:
        cable, _ = machine.plug()
        machine.ip(f"link set {LAN} up", f"address add 10.77.0.1/24 dev {LAN}")
        os.close(cable)
    except (NoNamespaces, OSError, subprocess.SubprocessError) as error:
        return f"no network namespaces with TAP interfaces here: {error}"
    finally:
        machine.close()
    return ""
