"""Gambling mode: elimination, coming and going (PD-G1, PD-G2, PD-G3). Play chips only."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import BIT, size
from pandarium.games.pandante.engine.gambit import Gambit
from pandarium.games.pandante.engine.moves import SEAT, choose
from pandarium.games.pandante.engine.state import BETWEEN_GAMBITS, NOBODY, TOURNAMENT


class Gambling(Gambit):
    """A table that players may have to leave."""

    def eliminate(self) -> None:
        """PD-G1: below 0 at any time, or under 44 now: eliminated."""
        seat: i64 = 0
        leaving: i64 = 0
        while seat < self.seats:
            short: bool = self.broke & BIT[seat] != 0 or self.gold[seat] < self.numbers.least
            if short and self.away & BIT[seat] == 0:
                leaving |= BIT[seat]
            seat += 1
        there: i64 = (BIT[self.seats] - 1) & ~self.away
        if self.laid.gambling == TOURNAMENT and leaving == there:
            self.finish()  # all at once: the most gold wins
            return
        self.away |= leaving
        seat = 0
        while seat < self.seats:
            if leaving & BIT[seat] != 0 and self.log is not None:
                why: i64 = events.BROKE if self.broke & BIT[seat] != 0 else events.SHORT
                self.log.append((events.LEFT, seat, why))
            seat += 1
        self.broke = 0
        if self.laid.one_gambit:
            self.finish()
        elif self.laid.gambling == TOURNAMENT:
            if size(there & ~leaving) == 1:
                self.finish()
            else:
                self.begin_gambit()
        else:
            self.clear_table()
            self.phase = BETWEEN_GAMBITS
            self.turn = self.first_of(BIT[self.seats] - 1)

    def take_seat(self, seat: i64, comes: bool) -> None:
        """PD-G2: between gambits everybody is asked once: stay or leave, buy in or stay away."""
        there: bool = self.away & BIT[seat] == 0
        if there and not comes:
            self.cash_in(seat)
            self.away |= BIT[seat]
            if self.log is not None:
                self.log.append((events.LEFT, seat, events.LEAVING))
        elif comes and not there:
            self.cash_in(seat)
            self.away &= ~BIT[seat]
            self.gold[seat] = self.numbers.buy_in
            self.bought[seat] += self.numbers.buy_in
            if self.log is not None:
                self.log.append((events.JOINED, seat, self.numbers.buy_in))
        self.turn = self.next_of(BIT[self.seats] - 1, seat)
        if self.turn == NOBODY:
            self.open_or_close()

    def cash_in(self, seat: i64) -> None:
        """PD-G2: what a player has is theirs to take away."""
        self.cashed[seat] += self.gold[seat]
        self.gold[seat] = 0

    def open_or_close(self) -> None:
        """PD-G2: with two or more players it goes on; otherwise the table closes, and who is left takes the pot."""
        there: i64 = (BIT[self.seats] - 1) & ~self.away
        if size(there) > 1:
            self.begin_gambit()
            return
        if there != 0 and self.pot > 0:
            self.give_pot(there)
        self.finish()

    def list_seats(self, moves: list[int]) -> None:
        """Come or go."""
        moves.append(choose(SEAT, 1))
        moves.append(choose(SEAT, 0))
