"""Nobody learns what they may not know.

Two positions that differ only in what a viewer cannot know are twins for that viewer. Whatever reaches the viewer has
to be byte for byte the same for both: the view, the events, the legal moves, the refusals. Twins come from two sides:
from the game's own `resample`, and, in case that is wrong itself, from many deals among which some look alike.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from pandarium.core.errors import IllegalMove
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import but_for_the_generator, difference, encode
from pandarium.testing.harness import Harness, Spot, check
from pandarium.testing.legality import some, wild_moves


def who(viewer: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def known(state: State, viewer: int | None, wild: list[int]) -> dict[str, Any]:
    """Everything about a position that can reach this viewer, or a bot in its seat."""
    facts: dict[str, Any] = {
        "the view": encode(state.view(viewer)),
        "actors()": state.actors(),
        "outcome()": state.outcome(),
        "timer()": (state.timer(), state.counting()),
    }
    if viewer is not None:
        legal = state.legal(viewer)
        facts["legal()"] = legal
        facts["observe()"] = state.observe(viewer)
        if legal:
            facts["timeout()"] = state.timeout(viewer)
        for move in wild:
            if move not in legal:
                facts[f"the refusal of {move}"] = refusal(state, viewer, move)
    facts["resample()"] = encode(state.resample(viewer, Rng(11)).dump())
    return facts


def refusal(state: State, seat: int, move: int) -> str:
    """The refusal that a player gets who tries that."""
    try:
        state.clone().play(seat, move)
    except IllegalMove as error:
        return f"{error.rule} {error.reason} {error}"
    return "accepted"


def expect_the_same(spot: Spot, one: State, other: State, viewer: int | None, wild: list[int], source: str) -> None:
    """Two twins of this viewer must not differ in anything that reaches it."""
    here, there = known(one, viewer, wild), known(other, viewer, wild)
    for fact, value in here.items():
        if value != there.get(fact):
            raise spot.fault(
                f"{fact} tells {who(viewer)} two positions apart that it cannot know apart ({source}): "
                f"{difference(value, there.get(fact))}"
            )


def probes(harness: Harness, spot: Spot, *others: State) -> list[int]:
    """Numbers to try as moves: above all what is legal for anybody, here or in the twins."""
    legal: dict[int, None] = {}
    for state in (spot.state, *others):
        for seat in range(min(4, spot.table.seats)):
            legal |= dict.fromkeys(state.legal(seat))
    rng = harness.rng(spot.seed, 9)
    return wild_moves(some(list(legal), 16, rng), harness.budget.wild // 2, rng)


@check
def resampled_twins_look_alike(harness: Harness) -> str:
    """What resample() gives is the same to its viewer in every way, and was not built from the real generator."""
    pairs = hidden = 0
    for spot in harness.spots():
        before = encode(spot.state.dump())
        for viewer in spot.viewers():
            for number in range(harness.budget.twins):
                twin = spot.state.resample(viewer, Rng(number))
                if encode(twin.dump()) != encode(spot.state.resample(viewer, Rng(number)).dump()):
                    raise spot.fault(f"resample({viewer}) with the same generator gives two positions")
                if twin.rng.words() == spot.state.rng.words():
                    raise spot.fault(f"resample({viewer}) keeps the real generator: who has it knows what will come")
                expect_the_same(spot, spot.state, twin, viewer, probes(harness, spot, twin), "drawn by resample")
                pairs += 1
                hidden += but_for_the_generator(twin) != but_for_the_generator(spot.state)
        if encode(spot.state.dump()) != before:
            raise spot.fault("resample() or view() changes the position")
    return f"{pairs} pairs compared, {hidden} of them with something hidden"


class Played(NamedTuple):
    """A move with the position and the raw events after it."""

    seat: int
    move: int
    after: State
    events: list[Any]


def _play(state: State, seat: int, move: int) -> Played:
    events: list[Any] = []
    after = state.clone()
    after.play(seat, move, events)
    return Played(seat, move, after, events)


@check
def quiet_moves_reveal_nothing(harness: Harness) -> str:
    """A move that leaves `sealed` as it is uses no chance, and tells nobody more than the game says they know."""
    quiet = pairs = 0
    for spot in harness.spots():
        for seat in spot.state.actors()[:2]:
            moves = some(spot.state.legal(seat), 4, harness.rng(spot.seed, seat))
            played = [_play(spot.state, seat, move) for move in moves]
            played = [one for one in played if one.after.sealed == spot.state.sealed]
            quiet += len(played)
            for one in played:
                if one.after.rng.words() != spot.state.rng.words():
                    raise spot.fault(f"{_quoted(spot, one)} uses chance, but leaves `sealed` as it was")
            for viewer in spot.viewers():
                pairs += sum(_compare_in_twins(harness, spot, one, viewer) for one in played)
                if viewer != seat:
                    pairs += sum(_compare_choices(spot, *both, viewer) for both in pairwise(played))
    return f"{quiet} quiet moves, {pairs} pairs compared"


def _quoted(spot: Spot, played: Played) -> str:
    return f"{spot.table.game.say(played.move)!r} by seat {played.seat}"


def _compare_in_twins(harness: Harness, spot: Spot, real: Played, viewer: int | None) -> int:
    """The same move in positions that the viewer cannot tell apart."""
    pairs = 0
    for number in range(harness.budget.twins):
        twin = spot.state.resample(viewer, Rng(number))
        if real.move not in twin.legal(real.seat):
            continue
        other = _play(twin, real.seat, real.move)
        pairs += 1
        if other.after.sealed != twin.sealed:
            raise spot.fault(f"{_quoted(spot, real)} changes `sealed` or not, by what {who(viewer)} cannot know")
        here, there = redacted_bytes(spot, real.events, viewer), redacted_bytes(spot, other.events, viewer)
        if here != there:
            what = f"{_quoted(spot, real)} leaves `sealed` as it was, but its events tell {who(viewer)} something"
            raise spot.fault(f"{what}: {difference(here, there)}")
        here, there = encode(real.after.view(viewer)), encode(other.after.view(viewer))
        if here != there:
            what = f"{_quoted(spot, real)} leaves `sealed` as it was, but shows {who(viewer)} something"
            raise spot.fault(f"{what}: {difference(here, there)}")
    return pairs


def _compare_choices(spot: Spot, one: Played, other: Played, viewer: int | None) -> bool:
    """Two moves after which the game says that the viewer cannot tell which it was: a secret choice."""
    for number in range(3):
        twins = (played.after.resample(viewer, Rng(number)).dump() for played in (one, other))
        if encode(next(twins)) != encode(next(twins)):
            return False
    here, there = redacted_bytes(spot, one.events, viewer), redacted_bytes(spot, other.events, viewer)
    if here != there:
        what = f"{who(viewer)} is not to know {_quoted(spot, one)} from {_quoted(spot, other)}, but hears it"
        raise spot.fault(f"{what}: {difference(here, there)}")
    return True


def redacted_bytes(spot: Spot, events: list[Any], viewer: int | None) -> bytes:
    """Events as this viewer receives them."""
    received = [spot.table.game.redact(event, viewer) for event in events]
    return encode([event for event in received if event is not None])
