"""What is said to people names cards and dice as people do, not as the notation does, and speaks German, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, Final

import pytest

import pandarium
from games.test_every_rule import GAMES
from pandarium.core.errors import BadMove, PandariumError
from pandarium.core.message import Message, catalogue
from pandarium.games.pandante.engine import faults as pandante
from pandarium.games.pilfering.engine import cards
from pandarium.games.pilfering.engine import faults as pilfering
from pandarium.games.pilfering.words import phrases
from pandarium.games.royale.engine import faults as royale
from pandarium.games.wildstyle.engine import faults as wildstyle
from pandarium.kit.language import languages
from pandarium.kit.talk import Spoken, SpokenBy, TalkRules

CODE = re.compile(r"\b(?!d\d|W\d)[a-zA-Z]{1,2}\d+\b|\bkey\b|_")
"""`r4`, `b8`, `key`, `no_such`; a d8 (German: W8) is a d8 for people, too."""

FAULTS: Final = {
    "pandante": pandante.FAULTS,
    "pilfering": pilfering.FAULTS,
    "royale": royale.FAULTS,
    "wildstyle": wildstyle.FAULTS,
}


def without_german(message: Message) -> Iterator[str]:
    """The codes in a message, and in its gaps, that no German catalogue has a sentence for."""
    if message.code == "core.text" or message.code not in catalogue(message.code.partition(".")[0], "de"):
        yield str(message)
    for value in message.params.values():
        if isinstance(value, Message):
            yield from without_german(value)


@cache
def heard_in(name: str) -> tuple[list[Message], list[Message]]:
    """Refusals of random games (what was legal at some moment is tried at others, by everybody), and their outcomes."""
    game = pandarium.game(name)
    rng = pandarium.Rng(1)
    recent: dict[str, Message] = {}
    ends: list[Message] = []
    tried: set[int] = set()
    for number in range(6):
        state = game.start(seats=3, seed=number)
        while actors := state.actors():
            seat = actors[rng.below(len(actors))]
            legal = state.legal(seat)
            wrong = sorted(tried.difference(legal))
            for move in (wrong[rng.below(len(wrong))] for _ in range(3) if wrong):
                for other in range(3):
                    if refusal := state.refusal(other, move):
                        recent[refusal.reason] = refusal.message
            move = legal[rng.below(len(legal))]
            tried.add(move)
            state.play(seat, move)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.message is not None
        ends.append(outcome.message)
    return list(recent.values()), ends


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_said_holds_a_code_of_the_notation(name: str, language: str) -> None:
    refusals, ends = heard_in(name)
    assert len(refusals) > 3
    said = {message.render(language) for message in (*refusals, *ends)}
    assert [sentence for sentence in sorted(said) if CODE.search(sentence)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_fault_has_a_german_sentence(name: str) -> None:
    codes = {code for _, code in FAULTS[name] if code}
    assert len(codes) > 10
    assert codes - set(catalogue(name, "de")) == set()


@pytest.mark.parametrize("name", GAMES)
def test_refusals_and_outcomes_are_told_in_german_with_all_that_is_in_them(name: str) -> None:
    refusals, ends = heard_in(name)
    assert [text for message in (*refusals, *ends) for text in without_german(message)] == []


@pytest.mark.parametrize("name", GAMES)
def test_options_that_do_not_go_together_are_refused_in_german(name: str) -> None:
    """Every two of them, with as many players as there can be, as whoever creates a table may choose."""
    game = pandarium.game(name)
    refused = []
    for pair in combinations(game.meta.options, 2):
        for chosen in product(*(option.choices for option in pair)):
            options = dict(zip((option.name for option in pair), chosen, strict=True))
            try:
                game.setup(game.meta.seats[1], game.check_options(options))
            except PandariumError as error:
                refused.append(error)
    assert (len(refused) > 0) == (name in {"pandante", "royale"})
    assert [str(error.message) for error in refused] == [str(error) for error in refused]
    assert [text for error in refused for text in without_german(error.message)] == []


def test_more_cards_than_a_set_can_have_are_refused_in_german() -> None:
    """Of the moves that a browser can try, only this one cannot be read."""
    with pytest.raises(BadMove) as refused:
        pandarium.game("pilfering").read(f"set 1{' r4' * 10}")
    assert str(refused.value.message) == str(refused.value)
    assert refused.value.message.render("de") == "diesen Zug gibt es nicht: kein Satz hat mehr als 9 Karten"


def offered() -> Iterator[Any]:
    """Everything that the palette offers in some strict games (PP-X1)."""
    game = pandarium.game("pilfering")
    talk = game.capability(TalkRules)
    assert talk is not None
    rng = pandarium.Rng(1)
    for number in range(4):
        state = game.start(seats=3, seed=number)
        while actors := state.actors():
            recent: list[SpokenBy] = []
            for palette in ([], ["show-set"]):
                for phrase in talk.phrases(state.view(actors[0]), actors[0]):
                    if phrase.id in palette:
                        shown = phrase.params["play"][-1].value
                        recent = [SpokenBy(actors[0], Spoken(phrase.id, {"play": shown}))]
                for seat in range(3):
                    yield from talk.phrases(state.view(seat), seat, recent)
            legal = state.legal(actors[0])
            state.play(actors[0], legal[rng.below(len(legal))])


def test_pp_x1_every_phrase_is_offered_in_both_languages_with_the_same_gaps_to_fill() -> None:
    """PP-X1: and what may fill them, unless it is the same everywhere: a number, a meerkat's name."""
    seen = set()
    for phrase in offered():
        seen.add(phrase.id)
        assert str(phrase.message) == phrase.words
        assert list(without_german(phrase.message)) == []
        for text in (phrase.words, phrase.message.render("de")):
            assert set(re.findall(r"\{(\w+)\}", text)) == set(phrase.params)
        for choice in (one for gap, found in phrase.params.items() if gap not in {"number", "area"} for one in found):
            assert str(choice.message) == choice.label
            assert list(without_german(choice.message)) == []
    assert seen >= {phrase.code for phrase in phrases.PHRASES} - {"timer"}


@pytest.mark.parametrize("language", languages())
def test_pp_x1_every_phrase_has_its_sentence_with_the_gaps_that_it_says(language: str) -> None:
    """PP-X1: no sentence without a phrase, either."""
    sentences = {code: text for code, text in catalogue("pilfering", language).items() if ".phrase." in code}
    assert {code: set(re.findall(r"\{(\w+)\}", text)) for code, text in sentences.items()} == {
        f"pilfering.phrase.{phrase.code}": set(phrase.gaps) for phrase in phrases.PHRASES
    }


def test_cards_and_suits_are_called_the_same_in_phrases_and_in_the_notation() -> None:
    english = catalogue("pilfering", "en")
    assert [english[f"pilfering.suit.{letter}"] for letter in cards.SUIT_LETTERS] == list(cards.SUIT_WORDS)
