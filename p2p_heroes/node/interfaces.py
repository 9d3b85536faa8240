"""The addresses of this machine: which to tell others, which of others' to dial first.

In: what the system knows of its interfaces; the addresses where a table listens or that a stranger
announced. Out: addresses as text, in the order in which they are worth a try. Of link-local ones the
interface is a part, as in fe80::1%eth0: the same address may exist on each of them.
"""

from collections.abc import Iterable, Sequence
from ipaddress import ip_address, ip_network

from p2p_heroes.node.advert import MAX_HOSTS, BadAdvert, is_address
from protocol.frozen import Frozen

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 -- as a table says where it listens


class Interface(Frozen):
    """One address of ours, and how many of its bits are the network's."""

    address: str
    prefix: int

    def reaches(self, text: str) -> bool:
        """Whether an address is on the network of this one."""
        network = ip_network(f"{bare(self.address)}/{self.prefix}", strict=False)
        return ip_address(bare(text)) in network


def bare(text: str) -> str:
    """An address without the interface that it is on."""
    return text.partition("%")[0]


def own_interfaces() -> tuple[Interface, ...]:
    """Every address of this machine, in the order of the system."""
    import ifaddr  # nobody who only plays waits for it

    return tuple(
        Interface(_scoped(found.ip, adapter.name), found.network_prefix)
        for adapter in ifaddr.get_adapters()
        for found in adapter.ips
    )


def _scoped(found: str | tuple[str, int, int], name: str) -> str:
    address = found if isinstance(found, str) else found[0]
    return f"{address}%{name}" if is_unscoped(address) else address


def is_unscoped(text: str) -> bool:
    """Whether it is a link-local address of IPv6 that does not say on which interface."""
    address = ip_address(text)
    return address.version == 6 and address.is_link_local and "%" not in text


def published(hosts: Iterable[str], interfaces: Sequence[str] | None) -> tuple[str, ...]:
    """The addresses to tell others for a table that listens on these hosts, those that all can type first.

    interfaces: those that were asked for, by their addresses; none: all there are.
    """
    own = [interface.address for interface in own_interfaces()]
    found = _listening(hosts, interfaces or own) or _listening(hosts, own)
    away = [text for text in found if not ip_address(text).is_loopback]
    return tuple(sorted(dict.fromkeys(away or found), key=lambda text: "%" in text))


def _listening(hosts: Iterable[str], addresses: Sequence[str]) -> list[str]:
    """Where one listens that listens on these hosts; 0.0.0.0 and :: stand for the addresses of their kind."""
    found: list[str] = []
    for host in map(ip_address, hosts):
        same = (text for text in addresses if ip_address(text).version == host.version)
        found += same if host.is_unspecified else [str(host)]
    return found


def is_only_here(hosts: Iterable[str]) -> bool:
    """Whether nobody on another machine can reach any of them."""
    return all(ip_address(host).is_loopback for host in hosts)


def nearest(addresses: Iterable[str], ours: Sequence[Interface]) -> tuple[str, ...]:
    """The addresses to dial, best first: on a network of ours, and one of our own, as bridges are, last.

    Raises:
        BadAdvert: there is none that anybody could dial.
    """

    def distance(text: str) -> tuple[bool, bool, bool, int, str]:
        address = ip_address(text)
        strange = not any(interface.reaches(text) for interface in ours)
        shared = any(bare(text) == bare(interface.address) for interface in ours)
        return shared, strange, address.is_loopback, address.version, text

    found = sorted({text for text in addresses if _is_dialable(text)}, key=distance)
    if not found:
        raise BadAdvert("hosts")
    return tuple(found[:MAX_HOSTS])


def _is_dialable(text: str) -> bool:
    if not is_address(text) or is_unscoped(text):
        return False
    return not (ip_address(text).is_unspecified or ip_address(text).is_multicast)
