"""German for what engine and server say in English: the catalogues of the web client.

The client finds a sentence as web/src/lib/refusals.ts does: by the whole of it, or by its words around the gaps.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandarium

PACKAGE = Path(pandarium.__file__).parent
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"


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
