"""The bots that come with the game: quick hands, sound plans, and strength that shows."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium import Rng
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import ask, ask_advice
from pandarium.games.wildstyle.bots import FEW_PLAYOUTS, Strong
from pandarium.games.wildstyle.bots.move_value import FILLER, PLANNER, STRONG, MoveValue, rush_gain
from pandarium.games.wildstyle.bots.placement_value import POINT, PlacementValue
from pandarium.games.wildstyle.bots.playouts import Playout
from pandarium.games.wildstyle.content import HEX_NAMES
from pandarium.games.wildstyle.engine.actions import place_tag
from pandarium.games.wildstyle.engine.moves import TAG, hex_of, kind_of
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS
from pandarium.sim import simulate

from .table import at, do, game, hexes_of, player

pytestmark = pytest.mark.conformance

LEVELS = ["filler", "planner", "strong"]
OBJECTIVE_CHOICES = [
    ["tricorners", "border_wars", "urban_planner"],
    ["straight_shooter", "district_division", "station_snake"],
    ["three_of_a_kind", "rail_supreme", "end_of_the_line"],
    ["border_wars", "three_of_a_kind", "zone_control"],
]


def best(state: Any, level: str = "planner", seat: int = 0) -> str:
    return game.say(ask(game.bots()[level](), state, seat, Rng(1)))


def test_the_levels_weakest_first() -> None:
    assert list(game.bots()) == LEVELS


# quick hands


@pytest.mark.parametrize("level", ["filler", "planner"])
def test_a_full_set_is_completed_beside_an_own_tag_ws_7(level: str) -> None:
    state = at(player("At", one="Rt Rl Ro"), player("Al"))
    rails = hexes_of(state, "R")
    places = {hex.name: (hex.q, hex.r) for hex in state.view(None).hexes}
    beside = {name for name in rails[1:] if _touch(places[name], places[rails[0]])}
    state = at(player("At", one="Rt Rl Ro", tags=rails[0]), player("Al"))
    assert beside
    assert best(state, level).removeprefix("tag 1 ") in beside


def _touch(one: tuple[int, int], two: tuple[int, int]) -> bool:
    q, r = one[0] - two[0], one[1] - two[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2 == 1


@pytest.mark.parametrize("level", LEVELS)
def test_what_matches_is_added_and_else_a_card_is_drawn_or_given_away(level: str) -> None:
    assert best(at(player("Rt Ml", one="Ro", two="Fl"), player("Al")), level) == "add Rt 1"
    assert best(at(player("Ml Pt", one="Ro", two="Fl"), player("Al")), level).startswith("draw")
    assert best(at(player("Ml Pt St", one="Ro", two="Fl"), player("Al")), level).startswith("share")


@pytest.mark.parametrize("level", LEVELS)
def test_a_shared_card_that_matches_is_taken_before_somebody_else_does_ws_6(level: str) -> None:
    assert best(at(player("Rt", one="Ro", two="Fl"), player("Al"), shares="Rm"), level) == "take 1 Rm 1"


@pytest.mark.parametrize("level", LEVELS)
def test_two_of_a_kind_are_begun_before_a_single_card(level: str) -> None:
    assert best(at(player("Mt Rl Rm"), player("Al")), level) in {"add Rl 1", "add Rm 1"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_set_whose_tag_can_go_nowhere_is_cleared_ws_10(level: str) -> None:
    """WS-9: an own tag on every Station of the map."""
    stations = hexes_of(at(player(), player()), "S")
    state = at(player("Al", one="St Sl So", tags=" ".join(stations)), player("Al"))
    assert best(state, level) == "clear 1"


def test_what_nobody_can_use_is_given_away_first_ws_5() -> None:
    """WS-9: an own tag lies on every Station, so that a Station card is worth nothing, even two of them."""
    stations = hexes_of(at(player(), player()), "S")
    state = at(player("Ml St Sm", one="Ro", two="Fl", tags=" ".join(stations)), player("Al"))
    assert {best(state, level).split()[1][0] for level in LEVELS} == {"S"}


def test_a_planner_minds_whom_a_shared_card_helps_and_what_it_covers_ws_5() -> None:
    def weigh(style: int, shares: str, theirs: str) -> int:
        state = at(player("Ml Pt St", one="Ro", two="Fl"), player("Al", one=theirs), shares=shares)
        return int(MoveValue(state, 0, style).weigh(game.read("share Ml 1")))

    assert weigh(PLANNER, "", "Mt Mo") < weigh(PLANNER, "", "Mt") < weigh(PLANNER, "", "At Ao")
    assert weigh(PLANNER, "Al", "At Ao") > weigh(PLANNER, "Al", "Rt Ro")
    assert weigh(FILLER, "", "Mt Mo") == weigh(FILLER, "", "At Ao")


def test_the_strong_one_begins_a_set_before_it_is_too_late_ws_12() -> None:
    """With one tag left to the other, a card alone is begun at once; before that a second one is drawn for it first."""
    five = "A1 A2 A3 A4 A5"
    assert best(at(player("Ml"), player("Al", tags=five)), "strong").startswith("add Ml")
    assert best(at(player("Ml"), player("Al", tags=five)), "planner").startswith("draw")
    assert best(at(player("Ml"), player("Al")), "strong").startswith("draw")
    assert best(at(player("Ml", one="Fl", tags="B1 B2 B3 B4 B5"), player("Al", tags=five)), "strong").startswith("draw")


def test_the_strong_one_minds_the_others_more() -> None:
    def weigh(style: int, move: str, theirs: str) -> int:
        state = at(player("Ml Pt St", one="Ro Rl Rt", two="Fl"), player("Al", one=theirs))
        return int(MoveValue(state, 0, style).weigh(game.read(move)))

    def loss(style: int) -> int:
        return weigh(style, "share Ml 1", "At Ao") - weigh(style, "share Ml 1", "Mt Mo")

    assert loss(STRONG) > loss(PLANNER) > loss(FILLER) == 0
    tag = f"tag 1 {hexes_of(at(player(), player()), 'R')[0]}"
    assert weigh(STRONG, tag, "At") > weigh(PLANNER, tag, "At"), "the hex is lost to the other, too"


# plans


def test_a_planner_finishes_a_shape_where_a_filler_sees_none_ws_22() -> None:
    """Four of a line of five: the fifth hex is worth the six points of Straight Shooter."""
    objectives = ["straight_shooter", "border_wars", "station_snake"]
    line = ["A8", "A9", "A10", "A11", "A12"]
    icons = {hex.name: hex.icon for hex in at(player(), player()).view(None).hexes}
    code = {"Train Station": "S", "Railway": "R", "Apartment": "A", "Factory": "F", "Mall": "M", "Police Station": "P"}
    for missing in line:
        letter = code.get(icons[missing], icons[missing])
        tags = " ".join(name for name in line if name != missing)
        state = at(
            player("Al", one=f"{letter}t {letter}l {letter}o", tags=tags),
            player("Al"),
            objectives=objectives,
        )
        assert best(state) == f"tag 1 {missing}", missing


def test_what_a_tag_promises_is_more_with_company_than_without_ws_20() -> None:
    alone = PlacementValue(at(player(), player()), 0)
    beside = PlacementValue(at(player(tags="A9"), player()), 0)
    number = 9
    assert alone.gain(number) < beside.gain(number)


def test_a_shape_that_somebody_else_has_a_tag_in_promises_nothing_ws_22() -> None:
    objectives = ["straight_shooter", "district_division", "urban_planner"]
    mine = player(tags="A8 A9 A10 A11")
    open_line = PlacementValue(at(mine, player(), objectives=objectives), 0).gain(11)
    shut_line = PlacementValue(at(player(tags="A8 A9 A11"), player(tags="A10"), objectives=objectives), 0).gain(11)
    assert open_line - shut_line > 3 * POINT


def test_a_rush_is_taken_only_when_it_pays_exactly_ws_8() -> None:
    """In the last round, with no card to come: a tag is worth a cop car if the score grows though another tag goes."""
    piles = [0, 0]
    rich = at(player("", one="Pt", tags="A1 A2 B19"), player("", one="Rt"), round=3, piles=piles)
    move = ask(game.bots()["planner"](), rich, 0, Rng(1))
    gains = {m: rush_gain(rich, 0, hex_of(m)) for m in rich.legal(0) if game.say(m).startswith("rush")}
    assert max(gains.values()) > 0, "a solo tag goes for the car, so a tag beside others is all gain"
    assert gains[move] == max(gains.values())
    early = at(player("", one="Pt", tags="A1 A2"), player("", one="Rt"), round=2, piles=piles)
    assert best(early) == "pass"


def test_a_solo_tag_goes_first_for_a_cop_car_ws_20() -> None:
    state = at(player(tags="A1 A2 B19", cars=1), player(), phase="remove", round=3, piles=[0, 0])
    assert {best(state, level) for level in LEVELS} == {"remove B19"}


@pytest.mark.parametrize("objectives", OBJECTIVE_CHOICES, ids=lambda codes: codes[0])
def test_what_a_tag_promises_is_kept_up_to_date_as_tags_are_placed(objectives: list[str]) -> None:
    state = at(player(one="Rt Rl Ro"), player(one="At Al Ao"), objectives=objectives)
    kept = PlacementValue(state, 0)
    rng = Rng(5)
    for number in range(6):
        for seat in (0, 1):
            icon = "RA"[seat] if number < 4 else "FM"[seat]
            free = free_hexes(state, icon)
            hex = free[rng.below(len(free))]
            place_tag(state, seat, 0, hex, None)
            if seat == 0:
                kept.add(hex)
        kept.look()
        fresh = PlacementValue(state, 0)
        assert [kept.gain(hex) for hex in free_hexes(state)] == [fresh.gain(hex) for hex in free_hexes(state)]


def free_hexes(state: Any, icons: str = "SRAFMP") -> list[int]:
    """Hexes with these icons that nobody has tagged."""
    taken = {hex for seat in (0, 1) for hex in state.tags_of(seat)}
    return [hex for icon in icons for name in hexes_of(state, icon) if (hex := HEX_NAMES.index(name)) not in taken]


def finished(state: Any, seed: int) -> Any:
    """The position at the end of a playout."""
    work = state.clone()
    Playout(work, Rng(seed)).finish()
    return work


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_playout_goes_on_until_the_last_tags_are_down_ws_12(seats: int) -> None:
    work = finished(at(*[player("Al") for _ in range(seats)]), 3)
    assert work.round == 3
    assert sum(work.mat_of(seat) > 0 for seat in range(seats)) <= 1
    stations = set(hexes_of(work, "S"))
    tagged = [hex for seat in range(seats) for hex in work.tags_of(seat) if HEX_NAMES[hex] not in stations]
    assert len(tagged) == len(set(tagged)), "WS-9"
    assert all(len(work.tags_of(seat)) <= MOST_TAGS for seat in range(seats))


def test_a_playout_finishes_no_more_than_the_sets_in_progress_once_the_end_is_triggered_ws_12() -> None:
    state = at(player("Al", one="Rt"), player("Al", one="At", two="Fl"), round=3, piles=[0, 0])
    assert [len(finished(state, 1).tags_of(seat)) for seat in (0, 1)] == [1, 2]


def test_places_under_trial_meet_the_same_luck() -> None:
    """After another first tag everybody still completes sets of the same icons, while the map has room for them."""
    state = at(player("Al", one="Rt Rl Ro"), player("Al"), round=3, piles=[9, 9])
    ends = []
    for move in [move for move in state.legal(0) if kind_of(move) == TAG][:2]:
        work = state.clone()
        work.apply(0, move, None)
        work = finished(work, 4)
        ends.append([sorted(int(work.city.icons[hex]) for hex in work.tags_of(seat)) for seat in (0, 1)])
    assert ends[0] == ends[1]


# the strong one


@pytest.mark.many
def test_the_budget_of_the_strong_one_can_be_set() -> None:
    state = at(player("At", one="Rt Rl Ro"), player("Al"))
    tried = ask_advice(Strong(playouts=8), state, 0, Rng(1))
    assert len(tried) > 1
    assert all(kind_of(line.move) == TAG for line in tried)
    assert all("playout" in str(line.why) for line in tried)
    assert ask(Strong(playouts=8), state, 0, Rng(1)) == tried[0].move


@pytest.mark.parametrize("fast", [True, False], ids=["compiled", "interpreted"])
def test_the_strong_one_tries_less_where_the_engine_is_interpreted_and_says_so(
    fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandarium.games.wildstyle.bots.is_compiled", lambda module: fast)
    monkeypatch.setattr("pandarium.games.wildstyle.bots.PLAYOUTS", 16)
    state = at(player("At", one="Rt Rl Ro"), player("Al"))
    strong = Strong()
    assert strong.playouts == (16 if fast else FEW_PLAYOUTS)
    advice = ask_advice(strong, state, 0, Rng(1))
    assert len(advice) > 1
    assert ("interpreted" in str(advice[0].why)) is not fast
    assert "interpreted" not in str(ask_advice(Strong(playouts=8), state, 0, Rng(1))[0].why), "it was asked for"


def test_the_strong_one_needs_no_playout_where_there_is_no_tag_to_place() -> None:
    state = at(player("Rt Ml", one="Ro", two="Fl"), player("Al"))
    advice = ask_advice(Strong(playouts=10**9), state, 0, Rng(1))
    assert game.say(advice[0].move) == "add Rt 1"


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_move(level: str) -> None:
    state = game.start(3, seed=5)
    for seat in range(3):
        do(state, seat, "ready")
    do(state, 0, "go")
    rng = Rng(8)
    while len(state.actors()) > 1 and state.round == 1:
        seat = state.actors()[rng.below(len(state.actors()))]
        bot = game.bots()["filler" if level == "strong" else level]()
        state.play(seat, ask(bot, state, seat, rng))
    first = state.actors()[0]
    assert len({ask(game.bots()[level](), state, first, Rng(3)) for _ in range(3)}) == 1


@pytest.mark.parametrize("level", ["filler", "planner"])
def test_they_give_reasons_for_every_move(level: str) -> None:
    state = at(player("Rt Ml", one="Ro"), player("Al"), piles=[0, 0], round=3)
    advice = ask_advice(game.bots()[level](), state, 0, Rng(1))
    assert {line.move for line in advice} == set(state.legal(0))
    assert all(str(line.why) for line in advice)
    assert [line.value for line in advice] == sorted((line.value for line in advice), reverse=True)
    assert advice[0].move == ask(game.bots()[level](), state, 0, Rng(1))


# strength


@pytest.mark.strength
@pytest.mark.parametrize("pace", ["real time", "turns"])
def test_a_filler_beats_chance(pace: str) -> None:
    report = simulate("wildstyle", ["filler", "random"], games=6, seats=2, options={"pace": pace}, seed=1, workers=1)
    rows = {row.bot: row for row in report.rows}
    assert rows["filler"].mean > 3 * rows["random"].mean


@pytest.mark.strength
@pytest.mark.parametrize("pace", ["real time", "turns"])
def test_a_planner_scores_more_than_a_filler(pace: str) -> None:
    report = simulate("wildstyle", ["planner", "filler"], games=8, seats=2, options={"pace": pace}, seed=1, workers=1)
    rows = {row.bot: row for row in report.rows}
    assert rows["planner"].mean > rows["filler"].mean + 2


@pytest.mark.skipif(not is_compiled(), reason="some ten thousand playouts take long without a compiler")
def test_the_strong_one_scores_more_than_a_planner() -> None:
    report = simulate("wildstyle", ["strong", "planner"], games=24, seats=2, seed=1, workers=1)
    rows = {row.bot: row for row in report.rows}
    assert rows["strong"].mean > rows["planner"].mean
