"""What the engine and the bots say to people stands in the catalogues, by its code."""

from __future__ import annotations

import re

import pytest

from pandarium.core.message import Message, catalogue
from pandarium.games.wildstyle.content import OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.legal import was_first
from pandarium.games.wildstyle.engine.state import CREWS
from pandarium.kit.language import languages

from .table import game

CODE = re.compile(r'"(wildstyle\.(?:refusal|outcome|hint|companion)\.[\w.]+)"')
MADE = {
    *(f"wildstyle.crew.{crew}" for crew in CREWS),
    *(f"wildstyle.first.{who}{what}" for who in ("", "you_") for what in ("tagged", "took", "covered", "drew")),
    *(f"wildstyle.objective.{code}" for code in OBJECTIVE_CODES),
    *(f"wildstyle.companion.prompt.{what}" for what in ("ready", "round", "cars", "tags", "count", "times")),
}
"""Codes that are put together."""


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    files = [file for part in ("engine", "bots", "companion") for file in (game.folder / part).glob("*.py")]
    found = {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}
    assert found | MADE == set(catalogue("wildstyle", language))


def test_who_was_first_is_told_in_both_languages_ws_1() -> None:
    assert str(was_first("covered", 2, 0)) == "green covered it first"
    assert was_first("covered", 2, 0).render("de") == "Grün hat sie schneller zugedeckt"
    assert was_first("drew", 1, 1).render("de") == "du hast die letzte Karte schon selbst gezogen"


@pytest.mark.parametrize(("tries", "said"), [(1, "x; +0.5 in 1 playout"), (48, "x; +0.5 in 48 playouts")])
def test_playouts_are_counted(tries: int, said: str) -> None:
    assert str(Message("wildstyle.hint.tried", {"why": "x", "better": "+0.5", "tries": tries})) == said
