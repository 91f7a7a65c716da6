"""The end of the game: tags go for cop cars, solo tags go, objectives and tags are scored (WS-20, WS-32)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.outcome import Outcome
from pandarium.games.wildstyle.actions import (
    ENDED,
    FINE,
    NO_SUCH_HEX,
    NO_TAG_THERE,
    PICKED,
    PICKED_ALREADY,
    REMOVED,
    SCORED,
    SOLO,
    Actions,
)
from pandarium.games.wildstyle.cards import BIT
from pandarium.games.wildstyle.city import high_bit, low_bit
from pandarium.games.wildstyle.moves import REMOVES
from pandarium.games.wildstyle.objectives import Tagged
from pandarium.games.wildstyle.state import HIGH, LOW, NOBODY, OVER, PICKED_HIGH, PICKED_LOW, REMOVING, STRIDE


class Scoring(Actions):
    """A table after the last round."""

    def begin_removal(self, log: list[Any] | None) -> None:
        """WS-20, step 1: one tag for every cop car; who has no choice need not make it."""
        self.phase = REMOVING
        self.turn = NOBODY
        self.acting = 0
        seat: i64 = 0
        while seat < self.seats:
            base: i64 = seat * STRIDE
            if self.owed(seat) == self.count_tags(seat):
                self.mats[base + PICKED_LOW] = self.mats[base + LOW]
                self.mats[base + PICKED_HIGH] = self.mats[base + HIGH]
            elif self.owed(seat) > 0:
                self.acting |= BIT[seat]
            seat += 1
        if self.acting == 0:
            self.finish(log)

    def remove_fault(self, seat: i64, hex: i64) -> i64:
        """WS-20: any own tag on the map that was not chosen before."""
        if hex >= self.city.grid.hexes:
            return NO_SUCH_HEX
        if not self.has_tag(seat, hex):
            return NO_TAG_THERE
        picked: i64 = self.mats[seat * STRIDE + PICKED_LOW] & low_bit(hex)
        picked |= self.mats[seat * STRIDE + PICKED_HIGH] & high_bit(hex)
        return FINE if picked == 0 else PICKED_ALREADY

    def remove_tag(self, seat: i64, hex: i64, log: list[Any] | None) -> None:
        """WS-20: chosen in secret; when everyone has chosen, all choices are shown at once."""
        self.pick(seat, hex)
        left = self.owed(seat) - self.count_picks(seat)
        if log is not None:
            log.append((PICKED, seat, hex, left))
        if left == 0:
            self.acting &= ~BIT[seat]
            if self.acting == 0:
                self.finish(log)

    def finish(self, log: list[Any] | None) -> None:
        """WS-20: the choices are shown; solo tags go; objectives and tags are scored."""
        self.sealed += 1
        self.phase = OVER
        if log is None:
            return
        seat: i64 = 0
        while seat < self.seats:
            if self.count_picks(seat) > 0:
                log.append((REMOVED, seat, self.picks_of(seat)))
            seat += 1
        seat = 0
        while seat < self.seats:
            solo = self.solo_tags(seat)
            if len(solo) > 0:
                log.append((SOLO, seat, solo))
            seat += 1
        seat = 0
        while seat < self.seats:
            objectives, tags = self.lines(seat)
            log.append((SCORED, seat, list(self.city.objectives), objectives, tags))
            seat += 1
        log.append((ENDED,))

    def unpicked(self, seat: i64, works: Tagged) -> i64:
        """Those of the player's works that no cop car costs."""
        base: i64 = seat * STRIDE
        return works.every & ~works.choice(self.mats[base + PICKED_LOW], self.mats[base + PICKED_HIGH])

    def solo_tags(self, seat: i64) -> list[i64]:
        """WS-20, step 2: the hexes of tags that touch no other of the same player, once the cop cars are paid for."""
        works = self.works(seat)
        kept = self.unpicked(seat, works)
        return works.list_hexes(kept & ~works.together(kept))

    def lines(self, seat: i64) -> tuple[list[int], int]:
        """WS-20, steps 3 and 4, as the tags lie now: points of every objective, and of the tags."""
        works = self.works(seat)
        kept = works.together(self.unpicked(seat, works))
        objectives: list[int] = []
        for objective in self.city.objectives:
            objectives.append(works.objective_points(objective, kept))
        return objectives, works.tag_points(kept)

    def score(self, seat: i64) -> i64:
        """What that player would score if the game ended now."""
        works = self.works(seat)
        return works.value(self.unpicked(seat, works))

    def outcome(self) -> Outcome | None:
        """WS-32: the highest score wins, of equals whoever took fewer cop cars; then they share."""
        if self.phase != OVER:
            return None
        seats: int = self.seats
        scores = [int(self.score(seat)) for seat in range(seats)]
        best = max(scores)
        leaders = [seat for seat in range(seats) if scores[seat] == best]
        fewest = min(self.cars_of(seat) for seat in leaders)
        winners = [seat for seat in leaders if self.cars_of(seat) == fewest]
        reason = "highest score after three rounds (WS-20)"
        if len(winners) < len(leaders):
            reason = "highest score, and the fewest cop cars of those who have it (WS-32)"
        elif len(winners) > 1:
            reason = "the same score and as many cop cars: they share the victory (WS-32)"
        return Outcome(tuple(winners), tuple(scores), reason)

    def cheapest_removal(self, seat: i64) -> int:
        """Of the tags that may still be chosen, the one without which the others are worth most."""
        works = self.works(seat)
        kept = self.unpicked(seat, works)
        best: i64 = 0
        most: i64 = -1
        for hex in works.list_hexes(kept):
            left = works.value(kept & ~works.choice(low_bit(hex), high_bit(hex)))
            if left > most:
                most = left
                best = hex
        move: int = REMOVES[best]
        return move
