"""Write the finished games that `test_fixtures.py` replays.

    python tests/games/royale/make_fixtures.py

plays a game for every number of players, one for each option, one that ends in a shared victory, one in which moves
are taken back, and one dealt from a secret, with random legal moves and many trades; and writes the records to
`tests/fixtures/royale/`, with a fingerprint of every position on the way in `states.json`. The games come out the same
every time. Run it only when the behaviour of the game is meant to change, and look at what changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from pandarium import Match, Record, State
from pandarium.core import fair

FOLDER = Path(__file__).parents[2] / "fixtures" / "royale"
STATES = FOLDER / "states.json"

SECRET = bytes(range(32))


def fingerprint(state: State) -> str:
    """Eight digits that change with anything on the table or in what is allowed."""
    game = state.setup.game
    position: dict[str, Any] = state.dump()
    facts = [position[field] for field in sorted(position) if field not in {"content", "game", "rules"}]
    legal = [[game.say(move) for move in state.legal(seat)] for seat in range(state.setup.seats)]
    return f"{crc32(json.dumps([facts, legal]).encode()):08x}"


def play_out(match: Match, random: Random, take_back: bool = False) -> Record:
    """Play to the end: half of the players collect clear dice, and all trade more often than not."""
    while actors := match.state.actors():
        seat = actors[0]
        match.play(seat, choose(match.state, seat, random))
        if take_back and match.may_undo(seat) and random.random() < 0.2:
            match.undo(seat)
    return match.snapshot()


def choose(state: State, seat: int, random: Random) -> int:
    """A random legal move; every other seat takes clear dice when there are any."""
    game = state.setup.game
    moves = state.legal(seat)
    clear, stop = game.read("take c6"), game.read("pass")
    if seat % 2 == 0 and clear in moves:
        return int(clear)
    if stop in moves and random.random() < 0.25:
        return int(stop)
    return random.choice(moves)


def from_seed(seats: int, seed: int, take_back: bool = False, **options: bool) -> Record:
    """A finished game dealt from a seed."""
    players = [f"Player {seat + 1}" for seat in range(seats)]
    match = Match.begin("royale", seats, dict(options), seed, players=players)
    return play_out(match, Random(seed), take_back)


def from_secret(seats: int) -> Record:
    """A finished game whose chance can be checked by anyone."""
    record = Record(
        game="royale", rules=1, seats=seats, secret=SECRET.hex(), commitment=fair.commitment(SECRET), players=[]
    )
    return play_out(Match(record), Random(0))


def shared_victory() -> Record:
    """The first game of three that ends in a tie."""
    seed = 0
    while True:
        record = from_seed(3, seed)
        if record.outcome is not None and len(record.outcome.winners) > 1:
            return record
        seed += 1


def all_games() -> dict[str, Record]:
    """Every fixture by name."""
    games = {f"{seats}-players": from_seed(seats, 130 + seats) for seats in range(2, 11)}
    games["children"] = from_seed(9, 201, children=True)
    games["first-roll"] = from_seed(4, 202, first_roll=True)
    games["both-options"] = from_seed(5, 203, children=True, first_roll=True)
    games["taken-back"] = from_seed(4, 204, take_back=True)
    games["secret"] = from_secret(3)
    games["shared-victory"] = shared_victory()
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
