"""The bots of Pilfering Pandas: sound choices, no look at hidden cards, and strength that shows."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium import Rng
from pandarium.bots import levels, make
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Bot, ask, ask_advice
from pandarium.games.pilfering.bots import Beginner, Strong, Team, read_weights
from pandarium.games.pilfering.bots.policy import LOST, Policy
from pandarium.games.pilfering.bots.search import CERTAIN, ENOUGH, HOPELESS, MOST, ROUND, Hope, Search
from pandarium.games.pilfering.bots.solvable import winning_line
from pandarium.games.pilfering.bots.weights import WIN_NOW
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import PASS
from pandarium.games.pilfering.engine.state import ACTION_STEP

from .table import area, at, game, listed

FEW = 8
"""Games in the head of `strong`, where it is only to be seen at work."""
EASY = {"level": "intro", "quiet_trades": True, "light_pick_up": True}


def dealt(seats: int, seed: int, **options: Any) -> Pilfering:
    state = game.start(seats, options, seed)
    assert isinstance(state, Pilfering)
    return state


def play(state: Pilfering, bot: Bot, seed: int, most: int = 1000) -> list[str]:
    """To the end, or so many moves; what was played. `play` refuses what is not legal."""
    rng, said = Rng(seed), list[str]()
    while (actors := state.actors()) and len(said) < most:
        move = ask(bot, state, actors[0], rng)
        said.append(game.say(move))
        state.play(actors[0], move)
    return said


def wins(bot: Bot, seeds: range, **options: Any) -> int:
    """How many of these deals it wins with its like, at a table for two."""
    won = 0
    for seed in seeds:
        state = dealt(2, seed, **options)
        play(state, bot, seed)
        outcome = state.outcome()
        assert outcome is not None
        won += bool(outcome.winners)
    return won


def choice(bot: Bot, state: Pilfering, seat: int = 0) -> str:
    return game.say(ask(bot, state, seat, Rng(1)))


# What every bot does


def test_the_levels() -> None:
    assert levels(game) == ["random", "beginner", "team", "strong"]
    assert [make(game, level).name for level in levels(game)] == levels(game)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("bot", [Beginner(), Team()], ids=["beginner", "team"])
def test_whole_games_with_everything_that_can_go_wrong(bot: Bot, seats: int) -> None:
    for seed in range(3):
        state = dealt(seats, seed, level="hard", foiled_plans=True, unseen_cards=True, solo_suspicion=True)
        assert play(state, bot, seed)
        assert state.outcome() is not None


@pytest.mark.many
@pytest.mark.parametrize("bot", [Team(), Strong(FEW)], ids=["team", "strong"])
def test_the_same_seed_gives_the_same_game(bot: Bot) -> None:
    state = at("refresh", "r2 r3 g4 key", "b2 b3 y5", hideout="r4 g6 p1", areas=[area("r5 g5 b5"), area("")], panda=30)
    one, two = state.clone(), state.clone()
    assert play(one, bot, 5, most=6) == play(two, bot, 5, most=6)
    assert one.dump() == two.dump()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("weights", ["team", "strong"])
def test_a_rule_of_thumb_never_looks_into_a_hand(weights: str, seats: int) -> None:
    """Whatever the others hold and the deck hides, the choice is the same: it goes by what the seat may know."""
    policy, rng = Policy(read_weights(weights, seats)), Rng(seats)
    for seed in range(2):
        state = dealt(seats, seed, foiled_plans=True)
        while actors := state.actors():
            seat = actors[0]
            twins = [state.resample(seat, rng) for _ in range(2)]
            chosen = {int(policy.choose(twin, seat)) for twin in twins}
            assert len(chosen) == 1
            state.play(seat, chosen.pop())


def test_looking_changes_nothing() -> None:
    state = dealt(2, 3)
    policy = Policy(read_weights("team", 2))
    while actors := state.actors():
        before = state.dump()
        values = [policy.value(state, actors[0], move) for move in state.legal(actors[0])]
        assert state.dump() == before
        assert max(values) > LOST or len(values) > 0
        state.play(actors[0], int(policy.choose(state, actors[0])))


def test_the_search_never_looks_into_a_hand() -> None:
    """Two tables that differ only in what the seat cannot know: the same games in the head, the same figures."""
    state = at(
        "refresh", "r2 r3 g4 key", "b2 b3 y5 y6", hideout="r4 g6 p1", areas=[area("r5 g5 b5"), area("")], panda=30
    )
    other = state.resample(0, Rng(3))
    assert other.dump() != state.dump()
    assert ask_advice(Strong(FEW), state, 0, Rng(1)) == ask_advice(Strong(FEW), other, 0, Rng(1))


# What a rule of thumb knows


@pytest.mark.parametrize("bot", [Beginner(), Team()], ids=["beginner", "team"])
def test_pp_e2_nobody_walks_into_the_keeper(bot: Bot) -> None:
    """PP-E2: a set that gains 3 for 3 would let the keeper catch up; a pass does not."""
    dear = area("r1 r2 r3 r4 r5 r6", mark=5)
    state = at("act", "g1 g2 g3 y7", "b2", areas=[dear, area("p1 p2 p3 p4 p5 p6", mark=5)], panda=12, keeper=10)
    assert choice(bot, state) == "pass"


def test_pp_e3_it_runs_when_that_wins_and_not_when_it_loses() -> None:
    """PP-E3, PP-E5: two cards cost 2 or a little more; with a lead of 4 that is enough, with a lead of 1 it is not."""
    for keeper, wanted in ((32, "escape"), (35, "stay")):
        state = at("check", "", "r4 r5", panda=36, keeper=keeper, timer=1, timekeeper=0)
        assert choice(Team(), state) == wanted


def test_pp_a11_a_key_that_helps_nobody_goes_to_the_box_at_the_end() -> None:
    """PP-A11, PP-E5: at the win space a Key in hand is only a burden, and discarded it drives the keeper back."""
    state = at("act", "key y7 b4", "r2 r4", areas=[area("r5 g5 p5"), area("")], panda=36, keeper=20)
    assert choice(Team(), state) == "discard"


def test_pp_c6_of_two_cards_the_one_that_goes_with_nothing_is_given() -> None:
    """PP-C6: who is asked to share keeps the run."""
    state = at("give", "b7 b1", "r2 r3 r4 g7", pandas=["sharing", "crafty"], turn=0, asked=1, gift="b7", spent=[0])
    assert choice(Team(), state, 1) == "give g7"


def test_pp_e1_a_run_is_not_stashed() -> None:
    """PP-E1: what goes with nothing goes."""
    state = at("stash", "r2 r3 r4 g7", "b1 b2", areas=[area(""), area("")])
    assert choice(Team(), state) == "stash g7"


def thumb(state: Pilfering) -> str:
    """What `strong` expects of everybody."""
    return game.say(int(Policy(read_weights("strong", int(state.seats))).choose(state, 0)))


@pytest.mark.parametrize(("keeper", "wins"), [(24, True), (32, False)])
def test_pp_e3_it_goes_out_where_that_wins(keeper: int, wins: bool) -> None:
    """PP-E3, PP-E6: a dear extension leaves one card, which is stashed; with a lead for all hands that is the game."""
    areas = [area("r1 r2 r3 r4 r5 r6", mark=5), area("g1 g2 g3 g4 g5 g6", mark=5)]
    state = at("act", "r7 y1", "b1 b3", areas=areas, panda=36, keeper=keeper, pandas=["sneaky", "charming"])
    assert (thumb(state) == "extend 1 r7") is wins
    assert choice(Team(), state) == "pass", "the team does not see it"


def test_pp_t3_a_card_that_must_stay_keeps_one_in() -> None:
    """PP-T3, PP-E1: a last card that was picked up from the Hideout cannot be stashed: nobody is out, nobody runs."""
    areas = [area("r1 r2 r3 r4 r5 r6", mark=5), area("g1 g2 g3 g4 g5 g6", mark=5)]
    state = at("act", "r7 y1", "b1 b3", areas=areas, panda=36, keeper=24, held="y1", pandas=["sneaky", "crafty"])
    assert thumb(state) == "pass"


def test_pp_c6_who_shares_is_not_out() -> None:
    """PP-C6: a card comes back for it."""
    state = at("act", "r7 y1", "b1 b3", areas=[area("p1 p2 p3"), area("")], panda=40, keeper=20)
    assert "share r7 B" in listed(state)
    policy = Policy(read_weights("strong", 2))
    shares = [policy.value(state, 0, move) for move in state.legal(0) if game.say(move).startswith("share")]
    assert max(shares) < policy.value(state, 0, PASS) + read_weights("strong", 2).values[WIN_NOW] // 2


# The search


def tried(*results: int) -> Hope:
    """A candidate after so many deals."""
    candidate = Hope(PASS, 0)
    for result in results:
        candidate.take(result * CERTAIN)
    return candidate


def test_who_is_clearly_behind() -> None:
    """Deal by deal: five lost where the leader wins, and none the other way, are 5 / sqrt(5) standard errors."""
    leader = tried(*[1] * 20)
    assert not tried(*[0] * 5, *[1] * 15).is_clearly_behind(leader)
    assert tried(*[0] * 6, *[1] * 14).is_clearly_behind(leader)
    assert not leader.is_clearly_behind(tried(*[0] * 6, *[1] * 14))
    assert not tried(*[0, 1] * 10).is_clearly_behind(tried(*[1, 0] * 10)), "other deals won, but as many"


def test_moves_that_come_to_the_same_are_told_apart_by_the_rule_of_thumb() -> None:
    assert not tried(*[1] * (ENOUGH - 1)).is_clearly_behind(tried(*[1] * (ENOUGH - 1)))
    assert tried(*[1] * ENOUGH).is_clearly_behind(tried(*[1] * ENOUGH))


def test_the_search_ends_where_it_is_clear() -> None:
    """PP-E3, PP-E7: one runs with the last quarter turn ahead, and needs no thousand games to see it."""
    state = at("check", "", "r4 r5", panda=40, keeper=30, timer=3, timekeeper=0, turn=1)
    found = Search(state, 1, Rng(1), read_weights("strong", 2)).run(1000)
    assert [game.say(int(one.move)) for one in found] == ["escape", "stay"]
    assert [int(one.tries) for one in found] == [ROUND, ROUND]


def test_the_search_plays_no_more_games_than_it_may() -> None:
    state = dealt(2, 4)
    while state.step != ACTION_STEP:
        state.play(state.actors()[0], state.legal(state.actors()[0])[0])
    search = Search(state, state.actors()[0], Rng(0), read_weights("strong", 2))
    candidates = len(search.candidates)
    found = search.run(30)
    assert len(found) == candidates > 1
    assert 0 < sum(int(one.tries) for one in found) <= 30 + candidates
    assert all(one.tries == len(one.results) for one in found)


def test_the_usual_move_and_a_pass_are_always_candidates() -> None:
    state = dealt(2, 4)
    policy = Policy(read_weights("team", 2))
    while actors := state.actors():
        seat = actors[0]
        search = Search(state, seat, Rng(0), read_weights("team", 2))
        moves = [int(candidate.move) for candidate in search.candidates]
        assert set(moves) <= set(state.legal(seat))
        assert len(moves) <= MOST + 1
        assert (PASS in moves) is (PASS in state.legal(seat))
        usual = max(int(candidate.worth) for candidate in search.candidates)
        assert [candidate.worth for candidate in search.candidates if candidate.trust] == [usual]
        assert all(int(one.worth) >= usual - HOPELESS for one in search.candidates if int(one.move) != PASS)
        state.play(seat, int(policy.choose(state, seat)))


def test_what_partners_may_hold_is_what_they_would_not_have_played() -> None:
    """Of the deals that the search believes in, fewer leave a partner with a good trade undone."""
    state = at("refresh", "r2 r6 g4", "b2 b3 b4 y6 g7 p1", areas=[area("r5 g5 b5"), area("y3 y4 y5")], turns=5)
    search = Search(state, 0, Rng(2), read_weights("team", 2))
    believed = sum(search.surprises(search.believable_deal(Rng(seed))) for seed in range(60))
    any_deal = sum(search.surprises(state.resample(0, Rng(seed))) for seed in range(60))
    assert any_deal > 0
    assert believed < any_deal


def test_advice_says_how_often_a_move_wins() -> None:
    state = at("check", "", "r4 r5", panda=40, keeper=20, timer=1, timekeeper=0)
    best = ask_advice(Strong(FEW), state, 0, Rng(1))[0]
    assert game.say(best.move) == "escape"
    assert best.value == 1.0
    assert str(best.why).startswith("wins 100% of")


# The ceiling


def test_a_line_found_with_open_cards_is_a_proof() -> None:
    """Every move of it is legal, and the game is won."""
    state = dealt(2, 7, **EASY)
    line, tries = winning_line(state, Policy(read_weights("team", int(state.seats))), Rng(1), tries=200)
    assert line.won
    assert 1 <= tries <= 200
    for seat, move in line.moves:
        state.play(seat, move)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_where_all_is_lost_no_line_is_found() -> None:
    """PP-E2: with the keeper one space behind, the end of the turn loses whatever is done."""
    state = at("act", "r1 g5", "b2 y7", areas=[area("p1 p2 p3"), area("")], panda=10, keeper=9)
    line, tries = winning_line(state, Policy(read_weights("team", int(state.seats))), Rng(1), tries=30)
    assert not line.won
    assert tries == 30


# Strength


@pytest.mark.strength
def test_the_team_wins_more_than_beginners_on_the_same_deals() -> None:
    deals = range(300, 500) if is_compiled() else range(300, 340)
    assert wins(Team(), deals) > wins(Beginner(), deals)


@pytest.mark.skipif(not is_compiled(), reason="thinking takes too long with the interpreted engine")
def test_who_thinks_wins_more_than_the_team_on_the_same_deals() -> None:
    deals = range(100, 108)
    assert wins(Strong(100), deals) > wins(Team(), deals)
