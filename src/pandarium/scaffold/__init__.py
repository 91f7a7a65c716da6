"""New games: the folder `template` is a small game that works, and becomes any other by another name.

The template is a game like the rest: checked, tested and played as it stands. Filling it in means to change its name,
its title and the two letters of its rules, nothing else.
"""

from __future__ import annotations

import keyword
import os
import re
import shutil
import string
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from pandarium.core.errors import PandariumError
from pandarium.core.registry import meta, names

TEMPLATE = Path(__file__).with_name("template")
OWN_NAME = "bamboodash"
OWN_TITLE = "Bamboo Dash"
OWN_PREFIX = "BD"

LONGEST_NAME = 30
_NAME = re.compile(r"[a-z][a-z0-9_]+")
_TITLE = re.compile(r"[^\W_](?:[\w '!?.,:&-]*[\w!?.])?")


def create(name: str, title: str | None, into: Path) -> Path:
    """Write a new game folder, whole or not at all; raises PandariumError."""
    check_name(name)
    title = title_from(name) if title is None else check_title(title)
    folder = into / name
    if folder.exists():
        raise PandariumError(f"{folder} is there already; nothing was written")
    prefix = choose_prefix(name, _taken_prefixes())
    replacements = {OWN_NAME: name, OWN_TITLE: title, OWN_PREFIX: prefix, OWN_PREFIX.lower(): prefix.lower()}
    part: Path | None = None
    try:
        into.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(dir=into, prefix=f".{name}.", suffix=".part"))
        _fill(part, replacements)
        part.chmod(0o755)
        os.rename(part, folder)
    except OSError as error:
        raise PandariumError(f"{folder} cannot be written: {(error.strerror or 'no access').lower()}") from None
    finally:
        if part is not None and part.exists():
            shutil.rmtree(part, ignore_errors=True)
    return folder


def check_name(name: str) -> None:
    """Raise PandariumError unless a new game can have that name."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        allowed = f"2 to {LONGEST_NAME} lower-case letters, digits and _, a letter first"
        raise PandariumError(f"a game's name is {allowed}, not {name[:60]!r}")
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise PandariumError(f"{name!r} is a word of Python and cannot name a game")
    if name in names():
        raise PandariumError(f"there is a game called {name!r} already; taken names: {', '.join(names())}")


def check_title(title: str) -> str:
    """The title, or PandariumError."""
    clean = " ".join(title.split())
    if not _TITLE.fullmatch(clean) or len(clean) > LONGEST_NAME * 2:
        raise PandariumError(f"--title takes up to {LONGEST_NAME * 2} letters, digits and spaces, not {title[:80]!r}")
    return clean


def title_from(name: str) -> str:
    """A title when nobody gave one.

    >>> title_from("panda_dash")
    'Panda Dash'
    """
    return " ".join(word.capitalize() for word in name.split("_") if word)


def choose_prefix(name: str, taken: Iterable[str]) -> str:
    """Two letters for the IDs of its rules, from its name if possible, and not another game's.

    >>> choose_prefix("panda_dash", []), choose_prefix("dash", []), choose_prefix("dash", ["DA"])
    ('PD', 'DA', 'DS')
    """
    letters = [char for char in name.upper() if char.isalpha()]
    initials = [word[0] for word in name.upper().split("_") if word and word[0].isalpha()]
    seconds = [*initials[1:], *letters[1:], *string.ascii_uppercase]
    used = set(taken)
    return next((letters[0] + second for second in seconds if letters[0] + second not in used), letters[0] * 2)


def _taken_prefixes() -> Iterator[str]:
    for name in names():
        try:
            yield meta(name).prefix
        except PandariumError:  # a broken game elsewhere is no reason not to begin a new one
            continue


def _fill(folder: Path, replacements: dict[str, str]) -> None:
    """Copy the template with its names changed; the prefix only where it stands alone, or in the name of a test."""
    own = re.compile(rf"{OWN_NAME}|{OWN_TITLE}|\b{OWN_PREFIX}\b|(?<=_){OWN_PREFIX.lower()}(?=_)")
    for source in sorted(TEMPLATE.rglob("*")):
        place = source.relative_to(TEMPLATE)
        if not source.is_file() or source.suffix not in {".py", ".md", ".toml", ".json"}:
            continue
        target = folder / own.sub(lambda found: replacements[found[0]], place.as_posix())
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        target.write_text(own.sub(lambda found: replacements[found[0]], text), encoding="utf-8")
