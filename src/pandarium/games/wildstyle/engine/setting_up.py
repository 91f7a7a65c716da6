"""Setting up: the map, the objectives, mats, hands and piles (WS-S1 to WS-S5)."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.wildstyle.engine.cards import HAND_SIZE, list_cards, with_card
from pandarium.games.wildstyle.engine.events import DEALT, LAID
from pandarium.games.wildstyle.engine.objectives import RAIL_SUPREME
from pandarium.games.wildstyle.engine.state import (
    COP_CARS,
    GETTING_READY,
    HAND,
    SET,
    SHIFT_8,
    STRIDE,
    WildSetup,
    WildState,
)


def set_up(state: WildState, log: list[Any] | None) -> i64:
    """WS-S1 to WS-S4: the map lies there; everybody gets a mat; the first round comes next."""
    state.mats = vec[i64]([0] * (state.seats * STRIDE))
    state.cars = COP_CARS
    state.tagged_low = 0
    state.tagged_high = 0
    state.round = 0
    if log is not None:
        sides = [state.fixed.face_names[side] for side in state.city.faces]
        log.append((LAID, sides, list(state.city.rotations), list(state.city.objectives)))
    return GETTING_READY


def deal(state: WildState, log: list[Any] | None) -> None:
    """WS-S3, WS-S4: three cards each; the rest is split, and some of the piles become draw piles."""
    state.sealed += 1
    state.pool_low = state.fixed.deck.low
    state.pool_high = state.fixed.deck.high
    state.pool_size = state.fixed.deck.size
    state.shared = vec[i64]()
    state.tops = 0
    state.touches = 0
    state.drawers = 0
    seat: i64 = 0
    while seat < state.seats:
        hand: i64 = 0
        wanted: i64 = HAND_SIZE
        while wanted > 0:
            hand = with_card(hand, state.draw_from_pool(state.rng))
            wanted -= 1
        state.mats[seat * STRIDE + HAND] = hand
        state.mats[seat * STRIDE + SET] = 0
        state.mats[seat * STRIDE + SET + 1] = 0
        if log is not None:
            log.append((DEALT, seat, list_cards(hand)))
        seat += 1
    left: i64 = state.fixed.split_piles
    size: i64 = state.pool_size // left
    larger: i64 = state.pool_size % left
    state.piles = 0
    pile: i64 = 0
    while pile < state.fixed.draw_piles:
        state.piles += size * SHIFT_8[pile]
        if state.rng.below(left) < larger:  # which of the piles are chosen is up to chance
            state.piles += SHIFT_8[pile]
            larger -= 1
        left -= 1
        pile += 1


def choose_boards(setup: WildSetup, rng: Rng) -> vec[i64]:
    """WS-S1: one board for each player, each on a random side."""
    boards: list[i64] = [0, 1, 2, 3, 4]
    rng.shuffle(boards)
    laid = vec[i64]()
    slot: i64 = 0
    while slot < setup.seats:
        laid = append(laid, 2 * boards[slot] + rng.below(2))
        slot += 1
    return laid


def choose_objectives(setup: WildSetup, rng: Rng) -> vec[i64]:
    """WS-S2: three tiles, the first two on side A, the third on side B. Families take one, side A (WS-S5)."""
    tiles: list[i64] = [0, 1, 2, 3, 4, 5]
    if setup.family:
        return vec[i64]([2 * rng.below(RAIL_SUPREME // 2)])
    rng.shuffle(tiles)
    return vec[i64]([2 * tiles[0], 2 * tiles[1], 2 * tiles[2] + 1])
