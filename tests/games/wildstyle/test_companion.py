"""Wildstyle with the real box: rounds are called out, the map is told hex by hex, and the engine scores it."""

from __future__ import annotations

from itertools import combinations
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandarium
from pandarium import bots
from pandarium.companion import EveningEntries as Told
from pandarium.companion import EveningShown, follow
from pandarium.companion import fold as fold_entries
from pandarium.core.rng import Rng
from pandarium.games.wildstyle.companion import WildstylePage
from pandarium.games.wildstyle.companion.page import (
    AskCount,
    AskMap,
    AskObjectives,
    AskRemove,
    AskRound,
    AskTags,
    Place,
    Range,
    RemoveOf,
    RoundTimes,
)
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import REMOVE, RUSH, kind_of
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS
from pandarium.games.wildstyle.engine.scoring import unpicked, works_of
from pandarium.games.wildstyle.engine.state import OVER, REMOVING
from pandarium.games.wildstyle.view import events as seen
from pandarium.kit.companion import SEAT_LETTERS

from .table import game, heard

T = TypeVar("T")
NAMES = ("Ann", "Ben", "Cem", "Dea", "Eli")
SET_UP = ["map 1a 3b", "objectives tricorners border_wars zone_control"]
SCORING = [*SET_UP, "score"]
WITHOUT_MAP = ["map none", SET_UP[1], "score"]
ROWS = "RRP/ARRF/APASM/FFAM/AMF"


def fold(*entries: str, seats: int = 2, typing: str = "", advice: bool = False, **options: Any) -> EveningShown:
    told = Told(names=list(NAMES[:seats]), options=options, entries=list(entries), typing=typing, advice=advice)
    return fold_entries(game, told)


def page(*entries: str, **more: Any) -> WildstylePage:
    shown = fold(*entries, **more)
    assert shown.fault is None, shown.fault
    assert isinstance(shown.page, WildstylePage)
    return shown.page


def fault(*entries: str, **more: Any) -> str:
    """Why the last of these entries does not fit; those before it do."""
    found = fold(*entries, **more).fault
    assert found is not None
    assert found.index == len(entries) - 1
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


def removal(*entries: str, **more: Any) -> list[RemoveOf]:
    ask = page(*entries, **more).ask
    assert isinstance(ask, AskRemove)
    return ask.players


# the set-up


def test_ws_s1_the_map_is_what_lies_on_the_table() -> None:
    ask = page().ask
    assert isinstance(ask, AskMap)
    assert (ask.boards, ask.later, len(ask.sides)) == (["", ""], True, 10)
    view = page(*SET_UP).view
    assert view is not None
    assert [board.side for board in view.boards] == ["1a", "3b"]
    assert [board.rotation for board in view.boards] == [0, 3]


def test_ws_c2_boards_of_another_box_are_entered_row_by_row() -> None:
    first = page(f"map A {ROWS}").ask
    assert isinstance(first, AskMap)
    assert first.boards == [ROWS, ""]
    view = page(f"map A {ROWS.lower()}", "map b MAF/RRAM/PARSA/MARF/FFP", SET_UP[1]).view
    assert view is not None
    assert "".join(hex.icon for hex in view.hexes[:19]) == ROWS.replace("/", "")
    # The second board is turned so that its Station is closest to the middle (WS-S1).
    assert view.boards[1].rotation == 3
    assert "".join(hex.icon for hex in view.hexes[19:]) == "MAF/RRAM/PARSA/MARF/FFP".replace("/", "")[::-1]


def test_ws_s1_a_map_and_objectives_can_be_drawn_by_the_device() -> None:
    assert page("map draw 4711", "objectives draw 4711", seats=5) == page(
        "map draw 4711", "objectives draw 4711", seats=5
    )
    drawn = {str(page(f"map draw {seed}", f"objectives draw {seed}", seats=3).view.boards) for seed in range(9)}  # type: ignore[union-attr]
    assert len(drawn) > 5
    told = fold("map draw 7", "objectives draw 7").entered[-1].events
    assert isinstance(told[0], seen.LaidMap)
    assert len(told[0].objectives) == 3


def test_ws_s1_the_map_may_wait_until_the_scoring() -> None:
    assert isinstance(page("map later").ask, AskObjectives)
    assert isinstance(page("map later", SET_UP[1]).ask, AskRound)
    ask = page("map later", SET_UP[1], "score").ask
    assert isinstance(ask, AskMap)
    assert not ask.later
    assert isinstance(page("map later", SET_UP[1], "score", "map 1a 3b").ask, AskTags)
    assert fault("map later", SET_UP[1], "score", "map later").startswith("cannot read the move 'map later'")


