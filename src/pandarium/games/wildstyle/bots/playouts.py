"""Playouts for the search: the rest of a game tag by tag, and judged.

Cards are left out. Anybody may complete the next set; those in progress come first, and what comes after them is the
luck of the deck (counted over planners' games, sets come as often as their cards). So a playout is short, and chance is
drawn in the same order whatever was tagged: places under trial meet the very same luck.

Whole numbers throughout: compiled and interpreted code play alike.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.wildstyle.bots.move_value import NEVER
from pandarium.games.wildstyle.bots.placement_value import POINT, PlacementValue
from pandarium.games.wildstyle.bots.removal import best_value
from pandarium.games.wildstyle.engine.actions import free_high, free_low, place_tag
from pandarium.games.wildstyle.engine.cards import CARD_MASK, ICON_OF, ICONS, nth_card
from pandarium.games.wildstyle.engine.city import NOWHERE
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import SPACES
from pandarium.games.wildstyle.engine.scoring import tags_owed, works_of
from pandarium.games.wildstyle.engine.state import MAT, REMOVING, ROUND_TAGS, ROUNDS, STRIDE

WINNING: Final = 500
"""To win is worth this much more than the points."""


class Playout:
    """The rest of a game, played by planners."""

    work: Wildstyle
    rng: Rng
    players: list[PlacementValue]

    def __init__(self, work: Wildstyle, rng: Rng) -> None:
        self.work = work
        self.rng = rng
        self.players = []
        seat: i64 = 0
        while seat < work.seats:
            self.players.append(PlacementValue(work, seat))
            seat += 1

    def finish(self) -> None:
        """Play on until only cop cars are left to pay for."""
        work = self.work
        while work.phase < REMOVING:
            if not work.triggered:
                self.play_round()
            self.end_round()
            if work.round == ROUNDS:
                return
            work.round += 1
            work.triggered = False
            seat: i64 = 0
            while seat < work.seats:
                work.mats[seat * STRIDE + MAT] += ROUND_TAGS
                seat += 1

    def play_round(self) -> None:
        """WS-12: until at most one player has tags left."""
        work = self.work
        seats: i64 = work.seats
        left: i64 = 0
        seat: i64 = 0
        while seat < seats:
            if work.mat_of(seat) > 0:
                left += 1
            seat += 1
        while left > 1:
            turn = self.rng.below(left)
            seat = 0
            while work.mat_of(seat) == 0 or turn > 0:
                if work.mat_of(seat) > 0:
                    turn -= 1
                seat += 1
            self.tag(seat)
            if work.mat_of(seat) == 0:
                left -= 1

    def end_round(self) -> None:
        """WS-13: who has tags left finishes the sets in progress: those that lie there, or as many as there may be."""
        work = self.work
        seat: i64 = 0
        while seat < work.seats:
            sets: i64 = SPACES
            if work.triggered:
                sets = (1 if work.set_of(seat, 0) != 0 else 0) + (1 if work.set_of(seat, 1) != 0 else 0)
            while sets > 0 and work.mat_of(seat) > 0:
                self.tag(seat)
                sets -= 1
            seat += 1

    def tag(self, seat: i64) -> None:
        """Complete the fuller set, or one of any icon, and place its tag; if there is no hex for it, of the next."""
        work = self.work
        space: i64 = 1 if work.set_of(seat, 1) > work.set_of(seat, 0) else 0
        card: i64 = work.set_of(seat, space) & CARD_MASK
        if card == 0:
            deck = work.fixed.deck
            card = nth_card(deck.low, deck.high, self.rng.below(deck.size))
        icon: i64 = ICON_OF[card]
        player = self.players[seat]
        player.look()
        tries: i64 = 0
        while tries < ICONS:
            hex = player.best_of(free_low(work, seat, icon), free_high(work, seat, icon))
            if hex != NOWHERE:
                place_tag(work, seat, space, hex, None)
                player.add(hex)
                return
            icon = (icon + 1) % ICONS
            tries += 1
        work.mats[seat * STRIDE + MAT] -= 1

    def judge(self, me: i64) -> i64:
        """What that seat scores in the end, in hundredths of a point, less a part of what the best other does.

        Of many others each matters less: their luck would drown what a place is worth.
        """
        work = self.work
        mine: i64 = 0
        best: i64 = NEVER
        seat: i64 = 0
        while seat < work.seats:
            works = works_of(work, seat)
            value: i64 = best_value(works, works.every, tags_owed(work, seat)) * POINT
            if seat == me:
                mine = value
            else:
                best = max(best, value)
            seat += 1
        return mine - (best - (WINNING if mine > best else 0)) // (work.seats - 1)
