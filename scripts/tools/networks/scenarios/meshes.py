"""Who has a direct link to whom: all, all but two, only the host to all, or each only to its neighbours."""

from itertools import combinations

from p2p_heroes.games import SMALL_GAME
from p2p_heroes.node.node_logic import SILENCE_SECONDS
from scripts.tools.networks.lab import Lab
from scripts.tools.networks.links import Quality
from scripts.tools.networks.player import LabPlayer
from scripts.tools.networks.scenario import BASELINE, scenario

LONG = 60
"""Rounds: two or three seconds on a full mesh."""

TOO_LONG = 60
"""Seconds after which a game of a few is given up."""

THIN = 8_000

NAMES = "ada", "bo", "cy", "dan"
ENDS = "the game ends with one result, nobody is out"


def four_of(lab: Lab) -> list[LabPlayer]:
    return [lab.add(name) for name in NAMES]


async def play_out(lab: Lab, players: list[LabPlayer], seconds: float = TOO_LONG) -> None:
    """See a game that has begun to its end, and judge it."""
    await lab.over(players, seconds)
    lab.judge(players)


@scenario(BASELINE, does="four bots, everybody hears everybody", holds=ENDS, timed=True)
async def full_mesh(lab: Lab) -> None:
    players = four_of(lab)
    await lab.found(*players, rounds=LONG)
    await play_out(lab, players)


@scenario("blocked pair", does="two of the four never hear each other", holds=ENDS, rows=(2,), timed=True)
async def blocked_pair(lab: Lab) -> None:
    players = four_of(lab)
    lab.links.cut("bo", "cy")
    await lab.found(*players, rounds=LONG)
    await play_out(lab, players)


@scenario("star", does="firewalls of all guests let no connection in", holds=ENDS, rows=(2,), timed=True)
async def star(lab: Lab) -> None:
    players = four_of(lab)
    for guest in NAMES[1:]:
        lab.links.wall(guest)
    await lab.found(*players, rounds=LONG)
    await play_out(lab, players)


@scenario(
    "line",
    does="from the founding on each hears only its neighbours, a-b-c-d",
    holds=ENDS,
    rows=(2, 6),
    timed=True,
)
async def line(lab: Lab) -> None:
    players = four_of(lab)
    await lab.found(*players, rounds=LONG)
    lab.line(*NAMES)
    await play_out(lab, players)


@scenario(
    "links fall silent",
    does="as on the line each hears only its neighbours, but the other connections do not end",
    holds=f"{ENDS}, before anybody knows that a connection is dead",
    rows=(2,),
    alone=True,
)
async def links_fall_silent(lab: Lab) -> None:
    players = four_of(lab)
    await lab.found(*players, rounds=LONG)
    for one, other in combinations(NAMES, 2):
        if NAMES.index(other) - NAMES.index(one) > 1:
            lab.links.cut(one, other)
    await play_out(lab, players)
    seconds = lab.seconds or TOO_LONG
    lab.must(seconds < SILENCE_SECONDS, f"{seconds:.0f} s, as if others' words left only when asked for")


@scenario(
    "blocked pair is told",
    does="two of three never hear each other",
    holds="every program says which two have no direct link",
    rows=(2,),
)
async def blocked_pair_is_told(lab: Lab) -> None:
    players = [lab.add(name) for name in NAMES[:3]]
    lab.links.cut("bo", "cy")
    await players[0].run(*person_hosts(3))
    await lab.gather(*players)

    def tells(player: LabPlayer) -> bool:
        told = player.complaints.replace("you", player.name).lower().splitlines()
        return any("direct" in line and all(name in line for name in ("bo", "cy")) for line in told)

    await lab.until(lambda: all(map(tells, players)), 15)
    silent = [player.name for player in players if not tells(player)]
    lab.facts["told by"] = " ".join(p.name for p in players if tells(p)) or "nobody"
    lab.must(not silent, f"{' '.join(silent)} did not say it")


def person_hosts(seats: int, *more: str, rounds: int = 3, patience: int = 60) -> tuple[str, ...]:
    """The command with which a person opens a table, who then answers nothing before it is asked to."""
    terms = ("--game", SMALL_GAME, "--option", f"rounds={rounds}", "--patience", str(patience))
    return ("host", "--plain", "--seats", str(seats), *terms, *more)


@scenario(
    "deaf in one direction",
    does="bo hears cy, and cy does not hear bo; a few frames are lost, late, twice and out of order",
    holds=ENDS,
)
async def deaf_in_one_direction(lab: Lab) -> None:
    players = four_of(lab)
    lab.links.set_all(Quality(loss=0.02, twice=0.05, delay=0.001, spread=0.004))
    lab.links.deafen("cy", "bo")
    await lab.found(*players, rounds=3)
    await play_out(lab, players, 90)


@scenario(
    "lossy links",
    does="of all frames a tenth is lost and a tenth arrives twice, all of them late and out of order",
    holds=ENDS,
)
async def lossy_links(lab: Lab) -> None:
    players = four_of(lab)
    await lab.found(*players, rounds=5)
    lab.links.set_all(Quality(loss=0.1, twice=0.1, delay=0.005, spread=0.02))
    await play_out(lab, players, 120)


@scenario(
    "thin lines",
    does=f"a star of firewalls in which every way carries {THIN} bytes a second, 64 kbit/s",
    holds=ENDS,
)
async def thin_lines(lab: Lab) -> None:
    players = four_of(lab)
    for guest in NAMES[1:]:
        lab.links.wall(guest)
    lab.links.set_all(Quality(delay=0.02, rate=THIN))
    await lab.found(*players, rounds=3)
    await play_out(lab, players, 90)