def test_ws_s2_two_objectives_on_side_a_and_one_on_side_b() -> None:
    ask = page("map none").ask
    assert isinstance(ask, AskObjectives)
    assert (ask.a, ask.b, [one.code for one in ask.choices]) == (2, 1, list(OBJECTIVE_CODES))
    shown = page("map none", "objectives zone_control border_wars tricorners")
    assert [one.code for one in shown.objectives] == ["border_wars", "tricorners", "zone_control"]


def test_ws_s5_families_take_one_objective() -> None:
    ask = page("map none", family=True).ask
    assert isinstance(ask, AskObjectives)
    assert (ask.a, ask.b) == (1, 0)
    assert {one.side for one in ask.choices} == {"A"}
    assert "rail_supreme" not in [one.code for one in ask.choices]
    alone = "families take one objective, on its A side, and not Rail Supreme (WS-S5)"
    assert fault("map none", "objectives rail_supreme", family=True) == alone
    assert fault("map none", "objectives bestagon", family=True) == alone
    assert [one.code for one in page("map none", "objectives tricorners", family=True).objectives] == ["tricorners"]


def test_ws_c1_a_box_with_other_points_says_so() -> None:
    before = page(*SCORING, "A tags A1 A2").view
    after = page(*SCORING, "worth 1 5 2 2 3 4", "A tags A1 A2").view
    assert before is not None
    assert after is not None
    assert (before.players[0].score.tags, after.players[0].score.tags) == (2, 10)
    assert fault(*SET_UP, "worth 1 5 2 2 3 21") == "a tag scores 20 points at most (WS-C1)"
    ended = [*SCORING, "A tags A1 A2", "complete"]
    assert fault(*ended, "worth 1 1 1 1 1 1") == "the scoring has begun (WS-20)"


# rounds


def rounds(*entries: str, **more: Any) -> AskRound:
    ask = page(*SET_UP, *entries, **more).ask
    assert isinstance(ask, AskRound)
    return ask


def test_ws_2_a_round_is_prepared_counted_down_and_started() -> None:
    ready = rounds()
    assert (ready.round, ready.stage, ready.countdown) == (1, "ready", 3)
    assert (ready.split, ready.draw, ready.share) == (4, 2, 4)
    assert rounds("go 100").stage == "play"
    assert fault(*SET_UP, "go 100", "go 101") == "the round has started already (WS-2)"
    assert fault(*SET_UP, "A stop") == "the round has not started yet (WS-2)"


def test_ws_11_who_has_placed_the_last_tag_stops() -> None:
    entries = ["map none", SET_UP[1], "go", "B stop"]
    ask = page(*entries, seats=3).ask
    assert isinstance(ask, AskRound)
    assert (ask.stage, ask.stopped) == ("play", [1])
    assert fault(*entries, "B stop", seats=3) == "Ben has stopped for this round already (WS-11)"
    assert fault(*entries, "B done", seats=3) == "Ben has stopped for this round already (WS-11)"


def test_ws_12_the_end_is_triggered_when_only_one_player_has_tags_left() -> None:
    entries = ["map none", SET_UP[1], "go 100", "C stop 160", "A stop 190"]
    shown = page(*entries, seats=3)
    assert shown.rounds == [RoundTimes(100, 190, None, "tags", 0)]
    assert isinstance(shown.ask, AskRound)
    assert shown.ask.stage == "last"


def test_ws_12_the_end_is_triggered_when_all_draw_piles_are_empty() -> None:
    shown = page(*SET_UP, "go 100", "piles 220")
    assert shown.rounds == [RoundTimes(100, 220, None, "piles", None)]
    assert isinstance(shown.ask, AskRound)
    assert (shown.ask.stage, shown.ask.piles_empty, shown.ask.grace) == ("last", True, 20)
    assert fault(*SET_UP, "go", "piles", "piles") == "the draw piles are empty already (WS-12)"
    # The second reason changes nothing more.
    both = page("map none", SET_UP[1], "go 1", "piles 2", "A stop 3", "B stop 4", seats=3).rounds
    assert both == [RoundTimes(1, 2, None, "piles", None)]


