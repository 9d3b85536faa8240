"""The benchmarks on the terminal: ratios, spreads, goals, what is missing, one JSON value, exit codes."""

import json
from collections.abc import Iterator

import pytest

from p2p_heroes.bench.figures import Figure, Measure, at_least, at_most
from p2p_heroes.bench.suite import SECTIONS
from p2p_heroes.cli import main
from p2p_heroes.settings import BenchSettings
from p2p_heroes.ui import bench, completion
from p2p_heroes.ui.bench import (
    NAMES,
    PROJECTS,
    TITLES,
    WORDS,
    BenchResult,
    as_json,
    hold,
    number,
    progress,
    row,
    told,
)
from p2p_heroes.user_error import FAILED, FINE, NO_RESULT, USAGE, UserError

MEASURES = {measure.name: measure for measures in SECTIONS.values() for measure in measures}
SETTINGS = BenchSettings(slices=3)


def figure(name: str, *ratios: float) -> Figure:
    return Figure(MEASURES[name], ratios)


def held(*figures: Figure) -> BenchResult:
    return BenchResult(figures)


def test_everything_that_is_measured_has_words() -> None:
    assert set(WORDS) == set(MEASURES)
    assert set(TITLES) == set(SECTIONS)
    assert set(PROJECTS) == {measure.needs for measure in MEASURES.values() if measure.needs}
    assert set(NAMES) == {*SECTIONS, *MEASURES}


def test_a_row_has_the_median_the_middle_half_and_the_goal() -> None:
    line = row(figure("game-4", 1.0, 1.4, 2.0, 1.2, 1.6))
    assert line.startswith("a game of 4 over sockets / the bare mesh  ")
    assert " ".join(line.split()[-9:]) == "1.40 1.20 to 1.60 at most 1.5 (1.25): reached"
    assert row(figure("game-4", 1.2)).endswith("at most 1.5 (1.25): and better")
    assert row(figure("decisions-chess-4", 1.2)).endswith("at least 2 (4): missed")
    assert row(figure("game-2", 1.2)).endswith("1.20  1.20 to 1.20")


def test_a_row_says_what_is_missing_and_how_to_get_it() -> None:
    assert row(figure("decisions-small")).endswith("-  open_spiel is not installed: pip install '.[bench]'")


def test_what_is_counted_has_its_unit() -> None:
    assert "  3,538 to 3,538 bytes" in row(figure("state", 3538.4, 3538.4))


def test_numbers_have_as_many_digits_as_they_are_worth() -> None:
    assert [number(value) for value in (1234.5, 99.5, 1.234, 0.0123)] == ["1,234", "99.50", "1.23", "0.0123"]


def test_the_table_has_only_what_was_measured() -> None:
    lines = list(told(SETTINGS, held(figure("legal", 0.5), figure("length", 1.2), figure("game-4", 1.0))))
    assert [line.split(":")[0] for line in lines if line.startswith(("engine", "table", "audit"))] == [
        "engine",
        "table",
    ]
    assert lines[-1] == "1 of 2 goals reached; missed: length"
    assert "13 is the least" in lines[1]
    assert list(told(BenchSettings(), held(figure("length", 1.0))))[-1] == "1 of 1 goals reached"
    assert list(told(BenchSettings(), held()))[1] == ""


def test_progress_is_one_line_that_leaves_nothing_behind() -> None:
    assert progress("legal", 1, 4) == f" 25 %  {WORDS['legal']}"
    assert progress("", 4, 4) == ""


def test_what_is_asked_for_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []

    def run(measures: list[Measure], slices: int, watch: object) -> list[Figure]:
        asked.append([measure.name for measure in measures])
        assert slices == 3
        watch("legal", 0, 4)  # type: ignore[operator]
        return []

    shown: list[str] = []
    monkeypatch.setattr(bench, "run", run)
    assert hold(BenchSettings(slices=3, measures=("bots", "legal")), shown.append) == held()
    assert asked == [["legal", *(measure.name for measure in SECTIONS["bots"])]]
    assert shown == [f"  0 %  {WORDS['legal']}"]
    with pytest.raises(UserError, match="called speed; there is: engine, table"):
        hold(BenchSettings(measures=("speed",)))


def test_json() -> None:
    value = as_json(
        SETTINGS, held(figure("game-4", 1.0, 3.0, 2.0), figure("decisions-small"), figure("state", 9.0))
    )
    game, missing, state = json.loads(json.dumps(value))["figures"]
    assert (value["slices"], value["partial"]) == (3, False)
    assert (game["section"], game["name"], game["unit"]) == ("table", "game-4", "ratio")
    assert (game["median"], game["quartiles"], game["ends"]) == (2.0, [1.5, 2.5], [1.0, 3.0])
    assert (game["ratios"], game["goal"]) == ([1.0, 3.0, 2.0], {"at_most": 1.5, "stretch": 1.25})
    assert game["reached"] is False
    assert missing["missing"] == "open_spiel"
    assert "median" not in missing
    assert (state["unit"], "goal" in state, "reached" in state) == ("bytes", False, False)


@pytest.mark.parametrize(
    ("goal", "code"),
    [(at_most(2.0), FINE), (at_least(2.0), FAILED), (None, FINE)],
    ids=["kept", "missed", "none"],
)
def test_a_missed_goal_is_an_exit_code(
    goal: object, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Figure(Measure("legal", MEASURES["legal"].prepare, goal), (1.0,))  # type: ignore[arg-type]
    monkeypatch.setattr(bench, "run", lambda *_: [found])
    monkeypatch.setattr(bench, "_plain", lambda figure: {"median": figure.spread.middle})
    assert main(["bench", "legal", "--json"]) == code
    assert json.loads(capsys.readouterr().out) == {
        "slices": 13,
        "partial": False,
        "figures": [{"median": 1.0}],
    }
    assert main(["bench", "legal"]) == code
    assert WORDS["legal"] in capsys.readouterr().out


def test_what_was_measured_before_it_was_stopped_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*_: object) -> Iterator[Figure]:
        yield figure("length", 2.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "run", run)
    assert main(["bench"]) == NO_RESULT
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("It was stopped.")
    assert lines[-1] == "0 of 1 goals reached; missed: length"
    assert main(["bench", "--json"]) == NO_RESULT
    assert json.loads(capsys.readouterr().out)["partial"] is True


def test_what_cannot_be_measured_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "speed"]) == USAGE
    captured = capsys.readouterr()
    assert captured.err.startswith("p2p-heroes: nothing to measure is called speed; there is: engine")
    assert captured.out == ""


@pytest.mark.slow
def test_one_measure_for_real(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "decision-2", "--slices", "1", "--json"]) == FINE
    (found,) = json.loads(capsys.readouterr().out)["figures"]
    assert found["median"] > 0


def test_sections_can_be_completed() -> None:
    assert tuple(SECTIONS) == completion.SECTIONS
