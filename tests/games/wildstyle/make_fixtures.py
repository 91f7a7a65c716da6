"""Write the finished games that `test_fixtures.py` replays.

    python tests/games/wildstyle/make_fixtures.py

plays games for every number of players, with every option, and one for every way in which a round or the game may end;
and writes the records to `tests/fixtures/wildstyle/`, with a fingerprint of every position on the way in `states.json`.
The games come out the same every time. Run it only when the behaviour of the game is meant to change, and look at what
changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from pandarium import Match, Record, State
from pandarium.core import fair

FOLDER = Path(__file__).parents[2] / "fixtures" / "wildstyle"
STATES = FOLDER / "states.json"
SECRET = bytes(range(32))


def fingerprint(state: State) -> str:
    """Eight digits that change with anything on the table or in what is allowed."""
    position: dict[str, Any] = state.dump()
    facts = [position[field] for field in sorted(position) if field not in {"content", "game", "rules"}]
    legal = [state.legal(seat) for seat in range(state.setup.seats)]
    return f"{crc32(json.dumps([facts, legal]).encode()):08x}"


def play_out(match: Match, random: Random, eager: float, take_back: bool = False) -> Record:
    """Play to the end; eager players tag whenever they can, and all seldom pass."""
    while actors := match.state.actors():
        seat = random.choice(actors)
        match.play(seat, choose(match.state, seat, random, eager))
        if take_back and match.may_undo(seat) and random.random() < 0.2:
            match.undo(seat)
    return match.snapshot()


def choose(state: State, seat: int, random: Random, eager: float) -> int:
    """A random legal move; eager players complete sets, and add and take what matches, as often as that says."""
    say = state.setup.game.say
    moves = state.legal(seat)
    if random.random() < eager:
        for kind in ("tag ", "add ", "take "):
            chosen = [move for move in moves if say(move).startswith(kind)]
            if chosen:
                return random.choice(chosen)
    busy = [move for move in moves if say(move) != "pass" and not say(move).startswith(("scrap", "clear"))]
    if eager:
        busy = [move for move in busy if not say(move).startswith("rush")] or busy[: 2 * (random.random() < 0.3)]
    return random.choice(busy) if busy and random.random() < 0.98 else random.choice(moves)


def from_seed(seats: int, seed: int, eager: float = 0.7, take_back: bool = False, **options: Any) -> Record:
    """A finished game dealt from a seed."""
    players = [f"Player {seat + 1}" for seat in range(seats)]
    match = Match.begin("wildstyle", seats, dict(options), seed, players=players)
    return play_out(match, Random(seed), eager, take_back)


def from_secret(seats: int) -> Record:
    """A finished game whose chance can be checked by anyone."""
    record = Record(
        game="wildstyle", rules=1, seats=seats, secret=SECRET.hex(), commitment=fair.commitment(SECRET), players=[]
    )
    return play_out(Match(record), Random(0), 0.7)


def search(wanted: Callable[[Record], bool], seats: int, **more: Any) -> Record:
    """The first game that ends as wanted."""
    seed = 0
    while not wanted(record := from_seed(seats, seed, **more)):
        seed += 1
    return record


def reason(text: str) -> Callable[[Record], bool]:
    """Games whose outcome says so."""
    return lambda record: record.outcome is not None and text in record.outcome.reason


def all_passed() -> Record:
    """Nobody ever does anything: six passes, and a shared victory of nobody over nobody."""
    match = Match.begin("wildstyle", 2, {"pace": "turns"}, 1)
    while actors := match.state.actors():
        match.play(actors[0], match.game.read("pass"))
    return match.snapshot()


def all_games() -> dict[str, Record]:
    """Every fixture by name."""
    games = {f"{seats}-players": from_seed(seats, 130 + seats) for seats in range(2, 6)}
    games["many-cop-cars"] = from_seed(4, 201, eager=0.0)
    games["family"] = from_seed(3, 202, family=True)
    games["turns"] = from_seed(3, 203, pace="turns")
    games["turns-family"] = from_seed(5, 204, pace="turns", family=True)
    games["taken-back"] = from_seed(2, 205, pace="turns", take_back=True)
    games["grace-10"] = from_seed(2, 206, grace=10)
    games["grace-40"] = from_seed(2, 207, grace=40)
    games["secret"] = from_secret(3)
    games["all-passed"] = all_passed()
    games["fewest-cop-cars"] = search(reason("fewest cop cars"), 3, eager=0.0, family=True)
    games["shared-victory"] = search(reason("share the victory"), 2, eager=0.9, family=True)
    return games


def main() -> None:
    """Write everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    states: dict[str, list[str]] = {}
    for name, record in all_games().items():
        (FOLDER / f"{name}.json").write_bytes(record.to_json())
        states[name] = [fingerprint(state) for state in record.replay()]
    lines = [f" {json.dumps(name)}: {json.dumps(' '.join(prints))}" for name, prints in states.items()]
    STATES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
