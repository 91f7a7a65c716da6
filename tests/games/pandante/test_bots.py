"""The liar, the cautious one, and the one that thinks about both."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from pandarium.bots import levels, make
from pandarium.core.bot import Bot, ask, ask_advice
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import Cautious, Liar, Searcher, Simple
from pandarium.games.pandante.bots.belief import SURE, chance_of_claim, imagine, likelihood
from pandarium.games.pandante.bots.policy import highest_truth, worst_card
from pandarium.games.pandante.bots.search import GRAIN, Search, play_gambit, worth
from pandarium.games.pandante.bots.style import SIMPLE
from pandarium.games.pandante.content import own_odds
from pandarium.games.pandante.engine import judging
from pandarium.games.pandante.engine.cards import CODES, gather
from pandarium.games.pandante.engine.claims import CLAIMS, PAIR, THREE
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hand_counts import count_all, count_some
from pandarium.games.pandante.engine.hands import LIE, truths
from pandarium.games.pandante.study.odds import odds_of

from .table import at, game

FEW = 24
"""Playouts: enough to see that it works."""
EVERYTHING: dict[str, Any] = {"casinos": True, "champions": True, "diamonds": True}
OPTIONS: list[dict[str, Any]] = [
    {},
    {"abilities": "dark"},
    EVERYTHING,
    {**EVERYTHING, "abilities": "dark"},
    {"gambling": "drop-in"},
    {"gambling": "tournament", "casinos": True},
]


def cards(text: str) -> int:
    """The set of these cards."""
    return gather([CODES.index(code) for code in text.split()])


def choice(bot: Bot, state: Pandante, seat: int, seed: int = 1) -> str:
    """What the bot plays."""
    return game.say(ask(bot, state, seat, Rng(seed)))


def choices(bot: Bot, state: Pandante, seat: int, tries: int = 60) -> list[str]:
    """What it plays with different chance."""
    return [choice(bot, state, seat, seed) for seed in range(tries)]


def play(state: Pandante, bots: list[Bot], seed: int) -> list[str]:
    """A whole game; the moves."""
    rng = Rng(seed)
    played = []
    while actors := state.actors():
        seat = actors[0]
        move = ask(bots[seat], state, seat, rng)
        assert move in state.legal(seat)
        state.play(seat, move)
        played.append(f"{seat}: {game.say(move)}")
    return played


# All of them


def test_the_levels() -> None:
    assert levels(game) == ["random", "liar", "newcomer", "cautious", "regular", "strong", "master"]
    assert isinstance(make(game, "searcher"), Searcher)
    assert isinstance(make(game, "accuser"), Simple)
    assert not {"accuser", "searcher"} & set(levels(game))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, pytest.param(6, marks=pytest.mark.many)])
def test_they_play_whole_games_with_every_option(seats: int, options: dict[str, Any]) -> None:
    table: list[Bot] = [Liar(), Cautious(), *(Simple(name) for name in list(SIMPLE)[:4])]
    for seed in range(3):
        state = game.start(seats, options, seed)
        assert isinstance(state, Pandante)
        play(state, table, seed)
        assert state.outcome() is not None


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_searcher_plays_a_gambit_with_every_option(options: dict[str, Any]) -> None:
    state = game.start(3, options, 5)
    bots: list[Bot] = [Searcher(4), Cautious(), Liar()]
    rng = Rng(0)
    while (actors := state.actors()) and state.gambit < 2:  # type: ignore[attr-defined]
        seat = actors[0]
        state.play(seat, ask(bots[seat], state, seat, rng))


@pytest.mark.parametrize("bot", [Liar(), Cautious(), Searcher(4)], ids=lambda bot: bot.name)
def test_the_same_seed_gives_the_same_game(bot: Bot) -> None:
    first, second = (game.start(2, {}, 3) for _ in range(2))
    assert play(first, [bot, Cautious()], 8) == play(second, [bot, Cautious()], 8)  # type: ignore[arg-type]


@pytest.mark.parametrize("bot", [Liar(), Cautious(), Searcher(FEW)], ids=lambda bot: bot.name)
def test_what_a_seat_cannot_know_changes_nothing(bot: Bot) -> None:
    one = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    other = at("bet", "k1 b1", "g3 o3", turn=0, board="r1 b3 g5", claims="- pair")
    assert choices(bot, one, 0, 3) == choices(bot, other, 0, 3)


@pytest.mark.parametrize("level", ["liar", "cautious", "searcher"])
def test_every_bot_explains_itself(level: str) -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    bot = Searcher(FEW) if level == "searcher" else make(game, level)
    assert "you hold: three of a kind" in str(ask_advice(bot, state, 0, Rng(1))[0].why)
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="straight-flush pair", hot=[0])
    assert "straight flush: held in 0% of the hands that fit" in str(ask_advice(bot, state, 1, Rng(1))[0].why)
    state = at("upgrade", "k2 k8", "k3 k6", turn=0, claims="three pair")
    assert "you hold nothing yet" in str(ask_advice(bot, state, 0, Rng(1))[0].why)


# By rule of thumb


def test_cautious_mostly_claims_what_it_has() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5")
    assert choices(Cautious(), state, 0).count("bet three") > 50
    state = at("bet", "k2 k8", "k3 k6", turn=0, board="r1 b3 g5")
    assert choices(Cautious(), state, 0).count("bet pair") > 50


def test_the_liar_claims_by_the_table_not_by_its_cards() -> None:
    state = at("bet", "k2 k8", "k3 k6", turn=0, board="r1 b3 g5", claims="- straight")
    lies = [move for move in choices(Liar(), state, 0) if move not in {"bet pair", "fold"}]
    assert 40 < len(lies) < 60
    assert choices(Cautious(), state, 0).count("bet straight") == 0


def test_cautious_challenges_the_impossible_and_trusts_the_likely() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="straight-flush pair", hot=[0])
    assert set(choices(Cautious(), state, 1)) == {"challenge"}
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="pair pair", hot=[0])
    assert set(choices(Cautious(), state, 1)) == {"trust"}


def test_the_liar_seldom_challenges() -> None:
    state = at("challenge", "k2 k4", "k3 k6", "", turn=0, claims="straight-flush pair -", hot=[0])
    assert set(choices(Cautious(), state, 2)) == {"challenge"}  # 5 gold, as good as certain
    assert set(choices(Liar(), state, 2)) == {"trust"}  # and not worth its while


def test_they_keep_the_better_cards() -> None:
    state = at("discard snack", "k1 b1 k8", "k3 k4", turn=0, board="r1 b3 g5", claims="pair pair", keep=2)
    assert choice(Cautious(), state, 0) == "discard k8"
    assert worst_card(state, cards("k1 b1 joker"), True) != CODES.index("joker")


def test_they_say_the_highest_truth() -> None:
    state = at("tie-break", "k1 b3", "k4 k6", turn=0, board="r1 g3 g5 o7 p9", claims="pair pair")
    assert choice(Cautious(), state, 0) == "say 3"
    assert game.say(highest_truth(state, 0)) == "say 3"
    assert highest_truth(at("tie-break", "k2 b4", "k4 k6", turn=0, claims="four four"), 0) == -1


def test_cautious_raises_when_it_leads_and_sleeps_when_it_is_lost() -> None:
    state = at("announce", "k1 b1", "k3 k6", turn=0, claims="three pair")
    assert "announce raise" in choices(Cautious(), state, 0)
    state = at("announce", "k2 b4", "k3 k6", turn=0, claims="three straight")
    assert "announce sleep" in choices(Cautious(), state, 0)


def test_nobody_stays_for_ever() -> None:
    state = game.start(2, {"gambling": "drop-in"}, 1)
    assert isinstance(state, Pandante)
    moves = play(state, [Cautious(), Cautious()], 1)
    assert state.gambit <= 25
    assert moves[-1].endswith("leave")


# Beliefs


def test_a_hand_that_goes_with_the_claim_is_likelier() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="three pair", hot=[0])
    true, pair, nothing = (likelihood(state, 0, cards(hand)) for hand in ("k1 g1", "k1 k2", "k2 k4"))
    assert SURE == true > pair >= nothing > 0
    assert likelihood(state, 0, cards("k1 k3")) < likelihood(state, 1, cards("k1 k2"))


def test_imagined_hands_hold_their_claims_more_often_than_chance() -> None:
    state = at("challenge", "k2 k4", "k5 k6", turn=0, claims="three pair", hot=[0])
    rng = Rng(5)
    imagined = sum(judging.judge_hand(imagine(state, 1, rng), 0) != LIE for _ in range(200))
    blind = sum(judging.judge_hand(state.resample(1, rng), 0) != LIE for _ in range(200))
    assert imagined > 3 * blind


def test_imagined_positions_are_sound() -> None:
    state = at("challenge", "k2 k4", "k5 k6", "", turn=0, claims="three pair -", hot=[0])
    for seed in range(30):
        twin = imagine(state, 1, Rng(seed))
        assert twin.hands[1] == state.hands[1]
        assert game.load(twin.dump()).dump() == twin.dump()


def test_known_cards_settle_the_matter() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k2", "k4"], []])
    assert chance_of_claim(state, 1, 0, 25, 8, Rng(0)) == 0
    state = at("challenge", "k1 b1", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k1", "b1"], []])
    assert chance_of_claim(state, 1, 0, 25, 8, Rng(0)) == SURE


# Search


def test_the_searcher_bets_on_a_strong_hand_and_calls_an_obvious_lie() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 g1 o5 p8 k9", claims="four pair")
    assert choice(Searcher(FEW), state, 0) != "fold"
    state = at("challenge", "k2 k4", "k9 b9", turn=0, board="r1 b3 g5 o7 p9", claims="straight-flush three", hot=[0])
    assert choice(Searcher(FEW), state, 1) == "challenge"


def test_the_searcher_trusts_what_it_knows_to_be_true() -> None:
    state = at("challenge", "k1 b1", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k1", "b1"], []])
    assert choice(Searcher(FEW), state, 1) == "trust"


def test_the_searcher_shows_its_hand_for_the_coin() -> None:
    state = at("coin", "k2 k4", "", turn=0, claims="three -", real=[0])
    assert choice(Searcher(FEW), state, 0) == "show"


def test_advice_is_in_gold_and_ordered() -> None:
    state = at("challenge", "k1 b1", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k1", "b1"], []])
    trust, challenge = ask_advice(Searcher(FEW), state, 1, Rng(2))
    assert (game.say(trust.move), game.say(challenge.move)) == ("trust", "challenge")
    assert 15 < trust.value - challenge.value < 25  # 10 paid, which the other gets


def test_the_usual_move_is_always_a_candidate() -> None:
    state = game.start(3, {"casinos": True}, 8)
    rng = Rng(4)
    while actors := state.actors():
        seat = actors[0]
        search = Search(state, seat, Rng(0))  # type: ignore[arg-type]
        assert sum(candidate.trust > 0 for candidate in search.candidates) == 1
        moves = state.legal(seat)
        assert {int(candidate.move) for candidate in search.candidates} <= set(moves)
        state.play(seat, moves[rng.below(len(moves))])


def test_worth_is_what_one_has_more_than_the_others() -> None:
    state = at("bet", "k1 b1", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5", gold=[50, 40, 30])
    assert [worth(state, seat) / GRAIN for seat in range(3)] == [15.0, 0.0, -15.0]


def test_a_playout_ends_with_the_gambit() -> None:
    state = game.start(4, {}, 2)
    assert isinstance(state, Pandante)
    play_gambit(state, 1, [SIMPLE["honest"]] * 4, Rng(1))
    assert state.gambit == 2 or state.outcome() is not None


@pytest.mark.strength
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("searcher", "liar"), ("searcher", "cautious"), ("cautious", "random")]
)
def test_strength(stronger: str, weaker: str) -> None:
    games, won = 8, 0.0
    for number in range(games):
        state = game.start(2, {}, number)
        bots = [Searcher(FEW) if name == "searcher" else make(game, name) for name in (stronger, weaker)]
        play(state, bots if number % 2 == 0 else bots[::-1], number)  # type: ignore[arg-type]
        outcome = state.outcome()
        assert outcome is not None
        won += (number % 2 in outcome.winners) / len(outcome.winners)
    assert won / games > 0.6


# Odds


def test_odds_of_few_cards_by_counting_them_again() -> None:
    count = count_all(2)
    hands = [gather(list(two)) for two in combinations(range(61), 2)]
    assert count.hands == len(hands) == 1830
    assert count.true[PAIR] == 10 * 15 + 60  # two of one number, or the Joker with any
    for claim in range(CLAIMS):
        assert count.true[claim] == sum(truths(hand, 0) >> claim & 1 for hand in hands)
    assert sum(count.best) == count.hands


def test_odds_by_chance_agree_with_odds_by_counting() -> None:
    exact = odds_of(2)
    drawn = odds_of(2, hands=2000, seed=5, through=0)
    assert exact.exact
    assert not drawn.exact
    assert exact.low == exact.held == exact.high
    inside = [low <= true <= high for low, true, high in zip(drawn.low, exact.held, drawn.high, strict=True)]
    assert inside.count(True) >= CLAIMS - 1
    assert count_some(7, 500, 3).true[PAIR] == count_some(7, 500, 3).true[PAIR]


def test_the_table_of_odds_covers_every_number_of_cards() -> None:
    table = own_odds()
    assert [odds.cards for odds in table] == [5, 6, 7, 8, 9, 10]
    for odds in table:
        assert all(low <= share <= high for low, share, high in zip(odds.low, odds.held, odds.high, strict=True))
        assert all(best_share <= share + 1e-9 for best_share, share in zip(odds.best, odds.held, strict=True))
    assert table[0].exact
    for fewer, more in pairwise(table):
        assert all(low < high for low, high in zip(fewer.held, more.held, strict=True))


def test_a_recount_of_the_table() -> None:
    odds = own_odds()[2]
    recount = count_some(7, 3000, 99)
    for claim in (PAIR, THREE):
        assert abs(int(recount.true[claim]) / 3000 - odds.held[claim]) < 0.05
