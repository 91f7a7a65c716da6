"""Table: the fold of its log. No clock, no store, no socket: the same entries give the same table on every worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from itertools import islice
from typing import Any
from zlib import crc32

import msgspec

from pandarium import protocol
from pandarium.bots.names import free_names
from pandarium.core import fair
from pandarium.core import record as records
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.match import Attempt, Match
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.core.registry import game as find_game
from pandarium.protocol import Status
from pandarium.server.tables import log
from pandarium.server.tables.clocks import PATIENCE, Clocks, Timer
from pandarium.server.tables.parts import Agreement, Question, Seat, Step

_RECENT = 8
"""Entries whose events are at hand; for older ones the match is played out again."""
_AS_NEEDED = -1
"""That many, or more in real time."""
_RECENT_IN_REAL_TIME = 128
"""The same where things happen many times a second: who was away for a moment need not wait for that."""
_KEYS = 32
"""Marks of the last moves for each seat, by which repeated messages are recognised."""


class Table:
    """One table. `apply` carries out what was committed; `judge` decides what may be."""

    __slots__ = (
        "_foreseen",
        "_seated",
        "agreement",
        "asked",
        "at",
        "clocks",
        "closed",
        "closed_message",
        "commitment",
        "created",
        "game",
        "host",
        "id",
        "invite",
        "keys",
        "match",
        "movers",
        "moves",
        "outcome",
        "paused",
        "paused_message",
        "permissions_version",
        "reached",
        "real_time",
        "recent",
        "rematch",
        "rules",
        "said",
        "seats",
        "secret",
        "seq",
        "started",
        "status",
        "stuck",
        "table_version",
        "timer",
    )

    def __init__(
        self,
        id: str,
        agreement: Agreement,
        *,
        rules: int,
        secret: str,
        host: str,
        invite: str = "",
        created: int = 0,
        recent: int | None = _AS_NEEDED,
    ) -> None:
        self.id = id
        self.agreement = agreement
        self.rules = rules
        self.secret = secret
        self.commitment = fair.commitment(bytes.fromhex(secret))
        self.host = host
        self.invite = invite
        self.created = created
        self.seats = [Seat() for _ in range(agreement.seats)]
        self.seq = 0
        self.said = 0
        """How much of the log is talk."""
        self.table_version = 0
        """Changes whenever anything but the game itself does: seats, clocks, questions, the end."""
        self.permissions_version = 0
        """Changes whenever somebody may do something else than before, unless a move is all that has happened."""
        self.at = created
        self.status: Status = "open"
        self.paused: str | None = None
        self.paused_message: Message | None = None
        self.asked: Question | None = None
        self.closed: str | None = None
        self.closed_message: Message | None = None
        self.rematch: str | None = None
        self.outcome: Outcome | None = None
        self.reached: Outcome | None = None
        """What the moves led to, where the engine is not there to say so."""
        self.started = 0
        self.match: Match | None = None
        self.clocks: Clocks | None = None
        self.timer: Timer | None = None
        """The table's own clock, where one runs: only in real time."""
        self.moves: list[records.Entry] = []
        self.movers: list[protocol.By] = []
        """Who chose each move that stands."""
        self.keys: tuple[str, ...] = ()
        self._foreseen: tuple[log.Moved, Attempt] | None = None
        self._seated: dict[str, int] = {}
        self.stuck: str | None = None
        """Why the game cannot be played on by this version of the program; its record stays whole."""
        self.game: Game | None = None
        try:
            self.game = find_game(agreement.game)
            if self.game.meta.rules != rules:
                title, now = self.game.meta.title, self.game.meta.rules
                self.stuck = f"the table was laid under version {rules} of the rules of {title}, which is at {now} now"
        except PandariumError as error:
            self.stuck = str(error)
        self.real_time = self.game is not None and self.game.pace(agreement.options) == "real time"
        """All act at once, in order of arrival."""
        if recent == _AS_NEEDED:
            recent = _RECENT_IN_REAL_TIME if self.real_time else _RECENT
        self.recent: deque[Step] = deque(maxlen=recent)

    # what it is

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name or f"seat {number + 1}" for number, seat in enumerate(self.seats)]

    @property
    def position(self) -> int:
        """Changes with every move and undo."""
        return len(self.moves)

    @property
    def housekeeping(self) -> int:
        """How much of the log is neither talk nor a move that stands: chairs, questions, what was taken back."""
        return self.seq - self.said - (len(self.moves) if self.match is None else len(self.match.standing))

    @property
    def over(self) -> bool:
        """Nothing more will be played here."""
        return self.status in {"ended", "closed"}

    @property
    def timed(self) -> bool:
        """Every seat has a clock."""
        return self.agreement.pace.kind != "relaxed"

    @property
    def keeps_time(self) -> bool:
        """Something may fall due: a seat's clock, or the table's."""
        return self.timed or self.real_time

    @property
    def cooperative(self) -> bool:
        """Everybody wins or loses together."""
        return self.game is not None and self.game.meta.cooperative

    @property
    def people(self) -> list[int]:
        """Seats of people who play: neither bots nor stood in for nor resigned."""
        return [number for number, seat in enumerate(self.seats) if seat.person and not seat.stand_in]

    @property
    def driven(self) -> bool:
        """Somebody must make moves for it without being asked: bots or clocks."""
        return self.keeps_time or any(seat.level for seat in self.seats)

    def seat_of(self, person: str) -> int | None:
        """Where this person sits."""
        return self._seated.get(person)

    def actors(self) -> list[int]:
        """Seats that may act now; none while the game waits, be it for its own countdown."""
        if self.status != "running" or self.paused is not None or self.match is None or self.match.state.counting():
            return []
        return self.match.state.actors()

    def deadline(self) -> int | None:
        """When the first clock runs out, unless something happens before."""
        clocks = self.clocks.deadline() if self.clocks is not None and self.actors() else None
        dues = [due for due in (clocks, self.timer and self.timer.due) if due is not None]
        return min(dues, default=None)

    def record(self) -> Record:
        """The match on paper, secret included: only for tables that are over."""
        outcome = self.match.state.outcome() if self.match else self.reached
        return Record(
            game=self.agreement.game,
            rules=self.rules,
            seats=self.agreement.seats,
            players=self.names,
            options=self.agreement.options,
            secret=self.secret,
            commitment=self.commitment,
            moves=list(self.moves),
            outcome=None if outcome is None else outcome.recorded(),
        )

    def foresee(self, entry: log.Moved, move: int | None = None) -> Attempt:
        """What a move will lead to, for those who must know before it is committed; raises IllegalMove."""
        if self.match is None:
            raise ValueError("no game is under way here")
        if self._foreseen is None or self._foreseen[0] is not entry or self._foreseen[1].number != self.position:
            move = self.match.game.read(entry.move) if move is None else move
            self._foreseen = (entry, self.match.attempt(entry.seat, move))
        return self._foreseen[1]

    def fork(self) -> Table:
        """The same table again, to see what moves lead to before they are committed."""
        twin = copy(self)
        twin.seats = [copy(seat) for seat in self.seats]
        twin.movers, twin.moves = list(self.movers), list(self.moves)
        twin.recent = deque(maxlen=0)
        twin._seated = dict(self._seated)
        twin.clocks = self.clocks and self.clocks.fork()
        if self.match is not None:
            twin.match = self.match.fork()
            twin.match.record.moves = twin.moves
        return twin

    # what happens

    def apply(self, entry: log.AnyEntry, at: int) -> None:
        """Carry out one committed entry."""
        self.seq += 1
        self.at = at = max(at, self.at)
        events: list[Any] = []
        match entry:
            case log.Moved():
                before = self.asked, self.status
                events = self._moved(entry, at)
                changed = before != (self.asked, self.status)
                self.permissions_version += changed
                self.table_version += self.timed or changed
            case log.Undone():
                self._undone(entry, at)
            case log.Sat():
                seat = self.seats[entry.seat]
                seat.person, seat.name, seat.avatar, seat.ready = entry.person, entry.name, entry.avatar, False
                self._seated[entry.person] = entry.seat
            case log.Seated():
                seat = self.seats[entry.seat] = Seat()
                seat.bot, seat.name, seat.ready = entry.level, entry.name or self._bot_name(entry.seat), True
            case log.Freed():
                self._seated.pop(self.seats[entry.seat].person or "", None)
                self.seats[entry.seat] = Seat()
            case log.Readied():
                self.seats[entry.seat].ready = entry.ready
            case log.Started():
                events = self._start(at)
            case log.Asked():
                self.asked = Question(entry.what, entry.seat, frozenset(self.people) - {entry.seat})
            case log.Answered():
                self._answered(entry)
            case log.Paused():
                self.paused, self.paused_message = entry.why, entry.message
                self.asked = None
                self._tick(at)
            case log.Resumed():
                self.paused = self.paused_message = None
                self._grant_grace(self.people, at)
                self._tick(at)
                self._restart_timer(at)
            case log.StoodIn():
                self.seats[entry.seat].stand_in = entry.level
                self._withdrawn(entry.seat, at)
            case log.Returned():
                self.seats[entry.seat].stand_in = None
                self.seats[entry.seat].strikes = 0
                self._grant_grace([entry.seat], at)
                self._tick(at)
                if self.timer is None:
                    self._restart_timer(at)
            case log.Resigned():
                self.outcome = self.after_resignation(entry.seat)
                self.seats[entry.seat].resigned = True
                self.seats[entry.seat].stand_in = entry.level
                self.status = "ended" if self.outcome is not None else self.status
                self._withdrawn(entry.seat, at)
            case log.Adjourned():
                if self.clocks is not None:
                    self.clocks.forgive(entry.ms, at)
                self._restart_timer(at)
            case log.Rematched():
                self.rematch = entry.table
            case log.Closed():
                self.closed, self.closed_message = entry.why, entry.message
                self.status = "closed"
                self._tick(at)
            case log.Said() | log.Reacted():
                self.said += 1
        if not isinstance(entry, log.Moved):
            self.table_version += 1
            self.permissions_version += 1
        self.recent.append(Step(self.seq, at, entry, events))

    def _bot_name(self, number: int) -> str:
        taken = (seat.name for n, seat in enumerate(self.seats) if n != number)
        return next(free_names(taken, start=crc32(self.id.encode())))

    def _start(self, at: int) -> list[Any]:
        self.status = "running"
        self.started = at
        self.clocks = Clocks(self.agreement.pace, len(self.seats)) if self.timed else None
        if self.stuck is not None:
            return []
        self.match = Match(msgspec.structs.replace(self.record(), moves=[], outcome=None))
        self.match.record.moves = self.moves
        self._tick(at)
        self._restart_timer(at)
        return self.match.opening

    def _moved(self, entry: log.Moved, at: int) -> list[Any]:
        if entry.key:
            self.keys = (*self.keys[1 - _KEYS * len(self.seats) :], f"{entry.seat} {entry.key}")
        line = records.Entry(entry.seat, entry.move, at - self.started)
        seat = self.seats[entry.seat]
        if entry.by != "clock":
            seat.strikes = 0
        elif self.timer is None or not self.timer.own:  # else it was the game's own clock, and nobody's fault
            seat.strikes += 1
        if self.asked is not None and self.asked.what == "undo":
            self.asked = None
        if self.match is None:
            self.moves.append(line)
            return []
        rang = self.timer if entry.by == "clock" else None
        events = self.match.accept(self.foresee(entry), line.at)
        self._foreseen = None
        self.movers.append(entry.by)
        if self.clocks is not None:
            if entry.by == "clock":
                self.clocks.ran_out(entry.seat, at)
            elif entry.by == "person":
                self.clocks.moved(entry.seat, at)
            else:
                self.clocks.stood_in(entry.seat, at)
        self._tick(at)
        self._restart_timer(at, rang)
        return events

    def _undone(self, entry: log.Undone, at: int) -> None:
        self.asked = None
        text = records.UNDO_BY_CONSENT if entry.consent else records.UNDO
        line = records.Entry(entry.seat, text, at - self.started)
        if self.match is None:
            self.moves.append(line)
            return
        last = self.match.standing[-1] if self.match.standing else None
        self.match.enter(line)
        by = self.movers.pop()
        if last is not None and self.clocks is not None:
            self.clocks.undone(last.seat, at, entry.consent, by)
        self._tick(at)
        self._restart_timer(at)

    def _answered(self, entry: log.Answered) -> None:
        if self.asked is not None:
            waiting = self.asked.waiting - {entry.seat}
            self.asked = self.asked._replace(waiting=waiting) if entry.yes else None

    def _withdrawn(self, number: int, at: int) -> None:
        """A person does not play any more: nobody waits for their answer."""
        if self.asked is not None:
            left = self.asked._replace(waiting=self.asked.waiting - {number})
            self.asked = left if left.waiting and left.seat != number else None
        self._tick(at)

    def after_resignation(self, number: int) -> Outcome | None:
        """How the game ends when that seat resigns: it does where nobody is left to play against, or nobody at all."""
        left = [n for n, seat in enumerate(self.seats) if not seat.resigned and n != number]
        people = [n for n in left if self.seats[n].person]
        if self.cooperative or self.status != "running" or (people and len(left) > 1):
            return None
        scores = tuple(int(n in left) for n in range(len(self.seats)))
        return Outcome.because(tuple(left), scores, Message("protocol.others_resigned"), "")

    def _grant_grace(self, seats: Sequence[int], at: int) -> None:
        """Who comes back with an empty clock gets time for a move; else it would run out before they made it."""
        if self.clocks is not None:
            for seat in seats:
                self.clocks.grant_grace(seat, at)

    def may_undo(self, seat: int) -> bool:
        """Whether the game lets this seat take its last move back by right."""
        if self.match is None or (self.movers and self.movers[-1] == "clock"):
            return False
        return self.match.undo_refusal(seat) is None

    def undo_refusal(self, seat: int) -> Message:
        """Why it may not."""
        if self.match is None:
            return Message("protocol.nothing_to_undo")
        if self.movers and self.movers[-1] == "clock" and self.match.standing[-1].seat == seat:
            return Message("protocol.undo_of_the_clock")
        refusal = self.match.undo_refusal(seat)
        if refusal is None:
            raise ValueError(f"seat {seat} may take its move back")
        return refusal.message

    def _tick(self, at: int) -> None:
        """Let the clocks run that should, and see whether the game is over."""
        if self.match is not None and self.status == "running":
            self.outcome = None if self.match.record.outcome is None else self.match.state.outcome()
            if self.outcome is not None:
                self.status = "ended"
        if self.over:
            self.asked = None
            self.paused = self.paused_message = None
        if self.clocks is not None:
            self.clocks.turn([seat for seat in self.actors() if not self.seats[seat].level], at)
        if self.timer is not None:
            self.timer = self._timer(self.timer.since)

    def _restart_timer(self, at: int, rang: Timer | None = None) -> None:
        """Begin the table's own clock anew, if it has one now; `rang` is the one that made the move."""
        timer = self._timer(at)
        self.timer = timer.after(rang) if timer is not None and rang is not None else timer

    def _timer(self, since: int) -> Timer | None:
        """The table's own clock, begun at that time: the game's, or the patience with people for whom others wait."""
        if not self.real_time or self.status != "running" or self.paused is not None or self.match is None:
            return None
        state = self.match.state
        actors, seconds = state.actors(), state.timer()
        if seconds:
            return Timer(since, seconds, frozenset(actors))
        late = frozenset(seat for seat in actors if not self.seats[seat].level)
        return Timer(since, PATIENCE, late, own=False) if late and len(actors) < len(self.seats) else None

    # what it was

    @classmethod
    def fold(cls, blank: Callable[[], Table], entries: Sequence[tuple[int, log.AnyEntry]]) -> Table:
        """The table that these entries (each with its time) lead to, beginning with a blank one.

        If the game does not follow them any more, because its code has changed without saying so, the table is stuck:
        it keeps its log and its record, and is not played on.
        """
        table = blank()
        try:
            for at, entry in entries:
                table.apply(entry, at)
        except Exception as error:  # whatever a game does with moves that are not its own
            what = str(error) or type(error).__name__
            reason = table.stuck or f"its log does not fit this version of the program: {what}"
            table = blank()
            table.stuck = reason
            for at, entry in entries:
                table.apply(entry, at)
        return table

    def steps_after(self, seq: int) -> list[Step] | None:
        """The steps after that number, or None when they are too old to be at hand."""
        if not self.remembers(seq):
            return None
        steps = list(islice(reversed(self.recent), max(0, self.seq - seq)))
        return steps[::-1]

    def remembers(self, seq: int) -> bool:
        """Whether all steps after that number are at hand."""
        return seq >= self.seq or (bool(self.recent) and self.recent[0].seq <= seq + 1)
