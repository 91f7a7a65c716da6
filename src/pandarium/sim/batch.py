"""Batches of games, on all cores. Game number i is the same whoever plays it, in whatever order."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, NamedTuple

from pandarium import __version__, mount
from pandarium.bots import make
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Bot, ask
from pandarium.core.content import read_pack
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game, check_seed, show_option
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.games import __path__ as game_folders
from pandarium.sim.report import WIN, Report, Tally, make_row

CHUNK_SECONDS = 0.25
"""About so long should a worker play before it reports."""
FEW_GAMES = 4
"""Not worth a second process."""


class Batch(NamedTuple):
    """What every worker needs to know."""

    game: str
    bots: tuple[str, ...]
    """Levels by place at the table, before it is turned."""
    options: dict[str, OptionValue]
    content: dict[str, Any] | None
    seed: int
    folders: tuple[str, ...]
    """Where games are found, mounted ones too."""


class Stopped(Exception):
    """The batch is over; nobody waits for this game."""


class Chunk(NamedTuple):
    """Games that were played."""

    games: int
    moves: int
    seconds: float
    tallies: dict[str, Tally]


def simulate(
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    workers: int | None = None,
    content: Mapping[str, Any] | str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Let bots play; `progress` hears how many games are done. Ctrl-C gives the report of what was played so far.

    Fewer bots than seats are repeated around the table, and the table is turned by one seat from game to game, so that
    every bot sits in every seat equally often.
    """
    found = find_game(game)
    if games < 1:
        raise PandariumError(f"simulate at least 1 game, not {games}")
    if workers is not None and workers < 1:
        raise PandariumError(f"at least 1 worker, not {workers}")
    if not bots:
        raise PandariumError("name at least one bot")
    at_table = max(len(bots), found.meta.seats[0]) if seats is None else seats
    if len(bots) > at_table:
        raise PandariumError(f"{len(bots)} bots do not fit at a table for {at_table}")
    pack = read_pack(Path(content)) if isinstance(content, str | Path) else dict(content) if content else None
    around = tuple(bots[place % len(bots)] for place in range(at_table))
    batch = Batch(game, around, dict(options or {}), pack, check_seed(seed), tuple(game_folders))
    player = Player(batch)  # says at once what is wrong with seats, options, content or levels
    begin = time.perf_counter()
    done, interrupted = _play_all(player, games, workers or os.cpu_count() or 1, progress)
    return Report(
        game=game,
        title=found.meta.title,
        rules=found.meta.rules,
        version=__version__,
        compiled=is_compiled(),
        seats=at_table,
        options=player.setup.options,
        seed=seed,
        asked=games,
        games=done.games,
        interrupted=interrupted,
        moves=done.moves,
        seconds=time.perf_counter() - begin,
        command=_command(found, batch, bots, games),
        rows=[
            make_row(bot, done.tallies[bot], done.games, at_table, found.meta.cooperative)
            for bot in dict.fromkeys(bots)
        ],
    )


class Player:
    """Plays games of a batch by their numbers."""

    def __init__(self, batch: Batch, stop: Any = None) -> None:
        self.batch = batch
        self.stop = stop
        """A flag shared with the process that gives the orders; None: there is no other."""
        game: Game = find_game(batch.game)
        self.setup: Setup = game.setup(len(batch.bots), batch.options, batch.content)
        self.bots: dict[str, Bot] = {level: make(game, level) for level in batch.bots}
        self.cooperative = game.meta.cooperative

    def play(self, first: int, last: int) -> Chunk:
        """Games first to last - 1."""
        begin = time.perf_counter()
        tallies = {level: Tally(scores={}) for level in self.bots}
        moves = sum(self._play_one(number, tallies) for number in range(first, last))
        return Chunk(last - first, moves, time.perf_counter() - begin, tallies)

    def _play_one(self, number: int, tallies: dict[str, Tally]) -> int:
        chance = Rng(self.batch.seed)
        chance.salt(number + 1)
        state = self.setup.start(chance.bits())
        levels = self.batch.bots
        seats = len(levels)
        seated = [levels[(seat + number) % seats] for seat in range(seats)]
        moves = 0
        while actors := state.actors():
            seat = actors[0] if len(actors) == 1 else actors[chance.below(len(actors))]
            state.play(seat, ask(self.bots[seated[seat]], state, seat, chance))
            moves += 1
            if self.stop is not None and self.stop.value:
                raise Stopped
        outcome = state.outcome()
        assert outcome is not None, "a game without actors is over"
        for seat, level in enumerate(seated):
            tally = tallies[level]
            score = outcome.scores[seat]
            tally.seats += 1
            tally.total += score
            tally.squares += score * score
            tally.scores[score] = tally.scores.get(score, 0) + 1
            if seat in outcome.winners:
                tally.win_parts += WIN // (seated.count(level) if self.cooperative else len(outcome.winners))
        return moves


