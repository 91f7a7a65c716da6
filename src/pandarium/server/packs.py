"""The host's content packs: a folder with a folder for each game that has one. Tables are created with them.

A table's agreement carries the pack it was created with. So its log folds, and its record replays, whatever pack the
server is started with the next time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from pandarium.core import registry
from pandarium.core.content import read_pack
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.kit.content_list import ContentList, entries_of, whose
from pandarium.protocol.rest import ContentShown, EntryShown
from pandarium.server.settings import BadSettings

NO_PACK: Final = msgspec.Raw()
"""The game's own content."""
MOST_BYTES: Final = 65_536
"""A pack goes with every table: so large at most, as JSON."""
_SETTING: Final = "PANDARIUM_CONTENT"

Packs = Mapping[str, msgspec.Raw]
"""By the game's name, as JSON."""


def read_packs(folder: str | None) -> Packs:
    """All packs of the host, each checked by its game; raises BadSettings with the file and the reason."""
    if folder is None:
        return MappingProxyType({})
    found: dict[str, msgspec.Raw] = {}
    for place in sorted(Path(folder).iterdir()):
        if place.is_dir() and not place.name.startswith("."):
            found[place.name] = _read(place)
    if not found:
        example = next(iter(registry.names()))
        raise BadSettings(_SETTING, f"{folder!r} holds no pack; a pack of a game is a folder in it: {example}/*.toml")
    return MappingProxyType(found)


def _read(place: Path) -> msgspec.Raw:
    if place.name not in registry.names():
        raise BadSettings(_SETTING, f"{place}: {unknown_name('game', place.name, registry.names())}")
    try:
        pack = read_pack(place)
        game = registry.game(place.name)
        game.setup(game.meta.seats[0], {}, pack)
    except PandariumError as error:
        raise BadSettings(_SETTING, f"{place}: {error}") from None
    body = msgspec.json.encode(pack)
    if len(body) > MOST_BYTES:
        raise BadSettings(_SETTING, f"{place}: {len(body):,} bytes as JSON; {MOST_BYTES:,} at most")
    return msgspec.Raw(body)


def content_of(pack: msgspec.Raw) -> dict[str, Any] | None:
    """A pack as the game takes it; None: the game's own content. Nobody changes what this gives."""
    return _decode(bytes(pack)) if bytes(pack) else None


@lru_cache(maxsize=64)
def _decode(body: bytes) -> dict[str, Any]:
    return msgspec.json.decode(body, type=dict[str, Any])


def title_of(game: Game | None, pack: msgspec.Raw) -> str:
    """What a table's pack calls itself; "" for the game's own content."""
    body = bytes(pack)
    return _title(game, body) if body else ""


@lru_cache(maxsize=64)
def _title(game: Game | None, body: bytes) -> str:
    contents = None if game is None else game.capability(ContentList)
    try:
        return contents.title(_decode(body)) if contents is not None else "?"
    except PandariumError:  # an old pack that this version of the game does not take any more
        return "?"


def show(game: Game, pack: msgspec.Raw) -> ContentShown:
    """What lies in the box, for people; raises BadContent."""
    content = content_of(pack)
    own = {one.code: one for one in entries_of(game)}
    return ContentShown(
        title=title_of(game, pack),
        entries=[
            EntryShown(
                code=one.code,
                rule=one.rule,
                name=one.name,
                text=one.text,
                source=one.source,
                note=None if note is None else str(note),
                note_message=note,
                own=(own[one.code].name, own[one.code].text) == (one.name, one.text) if one.code in own else False,
            )
            for one in entries_of(game, content)
            for note in [whose(one.source, one.ours)]
        ],
    )
