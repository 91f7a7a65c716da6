"""A game with many moves and one fate for all: folded lines, typed sets, what a move would do, the end."""

from __future__ import annotations

from textual.widgets import Input, Static

from pandarium import Match
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.panels import Choose, MoveFinder, ResultPanel
from pandarium.tui.play_app import PlayApp
from pandarium.tui.widgets import MoveList

from .conftest import my_turn, until

SMALL = (80, 24)


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
        assert status_line(app) == "P+4 K+1: 10 ahead"
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
