"""The log of a match: what each viewer may read of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from pandarium.core.game import Game
from pandarium.core.match import Match
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record, check_outcome
from pandarium.core.state import State


class LogEntry(NamedTuple):
    """Something for the log: raw events of a move, or a note. What others may not know, `seat` reads in `own`."""

    events: list[Any]
    note: str = ""
    seat: int | None = None
    own: str = ""


class MatchLog:
    """The log of a match: an entry for the deal and one for every move, in the words of each viewer."""

    def __init__(self, game: Game, names: list[str], opening: list[Any]) -> None:
        self.game = game
        self.names = names
        self.content: Any = None
        """The content pack of the match, if it is not the game's own."""
        self.entries: list[LogEntry] = [LogEntry(opening)]
        self._stack: list[int] = []
        self._undone_at: dict[int, int] = {}

        self._lines: dict[tuple[int, int | None], list[str]] = {}

    @classmethod
    def of(cls, record: Record, states: list[State] | None = None) -> MatchLog:
        """The log of a record; the position after the deal and after every entry goes into `states`.

        Raises BadRecord when the record does not hold.
        """
        match = Match(record.blank())
        match_log = cls(match.game, seat_names(record), match.opening)
        match_log.content = record.content
        states = [] if states is None else states
        states.append(match.state)
        for entry in record.moves:
            place = match.undo_place(entry.seat, consent=entry.move == UNDO_BY_CONSENT)
            taken = match.move_stack[place] if match.move_stack else None
            events = match.follow(entry)
            if entry.move in {UNDO, UNDO_BY_CONSENT} and taken is not None:
                match_log.mark_undone(entry.seat, taken.move, place)
            else:
                match_log.add(events)
            states.append(match.state)
        check_outcome(record, match.state)
        return match_log

    def add(self, events: list[Any]) -> None:
        """What a move led to."""
        self._stack.append(len(self.entries))
        self.entries.append(LogEntry(events))

    def mark_undone(self, seat: int, move: int, place: int) -> None:
        """The move in that place of the match's stack was taken back: from now on its events never happened."""
        self._undone_at[self._stack.pop(place)] = len(self.entries)
        name = self.names[seat]
        own = f"{name} takes back: {self.game.label(move, self.names)}"
        self.entries.append(LogEntry([], f"{name} takes a move back", seat, own))

    def add_preface(self, text: str) -> None:
        """A remark before everything else."""
        self.entries[0] = self.entries[0]._replace(note=text)
        self._lines.clear()

    def add_note(self, text: str) -> None:
        """A remark that is no event."""
        self.entries.append(LogEntry([], text))

    def lines(self, viewer: int | None, upto: int | None = None, most: int | None = None) -> list[str]:
        """The log as this viewer may read it, oldest first: of the first `upto` entries the last `most` lines."""
        end = len(self.entries) if upto is None else upto
        newest_first: list[str] = []
        for index in range(end - 1, -1, -1):
            if self._undone_at.get(index, end) >= end:
                newest_first += reversed(self.entry_lines(index, viewer))
            if most is not None and len(newest_first) >= most:
                break
        return newest_first[:most][::-1]

    def entry_lines(self, index: int, viewer: int | None) -> list[str]:
        """One entry in this viewer's words; redacted and put into words once."""
        if (index, viewer) not in self._lines:
            entry = self.entries[index]
            seen = [self.game.redact(event, viewer) for event in entry.events]
            note = entry.own if viewer is not None and viewer == entry.seat else entry.note
            lines = [note, *(self.game.sentence(event, self.names) for event in seen if event is not None)]
            self._lines[index, viewer] = [line for line in lines if line]
        return self._lines[index, viewer]


def seat_names(record: Record) -> list[str]:
    """A name for every seat, fit for a line on a screen."""
    given = [" ".join("".join(c if c.isprintable() else " " for c in name).split()) for name in record.players]
    return [given[seat] if seat < len(given) and given[seat] else f"Player {seat + 1}" for seat in range(record.seats)]
