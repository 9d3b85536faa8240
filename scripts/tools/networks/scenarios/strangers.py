"""Strangers: tables that do not exist, farewells in others' names, and a table with a friend's name."""

import trio

from scripts.tools.networks.lab import SOON, Lab
from scripts.tools.networks.links import Quality
from scripts.tools.networks.player import FOUNDED, LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.lobbies import is_listed
from scripts.tools.networks.scenarios.meshes import person_hosts, play_out
from scripts.tools.networks.stranger import FALSE

MANY = 60
"""False tables that make a full list."""

HARDLY_HEARD = 0.85
"""How much of what a host says is lost, so that a farewell is the last word for longer than a second."""

SHOWN = 60
"""Seconds for a list to show what is wrong; each look takes two or three."""


@scenario(
    "false adverts, joined by name",
    does=f"a stranger announces {FALSE} tables called ada 0, ada 1, ..., faster than ada is heard",
    holds="`join ada` finds ada's among them, both play",
    rows=(11,),
)
async def false_adverts(lab: Lab) -> None:
    ada, bo, _ = lab.add("ada"), lab.add("bo"), lab.add("mallory")
    await lab.trouble("mallory", "flood", "ada")
    await trio.sleep(2)
    await ada.host_table(2)
    await lab.open_place(ada)
    await trio.sleep(3)
    lab.links.set_way("ada", "bo", Quality(delay=0.5))
    found = [table["name"] for table in await bo.tables()]
    lab.facts["bo sees"] = f"{len(found)} tables, {'and' if 'ada' in found else 'not'} ada's"
    false = sum(str(name).startswith("ada ") for name in found)
    lab.must(false >= MANY, f"only {false} false tables were seen")
    await bo.sit_down("ada")
    await lab.founded(ada, bo)
    await play_out(lab, [ada, bo])


@scenario(
    "forged farewells",
    does="a stranger takes every advert back, again and again; for a while bo hardly hears ada",
    holds="the list says that ada's table may be gone; `join ada` finds it all the same, both play",
    rows=(11,),
)
async def forged_farewells(lab: Lab) -> None:
    ada, bo, _ = lab.add("ada"), lab.add("bo"), lab.add("mallory")
    await ada.host_table(2)
    await lab.open_place(ada)
    await lab.trouble("mallory", "farewell")
    await trio.sleep(3)
    # Who hears her answers twice a second takes no farewell for true.
    lab.links.set_way("ada", "bo", Quality(loss=HARDLY_HEARD))
    lab.must(await may_be_gone(bo, "ada"), "`tables` never lists ada's table as one that may be gone")
    lab.links.set_way("ada", "bo", Quality())
    await bo.sit_down("ada")
    await lab.founded(ada, bo)
    await play_out(lab, [ada, bo])


async def may_be_gone(looker: LabPlayer, name: str) -> bool:
    """Whether `tables` says so of a table, in a few tries: its host may be heard after the farewell."""
    with trio.move_on_after(SHOWN):
        while True:
            if any(table["name"] == name and table.get("parted") for table in await looker.tables()):
                return True
    return False


@scenario(
    "a false ada",
    does="bo has played with ada; then a stranger opens a table as ada and takes the true advert back",
    holds="`join ada` leads to the true table, or says aloud that this ada has another key",
    rows=(11,),
)
async def false_ada(lab: Lab) -> None:
    ada, bo, mallory = lab.add("ada"), lab.add("bo"), lab.add("mallory")
    await lab.found(ada, bo, rounds=1)
    await lab.ended([ada, bo], 20)
    await ada.host_table(2)
    await mallory.run(*person_hosts(2), "--name", "ada")
    await lab.surely(lambda: len(ada.places) > 1 and bool(mallory.places), "the tables are not opened")
    await lab.trouble("mallory", "farewell")
    lab.facts["the false one is listed"] = await is_listed(bo, lab.four("mallory"))
    await meet(lab, ada, bo)


async def meet(lab: Lab, ada: LabPlayer, bo: LabPlayer) -> None:
    """bo, a person, joins ada by name, and reads what the program says."""
    before = len(bo.complaints)
    await bo.run("join", "ada", "--plain")

    def said() -> str:
        return bo.complaints[before:]

    await lab.until(lambda: "words" in said() or not bo.is_running, 20)
    await trio.sleep(1)
    is_warned = " key" in said() or "Which table?" in said()
    is_true = ada.complaints.count(FOUNDED) == 2
    lab.facts["bo reads"] = " / ".join(said().split("\n")[:6])
    lab.must(is_warned or is_true, "bo is seated at the false table without a word about its key")


@scenario(
    "same words?",
    does="a person at a terminal joins by name, and the table is founded",
    holds="the program asks whether all see the same words before the first choice",
    rows=(11,),
)
async def same_words(lab: Lab) -> None:
    ada, bo = lab.add("ada"), lab.add("bo")
    await ada.host_table(2, rounds=2)
    await lab.open_place(ada)
    await trio.sleep(2)
    await bo.run_at_terminal("join", "ada", "--plain")
    await lab.until(lambda: bo.is_asked or bo.confirms_words or not bo.is_running, SOON)
    lab.must(not bo.is_asked, "bo is asked for a choice at once")
    lab.must(bo.confirms_words, f"bo is not asked in time; its last words: {bo.last_words}")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bo.play)
        await play_out(lab, [ada, bo])
        nursery.cancel_scope.cancel()
