"""Helpers for tests of the server: people, and a harness with a table, its log and a clock that we turn by hand."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pandarium import protocol
from pandarium.core import registry
from pandarium.server.tables import judge, log, render
from pandarium.server.tables.judge import Asker, Entries
from pandarium.server.tables.parts import Agreement, LogStep
from pandarium.server.tables.table import Table

GAMES = Path(__file__).parent / "games"
"""Tiny games for the tests: `signs` (all choose at once, in secret), `raft` (together), `grab` (real time), and `mime`
(together, with a rule about talk)."""
SECRET = "5e" * 32
BEGIN = 1_700_000_000_000
"""When the tables of the tests are created, in milliseconds."""

ANN, BEN, CAT, DAN = (Asker(f"person-{n.lower()}", n, account=True) for n in ("Ann", "Ben", "Cat", "Dan"))
PEOPLE = [ANN, BEN, CAT, DAN]
EVE = Asker("person-eve", "Eve")
"""Somebody who only watches."""


@contextmanager
def games_mounted() -> Iterator[None]:
    """The tiny games are there, in this process and in those that it starts; afterwards all is as before."""
    shelf, places = registry._shelf(), os.environ.get("PANDARIUM_GAMES")
    before = list(shelf)
    os.environ["PANDARIUM_GAMES"] = os.pathsep.join(filter(None, [places, str(GAMES)]))
    registry.mount(GAMES)
    try:
        yield
    finally:
        os.environ.pop("PANDARIUM_GAMES")
        if places is not None:
            os.environ["PANDARIUM_GAMES"] = places
        shelf[:] = before
        registry._packages.cache_clear()


def blank(agreement: Agreement, *, rules: int | None = None, secret: str = SECRET, recent: int | None = None) -> Table:
    """A new table at which nothing has happened; Ann is the host."""
    version = registry.meta(agreement.game).rules if rules is None else rules
    return Table(
        "t1", agreement, rules=version, secret=secret, host=ANN.person, invite="come-in", created=BEGIN, recent=recent
    )


class TableHarness:
    """A table with its log, driven as the hub does it: judge, write down, apply."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.agreement = table.agreement
        """As it was when the table was created."""
        self.log: list[tuple[int, log.AnyEntry]] = []
        self.now = BEGIN

    @classmethod
    def create(
        cls,
        game: str,
        people: int = 2,
        bots: Collection[str] = (),
        *,
        start: bool = True,
        seats: int | None = None,
        secret: str = SECRET,
        recent: int | None = None,
        **agreed: Any,
    ) -> TableHarness:
        """A table with so many people in the first seats and bots in the next; started unless told otherwise."""
        count = people + len(bots) if seats is None else seats
        options = registry.game(game).check_options(agreed.pop("options", {}))
        harness = cls(blank(Agreement(game=game, seats=count, options=options, **agreed), secret=secret, recent=recent))
        for number, person in enumerate(PEOPLE[:people]):
            harness.send(person, protocol.Sit(seat=number))
            harness.send(person, protocol.BeReady())
        for number, level in enumerate(bots, people):
            harness.send(ANN, protocol.PutBot(seat=number, level=level))
        if start:
            harness.send(ANN, protocol.Start())
        return harness

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += round(seconds * 1000)

    def commit(self, entries: Entries) -> Entries:
        """Write entries down, as they would be stored, and carry them out; the judge knew whether they end the game."""
        was_over, ending = self.table.over, judge.ending(self.table, entries) if entries else None
        for entry in entries:
            stored = log.decode(log.encode(entry))
            assert stored == entry
            self.log.append((self.now, stored))
            self.table.apply(stored, self.now)
        ended = (self.table.status, self.table.outcome) if self.table.over and not was_over else None
        assert ended == ending
        return entries

    def send(self, asker: Asker, message: protocol.AnyMessage, here: Collection[int] = ()) -> Entries:
        """What that message leads to, done; raises Refusal or AlreadyDone."""
        return self.commit(judge.verdict(self.table, asker, message, here))

    def legal(self, seat: int) -> list[str]:
        """The moves of that seat, in notation."""
        match = self.table.match
        assert match is not None
        return [match.game.say(move) for move in match.state.legal(seat)] if seat in self.table.actors() else []

    def play(self, seat: int, move: str = "", position: int | None = None, key: str = "") -> Entries:
        """That seat's person plays a move (the first legal one) on the position that is now, or on an older one."""
        at = self.table.position if position is None else position
        text = move or self.legal(seat)[0]
        return self.send(PEOPLE[seat], protocol.Play(move=text, position=at, key=key))

    def play_bot(self, seat: int, move: str = "", position: int | None = None) -> Entries:
        """The bot in that seat plays."""
        at = self.table.position if position is None else position
        return self.commit(judge.bot_move(self.table, seat, move or self.legal(seat)[0], at))

    def time_out(self) -> Entries:
        """What the clocks lead to, done."""
        return self.commit(judge.time_out(self.table, self.now))

    def play_out(self) -> None:
        """First legal moves to the end, whoever is to act."""
        while self.table.actors():
            seat = self.table.actors()[0]
            (self.play_bot if self.table.seats[seat].level else self.play)(seat)

    def again(self, secret: str | None = None) -> Table:
        """The table that follows from the log alone."""
        old = self.table
        new_table = partial(
            blank, self.agreement, rules=old.rules, secret=secret or old.secret, recent=old.recent.maxlen
        )
        return Table.fold(new_table, self.log)

    def update(self, asker: Asker, since: int = 0, table: Table | None = None) -> bytes:
        """What goes over the wire to that person."""
        table = table or self.table
        steps = table.steps_after(since)
        you = render.show_you(table, asker.person, asker.name)
        shown = render.show_table(table, self.now)
        return msgspec.json.encode(show_update(table, you, shown, since, steps or [], self.now))

    def read(self, asker: Asker, since: int = 0) -> protocol.Update:
        """The same, as a client decodes it."""
        reply = msgspec.json.decode(self.update(asker, since), type=protocol.AnyReply)
        assert isinstance(reply, protocol.Update)
        return reply


def show_news(table: Table, viewer: int | None, steps: Iterable[LogStep]) -> list[protocol.News]:
    """What happened, as this viewer may know it."""
    return [render.show_step(table, render.eyes(table, viewer, step.seq), step) for step in steps]


def show_update(
    table: Table,
    you: protocol.You,
    shown: protocol.TableShown,
    since: int,
    steps: Iterable[LogStep],
    now: int,
) -> protocol.Update:
    """Everything that this viewer may know now, with the news since `since`, built without any short cut."""
    viewer, state = you.seat, table.state_for(you.seat)
    asker = next((one for one in PEOPLE if one.person == you.person), Asker(you.person, you.name))
    may = judge.permissions(table, asker)
    return protocol.Update(
        seq=table.seq,
        since=since,
        position=table.position,
        now=now,
        you=you,
        table=shown,
        actors=table.actors_for(viewer, table.actors()),
        timer_since=table.timer.since if table.timer else None,
        timer_due=table.timer.due if table.timer else None,
        view=state.view(viewer) if state is not None else None,
        legal=[render.show_move(table, move, table.names) for move in render.legal_moves(table, viewer)],
        may=may,
        phrases=render.show_phrases(table, viewer, state.view(viewer) if state is not None else None),
        news=show_news(table, viewer, steps),
    )
