"""Observations that programs learn from, and bots that play."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial

from pandarium.bots import levels, make
from pandarium.core.bot import Bot, ask, ask_advice
from pandarium.core.game import Game
from pandarium.core.rng import Rng
from pandarium.testing.compare import encode
from pandarium.testing.harness import Harness, Spot, check


@check
def observations_have_their_length(harness: Harness) -> str:
    """observe() gives bytes of exactly game.observation.length for every seat; split() cuts all of them, by name."""
    layout = harness.game.observation
    names = [piece.name for piece in layout.pieces]
    if len(set(names)) != len(names) or layout.length < 1:
        raise harness.fault(
            f"the pieces of game.observation are {names}: they need names of their own, and some length"
        )
    seen = 0
    for spot in harness.spots(count=harness.budget.spots * 2):
        for seat in range(spot.table.seats):
            data = spot.state.observe(seat)
            if type(data) is not bytes or len(data) != layout.length:
                size = len(data) if isinstance(data, bytes) else type(data).__name__
                raise spot.fault(f"observe({seat}) has {size}, but game.observation.length is {layout.length}")
            if b"".join(layout.split(data).values()) != data:
                raise spot.fault(f"split() does not cover what observe({seat}) gives")
            if spot.state.observe(seat) != data:
                raise spot.fault(f"observe({seat}) asked twice gives two answers")
            seen += 1
    return f"{seen} observations of {layout.length} bytes"


@check
def bots_play_fair(harness: Harness) -> str:
    """Every level chooses legal moves, the same ones in positions that its seat cannot tell apart."""
    makers = bot_makers(harness.game)
    spots = [spot for spot in harness.spots(count=3) if spot.state.actors()]
    asked = 0
    for level, build in makers.items():
        stop = time.monotonic() + harness.budget.seconds / len(makers)
        for spot in spots:
            harness.here = spot
            _ask_about_twins(spot, level, build())
            asked += 1
            if time.monotonic() > stop:
                break
    return f"{', '.join(makers) or 'no bots'}: asked {asked} times"


def bot_makers(game: Game) -> Mapping[str, Callable[[], Bot]]:
    """How to build every level that this game can be played with."""
    return {level: partial(make, game, level) for level in levels(game)}


def _ask_about_twins(spot: Spot, level: str, bot: Bot) -> None:
    state = spot.state
    seat = state.actors()[-1]
    legal = state.legal(seat)
    before = encode(state.dump())
    move = ask(bot, state, seat, Rng(21))
    if move not in legal:
        raise spot.fault(f"bot {level!r} wants to play {move} for seat {seat}, which is not legal")
    twin = state.resample(seat, Rng(22))
    if (other := ask(bot, twin, seat, Rng(21))) != move:
        what = f"bot {level!r} plays {other} instead of {move} in a position that seat {seat} cannot tell from this one"
        raise spot.fault(what)
    advice = ask_advice(bot, state, seat, Rng(21))
    if not advice or any(line.move not in legal or not str(line.message) for line in advice):
        raise spot.fault(f"bot {level!r} gives no advice for seat {seat}, or advises illegal moves")
    if encode(state.dump()) != before:
        raise spot.fault(f"asking bot {level!r} changes the position")
