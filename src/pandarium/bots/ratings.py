"""Ratings: how well people and bots play a game, by Plackett–Luce (openskill). Everybody's are made here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pandarium.core.outcome import Outcome

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
TAU: Final = 25.0 / 300
"""How much less sure a rating becomes from game to game: people learn."""


class Rating(NamedTuple):
    """How good somebody is, and how sure that is; as it is before the first game."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def certain(self) -> float:
        """What is certain of their skill: the number that people see."""
        return self.mu - 3 * self.sigma


def places(outcome: Outcome, gone: Collection[int] = ()) -> list[int]:
    """The place of every seat, 1 the best: winners first, then by score, those who did not stay to the end last.

    >>> places(Outcome(winners=(2,), scores=(7, 9, 9, 1), reason=""))
    [3, 2, 1, 4]
    """
    seats = range(len(outcome.scores))

    def worth(seat: int) -> tuple[bool, bool, int]:
        return seat not in gone, seat in outcome.winners, outcome.scores[seat]

    return [1 + sum(worth(other) > worth(seat) for other in seats) for seat in seats]


def rate_game(
    players: Sequence[str], ranks: Sequence[int], before: Mapping[str, Rating], learning: bool = True
) -> dict[str, Rating]:
    """The ratings after a game, of its players by seat. Whoever holds several seats gets the mean of their changes.

    Who is learning may have become better or worse since: what is known of them gets older. Of bots it does not.
    """
    model = _model(learning)
    teams = [[model.create_rating(list(before.get(player, Rating())))] for player in players]
    found: dict[str, list[Rating]] = {}
    for player, team in zip(players, model.rate(teams, ranks=[float(rank) for rank in ranks]), strict=True):
        found.setdefault(player, []).append(Rating(team[0].mu, team[0].sigma))
    return {
        player: Rating(sum(new.mu for new in seats) / len(seats), sum(new.sigma for new in seats) / len(seats))
        for player, seats in found.items()
    }


@cache
def _model(learning: bool) -> PlackettLuce:
    from openskill.models import PlackettLuce  # a part of the extra `server`

    return PlackettLuce(mu=MU, sigma=SIGMA, tau=TAU if learning else 0.0)
