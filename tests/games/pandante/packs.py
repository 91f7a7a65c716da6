"""Content packs for tests: the game's own, and the one that docs/content.md shows how to write."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from pandarium.core.content import read_pack

from .table import game

DOCS = Path(__file__).parents[3] / "docs" / "content.md"
_EXAMPLE = re.compile(r"```toml\n# (\w+)\.toml\n(.*?)```", re.DOTALL)

MIRRORS = 13
"""Two rows, all cards at once (PD-K5, PD-K9)."""
SUITE = 14
"""Three times the stakes (PD-K10)."""


def own_pack() -> dict[str, Any]:
    """The pack that comes with the game, to be changed at will."""
    return read_pack(game.folder / "content")


def examples() -> dict[str, str]:
    """The pieces of files in docs/content.md, by file."""
    return dict(_EXAMPLE.findall(DOCS.read_text(encoding="utf-8")))


def docs_pack() -> dict[str, Any]:
    """The game's own pack with the two casinos and the champion of the documentation."""
    pack = own_pack()
    found = {file: tomllib.loads(text) for file, text in examples().items()}
    del pack["odds"]  # no rule needs it
    pack["numbers"]["title"] = "Mine"
    pack["casinos"]["casino"] += found["casinos"]["casino"]
    new = {champion["colour"]: champion for champion in found["champions"]["champion"]}
    pack["champions"]["champion"] = [new.get(old["colour"], old) for old in pack["champions"]["champion"]]
    return pack
