"""TournamentRegistry: the tournaments in this worker's memory. Changes go as at a table: judge, commit, apply, wake.

Whoever loses a place in the log reads what won it and judges again, so any worker may take a message, and two drivers
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
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol import tournaments as shapes
from pandarium.server.bots.quotas import tournament_usage
from pandarium.server.cluster.judge_and_append import judge_and_append
from pandarium.server.ops.now import now_ms
from pandarium.server.packs import NO_PACK, title_of
from pandarium.server.people.identity import new_id, new_invite
from pandarium.server.store import Job, StoreError, TournamentRow
from pandarium.server.store import tournaments as store_of
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.server.tournaments import judge
from pandarium.server.tournaments.terms import Terms
from pandarium.tournament import log
from pandarium.tournament.director import Entries
from pandarium.tournament.state import TournamentState, Unsound

_MOST_OPEN = 10
"""Tournaments that one person hosts at a time."""
_IDLE = 600.0
"""Seconds after which a tournament that nobody asks for leaves memory."""
_LOOK = 1.0
"""Seconds between looks at the log while somebody waits for news, in case another worker has some."""

_logger = structlog.get_logger("pandarium.tournaments")


class LoadedTournament:
    """One tournament in memory."""

    def __init__(self, row: TournamentRow, state: TournamentState) -> None:
        self.row = row
        self.terms = msgspec.json.decode(row.terms, type=Terms)
        self.state = state
        content = self.terms.plan.content
        self.pack = NO_PACK if content is None else msgspec.Raw(msgspec.json.encode(content))
        """The content pack of its tables."""
        self.pack_title = title_of(find_game(row.game), self.pack)
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


class TournamentRegistry:
    """The tournaments of this worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.on_started: Callable[[LoadedTournament], None] = lambda tournament: None
        """Called when one begins, by the worker that has written it; it returns at once."""
        self._loaded: dict[str, LoadedTournament] = {}

    # creating and finding

    async def create(self, host: Asker, wanted: shapes.NewTournament) -> TournamentRow:
        """A new tournament; raises Refusal."""
        theirs = await store_of.of_person(self.hub.store, host.person, ("open", "running"), 10 * _MOST_OPEN)
        if sum(row.host == host.person for row in theirs) >= _MOST_OPEN:
            raise Refusal("limit", Message("protocol.too_many_tournaments", {"most": _MOST_OPEN}))
        terms = judge.agree(wanted, self.hub.packs.get(wanted.game, NO_PACK))
        await self._check_bots(host, "", wanted.bots)
        state = TournamentState(terms.plan)
        entries: Entries = []
        if wanted.enter:
            entries.append(log.Entered(person=host.person, name=host.name, avatar=host.avatar))
        if wanted.bots:
            entries.append(log.Filled(count=wanted.bots))
        at = now_ms()
        for entry in entries:
            state.apply(entry, at)
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
            players=len(state.players),
            winner=None,
        )
        people = [host.person] if wanted.enter else []
        await store_of.create(self.hub.store, row, [log.encode(entry) for entry in entries], people)
        self._loaded.setdefault(row.id, LoadedTournament(row, state))  # somebody may have read it already
        if wanted.bots:
            self.hub.quotas.note(host, row.id)
        return row

    async def _check_bots(self, host: Asker, id: str, bots: int) -> None:
        """Raise Refusal when somebody may not call a tournament with that many bots."""
        self.hub.quotas.check_guest(host, bots)
        await self.hub.quotas.check(host, id, tournament_usage(bots))

    async def tournament(self, id: str) -> LoadedTournament:
        """The tournament in memory, up to date, read from the store if need be; raises Refusal."""
        tournament = self._loaded.get(id)
        if tournament is None:
            row = await store_of.find(self.hub.store, id)
            if row is None:
                raise Refusal("unknown table", Message("protocol.no_such_tournament"))
            terms = msgspec.json.decode(row.terms, type=Terms)
            tournament = self._loaded.setdefault(id, LoadedTournament(row, TournamentState(terms.plan)))
        tournament.touched = time.monotonic()
        await self.refresh(tournament)
        return tournament

    async def refresh(self, tournament: LoadedTournament) -> None:
        """Read what other workers have written, where there may be some."""
        if tournament.state.seq == 0 or self.hub.settings.redis is not None:
            async with tournament.lock:
                await self.read_on(tournament)

    async def reread(self, id: str) -> None:
        """Read a tournament again whose rows were changed."""
        tournament = self._loaded.get(id)
        if tournament is None:
            return
        async with tournament.lock:
            tournament.row = await store_of.find(self.hub.store, id) or tournament.row
            tournament.state = TournamentState(tournament.terms.plan)
            await self.read_on(tournament)

    def sweep(self, held: set[str]) -> None:
        """Forget tournaments that nobody asks for and that are not driven here."""
        before = time.monotonic() - _IDLE
        for id, tournament in list(self._loaded.items()):
            if id not in held and tournament.touched < before and not tournament.lock.locked():
                del self._loaded[id]

    async def wait(self, tournament: LoadedTournament, since: int, seconds: float) -> None:
        """Return when the log has more than `since` entries, or after that time."""
        end = time.monotonic() + seconds
        while tournament.state.seq <= since and (left := end - time.monotonic()) > 0:
            await tournament.news(min(left, _LOOK))
            if tournament.state.seq <= since:
                await self.refresh(tournament)

    # changing

    async def handle(
        self, id: str, asker: Asker, request: shapes.AnyTournamentRequest, invite: str
    ) -> LoadedTournament:
        """Carry out a message; raises Refusal."""
        tournament = await self.tournament(id)
        judge.access(tournament.row, tournament.state, asker.person, invite)
        brings_bots = isinstance(request, shapes.PutBots) and asker.person == tournament.row.host
        if isinstance(request, shapes.PutBots) and brings_bots:
            bots = sum(player.is_bot for player in tournament.state.players)
            await self._check_bots(asker, id, bots + request.count)
        with suppress(AlreadyDone):
            await self.commit(tournament, lambda state: judge.verdict(tournament.row, state, asker, request))
        if brings_bots:
            self.hub.quotas.note(asker, id)
        return tournament

    async def commit(self, tournament: LoadedTournament, decide: Callable[[TournamentState], Entries]) -> bool:
        """Let `decide` judge, commit what it returns, apply it, wake everybody; whether that was anything."""
        shared = self.hub.settings.redis is not None
        async with tournament.lock:
            return await judge_and_append(
                self, tournament, decide, shared=shared, busy=Message("protocol.tournament_busy")
            )

    def judge(self, tournament: LoadedTournament, decide: Callable[[TournamentState], Entries]) -> Entries:
        """What a decision comes to; raises Refusal."""
        entries = decide(tournament.state)
        # What was under way when it was called off is not written down any more.
        return [] if tournament.state.status in {"ended", "cancelled"} else entries

    async def append(self, tournament: LoadedTournament, entries: Entries) -> bool:
        """Commit entries that were tried out before; whether their place in the log was free."""
        state = tournament.state
        at = max(now_ms(), state.at)
        after = state.fork()
        try:
            for entry in entries:
                after.apply(entry, at)
        except Unsound as error:
            _logger.error("a decision does not hold", tournament=tournament.id, error=str(error))
            raise Refusal("busy", Message("protocol.tournament_unsound")) from None
        bodies = [log.encode(entry) for entry in entries]
        jobs = self._jobs(tournament, after, entries, at)
        try:
            won = await self.hub.store.append_many(tournament.id, state.seq + 1, at, bodies, jobs)
        except asyncio.CancelledError:
            raise
        except StoreError as error:
            _logger.error("commit failed", tournament=tournament.id, error=str(error))
            raise Refusal("busy", Message("protocol.not_written.try_again"), retry_ms=1000) from None
        if won:
            tournament.state = after
            tournament.changed()
            if any(isinstance(entry, log.Started) for entry in entries):
                self.on_started(tournament)
            if after.status in {"ended", "cancelled"}:
                self.hub.disclose_deals(tournament.id)
        return won

    def _jobs(self, tournament: LoadedTournament, after: TournamentState, entries: Entries, at: int) -> list[Job]:
        """What else is written in the same transaction."""
        jobs: list[Job] = []
        if len(after.players) != len(tournament.state.players):
            jobs.append(store_of.change(tournament.id, players=len(after.players)))
        for entry in entries:
            match entry:
                case log.Entered():
                    jobs.append(store_of.enter(tournament.id, entry.person))
                case log.SignedOff():
                    jobs.append(store_of.leave(tournament.id, tournament.state.players[entry.player].person))
                case log.Started():
                    jobs.append(store_of.change(tournament.id, status="running", changed=at))
                case log.Finished():
                    name = after.players[entry.winner].name
                    jobs.append(store_of.change(tournament.id, status="ended", changed=at, winner=name, driver=None))
                case log.Cancelled():
                    jobs.append(store_of.change(tournament.id, status="cancelled", changed=at, driver=None))
        return jobs

    async def read_who_won(self, tournament: LoadedTournament) -> None:
        """Read what has the place in the log that we have lost."""
        await self.read_on(tournament)

    async def read_on(self, tournament: LoadedTournament) -> bool:
        """Apply what the log has beyond the state; whether that was anything. Raises Refusal for an unreadable log."""
        rows = await self.hub.store.entries(tournament.id, after=tournament.state.seq)
        try:
            for row in rows:
                tournament.state.apply(log.decode(row.body), row.at)
        except (msgspec.ValidationError, Unsound) as error:
            _logger.error("log cannot be read", tournament=tournament.id, error=str(error))
            self._loaded.pop(tournament.id, None)
            raise Refusal("wrong time", Message("protocol.tournament_log_unreadable")) from None
        if rows:
            tournament.changed()
        return bool(rows)
