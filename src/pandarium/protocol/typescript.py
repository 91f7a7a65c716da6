"""The structs that travel as TypeScript: python -m pandarium.protocol.typescript --write .

The web client's types are made, not written, so that they cannot say something else than the server does: those of the
protocol in `web/src/lib/protocol.ts`, those of a game's view, moves and events in its `web/types.ts`.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec
from msgspec import inspect

from pandarium import protocol
from pandarium.companion import companion_of, evening
from pandarium.companion import tournament as real_tables
from pandarium.core import registry
from pandarium.protocol import tournaments

PROTOCOL: Final = Path("web/src/lib/protocol.ts")
GAMES: Final = Path("src/pandarium/games")
TYPES: Final = Path("web/types.ts")

_HEAD = "// Made from {whose} structs by `python -m pandarium.protocol.typescript --write .`: do not edit.\n"
_NOT_SHOWN = {"bots", "engine", "study", "terminal", "tests"}
"""Parts of a game in which nothing is defined that travels."""

_SUFFIXES: Final = {"move": "Move", "event": "Event"}
"""By the tag of a game's structs. Python tells a card from the move that plays it by the module; here the name must."""

_RENAMED: Final = {"Record": "RecordFile"}
"""TypeScript has a Record of its own."""

_PROTOCOL_MODULES: Final = [
    found.name for found in pkgutil.iter_modules(protocol.__path__) if found.name != "typescript"
]

Found = dict[str, inspect.StructType]


def protocol_types() -> str:
    """All messages, replies and REST shapes, as interfaces."""
    found = _protocol_structs()
    parts = [_HEAD.format(whose="the protocol's")]
    parts += [_union("AnyMessage", _names(protocol.AnyMessage)), _union("AnyReply", _names(protocol.AnyReply))]
    parts += [_union("AnyTournamentRequest", _names(tournaments.AnyTournamentRequest))]
    parts += [f"export type RefusalCode = {_literal(protocol.RefusalCode)};\n"]
    parts += [_array(found[name]) if found[name].array_like else _interface(found[name]) for name in sorted(found)]
    return "\n".join(parts)


def game_types(name: str) -> str:
    """A game's view, its moves (`AnyMove`), its events (`AnyEvent`) and its companion's page.

    What the protocol has, too, is imported.
    """
    game = registry.game(name)
    view = get_type_hints(type(game).view)["return"]
    at_the_real_table = companion_of(game)
    tagged = list(_tagged_structs(name))
    found: Found = {}
    for kind in (view, *([at_the_real_table.page] if at_the_real_table else []), *tagged):
        _collect(inspect.type_info(kind), found)
    common = {info.cls for info in _protocol_structs().values()}
    shared = sorted(called for called, info in found.items() if info.cls in common)
    own = [found[one] for one in sorted(found.keys() - set(shared))]
    parts = [_HEAD.format(whose="the game's")]
    if shared:
        parts += [f"import type {{ {', '.join(shared)} }} from '$lib/protocol';\n"]
    for union, tag in (("AnyMove", "move"), ("AnyEvent", "event")):
        parts += [_union(union, sorted(_called(kind) for kind in tagged if kind.__struct_config__.tag_field == tag))]
    parts += [_array(info) if info.array_like else _interface(info) for info in own]
    return "\n".join(parts)


def files(root: Path) -> dict[Path, str]:
    """Every file that is made, with what it says, in a checkout."""
    made = {root / PROTOCOL: protocol_types()}
    for web in sorted((root / GAMES).glob(f"*/{TYPES.parent}")):
        made[web / TYPES.name] = game_types(web.parent.name)
    return made


def _protocol_structs() -> Found:
    """What the modules of the protocol and of the companion define; of several tagged structs not what they share."""
    modules = [importlib.import_module(f"{protocol.__name__}.{name}") for name in _PROTOCOL_MODULES]
    modules += [evening, real_tables]
    names = [v for module in modules for v in vars(module).values() if _is_own_struct(v, module.__name__)]
    found: Found = {}
    for kind in names:
        if not (kind.__subclasses__() and kind.__struct_config__.tag_field):
            _collect(inspect.type_info(kind), found)
    return found


