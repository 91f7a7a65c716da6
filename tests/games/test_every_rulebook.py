"""A rulebook says the same under the same IDs in every language that it is there in."""

from __future__ import annotations

import re

import pytest

import pandarium
from pandarium.kit.language import translated, translations
from pandarium.kit.rulebook import FILE, Rulebook

from .test_every_rule import GAMES

TRANSLATED = [(name, code) for name in GAMES for code in translations(pandarium.game(name), FILE)[1:]]
LABEL = re.compile(r"\*[^*\n]+:\*")
"""*Ours:*"""
RULE = re.compile(r"\b[A-Z]{2}-[A-Z]*\d+\b")
NUMBER = re.compile(r"\d+")

every_translation = pytest.mark.parametrize(("name", "language"), TRANSLATED)


def both(name: str, language: str) -> tuple[Rulebook, Rulebook]:
    """The English book, and the translation as it lies there: nothing stands in for what it lacks."""
    game = pandarium.game(name)
    return Rulebook.of(game), Rulebook.read(translated(game, FILE, language), language)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_there_in_german(name: str) -> None:
    assert "de" in translations(pandarium.game(name), FILE)


@every_translation
def test_it_has_the_same_rules_in_the_same_order(name: str, language: str) -> None:
    english, theirs = both(name, language)
    assert [rule.id for rule in theirs.rules] == [rule.id for rule in english.rules]
    assert all(rule.text and rule.language == language for rule in theirs.rules)
    assert [bool(rule.title) for rule in theirs.rules] == [bool(rule.title) for rule in english.rules]


@every_translation
def test_it_has_the_same_headings(name: str, language: str) -> None:
    english, theirs = both(name, language)

    def chapters(book: Rulebook) -> list[list[str]]:
        names = list(dict.fromkeys(rule.section for rule in book.rules))
        return [[rule.id for rule in book.rules if rule.section == section] for section in names]

    assert chapters(theirs) == chapters(english)
    depth = re.compile(r"^#+", re.MULTILINE)
    assert depth.findall(theirs.source) == depth.findall(english.source)


@every_translation
def test_every_paragraph_names_the_same_rules_and_figures_and_marks_what_is_ours(name: str, language: str) -> None:
    english, theirs = both(name, language)
    for rule, other in zip(english.rules, theirs.rules, strict=True):
        assert sorted(RULE.findall(rule.text)) == sorted(RULE.findall(other.text)), rule.id
        assert sorted(NUMBER.findall(rule.text)) == sorted(NUMBER.findall(other.text)), rule.id
        assert len(LABEL.findall(rule.text)) == len(LABEL.findall(other.text)), rule.id
        assert rule.text.count("\n|") == other.text.count("\n|"), rule.id


def test_a_paragraph_that_is_missing_stays_english(tmp_path: pytest.TempPathFactory) -> None:
    english = Rulebook.of(pandarium.game("royale"))
    german = Rulebook("", (english.rules[1]._replace(text="Rot.", language="de"),), "de")
    whole = german.completed(english)
    assert [rule.id for rule in whole.rules] == [rule.id for rule in english.rules]
    assert [rule.language for rule in whole.rules[:3]] == ["en", "de", "en"]
    assert whole.rules[0].text in whole.source


def test_a_language_without_a_book_reads_the_english_one() -> None:
    game = pandarium.game("royale")
    assert Rulebook.of(game, "xx") == Rulebook.of(game)
