"""The protocol's structs as TypeScript: python -m pandarium.protocol.typescript --write web/src/lib/protocol.ts.

The web client's types are made, not written, so that they cannot say something else than the server does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from pandarium import protocol
from pandarium.protocol import rest, tournaments

_HEAD = """// Made from the protocol's structs by `python -m pandarium.protocol.typescript`: do not edit.
"""


def typescript() -> str:
    """All messages, replies and REST shapes, as interfaces."""
    modules = (rest, tournaments)
    names = [v for module in modules for v in vars(module).values() if _is_own_struct(v, module.__name__)]
    found: dict[str, inspect.StructType] = {}
    for kind in (protocol.AnyMessage, protocol.AnyReply, protocol.NewTable, *names):
        _collect(inspect.type_info(kind), found)
    parts = [_HEAD, _union("Message", protocol.AnyMessage), _union("Reply", protocol.AnyReply)]
    parts += [_union("TournamentRequest", tournaments.AnyTournamentRequest)]
    parts += [f"export type RefusalCode = {_literal(protocol.RefusalCode)};\n"]
    parts += [_interface(found[name]) for name in sorted(found)]
    return "\n".join(parts)


def _is_own_struct(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module


def _collect(info: inspect.Type, found: dict[str, inspect.StructType]) -> None:
    match info:
        case inspect.StructType():
            if info.cls.__name__ not in found:
                found[info.cls.__name__] = info
                for field in info.fields:
                    _collect(field.type, found)
        case inspect.UnionType():
            for one in info.types:
                _collect(one, found)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            _collect(info.item_type, found)
        case inspect.DictType():
            _collect(info.value_type, found)
        case inspect.Metadata():
            _collect(info.type, found)


def _union(name: str, kinds: Any) -> str:
    return f"export type Any{name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in kinds.__args__) + ";\n"


def _literal(kind: Any) -> str:
    return " | ".join(f"'{word}'" for word in kind.__args__)


def _interface(info: inspect.StructType) -> str:
    lines = [f"export interface {info.cls.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: '{info.tag}';")
    for field in info.fields:
        # What the server leaves out when it is the default may be missing, and so may what a request need not say.
        optional = "?" if not field.required and (_omits_defaults(info.cls) or info.forbid_unknown_fields) else ""
        lines.append(f"  {field.encode_name}{optional}: {_name(field.type)};")
    return "\n".join([*lines, "}", ""])


def _omits_defaults(kind: Any) -> bool:
    return bool(kind.__struct_config__.omit_defaults)


def _name(info: inspect.Type) -> str:
    match info:
        case inspect.StructType():
            return str(info.cls.__name__)
        case inspect.UnionType():
            return " | ".join(dict.fromkeys(_name(one) for one in info.types))
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            inner = _name(info.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
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
    # A view and its parts are the game's own affair.
    return "any"


def main(words: Sequence[str] | None = None) -> int:
    """Print, write a file, or check one; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--write", type=Path, metavar="FILE")
    action.add_argument("--check", type=Path, metavar="FILE", help="fail when FILE says something else")
    options = parser.parse_args(words)
    if options.write is not None:
        options.write.write_text(typescript(), encoding="utf-8")
    elif options.check is None:
        sys.stdout.write(typescript())
    elif not options.check.is_file() or options.check.read_text(encoding="utf-8") != typescript():
        sys.stderr.write(
            f"{options.check} is not what the protocol's structs say; "
            f"python -m pandarium.protocol.typescript --write {options.check} mends it\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