def test_ws_13_the_round_is_over_when_everybody_has_stopped_or_is_done() -> None:
    ask = rounds("go 100", "A stop 160", "B done 170")
    assert (ask.round, ask.stage) == (2, "ready")
    assert rounds("go", "piles", "over 200").round == 2
    assert page(*SET_UP, "go 5", "over 9").rounds == [RoundTimes(5, None, 9, "", None)]
    told = fold(*SET_UP, "go", "A stop", "B done").entered[-1].events
    assert [type(event) for event in told] == [seen.Passed, seen.EndedRound]


def test_ws_13_the_grace_period_is_the_tables_option() -> None:
    assert rounds("go", "piles", grace=40).grace == 40
    relaxed = rounds("go", "piles", pace="turns")
    assert (relaxed.grace, relaxed.countdown) == (0, 0)


def test_ws_20_after_three_rounds_the_map_is_scored() -> None:
    assert isinstance(page(*SET_UP, *["go", "over"] * 3).ask, AskTags)
    assert isinstance(page("map later", SET_UP[1], *["go", "over"] * 3).ask, AskMap)
    assert fault(*SET_UP, *["go", "over"] * 3, "go") == "the tags on the map come now (WS-20)"


# tags and cop cars


def test_ws_9_only_stations_take_tags_of_several_players() -> None:
    station = next(hex.name for hex in page(*SET_UP).view.hexes if hex.icon == "S")  # type: ignore[union-attr]
    both = page(*SCORING, f"A tag {station}", f"B tag {station}").view
    assert both is not None
    assert next(hex.tags for hex in both.hexes if hex.name == station) == [0, 1]
    taken = "Ann has a tag on A1; only Train Stations take more than one (WS-9)"
    assert fault(*SCORING, "A tag A1", "B tag A1") == taken
    assert fault(*SCORING, "A tag A1", "A tag a1") == "Ann has a tag on A1 already (WS-9)"
    assert fault(*SCORING, "A tags A1 A1") == "Ann has a tag on A1 already (WS-9)"


def test_a_tag_on_the_wrong_hex_is_taken_off_again() -> None:
    mended = page(*SCORING, "A tag A1 A2", "A untag A2", "A tag A3")
    assert mended == page(*SCORING, "A tags A3 A1")
    assert fault(*SCORING, "A tag A1", "A untag A2") == "Ann has no tag on A2 (WS-9)"


def test_ws_c4_eighteen_tags_and_twenty_eight_cop_cars() -> None:
    ask = page(*SCORING, f"A tags {' '.join(HEX_NAMES[:18])}", "A cars 20").ask
    assert ask == AskTags([20, 0], 18, 8)
    assert fault(*SCORING, f"A tags {' '.join(HEX_NAMES[:19])}") == "Ann has 18 tags, no more (WS-C4)"
    assert fault(*SCORING, "A cars 20", "B cars 9") == "there are 28 cop cars in all (WS-C4)"
    assert page(*SCORING, "A cars 28", "A cars 0", "B cars 28").ask == AskTags([0, 28], 18, 0)


def test_points_are_told_while_tags_are_entered() -> None:
    scores = []
    entries = [*SCORING]
    for hex in ("A4", "A1", "A2"):
        entries.append(f"A tag {hex}")
        view = page(*entries).view
        assert view is not None
        scores.append(view.players[0].score.total)
    # A lonely tag scores nothing (WS-20); A4 is an Apartment, A1 and A2 are Railways; three of them are a zone (WS-30).
    assert scores == [0, 3, 9]


# cop cars at the end


def test_ws_20_the_best_choice_is_shown() -> None:
    tags = "A1 A2 A4 A5 A9 A19"
    ask = removal(*SCORING, f"A tags {tags}", "A cars 2", "complete")[0]
    state = pandarium.game("wildstyle").load(
        {
            "seats": 2,
            "map": ["1a", "3b"],
            "objectives": ["tricorners", "border_wars", "zone_control"],
            "round": 3,
            "phase": "over",
            "players": [{"tags": tags.split()}, {}],
            "piles": [0, 0],
        }
    )
    assert isinstance(state, Wildstyle)
    works = works_of(state, 0)
    worths = [works.value(works.every & ~(1 << one | 1 << other)) for one, other in combinations(range(6), 2)]
    assert (ask.owed, ask.most, ask.points, len(ask.best)) == (2, max(worths), max(worths), 2)
    shown = fold(*SCORING, f"A tags {tags}", "A cars 2", "complete", f"A remove {' '.join(ask.best)}")
    assert shown.outcome is not None
    assert shown.outcome.scores[0] == ask.most


