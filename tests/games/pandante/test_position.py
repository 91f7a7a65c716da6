"""Positions as data: what is refused, where, and why; and what happens when a clock runs out."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium

from .table import BOARD, at, game


def base() -> dict[str, Any]:
    """A sound position in the middle of the betting on the Paws."""
    return at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5 o7", claims="pair pair pair").dump()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": None}, "position.turn: somebody is to act"),
        ({"turn": 3}, "position.turn: there are only the seats 0 to 2"),
        ({"folded": [0], "hands": [[], ["k3", "k4"], ["k5", "k6"]], "deck": None}, "still in (PD-4)"),
        ({"folded": [0, 1]}, "too few players are left (PD-10)"),
        ({"folded": [0, 0]}, "once at most"),
        ({"gold": [44, 44]}, "has 2 entries, not 3"),
        ({"phase": "lunch"}, "there is no phase 'lunch'"),
        ({"hands": [["k1", "k2"], ["k3", "k4"], ["k5", "k5"]]}, "there is only one of each card (PD-S2)"),
        ({"hands": [["k1", "k2"], ["k3", "k4"], ["k5", "k1"]], "deck": None}, "there is only one of each card (PD-S2)"),
        ({"hands": [["k1", "k2"], ["k3", "k4"], ["k5", "z1"]]}, "there is no card 'z1'"),
        ({"hands": [["k1", "k2"], ["k3", "k4"], ["k5"]]}, "1 cards are missing (PD-S2)"),
        ({"hands": [["k1", "k2"], ["k3", "k4"], ["k5"]], "deck": None}, "2 to 2 cards (PD-1)"),
        ({"claims": ["pair", None, "pair"]}, "position.claims[1]: who has bet has claimed a hand (PD-3)"),
        ({"claims": ["pair", "two pair", "pair"]}, "there is no hand 'two pair'"),
        ({"street": "tail"}, "has 5 cards now (PD-2)"),
        ({"board": [["r1"] * 7]}, "a row has six places"),
        ({"board": [[], [], []]}, "never more than two rows"),
        ({"antes": 99}, "the antes are in the pot (PD-P3)"),
        ({"fairy": 5}, "the Gold Fairy gave that (PD-31)"),
        ({"bank": 5}, "the bank gave that (PD-DD1)"),
        ({"diamonds": [1, 0, 0], "bank": None}, "come with Diamond Dreams (PD-DD1)"),
        ({"casino": 3}, "there is no such casino at this table (PD-S4)"),
        ({"casinos_left": [99]}, "numbered from 1 to 15"),
        ({"away": [2]}, "gambling mode only (PD-G1)"),
        ({"colours": ["red", "red", "blue"]}, "one champion each (PD-S4)"),
        ({"shown": [["k9"], [], []]}, "these cards are not in that hand"),
        ({"gone": [["k9"], [], [], []]}, "not among the discards"),
        ({"seen": [[["k1"], [], []], [[], [], []], [[], [], []], [[], [], []]]}, "one's own cards are not noted"),
        ({"said": [{"number": 11, "colour": None, "pair": None}, None, None]}, "numbers go up to 10 (PD-9)"),
        ({"said": [{"number": 7, "colour": None, "pair": None}, None, None]}, "come with the tie-break (PD-9)"),
        ({"queue": [{"ability": "draw", "target": 0}]}, "nothing is announced now (PD-7)"),
        ({"queue": [{"ability": "nap", "target": 0}]}, "there is no ability 'nap'"),
        ({"hot": [0]}, "there is no showdown now (PD-20)"),
        ({"ready": [1]}, "there is nobody to challenge now (PD-21)"),
        ({"focus": 1}, "there is one hand only now (PD-K6)"),
        ({"extra": [0]}, "has an extra card (PD-L6)"),
        ({"coming": ["o1", None, None, None], "deck": None}, "only a champion looks ahead (PD-P2)"),
        ({"top": [{"card": "o1", "known": [5]}]}, "there are only the seats 0 to 2, and everybody"),
        ({"one_gambit": True}, "is for tables of a tournament (PD-G3)"),
        ({"phase": "over", "turn": None}, "nobody has won yet (PD-24)"),
        ({"phase": "champions"}, "between gambits all cards are in the deck (PD-6)"),
        ({"phase": "snack", "another": 1}, "unknown field"),
    ],
)
def test_what_cannot_be_is_refused_with_place_and_reason(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(pandarium.BadData) as refusal:
        game.load({**base(), **changes})
    assert message in str(refusal.value)


def showdown() -> dict[str, Any]:
    """A sound position in a showdown."""
    return at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="four pair pair", hot=[0]).dump()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 1}, "the earliest in turn order is in the hotseat (PD-20)"),
        ({"ready": [0]}, "these players cannot challenge (PD-21)"),
        ({"ready": [1, 2]}, "when all have chosen, the choices are revealed (PD-21)"),
        ({"accusers": [1]}, "have made their choice (PD-21)"),
        ({"real": [0]}, "had their turn and are in (PD-23)"),
        ({"jokers": [1]}, "had their hand (PD-H5)"),
        ({"phase": "tie-break"}, "there is no showdown now (PD-20)"),
        ({"phase": "tie-break", "hot": []}, "is tied for the highest claim (PD-9)"),
        ({"phase": "coin"}, "the winner (PD-32)"),
    ],
)
def test_showdowns_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(pandarium.BadData) as refusal:
        game.load({**showdown(), **changes})
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("phase", "more", "move"),
    [
        ("bet", {"board": "r1 b3 g5 o7"}, "fold"),
        ("snack", {"board": "r1 b3 g5 o7"}, "pass"),
        ("announce", {}, "go"),
        ("upgrade", {}, "pass"),
        ("tie-break", {}, "say 3"),
        ("replace", {"board": f"{BOARD} + p1", "fresh": ["p2"], "queue": [{"ability": "add"}]}, "place none"),
        ("lower", {"claims": "three three", "queue": [{"ability": "new-hand"}]}, "keep"),
    ],
)
def test_when_the_clock_runs_out_the_cautious_move_is_made(phase: str, more: dict[str, Any], move: str) -> None:
    state = at(phase, "k1 g3", "k4 k6", turn=0, **{"claims": "pair pair", **more})
    assert game.say(state.timeout(0)) == move


def test_clocks_of_others() -> None:
    state = at("raise", "k1 k2", "k3 k4", turn=1, performer=0, claims="pair pair", queue=[{"ability": "raise"}])
    assert game.say(state.timeout(1)) == "fold"
    state = at("challenge", "k1 k2", "k3 k4", turn=0, claims="four pair", hot=[0])
    assert game.say(state.timeout(1)) == "trust"
    state = at("tie-break", "k4 g6", "k3 k8", turn=0, claims="five five")
    assert game.say(state.timeout(0)) == "say 10"  # nothing is true, so the boldest lie
