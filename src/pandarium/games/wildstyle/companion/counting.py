"""Tags counted by icon, for tables whose map was not entered: the engine knows what they score, people see the rest."""

from __future__ import annotations

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.games.wildstyle.companion import reading
from pandarium.games.wildstyle.companion.page import CountOf, Range, Typed
from pandarium.games.wildstyle.companion.table import RealTable
from pandarium.games.wildstyle.content import OBJECTIVE_CODES
from pandarium.games.wildstyle.engine import objectives as engine
from pandarium.games.wildstyle.engine.cards import ICONS, POLICE, STATION
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS, Tagged


class Counting:
    """What was counted so far."""

    def __init__(self, table: RealTable, names: Sequence[str]) -> None:
        self._table = table
        self._names = names
        self._icons: dict[int, list[int]] = {}
        self._times: dict[int, list[int]] = {}

    def count(self, entry: str, seat: int, words: Sequence[str]) -> None:
        """Tags that a player has left on each icon, once cop cars and solo tags are dealt with."""
        counts = reading.numbers(entry, words, int(ICONS))
        self._check(seat, counts, self._table.cars[seat])
        self._icons[seat] = counts
        self._times.pop(seat, None)

    def take_cars(self, seat: int, cars: int) -> None:
        """WS-8."""
        if seat in self._icons:
            self._check(seat, self._icons[seat], cars)
        self._table.take_cars(seat, cars)

    def _check(self, seat: int, counts: Sequence[int], cars: int) -> None:
        """WS-20: a tag went for every cop car."""
        most = max(0, int(MOST_TAGS) - cars)
        if sum(counts) > most:
            told: dict[str, int | str | Message] = {"name": self._names[seat], "n": most, "cars": cars}
            raise IllegalMove("WS-20", Message("wildstyle.companion.most_counted", told))

    def times(self, entry: str, seat: int, words: Sequence[str]) -> None:
        """How often a player has met each objective."""
        if seat not in self._icons:
            raise IllegalMove("WS-20", Message("wildstyle.companion.count_first", {"name": self._names[seat]}))
        times = reading.numbers(entry, words, len(self._table.objectives))
        for objective, found, range in zip(self._table.objectives, times, self._ranges(seat), strict=True):
            if not range.least <= found <= range.most:
                title = Message(f"wildstyle.objective.{OBJECTIVE_CODES[objective]}")
                told: dict[str, int | str | Message] = {"objective": title, "given": found}
                told |= {"least": range.least, "most": range.most}
                raise IllegalMove("WS-20", Message("wildstyle.companion.times", told))
        self._times[seat] = times

    def check_complete(self) -> None:
        """Raise IllegalMove unless everybody's tags and objectives are entered."""
        for seat, name in enumerate(self._names):
            if seat not in self._times:
                raise IllegalMove("WS-20", Message("wildstyle.companion.count_first", {"name": name}))

    def open_seat(self) -> tuple[int, str] | None:
        """Who is to be asked next, and for what."""
        for seat in range(len(self._names)):
            if seat not in self._times:
                return seat, "times" if seat in self._icons else "count"
        return None

    # what it comes to

    def lines(self, seat: int) -> tuple[list[int], int]:
        """WS-20, steps 3 and 4: points of every objective, and of the tags."""
        works = self._works(self._icons[seat])
        points = [
            found * int(works.points[objective])
            for objective, found in zip(self._table.objectives, self._times.get(seat, []), strict=False)
        ]
        return points, int(works.tag_points(works.every))

    def _works(self, counts: Sequence[int]) -> Tagged:
        """That many tags on each icon, wherever they are."""
        state = self._table.state()
        works = Tagged(state.city, state.fixed.deck, state.fixed.points, 0, 0)
        masks, first = [], 0
        for count in counts:
            masks.append(((1 << count) - 1) << first)
            first += count
        works.icons = vec[i64](masks)
        works.every = (1 << first) - 1
        return works

    def _ranges(self, seat: int) -> list[Range]:
        counts = self._icons.get(seat)
        return [] if counts is None else self._ranges_for(counts)

    def _ranges_for(self, counts: Sequence[int]) -> list[Range]:
        works = self._works(counts)
        return [_range(works, objective, counts, self._table.seats) for objective in self._table.objectives]

    def show(self, seat: int) -> CountOf:
        """What is known of a player's tags."""
        counted = seat in self._icons
        objectives, tags = self.lines(seat) if counted else ([], 0)
        return CountOf(
            cars=self._table.cars[seat],
            icons=self._icons.get(seat),
            ranges=self._ranges(seat),
            times=self._times.get(seat),
            objectives=objectives,
            tags=tags,
        )

    def typed(self, seat: int, words: Sequence[str]) -> Typed:
        """What is being counted, as far as it goes."""
        try:
            counts = reading.numbers(" ".join(words), words, int(ICONS))
            self._check(seat, counts, self._table.cars[seat])
        except (BadMove, IllegalMove) as error:
            return Typed(seat, 0, [], error.message, str(error.message))
        works = self._works(counts)
        return Typed(seat, int(works.tag_points(works.every)), self._ranges_for(counts))


def _range(works: Tagged, objective: int, counts: Sequence[int], boards: int) -> Range:
    """WS-22 to WS-31: how often these tags can meet an objective, wherever they lie."""
    every, many = works.every, sum(counts)
    if objective == engine.URBAN_PLANNER:  # which asks for nothing but icons
        found = int(works.favourite_icon(every))
        return Range(found, found)
    most = {
        engine.TRICORNERS: many // engine.TRIANGLE_TAGS,
        engine.BESTAGON: many // engine.HEXAGON_TAGS,
        engine.STRAIGHT_SHOOTER: many // engine.LINE_TAGS,
        engine.UNDER_THEIR_NOSES: many - counts[POLICE],
        engine.THREE_OF_A_KIND: works.kinds(every),
        engine.DISTRICT_DIVISION: min(boards, many // engine.DISTRICT_TAGS),
        engine.ZONE_CONTROL: many // engine.ZONE_TAGS,
        engine.RAIL_SUPREME: works.rails(every),
        engine.STATION_SNAKE: many if counts[STATION] > 1 else 0,
    }
    return Range(0, int(most.get(objective, many)))
