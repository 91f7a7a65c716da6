"""A compiled copy of the package with the game of nine cells beside it: python bench/server/compiled.py OUT.

The server then runs with PYTHONPATH=OUT and PANDARIUM_GAMES=OUT/examples.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """The project's own recipe, on another folder of games: one set, since separately compiled ones do not mix."""
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.path.insert(0, str(ROOT))
    recipe = import_module("hatch_build")
    recipe.EXAMPLES = Path(__file__).resolve().parent / "games"  # type: ignore[attr-defined]
    recipe.build_tree(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
