"""Moves as numbers: the cell that is claimed, from 1 to 9 (NC-4)."""

from __future__ import annotations

from typing import Final

CELLS: Final = 9
