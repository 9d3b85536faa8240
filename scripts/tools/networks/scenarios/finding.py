"""Finding a table: by every kind of address, through loss, at several addresses, and before it is there."""

from functools import partial

import trio

from scripts.tools.networks.lab import AddressKind, Lab
from scripts.tools.networks.links import Quality
from scripts.tools.networks.machine import LAN
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.absences import answer
from scripts.tools.networks.scenarios.meshes import person_hosts, play_out

LOOKERS = 10
AT_ONCE = 3
"""Who look at the same time: it is the network that is tried, not this machine."""

MEETING = 20
"""Seconds for two guests to find each other."""


async def discover(lab: Lab, kind: AddressKind, loss: float) -> None:
    """One host, and ten machines on which somebody looks for tables."""
    ada = lab.add("ada", kind)
    lookers = [lab.add(f"looker{number}", kind) for number in range(LOOKERS)]
    await ada.host_table(2)
    await lab.surely(lambda: bool(ada.places), "no table is opened")
    await trio.sleep(5)
    lab.links.set_all(Quality(loss=loss))
    found: list[str] = []
    some = trio.CapacityLimiter(AT_ONCE)

    async def look(looker: LabPlayer) -> None:
        async with some:
            found.extend(str(table["host"]) for table in await looker.tables())

    async with trio.open_nursery() as nursery:
        for looker in lookers:
            nursery.start_soon(look, looker)
    lab.facts["found by"] = f"{len(found)} of {LOOKERS}"
    lab.facts["at"] = " ".join(sorted(set(found))) or "no address"
    lab.must(len(found) == LOOKERS, f"only {len(found)} of {LOOKERS} found it")


for one in (AddressKind.V4_ONLY, AddressKind.V6, AddressKind.BOTH):
    for share in (0, 10, 20):
        scenario(
            f"found by {one.value}, {share} % lost",
            does=f"{LOOKERS} look for one table, all with {one.value}; {share} % of the frames are lost",
            holds="all of them find it",
            rows=(8,),
            alone=True,
        )(partial(discover, kind=one, loss=share / 100))


async def host_and_join(lab: Lab, kind: AddressKind, by_name: bool) -> None:
    """Whether the host says an address that others can use, and a guest sits down."""
    ada, bo = lab.add("ada", kind), lab.add("bo", kind)
    await ada.host_table(2)
    await lab.surely(lambda: bool(ada.places), "no table is opened")
    own = lab.six("ada") if kind is AddressKind.V6 else lab.machines["ada"].link_local
    told = [host for host, _ in ada.places]
    lab.facts["the host says"] = " ".join(told)
    lab.must(any(host.partition("%")[0] == own for host in told), f"the host does not say {own}")
    scope = "" if kind is AddressKind.V6 else f"%{LAN}"
    await bo.sit_down("ada" if by_name else f"[{own}{scope}]:{ada.port}")
    await lab.founded(ada, bo)
    await play_out(lab, [ada, bo])


for one in (AddressKind.V6, AddressKind.LINK_LOCAL):
    for by_name in (True, False):
        scenario(
            f"{one.value}, joined by {'name' if by_name else 'address'}",
            does=f"two machines with {one.value}",
            holds="the host says its address, the guest joins, both play",
            rows=(8,),
        )(partial(host_and_join, kind=one, by_name=by_name))


@scenario(
    "link-local, interfaces of other names",
    does=f"three machines with {AddressKind.LINK_LOCAL.value}, the interface of each called otherwise; "
    "announcements do not pass",
    holds="the two guests find each other by what the host says, and all play",
    rows=(8,),
)
async def interfaces_of_other_names(lab: Lab) -> None:
    ada, bo, cy = players = [
        lab.add(name, AddressKind.LINK_LOCAL, interface)
        for name, interface in (("ada", "eth0"), ("bo", "wifi0"), ("cy", "cable7"))
    ]
    lab.links.drop_announcements()
    await ada.run(*person_hosts(3))
    await lab.surely(lambda: bool(ada.places), "no table is opened")
    own = lab.machines["ada"].link_local
    await bo.sit_down(f"[{own}%wifi0]:{ada.port}")
    await cy.sit_down(f"[{own}%cable7]:{ada.port}")
    await lab.founded(*players)
    await lab.surely(lambda: ada.is_asked, "nobody was asked anything")
    met = await lab.until(lambda: bo.says("cy is connected") and cy.says("bo is connected"), MEETING)
    lab.must(met, "the guests have no connection")
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "several addresses",
    does="both machines have a network of their own beside the common one, with addresses alike",
    holds="join by name tries all addresses of the advert and gets through by the one that leads there",
    rows=(10,),
)
async def several_addresses(lab: Lab) -> None:
    ada, bo = lab.add("ada"), lab.add("bo")
    for name in ("ada", "bo"):
        lab.plug(name, "own0", segment=f"only {name}")
        lab.machines[name].ip(f"address add 10.66.0.{lab.machines[name].number}/24 dev own0")
    await ada.host_table(2)
    await lab.open_place(ada)
    lab.facts["the host says"] = " ".join(host for host, _ in ada.places)
    await trio.sleep(3)
    await bo.sit_down("ada")
    await lab.founded(ada, bo)
    await play_out(lab, [ada, bo])


@scenario(
    "joined before it is there",
    does="a guest joins by name twelve seconds before the table is opened",
    holds="join keeps looking, and both play",
    rows=(11,),
)
async def joined_early(lab: Lab) -> None:
    ada, bo = lab.add("ada"), lab.add("bo")
    await bo.sit_down("ada")
    await lab.until(lambda: not bo.is_running, 12)
    lab.must(bo.is_running, f"bo gave up: {bo.last_words}")
    if bo.is_running:
        await ada.host_table(2)
        await lab.founded(ada, bo)
        await play_out(lab, [ada, bo])
