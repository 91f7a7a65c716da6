"""Drawing, discarding, showing; and who knows which hidden card lies where (PD-6).

Knowledge is kept where it is certain: a card one has seen in somebody's hand is forgotten as soon as that player puts
away a card that nobody saw.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import events, faults
from pandarium.games.pandante.engine.cards import BIT, DECK, NO_CARD, lowest, nth, size
from pandarium.games.pandante.engine.state import PandanteState, top_card, top_item, top_knowers


def draw_from(rng: Rng, cards: i64) -> i64:
    """Any card of a set that is not empty, each equally likely."""
    left = size(cards)
    if left < DECK // 3:
        return nth(cards, rng.below(left))
    while True:
        card = rng.below(DECK)
        if cards & BIT[card] != 0:
            return card


def draw_set(rng: Rng, pool: i64, wanted: i64) -> i64:
    """Some cards of a set, each as likely as any other."""
    found: i64 = 0
    while wanted > 0:
        bit: i64 = BIT[draw_from(rng, pool)]
        pool &= ~bit
        found |= bit
        wanted -= 1
    return found


# The deck


def draw(state: PandanteState) -> i64:
    """PD-6: the next card; when the deck is empty, the discards are shuffled in. NO_CARD: there is none at all."""
    if cards_left(state) == 0:
        return NO_CARD
    return top_card(draw_item(state))


def cards_left(state: PandanteState) -> i64:
    """How many cards can still be drawn."""
    return len(state.top) + size(state.deck) + size(state.discards)


def draw_item(state: PandanteState) -> i64:
    """The next card, with who knows which it is."""
    state.sealed += 1
    last: i64 = len(state.top) - 1
    if last >= 0:
        item: i64 = state.top[last]
        state.top = state.top[:last]
        return item
    if state.deck == 0:
        shuffle_discards(state)
    card = draw_from(state.rng, state.deck)
    state.deck ^= BIT[card]
    return card


def shuffle_discards(state: PandanteState) -> None:
    """PD-6: the discards become the deck."""
    state.deck = state.discards
    state.discards = 0
    player: i64 = 0
    while player <= state.seats:
        state.gone[player] = 0
        player += 1
    if state.log is not None:
        state.log.append((events.SHUFFLED,))


def draw_for(state: PandanteState, seat: i64, wanted: i64, why: i64) -> i64:
    """Cards into a hand, as far as there are any; which ones they are."""
    drawn: i64 = 0
    while wanted > 0 and cards_left(state) > 0:
        item = draw_item(state)
        card: i64 = top_card(item)
        drawn |= BIT[card]
        state.hands[seat] |= BIT[card]
        if top_knowers(item) != 0:
            tell_knowers(state, top_knowers(item), seat, card)
        wanted -= 1
    if drawn != 0 and state.log is not None:
        state.log.append((events.CARDS, drawn, events.DECK_PLACE, events.HAND + seat, BIT[seat], why))
    return drawn


def tell_knowers(state: PandanteState, knowers: i64, seat: i64, card: i64) -> None:
    """Who knew the card on top of the deck knows whose hand it is in now."""
    player: i64 = 0
    while player <= state.seats:
        if player != seat and knowers & BIT[player] != 0:
            state.seen[player * state.seats + seat] |= BIT[card]
        player += 1


def put_on_top(state: PandanteState, seat: i64, card: i64, why: i64) -> None:
    """PD-D2: a card of the hand onto the deck; only who put it there knows it, unless it lay face up."""
    bit: i64 = BIT[card]
    knowers: i64 = BIT[seat]
    if state.shown[seat] & bit != 0:
        knowers = BIT[state.seats + 1] - 1
    leave_hand(state, seat, card)
    state.top = append(state.top, top_item(card, knowers))
    if state.log is not None:
        public = events.EVERYBODY if knowers != BIT[seat] else knowers
        state.log.append((events.CARDS, bit, events.HAND + seat, events.DECK_PLACE, public, why))


# Hands


def leave_hand(state: PandanteState, seat: i64, card: i64) -> None:
    """A card goes out of a hand. Unless it lay face up, nobody can be sure any more what is left there."""
    bit: i64 = BIT[card]
    state.hands[seat] &= ~bit
    state.spare[seat] &= ~bit
    if state.shown[seat] & bit != 0:
        state.shown[seat] &= ~bit
        return
    forget(state, seat)


def forget(state: PandanteState, seat: i64) -> None:
    """Nobody knows any more what this player holds."""
    player: i64 = 0
    while player <= state.seats:
        state.seen[player * state.seats + seat] = 0
        player += 1


def discard_card(state: PandanteState, seat: i64, card: i64, why: i64) -> None:
    """PD-6: face down; only who discards knows which card it was, unless it lay face up."""
    bit: i64 = BIT[card]
    spare: bool = state.spare[seat] & bit != 0
    public: bool = state.shown[seat] & bit != 0
    leave_hand(state, seat, card)
    state.discards |= bit
    if public:
        discard_openly(state, bit)
    else:
        state.gone[seat] |= bit
    if state.log is not None:
        place: i64 = (events.SPARE if spare else events.HAND) + seat
        state.log.append((events.CARDS, bit, place, events.DISCARDS, events.EVERYBODY if public else BIT[seat], why))


def ask_to_discard(state: PandanteState, phase: i64, seat: i64, keep: i64) -> None:
    """This player discards down to `keep` cards."""
    state.phase = phase
    state.turn = seat
    state.keep = keep


def focused_hand(state: PandanteState, seat: i64) -> i64:
    """The hand that is meant: PD-K6 has two."""
    return state.spare[seat] if state.focus == 1 else state.hands[seat]


def discard_fault(state: PandanteState, seat: i64, card: i64) -> i64:
    """PD-5, PD-6: one's own cards, and in Doublepaw Den of the right hand."""
    return faults.FINE if card < DECK and focused_hand(state, seat) & BIT[card] != 0 else faults.NOT_YOUR_CARD


