"""What a worker of a Ray cluster does. `ray_pool.py` sends it."""

from __future__ import annotations

import pickle
from typing import Any, NamedTuple

from pandarium import mount
from pandarium.bots.net import carry
from pandarium.sim.chunks import Chunk, GamePlayer
from pandarium.sim.same_build import Build, difference, this_build


class Job(NamedTuple):
    """What a worker needs for a run, once."""

    build: Build
    """What plays where the run was started."""
    folders: tuple[str, ...]
    """Where games are mounted there: on a file system that machines share they are found here, too."""
    packed: bytes
    """The player's class and its plan, pickled."""
    networks: dict[str, bytes]
    """The files of the bots `net:FILE`, by name: they need not lie on this machine."""


_run = ""
_player: GamePlayer | None = None


def play_chunk(run: str, packed: bytes, chunk: Chunk) -> Any:
    """Play a chunk of that run, or say what is different on this machine."""
    global _run, _player  # a worker plays one run at a time
    if _player is None or _run != run:
        job = Job(*pickle.loads(packed))
        mount(*job.folders)
        if (words := difference(this_build(job.build.game), job.build)) is not None:
            return words
        carry(job.networks)
        make, plan = pickle.loads(job.packed)
        _run, _player = run, make(plan)
    return _player.play(*chunk)
