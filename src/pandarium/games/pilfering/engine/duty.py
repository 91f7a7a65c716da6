"""The duty of a multi-card pick-up (PP-T5): the chosen card must be played, so there must be a way to play it."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import (
    KEY,
    NO_CARD,
    ONE_KEY,
    bit,
    has,
)
from pandarium.games.pilfering.engine.faults import DUTY_LOST, FINE
from pandarium.games.pilfering.engine.glance import ends_in_key, to_swap
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    REUSE,
    SECRET,
    SHARE,
    SWAP,
    aftermath,
    area_of,
    card_of,
    kind_of,
    other_of,
    swap_card,
    swap_place,
)
from pandarium.games.pilfering.engine.state import CHARMING, CRAFTY, DEPTH, IN_FORCE, MEMORY, MoveList
from pandarium.games.pilfering.engine.ways import Ways, plays_card


class Duty(Ways):
    """A table on which duties are kept."""

    def duty_fault(self, seat: i64, move: i64) -> i64:
        """PP-T5: whether a way to play the duty card is left after this action. Where there is none, there is no duty:

        nobody can get there in a game, but in what others imagine of it they can.
        """
        if self.duty == NO_CARD or plays_card(move, self.duty):
            return FINE
        if self.leaves_a_way(seat, move) or not self.can_do_duty(DEPTH):
            return FINE
        return DUTY_LOST

    def keep_duty(self, seat: i64, moves: MoveList) -> bool:
        """Strike the actions that leave no way to do the duty; returns whether it holds: whether there is a way now."""
        if not self.can_do_duty(DEPTH):
            return False
        kept: i64 = 0
        index: i64 = 0
        memory = self.laid.memory
        while index < MEMORY:
            memory[index] = 0
            index += 1
        index = 0
        while index < moves.length:
            move: i64 = moves.items[index]
            index += 1
            if plays_card(move, self.duty) or self.leaves_as_before(seat, move):
                moves.items[kept] = move
                kept += 1
        moves.length = kept
        return True

    def leaves_as_before(self, seat: i64, move: i64) -> bool:
        """`leaves_a_way`, remembered for sets that differ in their order only."""
        alike: i64 = aftermath(move)
        if alike == 0:
            return self.leaves_a_way(seat, move)
        memory = self.laid.memory
        place: i64 = alike % MEMORY
        if memory[place] >> 1 != alike:
            memory[place] = alike << 1
            if self.leaves_a_way(seat, move):
                memory[place] += 1
        return memory[place] & 1 != 0

    def leaves_a_way(self, seat: i64, move: i64) -> bool:
        """Whether the duty card can still be played after this action, which does not play it."""
        kind: i64 = kind_of(move)
        if self.laid.solo or kind in (SHARE, DISCARD, LEFT):
            return self.has_way_after(seat, move, DEPTH, False)
        if self.duty == KEY:
            return self.gate != IN_FORCE  # it can still be discarded
        if kind == SWAP:
            if self.plays_after_swap(seat, area_of(move), swap_card(move), self.duty):
                return True
            return self.has_way_after(seat, move, DEPTH, False)
        if self.area(1 - area_of(move)).takes_now(self.duty):
            return True
        self.foresee(seat, move)
        if self.plays_then(seat, move, self.duty):
            return True
        if not self.could_play_then(move, self.duty):
            return False
        return self.plays_with_key(seat, move, self.duty) or self.has_way_after(seat, move, DEPTH, self.then_sure)

    def has_way_after(self, seat: i64, move: i64, depth: i64, later: bool) -> bool:
        """Whether some sequence of so many actions plays the duty card after this one.

        `later`: it is known that the next one cannot, and that more than one might.
        """
        kind: i64 = kind_of(move)
        if self.laid.solo or kind == LEFT:  # markers matter (PP-A14)
            return self.after(seat, move).can_do_duty(depth)
        hand: i64 = self.hands[seat]
        spent: i64 = self.spent
        first = self.first
        second = self.second
        if kind == SHARE:
            self.hands[seat] = hand - bit(card_of(move))
        elif kind == DISCARD:
            self.hands[seat] = hand - ONE_KEY
        else:
            area = self.area(area_of(move)).copy()
            if kind == SWAP:
                area.swap(swap_place(move), swap_card(move))
                self.hands[seat] = hand + ONE_KEY - bit(swap_card(move))
            else:
                self.try_on(area, seat, move)
            if area_of(move) != 0:
                self.second = area
            else:
                self.first = area
        able = self.finds_way(seat, depth) if later else self.can_do_duty(depth)
        self.hands[seat] = hand
        self.spent = spent
        self.first = first
        self.second = second
        return able

    def try_on(self, area: Area, seat: i64, move: i64) -> None:
        """Lay a set or an extension on a copy of its area, for the sake of the search only."""
        length: i64 = self.unfold(move)
        cards = self.laid.scratch
        kind: i64 = kind_of(move)
        hand: i64 = self.hands[seat]
        index: i64 = 1 if kind == REUSE else 0
        keys: bool = cards[0] == KEY
        while index < length:
            hand -= bit(cards[index])
            keys = keys or cards[index] == KEY
            index += 1
        if move & 32 != 0:
            self.spent |= bit(seat)
        if kind == EXTEND:
            area.extend(cards[0])
        else:  # only Keys ask what was earned by the set
            bonus: bool = keys and self.earns_bonus(area, length, self.area_enter(area, kind))
            area.lay(cards, 0, length, kind == REUSE, bonus)
        self.hands[seat] = hand

    def after(self, seat: i64, move: i64) -> Duty:
        """The table after an action, as far as the duty is concerned."""
        twin = self.outline()
        if kind_of(move) == SHARE:
            twin.hands[seat] -= bit(card_of(move))
            if self.laid.solo:
                twin.hands[seat] += bit(other_of(move) - SECRET)
        else:
            twin.carry_out(seat, move, None, True)
        return twin

    def outline(self) -> Duty:
        """A copy of what actions change; the rest is shared."""
        twin = Duty(self.laid, self.rng)
        twin.step = self.step
        twin.turn = self.turn
        twin.panda = self.panda
        twin.keeper = self.keeper
        twin.first = self.first.copy()
        twin.second = self.second.copy()
        twin.hands = self.hands[:]
        twin.known = self.known[:]
        twin.roles = self.roles
        twin.spent = self.spent
        twin.bound = self.bound
        twin.box = self.box
        twin.duty = self.duty
        twin.watched = self.watched
        twin.watch_next = self.watch_next
        twin.early = self.early
        twin.gate = self.gate
        return twin

    def can_do_duty(self, depth: i64) -> bool:
        """Whether some sequence of so many actions plays the duty card."""
        duty: i64 = self.duty
        if duty == NO_CARD:
            return True
        seat: i64 = self.turn
        hand: i64 = self.hands[seat]
        if not has(hand, duty):
            return False
        if duty == KEY:
            if self.gate == IN_FORCE:
                return False
            if self.discard_fault(seat) == FINE:
                return True
        else:
            if self.plays_now(hand, duty, self.ready(seat, CRAFTY)):
                return True
            if (depth == 1 and not self.laid.solo) or not self.could_play(seat, duty):
                return False
        return self.finds_way(seat, depth)

    def finds_way(self, seat: i64, depth: i64) -> bool:
        """The same, by trying them all."""
        moves = self.laid.tries[depth]
        moves.length = 0
        if self.laid.solo:
            self.list_plays(seat, moves)
            return self.plays_one(moves) or (depth > 1 and self.goes_alone(seat, moves, depth))
        if self.swaps_first(seat, moves, depth):
            return True
        moves.length = 0
        self.list_trades(seat, moves)
        return self.trades_first(seat, moves, depth)

    def plays_one(self, moves: MoveList) -> bool:
        """Whether one of these actions plays the duty card."""
        index: i64 = 0
        while index < moves.length:
            if plays_card(moves.items[index], self.duty):
                return True
            index += 1
        return False

    def goes_alone(self, seat: i64, moves: MoveList, depth: i64) -> bool:
        """Whether one of these actions of a player alone leaves a way to play the duty card."""
        index: i64 = 0
        while index < moves.length:
            move: i64 = moves.items[index]
            index += 1
            if move != DISCARD and self.has_way_after(seat, move, depth - 1, False):
                return True
        return False

    def swaps_first(self, seat: i64, moves: MoveList, depth: i64) -> bool:
        """Whether a swap leaves a way to play the duty card, which cannot be played at once."""
        hand: i64 = self.hands[seat]
        keys: i64 = to_swap(self.first, hand) + to_swap(self.second, hand)
        if keys == 0:
            return False
        if self.plays_after_any_swap(seat, 0, self.duty) or self.plays_after_any_swap(seat, 1, self.duty):
            return True
        if depth == 2 and not ends_in_key(self.first) and not ends_in_key(self.second):
            return False
        self.list_all_swaps(seat, moves)
        index: i64 = 0
        while index < moves.length:
            move: i64 = moves.items[index]
            index += 1
            sure: bool = not ends_in_key(self.area(area_of(move)))
            if sure and (depth == 2 or (keys == 1 and not self.could_play_after_swap(seat, move, self.duty))):
                continue
            if self.has_way_after(seat, move, depth - 1, False):
                return True
        return False

    def trades_first(self, seat: i64, moves: MoveList, depth: i64) -> bool:
        """Whether one of these sets and extensions leaves a way to play the duty card."""
        charming: bool = self.ready(seat, CHARMING)
        seen = self.laid.seen
        begin: i64 = depth * MEMORY
        index: i64 = 0
        while index < MEMORY:
            seen[begin + index] = 0
            index += 1
        index = 0
        while index < moves.length:
            move: i64 = moves.items[index]
            index += 1
            if charming and move & 32 != 0:
                continue
            alike: i64 = aftermath(move)
            if alike != 0:
                place: i64 = begin + alike % MEMORY
                if seen[place] == alike:
                    continue
                seen[place] = alike
            self.foresee(seat, move)
            if self.plays_then(seat, move, self.duty):
                return True
            if depth == 2 and self.then_sure:
                continue
            if self.could_play_then(move, self.duty) and self.has_way_after(seat, move, depth - 1, self.then_sure):
                return True
        return False
