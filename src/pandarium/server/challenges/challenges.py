"""Challenges: who may play a deal for its list, who may look at the games of others, and the deal of each day.

Whoever has begun to play a deal, or has looked at a game of it, knows it: one row of the store says so, and it is
written in the transaction that begins the game. So nobody is listed for a deal that they know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import structlog

from pandarium import protocol
from pandarium.core import fair, registry
from pandarium.core.message import Message
from pandarium.server.challenges.attempts import score_of, seated
from pandarium.server.challenges.terms import (
    ChallengeTerms,
    Times,
    daily_terms,
    day_of,
    next_day,
    terms_of,
    times_of,
)
from pandarium.server.ops.now import now_ms
from pandarium.server.packs import NO_PACK, Packs
from pandarium.server.people.identity import new_id
from pandarium.server.store import AttemptRow, ChallengeRow, Store, challenges
from pandarium.server.tables.judge.guards import game_of, my_seat, require_status
from pandarium.server.tables.judge.requests import Asker, Refusal
from pandarium.server.tables.table import Table

_DAILY: Final = "d"
"""Ids of a day's deals begin with it."""

_logger = structlog.get_logger("pandarium.challenges")


class Challenges:
    """One deal for many. `now` says what time it is."""

    def __init__(self, store: Store, packs: Packs) -> None:
        self._store = store
        self._packs = packs
        self.now: Callable[[], int] = now_ms
        self._prepared = ""
        """The day up to which, and one more, this worker knows that all deals are fixed."""

    # the deal of the day

    async def prepare_days(self) -> None:
        """Fix the deals of today and of tomorrow, of all games: tomorrow's hash is published today."""
        today = day_of(self.now())
        days = [today, next_day(today)]
        there = {row.id for row in await challenges.of_days(self._store, days)}
        for name in registry.names():
            for day in days:
                id = f"{_DAILY}_{name}_{day}"
                terms = None if id in there else self._daily_terms(name)
                if terms is not None:
                    rules, secret = registry.meta(name).rules, fair.new_secret().hex()
                    body = msgspec.json.encode(terms)
                    await challenges.create(
                        self._store, ChallengeRow(id, name, rules, day, body, secret, "", "", self.now())
                    )
        self._prepared = today

    async def today(self) -> list[tuple[ChallengeRow, str]]:
        """Today's deals, each with the hash of tomorrow's secret."""
        day = day_of(self.now())
        tomorrow = next_day(day)
        if self._prepared != day:
            await self.prepare_days()
        rows = await challenges.of_days(self._store, [day, tomorrow])
        later = {row.game: commitment_of(row) for row in rows if row.day == tomorrow}
        return [(row, later.get(row.game, "")) for row in rows if row.day == day and row.game in registry.names()]

    def _daily_terms(self, name: str) -> ChallengeTerms | None:
        try:
            return daily_terms(registry.game(name), self._packs.get(name, NO_PACK))
        except Exception:  # whatever a game does: the others have their deals all the same
            _logger.exception("no deal of the day", game=name)
            return None

    # challenges by link

    async def make(self, table: Table, asker: Asker) -> ChallengeRow:
        """The challenge that somebody makes of the deal of their finished table; the same one again if they have."""
        require_status(table, "ended")
        seat, game = my_seat(table, asker), game_of(table)
        agreement = table.agreement
        if not table.disclosed:
            raise Refusal("wrong time", Message("protocol.challenge.not_yet"))
        if agreement.tournament or table.drop_in is not None or bytes(agreement.position):
            raise Refusal("not allowed", Message("protocol.challenge.no_deal"))
        if agreement.challenge:
            found = await self.find(agreement.challenge)
            if not found.day:
                return found
        made = await challenges.of_table(self._store, table.id, asker.person)
        if made is not None:
            return made
        id, at = new_id("c"), self.now()
        body = msgspec.json.encode(terms_of(table, game, seat))
        row = ChallengeRow(id, game.meta.name, table.rules, "", body, table.secret, table.id, asker.person, at)
        await challenges.create(self._store, row, _played(table, id, at))
        return row

    async def find(self, id: str) -> ChallengeRow:
        """A challenge that people may know of: a day's not before its day. Raises Refusal."""
        row = await challenges.find(self._store, id)
        if row is None or (row.day and times_of(row.day).opens > self.now()):
            raise Refusal("unknown table", Message("protocol.challenge.none"))
        return row

    async def attempt_of(self, id: str, person: str) -> AttemptRow | None:
        """What somebody knows of that deal; None: nothing."""
        rows = await challenges.attempts_at(self._store, id, [person]) if person else []
        return rows[0] if rows else None

    async def played(self, ids: list[str]) -> dict[str, int]:
        """How many people have finished each of these."""
        return await challenges.count_played(self._store, ids)

    async def results(self, row: ChallengeRow, person: str) -> list[AttemptRow]:
        """Who has played it, the best first. Of a day's deal guests are listed for themselves alone: they are many."""
        rows = await challenges.attempts_at(self._store, row.id)
        last = times_of(row.day).reveals if row.day else None
        known = (one for one in rows if one.table and one.over)
        listed = (one for one in known if last is None or one.finished is None or one.finished < last)
        return [one for one in listed if not row.day or one.account or one.person == person]

    # who may what

    def is_revealed(self, row: ChallengeRow) -> bool:
        """Whether nothing of it is secret any more: its day is long over."""
        return bool(row.day) and times_of(row.day).reveals <= self.now()

    async def may_disclose(self, id: str) -> bool:
        """Whether a finished table of that challenge may show its secret: a day's waits for the end of its day."""
        row = await challenges.find(self._store, id)
        return row is None or not row.day or self.is_revealed(row)

    async def may_read(self, id: str, person: str) -> bool:
        """Whether somebody may look at games of that deal: they have played it, or it does not count any more."""
        row = await challenges.find(self._store, id)
        if row is None or self.is_revealed(row):
            return True
        attempt = await self.attempt_of(id, person)
        return attempt is not None and attempt.over

    async def has_played_deal_of(self, table: str, person: str) -> bool:
        """Whether somebody has taken a challenge that was made of this table: then they may see how it went there."""
        attempts = await challenges.attempts_of_origin(self._store, table, person) if person else []
        return any(attempt.over and attempt.table for attempt in attempts)

    async def check_reader(self, table: Table, person: str) -> None:
        """Raise Refusal for somebody who would see a deal before they have played it."""
        id = table.agreement.challenge
        if table.seat_of(person) is not None:
            return
        if not table.over or not await self.may_read(id, person):
            raise Refusal("no access", Message("protocol.challenge.play_first"))

    async def note_reader(self, table: Table, person: str) -> None:
        """Somebody looks at a game that is over: they know whatever challenge was made of it."""
        if person and table.over and not table.agreement.challenge and table.seat_of(person) is None:
            await challenges.note_seen(self._store, table.id, person, self.now())

    async def check_player(self, row: ChallengeRow, person: str, *, listed: bool) -> None:
        """Raise Refusal unless somebody may sit at a table of that challenge."""
        if listed:
            if row.day and times_of(row.day).closes <= self.now():
                raise Refusal("wrong time", Message("protocol.challenge.day_over"))
            if await self.attempt_of(row.id, person) is not None:
                raise Refusal("not allowed", Message("protocol.challenge.known"))
        elif not await self.may_read(row.id, person):
            raise Refusal("not allowed", Message("protocol.challenge.first_for_the_list"))

    async def check(self, table: Table, asker: Asker, message: protocol.AnyMessage) -> None:
        """Raise Refusal for those who sit down or start a challenge that they may not play here."""
        agreement = table.agreement
        if not agreement.challenge or table.status != "open" or not isinstance(message, protocol.Sit | protocol.Start):
            return
        row = await self.find(agreement.challenge)
        starts = isinstance(message, protocol.Start)
        people = [seat.person for seat in table.seats if seat.person] if starts else [asker.person]
        for person in people:
            await self.check_player(row, person, listed=agreement.listed)


def commitment_of(row: ChallengeRow) -> str:
    """The hash of its secret."""
    return fair.commitment(bytes.fromhex(row.secret))


def read_terms(row: ChallengeRow) -> ChallengeTerms:
    """Its table."""
    return msgspec.json.decode(row.terms, type=ChallengeTerms)


def times(row: ChallengeRow) -> Times | None:
    """When it counts; None: always."""
    return times_of(row.day) if row.day else None


def _played(table: Table, id: str, at: int) -> list[AttemptRow]:
    """What those have reached who played it first."""
    found: list[AttemptRow] = []
    for attempt in seated(table, id, table.started):
        score = score_of(table, attempt.seat, table.outcome)
        won = score is not None and table.outcome is not None and attempt.seat in table.outcome.winners
        found.append(msgspec.structs.replace(attempt, finished=at, score=score, won=won))
    return found
