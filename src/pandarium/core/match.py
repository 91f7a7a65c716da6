"""Match: a game under way. It keeps the log, and lets a seat take back what it may."""

from __future__ import annotations

from copy import copy
from typing import Any, Literal, NamedTuple

import msgspec

from pandarium.core import fair
from pandarium.core.errors import BadRecord, NoUndo, PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record, RecordEntry, check_outcome, outcome_of
from pandarium.core.state import State

Secrecy = Literal["", "chosen", "last chosen"]
"""Whether a move was one of several simultaneous choices, or the last of them, which reveals all; see `Match.phase`."""

_KEPT = 2
"""Positions that are at hand for undo; older ones are played out again from the record, which keeps a match small."""


class PlayedMove(msgspec.Struct, frozen=True):
    """A move that was not taken back."""

    before: State | None
    """The position before it; None when it is so old that it would have to be played out again."""
    seat: int
    move: int
    number: int
    """Which entry of the log it is."""
    sealed: int
    """What `sealed` was before it."""


class Phase(NamedTuple):
    """Several seats choose at the same time: it begins where more than one may act, and ends when `sealed` changes."""

    first: int
    """How many moves stood when it began: those from here on were chosen in it."""
    number: int
    """Which entry of the log is the first in it."""
    choosers: frozenset[int]
    """Who had a choice."""
    state: State
    """The position that all of them choose at."""
    secret: bool
    """Somebody has more than one move, so that what and when they choose is theirs; a ready check is for all to see."""

    def goes_on(self, state: State, actors: frozenset[int], stacked: int) -> bool:
        """Whether that state is still of this phase: nothing was revealed, and nobody new may act."""
        return bool(actors) and actors <= self.choosers and stacked >= self.first and state.sealed == self.state.sealed


class Attempt(msgspec.Struct, frozen=True):
    """A move with what it leads to, not played yet."""

    number: int
    """Which entry of the log it would be."""
    seat: int
    move: int
    after: State
    events: list[Any]


