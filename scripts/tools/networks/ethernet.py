"""An ethernet frame as the switch looks at it: no further than it needs to decide where it goes.

Pure: bytes come in, a `Frame` goes out. What is cut short is a frame of no known kind, never an error.
"""

from dataclasses import dataclass

ADDRESSES = 12
HEADER = 14
IPV4, ARP, IPV6 = 0x0800, 0x0806, 0x86DD
TCP, UDP = 6, 17
MDNS = 5353
SYN, ACK = 0x02, 0x10
FIXED_IPV6 = 40
GROUP = 1
"""The bit of the first byte of an address that means several."""


@dataclass(frozen=True, slots=True)
class EthernetFrame:
    """Who sent it, to whom, and what it carries. kind: as on the wire. protocol: of IP, else 0.

    size: bytes of the whole frame. load: those that TCP carries for whoever uses it.
    """

    source: bytes
    target: bytes
    kind: int
    protocol: int = 0
    ports: tuple[int, int] = (0, 0)
    flags: int = 0
    load: int = 0
    size: int = 0

    @property
    def is_for_all(self) -> bool:
        return bool(self.target[0] & GROUP)

    @property
    def opens(self) -> bool:
        """Whether somebody wants to open a connection with it."""
        return self.protocol == TCP and self.flags & (SYN | ACK) == SYN

    @property
    def is_mdns(self) -> bool:
        return self.protocol == UDP and MDNS in self.ports


def read_frame(data: bytes) -> EthernetFrame | None:
    """The frame, or None if not even its addresses are whole."""
    if len(data) < HEADER:
        return None
    target, source, kind = data[:6], data[6:ADDRESSES], int.from_bytes(data[ADDRESSES:HEADER])
    protocol, inner = _inside(kind, data[HEADER:])
    if protocol not in (TCP, UDP) or len(inner) < 4:
        return EthernetFrame(source, target, kind, protocol, size=len(data))
    ports = int.from_bytes(inner[:2]), int.from_bytes(inner[2:4])
    if protocol == UDP or len(inner) < 14:
        return EthernetFrame(source, target, kind, protocol, ports, size=len(data))
    load = max(0, len(inner) - 4 * (inner[12] >> 4))
    return EthernetFrame(source, target, kind, protocol, ports, inner[13], load, len(data))


def _inside(kind: int, packet: bytes) -> tuple[int, bytes]:
    """The protocol in a packet, and its bytes. Later pieces of a packet that was cut carry none we know."""
    if kind == IPV4 and len(packet) >= 20:
        is_later_piece = int.from_bytes(packet[6:8]) & 0x1FFF
        length = int.from_bytes(packet[2:4])
        return (0, b"") if is_later_piece else (packet[9], packet[4 * (packet[0] & 0xF) : length])
    if kind == IPV6 and len(packet) >= FIXED_IPV6:
        length = int.from_bytes(packet[4:6])
        return packet[6], packet[FIXED_IPV6 : FIXED_IPV6 + length]
    return 0, b""
