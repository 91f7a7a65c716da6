"""A long run that looks for one thing: a list of legal moves that disagrees with the verifier.

Games of all kinds, at tables of every size and with options in every combination, are played at random or by bots. At
every position each listed move is shown to `refusal`, and some moves that are not listed. A game follows from the seed
of the run and its number, so that whatever is found can be played again alone.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from typing import NamedTuple

from pandarium.bots import levels, make
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.legality import some

MOST_LISTED = 300
"""Of a longer list this many moves are tried."""
UNLISTED = 6
"""Moves outside the list that are tried for every actor."""
_BY_BOTS = 12
"""One game in this many is played by a bot that thinks a little: it comes to positions that chance does not."""
_LONGEST = 5_000
"""Moves after which a game is left."""
_CHUNK = 25
"""Games that a process plays before it reports."""


class SoakPlan(NamedTuple):
    """What is played; None: anything."""

    games: tuple[str, ...]
    seed: int = 1
    seats: int | None = None
    options: Mapping[str, OptionValue] = {}
    """Options that are the same in all games; the others are drawn."""


class SoakGame(NamedTuple):
    """One game of the run."""

    game: Game
    number: int
    seats: int
    options: dict[str, OptionValue]
    by_bot: bool
    state: State
    rng: Rng


class SoakFind(NamedTuple):
    """A position at which list and verifier disagree."""

    game: str
    games: tuple[str, ...]
    """All that the run played: which of them has which number follows from it."""
    number: int
    seats: int
    options: dict[str, OptionValue]
    moves: tuple[str, ...]
    """In notation, each after the number of its seat."""
    what: str
    position: str
    """The dump, as JSON: `game.load` takes it."""
    seed: int
    fixed: tuple[str, ...]
    """What the run was told to keep the same, as arguments."""

    def __str__(self) -> str:
        again = ["python -m pandarium.testing", *self.games, "--soak", f"--seed {self.seed}", *self.fixed]
        return "\n".join(
            [
                f"{self.game}: {self.what}",
                f"  table     {self.seats} seats, options {self.options}",
                f"  moves     {', '.join(self.moves) or 'none yet'}",
                f"  position  {self.position}",
                f"  again     {' '.join(again)} --first {self.number} --count 1",
            ]
        )


class Soaked(NamedTuple):
    """What a few games came to."""

    games: int
    positions: int
    moves: int
    """That were shown to the verifier."""
    finds: tuple[SoakFind, ...]


class Disagreement(Exception):
    """List and verifier do not agree."""


def soak(
    plan: SoakPlan,
    first: int = 0,
    count: int | None = None,
    processes: int | None = None,
    report: Callable[[Soaked], bool] = lambda _: True,
) -> None:
    """Play games of that plan, from number `first` on, without end or `count` of them, on all cores.

    `report` is called with what every few games came to; when it says False, the run ends.
    """
    chunks = _chunks(first, count)
    if processes == 0 or count == 1:
        for chunk in chunks:
            if not report(soak_games(plan, chunk)):
                return
        return
    workers = processes or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _ignore_interrupt)
    try:
        running = {pool.submit(soak_games, plan, chunk) for chunk in islice(chunks, workers * 2)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(soak_games, plan, chunk) for chunk in islice(chunks, len(done))}
            going_on = [report(future.result()) for future in done]
            if not all(going_on):
                return
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    """Whoever started the run ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(first: int, count: int | None) -> Iterator[range]:
    end = None if count is None else first + count
    while end is None or first < end:
        yield range(first, first + _CHUNK if end is None else min(first + _CHUNK, end))
        first += _CHUNK


def soak_games(plan: SoakPlan, numbers: Sequence[int], find: Callable[[str], Game] = find_game) -> Soaked:
    """Play the games of these numbers."""
    games = positions = moves = 0
    finds: list[SoakFind] = []
    for number in numbers:
        drawn = draw_game(plan, number, find)
        if drawn is None:
            continue
        games += 1
        played: list[tuple[int, int]] = []
        try:
            for tried in _play(drawn, played):
                positions += 1
                moves += tried
        except Exception as error:  # whatever a game does at such a position is worth a look
            what = str(error) if isinstance(error, Disagreement) else f"{type(error).__name__}: {error}"
            finds.append(_found(plan, drawn, played, what))
    return Soaked(games, positions, moves, tuple(finds))


