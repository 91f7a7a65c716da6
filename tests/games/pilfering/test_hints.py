"""What a hint says, and that its odds are true: every deal that fits is counted here again."""

from __future__ import annotations

from itertools import combinations

import pytest

from pandarium.core.bot import ask, ask_advice
from pandarium.core.rng import Rng
from pandarium.games.pilfering.bots import Strong, Team
from pandarium.games.pilfering.bots.hints import escape_odds, why
from pandarium.games.pilfering.engine.cards import CODES
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.kit.language import languages

from .table import area, at, game

FEW = 16
TWOS = {"r1", "y2", "g3", "b5", "p6"}
"""PP-C2."""


def told(state: Pilfering, seat: int, move: str, language: str = "en") -> str:
    return why(state, seat, game.read(move)).render(language)


def hidden_from(seat: int, state: Pilfering) -> list[str]:
    """PP-S2: all cards of a table for two that lie nowhere in sight of this seat."""
    view = state.view(seat)
    pack = [code for code in CODES[:45] if int(code[1]) <= 7] + ["key"] * 3
    dump = state.dump()
    seen = [*dump["hands"][seat], *dump["hideout"], *(card for lie in dump["areas"] for card in lie["cards"])]
    seen += dump.get("box", [])
    assert view is not None
    for card in seen:
        pack.remove(card)
    return pack


def cost(card: str) -> int:
    return 2 if card == "key" or card in TWOS else 1


@pytest.mark.parametrize(("panda", "keeper"), [(36, 30), (36, 31), (36, 32), (40, 20), (36, 34)])
def test_pp_e5_to_run_goes_by_every_deal_that_fits(panda: int, keeper: int) -> None:
    state = at("check", "", "b1 b2 g7", panda=panda, keeper=keeper, timer=1, timekeeper=0)
    hands = list(combinations(hidden_from(0, state), 3))
    good = sum(panda - keeper - sum(map(cost, hand)) > 0 for hand in hands)
    assert escape_odds(state, 0) == pytest.approx(good / len(hands))
    text = told(state, 0, "escape")
    assert text.endswith(f"3 others cost little enough in {round(100 * good / len(hands))}% of the deals that fit")
    assert text.startswith(f"a lead of {panda - keeper}; the cards that you know of cost 0")


def test_pp_t2_a_draw_goes_by_every_card_that_it_may_be() -> None:
    state = at("refresh", "r4 g1 b7", "b2 b3", areas=[area("r5 g5 b5"), area("y3 y4 y5")], panda=20, keeper=8, turns=5)
    good = 0
    hidden = hidden_from(0, state)
    for card in hidden:
        dump = state.dump()
        dump["hands"][0] = ["r4", "g1", "b7", card]
        other = dump["hands"][1]
        if card in other and card != "key":  # whatever it is, it is not in the other's hand then
            other[other.index(card)] = next(one for one in hidden if one not in (*other, card, "key"))
        dump["step"] = "act"
        dump.pop("deck", None)
        moves = [game.say(move) for move in _loaded(dump).legal(0)]
        words = [move.split() for move in moves if move.split()[0] in {"set", "reuse", "extend"}]
        good += any(card in move for move in words)
    assert told(state, 0, "draw").endswith(
        f"{round(100 * good / len(hidden))}% of those it may be can be played at once"
    )


def _loaded(position: object) -> Pilfering:
    state = game.load(position)
    assert isinstance(state, Pilfering)
    return state


def test_pp_a2_and_pp_a6_a_trade_says_what_it_costs_and_leaves() -> None:
    state = at("act", "r4 r5 r6 b1", "b2", areas=[area(""), area("")], panda=12, keeper=7)
    assert told(state, 0, "set 1 r4 r5 r6") == (
        "pandas +3, keeper +1: your lead goes from 5 to 7, 1 card is left in hand"
    )
    log: list[object] = []
    state.play(0, game.read("set 1 r4 r5 r6"), log)
    assert int(state.panda - state.keeper) == 7


def test_pp_t4_a_pick_up_of_several_cards_says_its_price() -> None:
    state = at("refresh", "r4 r6", "b2 b3", hideout="g1 r5 p1", areas=[area("r1 r2 r3"), area("")], panda=20, keeper=8)
    text = told(state, 0, "pick 2")
    assert text == ("2 cards, keeper +4 at once: your lead goes from 12 to 8, and you must play the first, red 5")
    state.play(0, game.read("pick 2"))
    assert int(state.panda - state.keeper) == 8
    assert told(at("refresh", "r4 r6", "b2", hideout="g1 r5 p1"), 0, "pick 1").startswith("purple 1, at no price")


def test_a_price_that_lets_the_keeper_come_is_named() -> None:
    state = at("refresh", "r4 r6", "b2 b3", hideout="g1 r5 p1", areas=[area("r1 r2 r3"), area("")], panda=10, keeper=7)
    assert told(state, 0, "pick 2") == "the keeper would be there"


def test_the_best_move_is_compared_with_the_next_best() -> None:
    state = at("act", "r4 r5 r6 b1 y2", "b2 b3 g4", areas=[area(""), area("")], panda=34, keeper=7, turns=3)
    advice = ask_advice(Strong(FEW), state, 0, Rng(1))
    best, second = advice[:2]
    assert ask(Strong(FEW), state, 0, Rng(1)) in [line.move for line in advice]
    percents = [round(100 * line.value) for line in (best, second)]
    assert str(best.message).startswith(f"wins {percents[0]}% of 4 games, the next best {percents[1]}%; ")
    assert best.message.render("de").startswith(
        f"gewinnt {percents[0]}\N{NO-BREAK SPACE}% von 4 Partien, das Nächstbeste"
    )


def test_states_that_a_seat_cannot_tell_apart_give_the_same_hint() -> None:
    state = at("act", "r4 r5 r6 b1 y2", "b2 b3 g4", areas=[area(""), area("")], panda=12, keeper=7, turns=3)
    twin = state.resample(0, Rng(9))
    assert twin.dump() != state.dump()
    for bot in (Strong(FEW), Team()):
        assert ask_advice(bot, state, 0, Rng(1)) == ask_advice(bot, twin, 0, Rng(1))


@pytest.mark.parametrize("seats", [1, 3])
def test_every_move_of_a_game_has_its_reason(seats: int) -> None:
    state = game.start(seats, {"foiled_plans": True}, 4)
    assert isinstance(state, Pilfering)
    rng = Rng(2)
    for _ in range(60):
        if not (actors := state.actors()):
            break
        legal = state.legal(actors[0])
        for move in legal[:: max(1, len(legal) // 4)]:
            texts = [why(state, actors[0], move).render(language) for language in languages()]
            assert all(text and "{" not in text for text in texts)
        state.play(actors[0], legal[rng.below(len(legal))])
