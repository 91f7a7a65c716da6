from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pandarium import Match, Record
from pandarium.core.errors import NotSaved, OutputGone
from pandarium.tui import local_match as local_matches
from pandarium.tui import play_plain

from .conftest import Dabbler, Stumbler, ada_first, begin
from .whisper import whisper


def table(
    script: str, save: Path | None = None, seed: int | None = None, bots: Any = None, **more: Any
) -> tuple[str, Match]:
    """What is printed when somebody types this."""
    seed = ada_first() if seed is None else seed
    match = begin(seed=seed).match
    out = io.StringIO()
    seats = {1: Dabbler(), 2: Dabbler()} if bots is None else bots
    play_plain(match, seats, save=save, stdin=io.StringIO(script), stdout=out, **more)
    return out.getvalue(), match


def test_a_whole_game_by_numbers() -> None:
    text, match = table("1\n" * 40)
    assert match.state.outcome() is not None
    assert "highest total after 10 rounds (PR-13)" in text
    assert "1 Take the" in text
    assert "\x1b" not in text
    assert "Traceback" not in text


def test_the_same_script_gives_the_same_game() -> None:
    one, other = (table("1\n2\n1\n")[0].partition("The game is saved")[0] for _ in range(2))
    assert one == other


def test_a_move_in_notation() -> None:
    match = begin(seed=ada_first()).match
    wanted = match.game.say(match.state.legal(0)[-1])
    _, played = table(f"  {wanted.upper()}  \n")
    assert played.record.moves[0].move == wanted


def test_the_pool_shows_the_numbers_of_the_moves() -> None:
    assert "└─[1]┘" in table("")[0]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "there is no move 0; choose 1 to"),
        ("99", "there is no move 99; choose 1 to"),
        ("-1", "cannot read the move '-1'"),
        ("1.5", "cannot read the move '1.5'"),
        ("take", "cannot read the move 'take'"),
        ("take x9", "the dice are y6, y8"),
        ("take k12", "there is no such die (PR-C1)"),
        ("trade B r6", "dice are traded after the pity dice and before the draft, not now (PR-10)"),
        ("pass", "nobody passes (PR-11)"),
        ("\x00\x07\x1b[2J", "cannot read the move"),
        ("x" * 5000, "cannot read the move 'xxx"),
        ("²", "cannot read the move '²'"),
        ("undo", "there is no move to take back"),
        ("save", "there is no file to save to yet: write save FILE"),
        ("save /no/such/place/x.json", "cannot be written"),
        ("rules PR-99", "there is no rule 'PR-99'"),
        ("help me", "A move: its number, or its notation."),
    ],
)
def test_bad_input_is_answered_in_a_line_and_asked_again(typed: str, answer: str) -> None:
    text, match = table(f"{typed}\n1\n")
    assert answer in text
    assert "Traceback" not in text
    assert match.record.moves[0].seat == 0
    assert "\x1b" not in text


def test_what_else_can_be_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(local_matches, "find_adviser", lambda game: Dabbler())
    text, match = table(
        f"hint\nlog\nrules pr-7\nrules counter-clockwise\nrules\nscore\ntable\n\nsave {tmp_path}/a.json\nquit\n"
    )
    assert ": reason 0" in text
    assert "PR-7 Red. White numbers minus black numbers" in text
    assert "PR-9 Pink dice. All pink dice are handed back" in text
    assert "PR-15  Score sheet" in text
    assert "Dice and bag" in text
    assert text.count("pool, everyone takes one") == 2
    assert "Good-bye." in text
    assert Record.load(tmp_path / "a.json").moves == match.record.moves == []


def test_the_end_of_the_input_saves_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    text, match = table("1\n", save=file)
    assert f"The game is saved in {file}." in text
    assert "Good-bye." in text
    assert Record.load(file).moves == match.record.moves
    assert len(match.record.moves) >= 3


def test_an_interrupt_saves_too(tmp_path: Path) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *args: Any) -> str:
            raise KeyboardInterrupt

    file = tmp_path / "match.json"
    match = begin(seed=ada_first()).match
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        play_plain(match, {1: Dabbler(), 2: Dabbler()}, save=file, stdin=Interrupted(), stdout=out)
    assert file.exists()
    assert "Good-bye." in out.getvalue()


