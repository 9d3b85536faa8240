"""Everything that can be measured, by section, and the run that measures it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from p2p_heroes.bench import audit, bots, cards, engine, start, table
from p2p_heroes.bench.figures import Figure, Measure, measured
from p2p_heroes.bench.workbench import Workbench

SECTIONS: Mapping[str, tuple[Measure, ...]] = {
    "engine": engine.MEASURES,
    "table": table.MEASURES,
    "audit": audit.MEASURES,
    "start": start.MEASURES,
    "bots": bots.MEASURES,
    "cards": cards.MEASURES,
}

TableBrowser = Callable[[str, int, int], None]
"""Told which measure is taken, and how many pairs of slices are done, of how many."""


class NoSuchMeasure(Exception):
    """There is no section and no measure of this name."""


def chosen(names: Sequence[str]) -> list[tuple[str, Measure]]:
    """The measures of these names, or of the sections of these names, with their sections; none: all of them.

    Raises NoSuchMeasure.
    """
    every = [(section, measure) for section, measures in SECTIONS.items() for measure in measures]
    for name in names:
        if not any(name in (section, measure.name) for section, measure in every):
            raise NoSuchMeasure(name)
    return [one for one in every if not names or one[0] in names or one[1].name in names]


def run(measures: Sequence[Measure], slices: int, watch: TableBrowser) -> Iterator[Figure]:
    """One after the other."""
    total, done = len(measures) * (slices + 1), 0
    with Workbench() as bench:
        for at, measure in enumerate(measures):
            done = at * (slices + 1)

            def step(name: str = measure.name) -> None:
                nonlocal done
                watch(name, done, total)
                done += 1

            yield measured(measure, bench, slices, step)
    watch("", total, total)
