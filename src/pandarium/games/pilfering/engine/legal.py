"""The one verifier, and the lists of what it lets through."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.actions import discard_fault, swap_fault, trade_fault
from pandarium.games.pilfering.engine.cards import (
    EVERY_LOOT,
    KEY,
    NO_CARD,
    NUMBER,
    ONE_KEY,
    SUIT,
    SUIT_LETTERS,
    keys_of,
    lowest,
)
from pandarium.games.pilfering.engine.dealing import choose_fault
from pandarium.games.pilfering.engine.duty import could_pick_up, duty_fault, must_play_duty, strike_lost
from pandarium.games.pilfering.engine.faults import (
    DUTY_LOST,
    DUTY_OPEN,
    FAULTS,
    FINE,
    GAME_OVER,
    NEVER_PLAYED,
    NO_SUCH_MOVE,
    NOT_ACTING,
    NOT_AT_DOOR,
    NOT_CHECKING,
    NOT_PASSING,
    NOT_PLACING,
    NOT_REFRESHING,
    NOT_STARTING,
    NOT_YOUR_TURN,
)
from pandarium.games.pilfering.engine.moves import (
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    GREEDY_WAY,
    LEFT,
    MOVE_BITS,
    PASS,
    PICK,
    PLAIN,
    REUSE,
    SET,
    SHARE,
    SNEAKY_WAY,
    STASH,
    SWAP,
    area_of,
    card_of,
    choose,
    escape,
    give,
    kind_of,
    other_of,
    panda_of,
    pick,
    picked,
    place,
    share,
    start,
    stash,
    swap,
    swap_card,
    swap_place,
    way_of,
)
from pandarium.games.pilfering.engine.plays import list_door, list_plays
from pandarium.games.pilfering.engine.refresh import GREEDY_CARDS, draw_fault, pick_fault, room_fault
from pandarium.games.pilfering.engine.setup import PANDAS
from pandarium.games.pilfering.engine.sharing import give_fault, list_shares, share_fault
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    DOOR_STEP,
    GIVE_STEP,
    GREEDY,
    OVER,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    SHARING,
    SNEAKY,
    START_STEP,
    STASH_STEP,
    PilferingState,
)
from pandarium.games.pilfering.engine.turn import secret_choices, stash_fault

# The verifier


def fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """Why this move cannot be played now; FINE if it can."""
    step: i64 = state.step
    if step == OVER:
        return GAME_OVER
    if seat != state.actor():
        return NOT_YOUR_TURN
    if move >> MOVE_BITS != 0:
        return NO_SUCH_MOVE
    kind: i64 = kind_of(move)
    if kind in (SET, REUSE, EXTEND, SWAP, DISCARD, SHARE, LEFT):
        return action_fault(state, seat, move)
    if move == PASS:
        return pass_fault(state)
    if move == DRAW:
        if step != REFRESH_STEP:
            return NOT_REFRESHING
        return draw_fault(state)
    if kind == PICK and move == pick(picked(move), way_of(move)) and way_of(move) <= SNEAKY_WAY:
        if step != REFRESH_STEP:
            return NOT_REFRESHING
        return pick_fault(state, seat, picked(move), way_of(move))
    if kind == STASH and move == stash(card_of(move)):
        return stash_fault(state, seat, card_of(move))
    if kind == GIVE and move == give(card_of(move)):
        return give_fault(state, seat, card_of(move))
    if kind == CHOOSE and move == choose(panda_of(move)):
        return choose_fault(state, panda_of(move))
    if move == start(0) or move == start(1):
        return FINE if step == START_STEP else NOT_STARTING
    if move == escape(0) or move == escape(1):
        return FINE if step == CHECK_STEP else NOT_CHECKING
    if move == place(0) or move == place(1):
        return FINE if step == RUMMAGE_STEP else NOT_PLACING
    return NO_SUCH_MOVE


def action_fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """PP-A1 to PP-A12, PP-F3, and the duty of PP-T5."""
    kind: i64 = kind_of(move)
    if not is_written_well(move):
        return NO_SUCH_MOVE
    if kind == LEFT:
        if state.step != DOOR_STEP:
            return NOT_AT_DOOR
    elif state.step != ACTION_STEP:
        return NOT_ACTING
    found: i64 = FINE
    if kind == SWAP:
        found = swap_fault(state, seat, move)
    elif kind == DISCARD:
        found = discard_fault(state, seat)
    elif kind == SHARE:
        found = share_fault(state, seat, card_of(move), other_of(move))
    else:
        found = trade_fault(state, seat, move)
    return duty_fault(state, seat, move) if found == FINE else found


def is_written_well(move: i64) -> bool:
    """Whether a SWAP, DISCARD or SHARE has nothing in it but its fields."""
    kind: i64 = kind_of(move)
    if kind == SWAP:
        return move == swap(area_of(move), swap_place(move), swap_card(move))
    if kind == SHARE:
        return move == share(card_of(move), other_of(move))
    return kind != DISCARD or move == DISCARD


def pass_fault(state: PilferingState) -> i64:
    """PP-A13, PP-T5: the turn cannot end while the duty is open."""
    if state.step == DOOR_STEP:
        return FINE
    if state.step != ACTION_STEP:
        return NOT_PASSING
    return DUTY_OPEN if must_play_duty(state) else FINE


def refusal(state: PilferingState, seat: i64, move: i64) -> IllegalMove | None:
    """The verifier's answer for people."""
    found = fault(state, seat, move)
    if found == FINE:
        return None
    rule, code = FAULTS[found]
    if found == NEVER_PLAYED:
        chosen: i64 = state.hideout[len(state.hideout) - picked(move)]
        return IllegalMove(rule, Message(code, {"card": card_message(chosen)}))
    if found in (DUTY_LOST, DUTY_OPEN):
        return IllegalMove(rule, Message(code, {"card": card_message(state.duty)}))
    return IllegalMove(rule, Message(code))


