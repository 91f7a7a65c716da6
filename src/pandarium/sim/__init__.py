"""Many games at once: batches that give the same numbers again on any number of cores.

>>> from pandarium.sim import simulate
>>> report = simulate("royale", ["random"], games=20, seats=2, seed=7, workers=1)
>>> report.rows[0].wins
20.0
"""

from __future__ import annotations

from pandarium.sim.batch import simulate
from pandarium.sim.report import BatchReport, BotResult

__all__ = ["BatchReport", "BotResult", "simulate"]
