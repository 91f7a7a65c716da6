"""Short ways to set a table for the tests of Pilfering Pandas."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.games.pilfering.engine.cards import CODES
from pandarium.games.pilfering.engine.flow import Pilfering

game = pandarium.game("pilfering")

TOP = {1: 7, 2: 7, 3: 8, 4: 9}
KEYS = {1: 3, 2: 3, 3: 3, 4: 4}


def area(cards: str, *sets: tuple[int, ...], mark: int | None = None) -> dict[str, Any]:
    """An area from "r4 r5 r6" and its sets (start, length, cards that earned the bonus); without sets, all are one."""
    paper: dict[str, Any] = {"cards": cards.split()}
    if sets:
        paper["sets"] = [list(one) for one in sets]
    if mark is not None:
        paper["mark"] = mark
    return paper


LOOSE = ()
"""For `area`: no set at all."""


def loose(cards: str) -> dict[str, Any]:
    """An area in which no card is part of a set."""
    return {"cards": cards.split(), "sets": []}


def at(step: str, *hands: str, **more: Any) -> Pilfering:
    """A position in some step, with hands like "r4 r5 key". What is not said lies somewhere harmless.

    Hideout and Secret Stash are filled with cards that lie nowhere else, from the end of the pack.
    """
    seats = len(hands)
    position: dict[str, Any] = {"seats": seats, "step": step, "hands": [hand.split() for hand in hands], **more}
    for field in ("hideout", "secret", "box", "away", "deck", "held", "plans_gone"):
        if isinstance(position.get(field), str):
            position[field] = position[field].split()
    taken = [card for hand in position["hands"] for card in hand]
    taken += [card for lie in position.get("areas", ()) for card in lie["cards"]]
    for field in ("hideout", "secret", "box", "away", "deck"):
        taken += position.get(field) or []
    taken.append(position.get("rummaged") or "")
    spare = [code for code in CODES[:45] if int(code[1]) <= TOP[seats] and code not in taken]
    if "hideout" not in position and step != "choose":
        position["hideout"] = [spare.pop() for _ in range(3)]
    if "secret" not in position and seats == 1 and step != "choose":
        position["secret"] = [spare.pop() for _ in range(3)]
    if "deck" in position:
        position["box"] = [*position.get("box", []), *_left_over(position, seats)]
        position.setdefault("plans_gone", ["muddy"])
        position.setdefault("options", {})
        if "muddy" in position["plans_gone"] and not position["options"].get("foiled_plans"):
            position["options"] = {**position["options"], "foiled_plans": True}
        count = 3 if position["options"].get("level") == "hard" else 2
        for plan in ("torch", "caring", "muddy", "early"):
            there = [*position["plans_gone"], *(card for card in position["deck"] if card in CODES[46:])]
            if len(there) < count and plan not in there:
                position["plans_gone"] = [*position["plans_gone"], plan]
    state = game.load(position)
    assert isinstance(state, Pilfering)
    return state


def _left_over(position: dict[str, Any], seats: int) -> list[str]:
    """Cards that a short deck leaves over."""
    there = [card for hand in position["hands"] for card in hand]
    there += [card for lie in position.get("areas", ()) for card in lie["cards"]]
    for field in ("hideout", "secret", "box", "away", "deck"):
        there += position.get(field) or []
    there.append(position.get("rummaged") or "")
    everything = [code for code in CODES[:45] if int(code[1]) <= TOP[seats]]
    return [code for code in everything if code not in there] + ["key"] * (KEYS[seats] - there.count("key"))


def do(state: Pilfering, *moves: str) -> list[Any]:
    """Play these moves, each for whoever is to act; the events, as that player hears them."""
    heard: list[Any] = []
    for move in moves:
        log: list[Any] = []
        seat = state.actors()[0]
        state.play(seat, game.read(move), log)
        heard += [game.redact(event, seat) for event in log]
    return heard


def refused(state: Pilfering, move: str, seat: int | None = None) -> str:
    """Try a move that is not allowed: the rule that it breaks. Nothing may have changed, and it may not be listed."""
    who = state.actors()[0] if seat is None else seat
    number = game.read(move)
    before = state.dump()
    assert number not in state.legal(who)
    with pytest.raises(pandarium.IllegalMove) as refusal:
        state.play(who, number)
    assert state.dump() == before
    return refusal.value.rule


def listed(state: Pilfering, start: str = "") -> list[str]:
    """The legal moves of whoever is to act, in notation; only those that start so."""
    said = [game.say(move) for move in state.legal(state.actors()[0])]
    return [move for move in said if move.startswith(start)]


def tags(events: list[Any]) -> list[str]:
    """The kinds of events, as they are written in JSON."""
    return [type(event).__struct_config__.tag for event in events]


def hand(state: Pilfering, seat: int = 0) -> str:
    """A player's cards, in order."""
    return " ".join(state.dump()["hands"][seat])


def lies(state: Pilfering, which: int = 0) -> str:
    """The cards of an area."""
    return " ".join(state.dump()["areas"][which]["cards"])


def markers(state: Pilfering) -> tuple[int, int]:
    """Where the pandas and the keeper stand."""
    return int(state.panda), int(state.keeper)


def won(state: Pilfering) -> bool | None:
    """Won, lost, or neither yet."""
    outcome = state.outcome()
    return None if outcome is None else bool(outcome.winners)
