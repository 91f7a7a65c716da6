"""Table: the fold of its log. No clock, no store, no socket: the same entries give the same table on every worker."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from itertools import islice

from pandarium import protocol
from pandarium.core import fair
from pandarium.core import record as records
from pandarium.core.errors import PandariumError, UnknownGame
from pandarium.core.game import Game
from pandarium.core.match import Attempt, Match
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.core.registry import game as find_game
from pandarium.core.state import State
from pandarium.kit.clock import ClockRules
from pandarium.kit.drop_in import DropInRules
from pandarium.kit.standing import Standing, StandingRules, left_over
from pandarium.kit.talk import Conversation, SpokenBy
from pandarium.protocol import Status
from pandarium.server.packs import content_of, title_of
from pandarium.server.tables import log
from pandarium.server.tables.apply import apply_entry
from pandarium.server.tables.clocks import Clocks, Timer
from pandarium.server.tables.parts import Agreement, LogStep, Seat, TableRequest, position_of

_RECENT = 8
"""Entries whose events are at hand; for older ones the match is played out again."""
_AS_NEEDED = -1
"""That many, or more in real time."""
_RECENT_IN_REAL_TIME = 128
"""The same where things happen many times a second: who was away for a moment need not wait for that."""


class Table:
    """One table. `apply` carries out what was committed; `judge` decides what may be."""

    __slots__ = (
        "agreement",
        "asked",
        "at",
        "beyond",
        "clocks",
        "closed",
        "closed_message",
        "commitment",
        "conversation",
        "created",
        "drop_in",
        "fault",
        "foreseen",
        "game",
        "host",
        "id",
        "idle",
        "invite",
        "keys",
        "match",
        "movers",
        "moves",
        "opened",
        "outcome",
        "pack_title",
        "paused",
        "paused_at",
        "paused_message",
        "permissions_version",
        "reached",
        "real_time",
        "recent",
        "recent_phrases",
        "rematch",
        "rules",
        "seated",
        "seats",
        "secret",
        "sent_away",
        "seq",
        "started",
        "status",
        "stuck",
        "table_version",
        "talk_lines",
        "timer",
        "wall_clock",
        "withheld",
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
        self.withheld = bool(agreement.tournament or agreement.challenge)
        """The tournament or the day that it belongs to goes on. The table's log does not tell: the hub looks there."""
        self.sent_away: frozenset[str] = frozenset()
        """People whom the host does not want to sit here."""
        self.seq = 0
        self.beyond = 0
        """The last number in its log where that lies beyond a gap: nothing after a gap is carried out."""
        self.talk_lines = 0
        """How much of the log is talk."""
        self.recent_phrases: tuple[SpokenBy, ...] = ()
        """The game's phrases that were said since the last move."""
        self.conversation = Conversation()
        """What stands of all that was said by them: what bots hear."""
        self.table_version = 0
        """Changes whenever anything but the game itself does: seats, clocks, questions, the end."""
        self.permissions_version = 0
        """Changes whenever somebody may do something else than before, unless a move is all that has happened."""
        self.at = created
        self.status: Status = "open"
        self.paused: str | None = None
        self.paused_message: Message | None = None
        self.paused_at: int | None = None
        """When the pause began."""
        self.asked: TableRequest | None = None
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
        self.moves: list[records.RecordEntry] = []
        self.movers: list[protocol.By] = []
        """Who chose each move that stands."""
        self.opened: list[int] = []
        """For each entry of `moves` the position from which on it could be decided: where several choose at once, the
        one at which all of them began to."""
        self.keys: tuple[str, ...] = ()
        self.foreseen: tuple[log.Moved, Attempt] | None = None
        """A move that may be committed next, and what it would lead to."""
        self.seated: dict[str, int] = {}
        """The seat of every person here."""
        self.stuck: Message | None = None
        """Why the game cannot be played on by this version of the program; its log stays whole."""
        self.fault = ""
        """What went wrong then, for the operator. It may tell what a viewer must not know."""
        self.game: Game | None = None
        try:
            self.game = find_game(agreement.game)
            if self.game.meta.rules != rules:
                title, now = self.game.meta.title, self.game.meta.rules
                self.stuck = Message("protocol.stuck.other_rules", {"rules": rules, "title": title, "now": now})
        except UnknownGame as error:
            self.stuck = Message("protocol.stuck.no_game", {"game": error.name})
        except PandariumError as error:
            self.stuck = error.message
        self.pack_title = ""
        self.real_time = False
        """All act at once, in order of arrival."""
        self.drop_in: DropInRules | None = None
        """The game's rules for free seats of a running table, where it has any."""
        try:
            self._ask_game()
        except Exception as error:  # whatever a game does with options that are not its own
            self.stop_playing(error)
        self.wall_clock = self.game.capability(ClockRules) if self.game is not None else None
        """How the game is told the time, where it wants to know it."""
        self.idle = 0
        """Milliseconds since the start in which nobody could play: pauses that are over, and the server's absences."""
        if recent == _AS_NEEDED:
            recent = _RECENT_IN_REAL_TIME if self.real_time else _RECENT
        self.recent: deque[LogStep] = deque(maxlen=recent)

    def _ask_game(self) -> None:
        """What the game makes of the agreement."""
        game, agreement = self.game, self.agreement
        self.pack_title = title_of(game, agreement.content)
        if game is not None:
            self.real_time = game.pace(agreement.options) == "real time"
            comes = game.capability(DropInRules)
            self.drop_in = comes if comes is not None and comes.open(agreement.options) else None

    def agree(self, agreement: Agreement) -> None:
        """Something else was agreed before the game."""
        self.agreement = agreement
        self._ask_game()

    def stop_playing(self, error: Exception) -> None:
        """The game does not follow the agreement, or the log, because its code has changed without saying so."""
        self.stuck = self.stuck or Message("protocol.stuck.log_does_not_fit")
        self.fault = f"{type(error).__name__}: {error}"

    # what it is

    @property
    def suspended(self) -> Message | None:
        """Why it waits for another version of the program; None where it need not, or is over."""
        return None if self.stuck is None or self.over else self.stuck

    @property
    def names(self) -> list[str]:
        """The players by seat; for a seat that is free now, who played there last."""
        return [seat.name or seat.last_name or f"seat {number + 1}" for number, seat in enumerate(self.seats)]

    @property
    def position(self) -> int:
        """Changes with every move and undo."""
        return len(self.moves)

    @property
    def housekeeping(self) -> int:
        """How much of the log is neither talk nor a move that stands: chairs, questions, what was taken back."""
        return self.seq - self.talk_lines - (len(self.moves) if self.match is None else len(self.match.move_stack))

    @property
    def over(self) -> bool:
        """Nothing more will be played here."""
        return self.status in {"ended", "closed"}

    @property
    def disclosed(self) -> bool:
        """Whether its secret, its record and what every seat saw are for all: it is over, and so is its tournament."""
        return self.over and not self.withheld

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
        """Seats of people who play: neither bots nor stood in for nor resigned nor about to leave."""
        return [number for number, seat in enumerate(self.seats) if seat.decides]

    @property
    def driven(self) -> bool:
        """Somebody must make moves for it without being asked: bots, clocks, or for seats that are free."""
        return self.keeps_time or self.drop_in is not None or any(seat.level for seat in self.seats)

    def seat_of(self, person: str) -> int | None:
        """Where this person sits."""
        return self.seated.get(person)

    def actors(self) -> list[int]:
        """Seats that may act now; none while the game waits, be it for its own countdown or to be told the time."""
        if self.status != "running" or self.paused is not None or self.match is None or self.match.state.counting():
            return []
        waits = self.wall_clock is not None and self.asks_time() is not None
        return [] if waits else self.match.state.actors()

    def asks_time(self) -> int | None:
        """The seat in whose name the game is to be told the time now, if it waits for that."""
        if self.wall_clock is None or self.match is None or self.status != "running" or self.paused is not None:
            return None
        return self.wall_clock.asks(self.match.state)

    def seconds_played(self, at: int) -> float:
        """How long the game has been under way at that time, pauses not counted."""
        return max(at - self.started - self.idle, 0) / 1000

    def actors_for(self, viewer: int | None, actors: list[int]) -> list[int]:
        """Of these actors those that this viewer may know of."""
        return actors if self.match is None else self.match.actors_for(viewer, actors)

    def state_for(self, viewer: int | None) -> State | None:
        """The game as this viewer may know it, `view` and `legal` included; None before it."""
        if self.match is None:
            return None
        return self.match.state if self.match.phase is None else self.match.state_for(viewer)

    def overtaken(self, seat: int, position: int) -> bool:
        """Whether something has happened since that position on which this seat's decision could rest.

        That is anything, where one seat acts; where several choose at once, what the seat itself did.
        """
        return bool(self.moves[position:]) if self.match is None else self.match.overtaken(seat, position)

    def done_since(self, seat: int, position: int) -> str | None:
        """What this seat did at that position, if it did: the notation of its move, or an undo."""
        for number in range(position, len(self.moves)):
            if self.moves[number].seat == seat:
                return self.moves[number].move if self.opened[number] <= position else None
        return None

    def deadline(self) -> int | None:
        """When the first clock runs out, unless something happens before; at once where the game asks the time."""
        if self.asks_time() is not None:
            return self.at
        clocks = self.clocks.deadline() if self.clocks is not None and self.actors() else None
        dues = [due for due in (clocks, self.timer and self.timer.due) if due is not None]
        return min(dues, default=None)

    def clocks_since(self) -> int | None:
        """From when on the clocks that run now have yet to be charged; None where none runs."""
        clocks = self.clocks.since if self.clocks is not None and self.clocks.running else None
        begun = [since for since in (clocks, self.timer and self.timer.since) if since is not None]
        return min(begun, default=None)

    def record(self) -> Record:
        """The record of the match, secret included: only for tables that are over."""
        outcome = self.match.state.outcome() if self.match else self.reached
        return Record(
            game=self.agreement.game,
            rules=self.rules,
            seats=self.agreement.seats,
            players=self.names,
            options=self.agreement.options,
            content=content_of(self.agreement.content),
            secret=self.secret,
            commitment=self.commitment,
            steady=self.agreement.steady,
            position=position_of(self.agreement),
            moves=list(self.moves),
            outcome=None if outcome is None else outcome.recorded(),
        )

    def foresee(self, entry: log.Moved, move: int | None = None) -> Attempt:
        """What a move will lead to, for those who must know before it is committed; raises IllegalMove."""
        if self.match is None:
            raise ValueError("no game is under way here")
        if self.foreseen is None or self.foreseen[0] is not entry or self.foreseen[1].number != len(self.moves):
            move = self.match.game.read(entry.move) if move is None else move
            self.foreseen = (entry, self.match.attempt(entry.seat, move))
        return self.foreseen[1]

    def fork(self) -> Table:
        """The same table again, to see what moves lead to before they are committed."""
        fork = copy(self)
        fork.seats = [copy(seat) for seat in self.seats]
        fork.movers, fork.moves, fork.opened = list(self.movers), list(self.moves), list(self.opened)
        fork.recent = deque(maxlen=0)
        fork.seated = dict(self.seated)
        fork.clocks = self.clocks and self.clocks.fork()
        if self.match is not None:
            fork.match = self.match.fork()
            fork.match.record.moves = fork.moves
        return fork

    # what happens

    def apply(self, entry: log.AnyEntry, at: int) -> None:
        """Carry out one committed entry."""
        apply_entry(self, entry, at)

    def after_resignation(self, number: int) -> Outcome | None:
        """How the game ends when that seat resigns: it does where nobody is left to play against, or nobody at all."""
        left = [n for n, seat in enumerate(self.seats) if not seat.resigned and n != number]
        people = [n for n in left if self.seats[n].person]
        if self.cooperative or self.status != "running" or (people and len(left) > 1):
            return None
        return left_over(self.standing(), left, len(self.seats), Message("protocol.others_resigned"))

    def standing(self) -> Standing | None:
        """How the game stands, as spectators may know it; None before it, and where the game does not say."""
        rules = self.game.capability(StandingRules) if self.game is not None else None
        state = self.state_for(None)
        return None if rules is None or state is None else rules.standing(state.view(None))

    def may_undo(self, seat: int) -> bool:
        """Whether the game lets this seat take its last move back by right."""
        return self.match is not None and self.match.may_undo(seat) and not self._moved_by_clock(seat)

    def _moved_by_clock(self, seat: int) -> bool:
        """Whether the clock made the move that this seat would take back."""
        if self.match is None or not self.movers:
            return False
        place = -1 if self.match.phase is None else self.match.undo_place(seat)
        return self.movers[place] == "clock" and self.match.move_stack[place].seat == seat

    def undoers(self) -> list[int]:
        """All seats that it lets: none but the last to move, unless several choose at once."""
        if self.match is None or not self.match.move_stack:
            return []
        if self.match.phase is not None:
            return [seat for seat in range(len(self.seats)) if self.may_undo(seat)]
        last = self.match.move_stack[-1].seat
        return [last] if self.may_undo(last) else []

    def undo_refusal(self, seat: int) -> Message:
        """Why it may not."""
        if self.match is None:
            return Message("protocol.nothing_to_undo")
        if self._moved_by_clock(seat):
            return Message("protocol.undo_of_the_clock")
        refusal = self.match.undo_refusal(seat)
        if refusal is None:
            raise ValueError(f"seat {seat} may take its move back")
        return refusal.message

    # what it was

    @classmethod
    def fold(
        cls, blank: Callable[[], Table], entries: Sequence[tuple[int, log.AnyEntry]], stuck: Message | None = None
    ) -> Table:
        """The table that these entries (each with its time) lead to, beginning with a blank one, or one that is stuck.

        If the game does not follow them any more, because its code has changed without saying so, the table is stuck:
        it keeps its log, and this version of the program does not play it on.
        """
        table = blank()
        table.stuck = table.stuck or stuck
        try:
            for at, entry in entries:
                table.apply(entry, at)
        except Exception as error:  # whatever a game does with moves that are not its own
            table = blank()
            table.stuck = table.stuck or stuck
            table.stop_playing(error)
            with suppress(Exception):  # even without the engine: then as far as it can be read
                for at, entry in entries:
                    table.apply(entry, at)
        return table

    def steps_after(self, seq: int) -> list[LogStep] | None:
        """The steps after that number, or None when they are too old to be at hand."""
        if not self.remembers(seq):
            return None
        missing = max(0, self.seq - seq)
        return [self.recent[-1]] if missing == 1 else list(islice(reversed(self.recent), missing))[::-1]

    def remembers(self, seq: int) -> bool:
        """Whether all steps after that number are at hand."""
        return seq >= self.seq or (bool(self.recent) and self.recent[0].seq <= seq + 1)
