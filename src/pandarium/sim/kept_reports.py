"""Reports of simulations in a folder, so that a long page can be played in pieces: what is there is not played again.

A report is found by all that it depends on, the source of the program and of the game included: what another build
played is never taken for this one's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from pandarium.core.meta import OptionValue
from pandarium.core.record import write_atomically
from pandarium.sim.report import SimulationReport
from pandarium.sim.same_build import this_build
from pandarium.sim.simulation import simulate


def simulate_once(
    folder: Path | None,
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    progress: Callable[[int], None] | None = None,
    workers: int | None = None,
    ray: str | None = None,
    **asked: Any,
) -> SimulationReport:
    """The report that the folder has, or a new one, which it has from then on; without a folder always a new one.

    A simulation that was interrupted raises KeyboardInterrupt: it says less than was asked for.
    """
    file = None if folder is None else folder / f"{_name(game, bots, games, asked)}.json"
    if file is not None and file.exists():
        report = SimulationReport.from_json(file.read_bytes())
        if progress is not None:
            progress(report.games)
        return report
    report = simulate(game, bots, games, progress=progress, workers=workers, ray=ray, **asked)
    if report.interrupted:
        raise KeyboardInterrupt
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, f"{report.to_json()}\n".encode())
    return report


def _name(game: str, bots: Sequence[str], games: int, asked: Mapping[str, OptionValue | Mapping[str, Any]]) -> str:
    """How many processes play, and where, makes no difference."""
    depends_on = msgspec.json.encode([this_build(game), list(bots), games, asked], order="sorted")
    return f"{game}-{sha256(depends_on).hexdigest()[:24]}"
