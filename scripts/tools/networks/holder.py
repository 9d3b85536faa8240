"""Holds a network namespace open, makes its interfaces, and ends everything in it when nobody needs it.

    unshare --net python -I holder.py

In, on the socket that is its stdin: lines `NAME MAC`, each answered with the descriptor of a new TAP
interface of that name. When the socket is closed, because its owner is done or was killed, it kills every
process in the namespace; the interfaces are gone with their descriptors.
"""

import fcntl
import os
import signal
import socket
import struct
import subprocess
from contextlib import suppress
from pathlib import Path

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
SETTINGS = Path("/proc/sys/net/ipv6/conf/default")
"""No probing for doubles, which takes seconds: the laboratory gives every address once."""


def open_tap(name: str, mac: str) -> int:
    """A new interface; what it sends is read from the descriptor, what is written arrives at it."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    subprocess.run(("ip", "link", "set", name, "address", mac), check=True)
    return descriptor


def kill_everybody() -> None:
    """All processes in our namespace but ourselves."""
    ours = Path("/proc/self/ns/net").readlink()
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            is_other = entry.name.isdecimal() and int(entry.name) != os.getpid()
            if is_other and (entry / "ns/net").readlink() == ours:
                os.kill(int(entry.name), signal.SIGKILL)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        (SETTINGS / "accept_dad").write_text("0")
    subprocess.run(("ip", "link", "set", "lo", "up"), check=True)
    with socket.socket(fileno=0) as control:
        while line := control.recv(256).decode():
            name, mac = line.split()
            descriptor = open_tap(name, mac)
            socket.send_fds(control, [b"."], [descriptor])
            os.close(descriptor)
    kill_everybody()


if __name__ == "__main__":
    main()
