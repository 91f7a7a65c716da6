"""Events that tell more than the game admits.

Some moves reveal something to somebody: a card is drawn, and only its owner may know it. Which events the others
receive can differ from game to game for good reasons, so they cannot simply be compared. But the game itself says what
a viewer knows afterwards: positions from which `resample` draws the same twins are the same to that viewer. If among
such positions what was received always goes with what is hidden, it gave the hidden thing away.
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
FIRST_LOOK = 6
BEYOND_CHANCE = -9.0
"""Received and hidden go together by accident less often than once in 10**9."""


class TwinSample(NamedTuple):
    """One move in one twin: what the viewer received, what it knows afterwards, and what changed."""

    received: bytes
    knows: bytes
    before: dict[str, Any]
    after: dict[str, Any]


@check
def events_keep_secrets(harness: Harness) -> str:
    """The events of a move that a viewer receives do not go with what stays hidden from it."""
    tried = listened = 0
    for spot in harness.spots(count=4):
        for seat in spot.state.actors()[:2]:
            for move in some(spot.state.legal(seat), 3, harness.rng(spot.seed, seat)):
                for viewer in [viewer for viewer in spot.viewers() if viewer != seat][:2]:
                    samples = _take_samples(spot, seat, move, viewer)
                    tried += 1
                    listened += bool(samples)
                    if place := _given_away(samples):
                        played = f"{spot.table.game.say(move)!r} by seat {seat}"
                        what = f"what {who(viewer)} hears of {played} gives away {place} of the position"
                        raise spot.fault(f"{what}: e.g. {samples[0].received.decode()}")
    return f"{tried} moves, {listened} of which sound different from time to time"


def _take_samples(spot: Spot, seat: int, move: int, viewer: int | None) -> list[TwinSample]:
    """The move in many twins of the viewer; all of them only if the first few give other events and the same view."""
    first = [_events_in_twin(spot, seat, move, viewer, number) for number in range(FIRST_LOOK)]
    received = {events for events, _ in first if events}
    seen = {encode(twin.view(viewer)) for events, twin in first if events}
    if len(received) < 2 or len(seen) == FIRST_LOOK:
        return []
    return [sample for number in range(SAMPLES) if (sample := _sample(spot, seat, move, viewer, number))]


def _events_in_twin(spot: Spot, seat: int, move: int, viewer: int | None, number: int) -> tuple[bytes, State]:
    """The events of the move that the viewer gets in one of its twins (none where it cannot be made), and the twin."""
    twin = spot.state.resample(viewer, Rng(number))
    events: list[Any] = []
    if move not in twin.legal(seat):
        return b"", twin
    twin.play(seat, move, events, number + 1)
    return redacted_bytes(spot, events, viewer), twin


def _sample(spot: Spot, seat: int, move: int, viewer: int | None, number: int) -> TwinSample | None:
    before = _flat(spot.state.resample(viewer, Rng(number)))
    received, twin = _events_in_twin(spot, seat, move, viewer, number)
    knows = encode(twin.view(viewer)) + encode(twin.resample(viewer, Rng(3)).dump())
    return TwinSample(received, knows, before, _flat(twin)) if received else None


def _flat(state: State) -> dict[str, Any]:
    return dict(leaves(msgspec.json.decode(but_for_the_generator(state))))


def _given_away(samples: Sequence[TwinSample]) -> str:
    """The place of the position that what is received gives away, or nothing."""
    groups: dict[bytes, list[TwinSample]] = {}
    for sample in samples:
        groups.setdefault(sample.knows, []).append(sample)
    for group in groups.values():
        received = [sample.received for sample in group]
        if len(set(received)) < 2:
            continue
        for place in dict.fromkeys(path for sample in group for path in sample.after):
            for hidden in (
                [repr(sample.after.get(place)) for sample in group],
                [_change(sample.before.get(place), sample.after.get(place)) for sample in group],
            ):
                if goes_with(received, hidden):
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


def goes_with(received: Sequence[bytes], hidden: Sequence[Hashable]) -> bool:
    """Whether equal things received always go with equal things hidden, more often than chance explains.

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
    for event, thing in zip(received, hidden, strict=True):
        if event in partner:
            again += 1
            if partner[event] != thing:
                return False
        partner[event] = thing
    return 0 < alike < 1 and again * log10(alike) < BEYOND_CHANCE
