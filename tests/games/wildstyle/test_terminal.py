"""The terminal's table: the city in rows, lit hexes with their keys, mats, piles, objectives; at any width."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from pandarium import Match, Rng
from pandarium.bots import make
from pandarium.core.bot import Advice, Bot, ask
from pandarium.core.options import turn_based_options
from pandarium.core.state import State
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.terminal.table import PALETTE, TablePage, table_lines, wanted_space
from pandarium.games.wildstyle.view import WildView
from pandarium.games.wildstyle.view.table import Hex
from pandarium.kit.terminal import terminal_table
from pandarium.tui.drawing import in_ascii, paint
from pandarium.tui.installed_game import InstalledGame
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.remote_actions import Action

from .table import at, do, game, may, over, player, seen

NAMES = ["Ada", "Bamboo (hard)", "李小龙和熊猫", "D", "Eucalyptus the Third"]


@cache
def played(seats: int, moves: int) -> WildView:
    """The view of seat 0 after so many moves of bots, at the relaxed pace."""
    match = Match.begin("wildstyle", seats=seats, options={"pace": "turns"}, seed=5)
    bot, rng = make(match.game, "filler"), Rng(3)
    for _ in range(moves):
        if not match.state.actors():
            break
        seat = match.state.actors()[0]
        match.play(seat, ask(bot, match.state, seat, rng))
    view: WildView = match.state.view(0)
    return view


def lines(view: WildView, width: int = 77) -> list[str]:
    return [text.plain for text in table_lines(view, NAMES, width, PALETTE.bright)]


def moves_in(view: WildView, width: int = 77) -> dict[str, str]:
    """What stands for a move on the table, by the move."""
    found: dict[str, str] = {}
    for line in paint(TablePage(view, NAMES, width), width, None):
        for text, style, _ in line:
            if style is not None and style.meta.get("move"):
                found[style.meta["move"]] = found.get(style.meta["move"], "") + text
    return found


@pytest.mark.parametrize("width", [40, 48, 60, 77, 100, 117])
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("moves", [0, 90])
def test_no_line_is_wider_than_the_table(seats: int, moves: int, width: int) -> None:
    view = played(seats, moves)
    pages: list[Any] = [page for _, page in TablePage(view, NAMES, width).pages[:2]]
    sheets = [part.plain for page in pages for part in page.lines(PALETTE.bright)]
    for line in [*lines(view, width), *sheets]:
        assert cell_len(line) <= width


@pytest.mark.parametrize(("seats", "rows"), [(2, 7), (3, 10), (4, 10), (5, 12)])
def test_at_77_columns_all_names_are_on_the_map_and_18_lines_are_enough(seats: int, rows: int) -> None:
    """80x24 leaves 18 lines to the table."""
    view = played(seats, 0)
    shown = lines(view)
    assert len(shown) == rows + 1 + seats <= 18
    city = "\n".join(shown[:rows])
    for hex in view.hexes:
        assert f"{hex.icon}·{hex.name}" in city
    assert "draw" in shown[0]
    assert "share" in shown[rows - 2]


def test_rows_of_hexes_lie_half_a_hex_aside() -> None:
    view = played(2, 0)
    shown = lines(view)
    by_name = {hex.name: hex for hex in view.hexes}
    column = {name: shown[hex.r - min(one.r for one in view.hexes)].index(f"·{name}") for name, hex in by_name.items()}
    assert column["A2"] - column["A1"] == 6
    assert column["A1"] - column["A4"] == 3


def test_ws_9_tags_are_told_by_the_letter_of_the_crew() -> None:
    station = next(hex.name for hex in over("").view(None).hexes if hex.icon == "S")
    state = over([station, "A1"], others=f"{station} A2")
    city = "\n".join(lines(state.view(None))[:7])
    assert "(r)" in city
    assert "(b)" in city
    assert "Srb" in city


def test_ws_7_a_full_set_lights_its_hexes_and_they_carry_the_move() -> None:
    view = at(player(one="Rt Rl Rm"), player(), options={"pace": "turns"}).view(0)
    railways = [hex.name for hex in view.hexes if hex.icon == "R"]
    found = moves_in(view)
    assert railways
    assert all(f"tag 1 {name}" in found for name in railways)
    assert not any(move.startswith("rush") for move in found)
    keys = {f"tag 1 {railways[0]}": "7"}
    painted = "".join(segment.text for line in paint(TablePage(view, NAMES, 77), 77, None, keys) for segment in line)
    assert "R·[7]" in painted


def test_ws_8_a_touch_that_costs_a_cop_car_says_so() -> None:
    view = at(player(one="Rt Rl"), player(), options={"pace": "turns"}).view(0)
    railway = next(hex.name for hex in view.hexes if hex.icon == "R")
    assert moves_in(view)[f"rush 1 {railway}"] == f"R!{railway:<3}"


def test_ws_20_own_tags_can_be_chosen_and_what_was_chosen_is_crossed_out() -> None:
    mine = {**player(tags="A1 A2 A5"), "cars": 2, "picks": ["A2"]}
    view = at(mine, player(), phase="remove", round=3, piles=[0, 0]).view(0)
    found = moves_in(view)
    assert {"remove A1", "remove A5"} <= set(found)
    assert "remove A2" not in found
    assert "(×)" in "\n".join(lines(view))


def test_ws_6_a_card_goes_where_a_hand_would_put_it() -> None:
    view = at(player(hand="Am Pt", one="Rt", two="Am"), player(), shares="Al, Rm", options={"pace": "turns"}).view(0)
    assert [wanted_space(view, card) for card in ("Al", "Rm", "Pt")] == [2, 1, 1]
    assert {"take 1 Al 2", "take 2 Rm 1", "add Am 2", "draw 1"} <= set(moves_in(view))


def test_every_move_on_the_table_can_be_read() -> None:
    for move in moves_in(played(3, 60)):
        assert game.say(game.read(move)) == move


def test_ws_12_the_end_of_the_round_is_shouted() -> None:
    ending = at(player(hand="Am", one="Al"), player(hand="Rt", one="Rl"), piles=[0, 0], options={"pace": "turns"}).view(
        0
    )
    assert ending.triggered
    assert any("NO NEW SETS" in line for line in lines(ending))
    assert not any("NO NEW SETS" in line for line in lines(played(2, 0)))


def test_other_hands_are_counted_and_not_shown() -> None:
    view = played(3, 40)
    rows = lines(view)[-3:]
    assert "card" in rows[0]
    assert all(card in rows[-1] for card in view.players[0].hand or ["?"])
    assert all("card" in row for row in lines(spectated(view))[-3:])


def spectated(view: WildView) -> WildView:
    """The same for a spectator."""
    players = [msgspec.structs.replace(one, hand=None) for one in view.players]
    return msgspec.structs.replace(view, you=None, players=players)


def test_the_sheets_have_every_objective_with_everybodys_points() -> None:
    view = played(3, 500)
    short, full = (page for _, page in TablePage(view, NAMES, 77).pages[:2])
    points, text = ([line.plain for line in page.lines(PALETTE.bright)] for page in (short, full))  # type: ignore[attr-defined]
    assert len(points) == 1 + 3 + 2
    for number, found in enumerate(view.objectives):
        assert points[1 + number].split()[-3:] == [str(one.score.objectives[number]) for one in view.players]
        assert any(found.title in line for line in text)
    assert points[-1].split() == ["Sum", *(str(one.score.total) for one in view.players)]


def test_a_page_says_of_every_hex_what_it_is_whose_and_what_it_touches() -> None:
    view = played(3, 500)
    page: Any = dict(TablePage(view, NAMES, 77).pages)["Hexes and what they touch"]
    rows = {row.plain.split()[0]: row.plain for row in page.lines(PALETTE.bright)[1:]}
    assert list(rows) == [one.name for one in view.hexes]
    for one in view.hexes:
        touching = {other.name for other in view.hexes if distance(one, other) == 1}
        assert set(rows[one.name].removesuffix(", another district").split()[-len(touching) :]) == touching
        assert all(view.players[seat].crew in rows[one.name] for seat in one.tags)
        assert rows[one.name].endswith(", another district") == one.border


def distance(one: Hex, other: Hex) -> int:
    """Steps from hex to hex."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