def test_ws_20_another_choice_says_what_it_costs() -> None:
    entries = [*SCORING, "A tags A1 A2 A4 A5", "A cars 1", "B tags B1 B2 B4", "B cars 1", "complete"]
    ann, ben = removal(*entries)
    worse = removal(*entries, "A remove A1" if ann.best != ["A1"] else "A remove A2")[0]
    assert worse.picks
    assert worse.best == []
    assert worse.points <= worse.most == ann.most
    assert ben.owed == 1
    assert fault(*entries, "A remove B1") == "you have no tag there (WS-20)"
    assert fault(*entries, "A remove").startswith("cannot read the move 'A remove'")
    done = [*entries, "A remove A1", "A remove A2"]
    assert fault(*done).endswith("(WS-20)")


def test_ws_20_who_has_no_choice_is_not_asked() -> None:
    shown = fold(*SCORING, "A tags A1 A2", "A cars 5", "complete")
    assert shown.outcome is not None
    assert shown.outcome.scores == (0, 0)
    assert page(*SCORING, "A tags A1 A2", "A cars 5", "complete").steps[0].of == [2, 0]


def test_ws_20_a_bot_says_which_tag_to_give_up() -> None:
    entries = [*SCORING, "A tags A1 A2 A4 A5", "A cars 1", "complete"]
    advice = fold(*entries, advice=True).advice
    assert len(advice) == 4
    assert [advice[0].entry] == [f"A remove {hex}" for hex in removal(*entries)[0].best]
    assert fold(*SET_UP, advice=True).advice == []


def test_ws_20_every_step_is_told_with_its_rule() -> None:
    shown = page(*SCORING, "A tags A1 A2 A4 A19", "A cars 1", "B tags B1 B2 B4", "complete", "A remove A4")
    told = [(step.kind, step.rule, step.code, step.of, step.sums) for step in shown.steps]
    assert told == [
        ("cars", "WS-20", "", [1, 0], [0, 0]),
        ("solo", "WS-20", "", [1, 0], [0, 0]),
        ("objective", "WS-22", "tricorners", [0, 0], [0, 0]),
        ("objective", "WS-24", "border_wars", [0, told[3][3][1]], told[3][4]),
        ("objective", "WS-30", "zone_control", [0, 5], told[4][4]),
        ("tags", "WS-20", "", told[5][3], told[5][4]),
        ("total", "WS-32", "", told[5][4], told[5][4]),
    ]
    assert told[5][3][0] == 2  # two Railways


def test_ws_32_of_equals_who_took_fewer_cop_cars_comes_first() -> None:
    entries = ["map none", SET_UP[1], "score"]
    for letter, cars in (("A", 2), ("B", 1), ("C", 1)):
        entries += [f"{letter} cars {cars}", f"{letter} count 0 3 0 0 0 0", f"{letter} times 0 0 1"]
    shown = fold(*entries, "complete", seats=3)
    assert shown.outcome is not None
    assert (shown.outcome.winners, shown.outcome.scores) == ((1, 2), (8, 8, 8))
    assert page(*entries, "complete", seats=3).ranking == [Place(1, 1, 8, 1), Place(1, 2, 8, 1), Place(3, 0, 8, 2)]


# without a map


def test_without_a_map_tags_are_counted_by_icon() -> None:
    ask = page(*WITHOUT_MAP).ask
    assert isinstance(ask, AskCount)
    assert page(*WITHOUT_MAP).view is None
    after = page(*WITHOUT_MAP, "A count 1 2 0 0 1 3").ask
    assert isinstance(after, AskCount)
    one = after.players[0]
    assert (one.tags, one.times) == (1 + 2 + 3 + 12, None)
    assert one.ranges == [Range(0, 1), Range(0, 7), Range(0, 2)]
    typed = page(*WITHOUT_MAP, typing="A count 1 2 0 0 1 3").typed
    assert typed is not None
    assert (typed.seat, typed.tags, typed.ranges, typed.fault) == (0, one.tags, one.ranges, None)


