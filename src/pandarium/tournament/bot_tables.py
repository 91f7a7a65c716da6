"""Tables where only bots sit are played by the house: a whole deal in one go, from the tournament's secret.

Whoever has the secret can play it again and comes to the same end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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
    """A deal for the house to play."""

    stakes: Stakes
    secret: bytes


def play_deals(plan: Plan, jobs: Sequence[Job]) -> list[Settled]:
    """What each of these deals leads to, with the tournament's bots in all seats."""
    return [play_deal(plan, job) for job in jobs]


def play_deal(plan: Plan, job: Job) -> Settled:
    """What a deal leads to."""
    found = find_game(plan.game)
    rules = rules_of(found)
    stakes = Stakes(*job.stakes)
    setup = found.setup(len(stakes.chips), rules.agree(plan.options, stakes), plan.content)
    state = setup.start(fair.seed_from(job.secret))
    bot, chance = make(found, plan.bot), Rng(fair.salt_from(job.secret, MOST_MOVES))
    for number in range(MOST_MOVES):
        actors = state.actors()
        if not actors:
            return rules.settle(state)
        seat = actors[0]
        state.play(seat, ask(bot, state, seat, chance), None, fair.salt_from(job.secret, number))
    raise RuntimeError(f"a deal of {found.meta.title} does not end")
