"""Sitting: one match at one terminal. Who sits where, what the bots think, what was said, where it is kept."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pandarium.core.bot import Advice, Bot, ask, ask_advice
from pandarium.core.errors import BadData, PandariumError
from pandarium.core.game import MAX_SEED, Game
from pandarium.core.match import Match
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record
from pandarium.core.rng import Rng
from pandarium.core.state import State


class Told(NamedTuple):
    """Something for the log: raw events of a move, or a note. What others may not know, `seat` reads in `own`."""

    events: list[Any]
    note: str = ""
    seat: int | None = None
    own: str = ""


class Chronicle:
    """The log of a match, told to every viewer in their own words: an entry for the deal and one for every move."""

    def __init__(self, game: Game, names: list[str], opening: list[Any]) -> None:
        self.game = game
        self.names = names
        self.told: list[Told] = [Told(opening)]
        self._standing: list[int] = []
        self._struck: dict[int, int] = {}

    @classmethod
    def of(cls, record: Record) -> Chronicle:
        """The log of a record."""
        match = Match(record.blank())
        chronicle = cls(match.game, seat_names(record), match.opening)
        for entry in record.moves:
            last = match.standing[-1] if match.standing else None
            events = match.enter(entry)
            if entry.move in {UNDO, UNDO_BY_CONSENT} and last is not None:
                chronicle.strike(entry.seat, last.move)
            else:
                chronicle.add(events)
        return chronicle

    def add(self, events: list[Any]) -> None:
        """What a move led to."""
        self._standing.append(len(self.told))
        self.told.append(Told(events))

    def strike(self, seat: int, move: int) -> None:
        """The last standing move was taken back: from now on its events never happened."""
        self._struck[self._standing.pop()] = len(self.told)
        name = self.names[seat]
        own = f"{name} takes back: {self.game.label(move, self.names)}"
        self.told.append(Told([], f"{name} takes a move back", seat, own))

    def preface(self, text: str) -> None:
        """A remark before everything else."""
        self.told[0] = self.told[0]._replace(note=text)

    def note(self, text: str) -> None:
        """A remark that is no event."""
        self.told.append(Told([], text))

    def lines(self, viewer: int | None, upto: int | None = None, most: int | None = None) -> list[str]:
        """The log as this viewer may read it, oldest first: so many entries, and of their lines the last `most`."""
        end = len(self.told) if upto is None else upto
        newest_first: list[str] = []
        for index in range(end - 1, -1, -1):
            if self._struck.get(index, end) >= end:
                newest_first += reversed(self.tell(index, viewer))
            if most is not None and len(newest_first) >= most:
                break
        return newest_first[:most][::-1]

    def tell(self, index: int, viewer: int | None) -> list[str]:
        """One entry in this viewer's words."""
        told = self.told[index]
        seen = [self.game.redact(event, viewer) for event in told.events]
        note = told.own if viewer is not None and viewer == told.seat else told.note
        lines = [note, *(self.game.tell(event, self.names) for event in seen if event is not None)]
        return [line for line in lines if line]