@pytest.mark.parametrize("colors", [None, "standard", "256", "truecolor"])
def test_without_colours_the_same_is_said(colors: Any) -> None:
    out = io.StringIO()
    console = Console(file=out, width=77, color_system=colors, force_terminal=colors is not None, highlight=False)
    console.print(TablePage(played(5, 60), NAMES, 77))
    shown = [line.rstrip() for line in Text.from_ansi(out.getvalue()).plain.splitlines()]
    assert shown == [line.rstrip() for line in lines(played(5, 60))]


def test_in_ascii_nothing_is_lost_but_looks() -> None:
    for line in lines(played(2, 60)):
        assert "?" not in in_ascii(line)


def test_ws_41_at_one_terminal_turns_are_taken_unless_somebody_wants_otherwise() -> None:
    assert turn_based_options(game, {}) == {"pace": "turns"}
    assert turn_based_options(game, {"pace": "real time"}) == {"pace": "real time"}


def test_all_that_a_cop_car_buys_for_a_set_is_one_group_ws_8() -> None:
    rushes = [game.read(move) for move in ("rush 2 A4", "rush 2 C11", "scrap 2")]
    table = terminal_table(game)
    assert {table.group(move, NAMES) for move in rushes} == {"Take a cop car and rush set 2"}
    assert terminal_table(game).group(game.read("rush 1 A4"), NAMES) != terminal_table(game).group(rushes[0], NAMES)
    assert not any(
        terminal_table(game).group(game.read(move), NAMES) for move in ("tag 2 A4", "clear 2", "draw 1", "pass")
    )


