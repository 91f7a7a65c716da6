"""What is agreed about a challenge: the table that everybody plays it at, and when it counts."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec

from pandarium.bots import strongest
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import without_idle_options
from pandarium.kit.daily import DailyRules
from pandarium.server.packs import NO_PACK, content_of
from pandarium.server.tables.judge.creating import agreed_talk
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table

GRACE: Final = timedelta(hours=12)
"""A day's deal that was begun on its day counts if it is over so long after it; then its secret is shown."""
_MOST_SEATS: Final = 4
"""A day's deal is for few."""


class ChallengeTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table of a challenge."""

    seats: list[int]
    """With how many it can be played, the usual number first."""
    level: str
    """The bots that take the seats which nobody takes."""
    options: dict[str, OptionValue] = {}
    content: msgspec.Raw = NO_PACK
    seat: int = 0
    """Where whoever takes the challenge sits: where whoever made it sat."""
    bots: dict[int, str] = {}
    """Bots that sat there already, by seat."""
    steady: bool = False
    """See `Record.steady`."""
    name: str = ""
    """Who made it."""


class Times(msgspec.Struct, frozen=True):
    """When a day's deal can be begun for the list, and when its secret is shown, in milliseconds."""

    opens: int
    closes: int
    reveals: int


def day_of(now: int) -> str:
    """The day of a moment, in UTC.

    >>> day_of(1_790_000_000_000)
    '2026-09-21'
    """
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def next_day(day: str) -> str:
    """The day after it.

    >>> next_day("2026-12-31")
    '2027-01-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def times_of(day: str) -> Times:
    """Midnight to midnight in UTC, and noon after that."""
    opens = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    closes = opens + timedelta(days=1)
    return Times(*(int(moment.timestamp() * 1000) for moment in (opens, closes, closes + GRACE)))


def daily_terms(game: Game, pack: msgspec.Raw) -> ChallengeTerms | None:
    """The table of a game's deal of the day; None if the host's content cannot be played so."""
    rules = game.capability(DailyRules) or DailyRules()
    fewest, most = game.meta.seats
    # Two against each other are a duel; with three there is somebody to watch.
    usual = fewest if game.meta.cooperative else 3
    counts = rules.seats or sorted(
        range(fewest, max(fewest, min(most, _MOST_SEATS)) + 1), key=lambda seats: (seats != usual, seats)
    )
    options = game.check_options(dict(rules.options))
    try:
        for seats in counts:
            game.setup(seats, without_idle_options(game.meta, options, seats), content_of(pack))
    except PandariumError:
        return None
    return ChallengeTerms(seats=list(counts), level=strongest(game), options=options, content=pack, steady=True)


def terms_of(table: Table, game: Game, seat: int) -> ChallengeTerms:
    """The same table again, for somebody in the place of that seat."""
    agreement = table.agreement
    return ChallengeTerms(
        seats=[agreement.seats],
        level=strongest(game),
        options=agreement.options,
        content=agreement.content,
        seat=seat,
        bots={number: one.bot for number, one in enumerate(table.seats) if one.bot is not None},
        steady=agreement.steady,
        name=table.seats[seat].name,
    )


def agreement_for(game: Game, terms: ChallengeTerms, id: str, seats: int, *, listed: bool) -> Agreement:
    """What is agreed at a table of that challenge. Nobody looks on; where it counts, nobody is helped."""
    options = without_idle_options(game.meta, terms.options, seats)
    return Agreement(
        game=game.meta.name,
        seats=seats,
        options=options,
        talk=agreed_talk(game, "all", seats, options),
        spectators=False,
        hints=not listed,
        content=terms.content,
        challenge=id,
        listed=listed,
        level=terms.level,
        steady=terms.steady,
    )
