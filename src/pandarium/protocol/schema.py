"""The live protocol as a JSON schema, made from the structs and the words that stand under their fields."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

import msgspec

from pandarium import protocol
from pandarium.core import outcome
from pandarium.core.message import Message
from pandarium.kit import talk
from pandarium.protocol import pace

MESSAGES: Final[tuple[type[msgspec.Struct], ...]] = get_args(protocol.AnyMessage)
REPLIES: Final[tuple[type[msgspec.Struct], ...]] = get_args(protocol.AnyReply)
PARTS: Final[tuple[type[msgspec.Struct], ...]] = (
    *(protocol.You, protocol.TableShown, protocol.SeatShown, protocol.AskedShown, pace.Pace, outcome.Outcome, Message),
    *(protocol.May, protocol.LegalMove, protocol.News, protocol.GameEvent, protocol.HintShown),
    protocol.ReviewShown,
    *(talk.Phrase, talk.Choice, talk.Spoken),
)
"""What replies are made of, in the order of reading."""


@cache
def source_of(module: ModuleType) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def documented_names(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    """Names with the string literal that stands under them: how attributes are documented."""
    for first, second in pairwise(body):
        match first, second:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                yield name, " ".join(text.split())


def field_docs(kind: type) -> dict[str, str]:
    """What the source says under each field of a struct, inherited fields included."""
    docs: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        module = sys.modules.get(base.__module__)
        if module is not None and base.__module__.startswith("pandarium."):
            classes = [node for node in source_of(module).body if isinstance(node, ast.ClassDef)]
            docs |= dict(documented_names(next(node.body for node in classes if node.name == base.__name__)))
    return docs


def json_schema() -> dict[str, Any]:
    """A JSON schema of everything that travels: `ClientMessage` is what a client sends, `Reply` what it gets."""
    types = (protocol.AnyMessage, protocol.AnyReply, protocol.NewTable)
    (message, reply, _), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    kinds: tuple[type[msgspec.Struct], ...] = (*MESSAGES, *REPLIES, *PARTS, protocol.NewTable)
    for kind in kinds:
        properties = parts[kind.__name__]["properties"]
        for name, text in field_docs(kind).items():
            properties[name]["description"] = text
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pandarium's live protocol",
        "version": protocol.VERSION,
        "$defs": {"ClientMessage": message, "Reply": reply, **dict(sorted(parts.items()))},
    }


def schema_text() -> str:
    """The schema as a file."""
    return msgspec.json.format(msgspec.json.encode(json_schema()), indent=2).decode() + "\n"
