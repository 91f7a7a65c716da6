"""Every language is set as its readers write it: quotation marks, and spaces that do not break."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pandarium

SOURCES = Path(pandarium.__file__).parent
WEB = SOURCES.parents[1] / "web" / "src" / "words"
NOT_WORDS = re.compile(r"""^\s*"[^"]*":|`[^`]*`|[A-Z][a-z]+'s [A-Z]""")
"""Codes, notation, and names of casinos."""
NOT_AS_WRITTEN = {
    "de": {
        "a quotation opens low and closes with the mark that opens it in English": r"[„][^“]*[”]|“[^”„]*”|[«»]",
        "before % stands a space that does not break": r"[\d}] ?%",
    },
    "fr": {
        "before : ; ! ? and inside « » stands a space that does not break": r" [:;!?»%]|« ",
        "an apostrophe is a curly one": r"[a-zà-ÿ]'[a-zà-ÿ]",
        "quotations stand in « »": r"[“”„]",
    },
}
"""What no reader of a language would write, and what they would."""


def texts(language: str) -> list[Path]:
    """All files in that language."""
    ours = [*SOURCES.glob(f"*/words/{language}.json"), *SOURCES.glob(f"games/*/words/{language}.json")]
    pages = [*SOURCES.glob(f"games/*/web/words/*{language}.json"), *(WEB / language).glob("*.json")]
    books = [*SOURCES.glob(f"games/*/words/*.{language}.md"), *SOURCES.glob(f"games/*/words/*.{language}.toml")]
    return [*ours, *pages, *books]


@pytest.mark.parametrize(
    ("language", "wanted"), [(language, wanted) for language, all in NOT_AS_WRITTEN.items() for wanted in all]
)
def test_a_language_is_set_as_its_readers_write_it(language: str, wanted: str) -> None:
    found = texts(language)
    assert len(found) > 20
    pattern = re.compile(NOT_AS_WRITTEN[language][wanted])
    wrong = [
        f"{file.name}: {line.strip()}"
        for file in found
        for line in file.read_text(encoding="utf-8").splitlines()
        if pattern.search(re.sub(NOT_WORDS, "", line))
    ]
    assert wrong == [], wanted
