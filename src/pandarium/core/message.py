"""Message: something to say to a person, as a code and its parameters. The sentence is made where it is shown.

A code is the key of a sentence in a catalogue. Its first part says whose catalogue that is:
`royale.refusal.not_in_pool` stands in `games/royale/words/en.json`, `core.no_such_seat` in `core/words/en.json`; a file
for each language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

ENGLISH: Final = "en"
_TEXT: Final = "core.text"
_BY_NUMBER: Final = re.compile(r"\{(\w+)\|([^|}]*)\|([^}]*)\}")
_GAP: Final = re.compile(r"\{(\w+)\}")


class Message(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """What is to be said. A parameter that has words of its own (a die, a card) is a message, too.

    >>> str(Message("core.no_such_seat", {"seat": 7, "last": 3}))
    'there is no seat 7, only 0 to 3'
    >>> str(Message.text("a sentence without a catalogue"))
    'a sentence without a catalogue'
    """

    code: str
    params: dict[str, int | str | Message] = {}

    @classmethod
    def text(cls, text: str) -> Message:
        """A sentence that is in no catalogue, and is the same in every language."""
        return cls(_TEXT, {"text": text})

    def render(self, language: str = ENGLISH) -> str:
        """The sentence in that language; in English where that language does not have it."""
        owner = self.code.partition(".")[0]
        sentence = catalogue(owner, language).get(self.code)
        if sentence is None:
            language = ENGLISH
            sentence = catalogue(owner, language).get(self.code, self.code)
        return fill(sentence, self.params, language)

    def __str__(self) -> str:
        return self.render()


def decimal(value: float, signed: bool = False) -> Message:
    """A number with one decimal, as each language writes it; signed: with a plus, too.

    >>> str(decimal(6.04, signed=True)), decimal(-3.25).render("de"), str(decimal(-0.04, signed=True))
    ('+6.0', '−3,2', '+0.0')
    """
    tenths = round(value * 10)
    sign = "−" if tenths < 0 else "+" if signed else ""
    return Message("core.decimal", {"whole": f"{sign}{abs(tenths) // 10}", "tenth": abs(tenths) % 10})


def fill(sentence: str, params: Mapping[str, int | str | Message], language: str = ENGLISH) -> str:
    """A sentence with its gaps filled in; `{n|one seat|# seats}` chooses by number.

    >>> fill("{n|one seat is|# seats are} free", {"n": 1200})
    '1,200 seats are free'
    """

    def show(name: str) -> str:
        value = params[name]
        if isinstance(value, Message):
            return value.render(language)
        return _number(value, language) if isinstance(value, int) else value

    def choose(match: re.Match[str]) -> str:
        name, one, many = match.groups()
        return one if str(params[name]) in _singulars(language) else many.replace("#", show(name))

    if not params:
        return sentence
    return _GAP.sub(lambda match: show(match[1]), _BY_NUMBER.sub(choose, sentence))


def _number(value: int, language: str) -> str:
    """As the language groups thousands."""
    return f"{value:,}".replace(",", catalogue("core", language).get("core.thousands", ","))


@cache
def _singulars(language: str) -> list[str]:
    """The numbers that take the first of two forms: 1 alone, and in French 0 as well."""
    return catalogue("core", language).get("core.singular", "1").split()


@cache
def catalogue(owner: str, language: str) -> Mapping[str, str]:
    """All sentences of a game, or of a package of ours, in that language; empty where there is no such catalogue."""
    try:
        found: dict[str, str] = json.loads((_words(owner) / f"{language}.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def _words(owner: str) -> Path:
    from pandarium.core import registry  # which needs the errors, which need this module

    folder = registry.folder(owner) if owner in registry.names() else Path(__file__).parents[1] / owner
    return folder / "words"