class Sitting:
    """A match under way at this terminal; seats without a bot belong to people."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], save: Path | None = None) -> None:
        self.match = match
        self.bots = dict(bots)
        self.save = save
        self.chronicle = Chronicle.of(match.record)
        self.names = self.chronicle.names
        self.trouble = ""
        """Why the last move could not be saved; "" when all is well."""
        self._thinking = threading.Lock()
        self._adviser: Bot | None = None

    # who

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def state(self) -> State:
        """The position now."""
        return self.match.state

    @property
    def people(self) -> list[int]:
        """Seats that people hold."""
        return [seat for seat in range(self.match.record.seats) if seat not in self.bots]

    def actor(self) -> int | None:
        """Whose move it is. Where several may act at once they take turns, beginning after who moved last."""
        actors = self.state.actors()
        if not actors:
            return None
        seats = self.match.record.seats
        last = self.match.standing[-1].seat if self.match.standing else -1
        return min(actors, key=lambda seat: (seat - last - 1) % seats)

    def is_private(self, seat: int, other: int) -> bool:
        """Whether these two seats must not look at each other's screen now."""
        return _seen_by(self.state, seat) != _seen_by(self.state, other)

    # moves

    def play(self, seat: int, move: int) -> None:
        """Play a move, write it into the log, keep the match; raises IllegalMove."""
        self.chronicle.add(self.match.play(seat, move))
        self.keep()

    def read(self, seat: int, text: str) -> int:
        """The legal move that a text means: a number from the list, or notation. Raises PandariumError."""
        legal = self.state.legal(seat)
        if text.isascii() and text.isdigit():
            if not 1 <= int(text) <= len(legal):
                raise PandariumError(f"there is no move {text}; choose 1 to {len(legal)}")
            return legal[int(text) - 1]
        move = self.game.read(text)
        refusal = self.state.refusal(seat, move)
        if refusal is not None:
            raise refusal
        return move

    def allows(self, seat: int, move: int) -> bool:
        """Whether that seat may play this now: a listed move, or one that has the effect of a listed one."""
        return self.state.canon(seat, move) in self.state.legal(seat)

    def groups(self, moves: Sequence[int], previews: Mapping[str, str]) -> list[str]:
        """What moves have in common, and do at once; "" for a move that stands alone."""
        return with_previews(
            [self.game.group(move, self.names) for move in moves], [self.game.say(move) for move in moves], previews
        )

    def labels(self, moves: Sequence[int], previews: Mapping[str, str]) -> list[str]:
        """Moves as lines of a list, each with what it would do at once, where the game says so."""
        return with_previews(
            [self.game.label(move, self.names) for move in moves],
            [self.game.say(move) for move in moves],
            previews,
        )

    def may_take_back(self) -> int | None:
        """The person who may take back the last move now, if there is one."""
        if not self.match.standing:
            return None
        seat = self.match.standing[-1].seat
        return seat if seat not in self.bots and self.match.may_undo(seat) else None

    def take_back(self, seat: int | None) -> None:
        """Take back the last move of a person; raises NoUndo that says why not. `seat`: who asks."""
        mine = self.may_take_back()
        if mine is None:
            self.match.undo(seat if seat is not None else -1)
            return
        move = self.match.standing[-1].move
        self.match.undo(mine)
        self.chronicle.strike(mine, move)
        self.keep()

    # thought

    def think(self, seat: int) -> int:
        """The move of the bot in that seat. It may take a while: call it beside the screen, not in it."""
        with self._thinking:
            return ask(self.bots[seat], self.state, seat, self._chance(b"move"))

    def advise(self, seat: int) -> list[Advice]:
        """What the strongest bot thinks of that seat's moves, best first. Takes a while, too."""
        with self._thinking:
            if self._adviser is None:
                self._adviser = find_adviser(self.game)
            return ask_advice(self._adviser, self.state, seat, self._chance(b"hint"))

    def _chance(self, purpose: bytes) -> Rng:
        """Chance for a bot in this position: the same whenever the match comes here, and unlike the dice to come."""
        record = self.match.record
        key = f"{record.secret or record.seed} {len(self.match.standing)}".encode()
        digest = blake2b(purpose, key=blake2b(key).digest(), digest_size=16, person=b"pandarium-bots").digest()
        return Rng(int.from_bytes(digest, "big"))

    # keeping

    def keep(self) -> None:
        """Write the match to its file, if it has one. A full disk must not end the game: see `trouble`."""
        self.trouble = ""
        if self.save is not None:
            try:
                self.match.record.save(self.save)
            except PandariumError as error:
                self.trouble = f"not saved: {error}"

    def keep_as(self, file: Path) -> None:
        """Write the match to this file, now and after every move; raises BadData when that cannot be, or is in use."""
        if file != self.save and file.exists():
            raise BadData(str(file), "is there already; name another file")
        self.match.record.save(file)
        self.save = file
        self.trouble = ""

    def rescue(self) -> str:
        """Save the match somewhere, whatever happened; where, in one sentence."""
        self.keep()
        if self.save is not None and not self.trouble:
            return f"The game is saved in {self.save}."
        name = f"pandarium-{self.match.record.game}-"
        try:
            with tempfile.NamedTemporaryFile("wb", prefix=name, suffix=".json", delete=False) as out:
                out.write(self.match.record.to_json())
        except OSError as error:
            return f"The game could not be saved: {(error.strerror or 'no access').lower()}."
        return f"The game is saved in {out.name}."

    def again(self) -> Sitting:
        """A new match with the same people, bots and options, in a file of its own."""
        old = self.match.record
        match = Match.begin(
            old.game,
            old.seats,
            dict(old.options),
            None if old.seed is None else (old.seed + 1) % MAX_SEED,
            old.content,
            list(old.players),
        )
        return Sitting(match, self.bots, None if self.save is None else _next_file(self.save))


def seat_names(record: Record) -> list[str]:
    """A name for every seat, fit for a line on a screen."""
    given = [" ".join("".join(c if c.isprintable() else " " for c in name).split()) for name in record.players]
    return [given[seat] if seat < len(given) and given[seat] else f"Player {seat + 1}" for seat in range(record.seats)]


def with_previews(labels: Sequence[str], notations: Sequence[str], previews: Mapping[str, str]) -> list[str]:
    """Labels with what the moves would do at once; no label, no words.

    >>> with_previews(["Pass", "Extend"], ["pass", "extend 1 r4"], {"extend 1 r4": "pandas +1"})
    ['Pass', 'Extend  pandas +1']
    """
    shown = zip(labels, notations, strict=True)
    return [f"{label}  {previews[name]}" if label and name in previews else label for label, name in shown]


def find_adviser(game: Game) -> Bot:
    """The strongest bot there is for a game."""
    from pandarium import bots

    return bots.make(game, bots.strongest(game))


def _seen_by(state: State, seat: int) -> bytes:
    view = msgspec.to_builtins(state.view(seat))
    if isinstance(view, dict):
        view.pop("you", None)
    return msgspec.json.encode(view)


def _next_file(file: Path) -> Path:
    number = 2
    while (other := file.with_stem(f"{file.stem}-{number}")).exists():
        number += 1
    return other
