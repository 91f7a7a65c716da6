"""A gambit begins and ends (PD-1, PD-10, PD-24, PD-30, PD-31, PD-L6, casinos as they change the deal)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, deck, events, game_start, payments, phases
from pandarium.games.pandante.engine.cards import BIT, JOKER, lowest, nth, size
from pandarium.games.pandante.engine.setup import DROP_IN, FOR_FUN, TOURNAMENT
from pandarium.games.pandante.engine.state import HAND_SIZE, NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, next_of, playing, staying


def begin_gambit(state: PandanteState) -> None:
    """PD-1, PD-30, PD-31: the fairy, the casino, antes, cards, the Splash."""
    state.gambit += 1
    if state.gambit > 1 or state.away & BIT[state.dealer] != 0:
        pass_button(state)
    game_start.clear_table(state)
    state.sitting = state.broke & ~state.away
    state.broke = 0
    state.extra = state.slept & playing(state)
    state.slept = 0
    draw_casino(state)
    if state.variant.gambling == TOURNAMENT and not (state.variant.one_gambit or state.variant.clocked):
        state.multiplier = 1 + (state.gambit - 1) // state.numbers.level  # PD-G3: no clock tells the time here
    if state.log is not None:
        here = state.variant.casino_effects
        casino = state.casino
        told = (
            events.GAMBIT,
            state.gambit,
            state.dealer,
            casino,
            state.multiplier,
            here.ids[casino],
            here.names[casino],
        )
        state.log.append(told)
    wake_players(state)
    players = size(playing(state))
    if players > 1:
        pay_antes(state)
        players = size(staying(state))
    if players > 1:
        deal_hands(state)
        state.phase = phases.STREET_BEGINS
        return
    if players == 1:
        payments.give_pot(state, playing(state) if size(playing(state)) == 1 else staying(state))
    state.phase = phases.GAMBIT_ENDS


def pass_button(state: PandanteState) -> None:
    """PD-S3: the button moves left, over players who sit out, but not to who is no longer there."""
    while True:
        state.dealer = (state.dealer + 1) % state.seats
        if state.away & BIT[state.dealer] == 0:
            return


def draw_casino(state: PandanteState) -> None:
    """PD-S4: another casino each gambit; when all were visited, the cards are shuffled."""
    if state.variant.casinos == 0:
        return
    if state.casinos_left == 0:
        state.casinos_left = state.variant.casinos
    state.casino = nth(state.casinos_left, state.rng.below(size(state.casinos_left)))
    state.casinos_left ^= BIT[state.casino]


def wake_players(state: PandanteState) -> None:
    """PD-30: just before the ante the fairy fills up whoever has less than 20; not who sits out (PD-31)."""
    seat: i64 = 0
    while seat < state.seats:
        if state.sitting & BIT[seat] != 0:
            if state.log is not None:
                state.log.append((events.SITS_OUT, seat))
        elif state.away & BIT[seat] == 0 and state.variant.gambling == FOR_FUN:
            payments.refill(state, seat)
        seat += 1


def pay_antes(state: PandanteState) -> None:
    """PD-1, PD-K5, PD-DD1: 3 gold each, in some casinos more; diamonds from the bank."""
    ante = payments.times(state, state.numbers.ante)
    more = payments.times(state, casinos.extra_ante(state))
    seat: i64 = first_of(state, playing(state))
    while seat != NOBODY:
        before: i64 = state.pot
        payments.pay(state, seat, ante, events.POT_PLACE, events.ANTE)
        state.antes += state.pot - before
        payments.pay(state, seat, more, events.POT_PLACE, events.CASINO)
        if state.variant.gambling != FOR_FUN and state.broke & BIT[seat] != 0:
            deck.fold(state, seat, events.BROKE)
        seat = next_of(state, playing(state), seat)
    if state.variant.dreams:
        state.pot_diamonds += state.numbers.bank
        state.bank += state.numbers.bank
        if state.log is not None:
            state.log.append((events.DIAMONDS, state.numbers.bank, events.BANK, events.POT_PLACE, events.BANK_ANTE))


def deal_hands(state: PandanteState) -> None:
    """PD-1, PD-L6, PD-K6: two cards each, three after a Sleep; in some casinos two hands."""
    if casinos.has_effect(state, casinos.JOKER_IN_SPLASH):
        state.deck ^= BIT[JOKER]  # it comes with the Splash
    seat: i64 = first_of(state, staying(state))
    while seat != NOBODY:
        more: i64 = 1 if state.extra & BIT[seat] != 0 else 0
        deck.draw_for(state, seat, HAND_SIZE + more, events.DEALING)
        if casinos.has_effect(state, casinos.TWO_HANDS):
            deal_second_hand(state, seat)
        seat = next_of(state, staying(state), seat)


def deal_second_hand(state: PandanteState, seat: i64) -> None:
    """PD-K6: two more cards that are a hand of their own."""
    cards: i64 = BIT[deck.draw(state)]
    cards |= BIT[deck.draw(state)]
    state.spare[seat] = cards
    if state.log is not None:
        place: i64 = events.SPARE + seat
        state.log.append((events.CARDS, cards, events.DECK_PLACE, place, BIT[seat], events.DEALING))


def last_one_wins(state: PandanteState) -> None:
    """PD-10: all others folded before the showdown."""
    winner = lowest(staying(state))
    state.queue = state.queue[:0]
    state.at = 0
    payments.give_pot(state, BIT[winner])
    state.real = BIT[winner]
    state.phase = phases.COIN_OFFERED


def end_gambit(state: PandanteState) -> None:
    """PD-24, PD-G1: has somebody won? Otherwise the next gambit."""
    state.sealed += 1
    state.turn = NOBODY
    state.extra = 0
    if state.variant.gambling != FOR_FUN:
        state.phase = phases.ELIMINATION
    elif most_gold(state) >= state.numbers.target:
        state.phase = phases.GAME_ENDS
    else:
        state.phase = phases.GAMBIT_BEGINS


def most_gold(state: PandanteState) -> i64:
    """What the richest player has."""
    most: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        most = max(most, state.gold[seat])
        seat += 1
    return most


def finish(state: PandanteState) -> None:
    """The game is over, or the one gambit of a tournament that is played here: that has no winner of its own."""
    state.phase = phases.OVER
    state.turn = NOBODY
    if state.log is not None:
        state.log.append((events.ENDED, 0 if state.variant.one_gambit else winners(state)))


def winners(state: PandanteState) -> i64:
    """PD-24, PD-G2, PD-G3: the most gold wins; who drops in and out is measured by what they won."""
    best: i64 = 0
    found: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        gold = score(state, seat)
        if state.variant.gambling == DROP_IN and state.bought[seat] == 0:
            seat += 1  # nobody has sat there
            continue
        if found == 0 or gold > best:
            best = gold
            found = 0
        if gold == best:
            found |= BIT[seat]
        seat += 1
    return found if found != 0 else BIT[state.seats] - 1


def score(state: PandanteState, seat: i64) -> i64:
    """Gold; gambling, what one takes home beyond what one brought."""
    gold: i64 = state.gold[seat]
    if state.variant.gambling == DROP_IN:
        return gold + state.cashed[seat] - state.bought[seat]
    return gold
