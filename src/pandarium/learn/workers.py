"""A batch spread over worker processes, which write what they have to tell into memory that all share.

    with WorkerBatch("pandante", 8192, seats=2, workers=2) as batch:
        while learning:
            batch.step(actions)  # then look at batch.obs, batch.mask, batch.turns, batch.done, batch.scores

Row r plays the same games whatever the number of workers, and whether there are workers at all (see `Batch`).
Worth it from a few thousand games on; with few games a single `Batch` is faster.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import weakref
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, NamedTuple

from pandarium import mount
from pandarium.core.batch import Batch
from pandarium.core.errors import PandariumError
from pandarium.core.meta import OptionValue
from pandarium.core.state import Setup
from pandarium.games import __path__ as game_folders
from pandarium.learn.actions import checked_setup
from pandarium.learn.buffers import byte_array, int_array
from pandarium.learn.extras import missing
from pandarium.sim.workers import end_with_parent, main_hidden, sigint_blocked

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("learn", error) from None

STEP: Final = b"s"
READY: Final = b"r"
ALIGNED: Final = 64
"""Bytes: every array begins at a multiple of this."""


class Plan(NamedTuple):
    """What the workers play, and which rows."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    content: Any
    seed: int
    numbered: bool
    rows: int
    """All rows, of all workers."""


class _Shared:
    """The arrays that parent and workers share."""

    def __init__(self, setup: Setup, plan: Plan, memory: Any = None) -> None:
        rows, seats = plan.rows, int(setup.seats)
        shapes: dict[str, tuple[tuple[int, ...], type[Any]]] = {
            "actions": ((rows,), np.int64),
            "turns": ((rows,), np.int64),
            "counts": ((rows,), np.int64),
            "scores": ((rows, seats), np.int64),
            "wins": ((rows, seats), np.uint8),
            "done": ((rows,), np.uint8),
            "obs": ((rows, int(setup.game.observation.length)), np.uint8),
            "last_obs": ((rows, int(setup.game.observation.length)), np.uint8),
            "mask": ((rows, int(setup.actions) if plan.numbered else 0), np.uint8),
        }
        places: dict[str, int] = {}
        size = 0
        for name, (shape, kind) in shapes.items():
            places[name] = size
            size += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // ALIGNED) * ALIGNED
        self.memory = _allocate(size) if memory is None else memory
        self.arrays: dict[str, NDArray[Any]] = {
            name: np.ndarray(shape, kind, self.memory, places[name]) for name, (shape, kind) in shapes.items()
        }


def _allocate(size: int) -> Any:
    """Memory that processes started from here share; it is gone when the last of them is."""
    return get_context("spawn").RawArray(ctypes.c_ubyte, size)


