"""What people do at the table, one function for each kind of entry: the engine is told as much of it as was said.

What a trade costs follows from what people say of it (`price_for`).
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.games.pilfering.companion.asking import not_now
from pandarium.games.pilfering.companion.entries import (
    LEAST,
    OTHER,
    Trade,
    not_understood,
    read_left,
)
from pandarium.games.pilfering.companion.face_down import (
    HIDDEN,
    FaceDown,
    check_points,
    hands_left,
    is_player,
    may_be_plan,
    refuse,
    twos_in_a_set,
)
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import actions, dealing, laying, plans, refresh, sharing, turn
from pandarium.games.pilfering.engine.cards import (
    CODES,
    KEY,
    NO_CARD,
    ONE_KEY,
    PLAN_CODES,
    SUITS,
    TORCH,
    bit,
    plan_bit,
    size,
)
from pandarium.games.pilfering.engine.events import (
    BY_CARD,
)
from pandarium.games.pilfering.engine.faults import (
    AREA_EMPTY,
    CARD_BOUND,
    GATE_LOCKED,
    NOT_IN_HAND,
    NOT_YOUR_ABILITY,
    SOLO_FLOOR,
    TOO_SHORT,
)
from pandarium.games.pilfering.engine.flow import carry_out_step, end_action
from pandarium.games.pilfering.engine.moves import (
    EXTEND,
    LEFT,
    PLAIN,
    REUSE,
    SECRET,
    SET,
    choose,
    laid,
)
from pandarium.games.pilfering.engine.prices import price_for
from pandarium.games.pilfering.engine.setup import LEAST_ALONE, NOBODY
from pandarium.games.pilfering.engine.state import (
    CHOOSE_STEP,
    FINAL_STEP,
    IN_FORCE,
    START_STEP,
)
from pandarium.games.pilfering.engine.track import end_if_caught, is_caught, move_keeper, move_panda
from pandarium.games.pilfering.words.notation import WAYS
from pandarium.kit.companion import SEAT_LETTERS, ToldChance

PICKED_FROM: Final = 0
"""Stands for the card that must be played (PP-T5), so that it is told apart from a Key that is discarded."""
MOST_BY_HAND: Final = 20


# PP-S3: pandas, cards, who starts


def choose_panda(table: FaceDown, seat: int, entry: str, panda: str, log: list[Any]) -> None:
    """Ours, or one that only this box has."""
    if panda not in (*PANDA_CODES, OTHER):
        raise not_understood(entry)
    if panda == OTHER:
        dealing.choose_panda(table.state, seat, NOBODY, None)
        return
    role = PANDA_CODES.index(panda)
    refusal = table.state.refusal(seat, choose(role))
    if refusal is not None:
        raise refusal
    dealing.choose_panda(table.state, seat, role, log)


def choose_start(table: FaceDown, seat: int, log: list[Any]) -> None:
    """All say who starts, not only who does."""
    state = table.state
    if state.step != START_STEP:
        raise not_now(table)
    while state.step == START_STEP:
        dealing.answer_start(state, state.turn, state.turn == seat, log)


def deal_face_down(table: FaceDown) -> None:
    """As the engine deals, with the same number of cards everywhere; then all of them are turned over."""
    state = table.state
    state.rng = Rng(0)
    dealing.deal(state, None)
    state.hands = vec[i64]([size(hand) * ONE_KEY for hand in state.hands])
    state.known = state.fixed.unknown[:]
    state.hideout = vec[i64]([HIDDEN] * len(state.hideout))
    state.secret = size(state.secret) * ONE_KEY
    state.away = size(state.away) * ONE_KEY
    state.met = 0
    # Whichever plans are in the deck wait at its bottom until somebody says that one has come.
    state.deck = vec[i64]([TORCH] * state.plans_left + [HIDDEN] * (state.left - state.plans_left))


# PP-T2 to PP-T6: the refresh


def pick_up(table: FaceDown, seat: int, cards: int, way: str, log: list[Any]) -> None:
    """One card of the Hideout, or several."""
    state = table.state
    how = next((number for number, word in WAYS.items() if word == way), PLAIN)
    refuse(refresh.way_fault(state, seat, cards, how))
    refresh.pick_up(state, seat, cards, how, log)
    if refresh.brings_duty(cards, how):
        state.duty = PICKED_FROM
    else:
        table.taken = cards


# PP-F1: a card that may be a plan


def tell_card(table: FaceDown, entry: str, what: str, log: list[Any]) -> None:
    """The card that was drawn: Loot, or which plan."""
    state = table.state
    if not may_be_plan(table):
        raise not_now(table)
    if what == "loot":
        if state.left == state.plans_left:
            raise IllegalMove("PP-F1", Message("pilfering.companion.only_plans"))
        carry_out_step(state, log)
        return
    if what == OTHER:
        dealing.lift(state)
        state.plans_left -= 1
        state.deck = state.deck[1:]
        return
    if what not in PLAN_CODES:
        raise not_understood(entry)
    plan = CODES.index(what)
    if state.gone & plan_bit(plan):
        raise IllegalMove("PP-F1", Message("pilfering.companion.plan_gone"))
    state.deck = append(state.deck[1 : state.left], plan)
    state.rng = ToldChance((0, 0))  # PP-F4 swaps any cards
    carry_out_step(state, log)


# PP-A1 to PP-A15: actions


def trade(table: FaceDown, seat: int, told: Trade, log: list[Any]) -> None:
    """A set or an extension (PP-A1 to PP-A9), or a set at the back door (PP-F3)."""
    state = table.state
    move = laid(told.kind, told.area, int(told.ability), [HIDDEN] * told.cards)
    refuse(_trade_fault(table, seat, told, move))
    _check_amounts(table, told)
    price = price_for(state, move, told.points, told.bonus, told.keys)
    hand = size(state.hands[seat]) - told.cards
    if state.fixed.solo and hand < LEAST_ALONE and not actions.gets_through(state, price):
        refuse(SOLO_FLOOR)
    if not (actions.pay_watch(state, move, log) and is_caught(state)):
        actions.use_ability(state, seat, move, log)
        state.hands[seat] -= told.cards * ONE_KEY
        _lay(table, told, log)
        actions.move_markers(state, price, log)
        if state.duty != NO_CARD and (told.picked or hand == 0):
            actions.do_duty(state, told.area, log)
    if told.kind == LEFT:
        plans.leave_door(state, seat, log)
    else:
        end_action(state, seat, log)


def _lay(table: FaceDown, told: Trade, log: list[Any]) -> None:
    """Where they lie does not matter: an area is as many cards as there are."""
    area = table.state.area(told.area)
    before = len(area.cards)
    for _ in range(told.cards):
        laying.drop(area, HIDDEN)
    actions.mark_limit(table.state, told.area, before, log)


def _trade_fault(table: FaceDown, seat: int, told: Trade, move: int) -> int:
    """What the rules have against it, as far as that can be said without the cards."""
    state = table.state
    area = state.area(told.area)
    if told.kind != SET and len(area.cards) == 0:
        return AREA_EMPTY
    if told.cards < LEAST[told.kind]:
        return TOO_SHORT
    if told.cards > size(state.hands[seat]):
        return NOT_IN_HAND
    if state.gate == IN_FORCE and told.keys > (1 if told.kind == REUSE else 0):
        return GATE_LOCKED
    return int(actions.ability_fault(state, seat, area, move))


def _check_amounts(table: FaceDown, told: Trade) -> None:
    """PP-A4, PP-A5, PP-A8, PP-C1: what can be said of so many cards."""
    most = told.whole if told.kind == EXTEND else told.whole - 1
    if told.kind == EXTEND and told.cards > 1:
        raise IllegalMove("PP-A4", Message("pilfering.companion.one_card"))
    if told.keys > min(most, int(table.setup.keys)):
        raise IllegalMove("PP-A8", Message("pilfering.companion.keys", {"n": min(most, int(table.setup.keys))}))
    if told.bonus and (told.kind == EXTEND or told.whole > SUITS):
        raise IllegalMove("PP-A5", Message("pilfering.companion.no_bonus"))
    check_points(told.points, told.whole - told.keys, twos_in_a_set(table))


def swap_card(table: FaceDown, which: int, picked: bool, log: list[Any]) -> None:
    """PP-A10: no marker moves, and as many cards are where they were."""
    state = table.state
    if len(state.area(which).cards) == 0:
        refuse(AREA_EMPTY)
    if picked and state.duty != NO_CARD:
        actions.do_duty(state, which, log)


def discard_key(table: FaceDown, seat: int, picked: bool, log: list[Any]) -> None:
    """PP-A11: a Key is thrown away."""
    state = table.state
    refuse(actions.discard_fault(state, seat))
    if state.duty != NO_CARD and (picked or size(state.hands[seat]) == 1):
        state.duty = KEY
    actions.discard_key(state, seat, log)
    end_action(state, seat, log)


def share_card(table: FaceDown, seat: int, entry: str, words: list[str], log: list[Any]) -> None:
    """Sharing's ability (PP-C6): a card each."""
    state = table.state
    if state.fixed.solo and not words:
        other = SECRET + HIDDEN
    elif not state.fixed.solo and len(words) == 1 and is_player(table, words[0]):
        other = SEAT_LETTERS.index(words[0].upper())
    else:
        raise not_understood(entry)
    state.bound = 0
    if size(state.hands[seat]) <= table.taken:
        refuse(CARD_BOUND)
    refuse(sharing.share_fault(state, seat, HIDDEN, other))
    sharing.offer(state, seat, HIDDEN, other, log)
    if not state.fixed.solo:
        sharing.give_back(state, HIDDEN, log)


