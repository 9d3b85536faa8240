"""The check of the checks: mutants of the protocol are found, run in a copy, and told apart."""

import ast
import subprocess
import sys
from argparse import Namespace
from collections import Counter
from pathlib import Path

import pytest

from scripts.tools.find_mutants import KINDS, Mutant, find_mutants
from scripts.tools.mutate import (
    EXPLAINED,
    ROOT,
    MutantOutcome,
    Trial,
    chosen,
    every_mutant,
    explained,
    run_all,
    unchanged,
)

SOURCE = b'''"""Zo\xc3\xab."""
MOST, LEAST = 2**8, 1


def check(size: int, known: bool) -> bool:
    assert size >= 0
    verify(size)
    if not 0 < size <= MOST and known:
        raise ValueError(
            f"{size > 3}"
        )
    match size:
        case int() if known:
            return True
        case _:
            assert_never(size)
    return False
'''


def mutants_of(source: bytes) -> dict[str, set[tuple[str, str]]]:
    found: dict[str, set[tuple[str, str]]] = {kind: set() for kind in KINDS}
    for mutant in find_mutants("x.py", source):
        found[mutant.kind].add((mutant.before, mutant.after))
    return found


def test_every_kind_of_mistake_is_found() -> None:
    chain = "0 < size <= MOST"
    assert mutants_of(SOURCE) == {
        "raise": {('raise ValueError( f"{size > 3}" )', "pass")},
        "call": {("verify(size)", "pass")},
        "comparison": {(chain, "(0 <= size <= MOST)"), (chain, "(0 < size < MOST)")},
        "logic": {
            (f"not {chain} and known", f"(not {chain} or known)"),
            (f"not {chain} and known", f"(not {chain})"),
            (f"not {chain} and known", "(known)"),
            (f"not {chain}", f"({chain})"),
            ("known", "True"),
        },
        "bound": {
            *{("2**8", "(2 ** 8 + 1)"), ("2**8", "(2 ** 8 - 1)"), ("1", "(1 + 1)"), ("1", "(1 - 1)")},
            *{("0", "(0 + 1)"), ("0", "(0 - 1)")},
        },
        "truth": {("return True", "return False"), ("return False", "return True")},
    }


def test_a_mutant_differs_in_one_place_and_is_still_python() -> None:
    for mutant in find_mutants("x.py", SOURCE):
        mutated = mutant.apply(SOURCE)
        assert mutated != SOURCE
        assert mutated[: mutant.start] == SOURCE[: mutant.start]
        assert mutated.endswith(SOURCE[mutant.end :])
        assert ast.dump(ast.parse(mutated)) != ast.dump(ast.parse(SOURCE))


def test_every_check_of_the_protocol_is_among_the_mutants() -> None:
    counts = Counter(mutant.kind for mutant in every_mutant())
    raised = sum(
        isinstance(node, ast.Raise)
        for path in (ROOT / "protocol").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
    )
    assert counts["raise"] == raised
    assert min(counts[kind] for kind in KINDS) > 20


@pytest.mark.slow
def test_mutants_of_the_protocol_are_python() -> None:
    sources = {path: (ROOT / path).read_bytes() for path in {mutant.path for mutant in every_mutant()}}
    for mutant in every_mutant()[::25]:
        compile(mutant.apply(sources[mutant.path]), mutant.path, "exec")


@pytest.mark.slow
def test_a_sample_is_the_same_each_time_and_in_order() -> None:
    wanted = Namespace(only="raise,call", file=["protocol/chain.py"], sample=5, seed=3)
    found = chosen(every_mutant(), wanted)
    assert found == chosen(every_mutant(), wanted) == sorted(found)
    assert len(found) == 5
    assert {mutant.kind for mutant in found} <= {"raise", "call"}
    assert found != chosen(every_mutant(), Namespace(**{**vars(wanted), "seed": 4}))


def test_every_survivor_that_is_explained_exists() -> None:
    known = {(mutant.path, mutant.before, mutant.after) for mutant in every_mutant()}
    assert explained(EXPLAINED.read_text(encoding="utf-8")) <= known


# How they are run. What tries them here is no test of the protocol, so it takes no time.


def by_source(mutant: Mutant) -> str:
    """Notices whatever is not as it was."""
    here, there = Path(mutant.path).read_bytes(), (ROOT / mutant.path).read_bytes()
    return "changed" if here != there else ""


def by_memory(mutant: Mutant) -> str:
    """Notices what Python has loaded: no mutant may be taken for the one before."""
    from protocol import framing

    return str(framing.MAX_FRAME)


def by_waiting_for_ever(mutant: Mutant) -> str:
    while True:
        pass


def by_dying(mutant: Mutant) -> str:
    raise SystemExit(7)


SAME = unchanged("protocol/framing.py")
BOUNDS = [m for m in every_mutant() if m.path == "protocol/framing.py" and m.before == "65536"]


@pytest.mark.slow
def test_a_mutant_is_tried_in_a_copy_and_gone_afterwards() -> None:
    found = run_all([SAME, BOUNDS[0], SAME], [Trial("nothing", lambda _: ""), Trial("source", by_source)])
    assert [verdict for _, verdict in found] == [
        MutantOutcome("", ""),
        MutantOutcome("source", "changed"),
        MutantOutcome("", ""),
    ]


@pytest.mark.slow
def test_a_mutant_is_what_is_imported_there() -> None:
    found = run_all([BOUNDS[0], SAME, BOUNDS[1]], [Trial("memory", by_memory)])
    assert [verdict.killer for _, verdict in found] == ["65537", "65536", "65535"]


@pytest.mark.slow
def test_what_never_ends_and_what_falls_over_is_noticed() -> None:
    [(_, endless)] = run_all([SAME], [Trial("loop", by_waiting_for_ever, 1)])
    [(_, fallen)] = run_all([SAME], [Trial("death", by_dying)])
    assert (endless.trial, fallen) == ("no end", MutantOutcome("a crash", "exit code 7"))


@pytest.mark.slow
def test_with_more_processes_the_order_is_the_same() -> None:
    found = [mutant for mutant, _ in run_all(BOUNDS * 3, [Trial("source", by_source)], jobs=3)]
    assert found == BOUNDS * 3


@pytest.mark.slow
def test_the_tests_of_two_modules_notice_every_refusal_that_is_left_out() -> None:
    arguments = ["--trials", "1", "--jobs", "1", "--only", "raise"]
    files = ["--file", "protocol/framing.py", "--file", "protocol/handshake.py"]
    command = [sys.executable, "-m", "scripts.tools.mutate", *arguments, *files]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[-1] == "10 mutants: 10 its own tests"
