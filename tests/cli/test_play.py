from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Pandarium, played
from pandarium import tui
from pandarium.core.errors import BadData
from pandarium.core.match import Match
from pandarium.core.record import Record

BOTS_ALONE = ["play", "royale", "--humans", "0", "--bots", "random", "--seats", "2", "--plain"]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put words into the mouth of who sits at the terminal."""

    def say(*lines: object) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    say()
    return say


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A full screen that only notes what it is given."""
    seen: list[dict[str, Any]] = []

    def play(match: Match, bots: dict[int, Any], **more: Any) -> None:
        seen.append({"match": match, "bots": bots, **more})

    monkeypatch.setattr(tui, "has_screen", lambda: True)
    monkeypatch.setattr(tui, "play", play)
    return seen


def test_without_a_game_play_says_how_to_begin(pandarium: Pandarium) -> None:
    ran = pandarium("play")
    assert (ran.code, ran.err) == (0, "")
    assert "pandarium play royale" in ran.out
    assert "Panda Royale" in ran.out


def test_bots_play_a_game_to_its_end_while_people_watch(pandarium: Pandarium) -> None:
    ran = pandarium(*BOTS_ALONE, "--seed", 7)
    assert ran.code == 0
    assert "Ten rounds are over" in ran.out
    assert "wins" in ran.out


def test_a_seed_gives_the_same_game_every_time(pandarium: Pandarium) -> None:
    assert pandarium(*BOTS_ALONE, "--seed", 7).out == pandarium(*BOTS_ALONE, "--seed", 7).out
    assert pandarium(*BOTS_ALONE, "--seed", 7).out != pandarium(*BOTS_ALONE, "--seed", 8).out


def test_without_a_seed_the_deal_is_bound_to_a_hash_that_is_shown_first(pandarium: Pandarium, shelf: Path) -> None:
    ran = pandarium(*BOTS_ALONE, "--save", "game.json")
    commitment = Record.load("game.json").commitment
    assert ran.out.splitlines()[0] == f"A fair deal, bound to {commitment}"
    assert ran.out.splitlines()[-1] == "Check the deal with: pandarium verify game.json"
    verified = pandarium("verify", "game.json", "--commitment", commitment)
    assert verified.code == 0
    assert "FAIL" not in verified.out


