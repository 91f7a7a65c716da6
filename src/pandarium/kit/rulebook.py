"""Rulebooks: Markdown files in which every paragraph starts with the ID of its rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game

_RULE = re.compile(r"^\*\*(?P<id>[A-Z]{2}-[A-Z]*\d+)(?: (?P<title>[^*]+?))?\.?\*\*\s*(?P<text>.*)$", re.DOTALL)


class Rule(NamedTuple):
    """One numbered paragraph."""

    id: str
    title: str
    text: str
    section: str


class Rulebook(NamedTuple):
    """A game's rules, in the order of play."""

    source: str
    rules: tuple[Rule, ...]

    @classmethod
    def of(cls, game: Game) -> Rulebook:
        """The rules of a game in our words, paragraph by paragraph."""
        return cls.read(game.folder / "words" / "rulebook.md")

    @classmethod
    def read(cls, file: Path) -> Rulebook:
        """Read and cut a rulebook."""
        source = file.read_text(encoding="utf-8")
        rules: list[Rule] = []
        section = ""
        for block in re.split(r"\n\s*\n", source):
            if block.startswith("#"):
                section = block.lstrip("# ").strip()
            elif match := _RULE.match(block.strip()):
                rules.append(Rule(match["id"], match["title"] or "", match["text"].strip(), section))
        return cls(source, tuple(rules))

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
