"""What is said to people: codes and parameters, and the catalogues that make sentences of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import pandarium
from pandarium.core import message
from pandarium.core.errors import BadSeats, IllegalMove, NoUndo
from pandarium.core.message import Message, catalogue, fill
from pandarium.core.registry import folder, game
from pandarium.kit.companion import Companion
from pandarium.kit.language import languages

PACKAGE = Path(pandarium.__file__).parent
OURS = [file.parent.name for file in PACKAGE.glob("games/*/meta.py")]
OWNERS = ["core", "kit", *pandarium.names()]
GAP = re.compile(r"\{(\w+)[|}]")


def test_a_message_is_said_in_the_language_of_its_reader() -> None:
    late = Message("core.undo.revealed")
    assert str(late).startswith("too late: your move revealed something")
    assert late.render("de").startswith("zu spät: dein Zug hat etwas aufgedeckt")


def test_english_stands_in_for_a_language_that_is_not_there() -> None:
    assert Message("core.undo.nothing").render("xx") == "there is no move to take back"


def test_a_code_without_a_sentence_is_shown_as_it_is() -> None:
    assert str(Message("core.nobody_wrote_this")) == "core.nobody_wrote_this"
    assert str(Message("nogame.refusal")) == "nogame.refusal"


def test_a_parameter_may_be_a_message() -> None:
    inner = Message("core.undo.nothing")
    assert Message("core.text", {"text": inner}).render("de") == inner.render("de")


def test_numbers_choose_the_words_and_are_written_as_in_the_language() -> None:
    seats = "{n|one seat|# seats} of {all}"
    assert fill(seats, {"n": 1, "all": 4}) == "one seat of 4"
    assert fill(seats, {"n": 0, "all": 1200}, "de") == "0 seats of 1.200"


def test_braces_in_what_people_wrote_are_left_alone() -> None:
    assert str(Message.text("{n} or {x|a|b}")) == "{n} or {x|a|b}"


def test_messages_travel_as_json() -> None:
    message = Message("core.no_such_seat", {"seat": Message.text("x"), "last": 3})
    sent = msgspec.json.encode(message)
    assert json.loads(sent)["params"]["last"] == 3
    assert msgspec.json.decode(sent, type=Message) == message


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("PR-1", Message("core.no_such_move", {"move": "7"})),
        BadSeats("Panda Royale", 99, 2, 10),
        NoUndo(Message("core.undo.nothing")),
    ],
)
def test_errors_say_in_english_what_their_message_says(error: pandarium.PandariumError) -> None:
    assert str(error.message) == str(error).removesuffix(" (PR-1)")
    assert error.message.render("de") != str(error.message)


def test_a_language_says_which_numbers_are_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = {"core.singular": "0 1", "core.thousands": " "}
    monkeypatch.setattr(message, "catalogue", lambda owner, language: sentences)
    counted = [fill("{n|siège|# sièges}", {"n": n}, "xx") for n in (0, 1, 2, 1200)]
    assert counted == ["siège", "siège", "2 sièges", "1 200 sièges"]


@pytest.mark.parametrize("owner", ["core", "kit", "protocol", *OURS])
def test_every_language_has_every_catalogue(owner: str) -> None:
    words = (folder(owner) if owner in OURS else PACKAGE / owner) / "words"
    assert sorted(file.stem for file in words.glob("*.json")) == languages()
    if owner in OURS:
        pages = {file.name for file in (folder(owner) / "web" / "words").iterdir()}
        parts = ["", "shelf.", *(["companion."] if game(owner).capability(Companion) else [])]
        assert pages == {f"{part}{code}.json" for code in languages() for part in parts}


@pytest.mark.parametrize("owner", OWNERS)
def test_a_catalogue_is_whole_in_every_language(owner: str) -> None:
    words = (folder(owner) if owner in pandarium.names() else PACKAGE / owner) / "words"
    english = catalogue(owner, "en")
    for file in words.glob("*.json"):
        translated = catalogue(owner, file.stem)
        assert set(translated) == set(english), file.name
        for code, sentence in translated.items():
            assert code.startswith(f"{owner}."), code
            assert set(GAP.findall(sentence)) <= set(GAP.findall(english[code])), code
