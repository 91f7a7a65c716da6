"""Why a move is refused: numbers for the verifier; the rule, and the code of the words for people."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NOT_NOW: Final = 4
CHAMPION_TAKEN: Final = 5
NO_SUCH_CLAIM: Final = 6
CLAIM_TOO_LOW: Final = 7
CANNOT_AFFORD: Final = 8
NOT_YOUR_CARD: Final = 9
NO_BIG_SNACK: Final = 10
TOO_FEW_DIAMONDS: Final = 11
TOO_FEW_CARDS: Final = 12
NO_SUCH_HAND: Final = 13
NOT_STEALING_THAT: Final = 14
NOT_THIS_SIDE: Final = 15
TOO_MANY_ABILITIES: Final = 16
ALONE: Final = 17
NO_COIN: Final = 18
NO_SUCH_TARGET: Final = 19
NO_SUCH_ROW: Final = 20
NOT_IN_THIS_CASINO: Final = 21
NO_SUCH_ORDER: Final = 22
NOT_HIGHER: Final = 23
NOT_A_STATEMENT: Final = 24
ALREADY_CHOSEN: Final = 25
NO_CHALLENGE: Final = 26
TOO_POOR: Final = 27
NO_LIE: Final = 28
NOT_IN_PLAY: Final = 29
NO_BIG_ABILITIES: Final = 30
NOT_SEATED: Final = 31
NO_SUCH_BUY_IN: Final = 32

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PD-24", "pandante.refusal.game_over"),
    ("PD-S3", "pandante.refusal.not_your_turn"),
    ("PD-2", "pandante.refusal.no_such_move"),
    ("PD-2", "pandante.refusal.not_now"),
    ("PD-S4", "pandante.refusal.champion_taken"),
    ("PD-H1", "pandante.refusal.no_such_claim"),
    ("PD-3", "pandante.refusal.claim_too_low"),
    ("PD-G1", "pandante.refusal.cannot_afford"),
    ("PD-6", "pandante.refusal.not_your_card"),
    ("PD-DD2", "pandante.refusal.no_big_snack"),
    ("PD-DD1", "pandante.refusal.too_few_diamonds"),
    ("PD-DD2", "pandante.refusal.too_few_cards"),
    ("PD-K6", "pandante.refusal.no_such_hand"),
    ("PD-P3", "pandante.refusal.not_stealing_that"),
    ("PD-7", "pandante.refusal.not_this_side"),
    ("PD-7", "pandante.refusal.too_many_abilities"),
    ("PD-7", "pandante.refusal.alone"),
    ("PD-33", "pandante.refusal.no_coin"),
    ("PD-7", "pandante.refusal.no_such_target"),
    ("PD-K9", "pandante.refusal.no_such_row"),
    ("PD-K4", "pandante.refusal.not_in_this_casino"),
    ("PD-K4", "pandante.refusal.no_such_order"),
    ("PD-8", "pandante.refusal.not_higher"),
    ("PD-9", "pandante.refusal.not_a_statement"),
    ("PD-21", "pandante.refusal.already_chosen"),
    ("PD-21", "pandante.refusal.no_challenge"),
    ("PD-G1", "pandante.refusal.too_poor"),
    ("PD-32", "pandante.refusal.no_lie"),
    ("PD-L4", "pandante.refusal.not_in_play"),
    ("PD-DD3", "pandante.refusal.no_big_abilities"),
    ("PD-G2", "pandante.refusal.not_seated"),
    ("PD-G1", "pandante.refusal.no_such_buy_in"),
]
"""For every fault the rule that speaks against the move, and the code of the sentence in `words/`."""
