"""The floor plan of a game's folder: every role in its file, so that who knows one game finds their way in all.

meta.py  game.py  content.py  content/  layouts.py
engine/   state  moves  events  faults  legal  flow  knowledge  numbering, and a module for each chapter of the rulebook
bots/     words/ (rulebook.md, notation, labels, sentences, catalogues, lessons)
view  position  terminal  study  companion     a file each, or a folder when one file is not enough
web/  tests/
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pandarium.testing.harness import Harness, check

TOP = ""
"""The folder itself."""

ROLES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("meta", "game", "content", "layouts", "view", "position", "terminal", "study"), (TOP,)),
    **dict.fromkeys(("state", "moves", "faults", "legal", "flow", "knowledge", "numbering"), ("engine",)),
    "events": ("engine", "view"),
    **dict.fromkeys(("notation", "labels", "sentences"), ("words",)),
}
"""Modules that have the same name in every game, and where they lie."""

REQUIRED = (
    *("meta.py", "game.py", "view", "position"),
    *("engine/state.py", "engine/moves.py", "engine/legal.py", "engine/flow.py"),
    *("words/notation.py", "words/rulebook.md"),
)
"""What no game goes without; without an ending, a file or a folder."""

CAPABILITIES = ("companion", "tournament", "drop_in", "talk", "chance", "luck", "small_game", "training")
"""What a game may hand out beyond the contract, a module each next to game.py."""

IN_ONE_FILE = {"__init__.py", "meta.py", "game.py"}
"""What a game has that needs no floor plan."""

FOLDERS = ("engine", "bots", "words", "content", "view", "position", "terminal", "study", "companion", "web", "tests")


@check
def folder_has_the_floor_plan(harness: Harness) -> str:
    """Required files are there, a module with a known role lies where that role belongs, and nothing lies elsewhere."""
    folder = harness.game.folder
    if {file.name for file in _modules(folder)} <= IN_ONE_FILE:
        return "skipped: the game is written in one file"
    for fault in floor_plan_faults(folder):
        raise harness.fault(fault)
    return f"{sum(1 for _ in _modules(folder))} modules in their places"


def floor_plan_faults(folder: Path) -> Iterator[str]:
    """What is not in its place."""
    for name in REQUIRED:
        if not (folder / name).is_file() and not ("." not in name and _is_there(folder, name)):
            yield f"there is no {name if '.' in name else f'{name}.py'}"
    for file in _modules(folder):
        place = file.relative_to(folder)
        home = place.parts[0] if len(place.parts) > 1 else TOP
        wanted = ROLES.get(file.stem)
        if wanted is not None and home not in wanted:
            homes = " or ".join(f"{name}/" if name else "the folder" for name in wanted)
            yield f"{place.as_posix()} belongs into {homes}"
        elif wanted is None and home == TOP and file.stem not in (*CAPABILITIES, "__init__"):
            yield f"{place.as_posix()} is not in the floor plan: rules lie in engine/, words in words/, bots in bots/"
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in FOLDERS and any(path.rglob("*.py")):
            yield f"{path.name}/ is not in the floor plan; its folders are {', '.join(FOLDERS)}"
    for path in (folder / "rulebook.md", *folder.glob("lesson*.toml")):
        if path.is_file():
            yield f"{path.name} belongs into words/"


def _is_there(folder: Path, role: str) -> bool:
    return (folder / f"{role}.py").is_file() or (folder / role / "__init__.py").is_file()


def _modules(folder: Path) -> Iterator[Path]:
    """The game's own modules; its tests and its table in the browser have their own order."""
    for file in sorted(folder.rglob("*.py")):
        if file.relative_to(folder).parts[0] not in ("tests", "web"):
            yield file
