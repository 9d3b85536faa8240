"""Every program ends, with the result or with what it may still do."""

from scripts.tools.networks.lab import Lab
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.absences import think
from scripts.tools.networks.scenarios.meshes import NAMES, four_of, play_out
from scripts.tools.networks.scenarios.returns import ENOUGH, FAR

PATIENCE = 5


@scenario(
    "endings on a line",
    does="a short game on a line, a-b-c-d",
    holds="all four programs end, with one result",
    rows=(6,),
)
async def endings_on_a_line(lab: Lab) -> None:
    players = four_of(lab)
    await lab.found(*players, rounds=2, patience=600)
    lab.line(*NAMES)
    await play_out(lab, players, 60)


async def vote_out(lab: Lab, rounds: int) -> tuple[list[LabPlayer], int]:
    """cy, a person, is cut off at the beginning of a game, and ada and bo go on without it.

    Also how much cy had read before.
    """
    lab.links.set_all(FAR)
    players = await think(lab, "cy", "ada", "bo", patience=PATIENCE, rounds=rounds)
    before = len(players[0].complaints)
    lab.cut_off("cy")
    await lab.surely(lambda: all(p.out == {"cy"} for p in players[1:]), "cy was not voted out")
    return players, before


@scenario(
    "voted out, back in time",
    does=f"cy is cut off and voted out (patience {PATIENCE} s), and hears the others again while they play",
    holds="all three programs end, with one result",
    rows=(6,),
)
async def voted_out_in_time(lab: Lab) -> None:
    players, _ = await vote_out(lab, rounds=99)
    lab.links.mend()
    await lab.over(players, ENOUGH)
    lab.judge(players, out=["cy"])


@scenario(
    "voted out, back too late",
    does=f"cy is cut off and voted out (patience {PATIENCE} s), and the others have ended before it is back",
    holds="ada and bo end with one result; cy's program ends too, or says what cy may still do",
    rows=(6,),
)
async def voted_out_too_late(lab: Lab) -> None:
    players, before = await vote_out(lab, rounds=3)
    await lab.over(players[1:], 60)
    await come_back_to_nobody(lab, players[0], before, "leave", "forfeit")
    lab.judge(players[1:], out=["cy"])


async def come_back_to_nobody(lab: Lab, player: LabPlayer, before: int, *offers: str) -> None:
    """The others have ended. Does the program end, or has it offered one of these since it was cut off?"""
    lab.links.mend()

    def is_told() -> bool:
        return any(offer in player.complaints[before:] for offer in offers)

    await lab.until(lambda: not player.is_running or is_told(), 45)
    lab.facts[player.name] = f"exit {player.code}, says: {player.last_words}"
    lab.must(not player.is_running or is_told(), f"{player.name} waits for ever, without a word")


@scenario(
    "voted out, misses the end",
    does=f"cy is voted out (patience {PATIENCE} s), comes back, and loses the others again before they end",
    holds="ada and bo end with one result; cy's program ends too, or says that cy may leave",
    rows=(6,),
)
async def voted_out_misses_end(lab: Lab) -> None:
    players, _ = await vote_out(lab, rounds=99)
    lab.links.mend()
    await lab.surely(lambda: bool(players[0].out), "cy is not told that it is out")
    before = len(players[0].complaints)
    lab.cut_off("cy")
    await lab.over(players[1:], ENOUGH)
    await come_back_to_nobody(lab, players[0], before, "leave")
    lab.judge(players[1:], out=["cy"])


@scenario(
    "a thinker leaves",
    does=f"a table of two, patience {PATIENCE} s: ada is cut off for good",
    holds="bo's program ends, or says what it may still do",
    rows=(5, 6),
)
async def thinker_leaves(lab: Lab) -> None:
    _, bo = await think(lab, "ada", "bo", patience=PATIENCE)
    lab.cut_off("ada")
    await lab.until(lambda: not bo.is_running, 45)
    lab.facts["bo"] = f"exit {bo.code}, says: {bo.last_words}"
    lab.must(
        not bo.is_running or "forfeit" in bo.complaints or "claim" in bo.complaints, "bo waits in silence"
    )