class Match:
    """A live match: `state` now, `record` so far.

    >>> match = Match.begin("royale", seats=2, seed=7)
    >>> events = match.play(1, match.game.read("take b8"))
    >>> match.may_undo(1), match.may_undo(0)
    (True, False)
    >>> match.undo(1)
    >>> match.state.actors()
    [1]
    >>> [entry.move for entry in match.record.moves]
    ['take b8', 'undo']
    """

    def __init__(self, record: Record) -> None:
        """Take up a record where it ends; raises BadRecord when it does not hold."""
        self.opening: list[Any] = []
        """Raw events of the deal."""
        self.record = record.blank()
        self.game: Game = record.find_game()
        self.state = record.deal(self.opening)
        self.move_stack: list[PlayedMove] = []
        """What was played and not taken back: an undo takes the last, or, while several choose at once, one's own."""
        self.moved_seats: set[int] = set()
        """Seats of which a move stands."""
        self._real_time = self.game.pace(record.options) == "real time"
        self.phase: Phase | None = None
        """The simultaneous choice that is under way, if one is; in real time there is none: who is first is first."""
        self._look_for_phase()
        for entry in record.moves:
            self.follow(entry)
        check_outcome(record, self.state)

    @classmethod
    def begin(
        cls,
        game: str,
        seats: int,
        options: dict[str, OptionValue] | None = None,
        seed: int | None = None,
        content: dict[str, Any] | None = None,
        players: list[str] | None = None,
    ) -> Match:
        """A new match; without a seed its chance comes from a secret, with the hash in `record.commitment`."""
        from pandarium.core.registry import game as find_game

        secret = fair.new_secret() if seed is None else None
        return cls(
            Record(
                game=game,
                rules=find_game(game).meta.rules,
                seats=seats,
                players=players or [],
                options=options or {},
                content=content,
                seed=seed,
                secret=secret.hex() if secret else None,
                commitment=fair.commitment(secret) if secret else None,
            )
        )

    def play(self, seat: int, move: int, at: int | None = None) -> list[Any]:
        """Play a move and write it down; the raw events of it. Raises IllegalMove."""
        return self.accept(self.attempt(seat, move), at)

    def attempt(self, seat: int, move: int) -> Attempt:
        """What a move would lead to; nothing has changed yet. Raises IllegalMove."""
        number = len(self.record.moves)
        after = self.state.clone()
        events: list[Any] = []
        self.record.play(after, seat, move, number, events)
        return Attempt(number, seat, move, after, events)

    def accept(self, attempt: Attempt, at: int | None = None) -> list[Any]:
        """Let an attempt be the next move, and write it down; the raw events of it."""
        seat, move = attempt.seat, attempt.move
        if attempt.number != len(self.record.moves):
            raise ValueError("the match has moved on since the attempt")
        self.move_stack.append(PlayedMove(self.state, seat, move, attempt.number, self.state.sealed))
        if len(self.move_stack) > _KEPT:
            self.move_stack[-_KEPT - 1] = msgspec.structs.replace(self.move_stack[-_KEPT - 1], before=None)
        self.moved_seats.add(seat)
        self.state = attempt.after
        self._write(RecordEntry(seat, self.game.say(move), at))
        return attempt.events

    def may_undo(self, seat: int) -> bool:
        """Whether the last move was this seat's and revealed nothing, or it is its choice while others still choose."""
        last = self.move_stack[-1] if self.move_stack else None
        if last is None:
            return False
        if last.seat == seat and last.sealed == self.state.sealed:
            return True
        return self.phase is not None and self._choice(seat) is not None

    def undo_refusal(self, seat: int, consent: bool = False) -> NoUndo | None:
        """Why this seat may not take the last move back, or None when it may."""
        if not 0 <= seat < self.record.seats:
            return NoUndo(Message("core.no_such_seat", {"seat": str(seat), "last": self.record.seats - 1}))
        if not self.move_stack:
            return NoUndo(Message("core.undo.nothing"))
        if consent or self.may_undo(seat):
            return None
        another = self.move_stack[-1].seat != seat
        return NoUndo(Message("core.undo.another_moved" if another else "core.undo.revealed"))

    def undo(self, seat: int, consent: bool = False, at: int | None = None) -> None:
        """Take the last move back: one's own that revealed nothing, or any if everybody agreed. Raises NoUndo.

        While several choose at once it is one's own last choice, whoever chose after it.
        """
        refusal = self.undo_refusal(seat, consent)
        if refusal is not None:
            raise refusal
        place = self.undo_place(seat, consent)
        last = place == len(self.move_stack) - 1
        taken = self.move_stack.pop(place)
        self.moved_seats = {move.seat for move in self.move_stack}
        self.state = (taken.before if last else None) or self._position()
        self._write(RecordEntry(seat, UNDO_BY_CONSENT if consent else UNDO, at))

    def undo_place(self, seat: int, consent: bool = False) -> int:
        """Which move of the stack an undo of this seat takes back."""
        choice = None if consent else self._choice(seat)
        return len(self.move_stack) - 1 if choice is None else choice

    def _choice(self, seat: int) -> int | None:
        """Which move of the stack is this seat's last choice in the phase that is under way."""
        if self.phase is None:
            return None
        places = range(len(self.move_stack) - 1, self.phase.first - 1, -1)
        return next((place for place in places if self.move_stack[place].seat == seat), None)

    def moves_since(self, seat: int) -> int:
        """How many moves stand since this seat's last one, that one counted; 0: none of it stands."""
        return next((number for number, move in enumerate(reversed(self.move_stack), 1) if move.seat == seat), 0)

    def overtaken(self, seat: int, position: int) -> bool:
        """Whether something has happened since that entry of the log on which this seat's decision could rest.

        That is anything, where one seat acts; where several choose at once, what the seat itself did.
        """
        since, phase = self.record.moves[position:], self.phase
        if phase is None or position < phase.number:
            return bool(since)
        return any(entry.seat == seat or entry.move == UNDO_BY_CONSENT for entry in since)

    def state_for(self, viewer: int | None) -> State:
        """The position as this viewer (None: a spectator) may know it: where others choose in secret, before they did.

        Nobody is shown who has chosen, nor who was first.
        """
        if self.phase is None or not self.phase.secret or self.phase.first == len(self.move_stack):
            return self.state
        state = self.phase.state.clone()
        for move in self.move_stack[self.phase.first :]:
            if move.seat == viewer:
                self.record.play(state, move.seat, move.move, move.number)
        return state

    def actors_for(self, viewer: int | None, actors: list[int]) -> list[int]:
        """Of these actors those that this viewer may know of: nobody is told who of several has chosen already."""
        phase = self.phase
        if not actors or phase is None or not phase.secret:
            return actors
        return [seat for seat in sorted(phase.choosers) if seat in actors or seat != viewer]

    def secrecy_of(self, entry: RecordEntry, phase: Phase | None) -> Secrecy:
        """What others may know of the entry that was just carried out; `phase` is the one that was under way before."""
        if phase is None or not phase.secret:
            return ""
        chosen = self.phase is phase
        if entry.move == UNDO:
            return "chosen" if chosen else ""
        if entry.move == UNDO_BY_CONSENT:
            return ""
        return "chosen" if chosen else "last chosen"

    def _look_for_phase(self) -> None:
        """See whether several seats choose at once now, and since when."""
        if self._real_time:
            return
        acting, phase = self.state.actors(), self.phase
        if phase is None and len(acting) < 2:
            return
        actors = frozenset(acting)
        if phase is not None and phase.goes_on(self.state, actors, len(self.move_stack)):
            return
        self.phase = None
        if len(actors) > 1:
            secret = any(len(self.state.legal(seat)) > 1 for seat in actors)
            self.phase = Phase(len(self.move_stack), len(self.record.moves), actors, self.state, secret)

    def enter(self, entry: RecordEntry) -> list[Any]:
        """Carry out one line of a log."""
        if entry.move in {UNDO, UNDO_BY_CONSENT}:
            self.undo(entry.seat, consent=entry.move == UNDO_BY_CONSENT, at=entry.at)
            return []
        return self.play(entry.seat, self.game.read(entry.move), entry.at)

    def follow(self, entry: RecordEntry) -> list[Any]:
        """Carry out the next line of a record; its raw events. Raises BadRecord, naming it, when it does not fit."""
        try:
            return self.enter(entry)
        except PandariumError as error:
            number = len(self.record.moves) + 1
            raise BadRecord(f"move {number} ({entry.move!r} by seat {entry.seat})", str(error)) from None

    def _position(self) -> State:
        """The position that the moves of the stack lead to, played out again.

        Only what stands: playing out what was taken back as well would cost more with every undo, without end.
        """
        state = self.record.deal()
        recent = len(self.move_stack) - _KEPT
        for place, move in enumerate(self.move_stack):
            if place >= recent:
                self.move_stack[place] = msgspec.structs.replace(move, before=state.clone())
            self.record.play(state, move.seat, move.move, move.number)
        return state

    def _write(self, entry: RecordEntry) -> None:
        self.record.moves.append(entry)
        self.record.outcome = outcome_of(self.state)
        self._look_for_phase()

    def fork(self) -> Match:
        """The same match again, to try moves on; positions are shared, since nobody changes them."""
        fork = copy(self)
        fork.record = self.snapshot()
        fork.move_stack = list(self.move_stack)
        fork.moved_seats = set(self.moved_seats)
        return fork

    def snapshot(self) -> Record:
        """A copy of the record that later moves do not change."""
        return msgspec.structs.replace(self.record, moves=list(self.record.moves))
