"""The generator's words, the seed, the secret and the salts never leave the state."""

from __future__ import annotations

from typing import Any

from pandarium.core import fair
from pandarium.core.match import Match
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check
from pandarium.testing.records import begin
from pandarium.testing.secrecy import redacted_bytes, who

MOVES = 20


@check
def generator_stays_hidden(harness: Harness) -> str:
    """No view, event or observation holds the generator's words, the seed or the secret, or depends on them."""
    searched = 0
    for table in harness.tables:
        for secret in (False, True):
            seed = harness.seeds(1)[0]
            match = begin(table, seed, secret=secret)
            rng = harness.rng(seed, 5)
            events = match.opening
            for _ in range(MOVES):
                moves = tuple((played.seat, played.move) for played in match.move_stack)
                spot = harness.here = Spot(table, seed, moves, match.state)
                for viewer in spot.viewers():
                    _search(spot, viewer, events, secrets_of(match))
                    _expect_nothing_from(spot, viewer, Rng(searched))
                    searched += 1
                if not match.state.actors():
                    break
                seat = match.state.actors()[0]
                legal = match.state.legal(seat)
                events = match.play(seat, legal[rng.below(len(legal))])
    return f"{searched} views searched"


def secrets_of(match: Match) -> dict[str, int]:
    """Numbers that nobody may see while the game goes on."""
    record = match.record
    found = {"a word of the generator": match.state.rng.words()[0], "the other word of it": match.state.rng.words()[1]}
    if record.seed is not None:
        found["the seed"] = record.seed
    if record.secret is not None:
        secret = bytes.fromhex(record.secret)
        found["the secret"] = int.from_bytes(secret, "big")
        found["the seed"] = fair.seed_from(secret)
        found["a salt"] = record.salt(max(0, len(record.moves) - 1))
    return found


def _search(spot: Spot, viewer: int | None, events: list[Any], secrets: dict[str, int]) -> None:
    seen = {"an event": redacted_bytes(spot, events, viewer), "the view": encode(spot.state.view(viewer))}
    if viewer is not None:
        seen["observe()"] = spot.state.observe(viewer)
    for name, secret in secrets.items():
        raw = secret.to_bytes(32, "big").lstrip(b"\0")
        for needle in (str(secret).encode(), f"{secret:x}".encode(), f"{secret:X}".encode(), raw, raw[::-1]):
            for place, data in seen.items():
                if len(needle) >= 6 and needle in data:
                    raise spot.fault(f"{place} shows {who(viewer)} {name}")


def _expect_nothing_from(spot: Spot, viewer: int | None, rng: Rng) -> None:
    """With other words in the generator, everything looks the same."""
    other: State = spot.state.clone()
    other.rng = rng
    if (here := encode(spot.state.view(viewer))) != (there := encode(other.view(viewer))):
        raise spot.fault(f"the view of {who(viewer)} depends on the generator: {difference(here, there)}")
    if viewer is None:
        return
    if spot.state.legal(viewer) != other.legal(viewer):
        raise spot.fault(f"the legal moves of {who(viewer)} depend on the generator")
    if spot.state.observe(viewer) != other.observe(viewer):
        raise spot.fault(f"observe({viewer}) depends on the generator")
    if viewer in spot.state.actors() and spot.state.timeout(viewer) != other.timeout(viewer):
        raise spot.fault(f"timeout({viewer}) depends on the generator")
