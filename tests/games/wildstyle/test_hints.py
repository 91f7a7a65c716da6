"""What a hint says, and that its numbers are true: scores are counted here again by `brute`, cards one by one."""

from __future__ import annotations

import re

import pytest

from pandarium.core.bot import ask_advice
from pandarium.core.rng import Rng
from pandarium.games.wildstyle.bots import Planner, Strong
from pandarium.games.wildstyle.engine.flow import Wildstyle

from . import brute
from .table import at, game, player

PACK = {"S": 3, "R": 5, "A": 5, "F": 4, "M": 4, "P": 2}
"""WS-C1: cards of each icon in each of the five colours."""
GOALS = ["border_wars", "three_of_a_kind", "station_snake"]


def said(state: Wildstyle, seat: int = 0, language: str = "en") -> dict[str, str]:
    return {game.say(line.move): line.message.render(language) for line in ask_advice(Planner(), state, seat, Rng(1))}


def counted(state: Wildstyle, seat: int, more: str, goals: list[str]) -> int:
    """WS-20: what one more tag adds, by brute force over the map that everybody sees."""
    hexes = state.view(None).hexes
    city = {(hex.q, hex.r): (hex.name[0], hex.icon) for hex in hexes}
    tags = {(hex.q, hex.r) for hex in hexes if seat in hex.tags}
    new = next((hex.q, hex.r) for hex in hexes if hex.name == more)
    return brute.score({*tags, new}, city, goals) - brute.score(tags, city, goals)


@pytest.mark.parametrize(
    ("tags", "goals"),
    [("A1 A2 A5", GOALS), ("A8 A9 A13 A14", ["tricorners", "district_division", "urban_planner"]), ("", GOALS)],
)
def test_ws_20_what_a_tag_scores_is_counted_for_every_hex(tags: str, goals: list[str]) -> None:
    state = at(player("At", one="Rt Rl Ro", tags=tags), player("Al", tags="B1 B2"), objectives=goals)
    lines = {move: text for move, text in said(state).items() if move.startswith("tag ")}
    assert len(lines) > 3
    for move, text in lines.items():
        points = re.match(r"([+-]\d+) points as things lie", text)
        assert points is not None, text
        assert int(points[1]) == counted(state, 0, move.split()[-1], goals), move


def test_ws_25_the_objective_that_scores_is_named() -> None:
    """A4, A5 and A6 are Railways beside each other in side 1a: with the third of them 3 of a Kind scores."""
    state = at(player("At", one="Rt Rl Ro", tags="A1 A2"), player("Al"), objectives=GOALS)
    rails = [hex.name for hex in state.view(None).hexes if hex.icon == "R" and hex.name[0] == "A"]
    third = next(name for name in rails if counted(state, 0, name, ["three_of_a_kind"]) > 4)
    text = said(state)[f"tag 1 {third}"]
    assert "; 4 of it for 3 of a Kind" in text
    assert "; 4 davon für das Ziel Drillinge" in said(state, language="de")[f"tag 1 {third}"]


def test_ws_20_a_tag_that_touches_no_other_is_told_so() -> None:
    state = at(player("At", one="Rt Rl Ro", tags="A1 A2"), player("Al"), objectives=GOALS)
    far = next(move for move in said(state) if move.startswith("tag 1 B"))
    assert "it touches no tag of yours yet" in said(state)[far]


def test_ws_9_who_could_take_it_at_once_is_named() -> None:
    state = at(player("At", one="Rt Rl Ro"), player("Al", one="Rt Rl Ro"), objectives=GOALS)
    assert all("blue has a full set" in text for move, text in said(state).items() if move.startswith("tag"))


def test_ws_3_a_draw_goes_by_every_card_that_is_not_seen() -> None:
    """One's own cards are a Railway and an Apartment in hand, and a set of Malls."""
    state = at(player("Rt Al", one="Mo"), player("Fl Fl Ro"), piles=[5, 5], shares="Rl, , ,")
    seen = {"R": 2, "A": 1, "M": 1}
    unseen = {icon: 5 * copies - seen.get(icon, 0) for icon, copies in PACK.items()}
    share = sum(unseen[icon] for icon in "RAM") / sum(unseen.values())
    assert said(state)["draw 1"].startswith(f"a new card; {round(100 * share)}% of those it may be")


def test_a_card_says_what_its_set_is_worth() -> None:
    lines = said(at(player("Rt Ml", one="Ro Rl", two="Fl"), player("Al")))
    assert lines["add Rt 1"].startswith("completes the set: a tag worth about ")
    lines = said(at(player("Rt Ml", one="Ro"), player("Al")))
    assert lines["add Rt 1"].startswith("the second card of the set; its tag is worth about ")


def test_states_that_a_seat_cannot_tell_apart_give_the_same_hint() -> None:
    one = at(player("At", one="Rt Rl Ro", tags="A1 A2"), player("Al Fl", tags="B1 B2"))
    other = one.resample(0, Rng(8))
    assert other.dump() != one.dump()
    for bot in (Planner(), Strong(playouts=4)):
        assert ask_advice(bot, one, 0, Rng(1)) == ask_advice(bot, other, 0, Rng(1))
