"""Languages: which there are, which is set at a terminal, and in which of them a game has one of its files.

No list of them stands anywhere: a language is there because its files are (docs/translating.md).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from pandarium.core import message
from pandarium.core.game import Game
from pandarium.core.message import ENGLISH

VARIABLE: Final = "PANDARIUM_LANGUAGE"
WORDS: Final = "words"
"""The folder of a game in which its rulebook, its lessons and its catalogues lie."""
_CODE: Final = re.compile(r"[a-z]{2}")


def languages() -> list[str]:
    """The languages that core has sentences in; a game may have fewer, and is English there.

    >>> "de" in languages(), "en" in languages()
    (True, True)
    """
    return sorted(file.stem for file in (Path(message.__file__).parent / WORDS).glob("*.json"))


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that was asked for, as in "de" or "de_AT"; else that of the system, if we have it; else English.

    >>> language({"PANDARIUM_LANGUAGE": "de-CH"}), language({"LANG": "de_AT.UTF-8"}), language({"LANG": "xx_XX"})
    ('de', 'de', 'en')
    """
    if asked := _code(environment.get(VARIABLE, "")):
        return asked
    return next((code for code in _of_the_system(environment) if code in languages()), ENGLISH)


def translations(game: Game, file: str) -> list[str]:
    """The languages in which one of the game's files can be read: `lesson.toml` is English, `lesson.de.toml` German."""
    stem, _, ending = file.partition(".")
    found = {path.name.split(".")[1] for path in (game.folder / WORDS).glob(f"{stem}.*.{ending}")}
    return [ENGLISH, *sorted(code for code in found - {ENGLISH} if _CODE.fullmatch(code))]


def translated(game: Game, file: str, language: str) -> Path:
    """Where one of the game's files lies in that language: the English one, where there is no translation."""
    stem, _, ending = file.partition(".")
    there = language != ENGLISH and language in translations(game, file)
    return game.folder / WORDS / (f"{stem}.{language}.{ending}" if there else file)


def _of_the_system(environment: Mapping[str, str]) -> Iterator[str]:
    """What the system's locale asks for, best first; the locale `C` speaks no language."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return
    yield from map(_code, environment.get("LANGUAGE", "").split(":"))
    yield _code(locale)


def _code(tag: str) -> str:
    return re.split("[-_.@]", tag.strip().lower())[0]
