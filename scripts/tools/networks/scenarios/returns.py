"""Who comes back: after a crash, without a direct link to everybody, or after having slept too long."""

import signal

import trio

from scripts.tools.networks.lab import Lab
from scripts.tools.networks.links import Quality
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import scenario
from scripts.tools.networks.scenarios.absences import answer, think, watch_for_votes
from scripts.tools.networks.scenarios.meshes import LONG, NAMES, four_of, play_out

FAR = Quality(delay=0.01)
"""Late enough for a game of many rounds to take some ten seconds."""

SOME_ROUNDS = 15_000
"""Bytes of a record."""

PATIENCE = 300
"""Seconds: far longer than those games may take, so a program that is mute until then shows."""

ENOUGH = 150
"""Seconds for games that take some ten; machines may be busy."""

ASLEEP = 24
"""Seconds: longer than the patience of the tables of two, and than the silence that ends a connection."""


async def crash(lab: Lab, player: LabPlayer) -> None:
    """In the middle of the game."""
    await lab.surely(lambda: player.length > SOME_ROUNDS, "the game does not go on")
    player.running.kill()
    await player.running.wait()


@scenario(
    "killed and back",
    does="dan's program is killed in the middle of a game and resumed",
    holds="the game ends with one result, nobody is out",
)
async def killed_and_back(lab: Lab) -> None:
    lab.links.set_all(FAR)
    players = four_of(lab)
    await lab.found(*players, rounds=LONG, patience=PATIENCE)
    await crash(lab, players[-1])
    await players[-1].come_back()
    await play_out(lab, players, ENOUGH)


@scenario(
    "killed and back, one link blocked",
    does=f"dan's program is killed and resumed, without a way to ada any more; patience {PATIENCE} s",
    holds="dan speaks again by the word of the others, the game ends with one result, nobody is out",
    rows=(4,),
)
async def back_with_blocked_link(lab: Lab) -> None:
    lab.links.set_all(FAR)
    players = four_of(lab)
    await lab.found(*players, rounds=LONG, patience=PATIENCE)
    await crash(lab, players[-1])
    lab.links.cut("ada", "dan")
    await players[-1].come_back()
    await play_out(lab, players, ENOUGH)


@scenario(
    "killed and back, in a star",
    does=f"firewalls of all guests let nothing in; one of them is killed and resumed; patience {PATIENCE} s",
    holds="it speaks again by the word of the host and, through it, of the others; one result, nobody is out",
    rows=(4,),
)
async def back_in_a_star(lab: Lab) -> None:
    players = four_of(lab)
    for guest in NAMES[1:]:
        lab.links.wall(guest)
    lab.links.set_all(FAR)
    await lab.found(*players, rounds=LONG, patience=PATIENCE)
    await crash(lab, players[-1])
    await players[-1].come_back()
    await play_out(lab, players, ENOUGH)


@scenario(
    "a bot sleeps",
    does=f"a table of two, patience 8 s: ada thinks, bo's machine sleeps {ASLEEP} s, its link returns later",
    holds="bo claims nothing for good when it wakes: ada goes on, and both end with one result",
    rows=(5,),
)
async def bot_sleeps(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", patience=8)
    players[1].running.send_signal(signal.SIGSTOP)
    lab.cut_off("bo")
    await trio.sleep(ASLEEP)
    players[1].running.send_signal(signal.SIGCONT)
    await trio.sleep(4)
    lab.links.mend()
    await watch_for_votes(lab, players, 10)
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "a link of two returns",
    does=f"a table of two, patience 5 s: ada thinks, and does not hear bo for {ASLEEP} s",
    holds="a claim waits and is void when the other is heard: ada goes on, and both end with one result",
    rows=(5,),
)
async def link_of_two_returns(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", patience=5)
    lab.links.cut("ada", "bo")
    await trio.sleep(ASLEEP)
    lab.links.mend()
    await watch_for_votes(lab, players, 10)
    await answer(lab, players)
    lab.judge(players)


@scenario(
    "a claim stands, then both are back",
    does="a table of two, patience 5 s: ada thinks, bo does not hear her and ends the table; then bo resumes",
    holds="`resume` without a file finds the table: ada goes on, and both end with one result",
    rows=(5,),
)
async def claim_is_resumed(lab: Lab) -> None:
    players = await think(lab, "ada", "bo", patience=5)
    bo = players[1]
    lab.links.cut("ada", "bo")
    await lab.surely(lambda: not bo.is_running, "bo's program does not end")
    lab.facts["bo"] = f"exit {bo.code}, says: {bo.last_words}"
    lab.links.mend()
    await bo.come_back()
    await answer(lab, players, ENOUGH)
    lab.judge(players)