def listed(state: Wildstyle, seat: int = 0) -> list[str]:
    """What a player chooses from at a terminal."""
    local_match = LocalMatch(Match.begin("wildstyle", seats=state.seats, seed=1), {})
    local_match.match.state = state
    return [choice.notation for choice in local_match.choices(seat)]


def equal_sets(one: str, two: str) -> Wildstyle:
    return at(player("Ro Fl Al", one, two), player(), shares="Rw, Ft Ml")


@pytest.mark.parametrize(("one", "two"), [("", ""), ("Rt Rl", "Rl Rt"), ("Rt Rl Rm", "Rl Rt Rm")])
def test_equal_sets_are_listed_once_and_no_choice_is_lost_ws_4_ws_7_ws_8(one: str, two: str) -> None:
    state = equal_sets(one, two)
    legal, table, view = may(state, 0), terminal_table(game), state.view(0)
    again = {move for move in legal if table.listed_as(view, move) != move}
    assert again
    assert listed(state) == [move for move in legal if move not in again]
    assert {table.listed_as(view, move) for move in legal} == set(listed(state))
    for move in again:  # what stands for it leads to the same, but for the number of the space
        this, that = equal_sets(one, two), equal_sets(one, two)
        do(this, 0, move)
        do(that, 0, table.listed_as(view, move))
        mine, other = seen(this, 0), seen(that, 0)
        assert sorted(map(sorted, mine.sets)) == sorted(map(sorted, other.sets))
        assert msgspec.structs.replace(mine, sets=[]) == msgspec.structs.replace(other, sets=[])


def test_sets_that_differ_are_all_listed_ws_4() -> None:
    state = at(player("Ro Fl", "Rt", ""), player())
    assert listed(state) == may(state, 0)
    assert "add Fl 2" in may(state, 0)


class Talker(Bot):
    """Says of every legal move what it thinks of it, of the last most."""

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        return [Advice(move, 0.0, game.say(move)) for move in reversed(state.legal(seat))]


def test_a_hint_speaks_of_what_is_listed_each_once_and_of_the_best_first_ws_4() -> None:
    local_match = LocalMatch(Match.begin("wildstyle", seats=2, seed=1), {})
    local_match.match.state, local_match._adviser = equal_sets("", ""), Talker()
    advice = local_match.advise(0)
    assert [game.say(given.move) for given in advice] == list(reversed(listed(equal_sets("", ""))))
    assert "add Ro 2" in {given.why for given in advice}  # what was thought of it is said of what stands for it


def test_on_a_server_equal_sets_are_listed_once_too_ws_4() -> None:
    installed, view = InstalledGame("wildstyle"), equal_sets("", "").view(0)
    offered = [Action("Agree", word="yes"), *(Action(move, notation=move) for move in may(equal_sets("", ""), 0))]
    kept = installed.listed(view, offered)
    assert [action.notation for action in kept] == ["", *listed(equal_sets("", ""))]
    assert installed.listed(None, offered) == offered
