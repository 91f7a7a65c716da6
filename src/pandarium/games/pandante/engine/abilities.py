"""Abilities are announced together (PD-7, PD-33, PD-DD3). What each of them does is in `effects.py`."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, events, faults, payments, phases
from pandarium.games.pandante.engine.state import NOBODY, PandanteState, queued, queued_ability
from pandarium.games.pandante.engine.turn_order import first_of, is_in, staying

RAISE: Final = 1
DRAW: Final = 2
NEW_HAND: Final = 3
ADD: Final = 4
PEEK: Final = 5
SLEEP: Final = 6
DILEMMA: Final = 7
EX_DRAW: Final = 8
DELETE: Final = 9
TRADE: Final = 10
LOWER: Final = 11
LONG_SHOT: Final = 12
REARRANGE: Final = 13
RUNE: Final = 14
COIN: Final = 15
BIG_DRAW: Final = 16
BIG_ADD: Final = 17
ABILITIES: Final = 18

ABILITY_NAMES: Final[list[str]] = [
    "",
    "raise",
    "draw",
    "new hand",
    "add",
    "peek",
    "sleep",
    "dilemma",
    "ex draw",
    "delete",
    "trade",
    "lower",
    "long shot",
    "rearrange",
    "rune",
    "coin",
    "big draw",
    "big add",
]

ON_A_SIDE: Final = 6
"""Abilities on each side of the card, Light or Dark."""
ABILITIES_EACH: Final = 2
"""PD-7; a casino may allow another number (PD-K3)."""


def aims_at_player(ability: i64) -> bool:
    """PD-L5, PD-D4."""
    return ability in (PEEK, TRADE)


def aims_at_row(ability: i64) -> bool:
    """PD-K9: these name a row."""
    return ability in (ADD, DELETE, BIG_ADD)


def most_targets(state: PandanteState, ability: i64) -> i64:
    """How many targets there are to try: players, rows, or one that stands for none."""
    if aims_at_player(ability):
        return state.seats
    if aims_at_row(ability):
        return casinos.rows(state)
    return 1


def begin_abilities(state: PandanteState) -> None:
    """PD-7: in turn order."""
    if state.log is not None:
        state.log.append((events.STREET, events.ABILITIES_PART))
    ask_for_abilities(state, first_of(state, staying(state)))


def ask_for_abilities(state: PandanteState, seat: i64) -> None:
    """This player's abilities; after the last one the upgrades."""
    state.queue = vec[i64]()
    state.at = 0
    state.performer = seat
    state.turn = seat
    state.phase = phases.ANNOUNCING
    if seat == NOBODY:
        state.phase = phases.UPGRADES_BEGIN


def normal_abilities(state: PandanteState) -> i64:
    """How many of those announced are no big ones; the coin takes the place of one (PD-33)."""
    count: i64 = 0
    place: i64 = len(state.queue) - 1
    while place >= 0:
        if queued_ability(state.queue[place]) < BIG_DRAW:
            count += 1
        place -= 1
    return count


def ability_fault(state: PandanteState, seat: i64, ability: i64) -> i64:
    """PD-7, PD-33, PD-K3, PD-K4, PD-DD3: whether this ability may be announced, whatever it aims at."""
    if ability < RAISE or ability >= ABILITIES:
        return faults.NO_SUCH_MOVE
    announced: i64 = len(state.queue)
    alone: bool = ability in (SLEEP, LONG_SHOT)
    if announced > 0:
        first: i64 = queued_ability(state.queue[0])
        if alone or first in (SLEEP, LONG_SHOT):
            return faults.ALONE
    if ability >= BIG_DRAW:
        if not state.variant.dreams:
            return faults.NO_BIG_ABILITIES
        return faults.FINE if state.diamonds[seat] > 0 else faults.TOO_FEW_DIAMONDS
    if normal_abilities(state) >= casinos.abilities_each(state):
        return faults.TOO_MANY_ABILITIES
    if ability == COIN:
        return faults.FINE if state.coin == seat else faults.NO_COIN
    if ability >= REARRANGE:
        wanted: i64 = casinos.REARRANGE if ability == REARRANGE else casinos.RUNES
        return faults.FINE if casinos.has_effect(state, wanted) else faults.NOT_IN_THIS_CASINO
    return faults.FINE if (ability >= DILEMMA) == state.variant.dark else faults.NOT_THIS_SIDE


def target_fault(state: PandanteState, seat: i64, ability: i64, target: i64) -> i64:
    """PD-7, PD-K9: another player who is still in, or a row; nothing where nothing is aimed at."""
    if aims_at_player(ability):
        fits: bool = target < state.seats and target != seat and is_in(state, target)
        return faults.FINE if fits else faults.NO_SUCH_TARGET
    if aims_at_row(ability):
        return faults.FINE if target < casinos.rows(state) else faults.NO_SUCH_ROW
    return faults.FINE if target == 0 else faults.NO_SUCH_MOVE


def announce_fault(state: PandanteState, seat: i64, ability: i64, target: i64) -> i64:
    """PD-7: the ability, then its target."""
    fault = ability_fault(state, seat, ability)
    return fault if fault != faults.FINE else target_fault(state, seat, ability, target)


def announce_ability(state: PandanteState, seat: i64, ability: i64, target: i64) -> None:
    """PD-7: one more; the coin and diamonds are paid at once (PD-33, PD-DD3)."""
    state.queue = append(state.queue, queued(ability, target))
    if state.log is not None:
        state.log.append((events.ANNOUNCED, seat, ability, target))
    if ability == COIN:
        state.coin = NOBODY
        if state.log is not None:
            state.log.append((events.COIN, seat, NOBODY))
    elif ability >= BIG_DRAW:
        payments.spend_diamonds(state, seat, 1, events.by_ability(ability))


def tell_effect(state: PandanteState, seat: i64, ability: i64, target: i64, works: bool) -> None:
    """An ability is resolved, or comes to nothing."""
    if state.log is not None:
        state.log.append((events.RESOLVED, seat, ability, target, works))
