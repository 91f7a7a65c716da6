"""What a tag on a hex promises: its points, the company it keeps, and how far it helps every objective along.

In hundredths of a point, whole numbers only, so that compiled and interpreted code think alike. A promise is no score:
half a triangle scores nothing, but it is on the way to something.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.wildstyle.bots.map_shapes import MapShapes, bits, shapes_of
from pandarium.games.wildstyle.engine.cards import BIT, ICONS, POLICE, RAILWAY, STATION
from pandarium.games.wildstyle.engine.city import BOARD_HEXES, NOWHERE, WORD_HEXES, Grid, high_bit, low_bit, lowest
from pandarium.games.wildstyle.engine.objectives import (
    BESTAGON,
    BORDER_WARS,
    DISTRICT_DIVISION,
    DISTRICT_TAGS,
    END_OF_THE_LINE,
    HEXAGON_TAGS,
    KIND_TAGS,
    LINE_TAGS,
    RAIL_SUPREME,
    STATION_SNAKE,
    STRAIGHT_SHOOTER,
    THREE_OF_A_KIND,
    TRIANGLE_TAGS,
    TRICORNERS,
    UNDER_THEIR_NOSES,
    URBAN_PLANNER,
    ZONE_CONTROL,
    ZONE_TAGS,
)
from pandarium.games.wildstyle.engine.state import HIGH, LOW, MAT, ROUND_TAGS, ROUNDS, STRIDE, WildState

POINT: Final = 100
"""One point."""
ROOM: Final = 6
"""For every free hex beside it, up to three: somewhere to go on."""
TOUCH: Final = 12
"""For every own tag that it touches beyond the first, up to three: what lies close together joins more shapes."""
TRUST: Final = vec[i64]([0, 35, 55, 65, 70, 75])
"""Per cent by tags still to come: how far a tag that touches no other is believed to find company."""

WORD_BOARDS: Final = 3
"""Boards in the low word."""
UNKNOWN: Final = -1

_SHARES: Final = vec[i64]([0, 0, 8, 20, 38, 62, 100])
"""Per cent of an objective by how many sixths of it are there: what is nearly done is worth most of it."""
_KIND: Final = 25
_LINE: Final = 30
_RAIL: Final = 60
_TOWARDS: Final = 60
_PLAN: Final = 45


class PlacementValue:
    """One player's tags, and what another one on any hex would promise."""

    state: WildState
    seat: i64
    shapes: MapShapes
    low: i64
    """The player's tags,"""
    high: i64
    foreign_low: i64
    """and hexes that they cannot have any more."""
    foreign_high: i64
    done_low: i64
    """Tags that belong to whole shapes already (WS-22: a tag counts for one)."""
    done_high: i64
    coming: i64
    """Tags that the player may still place, this one not counted."""
    icons: vec[i64]
    """Tags on every icon."""
    longest: i64
    """Tags in the longest line so far (WS-23); UNKNOWN: nobody has looked yet."""
    clusters: bool
    """Whether an objective asks for clusters."""

    def __init__(self, state: WildState, seat: i64) -> None:
        self.state = state
        self.seat = seat
        self.shapes = shapes_of(state.city.grid)
        low: i64 = state.mats[seat * STRIDE + LOW]
        high: i64 = state.mats[seat * STRIDE + HIGH]
        masks = state.city.masks
        self.low = low
        self.high = high
        self.look()
        self.longest = UNKNOWN
        self.icons = vec[i64]([0] * ICONS)
        icon: i64 = 0
        while icon < ICONS:
            self.icons[icon] = bits(low & masks[2 * icon]) + bits(high & masks[2 * icon + 1])
            icon += 1
        self.done_low = 0
        self.done_high = 0
        self.clusters = False
        number: i64 = 0
        many: i64 = len(state.city.objectives)
        while number < many:
            objective = state.city.objectives[number]
            if objective in (THREE_OF_A_KIND, ZONE_CONTROL, RAIL_SUPREME, STATION_SNAKE):
                self.clusters = True
            elif objective <= STRAIGHT_SHOOTER:
                self.find_done(objective, low, 0)
                self.find_done(objective, high, WORD_HEXES)
            number += 1

    def look(self) -> None:
        """See what the others have tagged since, and how many tags are still to come."""
        state = self.state
        masks = state.city.masks
        self.foreign_low = state.tagged_low & ~self.low & ~masks[2 * STATION]
        self.foreign_high = state.tagged_high & ~self.high & ~masks[2 * STATION + 1]
        self.coming = state.mats[self.seat * STRIDE + MAT] + ROUND_TAGS * (ROUNDS - state.round) - 1

    def add(self, hex: i64) -> None:
        """The player has tagged that hex."""
        low = low_bit(hex)
        high = high_bit(hex)
        self.low |= low
        self.high |= high
        self.icons[self.state.city.icons[hex]] += 1
        self.longest = UNKNOWN
        number: i64 = 0
        many: i64 = len(self.state.city.objectives)
        while number < many:
            objective = self.state.city.objectives[number]
            if objective <= STRAIGHT_SHOOTER:
                self.find_done(objective, low, 0)
                self.find_done(objective, high, WORD_HEXES)
            number += 1

    def find_done(self, objective: i64, word: i64, base: i64) -> None:
        """Whole shapes through these tags, as many as are found without looking back."""
        shapes = self.shapes
        first: i64 = kind_of_shape(objective) * self.state.city.grid.hexes + base
        while word != 0:
            place: i64 = first + lowest(word)
            word &= word - 1
            at: i64 = shapes.first[place]
            end: i64 = shapes.first[place + 1]
            while at < end:
                shape: i64 = shapes.through[at]
                low: i64 = shapes.low[shape]
                high: i64 = shapes.high[shape]
                at += 1
                if low & ~self.low | high & ~self.high == 0 and low & self.done_low | high & self.done_high == 0:
                    self.done_low |= low
                    self.done_high |= high

    def has(self, hex: i64) -> bool:
        """Whether the player has a tag there."""
        return (self.low & low_bit(hex)) | (self.high & high_bit(hex)) != 0

    def gain(self, hex: i64) -> i64:
        """What a tag there promises."""
        state = self.state
        shapes = self.shapes
        near_low: i64 = shapes.near_low[hex]
        near_high: i64 = shapes.near_high[hex]
        beside_low: i64 = near_low & self.low
        beside_high: i64 = near_high & self.high
        company = bits(beside_low) + bits(beside_high)
        free = bits(near_low & ~state.tagged_low) + bits(near_high & ~state.tagged_high)
        total: i64 = state.fixed.deck.points[state.city.icons[hex]] * POINT
        number: i64 = 0
        many: i64 = len(state.city.objectives)
        while number < many:
            total += self.help_with(state.city.objectives[number], hex)
            number += 1
        if self.clusters:
            total += self.join(hex, beside_low, beside_high)
        trust: i64 = TRUST[max(0, min(self.coming, 5))]
        if company == 0:
            total = total * trust // 100 if free > 0 else 0
        else:
            total += self.rescue(beside_low, 0, trust) + self.rescue(beside_high, WORD_HEXES, trust)
        return total + ROOM * min(free, 3) + TOUCH * max(0, min(company, 4) - 1)

    def best_of(self, low: i64, high: i64) -> i64:
        """Of these hexes the one that promises most, of equals the first; NOWHERE: none promises anything."""
        best: i64 = NOWHERE
        most: i64 = 0
        while low | high != 0:
            if low != 0:
                hex = lowest(low)
                low &= low - 1
            else:
                hex = lowest(high) + WORD_HEXES
                high &= high - 1
            gain = self.gain(hex)
            if gain > most:
                most = gain
                best = hex
        return best

    def rescue(self, word: i64, base: i64, trust: i64) -> i64:
        """Own tags beside it that touched no other so far are safe now (WS-20)."""
        total: i64 = 0
        shapes = self.shapes
        state = self.state
        while word != 0:
            hex: i64 = lowest(word) + base
            word &= word - 1
            if (shapes.near_low[hex] & self.low) | (shapes.near_high[hex] & self.high) == 0:
                total += state.fixed.deck.points[state.city.icons[hex]] * (POINT - trust)
        return total

    # Objectives that need no clusters

    def help_with(self, objective: i64, hex: i64) -> i64:
        """How far a tag there helps one objective."""
        state = self.state
        points: i64 = state.fixed.points[objective] * POINT
        if objective <= STRAIGHT_SHOOTER:
            return points * self.shape_share(objective, hex) // 100
        if objective == BORDER_WARS:
            return points * state.city.grid.border[hex]
        if objective == UNDER_THEIR_NOSES:
            return points if self.beside_police(hex) else 0
        if objective == END_OF_THE_LINE:
            return self.line_help(hex, points)
        if objective == URBAN_PLANNER:
            return self.plan_help(state.city.icons[hex], points)
        if objective == DISTRICT_DIVISION:
            return points * self.district_share(hex) // 100
        return 0

    def shape_share(self, objective: i64, hex: i64) -> i64:
        """Per cent of a shape through that hex: the most that this tag adds to any that can still be made (WS-22)."""
        shapes = self.shapes
        hexes = self.state.city.grid.hexes
        size: i64 = shape_size(objective)
        place: i64 = kind_of_shape(objective) * hexes + hex
        at: i64 = shapes.first[place]
        end: i64 = shapes.first[place + 1]
        best: i64 = 0
        while at < end:
            shape: i64 = shapes.through[at]
            low: i64 = shapes.low[shape]
            high: i64 = shapes.high[shape]
            at += 1
            if low & (self.foreign_low | self.done_low) | high & (self.foreign_high | self.done_high) == 0:
                own = bits(low & self.low) + bits(high & self.high)
                if size - own - 1 <= self.coming:
                    best = max(best, share_of(own + 1, size) - share_of(own, size))
        return best

    def beside_police(self, hex: i64) -> bool:
        """WS-28: next to a Police Station, and not on one."""
        masks = self.state.city.masks
        if self.state.city.icons[hex] == POLICE:
            return False
        low: i64 = self.shapes.near_low[hex] & masks[2 * POLICE]
        return low | (self.shapes.near_high[hex] & masks[2 * POLICE + 1]) != 0

    def line_help(self, hex: i64, points: i64) -> i64:
        """WS-23: a longer line than any so far, or a line that may become it."""
        if self.longest == UNKNOWN:
            self.longest = max(self.longest_line(self.low, 0), self.longest_line(self.high, WORD_HEXES))
        longest: i64 = self.longest
        new: i64 = 0
        direction: i64 = 0
        while direction < 3:
            new = max(new, 1 + self.run_of(hex, direction) + self.run_of(hex, direction + 3))
            direction += 1
        if new > longest:
            return points * (new - longest)
        return points * _LINE * (new - 1) // 100 // max(1, longest)

    def longest_line(self, word: i64, base: i64) -> i64:
        """Tags in the longest line that begins at one of these."""
        longest: i64 = 0
        while word != 0:
            hex: i64 = lowest(word) + base
            word &= word - 1
            direction: i64 = 0
            while direction < 3:
                longest = max(longest, 1 + self.run_of(hex, direction))
                direction += 1
        return longest

    def run_of(self, hex: i64, direction: i64) -> i64:
        """Own tags in a row from the next hex on."""
        grid = self.state.city.grid
        found: i64 = 0
        hex = grid.neighbour(hex, direction)
        while hex != NOWHERE and self.has(hex):
            found += 1
            hex = grid.neighbour(hex, direction)
        return found

    def plan_help(self, icon: i64, points: i64) -> i64:
        """WS-29: one more on the icon tagged most, or on one that may come to be it."""
        most: i64 = 0
        other: i64 = 0
        while other < ICONS:
            most = max(most, self.icons[other])
            other += 1
        here: i64 = self.icons[icon] + 1
        return points if here > most else points * _PLAN * here // 100 // max(1, most)

    def district_share(self, hex: i64) -> i64:
        """WS-26: per cent of a district that this tag adds, if five can still be placed there."""
        board: i64 = hex // BOARD_HEXES
        if hex < WORD_HEXES:
            district = board_mask(board)
            own = bits(self.low & district)
            free = bits(district & ~self.low & ~self.foreign_low)
        else:
            district = board_mask(board - WORD_BOARDS)
            own = bits(self.high & district)
            free = bits(district & ~self.high & ~self.foreign_high)
        if own >= DISTRICT_TAGS or own + free < DISTRICT_TAGS or DISTRICT_TAGS - own - 1 > self.coming:
            return 0
        return share_of(own + 1, DISTRICT_TAGS) - share_of(own, DISTRICT_TAGS)

    # Objectives of clusters

    def join(self, hex: i64, beside_low: i64, beside_high: i64) -> i64:
        """What it brings that the tag joins the clusters beside it: all of them as one, less each of them before."""
        total: i64 = 0
        all_low: i64 = low_bit(hex)
        all_high: i64 = high_bit(hex)
        while beside_low | beside_high != 0:
            if beside_low != 0:
                first = lowest(beside_low)
            else:
                first = lowest(beside_high) + WORD_HEXES
            low, high = self.cluster_of(first)
            beside_low &= ~low
            beside_high &= ~high
            total -= self.cluster_worth(low, high)
            all_low |= low
            all_high |= high
        return total + self.cluster_worth(all_low, all_high)

    def cluster_of(self, hex: i64) -> tuple[i64, i64]:
        """All own tags that hang together with the one there."""
        shapes = self.shapes
        low: i64 = low_bit(hex)
        high: i64 = high_bit(hex)
        fresh_low: i64 = low
        fresh_high: i64 = high
        while fresh_low | fresh_high != 0:
            if fresh_low != 0:
                here = lowest(fresh_low)
                fresh_low &= fresh_low - 1
            else:
                here = lowest(fresh_high) + WORD_HEXES
                fresh_high &= fresh_high - 1
            more_low: i64 = shapes.near_low[here] & self.low & ~low
            more_high: i64 = shapes.near_high[here] & self.high & ~high
            low |= more_low
            high |= more_high
            fresh_low |= more_low
            fresh_high |= more_high
        return low, high

    def cluster_worth(self, low: i64, high: i64) -> i64:
        """What the objectives of clusters promise for one."""
        state = self.state
        masks = state.city.masks
        total: i64 = 0
        number: i64 = 0
        many: i64 = len(state.city.objectives)
        while number < many:
            objective = state.city.objectives[number]
            points: i64 = state.fixed.points[objective] * POINT
            number += 1
            if objective == THREE_OF_A_KIND:
                icon: i64 = 0
                while icon < ICONS:
                    here = bits(low & masks[2 * icon]) + bits(high & masks[2 * icon + 1])
                    total += points * (here // KIND_TAGS) + points * _KIND * (here % KIND_TAGS) // 100
                    icon += 1
            elif objective == ZONE_CONTROL:
                total += points * share_of(min(bits(low) + bits(high), ZONE_TAGS), ZONE_TAGS) // 100
            elif objective == RAIL_SUPREME:
                stations = bits(low & masks[2 * STATION]) + bits(high & masks[2 * STATION + 1])
                rails = bits(low & masks[2 * RAILWAY]) + bits(high & masks[2 * RAILWAY + 1])
                total += points * (stations + rails) * (100 if stations > 0 else _RAIL) // 100
            elif objective == STATION_SNAKE:
                total += self.snake_worth(low, high, points)
        return total

    def snake_worth(self, low: i64, high: i64, points: i64) -> i64:
        """WS-31: tags between Stations; with one Station, how far the cluster has come towards the next."""
        grid = self.state.city.grid
        masks = self.state.city.masks
        stations_low: i64 = masks[2 * STATION]
        stations_high: i64 = masks[2 * STATION + 1]
        inside: i64 = bits(low & stations_low) + bits(high & stations_high)
        if inside == 0:
            return 0
        if inside > 1:
            return points * (3 * (inside - 1) + 1)
        nearest: i64 = 99
        between: i64 = 99
        board: i64 = 0
        from_hex: i64 = lowest(low & stations_low) if low & stations_low else lowest(high & stations_high) + WORD_HEXES
        while board < grid.boards:
            at = station_of(masks, board)
            board += 1
            if at != from_hex:
                away = self.nearest_tag(low, high, at)
                if away < nearest:
                    nearest = away
                    between = distance(grid, from_hex, at)
        if nearest - 1 > self.coming:
            return 0
        return points * _TOWARDS * max(0, between - nearest + 1) // 100

    def nearest_tag(self, low: i64, high: i64, to: i64) -> i64:
        """Steps from the closest of those hexes to another."""
        grid = self.state.city.grid
        nearest: i64 = 99
        while low != 0:
            nearest = min(nearest, distance(grid, lowest(low), to))
            low &= low - 1
        while high != 0:
            nearest = min(nearest, distance(grid, lowest(high) + WORD_HEXES, to))
            high &= high - 1
        return nearest


def kind_of_shape(objective: i64) -> i64:
    """In which part of the map's shapes those of an objective are."""
    if objective == TRICORNERS:
        return 0
    return 1 if objective == BESTAGON else 2


def shape_size(objective: i64) -> i64:
    """How many tags a shape has."""
    if objective == TRICORNERS:
        return TRIANGLE_TAGS
    return HEXAGON_TAGS if objective == BESTAGON else LINE_TAGS


def share_of(own: i64, size: i64) -> i64:
    """What this many of the tags wanted are worth, in per cent."""
    return _SHARES[own * 6 // size]


def station_of(masks: vec[i64], board: i64) -> i64:
    """The hex of a board's Train Station."""
    if board < WORD_BOARDS:
        return lowest(masks[2 * STATION] & board_mask(board))
    return lowest(masks[2 * STATION + 1] & board_mask(board - WORD_BOARDS)) + WORD_HEXES


def board_mask(board: i64) -> i64:
    """All hexes of a board, by its place in a word."""
    return BIT[(board + 1) * BOARD_HEXES] - BIT[board * BOARD_HEXES]


def distance(grid: Grid, one: i64, two: i64) -> i64:
    """Steps between two hexes."""
    q: i64 = grid.q[one] - grid.q[two]
    r: i64 = grid.r[one] - grid.r[two]
    return (absolute(q) + absolute(r) + absolute(q + r)) // 2


def absolute(number: i64) -> i64:
    """Without its sign."""
    return -number if number < 0 else number
