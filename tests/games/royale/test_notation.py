"""Moves and events in words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import pandarium
from pandarium.games.royale.engine.dice import CODES
from pandarium.games.royale.engine.moves import take, trade

from .table import at_draft, at_trade, do, game

pytestmark = pytest.mark.conformance

NAMES = ["Ana", "Ben", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"]

EVERY_MOVE = [
    game.read("pass"),
    *(take(die) for die in range(14)),
    *(trade(seat, die) for seat in range(10) for die in range(14)),
]


def test_every_move_can_be_said_and_read_back() -> None:
    said = [game.say(move) for move in EVERY_MOVE]
    assert len(set(said)) == len(EVERY_MOVE) == 155
    assert [game.read(text) for text in said] == EVERY_MOVE


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", game.read("pass")),
        ("take b8", take(CODES.index("b8"))),
        ("take y6", take(0)),
        ("trade A y6", trade(0, 0)),
        ("trade C r6", trade(2, CODES.index("r6"))),
        ("trade J c6*", trade(9, CODES.index("c6*"))),
    ],
)
def test_the_notation(text: str, move: int) -> None:
    assert game.say(move) == text
    assert game.read(text) == move


@pytest.mark.parametrize("text", ["Trade c R6", "  trade   C  r6 ", "TRADE C R6", "trade\tC\nr6"])
def test_case_and_spaces_do_not_matter(text: str) -> None:
    assert game.say(game.read(text)) == "trade C r6"


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", "write 'take b8', 'trade C r6'"),
        ("give C r6", "write 'take b8', 'trade C r6'"),
        ("take", "write 'take b8', 'trade C r6'"),
        ("take b8 b8", "write 'take b8', 'trade C r6'"),
        ("trade r6 C", "write 'take b8', 'trade C r6'"),
        ("trade K r6", "write 'take b8', 'trade C r6'"),
        ("trade C", "write 'take b8', 'trade C r6'"),
        ("pass pass", "write 'take b8', 'trade C r6'"),
        ("take b20", "the dice are y6, y8, p8"),
        ("trade C **", "the dice are y6, y8, p8"),
        ("take " + "x" * 500, "the dice are y6, y8, p8"),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_allowed(text: str, allowed: str) -> None:
    with pytest.raises(pandarium.BadMove) as refusal:
        game.read(text)
    message = str(refusal.value)
    assert allowed in message
    assert "\n" not in message
    assert len(message) < 220


NO_MOVES = [0, 4, 15, 3 + 16, -1, -4, 2**62, 2**63 - 1, 2**70]
NO_DICE = [1 + (14 << 4), 1 + (15 << 4), 2 + (14 << 4), 2 + (15 << 4)]
NO_SEATS = [2 + (seat << 8) for seat in range(10, 16)]
TOO_LONG = [1 + (1 << 8), 2 + (1 << 12), 1 + (1 << 62)]


@pytest.mark.parametrize("move", NO_MOVES + NO_DICE + NO_SEATS + TOO_LONG)
def test_numbers_that_are_no_moves_cannot_be_said(move: int) -> None:
    for words in (game.say, game.describe, lambda number: game.label(number, NAMES)):
        with pytest.raises(pandarium.BadMove, match="no move of Panda Royale"):
            words(move)


@pytest.mark.parametrize(
    ("text", "struct", "label"),
    [
        ("take s6", {"move": "take", "die": "s6"}, "Take the glitter blue d6"),
        (
            "trade C g20",
            {"move": "trade", "seat": 2, "die": "g20"},
            "Give Cy a clear die for their green d20",
        ),
        (
            "trade A c6*",
            {"move": "trade", "seat": 0, "die": "c6*"},
            "Give Ana a clear die for their traded clear d6",
        ),
        ("pass", {"move": "pass"}, "Trade no more"),
    ],
)
def test_a_move_as_json_and_as_a_player_would_say_it(text: str, struct: dict[str, Any], label: str) -> None:
    move = game.read(text)
    assert json.loads(msgspec.json.encode(game.describe(move))) == struct
    assert game.label(move, NAMES) == label


def test_every_move_has_its_own_label() -> None:
    assert len({game.label(move, NAMES) for move in EVERY_MOVE}) == len(EVERY_MOVE)


def told(events: list[Any]) -> list[str]:
    return [game.sentence(event, NAMES) for event in events]


def test_a_trade_is_told() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", "y6 c6", panda=2, turn=0, rng=(1, 1))
    first, *rest = told(do(state, "trade B g20", "pass"))
    assert first == "Ana gives Ben a clear die for a green d20"
    assert rest[0] == "Cy trades no more"
    assert rest[1].startswith("From the bag: ")
    assert rest[1].count(",") == 3


def test_a_round_is_told() -> None:
    state = at_draft("y6 y6 r8", "b8 b8 k12", pool="g20 s6", panda=0, turn=1)  # only Ana has yellow dice: no tie
    events = do(state, "take g20")
    sentences = told(events)
    players = state.view(None).players
    rolled = [" ".join(f"{die.die}:{die.value}" for die in player.rolled) for player in players]
    assert sentences[:2] == ["Ben takes the green d20", "The glitter blue d6 goes back into the bag"]
    assert sentences[2:4] == [f"Ana rolls {rolled[0]}", f"Ben rolls {rolled[1]}"]
    holder = NAMES[state.view(None).panda]
    highest = players[state.view(None).panda].yellow
    assert f"{holder} has the highest yellow, {highest}, and takes the Panda token" in sentences
    yellow, red = players[0].lines[-1].colours[0], players[0].lines[-1].colours[3]
    assert f"Round 3: Ana scores {yellow + red} (yellow {yellow}, red {red})" in sentences
    assert sum(sentence.endswith("gets a pink pity die") for sentence in sentences) == 1


def test_a_tie_is_told() -> None:
    for chance in range(100):
        state = at_draft("y6 y6", "r8 k12", pool="g20 s6", panda=0, turn=1, rng=(chance, 1))
        three = at_draft("y6 y6", "y6 r8", "r8 k12", pool="g20 s6", panda=0, turn=2, rng=(chance, 1))
        assert not any(sentence.startswith("Tie: ") for sentence in told(do(state, "take g20")))
        again = [sentence for sentence in told(do(three, "take g20")) if sentence.startswith("Tie: ")]
        if again:
            assert again[0].startswith("Tie: Ana rolls yellow again: y6:")
            assert again[2] == "Tie: Cy rolls yellow again: no yellow dice"
            return
    raise AssertionError("no tie in 100 tries")


def test_the_end_is_told() -> None:
    state = at_draft("y6" + " b8" * 9, "y6 k12" + " g20" * 8, pool="r6 s6", panda=0, turn=1)
    assert told(do(state, "take r6"))[-1] == "Ten rounds are over"


def test_every_event_is_json() -> None:
    log: list[Any] = []
    state = game.setup(3).start(5, log)
    while state.actors():
        seat = state.actors()[0]
        state.play(seat, state.legal(seat)[-1], log)
    events = [json.loads(msgspec.json.encode(game.redact(event, None))) for event in log]
    assert {event["event"] for event in events} >= {"rolled", "token", "scored", "pity", "pool", "took", "returned"}
    assert all(game.sentence(game.redact(event, None), NAMES) for event in log)
