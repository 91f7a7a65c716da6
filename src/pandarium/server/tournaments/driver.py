"""TournamentDriver: drives the tournaments of this worker. All that it does is in the log, or can be done twice.

One worker drives a tournament at a time, under the same heartbeat as tables. When it dies another reads the log and
goes on where it stopped: a deal that was begun is begun already, one that the server had played but not written down
is played again, from the same secret, to the same end.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import msgspec
import structlog

from pandarium.core import fair
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.kit.tournament import Settled
from pandarium.server.cluster.leases import BEAT, STALE_MS, LeaseHolder, keep_leases
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import new_id
from pandarium.server.store import StoreError, TableRow
from pandarium.server.store import tournaments as store_of
from pandarium.server.store.schema import DEAL
from pandarium.server.tables import log as table_log
from pandarium.server.tables.closing import close_table
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.parts import Agreement
from pandarium.server.tournaments import judge
from pandarium.server.tournaments.registry import LoadedTournament, TournamentRegistry
from pandarium.tournament import director, log
from pandarium.tournament.bot_tables import Job, Paused
from pandarium.tournament.director import Entries
from pandarium.tournament.state import Board, Deal, TournamentState

_REST = 5.0
"""Seconds between looks when nothing is expected."""
_BATCH = 24
"""Deals of bots that are played at once, those that have waited longest."""
_WRITE = 1.0
"""Seconds after which deals of bots that were played are written down: everybody who looks is told each time."""
_LOOK = 60.0
"""Seconds between looks whether the table of a deal can still be played."""
_SUSPENDED_MS = 600_000
"""Milliseconds that a deal waits for a version of the program that can play it; then the server plays it."""
_TALK = 50
"""Lines of chat that go along from a deal to the next."""
_AGAIN = 1.0
"""Seconds until something that failed is tried again."""

_logger = structlog.get_logger("pandarium.tournaments")


class TournamentDriver:
    """Drives tournaments."""

    def __init__(self, registry: TournamentRegistry) -> None:
        self.registry = registry
        self.hub: Hub = registry.hub
        self.held: dict[str, asyncio.Task[Any]] = {}
        self._heart: asyncio.Task[Any] | None = None
        self._bot_tables: dict[str, asyncio.Task[bool]] = {}
        """The task that plays a tournament's tables of bots, by tournament."""
        self._outages = 0
        """After how many outages it was looked which tournaments are still ours."""
        self._forgiven: dict[str, int] = {}
        """Until when outages have been given back to each tournament's clock of levels."""
        self._looked: dict[str, float] = {}
        """When it was last seen whether a deal's table can be played."""

    async def start(self) -> None:
        """Take what nobody drives, from now on."""
        self._heart = self.hub.spawn(keep_leases(self._lease_holder(), _logger, self._after_beat))

    async def stop(self) -> None:
        """Leave the tournaments to others; `Driver.stop` retires this worker."""
        for task in [self._heart, *self.held.values()]:
            if task is not None:
                task.cancel()
        self.held.clear()

    def _lease_holder(self) -> LeaseHolder:
        store, worker = self.hub.store, self.hub.worker
        return LeaseHolder(
            claim=lambda: store_of.claim(store, worker, STALE_MS),
            driven=lambda: store_of.driven_by(store, worker),
            held=self.held,
            take=self._take,
            drop=self._drop,
        )

    def _after_beat(self) -> None:
        """We could write, and what others have taken over is not held any more."""
        self._outages = self.hub.store.outages.count
        self.registry.sweep(set(self.held))

    def _drop(self, id: str) -> None:
        """Another worker has taken a tournament over."""
        self.held.pop(id).cancel()

    def _take(self, id: str, gap: int) -> None:
        if id not in self.held:
            task = self.held[id] = self.hub.spawn(self._drive(id, gap))
            task.add_done_callback(lambda _: self.held.pop(id, None) if self.held.get(id) is task else None)

    # driving one

    async def _drive(self, id: str, gap: int) -> None:
        """Until it is over, or another worker takes it; then its tables of bots are not played on here."""
        try:
            await self._drive_on(id, gap)
        finally:
            self._forgiven.pop(id, None)
            playing = self._bot_tables.pop(id, None)
            if playing is not None:
                playing.cancel()

    async def _drive_on(self, id: str, gap: int) -> None:
        """Until it is over. Whatever goes wrong is tried again: nobody else does."""
        while True:
            try:
                tournament = await self.registry.tournament(id)
                if gap > 0 and tournament.state.status == "running":
                    await self.registry.commit(tournament, partial(_time_given_back, gap))
                    _logger.info("tournament taken over", tournament=id, gap_ms=gap)
                gap = 0
                self._forgiven.setdefault(id, now_ms())  # what was before is in the gap
                while tournament.state.status in {"open", "running"}:
                    seen = tournament.state.seq
                    if not await self._step(tournament) and tournament.state.seq == seen:
                        await tournament.news(self._patience(tournament.state, tournament))
                return
            except (Refusal, StoreError) as error:
                _logger.warning("tournament waits", tournament=id, error=str(error))
            except Exception:
                _logger.exception("tournament waits", tournament=id)
            await asyncio.sleep(_AGAIN)

    async def _step(self, tournament: LoadedTournament) -> bool:
        """Do what can be done now; whether that was anything."""
        await self.registry.refresh(tournament)  # others may have taken messages, the start among them
        if tournament.state.status == "open":
            return await self._start_on_time(tournament)
        if not await self._give_back(tournament):
            return False
        if await self.registry.commit(tournament, lambda state: self._due(tournament, state)):
            return True
        self._tables_of_bots(tournament)
        return await self._tables_of_people(tournament)

    async def _give_back(self, tournament: LoadedTournament) -> bool:
        """After an outage: it is not on the clock of levels. False if it is not known yet whether there was one.

        Whoever takes the tournament over gives the same time back: so we wait for a heartbeat, after which it is ours.
        """
        outages, id = self.hub.store.outages, tournament.id
        if now_ms() >= tournament.state.next_level_at():
            await self.hub.store.beat(self.hub.worker)  # the time until now may be an outage that still lasts
        if outages.count != self._outages:
            await asyncio.sleep(BEAT)
            return False
        now = now_ms()
        lost = outages.lost(max(self._forgiven[id], tournament.state.started), now)
        if lost:
            await self.registry.commit(tournament, partial(_time_given_back, lost))
            self._forgiven[id] = now  # not before: an outage may have begun that is not known as one yet
        return True

    async def _start_on_time(self, tournament: LoadedTournament) -> bool:
        starts = tournament.terms.starts
        if starts is None or now_ms() < starts:
            return False

        def decide(state: TournamentState) -> Entries:
            if state.status != "open":
                return []
            if len(state.players) < director.FEWEST:
                return [log.Cancelled.because(Message("protocol.cancelled.too_few"))]
            return judge.begin(tournament.row, state)

        return await self.registry.commit(tournament, decide)

    def _due(self, tournament: LoadedTournament, state: TournamentState) -> Entries:
        return director.due(state, now_ms(), lambda board: self._new_table(tournament, state, board))

    def _new_table(self, tournament: LoadedTournament, state: TournamentState, board: Board) -> str:
        """The id of a table for people, if they are to play the next deal there and it has anything to decide."""
        if not director.wants_people(state, board):
            return ""
        stakes = state.stakes_at(board)
        game = find_game(state.plan.game)
        options = state.rules.agree(state.plan.options, stakes)
        secret = self._secret(tournament, board.number, stakes.deal)
        dealt = game.setup(len(stakes.chips), options, state.plan.content).start(fair.seed_from(secret))
        return new_id(DEAL) if dealt.actors() else ""

    def _secret(self, tournament: LoadedTournament, table: int, deal: int) -> bytes:
        return director.deal_secret(bytes.fromhex(tournament.row.secret), table, deal)

    def _patience(self, state: TournamentState, tournament: LoadedTournament) -> float:
        """Seconds until something may have to be done without anybody asking for it."""
        now = now_ms()
        dues = [tournament.terms.starts] if state.status == "open" else [director.next_look(state)]
        pause = state.plan.bots_seconds * 1000
        under_way = [board.deal for board in state.boards.values() if board.deal is not None]
        if tournament.id not in self._bot_tables:  # else it says when it is done
            dues += [deal.at + pause for deal in under_way if not deal.live]
        soonest = min((max(due - now, 0) / 1000 + 0.001 for due in dues if due is not None), default=_REST)
        watch = self.hub.settings.redis is not None or any(deal.live for deal in under_way)
        return min(soonest, BEAT if watch else _REST)

    # tables where people play

    async def _tables_of_people(self, tournament: LoadedTournament) -> bool:
        """Create the tables that are not there yet; take over the results of deals that are over."""
        boards = [board for board in tournament.state.boards.values() if board.deal is not None and board.deal.live]
        lives = [board.deal.live for board in boards if board.deal is not None]
        statuses = await store_of.statuses_of(self.hub.store, lives)
        done = False
        for board in boards:
            assert board.deal is not None
            status = statuses.get(board.deal.live)
            if status is None:
                await self._create_table(tournament, board, board.deal)
            elif status == "ended":
                done |= await self._take_result(tournament, board, board.deal)
            elif status == "running" and self._may_look(board.deal.live):
                await self._close_if_lost(board.deal.live)
            elif status == "closed":  # nobody can play it on: the server does, from the same cards
                done |= await self._play_for_bots(tournament, [board])
        return done

    def _may_look(self, id: str) -> bool:
        """Whether it is time to see if somebody can still play that table."""
        now = time.monotonic()
        self._looked = {seen: at for seen, at in self._looked.items() if now - at < _LOOK}
        return self._looked.setdefault(id, now) == now

    async def _close_if_lost(self, id: str) -> None:
        """All others in the tournament wait for it: a table that is suspended does not wait for long."""
        table = (await self.hub.load(id)).table
        if table.suspended is not None and now_ms() - table.at > _SUSPENDED_MS:
            await close_table(self.hub.store, id, table.suspended)

    async def _create_table(self, tournament: LoadedTournament, board: Board, deal: Deal) -> None:
        """The table for a deal that has begun; somebody else may have created it meanwhile."""
        plan, at = tournament.state.plan, now_ms()
        agreement = Agreement(
            game=plan.game,
            seats=len(deal.players),
            options=tournament.state.rules.agree(plan.options, deal.stakes),
            hints=False,
            pace=tournament.terms.pace,
            tournament=tournament.id,
            content=tournament.pack,
        )
        row = TableRow(
            id=deal.live,
            game=plan.game,
            rules=find_game(plan.game).meta.rules,
            agreement=msgspec.json.encode(agreement),
            secret=self._secret(tournament, board.number, deal.stakes.deal).hex(),
            invite=tournament.row.invite,
            host=tournament.row.host,
            status="running",
            public=False,
            driven=True,
            driver=self.hub.worker,
            created=at,
            changed=at,
            outcome=None,
            rematch_of=None,
        )
        said = await self._said_before(board)
        await self.hub.create_running(row, _first_entries(tournament.state, deal, said))

    async def _said_before(self, board: Board) -> list[table_log.Said]:
        """What was said at this table in the deal before: the talk goes on where it was."""
        rows = await self.hub.store.entries(board.last_live) if board.last_live else []
        entries = (table_log.decode(row.body) for row in rows)
        return [entry for entry in entries if isinstance(entry, table_log.Said)][-_TALK:]

    async def _take_result(self, tournament: LoadedTournament, board: Board, deal: Deal) -> bool:
        loaded = await self.hub.load(deal.live)
        await self.hub.catch_up(loaded)
        table = loaded.table
        if table.match is None or table.match.state.outcome() is None:
            return await self._play_for_bots(tournament, [board])
        settled = tournament.state.rules.settle(table.match.state)
        away = [number for number, seat in enumerate(table.seats) if seat.person and seat.stand_in]

        def decide(state: TournamentState) -> Entries:
            now = state.boards.get(board.number)
            if now is None or now.deal is None or now.deal.live != deal.live:
                return []  # somebody else has written it down
            return [director.played(state, now, settled, away)]

        return await self.registry.commit(tournament, decide)

    # tables where only bots sit

    def _tables_of_bots(self, tournament: LoadedTournament) -> None:
        """Play where bots alone sit, while everything else goes on; raises what went wrong there."""
        task = self._bot_tables.get(tournament.id)
        if task is not None:
            if not task.done():
                return
            del self._bot_tables[tournament.id]
            task.result()
        earliest = now_ms() - tournament.state.plan.bots_seconds * 1000
        ready = [
            (board.deal.at, board.number, board)
            for board in tournament.state.boards.values()
            if board.deal is not None and not board.deal.live and board.deal.at <= earliest
        ]
        if ready:
            longest = [board for _, _, board in sorted(ready)[:_BATCH]]
            task = self.hub.spawn(self._play_for_bots(tournament, longest))
            task.add_done_callback(lambda _: tournament.changed())
            self._bot_tables[tournament.id] = task

    async def _play_for_bots(self, tournament: LoadedTournament, boards: list[Board]) -> bool:
        """Play the deals of these tables, a slice at a time; whether any was written down."""
        plan, host = tournament.state.plan, tournament.row.host
        deals = [(board.number, self._job(tournament, board, board.deal)) for board in boards if board.deal is not None]
        jobs = [job for _, job in deals]
        results: list[Settled] = []
        paused: Paused | None = None
        written, changed = 0, False
        since = time.monotonic()
        while written < len(jobs):
            played = await self.hub.bots.play_slice(host, plan, jobs[len(results) :], paused)
            results += played.settled
            paused = played.paused
            if len(results) == len(jobs) or (len(results) > written and time.monotonic() - since > _WRITE):
                over = list(zip(deals[written:], results[written:], strict=False))
                changed |= await self.registry.commit(tournament, partial(_played, over))
                written, since = len(results), time.monotonic()
        return changed

    def _job(self, tournament: LoadedTournament, board: Board, deal: Deal) -> Job:
        return Job(deal.stakes, self._secret(tournament, board.number, deal.stakes.deal))


