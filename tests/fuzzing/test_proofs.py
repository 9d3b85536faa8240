"""Changed proofs of cards: two implementations agree on each, and it is noticed where they do not."""

from collections import Counter
from random import Random

import pytest

from scripts.tools import fuzz, plain_cards
from scripts.tools.fuzzing import proofs
from scripts.tools.fuzzing.proofs import ACCEPTED, DRAWS, WAYS, Parted, compare, judged


def counted(seed: str, count: int, jobs: int = 1) -> Counter[str]:
    return sum(compare(seed, count, jobs, batch=20), Counter[str]())


@pytest.mark.slow
def test_two_implementations_agree_on_changed_proofs() -> None:
    counts = counted("ci", 300)
    assert counts.total() == 300
    for kind in DRAWS:
        verdicts = {name.removeprefix(f"{kind}: ") for name in counts if name.startswith(f"{kind}: ")}
        assert verdicts == {ACCEPTED, "WrongLength", "BadElement", "BadScalar", f"False{kind.title()}"}


@pytest.mark.slow
def test_however_many_processes_compare_they_come_to_the_same() -> None:
    assert counted("jobs", 50, jobs=2) == counted("jobs", 50)


@pytest.mark.parametrize("way", dict.fromkeys(WAYS), ids=lambda way: way.__name__.strip("_"))
def test_a_way_changes_what_it_should(way: proofs.Way) -> None:
    random = Random(way.__name__)
    said = [DRAWS[kind](random) for kind in sorted(DRAWS) for _ in range(8)]
    same = sum(way(one, random) == one for one in said)
    assert same == len(said) if way is proofs._as_it_is else same < len(said) // 2


def test_what_one_implementation_refuses_and_the_other_does_not_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = DRAWS["key"](Random(1))
    assert judged(said, said) == ACCEPTED
    monkeypatch.setattr(plain_cards, "require", lambda name, holds: None)
    with pytest.raises(Parted, match=r"^FalseKey and accepted"):
        judged(said, proofs._elsewhere(said, Random(2)))


def test_what_was_changed_and_accepted_by_both_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = DRAWS["key"](Random(1))
    monkeypatch.setattr(plain_cards, "require", lambda name, holds: None)
    monkeypatch.setattr(proofs, "check_key", lambda value, place: value[:32])
    with pytest.raises(Parted, match=r"^accepted"):
        judged(said, proofs._elsewhere(said, Random(2)))


def test_what_was_not_changed_and_refused_by_both_is_noticed() -> None:
    said = proofs._elsewhere(DRAWS["key"](Random(1)), Random(2))
    with pytest.raises(Parted, match=r"^FalseKey, unchanged"):
        judged(said, said)


def test_proofs_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    fuzz.main(["proofs", "--count", "10"])
    *verdicts, total = capsys.readouterr().out.splitlines()
    assert sum(int(line.split()[0]) for line in verdicts) == 10
    assert total.split()[0] == "10"
