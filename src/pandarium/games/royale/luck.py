"""How lucky a roll was: what it scored, less what those dice score on average (PR-5 to PR-8).

Yellow dice are left out: after a tie they are rolled again until there is none (PR-3), so that on average they show
something else than a die by itself. Which dice come out of the bag is luck, too, but its worth is up to the players.
"""

from __future__ import annotations

from typing import Any

from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.engine.dice import YELLOW, YELLOW_D6, YELLOW_D8, count
from pandarium.games.royale.engine.scoring import colour_score, line_total
from pandarium.kit.luck import LuckMeter, LuckRules


class RoyaleLuckMeter(LuckMeter):
    """Looks at every roll once, in `Odds.scale`-ths of a point."""

    def __init__(self) -> None:
        self._odds: Odds | None = None
        self._rolls = 0
        self._luck: list[int] = []

    def look(self, state: Any) -> None:
        """No move leads to more than one roll."""
        if state.round == self._rolls:
            return
        self._rolls = state.round
        if self._odds is None:
            self._odds = Odds(state.fixed.dice)
            self._luck = [0] * state.seats
        for seat in range(state.seats):
            line = state.sheet[len(state.sheet) - state.seats + seat]
            self._luck[seat] += luck_of_roll(line, state.rolled[seat], self._odds)

    def luck(self) -> list[int]:
        """So far."""
        return self._luck


def luck_of_roll(line: int, rolled: int, odds: Odds) -> int:
    """What a line of the sheet has above the mean of the dice that were rolled."""
    hand = Hand(odds, rolled)
    for kind in (YELLOW_D6, YELLOW_D8):
        hand.sum_up(kind, -count(rolled, kind))
    return int((line_total(line) - colour_score(line, YELLOW)) * odds.scale - hand.score())


class RoyaleLuck(LuckRules):
    """Of the dice."""

    def meter(self) -> RoyaleLuckMeter:
        """For one game."""
        return RoyaleLuckMeter()
