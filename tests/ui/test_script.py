"""Scripts from files: as expected or not, with line and column; every example in the repository."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from p2p_heroes.cli import main
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.games.conquer.rounds import SHARED_STAGES
from p2p_heroes.games.conquer.state import Stage
from p2p_heroes.games.conquer.world import ARTEFACT_REGIONS
from p2p_heroes.tabletest.attacks import ATTACKS
from p2p_heroes.tabletest.scripts.language import (
    BEFALLS,
    MESSAGES,
    OF_A_SEAT,
    OF_ALL,
    Befall,
    Expect,
    Meddle,
    parse,
)
from p2p_heroes.tabletest.world.network_faults import RANGES, Mishap
from p2p_heroes.ui.script import perform_all, told
from p2p_heroes.user_error import FAILED, FINE, USAGE
from tests.support.conquer import at_table, bystander, seat

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "scripts" / "examples").glob("*.table"))
MANUAL = ROOT / "docs" / "scripts.md"
GOOD = "table roshambo 2 seats, rounds 1\nwait 2s\nexpect step 1\n"
BAD = "table roshambo 2 seats, rounds 1\nwait 2s\n  expect step 2\n"


def test_failures_have_a_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.table", tmp_path / "bad.table"
    good.write_text(GOOD)
    bad.write_text(BAD)
    assert main(["script", str(good)]) == FINE
    assert main(["script", str(good), str(bad)]) == FAILED
    out = capsys.readouterr().out
    assert f"{bad}:3:3: the table is at step [1]" in out
    assert "1 of 2 scripts went as expected" in out


def test_one_json_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.table"
    bad.write_text(BAD)
    assert main(["script", str(bad), "--json"]) == FAILED
    assert json.loads(capsys.readouterr().out) == [
        {"file": str(bad), "failures": [[3, 3, "the table is at step [1]"]]}
    ]


def test_what_cannot_be_read_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unread = tmp_path / "unread.table"
    unread.write_text("table chess 2 seats")
    assert main(["script", str(unread)]) == USAGE
    assert f"{unread}: line 1, column 7: no game chess" in capsys.readouterr().err
    assert main(["script", str(tmp_path / "none.table")]) == USAGE
    unread.write_bytes(b"\xff\xfe")
    assert main(["script", str(unread)]) == USAGE


@pytest.mark.parametrize(
    "line", ["play\x1b[2J", "Ada: \x1b[2J", "expect event \x1b[2J", "expect state \x1b[2J = 1"]
)
def test_a_script_and_its_name_cannot_move_the_cursor(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "\x1b[2J.table"
    bad.write_text(f"{GOOD}{line}\n")
    assert main(["script", str(bad)]) in (FAILED, USAGE)
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err
    assert "\\u001b[2J.table" in captured.out + captured.err


@pytest.mark.slow
@pytest.mark.parametrize("on_sockets", [False, True], ids=["simulated", "sockets"])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_goes_as_expected(path: Path, on_sockets: bool) -> None:
    shows = perform_all([str(path)], on_sockets=on_sockets)
    assert not shows[0].failures, "\n".join(told(shows))


def test_there_is_an_example_of_every_attack() -> None:
    shown = [parse(path.read_text()) for path in EXAMPLES]
    assert {script.plan.attack for script in shown} == {"", *ATTACKS}
    for script in shown:
        # An attack whose occasion never came would show nothing.
        cheated = Expect("cheated", script.plan.liar)
        assert script.plan.liar is None or cheated in [statement.act for statement in script.statements]


def test_there_is_an_example_of_everything_that_goes_wrong() -> None:
    plans, acts = [], []
    for path in EXAMPLES:
        script = parse(path.read_text())
        plans.append(script.plan)
        acts += [statement.act for statement in script.statements]
    shown = {act.kind for act in acts if isinstance(act, Befall | Meddle)}
    shown |= {happening.kind for plan in plans for happening in plan.happenings}
    # Torn writes come with crashes, cheats have examples of their own; what a cabal does, and who is
    # deaf, the simulation draws and no script says.
    unspoken = {Mishap.TORN, Mishap.CHEAT, Mishap.CABAL, Mishap.DEAF}
    assert shown == set(Mishap) - unspoken
    assert len([plan for plan in plans if plan.given]) >= 5


def test_there_is_an_example_of_every_expectation() -> None:
    acts = [statement.act for path in EXAMPLES for statement in parse(path.read_text()).statements]
    shown = {act.what for act in acts if isinstance(act, Expect)}
    assert {"no event", "is not asked", "disputed", "can", "cannot", *OF_ALL} <= shown


def blocks() -> list[str]:
    """The scripts in the manual."""
    return re.findall(r"^```\n(.*?)^```$", MANUAL.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(len(blocks())))
def test_every_script_of_the_manual_goes_as_expected(number: int, tmp_path: Path) -> None:
    path = tmp_path / "manual.table"
    path.write_text(blocks()[number], encoding="utf-8")
    shows = perform_all([str(path)])
    assert not shows[0].failures, "\n".join(told(shows))


def test_the_manual_names_every_word() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    kinds, mishaps = [kind.value for kind in RANGES], [words[0] for words, _ in BEFALLS.values()]
    told_of = [*ATTACKS, *kinds, *MESSAGES, *mishaps]
    assert [word for word in told_of if word not in manual] == []
    assert [
        what for what in (*OF_ALL, *OF_A_SEAT) if f"`{what}`" not in manual and f" {what}`" not in manual
    ] == []
    assert len(blocks()) >= 3


def test_the_manual_names_every_stage_with_its_fields() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    for stage in SHARED_STAGES:
        assert f"| `{stage.form.tag}` | {fields_of(stage)} |" in manual
    for board in CONQUER.boards.values():
        told_of = "; ".join(f"`{stage.form.tag}` {fields_of(stage)}" for stage in board.stages)
        assert not told_of or f"| {board.name} | {told_of} |" in manual


def fields_of(stage: type[Stage]) -> str:
    return ", ".join(f"`{part.name}`" for part in stage.form.parts)


def position() -> Any:
    """A table as plain values; the first player has every artefact."""
    table = at_table(seat("undead", artefacts=ARTEFACT_REGIONS), bystander())
    return CONQUER.encode_state(table)


def test_the_manual_names_every_part_of_a_position() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    table = position()
    parts = {*table, *table["players"][0]} - {"players", "faction"}
    assert {"agenda", "stock"} <= parts
    assert [name for name in sorted(parts) if f"`{name}`" not in manual and f".{name}`" not in manual] == []


def test_the_manual_orders_artefacts_as_they_are_read() -> None:
    shown = f"`[{', '.join(position()['players'][0]['artefacts'])}]`"
    assert shown.count(",") == len(ARTEFACT_REGIONS) - 1
    assert shown in MANUAL.read_text(encoding="utf-8")


def test_on_sockets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.table"
    bad.write_text(BAD)
    assert main(["script", "--sockets", str(bad)]) == FAILED
    assert f"{bad}:3:3: the table is at step [1]" in capsys.readouterr().out
