"""Every refusal of the server has its sentence in English and in German, and every sentence is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

import pandarium
from pandarium.core.message import Message, catalogue
from pandarium.kit.language import languages
from pandarium.protocol import Status
from pandarium.server.bots.quotas import Usage
from pandarium.server.notifications.occasions import OF_PERSON, Occasion
from pandarium.server.ops.limits import RATES
from pandarium.server.tables.judge import too_many

PACKAGE: Final = Path(pandarium.__file__).parent
SOURCES: Final = sorted(file for folder in ("server", "offline") for file in (PACKAGE / folder).rglob("*.py"))
OWNER: Final = "protocol"
OTHERS: Final = [code for code in languages() if code != "en"]
FOR_PROGRAMS: Final = {
    "protocol.another_site": "for another site's makers",
    "protocol.bad_parameter": "the browser sends what it should",
    "protocol.bad_request": "the browser sends what it should",
    "protocol.bad_since": "the browser sends what it should",
    "protocol.body_limit": "the browser sends what it should",
    "protocol.body_must_be_json": "the browser sends what it should",
    "protocol.body_not_json": "the browser sends what it should",
    "protocol.body_too_large": "the browser sends what it should",
    "protocol.bot_too_late": "a bot's move, of which nobody hears",
    "protocol.content_length": "the browser sends what it should",
    "protocol.malformed": "the browser sends what it should",
    "protocol.message_too_large": "the browser sends what it should",
    "protocol.method_not_allowed": "the browser sends what it should",
    "protocol.metrics_private": "for hosts",
    "protocol.no_body": "the browser sends what it should",
    "protocol.no_bot_there": "a bot's move, of which nobody hears",
    "protocol.no_lesson": "the browser offers the lessons that there are",
    "protocol.no_such_address": "for makers of clients",
    "protocol.no_such_file": "for makers of clients",
    "protocol.no_web_client_here": "for hosts",
    "protocol.others_have_moved": "a bot's move, of which nobody hears",
    "protocol.position_missing": "the browser sends what it should",
}
"""What nobody at a browser can be told, and why."""


def codes(file: Path) -> Iterator[str]:
    """The codes of messages that stand in a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{OWNER}."):
            yield node.value


def used() -> set[str]:
    """All codes of the server; those that end with a variable part with each of its values."""
    found = {code for file in SOURCES for code in codes(file)} - {
        "protocol.hook.",
        "protocol.notify.",
        "protocol.quota.",
        "protocol.rate.",
        "protocol.table_",
        "protocol.tournament_",
    }
    found |= {f"protocol.rate.{rate.what.replace(' ', '_')}" for rate in RATES}
    found |= {f"protocol.quota.{whose}.{what}" for whose in ("person", "address") for what in Usage._fields}
    found |= {f"protocol.notify.{what}{line}" for what in OF_PERSON for line in ("", ".text")}
    found |= {f"protocol.hook.{what}" for what in get_args(Occasion) if what != "tournament"}
    found |= {f"protocol.table_{status}" for status in get_args(Status)}
    return found | {f"protocol.tournament_{status}" for status in ("running", "ended", "cancelled")}


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)[|}]", sentence))


def test_every_refusal_has_an_english_sentence_and_every_sentence_is_used() -> None:
    assert used() == set(catalogue(OWNER, "en"))


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_that_people_are_told_has_a_sentence_in_every_language(language: str) -> None:
    assert set(catalogue(OWNER, "en")) - set(catalogue(OWNER, language)) == set(FOR_PROGRAMS)


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_gaps(language: str) -> None:
    english = catalogue(OWNER, "en")
    for code, sentence in catalogue(OWNER, language).items():
        assert gaps(sentence) <= gaps(english[code]), code


@pytest.mark.parametrize("what", sorted({rate.what for rate in RATES}))
def test_what_was_too_much_is_told_in_both_languages(what: str) -> None:
    refusal = too_many(what, 2.46)
    assert refusal.reason == f"too many {what}: wait 2.5 seconds"
    assert re.fullmatch(r"zu viele .+: warte 2\.5 Sekunden", refusal.message.render("de"))


def test_a_number_chooses_its_words() -> None:
    assert str(Message("protocol.seats_free", {"n": 1})).startswith("a seat is still free")
    assert str(Message("protocol.seats_free", {"n": 3})).startswith("3 seats are still free")
