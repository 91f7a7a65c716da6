"""The reference tables in `docs/protocol.md`, made from the structs and limits themselves.

`python tools/protocol_reference.py --write docs/protocol.md` brings the generated parts of that page, and the
JSON schema next to it, up to date.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec import inspect

from pandarium import protocol
from pandarium.protocol import fields
from pandarium.protocol.schema import MESSAGES, PARTS, REPLIES, documented_names, field_docs, schema_text, source_of
from pandarium.server.ops import limits
from pandarium.server.sockets.messages import CLOSE_CODES
from pandarium.server.sockets.socket import FLOODS
from pandarium.server.tables import log

_LIMITS: Final = {
    "MESSAGE_BYTES": "{:,} bytes",
    "CHAT_LENGTH": "{} characters",
    "SOCKETS_PER_PERSON": "{}",
    "SOCKETS_PER_ADDRESS": "{}",
    "WATCHERS_PER_TABLE": "{}",
}
"""Constants of `limits` that concern a client of the socket, and how to write them."""


def refusal_codes() -> dict[str, str]:
    """Every code of a refusal with its meaning: the comment on its line."""
    text = Path(str(fields.__file__)).read_text(encoding="utf-8")
    block = text.partition("RefusalCode = Literal[")[2].partition("\n]\n")[0]
    return dict(re.findall(r'^    "(.+)",  # (.+)$', block, re.MULTILINE))


# kinds of values


def kind_of(what: inspect.Type) -> str:
    """A type in words, with its bounds.

    >>> kind_of(inspect.type_info(list[int] | None))
    'list of number, or null'
    """
    match what:
        case inspect.AnyType():
            return "anything"
        case inspect.NoneType():
            return "null"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return "number" + _bounds(what.ge, what.le if what.le is not None else _below(what.lt))
        case inspect.FloatType():
            return "number, also a fraction"
        case inspect.StrType():
            return "text" + _length(what.min_length, what.max_length)
        case inspect.LiteralType() if set(what.values) == set(get_args(protocol.RefusalCode)):
            return "[a code](#refusals)"
        case inspect.LiteralType():
            return " ".join(f"`{value}`" for value in what.values)
        case inspect.ListType() | inspect.VarTupleType():
            return f"list of {kind_of(what.item_type)}"
        case inspect.DictType():
            return f"object of {kind_of(what.value_type)}"
        case inspect.StructType():
            return f"[{what.cls.__name__}](#{what.cls.__name__.lower()})"
        case inspect.UnionType():
            return ", or ".join(kind_of(one) for one in what.types)
        case inspect.Metadata():
            return kind_of(what.type)
    raise TypeError(f"no words for {what}")


def _below(limit: int | None) -> int | None:
    return None if limit is None else limit - 1


def _bounds(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f" {low} to {high:,}"
    return "" if low is None else f" from {low}"


def _length(low: int | None, high: int | None) -> str:
    if low and high:
        return f" of {low} to {high} characters"
    return "" if high is None else f" of at most {high} characters"


# the page


def reference() -> str:
    """All messages and their parts."""
    blocks = ["### What you send", ""]
    blocks += [_message(kind) for kind in MESSAGES]
    blocks += ["### What you get", ""]
    blocks += [_message(kind) for kind in REPLIES]
    blocks += ["### Parts", ""]
    blocks += [_part(kind) for kind in PARTS]
    return "\n".join(blocks).rstrip()


def _message(kind: type[msgspec.Struct]) -> str:
    return f"#### `{kind.__struct_config__.tag}`\n\n{_body(kind)}"


def _part(kind: type[msgspec.Struct]) -> str:
    return f"#### {kind.__name__}\n\n{_body(kind)}"


def _body(kind: type[msgspec.Struct]) -> str:
    paragraphs = [" ".join(part.split()) for part in (kind.__doc__ or "").split("\n\n")]
    doc = "\n\n".join(part for part in paragraphs if not part.startswith(">>>"))  # examples are for Python
    rows = list(_rows(kind))
    if not rows:
        return f"{doc}\n"
    return "\n".join([doc, "", "| Field | Kind | If left out | |", "|---|---|---|---|", *rows, ""])


def _rows(kind: type[msgspec.Struct]) -> Iterator[str]:
    docs = field_docs(kind)
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name == "id":
            continue  # every message and every answer has it; the page says so once
        missing = "must be there" if field.required else _default(field)
        yield f"| `{field.encode_name}` | {kind_of(field.type)} | {missing} | {docs.get(field.name, '')} |"


def _default(field: inspect.Field) -> str:
    if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
        return "as it was"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}`"


def refusals() -> str:
    """The table of refusals."""
    rows = [f"| `{code}` | {meaning} | {_closes(code)} |" for code, meaning in refusal_codes().items()]
    return "\n".join(["| Code | Meaning | Closes the socket |", "|---|---|---|", *rows])


def _closes(code: str) -> str:
    closing = CLOSE_CODES.get(code)
    if closing is None:
        return ""
    return {"flood": f"after {FLOODS} in a row: {closing}", "limit": f"when you connect: {closing}"}.get(
        code, str(closing)
    )


def bounds() -> str:
    """The table of limits."""
    docs = dict(documented_names(source_of(limits).body))
    rows = [f"| {docs[name].rstrip('.')} | {how.format(getattr(limits, name))} |" for name, how in _LIMITS.items()]
    for rate in limits.RATES:
        pace_of = f"{rate.burst} at once, then {_often(rate.per_second)}"
        rows.append(f"| {rate.what[0].upper()}{rate.what[1:]}, for each {rate.whose} | {pace_of} |")
    return "\n".join(["| What | At most |", "|---|---|", *rows])


def _often(per_second: float) -> str:
    for seconds, name in ((1, "a second"), (60, "a minute"), (3600, "an hour")):
        if per_second * seconds >= 1:
            return f"{per_second * seconds:g} {name}"
    raise ValueError("rarer than once an hour")


def kinds_of_news() -> str:
    """The table of log entries."""
    rows = [f"| `{kind.__struct_config__.tag}` | {kind.__doc__} |" for kind in get_args(log.AnyEntry)]
    return "\n".join(["| `type` | What happened |", "|---|---|", *rows])


PIECES: Final = {"refusals": refusals, "limits": bounds, "news": kinds_of_news, "reference": reference}
"""The generated pieces of the page, each between its two markers."""


def put(page: str, name: str, text: str) -> str:
    """The page with one piece replaced; raises ValueError when its markers are not there."""
    begin, end = f"<!-- {name}: generated -->\n", f"<!-- {name}: end -->"
    head, found, rest = page.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no markers for {name!r}: {begin.strip()} and {end}")
    return f"{head}{begin}\n{text}\n\n{end}{tail}"


def refreshed(page: str) -> str:
    """The page with all its generated pieces brought up to date."""
    for name, make in PIECES.items():
        page = put(page, name, make())
    return page


def main() -> None:
    """Bring the page and the schema next to it up to date, or print the schema."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", type=Path, metavar="PAGE", help="the page whose generated pieces are renewed")
    page: Path | None = parser.parse_args().write
    if page is None:
        sys.stdout.write(schema_text())
        return
    try:
        text = refreshed(page.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        parser.error(str(error))
    page.write_text(text, encoding="utf-8")
    page.with_suffix(".json").write_text(schema_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
