"""What the engine and the bots say to people stands in the catalogues, by its code."""

from __future__ import annotations

import re

import pytest

from pandarium.core.message import Message, catalogue
from pandarium.games.royale.engine.dice import CODES, DIE_NAMES
from pandarium.kit.language import languages

from .table import at_draft, at_trade, game

CODE = re.compile(r'"(royale\.(?:refusal|outcome|hint|seats|companion)\.[\w.]+)"')


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    files = game.folder.rglob("*.py")
    found = {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}
    assert found | {f"royale.die.{code}" for code in CODES} == set(catalogue("royale", language))


def test_dice_have_the_names_that_labels_give_them() -> None:
    assert [str(Message(f"royale.die.{code}")) for code in CODES] == DIE_NAMES


def test_pr_11_a_refusal_names_the_die_in_both_languages() -> None:
    state = at_draft("y6 r6", "y6 k12", pool="b6 b6", panda=0, turn=1)
    refusal = state.refusal(1, game.read("take g20"))
    assert refusal is not None
    assert str(refusal) == "there is no green d20 in the pool (PR-11)"
    assert refusal.message.render("de") == "nicht in der Auslage: grüner W20"


def test_pr_10_a_refusal_names_what_the_other_does_not_have() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", panda=1, turn=0)
    refusal = state.refusal(0, game.read("trade B r6"))
    assert refusal is not None
    assert str(refusal) == "that player has no red d6 (PR-10)"
    assert refusal.message.render("de") == "diesen Würfel gibt es dort nicht: roter W6"
