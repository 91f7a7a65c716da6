"""What the observers of Panda Royale's study write down is what happened."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pandarium.core.outcome import Outcome
from pandarium.games.royale.engine.dice import CLEAR_D6, PINK, PINK_D12, TRADED_D6, list_kinds
from pandarium.games.royale.engine.moves import PASS
from pandarium.games.royale.study import FAITHFUL, FAITHFUL_HARD, STUDY, observers
from pandarium.games.royale.study.observers import Margins, Picks, Token, without_pity
from pandarium.games.royale.study.standard import RESTRICTIONS
from pandarium.games.royale.view import ScoredRound
from pandarium.kit.study import Level, Observer, Player, Question, Results, Row, StudyTable, level_of, rate
from pandarium.sim.estimate import Rows
from pandarium.sim.study_player import make_player
from pandarium.sim.study_runner import questions, run_study

DOCS = Path(__file__).parents[3] / "docs" / "study"
THINKS = "hard"


def watch(observer: type[Observer], table: StudyTable, games: int = 12, seed: int = 0) -> Rows:
    _, rows = run_study("royale", games, asked=[Question("q", "?", [table], observer, [])], seed=seed, workers=1)
    return rows["q"]


def lines(rows: Rows) -> list[dict[str, Any]]:
    return [dict(zip(rows.columns, line, strict=True)) for line in zip(*rows.columns.values(), strict=True)]


def quick(question: Question) -> Question:
    """Without bots that think, which take long without a compiler."""

    def thinks(level: Level) -> bool:
        return level_of(level) == THINKS

    return question._replace(tables=[table for table in question.tables if not any(map(thinks, table.levels))])


class Checked(Picks):
    """Compares the teams with the hands after every move."""

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        super().after(state, seat, move, events)
        for team, hand in zip(self.teams, state.hands, strict=True):
            kinds = [CLEAR_D6 if kind == TRADED_D6 else kind for kind in list_kinds(hand) if kind != PINK_D12]
            assert sorted(slot.die for slot in team) == sorted(kinds)


@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_slots_follow_every_draft_and_every_trade_pr_10_pr_11(bots: str) -> None:
    rows = watch(Checked, StudyTable(5, bots))
    assert len(rows) == 12 * 5 * 9


def test_a_die_that_nothing_multiplies_brings_its_mean_each_roll_pr_4_to_pr_8() -> None:
    rows = watch(Picks, StudyTable(4, "greedy", {"children": True}))
    seen = {line["die"]: line["per_roll"] for line in lines(rows) if line["die"] in {"y8", "p8", "p12", "g20"}}
    assert seen == pytest.approx({"y8": 4.5, "p8": 9.0, "p12": 13.0, "g20": 10.5})
    for line in lines(rows):
        assert line["points"] == pytest.approx(line["per_roll"] * (10 - line["round"]))


def test_a_clear_die_is_worth_what_it_is_traded_for_pr_10() -> None:
    kept = [line["per_roll"] for line in lines(watch(Picks, StudyTable(4, FAITHFUL), 40)) if line["die"] == "c6"]
    traded = [line["per_roll"] for line in lines(watch(Picks, StudyTable(4, "greedy"), 40)) if line["die"] == "c6"]
    assert set(kept) == {3.5}
    assert sum(traded) / len(traded) > 6


def test_the_holder_of_the_token_picks_in_place_one_pr_11() -> None:
    rows = lines(watch(Picks, StudyTable(3, "greedy"), 6))
    for number in (1, 5, 9):
        places = [line["place"] for line in rows if line["round"] == number]
        assert sorted(places) == sorted([1, 2, 3] * 6)


def test_later_points_leave_out_the_roll_that_won_the_token_pr_2() -> None:
    class Twice(Token):
        def end(self, state: Any, outcome: Outcome) -> list[Row]:
            rows = super().end(state, outcome)
            for seat, row in enumerate(rows):
                row["first"] = outcome.scores[seat] - int(row["later"])
            return rows

    rows = lines(watch(Twice, StudyTable(4, "greedy")))
    by_game = [rows[start : start + 4] for start in range(0, len(rows), 4)]
    for game in by_game:
        holder = next(row for row in game if row["place"] == 1)
        assert holder["first"] == max(row["first"] for row in game), "the highest yellow die has the token"
        assert all(1 <= row["first"] <= 6 for row in game)
        assert sum(row["ahead"] for row in game) == pytest.approx(1)
        assert sorted(row["place"] for row in game) == [1, 2, 3, 4]


class Heard(Observer):
    """Adds pink up from what the table is told."""

    events = True

    def deal(self, state: Any, events: list[Any]) -> None:
        self.pink = [0] * len(self.bots)
        self.after(state, 0, 0, events)

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        for event in events:
            told = state.setup.game.redact(event, None)
            if isinstance(told, ScoredRound):
                self.pink[told.seat] += told.line.colours[PINK]

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        plain = without_pity(state)
        assert len(plain) == 10
        assert plain[-1] == [score - pink for score, pink in zip(outcome.scores, self.pink, strict=True)]
        return [{"pink": pink} for pink in self.pink]


def test_totals_without_pity_are_the_sheet_without_pink_pr_8() -> None:
    pink = watch(Heard, StudyTable(4, "greedy")).column("pink")
    assert 0 < sum(map(int, pink)) < 12 * 9 * 2 * 12


def test_faithful_keeps_its_clear_dice_and_drafts_like_greedy() -> None:
    rows = lines(watch(observers.SeatResults, StudyTable(4, ("greedy", FAITHFUL)), 40))
    assert {line["trades"] for line in rows if line["bot"] == "faithful"} == {0}
    assert sum(line["trades"] for line in rows if line["bot"] == "greedy") > 0
    same = StudyTable(4, "greedy", {"children": True})
    assert lines(watch(Picks, same)) == [
        line | {"table": "4 × greedy", "bots": "greedy"} for line in lines(watch(Picks, same._replace(bots=FAITHFUL)))
    ]


def test_hard_can_be_faithful_too() -> None:
    from pandarium import Rng, game

    state = game("royale").start(seats=3, seed=1)
    rng = Rng(2)
    while len(state.legal(state.actors()[0])) < 2 or state.legal(state.actors()[0])[0] != PASS:
        seat = state.actors()[0]
        moves = state.legal(seat)
        state.play(seat, moves[rng.below(len(moves))])
    bot = make_player(game("royale"), Player(FAITHFUL_HARD.level, "", FAITHFUL_HARD.never, effort=2))
    assert bot.choose(state.clone(), state.actors()[0], rng) == PASS


@pytest.mark.parametrize(
    ("now", "final", "holds"),
    [([3, 2], [9, 8], 1.0), ([3, 2], [8, 9], 0.0), ([3, 3], [9, 8], 0.5), ([3, 2], [9, 9], 1.0)],
)
def test_a_lead_holds_when_the_leader_wins(now: list[int], final: list[int], holds: float) -> None:
    assert observers._holds(now, final) == holds


@pytest.mark.parametrize(
    ("scores", "margin", "close", "shared"),
    [((400, 350, 200), 50, 0.0, 0.0), ((400, 391), 9, 1.0, 0.0), ((400, 400, 1), 0, 1.0, 1.0)],
)
def test_margins(scores: tuple[int, ...], margin: int, close: float, shared: float) -> None:
    state: Any = None
    row = Margins(("a",) * len(scores)).end(state, Outcome((0,), scores, ""))
    assert row == {"margin": margin, "close": close, "shared": shared}


def test_victories_change_hands_only_where_pink_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    def changed(scores: tuple[int, ...], plain: list[int]) -> Any:
        monkeypatch.setattr(observers, "without_pity", lambda state: [plain])
        best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        return observers.Rescue(("a",) * len(scores)).end(None, Outcome(best, scores, ""))["changed"]

    assert changed((400, 390), [390, 350]) == 0
    assert changed((400, 390), [350, 360]) == 1
    assert changed((400, 400), [390, 380]) == 0.5


def test_every_question_is_answered_with_its_own_words() -> None:
    assert [question.name for question in STUDY] == [question.name for question in questions("royale")]
    asked = [short for question in STUDY if question.name != "decisions" and (short := quick(question)).tables]
    assert {question.name for question in STUDY} - {question.name for question in asked} == {"decisions", "thought"}
    found, rows = run_study("royale", 16, asked=asked, seed=3, workers=1)
    for question, answered in zip(asked, found.answers, strict=True):
        assert question.ask.endswith("?")
        assert len(rows[question.name]) > 0
        own = [plot.say for plot in question.plots if plot.say is not None]
        if question.name != "dice" and own:
            assert not answered.finding.startswith(question.measures[0].words), answered.finding


def test_slow_bots_play_a_part_of_the_games() -> None:
    for question in STUDY:
        for table in question.tables:
            thinks = any(level_of(level) == THINKS for level in table.levels)
            assert (table.part < 1) == (thinks or question.name in {"luck", "decisions"}), table.title


def test_the_page_answers_every_question_with_small_pictures() -> None:
    page = (DOCS / "royale.md").read_text("utf-8")
    assert re.findall(r"^## (.*\?)$", page, re.MULTILINE) == [question.ask for question in STUDY]
    assert "interrupted" not in page
    pictures = re.findall(r"!\[[^]]*\]\((royale/[^)]+\.svg)\)", page)
    assert len(pictures) == sum(len(question.plots) for question in STUDY)
    for file in pictures:
        assert (DOCS / file).stat().st_size < 60_000
    for count in re.findall(r"× (?:greedy|random|faithful): ([\d,]+)", page):
        assert int(count.replace(",", "")) >= 2000


class NoRed(Results):
    """Red dice are taken only where no others lie in the pool."""

    def before(self, state: Any, seat: int, move: int) -> None:
        never = RESTRICTIONS["never drafts red"]
        if never(state, seat, move):
            assert all(never(state, seat, other) for other in state.legal(seat))


def test_restrictions_are_kept_as_long_as_there_is_another_move_and_travel_to_other_processes() -> None:
    red = Player("greedy", "no red", RESTRICTIONS["never drafts red"])
    watch(NoRed, StudyTable(3, red))
    asked = Question("q", "?", [StudyTable(3, red)], Picks, [rate("won", by="die")])
    one, _ = run_study("royale", 12, asked=[asked], workers=1)
    two, _ = run_study("royale", 12, asked=[asked], workers=2)
    assert one.answers == two.answers