def test_without_a_map_urban_planner_needs_no_question_ws_29() -> None:
    entries = ["map none", "objectives tricorners border_wars urban_planner", "score", "A count 0 4 1 0 0 0"]
    ask = page(*entries).ask
    assert isinstance(ask, AskCount)
    assert ask.players[0].ranges[2] == Range(4, 4)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["A count 1 2 3"], "cannot read the move 'A count 1 2 3'; 6 numbers are due here, not 3"),
        (["A count 1 2 3 x 0 0"], "cannot read the move 'A count 1 2 3 x 0 0'; numbers are written in figures"),
        (["A count 9 9 9 0 0 0"], "Ann can have 18 tags left, no more: of 18, 0 go for cop cars (WS-20)"),
        (
            ["A cars 1", "A count 9 9 0 0 0 0"],
            "Ann can have 17 tags left, no more: of 18, one goes for a cop car (WS-20)",
        ),
        (
            ["A count 9 9 0 0 0 0", "A cars 1"],
            "Ann can have 17 tags left, no more: of 18, one goes for a cop car (WS-20)",
        ),
        (["A times 1 2 3"], "the tags and objectives of Ann come first (WS-20)"),
        (["A count 0 5 0 0 0 0", "A times 1 0 0"], "Tricorners: from 0 to 0 with these tags, not 1 (WS-20)"),
        (["A count 0 5 0 0 0 0", "A times 0 6 0"], "Border Wars: from 0 to 5 with these tags, not 6 (WS-20)"),
        (["A count 0 5 0 0 0 0", "complete"], "the tags and objectives of Ann come first (WS-20)"),
        (["A tag A1"], "the tags by icon come now (WS-20)"),
    ],
)
def test_what_cannot_be_counted_is_told(entries: list[str], why: str) -> None:
    assert fault(*WITHOUT_MAP, *entries) == why


def test_what_is_being_counted_is_told_to_be_wrong_at_once() -> None:
    typed = page(*WITHOUT_MAP, typing="A count 9 9 9 0 0 0").typed
    assert typed is not None
    assert typed.reason.startswith("Ann can have 18 tags left")
    assert page(*WITHOUT_MAP, typing="Z count 1 0 0 0 0 0").typed is None
    assert page(*SCORING, typing="A count 1 0 0 0 0 0").typed is None


# what does not fit


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (["hello"], "cannot read the move 'hello'; write 'map'"),
        ([""], "cannot read the move ''"),
        (["C stop"], "cannot read the move 'C stop'"),
        (["A dance"], "cannot read the move 'A dance'"),
        (["map"], "cannot read the move 'map'; write 'map 1a 3b'"),
        (["map 1a"], "2 districts lie on the table, each of them once (WS-S1)"),
        (["map 1a 1b"], "2 districts lie on the table, each of them once (WS-S1)"),
        (["map 1a 9z"], "cannot read the move 'map 1a 9z'"),
        (["map C RRP/ARRF/APASM/FFAM/AMF"], "cannot read the move 'map C"),
        (["map A RRP/ARRF"], "district A has rows of 3, 4, 5, 4 and 3 letters"),
        (["map A RRP/ARRF/APAAM/FFAM/AMF"], "district A has rows of 3, 4, 5, 4 and 3 letters"),
        (["map draw x"], "cannot read the move 'map draw x'; numbers are written in figures"),
        (["objectives tricorners border_wars zone_control"], "the map comes first (WS-S1)"),
        (["map none", "objectives tricorners"], "three tiles lie there: two on their A side, one on its B side"),
        (["map none", "objectives tricorners border_wars bestagon"], "three tiles lie there"),
        (["map none", "objectives tricorners border_wars zone"], "cannot read the move"),
        (["map none", "go"], "the objectives come first (WS-S2)"),
        ([*SET_UP, "A tag A1"], "the rounds come first; write 'score' to leave them out (WS-2)"),
        ([*SET_UP, "go soon"], "cannot read the move 'go soon'; numbers are written in figures"),
        ([*SCORING, "A tag C1"], "there is no hex C1 on this map; they are A1 to B19 (WS-C2)"),
        ([*SCORING, "A remove A1"], "the tags on the map come now (WS-20)"),
        ([*SCORING, "A tags A1 A2", "A cars 1", "complete", "A tag A3"], "the tags that go for cop cars come first"),
        ([*SCORING, "complete", "A tag A3"], "the game is over (WS-20)"),
    ],
)
def test_an_entry_that_cannot_be_is_told_with_its_rule(entries: list[str], why: str) -> None:
    assert fault(*entries).startswith(why)


