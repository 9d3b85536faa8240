"""Who counts as away: nobody who only thinks, and anybody who is gone."""

import trio

from scripts.tools.networks.lab import AddressKind, Lab
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.meshes import person_hosts

PATIENCE = 8
OUTAGE = 18
"""Seconds: longer than the silence after which a connection is given up."""


BEGINNING = 2
"""Seconds for all to begin, once one has; machines may be busy."""


async def think(
    lab: Lab, *names: str, patience: int = PATIENCE, rounds: int = 3, kind: AddressKind = AddressKind.V4
) -> list[LabPlayer]:
    """A table whose first seat is a person who has been asked something, and thinks; the others are bots."""
    players = [lab.add(name, kind) for name in names]
    await players[0].run(*person_hosts(len(names), patience=patience, rounds=rounds))
    await lab.gather(*players)
    await lab.surely(lambda: players[0].is_asked, "nobody was asked anything")
    # What let the first begin may still be on its way to the others.
    await trio.sleep(BEGINNING)
    return players


async def answer(lab: Lab, players: list[LabPlayer], seconds: float = 40) -> None:
    """The person has thought enough, and the game goes on to its end."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(players[0].play)
        await lab.over(players, seconds)
        nursery.cancel_scope.cancel()


async def watch_for_votes(lab: Lab, players: list[LabPlayer], seconds: float) -> None:
    """Wait so long, or until somebody is out or the table has ended without a result."""
    await lab.until(lambda: any(p.out or p.says("The table ended") for p in players), seconds)


@scenario(
    "a thinker and an outage",
    does=f"ada thinks for longer than the patience of {PATIENCE} s, then bo is cut off for {OUTAGE} s",
    holds="ada is not voted out, for cy never lost her; she goes on, and all end with one result",
    rows=(1,),
)
async def thinker_and_outage(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", "cy")
    await trio.sleep(PATIENCE + 2)
    lab.cut_off("bo")
    await watch_for_votes(lab, players, OUTAGE)
    lab.links.mend()
    await watch_for_votes(lab, players, 6)
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "a thinker without a link",
    does=f"ada thinks, and she and bo do not hear each other any more; the patience is {PATIENCE} s",
    holds="ada is not voted out, for bo hears her through cy; she goes on, and all end with one result",
    rows=(1,),
)
async def thinker_without_link(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", "cy")
    lab.links.cut("ada", "bo")
    await watch_for_votes(lab, players, 15 + PATIENCE + 5)
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "who is gone is gone",
    does=f"ada's machine is cut off for good; the patience is {PATIENCE} s",
    holds="bo and cy go on without her and end with one result",
    rows=(1,),
)
async def gone_is_gone(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", "cy")
    lab.cut_off("ada")
    await lab.over(players[1:], 60)
    lab.judge(players[1:], out=["ada"])