def discard_down(state: PandanteState, seat: i64, card: i64, why: i64) -> bool:
    """PD-5, PD-6: one card less; whether that is enough."""
    discard_card(state, seat, card, why)
    if size(focused_hand(state, seat)) > state.keep:
        return False
    state.focus = 0
    return True


def discard_openly(state: PandanteState, cards: i64) -> None:
    """Everybody has seen which cards went to the discards."""
    player: i64 = 0
    while player <= state.seats:
        state.gone[player] |= cards
        player += 1


def discard_hand(state: PandanteState, seat: i64, cards: i64, why: i64) -> None:
    """All of a hand (or of both): who knew a card of it knows that it is among the discards now."""
    if cards == 0:
        return
    player: i64 = 0
    while player <= state.seats:
        known: i64 = state.shown[seat] | state.seen[player * state.seats + seat]
        if player == seat:
            known = cards
        state.gone[player] |= known & cards
        state.seen[player * state.seats + seat] &= ~cards
        player += 1
    if state.log is not None:
        place: i64 = (events.SPARE if state.hands[seat] & cards == 0 else events.HAND) + seat
        state.log.append((events.CARDS, cards, place, events.DISCARDS, BIT[seat], why))
    state.hands[seat] &= ~cards
    state.spare[seat] &= ~cards
    state.shown[seat] &= ~cards
    state.discards |= cards


def new_hand(state: PandanteState, seat: i64, why: i64) -> None:
    """PD-L3, PD-D1, PD-D6: discard the hand and draw as many."""
    wanted = size(state.hands[seat])
    discard_hand(state, seat, state.hands[seat], why)
    draw_for(state, seat, wanted, why)


def show_hand(state: PandanteState, seat: i64) -> None:
    """PD-22: all private cards face up."""
    state.sealed += 1
    state.shown[seat] = state.hands[seat] | state.spare[seat]
    forget(state, seat)


