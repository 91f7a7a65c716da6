"""What a game in the terminal looks like: panels, sizes of windows, colours, names."""

from __future__ import annotations

import pytest
from textual.widgets import Input, Markdown

from pandarium import Match
from pandarium.core.rng import Rng
from pandarium.kit.rulebook import Rulebook
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.panels import RulePanel, TextPanel
from pandarium.tui.play_app import PlayApp
from pandarium.tui.widgets import MoveList, TableDrawing, TitleBar

from .conftest import SMALL, Dabbler, begin, moves_played, my_turn, screen_text, until


async def test_the_rulebook_finds_a_rule_by_its_id_and_by_a_word() -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulePanel))
        panel = app.screen
        assert isinstance(panel, RulePanel)
        assert len(panel.found) == len(Rulebook.of(app.game).rules)
        await pilot.press("p", "r", "-", "7")
        await until(pilot, lambda: len(panel.found) == 1)
        await pilot.pause()
        assert panel.found[0].id == "PR-7"
        assert "times how many red dice" in panel.query_one(Markdown).source
        panel.query_one(Input).value = "counter-clockwise"
        await until(pilot, lambda: [rule.id for rule in panel.found] == ["PR-9"])
        panel.query_one(Input).value = "xyzzy"
        await until(pilot, lambda: panel.found == [])
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.is_modal)


async def test_the_score_sheet_opens_and_closes_with_tab() -> None:
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(3):
            await my_turn(pilot, app)
            await pilot.press("1")
        await my_turn(pilot, app)
        await pilot.press("tab")
        await until(pilot, lambda: isinstance(app.screen, TextPanel))
        reader = app.screen
        assert isinstance(reader, TextPanel)
        assert reader.pages[0][0] == "Score sheet"
        totals = [str(player.total) for player in app.current_view().players]
        await pilot.pause()
        assert all(total in screen_text(app) for total in totals)
        await pilot.press("right")
        await pilot.pause()
        assert "purple" in screen_text(app)
        await pilot.press("tab")
        await until(pilot, lambda: not app.screen.is_modal)


def late(local_match: LocalMatch, rounds: int = 9) -> LocalMatch:
    """The same match much later, at a person's turn to draft."""
    state = local_match.state
    while not (state.view(None).round == rounds and state.view(None).step == "draft" and local_match.actor() == 0):
        seat = local_match.actor()
        assert seat is not None
        local_match.play(seat, Dabbler().choose(state, seat, Rng(len(local_match.match.move_stack))))
        state = local_match.state
    return local_match


async def test_ten_players_fit_80_by_24_after_a_resize() -> None:
    app = PlayApp(late(begin(seats=10)), pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: app.table_screen.has_class("-narrow"))
        await pilot.pause()
        assert app.table_screen.query_one(TableDrawing).max_scroll_y == 0
        text = screen_text(app).splitlines()
        own = app.current_view().players[0].dice
        assert len(own) >= 9
        hand = next(number for number, line in enumerate(text) if "Ada (you)" in line)
        for level, sides in enumerate(("┌┐", "│", "└┘"), 1):
            assert len(text[hand + level]) == 80
            assert sum(text[hand + level].count(side) for side in sides) == 2 * len(own)
        assert all(code in text[hand + 1] for code in own)
        assert all(any(name in line for line in text) for name in app.match_log.names)
        assert app.table_screen.query_one(MoveList).size.height >= 3


async def test_a_tall_window_shows_the_score_sheet_all_the_time() -> None:
    app = PlayApp(late(begin(seats=4)), pause=0)
    async with app.run_test(size=(120, 40)) as pilot:
        await my_turn(pilot, app)
        rounds = [str(line.total) for line in app.current_view().players[2].lines]
        row = next(line for line in screen_text(app).splitlines() if line.split()[:1] == ["Mochi"] and "y6" not in line)
        assert row.split()[1:10] == rounds
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: not app.table_screen.query_one("#sheet").display)


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (20, 5), (200, 60)])
async def test_any_size_is_usable(size: tuple[int, int]) -> None:
    app = PlayApp(begin(seats=4), pause=0)
    async with app.run_test(size=size) as pilot:
        await my_turn(pilot, app)
        await pilot.press("pagedown", "1")
        await my_turn(pilot, app)
        assert len(moves_played(app)) >= 4


async def test_no_color_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        text = screen_text(app)
        assert "y6" in text
        assert "[1]" in text
        assert app.theme == "night-16"
        styles = [app.screen.get_style_at(x, y) for y in range(24) for x in range(80)]
        assert any(style.reverse for style in styles)
        title = app.table_screen.query_one(TitleBar)
        assert title.styles.text_style.reverse


@pytest.mark.parametrize(
    ("term", "night", "day"), [("xterm", "night-16", "day-16"), ("xterm-256color", "night", "day")]
)
async def test_the_palette_fits_the_terminal_and_the_hour(
    monkeypatch: pytest.MonkeyPatch, term: str, night: str, day: str
) -> None:
    monkeypatch.setenv("TERM", term)
    app = PlayApp(begin(), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        assert app.theme == night
        await pilot.press("d")
        assert app.theme == day
        await pilot.press("d")
        assert app.theme == night


async def test_names_are_never_read_as_markup() -> None:
    match = Match.begin("royale", seats=2, seed=1, players=["[red]Ada[/red]", "[/bold] {0}"])
    app = PlayApp(LocalMatch(match, {}), pause=0)
    async with app.run_test(size=SMALL) as pilot:
        await my_turn(pilot, app)
        await pilot.press("1")
        await my_turn(pilot, app)
        text = screen_text(app)
        assert "[red]Ada[/red]" in text
        assert "[/bold] {0}" in text
