"""Arena: the tournaments that this worker has in memory. Every change goes as at a table: judge, commit, apply, wake.

Whoever loses a place in the log reads what won it and judges again, so any worker may take a message, and two stewards
of one tournament could do no harm.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
import structlog

from pandarium.core import fair
from pandarium.protocol import tournaments as shapes
from pandarium.server.people.identity import new_id, new_invite
from pandarium.server.store import Job, StoreError, TournamentRow
from pandarium.server.store import tournaments as store_of
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Again, Asker, Refusal
from pandarium.server.tables.live import now_ms
from pandarium.server.tournaments import judge
from pandarium.server.tournaments.terms import Terms
from pandarium.tournament import log
from pandarium.tournament.director import Entries
from pandarium.tournament.field import Field, Unsound

_ATTEMPTS = 20
_MOST_OPEN = 10
"""Tournaments that one person hosts at a time."""
_IDLE = 600.0
"""Seconds after which a tournament that nobody asks for leaves memory."""
_LOOK = 1.0
"""Seconds between looks at the log while somebody waits for news, in case another worker has some."""

_logger = structlog.get_logger("pandarium.tournaments")


class Contest:
    """One tournament in memory."""

    def __init__(self, row: TournamentRow, field: Field) -> None:
        self.row = row
        self.terms = msgspec.json.decode(row.terms, type=Terms)
        self.field = field
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self._news = asyncio.Event()

    @property
    def id(self) -> str:
        """The tournament's id."""
        return self.row.id

    def changed(self) -> None:
        """Wake everybody who waits for news."""
        self._news.set()
        self._news = asyncio.Event()

    async def news(self, seconds: float) -> None:
        """Return when something has changed here, or after that time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()


class Arena:
    """The tournaments of this worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._contests: dict[str, Contest] = {}
        self.on_change: Callable[[Contest], None] = lambda contest: None
        """Called after every change of ours, for whoever drives it."""

    # laying and finding

    async def lay(self, host: Asker, wanted: shapes.NewTournament) -> TournamentRow:
        """A new tournament; raises Refusal."""
        theirs = await store_of.of_person(self.hub.store, host.person, ("open", "running"), 10 * _MOST_OPEN)
        if sum(row.host == host.person for row in theirs) >= _MOST_OPEN:
            raise Refusal("limit", f"you host {_MOST_OPEN} tournaments that are not over")
        terms = judge.agree(wanted)
        field = Field(terms.plan)
        entries: Entries = []
        if wanted.enter:
            entries.append(log.Entered(person=host.person, name=host.name, avatar=host.avatar))
        if wanted.bots:
            entries.append(log.Filled(count=wanted.bots))
        at = now_ms()
        for entry in entries:
            field.apply(entry, at)
        row = TournamentRow(
            id=new_id("c"),
            game=terms.plan.game,
            terms=msgspec.json.encode(terms),
            secret=fair.new_secret().hex(),
            invite=new_invite(),
            host=host.person,
            status="open",
            public=wanted.public,
            driver=None,
            created=at,
            changed=at,
            players=len(field.players),
            winner=None,
        )
        people = [host.person] if wanted.enter else []
        await store_of.create(self.hub.store, row, [log.encode(entry) for entry in entries], people)
        self._contests[row.id] = Contest(row, field)
        return row

    async def contest(self, id: str) -> Contest:
        """The tournament in memory, up to date, read from the store if need be; raises Refusal."""
        contest = self._contests.get(id)
        if contest is None:
            row = await store_of.find(self.hub.store, id)
            if row is None:
                raise Refusal("unknown table", "there is no such tournament")
            terms = msgspec.json.decode(row.terms, type=Terms)
            contest = self._contests.setdefault(id, Contest(row, Field(terms.plan)))
        contest.touched = time.monotonic()
        await self.refresh(contest)
        return contest

    async def refresh(self, contest: Contest) -> None:
        """Read what other workers have written, where there may be some."""
        if contest.field.seq == 0 or self.hub.settings.redis is not None:
            async with contest.lock:
                await self._read_on(contest)

    def sweep(self, held: set[str]) -> None:
        """Forget tournaments that nobody asks for and that are not driven here."""
        before = time.monotonic() - _IDLE
        for id, contest in list(self._contests.items()):
            if id not in held and contest.touched < before and not contest.lock.locked():
                del self._contests[id]

    async def wait(self, contest: Contest, since: int, seconds: float) -> None:
        """Return when the log has more than `since` entries, or after that time."""
        end = time.monotonic() + seconds
        while contest.field.seq <= since and (left := end - time.monotonic()) > 0:
            await contest.news(min(left, _LOOK))
            if contest.field.seq <= since:
                await self.refresh(contest)

    # changing

    async def act(self, id: str, asker: Asker, wish: shapes.AnyTournamentRequest, invite: str) -> Contest:
        """Carry out a message; raises Refusal."""
        contest = await self.contest(id)
        judge.access(contest.row, contest.field, asker.person, invite)
        with suppress(Again):
            await self.commit(contest, lambda field: judge.verdict(contest.row, field, asker, wish))
        return contest

    async def commit(self, contest: Contest, decide: Callable[[Field], Entries]) -> bool:
        """Let `decide` judge, commit what it returns, apply it, wake everybody; whether that was anything."""
        async with contest.lock:
            for _ in range(_ATTEMPTS):
                try:
                    entries = decide(contest.field)
                except Refusal:
                    if self.hub.settings.redis is None or not await self._read_on(contest):
                        raise
                    continue  # it was judged on old news
                if not entries:
                    return False
                if await self._append(contest, entries):
                    break
                await self._read_on(contest)
            else:
                raise Refusal("busy", "too much is happening in this tournament; try again", retry_ms=200)
        self.on_change(contest)
        return True

    async def _append(self, contest: Contest, entries: Entries) -> bool:
        """Commit entries that were tried out before; whether their place in the log was free."""
        field = contest.field
        at = max(now_ms(), field.at)
        after = field.fork()
        try:
            for entry in entries:
                after.apply(entry, at)
        except Unsound as error:
            _logger.error("a decision does not hold", tournament=contest.id, error=str(error))
            raise Refusal("busy", "the tournament cannot go on like that; nothing has changed") from None
        bodies = [log.encode(entry) for entry in entries]
        jobs = self._jobs(contest, after, entries, at)
        try:
            won = await self.hub.store.append_many(contest.id, field.seq + 1, at, bodies, jobs)
        except asyncio.CancelledError:
            raise
        except StoreError as error:
            _logger.error("commit failed", tournament=contest.id, error=str(error))
            raise Refusal("busy", "the server could not write that down; try again", retry_ms=1000) from None
        if won:
            contest.field = after
            contest.changed()
        return won

    def _jobs(self, contest: Contest, after: Field, entries: Entries, at: int) -> list[Job]:
        """What else is written in the same transaction."""
        jobs: list[Job] = []
        if len(after.players) != len(contest.field.players):
            jobs.append(store_of.change(contest.id, players=len(after.players)))
        for entry in entries:
            match entry:
                case log.Entered():
                    jobs.append(store_of.enter(contest.id, entry.person))
                case log.SignedOff():
                    jobs.append(store_of.leave(contest.id, contest.field.players[entry.player].person))
                case log.Started():
                    jobs.append(store_of.change(contest.id, status="running", changed=at))
                case log.Finished():
                    name = after.players[entry.winner].name
                    jobs.append(store_of.change(contest.id, status="ended", changed=at, winner=name, driver=None))
                case log.Cancelled():
                    jobs.append(store_of.change(contest.id, status="cancelled", changed=at, driver=None))
        return jobs

    async def _read_on(self, contest: Contest) -> bool:
        """Apply what the log has beyond us; whether that was anything. Raises Refusal for what is beyond us."""
        rows = await self.hub.store.entries(contest.id, after=contest.field.seq)
        try:
            for row in rows:
                contest.field.apply(log.decode(row.body), row.at)
        except (msgspec.ValidationError, Unsound) as error:
            _logger.error("log cannot be read", tournament=contest.id, error=str(error))
            self._contests.pop(contest.id, None)
            raise Refusal("wrong time", "the log of this tournament is beyond this version of the program") from None
        if rows:
            contest.changed()
        return bool(rows)
