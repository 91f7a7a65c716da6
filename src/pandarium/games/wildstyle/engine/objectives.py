"""What a player's tags are worth: the twelve objectives, exactly (WS-21 to WS-31).

`Tagged` numbers the tags of one player from 0, so that any choice of them is one small mask and no objective has to
look at the map again. `value(kept)` is what the player would score with just those tags left: fast enough to try
thousands of ways to pay for cop cars.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.wildstyle.engine.cards import BIT, ICONS, POLICE, RAILWAY, STATION, Deck
from pandarium.games.wildstyle.engine.city import (
    BOARD_HEXES,
    DIRECTIONS,
    NOWHERE,
    WORD_HEXES,
    City,
    count_bits,
    high_bit,
    low_bit,
    lowest,
)
from pandarium.games.wildstyle.engine.station_path import StationPath, count, place

TRICORNERS: Final = 0
BESTAGON: Final = 1
STRAIGHT_SHOOTER: Final = 2
END_OF_THE_LINE: Final = 3
BORDER_WARS: Final = 4
UNDER_THEIR_NOSES: Final = 5
THREE_OF_A_KIND: Final = 6
URBAN_PLANNER: Final = 7
DISTRICT_DIVISION: Final = 8
ZONE_CONTROL: Final = 9
RAIL_SUPREME: Final = 10
STATION_SNAKE: Final = 11
OBJECTIVES: Final = 12
"""Tile by tile, the A side first (WS-C3)."""

TRIANGLE_TAGS: Final = 6
HEXAGON_TAGS: Final = 7
LINE_TAGS: Final = 5
KIND_TAGS: Final = 3
DISTRICT_TAGS: Final = 5
ZONE_TAGS: Final = 3
MOST_TAGS: Final = 18


class Tagged:
    """One player's tags on the map, numbered in the order of the hexes. A choice of them is a mask."""

    city: City
    deck: Deck
    points: vec[i64]
    """What each objective scores, once."""
    hexes: vec[i64]
    every: i64
    """All of them."""
    touching: vec[i64]
    """For every tag those that it touches, across boards too."""
    ahead: vec[i64]
    """For every tag and direction the number of the tag next to it, or NOWHERE."""
    icons: vec[i64]
    """The tags on every icon."""
    triangles: vec[i64]
    hexagons: vec[i64]
    lines: vec[i64]
    shaped: bool
    """Whether the shapes were looked for."""

    def __init__(self, city: City, deck: Deck, points: vec[i64], low: i64, high: i64) -> None:
        self.city = city
        self.deck = deck
        self.points = points
        grid = city.grid
        numbers = vec[i64]([NOWHERE] * grid.hexes)
        hexes = vec[i64]([0] * (count_bits(low) + count_bits(high)))
        number: i64 = 0
        while low | high != 0:
            if low != 0:
                hexes[number] = lowest(low)
                low &= low - 1
            else:
                hexes[number] = lowest(high) + WORD_HEXES
                high &= high - 1
            numbers[hexes[number]] = number
            number += 1
        self.hexes = hexes
        self.every = BIT[number] - 1
        icons = vec[i64]([0] * ICONS)
        touching = vec[i64]([0] * number)
        ahead = vec[i64]([NOWHERE] * (number * DIRECTIONS))
        tag: i64 = 0
        while tag < number:
            here: i64 = hexes[tag]
            icons[city.icons[here]] |= BIT[tag]
            touches: i64 = 0
            direction: i64 = 0
            while direction < DIRECTIONS:
                other: i64 = grid.neighbour(here, direction)
                if other != NOWHERE and numbers[other] != NOWHERE:
                    ahead[tag * DIRECTIONS + direction] = numbers[other]
                    touches |= BIT[numbers[other]]
                direction += 1
            touching[tag] = touches
            tag += 1
        self.icons = icons
        self.touching = touching
        self.ahead = ahead
        self.shaped = False

    def choice(self, low: i64, high: i64) -> i64:
        """The tags on those hexes."""
        found: i64 = 0
        tag: i64 = 0
        many: i64 = len(self.hexes)
        while tag < many:
            hex: i64 = self.hexes[tag]
            if (low & low_bit(hex)) | (high & high_bit(hex)) != 0:
                found |= BIT[tag]
            tag += 1
        return found

    def list_hexes(self, kept: i64) -> list[i64]:
        """The hexes of a choice of tags, in order."""
        found: list[i64] = []
        while kept != 0:
            found.append(self.hexes[place(kept)])
            kept &= kept - 1
        return found

    # Clusters

    def together(self, kept: i64) -> i64:
        """WS-20: those of a choice that touch another of it; the others are solo tags."""
        found: i64 = 0
        left: i64 = kept
        while left != 0:
            tag = place(left)
            left &= left - 1
            if self.touching[tag] & kept != 0:
                found |= BIT[tag]
        return found

    def cluster(self, kept: i64, start: i64) -> i64:
        """All of a choice that hangs together with the tags in `start`."""
        found: i64 = start
        fresh: i64 = start
        while fresh != 0:
            reached: i64 = 0
            while fresh != 0:
                reached |= self.touching[place(fresh)]
                fresh &= fresh - 1
            fresh = reached & kept & ~found
            found |= fresh
        return found

    # Shapes

    def find_shapes(self) -> None:
        """Every triangle, hexagon and line of five among the tags."""
        self.shaped = True
        self.triangles = vec[i64]()
        self.hexagons = vec[i64]()
        self.lines = vec[i64]()
        tag: i64 = 0
        many: i64 = len(self.hexes)
        while tag < many:
            around = self.touching[tag]
            if count(around) == HEXAGON_TAGS - 1:
                self.hexagons = append(self.hexagons, around | BIT[tag])
            direction: i64 = 0
            while direction < 3:
                line = self.row(tag, direction, LINE_TAGS)
                if line != 0:
                    self.lines = append(self.lines, line)
                direction += 1
            # A triangle lies between a direction and the next; two ways to point, each by one of its corners.
            self.add_triangle(tag, 0)
            self.add_triangle(tag, 3)
            tag += 1

    def row(self, tag: i64, direction: i64, length: i64) -> i64:
        """This many tags in a straight line from this one; 0 if there are fewer."""
        found: i64 = BIT[tag]
        while length > 1:
            tag = self.ahead[tag * DIRECTIONS + direction]
            if tag == NOWHERE:
                return 0
            found |= BIT[tag]
            length -= 1
        return found

    def add_triangle(self, tag: i64, direction: i64) -> None:
        """WS-22: rows of three, two and one, each beginning one step further along the next direction."""
        found: i64 = 0
        length: i64 = 3
        while length > 0:
            line = self.row(tag, direction, length)
            if line == 0:
                return
            found |= line
            length -= 1
            if length > 0:
                tag = self.ahead[tag * DIRECTIONS + direction + 1]
                if tag == NOWHERE:
                    return
        self.triangles = append(self.triangles, found)

    def shapes(self, objective: i64, kept: i64) -> i64:
        """WS-22: Tricorners, Bestagon, Straight Shooter."""
        if not self.shaped:
            self.find_shapes()
        if objective == TRICORNERS:
            return self.shapes_in(kept, self.triangles, TRIANGLE_TAGS)
        if objective == BESTAGON:
            return self.shapes_in(kept, self.hexagons, HEXAGON_TAGS)
        return self.shapes_in(kept, self.lines, LINE_TAGS)

    def shapes_in(self, kept: i64, shapes: vec[i64], size: i64) -> i64:
        """WS-22: how many of the shapes fit into a choice without sharing a tag, at most."""
        whole = vec[i64]()
        number: i64 = 0
        many: i64 = len(shapes)
        while number < many:
            if shapes[number] & ~kept == 0:
                whole = append(whole, shapes[number])
            number += 1
        return most_disjoint(whole, 0, kept, size)

    # The twelve

    def times(self, objective: i64, kept: i64) -> i64:
        """How many times a choice of tags, solo tags removed, meets that objective."""
        if objective <= STRAIGHT_SHOOTER:
            return self.shapes(objective, kept)
        if objective == END_OF_THE_LINE:
            return self.longest_line(kept)
        if objective == BORDER_WARS:
            return self.on_borders(kept)
        if objective == UNDER_THEIR_NOSES:
            return self.near_police(kept)
        if objective == URBAN_PLANNER:
            return self.favourite_icon(kept)
        if objective == DISTRICT_DIVISION:
            return self.districts(kept)
        found: i64 = 0
        left: i64 = kept
        while left != 0:
            cluster = self.cluster(kept, left & -left)
            left &= ~cluster
            if objective == THREE_OF_A_KIND:
                found += self.kinds(cluster)
            elif objective == ZONE_CONTROL:
                found += 1 if count(cluster) >= ZONE_TAGS else 0  # WS-30
            elif objective == RAIL_SUPREME:
                found += self.rails(cluster)
            else:
                found += self.snake(cluster)
        return found

    def longest_line(self, kept: i64) -> i64:
        """WS-23: tags in the longest unbroken straight line, across boards."""
        longest: i64 = 0
        left: i64 = kept
        while left != 0:
            start = place(left)
            left &= left - 1
            direction: i64 = 0
            while direction < 3:
                length: i64 = 1
                tag: i64 = self.ahead[start * DIRECTIONS + direction]
                while tag != NOWHERE and kept & BIT[tag] != 0:
                    length += 1
                    tag = self.ahead[tag * DIRECTIONS + direction]
                longest = max(longest, length)
                direction += 1
        return longest

    def on_borders(self, kept: i64) -> i64:
        """WS-24: tags on a hex that touches another board."""
        found: i64 = 0
        while kept != 0:
            found += self.city.grid.border[self.hexes[place(kept)]]
            kept &= kept - 1
        return found

    def near_police(self, kept: i64) -> i64:
        """WS-28: tags next to a Police Station, once each; those on one do not count."""
        found: i64 = 0
        grid = self.city.grid
        left: i64 = kept & ~self.icons[POLICE]
        while left != 0:
            hex: i64 = self.hexes[place(left)]
            left &= left - 1
            direction: i64 = 0
            while direction < DIRECTIONS:
                other = grid.neighbour(hex, direction)
                if other != NOWHERE and self.city.icons[other] == POLICE:
                    found += 1
                    break
                direction += 1
        return found

    def kinds(self, cluster: i64) -> i64:
        """WS-25: threes of equal icons within one cluster."""
        found: i64 = 0
        icon: i64 = 0
        while icon < ICONS:
            found += count(cluster & self.icons[icon]) // KIND_TAGS
            icon += 1
        return found

    def districts(self, kept: i64) -> i64:
        """WS-26: boards with at least five tags."""
        found: i64 = 0
        here: i64 = 0
        board: i64 = -1
        while kept != 0:
            hex: i64 = self.hexes[place(kept)]
            kept &= kept - 1
            if hex // BOARD_HEXES != board:
                board = hex // BOARD_HEXES
                here = 0
            here += 1
            if here == DISTRICT_TAGS:
                found += 1
        return found

    def rails(self, cluster: i64) -> i64:
        """WS-27: Stations and Railways of a cluster with a Station."""
        stations: i64 = cluster & self.icons[STATION]
        if stations == 0:
            return 0
        return count(stations | (cluster & self.icons[RAILWAY]))

    def favourite_icon(self, kept: i64) -> i64:
        """WS-29: tags on the icon with the most of them."""
        most: i64 = 0
        icon: i64 = 0
        while icon < ICONS:
            here = count(kept & self.icons[icon])
            most = max(most, here)
            icon += 1
        return most

    def snake(self, cluster: i64) -> i64:
        """WS-31: tags on the shortest simple path that visits all Stations of the cluster, if it has two or more."""
        stations: i64 = cluster & self.icons[STATION]
        if count(stations) < 2:
            return 0
        return StationPath(self.touching, cluster, stations).length

    # What it comes to

    def value(self, kept: i64) -> i64:
        """WS-20, steps 2 to 4: points with just these tags left after paying for the cop cars."""
        kept = self.together(kept)
        total: i64 = self.tag_points(kept)
        number: i64 = 0
        objectives = self.city.objectives
        many: i64 = len(objectives)
        while number < many:
            total += self.objective_points(objectives[number], kept)
            number += 1
        return total

    def objective_points(self, objective: i64, kept: i64) -> i64:
        """WS-20, step 3: what one objective brings, solo tags removed."""
        return self.times(objective, kept) * self.points[objective]

    def tag_points(self, kept: i64) -> i64:
        """WS-20, step 4: the points of every tagged hex, solo tags removed."""
        total: i64 = 0
        icon: i64 = 0
        while icon < ICONS:
            total += count(kept & self.icons[icon]) * self.deck.points[icon]
            icon += 1
        return total


def most_disjoint(shapes: vec[i64], start: i64, kept: i64, size: i64) -> i64:
    """How many of the shapes from `start` on fit into `kept` without sharing a tag: every way is tried."""
    most: i64 = 0
    room: i64 = count(kept) // size
    many: i64 = len(shapes)
    while start < many and most < room:
        shape: i64 = shapes[start]
        start += 1
        if shape & ~kept == 0:
            fit = 1 + most_disjoint(shapes, start, kept & ~shape, size)
            most = max(most, fit)
    return most
