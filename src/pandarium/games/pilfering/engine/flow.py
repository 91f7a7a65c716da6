"""The contract of Pilfering Pandas: what can be played, and playing it."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.cards import (
    EVERY_LOOT,
    KEY,
    NO_CARD,
    NUMBER,
    ONE_KEY,
    keys_of,
    lowest,
)
from pandarium.games.pilfering.engine.faults import (
    FINE,
)
from pandarium.games.pilfering.engine.legal import Verifier
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    GREEDY_WAY,
    LEFT,
    PASS,
    PICK,
    PLACE,
    PLAIN,
    REUSE,
    SECRET,
    SET,
    SHARE,
    SNEAKY_WAY,
    STASH,
    SWAP,
    area_of,
    card_of,
    choose,
    escape,
    kind_of,
    other_of,
    pick,
    picked,
    place,
    share,
    start,
    swap,
    swap_card,
    swap_place,
    way_of,
)
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CAUGHT,
    CHECK_FAILED,
    CHECK_STEP,
    CHOOSE_STEP,
    DOOR_STEP,
    ESCAPED,
    FOR_HAND,
    GIVE_STEP,
    GREEDY,
    NO_CARDS,
    NOT_READY,
    OUT_OF_TIME,
    OVER,
    PANDAS,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    SHARING,
    SNEAKY,
    START_STEP,
    STASH_STEP,
    MoveList,
    PilferingSetup,
)
from pandarium.games.pilfering.engine.turns import PASSED, PLAYED_ON

REASONS: dict[int, str] = {
    ESCAPED: "escaped with the keeper still behind (PP-E5)",
    CAUGHT: "caught by the keeper (PP-E2)",
    OUT_OF_TIME: "the Timer ran out (PP-E7)",
    NO_CARDS: "the deck was empty when a card was needed (PP-E4)",
    CHECK_FAILED: "caught in the final escape check (PP-E5)",
    NOT_READY: "the hand was empty before the way was free (PP-2)",
}


class Pilfering(Verifier):
    """A position of Pilfering Pandas that knows its rules."""

    # Listing

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.step == OVER:
            return []
        if self.step == GIVE_STEP:
            return [self.asked]
        return [self.turn]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through, each effect once."""
        moves: list[Any] = []
        if self.step == OVER or seat != (self.asked if self.step == GIVE_STEP else self.turn):
            return moves
        listed = self.list_moves(seat)
        index: i64 = 0
        while index < listed.length:
            moves.append(listed.items[index])
            index += 1
        return moves

    def list_moves(self, seat: i64) -> MoveList:
        """The same without Python objects; good until the next call."""
        moves = self.laid.moves
        moves.length = 0
        step: i64 = self.step
        if step == ACTION_STEP:
            self.list_actions(seat, moves)
        elif step == REFRESH_STEP:
            self.list_refresh(seat, moves)
        elif step == STASH_STEP:
            hand: i64 = self.hands[seat]
            self.list_hand(STASH, hand & EVERY_LOOT & ~self.bound, keys_of(hand) > keys_of(self.bound))
        elif step == SECRET_STEP:
            choices: i64 = self.secret_choices()
            self.list_hand(STASH, choices & EVERY_LOOT, choices >= ONE_KEY)
        elif step == GIVE_STEP:
            hand = self.hands[seat]
            self.list_hand(GIVE, hand & EVERY_LOOT, hand >= ONE_KEY)
        elif step == DOOR_STEP:
            self.list_door(seat, moves)
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
                if self.choose_fault(panda) == FINE:
                    moves.add(choose(panda))
                panda += 1
        return moves

    def list_hand(self, kind: i64, loot: i64, key: bool) -> None:
        """One move for every card."""
        moves = self.laid.moves
        while loot != 0:
            moves.add(kind | (lowest(loot) << 4))
            loot &= loot - 1
        if key:
            moves.add(kind | (KEY << 4))

    def list_refresh(self, seat: i64, moves: MoveList) -> None:
        """PP-T2: the deck, or the right-most cards of the Hideout."""
        if self.draw_fault() == FINE:
            moves.add(DRAW)
        sneaky: bool = self.ready(seat, SNEAKY)
        cards: i64 = 1
        while cards <= len(self.hideout):
            if self.pick_fault(seat, cards, PLAIN) == FINE:
                moves.add(pick(cards, PLAIN))
                if sneaky and cards > 1:
                    moves.add(pick(cards, SNEAKY_WAY))
            cards += 1
        if self.ready(seat, GREEDY) and self.pick_fault(seat, 2, GREEDY_WAY) == FINE:
            moves.add(pick(2, GREEDY_WAY))

    def list_actions(self, seat: i64, moves: MoveList) -> None:
        """PP-A1 to PP-A13, and what the duty leaves of it (PP-T5)."""
        self.list_plays(seat, moves)
        if self.ready(seat, SHARING):
            self.list_shares(seat, moves)
        if self.duty == NO_CARD or not self.keep_duty(seat, moves):
            moves.add(PASS)

    def list_shares(self, seat: i64, moves: MoveList) -> None:
        """PP-C6: every card to every other player; alone, for every card of the Secret Stash."""
        rest: i64 = self.hands[seat] & EVERY_LOOT
        while rest != 0:
            self.list_sharing(seat, lowest(rest), moves)
            rest &= rest - 1
        if self.hands[seat] >= ONE_KEY:
            self.list_sharing(seat, KEY, moves)

    def list_sharing(self, seat: i64, card: i64, moves: MoveList) -> None:
        """The same for one card."""
        if not self.is_free(seat, card):
            return
        other: i64 = 0
        last: i64 = self.seats - 1
        if self.laid.solo:
            other = SECRET
            last = SECRET + KEY
        while other <= last:
            if self.share_fault(seat, card, other) == FINE:
                moves.add(share(card, other))
            other += 1

    def canon(self, seat: int, move: int) -> int:
        """PP-A8: inside a number set the order does not matter; `legal` lists it with the inner cards sorted."""
        kind: i64 = kind_of(move)
        if self.step != OVER and kind == SWAP and swap_card(move) < KEY:
            area = self.area(area_of(move))
            if swap_place(move) < len(area.cards):
                return swap(area_of(move), area.twin_place(swap_place(move), swap_card(move)), swap_card(move))
            return move
        if kind not in (SET, LEFT, REUSE):
            return move
        if kind == REUSE and len(self.area(area_of(move)).cards) == 0:
            return move
        length: i64 = self.unfold(move)
        cards = [int(self.laid.scratch[index]) for index in range(length)]
        if min(cards) < 0 or max(cards) > KEY:
            return move
        numbers = [NUMBER[card] for card in cards if card < KEY]
        if len(numbers) == 1 and cards[0] == KEY and cards[-1] == KEY:
            return self.first_place(seat, move, cards)
        if len(numbers) < 2 or numbers[0] != numbers[1]:
            return move
        return lay_again(move, [cards[0], *sorted(cards[1:-1]), cards[-1]])

    def first_place(self, seat: i64, move: i64, cards: list[int]) -> i64:
        """One card among Keys, in the first place that comes to the same: to a number set in any case."""
        card = min(cards)
        if not self.is_number_set(move):
            return move
        for inner in range(1, len(cards) - 1):
            other = lay_again(move, [card if index == inner else KEY for index in range(len(cards))])
            if self.is_number_set(other) and self.play_fault(seat, other) == FINE:
                return other
        return move

    def is_number_set(self, move: i64) -> bool:
        """Whether a set is a number set once it is laid."""
        area = self.area(area_of(move))
        enter: i64 = self.area_enter(area, kind_of(move))
        length: i64 = self.unfold(move)
        kinds: i64 = read_set(self.laid.scratch, 0, length, 0, enter, 0, area.reach, NOWHERE, KEY)[0]
        return self.is_settled(area, length, enter, kinds)

    # Playing

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        kind: i64 = kind_of(move)
        if kind in (SET, REUSE, EXTEND, SWAP, DISCARD):
            self.carry_out(seat, move, log, False)
            self.end_action(seat, log)
        elif kind == DRAW:
            self.drawing = FOR_HAND
            self.draw_on(log)
        elif kind == PICK:
            self.pick_up(seat, picked(move), way_of(move), log)
        elif kind == STASH:
            if self.step == SECRET_STEP:
                self.move_secret(card_of(move), log)
            else:
                self.stash_card(seat, card_of(move), log)
        elif kind == PASS:
            if self.step == DOOR_STEP:
                self.close_door(log)
            else:
                if log is not None:
                    log.append((PASSED, seat))
                self.duty = NO_CARD
                self.end_actions(log)
        elif kind == ANSWER:
            self.answer(seat, move, log)
        elif kind == CHOOSE:
            self.choose_panda(seat, move >> 4, log)
        elif kind == SHARE:
            self.offer(seat, card_of(move), other_of(move), log)
        elif kind == GIVE:
            self.give_back(card_of(move), log)
        elif kind == PLACE:
            self.place_card(area_of(move), log)
        else:
            self.trade_at_door(seat, move, log)

    def answer(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Who starts (PP-S3); run or play on (PP-E3)."""
        if self.step == START_STEP:
            self.answer_start(seat, move == start(1), log)
        elif move == escape(1):
            self.final_check(log)
        else:
            if log is not None:
                log.append((PLAYED_ON, seat))
            self.play_on(log)

    def playout(self, rng: Rng) -> int:
        """The inherited one without its lists."""
        played: i64 = 0
        while self.step != OVER:
            seat: i64 = self.asked if self.step == GIVE_STEP else self.turn
            moves = self.list_moves(seat)
            self.apply(seat, moves.items[rng.below(moves.length)], None)
            played += 1
        return played

    def outcome(self) -> Outcome | None:
        """PP-E9: all win or all lose; the score is how far the pandas got away."""
        if self.step != OVER:
            return None
        if self.result == ESCAPED:
            lead = int(self.panda - self.keeper)
            return Outcome(tuple(range(self.seats)), (lead,) * int(self.seats), REASONS[ESCAPED])
        return Outcome((), (0,) * int(self.seats), REASONS[int(self.result)])

    def timeout(self, seat: int) -> int:
        """Draw, do one's duty, stash the first card that may go; say no to everything else that can be declined."""
        moves = self.list_moves(seat)
        if self.step in (ACTION_STEP, DOOR_STEP):
            last: i64 = moves.items[moves.length - 1]
            return PASS if last == PASS else moves.items[0]
        if self.step == CHECK_STEP:
            return escape(0)
        return moves.items[0]

    # Copies

    def clone(self) -> Pilfering:
        """An independent copy."""
        twin = Pilfering(self.laid, self.rng.clone())
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Pilfering:
        """Hands of others, the deck, and what left unseen are dealt anew; what was seen going somewhere stays there."""
        self.check_viewer(seat)
        twin = Pilfering(self.laid, self.rng)
        self.copy_table(twin)
        if self.step != CHOOSE_STEP:
            viewer: i64 = self.seats if seat is None else seat
            twin.deal_hidden(viewer, rng)
        twin.rng = rng.fork()
        return twin


def lay_again(move: i64, cards: list[int]) -> i64:
    """The same move with its cards in another order; `cards` has a re-used end card first."""
    found: i64 = move & 63
    shift: i64 = 6
    for card in cards[1:] if kind_of(move) == REUSE else cards:
        found |= (i64(card) + 1) << shift
        shift += 6
    return found


class PilferingDeal(PilferingSetup):
    """A laid table that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Pilfering:
        """A new game, before the pandas are chosen."""
        state = Pilfering(self, Rng(seed))
        state.set_up(log)
        return state
