"""The lobby: the host's addresses change, and guests lose their links for a while."""

from functools import partial

import trio

from p2p_heroes.node.table_browser import FOLLOW_SECONDS
from scripts.tools.networks.lab import AddressKind, Lab
from scripts.tools.networks.links import Quality
from scripts.tools.networks.machine import LAN
from scripts.tools.networks.player import BACK, LOST, LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.meshes import play_out

OUTAGE = 40
CALM = 5
"""Seconds until nothing is under way: a connection with something unsaid outlives a silent one."""

SHOWN = 20
"""Seconds for a change to get around."""

TOLD = 60
"""Seconds for a guest to be back: as long as it dials, and its seat is kept."""


async def is_listed(looker: LabPlayer, address: str) -> bool:
    """Whether `tables` shows a table at this address, in a few tries."""
    with trio.move_on_after(SHOWN):
        while True:
            if address in [str(table["host"]) for table in await looker.tables()]:
                return True
    return False


async def check_move(lab: Lab, ada: LabPlayer, guest: LabPlayer, address: str) -> None:
    """The host says its new address, others find it there, and sit down by its name."""
    lab.must(await is_listed(guest, address), f"no table is listed at {address}")
    # The advert and the screen look by themselves, each as often.
    is_told = await lab.until(lambda: address in [host for host, _ in ada.places], FOLLOW_SECONDS + 1)
    lab.facts["the host says"] = " ".join(host for host, _ in ada.places) or "nothing"
    lab.must(is_told, "the host is not told")
    await guest.sit_down("ada")
    await lab.founded(ada, guest)
    await play_out(lab, [ada, guest])


async def host_moves(lab: Lab, kind: AddressKind) -> None:
    ada, bo = lab.add("ada", kind), lab.add("bo", kind)
    await ada.host_table(2)
    await lab.open_place(ada)
    lab.facts["listed at first"] = await is_listed(bo, lab.address("ada"))
    lab.move("ada", 1)
    await check_move(lab, ada, bo, lab.address("ada", 1))


for kind, more, rows in ((AddressKind.V4, "", (7,)), (AddressKind.V6, ", IPv6 only", (7, 8))):
    scenario(
        f"the host moves in the lobby{more}",
        does=f"a table is open, and its machine gets another address{more}",
        holds="the advert follows, the host is told, a guest joins by name",
        rows=rows,
    )(partial(host_moves, kind=kind))


@scenario(
    "the host moves, a guest sits",
    does="a guest has joined by name and one by address; the host gets another address, then the last joins",
    holds="both guests find the host again by its advert and are told, the host is told, and all four play",
    rows=(7, 9),
)
async def host_moves_under_guests(lab: Lab) -> None:
    ada, bo, cy, dan = (lab.add(name) for name in ("ada", "bo", "cy", "dan"))
    await ada.host_table(4)
    place = await lab.open_place(ada)
    await trio.sleep(2)
    await bo.sit_down("ada")
    await cy.sit_down(place)
    await lab.surely(lambda: ada.says("3 of 4 seats"), "bo and cy do not sit down")
    await trio.sleep(CALM)
    lab.move("ada", 1)
    address = lab.four("ada", 1)
    await must_be_back(lab, bo, cy)
    lab.must(address in [host for host, _ in ada.places], "the host is not told where its table is now")
    await dan.sit_down(f"{address}:{ada.port}")
    await lab.founded(ada, bo, cy, dan)
    await play_out(lab, [ada, bo, cy, dan])


async def must_be_back(lab: Lab, *guests: LabPlayer) -> None:
    """These have read that their connection broke, and that they are at the table again."""
    await lab.until(lambda: all(guest.says(BACK) for guest in guests), TOLD)
    for guest in guests:
        lab.must(guest.says(LOST), f"{guest.name} is not told that its connection broke")
        lab.must(guest.is_running and guest.says(BACK), f"{guest.name} is not back: {guest.last_words}")


@scenario(
    "an interface appears later",
    does="a table is opened without a network, which then comes",
    holds="the table is announced, the host is told, a guest joins by name",
    rows=(7,),
)
async def interface_appears(lab: Lab) -> None:
    ada, bo = lab.add("ada", AddressKind.LINK_LOCAL), lab.add("bo")
    lab.link("ada", "down")
    await ada.host_table(2)
    await lab.surely(lambda: bool(ada.places), "no table is opened")
    await trio.sleep(3)
    lab.link("ada", "up")
    lab.machines["ada"].ip(f"address add {lab.four('ada')}/16 dev {LAN}")
    await check_move(lab, ada, bo, lab.four("ada"))


@scenario(
    "an outage in the lobby",
    does=f"a guest waits in the lobby and hears nothing for {OUTAGE} s; then the last one joins",
    holds="host and guest are told of both, the guest has its seat again, and all three play",
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
    await must_be_back(lab, bo)
    lab.must(ada.says("bo's connection broke; the seat is kept"), "the host is not told that bo is gone")
    lab.must(ada.says("bo is back."), "the host is not told that bo is back")
    await cy.sit_down(place)
    await lab.founded(ada, bo, cy)
    await play_out(lab, [ada, bo, cy])


@scenario(
    "a lossy lobby",
    does=f"a guest waits in the lobby for {OUTAGE} s while half of all is lost; then the last joins",
    holds="the guest has its seat, and all three play",
    rows=(9,),
)
async def lossy_lobby(lab: Lab, loss: float = 0.5, seconds: int = OUTAGE) -> None:
    ada, bo, cy = (lab.add(name) for name in ("ada", "bo", "cy"))
    await ada.host_table(3)
    place = await lab.open_place(ada)
    await bo.sit_down(place)
    await lab.surely(lambda: ada.says("2 of 3 seats"), "bo does not sit down")
    await trio.sleep(CALM)
    lab.links.set_all(Quality(loss=loss))
    await trio.sleep(seconds)
    lab.links.set_all(Quality())
    await trio.sleep(CALM)
    lab.must(bo.is_running, f"bo's program has ended: {bo.last_words}")
    await cy.sit_down(place)
    await lab.founded(ada, bo, cy)
    await play_out(lab, [ada, bo, cy])
