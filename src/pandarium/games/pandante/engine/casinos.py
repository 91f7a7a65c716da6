"""The casinos (PD-K1 to PD-K12). A card of the pack has any of these effects; each changes one of the chapters.

Chapters ask for an effect, never for a card: which card has which effect is in the pack (`content/casinos.toml`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.pandante.engine.state import PandanteState

NO_CASINO: Final = 0
BOOK_CASINOS: Final = 12
"""Casinos of the rulebook: PD-K1 has the number 1."""
MOST_CASINOS: Final = 15
"""Of a pack: a position has a bit for each, an observation two bytes for all of them."""

# Effects without a parameter, a bit each

JOKER_IN_SPLASH: Final = 1
"""PD-K1"""
FREE_TREATS: Final = 2
"""PD-K2"""
REARRANGE: Final = 4
"""PD-K4"""
RUNES: Final = 8
"""PD-K4"""
ONE_STREET: Final = 16
"""PD-K5"""
TWO_HANDS: Final = 32
"""PD-K6"""
NO_FIFTH_CARD: Final = 64
"""PD-K7"""
HONEST_HANDS_FOLD: Final = 128
"""PD-K8"""
TWO_ROWS: Final = 256
"""PD-K9"""
WHISPERS: Final = 512
"""PD-K11"""


def has_effect(state: PandanteState, effect: i64) -> bool:
    """Whether this gambit's casino has that effect."""
    return state.casino != NO_CASINO and state.variant.casino_effects.flags[state.casino] & effect != 0


def rows(state: PandanteState) -> i64:
    """PD-K9: two rows of community cards in some casinos, else one."""
    return 2 if has_effect(state, TWO_ROWS) else 1


# Effects with a parameter: what it is in this gambit's casino, or the usual amount


def abilities_each(state: PandanteState) -> i64:
    """PD-7, PD-K3: how many abilities everybody may announce."""
    return state.variant.casino_effects.abilities[state.casino]


def extra_ante(state: PandanteState) -> i64:
    """PD-K5: what is paid on top of the ante."""
    return state.variant.casino_effects.extra_ante[state.casino]


def stake_factor(state: PandanteState) -> i64:
    """PD-K10: how many times the usual amount a bet or an upgrade costs."""
    return state.variant.casino_effects.stake_factor[state.casino]


def snack_price(state: PandanteState) -> i64:
    """PD-5, PD-K12: what a snack costs for each space."""
    return state.variant.casino_effects.snack_price[state.casino]
