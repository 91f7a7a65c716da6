from __future__ import annotations

import msgspec
from rich.style import Style
from rich.text import Text

from pandarium import Match, Outcome
from pandarium.tui.drawing import draw_table, heading, in_ascii, pages, paint
from pandarium.tui.generic_board import as_text, draw_view
from pandarium.tui.result import bar, final_screen, is_cooperative, is_deal, proof, score_bars, verdict
from pandarium.tui.widgets import FOLD, KEYS, fold, key_of

from .whisper import GAME as WHISPER
from .whisper import WhisperView


class Hand(msgspec.Struct):
    cards: list[str]
    gold: int


class Everything(msgspec.Struct):
    you: int | None
    turn: int
    round: int
    phase: str
    players: list[Hand]
    pile: list[str]
    prices: dict[str, int]
    nothing: None = None


VIEW = Everything(1, 0, 3, "night", [Hand(["a1", "b2"], 7), Hand([], -1)], ["c3", "d4"], {"tea": 2, "rice": 5})


def text_of(lines: list[list[object]]) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in lines)  # type: ignore[attr-defined]


def test_any_view_is_drawn_with_its_names() -> None:
    text = text_of(paint(draw_view(VIEW, ["Ada", "[b]Bo"], 60), 60, None))  # type: ignore[arg-type]
    for words in ("you [b]Bo", "turn Ada", "round 3", "a1 b2", "-1", "pile", "c3 d4", "tea 2, rice 5", "cards", "gold"):
        assert words in text
    assert "nothing" not in text


def test_any_value_goes_on_a_line() -> None:
    assert as_text([None, True, 3, "x"]) == "· yes 3 x"
    assert as_text([[1, 2], {"a_b": None}]) == "1 2; a b ·"


def test_a_game_without_a_drawing_gets_the_generic_one_and_a_page() -> None:
    view = WhisperView(0, 42, ["high"])
    assert "number 42" in text_of(paint(draw_table(WHISPER, view, ["Ada", "Bo", "Cy"], 60), 60, None))  # type: ignore[arg-type]
    assert [title for title, _ in pages(WHISPER, view, ["Ada", "Bo", "Cy"], 60)] == ["Everything on the table"]


def test_keys_are_written_where_the_drawing_leaves_room() -> None:
    drawn = Text.assemble(
        ("──────", Style(meta={"move": "go", "slot": True})), ("──────", Style(meta={"move": "stay", "slot": True}))
    )
    assert text_of(paint(drawn, 20, None, {"go": "1"})) == "──[1]───────"  # type: ignore[arg-type]


def test_the_chosen_move_is_marked() -> None:
    drawn = Text.assemble(("go", Style(meta={"move": "go"})), ("stay", Style(meta={"move": "stay"})))
    marked = [
        segment.text for segment in paint(drawn, 20, None, chosen="stay")[0] if segment.style and segment.style.reverse
    ]
    assert marked == ["stay"]


def test_round_and_phase_stand_in_the_heading_if_there_are_any() -> None:
    assert heading(VIEW) == "Round 3 · night"
    assert heading(WhisperView(0, 1, [])) == ""


def test_ascii_loses_no_line() -> None:
    assert in_ascii("┌─✦s6┐ −3 ♛ ▸…") == "+-*s6+ -3 P >..."


def test_the_keys_of_moves_mean_nothing_else() -> None:
    assert not set(KEYS) & set("dhlnqrsu?/ ")
    assert len(set(KEYS)) == len(KEYS)
    assert key_of(0) == "1"
    assert key_of(len(KEYS)) == ""


def test_the_verdict_names_the_winners_and_the_distance() -> None:
    names = ["Ada", "Bo", "Cy"]
    assert verdict(Outcome((0,), (5, 3, 1), ""), names) == "Ada wins, 2 ahead"
    assert verdict(Outcome((1,), (3, 3, 1), ""), names) == "Bo wins"
    assert verdict(Outcome((0, 2), (3, 1, 3), ""), names) == "Ada and Cy share the victory"
    assert verdict(Outcome((0, 1, 2), (0, 0, 0), ""), names) == "Ada, Bo and Cy share the victory"
    assert verdict(Outcome((), (0, 0, 0), ""), names) == "Nobody wins"


