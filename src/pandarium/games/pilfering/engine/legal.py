"""The one verifier: why a move cannot be played now."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.games.pilfering.engine.cards import (
    KEY,
    NAMES,
    NEAR,
    NO_CARD,
    has,
)
from pandarium.games.pilfering.engine.faults import (
    DUTY_LOST,
    DUTY_OPEN,
    FAULTS,
    FINE,
    GAME_OVER,
    NEVER_PLAYED,
    NO_SUCH_CARD,
    NO_SUCH_MOVE,
    NO_SUCH_PANDA,
    NOT_ACTING,
    NOT_AT_DOOR,
    NOT_CHECKING,
    NOT_CHOOSING,
    NOT_GIVING,
    NOT_IN_HAND,
    NOT_IN_SECRET,
    NOT_PASSING,
    NOT_PLACING,
    NOT_REFRESHING,
    NOT_STARTING,
    NOT_STASHING,
    NOT_YOUR_TURN,
    PANDA_TAKEN,
    SECRET_MATCH,
    STASH_BOUND,
)
from pandarium.games.pilfering.engine.knowledge import Hidden
from pandarium.games.pilfering.engine.moves import (
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    LEFT,
    MOVE_BITS,
    PASS,
    PICK,
    REUSE,
    SET,
    SHARE,
    SNEAKY_WAY,
    STASH,
    SWAP,
    area_of,
    card_of,
    escape,
    give,
    kind_of,
    other_of,
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
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    DEPTH,
    DOOR_STEP,
    GIVE_STEP,
    OVER,
    PANDAS,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    START_STEP,
    STASH_STEP,
)


class Verifier(Hidden):
    """A table that says no, and why."""

    def fault(self, seat: i64, move: i64) -> i64:
        """The one verifier: why this move cannot be played now; FINE if it can."""
        step: i64 = self.step
        if step == OVER:
            return GAME_OVER
        if seat != (self.asked if step == GIVE_STEP else self.turn):
            return NOT_YOUR_TURN
        if move >> MOVE_BITS != 0:
            return NO_SUCH_MOVE
        kind: i64 = kind_of(move)
        if kind in (SET, REUSE, EXTEND, LEFT):
            if step != (DOOR_STEP if kind == LEFT else ACTION_STEP):
                return NOT_AT_DOOR if kind == LEFT else NOT_ACTING
            fault: i64 = self.play_fault(seat, move)
            return self.duty_fault(seat, move) if fault == FINE else fault
        if kind == SWAP and move == swap(area_of(move), swap_place(move), swap_card(move)):
            if step != ACTION_STEP:
                return NOT_ACTING
            fault = self.swap_fault(seat, move)
            return self.duty_fault(seat, move) if fault == FINE else fault
        if move == DISCARD:
            if step != ACTION_STEP:
                return NOT_ACTING
            fault = self.discard_fault(seat)
            return self.duty_fault(seat, move) if fault == FINE else fault
        if kind == SHARE and move == share(card_of(move), other_of(move)):
            if step != ACTION_STEP:
                return NOT_ACTING
            fault = self.share_fault(seat, card_of(move), other_of(move))
            return self.duty_fault(seat, move) if fault == FINE else fault
        if move == PASS:
            return self.pass_fault()
        if move == DRAW:
            if step != REFRESH_STEP:
                return NOT_REFRESHING
            return self.draw_fault()
        if kind == PICK and move == pick(picked(move), way_of(move)) and way_of(move) <= SNEAKY_WAY:
            if step != REFRESH_STEP:
                return NOT_REFRESHING
            return self.pick_fault(seat, picked(move), way_of(move))
        if kind == STASH and move == stash(card_of(move)):
            return self.stash_fault(seat, card_of(move))
        if kind == GIVE and move == give(card_of(move)):
            if step != GIVE_STEP:
                return NOT_GIVING
            if card_of(move) > KEY:
                return NO_SUCH_CARD
            return FINE if has(self.hands[seat], card_of(move)) else NOT_IN_HAND
        if kind == CHOOSE and move < 256:
            return self.choose_fault(move >> 4)
        if move == start(0) or move == start(1):
            return FINE if step == START_STEP else NOT_STARTING
        if move == escape(0) or move == escape(1):
            return FINE if step == CHECK_STEP else NOT_CHECKING
        if move == place(0) or move == place(1):
            return FINE if step == RUMMAGE_STEP else NOT_PLACING
        return NO_SUCH_MOVE

    def choose_fault(self, panda: i64) -> i64:
        """PP-S3: no two the same."""
        if self.step != CHOOSE_STEP:
            return NOT_CHOOSING
        if panda >= PANDAS:
            return NO_SUCH_PANDA
        seat: i64 = 0
        while seat < self.turn:
            if self.roles[seat] == panda:
                return PANDA_TAKEN
            seat += 1
        return FINE

    def pass_fault(self) -> i64:
        """PP-A13, PP-T5: the turn cannot end while the duty is open."""
        if self.step == DOOR_STEP:
            return FINE
        if self.step != ACTION_STEP:
            return NOT_PASSING
        if self.duty != NO_CARD and self.can_do_duty(DEPTH):
            return DUTY_OPEN
        return FINE

    def stash_fault(self, seat: i64, card: i64) -> i64:
        """PP-E1, PP-T3, PP-1: why this card cannot go to the Hideout."""
        if self.step == SECRET_STEP:
            if card > KEY:
                return NO_SUCH_CARD
            if not has(self.secret, card):
                return NOT_IN_SECRET
            return FINE if has(self.secret_choices(), card) else SECRET_MATCH
        if self.step != STASH_STEP:
            return NOT_STASHING
        if card > KEY:
            return NO_SUCH_CARD
        if not has(self.hands[seat], card):
            return NOT_IN_HAND
        return FINE if self.is_free(seat, card) else STASH_BOUND

    def secret_choices(self) -> i64:
        """PP-1: cards of the Secret Stash that may go to the Hideout; a hand."""
        if len(self.hideout) == 0:
            return self.secret
        end: i64 = self.hideout[len(self.hideout) - 1]
        if end == KEY:
            return self.secret
        matching: i64 = self.secret & NEAR[end]
        return matching if matching != 0 else self.secret

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        fault = self.fault(seat, move)
        if fault == FINE:
            return None
        rule, reason = FAULTS[fault]
        if fault == NEVER_PLAYED:
            reason = reason.replace("CARD", NAMES[self.hideout[len(self.hideout) - picked(move)]])
        elif fault in (DUTY_LOST, DUTY_OPEN):
            reason = reason.replace("DUTY", NAMES[self.duty])
        return IllegalMove(rule, reason)