def test_a_wrong_entry_changes_nothing() -> None:
    ask = [*SCORING, "A tags A1 A2 A4", "A cars 2", "complete"]
    before, after = fold(*ask), fold(*ask, "A remove A1 B1")
    assert (after.page, after.entered) == (before.page, before.entered)
    before, after = fold(*SCORING, "A tag A1"), fold(*SCORING, "A tag A1", "A tag A2 A1")
    assert (after.page, after.entered) == (before.page, before.entered)


def test_a_corrected_entry_is_followed_by_a_check_of_all_others() -> None:
    entries = [*SCORING, "A tag A1", "B tag A2", "A cars 1"]
    assert fold(*entries).fault is None
    slip = fold(*SCORING, "A tag A2", *entries[4:])
    assert slip.fault is not None
    assert (slip.fault.index, slip.fault.rule) == (4, "WS-9")


# prompts


@pytest.mark.parametrize("without_map", [False, True])
def test_every_entry_is_asked_for_by_a_prompt(without_map: bool) -> None:
    entries = ["map none", SET_UP[1]] if without_map else [f"map A {ROWS}", "map B MAF/RRAM/PARSA/MARF/FFP", SET_UP[1]]
    entries += ["go 1", "A stop 2", "over 3", "score"]
    if without_map:
        for letter in "AB":
            entries += [f"{letter} cars 1", f"{letter} count 0 3 0 0 0 0", f"{letter} times 0 0 1"]
    else:
        entries += ["A cars 1", "A tags A1 A2 A4", "B cars 0", "B tags none"]
    entries += ["complete"] + ([] if without_map else ["A remove A1"])
    evening, _, _ = follow(game, Told(names=list(NAMES[:2])))
    for entry in entries:
        prompt = evening.prompt()
        assert prompt is not None
        assert entry.startswith(prompt.begins)
        assert "{" not in str(prompt.message)
        evening.enter(entry)
    assert evening.prompt() is None
    assert evening.outcome() is not None


# against the engine's own games


def any_of(choices: list[T], rng: Rng) -> T:
    return choices[rng.below(len(choices))]


Played = tuple[Wildstyle, list[tuple[int, int]], list[Any]]
_played: dict[str, Played] = {}


def played(seats: int, seed: int, **options: Any) -> Played:
    """A whole game of bots, played once: its end, the tags that were given up for cop cars, and all events."""
    key = f"{seats} {seed} {options}"
    if key not in _played:
        _played[key] = play(seats, seed, options)
    return _played[key]


def play(seats: int, seed: int, options: dict[str, Any]) -> Played:
    rng, log = Rng(seed), list[Any]()
    state = game.setup(seats, options).start(seed, log)
    bot = bots.make(game, "filler")
    assert isinstance(state, Wildstyle)
    while state.phase not in (REMOVING, OVER):
        actors = state.actors()
        seat = actors[rng.below(len(actors))]
        # Bots seldom need a cop car; people do.
        rushes = [move for move in state.legal(seat) if kind_of(move) == RUSH] if rng.below(12) == 0 else []
        state.play(seat, any_of(rushes, rng) if rushes else bot.choose(state, seat, rng), log)
    removals = []
    while actors := state.actors():
        move = bot.choose(state, actors[0], rng) if rng.below(2) else any_of(state.legal(actors[0]), rng)
        assert kind_of(move) == REMOVE
        removals.append((actors[0], move))
        state.play(actors[0], move, log)
    return state, removals, log


def entries_of_rounds(log: list[Any], turns: bool) -> list[str]:
    """What people call out, each with a second of its own; and what the engine says of it."""
    entries: list[str] = []
    for time, event in enumerate(heard(log)):
        match event:
            case seen.StartedRound():
                entries.append(f"go {time}")
            case seen.StoppedPlaying(seat):
                entries.append(f"{SEAT_LETTERS[seat]} stop {time}")
            case seen.TriggeredEnd(True):
                entries.append(f"piles {time}")
            case seen.Passed(seat, True) if not turns:
                entries.append(f"{SEAT_LETTERS[seat]} done {time}")
            case seen.EndedRound():
                entries.append(f"over {time}")
    return entries


def tell_set_up(state: Wildstyle) -> list[str]:
    view = state.view(None)
    sides = " ".join(board.side for board in view.boards)
    return [f"map {sides}", f"objectives {' '.join(one.code for one in view.objectives)}"]


CALLED = (seen.StartedRound, seen.StoppedPlaying, seen.TriggeredEnd, seen.EndedRound)
AT_THE_END = (seen.RemovedTags, seen.RemovedSolo, seen.Scored, seen.Ended)


