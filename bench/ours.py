"""Pandarium's own loops: random play driven from Python, random play inside the engine, search, copies, bots."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import TypeVar

from measure import Job

import pandarium
from pandarium.core.bot import Bot, ask
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State

T = TypeVar("T")

ROYALE_SEATS = (2, 4, 10)
MODES = {
    "stepped": "from Python",
    "observed": "from Python, with observation",
    "inside": "inside the engine",
}

_DRAWN = random.Random(1)
NUMBERS = [_DRAWN.getrandbits(30) for _ in range(100_003)]
"""Drawn beforehand, so that choosing a random move costs every library the same."""


def numbers(amount: int) -> Iterator[int]:
    """So many of the drawn numbers."""
    return islice(cycle(NUMBERS), amount)


def step(setup: Setup, moves: int) -> int:
    """Random games from Python: who may act, what is legal, play."""
    start = setup.start
    seed = 0
    state = start(seed)
    for number in numbers(moves):
        actors = state.actors()
        if not actors:
            seed += 1
            state = start(seed)
            actors = state.actors()
        seat = actors[0]
        legal = state.legal(seat)
        state.play(seat, legal[number % len(legal)])
    return moves


def step_and_observe(setup: Setup, moves: int) -> int:
    """The same, with an observation for the player before each move."""
    start = setup.start
    seed = 0
    state = start(seed)
    for number in numbers(moves):
        actors = state.actors()
        if not actors:
            seed += 1
            state = start(seed)
            actors = state.actors()
        seat = actors[0]
        legal = state.legal(seat)
        state.observe(seat)
        state.play(seat, legal[number % len(legal)])
    return moves


def play_inside(setup: Setup, moves: int) -> int:
    """Random games inside the engine, one call from Python each."""
    rng = Rng(1)
    played = 0
    seed = 0
    while played < moves:
        played += setup.start(seed).playout(rng)
        seed += 1
    return played


def clone(state: State, times: int) -> int:
    """Copies of one state."""
    for _ in range(times):
        state.clone()
    return times


def search(state: State, times: int) -> int:
    """What a determinised search does: a state the player cannot tell from this one, and random moves to its end."""
    rng = Rng(1)
    seat = state.actors()[0]
    for _ in range(times):
        state.resample(seat, rng).playout(rng)
    return times


def decide(bot: Bot, states: list[State], times: int) -> int:
    """Decisions of a bot, in one position after the other."""
    rng = Rng(1)
    for state in islice(cycle(states), times):
        ask(bot, state, state.actors()[0], rng)
    return times


def positions(setup: Setup, amount: int) -> list[State]:
    """A position from each of so many random games, with a decision to make in it."""
    rng = Rng(1)
    found: list[State] = []
    for seed in range(amount):
        state = setup.start(seed)
        game: list[State] = []
        while state.actors():
            game.append(state.clone())
            seat = state.actors()[0]
            legal = state.legal(seat)
            state.play(seat, legal[rng.below(len(legal))])
        found.append(game[rng.below(len(game))])
    return found


def leduc_jobs() -> list[Job]:
    """Leduc hold'em, the game that the others have, too."""
    setup = pandarium.game("leduc").setup(seats=2)
    loops = [("stepped", step), ("observed", step_and_observe), ("inside", play_inside)]
    return [
        Job(f"leduc {name}", "leduc", f"Pandarium, {MODES[name]}", "moves/s", on(loop, setup)) for name, loop in loops
    ]


def royale_jobs() -> list[Job]:
    """Panda Royale at several table sizes."""
    jobs: list[Job] = []
    loops = [("stepped", step), ("observed", step_and_observe), ("inside", play_inside)]
    for seats in ROYALE_SEATS:
        setup = pandarium.game("royale").setup(seats=seats)
        table = f"{seats} players"
        for name, loop in loops:
            jobs.append(Job(f"royale {seats} {name}", "royale", f"{table}, {MODES[name]}", "moves/s", on(loop, setup)))
        first = setup.start(1)
        jobs.append(Job(f"royale {seats} search", "royale", f"{table}, search", "playouts/s", on(search, first)))
        middle = positions(setup, 1)[0]
        jobs.append(Job(f"royale {seats} clone", "royale", f"{table}, clone", "clones/s", on(clone, middle)))
    return jobs


def bot_jobs() -> list[Job]:
    """Every level of Panda Royale's bots at a table of four."""
    from pandarium.bots import levels, make

    game = pandarium.game("royale")
    states = positions(game.setup(seats=4), 50)

    def job(level: str) -> Job:
        bot = make(game, level)
        return Job(
            f"bot {level}", "bots", f"{level}, 4 players", "decisions/s", lambda times: decide(bot, states, times)
        )

    return [job(level) for level in levels(game)]


def on(loop: Callable[[T, int], int], subject: T) -> Callable[[int], int]:
    """A loop, tied to what it works on."""
    return lambda amount: loop(subject, amount)
