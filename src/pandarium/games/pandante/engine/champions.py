"""The champions (PD-P1 to PD-P6). A card of the pack has any of these effects; chapters ask for an effect."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.pandante.engine.cards import BIT, JOKER, NO_COLOUR, NUMBERS
from pandarium.games.pandante.engine.state import NOBODY, PandanteState

# Effects without a parameter, a bit each

EXTRA_SNACK_CARD: Final = 1
"""PD-P1"""
LOOKS_AHEAD: Final = 2
"""PD-P2"""
TAKES_FIFTH_CARD: Final = 4
"""PD-P3"""
UPGRADES_LAST: Final = 8
"""PD-P6"""
FREE_UPGRADES: Final = 16
"""PD-P6"""


def card_of(state: PandanteState, seat: i64) -> i64:
    """A player's champion as the columns of effects count them: colours from 1, 0 before one is taken."""
    return (state.colours >> (seat * 4)) & 15


def has_effect(state: PandanteState, seat: i64, effect: i64) -> bool:
    """Whether that player's champion has this effect; nobody has any without champions."""
    return state.variant.champion_effects.flags[card_of(state, seat)] & effect != 0


def who_has(state: PandanteState, effect: i64) -> i64:
    """The one player whose champion has this effect, or NOBODY."""
    if not state.variant.champions:
        return NOBODY
    seat: i64 = 0
    while seat < state.seats:
        if has_effect(state, seat, effect):
            return seat
        seat += 1
    return NOBODY


def all_with(state: PandanteState, effect: i64) -> i64:
    """Everybody whose champion has this effect."""
    found: i64 = 0
    if not state.variant.champions:
        return found
    seat: i64 = 0
    while seat < state.seats:
        if has_effect(state, seat, effect):
            found |= BIT[seat]
        seat += 1
    return found


def snack_spaces(state: PandanteState, seat: i64) -> i64:
    """PD-P4: how many spaces of a snack's price that player does not pay."""
    return state.variant.champion_effects.snack_spaces[card_of(state, seat)]


def challenger_price(state: PandanteState, seat: i64) -> i64:
    """PD-22, PD-P5: what a challenger of a true hand pays for each player in the game."""
    return state.variant.champion_effects.accuser_price[card_of(state, seat)]


def takes_antes_for(state: PandanteState, seat: i64, card: i64) -> bool:
    """PD-P3: whether that player takes the antes when this card lies fifth; the Joker counts as any colour."""
    colour = state.variant.champion_effects.takes_antes[card_of(state, seat)]
    return colour != NO_COLOUR and (card == JOKER or card // NUMBERS == colour)