def use_other_ability(table: FaceDown, seat: int) -> None:
    """One that only this box has: what it does is done by hand."""
    if table.state.roles[seat] != NOBODY or table.state.spent >> seat & 1:
        refuse(NOT_YOUR_ABILITY)
    table.state.spent |= bit(seat)


def move_by_hand(table: FaceDown, entry: str, marker: str, by: str, log: list[Any]) -> None:
    """A marker moves because a card of this box says so."""
    state = table.state
    try:
        spaces = int(by.replace("−", "-"))
    except ValueError:
        raise not_understood(entry) from None
    if not 0 < abs(spaces) <= MOST_BY_HAND:
        raise not_understood(entry)
    if state.step in (CHOOSE_STEP, START_STEP, FINAL_STEP):
        raise not_now(table)
    (move_keeper if marker == "keeper" else move_panda)(state, spaces, BY_CARD, log)
    end_if_caught(state, log)


# PP-E1 to PP-E5: the end of a turn, and what is left in hands


def end_turn(table: FaceDown, seat: int, stash: bool, log: list[Any]) -> None:
    """PP-E1: with a stash, or without where nothing can be stashed (PP-T3)."""
    state = table.state
    hand = int(size(state.hands[seat]))
    if state.duty != NO_CARD:
        raise IllegalMove("PP-T5", Message("pilfering.companion.duty_open"))
    if not stash and hand > table.taken:
        raise IllegalMove("PP-E1", Message("pilfering.companion.must_stash"))
    state.bound = 0 if stash else state.hands[seat]  # PP-T3
    turn.end_actions(state, seat, log)
    if stash:
        turn.stash_card(state, seat, HIDDEN, log)


def tell_left(table: FaceDown, seat: int | None, entry: str, words: list[str], log: list[Any]) -> None:
    """PP-E5: what somebody still holds, or what lies in the Secret Stash."""
    state = table.state
    if state.step != FINAL_STEP:
        raise not_now(table)
    hand = next((one for one in hands_left(table) if one.seat == seat), None)
    if hand is None:
        raise IllegalMove("PP-E5", Message("pilfering.companion.nothing_left"))
    if hand.cost is not None:
        raise IllegalMove("PP-E5", Message("pilfering.companion.left_already"))
    left = read_left(entry, words, hand.cards)
    if left.keys > hand.keys:
        raise IllegalMove("PP-E5", Message("pilfering.companion.keys", {"n": hand.keys}))
    check_points(left.points, hand.cards - left.keys, hand.twos)
    table.left[seat] = left
