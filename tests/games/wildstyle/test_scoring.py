"""The end of the game (WS-20, WS-32)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from pandarium.games.wildstyle.engine.scoring import score_of, works_of

from .table import SIDES, at, do, game, heard, loaded, may, near, over, player, refused, seen, tag

pytestmark = pytest.mark.conformance

ROW = near(2, (-2, 0), (-1, 0), (0, 0), (1, 0), (2, 0))
FAR = near(2, (6, -3), (6, -4))


def removing(me: dict[str, Any], you: dict[str, Any], **more: Any) -> Any:
    position = {
        "seats": 2,
        "map": SIDES[:2],
        "objectives": ["border_wars", "three_of_a_kind", "station_snake"],
        "round": 3,
        "phase": "remove",
        "players": [me, you],
        "piles": [0, 0],
    }
    return loaded({**position, **more})


def test_ws_20_one_tag_goes_for_every_cop_car_by_the_owners_choice() -> None:
    """WS-20: Seed, Game End 1, example: with 2 cop cars you must choose 2 of your tags to remove."""
    state = removing(player(tags=" ".join(ROW), cars=2), player(tags=" ".join(FAR)))
    assert state.actors() == [0]
    assert may(state, 0) == [f"remove {name}" for name in ROW]
    do(state, 0, f"remove {ROW[0]}")
    assert may(state, 0) == [f"remove {name}" for name in ROW[1:]]
    assert refused(state, 0, f"remove {ROW[0]}") == "you have chosen that tag already (WS-20)"
    assert refused(state, 0, f"remove {FAR[0]}") == "you have no tag there (WS-20)"
    assert refused(state, 0, "remove E1") == "there is no such hex on this map (WS-C2)"
    assert refused(state, 1, f"remove {FAR[0]}") == "you have no tag to remove for a cop car (WS-20)"
    assert refused(state, 0, "pass") == "the rounds are over: choose the tags that go for your cop cars (WS-20)"
    events = do(state, 0, f"remove {ROW[1]}")
    assert [tag(event) for event in events] == ["removed", "scored", "scored", "ended"]
    assert events[0].hexes == ROW[:2]
    assert state.view(None).phase == "over"
    assert refused(state, 0, f"remove {ROW[2]}") == "the game is over (WS-20)"


def test_ws_20_removed_tags_score_nothing_and_count_for_nothing() -> None:
    """Seed, Game End 1: tags removed this way score no points and do not contribute to objectives."""
    state = over(ROW, "end_of_the_line", me={"cars": 1, "picks": [ROW[2]]})
    shown = state.view(None)
    line = [objective.code for objective in shown.objectives].index("end_of_the_line")
    assert shown.players[0].score.objectives[line] == 4
    points = {icon.code: icon.points for icon in shown.icons}
    icons = {hex.name: hex.icon for hex in shown.hexes}
    assert shown.players[0].score.tags == sum(points[icons[name]] for name in ROW if name != ROW[2])


def test_ws_20_with_fewer_tags_than_cars_all_go() -> None:
    state = at(player(tags=" ".join(FAR), cars=3), player(tags=" ".join(ROW)), round=3)
    do(state, 0, "pass")
    do(state, 1, "pass") if state.actors() else None
    assert state.view(None).phase == "over"
    assert state.view(None).players[0].picks == FAR
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores[0] == 0


def test_ws_20_all_choose_at_once_and_in_secret() -> None:
    state = removing(player(tags=" ".join(ROW), cars=1), player(tags=" ".join([*FAR, "B3"]), cars=1))
    assert state.actors() == [0, 1]
    log: list[Any] = []
    state.play(0, game.read(f"remove {ROW[0]}"), log)
    assert heard(log, 0)[0].hex == ROW[0]
    assert heard(log, 1) == heard(log) == []
    assert state.view(0).players[0].picks == [ROW[0]]
    assert state.view(1).players[0].picks is None
    assert state.view(None).players[0].picks is None
    assert state.actors() == [1]
    do(state, 1, f"remove {FAR[0]}")
    assert state.view(1).players[0].picks == [ROW[0]]


def test_ws_20_solo_tags_go_after_the_cop_cars() -> None:
    """Seed, Game End 2, examples: a tag that touches no other of its owner goes; two that touch each other stay."""
    state = over([*FAR, ROW[0]], "zone_control")
    assert state.view(None).players[0].solo == [ROW[0]]
    three = near(2, (-1, 0), (0, 0), (1, 0))
    broken = over(three, "zone_control", me={"cars": 1, "picks": [three[1]]})
    assert broken.view(None).players[0].solo == [three[0], three[2]]  # the car took the one between
    assert broken.view(None).players[0].score.total == 0


def test_ws_20_touching_counts_across_districts_and_only_own_tags() -> None:
    border = [hex for hex in over("").view(None).hexes if hex.border]
    one = border[0]
    two = next(hex for hex in border if hex.name[0] != one.name[0] and _touch(one, hex))
    assert over([one.name, two.name]).view(None).players[0].solo == []
    assert over([one.name], others=two.name).view(None).players[0].solo == [one.name]


def _touch(one: Any, two: Any) -> bool:
    q, r = one.q - two.q, one.r - two.r
    return (abs(q) + abs(r) + abs(q + r)) // 2 == 1


def test_ws_20_every_tagged_hex_scores_its_points() -> None:
    """Seed, Game End 4: points for each map hex where they have a tag."""
    state = over(ROW)
    shown = state.view(None)
    points = {icon.code: icon.points for icon in shown.icons}
    expected = sum(points[hex.icon] for hex in shown.hexes if hex.name in ROW)
    assert shown.players[0].score.tags == expected
    assert shown.players[0].score.total == expected + sum(shown.players[0].score.objectives)


def test_ws_20_the_clock_removes_what_costs_least() -> None:
    state = removing(player(tags=" ".join([*ROW, FAR[0]]), cars=1), player())
    assert game.say(state.timeout(0)) == f"remove {FAR[0]}"  # a solo tag is worth nothing


def test_ws_20_trying_every_removal_finds_the_best() -> None:
    """The value of a choice of tags is what the game then ends with."""
    tags = near(2, *((q, 0) for q in range(-2, 3)), (0, 1), (1, -1), (2, -1), (3, -2))
    state = removing(player(tags=" ".join(tags), cars=2), player())
    works = works_of(state, 0)
    for gone in combinations(range(len(tags)), 2):
        kept = works.every & ~sum(1 << number for number in gone)
        end = state.clone()
        for number in gone:
            end.play(0, game.read(f"remove {tags[number]}"))
        assert end.outcome().scores[0] == works.value(kept)


def test_ws_32_the_same_tag_counts_for_several_objectives() -> None:
    shown = over(ROW, "straight_shooter").view(None)
    assert shown.players[0].score.objectives[0] == 6
    both = over(ROW, "end_of_the_line", "district_division").view(None)
    scored = dict(zip([o.code for o in both.objectives], both.players[0].score.objectives, strict=True))
    assert (scored["end_of_the_line"], scored["district_division"]) == (10, 5)


def test_ws_32_the_highest_score_wins() -> None:
    outcome = over(ROW, others=" ".join(FAR)).outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.reason == "highest score after three rounds (WS-20)"


def test_ws_32_of_equal_scores_the_fewest_cop_cars_win() -> None:
    """WS-32: Seed, Tiebreakers: the player who took the fewest cop cars wins."""
    outcome = over("", me={"cars": 2}, you={"cars": 1}).outcome()
    assert outcome is not None
    assert outcome.winners == (1,)
    assert "fewest cop cars" in outcome.reason


def test_ws_32_then_they_share_the_victory() -> None:
    """Seed, Tiebreakers: if there is still a tie, the tied players share the victory."""
    outcome = over("", me={"cars": 1}, you={"cars": 1}).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert "share" in outcome.reason


def test_the_preview_counts_what_lies_there_now() -> None:
    state = at(player("Rt", tags=" ".join(ROW)), player("Rl"))
    assert seen(state, 0).score.total == score_of(
        over(ROW, objectives=[o.code for o in state.view(None).objectives]), 0
    )
