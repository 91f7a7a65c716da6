"""The same game in another process: with another hash seed, and on the .py files instead of compiled modules.

As a command it plays what it is given on standard input and prints a digest for every move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import blake2b
from importlib import import_module
from typing import Any

from pandarium.bots import levels, make
from pandarium.buildinfo import is_compiled
from pandarium.core import registry
from pandarium.core.bot import ask
from pandarium.core.game import Game
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import encode
from pandarium.testing.harness import ConformanceError, Harness, check

MOVES = 150
ASKED_EVERY = 40
"""Moves between two at which all bots are asked as well."""
PATIENCE = 300
"""Seconds that the other process may take."""


class LockstepGame(dict[str, Any]):
    """A game to play: seats, options, seed."""


def play_jobs(game: Game, jobs: list[LockstepGame]) -> list[list[list[str]]]:
    """For every job, for every move of a random game: who, what, and a digest of all there is."""
    return [_play_job(game, job) for job in jobs]


def _play_job(game: Game, job: LockstepGame) -> list[list[str]]:
    state = game.start(job["seats"], job["options"], job["seed"])
    rng = Rng(job["seed"])
    lines = [["the deal", _digest(state)]]
    for number in range(MOVES):
        actors = state.actors()
        if not actors:
            break
        seat = actors[rng.below(len(actors))]
        moves = state.legal(seat)
        move = moves[rng.below(len(moves))]
        if number % ASKED_EVERY == 0:
            wanted = {level: game.say(ask(make(game, level), state, seat, Rng(number))) for level in levels(game)}
            lines.append([f"the bots want {wanted}", ""])
        state.play(seat, move, None, number)
        lines.append([f"{seat}: {game.say(move)}", _digest(state)])
    lines.append([f"a playout of {state.playout(rng)} moves", _digest(state)])
    return lines


def _digest(state: State) -> str:
    actors = state.actors()
    views = [state.view(viewer) for viewer in (None, *actors[:2], state.setup.seats - 1)]
    legal = [(seat, state.legal(seat), state.timeout(seat)) for seat in actors]
    twin = state.resample(0, Rng(1)).dump()
    rest = [state.observe(0).hex(), state.timer(), state.counting()]
    return blake2b(encode([state.dump(), views, legal, twin, *rest]), digest_size=12).hexdigest()


@check
def another_process_agrees(harness: Harness) -> str:
    """A fresh process plays the same seeds to the same positions, though it hashes differently."""
    return _compare(harness, {"PYTHONHASHSEED": "4711"}, "another process")


@check
def interpreted_agrees(harness: Harness) -> str:
    """Compiled and interpreted code play the same seeds to the same positions, move by move."""
    if not is_compiled():
        return "skipped: interpreted only"
    return _compare(harness, {"PANDARIUM_PURE": "1"}, "interpreted code")


def _compare(harness: Harness, env: dict[str, str], other: str) -> str:
    if not _installed(harness.game):
        return "skipped: the game is not registered, so another process cannot find it"
    seeds = harness.seeds(harness.games_each)
    jobs = [
        LockstepGame(seats=table.seats, options=table.options, seed=seed) for table in harness.tables for seed in seeds
    ]
    here = play_jobs(harness.game, jobs)
    there = ask_process(harness.game, jobs, env)
    for job, mine, theirs in zip(jobs, here, there, strict=True):
        if fault := first_divergence(harness.game, job, mine, theirs, other):
            raise fault
    return f"{sum(map(len, here))} moves in step"


def _installed(game: Game) -> bool:
    package = registry._packages().get(game.meta.name, "")
    return not package.startswith("pandarium.testing.registration")


def first_divergence(
    game: Game, job: LockstepGame, mine: list[list[str]], theirs: list[list[str]], other: str
) -> ConformanceError | None:
    """The first move after which the two do not agree, as an error."""
    for number in range(max(len(mine), len(theirs))):
        here, there = (lines[number] if number < len(lines) else ["the end", ""] for lines in (mine, theirs))
        if here != there:
            what = f"after {here[0]!r} here and {there[0]!r} there" if here[0] != there[0] else f"after {here[0]!r}"
            moves = [move for move, _ in mine[1 : number + 1]]
            what = f"{other} goes another way {what}"
            return ConformanceError(what, game.meta.name, job["seats"], job["options"], job["seed"], moves)
    return None


def ask_process(game: Game, jobs: list[LockstepGame], env: dict[str, str]) -> list[list[list[str]]]:
    """Play the jobs in a fresh process that finds the same games."""
    shelf = list(import_module("pandarium.games").__path__)[1:]
    places = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PANDARIUM_GAMES": os.pathsep.join(shelf)}
    done = subprocess.run(
        [sys.executable, "-m", "pandarium.testing.lockstep", game.meta.name],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **places, **env},
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ConformanceError(f"the other process fails: {last}", game.meta.name)
    answer: list[list[list[str]]] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play_jobs(registry.game(sys.argv[1]), json.load(sys.stdin))))