def test_bars_are_as_long_as_scores_and_fit() -> None:
    assert bar(10, 10, 20) == "█" * 20
    assert bar(5, 10, 20) == "█" * 10
    assert bar(0, 10, 20) == bar(-3, 10, 20) == bar(0, 0, 5) == ""
    lines = score_bars(Outcome((1,), (-4, 100, 50), ""), ["Ada", "Bo", "a very long name that goes on and on"], 60)
    assert [line.plain.split()[0] for line in lines] == ["✓", "a", "Ada"]
    assert max(line.cell_len for line in lines) <= 60


def test_the_proof_is_the_seed_or_the_secret_with_its_hash() -> None:
    assert proof(Match.begin("royale", seats=2, seed=3).record) == ["seed 3"]
    record = Match.begin("royale", seats=2).record
    assert str(record.secret) in "".join(proof(record))
    assert str(record.commitment) in "".join(proof(record))


def test_where_all_play_together_all_win_or_lose() -> None:
    names = ["Ada", "Bo"]
    assert verdict(Outcome((0, 1), (4, 4), ""), names, together=True) == "You all win, together"
    assert verdict(Outcome((), (0, 0), ""), names, together=True) == "You all lose, together"
    assert verdict(Outcome((), (0,), ""), ["Ada"], together=True) == "Ada loses"
    assert is_cooperative("pilfering")
    assert not is_cooperative("royale")
    assert not is_cooperative("a game of another house")


def test_the_end_of_a_game_played_together_has_no_ranking() -> None:
    record = Match.begin("pilfering", seats=2, seed=3).record
    lost = Outcome((), (0, 0), "caught by the keeper (PP-E2)")
    screen = final_screen(record, lost, ["Ada", "Bo"], 70, far="The pandas came to space 9 of 35")
    drawn = "\n".join("".join(segment.text for segment in line).rstrip() for line in paint(screen, 70, None))
    for words in ("You all lose, together", "(PP-E2)", "space 9 of 35", "· Ada", "· Bo"):
        assert words in drawn
    assert " 0 " not in drawn


def test_the_end_of_a_deal_of_a_tournament_has_no_winner_yet() -> None:
    """PD-G3: a record of it, seen again, says so, too."""
    stakes = "gambit=3 multiplier=2 dealer=0 pot=0 gold=104,98"
    record = Match.begin("pandante", 2, {"gambling": "tournament", "stakes": stakes}, seed=3).record
    over = Outcome((1,), (98, 104), "this gambit is over (PD-G3)")
    for result, head in (("", "The gambit is over"), ("Bob takes the pot: 6 gold", "Bob takes the pot: 6 gold")):
        screen = final_screen(record, over, ["Ada", "Bob"], 70, result=result)
        drawn = "\n".join("".join(segment.text for segment in line).rstrip() for line in paint(screen, 70, None))
        assert head in drawn
        assert "Gold\n  Bob 104" in drawn
        assert "wins" not in drawn
        assert "✓" not in drawn
    assert not is_deal("royale", {})
    assert not is_deal("a game of another house", {"stakes": stakes})


def test_many_moves_are_folded_by_group_and_none_is_lost() -> None:
    labels = [f"move {number}" for number in range(FOLD + 1)]
    groups = ["", *["alike"] * FOLD]
    folded = fold(range(FOLD + 1), labels, groups)
    assert [line.label for line in folded] == ["move 0", f"alike ({FOLD} ways)"]
    assert [move for line in folded for move in line.moves] == list(range(FOLD + 1))
    assert len(fold(range(FOLD), labels[:FOLD], groups[:FOLD])) == FOLD
