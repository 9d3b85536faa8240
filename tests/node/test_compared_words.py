"""Whether everybody reads the same words is remembered beside the record until somebody says yes."""

from pathlib import Path

from p2p_heroes.node.compared_words import agreed, is_to_be_asked, question_beside, remember_to_ask


def test_it_is_asked_until_somebody_says_yes(tmp_path: Path) -> None:
    path = tmp_path / "0123.heroes"
    assert not is_to_be_asked(path)
    remember_to_ask(path)
    remember_to_ask(path)
    assert is_to_be_asked(path)
    [file] = tmp_path.iterdir()
    assert file == question_beside(path) == tmp_path / "0123.words"
    assert file.stat().st_mode & 0o777 == 0o600
    agreed(path)
    agreed(path)
    assert not is_to_be_asked(path)
