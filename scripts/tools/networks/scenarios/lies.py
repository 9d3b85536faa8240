"""Lies about places: a seat that answers where it says that the others are."""

import shutil
from pathlib import Path

import trio

from scripts.tools.networks.lab import Lab
from scripts.tools.networks.liar import APART, FACES
from scripts.tools.networks.player import LabPlayer, player_on
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.absences import answer, watch_for_votes
from scripts.tools.networks.scenarios.meshes import person_hosts

PATIENCE = 30
OUTAGE = 20
"""Seconds, fewer than the patience."""

FOUND = 20
"""Seconds for two who hear each other again to be connected again."""


def lie(lab: Lab, liar: LabPlayer, kind: str, name: str) -> None:
    """This player is no honest one."""
    liar.module = ("scripts.tools.networks.liar", kind, lab.four("cy"), str(flag(lab)), name)


def flag(lab: Lab) -> Path:
    return lab.folder / "flag"


def links(player: LabPlayer, other: str) -> int:
    """How often a player was connected to another, by its own words."""
    return player.complaints.count(f"{other} is connected")


async def linked_again(lab: Lab, ada: LabPlayer, bo: LabPlayer, before: int) -> None:
    """Two who hear each other again find each other, whatever a third says."""
    began = trio.current_time()
    found = await lab.until(lambda: links(bo, "ada") > before or not bo.is_running, FOUND)
    if lab.must(found, f"ada and bo are not linked {FOUND} s after it is whole"):
        lab.facts["ada and bo linked"] = f"{trio.current_time() - began:.1f} s after it is whole"


@scenario(
    "a lie about places",
    does=f"ada and bo do not hear each other for {OUTAGE} s; cy says that each is where cy is, answers "
    "there, hands nothing on and votes against ada until she is asked for an answer",
    holds="the two are linked again, ada is not voted out, and all end with one result",
)
async def lie_about_places(lab: Lab) -> None:
    ada, bo, cy = players = [lab.add(name) for name in ("ada", "bo", "cy")]
    lie(lab, cy, APART, "ada")
    await ada.run(*person_hosts(3, patience=PATIENCE))
    await lab.gather(*players)
    await lab.surely(lambda: ada.is_asked, "nobody was asked anything")
    await lab.surely(lambda: links(bo, "ada") > 0, "ada and bo were never linked")
    lab.links.cut("ada", "bo")
    await trio.sleep(OUTAGE)
    before = links(bo, "ada")
    lab.links.mend()
    await linked_again(lab, ada, bo, before)
    flag(lab).touch()
    await watch_for_votes(lab, players, PATIENCE + 5)
    flag(lab).unlink()
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "a seat with two faces",
    does=f"ada is cut off for {OUTAGE} s; cy is two programs with one key, one for ada and one for bo, and "
    "each says that everybody is where it is",
    holds="ada and bo are linked again, and there are not two results; only cy may be guilty and out",
)
async def two_faces(lab: Lab) -> None:
    ada, bo, cy = players = [lab.add(name) for name in ("ada", "bo", "cy")]
    lie(lab, cy, FACES, "bo")
    await ada.host_table(3, rounds=4, patience=PATIENCE)
    await lab.gather(*players)
    await lab.surely(lambda: links(bo, "ada") > 0, "ada and bo were never linked")
    lab.cut_off("ada")
    await trio.sleep(OUTAGE / 2)
    twin = player_on(lab.machines["cy"], lab.folder, lab.nursery, "twin")
    lie(lab, twin, FACES, "ada")
    shutil.copytree(cy.belongings, twin.belongings)
    await twin.come_back("--listen", "0.0.0.0:0", "--quiet")
    await trio.sleep(OUTAGE / 2)
    before = links(bo, "ada")
    flag(lab).touch()
    lab.links.mend()
    await linked_again(lab, ada, bo, before)
    await lab.ended([ada, bo], 2 * PATIENCE + 30)
    lab.judge_lied_to([ada, bo], liar="cy")
