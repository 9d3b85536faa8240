"""The rules have the values of `protocol`, and the type checker refuses to change one."""

from pathlib import Path

import pytest
from mypy import api

from p2p_heroes.games.kit import frozen
from protocol.frozen import Frozen, replace


def test_the_rules_have_the_same_values() -> None:
    assert (frozen.Frozen, frozen.replace) == (Frozen, replace)


@pytest.mark.slow
def test_the_type_checker_refuses_a_change(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("from p2p_heroes.games.game import OptionRange\n\none = OptionRange(1, range(2))\n")
    assert api.run([str(program)])[2] == 0
    with program.open("a") as more:
        more.write("one.default = 2\n")
    said, _, code = api.run([str(program)])
    assert code == 1
    assert "read-only" in said
