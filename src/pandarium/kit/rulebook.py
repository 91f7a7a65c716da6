"""Rulebooks: Markdown files in which every paragraph starts with the ID of its rule.

`words/rulebook.md` is the English one; a `rulebook.<language>.md` next to it says the same under the same IDs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import ENGLISH
from pandarium.kit.language import translated

FILE = "rulebook.md"
_RULE = re.compile(r"^\*\*(?P<id>[A-Z]{2}-[A-Z]*\d+)(?: (?P<title>[^*]+?))?\.?\*\*\s*(?P<text>.*)$", re.DOTALL)


class Rule(NamedTuple):
    """One numbered paragraph."""

    id: str
    title: str
    text: str
    section: str
    language: str = ENGLISH


class Rulebook(NamedTuple):
    """A game's rules, in the order of play."""

    source: str
    rules: tuple[Rule, ...]
    language: str = ENGLISH

    @classmethod
    def of(cls, game: Game, language: str = ENGLISH) -> Rulebook:
        """The rules of a game in our words, paragraph by paragraph; in English what that language does not have."""
        english = cls.read(translated(game, FILE, ENGLISH))
        file = translated(game, FILE, language)
        if file.name == FILE:
            return english
        return cls.read(file, language).completed(english)

    @classmethod
    def read(cls, file: Path, language: str = ENGLISH) -> Rulebook:
        """Read and cut a rulebook."""
        source = file.read_text(encoding="utf-8")
        rules: list[Rule] = []
        section = ""
        for block in re.split(r"\n\s*\n", source):
            if block.startswith("#"):
                section = block.lstrip("# ").strip()
            elif match := _RULE.match(block.strip()):
                rules.append(Rule(match["id"], match["title"] or "", match["text"].strip(), section, language))
        return cls(source, tuple(rules), language)

    def completed(self, english: Rulebook) -> Rulebook:
        """The same rules as the English book, in its order; what is missing here stays as it is there."""
        ours = {rule.id: rule for rule in self.rules}
        missing = [f"\n**{rule.id} {rule.title}.** {rule.text}\n" for rule in english.rules if rule.id not in ours]
        return Rulebook(
            self.source + "".join(missing), tuple(ours.get(rule.id, rule) for rule in english.rules), self.language
        )

    def find(self, rule_id: str) -> Rule:
        """The paragraph with that ID, or an error that lists the IDs there are."""
        wanted = rule_id.strip().upper()
        for rule in self.rules:
            if rule.id == wanted:
                return rule
        raise PandariumError(f"there is no rule {rule_id!r}; choose from: {', '.join(rule.id for rule in self.rules)}")

    def search(self, words: str) -> list[Rule]:
        """The paragraph with that ID; else all that have these words in them; or an error that lists the IDs."""
        low = words.strip().casefold()
        found = [rule for rule in self.rules if rule.id.casefold() == low]
        found = found or [rule for rule in self.rules if low in f"{rule.title} {rule.text}".casefold()]
        return found or [self.find(words)]
