"""Station Path: the one objective that needs a search (WS-31). And tags as small masks, for all objectives."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.wildstyle.engine.cards import BIT

_PLACE_OF: Final = vec[i64]([-1 if left == 0 else [2**bit % 19 for bit in range(18)].index(left) for left in range(19)])


def place(mask: i64) -> i64:
    """The number of the lowest tag of a choice that has one: 2 generates all remainders of 19."""
    return _PLACE_OF[(mask & -mask) % 19]


def count(mask: i64) -> i64:
    """How many tags are in a choice of at most 31."""
    mask -= (mask >> 1) & 0x5555_5555
    mask = (mask & 0x3333_3333) + ((mask >> 2) & 0x3333_3333)
    mask = (mask + (mask >> 4)) & 0x0F0F_0F0F
    return ((mask * 0x0101_0101) >> 24) & 63


class StationPath:
    """The search in one cluster: as many Stations as a path can visit, and of such paths the shortest."""

    touching: vec[i64]
    stations: i64
    visited: i64
    """Stations on the best path so far,"""
    length: i64
    """and the tags on it."""

    def __init__(self, touching: vec[i64], cluster: i64, stations: i64) -> None:
        self.touching = touching
        self.stations = stations
        self.visited = 0
        self.length = 0
        cluster = self.strip(cluster)
        start: i64 = stations
        while start != 0:
            tag = place(start)
            start &= start - 1
            self.walk(tag, cluster & ~BIT[tag], 0, 0)

    def strip(self, cluster: i64) -> i64:
        """Without dead ends: a path between Stations goes into none."""
        while True:
            ends: i64 = 0
            left: i64 = cluster & ~self.stations
            while left != 0:
                tag = place(left)
                left &= left - 1
                around: i64 = self.touching[tag] & cluster
                if around & (around - 1) == 0:
                    ends |= BIT[tag]
            if ends == 0:
                return cluster
            cluster &= ~ends

    def walk(self, tag: i64, free: i64, visited: i64, length: i64) -> None:
        """Go on to this tag, then everywhere from it that could make a better path."""
        length += 1
        if self.stations & BIT[tag] != 0:
            visited += 1
            if visited > self.visited or (visited == self.visited and length < self.length):
                self.visited = visited
                self.length = length
        # How far it is to everything that can still be reached.
        reached: i64 = 0
        fresh: i64 = self.touching[tag] & free
        steps: i64 = 0
        farthest: i64 = 0
        while fresh != 0:
            steps += 1
            reached |= fresh
            if fresh & self.stations != 0:
                farthest = steps
            around: i64 = 0
            while fresh != 0:
                around |= self.touching[place(fresh)]
                fresh &= fresh - 1
            fresh = around & free & ~reached
        open_stations: i64 = reached & self.stations
        if open_stations == 0:
            return
        most: i64 = visited + count(open_stations) - self.blind(open_stations, reached | BIT[tag])
        if most < self.visited:
            return
        if most == self.visited:
            needed: i64 = most - visited
            if open_stations & (open_stations - 1) == 0 or needed == count(open_stations):
                needed = max(needed, farthest)
            if length + needed >= self.length:
                return
        following: i64 = self.touching[tag] & reached
        while following != 0:
            other = place(following)
            following &= following - 1
            self.walk(other, reached & ~BIT[other], visited, length)

    def blind(self, stations: i64, around: i64) -> i64:
        """Stations at dead ends, but for one: a path can only end at them."""
        ends: i64 = 0
        while stations != 0:
            touching: i64 = self.touching[place(stations)] & around
            stations &= stations - 1
            if touching & (touching - 1) == 0:
                ends += 1
        if ends > 1:
            return ends - 1
        return 0
