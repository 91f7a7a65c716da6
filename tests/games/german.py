"""German for what engine and server say in English: the catalogues of the web client, and sentences of the source.

The client finds a sentence as web/src/lib/refusals.ts does: by the whole of it, or by its words around the gaps.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pandarium

PACKAGE = Path(pandarium.__file__).parent
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"
FILLER = "7"
"""What stands in a gap whose words the source does not tell: a number and a word alike."""


class Catalogue:
    """The sentences that German visitors are told in German: the server's, and those of one game."""

    def __init__(self, game: str = "") -> None:
        files = [WORDS / "de" / "refusals.json"]
        if game:
            files.append(PACKAGE / "games" / game / "web" / "words" / "refusals.de.json")
        self.sentences: dict[str, str] = {}
        for file in files:
            self.sentences |= json.loads(file.read_text(encoding="utf-8"))
        self._patterns = [_pattern(sentence) for sentence in self.sentences if "{" in sentence]

    def knows(self, text: str) -> bool:
        """Whether this is told in German."""
        return text in self.sentences or any(pattern.fullmatch(text) for pattern in self._patterns)


def _pattern(sentence: str) -> re.Pattern[str]:
    texts_and_gaps = re.split(r"\{(\w+)\}", sentence)
    fits = [r"\d[\d.,]*" if len(gap) == 1 else ".+?" for gap in texts_and_gaps[1::2]]
    parts = [re.escape(text) for text in texts_and_gaps[::2]]
    return re.compile("".join(part + gap for part, gap in zip(parts, [*fits, ""], strict=True)))


def possible(expression: ast.expr, around: ast.AST) -> list[str]:
    """The texts that an expression can be, as far as the source around it tells; [] where it does not."""
    match expression:
        case ast.Constant(str() as text):
            return [text]
        case ast.JoinedStr(parts):
            choices = [possible(part, around) or [FILLER] for part in parts]
            return ["".join(chosen) for chosen in product(*choices)]
        case ast.FormattedValue(value):
            return possible(value, around)
        case ast.IfExp(_, body, orelse):
            return possible(body, around) + possible(orelse, around)
        case ast.BoolOp(_, values) | ast.Dict(_, values):
            return [text for value in values for text in possible(value, around)]
        case ast.Subscript(value, _):
            return possible(value, around) if isinstance(value, ast.Name) else []
        case ast.Name(name):
            found = [node.value for node in ast.walk(around) if isinstance(node, ast.Assign) and _names(node, name)]
            return [text for value in found for text in possible(value, around)]
    return []


def _names(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def said_in(file: Path, *functions: str) -> Iterator[str]:
    """Every sentence that stands in these functions of a module, docstrings aside."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name in functions:
            whole = [node for node in ast.walk(function) if isinstance(node, ast.JoinedStr)]
            inner = {id(part) for node in whole for part in ast.walk(node) if part is not node}
            for node in ast.walk(function):
                if isinstance(node, (ast.JoinedStr, ast.Constant)) and id(node) not in inner:
                    told = [text for text in possible(node, function) if " " in text]
                    yield from (text for text in told if text != ast.get_docstring(function, clean=False))
