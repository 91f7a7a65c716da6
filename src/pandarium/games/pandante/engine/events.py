"""What can happen, as numbers for raw events. `view.py` turns them into what a viewer may know."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

GAMBIT: Final = 1
"""gambit, dealer, casino, multiplier, the casino's id, its name in a pack"""
GOLD: Final = 2
"""amount, from, to, reason"""
DIAMONDS: Final = 3
"""amount, from, to, reason"""
CARDS: Final = 4
"""cards, from, to, seats that see them (EVERYBODY), reason; for cards that are coming also who looks, in a pack"""
CLAIMED: Final = 5
"""seat, claim, reason"""
FOLDED: Final = 6
"""seat, reason"""
PASSED: Final = 7
"""seat, reason"""
ANNOUNCED: Final = 8
"""seat, ability, target"""
RESOLVED: Final = 9
"""seat, ability, target, whether it had any effect"""
PEEKED: Final = 10
"""seat, whose card, card"""
SAID: Final = 11
"""seat, claim, statement"""
HOTSEAT: Final = 12
"""seat, claim, statement"""
READY: Final = 13
"""seat"""
CHALLENGED: Final = 14
"""hotseat, seats that challenged, the one that counts or -1"""
SHOWN: Final = 15
"""seat, cards, verdict, the best hand that it really is or -1, community cards of both rows"""
JUDGED: Final = 16
"""seat, what became of the hand"""
POT: Final = 17
"""seats that take it, gold each, diamonds each, gold left, diamonds left"""
COIN: Final = 18
"""from, to (-1: the middle)"""
SITS_OUT: Final = 19
"""seat"""
LEFT: Final = 20
"""seat, reason, gold that they take along"""
JOINED: Final = 21
"""seat, gold"""
CHAMPION: Final = 22
"""seat, colour, name in a pack"""
STREET: Final = 23
"""which part of the gambit"""
SHUFFLED: Final = 24
"""the discards went back into the deck"""
RUNES: Final = 25
"""seat, how many now"""
ENDED: Final = 26
"""winners as bits; none: only a gambit of a tournament is over"""

# Parts of a gambit: its streets (`phases.SPLASH`, `PAWS`, `TAIL`), and what follows them

ABILITIES_PART: Final = 3
UPGRADES_PART: Final = 4
TIE_BREAK_PART: Final = 5
SHOWDOWN_PART: Final = 6

# Where gold and cards come from and go to; below 10: a seat's gold

POT_PLACE: Final = 10
FAIRY: Final = 11
BANK: Final = 12

DECK_PLACE: Final = 0
DISCARDS: Final = 1
ASIDE: Final = 2
"""Drawn, and not yet anywhere."""
HAND: Final = 10
"""and the seat"""
SPARE: Final = 20
"""and the seat"""
BOARD: Final = 30
"""and six places for each row"""
COMING: Final = 50
"""Cassy's cards, two places for each row"""

EVERYBODY: Final = -1

# What became of a hand in the hotseat

REAL: Final = 0
TRUE_HAND: Final = 1
EXPOSED: Final = 2
TOO_HONEST: Final = 3
"""PD-K8: true, and folded for it"""

# Why

ANTE: Final = 0
BETTING: Final = 1
SNACKING: Final = 2
UPGRADING: Final = 3
CHALLENGING: Final = 4
REFILL: Final = 5
DEBT: Final = 6
WINNING: Final = 7
DEALING: Final = 8
FOLDING: Final = 9
SLEEPING: Final = 10
STEALING: Final = 11
LEAVING: Final = 12
BUYING: Final = 13
BANK_ANTE: Final = 14
CASINO: Final = 15
GAMBIT_OVER: Final = 16
BROKE: Final = 17
SHORT: Final = 18
DROPPING: Final = 19
"""the two hands of Doublepaw Den become one"""
LEAF: Final = 20
ABILITY: Final = 32
"""and the ability"""

REASONS: Final[list[str]] = [
    "ante",
    "bet",
    "snack",
    "upgrade",
    "challenge",
    "refill",
    "debt",
    "won",
    "deal",
    "fold",
    "sleep",
    "steal",
    "leave",
    "buy",
    "bank",
    "casino",
    "gambit over",
    "broke",
    "short",
    "hand dropped",
    "leaf",
]


def by_ability(ability: i64) -> i64:
    """The reason that names an ability."""
    return ABILITY + ability
