"""Anything at all: whatever is done in whatever order."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium import protocol
from pandarium.core import registry
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.tables import judge, log, render
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from server.support import DAN, EVE, PEOPLE, TableHarness
from server.tables.judging import BARE, LIVE, TO_BOT
from server.tables.test_render import expect_silence, viewers

# anything at all

PACES = [Pace(), LIVE, BARE, TO_BOT, Pace(kind="days", days=1)]
TEXTS = ["call", "raise", "fold", "stone", "leaf", "row", "bail", "grab 1", "undo", "undo by consent", "take b8", "🐼"]
LEVELS = [None, "random", "hard", "greedy", "godlike"]


def any_message(chance: Random) -> protocol.AnyMessage:
    """Whatever somebody may send, sensible or not."""
    seat = chance.choice([0, 1, 2, 3, 4, 99])
    position = chance.choice([None, *range(8), 2**70])
    level, yes = chance.choice(LEVELS), chance.random() < 0.7
    return chance.choice(
        [
            protocol.Sit(seat=chance.choice([None, seat])),
            protocol.PutBot(seat=seat, level=level),
            protocol.Free(seat=seat),
            protocol.BeReady(ready=yes),
            protocol.Start(fill=level),
            protocol.Play(move=chance.choice(TEXTS), position=position, key=chance.choice(["", "k1", "k2"])),
            protocol.Undo(position=position),
            protocol.Undo(),
            protocol.Ask(what="undo"),
            protocol.Ask(what="pause"),
            protocol.Answer(yes=yes),
            protocol.Answer(yes=yes),
            protocol.Resume(),
            protocol.Leave(),
            protocol.Return(),
            protocol.Return(),
            protocol.Resign() if chance.random() < 0.2 else protocol.Resume(),
            protocol.Close() if chance.random() < 0.2 else protocol.Undo(),
            protocol.React(what="🐼"),
            protocol.Say(text=chance.choice(["hi", "\u202e", "🐼" * 9])),
        ]
    )


def offers(may: protocol.May) -> list[tuple[protocol.AnyMessage, bool]]:
    """Messages, and whether somebody was told that they may send them."""
    return [
        (protocol.Start(), may.start),
        (protocol.Close(), may.close),
        (protocol.Undo(), may.undo),
        (protocol.Ask(what="undo"), may.ask_undo),
        (protocol.Ask(what="pause"), may.ask_pause),
        (protocol.Answer(yes=True), may.answer),
        (protocol.Resume(), may.resume),
        (protocol.Leave(), may.leave),
        (protocol.Return(), may.come_back),
        (protocol.Resign(), may.resign),
        (protocol.Say(text="hi"), may.talk),
    ]


def granted(table: Table, asker: Asker, message: protocol.AnyMessage) -> bool:
    """Whether the judge lets it happen now."""
    try:
        return bool(judge.verdict(table, asker, message, ()))
    except (Refusal, AlreadyDone):
        return False


class RandomTable:
    """Whatever people, bots and clocks do in whatever order: the table stands, and its log says all of it."""

    def __init__(self, game: str, chance: Random) -> None:
        self.chance = chance
        low, high = registry.meta(game).seats
        people = chance.randint(1, min(3, high))
        bots = max(low - people, chance.randint(0, min(1, high - people)))
        rated, start = chance.random() < 0.2, chance.random() < 0.8
        pace = chance.choice(PACES)
        self.harness = TableHarness.create(
            game, people, ["random"] * bots, start=start, pace=pace, rated=rated, recent=6
        )
        self.loaded = LoadedTable(self.harness.table)
        self.table_version, self.shown = self.harness.table.table_version, self.table_bytes()

    def table_bytes(self) -> bytes:
        return msgspec.json.encode(render.show_table(self.harness.table, self.harness.now))

    def step(self) -> None:
        """One thing happens, or is refused."""
        what, asked = self.chance.random(), self.harness.table.asked
        if asked is not None and what < 0.4:
            seat = self.chance.choice(sorted(asked.waiting))
            person = next(asker for asker in PEOPLE if self.harness.table.seat_of(asker.person) == seat)
            self.send(person, protocol.Answer(yes=self.chance.random() < 0.8))
        elif what < 0.5 and self.harness.table.actors():
            self.somebody_moves()
        elif what < 0.85:
            self.send(self.chance.choice([*PEOPLE, EVE]), any_message(self.chance))
        elif what < 0.95:
            self.time_passes()
        elif self.harness.table.clocks is not None:
            self.harness.commit([log.TimeGivenBack(ms=self.chance.randint(0, 10**6))])

    def send(self, asker: Asker, message: protocol.AnyMessage) -> None:
        before = self.harness.table.seq
        try:
            done = judge.verdict(self.harness.table, asker, message, ())
        except (Refusal, AlreadyDone):
            assert self.harness.table.seq == before
        else:
            assert done
            self.harness.commit(done)

    def somebody_moves(self) -> None:
        table = self.harness.table
        seat = self.chance.choice(table.actors())
        text, back = self.chance.choice(self.harness.legal(seat)), self.chance.choice([0, 0, 0, 0, 1, 2])
        position, before = max(0, table.position - back), table.position
        key = self.chance.choice(["", "", "k1"])
        if table.seats[seat].level is not None:
            try:
                self.harness.play_bot(seat, text, position)
            except (Refusal, AlreadyDone):
                assert back
            return
        person = next(asker for asker in PEOPLE if table.seat_of(asker.person) == seat)
        self.send(person, protocol.Play(move=text, position=position, key=key))
        assert back or key or table.position == before + 1

    def time_passes(self) -> None:
        self.harness.wait(self.chance.choice([0, 0.001, 1, 20, 61, DAY / 1000 + 1]))
        clocks = self.harness.table.clocks
        deadline = clocks.deadline() if clocks else None
        due = deadline is not None and deadline <= self.harness.now
        assert bool(self.harness.time_out()) == due

    def look_at_clocks(self) -> None:
        """They run for people who are to act, and for nobody else; they are never below nothing."""
        table, clocks = self.harness.table, self.harness.table.clocks
        if clocks is None:
            return
        acting = [seat for seat in table.actors() if table.seats[seat].level is None]
        assert list(clocks.running) == (acting if table.agreement.pace.kind != "relaxed" else [])
        assert min(clocks.banks) >= 0
        assert all(clocks.remaining(seat, self.harness.now) >= 0 for seat in range(len(table.seats)))

    def look_at_the_table(self) -> None:
        """A table that is over waits for nothing; a question waits for people who play."""
        table = self.harness.table
        if table.over:
            assert (table.paused, table.asked, table.actors()) == (None, None, [])
        if table.asked is not None:
            assert table.asked.waiting
            assert table.asked.seat not in table.asked.waiting
            assert {table.asked.seat, *table.asked.waiting} <= set(table.people)
        assert (table.outcome is not None) == (table.status == "ended")
        assert len(set(table.names)) == len(table.seats)

    def look_at_offers(self) -> None:
        """What a client is offered is granted."""
        table = self.harness.table
        for asker in viewers(self.harness):
            update = self.harness.read(asker, since=table.seq)
            for legal in update.legal[:2]:
                assert judge.verdict(table, asker, protocol.Play(move=legal.move, position=update.position), ())
            kept = msgspec.json.decode(self.loaded.snapshot(asker).may.may, type=protocol.May)
            assert update.may == judge.permissions(table, asker) == kept
            for message, may in offers(update.may):
                assert granted(table, asker, message) == may, message

    def look_at_the_drawing(self) -> None:
        """`around` changes whenever the table around the game looks different, so that it is drawn anew."""
        around, shown = self.harness.table.table_version, self.table_bytes()
        if around == self.table_version and not self.harness.table.timed:
            assert shown == self.shown
        self.table_version, self.shown = around, shown

    def look_at_the_log(self) -> None:
        """The log alone leads to the same table: to the byte, for everybody."""
        loaded, folded = self.harness.table, self.harness.again()
        assert folded.stuck is None
        for asker in (*PEOPLE, EVE):
            assert self.harness.update(asker, loaded.seq - 6) == self.harness.update(asker, loaded.seq - 6, folded)
        assert folded.record() == loaded.record()
        assert (folded.keys, folded.table_version, folded.people) == (loaded.keys, loaded.table_version, loaded.people)
        if loaded.match is not None and folded.match is not None:
            assert folded.match.state.dump() == loaded.match.state.dump()
            assert loaded.record().final().dump() == loaded.match.state.dump()


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
@settings(max_examples=20, deadline=None)
@given(number=st.integers(0, 2**32))
def test_whatever_anybody_does_the_table_stands_and_its_log_says_all_of_it(game: str, number: int) -> None:
    random_table = RandomTable(game, Random(number))
    for _ in range(60):
        random_table.step()
        random_table.look_at_clocks()
        random_table.look_at_the_table()
        random_table.look_at_offers()
        random_table.look_at_the_drawing()
        if random_table.harness.table.status == "running":
            expect_silence(random_table.harness)
    random_table.look_at_the_log()


def test_four_people_sit_at_most_where_there_are_four_seats() -> None:
    harness = TableHarness.create("signs", 4)
    assert harness.table.seat_of(DAN.person) == 3
