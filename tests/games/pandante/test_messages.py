"""What the engine and the bots say to people stands in the catalogues, by its code."""

from __future__ import annotations

import re

import pytest

from pandarium.core.message import Message, catalogue
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import Cautious
from pandarium.games.pandante.companion.pages import STEP_RULES, VERDICTS
from pandarium.games.pandante.engine import phases
from pandarium.games.pandante.engine.faults import FAULTS
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.kit.language import languages

from .table import at, game

CODE = re.compile(r'"(pandante\.(?:refusal|outcome|hint|claim|options|content|companion)\.[\w.-]+)"')
NEITHER = {"kit.tournament.every_minutes", "kit.tournament.every_seconds"}
"""What is said of a tournament and speaks neither of deals nor of chips."""


def codes_in_source() -> set[str]:
    """Every code that stands in the game's modules, those of all claims, and its words for deals and chips."""
    files = game.folder.rglob("*.py")
    found = {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}
    ours = {code for code in catalogue("kit", "en") if code.startswith("kit.tournament.")} - NEITHER
    found |= {code.replace("kit.", "pandante.", 1) for code in ours}
    steps = {phases.PHASE_NAMES[phase].replace(" ", "-") for phase in STEP_RULES}
    asked = {"dealer", "casino", "deal"}
    found |= {f"pandante.companion.step.{step}" for step in steps}
    found |= {f"pandante.companion.prompt.{word}" for word in asked}
    found |= {f"pandante.companion.now.{word}" for word in (*asked, "kind", "hand", "challenge", "choice")}
    found |= {f"pandante.companion.check.{verdict}" for verdict in VERDICTS}
    return found | {f"pandante.claim.{code}" for code in CLAIM_CODES}


@pytest.mark.parametrize("language", languages())
def test_every_code_has_its_sentence_and_no_sentence_is_idle(language: str) -> None:
    assert codes_in_source() == set(catalogue("pandante", language))


def test_a_fault_is_told_once_and_with_its_rule() -> None:
    codes = [code for rule, code in FAULTS if rule]
    assert len(set(codes)) == len(codes) == len(FAULTS) - 1


def test_pd_3_a_refusal_travels_as_a_code() -> None:
    """PD-3: the sentence is made where it is shown."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, claims="three pair")
    refusal = state.refusal(0, game.read("bet pair"))
    assert refusal is not None
    assert refusal.message == Message("pandante.refusal.claim_too_low")
    assert str(refusal) == "a claim stays or rises, it never goes down (PD-3)"
    assert refusal.message.render("de") == "eine Behauptung bleibt oder steigt, sie sinkt nie"


def test_pd_24_the_end_is_told_in_both_languages() -> None:
    """PD-24: how much gold it takes stands in the message, with or without a record."""
    state = game.load({"seats": 2, "phase": "over", "gold": [150, 10]})
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.message is not None
    target = outcome.message.params["gold"]
    assert outcome.reason == f"the first to {target} gold (PD-24)"
    assert str(target) in outcome.message.render("de")


def test_a_hint_names_hands_in_both_languages() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    hint = Cautious().advise(state, 0, Rng(1))[0].message
    assert str(hint) == "true (you hold: three of a kind); nobody else claims as much"
    assert hint.render("de") == "wahr (du hast: Drilling); niemand sonst behauptet so viel"
