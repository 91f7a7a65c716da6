from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from pandarium import Match, Rng, game
from pandarium.games.pandante.bots import Cautious, Liar
from pandarium.games.pandante.engine.cards import CODES
from pandarium.games.pandante.terminal import PandanteDrawing
from pandarium.games.pandante.terminal.table import PALETTE, ink_of, table_lines, tile
from pandarium.games.pandante.view import PandanteView
from pandarium.kit.terminal import terminal_table
from pandarium.tui.drawing import in_ascii

NAMES = ["Ada", "Bamboo (hard)", "李小龙和熊猫", "D", "Eucalyptus the Third", "F"]
EVERYTHING: dict[str, Any] = {"casinos": True, "champions": True, "diamonds": True, "abilities": "dark"}
LOWEST_ROOM = 18
"""Lines that a terminal of 80 x 24 leaves for the table."""


def views(seats: int, seed: int, options: dict[str, Any] | None = None, gambits: int = 6) -> list[PandanteView]:
    """Everything that seat 0 sees while a careful and a careless player go through some gambits."""
    match = Match.begin("pandante", seats=seats, seed=seed, options=options or {})
    rng = Rng(seed)
    found: list[PandanteView] = []
    while match.state.actors() and int(match.state.gambit) <= gambits:  # type: ignore[attr-defined]
        found.append(match.state.view(0))
        seat = match.state.actors()[0]
        bot = Cautious() if seat % 2 else Liar()
        match.play(seat, bot.choose(match.state, seat, rng))
    return [*found, match.state.view(0)]


def first(found: list[PandanteView], wanted: Any) -> PandanteView:
    return next(view for view in found if wanted(view))


def lines(view: PandanteView, width: int = 77) -> list[str]:
    return [text.plain for text in table_lines(view, NAMES, width, PALETTE.bright)]


def moves_shown(view: PandanteView) -> set[str]:
    styles = [span.style for line in table_lines(view, NAMES, 77, PALETTE.bright) for span in line.spans]
    return {style.meta["move"] for style in styles if not isinstance(style, str) and "move" in style.meta}


@pytest.mark.many
@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("width", [40, 60, 77, 82, 120])
def test_no_line_is_wider_than_the_table(seats: int, width: int) -> None:
    for view in views(seats, 3, EVERYTHING, 4):
        for line in lines(view, width):
            assert cell_len(line) <= width


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("options", [{}, EVERYTHING])
def test_eighty_columns_and_twenty_four_lines_are_enough(seats: int, options: dict[str, Any]) -> None:
    for view in views(seats, 5, options):
        assert len(lines(view)) <= LOWEST_ROOM


def test_the_table_does_not_jump_within_a_game() -> None:
    assert len({len(lines(view)) for view in views(4, 2)}) == 1


def test_the_betting_board_has_ten_hands_with_everyones_claims() -> None:
    """PD-3, PD-H1: the highest on top, each claimant on the rung of the claim, nobody else anywhere."""
    view = first(views(4, 3), lambda view: view.phase == "upgrade")
    board = [line[:36] for line in lines(view)[1:11]]
    claims = ["straight flush", "five of a kind", "flush", "four of a kind", "rainbow straight"]
    claims += ["full house", "floosh", "straight", "three of a kind", "pair"]
    codes = ["straight-flush", "five", "flush", "four", "rainbow", "full-house", "floosh", "straight", "three", "pair"]
    assert [line[6:23].strip() for line in board] == claims
    for code, line in zip(codes, board, strict=True):
        claimed = [
            "ABCD"[seat] for seat, player in enumerate(view.players) if player.claim == code and not player.folded
        ]
        assert line[23:].split() == claimed


def test_what_is_true_of_ones_own_cards_is_marked() -> None:
    for view in views(3, 8, gambits=2):
        if view.yours is not None and view.yours.true_claims:
            marked = [line[6:23].strip() for line in lines(view)[1:11] if "✓" in line[:6]]
            assert len(marked) == len(view.yours.true_claims)
            assert f"your best hand is {'a ' if not marked[0].endswith('kind') else ''}{marked[0]}" in "".join(
                lines(view)
            )


def test_every_claim_that_may_be_bet_can_be_clicked() -> None:
    view = first(views(4, 3), lambda view: view.phase == "bet" and view.turn == 0)
    assert {"bet pair", "bet straight-flush"} <= moves_shown(view)
    other = first(views(4, 3), lambda view: view.phase == "bet" and view.turn == 1)
    assert moves_shown(other) == set()


def test_champions_are_chosen_with_their_powers_in_sight() -> None:
    """PD-P1 to PD-P6: those that nobody has yet can be clicked."""
    view = first(views(3, 4, {"champions": True}, 1), lambda view: view.phase == "champions" and view.turn == 0)
    taken = {player.colour for player in view.players if player.colour}
    assert moves_shown(view) == {
        f"champion {colour}" for colour in ("black", "blue", "green", "orange", "red", "purple") if colour not in taken
    }
    assert "Upgrades last, and for nothing. (PD-P6)" in " ".join(lines(view))


