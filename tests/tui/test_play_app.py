from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, Static

from pandarium import Match, Record
from pandarium.core.bot import Advice
from pandarium.core.rng import Rng
from pandarium.tui import local_match as local_matches
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.panels import AskFile, Choose, MoveFinder, ResultPanel, TextPanel
from pandarium.tui.play_app import PlayApp
from pandarium.tui.widgets import MoveList, TableDrawing

from .conftest import (
    PATIENCE,
    SMALL,
    Dabbler,
    Stumbler,
    ada_first,
    at_the_hotseat,
    begin,
    moves_played,
    my_turn,
    screen_text,
    until,
)


def status_line(app: PlayApp) -> str:
    """The line below the table."""
    return str(app.table_screen.query_one("#status", Static).content)


async def test_a_whole_game_by_keyboard_alone() -> None:
    app = PlayApp(begin(seats=3), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        keys = [["1"], ["enter"], ["down", "enter"], ["end", "enter"]]
        turn = 0
        await my_turn(pilot, app)
        while app.phase == "person":
            await pilot.press(*keys[turn % len(keys)])
            turn += 1
            await my_turn(pilot, app)
        assert app.phase == "over"
        assert turn >= 9
        outcome = app.local_match.state.outcome()
        assert outcome is not None
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        await pilot.press("escape")
        assert "Game over" in app.turn_words()
        assert "n begins a new one" in status_line(app)
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        await pilot.press("n")
        await my_turn(pilot, app)
        assert app.phase == "person"
        assert app.local_match.match.record.seed == 8


async def test_a_panel_closes_once_however_often_its_key_is_pressed() -> None:
    app = PlayApp(begin(seats=3), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("question_mark")
        panel = app.screen
        assert isinstance(panel, TextPanel)
        panel.action_dismiss_panel()
        panel.action_dismiss_panel()
        await pilot.pause()
        assert app.screen is app.table_screen
        await pilot.press("1")
        await my_turn(pilot, app)
        assert app.local_match.match.record.moves


async def test_the_same_keys_give_the_same_game() -> None:
    games = []
    for _ in range(2):
        app = PlayApp(begin(seats=2), pause=0)
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(4):
                await my_turn(pilot, app)
                await pilot.press("1")
            await my_turn(pilot, app)
            games.append(moves_played(app))
    assert games[0] == games[1]
    assert len(games[0]) >= 8


async def test_a_click_in_the_list_plays_the_move() -> None:
    app = PlayApp(begin(seed=ada_first()), pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        second = app.choices()[1].notation
        await pilot.click(MoveList, offset=(4, 1))
        await until(pilot, lambda: app.phase == "bot")
        assert moves_played(app)[-1] == second


async def test_space_cuts_the_pause_short() -> None:
    app = PlayApp(begin(seats=2, seed=ada_first(seats=2)), pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await until(pilot, lambda: app.phase == "bot")
        await pilot.press("space")
        await until(pilot, lambda: len(moves_played(app)) >= 2)


async def test_a_choice_is_taken_back_after_a_bot_has_chosen_too() -> None:
    local_match, bot = at_the_hotseat()
    app = PlayApp(local_match, pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        app.play(local_match.game.read("trust"))
        await until(pilot, lambda: app.phase == "bot")
        assert status_line(app) == "Let it pass: u takes it back"
        await pilot.press("space")
        await until(pilot, lambda: local_match.match.move_stack[-1].seat == bot)
        await pilot.press("u")
        await until(pilot, lambda: moves_played(app)[-1] == "undo")
        assert local_match.match_log.lines(0)[-1] == f"{local_match.names[0]} takes back: Let it pass"


async def test_a_click_on_a_die_in_the_pool_takes_it() -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        wanted = app.choices()[-1].notation
        x, y = next(
            (x, y) for y in range(24) for x in range(80) if app.screen.get_style_at(x, y).meta.get("move") == wanted
        )
        board = app.table_screen.query_one(TableDrawing).region
        played = len(moves_played(app))
        await pilot.click(TableDrawing, offset=(x - board.x, y - board.y))
        await until(pilot, lambda: len(moves_played(app)) > played)
        assert moves_played(app)[played] == wanted


async def test_the_chosen_move_is_marked_on_the_table_and_keys_stand_on_the_dice() -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("down")
        await pilot.pause()
        chosen = app.choices()[1].notation
        cells = [(x, y, app.screen.get_style_at(x, y)) for y in range(24) for x in range(80)]
        marked = {style.meta["move"] for _, _, style in cells if style.reverse and "move" in style.meta}
        assert marked == {chosen}
        assert screen_text(app).count("[2]") >= 1


async def test_a_hint_shows_reasons_and_goes_with_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_matches, "find_adviser", lambda game: Dabbler())
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        best = app.choices()[-1].move
        await pilot.press("h")
        await until(pilot, lambda: app.advice)
        await pilot.pause()
        text = screen_text(app)
        assert "✓ reason 0" in text
        assert "  reason 1" in text
        assert app.table_screen.query_one(MoveList).chosen == best
        await pilot.press("enter")
        await my_turn(pilot, app)
        assert app.advice == {}
        assert "reason" not in screen_text(app)


async def test_a_long_reason_stands_whole_below_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    reason = "wins 40%; +9.0 a round, " + "and a great deal more that is worth a word " * 3 + "to the end"
    monkeypatch.setattr(LocalMatch, "advise", lambda match, seat: [Advice(match.choices(seat)[0].move, 1.0, reason)])
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("h")
        await until(pilot, lambda: app.advice)
        await pilot.pause()
        assert reason in " ".join(screen_text(app).split())


async def test_no_hint_without_bots_is_a_line_and_not_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(game: Any) -> Any:
        raise RuntimeError("nobody is there")

    monkeypatch.setattr(local_matches, "find_adviser", nobody)
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("h")
        await until(pilot, lambda: "nobody is there" in status_line(app))
        assert app.phase == "person"


async def test_undo_within_the_pause() -> None:
    app = PlayApp(begin(seed=ada_first()), pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        before = app.local_match.state.dump()
        await pilot.press("1")
        await until(pilot, lambda: app.phase == "bot")
        assert status_line(app).endswith("u takes it back")
        await pilot.press("u")
        await until(pilot, lambda: app.phase == "person")
        assert app.local_match.state.dump() == before
        assert moves_played(app)[-1] == "undo"
        assert "Taken back" in status_line(app)


async def test_undo_while_a_bot_is_thinking_drops_its_thought() -> None:
    class Slow(Dabbler):
        started, go, done = threading.Event(), threading.Event(), threading.Event()

        def choose(self, state: Any, seat: int, rng: Rng) -> int:
            self.started.set()
            self.go.wait(PATIENCE)
            move = super().choose(state, seat, rng)
            self.done.set()
            return move

    match = Match.begin("royale", seats=2, seed=1)
    first = match.state.actors()[0]
    app = PlayApp(LocalMatch(match, {1 - first: Slow()}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await until(pilot, Slow.started.is_set)
        await pilot.press("u")
        Slow.go.set()
        await until(pilot, lambda: app.phase == "person" and Slow.done.is_set())
        assert len(app.local_match.match.move_stack) == 0
        assert moves_played(app)[-1] == "undo"


async def test_undo_refused_after_the_bots_have_moved() -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await until(pilot, lambda: app.phase == "person")
        played = moves_played(app)
        await pilot.press("u")
        await pilot.pause()
        assert "too late" in status_line(app)
        assert moves_played(app) == played


async def test_saved_and_resumed_it_is_the_same_position(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    app = PlayApp(begin(save=file), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(2):
            await my_turn(pilot, app)
            await pilot.press("1")
        await my_turn(pilot, app)
        await pilot.press("s")
        await pilot.pause()
        assert str(file) in status_line(app)
        dump = app.local_match.state.dump()
    resumed = PlayApp(LocalMatch(Match(Record.load(file)), {1: Dabbler(), 2: Dabbler()}, file), pause=0)
    async with resumed.run_test(size=SMALL) as pilot:
        await my_turn(pilot, resumed)
        assert resumed.local_match.state.dump() == dump
        assert resumed.log_lines() == app.log_lines()


async def test_without_a_file_saving_asks_for_one_until_it_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, AskFile))
        field = app.screen.query_one(Input)
        assert field.value == "royale.json"
        field.value = "no/such/place.json"
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot be written" in str(app.screen.query_one("#wrong", Static).content)
        field.value = "mine.json"
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, AskFile))
        assert (tmp_path / "mine.json").exists()
        await pilot.press("1")
        await my_turn(pilot, app)
        assert Record.load(tmp_path / "mine.json").moves == app.local_match.match.record.moves


async def test_quitting_asks_while_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    app = PlayApp(begin(save=file), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await my_turn(pilot, app)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, Choose))
        assert app.phase == "person"
        await pilot.press("q", "enter")
        await until(pilot, lambda: not app.is_running)
    assert Record.load(file).moves == app.local_match.match.record.moves


async def test_ctrl_c_leaves_at_once_and_loses_nothing(tmp_path: Path) -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await my_turn(pilot, app)
        app.local_match.file = tmp_path / "late.json"
        await pilot.press("ctrl+c")
        await until(pilot, lambda: not app.is_running)
    assert Record.load(tmp_path / "late.json").moves == app.local_match.match.record.moves
    assert app.interrupted
    assert app.unsaved() == ""


async def test_matches_that_cannot_be_saved_are_told_at_once_and_rescued_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    app = PlayApp(begin(save=tmp_path / "gone" / "m.json"), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        while app.phase != "over":
            await pilot.press("1")
            await my_turn(pilot, app)
            assert "not saved" in status_line(app)
        first = app.local_match.match.record
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        await pilot.press("n")
        await until(pilot, lambda: app.local_match.match.record is not first)
        await my_turn(pilot, app)
        await pilot.press("1")
        await my_turn(pilot, app)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not app.is_running)
    assert not app.interrupted
    words = app.unsaved()
    assert words.count("The game is saved in ") == 2
    kept = [Record.load(file) for file in tmp_path.glob("pandarium-royale-*.json")]
    assert first.moves in [record.moves for record in kept]
    assert app.local_match.match.record.moves in [record.moves for record in kept]


async def test_a_bot_that_fails_ends_the_game_politely_and_saves_it(tmp_path: Path) -> None:
    local_match = begin(save=tmp_path / "match.json")
    local_match.bots[2] = Stumbler()
    app = PlayApp(local_match, pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        while app.phase == "person":
            await pilot.press("1")
            await my_turn(pilot, app)
        assert app.phase == "halted"
        assert status_line(app).startswith("Mochi cannot go on: I lost my thread.")
        assert app.choices() == []
        await pilot.press("u", "h", "l")
        await until(pilot, lambda: isinstance(app.screen, TextPanel))
        await pilot.press("escape")
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert Record.load(tmp_path / "match.json").moves == app.local_match.match.record.moves


async def test_the_screen_stays_alive_while_a_bot_thinks() -> None:
    class Slow(Dabbler):
        go = threading.Event()

        def choose(self, state: Any, seat: int, rng: Rng) -> int:
            self.go.wait(PATIENCE)
            return super().choose(state, seat, rng)

    match = Match.begin("royale", seats=2, seed=1, players=["Ada", "Bo"])
    first = match.state.actors()[0]
    app = PlayApp(LocalMatch(match, {first: Slow()}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: f"{app.match_log.names[first]} is thinking…" in screen_text(app))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, TextPanel))
        assert "take your last move back" in screen_text(app)
        Slow.go.set()
        await until(pilot, lambda: app.phase == "person")
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.is_modal)
        assert "Your turn" in screen_text(app)


async def test_a_move_can_be_found_by_typing_a_part_of_it() -> None:
    app = PlayApp(begin(seed=ada_first()), pause=60)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        wanted = app.choices()[-1].notation
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, MoveFinder))
        app.screen.query_one(Input).value = wanted
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: app.phase == "bot")
        assert moves_played(app)[-1] == wanted


async def test_bots_alone_are_watched_to_the_end() -> None:
    app = PlayApp(begin(seats=2, people=0), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.phase == "over")
        assert app.viewer is None
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))


async def test_a_fair_deal_is_bound_before_and_opened_after() -> None:
    app = PlayApp(begin(seats=2, people=0, seed=None), pause=0)
    record = app.local_match.match.record
    async with app.run_test(size=SMALL) as pilot:
        assert app.log_lines()[0] == f"A fair deal, bound to {record.commitment}"
        assert not any(str(record.secret) in line for line in app.log_lines())
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        await until(pilot, lambda: str(record.secret) in screen_text(app))
        assert str(record.commitment) in screen_text(app)
