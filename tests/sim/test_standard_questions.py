"""Questions to every game, where the truth is known: what is not forbidden changes nothing, luck alone has no skill."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import pandarium
from pandarium.bots import SearchBot, make
from pandarium.core.bot import Advice, Bot
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE
from pandarium.kit.study import Player, Question, RestrictedBot, Results, Row, StudyTable, Subject, mean, rate
from pandarium.kit.study.course import Course, fit, turning_points, winning_chances
from pandarium.kit.study.decisions import FORCED, REAL, SAME, Decisions
from pandarium.kit.study.measures import DEAL, MOMENT, SKILL
from pandarium.kit.study.standard import (
    EVERYBODY,
    FREELY,
    course_of_play,
    luck_and_skill,
    real_decisions,
    restricted_play,
    skill_trace,
)
from pandarium.sim.general_questions import general_questions
from pandarium.sim.study_page import rows_csv
from pandarium.sim.study_player import make_player
from pandarium.sim.study_runner import run_study

LEDUC = pandarium.game("leduc")


def nothing(state: Any, seat: int, move: int) -> bool:
    return False


def everything(state: Any, seat: int, move: int) -> bool:
    return True


def one_of(kinds: tuple[int, ...], state: Any, seat: int, move: int) -> bool:
    return move in kinds


NO_RAISE = partial(one_of, (RAISE,))
ONLY_CALL = partial(one_of, (FOLD, RAISE))


# Restricted play


def test_who_is_forbidden_nothing_plays_the_same_games() -> None:
    asked = restricted_play("greedy", {"never does nothing": nothing}, seats=2)
    found, rows = run_study("leduc", 60, asked=[asked], workers=1)
    assert [one.value for one in found.answers[0].differences] == [0.0, 0.0]
    assert all((one.low, one.high) == (0.0, 0.0) for one in found.answers[0].differences)
    won, play = rows["restricted"].column("won"), rows["restricted"].column("play")
    assert [value for value, name in zip(won, play, strict=True) if name == FREELY] == [
        value for value, name in zip(won, play, strict=True) if name != FREELY
    ]


@pytest.mark.parametrize("never", [nothing, everything])
def test_a_bot_for_whom_all_or_nothing_is_forbidden_plays_as_it_would(never: Any) -> None:
    free, bound = make(LEDUC, "greedy"), RestrictedBot(make(LEDUC, "greedy"), never)
    state = LEDUC.start(seats=2, seed=3)
    chance = Rng(1)
    while actors := state.actors():
        move = free.choose(state, actors[0], Rng(5))
        assert bound.choose(state, actors[0], Rng(5)) == move
        state.play(actors[0], move if len(state.legal(actors[0])) == 1 else state.legal(actors[0])[chance.below(2)])


def test_the_next_best_move_stands_in_for_a_forbidden_one() -> None:
    greedy = make(LEDUC, "greedy")
    found = set()
    for seed in range(30):
        state = LEDUC.start(seats=2, seed=seed)
        seat = state.actors()[0]
        ranked = [advice.move for advice in greedy.advise(state, seat, Rng(0))]
        chosen = RestrictedBot(greedy, NO_RAISE).choose(state, seat, Rng(0))
        assert chosen == next(move for move in ranked if move != RAISE)
        found.add((ranked[0], chosen))
    assert (RAISE, CALL) in found, "the restriction was felt"


class Mixed(Bot):
    """Raises or calls by luck, and advises nothing but to raise."""

    name = "mixed"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return (RAISE, CALL)[rng.below(2)]

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        return [Advice(RAISE, 0.0, "")]


def test_a_bot_that_mixes_is_asked_again_and_a_clock_has_the_last_word() -> None:
    state = next(
        state
        for state in (LEDUC.start(seats=2, seed=seed) for seed in range(9))
        if len(state.legal(state.actors()[0])) > 1
    )
    seat = state.actors()[0]
    chosen = [RestrictedBot(Mixed(), NO_RAISE).choose(state, seat, Rng(seed)) for seed in range(40)]
    assert RAISE not in chosen
    assert chosen.count(CALL) >= 36, "of five draws one is a call, but for one time in 32"


def test_the_subject_is_the_first_named_wherever_the_table_is_turned() -> None:
    asked = Question("q", "?", [StudyTable(2, (Player("greedy", "subject"), "random"))], Subject, [rate("won")])
    everybody = Question("r", "?", asked.tables, Results, [rate("won", by="bot")])
    _, rows = run_study("leduc", 50, asked=[asked, everybody], workers=1)
    by_seat = zip(rows["r"].number, rows["r"].column("bot"), rows["r"].column("won"), strict=True)
    assert rows["q"].column("won") == [won for _, bot, won in by_seat if bot == "subject"]
    assert len(rows["q"]) == 50


# Thought


def test_effort_is_how_much_a_bot_searches() -> None:
    bot = make_player(pandarium.game("royale"), Player("hard", effort=17))
    assert (bot.name, getattr(bot, "outlines", None)) == ("hard", 17)
    with pytest.raises(pandarium.PandariumError, match="does not search"):
        make_player(LEDUC, Player("greedy", effort=9))
    assert SearchBot(5).playouts == 5


def test_a_trace_sets_every_effort_against_its_half() -> None:
    asked = skill_trace("hard", (2, 4, 8), unit="outlines")
    assert [table.players for table in asked.tables] == [
        "hard, 4 outlines, hard, 2 outlines",
        "hard, 8 outlines, hard, 4 outlines",
    ]
    found, rows = run_study("royale", 4, asked=[asked], workers=1)
    assert [figure.group["thought"] for figure in found.answers[0].measures[0]] == [4, 8]
    assert set(rows["thought"].column("thought")) == {4, 8}
    together = skill_trace("strong", (2, 4), together=True)
    assert [table.players for table in together.tables] == ["strong, 2 playouts", "strong, 4 playouts"]


# Luck and skill


def test_a_game_of_pure_luck_has_no_skill() -> None:
    """Leduc without a choice: who always calls shows the cards that luck dealt."""
    levels = [Player("random", "one", ONLY_CALL), Player("greedy", "other", ONLY_CALL)]
    asked = luck_and_skill(levels, "greedy")
    asked = asked._replace(
        tables=[table._replace(bots=[table.levels[0], Player("greedy", "host", ONLY_CALL)]) for table in asked.tables]
    )
    found, _ = run_study("leduc", 200, asked=[asked], workers=1)
    shares = {
        figure.group["source"]: figure for figure in found.answers[0].measures[0] if figure.group["ladder"] == EVERYBODY
    }
    assert shares[SKILL].value == 0 == shares[SKILL].high
    assert shares[DEAL].value == 1
    assert shares[MOMENT].value == 0


def test_shares_of_luck_and_skill_add_up_and_skill_shows() -> None:
    found, _ = run_study("royale", 60, asked=[luck_and_skill(("random", "greedy"), "greedy")], workers=1)
    everybody = [figure for figure in found.answers[0].measures[0] if figure.group["ladder"] == EVERYBODY]
    assert sum(figure.value for figure in everybody) == pytest.approx(1)
    assert everybody[0].group["source"] == SKILL
    assert (everybody[0].low or 0) > 0
    assert "skill" in found.answers[0].finding


# The course of a game


def _rows(games: list[list[tuple[float, float]]], winners: list[int]) -> list[tuple[int, Row]]:
    """Games of two by their standings from moment to moment."""
    rows: list[tuple[int, Row]] = []
    for number, (course, winner) in enumerate(zip(games, winners, strict=True)):
        won: Any = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
        for at, (one, other) in enumerate(course, 1):
            standings: Any = ((one,), (other,))
            rows.append((number, {"table": "t", "at": at, "standings": standings, "won": won}))
    return rows


def test_chances_are_what_they_say() -> None:
    """A point ahead wins three times of four: that is what is learned, from games that know nothing of each other."""
    winners = [0 if number // 2 % 4 else 1 for number in range(4000)]
    found = winning_chances("round", _rows([[(1.0, 0.0)]] * 4000, winners))
    assert len(found) == 4000
    assert {round(float(row["favourite"]), 2) for _, row in found} == {0.75}
    assert sum(float(row["held"]) for _, row in found) == 3000
    assert {row["said"] for _, row in found} <= {"70 to 80 %"}
    assert found[0][1]["round"] == 1


def test_a_lead_that_always_wins_is_sure_and_one_that_means_nothing_is_even() -> None:
    sure = winning_chances("round", _rows([[(5.0, 0.0)], [(0.0, 5.0)]] * 200, [0, 1] * 200))
    assert min(float(row["winner"]) for _, row in sure) > 0.95
    even = winning_chances("round", _rows([[(5.0, 0.0)], [(0.0, 5.0)]] * 200, [0, 0, 1, 1] * 100))
    assert {round(float(row["winner"]), 1) for _, row in even} == {0.5}


def test_turning_points_of_games_that_one_can_count() -> None:
    """At the first moment a point means nothing, at the second everything: half of the games turn there."""
    games = [[(1.0, 0.0), (9.0, 0.0)], [(0.0, 1.0), (9.0, 0.0)], [(1.0, 0.0), (0.0, 9.0)], [(0.0, 1.0), (0.0, 9.0)]]
    rows = turning_points(_rows([game for game in games for _ in (0, 1)] * 100, [0, 0, 0, 0, 1, 1, 1, 1] * 100))
    assert all(row["open"] == 0.0 and row["decided_at"] == pytest.approx(2 / 3) for _, row in rows)
    assert all(row["comeback"] == 0.0 and 0.4 < float(row["lowest"]) < 0.6 for _, row in rows)


def test_where_all_play_together_it_is_the_table_against_its_defeat() -> None:
    won: Any = ((1.0,), (0.0,))
    standings: Any = (((1.0,),), ((0.0,),))
    rows: list[tuple[int, Row]] = [
        (number, {"table": "t", "at": 1, "standings": standings[number // 2 % 2], "won": won[number // 2 % 2]})
        for number in range(400)
    ]
    assert min(float(row["winner"]) for _, row in winning_chances("turn", rows)) > 0.9


def test_a_fit_of_two_causes_finds_the_one_that_counts() -> None:
    moments = [(0, [(1.0, noise), (0.0, 1 - noise)], [1.0, 0.0]) for noise in (0.0, 1.0)] * 300
    moments += [(0, [(1.0, noise), (0.0, 1 - noise)], [0.0, 1.0]) for noise in (0.0, 1.0)] * 100
    one, other = fit(moments)
    assert one == pytest.approx(1.0986, abs=0.01)
    assert other == pytest.approx(0, abs=0.01)


class Chips(Course):
    def moment(self, state: Any) -> int:
        return int(state.stage)

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        return (float(state.paid_by(seat)),)


def test_the_course_of_a_real_game() -> None:
    asked = course_of_play([StudyTable(2, "greedy")], Chips, "betting")
    found, _ = run_study("leduc", 100, asked=asked, workers=1)
    assert [answer.name for answer in found.answers] == ["course", "turns"]
    assert found.answers[0].measures[0][0].group.keys() == {"table", "betting"}
    assert "the favourite changes" in found.answers[1].finding


# Real decisions


class Noise(Decisions):
    """Results that have nothing to do with the moves."""

    def result(self, state: Any, outcome: Outcome, seat: int) -> float:
        return float(self.chance.below(1000))


class Level(Decisions):
    """Results that are all the same."""

    def result(self, state: Any, outcome: Outcome, seat: int) -> float:
        return 3.0


def _tried(kind: type[Decisions], state: State, seat: int, move: int, seed: int = 1) -> Row:
    observer = kind(("a", "b"))
    observer.chance, observer.bot = Rng(seed), make(state.setup.game, "greedy")
    observer.deal(state, [])
    observer.before(state, seat, move)
    return observer._try(observer.drawn[0])


def _raised_against_a_pair_of_kings() -> tuple[State, int]:
    """The second betting: somebody with a pair of kings, which nobody can beat, has to answer a raise."""
    for seed in range(500):
        state: Any = LEDUC.start(seats=2, seed=seed)
        while state.public < 0:
            state.play(state.actors()[0], CALL)
        seat = state.actors()[0]
        if state.fixed.code(state.card_of(seat)) == state.fixed.code(state.public) == "K":
            state.play(seat, CALL)
            state.play(state.actors()[0], RAISE)
            return state, seat
    raise AssertionError("there is such a deal")


def test_to_fold_the_best_hand_or_not_is_a_real_decision() -> None:
    state, seat = _raised_against_a_pair_of_kings()
    assert {FOLD, CALL} <= set(state.legal(seat))
    row = _tried(Decisions, state, seat, CALL)
    assert row["fate"] == REAL
    assert float(row["stake"]) > 0
    assert float(row["gain"]) > 0
    assert row["listed"] == len(state.legal(seat))


def test_where_the_result_has_nothing_to_do_with_the_move_no_decision_is_real() -> None:
    state, seat = _raised_against_a_pair_of_kings()
    assert _tried(Level, state, seat, CALL)["fate"] == SAME
    fates = [_tried(Noise, state, seat, CALL, seed)["fate"] for seed in range(40)]
    assert fates.count(REAL) <= 4, "one in forty, by chance"


def test_a_single_move_is_no_decision() -> None:
    royale = pandarium.game("royale")
    for seed in range(50):
        state = royale.start(seats=2, seed=seed)
        while actors := state.actors():
            moves = state.legal(actors[0])
            if len(moves) == 1:
                row = _tried(Decisions, state, actors[0], moves[0])
                assert (row["fate"], row["forced"], row["stake"]) == (FORCED, 1.0, 0.0)
                return
            state.play(actors[0], moves[0])
    raise AssertionError("there is such a position")


def test_what_matters_is_found_and_what_does_not_is_not() -> None:
    found, rows = run_study("leduc", 120, asked=[real_decisions([StudyTable(2, "greedy")], Decisions)], workers=1)
    again, _ = run_study("leduc", 120, asked=[real_decisions([StudyTable(2, "greedy")], Decisions)], workers=2)
    assert found.answers == again.answers, "the observers' luck is the same everywhere"
    fates = set(rows["decisions"].column("fate"))
    assert REAL in fates
    assert fates <= {REAL, SAME, FORCED}


def test_watching_decisions_changes_no_game() -> None:
    table = StudyTable(2, "random")
    alone = Question("q", "?", [table], Results, [mean("score")])
    _, rows = run_study("leduc", 30, asked=[alone], workers=1)
    _, watched = run_study("leduc", 30, asked=[alone, real_decisions([table], Decisions)], workers=1)
    assert rows_csv(rows["q"]) == rows_csv(watched["q"])


def test_games_without_a_study_are_asked_too() -> None:
    names = [question.name for question in general_questions(LEDUC)]
    assert {"luck", "decisions"} <= set(names)
    assert "thought" not in names, "its strongest bot does not search"
    assert "thought" in [question.name for question in general_questions(pandarium.game("royale"))]