def test_where_there_is_little_room_a_bot_goes_without_its_level() -> None:
    row = next(line for line in lines(views(3, 4)[0]) if " B " in line and "Bamboo" in line)
    assert "Bamboo " in row
    assert "(" not in row


def test_ones_own_cards_can_be_clicked_away() -> None:
    """PD-5: after a snack one card goes."""
    view = first(views(4, 3), lambda view: view.phase == "discard snack" and view.turn == 0)
    assert moves_shown(view) == {f"discard {held.card}" for held in view.players[0].hand}


def test_the_hotseat_the_price_and_the_secret_choice_are_told() -> None:
    """PD-21, PD-22: who is in the hotseat, what a false accusation costs, what I chose."""
    found = views(4, 3, gambits=30)
    asked = first(found, lambda view: view.phase == "challenge" and 0 in view.actors and view.hotseat != 0)
    words = " ".join(lines(asked))
    assert f"HOTSEAT: {NAMES[asked.hotseat or 0]} has" in words
    assert "A wrong challenge costs you 20 gold, a liar pays you 5 (PD-22)" in words
    chosen = first(found, lambda view: view.yours is not None and view.yours.challenges is not None)
    assert "You chose to" in " ".join(lines(chosen))


def test_nothing_hidden_is_drawn() -> None:
    """A card that the view does not name is drawn face down."""
    for view in views(4, 7, gambits=2):
        open_cards = {held.card for player in view.players for held in player.hand if held.card}
        drawn = set(re.findall(r"\b[kbgorp](?:10|[1-9])\b", " ".join(line[37:] for line in lines(view)[1:7])))
        assert drawn <= open_cards


def test_a_spectator_sees_a_table_without_a_hand() -> None:
    match = Match.begin("pandante", seats=3, seed=1)
    drawn = lines(match.state.view(None))
    assert not any("(you)" in line for line in drawn)
    assert sum("??" in line for line in drawn) == 3


def test_a_second_row_lies_beside_the_hand() -> None:
    """PD-K9: Quince's Palace."""
    for seed in range(1, 40):
        view = Match.begin("pandante", seats=2, seed=seed, options={"casinos": True}).state.view(0)
        if len(view.board) == 2:
            assert any("row 2" in line for line in lines(view))
            return
    pytest.fail("no palace among these games")


@pytest.mark.parametrize("inks", [PALETTE.bright, PALETTE.plain])
def test_no_two_colours_look_alike(inks: Any) -> None:
    assert len({str(ink_of(code, inks)) for code in [*CODES, None]}) == 8


@pytest.mark.parametrize("code", [*CODES, None])
def test_a_card_says_colour_and_number_and_is_a_box(code: str | None) -> None:
    shown = [line.plain for line in tile(code, PALETTE.bright)]
    assert [cell_len(line) for line in shown] == [6, 6, 6]
    assert ("?" if code is None else "JOKR" if code == "joker" else code[1:]) in shown[1]


def test_the_pages_hold_gold_odds_and_cards_in_full() -> None:
    view = views(3, 4, EVERYTHING, 1)[-1]
    drawing = terminal_table(game("pandante")).draw(view, NAMES, 77)
    assert isinstance(drawing, PandanteDrawing)
    printed = []
    for _, page in drawing.pages:
        out = io.StringIO()
        Console(file=out, width=77, color_system=None).print(page)
        printed.append(out.getvalue())
    assert "Golden Panda Coin" in printed[0]
    assert "straight flush" in printed[1]
    assert "Long Shot" in printed[2]
    assert view.casino is not None
    assert " ".join(view.casino.text.split()) in " ".join(printed[2].split())


def test_every_sign_has_a_plain_one() -> None:
    """Where there is no Unicode, nothing of the drawing turns into a question mark that was none."""
    for view in views(3, 4, EVERYTHING, 3):
        for line in table_lines(view, ["Ada", "Bo", "Cy"], 77, PALETTE.bright):
            assert in_ascii(line.plain).count("?") == line.plain.count("?")


def test_pd_g2_who_has_left_and_who_was_never_there() -> None:
    state = game("pandante").start(4, {"gambling": "drop-in"}, seed=1)

    def say(*moves: str) -> None:
        for move in moves:
            state.play(state.actors()[0], game("pandante").read(move))

    say("sit 104", "sit 104", "sit 104", "leave")
    while state.view(None).phase != "between gambits":
        legal = [game("pandante").say(move) for move in state.legal(state.actors()[0])]
        say(next(move for move in ("hide", "fold", legal[0]) if move in legal))
    say("sit", "sit", "leave", "leave")  # whoever is asked third had cards, whoever is asked last never came
    rows = [row for row in lines(state.view(0)) if re.search(r" [A-D] (Ada|Bam|李|D)", row)]
    assert [word for word in ("has left", "not in yet", "away") if any(word in row for row in rows)] == [
        "has left",
        "not in yet",
    ]
