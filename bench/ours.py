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
PANDANTE_CARDS = 61
"""Sixty, and the Joker."""
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
    return [job for seats in ROYALE_SEATS for job in table_jobs("royale", seats)]


def table_jobs(name: str, seats: int) -> list[Job]:
    """Random play, search and copies of one game at one table."""
    setup = pandarium.game(name).setup(seats=seats)
    table = f"{seats} players"
    loops = [("stepped", step), ("observed", step_and_observe), ("inside", play_inside)]
    jobs = [
        Job(f"{name} {seats} {how}", name, f"{table}, {MODES[how]}", "moves/s", on(loop, setup)) for how, loop in loops
    ]
    first = setup.start(1)
    jobs.append(Job(f"{name} {seats} search", name, f"{table}, search", "playouts/s", on(search, first)))
    middle = positions(setup, 1)[0]
    jobs.append(Job(f"{name} {seats} clone", name, f"{table}, clone", "clones/s", on(clone, middle)))
    return jobs


def wildstyle_jobs() -> list[Job]:
    """Wildstyle for four, and its final scoring: all objectives of all players."""
    setup = pandarium.game("wildstyle").setup(seats=4)
    ended = [setup.start(seed) for seed in range(50)]
    for state in ended:
        state.playout(Rng(1))

    def score(times: int) -> int:
        for state in islice(cycle(ended), times):
            state.outcome()
        return times

    scoring = Job("wildstyle scoring", "wildstyle", "4 players, final scoring", "scorings/s", score)
    return [*table_jobs("wildstyle", 4), scoring, Job("wildstyle trials", *place_trials(setup))]


def place_trials(setup: Setup) -> tuple[str, str, str, Callable[[int], int]]:
    """The playouts of Wildstyle's strongest bot, from the first position of a game with a tag to place."""
    from pandarium.bots import make
    from pandarium.games.wildstyle.bots.placement_trials import TagTrials
    from pandarium.games.wildstyle.engine.flow import Wildstyle

    planner, rng, state = make(setup.game, "planner"), Rng(1), setup.start(1)
    assert isinstance(state, Wildstyle)
    while len((trials := TagTrials(state, state.actors()[0], Rng(1))).candidates) < 2:
        seat = state.actors()[0]
        state.play(seat, ask(planner, state, seat, rng))

    def try_places(times: int) -> int:
        for number in range(times):
            trials.try_move(trials.candidates[number % 2].move, number)
        return times

    return "wildstyle", "4 players, playouts of the strong bot", "playouts/s", try_places


def checker_jobs() -> list[Job]:
    """Pandánte's hand checker: a call from Python for each hand of seven cards, and all hands left in one call."""
    from pandarium.games.pandante.engine.claims import CLAIMS
    from pandarium.games.pandante.engine.hand_counts import count_best
    from pandarium.games.pandante.engine.hands import best, verdict

    drawn = random.Random(1)
    deals = [drawn.sample(range(PANDANTE_CARDS), 7) for _ in range(10_000)]
    hands = [(sum(1 << card for card in deal[:2]), sum(1 << card for card in deal[2:])) for deal in deals]
    claims = [(drawn.randrange(CLAIMS), *hand) for hand in hands]
    table = hands[0][1]
    unseen = ((1 << PANDANTE_CARDS) - 1) & ~table
    pairs = unseen.bit_count() * (unseen.bit_count() - 1) // 2

    def find_best(times: int) -> int:
        for mine, shared in islice(cycle(hands), times):
            best(mine, shared)
        return times

    def judge(times: int) -> int:
        for claim, mine, shared in islice(cycle(claims), times):
            verdict(claim, 0, mine, shared)
        return times

    def find_all(times: int) -> int:
        calls = times // pairs + 1
        for _ in range(calls):
            count_best(table, unseen)
        return calls * pairs

    return [
        Job("checker best", "checker", "Pandánte, best of 7 cards, a call for each hand", "hands/s", find_best),
        Job("checker claim", "checker", "Pandánte, whether a claim is true, a call for each hand", "hands/s", judge),
        Job("checker inside", "checker", "Pandánte, best of 7 cards, all hands left in one call", "hands/s", find_all),
    ]


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
