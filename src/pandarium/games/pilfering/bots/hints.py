"""Why a move is good, in words and numbers, for people who ask: what it costs and saves, and how often it wins.

Prices and odds are exact, counted over every card that the seat cannot place. How often a move wins comes from games
played through (`search`): the best moves of a first round of trials meet once more, in games of their own, so that the
figures compare like with like and the best is not the luckiest.
"""

from __future__ import annotations

from math import comb
from typing import Final

from mypy_extensions import i64

from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.bots.promise import links
from pandarium.games.pilfering.bots.search import Hope, Search
from pandarium.games.pilfering.engine.cards import KEY, bit, size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.knowledge import gather_hidden
from pandarium.games.pilfering.engine.legal import card_message
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
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
    cards_used,
    escape,
    kind_of,
    length_of,
    picked,
    plays_card,
    way_of,
)
from pandarium.games.pilfering.engine.plays import list_plays
from pandarium.games.pilfering.engine.prices import (
    DEAR,
    KEY_COST,
    cards_of,
    drop_cost,
    penalty_of,
    price_of,
    suspicion_of,
)
from pandarium.games.pilfering.engine.refresh import brings_duty
from pandarium.games.pilfering.engine.state import CHECK_STEP, SECRET_STEP, PilferingState

FINALISTS: Final = 4
"""How many moves meet once more,"""
LATER: Final = 1 << 20
"""in games with numbers from here on: none was played before."""
TRADES: Final = (SET, REUSE, EXTEND, LEFT)

Gaps = dict[str, int | str | Message]


# How often it wins