def _play_all(player: Player, games: int, workers: int, progress: Callable[[int], None] | None) -> tuple[Chunk, bool]:
    """All games, or those before Ctrl-C."""
    done = Chunk(0, 0, 0.0, {level: Tally(scores={}) for level in player.bots})
    chunks = _alone(player, games) if workers == 1 or games <= FEW_GAMES else _together(player.batch, games, workers)
    try:
        for chunk in chunks:
            for level, tally in chunk.tallies.items():
                done.tallies[level].add(tally)
            done = done._replace(games=done.games + chunk.games, moves=done.moves + chunk.moves)
            if progress is not None:
                progress(done.games)
    except KeyboardInterrupt:
        return done, True
    finally:
        chunks.close()
    return done, False


def _alone(player: Player, games: int) -> Generator[Chunk, None, None]:
    """Everything in this process."""
    first = 0
    size = 1
    while first < games:
        chunk = player.play(first, min(games, first + size))
        first += chunk.games
        size = _next_size(chunk)
        yield chunk


def _together(batch: Batch, games: int, workers: int) -> Generator[Chunk, None, None]:
    """Chunks to worker processes, a few ahead of each."""
    spawn = get_context("spawn")
    stop = spawn.RawValue("b", 0)
    pool = ProcessPoolExecutor(workers, spawn, initializer=_begin_work, initargs=(batch, stop))
    waiting: set[Future[Chunk]] = set()
    first, size = 0, 1
    try:
        while first < games or waiting:
            while first < games and len(waiting) < 2 * workers:
                last = min(games, first + size)
                with _interrupts_held(), _main_hidden():  # for the processes that this may start
                    waiting.add(pool.submit(_work, first, last))
                first = last
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                chunk = future.result()
                size = _next_size(chunk)
                yield chunk
    except BrokenProcessPool:
        raise PandariumError("a worker process was ended from outside (out of memory?); try fewer workers") from None
    finally:
        stop.value = 1
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _interrupts_held() -> Generator[None, None, None]:
    """Ctrl-C waits until the end of this; processes started meanwhile never hear of it: it is the parent's business."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows workers turn deaf a moment later, in `_begin_work`
        yield
        return
    former = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, former)


@contextmanager
def _main_hidden() -> Generator[None, None, None]:
    """Workers need this module only: a script that simulates need not be importable without side effects."""
    main = sys.modules["__main__"]
    shown: dict[str, Any] = {name: main.__dict__[name] for name in ("__file__", "__spec__") if name in main.__dict__}
    main.__dict__.pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        main.__dict__.update(shown)


def _next_size(chunk: Chunk) -> int:
    return max(1, min(100_000, int(chunk.games * CHUNK_SECONDS / max(chunk.seconds, 1e-6))))


_player: Player | None = None


def _begin_work(batch: Batch, stop: Any) -> None:
    """In a worker process."""
    global _player  # noqa: PLW0603, one batch per worker process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    mount(*batch.folders)
    _player = Player(batch, stop)


def _end_with_parent() -> None:
    """A worker whose parent was killed would play on for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(first: int, last: int) -> Chunk:
    assert _player is not None, "the pool's initializer ran"
    return _player.play(first, last)


def _command(game: Game, batch: Batch, bots: Sequence[str], games: int) -> str:
    """The command line that gives the same numbers."""
    words = [f"pandarium simulate {batch.game} --games {games} --bots {','.join(bots)} --seats {len(batch.bots)}"]
    words.append(f"--seed {batch.seed}")
    defaults = {option.name: option.default for option in game.meta.options}
    for name, value in batch.options.items():
        if value != defaults.get(name):
            words.append(f"--option {name}={show_option(value)}")
    if batch.content is not None:
        words.append("--content DIR")
    return " ".join(words)
