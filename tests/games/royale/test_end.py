"""The end, the option for children, and the score sheet: PR-13, PR-14 and PR-15."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.core.message import Message
from pandarium.games.royale.engine.flow import Royale

from .table import at_draft, do, game, play_through

pytestmark = pytest.mark.conformance


def after_round_10(*totals: int) -> Royale:
    """A finished game with these totals, made in the first round and in the last."""
    hands = [["y6", *["g20"] * 9], ["y6", *["r6"] * 9], ["y6", *["b6"] * 9], ["y6", *["b8"] * 9]][: len(totals)]
    for hand in hands[: 1 if len(totals) < 4 else 2]:
        hand.append("k12")
    nothing = [0] * 7
    sheet = [[[5, 0, 0, 0, 0, 0, 0], *[nothing] * 8, [0, 0, 0, total - 5, 0, 0, 0]] for total in totals]
    position = {"seats": len(totals), "round": 10, "step": "over", "turn": 0, "panda": 0, "hands": hands}
    state = game.load({**position, "sheet": sheet})
    assert isinstance(state, Royale)
    return state


# PR-13


def test_pr_13_the_highest_total_over_all_rounds_wins() -> None:
    """PR-13: all ten rounds together count."""
    outcome = after_round_10(300, 412, 411).outcome()
    reason = Message("royale.outcome.highest_total")
    assert outcome == pandarium.Outcome((1,), (300, 412, 411), "highest total after 10 rounds (PR-13)", reason)


def test_pr_13_equal_totals_share_the_victory() -> None:
    outcome = after_round_10(412, 300, 412, 411).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 2)


def test_pr_13_all_may_share() -> None:
    outcome = after_round_10(100, 100).outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_pr_13_even_negative_totals_have_a_winner() -> None:
    outcome = after_round_10(-50, -20, -30).outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (-50, -20, -30))


def test_pr_13_the_token_breaks_no_tie() -> None:
    state = after_round_10(200, 200)
    assert state.view(None).panda == 0
    assert state.view(None).outcome.winners == (0, 1)


def test_pr_13_no_outcome_before_the_end() -> None:
    state = game.start(2, seed=1)
    for _ in play_through(state, [1, 2, 3]):
        assert state.outcome() is None
        assert state.view(None).outcome is None
    assert state.outcome() is not None


def test_pr_13_when_the_game_is_over_nobody_acts() -> None:
    state = after_round_10(300, 412)
    assert state.actors() == []
    assert state.legal(0) == state.legal(1) == []
    assert state.view(None).turn is None
    with pytest.raises(pandarium.IllegalMove, match=r"the game is over \(PR-13\)"):
        state.play(0, game.read("pass"))


@pytest.mark.parametrize("seats", range(2, 11))
def test_pr_13_ten_rounds_and_nine_drafts(seats: int) -> None:
    state = game.start(seats, seed=seats)
    picks = [game.say(move) for _, move in play_through(state, [7, 3, 8]) if game.say(move).startswith("take")]
    assert len(picks) == 9 * seats
    assert state.view(None).round == 10
    assert [len(player.lines) for player in state.view(None).players] == [10] * seats


# PR-14


@pytest.mark.parametrize("seats", range(2, 10))
def test_pr_14_children_play_without_clear_dice_and_without_trading(seats: int) -> None:
    """PR-14: no clear dice anywhere, hence no trade."""
    state = game.start(seats, {"children": True}, seed=seats)
    for _, move in play_through(state, [5, 2, 8, 1]):
        seen = state.view(None)
        assert seen.step == "draft"
        assert game.say(move).startswith("take ")
        assert not {"c6", "c6*"} & {*seen.pool, *seen.bag, *(code for player in seen.players for code in player.dice)}
    assert len(state.view(None).players[0].lines) == 10
    assert all(line.colours[5] == 0 for player in state.view(None).players for line in player.lines)


def test_pr_14_the_bag_of_children_holds_85_dice() -> None:
    seen = game.start(2, {"children": True}, seed=1).view(None)
    assert len(seen.pool) + sum(seen.bag.values()) == 85


def test_pr_14_ten_children_are_too_many() -> None:
    with pytest.raises(pandarium.BadSeats, match=r"takes 2 to 9 players without clear dice \(PR-14\), not 10"):
        game.start(10, {"children": True}, seed=1)
    assert game.start(9, {"children": True}, seed=1).actors()


# PR-15


def test_pr_15_every_round_is_written_down_by_colour_with_a_running_total() -> None:
    """PR-15: the sheet of every player, line by line."""
    state = game.start(4, seed=31)
    for _ in play_through(state, [2, 7, 1, 8]):
        seen = state.view(None)
        for player in seen.players:
            assert len(player.lines) == seen.round
            assert all(len(line.colours) == 7 and line.total == sum(line.colours) for line in player.lines)
            assert player.total == sum(line.total for line in player.lines)


def test_pr_15_the_last_line_is_the_score_of_the_roll_on_the_table() -> None:
    state = game.start(3, seed=32)
    for _ in play_through(state, [2, 7, 1, 8]):
        for player in state.view(None).players:
            yellow, green = (sum(die.value for die in player.rolled if die.die[0] == letter) for letter in ("y", "g"))
            assert player.lines[-1].colours[0] == yellow
            assert player.lines[-1].colours[4] == green


def test_pr_15_the_sheet_is_open_to_everyone_at_all_times() -> None:
    state = game.start(3, seed=33)
    for _ in play_through(state, [2, 7, 1, 8]):
        players = state.view(None).players
        assert all(state.view(seat).players == players for seat in range(3))
        assert [state.view(seat).you for seat in range(3)] == [0, 1, 2]


def test_pr_15_lines_once_written_never_change() -> None:
    state = game.start(2, seed=34)
    written: list[list[object]] = [[], []]
    for _ in play_through(state, [1, 5]):
        for seat, player in enumerate(state.view(None).players):
            assert player.lines[: len(written[seat])] == written[seat]
            written[seat] = list(player.lines)
    assert [len(lines) for lines in written] == [9, 9]


def test_pr_15_negative_scores_lower_the_running_total() -> None:
    state = after_round_10(-50, -20)
    assert state.view(None).players[0].lines[-1].total == -55
    assert state.view(None).players[0].total == -50


def test_pr_15_a_pick_does_not_touch_the_sheet() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b8 r8", panda=0)
    before = [player.lines for player in state.view(None).players]
    do(state, "take r8")
    assert [player.lines for player in state.view(None).players] == before
