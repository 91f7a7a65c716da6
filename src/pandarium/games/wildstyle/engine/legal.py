"""The one verifier, the lists of what it lets through, and its answer in words (WS-1, WS-40, WS-41)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.games.wildstyle.engine.actions import (
    add_fault,
    complete_fault,
    draw_fault,
    free_high,
    free_low,
    hex_fault,
    rush_fault,
    set_fault,
    share_fault,
    take_fault,
)
from pandarium.games.wildstyle.engine.cards import BIT, CARD_BITS, CARD_MASK, ICON_OF, MATCHES, NO_CARD, is_full
from pandarium.games.wildstyle.engine.city import WORD_HEXES, lowest
from pandarium.games.wildstyle.engine.faults import (
    FAULTS,
    FINE,
    GAME_OVER,
    HAS_PASSED,
    HEX_TAKEN,
    IS_READY,
    NO_MATCH,
    NO_SUCH_MOVE,
    NOT_BEFORE_ROUND,
    NOT_COUNTING,
    NOT_ON_TOP,
    NOT_PLAYING,
    NOT_REMOVING,
    NOT_STARTED,
    NOT_YOUR_TURN,
    NOTHING_POSSIBLE,
    NOTHING_TO_REMOVE,
    PILE_EMPTY,
    STOPPED_PLAYING,
)
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    ADDS,
    CLEARS,
    DRAW,
    DRAWS,
    GO,
    HEX_CODES,
    PASS,
    READY,
    REMOVE,
    REMOVES,
    RUSH,
    RUSHES,
    SCRAP,
    SCRAPS,
    SHARE,
    SHARES,
    TAG,
    TAGS,
    TAKE,
    TAKES,
    card_of,
    hex_of,
    kind_of,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.engine.scoring import remove_fault
from pandarium.games.wildstyle.engine.state import (
    COUNTDOWN,
    CREWS,
    GETTING_READY,
    OVER,
    PLAYING,
    REMOVING,
    SHARED_IT,
    TOOK_IT,
    WildState,
)

FIELDS: Final = vec[i64]([-1, 0x60, 0xF90, 0xFE0, 0xFF0, 0x7F010, 0x10, 0x7F010, 0x10, 0, 0, 0, 0x7F000, -1, -1, -1])
"""Which bits above its kind each kind of move has; -1: no such kind."""


def fault_of(state: WildState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now; 0 if it can. `legal` lists what it lets through."""
    kind = kind_of(move)
    fields: i64 = FIELDS[kind]
    if fields < 0 or (move & ~15) & ~fields != 0:
        return NO_SUCH_MOVE
    if state.phase == OVER:
        return GAME_OVER
    if kind == READY:
        if state.phase != GETTING_READY:
            return NOT_BEFORE_ROUND
        return FINE if state.ready & BIT[seat] == 0 else IS_READY
    if kind == GO:
        return FINE if state.phase == COUNTDOWN else NOT_COUNTING
    if kind == REMOVE:
        if state.phase != REMOVING:
            return NOT_REMOVING
        if state.acting & BIT[seat] == 0:
            return NOTHING_TO_REMOVE
        return remove_fault(state, seat, hex_of(move))
    if state.phase != PLAYING:
        return NOT_PLAYING if state.phase == REMOVING else NOT_STARTED
    if state.acting & BIT[seat] == 0:
        return idle_fault(state, seat)
    return action_fault(state, seat, kind, move)


def idle_fault(state: WildState, seat: i64) -> i64:
    """Why that player may not act at all now."""
    if state.mat_of(seat) == 0:
        return STOPPED_PLAYING
    if state.passed & BIT[seat] != 0:
        return HAS_PASSED
    return NOT_YOUR_TURN if state.fixed.turns else NOTHING_POSSIBLE


def action_fault(state: WildState, seat: i64, kind: i64, move: i64) -> i64:
    """What speaks against an action of a player who may act."""
    if kind == DRAW:
        return draw_fault(state, seat, pile_of(move))
    if kind == ADD:
        return add_fault(state, seat, card_of(move), space_of(move))
    if kind == SHARE:
        return share_fault(state, seat, card_of(move), pile_of(move))
    if kind == TAKE:
        return take_fault(state, seat, pile_of(move), card_of(move), space_of(move))
    if kind == PASS:
        return FINE
    space = space_of(move)
    early = kind in (RUSH, SCRAP)
    fault: i64 = rush_fault(state, seat, space) if early else complete_fault(state, seat, space)
    if fault == FINE and kind in (TAG, RUSH):
        return hex_fault(state, seat, space, hex_of(move))
    return fault


