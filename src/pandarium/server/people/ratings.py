"""Ratings: how well people and bots play each game, by Plackett–Luce (openskill)."""

from __future__ import annotations

from sqlalchemy import Connection

from pandarium.core.outcome import Outcome
from pandarium.server.store import Job, RatingRow
from pandarium.server.store.jobs import rate, read_ratings
from pandarium.server.tables import log
from pandarium.server.tables.judge import STRIKES, Entries
from pandarium.server.tables.table import Table

MU = 25.0
SIGMA = 25.0 / 3


def places(table: Table, outcome: Outcome, resigned: set[int]) -> list[int]:
    """The place of every seat, 1 the best: winners first, then by score, those who gave up or were gone last.

    A person for whom a bot stood in at the end did not play the game to its end, whatever the bot made of it; nor did
    one who came back to a game in which a bot had made more moves for them than the pace forgives.
    """
    gone = {number for number, seat in enumerate(table.seats) if seat.stand_in or _played_by_a_bot(table, number)}
    gone |= resigned

    def worth(number: int) -> tuple[bool, bool, int]:
        return number not in gone, number in outcome.winners, outcome.scores[number]

    return [
        1 + sum(worth(other) > worth(number) for other in range(len(table.seats))) for number in range(len(table.seats))
    ]


def _played_by_a_bot(table: Table, number: int) -> bool:
    """Whether a bot made more of this person's moves than a clock would have, or than they did themselves."""
    if table.match is None or table.seats[number].person is None:
        return False
    chosen = [by for move, by in zip(table.match.move_stack, table.movers, strict=True) if move.seat == number]
    lent = chosen.count("bot")
    return lent > STRIKES or 2 * lent > len(chosen)


def rated_as(table: Table) -> list[str]:
    """Whom each seat's result belongs to."""
    return [seat.person or f"bot:{seat.bot}" for seat in table.seats]


def rating_job(table: Table, entries: Entries, outcome: Outcome) -> Job:
    """Change the ratings in the transaction that ends the game: once, or not at all."""
    game, whos = table.agreement.game, rated_as(table)
    resigned = {entry.seat for entry in entries if isinstance(entry, log.Resigned)}
    ranks = places(table, outcome, resigned)

    def job(connection: Connection) -> None:
        old = read_ratings(connection, game, sorted(set(whos)))
        rate(new_ratings(game, whos, ranks, old))(connection)

    return job


def new_ratings(game: str, whos: list[str], ranks: list[int], old: dict[str, RatingRow]) -> list[RatingRow]:
    """The ratings after a game. Whoever holds several seats (bots of one level) gets the mean of their changes."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA)
    before = [old.get(who) or RatingRow(who, game, MU, SIGMA, 0, who) for who in whos]
    teams = [[model.create_rating([row.mu, row.sigma])] for row in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    found: dict[str, list[tuple[float, float]]] = {}
    for who, team in zip(whos, after, strict=True):
        found.setdefault(who, []).append((team[0].mu, team[0].sigma))
    played = {row.who: row for row in before}
    return [
        RatingRow(
            who,
            game,
            sum(mu for mu, _ in new) / len(new),
            sum(sigma for _, sigma in new) / len(new),
            played[who].games + 1,
            played[who].name,
        )
        for who, new in found.items()
    ]
