"""Write the finished games that `test_fixtures.py` replays.

    python -m tests.games.pilfering.make_fixtures

plays a game for every way to win and to lose, for every number of players who can end that way, and writes the records
to `tests/fixtures/pilfering/`, with a fingerprint of every position on the way in `states.json`. The games come out the
same every time. Run it only when the behaviour of the game is meant to change, and look at what changed; with
`--search` it looks for seeds anew and prints them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from pandarium import Match, Record, Rng, State
from pandarium.core.bot import ask

from .greedy import Greedy

FOLDER = Path(__file__).parents[2] / "fixtures" / "pilfering"
STATES = FOLDER / "states.json"

EASY: dict[str, Any] = {"level": "intro", "quiet_trades": True, "light_pick_up": True}
WAYS = ("escaped", "caught", "timer", "no-cards", "final-check")
SEEDS: dict[tuple[str, int], int] = {
    ("escaped", 1): 18,
    ("escaped", 2): 2,
    ("escaped", 3): 3,
    ("escaped", 4): 2,
    ("caught", 1): 0,
    ("caught", 2): 0,
    ("caught", 3): 0,
    ("caught", 4): 0,
    ("timer", 2): 2,
    ("timer", 3): 1,
    ("timer", 4): 2,
    ("no-cards", 1): 9,
    ("no-cards", 2): 91,
    ("no-cards", 3): 45,
    ("no-cards", 4): 21,
    ("final-check", 1): 15,
    ("final-check", 2): 1,
    ("final-check", 3): 4,
    ("final-check", 4): 0,
}
"""Which seed ends which way with how many players."""


def fingerprint(state: State) -> str:
    """Eight digits that change with anything on the table or in what is allowed."""
    game = state.setup.game
    position: dict[str, Any] = state.dump()
    facts = [position[field] for field in sorted(position) if field not in {"content", "game", "rules"}]
    legal = [[game.say(move) for move in state.legal(seat)] for seat in range(state.setup.seats)]
    return f"{crc32(json.dumps([facts, legal]).encode()):08x}"


def choose(state: State, seat: int, way: str, random: Random) -> int:
    """What the greedy bot would do, but for what leads to this end."""
    game = state.setup.game
    moves = {game.say(move): move for move in state.legal(seat)}
    if way == "caught" and random.random() < 0.5:
        return random.choice(list(moves.values()))
    if "escape" in moves:
        return moves["stay" if way in {"timer", "no-cards", "caught"} else "escape"]
    if way == "no-cards" and "draw" in moves:
        return moves["draw"]
    if way == "no-cards" and "discard" in moves and random.random() < 0.5:
        return moves["discard"]
    if random.random() < 0.1:
        return random.choice(list(moves.values()))
    return ask(Greedy(), state, seat, Rng(random.randrange(2**32)))


def finish(way: str, seats: int, seed: int) -> Record:
    """A finished game that was steered towards this end."""
    options = {} if way == "caught" else {**EASY, "foiled_plans": seed % 2 == 1}
    if seats == 1 and way != "caught":
        options["solo_final_stash"] = "count"
    match = Match.begin("pilfering", seats, options, seed, players=[f"Player {seat + 1}" for seat in range(seats)])
    random = Random(seed)
    while actors := match.state.actors():
        match.play(actors[0], choose(match.state, actors[0], way, random))
    return match.snapshot()


def ended(record: Record) -> str:
    """How it ended, as in the names of the fixtures."""
    result: str = record.final().dump()["result"]
    return result.replace(" ", "-")


def names() -> list[tuple[str, int]]:
    """Every way to end, for everyone who can end that way: alone there is no Timer."""
    return [(way, seats) for way in WAYS for seats in range(1, 5) if (way, seats) != ("timer", 1)]


def search(most: int) -> None:
    """Print seeds for every way to end."""
    for way, seats in names():
        found = next((seed for seed in range(most) if ended(finish(way, seats, seed)) == way), None)
        print(f'    ("{way}", {seats}): {found},', flush=True)  # noqa: T201


def main() -> None:
    """Write everything."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    states: dict[str, list[str]] = {}
    for way, seats in names():
        record = finish(way, seats, SEEDS[way, seats])
        assert ended(record) == way
        name = f"{way}-{seats}"
        (FOLDER / f"{name}.json").write_bytes(record.to_json())
        states[name] = [fingerprint(state) for state in record.replay()]
    lines = [f" {json.dumps(name)}: {json.dumps(' '.join(prints))}" for name, prints in states.items()]
    STATES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    if "--search" in sys.argv:
        search(400)
    else:
        main()
