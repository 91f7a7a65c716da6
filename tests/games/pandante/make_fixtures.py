"""Write the finished games that `test_fixtures.py` replays.

    python tests/games/pandante/make_fixtures.py

plays games for every number of players and every mode with random legal moves, and further ones until every way to end
has been met three times; and writes the records to `tests/fixtures/pandante/`, with a fingerprint of every position
on the way in `states.json`. The games come out the same every time. Run it only when the behaviour of the game is meant
to change, and look at what changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from pandarium import Match, Record, State
from pandarium.core import fair
from pandarium.games.pandante.meta import META

FOLDER = Path(__file__).parents[2] / "fixtures" / "pandante"
STATES = FOLDER / "states.json"
SECRET = bytes(range(32))

MODES: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"abilities": "dark"},
    "casinos": {"casinos": True},
    "champions": {"champions": True},
    "diamonds": {"diamonds": True},
    "everything": {"casinos": True, "champions": True, "diamonds": True},
    "everything-dark": {"abilities": "dark", "casinos": True, "champions": True, "diamonds": True},
}
EACH_END = 3
FEWEST_MOVES = 20
"""Of a drop-in table where somebody came to play."""


def fingerprint(state: State) -> str:
    """Eight digits that change with anything on the table or in what is allowed."""
    game = state.setup.game
    position: dict[str, Any] = state.dump()
    facts = [position[field] for field in sorted(position) if field not in {"content", "game", "rules"}]
    legal = [[game.say(move) for move in state.legal(seat)] for seat in range(state.setup.seats)]
    return f"{crc32(json.dumps([facts, legal]).encode()):08x}"


def choose(state: State, seat: int, random: Random) -> int:
    """A random legal move; nobody folds often, and those who come and go mostly stay."""
    game = state.setup.game
    moves = state.legal(seat)
    weights = [{"fold": 0.15, "go": 0.4}.get(game.say(move), 1.0) for move in moves]
    return random.choices(moves, weights)[0]


def play_out(match: Match, random: Random, take_back: bool = False) -> Record:
    """Play to the end, taking moves back now and then where that is wanted."""
    while actors := match.state.actors():
        seat = random.choice(actors)
        match.play(seat, choose(match.state, seat, random))
        if take_back and match.may_undo(seat) and random.random() < 0.2:
            match.undo(seat)
    return match.snapshot()


def from_seed(seats: int, seed: int, options: dict[str, Any], take_back: bool = False) -> Record:
    """A finished game dealt from a seed."""
    players = [f"Player {seat + 1}" for seat in range(seats)]
    return play_out(Match.begin("pandante", seats, options, seed, players=players), Random(seed), take_back)


def from_secret(seats: int) -> Record:
    """A finished game whose chance can be checked by anyone."""
    record = Record(
        game="pandante",
        rules=META.rules,
        seats=seats,
        secret=SECRET.hex(),
        commitment=fair.commitment(SECRET),
        players=[],
    )
    return play_out(Match(record), Random(0))


def shared_victories() -> dict[str, Record]:
    """The first games of two that end in a tie: both reach the target in a split pot."""
    found: dict[str, Record] = {}
    seed = 0
    while len(found) < EACH_END:
        record = from_seed(2, seed, {"gambling": "drop-in"})
        if record.outcome is not None and len(record.outcome.winners) > 1 and len(record.moves) > FEWEST_MOVES:
            found[f"shared-{len(found) + 1}"] = record
        seed += 1
    return found


def all_games() -> dict[str, Record]:
    """Every fixture by name: the target is reached, a table closes, one is left, a victory is shared."""
    games: dict[str, Record] = {}
    for number, (name, options) in enumerate(MODES.items()):
        games[name] = from_seed(2 + number % 5, 300 + number, options)
    for number in range(1, EACH_END + 1):
        games[f"drop-in-{number}"] = from_seed(
            1 + number * 2 if number < 3 else 4, 400 + number, {"gambling": "drop-in"}
        )
        mode = {"gambling": "tournament", "casinos": number == 2, "champions": number == 3}
        games[f"tournament-{number}"] = from_seed(1 + number, 500 + number, mode)
    games["six-players"] = from_seed(6, 601, MODES["everything"])
    games["taken-back"] = from_seed(3, 602, {}, take_back=True)
    games["secret"] = from_secret(3)
    return games | shared_victories()


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
