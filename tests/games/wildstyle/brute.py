"""The objectives once more, by brute force over places on the map: slow, obvious, and written from the rules alone.

Nothing here uses the engine. A map is a dictionary from axial places to (district, icon); tags are a set of places.
"""

from __future__ import annotations

from collections import Counter

Place = tuple[int, int]
Map = dict[Place, tuple[str, str]]

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
POINTS = {"S": 1, "R": 1, "A": 2, "F": 2, "M": 3, "P": 4}


def around(place: Place) -> list[Place]:
    return [(place[0] + q, place[1] + r) for q, r in DIRECTIONS]


def without_solo(tags: set[Place]) -> set[Place]:
    return {place for place in tags if any(other in tags for other in around(place))}


def clusters(tags: set[Place]) -> list[set[Place]]:
    left, found = set(tags), []
    while left:
        cluster, edge = set(), {left.pop()}
        while edge:
            cluster |= edge
            edge = {other for place in edge for other in around(place) if other in left}
            left -= edge
        found.append(cluster)
    return found


def most_without_overlap(shapes: list[frozenset[Place]]) -> int:
    """Take the first shape, or leave it."""
    if not shapes:
        return 0
    first, rest = shapes[0], shapes[1:]
    return max(1 + most_without_overlap([s for s in rest if not s & first]), most_without_overlap(rest))


def shapes_within(tags: set[Place], shapes: list[list[Place]]) -> list[frozenset[Place]]:
    moved = {frozenset((q + dq, r + dr) for dq, dr in shape) for q, r in tags for shape in shapes}
    return [shape for shape in sorted(moved, key=sorted) if shape <= tags]


def tricorners(tags: set[Place], city: Map) -> int:
    one_way = [(q, r) for q in range(3) for r in range(3) if q + r <= 2]
    other_way = [(-q, -r) for q, r in one_way]
    return 6 * most_without_overlap(shapes_within(tags, [one_way, other_way]))


def bestagon(tags: set[Place], city: Map) -> int:
    return 9 * most_without_overlap(shapes_within(tags, [[(0, 0), *DIRECTIONS]]))


def straight_shooter(tags: set[Place], city: Map) -> int:
    lines = [[(q * step, r * step) for step in range(5)] for q, r in DIRECTIONS]
    return 6 * most_without_overlap(shapes_within(tags, lines))


def end_of_the_line(tags: set[Place], city: Map) -> int:
    longest = 0
    for place in tags:
        for q, r in DIRECTIONS:
            length = 0
            while (place[0] + q * length, place[1] + r * length) in tags:
                length += 1
            longest = max(longest, length)
    return 2 * longest


def border_wars(tags: set[Place], city: Map) -> int:
    return sum(any(city[o][0] != city[place][0] for o in around(place) if o in city) for place in tags)


def under_their_noses(tags: set[Place], city: Map) -> int:
    open_tags = [place for place in tags if city[place][1] != "P"]
    return sum(any(o in city and city[o][1] == "P" for o in around(place)) for place in open_tags)


def three_of_a_kind(tags: set[Place], city: Map) -> int:
    counts = [Counter(city[place][1] for place in cluster) for cluster in clusters(tags)]
    return 4 * sum(count // 3 for icons in counts for count in icons.values())


def urban_planner(tags: set[Place], city: Map) -> int:
    return 2 * max(Counter(city[place][1] for place in tags).values(), default=0)


def district_division(tags: set[Place], city: Map) -> int:
    return 5 * sum(count >= 5 for count in Counter(city[place][0] for place in tags).values())


def zone_control(tags: set[Place], city: Map) -> int:
    return 5 * sum(len(cluster) >= 3 for cluster in clusters(tags))


def rail_supreme(tags: set[Place], city: Map) -> int:
    icons = [[city[place][1] for place in cluster] for cluster in clusters(tags)]
    return 2 * sum(len([icon for icon in cluster if icon in "SR"]) for cluster in icons if "S" in cluster)


def station_snake(tags: set[Place], city: Map) -> int:
    total = 0
    for cluster in clusters(tags):
        stations = {place for place in cluster if city[place][1] == "S"}
        if len(stations) >= 2:
            paths = [path for start in stations for path in all_paths([start], cluster)]
            best = min(paths, key=lambda path: (-len(stations & set(path)), len(path)))
            total += 2 * len(best)
    return total


def all_paths(path: list[Place], cluster: set[Place]) -> list[list[Place]]:
    """Every path that begins so and uses no tag twice."""
    found = [path]
    for place in around(path[-1]):
        if place in cluster and place not in path:
            found += all_paths([*path, place], cluster)
    return found


OBJECTIVES = {
    "tricorners": tricorners,
    "bestagon": bestagon,
    "straight_shooter": straight_shooter,
    "end_of_the_line": end_of_the_line,
    "border_wars": border_wars,
    "under_their_noses": under_their_noses,
    "three_of_a_kind": three_of_a_kind,
    "urban_planner": urban_planner,
    "district_division": district_division,
    "zone_control": zone_control,
    "rail_supreme": rail_supreme,
    "station_snake": station_snake,
}


def score(tags: set[Place], city: Map, objectives: list[str]) -> int:
    kept = without_solo(tags)
    return sum(OBJECTIVES[code](kept, city) for code in objectives) + sum(POINTS[city[place][1]] for place in kept)
