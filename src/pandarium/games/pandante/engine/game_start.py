"""Setting up: gold for everybody, a dealer, champions (PD-S1 to PD-S4, PD-DD1, PD-G1)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, events, phases
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, COLOURS, NO_CARD
from pandarium.games.pandante.engine.setup import DROP_IN, FOR_FUN
from pandarium.games.pandante.engine.state import HAND_SIZE, NOBODY, ROWS, SLOTS, PandanteState
from pandarium.games.pandante.engine.turn_order import champion_seat, first_of, next_of, playing


def set_up(state: PandanteState) -> None:
    """PD-S3: a random dealer; then buying in (PD-G2), champions, or the first gambit."""
    prepare(state)
    state.dealer = state.rng.below(state.seats)
    if state.variant.gambling == DROP_IN:
        state.gold = vec[i64]([0] * state.seats)
        state.bought = state.gold[:]
        state.away = BIT[state.seats] - 1
        state.left = state.away
        state.phase = phases.BETWEEN_GAMBITS
        state.turn = first_of(state, state.away)
        if not state.variant.champions:
            take_colours(state)
        return
    start_play(state)


def set_up_gambit(state: PandanteState, stakes: Any) -> None:
    """PD-G3: one gambit of a greater tournament, with what the players have and what was left in the pot."""
    prepare(state)
    state.pot = stakes.pot
    state.fairy = stakes.pot
    state.multiplier = stakes.multiplier
    seat: i64 = 0
    while seat < state.seats:
        state.gold[seat] = stakes.chips[seat]
        state.bought[seat] = stakes.chips[seat]
        mark: i64 = stakes.marks[seat]
        if mark & 1 != 0:
            state.slept |= BIT[seat]  # PD-L6: who slept at their last gambit has an extra card at this one
        if mark > 1 and champion_fits(state, (mark >> 1) - 1):
            state.colours |= (mark >> 1) << (seat * 4)  # PD-S4: who comes to a table where it is taken takes another
        seat += 1
    left: i64 = stakes.table_mark & state.variant.casinos
    if left != 0:
        state.casinos_left = left  # PD-S4: no casino again before all were visited
    if stakes.holder is not None:
        state.coin = stakes.holder
    state.gambit = stakes.deal - 1
    dealer: i64 = stakes.dealer
    if stakes.deal > 1:
        dealer = (dealer + state.seats - 1) % state.seats  # the button is passed as the gambit begins (PD-S3)
    state.dealer = dealer
    start_play(state)


def prepare(state: PandanteState) -> None:
    """PD-S1, PD-DD1, PD-G1: gold and diamonds for everybody."""
    seats: i64 = state.seats
    nothing = vec[i64]([0] * seats)
    state.gold = vec[i64]([brought(state)] * seats)
    state.bought = state.gold[:]
    state.cashed = nothing[:]
    state.diamonds = vec[i64]([state.numbers.diamonds if state.variant.dreams else 0] * seats)
    state.staked = nothing[:]
    state.said = nothing[:]
    state.hands = nothing[:]
    state.spare = nothing[:]
    state.shown = nothing[:]
    state.seen = vec[i64]([0] * (seats * (seats + 1)))
    state.gone = vec[i64]([0] * (seats + 1))
    state.pot = 0
    state.pot_diamonds = 0
    state.fairy = 0
    state.bank = state.numbers.diamonds * seats if state.variant.dreams else 0
    state.coin = NOBODY
    state.sitting = 0
    state.broke = 0
    state.away = 0
    state.left = 0
    state.slept = 0
    state.gambit = 0
    state.casino = casinos.NO_CASINO
    state.casinos_left = state.variant.casinos
    state.multiplier = 1
    state.colours = 0
    state.dealer = 0
    state.turn = 0
    clear_table(state)


def brought(state: PandanteState) -> i64:
    """PD-S1, PD-G1: what everybody starts with."""
    return state.numbers.start if state.variant.gambling == FOR_FUN else state.numbers.buy_in


def clear_table(state: PandanteState) -> None:
    """PD-6: between gambits all cards are in the deck, and nothing is claimed."""
    seat: i64 = 0
    while seat < state.seats:
        state.hands[seat] = 0
        state.spare[seat] = 0
        state.shown[seat] = 0
        state.said[seat] = 0
        state.staked[seat] = 0
        seat += 1
    place: i64 = len(state.seen) - 1
    while place >= 0:
        state.seen[place] = 0
        place -= 1
    seat = 0
    while seat <= state.seats:
        state.gone[seat] = 0
        seat += 1
    state.deck = ALL_CARDS
    state.discards = 0
    state.top = vec[i64]()
    state.board = vec[i64]([NO_CARD] * (ROWS * SLOTS))
    state.coming = vec[i64]([NO_CARD] * (ROWS * 2))
    state.queue = vec[i64]()
    state.at = 0
    state.adders = 0
    state.fresh = 0
    state.keep = HAND_SIZE
    state.focus = 0
    state.claims = 0
    state.runes = 0
    state.antes = 0
    state.street = phases.SPLASH
    state.performer = NOBODY
    state.folded = 0
    state.extra = 0
    state.leaf = 0
    state.hot = 0
    state.real = 0
    state.jokers = 0
    state.ready = 0
    state.challengers = 0


def start_play(state: PandanteState) -> None:
    """PD-S4: with champions everybody takes one first, beginning at the dealer's left; else the gambit begins."""
    if state.variant.champions:
        ask_for_champion(state, first_of(state, without_champion(state)))
        return
    take_colours(state)
    state.phase = phases.GAMBIT_BEGINS


def take_colours(state: PandanteState) -> None:
    """Without champions everybody has the colour of their seat."""
    seat: i64 = 0
    while seat < state.seats:
        state.colours |= (seat + 1) << (seat * 4)
        seat += 1


def champion_fits(state: PandanteState, colour: i64) -> bool:
    """PD-S4: a champion that nobody has taken."""
    return colour < COLOURS and champion_seat(state, colour) == NOBODY


def take_champion(state: PandanteState, seat: i64, colour: i64) -> None:
    """PD-S4: one for each player, for the whole game."""
    note_champion(state, seat, colour)
    ask_for_champion(state, next_of(state, without_champion(state), seat))


def ask_for_champion(state: PandanteState, seat: i64) -> None:
    """PD-S4: this player's choice; when everybody has one, the gambit begins."""
    state.turn = seat
    state.phase = phases.CHOOSING_CHAMPION if seat != NOBODY else phases.GAMBIT_BEGINS


def without_champion(state: PandanteState) -> i64:
    """PD-S4: who has yet to choose; in a tournament of many tables most bring theirs along."""
    found: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if state.colour(seat) < 0:
            found |= BIT[seat]
        seat += 1
    return found & playing(state)


def note_champion(state: PandanteState, seat: i64, colour: i64) -> None:
    """PD-S4: this player plays that champion."""
    state.colours |= (colour + 1) << (seat * 4)
    if state.log is not None:
        state.log.append((events.CHAMPION, seat, colour, state.variant.champion_effects.names[colour + 1]))