def finals(search: Search, games: int) -> list[Hope]:
    """The most promising moves, tried in as many games each as the seat can afford; best first."""
    field = _different(search.run(games))[:FINALISTS]  # the move that the bot itself would make among them
    for candidate in field:
        candidate.tries = 0
        candidate.total = 0
        candidate.wins = 0
    for number in range(max(1, games // FINALISTS)):
        search.try_all(field, LATER + number)
    return sorted(field, key=lambda candidate: -candidate.value())


def _different(ranked: list[Hope]) -> list[Hope]:
    """Without sets of the same cards in another order: as an alternative they say nothing."""
    found: dict[tuple[int, ...], Hope] = {}
    for candidate in ranked:
        move = int(candidate.move)
        key = (int(cards_used(move)), move & 63) if int(kind_of(move)) in TRADES else (move,)
        found.setdefault(key, candidate)
    return list(found.values())


def chance(candidate: Hope) -> float:
    """The share of games that a move has won."""
    return int(candidate.wins) / max(1, int(candidate.tries))


def prospect(candidate: Hope, next_best: Hope | None, why_so: Message) -> Message:
    """That share in words, against the next best move, and what the move does."""
    if not candidate.wins:
        return Message("pilfering.hint.hardly_wins", {"why": why_so})
    gaps: Gaps = {"percent": _percent(candidate), "games": int(candidate.tries), "why": why_so}
    if next_best is None:
        return Message("pilfering.hint.wins", gaps)
    return Message("pilfering.hint.wins_more", {**gaps, "next": _percent(next_best)})


def _percent(candidate: Hope) -> int:
    return round(chance(candidate) * 100)


# Why


def why(state: Pilfering, seat: int, move: int) -> Message:
    """What a move does, costs and leaves."""
    kind = int(kind_of(move))
    if kind in TRADES:
        return _why_trade(state, seat, move)
    if kind == DRAW:
        return Message("pilfering.hint.draw", {"percent": round(100 * playable_share(state, seat))})
    if kind == PICK:
        return _why_pick(state, seat, move)
    if kind == DISCARD:
        return _lead("pilfering.hint.discard", state, 0, -KEY_COST, {})
    if kind in (STASH, GIVE, SHARE):
        return _why_part(state, seat, int(card_of(move)))
    if kind == PASS:
        gaps: Gaps = {"number": int(size(state.hands[seat])), "lead": int(state.panda - state.keeper)}
        return Message("pilfering.hint.keep", gaps)
    if kind == SWAP:
        return Message("pilfering.hint.swap")
    if kind == ANSWER:
        return _why_run(state, seat, move) if state.step == CHECK_STEP else _why_start(state, seat)
    return Message("pilfering.hint.thumb")


def _lead(code: str, state: Pilfering, panda: int, keeper: int, gaps: Gaps) -> Message:
    """A sentence with how far the keeper is behind, before and after."""
    before = int(state.panda - state.keeper)
    if before + panda - keeper <= 0:
        return Message("pilfering.hint.caught")
    return Message(code, {**gaps, "before": before, "after": before + panda - keeper})


def _why_trade(state: Pilfering, seat: int, move: int) -> Message:
    """PP-A2 to PP-A7: both markers, what is left in hand, and what the price is made of."""
    price = price_of(state, move, cards_of(state, move))
    panda, keeper = int(price.panda()), int(price.keeper())
    left = int(size(state.hands[seat])) - int(length_of(move))
    gaps: Gaps = {"panda": panda, "keeper": keeper, "left": left}
    told = _lead("pilfering.hint.trade", state, panda, keeper, gaps)
    if price.charge == DEAR:
        return Message("pilfering.hint.dear", {"why": told, "charge": int(price.charge)})
    if price.keys:
        return Message("pilfering.hint.keys", {"why": told, "keys": int(price.keys)})
    return Message("pilfering.hint.bonus", {"why": told}) if price.bonus else told


def _why_pick(state: Pilfering, seat: int, move: int) -> Message:
    """PP-T2 to PP-T6: what it costs at once, what must be played, and what can be."""
    number, way = int(picked(move)), int(way_of(move))
    place = len(state.hideout) - number
    first = int(state.hideout[place])
    then = state.sketch()
    for card in state.hideout[place:]:
        then.hands[seat] += bit(card)
    gaps: Gaps = {"card": card_message(first), "number": number}
    if not brings_duty(number, way):
        code = "pilfering.hint.pick_useful" if can_play(then, seat, first) else "pilfering.hint.pick_keep"
        return Message(code, gaps)
    cost = int(penalty_of(state.fixed, way)) + int(suspicion_of(state, seat))
    return _lead("pilfering.hint.pick_many", state, 0, cost, {**gaps, "keeper": cost})


def _why_part(state: Pilfering, seat: int, card: int) -> Message:
    """What a card is to the hand that it leaves, and to whoever finds it."""
    kept = int(state.hands[seat])
    if state.step != SECRET_STEP:  # PP-1: what comes from the Secret Stash was in nobody's hand
        kept -= int(bit(card))
    told = Message("pilfering.hint.part", {"number": int(links(card, kept))})
    if card != KEY and (state.first.opens | state.second.opens) & bit(card) != 0:
        return Message("pilfering.hint.part_open", {"why": told})
    return told


def _why_start(state: Pilfering, seat: int) -> Message:
    """PP-S3: what the hand could begin with."""
    moves = MoveList()
    list_plays(state, seat, moves)
    prices = [
        price_of(state, move, cards_of(state, move)) for move in moves.items[: moves.length] if kind_of(move) == SET
    ]
    if not prices:
        return Message("pilfering.hint.start_without")
    best = max(prices, key=lambda price: int(price.panda()) - int(price.keeper()))
    return Message("pilfering.hint.start_with", {"panda": int(best.panda()), "keeper": int(best.keeper())})


def _why_run(state: Pilfering, seat: int, move: int) -> Message:
    """PP-E5: whether what all hold costs less than the lead."""
    lead = int(state.panda - state.keeper)
    percent = round(100 * escape_odds(state, seat))
    if move != escape(1):
        return Message("pilfering.hint.play_on", {"percent": percent})
    gaps: Gaps = {"lead": lead, "own": known_cost(state, seat), "number": unknown_cards(state, seat)}
    return Message("pilfering.hint.run", {**gaps, "percent": percent})


# Odds


def can_play(state: PilferingState, seat: i64, card: i64) -> bool:
    """Whether some set or extension brings this card of the hand to an area."""
    moves = MoveList()
    list_plays(state, seat, moves)
    index: i64 = 0
    while index < moves.length:
        move: i64 = moves.items[index]
        if kind_of(move) in TRADES and plays_card(move, card):
            return True
        index += 1
    return False


def playable_share(state: Pilfering, seat: i64) -> float:
    """PP-T2: of all cards that may be the next one of the deck, the share that can be played at once."""
    hidden = gather_hidden(state, seat)
    good: i64 = 0
    index: i64 = 0
    while index < len(hidden):
        then = state.sketch()
        then.hands[seat] += bit(hidden[index])
        if can_play(then, seat, hidden[index]):
            good += 1
        index += 1
    return int(good) / max(1, len(hidden))


def unknown_cards(state: Pilfering, seat: int) -> int:
    """How many cards the others hold that this seat has not seen going there."""
    known = [state.known[seat * state.seats + other] for other in range(state.seats)]
    return sum(int(size(state.hands[other]) - size(known[other])) for other in range(state.seats) if other != seat)


def known_cost(state: Pilfering, seat: int) -> int:
    """PP-E5, PP-3: what the cards that this seat knows of will cost in the final check."""
    cost = int(drop_cost(state.fixed, state.hands[seat]))
    for other in range(state.seats):
        if other != seat:
            cost += int(drop_cost(state.fixed, state.known[seat * state.seats + other]))
    return cost + int(drop_cost(state.fixed, state.secret)) if state.fixed.stash_counts else cost


def escape_odds(state: Pilfering, seat: int) -> float:
    """PP-E5: the share of all deals that fit in which the keeper stays behind.

    Each card that is not known costs 1 or 2. So it counts how many of them cost 2.
    """
    hidden = [int(drop_cost(state.fixed, bit(card))) for card in gather_hidden(state, seat)]
    number = unknown_cards(state, seat)
    dear = hidden.count(2)
    cheap = len(hidden) - dear
    spare = int(state.panda - state.keeper) - known_cost(state, seat) - number
    good = sum(comb(dear, twos) * comb(cheap, number - twos) for twos in range(min(number, spare - 1) + 1))
    return good / comb(len(hidden), number)
