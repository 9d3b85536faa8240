"""Write the vectors below tests/vectors, or compare them with what would be written.

In: the modules of scripts/tools/vectors, one for each folder (or several, in a folder of
that name); each public function of such a module makes the vector of its own
name, and its docstring is the comment.
Out: the files. Nothing depends on a clock, on chance or on the order of a set.

    python -m scripts.tools.make_vectors
    python -m scripts.tools.make_vectors --check
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from inspect import getdoc, getmembers, isfunction
from pathlib import Path
from types import ModuleType

from scripts.tools.vectors import (
    canonical,
    card_transcript,
    chain,
    chance,
    commitment,
    envelope,
    faults,
    framing,
    genesis,
    handshake,
    hashing,
    identity,
    invite,
    link,
    lobby,
    messages,
    peer_messages,
    proof_file,
    rules,
    session,
    words,
)
from scripts.tools.vectors.cards import elements, keys, mixes, points, powers, seals, shares
from scripts.tools.vectors.dealer import gatherings, openings, states
from scripts.tools.vectors.dealer import keys as dealt_keys
from scripts.tools.vectors.dealer import mixes as dealt_mixes
from scripts.tools.vectors.dealer import seals as dealt_seals
from scripts.tools.vectors.dealer import shares as dealt_shares
from scripts.tools.vectors.transcript import (
    blame,
    branches,
    cheats,
    claims,
    damage,
    doubts,
    endings,
    games,
    locks,
    votes,
)
from scripts.tools.vectors.vector import Vector, write

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "vectors"

MODULES: tuple[ModuleType, ...] = (
    canonical,
    framing,
    hashing,
    identity,
    genesis,
    rules,
    messages,
    envelope,
    commitment,
    chance,
    chain,
    faults,
    session,
    games,
    cheats,
    locks,
    votes,
    claims,
    doubts,
    endings,
    branches,
    blame,
    damage,
    card_transcript,
    proof_file,
    peer_messages,
    handshake,
    link,
    lobby,
    invite,
    words,
    elements,
    points,
    keys,
    shares,
    mixes,
    seals,
    powers,
    dealt_keys,
    dealt_mixes,
    dealt_shares,
    dealt_seals,
    gatherings,
    openings,
    states,
)


def make_all() -> dict[str, str]:
    """The text of every vector by its path below the folder."""
    return {path: write(make(), getdoc(make) or "") for path, make in makers()}


def makers() -> Iterator[tuple[str, Callable[[], Vector]]]:
    """Each vector's path and the function that makes it."""
    for module in MODULES:
        folder = module.__name__.split(".")[3]
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield f"{folder}/{name}.txt", function


def stored(folder: Path = FOLDER) -> dict[str, str]:
    """The text of every file that is there."""
    paths = sorted(folder.glob("*/*.txt"))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def differing(made: dict[str, str], there: dict[str, str]) -> list[str]:
    """The paths that are missing, too many, or not what would be written."""
    return sorted(path for path in made.keys() | there.keys() if made.get(path) != there.get(path))


def write_all(made: dict[str, str], folder: Path = FOLDER) -> None:
    for path in stored(folder).keys() - made.keys():
        (folder / path).unlink()
    for path, text in made.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    parser = ArgumentParser(description="Write the vectors below tests/vectors.")
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that differ")
    checking = parser.parse_args().check
    made = make_all()
    found = differing(made, stored())
    if not checking:
        write_all(made)
    for path in found:
        print(path)
    return 1 if checking and found else 0


if __name__ == "__main__":
    sys.exit(main())
