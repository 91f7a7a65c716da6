"""A game with many moves and one fate for all: folded lines, typed sets, what a move would do, the end."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Static

from pandarium import Match
from pandarium.core.bot import Advice
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.panels import Choose, MoveFinder, ResultPanel
from pandarium.tui.play_app import PlayApp
from pandarium.tui.widgets import MoveList, TableDrawing

from .conftest import NAMES, SMALL, Dabbler, bottom_keys, my_turn, screen_text, until


def alone() -> PlayApp:
    """One panda; seed 4 deals three twos and no Key."""
    match = Match.begin("pilfering", seats=1, seed=4, players=["Ada"])
    for text in ("choose crafty", "draw"):
        match.play(0, match.game.read(text))
    return PlayApp(LocalMatch(match, {}), pause=0)


def status_line(app: PlayApp) -> str:
    return str(app.table_screen.query_one("#status", Static).content)


async def test_a_set_in_many_orders_is_one_line_and_choosing_it_asks_which() -> None:
    app = alone()
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        listed = app.table_screen.query_one(MoveList)
        labels = [line.label for line in listed.listed]
        assert labels[0] == "New set, area 1: red 2, yellow 2, blue 2  P+4 K+1: 10 ahead (4 ways)"
        assert sorted(move for line in listed.listed for move in line.moves) == sorted(
            choice.move for choice in app.choices()
        )
        assert status_line(app).startswith("Your move")
        second = app.game.say(listed.listed[0].moves[1])
        await pilot.press("1")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("down", "enter")
        await until(pilot, lambda: len(app.local_match.match.record.moves) == 3)
        assert app.local_match.match.record.moves[-1].move == second


async def test_a_set_can_be_typed_in_any_order_that_the_rules_take() -> None:
    app = alone()
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, MoveFinder))
        app.screen.query_one(Input).value = "set 1 r2 r7 y2"
        await pilot.press("enter")
        await until(pilot, lambda: "PP-A1" in status_line(app))
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, MoveFinder))
        app.screen.query_one(Input).value = "SET 1  b2 r2 y2"
        await pilot.press("enter")
        await until(pilot, lambda: len(app.local_match.match.record.moves) == 3)
        assert app.local_match.match.record.moves[-1].move == "set 1 b2 r2 y2"


async def test_the_end_says_that_all_lost_why_and_how_far_they_came() -> None:
    app = alone()
    async with app.run_test(size=(100, 40)) as pilot:
        await my_turn(pilot, app)
        while app.phase == "person":
            app.play(app.choices()[-1].move)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        assert app.local_match.state.outcome() is not None
        text = app.export_screenshot().replace("&#160;", " ")
        assert "Ada loses" in text
        assert "The pandas came to space" in text


def at_full_tables(seats: int) -> PlayApp:
    """Both areas with sets, many cards in hand and many moves: as little room for the list as there can be."""
    match = Match.begin("pilfering", seats=seats, players=NAMES[:seats])
    areas = [{"cards": ["r1", "r2", "r3", "b3", "g3"], "sets": [[0, 3], [2, 3]]}, {"cards": ["y5", "y6", "y7"]}]
    mine = ["r4", "g4", "b4", "y4", "p3", "p4", "p5", "g2", "b5", "key"]
    hands = [mine, *([card] for card in ("r5", "b6", "g6"))][:seats]
    position = {"seats": seats, "step": "act", "hands": hands, "areas": areas, "hideout": ["p6", "b1", "b2"]}
    alone = {"secret": ["p1", "p2", "g1"]} if seats == 1 else {}
    match.state = match.game.load({**position, **alone, "panda": 20, "keeper": 9})
    return PlayApp(LocalMatch(match, {seat: Dabbler() for seat in range(1, seats)}), pause=0)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_on_24_lines_the_table_is_drawn_short_and_6_are_left_for_moves(seats: int) -> None:
    app = at_full_tables(seats)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        listed = app.table_screen.query_one(MoveList)
        await until(pilot, lambda: listed.size.height)
        assert len(listed.listed) > 6
        assert listed.size.height >= 6
        drawing = app.table_screen.query_one(TableDrawing)
        assert drawing.max_scroll_y == 0, "all of the table is seen"
        picture = screen_text(app)
        assert "escape track" in picture
        assert "p4  p5  key" in picture
        assert "└───┘" not in picture
        await pilot.resize_terminal(80, 50)
        await until(pilot, lambda: "└───┘" in screen_text(app))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_before_the_deal_all_five_pandas_are_seen_on_24_lines(seats: int) -> None:
    match = Match.begin("pilfering", seats=seats, seed=4, players=NAMES[:seats])
    app = PlayApp(LocalMatch(match, {seat: Dabbler() for seat in range(1, seats)}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await until(pilot, lambda: "Be the Crafty Panda" in screen_text(app))
        assert app.table_screen.query_one(MoveList).max_scroll_y == 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
async def test_a_move_that_does_not_fit_goes_on_indented_and_has_the_whole_width(seats: int) -> None:
    app = at_full_tables(seats)
    async with app.run_test(size=(50, 50)) as pilot:
        await my_turn(pilot, app)
        await until(pilot, lambda: "New set" in screen_text(app))
        below = screen_text(app).splitlines()
        first = next(number for number, line in enumerate(below) if line.startswith("  1 "))
        moves = [line for line in below[first:-1] if line.strip()]
        goes_on = [line for line in moves if not line[2:3].strip()]
        assert goes_on, "some moves are longer than 46 columns"
        assert all(line.startswith("    ") for line in goes_on)
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: app.table_screen.has_class("-wide"))
        listed = app.table_screen.query_one(MoveList)
        await until(pilot, lambda: listed.size.width > 110)


async def test_in_a_wide_window_moves_have_its_whole_width_and_the_log_stands_beside_the_table() -> None:
    match = Match.begin("pilfering", seats=1, seed=4, players=["Ada"])
    app = PlayApp(LocalMatch(match, {}), pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        assert app.table_screen.query_one(MoveList).size.width > 100
        assert app.table_screen.query_one("#side").display
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: not app.table_screen.query_one("#side").display)
        moves = screen_text(app).splitlines()
        first = next(number for number, line in enumerate(moves) if line.startswith("  1 Be the"))
        assert moves[first + 1].startswith("    ")  # what does not fit goes on indented


async def test_keys_stand_at_the_bottom_only_where_they_do_something() -> None:
    app = PlayApp(LocalMatch(Match.begin("pilfering", seats=1, seed=4, players=["Ada"]), {}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await until(pilot, lambda: "Hint" in bottom_keys(app))
        assert "Undo" not in bottom_keys(app)
        await pilot.press("u")
        await until(pilot, lambda: "no move to take back" in status_line(app))
        await pilot.press("1")
        await until(pilot, lambda: bool(app.local_match.match.record.moves))
        if app.local_match.undoable_by() is not None:
            await until(pilot, lambda: "Undo" in bottom_keys(app))


async def test_a_reason_that_all_moves_share_is_said_once() -> None:
    class Thumb(Dabbler):
        def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
            same = Message.text("by rule of thumb")
            return [Advice(move, 0.0, same) for move in state.legal(seat)[:3]]

    app = PlayApp(LocalMatch(Match.begin("pilfering", seats=1, seed=4, players=["Ada"]), {}), pause=0)
    app.local_match._adviser = Thumb()
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("h")
        await until(pilot, lambda: "by rule of thumb" in status_line(app))
        await until(pilot, lambda: "✓" in screen_text(app))
        assert screen_text(app).count("by rule of thumb") == 1
