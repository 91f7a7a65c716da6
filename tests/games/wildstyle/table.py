"""Short ways to set a table for the tests of Wildstyle."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

import pandarium
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.flow import Wildstyle

game = pandarium.game("wildstyle")

SIDES = ["1a", "2a", "3a", "4a", "5a"]
DRAW = {2: 2, 3: 2, 4: 3, 5: 3}
SHARE = {2: 4, 3: 4, 4: 3, 5: 3}


def player(hand: str = "", one: str = "", two: str = "", tags: str = "", **more: Any) -> dict[str, Any]:
    """A player's things, cards and hexes in one string each."""
    return {"hand": hand.split(), "sets": [one.split(), two.split()], "tags": tags.split(), **more}


def at(*players: dict[str, Any], shares: str = "", piles: list[int] | None = None, **more: Any) -> Wildstyle:
    """A round in real time with these players; `shares` are share piles, each with its top card last: "Rt Rl, , Am"."""
    seats = len(players)
    phase = more.get("phase", "play")
    turns = more.get("options", {}).get("pace") == "turns"
    ready = phase in {"play", "countdown"} and not turns
    stacks = [stack.split() for stack in shares.split(",")] if shares else []
    position: dict[str, Any] = {
        "seats": seats,
        "map": SIDES[:seats],
        "objectives": ["border_wars", "three_of_a_kind", "station_snake"],
        "round": 1,
        "phase": phase,
        "players": [{"ready": ready, **one} for one in players],
        "piles": [5] * DRAW[seats] if piles is None else piles,
        "shares": stacks + [[]] * (SHARE[seats] - len(stacks)),
    }
    if turns and phase == "play":
        position["turn"] = 0
    return loaded({**position, **more})


def loaded(position: dict[str, Any]) -> Wildstyle:
    state = game.load(position)
    assert isinstance(state, Wildstyle)
    return state


def do(state: Wildstyle, seat: int, *moves: str) -> list[Any]:
    """Let a player make these moves; the events, as a spectator hears them."""
    log: list[Any] = []
    for move in moves:
        state.play(seat, game.read(move), log)
    return heard(log)


def heard(log: list[Any], viewer: int | None = None) -> list[Any]:
    """Raw events as this viewer hears them."""
    return [seen for event in log if (seen := game.redact(event, viewer)) is not None]


def tag(event: Any) -> str:
    """The kind of an event, as it is written in JSON."""
    name: str = type(event).__struct_config__.tag
    return name


def refused(state: Wildstyle, seat: int, move: str | int) -> str:
    """Try a move that is not allowed: why it is not. Nothing may have changed."""
    before = state.dump()
    number = game.read(move) if isinstance(move, str) else move
    assert number not in state.legal(seat)
    with pytest.raises(pandarium.IllegalMove) as refusal:
        state.play(seat, number)
    assert state.dump() == before
    return str(refusal.value)


def may(state: Wildstyle, seat: int) -> list[str]:
    """The legal moves of a player, in notation."""
    return [game.say(move) for move in state.legal(seat)]


def kinds(state: Wildstyle, seat: int) -> set[str]:
    """What a player may do, without where and with what."""
    return {move.split()[0] for move in may(state, seat)}


def seen(state: Wildstyle, seat: int) -> Any:
    """A player's place as that player sees it."""
    return state.view(seat).players[seat]


def hexes_of(state: Wildstyle, icon: str) -> list[str]:
    """All hexes with that icon."""
    return [hex.name for hex in state.view(None).hexes if hex.icon == icon]


def over(tags: str | list[str], *objectives: str, seats: int = 2, others: str = "", **more: Any) -> Wildstyle:
    """A game that is over, the first player with these tags, one objective or more with others to go with them."""
    names = tags.split() if isinstance(tags, str) else tags
    chosen = complete(objectives)
    players = [{"tags": names, **more.pop("me", {})}, {"tags": others.split(), **more.pop("you", {})}]
    players += [{} for _ in range(seats - 2)]
    position = {
        "seats": seats,
        "map": SIDES[:seats],
        "objectives": chosen,
        "round": 3,
        "phase": "over",
        "players": players,
        "piles": [0] * DRAW[seats],
    }
    return loaded({**position, **more})


def complete(objectives: tuple[str, ...]) -> list[str]:
    """Two A sides and a B side, these among them."""
    numbers = [OBJECTIVE_CODES.index(code) for code in objectives]
    a_sides = [number for number in numbers if number % 2 == 0]
    b_sides = [number for number in numbers if number % 2 == 1]
    for number in range(12):
        free = number // 2 not in {other // 2 for other in [*a_sides, *b_sides]}
        if free and number % 2 == 0 and len(a_sides) < 2:
            a_sides.append(number)
        elif free and number % 2 == 1 and len(b_sides) < 1:
            b_sides.append(number)
    return [OBJECTIVE_CODES[number] for number in [*a_sides, *b_sides]]


def points(state: Wildstyle, objective: str, seat: int = 0) -> int:
    """What a player scores for that objective."""
    shown = state.view(None)
    place = [found.code for found in shown.objectives].index(objective)
    scored: int = shown.players[seat].score.objectives[place]
    return scored


def near(seats: int, *places: tuple[int, int]) -> list[str]:
    """The names of the hexes at these axial coordinates, (0, 0) being the middle of board A."""
    shown = at(*[player("Rt")] * seats).view(None)
    found = {(hex.q, hex.r): hex.name for hex in shown.hexes}
    return sorted((found[place] for place in places), key=HEX_NAMES.index)


def play_through(state: Any, choices: list[int]) -> Iterator[tuple[int, int]]:
    """Play to the end, choosing by these numbers around and around; yields (seat, move) before it is played."""
    turn = 0
    while actors := state.actors():
        number = choices[turn % len(choices)] + turn
        seat = actors[number % len(actors)]
        moves = state.legal(seat)
        move = moves[(number * 7 + 3) % len(moves)]
        yield seat, move
        state.play(seat, move)
        turn += 1


def own_pack() -> dict[str, Any]:
    """A fresh copy of the content pack that comes with the game, to be changed at will."""
    files = (game.folder / "content").glob("*.toml")
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
