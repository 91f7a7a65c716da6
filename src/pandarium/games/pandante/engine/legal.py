"""Who may act, the one verifier, and the lists of moves that it lets through."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.games.pandante.engine import faults, moves
from pandarium.games.pandante.engine.betting import DISCARD_MOVES
from pandarium.games.pandante.engine.cards import BIT, lowest
from pandarium.games.pandante.engine.effects import LOWER_OR_NOT, REVEAL_MOVES, STAY_OR_FOLD, TOP_MOVES
from pandarium.games.pandante.engine.faults import FAULTS, FINE, NO_SUCH_MOVE, NOT_NOW
from pandarium.games.pandante.engine.moves import (
    ANNOUNCE,
    BET,
    CHALLENGE,
    CHOOSE,
    DISCARD,
    FOLD,
    GO,
    MOVE_BITS,
    PASS,
    PAY,
    REVEAL,
    SAY,
    SNACK,
    TOP,
    TRUST,
    UPGRADE,
)
from pandarium.games.pandante.engine.showdown import STATEMENTS, TRUST_OR_CHALLENGE, Showdown
from pandarium.games.pandante.engine.state import (
    ANNOUNCING,
    BETTING,
    BETWEEN_GAMBITS,
    CASSY_ORDERS,
    CHALLENGING,
    CHOOSING_CHAMPION,
    DISCARDING,
    DISCARDING_EXTRA,
    DISCARDING_LEAF,
    DISCARDING_SNACK,
    DISCARDING_TREAT,
    DROPPING_HAND,
    FERN_STEALS,
    IN_DILEMMA,
    LONG_SHOT_TAKEN,
    LOWERING,
    OVER,
    PLACING_SNACK,
    RAISED,
    REARRANGING,
    REPLACING,
    REVEALING,
    SAYING,
    SHOWING,
    SNACKING,
    TOPPING,
    UPGRADING,
)

TOPIC_PHASES: Final = [
    CHOOSING_CHAMPION,
    PLACING_SNACK,
    DROPPING_HAND,
    CASSY_ORDERS,
    FERN_STEALS,
    LOWERING,
    REPLACING,
    LONG_SHOT_TAKEN,
    REARRANGING,
    SHOWING,
    IN_DILEMMA,
    BETWEEN_GAMBITS,
]
"""When each topic of CHOOSE is to be decided."""


class Choices(Showdown):
    """A table that knows what may be done next."""

    def actors(self) -> list[int]:
        """One seat at a time; everybody who may still choose at a showdown; nobody when the game is over."""
        if self.phase == CHALLENGING:
            found: list[int] = []
            choosers = self.choosers()
            while choosers != 0:
                found.append(lowest(choosers))
                choosers &= choosers - 1
            return found
        return [] if self.phase == OVER else [self.turn]

    # The verifier

    def fault(self, seat: i64, move: i64) -> i64:
        """The one verifier: why this move cannot be played now; 0 if it can. `legal` lists what it lets through."""
        phase = self.phase
        if phase == OVER:
            return faults.GAME_OVER
        kind: i64 = move & 15
        if phase == CHALLENGING:
            if move not in (CHALLENGE, TRUST):
                return NOT_NOW
            return self.challenge_fault(seat)
        if seat != self.turn:
            return faults.NOT_YOUR_TURN
        if move >= BIT[MOVE_BITS]:
            return NO_SUCH_MOVE
        field: i64 = move >> 4
        if kind == BET:
            return self.bet_fault(seat, field) if phase == BETTING else NOT_NOW
        if kind == SNACK:
            return self.snack_fault(seat, field) if phase == SNACKING else NOT_NOW
        if kind == DISCARD:
            return self.discard_fault(seat, field) if self.is_discarding() else NOT_NOW
        if kind == ANNOUNCE:
            return self.announce_fault(seat, move) if phase == ANNOUNCING else NOT_NOW
        if kind == TOP:
            return self.discard_fault(seat, field) if phase == TOPPING else NOT_NOW
        if kind == REVEAL:
            return self.reveal_fault(seat, field) if phase == REVEALING else NOT_NOW
        if kind == UPGRADE:
            return self.upgrade_fault(seat, field) if phase == UPGRADING else NOT_NOW
        if kind == SAY:
            return self.say_fault(seat, field) if phase == SAYING else NOT_NOW
        if kind == CHOOSE:
            return self.choice_fault(seat, moves.topic_of(move), moves.value_of(move))
        if field != 0:
            return NO_SUCH_MOVE
        return self.plain_fault(seat, kind)

    def is_discarding(self) -> bool:
        """Whether the player to act has to discard a card."""
        phase = self.phase
        return (
            phase == DISCARDING
            or (phase >= DISCARDING_SNACK and phase <= DISCARDING_TREAT)
            or (phase in (DISCARDING_EXTRA, DISCARDING_LEAF))
        )

    def announce_fault(self, seat: i64, move: i64) -> i64:
        """PD-7: the ability, then its target."""
        ability = moves.ability_of(move)
        fault = self.ability_fault(seat, ability)
        return fault if fault != FINE else self.target_fault(seat, ability, moves.target_of(move))

    def plain_fault(self, seat: i64, kind: i64) -> i64:
        """Moves that are a word alone."""
        phase = self.phase
        if kind == FOLD:
            return FINE if phase in (BETTING, RAISED, LONG_SHOT_TAKEN) else NOT_NOW
        if kind == PASS:
            return FINE if phase in (SNACKING, UPGRADING, FERN_STEALS) else NOT_NOW
        if kind == GO:
            return FINE if phase == ANNOUNCING else NOT_NOW
        if kind == PAY:
            return self.pay_fault(seat) if phase in (RAISED, IN_DILEMMA) else NOT_NOW
        return NOT_NOW if kind in (CHALLENGE, TRUST) else NO_SUCH_MOVE

    def choice_fault(self, seat: i64, topic: i64, value: i64) -> i64:
        """Everything that is a choice among a few."""
        if topic >= moves.TOPICS:
            return NO_SUCH_MOVE
        if self.phase != TOPIC_PHASES[topic]:
            return NOT_NOW
        if topic == moves.CHAMPION:
            return FINE if self.champion_fits(value) else faults.CHAMPION_TAKEN
        if topic == moves.STEAL:
            return self.steal_fault(seat, value)
        if topic == moves.REPLACE:
            return self.replace_fault(seat, value)
        if topic == moves.ORDER:
            return self.order_fault(value)
        if topic in (moves.HAND, moves.DROP):
            return self.drop_fault(value)
        most: i64 = 0 if topic in (moves.STAY, moves.REDRAW) else 1
        if value > most:
            return NO_SUCH_MOVE
        return self.show_fault(seat, value) if topic == moves.SHOW else FINE

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        fault = self.fault(seat, move)
        if fault == FINE:
            return None
        rule, reason = FAULTS[fault]
        return IllegalMove(rule, reason)

    # Lists of moves

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        phase = self.phase
        if phase == CHALLENGING:
            return TRUST_OR_CHALLENGE[:] if 0 <= seat < self.seats and self.challenge_fault(seat) == FINE else []
        if phase == OVER or seat != self.turn:
            return []
        me: i64 = seat
        if phase == BETTING:
            return self.list_bets(me)
        if phase == SNACKING:
            return self.list_snacks(me)
        if self.is_discarding():
            return self.list_hand(self.focused_hand(me), DISCARD_MOVES)
        if phase == ANNOUNCING:
            return self.list_announcements(me)
        if phase == UPGRADING:
            return self.list_upgrades(me)
        if phase == SAYING:
            return STATEMENTS[self.claim(me)][:]
        if phase in (RAISED, IN_DILEMMA):
            return self.list_answers(me)
        return self.list_choices(me)

    def list_choices(self, seat: i64) -> list[Any]:
        """The moves of the rarer decisions."""
        phase = self.phase
        if phase == REVEALING:
            return self.list_hand(self.hands[seat] & ~self.shown[seat], REVEAL_MOVES)
        if phase == TOPPING:
            return self.list_hand(self.hands[seat], TOP_MOVES)
        if phase == FERN_STEALS:
            return self.list_steals(seat)
        if phase == REPLACING:
            return self.list_replacements(seat)
        if phase == REARRANGING:
            return self.list_rearrangements()
        if phase == LOWERING:
            return LOWER_OR_NOT[:]
        if phase == LONG_SHOT_TAKEN:
            return STAY_OR_FOLD[:]
        if phase == SHOWING:
            return self.list_shows(seat)
        if phase == PLACING_SNACK:
            return self.list_hands(moves.HAND)
        if phase == DROPPING_HAND:
            return self.list_hands(moves.DROP)
        found: list[int] = []
        if phase == CHOOSING_CHAMPION:
            self.list_champions(found)
        elif phase == CASSY_ORDERS:
            self.list_orders(found)
        else:
            self.list_seats(found)
        return found
