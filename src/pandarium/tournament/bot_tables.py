"""Tables where only bots sit are played by the server, from the tournament's secret.

Whoever has the secret can play a deal again and comes to the same end, in one go or in slices.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pandarium.bots import make
from pandarium.core import fair
from pandarium.core.bot import ask
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.kit.tournament import Settled, Stakes
from pandarium.tournament.plan import Plan, rules_of

MOST_MOVES = 100_000
"""A deal that does not end by then never will."""


class Job(NamedTuple):
    """A deal for the server to play."""

    stakes: Stakes
    secret: bytes


class Paused(NamedTuple):
    """A deal that is not over, to be played on."""

    position: bytes
    chance: tuple[int, int]
    """The words of the bots' generator."""
    moves: int
    """How many were made."""


class Slice(NamedTuple):
    """What came of some time."""

    settled: list[Settled]
    """The deals that are over: the first ones, in the order in which they were asked for."""
    paused: Paused | None
    """How the next one stands; None: all are over."""


class _Deal:
    """A deal under way, with the tournament's bots in all seats."""

    def __init__(self, plan: Plan, job: Job, paused: Paused | None = None) -> None:
        game = find_game(plan.game)
        self._title = game.meta.title
        self._rules = rules_of(game)
        self._bot = make(game, plan.bot)
        self._secret = job.secret
        if paused is None:
            stakes = Stakes(*job.stakes)
            setup = game.setup(len(stakes.chips), self._rules.agree(plan.options, stakes), plan.content)
            self._state = setup.start(fair.seed_from(job.secret))
            self._chance, self._moves = Rng(fair.salt_from(job.secret, MOST_MOVES)), 0
        else:
            self._state = game.load(paused.position)
            self._chance, self._moves = Rng(), paused.moves
            self._chance.a, self._chance.b = paused.chance

    @property
    def over(self) -> bool:
        return not self._state.actors()

    def move(self) -> None:
        """One bot thinks and moves."""
        if self._moves == MOST_MOVES:
            raise RuntimeError(f"a deal of {self._title} does not end")
        seat = self._state.actors()[0]
        move = ask(self._bot, self._state, seat, self._chance)
        self._state.play(seat, move, None, fair.salt_from(self._secret, self._moves))
        self._moves += 1

    def settle(self) -> Settled:
        """What it led to."""
        return self._rules.settle(self._state)

    def pause(self) -> Paused:
        """As it stands."""
        position = msgspec.json.encode(self._state.dump())
        return Paused(position, (self._chance.a, self._chance.b), self._moves)


def play_deal(plan: Plan, job: Job) -> Settled:
    """What a deal leads to."""
    deal = _Deal(plan, job)
    while not deal.over:
        deal.move()
    return deal.settle()


def play_slice(plan: Plan, jobs: Sequence[Job], paused: Paused | None, seconds: float) -> Slice:
    """Play these deals, the first one on from where it was paused, for at most that long, but at least one move.

    A thought is not interrupted: none is begun when the longest one so far would not fit into what is left.
    """
    settled: list[Settled] = []
    begin = last = time.perf_counter()
    longest = 0.0
    for job in jobs:
        deal, paused = _Deal(plan, job, paused), None
        while not deal.over:
            if last > begin and last + longest > begin + seconds:
                return Slice(settled, deal.pause())
            deal.move()
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        settled.append(deal.settle())
    return Slice(settled, None)
