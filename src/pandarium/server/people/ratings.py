"""Ratings of people and bots by game, as they are stored; how they are made is `pandarium.bots.ratings`."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from pandarium.bots import ratings
from pandarium.bots.ratings import MU, SIGMA, Rating
from pandarium.core.outcome import Outcome
from pandarium.server.store import RatingRow
from pandarium.server.store.jobs import rate, read_ratings
from pandarium.server.tables.judge import STRIKES
from pandarium.server.tables.table import Table


class Change(NamedTuple):
    """What was certain of somebody's skill before a game, and after it."""

    before: float
    after: float


def places(table: Table, outcome: Outcome, resigned: set[int]) -> list[int]:
    """The place of every seat, 1 the best: those who gave up or were gone come last.

    A person for whom a bot stood in at the end did not play the game to its end, whatever the bot made of it; nor did
    one who came back to a game in which a bot had made more moves for them than the pace forgives.
    """
    return ratings.places(outcome, gone_from(table) | resigned)


def gone_from(table: Table) -> set[int]:
    """Seats whose people did not play the game to its end."""
    return {number for number, seat in enumerate(table.seats) if seat.stand_in or _played_by_a_bot(table, number)}


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


def change_ratings(connection: Connection, game: str, whos: list[str], ranks: list[int]) -> dict[str, Change]:
    """Change the ratings of those who played a game, in the transaction that ends it: once, or not at all."""
    old = read_ratings(connection, game, sorted(set(whos)))
    new = new_ratings(game, whos, ranks, old)
    rate(new)(connection)
    first = Rating().certain
    return {row.who: Change(old[row.who].certain if row.who in old else first, row.certain) for row in new}


def new_ratings(game: str, whos: list[str], ranks: list[int], old: dict[str, RatingRow]) -> list[RatingRow]:
    """The ratings after a game. Whoever holds several seats (bots of one level) gets the mean of their changes."""
    before = {who: old.get(who) or RatingRow(who, game, MU, SIGMA, 0, who) for who in whos}
    after = ratings.rate_game(whos, ranks, {who: Rating(row.mu, row.sigma) for who, row in before.items()})
    return [
        RatingRow(who, game, new.mu, new.sigma, before[who].games + 1, before[who].name) for who, new in after.items()
    ]
