"""Abilities: announced together, resolved one at a time (PD-7, PD-33, PD-DD3). What each of them does is in
`effects.py`."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.betting import Betting
from pandarium.games.pandante.engine.cards import size
from pandarium.games.pandante.engine.faults import (
    ALONE,
    FINE,
    NO_BIG_ABILITIES,
    NO_COIN,
    NO_DREAMERY,
    NO_SUCH_MOVE,
    NO_SUCH_ROW,
    NO_SUCH_TARGET,
    NOT_THIS_SIDE,
    TOO_FEW_DIAMONDS,
    TOO_MANY_ABILITIES,
)
from pandarium.games.pandante.engine.moves import GO, announce
from pandarium.games.pandante.engine.state import ANNOUNCING, DREAMERY, MOST_SEATS, NOBODY, TRIPLE_PLAY

RAISE: Final = 1
DRAW: Final = 2
NEW_HAND: Final = 3
ADD: Final = 4
PEEK: Final = 5
SLEEP: Final = 6
DILEMMA: Final = 7
EX_DRAW: Final = 8
DELETE: Final = 9
TRADE: Final = 10
LOWER: Final = 11
LONG_SHOT: Final = 12
REARRANGE: Final = 13
RUNE: Final = 14
COIN: Final = 15
BIG_DRAW: Final = 16
BIG_ADD: Final = 17
ABILITIES: Final = 18

ABILITY_NAMES: Final[list[str]] = [
    "",
    "raise",
    "draw",
    "new hand",
    "add",
    "peek",
    "sleep",
    "dilemma",
    "ex draw",
    "delete",
    "trade",
    "lower",
    "long shot",
    "rearrange",
    "rune",
    "coin",
    "big draw",
    "big add",
]

ABILITIES_EACH: Final = 2
TRIPLE: Final = 3
"""PD-K3."""

ANNOUNCE_MOVES: Final[list[Any]] = [
    announce(ability, target) for ability in range(ABILITIES) for target in range(MOST_SEATS)
]
"""All announcements, ready made, by ability and target."""


def aims_at_player(ability: i64) -> bool:
    """PD-L5, PD-D4."""
    return ability in (PEEK, TRADE)


def aims_at_row(ability: i64) -> bool:
    """PD-K9: these name a row."""
    return ability in (ADD, DELETE, BIG_ADD)


class Abilities(Betting):
    """A table at which abilities are announced."""

    def begin_abilities(self) -> None:
        """PD-7: in turn order."""
        if self.log is not None:
            self.log.append((events.STREET, 3))
        self.ask_for_abilities(self.first_of(self.staying()))

    def ask_for_abilities(self, seat: i64) -> None:
        """This player's abilities; after the last one the upgrades."""
        self.queue = vec[i64]()
        self.at = 0
        self.performer = seat
        self.turn = seat
        self.phase = ANNOUNCING
        if seat == NOBODY:
            self.begin_upgrade()

    def normal_abilities(self) -> i64:
        """How many of those announced are no big ones; the coin takes the place of one (PD-33)."""
        count: i64 = 0
        place: i64 = len(self.queue) - 1
        while place >= 0:
            if self.queue[place] & 31 < BIG_DRAW:
                count += 1
            place -= 1
        return count

    def ability_fault(self, seat: i64, ability: i64) -> i64:
        """PD-7, PD-33, PD-K3, PD-K4, PD-DD3: whether this ability may be announced, whatever it aims at."""
        if ability < RAISE or ability >= ABILITIES:
            return NO_SUCH_MOVE
        announced: i64 = len(self.queue)
        alone: bool = ability in (SLEEP, LONG_SHOT)
        if announced > 0:
            first: i64 = self.queue[0] & 31
            if alone or first in (SLEEP, LONG_SHOT):
                return ALONE
        if ability >= BIG_DRAW:
            if not self.laid.dreams:
                return NO_BIG_ABILITIES
            return FINE if self.diamonds[seat] > 0 else TOO_FEW_DIAMONDS
        if self.normal_abilities() >= (TRIPLE if self.casino == TRIPLE_PLAY else ABILITIES_EACH):
            return TOO_MANY_ABILITIES
        if ability == COIN:
            return FINE if self.coin == seat else NO_COIN
        if ability >= REARRANGE:
            return FINE if self.casino == DREAMERY else NO_DREAMERY
        return FINE if (ability >= DILEMMA) == self.laid.dark else NOT_THIS_SIDE

    def target_fault(self, seat: i64, ability: i64, target: i64) -> i64:
        """PD-7, PD-K9: another player who is still in, or a row; nothing where nothing is aimed at."""
        if aims_at_player(ability):
            return FINE if target < self.seats and target != seat and self.is_in(target) else NO_SUCH_TARGET
        if aims_at_row(ability):
            return FINE if target < self.rows() else NO_SUCH_ROW
        return FINE if target == 0 else NO_SUCH_MOVE

    def announce_ability(self, seat: i64, ability: i64, target: i64) -> None:
        """PD-7: one more; the coin and diamonds are paid at once (PD-33, PD-DD3)."""
        self.queue = append(self.queue, ability | (target << 5))
        if self.log is not None:
            self.log.append((events.ANNOUNCED, seat, ability, target))
        if ability == COIN:
            self.coin = NOBODY
            if self.log is not None:
                self.log.append((events.COIN, seat, NOBODY))
        elif ability >= BIG_DRAW:
            self.spend_diamonds(seat, 1, events.by_ability(ability))

    def list_announcements(self, seat: i64) -> list[Any]:
        """What may still be announced; and always: go."""
        moves: list[Any] = [GO]
        ability: i64 = DILEMMA if self.laid.dark else RAISE
        last: i64 = ability + 6
        while True:
            if ability == last:
                ability = REARRANGE if self.casino == DREAMERY else COIN
            if ability == ABILITIES or (ability >= BIG_DRAW and not self.laid.dreams):
                return moves
            if self.ability_fault(seat, ability) == FINE:
                target: i64 = 0
                while target < self.seats:
                    if self.target_fault(seat, ability, target) == FINE:
                        moves.append(ANNOUNCE_MOVES[ability * MOST_SEATS + target])
                    target += 1
            ability += 1

    # Resolving

    def resolve_abilities(self) -> None:
        """PD-7, PD-10: one after the other, until a decision is needed; then the next player."""
        while self.at < len(self.queue):
            entry: i64 = self.queue[self.at]
            if not self.take_effect(self.performer, entry & 31, entry >> 5):
                return
            self.at += 1
        if size(self.staying()) == 1:
            self.last_one_wins()
        else:
            self.ask_for_abilities(self.next_of(self.staying(), self.performer))

    def next_effect(self) -> None:
        """The decision is made: on with the next ability."""
        self.at += 1
        self.resolve_abilities()

    def take_effect(self, seat: i64, ability: i64, target: i64) -> bool:
        """Do what the ability says; False: somebody has to decide something first."""
        raise NotImplementedError

    def tell_effect(self, seat: i64, ability: i64, target: i64, works: bool) -> None:
        """An ability is resolved, or comes to nothing."""
        if self.log is not None:
            self.log.append((events.RESOLVED, seat, ability, target, works))