def follow_rounds(seats: int, seed: int, **options: Any) -> None:
    """The calls of a game in real time, event for event."""
    state, _, log = played(seats, seed, **options)
    evening, _, _ = follow(game, Told(names=list(NAMES[:seats]), options=dict(options)))
    told: list[Any] = []
    for entry in [*tell_set_up(state), *entries_of_rounds(log, turns=False)]:
        over = any(type(event) is seen.EndedRound for event in told[-2:])
        if not (entry.startswith("over") and over and told[-1] == seen.EndedRound(told[-1].round)):
            told += evening.enter(entry)
    assert [event for event in told if isinstance(event, CALLED)] == [
        event for event in heard(log) if isinstance(event, CALLED)
    ]
    assert isinstance(evening.page(), WildstylePage)
    assert isinstance(evening.page().ask, AskTags)  # type: ignore[attr-defined]


def follow_scoring(seats: int, seed: int, **options: Any) -> int:
    """Tell the end of a game hex by hex, with slips; how many tags went for cop cars."""
    state, removals, log = played(seats, seed, **options)
    rng = Rng(seed)
    evening, _, _ = follow(game, Told(names=list(NAMES[:seats]), options=dict(options)))
    view = state.view(None)
    free = [hex.name for hex in view.hexes if not hex.tags]
    entries = [*tell_set_up(state), "score"]
    tags = [(seat, hex) for seat, player in enumerate(view.players) for hex in player.tags]
    order = list(range(len(tags)))
    rng.shuffle(order)
    for seat, hex in (tags[place] for place in order):
        letter = SEAT_LETTERS[seat]
        if rng.below(4) == 0 and len(view.players[seat].tags) < MOST_TAGS:  # the finger slips onto another hex
            wrong = any_of(free, rng)
            entries += [f"{letter} tag {wrong}", f"{letter} untag {wrong}"]
        entries.append(f"{letter} tag {hex}")
    entries += [f"{SEAT_LETTERS[seat]} cars {player.cars}" for seat, player in enumerate(view.players)]
    for entry in entries:
        evening.enter(entry)
    told = evening.enter("complete")
    for seat, move in removals:
        told += evening.enter(f"{SEAT_LETTERS[seat]} {game.say(move)}")
    assert told == [event for event in heard(log) if isinstance(event, AT_THE_END)]
    shown = evening.page()
    assert isinstance(shown, WildstylePage)
    assert shown.view is not None
    assert shown.view.hexes == view.hexes
    for mine, theirs in zip(shown.view.players, view.players, strict=True):
        assert (mine.tags, mine.cars, mine.picks, mine.solo) == (theirs.tags, theirs.cars, theirs.picks, theirs.solo)
        assert (mine.counted, mine.score) == (theirs.counted, theirs.score)
    outcome = state.outcome()
    assert outcome is not None
    assert evening.outcome() == outcome
    assert evening.points() == [[*player.score.objectives, player.score.tags] for player in view.players]
    check_steps(shown, view)
    assert [one.seat for one in shown.ranking if one.place == 1] == list(outcome.winners)
    assert [one.points for one in shown.ranking] == sorted(outcome.scores, reverse=True)
    return sum(step.of[seat] for step in shown.steps if step.kind == "cars" for seat in range(seats))


def check_steps(shown: WildstylePage, view: Any) -> None:
    """Every step is what the engine says of it, and the sums add up."""
    by_kind: dict[str, list[list[int]]] = {}
    for step in shown.steps:
        by_kind.setdefault(step.kind, []).append(step.of)
    if view.players[0].picks is not None and "cars" in by_kind:
        assert by_kind["cars"] == [[len(player.picks) for player in view.players]]
        assert by_kind["solo"] == [[len(player.solo) for player in view.players]]
    assert by_kind["objective"] == [
        [player.score.objectives[place] for player in view.players] for place in range(len(view.objectives))
    ]
    assert by_kind["tags"] == [[player.score.tags for player in view.players]]
    assert by_kind["total"] == [[player.score.total for player in view.players]]
    sums = [0] * len(view.players)
    for step in shown.steps:
        if step.kind in ("objective", "tags"):
            sums = [before + points for before, points in zip(sums, step.of, strict=True)]
        assert step.sums == sums


