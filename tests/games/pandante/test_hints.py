"""What a hint says, and that its odds are true: every hand that fits is tried here again, by `brute`."""

from __future__ import annotations

from itertools import combinations

import pytest

from pandarium.core.bot import ask_advice
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import Cautious, Searcher
from pandarium.games.pandante.bots.hints import explain
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.kit.language import languages

from .brute import JOKER, PLAIN, Card, facts
from .table import at, game

FEW = 12


def cards(codes: str) -> list[Card]:
    return [JOKER if code == "joker" else (code[0], int(code[1:])) for code in codes.split()]


def unseen(*known: str) -> list[Card]:
    """All cards but these. The Joker may be among them."""
    seen = {card for codes in known for card in cards(codes)}
    return [card for card in [*PLAIN, JOKER] if card not in seen]


def is_true(claim: str, private: list[Card], shared: list[Card]) -> bool:
    """By trying everything; for the Joker, every card that it could be."""
    everything = [*private, *shared]
    if JOKER not in everything:
        return (claim, None) in facts(private, shared)
    plain_private = [card for card in private if card != JOKER]
    plain_shared = [card for card in shared if card != JOKER]
    stand_ins = [card for card in PLAIN if card not in everything]
    return any((claim, None) in facts([*plain_private, card], plain_shared) for card in stand_ins)


def percent(true: int, whole: int) -> int:
    return round(100 * true / whole)


def why(state: Pandante, seat: int, move: str, language: str = "en") -> str:
    return explain(state, seat, game.read(move)).render(language)


@pytest.mark.parametrize(
    ("claim", "board"), [("three", "r1 b3 g5 o7 p9"), ("floosh", "r1 r3 g5 o7 p9"), ("pair", "r1 b3 g5 o7 p9")]
)
def test_pd_22_a_challenge_goes_by_every_hand_that_fits(claim: str, board: str) -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, board=board, claims=f"{claim} pair", hot=[0])
    hands = list(combinations(unseen("k3 k6", board), 2))
    held = sum(is_true(claim, list(hand), cards(board)) for hand in hands)
    said = why(state, 1, "challenge")
    assert f"held in {percent(held, len(hands))}% of the hands that fit" in said
    assert said.endswith("a wrong challenge costs 10, a right one brings 5")
    assert why(state, 1, "trust") == said


