"""Many games at once: simulations that give the same numbers again on any number of cores.

>>> from pandarium.sim import simulate
>>> report = simulate("royale", ["random"], games=20, seats=2, seed=7, workers=1)
>>> report.rows[0].wins
20.0
"""

from __future__ import annotations

from pandarium.sim.report import BotResult, SimulationReport
from pandarium.sim.simulation import simulate

__all__ = ["BotResult", "SimulationReport", "simulate"]
