"""A simple player for the finished games that `make_fixtures.py` writes: change it, and they all change."""

from __future__ import annotations

from pandarium.core.bot import Advice, Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pilfering.engine.cards import KEY, NUMBER, SUIT, keys_of, list_cards, size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    LEFT,
    PASS,
    PICK,
    REUSE,
    SET,
    SHARE,
    STASH,
    SWAP,
    card_of,
    escape,
    kind_of,
    length_of,
    start,
)
from pandarium.games.pilfering.engine.prices import cards_of, drop_cost, price_of
from pandarium.games.pilfering.engine.state import ACTION_STEP, CRAFTY, OVER

TRADES = frozenset({SET, REUSE, EXTEND, LEFT})
CAUGHT = -50.0
PER_STEP = 0.8
"""What a step of the keeper weighs beside a step of the pandas."""
PER_CARD = 0.15
"""What it is worth to have a card less."""
PER_KEY = 1.0
"""What a Key in hand is worth."""
PER_ABILITY = 1.0
USUAL_CARD = 1.15
"""What an unknown card costs in the final check, on average."""
SAFE = 5
"""With the keeper so near, only what gains ground will do."""


class Greedy(Bot):
    """Takes the trade that gains most ground on the keeper, and stashes what fits nothing."""

    name = "greedy"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move with the highest value; of equals the first."""
        return self.advise(state, seat, rng)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with what it seems to be worth."""
        assert isinstance(state, Pilfering)
        valued = [(move, value(state, seat, move)) for move in state.legal(seat)]
        ranked = sorted(valued, key=lambda known: -known[1])
        return [Advice(move, worth, why(state, move, worth)) for move, worth in ranked]


def value(state: Pilfering, seat: int, move: int) -> float:
    """What a move seems to be worth."""
    kind = kind_of(move)
    if kind in TRADES:
        return trade_value(state, seat, move)
    if kind in {PICK, DRAW}:
        return refresh_value(state, seat, move)
    if kind in {STASH, GIVE}:
        return -usefulness(state, seat, card_of(move))
    if kind == DISCARD:
        near = state.panda - state.keeper <= SAFE
        return 1.0 if near or state.duty == KEY else -PER_KEY
    if kind == SWAP:
        return PER_KEY
    if kind == SHARE:
        return -PER_ABILITY - usefulness(state, seat, card_of(move))
    if kind == CHOOSE:
        return 1.0 if move >> 4 == CRAFTY else 0.0
    if kind == ANSWER:
        return answer_value(state, seat, move)
    return 0.0 if move == PASS else -1.0


def trade_value(state: Pilfering, seat: int, move: int) -> float:
    """Ground gained, cards spent, Keys and abilities used up."""
    price = price_of(state, move, cards_of(state, move))
    gained = int(price.panda())
    paid = int(price.keeper())
    if state.keeper + paid >= state.panda + gained:
        return CAUGHT
    keys = int(price.keys) // 2
    worth = gained - PER_STEP * paid - PER_KEY * keys * 0.5
    worth -= PER_ABILITY if move & 32 else 0.0
    left = len(list_cards(state.hands[seat])) - int(length_of(move))
    if left == 0 and state.timekeeper == -1 and state.panda + gained < state.fixed.win - 3:
        worth -= 3.0  # the Timer would run too soon
    if state.panda + gained >= state.fixed.win:
        worth += 4 * PER_CARD  # all that is left is to be rid of the cards
    return worth + PER_CARD


def refresh_value(state: Pilfering, seat: int, move: int) -> float:
    """The best trade afterwards, less what the cards cost; the deck is a small hope."""
    if move == DRAW:
        return best_trade(state, seat) + 0.6
    after = state.clone()
    paid = -int(after.keeper)
    after.apply(seat, move, None)
    paid += int(after.keeper)
    if after.step == OVER:
        return CAUGHT
    taken = int(size(after.hands[seat]) - size(state.hands[seat]))
    worth = best_trade(after, seat) - PER_STEP * paid - PER_CARD * taken
    worth += PER_KEY * int(keys_of(after.hands[seat]) - keys_of(state.hands[seat]))
    return worth if state.panda - state.keeper > SAFE or paid == 0 else worth - 3.0


def best_trade(state: Pilfering, seat: int) -> float:
    """The value of the best trade that a hand allows; 0: none is worth it."""
    here = state.clone()
    here.step = ACTION_STEP
    trades = [trade_value(here, seat, move) for move in here.legal(seat) if kind_of(move) in TRADES]
    return max([0.0, *trades])


def answer_value(state: Pilfering, seat: int, move: int) -> float:
    """Who has a set to begin with starts; run as soon as what everyone holds seems to cost less than the lead."""
    if move in {start(0), start(1)}:
        return best_trade(state, seat) if move == start(1) else 0.5
    row = seat * state.seats
    known = [state.hands[other] if other == seat else state.known[row + other] for other in range(state.seats)]
    unknown = sum(int(size(state.hands[other]) - size(hand)) for other, hand in enumerate(known))
    cost = sum(int(drop_cost(state.fixed, hand)) for hand in known) + USUAL_CARD * unknown
    lead = float(state.panda - state.keeper) - cost
    return lead - 0.5 if move == escape(1) else 0.0


def usefulness(state: Pilfering, seat: int, card: int) -> float:
    """How much a card has to do with the others in hand and with what lies at the ends."""
    if card == KEY:
        return 5.0
    others = [other for other in list_cards(state.hands[seat]) if other not in {card, KEY}]
    ends = [end for area in (state.first, state.second) for end in list_cards(area.end) if area.keys == 0]
    found = 0.0
    for other in [*others, *ends]:
        away = abs(int(NUMBER[other]) - int(NUMBER[card]))
        if away == 0:
            found += 1.0
        elif SUIT[other] == SUIT[card] and away <= 2:
            found += 1.5 - 0.5 * away
    return found


def why(state: Pilfering, move: int, worth: float) -> str:
    """A value in words."""
    kind = kind_of(move)
    if kind in TRADES:
        price = price_of(state, move, cards_of(state, move))
        if worth <= CAUGHT:
            return "the keeper would be there"
        return f"pandas +{price.panda()}, keeper +{price.keeper()}"
    if kind in {STASH, GIVE}:
        return "fits nothing much" if worth > -1 else "goes with other cards"
    if kind in {PICK, DRAW}:
        return "the keeper would be there" if worth <= CAUGHT else f"{worth:+.1f} with the best trade after it"
    return f"{worth:+.1f}"
