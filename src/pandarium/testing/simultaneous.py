"""Where several seats choose at once, it does not matter who is first, and nobody is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check

Choices = Sequence[tuple[int, int]]


@check
def choices_can_be_made_in_any_order(harness: Harness) -> str:
    """Choices at the same time lead to the same position in any order; the last one reveals them, and not who it was.

    In real time there are none: who is first is first.
    """
    tried = 0
    for spot in harness.spots(count=harness.budget.spots * 6):
        actors = spot.state.actors()
        if len(actors) < 2 or harness.game.pace(spot.table.setup.options) == "real time":
            continue
        rng = harness.rng(spot.seed, len(spot.moves))
        legal = {seat: spot.state.legal(seat) for seat in actors}
        choices = [(seat, legal[seat][rng.below(len(legal[seat]))]) for seat in actors]
        after, events = _made(spot, choices)
        other, told = _made(spot, choices[::-1])
        if after != other:
            raise spot.fault(f"{len(actors)} choices lead elsewhere in another order: {difference(after, other)}")
        if events != told:
            raise spot.fault("the events of the last of several choices tell a spectator who was last")
        tried += 1
    return f"{tried} times"


def _made(spot: Spot, choices: Choices) -> tuple[bytes, list[Any]]:
    """Where these choices lead, and what a spectator is told of the last one."""
    state, game = spot.state.clone(), spot.table.game
    events: list[Any] = []
    for seat, move in choices:
        sealed = state.sealed
        raw: list[Any] = []
        state.play(seat, move, raw)
        events = [seen for event in raw if (seen := game.redact(event, None)) is not None]
        if state.sealed == sealed and events:
            raise spot.fault(f"seat {seat} chooses while others do, and a spectator is told: {events[0]}")
    return encode(state.dump()), events
