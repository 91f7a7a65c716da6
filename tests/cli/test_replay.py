from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Pandarium, played
from pandarium import tui


def test_replay_in_plain_lines_tells_the_whole_match(pandarium: Pandarium, tmp_path: Path) -> None:
    match = played(seed=7)
    match.record.save(tmp_path / "game.json")
    ran = pandarium("replay", tmp_path / "game.json")
    assert (ran.code, ran.err) == (0, "")
    for number, entry in enumerate(match.record.moves, 1):
        assert f"{number:>4} {match.record.players[entry.seat]}: {entry.move}" in ran.out


def test_replay_at_a_move_shows_that_table(pandarium: Pandarium, tmp_path: Path) -> None:
    match = played(seed=7)
    match.record.save(tmp_path / "game.json")
    ran = pandarium("replay", tmp_path / "game.json", "--at", 12)
    assert ran.code == 0
    entry = match.record.moves[11]
    assert ran.out.startswith(f"  12 {match.record.players[entry.seat]}: {entry.move}\n")
    assert ran.out.count("Round ") == 1
    dealt = pandarium("replay", tmp_path / "game.json", "--at", 0)
    assert dealt.code == 0
    assert "Round 1" in dealt.out


def test_replay_on_a_terminal_begins_where_it_is_told(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pandarium.tui.replay import ReplayApp

    played(seed=7).record.save(tmp_path / "game.json")
    frames: list[int] = []
    monkeypatch.setattr(tui, "has_screen", lambda: True)
    monkeypatch.setattr(ReplayApp, "run", lambda app: frames.append(app.frame))
    pandarium("replay", tmp_path / "game.json", "--at", 12)
    pandarium("replay", tmp_path / "game.json")
    assert frames == [12, 0]