def follow_count(seats: int, seed: int, **options: Any) -> None:
    """The same end told by icon alone."""
    state, _, _ = played(seats, seed, **options)
    view = state.view(None)
    entries = ["map none", tell_set_up(state)[1], "score"]
    for seat, letter in enumerate(SEAT_LETTERS[:seats]):
        works = works_of(state, seat)
        kept = works.together(unpicked(state, seat, works))
        icons = [(kept & mask).bit_count() for mask in map(int, works.icons)]
        times = [int(works.times(objective, kept)) for objective in state.city.objectives]
        entries += [f"{letter} cars {state.cars_of(seat)}", f"{letter} count {' '.join(map(str, icons))}"]
        entries += [f"{letter} times {' '.join(map(str, times))}"]
    shown = fold(*entries, "complete", seats=seats, **options)
    assert shown.fault is None, shown.fault
    assert shown.outcome == state.outcome()
    assert shown.points == [[*player.score.objectives, player.score.tags] for player in view.players]
    check_steps(shown.page, view)


GAMES = [
    (2, 1, {}),
    (2, 2, {"family": True}),
    (3, 3, {"pace": "turns"}),
    (3, 4, {"grace": 40}),
    (4, 5, {}),
    (5, 6, {}),
    (5, 7, {"family": True, "pace": "turns"}),
]


@pytest.mark.many
def test_whole_games_score_what_the_engine_says_they_do() -> None:
    assert sum(follow_scoring(seats, seed, **options) for seats, seed, options in GAMES) > 5


@pytest.mark.many
def test_whole_games_counted_by_icon_score_the_same() -> None:
    for seats, seed, options in GAMES:
        follow_count(seats, seed, **options)


@pytest.mark.many
def test_rounds_are_called_as_the_engine_says_they_went() -> None:
    for seats, seed, options in GAMES:
        if options.get("pace") != "turns":
            follow_rounds(seats, seed, **options)


@pytest.mark.many
@pytest.mark.parametrize("seats", range(2, 6))
def test_many_whole_games_score_what_the_engine_says_they_do(seats: int) -> None:
    for seed in range(5):
        options = {"family": seed % 4 == 1, "pace": "turns" if seed % 2 else "real time"}
        follow_scoring(seats, seed, **options)
        follow_count(seats, seed, **options)
        if not seed % 2:
            follow_rounds(seats, seed, **options)


# whatever people type

HEXES = st.sampled_from(HEX_NAMES[:40])
ENTRIES = st.one_of(
    st.sampled_from(["map none", "map later", "map 1a 3b", "go 5", "piles", "over", "score", "complete", "objectives"]),
    st.builds("{0} {1}".format, st.sampled_from("ABC"), st.sampled_from(["stop 9", "done", "cars 2", "tags none"])),
    st.builds(
        "{0} {1} {2} {3}".format, st.sampled_from("AB"), st.sampled_from(["tag", "untag", "remove"]), HEXES, HEXES
    ),
    st.builds("{0} {1} {2}".format, st.sampled_from("AB"), st.sampled_from(["tag", "untag", "remove"]), HEXES),
    st.text(max_size=12),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(ENTRIES, max_size=14), st.sampled_from([[], SCORING, WITHOUT_MAP]))
def test_any_entries_fit_or_are_refused_and_never_break(entries: list[str], before: list[str]) -> None:
    evening, _, _ = follow(game, Told(names=["Ann", "Ben"], entries=before))
    kept = list(before)
    for entry in entries:
        page_before = evening.page()
        try:
            evening.enter(entry)
        except pandarium.PandariumError:
            assert evening.page() == page_before
        else:
            kept.append(entry)
    # What was refused has left no trace, and the fold of the rest is the same.
    again, _, wrong = follow(game, Told(names=["Ann", "Ben"], entries=kept))
    assert wrong is None
    assert (again.page(), again.outcome(), again.points()) == (evening.page(), evening.outcome(), evening.points())
    assert (again.prompt() is None) == (again.outcome() is not None)


@settings(deadline=None, max_examples=40)
@given(
    st.permutations(["A1", "A2", "A4", "A5", "A9", "B3"]), st.lists(st.sampled_from(["A7", "B9", "B14"]), unique=True)
)
def test_in_which_order_tags_are_told_does_not_matter(order: list[str], slips: list[str]) -> None:
    entries = (
        [f"A tag {hex}" for hex in slips] + [f"A tag {hex}" for hex in order] + [f"A untag {hex}" for hex in slips]
    )
    assert page(*SCORING, *entries) == page(*SCORING, "A tags A1 A2 A4 A5 A9 B3")
