"""Everything that can be measured, by its name; one tiny run of what does not take long."""

import pytest

from p2p_heroes.bench import audit, engine, measuring, table
from p2p_heroes.bench.figures import Measure
from p2p_heroes.bench.suite import SECTIONS, NoSuchMeasure, chosen, run
from tests.support.samples import sample


def test_names_are_used_once() -> None:
    names = [*SECTIONS, *(measure.name for measures in SECTIONS.values() for measure in measures)]
    assert len(names) == len(set(names))


def test_a_section_or_a_measure_is_chosen_by_its_name() -> None:
    assert [measure for _, measure in chosen(["bots"])] == list(SECTIONS["bots"])
    assert [(section, measure.name) for section, measure in chosen(["length", "legal"])] == [
        ("engine", "legal"),
        ("table", "length"),
    ]
    assert len(chosen([])) == sum(map(len, SECTIONS.values()))
    with pytest.raises(NoSuchMeasure, match="speed"):
        chosen(["engine", "speed"])


def test_a_run_tells_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    measures = [Measure("one", lambda _: float), Measure("two", lambda _: float)]
    figures = list(run(measures, 1, lambda *how_far: told.append(how_far)))
    assert [figure.ratios for figure in figures] == [(1.0,), (1.0,)]
    assert told == [("one", 0, 4), ("one", 1, 4), ("two", 2, 4), ("two", 3, 4), ("", 4, 4)]


@pytest.mark.slow
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_is_measured(section: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of it, with slices as short as one game, and the longest games shortened."""
    monkeypatch.setattr(measuring, "SLICE_SECONDS", 0.0)
    monkeypatch.setattr(engine, "POSITIONS_OF", 1)
    monkeypatch.setattr(table, "LENGTH", 30)
    monkeypatch.setattr(table, "ENDS", 5)
    monkeypatch.setattr(table, "ROUNDS", 2)
    monkeypatch.setattr(table, "MANY_ROUNDS", 2)
    monkeypatch.setattr(audit, "MANY", 2)
    monkeypatch.setattr(audit, "LONG", 16)
    for figure in run(sample(SECTIONS[section], 4), 1, lambda *_: None):
        assert figure.measure.needs or all(ratio > 0 for ratio in figure.ratios)
        assert len(figure.ratios) == figure.measure.is_possible
