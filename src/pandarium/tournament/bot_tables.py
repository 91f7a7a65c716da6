"""Tables where only bots sit are played by the house: a whole gambit in one go, from the tournament's secret.

Whoever has the secret can play it again and comes to the same end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pandarium.bots import make
from pandarium.core import fair
from pandarium.core.bot import ask
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.kit.tournament import Settled, Stakes
from pandarium.tournament.plan import rules_of

MOST_MOVES = 100_000
"""A gambit that does not end by then never will."""


class Job(NamedTuple):
    """A gambit for the house to play."""

    stakes: Stakes
    secret: bytes


def play_gambits(game: str, options: Mapping[str, OptionValue], level: str, jobs: Sequence[Job]) -> list[Settled]:
    """What each of these gambits leads to, with bots of one level in all seats."""
    return [play_gambit(game, options, level, job) for job in jobs]


def play_gambit(game: str, options: Mapping[str, OptionValue], level: str, job: Job) -> Settled:
    """What a gambit leads to."""
    found = find_game(game)
    rules = rules_of(found)
    stakes = Stakes(*job.stakes)
    setup = found.setup(len(stakes.gold), rules.agree(options, stakes))
    state = setup.start(fair.seed_from(job.secret))
    bot, chance = make(found, level), Rng(fair.salt_from(job.secret, MOST_MOVES))
    for number in range(MOST_MOVES):
        actors = state.actors()
        if not actors:
            return rules.settle(state)
        seat = actors[0]
        state.play(seat, ask(bot, state, seat, chance), None, fair.salt_from(job.secret, number))
    raise RuntimeError(f"a gambit of {found.meta.title} does not end")
