"""The names of all verdicts: drawn as they are, each said once, each with its kind."""

import re
from itertools import pairwise

import pytest

from protocol import errors
from protocol.errors import FAULTS, Equivocation, Fault, LocalFault, ProtocolError, Refusal


def kinds(root: type[ProtocolError]) -> list[type[ProtocolError]]:
    return [kind for child in root.__subclasses__() for kind in (child, *kinds(child))]


def drawn() -> list[tuple[int, str]]:
    """The tree in the module's docstring: how far to the right a name stands, and the name."""
    lines = (errors.__doc__ or "").splitlines()
    tree = [line for line in lines if "──" in line]
    return [
        (line.index("── "), name)
        for line in tree
        for name in re.findall(r"[A-Z]\w+", line.split("── ")[1].split("   ")[0])
    ]


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    names = [name for _, name in drawn()]
    assert len(names) == len(set(names))
    ours = [kind for kind in kinds(ProtocolError) if kind.__module__ == errors.__name__]
    assert set(names) == {kind.__name__ for kind in ours}
    branch = ""
    for indent, name in drawn():
        kind = getattr(errors, name)
        if indent == min(place for place, _ in drawn()):
            branch = name
            assert kind.__bases__ == (ProtocolError,)
        else:
            assert kind.__bases__ == (getattr(errors, branch),)


def test_a_verdict_is_exactly_one_of_three() -> None:
    branches = (LocalFault, Refusal, Fault)
    for kind in kinds(ProtocolError):
        assert sum(issubclass(kind, branch) for branch in branches) == 1


def test_each_fault_is_listed_under_its_name() -> None:
    assert list(FAULTS.values()) == Fault.__subclasses__()
    assert all(kind.__name__ == name for name, kind in FAULTS.items())


def test_faults_are_listed_in_the_order_of_the_tree() -> None:
    places = [[name for _, name in drawn()].index(name) for name in FAULTS]
    assert all(one < other for one, other in pairwise(places))


@pytest.mark.parametrize("kind", [kind for kind in kinds(ProtocolError) if not issubclass(kind, Fault)])
def test_the_name_of_an_error_is_its_class(kind: type[ProtocolError]) -> None:
    assert kind("why").name == kind.__name__
    assert str(kind("why")) == "why"
    assert kind.__doc__


@pytest.mark.parametrize("kind", FAULTS.values())
def test_a_fault_carries_what_a_third_person_needs(kind: type[Fault]) -> None:
    bare = kind("why", seat=1, number=2)
    assert (bare.name, str(bare), bare.seat, bare.number) == (kind.__name__, "why", 1, 2)
    assert (bare.evidence, bare.state) == ((), b"")


def test_a_fault_may_carry_evidence_and_a_state() -> None:
    fault = Equivocation("why", seat=0, number=3, evidence=(b"one", b"other"), state=b"state")
    assert fault.evidence == (b"one", b"other")
    assert fault.state == b"state"
