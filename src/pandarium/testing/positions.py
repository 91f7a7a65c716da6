"""`dump` loses nothing, `load` believes nothing, and views travel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from pandarium.core.errors import BadData, PandariumError
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import but_for_the_generator, difference, encode, leaves
from pandarium.testing.harness import Harness, Spot, check

STEPS = 12

ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 255, 10**9, 2**63 - 1, 2**63, -(2**63) - 1, 2**200, 0.5, float("nan"), float("inf")),
    *("", "x", "\x00", "\ud800", "🐼" * 50, "1", [], [[]], [0] * 500, ["x"], {}, {"x": 1}, {"": {}}),
)
"""What may stand in a position in place of anything."""

NO_POSITION: tuple[Any, ...] = (
    *(None, True, 0, 1.5, [], {}, "", "{", "null", "[]", "{}", "\ud800", b"", b"\xff\xfe", b"\x00", object()),
    *("[" * 100_000, '{"a":' * 5_000, b'{"seats": 1e400}', '{"seats": ' + "9" * 5_000 + "}"),
)
"""What is no position at all."""

NO_VIEW: tuple[Any, ...] = (None, 0, "view", [], {"xyzzy": 1})


@check
def positions_survive_paper(harness: Harness) -> str:
    """load(dump()) through real JSON bytes is the same position, and goes on in the same way."""
    loaded = 0
    for spot in harness.spots():
        before = spot.state.dump()
        text = encode(before)
        for form, data in {
            "dump()": before,
            "JSON bytes": text,
            "JSON text": text.decode(),
            "JSON": json.loads(text),
        }.items():
            loaded_state = harness.game.load(deepcopy(data))
            if (after := loaded_state.dump()) != before:
                raise spot.fault(f"loaded from {form}, the position differs: {difference(before, after)}")
            loaded += 1
        if spot.state.dump() != before:
            raise spot.fault("load() or dump() changes the position that was dumped")
        _go_on_together(harness, spot, spot.state, loaded_state)
    return f"{loaded} positions loaded"


@check
def views_survive_the_wire(harness: Harness) -> str:
    """read_view() of a view that went through JSON is the view, for every viewer; what is no view raises BadData."""
    views = 0
    for spot in harness.spots():
        for viewer in spot.viewers():
            view = spot.state.view(viewer)
            back = harness.game.read_view(json.loads(encode(view)))
            if type(back) is not type(view) or back != view:
                raise spot.fault(f"a view of {viewer} comes back from JSON as another: {difference(view, back)}")
            views += 1
    for odd in NO_VIEW:
        try:
            harness.game.read_view(odd)
        except BadData:
            continue
        raise harness.fault(f"read_view({odd!r}) gives a view, not BadData")
    return f"{views} views"


def _go_on_together(harness: Harness, spot: Spot, one: State, other: State) -> None:
    """Views, moves and positions of both stay equal, move by move."""
    rng = harness.rng(spot.seed, 4)
    for _ in range(STEPS):
        for seat in range(min(2, spot.table.seats)):
            if encode(one.view(seat)) != encode(other.view(seat)):
                raise spot.fault(
                    f"seat {seat} sees the loaded position differently: {difference(one.view(seat), other.view(seat))}"
                )
            if one.observe(seat) != other.observe(seat):
                raise spot.fault(f"observe({seat}) of the loaded position differs")
        actors = one.actors()
        if actors != other.actors() or one.outcome() != other.outcome():
            raise spot.fault("actors() or outcome() of the loaded position differ")
        if not actors:
            return
        seat = actors[rng.below(len(actors))]
        moves = one.legal(seat)
        if moves != other.legal(seat):
            raise spot.fault(f"legal({seat}) of the loaded position differs")
        move = moves[rng.below(len(moves))]
        one.play(seat, move)
        other.play(seat, move)
        spot = spot.after(seat, move)
        if one.dump() != other.dump():
            raise spot.fault(f"after loading, the game goes on differently: {difference(one.dump(), other.dump())}")


@check
def twins_are_positions(harness: Harness) -> str:
    """What resample() gives can be dumped and loaded like any other position."""
    loaded = 0
    for spot in harness.spots():
        for viewer in spot.viewers():
            twin = spot.state.resample(viewer, Rng(loaded))
            try:
                again = harness.game.load(encode(twin.dump()))
            except PandariumError as error:
                raise spot.fault(f"what resample({viewer}) gives cannot be loaded: {error}") from error
            if but_for_the_generator(again) != but_for_the_generator(twin):
                raise spot.fault(f"what resample({viewer}) gives differs when loaded")
            loaded += 1
    return f"{loaded} twins loaded"


@check
def broken_positions_are_refused(harness: Harness) -> str:
    """load() of anything at all raises a PandariumError or gives a position that works; nothing else happens."""
    tried = taken = 0
    for data in NO_POSITION:
        if _load(harness, data, f"load({_short(data)})") is not None:
            raise harness.fault(f"load({_short(data)}) gives a position")
    spots = list(harness.spots(count=4))
    share = harness.budget.hostile * len(harness.tables) // len(spots)
    for number, spot in enumerate(spots):
        harness.here = spot
        every = _every_field(spot) if number == 1 else ()
        for what, data in (*every, *_some_places(harness, spot, share)):
            tried += 1
            state = _load(harness, json.dumps(data) if tried % 2 else data, what)
            if state is not None:
                taken += 1
                _use(harness, spot, state, what)
    return f"{tried} broken positions, {taken} of them playable"


def _load(harness: Harness, data: Any, what: str) -> State | None:
    try:
        return harness.game.load(data)
    except PandariumError as error:
        if "\n" in str(error):
            raise harness.fault(f"{what}: the message has more than one line: {error}") from error
        return None
    except Exception as error:
        raise harness.fault(f"{what}: {type(error).__name__}: {error}; BadData is for that") from error


def _every_field(spot: Spot) -> Iterator[tuple[str, Any]]:
    """The position with each of its fields replaced by each odd thing, and with each missing."""
    whole = json.loads(encode(spot.state.dump()))
    for field in whole:
        for value in ODD:
            yield f"[{field!r}] = {_short(value)}", {**whole, field: value}
        yield f"without [{field!r}]", {name: value for name, value in whole.items() if name != field}


def _some_places(harness: Harness, spot: Spot, most: int) -> Iterator[tuple[str, Any]]:
    """The position with one thing broken, however deep it lies."""
    whole = json.loads(encode(spot.state.dump()))
    rng = harness.rng(spot.seed, len(spot.moves))
    places = list(_places(whole))
    for _ in range(most):
        *path, key = places[rng.below(len(places))]
        data = deepcopy(whole)
        holder = data
        for step in path:
            holder = holder[step]
        yield _break(holder, key, rng) + " in " + "".join(f"[{step!r}]" for step in path), data


def _break(holder: Any, key: Any, rng: Rng) -> str:
    """Break one entry of a list or mapping in some way; the way in words."""
    how = rng.below(len(ODD) + 6)
    old = holder[key]
    if how < len(ODD):
        holder[key] = ODD[how]
        return f"{key!r} = {_short(ODD[how])}"
    if how < len(ODD) + 2:
        del holder[key]
        return f"without {key!r}"
    if isinstance(holder, list):
        holder.append(deepcopy(old))
        return f"{key!r} once more"
    if type(old) is int:
        holder[key] = old + (-1, 1, 2)[rng.below(3)]
        return f"{key!r} = {holder[key]}"
    holder["no such field"] = old
    return f"{key!r} under another name too"


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _use(harness: Harness, spot: Spot, state: State, what: str) -> None:
    """A position that was let in has to work like any other."""
    rng = harness.rng(spot.seed, 6)
    try:
        dict(leaves(harness.game.load(encode(state.dump())).dump()))
        for _ in range(STEPS):
            for viewer in (None, *range(state.setup.seats)):
                encode(state.view(viewer))
            actors = state.actors()
            if not actors:
                state.outcome()
                return
            seat = actors[rng.below(len(actors))]
            state.observe(seat)
            state.play(seat, state.timeout(seat))
            if actors := state.actors():
                moves = state.legal(actors[0])
                state.play(actors[0], moves[rng.below(len(moves))])
    except Exception as error:
        what = f"load() lets a position with {what} in, which then raises {type(error).__name__}: {error}"
        raise spot.fault(what) from error


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
