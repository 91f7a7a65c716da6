"""Messages of which the parts were encoded before: what several viewers share is encoded once."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from pandarium.kit.talk import Phrase


class EncodedChanges(msgspec.Struct, tag_field="type", tag="changes", omit_defaults=True, frozen=True, kw_only=True):
    """A protocol.Changes whose parts were encoded before: those that several viewers share are encoded once."""

    seq: int
    since: int
    position: int
    now: int
    you: msgspec.Raw | UnsetType = UNSET
    table: msgspec.Raw | UnsetType = UNSET
    actors: list[int] | UnsetType = UNSET
    timer_since: int | UnsetType | None = UNSET
    timer_due: int | UnsetType | None = UNSET
    view: msgspec.Raw | UnsetType = UNSET
    items: msgspec.Raw | UnsetType = UNSET
    legal: msgspec.Raw | UnsetType = UNSET
    may: msgspec.Raw | UnsetType = UNSET
    phrases: list[Phrase] | UnsetType = UNSET
    news: msgspec.Raw | None = None
