"""Moves and events in words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import pandarium
from pandarium.games.wildstyle.engine import moves as kinds
from pandarium.games.wildstyle.engine.moves import move

from .table import at, do, game, play_through, player

pytestmark = pytest.mark.conformance

NAMES = ["Ana", "Ben", "Cy", "Dee", "Eli"]

EVERY_MOVE = [
    *(move(kinds.DRAW, 0, pile, 0, 0) for pile in range(3)),
    *(move(kinds.ADD, space, 0, card, 0) for space in range(2) for card in range(1, 31)),
    *(move(kinds.SHARE, 0, pile, card, 0) for pile in range(4) for card in range(1, 31)),
    *(move(kinds.TAKE, space, pile, card, 0) for space in range(2) for pile in range(4) for card in range(1, 31)),
    *(move(kind, space, 0, 0, hex) for kind in (kinds.TAG, kinds.RUSH) for space in range(2) for hex in range(95)),
    *(move(kind, space, 0, 0, 0) for kind in (kinds.CLEAR, kinds.SCRAP) for space in range(2)),
    *(kinds.PASS, kinds.READY, kinds.GO),
    *(move(kinds.REMOVE, 0, 0, 0, hex) for hex in range(95)),
]


def test_every_move_can_be_said_and_read_back() -> None:
    said = [game.say(number) for number in EVERY_MOVE]
    assert len(set(said)) == len(EVERY_MOVE)
    assert [game.read(text) for text in said] == EVERY_MOVE


def test_no_other_number_is_a_move() -> None:
    every = set(EVERY_MOVE)
    state = at(player("Rt"), player("Rl"))
    for number in range(1 << kinds.MOVE_BITS):
        if number % 7 == 0 and number not in every:
            with pytest.raises(pandarium.BadMove):
                game.say(number)
            assert state.refusal(0, number) is not None


@pytest.mark.parametrize(
    ("text", "struct", "label"),
    [
        ("draw 2", {"move": "draw", "pile": 1}, "Draw from pile 2"),
        ("add Rt 1", {"move": "add", "card": "Rt", "space": 0}, "Add the teal Railway to set 1"),
        ("share Am 3", {"move": "share", "card": "Am", "pile": 2}, "Share the magenta Apartment on pile 3"),
        (
            "take 3 Ml 2",
            {"move": "take", "pile": 2, "card": "Ml", "space": 1},
            "Take the lime Mall from share pile 3 for set 2",
        ),
        ("tag 1 B12", {"move": "tag", "space": 0, "hex": "B12"}, "Complete set 1 and tag B12"),
        ("clear 2", {"move": "clear", "space": 1}, "Complete set 2 without a tag"),
        ("rush 2 E19", {"move": "rush", "space": 1, "hex": "E19"}, "Take a cop car, rush set 2 and tag E19"),
        ("scrap 1", {"move": "scrap", "space": 0}, "Take a cop car and clear set 1 without a tag"),
        ("pass", {"move": "pass"}, "Pass"),
        ("ready", {"move": "ready"}, "Ready"),
        ("go", {"move": "go"}, "Go!"),
        ("remove A1", {"move": "remove", "hex": "A1"}, "Remove the tag on A1"),
    ],
)
def test_the_notation_and_its_words(text: str, struct: dict[str, Any], label: str) -> None:
    number = game.read(text)
    assert game.say(number) == text
    assert game.read(f"  {text.upper()} ".replace(" ", "  ")) == number
    assert json.loads(msgspec.json.encode(game.describe(number))) == struct
    assert game.label(number, NAMES) == label


def test_every_move_has_its_own_label() -> None:
    assert len({game.label(number, NAMES) for number in EVERY_MOVE}) == len(EVERY_MOVE)


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", "write 'draw 2'"),
        ("draw", "write 'draw 2'"),
        ("draw 4", "write 'draw 2'"),
        ("add Rt 3", "write 'draw 2'"),
        ("take 5 Rt 1", "write 'draw 2'"),
        ("tag 1", "write 'draw 2'"),
        ("add Xt 1", "a card is one of S R A F M P and one of t l m o w"),
        ("add Rx 1", "a card is one of S R A F M P and one of t l m o w"),
        ("tag 1 A20", "hexes are A1 to A19"),
        ("tag 1 A0", "hexes are A1 to A19"),
        ("tag 1 A01", "hexes are A1 to A19"),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_allowed(text: str, allowed: str) -> None:
    with pytest.raises(pandarium.BadMove) as refusal:
        game.read(text)
    assert allowed in str(refusal.value)
    assert "\n" not in str(refusal.value)


def told(events: list[Any]) -> list[str]:
    return [game.sentence(event, NAMES) for event in events]


def test_actions_are_told() -> None:
    state = at(player("Rt Ro", one="Rl"), player("At", one="Fl"), shares="Rw", piles=[1, 1])
    assert told(do(state, 0, "add Rt 1", "take 1 Rw 1", "tag 1 A1", "share Ro 2", "draw 1")) == [
        "Ana adds the teal Railway to set 1",
        "Ana takes the white Railway from share pile 1 for set 1: it is full",
        "Ana tags A1, Railway",
        "Ana clears set 1",
        "Ana shares the orange Railway on pile 2",
        "Ana draws a card from pile 1, the last one",
    ]
    assert told(do(state, 1, "draw 2", "pass"))[1:3] == ["The draw piles are empty: no new sets", "Ben is done"]


def test_every_event_of_a_game_is_json_and_has_words() -> None:
    tags = set()
    for seats, options in ((2, {}), (3, {"pace": "turns"}), (5, {"family": True})):
        log: list[Any] = []
        state: Any = game.setup(seats, options).start(3, log)
        for _ in play_through(state.clone(), [5]):
            pass
        turn = 0
        while actors := state.actors():
            seat = actors[turn % len(actors)]
            legal = state.legal(seat)
            state.play(seat, legal[(turn * 11) % len(legal)], log)
            turn += 1
        for event in log:
            for viewer in (None, 0, 1):
                shown = game.redact(event, viewer)
                if shown is None:
                    continue
                tags.add(json.loads(msgspec.json.encode(shown))["event"])
                assert game.sentence(shown, NAMES)
    everything = {
        "laid",
        "round",
        "dealt",
        "ready",
        "countdown",
        "go",
        "drew",
        "added",
        "shared",
        "took",
        "car",
        "tagged",
    }
    everything |= {
        "cleared",
        "stopped",
        "triggered",
        "passed",
        "round over",
        "chose",
        "removed",
        "solo",
        "scored",
        "ended",
    }
    assert tags == everything