def _played(over: list[tuple[tuple[int, Job], Settled]], state: TournamentState) -> Entries:
    """The entries for deals that the server has played; what somebody else has written down meanwhile is left out."""
    entries: Entries = []
    after = state.fork()
    for (table, job), settled in over:
        board = after.boards.get(table)
        if board is None or board.deal is None or board.deal.stakes != job.stakes:
            continue
        entry = director.played(after, board, settled)
        after.apply(entry, after.at)
        entries.append(entry)
    return entries


def _time_given_back(ms: int, state: TournamentState) -> Entries:
    return [log.TimeGivenBack(ms=ms)] if state.status == "running" else []


def _first_entries(state: TournamentState, deal: Deal, said: list[table_log.Said]) -> list[table_log.AnyEntry]:
    """Everybody sits down, bots for those who are away, what was said is said, and the cards are dealt."""
    entries: list[table_log.AnyEntry] = []
    away: list[table_log.AnyEntry] = []
    seats: dict[str, int] = {}
    for seat, number in enumerate(deal.players):
        player = state.players[number]
        if player.is_bot:
            entries.append(table_log.Seated(seat=seat, level=state.plan.bot, name=player.name))
        else:
            seats[player.person] = seat
            entries.append(table_log.Sat(seat=seat, person=player.person, name=player.name, avatar=player.avatar))
            if player.away:
                away.append(table_log.StoodIn(seat=seat, level=state.plan.bot, why="left"))
    talk = [table_log.Said(one.person, one.name, one.text, seats.get(one.person)) for one in said]
    return [*entries, *talk, table_log.Started(), *away]
