"""Section 15.1 of docs/protocol.md once more, in plain values: which states of masked cards are none.

Written from the text, as `plain_steps` is, and shares no line with what it checks.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from scripts.tools.plain_cards import RefusedCards, is_zero, plus, read_element, read_point
from scripts.tools.plain_steps import CARD_NEEDS, State, Steps, cover, is_for_nothing, present

FIELDS = {"cards", "following", "game", "gone", "keys", "number", "piles", "seats", "stage"}


def require(holds: bool) -> None:
    if not holds:
        raise RefusedCards("BadProof")


def is_number(value: Any, below: int) -> bool:
    return type(value) is int and 0 <= value < below


def check_state(steps: Steps, state: Any) -> None:
    """Raises RefusedCards for what decode refuses, of the game that the vectors are played with."""
    require(type(state) is dict and set(state) == FIELDS)
    limits = {"following": 2**31, "number": 2**32, "stage": 16, "seats": 8}
    require(all(is_number(state[name], below) for name, below in limits.items()) and state["seats"] > 1)
    require(all(type(state[name]) is tuple for name in ("cards", "gone", "keys", "piles")))
    _check_sizes(state)
    pieces = [row[2] for row in state["cards"]] + list(state["piles"]) + list(state["keys"])
    for piece in pieces:
        for start in range(0, len(piece), 32):
            try:
                read_element(piece[start : start + 32])
            except RefusedCards:
                require(False)
    _check_game(steps, state)


def _check_sizes(state: State) -> None:
    cards, keys, seats = state["cards"], state["keys"], state["seats"]
    require(len(cards) <= 256 and len(state["piles"]) <= 3 and len(keys) in (0, seats))
    require(all(type(row) is tuple and len(row) == 3 for row in cards))
    require(all(type(row[2]) is bytes and len(row[2]) == 64 for row in cards))
    require(all(type(pile) is bytes and len(pile) % 64 == 0 for pile in state["piles"]))
    require(all(len(pile) <= 64 * 256 for pile in state["piles"]))
    require(all(type(key) is bytes and len(key) in (0, 32) for key in keys))
    handles = [row[0] for row in cards]
    require(all(is_number(one, state["following"]) for one in handles) and is_ascending(handles))
    require(all(is_number(one, seats) for one in state["gone"]) and is_ascending(state["gone"]))
    require(all(keys and not keys[seat] for seat in state["gone"]))
    holders = [row[1] for row in cards]
    require(all(one == -1 or (is_number(one, seats) and one not in state["gone"]) for one in holders))


def is_ascending(numbers: Sequence[int]) -> bool:
    return all(one < other for one, other in pairwise(numbers))


def _check_game(steps: Steps, state: State) -> None:
    need, held = state["game"]
    holders = {handle: holder for handle, holder, _ in state["cards"]}
    require(dict(held) == holders)
    is_idle = not state["stage"] and not state["piles"]
    if not state["keys"]:
        require(not state["cards"] and not state["gone"] and is_idle)
    elif need[0] not in CARD_NEEDS:
        require(is_idle)
    else:
        here = present(state)
        require(len(here) > 1 and len(here) + len(state["gone"]) == state["seats"])
        require(not is_for_nothing(*need))
        _check_need(steps, state, need, holders)
        _check_stage(steps, state, need)


def _check_need(steps: Steps, state: State, need: Any, holders: dict[int, int]) -> None:
    """Whether somebody can do it."""
    word, what = need
    here, faces = present(state), len(steps.faces)
    match word:
        case "mix":
            handles = [handle for pile in what for handle in pile[1]]
        case "show":
            handles = list(what)
        case "gather":
            handles = []
        case _:
            handles = [handle for handle, _ in what]
    require(len(set(handles)) == len(handles) and set(handles) <= holders.keys())
    held = [holders[handle] for handle in handles]
    match word:
        case "mix":
            who = [pile[0] for pile in what]
            require(len(set(who)) == len(who) and (-1 not in who or len(who) == 1))
            require(all(one in (-1, *here) for one in who))
            require(all(holders[handle] == holder for holder, some, _ in what for handle in some))
            require(all(len(some) + len(lying) <= 128 for _, some, lying in what))
            require(all(are_faces(lying, faces) for _, _, lying in what))
            require(len(holders) + sum(len(lying) for _, _, lying in what) <= 256)
        case "deal":
            require(set(held) <= {-1} and all(to in here for _, to in what) and len(what) <= 64)
        case "show":
            require(set(held) <= {-1, *here} and len(what) <= 64)
        case "seal":
            require(set(held) <= set(here) and all(to in (-1, *here) for _, to in what) and len(what) <= 24)
        case "gather":
            require(-1 not in holders.values() and len(holders) <= 128 and are_faces(what, faces))


def are_faces(numbers: Sequence[int], faces: int) -> bool:
    return len(set(numbers)) == len(numbers) and all(is_number(one, faces) for one in numbers)


def _check_stage(steps: Steps, state: State, need: Any) -> None:
    """Whether an operation comes to these sizes, and every face has a masked form where it enters."""
    word, what = need
    stage, sizes = state["stage"], [len(pile) // 64 for pile in state["piles"]]
    r, held = len(present(state)), len(state["cards"])
    if word == "gather" and stage:
        deck = len(what)
        require(stage <= 2 * r + 1 if held else 1 < stage <= r)
        require(sizes == [deck, held, *([deck + held] if stage > r + 1 else [])])
    elif word == "mix" and what[0][0] == -1 and stage:
        require(stage < r and sizes == [len(what[0][1]) + len(what[0][2])])
    else:
        require(not stage and not sizes)
        entering = [(-1, (), what)] if word == "gather" else what if word == "mix" else ()
        for holder, _, lying in entering:
            key = read_point(cover(state, holder)) if lying else None
            for face in lying:
                assert key is not None
                require(not is_zero(plus(read_point(steps.faces[face]), key)))
