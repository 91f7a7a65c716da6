"""Phases of the game and streets of a gambit, as numbers with names.

Phases up to OVER are what a position can be in: somebody decides, or the game is over. Those above are steps that
nobody decides, in the order of play; a move may end with one of them, and `flow` goes on from there until somebody has
a choice.
"""

from __future__ import annotations

from typing import Final

# The streets of a gambit, by PD-2

SPLASH: Final = 0
PAWS: Final = 1
TAIL: Final = 2

STREET_NAMES: Final[list[str]] = ["splash", "paws", "tail"]

# What is to be decided now

CHOOSING_CHAMPION: Final = 0
BETWEEN_GAMBITS: Final = 1
CASSY_ORDERS: Final = 2
BETTING: Final = 3
DISCARDING_EXTRA: Final = 4
SNACKING: Final = 5
PLACING_SNACK: Final = 6
DISCARDING_SNACK: Final = 7
DISCARDING_TREAT: Final = 8
DROPPING_HAND: Final = 9
DISCARDING_LEAF: Final = 10
FERN_STEALS: Final = 11
ANNOUNCING: Final = 12
RAISED: Final = 13
IN_DILEMMA: Final = 14
DISCARDING: Final = 15
REVEALING: Final = 16
TOPPING: Final = 17
LOWERING: Final = 18
REPLACING: Final = 19
LONG_SHOT_TAKEN: Final = 20
REARRANGING: Final = 21
UPGRADING: Final = 22
SAYING: Final = 23
CHALLENGING: Final = 24
SHOWING: Final = 25
OVER: Final = 26

PHASE_NAMES: Final[list[str]] = [
    "champions",
    "between gambits",
    "cassy",
    "bet",
    "discard extra",
    "snack",
    "place snack",
    "discard snack",
    "discard treat",
    "drop hand",
    "discard leaf",
    "fern",
    "announce",
    "raise",
    "dilemma",
    "discard",
    "reveal",
    "top",
    "lower",
    "replace",
    "long shot",
    "rearrange",
    "upgrade",
    "tie-break",
    "challenge",
    "coin",
    "over",
]

# Steps that nobody decides

GAMBIT_BEGINS: Final = 27
"""PD-1: fairy, casino, antes, cards."""
STREET_BEGINS: Final = 28
"""PD-2: community cards."""
BETTING_BEGINS: Final = 29
"""PD-3."""
SNACKS_BEGIN: Final = 30
"""PD-5."""
TREATS_BEGIN: Final = 31
"""PD-K2."""
STREET_ENDS: Final = 32
"""PD-2: the next street, or what comes before the abilities."""
ONE_HAND_GOES: Final = 33
"""PD-K6: one of two hands goes."""
LEAF_GOES: Final = 34
"""PD-P1: Lea-Leafa's extra card goes."""
FERN_COMES: Final = 35
"""PD-P3."""
WHISPERS: Final = 36
"""PD-K11."""
ABILITIES_BEGIN: Final = 37
"""PD-7."""
ABILITIES_TAKE_EFFECT: Final = 38
"""PD-7: those that were announced, one at a time."""
UPGRADES_BEGIN: Final = 39
"""PD-8."""
SHOWDOWN_FORMS: Final = 40
"""PD-9, PD-20: who is in the showdown?"""
NEXT_HOTSEAT: Final = 41
"""PD-20."""
LAST_ONE_WINS: Final = 42
"""PD-10: all others folded."""
COIN_OFFERED: Final = 43
"""PD-32: somebody won alone."""
GAMBIT_ENDS: Final = 44
"""PD-24."""
ELIMINATION: Final = 45
"""PD-G1."""
GAME_ENDS: Final = 46
"""PD-24, PD-G2, PD-G3."""