class WorkerBatch:
    """Games side by side, in several processes. Its arrays are overwritten by the next step: copy what is to stay."""

    def __init__(
        self,
        game: str,
        games: int,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
        *,
        seed: int = 0,
        workers: int = 2,
        numbered: bool = True,
    ) -> None:
        """An action is the number of a move where the game numbers them, else its place in the list of legal ones.

        `numbered=False`: it is the place in any case, and there is no mask.
        """
        if not 1 <= workers <= games:
            raise PandariumError(f"workers: 1 to {games}, a row at least for each, not {workers}")
        self.setup = checked_setup(game, seats, options, content)
        numbered = numbered and bool(self.setup.actions > 0)
        plan = Plan(game, int(self.setup.seats), dict(options or {}), content, seed, numbered, games)
        self.games = games
        self._shared = _Shared(self.setup, plan)
        arrays = self._shared.arrays
        self.numbered = numbered
        self.obs = arrays["obs"]
        """[games, observation.length]: what the seat that is asked knows."""
        self.turns = arrays["turns"]
        """[games]: the seat that is asked."""
        self.counts = arrays["counts"]
        """[games]: how many moves are legal."""
        self.mask = arrays["mask"]
        """[games, actions]: 1 for every legal action; where moves have no numbers it is empty."""
        self.done = arrays["done"]
        """[games]: 1 where a game ended in this step,"""
        self.scores = arrays["scores"]
        """[games, seats]: with these scores,"""
        self.wins = arrays["wins"]
        """[games, seats]: and these winners;"""
        self.last_obs = arrays["last_obs"]
        """[games, observation.length]: where `done`, its last position, as who moved last knows it."""
        self._team = _start(plan, self._shared.memory, workers)
        self._end = weakref.finalize(self, _end, self._team)
        self._await()

    def step(self, actions: Any) -> None:
        """Play in every game; an action that is not legal is refused before anything is played."""
        wanted = np.asarray(actions, np.int64)
        self._check(wanted)
        self._shared.arrays["actions"][:] = wanted
        for _, line in self._team:
            try:
                line.send_bytes(STEP)
            except OSError:
                raise self._broken() from None
        self._await()

    def close(self) -> None:
        """End the workers."""
        self._end()

    def __enter__(self) -> WorkerBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check(self, wanted: NDArray[np.int64]) -> None:
        if not self._end.alive:
            raise PandariumError("the workers have ended: make a new WorkerBatch")
        if wanted.shape != (self.games,):
            raise PandariumError(f"actions: there are {self.games} games, and the actions have shape {wanted.shape}")
        limit = self.mask.shape[1] if self.numbered else self.counts
        legal = (wanted >= 0) & (wanted < limit)
        if self.numbered:
            legal[legal] = self.mask[np.flatnonzero(legal), wanted[legal]] == 1
        if not legal.all():
            which = int(np.flatnonzero(~legal)[0])
            raise PandariumError(f"actions[{which}]: {wanted[which]} is not legal in game {which}")

    def _await(self) -> None:
        """Until every worker has written what it has to tell."""
        waiting = {line for _, line in self._team}
        while waiting:
            for line in wait(list(waiting)):
                assert isinstance(line, Connection)
                try:
                    told = line.recv_bytes()
                except (EOFError, OSError):
                    raise self._broken() from None
                if told != READY:
                    self.close()
                    raise PandariumError(told.decode())
                waiting.discard(line)

    def _broken(self) -> PandariumError:
        self.close()
        return PandariumError("a worker process was ended from outside (out of memory?); try fewer workers")


_Team = list[tuple[BaseProcess, "Connection[bytes, bytes]"]]


def _start(plan: Plan, memory: Any, workers: int) -> _Team:
    spawn = get_context("spawn")
    team: _Team = []
    with sigint_blocked(), main_hidden():
        for number in range(workers):
            first, end = (plan.rows * place // workers for place in (number, number + 1))
            ours, theirs = spawn.Pipe()
            worker = spawn.Process(
                target=_work, args=(plan, memory, first, end, theirs, tuple(game_folders)), daemon=True
            )
            worker.start()
            theirs.close()
            team.append((worker, ours))
    return team


def _end(team: _Team) -> None:
    """A worker ends when its line is closed."""
    for _, line in team:
        line.close()
    for worker, _ in team:
        worker.join()


def _work(plan: Plan, memory: Any, first: int, end: int, line: Any, folders: tuple[str, ...]) -> None:
    """In a worker process: play rows from `first` to `end` as told, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        mount(*folders)
        setup = checked_setup(plan.game, plan.seats, plan.options, plan.content)
        mine = {name: array[first:end] for name, array in _Shared(setup, plan, memory).arrays.items()}
        batch = Batch(setup, end - first, plan.seed, numbered=plan.numbered, first_row=first, rows=plan.rows)
        while True:
            _write(batch, mine)
            line.send_bytes(READY)
            line.recv_bytes()
            actions = mine["actions"]
            batch.step(int_array(batch.choices(actions)) if plan.numbered else actions)
    except (EOFError, OSError):
        pass  # nobody listens any more
    except PandariumError as error:
        line.send_bytes(str(error).encode())


def _write(batch: Batch, mine: dict[str, NDArray[Any]]) -> None:
    """The one copy: from the engine's buffers into the memory that all share."""
    rows = int(batch.games)
    mine["obs"][:] = byte_array(batch.obs).reshape(rows, -1)
    mine["turns"][:] = int_array(batch.turns)
    mine["counts"][:] = np.diff(int_array(batch.starts))
    mine["done"][:] = byte_array(batch.done)
    if mine["mask"].size:
        mine["mask"][:] = byte_array(batch.mask).reshape(rows, -1)
    ended = int_array(batch.ended)
    mine["scores"][:] = int_array(batch.scores).reshape(rows, -1)
    mine["wins"][:] = byte_array(batch.wins).reshape(rows, -1)
    if len(ended):
        mine["last_obs"][ended] = byte_array(batch.last_obs()).reshape(len(ended), -1)
