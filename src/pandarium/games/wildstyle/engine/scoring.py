"""The end of the game: tags go for cop cars, solo tags go, objectives and tags are scored (WS-20, WS-32)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.games.wildstyle.engine.cards import BIT
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.events import ENDED, PICKED, REMOVED, SCORED, SOLO
from pandarium.games.wildstyle.engine.faults import FINE, NO_SUCH_HEX, NO_TAG_THERE, PICKED_ALREADY
from pandarium.games.wildstyle.engine.moves import REMOVE, move
from pandarium.games.wildstyle.engine.objectives import Tagged
from pandarium.games.wildstyle.engine.state import (
    CHOICE,
    HIGH,
    LOW,
    NOBODY,
    OVER,
    PICKED_HIGH,
    PICKED_LOW,
    REMOVING,
    STRIDE,
    WildState,
)


def begin_removal(state: WildState) -> i64:
    """WS-20, step 1: one tag for every cop car; who has no choice need not make it."""
    state.phase = REMOVING
    state.turn = NOBODY
    state.acting = 0
    seat: i64 = 0
    while seat < state.seats:
        base: i64 = seat * STRIDE
        if tags_owed(state, seat) == state.count_tags(seat):
            state.mats[base + PICKED_LOW] = state.mats[base + LOW]
            state.mats[base + PICKED_HIGH] = state.mats[base + HIGH]
        elif tags_owed(state, seat) > 0:
            state.acting |= BIT[seat]
        seat += 1
    return OVER if state.acting == 0 else CHOICE


def remove_fault(state: WildState, seat: i64, hex: i64) -> i64:
    """WS-20: any own tag on the map that was not chosen before."""
    if hex >= state.city.grid.hexes:
        return NO_SUCH_HEX
    if not state.has_tag(seat, hex):
        return NO_TAG_THERE
    picked: i64 = state.mats[seat * STRIDE + PICKED_LOW] & low_bit(hex)
    picked |= state.mats[seat * STRIDE + PICKED_HIGH] & high_bit(hex)
    return FINE if picked == 0 else PICKED_ALREADY


def remove_tag(state: WildState, seat: i64, hex: i64, log: list[Any] | None) -> i64:
    """WS-20: chosen in secret; when everyone has chosen, all choices are shown at once."""
    state.pick(seat, hex)
    left = tags_owed(state, seat) - state.count_picks(seat)
    if log is not None:
        log.append((PICKED, seat, hex, left))
    if left == 0:
        state.acting &= ~BIT[seat]
    return OVER if state.acting == 0 else CHOICE


def finish_game(state: WildState, log: list[Any] | None) -> None:
    """WS-20: the choices are shown; solo tags go; objectives and tags are scored."""
    state.sealed += 1
    state.phase = OVER
    if log is None:
        return
    seat: i64 = 0
    while seat < state.seats:
        if state.count_picks(seat) > 0:
            log.append((REMOVED, seat, state.picks_of(seat)))
        seat += 1
    seat = 0
    while seat < state.seats:
        solo = solo_tags(state, seat)
        if len(solo) > 0:
            log.append((SOLO, seat, solo))
        seat += 1
    seat = 0
    while seat < state.seats:
        objectives, tags = score_lines(state, seat)
        log.append((SCORED, seat, list(state.city.objectives), objectives, tags))
        seat += 1
    log.append((ENDED,))


def tags_owed(state: WildState, seat: i64) -> i64:
    """WS-20: tags that go for cop cars; with fewer tags than cars, all of them."""
    return min(state.cars_of(seat), state.count_tags(seat))


def works_of(state: WildState, seat: i64) -> Tagged:
    """That player's tags on the map, to be valued."""
    low: i64 = state.mats[seat * STRIDE + LOW]
    high: i64 = state.mats[seat * STRIDE + HIGH]
    return Tagged(state.city, state.fixed.deck, state.fixed.points, low, high)


