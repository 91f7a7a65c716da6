"""Step 1, roll and score: the roll, and who takes the Panda token (PR-2, PR-3). What a roll scores is in `scoring`."""

from __future__ import annotations

from typing import Any

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.royale.engine.dice import (
    YELLOW_D6,
    YELLOW_D8,
    count,
    first_kind,
    list_kinds,
    one,
    one_of_each,
    total,
)
from pandarium.games.royale.engine.events import REROLLED, ROLLED, SCORED, TOKEN
from pandarium.games.royale.engine.scoring import FACE_BITS, line_total, list_values, score_roll, yellow_sum
from pandarium.games.royale.engine.state import NOBODY, OVER, PITY_STEP, ROUNDS, RoyaleState


def roll_and_score(state: RoyaleState, log: list[Any] | None) -> i64:
    """PR-1: the first step of a new round; pity dice come next, or the end."""
    state.round += 1
    roll_dice(state, log)
    score_round(state, log)
    return OVER if state.round == ROUNDS else PITY_STEP


def roll_dice(state: RoyaleState, log: list[Any] | None) -> None:
    """PR-2: all roll everything; the highest yellow sum takes the Panda token."""
    dice = state.fixed.dice
    state.sealed += 1
    seat: i64 = 0
    while seat < state.seats:
        hand: i64 = state.hands[seat]
        faces: i64 = roll(state, hand)
        state.rolled[seat] = hand
        state.faces[seat] = faces
        state.yellows[seat] = yellow_sum(dice, hand, faces)
        if log is not None:
            log.append((ROLLED, seat, list_kinds(hand), list_values(dice, hand, faces)))
        seat += 1
    state.rerolls = 0
    highest = highest_yellow(state)
    while highest == NOBODY:
        reroll_yellow(state, log)
        highest = highest_yellow(state)
    state.panda = highest
    if log is not None:
        log.append((TOKEN, highest, state.yellows[highest]))


def roll(state: RoyaleState, hand: i64) -> i64:
    """Faces for every die of a hand, packed in the order of the kinds."""
    sides = state.fixed.dice.sides
    rng = state.rng
    faces: i64 = 0
    shift: i64 = 0
    kinds = one_of_each(hand)
    while kinds != 0:
        kind = first_kind(kinds)
        left = count(hand, kind)
        while left > 0:
            faces |= rng.below(sides[kind]) << shift
            shift += FACE_BITS
            left -= 1
        kinds &= kinds - 1
    return faces


def highest_yellow(state: RoyaleState) -> i64:
    """The only player with the highest yellow sum, or NOBODY when it is tied."""
    best: i64 = NOBODY
    most: i64 = -1
    seat: i64 = 0
    while seat < state.seats:
        here: i64 = state.yellows[seat]
        if here > most:
            most = here
            best = seat
        elif here == most:
            best = NOBODY
        seat += 1
    return best


def reroll_yellow(state: RoyaleState, log: list[Any] | None) -> None:
    """PR-3: all players roll their yellow dice again; they score, unless the first roll was agreed to."""
    state.rerolls += 1
    dice = state.fixed.dice
    seat: i64 = 0
    while seat < state.seats:
        hand: i64 = state.hands[seat]
        yellow: i64 = hand & (15 * one(YELLOW_D6) + 15 * one(YELLOW_D8))
        fresh: i64 = roll(state, yellow)
        state.yellows[seat] = yellow_sum(dice, hand, fresh)
        if not state.fixed.first_roll:
            bits: i64 = total(yellow) * FACE_BITS
            state.faces[seat] = ((state.faces[seat] >> bits) << bits) | fresh
        if log is not None:
            log.append((REROLLED, seat, list_kinds(yellow), list_values(dice, yellow, fresh)))
        seat += 1


def score_round(state: RoyaleState, log: list[Any] | None) -> None:
    """PR-4 to PR-8: everyone writes down the scores of their own dice, and adds them up (PR-15)."""
    seat: i64 = 0
    while seat < state.seats:
        line = score_roll(state.fixed.dice, state.rolled[seat], state.faces[seat])
        state.sheet = append(state.sheet, line)
        state.totals[seat] += line_total(line)
        if log is not None:
            log.append((SCORED, seat, state.round, line))
        seat += 1


def round_score(state: RoyaleState, seat: i64) -> i64:
    """What that player scored in the last roll."""
    return line_total(state.sheet[len(state.sheet) - state.seats + seat])