def _tagged_structs(game: str) -> Iterator[type[msgspec.Struct]]:
    """What a move is described by, and what an event becomes."""
    package = importlib.import_module(f"{registry.GROUP}.{game}")
    for name in sorted(found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")):
        if _NOT_SHOWN.intersection(name.split(".")):
            continue
        yield from (kind for kind in vars(importlib.import_module(name)).values() if _is_tagged(kind, name))


def _is_tagged(kind: Any, module: str) -> bool:
    """Whether it is a move or an event of this module, and not what several of them have in common."""
    return _is_own_struct(kind, module) and kind.__struct_config__.tag_field in _SUFFIXES and not kind.__subclasses__()


def _is_own_struct(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module


def _collect(info: inspect.Type, found: Found) -> None:
    match info:
        case inspect.StructType():
            if (other := found.get(_called(info.cls))) is None:
                found[_called(info.cls)] = info
                for field in info.fields:
                    _collect(field.type, found)
            elif other.cls is not info.cls:
                raise TypeError(f"{other.cls} and {info.cls} travel by the same name")
        case inspect.UnionType():
            for one in info.types:
                _collect(one, found)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            _collect(info.item_type, found)
        case inspect.TupleType():
            for one in info.item_types:
                _collect(one, found)
        case inspect.DictType():
            _collect(info.value_type, found)
        case inspect.Metadata():
            _collect(info.type, found)


def _called(kind: Any) -> str:
    name: str = _RENAMED.get(kind.__name__, kind.__name__)
    return name + _SUFFIXES.get(kind.__struct_config__.tag_field, "")


def _names(kinds: Any) -> list[str]:
    return [kind.__name__ for kind in kinds.__args__]


def _union(name: str, kinds: Iterable[str]) -> str:
    return f"export type {name} =\n" + "\n".join(f"  | {kind}" for kind in kinds) + ";\n"


def _literal(kind: Any) -> str:
    return " | ".join(f"'{word}'" for word in kind.__args__)


def _interface(info: inspect.StructType) -> str:
    lines = [f"export interface {_called(info.cls)} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: '{info.tag}';")
    for field in info.fields:
        # What the server leaves out when it is the default may be missing, and so may what a request need not say.
        optional = "?" if not field.required and (_omits_defaults(info.cls) or info.forbid_unknown_fields) else ""
        lines.append(f"  {field.encode_name}{optional}: {_name(field.type)};")
    return "\n".join([*lines, "}", ""])


def _array(info: inspect.StructType) -> str:
    parts = ", ".join(f"{field.name}: {_name(field.type)}" for field in info.fields)
    return f"export type {info.cls.__name__} = [{parts}];\n"


def _omits_defaults(kind: Any) -> bool:
    return bool(kind.__struct_config__.omit_defaults)


def _name(info: inspect.Type) -> str:
    match info:
        case inspect.StructType():
            return _called(info.cls)
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(_name(one) for one in info.types))
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            inner = _name(info.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(_name(one) for one in info.item_types)}]"
        case inspect.DictType():
            return f"Record<string, {_name(info.value_type)}>"
        case inspect.LiteralType():
            return " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in info.values)
        case inspect.Metadata():
            return _name(info.type)
        case inspect.StrType():
            return "string"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
    # In the protocol views and their parts have no type: they are the game's.
    return "any"


def main(words: Sequence[str] | None = None) -> int:
    """Write the files of a checkout, or check them; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", type=Path, metavar="CHECKOUT")
    action.add_argument("--check", type=Path, metavar="CHECKOUT", help="fail when a file says something else")
    options = parser.parse_args(words)
    wrong = 0
    for path, text in files(options.write or options.check).items():
        if options.write:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.stderr.write(f"{path} is not what the structs say\n")
            wrong = 1
    if wrong:
        sys.stderr.write(f"python -m pandarium.protocol.typescript --write {options.check} mends it\n")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