def unpicked(state: WildState, seat: i64, works: Tagged) -> i64:
    """Those of the player's works that no cop car costs."""
    base: i64 = seat * STRIDE
    return works.every & ~works.choice(state.mats[base + PICKED_LOW], state.mats[base + PICKED_HIGH])


def solo_tags(state: WildState, seat: i64) -> list[i64]:
    """WS-20, step 2: the hexes of tags that touch no other of the same player, once the cop cars are paid for."""
    works = works_of(state, seat)
    kept = unpicked(state, seat, works)
    return works.list_hexes(kept & ~works.together(kept))


def score_lines(state: WildState, seat: i64) -> tuple[list[int], int]:
    """WS-20, steps 3 and 4, as the tags lie now: points of every objective, and of the tags."""
    works = works_of(state, seat)
    kept = works.together(unpicked(state, seat, works))
    objectives: list[int] = []
    for objective in state.city.objectives:
        objectives.append(works.objective_points(objective, kept))
    return objectives, works.tag_points(kept)


def score_of(state: WildState, seat: i64) -> i64:
    """What that player would score if the game ended now."""
    works = works_of(state, seat)
    return works.value(unpicked(state, seat, works))


def outcome_into(state: WildState, scores: vec[i64], wins: vec[u8], at: i64) -> None:
    """WS-32: the highest score wins, of equals whoever took fewer cop cars; then they share."""
    seat: i64 = 0
    while seat < state.seats:
        scores[at + seat] = score_of(state, seat)
        seat += 1
    mark_winners(state, scores, wins, at)


def mark_winners(state: WildState, scores: vec[i64], wins: vec[u8], at: i64) -> None:
    """WS-32: 1 for everybody whom nobody ranks before."""
    best: i64 = 0
    seat: i64 = 1
    while seat < state.seats:
        if ranks_before(state, scores, at, seat, best):
            best = seat
        seat += 1
    seat = 0
    while seat < state.seats:
        if not ranks_before(state, scores, at, best, seat):
            wins[at + seat] = 1
        seat += 1


def ranks_before(state: WildState, scores: vec[i64], at: i64, one: i64, other: i64) -> bool:
    """WS-32: whether one player has a higher score than another, or the same with fewer cop cars."""
    lead: i64 = scores[at + one] - scores[at + other]
    return lead > 0 or (lead == 0 and state.cars_of(one) < state.cars_of(other))


def find_outcome(state: WildState) -> Outcome | None:
    """WS-32: who won, and why."""
    if state.phase != OVER:
        return None
    scores = vec[i64]([0] * state.seats)
    seat: i64 = 0
    while seat < state.seats:
        scores[seat] = score_of(state, seat)
        seat += 1
    return outcome_by(state, scores)


def outcome_by(state: WildState, scores: vec[i64]) -> Outcome:
    """WS-32: who wins with these scores and the cop cars that they took, and why."""
    seats: int = state.seats
    wins = vec[u8]([0] * seats)
    mark_winners(state, scores, wins, 0)
    totals = tuple(int(score) for score in scores)
    winners = tuple(seat for seat in range(seats) if wins[seat] == 1)
    why, rule = "wildstyle.outcome.highest", "WS-20"
    if len(winners) < totals.count(max(totals)):
        why, rule = "wildstyle.outcome.fewest_cars", "WS-32"
    elif len(winners) > 1:
        why, rule = "wildstyle.outcome.shared", "WS-32"
    return Outcome.because(winners, totals, Message(why), rule)


def cheapest_removal(state: WildState, seat: i64) -> i64:
    """Of the tags that may still be chosen, the one without which the others are worth most."""
    works = works_of(state, seat)
    kept = unpicked(state, seat, works)
    best: i64 = 0
    most: i64 = -1
    for hex in works.list_hexes(kept):
        left = works.value(kept & ~works.choice(low_bit(hex), high_bit(hex)))
        if left > most:
            most = left
            best = hex
    return move(REMOVE, 0, 0, 0, best)
