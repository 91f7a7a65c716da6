"""Gold and diamonds: paying, the Gold Fairy, folding (PD-4, PD-30, PD-31, PD-DD1, PD-G1)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import events
from pandarium.games.pandante.engine.cards import BIT
from pandarium.games.pandante.engine.state import FOR_FUN, Table


class Purse(Table):
    """A table at which gold changes hands."""

    def times(self, amount: i64) -> i64:
        """PD-G3: an amount under the tournament's multiplier."""
        return amount * self.multiplier

    def can_pay(self, seat: i64, amount: i64) -> bool:
        """PD-31, PD-G1: for fun one may choose to go below 0; gambling one pays from what one has."""
        return self.laid.gambling == FOR_FUN or self.gold[seat] >= amount

    def pay(self, seat: i64, amount: i64, to: i64, why: i64) -> None:
        """Pay the pot or a player. PD-31: the fairy covers what is missing, PD-G1: gambling, nobody does."""
        if amount <= 0:
            return
        missing: i64 = amount - self.gold[seat]
        if missing > 0:
            self.broke |= BIT[seat]
            if self.laid.gambling == FOR_FUN:
                self.fairy += missing
                self.gold[seat] += missing
                if self.log is not None:
                    self.log.append((events.GOLD, missing, events.FAIRY, seat, events.DEBT))
            else:
                amount -= missing
        self.gold[seat] -= amount
        if to == events.POT_PLACE:
            self.pot += amount
        else:
            self.gold[to] += amount
        if self.log is not None:
            self.log.append((events.GOLD, amount, seat, to, why))

    def refill(self, seat: i64) -> None:
        """PD-30: the Gold Fairy fills a player up to 20."""
        missing: i64 = self.numbers.refill - self.gold[seat]
        if missing > 0:
            self.gold[seat] += missing
            self.fairy += missing
            if self.log is not None:
                self.log.append((events.GOLD, missing, events.FAIRY, seat, events.REFILL))

    def take_from_pot(self, seat: i64, amount: i64, why: i64) -> None:
        """Gold from the pot to a player."""
        self.pot -= amount
        self.gold[seat] += amount
        if self.log is not None:
            self.log.append((events.GOLD, amount, events.POT_PLACE, seat, why))

    def take_diamonds(self, seat: i64, amount: i64, why: i64) -> None:
        """PD-DD1: diamonds from the pot to a player, if there are any."""
        if amount > 0:
            self.pot_diamonds -= amount
            self.diamonds[seat] += amount
            if self.log is not None:
                self.log.append((events.DIAMONDS, amount, events.POT_PLACE, seat, why))

    def spend_diamonds(self, seat: i64, amount: i64, why: i64) -> None:
        """PD-DD1: spent diamonds go to the bank."""
        if amount > 0:
            self.diamonds[seat] -= amount
            self.bank -= amount
            if self.log is not None:
                self.log.append((events.DIAMONDS, amount, seat, events.BANK, why))