def test_pd_l2_a_card_that_lies_open_counts() -> None:
    state = at("challenge", "k9 k4", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k9"], []])
    rest = unseen("k3 k6", "k9", "r1 b3 g5 o7 p9")
    held = sum(is_true("three", [("k", 9), card], cards("r1 b3 g5 o7 p9")) for card in rest)
    assert f"held in {percent(held, len(rest))}%" in why(state, 1, "challenge")


def test_pd_2_a_claim_may_come_true_with_the_cards_to_come() -> None:
    state = at("bet", "r2 r4", "k3 k6", turn=0, board="r1 b3 g5", claims="- pair")
    draws = list(combinations(unseen("r2 r4", "r1 b3 g5"), 2))
    true = sum(is_true("floosh", cards("r2 r4"), [*cards("r1 b3 g5"), *drawn]) for drawn in draws)
    said = why(state, 0, "bet floosh")
    chance = percent(true, len(draws))
    assert said == f"not true yet (you hold: straight); in {chance}% with the cards to come; nobody else claims as much"


def test_pd_3_a_claim_is_true_or_a_lie_and_a_rival_has_it_or_not() -> None:
    state = at("upgrade", "k1 b1", "k3 k6", turn=0, claims="pair three")
    assert why(state, 0, "upgrade three").startswith("true (you hold: three of a kind); against a claim of three of")
    assert why(state, 0, "upgrade four").startswith("a lie (you hold: three of a kind); nobody else claims as much")
    assert why(state, 0, "upgrade three", "de").startswith("wahr (du hast: Drilling); gegen die Behauptung: Drilling")


def test_pd_5_a_snack_says_what_a_card_is_good_for() -> None:
    board = "r1 b3 g5"
    state = at("snack", "k1 k8", "k3 k6", turn=0, board=board, claims="three pair")
    rest = unseen("k1 k8", board)
    helped = 0
    for card in rest:
        kept = [[card, ("k", 1)], [card, ("k", 8)], [("k", 1), ("k", 8)]]
        helped += any(is_true("three", hand, cards(board)) for hand in kept)
    assert why(state, 0, "snack") == f"0 gold; makes your claim true in {percent(helped, len(rest))}%"


def test_pd_l3_a_new_hand_goes_by_every_two_cards() -> None:
    state = at("announce", "k2 b4", "k3 k6", turn=0, claims="three straight")
    board = "r1 b3 g5 o7 p9"
    hands = list(combinations(unseen("k2 b4", board), 2))
    true = sum(is_true("three", list(hand), cards(board)) for hand in hands)
    assert why(state, 0, "announce new-hand") == f"makes your claim true in {percent(true, len(hands))}%"


def test_pd_l4_and_pd_d3_a_new_card_on_the_table() -> None:
    board = "r1 b3 g5 o7 p9"
    state = at("announce", "k2 b4", "k3 k6", turn=0, claims="straight pair")
    rest = unseen("k2 b4", board)
    true = sum(is_true("straight", cards("k2 b4"), [*cards(board), card]) for card in rest)
    assert is_true("straight", cards("k2 b4"), cards(board))
    assert why(state, 0, "announce add") == f"your claim is true now, and then in {percent(true, len(rest))}%"
    state = at("announce", "k2 k4", "k3 k6", turn=0, claims="three pair", options={"abilities": "dark"})
    rest = unseen("k2 k4", board)
    true = sum(is_true("three", cards("k2 k4"), [*cards("r1 b3 g5 o7"), card]) for card in rest)
    assert why(state, 0, "announce delete") == f"makes your claim true in {percent(true, len(rest))}%"


def test_pd_l1_to_pay_is_right_if_the_pot_is_won_often_enough() -> None:
    state = at(
        "raise", "k1 b1", "k3 k6", turn=0, claims="three pair", performer=1, queue=[{"ability": "raise"}], pot=20
    )
    assert why(state, 0, "pay").startswith("5 for a pot of 20: right if you win it in more than 20%; true")
    assert why(state, 0, "fold") == "gives up the pot of 20, 0 of it yours; you hold: three of a kind"


def test_a_certain_loss_is_told_to_the_last_gold_piece() -> None:
    """PD-22: the hand lies open and is true. To challenge it costs 10, which the other gets."""
    state = at("challenge", "k1 b1", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k1", "b1"], []])
    trust, challenge = ask_advice(Searcher(FEW), state, 1, Rng(2))
    assert trust.value == -20  # the pot goes to the other
    assert challenge.value == -40
    assert str(trust.message).startswith(
        "−20.0 gold on the others on average, the pot in 0%; three of a kind: held in 100%"
    )


@pytest.mark.parametrize("phase", ["bet", "challenge"])
def test_states_that_a_seat_cannot_tell_apart_give_the_same_hint(phase: str) -> None:
    board = "r1 b3 g5" if phase == "bet" else "r1 b3 g5 o7 p9"
    more = {"hot": [1]} if phase == "challenge" else {}
    turn = 1 if phase == "challenge" else 0
    one, other = (
        at(phase, "k1 b1", hand, turn=turn, board=board, claims="pair three" if more else "- pair", **more)
        for hand in ("k3 k4", "g3 o3")
    )
    for bot in (Searcher(FEW), Cautious()):
        assert ask_advice(bot, one, 0, Rng(3)) == ask_advice(bot, other, 0, Rng(3))


@pytest.mark.parametrize("options", [{}, {"abilities": "dark", "casinos": True, "champions": True, "diamonds": True}])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.many)])
def test_every_move_of_a_game_has_its_reason(options: dict[str, object], seed: int) -> None:
    state = game.start(3, options, seed)  # type: ignore[arg-type]
    assert isinstance(state, Pandante)
    rng = Rng(seed)
    while (actors := state.actors()) and state.gambit < 2:
        seat = actors[0]
        legal = state.legal(seat)
        for move in legal[:: max(1, len(legal) // 6)]:
            for language in languages():
                text = explain(state, seat, move).render(language)
                assert text
                assert "{" not in text
        state.play(seat, legal[rng.below(len(legal))])
