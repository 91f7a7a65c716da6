from __future__ import annotations

import pytest

from pandarium import PandariumError
from pandarium.kit.rulebook import Rule, Rulebook

TEXT = """# A Game

An introduction without a number.

## Setting up

**AG-S1 Start.** Everyone takes
two cards.

**AG-S2.** Nobody looks.

## Play

**AG-1 Turns.** Play a card. See **AG-2** too.

A paragraph that belongs to nothing.

**AG-2** Or pass.

Not at the start: **AG-3 Never.** Hidden in a paragraph.
"""


@pytest.fixture
def book(tmp_path):
    file = tmp_path / "rulebook.md"
    file.write_text(TEXT, encoding="utf-8")
    return Rulebook.read(file)


def test_rules_are_cut_out_in_order_with_their_sections(book):
    assert book.rules == (
        Rule("AG-S1", "Start", "Everyone takes\ntwo cards.", "Setting up"),
        Rule("AG-S2", "", "Nobody looks.", "Setting up"),
        Rule("AG-1", "Turns", "Play a card. See **AG-2** too.", "Play"),
        Rule("AG-2", "", "Or pass.", "Play"),
    )


def test_the_source_is_kept_whole(book):
    assert book.source == TEXT


@pytest.mark.parametrize("wanted", ["AG-1", "ag-1", " Ag-1 "])
def test_a_rule_is_found_by_its_id(book, wanted):
    assert book.find(wanted).title == "Turns"


@pytest.mark.parametrize("wanted", ["AG-9", "", "1"])
def test_a_rule_that_is_not_there_is_answered_with_those_that_are(book, wanted):
    with pytest.raises(PandariumError, match="choose from: AG-S1, AG-S2, AG-1, AG-2"):
        book.find(wanted)


@pytest.mark.parametrize(
    ("words", "found"),
    [("ag-1", ["AG-1"]), ("CARD", ["AG-S1", "AG-1"]), ("turns", ["AG-1"]), ("AG-2", ["AG-2"])],
)
def test_rules_are_found_by_words_and_by_an_id_alone(book, words, found):
    assert [rule.id for rule in book.search(words)] == found


def test_a_search_for_nothing_that_is_there_is_answered_with_the_ids(book):
    with pytest.raises(PandariumError, match="there is no rule 'chess'; choose from: AG-S1"):
        book.search("chess")


def test_a_book_without_rules_is_empty(tmp_path):
    (tmp_path / "rulebook.md").write_text("# Nothing\n")
    assert Rulebook.read(tmp_path / "rulebook.md").rules == ()