def test_an_interrupt_rescues_a_match_whose_file_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *args: Any) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    match = begin(seed=ada_first()).match
    out = io.StringIO()
    with pytest.raises(KeyboardInterrupt):
        play_plain(
            match,
            {1: Dabbler(), 2: Dabbler()},
            save=tmp_path / "gone" / "m.json",
            stdin=Interrupted(),
            stdout=out,
        )
    [rescued] = tmp_path.glob("pandarium-royale-*.json")
    assert out.getvalue().splitlines()[-1].endswith(f"The game is saved in {rescued}.")


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (BrokenPipeError(), "nobody reads the output any more"),
        (OSError(28, "No space left on device"), "the output cannot be written: no space left on device"),
    ],
)
def test_when_nobody_takes_the_output_the_match_is_kept_and_where_is_said(
    tmp_path: Path, fault: OSError, why: str
) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise fault

    match = begin(seed=ada_first()).match
    file = tmp_path / "m.json"
    with pytest.raises(OutputGone, match=f"{why}. The game is saved in {file}"):
        play_plain(match, {1: Dabbler(), 2: Dabbler()}, save=file, stdin=io.StringIO("1\n"), stdout=Closed())
    assert Record.load(file).moves == match.record.moves


def test_a_file_that_cannot_be_written_is_told_at_once_and_the_match_is_rescued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    match = begin(seed=ada_first(), people=0).match
    out = io.StringIO()
    with pytest.raises(NotSaved) as error:
        play_plain(
            match,
            {seat: Dabbler() for seat in range(3)},
            save=tmp_path / "gone" / "m.json",
            stdin=io.StringIO(""),
            stdout=out,
        )
    assert "Not saved: " in out.getvalue().splitlines()[0]
    assert out.getvalue().count("Not saved: ") == 1
    assert "wins" in out.getvalue()
    [rescued] = tmp_path.glob("pandarium-royale-*.json")
    assert str(error.value).endswith(f"The game is saved in {rescued}.")
    assert Record.load(rescued).moves == match.record.moves
    assert Record.load(rescued).outcome is not None


def test_a_bot_that_fails_ends_the_game_politely_and_saves_it(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    text, match = table("1\n" * 9, save=file, bots={1: Stumbler(), 2: Dabbler()})
    assert f"Bamboo cannot go on: I lost my thread. The game is saved in {file}.\n" in text
    assert "Traceback" not in text
    assert Record.load(file).moves == match.record.moves


def test_bots_alone_are_watched() -> None:
    text, match = table("", bots={seat: Dabbler() for seat in range(3)})
    assert match.state.outcome() is not None
    assert "> " not in text.replace("->", "")
    assert "Ten rounds are over" in text


def test_undo_among_people_at_one_terminal() -> None:
    text, match = table("1\nundo\n2\n", bots={})
    assert [entry.move for entry in match.record.moves][1] == "undo"
    assert [entry.seat for entry in match.record.moves] == [0, 0, 0]
    assert "Ada takes back: Take the" in text


def test_people_with_secrets_pass_the_terminal_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = whisper(monkeypatch)
    numbers = [str(number) for number in match.state.numbers]  # type: ignore[attr-defined]
    out = io.StringIO()
    play_plain(match, {1: Dabbler()}, save=None, stdin=io.StringIO("\nhigh\n\nlow\n"), stdout=out)
    ada, cy = out.getvalue().split("Pass to Cy, press Enter")[:2]
    assert "Pass to Ada, press Enter" in ada
    assert f"number {numbers[0]}" in ada
    assert f"number {numbers[2]}" not in ada
    cy = cy.split("Pass to Ada")[0]
    assert f"number {numbers[2]}" in cy
    assert "Ada says high\n" in cy
    assert f"thinking of {numbers[0]}" not in cy


def test_a_terminal_without_unicode_gets_ascii() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    match = begin(seed=ada_first()).match
    play_plain(match, {1: Dabbler(), 2: Dabbler()}, save=None, stdin=io.StringIO("1\nhelp\n"), stdout=out)
    text = raw.getvalue().decode("ascii")
    assert "+--" in text
    assert "[1]" in text
    assert "?" not in text.replace("or help", "")


def test_a_terminal_gets_colours_unless_it_asks_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen = []
    for wish in ("", "1"):
        monkeypatch.setenv("NO_COLOR", wish)
        out = Terminal()
        match = begin(seed=ada_first()).match
        play_plain(match, {1: Dabbler(), 2: Dabbler()}, save=None, stdin=io.StringIO(""), stdout=out)
        seen.append(out.getvalue())
    assert "48;5;" in seen[0]
    assert "48;5;" not in seen[1]
    assert "38;5;" not in seen[1]


def test_play_without_a_terminal_is_plain(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from pandarium import tui

    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    tui.play(begin(seed=ada_first()).match, {1: Dabbler(), 2: Dabbler()}, save=None)
    assert "Good-bye." in capsys.readouterr().out
