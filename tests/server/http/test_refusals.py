"""Whoever plays in German is refused in German: every text of the server's refusals has its entry in the catalogue."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from games.german import PACKAGE, Catalogue, possible
from pandarium.server.ops.limits import RATES

REASONS: Final = {
    "Refusal": 1,
    "WebRefusal": 2,
    "BadName": 0,
    "BadHandle": 0,
    "BadPassword": 0,
    "HandleTaken": 0,
    "_check_housekeeping": 2,
}
"""Which argument says why."""
PROGRAMS: Final = {"malformed", "too large"}
"""Codes of refusals for programs that speak the protocol wrongly: the browser does not."""
NOT_FOR_PEOPLE: Final = {
    "say on which position you decided: `position` of the last update": "the browser always says it",
    "no bot plays there any more": "a bot's move, of which nobody hears",
    "the table has moved on": "a bot's move, of which nobody hears",
    "others have moved": "a bot's move, of which nobody hears",
    "the request comes from another site; the server's PANDARIUM_ORIGINS may allow it": "for another site's makers",
    "counters are for this machine alone, or for those with the token of the settings": "for hosts",
}
"""What nobody at a browser can hear, and why."""

SOURCES: Final = sorted((PACKAGE / "server").rglob("*.py"))


def reasons(file: Path, constants: ast.Module) -> Iterator[str]:
    """Everything that a module says to people: refusals, why a table waits or was closed, why it is stuck."""
    module = ast.parse(file.read_text(encoding="utf-8"))
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        around = ast.Module([function, *constants.body], [])
        for node in ast.walk(function):
            for why in _whys(node):
                yield from possible(why, around)
            if function.name == "undo_refusal" and isinstance(node, ast.Return) and node.value is not None:
                yield from possible(node.value, around)


def _whys(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(_, name), arguments, keywords):
            place = REASONS.get(name, len(arguments))
            code = arguments[place - 1] if name.endswith("Refusal") and place < len(arguments) else None
            if place < len(arguments) and not (isinstance(code, ast.Constant) and code.value in PROGRAMS):
                yield arguments[place]
            if name in {"Paused", "Closed"}:
                yield from (keyword.value for keyword in keywords if keyword.arg == "why")
        case ast.Assign([ast.Attribute(_, "stuck")], value):
            yield value


def constants_of(files: list[Path]) -> ast.Module:
    """Texts with names of their own, wherever they are used."""
    modules = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return ast.Module([node for module in modules for node in module.body if isinstance(node, ast.Assign)], [])


def test_every_refusal_of_the_server_is_told_in_german() -> None:
    german = Catalogue()
    constants = constants_of([PACKAGE / "server/tables/judge/creating.py"])
    said = {text for file in SOURCES for text in reasons(file, constants) if text}
    assert len(said) > 100
    assert sorted(NOT_FOR_PEOPLE.keys() - said) == []
    assert [text for text in sorted(said - NOT_FOR_PEOPLE.keys()) if not german.knows(text)] == []


@pytest.mark.parametrize("what", sorted({rate.what for rate in RATES}))
def test_what_was_too_much_is_told_in_german(what: str) -> None:
    german = Catalogue()
    assert german.knows(what)
    assert german.knows(f"too many {what}: wait 2.5 seconds")


@pytest.mark.parametrize(
    "sentence",
    [
        "rated tables need a clock",
        "somebody sits there",
        "7 seats are still free: wait for people, or fill them with bots",
        "the tournament was called off",
        "the handle 7 is taken",
        "7 has left",
    ],
)
def test_the_source_is_read_rightly(sentence: str) -> None:
    """Texts that are put together, chosen, named, or lie in another part of the server."""
    constants = constants_of([PACKAGE / "server/tables/judge/creating.py"])
    assert sentence in {text for file in SOURCES for text in reasons(file, constants)}
