"""The one verifier, the lists of what it lets through, and its answer in words (WS-1, WS-40, WS-41)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
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
    CLEAR,
    DRAW,
    GO,
    PASS,
    READY,
    REMOVE,
    RUSH,
    SCRAP,
    SECOND_SPACE,
    SHARE,
    TAG,
    TAKE,
    card_of,
    hex_of,
    kind_of,
    move,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.engine.scoring import remove_fault
from pandarium.games.wildstyle.engine.state import (
    COUNTDOWN,
    CREWS,
    GETTING_READY,
    HIGH,
    LOW,
    OVER,
    PICKED_HIGH,
    PICKED_LOW,
    PLAYING,
    REMOVING,
    SHARED_IT,
    STRIDE,
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


def list_moves(state: WildState, me: i64, moves: MoveList) -> None:
    """Every move that `refusal` lets through; equal cards count once."""
    if me < 0 or me >= state.seats or state.acting & BIT[me] == 0:
        return
    if state.phase == PLAYING:
        list_actions(state, me, moves)
    elif state.phase == GETTING_READY:
        moves.add(READY)
    elif state.phase == COUNTDOWN:
        moves.add(GO)
    else:
        base: i64 = me * STRIDE
        list_places(REMOVE, 0, state.mats[base + LOW] & ~state.mats[base + PICKED_LOW], moves)
        list_places(REMOVE, WORD_HEXES, state.mats[base + HIGH] & ~state.mats[base + PICKED_HIGH], moves)


def list_actions(state: WildState, me: i64, moves: MoveList) -> None:
    """All actions of a player who may act."""
    first: i64 = state.set_of(me, 0)
    second: i64 = state.set_of(me, 1)
    hand: i64 = state.hand_of(me)
    pile: i64 = 0
    if not is_full(hand):
        while pile < state.fixed.draw_piles:
            if draw_fault(state, me, pile) == FINE:
                moves.add(move(DRAW, 0, pile, 0, 0))
            pile += 1
    last: i64 = NO_CARD
    left: i64 = hand
    while left != 0:
        card: i64 = left & CARD_MASK
        left >>= CARD_BITS
        if card != last:
            last = card
            list_sets(state, move(ADD, 0, 0, card, 0), first, second, ICON_OF[card], moves)
    pile = 0
    while pile < state.fixed.share_piles:
        top: i64 = state.top_of(pile)
        wanted: i64 = MATCHES[top]
        left = hand
        last = NO_CARD
        while left != 0:
            card = left & CARD_MASK
            left >>= CARD_BITS
            if card != last and wanted & BIT[card] != 0:
                moves.add(move(SHARE, 0, pile, card, 0))
            last = card
        if top != NO_CARD:
            list_sets(state, move(TAKE, 0, pile, top, 0), first, second, ICON_OF[top], moves)
        pile += 1
    if first != 0:
        list_completions(state, me, 0, first, moves)
    if second != 0:
        list_completions(state, me, 1, second, moves)
    moves.add(PASS)


def list_sets(state: WildState, onto_first: i64, first: i64, second: i64, icon: i64, moves: MoveList) -> None:
    """A move that puts a card with that icon onto the first set, and the same onto the second, where it fits."""
    if set_fault(state, first, icon) == FINE:
        moves.add(onto_first)
    if set_fault(state, second, icon) == FINE:
        moves.add(onto_first | SECOND_SPACE)


def list_completions(state: WildState, me: i64, space: i64, cards: i64, moves: MoveList) -> None:
    """Every way to complete or rush that set."""
    kind: i64 = TAG
    if complete_fault(state, me, space) == FINE:
        moves.add(move(CLEAR, space, 0, 0, 0))
    elif rush_fault(state, me, space) == FINE:
        moves.add(move(SCRAP, space, 0, 0, 0))
        kind = RUSH
    else:
        return
    icon: i64 = ICON_OF[cards & CARD_MASK]
    somewhere = move(kind, space, 0, 0, 0)
    list_places(somewhere, 0, free_low(state, me, icon), moves)
    list_places(somewhere, WORD_HEXES, free_high(state, me, icon), moves)


def list_places(somewhere: i64, base: i64, hexes: i64, moves: MoveList) -> None:
    """That move for every hex of a word; `base` is the word's first hex."""
    while hexes != 0:
        moves.add(somewhere | move(0, 0, 0, 0, base + lowest(hexes)))
        hexes &= hexes - 1
