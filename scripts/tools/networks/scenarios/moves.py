"""Addresses that change while a game runs, or until it goes on the next day."""

from functools import partial

import trio

from p2p_heroes.ui.finding import place
from scripts.tools.networks.lab import AddressKind, Lab
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.absences import answer, think
from scripts.tools.networks.scenarios.meshes import NAMES, play_out

SETTLING = 22
"""Seconds: the silence after which old connections are given up, and some to find each other."""

ENDS = "they find each other again, and end with one result"


@scenario(
    "two seats move",
    does="bo and cy get new addresses while ada thinks",
    holds=f"{ENDS}; bo and cy talk directly again",
    rows=(3,),
)
async def two_seats_move(lab: Lab) -> None:
    players = await think(lab, *NAMES, patience=120)
    for name in ("bo", "cy"):
        lab.move(name, 1)
    await trio.sleep(SETTLING)
    lab.links.carried.clear()
    await answer(lab, players)
    carried = lab.links.carried["bo", "cy"]
    lab.facts["bo to cy"] = f"{carried} bytes"
    lab.must(carried > 0, "bo and cy have no direct link")
    lab.judge(players)


async def all_move(lab: Lab, kind: AddressKind = AddressKind.V4) -> None:
    players = await think(lab, *NAMES, patience=120, kind=kind)
    for name in NAMES:
        lab.move(name, 1)
    await trio.sleep(SETTLING)
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "a cable is pulled",
    does="bo's link is down for five seconds while ada thinks",
    holds="the game ends with one result, nobody is out",
)
async def cable_is_pulled(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", "cy", patience=60)
    lab.link("bo", "down")
    await trio.sleep(5)
    lab.link("bo", "up")
    await answer(lab, players)
    lab.judge(players)


async def stop_and_move(lab: Lab, *names: str, kind: AddressKind = AddressKind.V4) -> list[LabPlayer]:
    """In the evening all programs end, and the next day all machines have other addresses."""
    players = await think(lab, *names, patience=60, kind=kind)
    for player in players:
        player.running.kill()
        await player.running.wait()
    for name in names:
        lab.move(name, 1)
    return players


async def next_day_announced(lab: Lab, kind: AddressKind = AddressKind.V4) -> None:
    players = await stop_and_move(lab, "ada", "bo", "cy", kind=kind)
    for player in players:
        await player.come_back()
    await play_out(lab, players, 40)


async def next_day_by_address(lab: Lab, kind: AddressKind = AddressKind.V4) -> None:
    players = await stop_and_move(lab, "ada", "bo", "cy", kind=kind)
    lab.links.drop_announcements()
    there = place(lab.address("ada", 1), players[0].port)
    await players[0].come_back()
    for player in players[1:]:
        await player.come_back(str(player.record), there)
    await play_out(lab, players, 40)


ALL_MOVE = (
    (all_move, "all move", "all four get new addresses at once while ada thinks"),
    (next_day_announced, "the next day, announced", "all stop, all get new addresses, all resume"),
    (
        next_day_by_address,
        "the next day, by address",
        "all stop, all get new addresses, announcements do not pass, all resume with ada's new HOST:PORT",
    ),
)

for act, name, does in ALL_MOVE:
    scenario(name, does=does, holds=ENDS, rows=(3,))(act)
    by_six = partial(act, kind=AddressKind.V6)
    scenario(f"{name}, IPv6 only", does=f"{does}; IPv6 only", holds=ENDS, rows=(3, 8))(by_six)
