"""The tempers of the bots: weights by name, read from `tempers.toml`, for each number of players."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.weights import WEIGHTS, Temper

FILE = Path(__file__).with_name("tempers.toml")
NAMES = (
    "need",
    "danger",
    "key_held",
    "card_held",
    "burden",
    "empty_area",
    "begun_area",
    "cheap_area",
    "run_2",
    "run_3",
    "run_4",
    "run_5",
    "gap_run",
    "same_2",
    "same_3",
    "same_4",
    "same_5",
    "follow",
    "match",
    "fresh",
    "early_out",
    "out_need",
    "out_worth",
    "hide_link",
    "hide_known",
    "hide_end",
    "ability",
    "pick_up",
    "run_margin",
    "bound",
    "start",
    "shared",
    "also_out",
)
"""The weights in the order of `weights.py`."""
assert len(NAMES) == WEIGHTS


@cache
def temper(name: str, seats: int) -> Temper:
    """The weights of that name for so many players."""
    table = _read()[name]
    own = table.get(f"players_{seats}", {})
    weights = {**table["weights"], **own.get("weights", {})}
    if unknown := weights.keys() ^ set(NAMES):
        raise ValueError(f"{FILE.name}, {name}: {', '.join(sorted(unknown))}")
    favourites: list[str] = own.get("pandas", table["pandas"])
    pandas = [-favourites.index(code) for code in PANDA_CODES]
    return Temper([weights[weight] for weight in NAMES], pandas)


@cache
def _read() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