def peek(state: PandanteState, seat: i64, other: i64) -> None:
    """PD-L5, PD-K11: see one random card of another player."""
    cards: i64 = state.hands[other]
    if cards == 0:
        return
    state.sealed += 1
    card = nth(cards, state.rng.below(size(cards)))
    if state.shown[other] & BIT[card] == 0:
        state.seen[seat * state.seats + other] |= BIT[card]
    if state.log is not None:
        state.log.append((events.PEEKED, seat, other, card))


def hand_over(state: PandanteState, giver: i64, taker: i64, why: i64) -> None:
    """PD-D4: a random card from one hand to another; both know it, the others only that one is gone."""
    cards: i64 = state.hands[giver]
    if cards == 0:
        return
    state.sealed += 1
    card = nth(cards, state.rng.below(size(cards)))
    bit: i64 = BIT[card]
    public: bool = state.shown[giver] & bit != 0
    state.hands[giver] ^= bit
    state.hands[taker] |= bit
    if public:
        state.shown[giver] ^= bit
        state.shown[taker] |= bit
    else:
        mine: i64 = state.seen[taker * state.seats + giver]
        forget(state, giver)
        state.seen[taker * state.seats + giver] = mine & ~bit
        state.seen[giver * state.seats + taker] |= bit
    if state.log is not None:
        knowers: i64 = events.EVERYBODY if public else BIT[giver] | BIT[taker]
        state.log.append((events.CARDS, bit, events.HAND + giver, events.HAND + taker, knowers, why))


def fold(state: PandanteState, seat: i64, why: i64) -> None:
    """PD-4: the bets stay in the pot, the cards go to the discards."""
    state.folded |= BIT[seat]
    state.extra &= ~BIT[seat]
    state.staked[seat] = 0
    if state.log is not None:
        state.log.append((events.FOLDED, seat, why))
    discard_hand(state, seat, state.spare[seat], why)
    discard_hand(state, seat, state.hands[seat], why)


# The board


def deal_to_board(state: PandanteState, place: i64, card: i64, why: i64) -> None:
    """A community card, face up."""
    state.sealed += 1
    state.board[place] = card
    if state.log is not None:
        state.log.append((events.CARDS, BIT[card], events.DECK_PLACE, events.BOARD + place, events.EVERYBODY, why))


def discard_from_board(state: PandanteState, place: i64, why: i64) -> None:
    """A community card goes to the discards, for all to see."""
    bit: i64 = BIT[state.board[place]]
    state.board[place] = NO_CARD
    state.discards |= bit
    discard_openly(state, bit)
    if state.log is not None:
        state.log.append((events.CARDS, bit, events.BOARD + place, events.DISCARDS, events.EVERYBODY, why))


def discard_fresh(state: PandanteState, cards: i64, why: i64) -> None:
    """Cards that were turned up and not used go to the discards, for all to see."""
    if cards == 0:
        return
    state.fresh &= ~cards
    state.discards |= cards
    discard_openly(state, cards)
    if state.log is not None:
        state.log.append((events.CARDS, cards, events.ASIDE, events.DISCARDS, events.EVERYBODY, why))


def draw_fresh(state: PandanteState, wanted: i64, knowers: i64, why: i64) -> None:
    """Cards from the deck that lie nowhere yet."""
    while wanted > 0 and cards_left(state) > 0:
        state.fresh |= BIT[draw(state)]
        wanted -= 1
    if state.fresh != 0 and state.log is not None:
        state.log.append((events.CARDS, state.fresh, events.DECK_PLACE, events.ASIDE, knowers, why))


def fresh_card(state: PandanteState, index: i64) -> i64:
    """The lower (0) or the higher (1) of the cards turned up."""
    return lowest(state.fresh) if index == 0 else nth(state.fresh, 1)
