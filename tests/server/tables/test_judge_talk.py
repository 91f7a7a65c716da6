"""Talk, and what clients send."""

from __future__ import annotations

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.tables import judge, log
from server.support import ANN, BEN, EVE, TableHarness
from server.tables.judging import refused

# talk


def test_the_table_says_who_talks() -> None:
    hi = protocol.Say(text="hi")
    TableHarness.create("royale").send(EVE, hi)
    players = TableHarness.create("royale", talk="players")
    players.send(ANN, hi)
    refused("not allowed", players, EVE, hi)
    quiet = TableHarness.create("royale", talk="none")
    refused("not allowed", quiet, ANN, hi)
    refused("not allowed", quiet, ANN, protocol.React(what="👍"))


def test_people_talk_after_the_game_too() -> None:
    harness = TableHarness.create("leduc")
    harness.play_out()
    assert harness.send(BEN, protocol.Say(text=" good game ")) == [log.Said(BEN.person, "Ben", "good game", 1)]


@pytest.mark.parametrize("nothing", [" ", "\n\t", "\u202e", "\x00\x1b", "\u200d", "\u200b \ufeff"])
def test_nothing_is_not_said(nothing: str) -> None:
    refused("malformed", TableHarness.create("royale"), ANN, protocol.Say(text=nothing))


def test_what_is_said_is_cleaned_of_tricks() -> None:
    assert judge.clean("a\u202eb\nc\x1b[31m 👩\u200d🚀") == "ab c[31m 👩\u200d🚀"


# what clients send


@pytest.mark.parametrize(
    "sent",
    [
        '{"type":"play","move":"call","position":-1}',
        '{"type":"play","move":"","position":0}',
        '{"type":"play","move":"call","seat":1}',
        '{"type":"say","text":""}',
        '{"type":"say","text":"' + "x" * 501 + '"}',
        '{"type":"react","what":"💣"}',
        '{"type":"ask","what":"money"}',
        '{"type":"sit","seat":-1}',
        '{"type":"sit","seat":true}',
        '{"type":"moved","seat":0,"move":"call"}',
        '{"type":"play","move":"call","key":"' + "k" * 41 + '"}',
        '{"move":"call"}',
        "[]",
    ],
)
def test_what_is_no_message_is_not_decoded(sent: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=protocol.AnyMessage)
