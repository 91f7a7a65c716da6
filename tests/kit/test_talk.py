"""Phrases with gaps, and what may fill them."""

from __future__ import annotations

import pytest

from pandarium.core.errors import IllegalMove
from pandarium.kit.talk import Choice, Phrase, Spoken, fill

NEED = Phrase("need", "I need a {number}.", {"number": [Choice(4, "four"), Choice(5, "five")]})
POINT = Phrase("point", "{who}, look at {card}!", {"who": [Choice("ann", "Ann")], "card": [Choice("b4", "the blue 4")]})
QUIET = Phrase("quiet", "Nothing.")
ALL = [NEED, POINT, QUIET]


@pytest.mark.parametrize(
    ("spoken", "text"),
    [
        (Spoken("need", {"number": 5}), "I need a five."),
        (Spoken("point", {"card": "b4", "who": "ann"}), "Ann, look at the blue 4!"),
        (Spoken("quiet"), "Nothing."),
    ],
)
def test_a_phrase_is_said_with_its_gaps_filled(spoken: Spoken, text: str) -> None:
    assert fill(ALL, spoken, "XX-1") == text


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        (Spoken("sing"), "no phrase 'sing'"),
        (Spoken("need"), "gaps .* number"),
        (Spoken("need", {"number": 4, "colour": "blue"}), "gaps .* number"),
        (Spoken("quiet", {"number": 4}), "has no gaps to fill"),
        (Spoken("need", {"number": 6}), "6 cannot be said for 'number'"),
        (Spoken("need", {"number": "4"}), "'4' cannot be said for 'number'"),
        (Spoken("point", {"who": "ann", "card": "{who.__class__}"}), "cannot be said for 'card'"),
    ],
)
def test_whatever_was_not_offered_is_refused_by_the_rule_about_talk(spoken: Spoken, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as refused:
        fill(ALL, spoken, "XX-1")
    assert refused.value.rule == "XX-1"
    assert refused.value.message.render("de") != refused.value.reason
