"""A recorded game told again."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from p2p_heroes.cli import main
from p2p_heroes.games import GAMES
from p2p_heroes.node.replay import Replay, read_replay
from p2p_heroes.tabletest.session_table import SessionTable
from p2p_heroes.ui.replay import annotated, as_data, heading, last_round, notation, positions, story
from protocol.transcript import MAGIC, Founded, Record, Spoken, Writer
from scripts.tools.vectors.transcript.record import file_of, records_of


def recorded(messages: int | None = None) -> bytes:
    """A game of three, or as much of it as its first messages show."""
    mesh = SessionTable(3).begin().run()
    writer = Writer()
    wires = [envelope.wire for envelope in mesh.sessions[0].log.order][:messages]
    records: list[Record] = [Founded(mesh.genesis.encoded), *map(Spoken, wires)]
    return MAGIC + b"".join(map(writer.append, records))


def replayed(messages: int | None = None) -> Replay:
    return read_replay(recorded(messages))


def test_a_replay_says_who_sat_at_the_table() -> None:
    first, words = heading(replayed())
    assert first == "roshambo: Ada, Bo and Cy"
    assert words.startswith("Table words: ")
    assert len(words.split()) == 6


def test_a_replay_tells_the_story_to_its_end() -> None:
    lines = list(story(replayed()))
    assert sum(line.startswith("  * step") for line in lines) == 4
    assert lines[-1].startswith("Everybody signed the final state")


def test_notation_has_every_answer_as_it_can_be_typed() -> None:
    replay = replayed()
    lines = [line for settled in replay.steps for line in notation(replay, settled)]
    kinds = [line.split(" ", 1)[1] for line in lines if not line.startswith(" ")]
    assert kinds == [
        "open",
        "chance: stake of round 1",
        "sealed",
        "open",
        "chance: stake of round 2",
        "sealed",
    ]
    typed = [line.split(": ", 1)[1] for line in lines if line.startswith("  ") and ": " in line]
    answers = [settled.answers for settled in replay.steps if isinstance(settled.answers, Mapping)]
    values = [value for answer in answers for _, value in sorted(answer.items())]
    assert [GAMES["roshambo"].encode_decision(GAMES["roshambo"].parse(text)) for text in typed] == values


def test_a_step_in_notation_has_its_story_below_it() -> None:
    replay = replayed()
    lines = list(annotated(replay))
    below = [line.strip() for line in lines if line.startswith("    ")]
    assert below == [line.strip() for line in story(replay) if line.strip()][:-1]
    at = lines.index("3 sealed")
    assert lines[at + 1].startswith("  Ada: throw ")
    assert lines[at + 4].startswith("      * step 3: every commitment was locked by all")
    assert lines[-1].startswith("Everybody signed the final state")


def test_a_replay_can_begin_with_a_round() -> None:
    replay = replayed()
    assert list(annotated(replay, 2)) == list(annotated(replay))[-len(list(annotated(replay, 2))) :]
    assert next(annotated(replay, 2)) == "3 sealed", "the step after which it began"
    told = list(story(replay, 2))
    assert told == list(story(replay))[-len(told) :]
    assert sum(line.startswith("Round 2.") for line in told) == 1
    assert not any(line.startswith("Round 1.") for line in told)


def test_a_round_that_was_never_played_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.heroes").write_bytes(recorded())
    assert last_round(replayed()) == 2
    assert main(["replay", str(tmp_path / "game.heroes"), "--at", "2"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["replay", str(tmp_path / "game.heroes"), "--at", "3"]) == 2
    assert capsys.readouterr().err == "p2p-heroes: there is no round 3 in it: the last is 2\n"


def test_a_replay_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.heroes").write_bytes(recorded())
    assert main(["replay", str(tmp_path / "game.heroes"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data == json.loads(json.dumps(as_data(replayed())))
    assert [seat["name"] for seat in data["seats"]] == ["Ada", "Bo", "Cy"]
    assert [step["kind"] for step in data["steps"][:3]] == ["open", "chance: stake of round 1", "sealed"]
    assert sorted(data["steps"][2]["answers"]) == ["Ada", "Bo", "Cy"]
    assert min(data["places"].values()) == 1


def test_every_step_has_its_state() -> None:
    replay = replayed()
    assert len(positions(replay)) == len(replay.steps) == 6
    assert positions(replay)[-1] == replay.play.state


def test_a_record_that_is_cut_short_is_told_as_far_as_it_goes() -> None:
    replay = replayed(messages=12)
    assert 0 < len(replay.steps) < 6
    assert not any(line.startswith("Everybody signed") for line in story(replay))


def test_the_command_tells_a_story_and_notation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.heroes"
    path.write_bytes(recorded())
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [*heading(replayed()), *story(replayed())]
    assert main(["replay", str(path), "--text"]) == 0
    assert capsys.readouterr().out.splitlines() == [*heading(replayed()), *annotated(replayed())]


def test_without_a_file_the_newest_game_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["replay"]) == 2
    assert capsys.readouterr().err == "p2p-heroes: no recorded game here; `p2p-heroes play` begins one\n"
    (tmp_path / "p2p-heroes" / "old.heroes").write_bytes(recorded(messages=12))
    (tmp_path / "p2p-heroes" / "new.heroes").write_bytes(recorded())
    os.utime(tmp_path / "p2p-heroes" / "old.heroes", (1, 1))
    assert main(["replay"]) == 0
    assert "Everybody signed" in capsys.readouterr().out


def test_what_is_no_record_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.heroes").write_bytes(b"nothing")
    assert main(["replay", str(tmp_path / "game.heroes")]) == 2
    assert main(["replay", str(tmp_path / "none.heroes")]) == 2
    assert "There is no file" in capsys.readouterr().err


def test_a_replay_tells_who_resigned_and_by_whose_word_somebody_is_out() -> None:
    mesh = SessionTable(3, rounds=1).begin()
    while mesh.sessions[1].play.exchange is None:
        mesh.deliver(mesh.packets.pop(0))
    mesh.absorb(1, mesh.sessions[1].resign(1))
    mesh.run()
    lines = list(story(read_replay(file_of(records_of(mesh, 0)))))
    at = lines.index("Bo resigned, and signed it.")
    assert lines[at + 1] == "The rules move for Bo from here on."
    assert lines[-1].startswith("Everybody signed the final state")
