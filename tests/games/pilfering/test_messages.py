"""What the engine, the palette and the bots say to people stands in the catalogues, by its code."""

from __future__ import annotations

import re

import pytest

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message, catalogue
from pandarium.core.rng import Rng
from pandarium.games.pilfering.bots import Team
from pandarium.games.pilfering.engine.cards import SUIT_LETTERS
from pandarium.games.pilfering.engine.faults import FAULTS
from pandarium.games.pilfering.words.phrases import PHRASES
from pandarium.kit.language import languages

from .table import area, at, game

CODE = re.compile(r'"(pilfering\.(?:refusal|outcome|talk|hint|card|count|place|shown|notation|companion)\.[\w.]+)"')


def codes_in_source() -> set[str]:
    """Every code that stands in the game's modules, and those of all suits and phrases."""
    files = [*game.folder.rglob("*.py")]
    found = {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}
    found |= {f"pilfering.{what}.{letter}" for what in ("card", "suit") for letter in SUIT_LETTERS}
    return found | {f"pilfering.phrase.{phrase.code}" for phrase in PHRASES}


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    assert codes_in_source() == set(catalogue("pilfering", language))


def test_a_translation_has_no_gaps_of_its_own() -> None:
    english, german = catalogue("pilfering", "en"), catalogue("pilfering", "de")
    for code, text in german.items():
        assert set(re.findall(r"\{(\w+)", text)) <= set(re.findall(r"\{(\w+)", english[code])), code


def test_every_fault_has_a_code_of_its_own() -> None:
    codes = [code for rule, code in FAULTS if rule]
    assert len(set(codes)) == len(codes) == len(FAULTS) - 1


def test_pp_t5_a_refusal_names_the_card_in_the_language_of_the_reader() -> None:
    """PP-T5: the card is a message in the message."""
    state = at("act", "r4 r5 r6 b1", "b2", areas=[area(""), area("")], duty="r4")
    refusal = state.refusal(0, game.read("pass"))
    assert isinstance(refusal, IllegalMove)
    assert refusal.message == Message(
        "pilfering.refusal.duty_open", {"card": Message("pilfering.card.r", {"number": 4})}
    )
    assert str(refusal) == "first play the red 4 that you picked up from (PP-T5)"
    assert refusal.message.render("de") == "spiel erst die Karte, von der an du aufgenommen hast: roter Fuchs 4"


def test_pp_e2_the_end_is_told_in_both_languages() -> None:
    """PP-E2: a record keeps the English reason with its rule."""
    state = at("stash", "r4 r5", "b2", panda=9, keeper=8)
    state.play(0, game.read("stash r4"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.message is not None
    assert outcome.reason == "caught by the keeper (PP-E2)"
    assert outcome.message.render("de") == "vom Wärter erwischt"


def test_a_hint_says_what_a_move_does_in_both_languages() -> None:
    state = at("act", "r4 r5 r6 b1", "b2", areas=[area(""), area("")])
    hints = {game.say(one.move): one.message for one in Team().advise(state, 0, Rng(1))}
    assert str(hints["set 1 r4 r5 r6"]) == "pandas +3, keeper +1: your lead goes from 8 to 10, 1 card is left in hand"
    assert hints["set 1 r4 r5 r6"].render("de") == (
        "Pandas +3, Wärter +1: aus 8 Vorsprung wird 10, 1 Karte bleibt auf der Hand"
    )
    assert hints["pass"].render("de") == "du behältst 4 Karten und 8 Vorsprung"
