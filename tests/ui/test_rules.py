"""The rules to read and to search."""

import subprocess
import sys

import pytest

from p2p_heroes.games import GAMES
from p2p_heroes.games.conquer import CONQUER
from p2p_heroes.ui.games import GAME_UIS
from p2p_heroes.ui.rules import contents, found, looked_up, pages_for


def topics(game: str, *words: str) -> list[str]:
    return [page.topic for page in pages_for(game, words)]


def test_who_plays_looks_something_up() -> None:
    rules = "The rules of Heroes: Write & Conquer"
    assert looked_up("conquer", [], 80)[0] == f"{rules}: type rules and a topic, or any words."
    assert any(line.split()[:1] == ["battle"] for line in looked_up("conquer", [], 80))
    assert looked_up("conquer", ["battle"], 80)[0].startswith("Battle between players")
    assert looked_up("conquer", ["zebra"], 80)[0] == f"{rules} say nothing about zebra."


def test_every_game_has_rules() -> None:
    assert GAME_UIS.keys() == GAMES.keys()


def test_a_topic_is_there_once_and_has_something_to_say() -> None:
    for book in (ui.book for ui in GAME_UIS.values()):
        names = [page.topic for page in book]
        assert len(names) == len(set(names))
        assert all(page.lines and all(page.lines) for page in book)


def test_every_faction_has_a_page() -> None:
    assert {page.topic for page in GAME_UIS["conquer"].book} >= set(CONQUER.boards)


def test_a_topic_is_found_by_its_name_or_title() -> None:
    assert topics("conquer", "battle") == topics("conquer", "Battle", "between", "players") == ["battle"]


def test_a_topic_is_found_by_its_beginning() -> None:
    assert topics("conquer", "arte") == ["artefacts"]
    assert topics("conquer", "mo") == ["move"]


def test_anything_else_is_looked_for_in_the_text() -> None:
    assert topics("conquer", "skip", "a", "monster", "stronger") == ["move"]
    assert {"undead", "losses"} <= set(topics("conquer", "weakest"))
    assert topics("conquer", "helicopter") == []


def test_the_contents_list_every_topic() -> None:
    assert contents("roshambo") == ["  roshambo  Roshambo"]
    assert contents("conquer")[0] == "  goal         What the game is about"


def test_one_page_is_shown_in_full() -> None:
    lines = found(pages_for("conquer", ["portals"]), ["portals"], 80)
    assert lines[0] == "Portals (rulebook p. 11)"
    assert max(map(len, lines)) <= 80


def test_of_several_pages_the_lines_with_the_words_are_shown() -> None:
    lines = found(pages_for("conquer", ["weakest"]), ["weakest"], 60)
    assert lines[0].endswith("topics say something about weakest:")
    assert "losses: Losing a unit without a fight" in lines
    assert all("weakest" in line or not line.startswith("  ") or line.endswith("...") for line in lines)
    assert max(map(len, lines[1:])) <= 60


@pytest.mark.parametrize("package", ["trio", "prompt_toolkit", "cryptography", "nacl", "msgpack"])
def test_rules_are_shown_without_a_heavy_package(package: str) -> None:
    """Who only wants to read does not wait for a network."""
    code = f"import sys; sys.modules[{package!r}] = None; from p2p_heroes.cli import main; main(['rules'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
