"""The books of a game with the real box, kept at a keyboard."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Pandarium, Ran
from games.royale.test_companion import whole_game
from pandarium.core import record

Typed = Callable[..., Ran]


@pytest.fixture
def typed(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run the command while somebody types these lines; something else than a line is done, or raised."""

    def run(lines: list[Any], *words: object, game: str = "royale") -> Ran:
        left = iter(lines)

        def answer(question: str) -> str:
            sys.stdout.write(question)
            for line in left:
                if isinstance(line, BaseException):
                    raise line
                if isinstance(line, str):
                    return line
                line()
            raise EOFError

        monkeypatch.setattr("builtins.input", answer)
        return pandarium("companion", game, *words)

    return run


def test_it_asks_for_what_really_happened(typed: Typed) -> None:
    ran = typed(["Ann, Ben", "3", "5", "b8 r6 g20", "g20"])
    assert ran.code == 0
    assert "Round 1: Ann rolls y6: " in ran.out
    assert "Ben has the highest yellow, 5, and takes the Panda token" in ran.out
    assert "Draw 3 dice from the bag: " in ran.out
    assert "Ben takes one of b8 r6 g20: " in ran.out
    assert ran.out.rstrip().endswith("Ann takes one of b8 r6:")


def test_what_cannot_be_is_told_and_asked_for_again(typed: Typed) -> None:
    ran = typed(["7", "3"], "--names", "Ann,Ben")
    assert "  a yellow d6 does not show 7 (PR-C1)\n" in ran.out
    assert ran.out.count("Ann rolls y6: ") == 2
    assert "Ben rolls y6: " in ran.out


def test_an_entry_is_undone_or_corrected_and_the_rest_is_checked_again(typed: Typed) -> None:
    lines = ["3", "5", "undo", "6", "b8 r6 g20", "b8", "correct 2 B roll 1", "correct 2 B roll 4", "entries"]
    ran = typed([*lines, "correct 9 x"], "--names", "Ann,Ben")
    assert "  entry 4, 'B take b8', does not fit: it is the turn of Ann (PR-1)" in ran.out
    assert "    2 B roll 4\n" in ran.out
    assert "write correct N TEXT with N from 1 to 4" in ran.out


