"""The lobby: the host's addresses change, and guests lose their links for a while."""

import trio

from scripts.networks.host import LAN
from scripts.networks.lab import Kind, Lab
from scripts.networks.links import Way
from scripts.networks.player import Player
from scripts.networks.scenario import scenario
from scripts.networks.scenarios.meshes import play_out

OUTAGE = 40
CALM = 5
"""Seconds until nothing is under way: a connection with something unsaid outlives a silent one."""

SHOWN = 20
"""Seconds for a change to get around."""


async def is_listed(looker: Player, address: str) -> bool:
    """Whether `tables` shows a table at this address, in a few tries."""
    with trio.move_on_after(SHOWN):
        while True:
            if address in [str(table["host"]) for table in await looker.tables()]:
                return True
    return False


async def check_move(lab: Lab, ada: Player, guest: Player, address: str) -> None:
    """The host says its new address, others find it there, and sit down by its name."""
    lab.must(await is_listed(guest, address), f"no table is listed at {address}")
    told = [host for host, _ in ada.places]
    lab.facts["the host says"] = " ".join(told) or "nothing"
    lab.must(address in told, "the host is not told")
    await guest.sit_down("ada")
    await lab.founded(ada, guest)
    await play_out(lab, [ada, guest])


@scenario(
    "the host moves in the lobby",
    does="a table is open, and its machine gets another address",
    holds="the advert follows, the host is told, a guest joins by name",
    rows=(7,),
)
async def host_moves(lab: Lab) -> None:
    ada, bo = lab.add("ada"), lab.add("bo")
    await ada.host_table(2)
    await lab.open_place(ada)
    lab.facts["listed at first"] = await is_listed(bo, lab.four("ada"))
    lab.move("ada", 1)
    await check_move(lab, ada, bo, lab.four("ada", 1))


@scenario(
    "an interface appears later",
    does="a table is opened without a network, which then comes",
    holds="the table is announced, the host is told, a guest joins by name",
    rows=(7,),
)
async def interface_appears(lab: Lab) -> None:
    ada, bo = lab.add("ada", Kind.LINK_LOCAL), lab.add("bo")
    lab.link("ada", "down")
    await ada.host_table(2)
    await lab.surely(lambda: bool(ada.places), "no table is opened")
    await trio.sleep(3)
    lab.link("ada", "up")
    lab.hosts["ada"].ip(f"address add {lab.four('ada')}/16 dev {LAN}")
    await check_move(lab, ada, bo, lab.four("ada"))


@scenario(
    "an outage in the lobby",
    does=f"a guest waits in the lobby and hears nothing for {OUTAGE} s; then the last one joins",
    holds="the guest has its seat again, and all three play",
    rows=(9,),
)
async def outage_in_lobby(lab: Lab) -> None:
    ada, bo, cy = (lab.add(name) for name in ("ada", "bo", "cy"))
    await ada.host_table(3)
    place = await lab.open_place(ada)
    await bo.sit_down(place)
    await lab.surely(lambda: ada.says("2 of 3 seats"), "bo does not sit down")
    await trio.sleep(CALM)
    lab.cut_off("bo")
    await trio.sleep(OUTAGE)
    lab.links.mend()
    await trio.sleep(CALM)
    lab.must(bo.is_running, f"bo's program has ended: {bo.last_words}")
    await cy.sit_down(place)
    await lab.founded(ada, bo, cy)
    await play_out(lab, [ada, bo, cy])


@scenario(
    "a lossy lobby",
    does=f"a guest waits in the lobby for {OUTAGE} s while half of all is lost; then the last joins",
    holds="the guest has its seat, and all three play",
    rows=(9,),
)
async def lossy_lobby(lab: Lab) -> None:
    ada, bo, cy = (lab.add(name) for name in ("ada", "bo", "cy"))
    await ada.host_table(3)
    place = await lab.open_place(ada)
    await bo.sit_down(place)
    await lab.surely(lambda: ada.says("2 of 3 seats"), "bo does not sit down")
    await trio.sleep(CALM)
    lab.links.set_all(Way(loss=0.5))
    await trio.sleep(OUTAGE)
    lab.links.set_all(Way())
    await trio.sleep(CALM)
    lab.must(bo.is_running, f"bo's program has ended: {bo.last_words}")
    await cy.sit_down(place)
    await lab.founded(ada, bo, cy)
    await play_out(lab, [ada, bo, cy])
