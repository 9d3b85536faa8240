"""Every error that can reach a person has a sentence, and every fault one that names it."""

import pytest

from p2p_heroes.ui.words import FAULTS, SENTENCES, TURNED_AWAY, fault_sentence, refusal_sentence, sentence
from protocol import errors
from protocol.errors import Refusal


def names_below(kind: type[Exception]) -> list[str]:
    return sorted(inner.__name__ for inner in kind.__subclasses__())


def test_every_fault_has_a_sentence_and_no_other() -> None:
    assert FAULTS.keys() == errors.FAULTS.keys()


@pytest.mark.parametrize("fault", sorted(errors.FAULTS))
def test_a_fault_names_its_author_and_its_verdict(fault: str) -> None:
    text = fault_sentence("Bo", fault)
    assert text.startswith("Bo ")
    assert f"({fault})" in text


@pytest.mark.parametrize("name", names_below(Refusal))
def test_every_refusal_is_a_sentence(name: str) -> None:
    text = sentence(name)
    assert text[0].isupper()
    assert text.endswith((".", ")"))


@pytest.mark.parametrize(
    "name",
    [
        "BadGenesis", "BadHello", "BrokenTranscript", "Flood", "NameTaken", "NotOnRoster", "TableFull",
        "TableStarted", "UnknownVersion", "WrongCode", "WrongTable",
    ],
)  # fmt: skip
def test_what_a_person_can_do_something_about_has_words_of_its_own(name: str) -> None:
    assert sentence(name) == SENTENCES[name]
    assert name not in sentence(name)


def test_what_nobody_can_do_anything_about_says_its_name() -> None:
    assert sentence("NotCanonical") == "The other side broke the protocol (NotCanonical)."


def test_no_sentence_is_about_something_that_does_not_exist() -> None:
    assert set(SENTENCES) <= set(names_below(Refusal))


@pytest.mark.parametrize(
    "name",
    ["NameTaken", "NotOnRoster", "TableFull", "TableStarted", "UnknownVersion", "WrongCode", "WrongTable"],
)
def test_who_came_in_vain_with_an_honest_program_is_not_suspected(name: str) -> None:
    told = refusal_sentence(name)
    assert told.startswith("Somebody ")
    assert "Refused" not in told
    assert "honest" not in told


@pytest.mark.parametrize("name", sorted({*names_below(Refusal)} - {*TURNED_AWAY}))
def test_all_else_that_is_refused_says_so_with_its_name(name: str) -> None:
    assert refusal_sentence(name).startswith("Refused: ")
    assert f"({name})" in refusal_sentence(name)


def test_nobody_is_turned_away_for_something_that_does_not_exist() -> None:
    assert set(TURNED_AWAY) <= set(names_below(Refusal))
