from __future__ import annotations

import io
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from pandarium import Match, Rng
from pandarium.games.royale.engine.dice import CODES
from pandarium.games.royale.terminal import PALETTE, TablePage, ink_of, show_dice, table_lines, tile
from pandarium.games.royale.view import RoyaleView
from pandarium.kit.terminal_drawing import Page

NAMES = ["Ada", "Bamboo (hard)", "李小龙和熊猫", "D", "Eucalyptus the Third", "F", "G", "H", "I", "J"]


def play(seats: int, seed: int, upto: Any) -> RoyaleView:
    """The view of seat 0 at the first position that `upto` accepts, in a game of random moves."""
    match = Match.begin("royale", seats=seats, seed=seed)
    rng = Rng(seed)
    while match.state.actors():
        view: RoyaleView = match.state.view(0)
        if upto(view):
            return view
        seat = match.state.actors()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    final: RoyaleView = match.state.view(0)
    assert upto(final)
    return final


def lines(view: RoyaleView, width: int = 77, names: list[str] | None = None) -> list[str]:
    return [text.plain for text in table_lines(view, names or NAMES, width, PALETTE.bright)]


def printed(drawing: Any, width: int, colors: Any = None) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=colors, force_terminal=colors is not None).print(drawing)
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 60, 77, 100, 160])
@pytest.mark.parametrize("seats", [2, 5, 10])
@pytest.mark.parametrize("round_", [1, 5, 10])
def test_no_line_is_wider_than_the_table(seats: int, round_: int, width: int) -> None:
    for line in lines(play(seats, 3, lambda view: view.round == round_), width):
        assert cell_len(line) <= width


def test_ten_players_need_eighteen_lines_of_77_columns_in_every_round() -> None:
    for round_ in range(1, 10):
        view = play(10, 4, lambda view, round_=round_: view.round == round_ and view.step == "draft")
        assert len(lines(view)) == 1 + 9 + 1 + 3 + 1 + 3


def test_the_table_does_not_jump_between_trade_and_draft() -> None:
    trade = play(4, 2, lambda view: view.step == "trade")
    draft = play(4, 2, lambda view: view.step == "draft" and view.round == trade.round)
    assert len(lines(trade)) == len(lines(draft))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("value", [None, 4, 12])
def test_a_tile_shows_letter_and_size_and_is_a_box(code: str, value: int | None) -> None:
    top, middle, bottom = (line.plain for line in tile(code, value, PALETTE.bright, "take it"))
    assert [cell_len(line) for line in (top, middle, bottom)] == [6, 6, 6]
    assert code in top
    assert str(value or f"d{code.strip('*')[1:]}") in middle
    assert bottom == "└────┘"


def test_glitter_and_black_faces_are_marked_by_more_than_colour() -> None:
    assert "✦" in tile("s6", 3, PALETTE.bright, None)[0].plain
    assert "−2" in tile("r6", -2, PALETTE.bright, None)[1].plain
    assert "pity" in tile("k12", None, PALETTE.bright, None, fresh=True)[1].plain


@pytest.mark.parametrize("inks", [PALETTE.bright, PALETTE.plain])
def test_no_two_colours_look_alike(inks: Any) -> None:
    shown = {str(ink_of(code, value, inks)) for code, value in [("r6", -1), *((code, None) for code in CODES)]}
    assert len(shown) == 9


def test_a_die_of_the_pool_stands_for_the_move_that_takes_it() -> None:
    view = play(4, 2, lambda view: view.step == "draft" and view.turn == 0)
    moves = {
        span.style.meta["move"]
        for line in table_lines(view, NAMES, 77, PALETTE.bright)
        for span in line.spans
        if not isinstance(span.style, str) and span.style.meta.get("slot")
    }
    assert moves == {f"take {code}" for code in view.pool}


def test_a_die_of_another_player_stands_for_a_trade_when_it_is_my_turn() -> None:
    mine = play(3, 5, lambda view: view.step == "trade" and view.turn == 0)
    other = play(3, 5, lambda view: view.step == "trade" and view.turn != 0)

    def trades(view: RoyaleView) -> set[str]:
        styles = [span.style for line in table_lines(view, NAMES, 77, PALETTE.bright) for span in line.spans]
        return {style.meta["move"] for style in styles if not isinstance(style, str) and "move" in style.meta}

    dice = {f"trade {letter} {code}" for seat, letter in ((1, "B"), (2, "C")) for code in mine.players[seat].dice}
    assert trades(mine) == {trade for trade in dice if "k12" not in trade}
    assert trades(other) == set()


def test_dice_that_came_after_the_roll_show_nothing_yet() -> None:
    view = play(4, 2, lambda view: view.step == "draft" and view.turn == 1 and view.round > 3)
    for player in view.players:
        dice = show_dice(view, player)
        assert [code for code, _ in dice] == player.dice
        assert all(value is None for code, value in dice if code == "k12")
        rolled = sorted((rolled.die, rolled.value) for rolled in player.rolled)
        assert all(die in rolled for die in dice if die[1] is not None)


def test_at_the_end_the_last_roll_lies_on_the_table() -> None:
    view = play(2, 1, lambda view: view.step == "over")
    for player in view.players:
        assert show_dice(view, player) == [(rolled.die, rolled.value) for rolled in player.rolled]
    assert any("▸" in line for line in lines(view))


def test_token_turn_totals_and_rerolls_are_told() -> None:
    view = play(3, 1, lambda view: view.rerolls > 0 and view.turn == 1)
    text = lines(view)
    assert f"yellow re-rolled {'once' if view.rerolls == 1 else f'{view.rerolls} times'} (PR-3)" in text[0]
    assert sum("♛" in line for line in text) == 1
    row = next(line for line in text if line.startswith("▸ Bamboo"))
    bamboo = view.players[1]
    assert f" {bamboo.total} ".replace("-", "−") in row
    assert f"{bamboo.lines[-1].total:+} ".replace("-", "−") in row


def test_the_score_sheet_has_every_round_and_colour_of_everyone() -> None:
    view = play(3, 1, lambda view: view.round == 7)
    pages = dict(TablePage(view, NAMES, 77).pages)
    rounds, full = printed(pages["Score sheet"], 77), printed(pages["Every round by colour"], 77)
    for seat, player in enumerate(view.players):
        row = next(line for line in rounds.splitlines() if line.startswith(NAMES[seat][:10])).split()
        assert row[-8:] == [str(line.total).replace("-", "−") for line in player.lines] + [str(player.total)]
        for scored in player.lines:
            cells = [str(score).replace("-", "−") if score else "·" for score in scored.colours]
            assert any(line.split()[2:9] == cells for line in full.splitlines())
    assert str(sum(view.bag.values())) in printed(pages["Dice and bag"], 77)


def test_every_page_fits_the_panel() -> None:
    view = play(10, 4, lambda view: view.round == 10)
    for _, page in TablePage(view, NAMES, 74).pages:
        assert isinstance(page, Page)
        assert max(line.cell_len for line in page.lines(PALETTE.bright)) <= 75


def test_sixteen_colours_are_sixteen_colours_and_none_is_none() -> None:
    drawing = TablePage(play(4, 2, lambda view: view.round == 6), NAMES, 77)
    assert "38;2" in printed(drawing, 77, "truecolor")
    sixteen = printed(drawing, 77, "standard")
    assert "38;" not in sixteen
    assert "41m" in sixteen
    assert "\x1b" not in printed(drawing, 77)
