"""Words: notation, labels, sentences."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import pandarium
from pandarium.games.pandante.engine.moves import announce, choose

from .table import at, do, game

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("bet three", "Claim three of a kind"),
        ("bet full-house", "Claim a full house"),
        ("upgrade flush", "Upgrade to a flush"),
        ("fold", "Fold"),
        ("snack", "Have a snack"),
        ("snack 2", "Have a big snack for 2 diamonds"),
        ("discard k7", "Discard the black 7"),
        ("top joker", "Put on the deck: the Joker"),
        ("reveal p10", "Reveal the purple 10"),
        ("announce peek B", "Peek at Bo"),
        ("announce add 2", "Add in row 2"),
        ("announce ex-draw", "EX draw"),
        ("say 7", "Say: 7"),
        ("say 7 red", "Say: red, 7 high"),
        ("say 0 red", "Say: red, all on the table"),
        ("say 7 over 3", "Say: 7s over 3s"),
        ("challenge", "Challenge!"),
        ("trust", "Let it pass"),
        ("champion green", "Play green"),
        ("order 213", "Put them back in the order 2, 1, 3"),
        ("steal k3 2", "Steal the fifth card of row 2, the black 3 takes its place"),
        ("show", "Show the lie and take the coin"),
    ],
)
def test_moves_in_words(text: str, label: str) -> None:
    move = game.read(f"  {text.upper()} ")
    assert game.say(move) == text
    assert game.label(move, NAMES) == label


@pytest.mark.parametrize(
    "text",
    [
        "bet",
        "bet two",
        "discard z9",
        "snack 0",
        "snack 999",
        "announce",
        "announce nap",
        "announce peek",
        "announce raise B",
        "announce add 3",
        "say",
        "say 11",
        "say 7 red over 3",
        "say 7 over 0",
        "say 7 mauve",
        "order 111",
        "steal",
        "undo",
        "",
    ],
)
def test_what_is_no_move_is_refused_with_help(text: str) -> None:
    with pytest.raises(pandarium.BadMove):
        game.read(text)


@pytest.mark.parametrize(
    "move",
    [0, 1 << 16, 1 | 10 << 4, 2 | 1 << 4, 5 | 61 << 4, choose(13, 0), choose(0, 6), announce(18, 0), 13 | 11 << 4],
)
def test_numbers_that_are_no_moves_have_no_words(move: int) -> None:
    with pytest.raises(pandarium.BadMove):
        game.say(move)


def test_every_event_has_a_sentence_and_hides_what_is_hidden() -> None:
    """Whole games in several modes, told to everybody."""
    told: set[str] = set()
    modes: list[dict[str, Any]] = [
        {"casinos": True, "champions": True, "diamonds": True},
        {"casinos": True, "champions": True, "diamonds": True, "abilities": "dark"},
        {"gambling": "drop-in"},
    ]
    for number in range(9):
        random = Random(number)
        state = game.start(4, modes[number % 3], seed=number)
        while actors := state.actors():
            log: list[Any] = []
            seat = random.choice(actors)
            state.play(seat, random.choice(state.legal(seat)), log)
            for raw in log:
                for viewer in (None, 0, 3):
                    event = game.redact(raw, viewer)
                    if event is None:  # PD-21: a choice in secret
                        continue
                    told.add(type(event).__name__)
                    sentence = game.sentence(event, NAMES)
                    assert "\n" not in sentence
                    assert "None" not in sentence
    assert len(told) >= 24


def test_a_hidden_card_is_counted_not_named() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair pair", top="p10")
    log: list[Any] = []
    state.play(0, game.read("snack"), log)
    drawn = [game.redact(event, viewer) for viewer in (0, 1) for event in log]
    sentences = [game.sentence(event, NAMES) for event in drawn]
    assert "Ann gets the purple 10" in sentences
    assert "Ann gets 1 card" in sentences


def test_undo_a_bet_but_not_a_snack() -> None:
    match = pandarium.Match.begin("pandante", 2, {}, 3)
    seat = match.state.actors()[0]
    match.play(seat, game.read("bet pair"))
    assert match.may_undo(seat)
    match.undo(seat)
    assert match.state.actors() == [seat]
    do(match.state, "bet pair", "bet pair")  # type: ignore[arg-type]
    before = match.state.sealed
    do(match.state, "snack")  # type: ignore[arg-type]
    assert match.state.sealed > before