def test_a_whole_evening_ends_with_its_winner(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    entries = whole_game(3, 8)
    first = typed(
        ["table", "hint", *entries[:40], "hint", "table", "help", "quit"], "--names", "Ann,Ben,Cem", "--file", file
    )
    assert "nothing has happened yet" in first.out
    assert "there is nothing to advise now" in first.out
    assert "correct N TEXT" in first.out
    ran = typed(entries[40:], "--file", file)
    assert ran.code == 0
    assert ran.out.rstrip().endswith("highest total after 10 rounds (PR-13)")
    assert json.loads(file.read_text())["evening"]["entries"] == entries


class Disk:
    """Where files are written: full, or with room again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_full = False
        flush = os.fsync

        def write(handle: int) -> None:
            if self.is_full:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            flush(handle)

        monkeypatch.setattr(record.os, "fsync", write)

    def fill(self) -> None:
        self.is_full = True

    def empty(self) -> None:
        self.is_full = False


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.fixture
def closed_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed here is caught: it cannot be closed as a pipe is."""
    monkeypatch.setattr("pandarium.cli._close_quietly", lambda: None)


FULL = "cannot be written: no space left on device"


def entries_in(file: Path) -> list[str]:
    entries: list[str] = json.loads(file.read_text())["evening"]["entries"]
    return entries


@pytest.mark.usefixtures("closed_output")
@pytest.mark.parametrize(
    ("last", "code"), [("quit", 1), (EOFError(), 1), (KeyboardInterrupt(), 130), (BrokenPipeError(), 1)]
)
def test_a_file_that_cannot_be_written_is_told_at_once_and_the_evening_is_kept_elsewhere(
    typed: Typed, disk: Disk, tmp_path: Path, last: str | BaseException, code: int
) -> None:
    file = tmp_path / "evening.json"
    ran = typed(["3", disk.fill, "5", "b8 r6 g20", last], "--names", "Ann,Ben", "--file", file)
    assert ran.code == code
    assert f"  Not saved: {file}: {FULL}. The evening goes on, and is kept elsewhere at its end.\n" in ran.out
    assert ran.out.count("Not saved: ") == 1  # once for each reason
    assert "From the bag: " in ran.out
    assert entries_in(file) == ["A roll 3"]  # as it was when there was room: whole
    [kept] = tmp_path.glob("pandarium-royale-*.json")
    assert entries_in(kept) == ["A roll 3", "B roll 5", "pool b8 r6 g20"]
    assert ran.err.count("\n") == 1
    assert f"ot saved: {file}: {FULL}. The evening is kept in {kept}; go on with --file {kept}" in ran.err
    disk.empty()
    assert "Ben takes one of b8 r6 g20: " in typed(["quit"], "--file", kept).out


def test_an_evening_that_can_be_written_again_is_where_it_should_be(typed: Typed, disk: Disk, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    ran = typed(["3", disk.fill, "5", disk.empty, "quit"], "--names", "Ann,Ben", "--file", file)
    assert (ran.code, ran.err) == (0, "")
    assert entries_in(file) == ["A roll 3", "B roll 5"]
    assert list(tmp_path.glob("pandarium-*")) == []


def test_where_nothing_can_be_written_the_evening_itself_is_the_last_line(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*words: Any, **more: Any) -> Any:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file = tmp_path / "evening.json"

    def fill() -> None:
        monkeypatch.setattr(record.os, "open", refuse)
        monkeypatch.setattr(record.tempfile, "mkstemp", refuse)

    ran = typed(["3", fill, "5"], "--names", "Ann,Ben", "--file", file)
    assert ran.code == 1
    evening, line = ran.err.splitlines()
    assert json.loads(evening)["evening"]["entries"] == ["A roll 3", "B roll 5"]
    assert line.startswith(f"pandarium: not saved: {file}: {FULL}. It could not be kept anywhere: ")


@pytest.mark.usefixtures("closed_output")
def test_what_nobody_reads_any_more_is_kept_all_the_same(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.json"

    def refuse(text: str) -> None:
        if text.startswith("  "):  # what is told of an entry, not the entry as it was typed
            raise BrokenPipeError

    def close() -> None:
        monkeypatch.setattr("typer.echo", refuse)

    assert typed(["3", close, "5"], "--names", "Ann,Ben", "--file", file).code == 1
    assert entries_in(file) == ["A roll 3", "B roll 5"]


def test_pilfering_pandas_says_what_moves_and_by_which_rule(typed: Typed) -> None:
    lines = ["greedy", "charming", "B start", "draw", "set 1 4 cards 5 points", "table", "hint", "stash", "pick 3"]
    ran = typed([*lines, "keeper +9"], "--names", "Ann,Ben", game="pilfering")
    assert "  Pandas +5 to 13 (PP-A2)\n  Keeper +1 to 1 for the trade (PP-A6)\n" in ran.out
    assert "area 1" in ran.out
    assert "4 cards, limit 6: next trade keeper +1" in ran.out
    assert "▸ Ben  Charming" in ran.out
    assert "there is nothing to advise now" in ran.out
    assert "  Keeper +4 to 6 for the pick-up (PP-T4)\n" in ran.out
    assert ran.out.rstrip().endswith("Nobody won: caught by the keeper (PP-E2)")


def test_what_cannot_be_an_evening_is_refused(typed: Typed, pandarium: Pandarium, tmp_path: Path) -> None:
    assert typed([], "--names", "Ann").line == "pandarium: Panda Royale takes 2 to 10 players, not 1"
    file = tmp_path / "evening.json"
    file.write_text('{"game": "wildstyle"}')
    assert "is no evening of Panda Royale" in typed([], "--file", file).line
    file.write_text("{")
    assert "is no evening of Panda Royale" in typed([], "--file", file).line
    file.write_text('{"game": "royale", "evening": {"names": ["Ann", "Ben"], "entries": ["A roll 9"]}}')
    assert "entry 1, 'A roll 9', does not fit" in typed([], "--file", file).line
    assert pandarium("companion", "leduc").line.startswith("pandarium: ")


def test_pandantes_bank_asks_draws_and_checks_hands(typed: Typed) -> None:
    lines = ["draw", "casino draw", "check k5 joker | r5 b2 g9 | three", "check k5 k99", "hint", "table"]
    ran = typed(lines, "--names", "Ann,Ben", "-o", "casinos=yes", game="pandante")
    assert ran.code == 0
    assert "Who deals first (A, B, …; 'draw' draws one): " in ran.out
    assert "Which casino was turned (as in PD-K5; 'draw' draws one): " in ran.out
    assert "antes 3" in ran.out
    assert "  Yes, with a private Joker: who challenged pays nothing. The best hand is three of a kind.\n" in ran.out
    assert "cannot read the move 'k99'; a card is a colour and a number" in ran.out
    assert "there is nothing to advise now" in ran.out
    assert "Ann" in ran.out


def test_a_gambit_of_pandante_is_told_with_its_payments(typed: Typed) -> None:
    lines = ["A", "bet pair", "bet three", "all pass", "bet pair", "bet three", "all pass", "bet pair", "bet three"]
    ran = typed([*lines, "all go", "all pass", "B", "true"], "--names", "Ann,Ben", game="pandante")
    assert "Ben (41 gold, pot 6) bets 2 ('bet three') or folds ('fold'): " in ran.out
    assert "Ann is in the hotseat with three of a kind: who challenges (B D, or nobody): " in ran.out
    assert "What does Ann show (lie, true, table-joker, own-joker): " in ran.out
    assert "  Ben pays Ann 10 gold (PD-22)\n" in ran.out
    assert "  Ann takes the pot: 18 gold (PD-23)\n" in ran.out


def test_several_real_tables_are_seated_at_a_keyboard(typed: Typed) -> None:
    lines = ["tables", "join Cem, Dea, Eli, Fay, Gus", "start", "clock start", "out Gus", "entries"]
    ran = typed(lines, "--names", "Ann,Ben", "-o", "gambling=tournament", game="pandante")
    assert "7 players: 'join Gus, Hal' or 'start': " in ran.out
    assert re.search(r"Tables 1: \w+(, \w+){3} / 2: \w+(, \w+){2}\.", ran.out)
    assert re.search(r"    3 \d+ start \d+\n", ran.out)
    assert re.search(r"Tables 1: \w+(, \w+){5}\. ", ran.out)
