"""Events that tell more than the game admits.

Some moves reveal something to somebody: a card is drawn, and only its owner may know it. What the others hear of it can
differ from game to game for good reasons, so it cannot simply be compared. But the game itself says what a viewer knows
afterwards: positions from which `resample` draws the same twins are the same to that viewer. If among such positions
what was heard always goes with what is hidden, it gave the hidden thing away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import log10
from typing import Any, NamedTuple

import msgspec

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import but_for_the_generator, encode, leaves
from pandarium.testing.harness import Harness, Spot, check
from pandarium.testing.legality import some
from pandarium.testing.secrecy import redacted_bytes, who

SAMPLES = 60
GLANCE = 6
BEYOND_CHANCE = -9.0
"""Heard and hidden go together by accident less often than once in 10**9."""


class Sample(NamedTuple):
    """One move in one twin: what the viewer heard, what it knows afterwards, and what changed."""

    heard: bytes
    knows: bytes
    before: dict[str, Any]
    after: dict[str, Any]


@check
def events_keep_secrets(harness: Harness) -> str:
    """What a viewer hears of a move does not go with what stays hidden from it."""
    tried = listened = 0
    for spot in harness.spots(count=4):
        for seat in spot.state.actors()[:2]:
            for move in some(spot.state.legal(seat), 3, harness.rng(spot.seed, seat)):
                for viewer in [viewer for viewer in spot.viewers() if viewer != seat][:2]:
                    samples = _take_samples(spot, seat, move, viewer)
                    tried += 1
                    listened += bool(samples)
                    if place := _given_away(samples):
                        said = spot.table.game.say(move)
                        what = f"what {who(viewer)} hears of {said!r} by seat {seat} gives away {place} of the position"
                        raise spot.fault(f"{what}: e.g. {samples[0].heard.decode()}")
    return f"{tried} moves, {listened} of which sound different from time to time"


def _take_samples(spot: Spot, seat: int, move: int, viewer: int | None) -> list[Sample]:
    """The move in many twins of the viewer; after a glance only if it hears different things, and sees the same."""
    glance = [_hear(spot, seat, move, viewer, number) for number in range(GLANCE)]
    heard = {sounds for sounds, _ in glance if sounds}
    seen = {encode(twin.view(viewer)) for sounds, twin in glance if sounds}
    if len(heard) < 2 or len(seen) == GLANCE:
        return []
    return [sample for number in range(SAMPLES) if (sample := _sample(spot, seat, move, viewer, number))]


def _hear(spot: Spot, seat: int, move: int, viewer: int | None, number: int) -> tuple[bytes, State]:
    """What the viewer hears of the move in one of its twins, nothing where it cannot be made; and the twin."""
    twin = spot.state.resample(viewer, Rng(number))
    events: list[Any] = []
    if move not in twin.legal(seat):
        return b"", twin
    twin.play(seat, move, events, number + 1)
    return redacted_bytes(spot, events, viewer), twin


def _sample(spot: Spot, seat: int, move: int, viewer: int | None, number: int) -> Sample | None:
    before = _flat(spot.state.resample(viewer, Rng(number)))
    heard, twin = _hear(spot, seat, move, viewer, number)
    knows = encode(twin.view(viewer)) + encode(twin.resample(viewer, Rng(3)).dump())
    return Sample(heard, knows, before, _flat(twin)) if heard else None


def _flat(state: State) -> dict[str, Any]:
    return dict(leaves(msgspec.json.decode(but_for_the_generator(state))))


def _given_away(samples: Sequence[Sample]) -> str:
    """The place of the position that what is heard gives away, or nothing."""
    groups: dict[bytes, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.knows, []).append(sample)
    for group in groups.values():
        heard = [sample.heard for sample in group]
        if len(set(heard)) < 2:
            continue
        for place in dict.fromkeys(path for sample in group for path in sample.after):
            for hidden in (
                [repr(sample.after.get(place)) for sample in group],
                [_change(sample.before.get(place), sample.after.get(place)) for sample in group],
            ):
                if goes_with(heard, hidden):
                    return place
    return ""


def _change(before: Any, after: Any) -> Hashable:
    """What a move did to one place: bits that turned, things that came and went, or the new value."""
    if isinstance(before, list) and isinstance(after, list):
        old, new = (Counter(map(repr, things)) for things in (before, after))
        return (frozenset((new - old).items()), frozenset((old - new).items()))
    if type(before) is int and type(after) is int:
        return before ^ after
    return repr(after)


def goes_with(heard: Sequence[bytes], hidden: Sequence[Hashable]) -> bool:
    """Whether equal things heard always go with equal things hidden, more often than chance explains.

    >>> goes_with([b"a", b"b"] * 30, [1, 2] * 30)
    True
    >>> goes_with([b"a", b"b"] * 30, [1, 2, 2] * 20)
    False
    """
    count = len(hidden)
    pairs = count * (count - 1) / 2
    alike = sum(n * (n - 1) / 2 for n in Counter(hidden).values()) / pairs
    partner: dict[bytes, Hashable] = {}
    again = 0
    for sound, thing in zip(heard, hidden, strict=True):
        if sound in partner:
            again += 1
            if partner[sound] != thing:
                return False
        partner[sound] = thing
    return 0 < alike < 1 and again * log10(alike) < BEYOND_CHANCE
