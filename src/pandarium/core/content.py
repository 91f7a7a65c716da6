"""Content packs: the TOML files in a game's folder, or a user's own in their place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pandarium.core.errors import BadContent

T = TypeVar("T")

MAX_PACK_BYTES = 1_000_000


def read_pack(folder: Path) -> dict[str, Any]:
    """Every TOML file of a folder, merged into one mapping by file name; raises BadContent."""
    if not folder.is_dir():
        raise BadContent(str(folder), "a content pack is a folder with .toml files, and this is none")
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise BadContent(str(folder), "no .toml file in this content pack")
    return {file.stem: _read_toml(file) for file in files}


def _read_toml(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > MAX_PACK_BYTES:
            raise BadContent(str(file), f"larger than {MAX_PACK_BYTES:,} bytes")
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadContent(str(file), f"not valid TOML: {error}") from None
    except OSError as error:
        raise BadContent(str(file), error.strerror or "cannot be read") from None


def decode(pack: Any, kind: type[T], where: str = "content") -> T:
    """The pack as a struct, or BadContent that names the entry."""
    try:
        return msgspec.convert(pack, kind)
    except msgspec.ValidationError as error:
        raise BadContent(*place_and_reason(error, where)) from None
    except UnicodeError:
        raise BadContent(where, "half a character: some text is not Unicode") from None


def place_and_reason(error: msgspec.ValidationError, root: str) -> tuple[str, str]:
    """Where in the data a decoder stumbled, counted from `root`, and why."""
    message = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(error))
    reason, _, path = message.partition(" - at ")
    if path.startswith("`$"):
        return root + path.strip("`").removeprefix("$"), reason
    return root, f"{reason} ({path})" if path else reason
