"""Refusals, outcomes and hints in the reader's language."""

from __future__ import annotations

import io

import pytest

from pandarium import IllegalMove, Outcome
from pandarium.client import RefusedError
from pandarium.core.bot import Advice
from pandarium.core.message import Message
from pandarium.kit.language import VARIABLE
from pandarium.protocol import Refused
from pandarium.tui.local_match import LocalMatch
from pandarium.tui.messages import error_text, outcome_reason, render
from pandarium.tui.plain import PlainMatch

from .conftest import begin

NO_SUCH_MOVE = Message("core.no_such_move", {"move": 81})


def test_english_unless_another_language_is_wanted_and_has_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert render(NO_SUCH_MOVE) == "81 is not a move"
    monkeypatch.setenv(VARIABLE, "tlh")
    assert render(NO_SUCH_MOVE) == "81 is not a move"


def test_the_rule_stands_behind_the_sentence_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = IllegalMove("PR-11", NO_SUCH_MOVE)
    ended = Outcome.because((0,), (3, 1), NO_SUCH_MOVE, "PR-13")
    assert (error_text(refused), outcome_reason(ended)) == (str(refused), ended.reason)
    monkeypatch.setenv(VARIABLE, "de")
    assert error_text(refused) == "81 ist kein Zug (PR-11)"
    assert outcome_reason(ended) == "81 ist kein Zug (PR-13)"
    assert outcome_reason(ended.recorded()) == "81 is not a move (PR-13)", "a record keeps the English sentence alone"


def test_a_refusal_of_a_server_is_rendered_where_it_has_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "de")
    refused = Refused(code="illegal move", reason="81 is not a move", rule="PR-11", message=NO_SUCH_MOVE)
    assert error_text(RefusedError.of(refused)) == "81 ist kein Zug (PR-11)"
    assert error_text(RefusedError("illegal move", "there is no blue d8", "PR-11")) == "there is no blue d8 (PR-11)"


def test_a_person_is_refused_and_advised_in_their_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "de")
    match = begin(seats=2, people=2)
    monkeypatch.setattr(
        LocalMatch, "advise", lambda *_: [Advice(match.choices(match.actor() or 0)[0].move, 1.0, NO_SUCH_MOVE)]
    )
    out = io.StringIO()
    PlainMatch(match, io.StringIO("undo\nhint\nquit\n"), out).run()
    assert "es gibt keinen Zug, der zurückzunehmen wäre. Write 1 to" in out.getvalue()
    assert ": 81 ist kein Zug" in out.getvalue()
