"""Detector: sees what somebody who is not there should be told, and puts it into the outbox.

A move costs it one entry in a dictionary. The rest it does a moment later, for all tables at once, aside from everybody
who plays.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

import msgspec
import structlog

from pandarium.server.notifications.occasions import OF_PERSON, Params, mark
from pandarium.server.ops.now import now_ms
from pandarium.server.store import StoreError
from pandarium.server.store import notifications as rows
from pandarium.server.store.notifications import Outgoing
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from pandarium.server.tournaments.registry import LoadedTournament

LOOK_SECONDS: Final = 1.0
_REMEMBERED: Final = 20_000
"""Tables of which it is known how far their log was looked at."""
_AT_ONCE: Final = 50
"""Tables that are looked at before others have a turn."""
_AT_FIRST: Final = 3
"""Entries that may belong together: somebody sits down, says that they are ready, and the game begins."""

_logger = structlog.get_logger("pandarium.notifications")


class Event(msgspec.Struct, frozen=True):
    """Something that happened, with those who are to be told; nobody in particular: the table's webhooks."""

    occasion: str
    subject: str
    mark: int
    params: Params
    people: tuple[str, ...] = ()
    hooks: bool = False


class Detector:
    """Looks at the tables that this worker has changed."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._changed: set[str] = set()
        self._begun: list[Event] = []
        self._seen: OrderedDict[str, int] = OrderedDict()
        hub.on_commit = self._note

    def start(self) -> None:
        """Begin."""
        self._hub.spawn(self._work())

    def _note(self, loaded: LoadedTable) -> None:
        self._changed.add(loaded.table.id)

    def tournament_begins(self, tournament: LoadedTournament) -> None:
        """Those who play there are to be told."""
        entered = tuple(player.person for player in tournament.state.players if player.person)
        params = Params(tournament.terms.plan.title)
        self._begun.append(Event("tournament", tournament.id, 1, params, entered))

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreError as error:
                _logger.warning("could not note what people should be told", error=str(error))
            except Exception:  # whatever it is, the next look may do better
                _logger.exception("could not note what people should be told")

    async def look(self) -> None:
        """Put into the outbox what has come up since the last look."""
        changed, self._changed = self._changed, set()
        events, self._begun = self._begun, []
        for number, id in enumerate(changed):
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)  # whoever plays goes first
            loaded = self._hub.in_memory(id)
            if loaded is not None and not loaded.broken:
                events += self._events(loaded)
        if events:
            await rows.post(self._hub.store, await self._addressed(events))

    def _events(self, loaded: LoadedTable) -> Iterable[Event]:
        table = loaded.table
        yield from self._news(loaded)
        here = loaded.here()
        if all(seat in here for seat in table.people):
            return  # the most usual case, and the cheapest
        if absent := waited_for(loaded):
            people = tuple(person for seat in absent if (person := table.seats[seat].person) is not None)
            yield Event("turn", table.id, 0, Params(_title(table), tuple(_names(table))), people)
        if shown := shown_waiting(loaded):
            names = tuple(table.seats[seat].name for seat in shown)
            yield Event("turn", table.id, shown_turn_mark(table, shown), Params(_title(table), names), hooks=True)

    def _news(self, loaded: LoadedTable) -> Iterable[Event]:
        """Of the log, since it was last looked at."""
        table = loaded.table
        since = self._seen.pop(table.id, table.seq - _AT_FIRST)
        self._seen[table.id] = table.seq
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        if table.agreement.tournament:
            return  # nobody sits down there, and its tables come and go
        fresh = list(takewhile(lambda step: step.seq > since, reversed(table.recent)))
        for step in reversed(fresh):
            match step.entry:
                case log.Sat(person=person, name=name) if person != table.host and table.status == "open":
                    others = (seat.person for n, seat in enumerate(table.seats) if n not in loaded.here())
                    free = sum(seat.free for seat in table.seats)
                    params = Params(_title(table), (name,), free)
                    told = tuple(other for other in others if other is not None and other != person)
                    yield Event("seated", table.id, step.seq, params, told, hooks=True)
                case log.Started():
                    yield Event("started", table.id, step.seq, Params(_title(table), tuple(_names(table))), hooks=True)
        if table.status == "ended":
            winners = table.outcome.winners if table.outcome is not None else []
            names = tuple(table.names[seat] for seat in winners if seat < len(table.names))
            yield Event("ended", table.id, 1, Params(_title(table), names), hooks=True)

    async def _addressed(self, events: list[Event]) -> list[Outgoing]:
        """A row for each event and each place where somebody wants to be told of it."""
        hub, now = self._hub, now_ms()
        due = now + round(hub.settings.notify_delay * 1000)
        people = {person for event in events for person in event.people}
        wanted = await rows.notification_choices(hub.store, people)
        browsers = await rows.subscriptions_of(hub.store, people) if hub.settings.push == "yes" else []
        tables = {event.subject for event in events if event.hooks}
        hooks = await rows.webhooks_of(hub.store, tables) if hub.settings.webhooks == "yes" else []
        found: dict[str, Outgoing] = {}
        for event in events:
            targets = [
                (browser.person, browser.id)
                for browser in browsers
                if browser.person in event.people
                and event.occasion in OF_PERSON
                and getattr(wanted[browser.person], event.occasion)
            ]
            targets += [("", hook.id) for hook in hooks if event.hooks and hook.table_id == event.subject]
            for person, target in targets:
                id = f"{event.occasion} {event.subject} {target}"
                body = msgspec.json.encode(event.params)
                mark_of = _own_mark(event, hub, person)
                found[id] = Outgoing(id, event.occasion, event.subject, person, target, mark_of, body, now, due)
        return list(found.values())


def waited_for(loaded: LoadedTable) -> list[int]:
    """Seats of people whom the table waits for, and who do not look at it."""
    table = loaded.table
    if not _takes_turns(table):
        return []
    return [seat for seat in _absent(loaded, table.actors()) if not _goes_on(table, seat)]


def shown_waiting(loaded: LoadedTable) -> list[int]:
    """The same as everybody may know it: where several choose in secret, who has chosen already is not told."""
    table = loaded.table
    if not _takes_turns(table):
        return []
    absent = _absent(loaded, table.actors_for(None, table.actors()))
    return absent if _in_secret(table) else [seat for seat in absent if not _goes_on(table, seat)]


def _goes_on(table: Table, seat: int) -> bool:
    """Whoever has made the last move themselves, and is to move again, was there a moment ago."""
    return bool(table.moves) and table.moves[-1].seat == seat and table.movers[-1:] == ["person"]


def _in_secret(table: Table) -> bool:
    phase = table.match.phase if table.match is not None else None
    return phase is not None and phase.secret


def _absent(loaded: LoadedTable, seats: list[int]) -> list[int]:
    here = loaded.here()
    return [seat for seat in seats if loaded.table.seats[seat].decides and seat not in here]


def _takes_turns(table: Table) -> bool:
    """In real time nobody is called to a table: it is over before they come."""
    return table.status == "running" and table.paused is None and not table.real_time and table.suspended is None


def turn_mark(table: Table, person: str) -> int:
    """Which of somebody's turns it is: others may move meanwhile, and it is still the same."""
    seat = table.seat_of(person)
    return mark("turn", seat, sum(move.seat == seat for move in table.moves))


def shown_turn_mark(table: Table, seats: list[int]) -> int:
    """The same for everybody: where several choose in secret, nothing of it changes before all have chosen."""
    if _in_secret(table) and table.match is not None and table.match.phase is not None:
        return mark("choice", table.match.phase.number)
    return mark("turn", *seats, *(sum(move.seat == seat for move in table.moves) for seat in seats))


def _own_mark(event: Event, hub: Hub, person: str) -> int:
    loaded = hub.in_memory(event.subject) if event.occasion == "turn" and person else None
    return event.mark if loaded is None else turn_mark(loaded.table, person)


def _title(table: Table) -> str:
    return table.game.meta.title if table.game is not None else table.agreement.game


def _names(table: Table) -> Iterable[str]:
    """Of the people at the table."""
    return (seat.name for seat in table.seats if seat.person is not None)