def draw_game(plan: SoakPlan, number: int, find: Callable[[str], Game] = find_game) -> SoakGame | None:
    """The game of that number, begun; None where its options do not fit its seats."""
    rng = Rng(plan.seed)
    rng.salt(number + 1)
    game = find(plan.games[number % len(plan.games)])
    low, high = game.meta.seats
    seats = plan.seats or low + rng.below(high - low + 1)
    options: dict[str, OptionValue] = {}
    for option in game.meta.options:
        options[option.name] = option.choices[rng.below(len(option.choices))]
    options.update(plan.options)
    for option in game.meta.options:
        offered = all(options[name] in values for name, values in option.when.items())
        if option.name not in plan.options and not (offered and option.applies(seats)):
            options[option.name] = option.default
    by_bot = rng.below(_BY_BOTS) == 0
    try:
        state = game.setup(seats, options).start(rng.bits())
    except PandariumError:
        return None
    return SoakGame(game, number, seats, options, by_bot, state, rng)


def _play(drawn: SoakGame, played: list[tuple[int, int]]) -> Iterator[int]:
    """Play it to its end; for every position, how many moves were tried there."""
    state, rng = drawn.state, drawn.rng
    bot: Bot | None = make(drawn.game, levels(drawn.game)[:2][-1]) if drawn.by_bot else None
    before: list[int] = []
    while (actors := state.actors()) and len(played) < _LONGEST:
        listed = {seat: state.legal(seat) for seat in actors}
        yield sum(compare(state, seat, moves, before, rng) for seat, moves in listed.items())
        seat = actors[rng.below(len(actors))]
        moves = before = listed[seat]
        move = moves[rng.below(len(moves))] if bot is None else _ask(bot, state, seat, rng)
        played.append((seat, move))
        state.play(seat, move)


def _ask(bot: Bot, state: State, seat: int, rng: Rng) -> int:
    try:
        return bot.choose(state.resample(seat, rng.fork()), seat, rng)
    except Exception as error:
        raise Disagreement(
            f"a bot that looks ahead from here breaks off with {type(error).__name__}: {error}"
        ) from error


def compare(state: State, seat: int, listed: list[int], before: list[int], rng: Rng) -> int:
    """Show moves of that seat to the verifier: those listed, and some that are not; how many. Raises Disagreement."""
    if not listed:
        raise Disagreement(f"seat {seat} may act, but legal({seat}) lists nothing")
    known = set(listed)
    if len(known) != len(listed):
        raise Disagreement(f"legal({seat}) lists a move twice")
    tried = listed if len(listed) <= MOST_LISTED else some(listed, MOST_LISTED, rng)
    say = state.setup.game.say
    for move in tried:
        refusal = state.refusal(seat, move)
        if refusal is not None:
            raise Disagreement(f"legal({seat}) lists {say(move)!r} ({move}), but play refuses it: {refusal}")
    others = [move for move in [*_near(listed, rng), *some(before, 2, rng)] if move not in known]
    for move in others:
        if state.refusal(seat, move) is None and state.canon(seat, move) not in known:
            raise Disagreement(f"play takes {move} for seat {seat}, but legal({seat}) lists neither it nor its canon()")
    return len(tried) + len(others)


def _near(listed: list[int], rng: Rng) -> list[int]:
    """Moves that differ by a bit from one that is listed."""
    return [listed[rng.below(len(listed))] ^ 1 << rng.below(24) for _ in range(UNLISTED)]


def _found(plan: SoakPlan, drawn: SoakGame, played: list[tuple[int, int]], what: str) -> SoakFind:
    game = drawn.game
    fixed = [f"--seats {plan.seats}"] if plan.seats else []
    fixed += [f"--option {name}={show_option(value)}" for name, value in plan.options.items()]
    return SoakFind(
        game.meta.name,
        plan.games,
        drawn.number,
        drawn.seats,
        drawn.options,
        tuple(f"{seat}: {game.say(move)}" for seat, move in played),
        what,
        json.dumps(drawn.state.dump(), separators=(",", ":")),
        plan.seed,
        tuple(fixed),
    )


class Tally:
    """The figures of a run so far."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.games = self.positions = self.moves = 0
        self.finds: list[SoakFind] = []

    def add(self, soaked: Soaked) -> None:
        """Count what a few games came to."""
        self.games += soaked.games
        self.positions += soaked.positions
        self.moves += soaked.moves
        self.finds += soaked.finds

    def __str__(self) -> str:
        minutes = (time.monotonic() - self.began) / 60
        speed = round(self.positions / minutes) if minutes else 0
        return (
            f"{self.games:,} games, {self.positions:,} positions ({speed:,} a minute), {self.moves:,} moves tried,"
            f" {len(self.finds)} disagreements"
        )
