"""Which tags to give up for cop cars: the best choice there is (WS-20, step 1), exactly.

Branch and bound. More tags are not always worth more (a tag can join two zones, or make a snake shorter), so whatever
may lose points by having more tags is bounded by how many tags are left, and everything else by the tags that might be.
"""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.wildstyle.engine.cards import BIT
from pandarium.games.wildstyle.engine.objectives import STATION_SNAKE, ZONE_CONTROL, ZONE_TAGS, Tagged
from pandarium.games.wildstyle.engine.station_path import count, place


class Removal:
    """The search for the best tags, a given number of them, to remove from a choice of a player's works."""

    works: Tagged
    kept: i64
    """The best choice found to keep,"""
    value: i64
    """and what it scores."""

    def __init__(self, works: Tagged, kept: i64, owed: i64) -> None:
        self.works = works
        self.kept = 0
        self.value = -1
        self.look(kept, kept, min(owed, count(kept)))

    def look(self, kept: i64, open: i64, owed: i64) -> None:
        """Remove that many of the open tags from those kept, in every way that may be better than the best so far."""
        if owed == 0:
            value = self.works.value(kept)
            if value > self.value:
                self.value = value
                self.kept = kept
            return
        while count(open) >= owed:
            if self.bound(kept, open, owed) <= self.value:
                return
            tag = self.cheapest(kept, open)
            open &= ~tag
            self.look(kept & ~tag, open, owed - 1)

    def cheapest(self, kept: i64, open: i64) -> i64:
        """The open tag without which the others are worth most, as a mask: good choices first make short work."""
        found: i64 = open & -open
        most: i64 = -1
        while open != 0:
            tag: i64 = open & -open
            open &= open - 1
            left = self.works.value(kept & ~tag)
            if left > most:
                most = left
                found = tag
        return found

    def bound(self, kept: i64, open: i64, owed: i64) -> i64:
        """No choice from here on can score more."""
        works = self.works
        together = works.together(kept)
        left: i64 = count(kept) - owed
        total: i64 = works.tag_points(together) - self.least_points(together, kept, open, owed)
        number: i64 = 0
        many: i64 = len(works.city.objectives)
        while number < many:
            objective = works.city.objectives[number]
            if objective == ZONE_CONTROL:
                total += left // ZONE_TAGS * works.points[objective]
            elif objective == STATION_SNAKE:
                total += left * works.points[objective]
            else:
                total += works.objective_points(objective, together)
            number += 1
        return total

    def least_points(self, together: i64, kept: i64, open: i64, owed: i64) -> i64:
        """The fewest points that a given number of the open tags can have; solo tags have none."""
        owed -= count(open & kept & ~together)
        found: i64 = 0
        wanted: i64 = 0
        left: i64 = open & together
        while owed > 0:
            rest: i64 = left
            next: i64 = -1
            while rest != 0:
                points = self.points_of(place(rest))
                rest &= rest - 1
                if points == wanted:
                    owed -= 1
                    found += points
                    if owed == 0:
                        return found
                elif points > wanted and (next < 0 or points < next):
                    next = points
            if next < 0:
                return found
            wanted = next
        return found

    def points_of(self, tag: i64) -> i64:
        """What the icon under that tag scores."""
        works = self.works
        return works.deck.points[works.city.icons[works.hexes[tag]]]


def best_kept(works: Tagged, kept: i64, owed: i64) -> i64:
    """Of a choice of tags, those to keep when that many must go."""
    return Removal(works, kept, owed).kept


def best_value(works: Tagged, kept: i64, owed: i64) -> i64:
    """What a choice of tags scores when that many must go."""
    return works.value(kept) if owed == 0 else max(0, Removal(works, kept, owed).value)


def mask_of(works: Tagged, hex: i64) -> i64:
    """The tag on that hex; 0 if there is none."""
    tag: i64 = 0
    many: i64 = len(works.hexes)
    while tag < many:
        if works.hexes[tag] == hex:
            return BIT[tag]
        tag += 1
    return 0
