"""Short ways to set a table for the tests of Panda Royale."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

import pandarium
from pandarium.games.royale.content import own_content
from pandarium.games.royale.engine.dice import CODES, COLOUR_NAMES, DiceSet, handful
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.scoring import FACE_BITS, colour_score, score_roll

game = pandarium.game("royale")

BAG = "y8 " * 7 + "p8 " * 7 + "p12 " * 7 + "b6 " * 10 + "b8 " * 9 + "b12 " * 9 + "s6 " * 7
BAG += "r6 " * 10 + "r8 " * 9 + "g20 " * 10 + "c6 " * 7
"""What PR-C1 puts into the bag."""


def sheet_of(*round_scores: int) -> list[list[list[int]]]:
    """A sheet after the first round on which each player scored this much, all of it green."""
    return [[[0, 0, 0, 0, score, 0, 0]] for score in round_scores]


def at_trade(*hands: str, panda: int, turn: int, **more: Any) -> Royale:
    """The trade step, set with hands like "y6 c6 k12"; the round follows from the number of dice."""
    dice = [hand.split() for hand in hands]
    plain = [code for code in dice[0] if code != "k12"]
    position = {"seats": len(hands), "round": len(plain), "step": "trade", "hands": dice, "panda": panda, "turn": turn}
    return _royale(game.load({**position, **more}))


def at_draft(*hands: str, pool: str, panda: int, turn: int | None = None, **more: Any) -> Royale:
    """The draft step. `turn` is the holder of the token unless said otherwise."""
    dice = [hand.split() for hand in hands]
    last = (panda - 1) % len(hands)  # the one who picks last holds as many dice as the round has
    plain = [code for code in dice[last] if code != "k12"]
    position = {
        "seats": len(hands),
        "round": len(plain),
        "step": "draft",
        "hands": dice,
        "pool": pool.split(),
        "panda": panda,
        "turn": panda if turn is None else turn,
    }
    return _royale(game.load({**position, **more}))


def _royale(state: object) -> Royale:
    assert isinstance(state, Royale)
    return state


def do(state: Royale, *moves: str) -> list[Any]:
    """Play these moves, each for whoever's turn it is; the events, as everyone may hear them."""
    log: list[Any] = []
    for move in moves:
        state.play(state.actors()[0], game.read(move), log)
    return heard(log)


def heard(log: list[Any]) -> list[Any]:
    """Raw events as everyone may hear them."""
    return [game.redact(event, None) for event in log]


def refused(state: Royale, seat: int, move: str | int) -> str:
    """Try a move that is not allowed: why it is not. Nothing may have changed."""
    before = state.dump()
    with pytest.raises(pandarium.IllegalMove) as refusal:
        state.play(seat, game.read(move) if isinstance(move, str) else move)
    assert state.dump() == before
    return str(refusal.value)


def tag(event: Any) -> str:
    """The kind of an event, as it is written in JSON."""
    name: str = type(event).__struct_config__.tag
    return name


def options_of(state: Royale) -> list[str]:
    """The legal moves of whoever's turn it is, in notation."""
    return [game.say(move) for move in state.legal(state.actors()[0])]


def dice_of(state: Royale, seat: int) -> str:
    """A player's dice, in the order of the kinds."""
    return " ".join(state.view(None).players[seat].dice)


def points(roll: str, dice_set: DiceSet | None = None) -> dict[str, int]:
    """What a roll like "p8:8 p8:1" scores, by colour; colours that score nothing are left out."""
    dice_set = dice_set or own_content()
    shown = [(CODES.index(code), int(value)) for code, value in (part.split(":") for part in roll.split())]
    faces = 0
    for index, (kind, value) in enumerate(sorted(shown)):
        printed = [dice_set.value(kind, face) for face in range(dice_set.sides[kind])]
        faces |= printed.index(value) << (index * FACE_BITS)
    line = score_roll(dice_set, handful([kind for kind, _ in shown]), faces)
    scores = {name: colour_score(line, colour) for colour, name in enumerate(COLOUR_NAMES)}
    return {name: score for name, score in scores.items() if score}


def play_through(state: Any, choices: list[int]) -> Iterator[tuple[int, int]]:
    """Play to the end, choosing by these numbers around and around; yields (seat, move) before it is played."""
    turn = 0
    while actors := state.actors():
        seat = actors[0]
        moves = state.legal(seat)
        move = moves[choices[turn % len(choices)] % len(moves)]
        yield seat, move
        state.play(seat, move)
        turn += 1


def own_pack() -> dict[str, Any]:
    """A fresh copy of the content pack that comes with the game, to be changed at will."""
    return {"dice": tomllib.loads((game.folder / "content" / "dice.toml").read_text(encoding="utf-8"))}


def die_in(pack: dict[str, Any], code: str) -> dict[str, Any]:
    """The entry of that die in a pack."""
    entry: dict[str, Any] = next(die for die in pack["dice"]["die"] if die["code"] == code)
    return entry