def card_message(card: i64) -> Message:
    """A card as people say it."""
    if card == KEY:
        return Message("pilfering.card.key")
    return Message(f"pilfering.card.{SUIT_LETTERS[SUIT[card]]}", {"number": int(NUMBER[card]) + 1})


# The lists


def list_moves(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """Every move that the verifier lets through, each effect once; none for a seat that is not to decide."""
    step: i64 = state.step
    if step == OVER or seat != state.actor():
        return
    hand: i64 = state.hands[seat]
    if step == ACTION_STEP:
        list_actions(state, seat, moves)
    elif step == REFRESH_STEP:
        list_refresh(state, seat, moves)
    elif step == STASH_STEP:
        list_hand(STASH, hand & EVERY_LOOT & ~state.bound, keys_of(hand) > keys_of(state.bound), moves)
    elif step == SECRET_STEP:
        choices: i64 = secret_choices(state)
        list_hand(STASH, choices & EVERY_LOOT, choices >= ONE_KEY, moves)
    elif step == GIVE_STEP:
        list_hand(GIVE, hand & EVERY_LOOT, hand >= ONE_KEY, moves)
    elif step == DOOR_STEP:
        list_door(state, seat, moves)
        moves.add(PASS)
    elif step == RUMMAGE_STEP:
        moves.add(place(0))
        moves.add(place(1))
    elif step == CHECK_STEP:
        moves.add(escape(1))
        moves.add(escape(0))
    elif step == START_STEP:
        moves.add(start(1))
        moves.add(start(0))
    else:
        panda: i64 = 0
        while panda < PANDAS:
            if choose_fault(state, panda) == FINE:
                moves.add(choose(panda))
            panda += 1


def list_hand(kind: i64, loot: i64, key: bool, moves: MoveList) -> None:
    """One move for every card."""
    while loot != 0:
        moves.add(kind | (lowest(loot) << 4))
        loot &= loot - 1
    if key:
        moves.add(kind | (KEY << 4))


def list_refresh(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """PP-T2: the deck, or the right-most cards of the Hideout."""
    if draw_fault(state) == FINE:
        moves.add(DRAW)
    lie: i64 = len(state.hideout)
    if pick_fault(state, seat, 1, PLAIN) == FINE:
        moves.add(pick(1, PLAIN))
    if lie > 1:
        sneaky: bool = state.ready(seat, SNEAKY)
        then = state.sketch()
        cards: i64 = 2
        while cards <= lie:
            if room_fault(state, seat, cards) == FINE and could_pick_up(state, seat, cards, then):
                moves.add(pick(cards, PLAIN))
                if sneaky:
                    moves.add(pick(cards, SNEAKY_WAY))
            cards += 1
    if state.ready(seat, GREEDY) and pick_fault(state, seat, GREEDY_CARDS, GREEDY_WAY) == FINE:
        moves.add(pick(GREEDY_CARDS, GREEDY_WAY))


def list_actions(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """PP-A1 to PP-A13, and what the duty leaves of it (PP-T5)."""
    begun: i64 = moves.length
    list_plays(state, seat, moves)
    if state.ready(seat, SHARING):
        list_shares(state, seat, moves)
    if state.duty != NO_CARD and must_play_duty(state):
        strike_lost(state, seat, moves, begun)
    else:
        moves.add(PASS)