def refuse(state: WildState, seat: i64, move: i64) -> IllegalMove | None:
    """The verifier's answer for people; a touch that comes too late hears who was first (WS-1, WS-40)."""
    fault = fault_of(state, seat, move)
    if fault == FINE:
        return None
    first: Message | None = None
    if fault == HEX_TAKEN:
        first = tagged_first(state, seat, hex_of(move))
    elif fault == PILE_EMPTY:
        drawer: i64 = (state.drawers >> (8 * pile_of(move))) & 255
        if drawer != 0:
            first = was_first("drew", drawer - 1, seat)
    elif fault == NOT_ON_TOP:
        first = touched_first(state, seat, pile_of(move), BIT[card_of(move)])
    elif fault == NO_MATCH:
        first = touched_first(state, seat, pile_of(move), MATCHES[card_of(move)])
    if first is not None:
        return IllegalMove("WS-1", first)
    rule, code = FAULTS[fault]
    return IllegalMove(rule, Message(code))


def was_first(what: str, player: i64, listener: i64) -> Message:
    """Who did something before the listener did; that may have been the listener."""
    if player == listener:
        return Message(f"wildstyle.first.you_{what}")
    return Message(f"wildstyle.first.{what}", {"crew": Message(f"wildstyle.crew.{CREWS[player]}")})


def tagged_first(state: WildState, seat: i64, hex: i64) -> Message:
    """Who has a tag on a hex that cannot be taken."""
    if state.has_tag(seat, hex):
        return was_first("tagged", seat, seat)
    player: i64 = 0
    while not state.has_tag(player, hex):
        player += 1
    return was_first("tagged", player, seat)


def touched_first(state: WildState, seat: i64, pile: i64, wanted: i64) -> Message | None:
    """Who took or covered one of the wanted cards on a share pile; None if nobody did just now."""
    player, what, card = state.touch_of(pile)
    if what == TOOK_IT and wanted & BIT[card] != 0:
        return was_first("took", player, seat)
    if what == SHARED_IT and state.below_top(pile) != NO_CARD and wanted & BIT[state.below_top(pile)] != 0:
        return was_first("covered", player, seat)
    return None


def list_moves(state: WildState, seat: int) -> list[int]:
    """Every move that `refusal` lets through; equal cards count once."""
    moves: list[Any] = []
    seats: int = state.seats
    if seat < 0 or seat >= seats:
        return moves
    me: i64 = seat
    if state.acting & BIT[me] == 0:
        return moves
    if state.phase == PLAYING:
        list_actions(state, me, moves)
    elif state.phase == GETTING_READY:
        moves.append(READY)
    elif state.phase == COUNTDOWN:
        moves.append(GO)
    else:
        for hex in state.tags_of(me):
            if remove_fault(state, me, hex) == FINE:
                moves.append(REMOVES[hex])
    return moves


def list_actions(state: WildState, me: i64, moves: list[Any]) -> None:
    """All actions of a player who may act."""
    first: i64 = state.set_of(me, 0)
    second: i64 = state.set_of(me, 1)
    hand: i64 = state.hand_of(me)
    pile: i64 = 0
    if not is_full(hand):
        while pile < state.fixed.draw_piles:
            if draw_fault(state, me, pile) == FINE:
                moves.append(DRAWS[pile])
            pile += 1
    last: i64 = NO_CARD
    while hand != 0:
        card: i64 = hand & CARD_MASK
        hand >>= CARD_BITS
        if card != last:
            last = card
            icon: i64 = ICON_OF[card]
            if set_fault(state, first, icon) == FINE:
                moves.append(ADDS[card * 2])
            if set_fault(state, second, icon) == FINE:
                moves.append(ADDS[card * 2 + 1])
    pile = 0
    while pile < state.fixed.share_piles:
        card = state.top_of(pile)
        wanted: i64 = MATCHES[card]
        hand = state.hand_of(me)
        last = NO_CARD
        while hand != 0:
            held: i64 = hand & CARD_MASK
            hand >>= CARD_BITS
            if held != last and wanted & BIT[held] != 0:
                moves.append(SHARES[held * 4 + pile])
            last = held
        if card != NO_CARD:
            icon = ICON_OF[card]
            if set_fault(state, first, icon) == FINE:
                moves.append(TAKES[card * 8 + pile * 2])
            if set_fault(state, second, icon) == FINE:
                moves.append(TAKES[card * 8 + pile * 2 + 1])
        pile += 1
    if first != 0:
        list_completions(state, me, 0, first, moves)
    if second != 0:
        list_completions(state, me, 1, second, moves)
    moves.append(PASS)


def list_completions(state: WildState, me: i64, space: i64, cards: i64, moves: list[Any]) -> None:
    """Every way to complete or rush that set."""
    places: list[Any] = TAGS
    if complete_fault(state, me, space) == FINE:
        moves.append(CLEARS[space])
    elif rush_fault(state, me, space) == FINE:
        moves.append(SCRAPS[space])
        places = RUSHES
    else:
        return
    icon: i64 = ICON_OF[cards & CARD_MASK]
    base: i64 = space * HEX_CODES
    free: i64 = free_low(state, me, icon)
    while free != 0:
        moves.append(places[base + lowest(free)])
        free &= free - 1
    base += WORD_HEXES
    free = free_high(state, me, icon)
    while free != 0:
        moves.append(places[base + lowest(free)])
        free &= free - 1
