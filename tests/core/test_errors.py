from __future__ import annotations

import copy
import pickle

import pytest

from pandarium import (
    BadContent,
    BadData,
    BadMove,
    BadOption,
    BadRecord,
    BadSeats,
    IllegalMove,
    NoUndo,
    PandariumError,
    UnknownGame,
)
from pandarium.core.errors import unknown_name
from pandarium.core.message import Message

ALL = [
    IllegalMove("PR-11", "there is no such die"),
    UnknownGame("royal", ["royale"]),
    BadSeats("Duel", 3, 2, 2),
    BadOption("no such option"),
    BadMove("dance", "write 'pass'"),
    BadData("record.seats", "is no number"),
    BadContent("dice.toml", "is empty"),
    BadRecord("move 3", "does not fit"),
    NoUndo("nothing to take back"),
]


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_every_error_is_a_pandarium_error_and_one_line(error):
    assert isinstance(error, PandariumError)
    assert str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("error", ALL, ids=lambda error: type(error).__name__)
def test_every_error_goes_from_one_process_to_another(error):
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)


def test_an_illegal_move_knows_its_rule():
    error = IllegalMove("PR-11", "there is no such die")
    assert (error.rule, error.reason, str(error)) == ("PR-11", "there is no such die", "there is no such die (PR-11)")
    assert str(IllegalMove("", "5 is not a move")) == "5 is not a move"


def test_bad_data_knows_its_place():
    error = BadData("record.seats", "is no number")
    assert (error.place, error.reason, str(error)) == ("record.seats", "is no number", "record.seats: is no number")
    assert str(BadData("", "is no number")) == "is no number"


def test_a_long_text_is_shown_in_part():
    error = BadMove("x" * 1000, "write 'pass'")
    assert len(str(error)) < 120
    assert error.text == "x" * 1000


def test_a_text_with_line_breaks_is_shown_on_one_line():
    assert "\n" not in str(BadMove("take\nb8", "write 'pass'"))


def test_a_name_nearly_right_is_suggested():
    assert str(UnknownGame("royal", ["royale", "leduc"])) == (
        "there is no game called 'royal' (did you mean 'royale'?); choose from: leduc, royale"
    )
    assert unknown_name("option", "zzz", ["a"]) == "there is no option called 'zzz'; choose from: a"
    assert unknown_name("option", "zzz", []) == "there is no option called 'zzz'; there is no option at all"


@pytest.mark.parametrize("error", [BadContent, BadRecord])
def test_special_kinds_of_bad_data_are_caught_as_bad_data(error):
    with pytest.raises(BadData):
        raise error("somewhere", "wrong")


def test_bad_content_says_where_and_why_in_every_language():
    error = BadContent("content.cards", Message("core.no_such_seat", {"seat": 7, "last": 3}))
    assert (str(error), error.place, error.reason) == (
        "content.cards: there is no seat 7, only 0 to 3",
        "content.cards",
        "there is no seat 7, only 0 to 3",
    )
    assert error.message.render("de").startswith("content.cards: ")
    assert error.message.render("de") != str(error)
    assert pickle.loads(pickle.dumps(error)).message == error.message
    assert BadContent("content.cards", "wrong").message.render("de") == "content.cards: wrong"
