"""Pilfering Pandas in the terminal: what people must see is there, in words and signs, at every width."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from rich.cells import cell_len
from rich.text import Text

from pandarium import Match, Rng
from pandarium.games.pilfering.terminal.panels import find_cards, list_areas, list_cards, list_people
from pandarium.games.pilfering.terminal.table import (
    PALETTE,
    brackets,
    foresee,
    say_how_far,
    shown_places,
    table_lines,
    tile,
)
from pandarium.games.pilfering.view import PilferingView
from pandarium.kit.terminal import terminal_table
from pandarium.tui.drawing import in_ascii

from .table import area, at, do, game

NAMES = ["Ada", "Bamboo (greedy)", "李小龙和熊猫", "Eucalyptus the Third"]


def seen(state: Any, viewer: int | None = 0) -> PilferingView:
    view: PilferingView = state.view(viewer)
    return view


def lines(view: PilferingView, width: int = 77, *, short: bool = False) -> list[str]:
    return [text.plain for text in table_lines(view, NAMES, width, PALETTE.bright, short)]


def clicks(view: PilferingView) -> set[str]:
    """Moves that can be clicked on the table."""
    return {
        span.style.meta["move"]
        for line in table_lines(view, NAMES, 77, PALETTE.bright)
        for span in line.spans
        if not isinstance(span.style, str) and "move" in span.style.meta
    }


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_line_is_too_wide_and_18_lines_of_77_columns_are_enough(seats: int) -> None:
    match, rng = Match.begin("pilfering", seats=seats, seed=seats, options={"foiled_plans": True}), Rng(seats)
    while actors := match.state.actors():
        for viewer in (0, None):
            view = seen(match.state, viewer)
            for width in (40, 77, 118):
                assert max(cell_len(line) for line in lines(view, width)) <= width
            if viewer is None or len(view.players[0].hand or []) <= 12:
                assert len(lines(view)) <= 18
                assert len(lines(view, short=True)) <= 15, "on 24 lines 6 are left for the moves"
        legal = match.state.legal(actors[0])
        match.play(actors[0], legal[rng.below(len(legal))])


def test_drawn_short_the_table_says_how_it_stands_and_what_lies_in_the_rubbish_pp_f2() -> None:
    areas = [area("r1 r2 r3"), area("g4 g5 g6")]
    state = at("refresh", "r4 b1", "b2", "y3", "y4", deck="rummage g7 y7 p7 r7", areas=areas, panda=12, keeper=9)
    do(state, "draw")
    whole, short = lines(seen(state)), lines(seen(state), short=True)
    assert any(line.startswith(" in the rubbish: ") for line in whole)
    assert any("hideout" in line and "in the rubbish: g7" in line for line in short)
    assert any("keeper 3 behind, 23 to the win space" in line for line in short)
    assert len(short) == 15, "on 24 lines 6 are left for the moves"


def test_everything_has_a_letter_of_its_own_in_plain_ascii() -> None:
    state = at("act", "r1 r4 key", "b2", areas=[area("g1 g2 g3"), area("p4 b4 y4")], panda=12, keeper=9)
    text = in_ascii("\n".join(lines(seen(state))))
    assert "?" not in text
    assert all(word in text for word in ("g1  g2  g3*", "|r 1|", "|KEY|", "keeper 3 behind", "23 to the win space"))
    track = next(line for line in text.splitlines() if "K" in line and "P" in line and "keeper" not in line)
    assert track.index("P") - track.index("K") == 3


def test_brackets_group_sets_and_meet_at_a_card_in_two_of_them_pp_a3() -> None:
    laid = area("r4 r5 r6 b6 p6 y1 y2 y3", (0, 3), (2, 3), (5, 3))
    view = seen(at("act", "b1 b2 b3", areas=[laid, area("")], panda=20))
    assert brackets(view.areas[0], range(8)) == " └─ up ──┴─ 6s ──┘   └─ up ──┘"


def test_a_long_area_keeps_its_left_end_and_its_right_end_in_sight_pp_f3() -> None:
    assert shown_places(4, 40) == [0, 1, 2, 3]
    assert shown_places(30, 40) == [0, *range(21, 30)]


def test_the_limit_is_told_where_it_was_reached_pp_a6() -> None:
    view = seen(at("act", "b1 b2 b3", areas=[area("r1 r2 r3 r4 r5 r6", mark=5), area("")], panda=20))
    row = next(line for line in lines(view) if "r5" in line)
    assert row.rstrip().endswith("r6 ┃")
    assert any("limit 6: next trade keeper +3" in line for line in lines(view))


def test_the_duty_stands_above_the_hand_until_it_is_done_pp_t5() -> None:
    state = at("refresh", "r4 r5 g1 g7", "b2", areas=[area("r1 r2 r3"), area("")], hideout="r6 y5 y7", panda=20)
    do(state, "pick 3")
    assert any("play the red 6 this turn (PP-T5)" in line for line in lines(seen(state)))
    do(state, "set 1 r4 r5 r6")
    assert not any("PP-T5" in line for line in lines(seen(state)))


def test_suspicion_and_timer_stand_with_whom_they_concern_pp_t6_pp_e7() -> None:
    watched = lines(seen(at("refresh", "r4", "b2", "g3", suspect=1, suspicion=4, panda=20)))
    assert any("suspicion +4" in line for line in watched if "Bamboo" in line)
    picks = lines(seen(at("refresh", "r4", "b2", "g3", suspect=0, suspicion=4, panda=20)))
    assert any("2 or more: keeper +8" in line for line in picks)
    state = at("act", "r4 g1 g2 g3", "b2", "y3", areas=[area("r1 r2 r3"), area("g5 g6 g7")], panda=20)
    do(state, "extend 1 r4", "set 2 g3 g2 g1")
    assert any("Timer 0 of 4" in line for line in lines(seen(state)) if "Ada" in line)


def test_alone_the_secret_stash_is_there_and_gives_a_card_pp_1() -> None:
    state = at("secret", "r4 r5 r6", secret="g1 g2 b3", hideout="y1 y2 g4")
    view = seen(state)
    assert any("Secret Stash (PP-1)  g1  g2  b3" in line for line in lines(view))
    assert {"stash g1", "stash g2"} <= clicks(view)


def test_cards_stand_for_moves_where_one_card_is_the_move_pp_t2_pp_e1() -> None:
    assert clicks(seen(at("refresh", "r4 r5 g1", "b2", hideout="r6 y5 y7"))) == {"pick 1", "pick 2", "pick 3"}
    assert clicks(seen(at("stash", "r4 r5 g1", "b2"))) == {"stash r4", "stash r5", "stash g1"}
    assert clicks(seen(at("stash", "r4 r5 g1", "b2"), viewer=1)) == set()
    assert clicks(seen(at("act", "r4 r5 g1", "b2"))) == set()


@pytest.mark.parametrize("inks", [PALETTE.bright, PALETTE.plain])
def test_no_two_suits_look_alike_and_twos_have_a_star_pp_c2(inks: Any) -> None:
    view = seen(at("act", "r1 y1 g1 b1 p1 key", "b2"))
    assert len({str(inks[suit]) for suit in ("r", "y", "g", "b", "p", "key")}) == 6
    assert "*" in tile("r1", view, inks)[0].plain
    assert "*" not in tile("y1", view, inks)[0].plain


def test_what_a_move_would_do_is_said_before_it_is_done_pp_a6() -> None:
    state = at("act", "r1 r2 r3 g7", "b2", areas=[area(""), area("")], meerkats=[0, 1], panda=8)
    said = foresee(seen(state))
    assert said["set 1 r1 r2 r3"] == "P+4 K+1: 11 ahead"
    do(state, "set 1 r1 r2 r3")
    assert (state.panda, state.keeper) == (12, 1)
    assert foresee(seen(state, 1)) == {}, "only who is to act"


@pytest.mark.parametrize(
    ("keeper", "said"),
    [
        (30, "K+2 to 3, you are 6 ahead: safe"),
        (33, "K+2 to 3, you are 3 ahead: a gamble"),
        (34, "K+2 to 3, you are 2 ahead: caught for certain"),
    ],
)
def test_the_final_check_is_counted_before_it_is_made_pp_e5(keeper: int, said: str) -> None:
    view = seen(at("check", "r4", "", "b2", panda=36, keeper=keeper, timer=1, timekeeper=1))
    assert foresee(view) == {"escape": said}
    assert foresee(msgspec.structs.replace(view, acting=1)) == {}, "only who is asked"


def test_before_the_deal_there_is_room_for_the_pandas_pp_s3() -> None:
    assert not any("hideout" in line for line in lines(seen(at("choose", "", "", "", "", pandas=[None] * 4))))


def test_sets_of_the_same_cards_are_one_group_whatever_their_order_pp_a1() -> None:
    ways = [game.read(text) for text in ("set 1 r4 b4 g4", "set 1 g4 r4 b4 ability")]
    assert len({terminal_table(game).group(move, NAMES) for move in ways}) == 1
    assert terminal_table(game).group(game.read("set 2 r4 b4 g4"), NAMES) != terminal_table(game).group(ways[0], NAMES)
    assert (
        terminal_table(game).group(game.read("pass"), NAMES)
        == terminal_table(game).group(game.read("extend 1 r4"), NAMES)
        == ""
    )


def test_the_end_tells_how_far_they_came_pp_e9() -> None:
    state = at("stash", "r4", "b2", panda=9, keeper=8)
    assert say_how_far(seen(state)) == ""
    do(state, "stash r4")
    assert say_how_far(seen(state)) == "The pandas came to space 9 of 35, the keeper to 9"


def test_the_pages_know_where_cards_are_and_what_a_key_may_be_pp_a8() -> None:
    state = at("act", "r1 r2", "b2", areas=[area("g4 key g6"), area("")], hideout="y1 y2 y3", panda=20)
    view = seen(state)
    assert find_cards(view) == {
        "r1": "me", "r2": "me", "g4": "1", "g6": "1", "y1": "h", "y2": "h", "y3": "h"
    }  # fmt: skip
    said = "\n".join(line.plain for line in list_areas(view, PALETTE.bright))
    assert "Key in place 2 may be g5" in said
    assert "Keys seen: 1" in [line.plain for line in list_cards(view, PALETTE.bright)]
    assert "b2" not in "".join(line.plain for line in list_cards(view, PALETTE.bright))


def test_everybody_s_panda_and_ability_can_be_read_pp_c6() -> None:
    state = game.start(seats=2, seed=1)
    do(state, "choose sneaky", "choose crafty")
    said = [line.plain for line in list_people(seen(state), NAMES)]
    assert any(line.startswith("Ada: ") for line in said)
    assert any("Halve the price" in line for line in said)


def test_the_drawing_is_the_game_s_own_with_pages_beside_it() -> None:
    drawing = terminal_table(game).draw(seen(at("act", "r1 r2", "b2")), NAMES, 77)
    assert [title for title, _ in drawing.pages] == ["Where the cards are", "Trade areas", "Pandas"]
    assert all(isinstance(line, Text) for line in drawing.lines(PALETTE.bright))