def test_the_engine_is_mentioned_once_when_it_is_slow(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandarium.buildinfo.is_compiled", lambda *_: False)
    ran = pandarium(*BOTS_ALONE, "--seed", 7)
    assert ran.err.count("engine: interpreted") == 1
    assert ran.err.count("\n") == 1
    monkeypatch.setattr("pandarium.buildinfo.is_compiled", lambda *_: True)
    assert pandarium(*BOTS_ALONE, "--seed", 7).err == ""


def test_a_person_plays_leaves_and_goes_on(pandarium: Pandarium, shelf: Path, says: Any) -> None:
    says(1, "quit")
    words = ["--seats", 3, "--bots", "random", "--name", "Ann", "--seed", 5, "--save", "mine.json"]
    ran = pandarium("play", "royale", *words)
    assert ran.code == 0
    assert "Go on with: pandarium resume mine.json" in ran.out
    left = Record.load("mine.json")
    assert left.players == ["Ann", "Bamboo (random)", "Mochi (random)"]
    assert left.outcome is None
    says(*[1] * 200)
    assert pandarium("resume", "mine.json").code == 0
    ended = Record.load("mine.json")
    assert ended.moves[: len(left.moves)] == left.moves
    assert ended.outcome is not None


def test_resume_can_save_elsewhere(pandarium: Pandarium, shelf: Path, says: Any) -> None:
    played(moves=4, seed=7).record.save("old.json")
    before = Path("old.json").read_bytes()
    says(1, "quit")
    assert pandarium("play", "--resume", "old.json", "--save", "new.json").code == 0
    assert Path("old.json").read_bytes() == before
    assert len(Record.load("new.json").moves) > 4


def test_resume_overwrites_no_other_file(pandarium: Pandarium, shelf: Path, says: Any) -> None:
    played(moves=4, seed=7).record.save("old.json")
    Path("letter.txt").write_text("Dear panda")
    ran = pandarium("resume", "old.json", "--save", "letter.txt")
    assert "letter.txt is there already" in ran.line
    assert ran.code == 2
    assert Path("letter.txt").read_text() == "Dear panda"
    says("quit")
    assert pandarium("resume", "old.json", "--save", shelf / "old.json").code == 0


def test_a_record_without_names_is_seated_anew(pandarium: Pandarium, shelf: Path, says: Any) -> None:
    record = played(moves=4, seed=7).record
    record.players = []
    record.save("bare.json")
    says("quit")
    ran = pandarium("play", "--resume", "bare.json", "--humans", 1, "--bots", "random", "--name", "Bo")
    assert ran.code == 0
    assert Record.load("bare.json").players == ["Bo", "Bamboo (random)", "Mochi (random)"]


def test_players_are_settled_when_a_match_is_resumed(pandarium: Pandarium, shelf: Path) -> None:
    played(moves=4, seed=7).record.save("old.json")
    ran = pandarium("play", "--resume", "old.json", "--bots", "random")
    assert "were settled when the match began" in ran.line
    assert ran.code == 2


def test_options_and_content_reach_the_table(pandarium: Pandarium, screen: list[dict[str, Any]]) -> None:
    import pandarium as package

    pack = package.game("royale").folder / "content"
    words = ["-o", "children=yes", "-o", "first_roll=no", "--content", pack, "--seed", 3]
    assert pandarium("play", "royale", *words).code == 0
    record = screen[0]["match"].record
    assert record.options == {"children": True, "first_roll": False}
    assert set(record.content) == {"dice"}
    assert record.seed == 3


def test_on_a_terminal_there_is_the_full_screen(pandarium: Pandarium, screen: list[dict[str, Any]]) -> None:
    words = ["--seats", 4, "--humans", 2, "--bots", "random", "--name", "Ann", "--pause", "0.1", "--seed", 3]
    assert pandarium("play", "royale", *words).code == 0
    (shown,) = screen
    assert shown["match"].record.players == ["Ann", "Player 2", "Bamboo (random)", "Mochi (random)"]
    assert set(shown["bots"]) == {2, 3}
    assert shown["pause"] == 0.1
    assert shown["save"] is None


def test_plain_lines_can_be_asked_for_on_a_terminal(
    pandarium: Pandarium, screen: list[dict[str, Any]], says: Any
) -> None:
    assert pandarium(*BOTS_ALONE, "--seed", 3).code == 0
    assert screen == []


def test_ctrl_c_is_exit_130_and_the_last_line_says_where_the_match_is(
    pandarium: Pandarium, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *args: Any) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupted())
    file = shelf / "mine.json"
    ran = pandarium("play", "royale", "--seats", 2, "--bots", "random", "--seed", 7, "--save", file)
    assert ran.code == 130
    assert f"The game is saved in {file}." in ran.out
    assert ran.out.splitlines()[-1] == f"Go on with: pandarium resume {file}"


def test_a_match_that_is_not_in_its_file_is_exit_1_and_one_line(
    pandarium: Pandarium, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Record, file: Path) -> None:
        raise BadData(str(file), "cannot be written: no space left on device")

    monkeypatch.setattr(Record, "save", full)
    ran = pandarium(*BOTS_ALONE, "--save", shelf / "mine.json")
    assert ran.code == 1
    assert "Not saved: " in ran.out
    last = ran.err.splitlines()[-1]
    assert last.startswith(
        f"pandarium: not saved: {shelf / 'mine.json'}: cannot be written: no space left on device. The"
    )
    [rescued] = shelf.parent.glob("pandarium-royale-*.json")
    assert last.endswith(f"The game is saved in {rescued}.")


def run_for_real(*words: str, **streams: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pandarium", *words]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **streams)


def test_a_full_output_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    with Path("/dev/full").open("w") as full:
        ran = run_for_real("rules", "royale", "PR-7", stdout=full)
    assert ran.returncode == 1
    assert ran.stderr == "pandarium: the output cannot be written: no space left on device\n"


def test_a_closed_output_is_one_line() -> None:
    ran = run_for_real("rules", "royale", "PR-7", preexec_fn=lambda: os.close(1))
    assert ran.returncode == 1
    assert ran.stderr == "pandarium: the output is closed, so nobody could read what this prints\n"
