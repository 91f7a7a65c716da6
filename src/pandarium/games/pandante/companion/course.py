"""The course of a game between two entries: everything that nobody has to tell."""

from __future__ import annotations

from typing import Final

from pandarium.games.pandante.companion.challenges import next_hotseat, offer_coin
from pandarium.games.pandante.companion.stand_ins import StandInTable
from pandarium.games.pandante.engine import (
    gambit,
    phases,
)
from pandarium.games.pandante.engine.flow import carry_out, carry_out_step
from pandarium.games.pandante.engine.setup import TOURNAMENT

CARDS_ONLY: Final = frozenset(
    {
        phases.CASSY_ORDERS,
        phases.DISCARDING_EXTRA,
        phases.PLACING_SNACK,
        phases.DISCARDING_SNACK,
        phases.DISCARDING_TREAT,
        phases.DROPPING_HAND,
        phases.DISCARDING_LEAF,
        phases.DISCARDING,
        phases.REVEALING,
        phases.TOPPING,
        phases.REARRANGING,
    }
)
"""What is decided here moves no gold, so that nobody has to enter it."""
OPTIONAL: Final = frozenset({phases.SNACKING, phases.ANNOUNCING, phases.UPGRADING})
"""Who can only decline is not asked."""


def begin_gambit(table: StandInTable) -> None:
    """PD-1: whatever was shown in the last one is forgotten."""
    table.truth = {}
    carry_out_step(table.state)


def go_on(table: StandInTable) -> None:
    """From step to step until something is to be entered."""
    while not table.wait and table.state.phase != phases.OVER:
        if not _step(table):
            break
    if table.state.gambit > 0:
        _note_scores(table)


def _step(table: StandInTable) -> bool:
    """One step that nobody has to enter; False: something has to be."""
    state = table.state
    phase = state.phase
    if phase == phases.GAMBIT_BEGINS:
        if state.gambit > 0:
            _note_scores(table)
        if state.variant.casinos:
            table.wait = "casino"
            return False
        begin_gambit(table)
    elif phase == phases.NEXT_HOTSEAT:
        next_hotseat(table)
    elif phase == phases.COIN_OFFERED:
        offer_coin(table)
    elif phase > phases.OVER:
        carry_out_step(state)
    elif phase == phases.BETWEEN_GAMBITS and state.variant.gambling == TOURNAMENT:
        table.wait = "deal"
        return False
    elif phase in CARDS_ONLY or (phase in OPTIONAL and len(state.legal(state.turn)) == 1):
        carry_out(state, state.turn, state.legal(state.turn)[0])
    else:
        return False
    return True


def _note_scores(table: StandInTable) -> None:
    state = table.state
    table.scores[int(state.gambit)] = [int(gambit.score(state, seat)) for seat in range(state.seats)]
