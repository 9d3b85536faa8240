"""What hooks, events and chapters speak of."""

from p2p_heroes.games.conquer.terms import Score, Source


def test_the_score_is_the_sum_of_five_boxes() -> None:
    """Rulebook p. 13."""
    assert Score().total == 0
    assert Score(structures=20, foundations=5, resources=6, victories=18, artefacts=0).total == 49


def test_sources_are_named_in_words() -> None:
    assert [str(source) for source in Source] == [
        *("start", "gathering", "region", "monster", "loot", "fortress", "plunder", "effect")
    ]
