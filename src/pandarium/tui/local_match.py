"""LocalMatch: a match at this terminal: who plays, what can be chosen, the bots' moves, the log, the file."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pandarium.core.bot import Advice, Bot, ask_advice
from pandarium.core.errors import BadData, NoUndo, PandariumError
from pandarium.core.game import MAX_SEED, Game
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.core.record import write_elsewhere
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.talk import BotTalk, TalkRules
from pandarium.kit.terminal import terminal_table
from pandarium.tui.match_log import MatchLog


class MoveChoice(NamedTuple):
    """A legal move, as people choose it from a list."""

    move: int
    notation: str
    label: str
    """With what it would do at once, where the game says so."""
    group: str
    """What it has in common with other moves; "" for a move that stands alone."""
    preview: str
    """What it would do at once."""


class _Position(NamedTuple):
    """What was made of a position for the people at this terminal."""

    version: int
    views: dict[int | None, Any]
    choices: dict[int, list[MoveChoice]]


class LocalMatch:
    """A match under way at this terminal; seats without a bot belong to people."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], save: Path | None = None) -> None:
        self.match = match
        self.bots = dict(bots)
        self.file = save
        self.match_log = MatchLog.of(match.record)
        self.names = self.match_log.names
        self.save_error = ""
        """Why the last move could not be saved; "" when all is well."""
        self._position = _Position(-1, {}, {})
        self._talk = BotTalk(match.game.capability(TalkRules))
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

    @property
    def version(self) -> int:
        """A number that changes with every move and every undo."""
        return len(self.match.record.moves)

    def actor(self) -> int | None:
        """Whose move it is. Where several may act at once they take turns, beginning after who moved last."""
        actors = self.state.actors()
        if not actors:
            return None
        seats = self.match.record.seats
        last = self.match.move_stack[-1].seat if self.match.move_stack else -1
        return min(actors, key=lambda seat: (seat - last - 1) % seats)

    def is_private(self, seat: int, other: int) -> bool:
        """Whether these two seats must not look at each other's screen now."""
        return self._seen_by(seat) != self._seen_by(other)

    def _seen_by(self, seat: int) -> bytes:
        view = msgspec.to_builtins(self.view(seat))
        if isinstance(view, dict):
            view.pop("you", None)
        return msgspec.json.encode(view)

    # moves

    def play(self, seat: int, move: int) -> None:
        """Play a move, log it, save the match; raises IllegalMove. A bot then says what it has to say."""
        self.match_log.add(self.match.play(seat, move))
        self._talk.moved(seat)
        if seat in self.bots and self.state.actors():
            self._speak(seat)
        self.write()

    def _speak(self, seat: int) -> None:
        said = self._talk.speak(self.bots[seat], seat, self.view, self._rng(b"talk"))
        if said is not None:
            self.match_log.add_note(f"{self.names[seat]} says: {said.sentence}")

    def read(self, seat: int, text: str) -> int:
        """The move that a text means: a number from the list, or notation. Raises PandariumError.

        Whether a move in notation is legal is for `play` to say.
        """
        if text.isascii() and text.isdigit():
            listed = self.choices(seat)
            if not 1 <= int(text) <= len(listed):
                raise PandariumError(f"there is no move {text}; choose 1 to {len(listed)}")
            return listed[int(text) - 1].move
        return self.game.read(text)

    def view(self, viewer: int | None) -> Any:
        """What that viewer sees now; made once for each position."""
        views = self._now().views
        if viewer not in views:
            views[viewer] = self.match.state_for(viewer).view(viewer)
        return views[viewer]

    def choices(self, seat: int) -> list[MoveChoice]:
        """The legal moves of a seat, to choose from; listed once for each position."""
        choices = self._now().choices
        if seat not in choices:
            choices[seat] = self._list_choices(seat)
        return choices[seat]

    def _list_choices(self, seat: int) -> list[MoveChoice]:
        terminal = terminal_table(self.game)
        previews = terminal.previews(self.view(seat))
        notations = {self.game.say(move): move for move in self.match.state_for(seat).legal(seat)}
        listed = []
        for notation, move in notations.items():
            stands_for = terminal.listed_as(self.view(seat), notation)
            if stands_for != notation and stands_for in notations:
                continue
            preview = previews.get(notation, "")
            label = with_preview(self.game.label(move, self.names), preview)
            listed.append(
                MoveChoice(move, notation, label, with_preview(terminal.group(move, self.names), preview), preview)
            )
        return listed

    def _now(self) -> _Position:
        if self._position.version != self.version:
            self._position = _Position(self.version, {}, {})
        return self._position

    def undoable_by(self) -> int | None:
        """The person who may take a move back now; of several who choose at once, the last who did."""
        may = [seat for seat in self.people if self.match.may_undo(seat)]
        return max(may, key=self.match.undo_place, default=None)

    def undoable_move(self, seat: int) -> int:
        """The move that this person, who may, would take back."""
        return self.match.move_stack[self.match.undo_place(seat)].move

    def undo(self, seat: int | None) -> None:
        """Take back the move of a person; raises NoUndo that says why not. `seat`: who asks."""
        mine = self.undoable_by()
        if mine is None:
            raise self._undo_refusal(seat)
        place, move = self.match.undo_place(mine), self.undoable_move(mine)
        self.match.undo(mine)
        self.match_log.mark_undone(mine, move, place)
        self.write()

    def _undo_refusal(self, seat: int | None) -> NoUndo:
        refusal = None if seat is None else self.match.undo_refusal(seat)
        nothing = not self.match.move_stack
        return refusal or NoUndo(Message("core.undo.nothing" if nothing else "core.undo.another_moved"))

    # bots

    def bot_move(self, seat: int) -> int:
        """The move of the bot in that seat. It may take a while: call it in a thread."""
        with self._thinking:
            return self._talk.ask(self.bots[seat], self.match.state_for(seat), seat, self._rng(b"move"))

    def advise(self, seat: int) -> list[Advice]:
        """What the strongest bot thinks of that seat's moves, best first. Takes a while, too."""
        with self._thinking:
            if self._adviser is None:
                self._adviser = find_adviser(self.game)
            state = self.match.state_for(seat)
            advice = ask_advice(self._adviser, state, seat, self._rng(b"hint"))
        view, terminal, listed = state.view(seat), terminal_table(self.game), dict[int, Advice]()
        for given in advice:
            move = self.game.read(terminal.listed_as(view, self.game.say(given.move)))
            listed.setdefault(move, given._replace(move=move))
        return list(listed.values())

    def _rng(self, purpose: bytes) -> Rng:
        """A generator for a bot in this position: always the same here, and independent of the dice to come."""
        record = self.match.record
        key = f"{record.secret or record.seed} {len(self.match.move_stack)}".encode()
        digest = blake2b(purpose, key=blake2b(key).digest(), digest_size=16, person=b"pandarium-bots").digest()
        return Rng(int.from_bytes(digest, "big"))

    # the file

    def write(self) -> None:
        """Write the match to its file, if it has one. A full disk must not end the game: see `save_error`."""
        self.save_error = ""
        if self.file is not None:
            try:
                self.match.record.save(self.file)
            except PandariumError as error:
                self.save_error = f"not saved: {error}"

    def save_as(self, file: Path) -> None:
        """Write the match to this file, now and after every move; raises BadData when that cannot be, or is in use."""
        if file != self.file and file.exists():
            raise BadData(str(file), "is there already; name another file")
        self.match.record.save(file)
        self.file = file
        self.save_error = ""

    def save_somewhere(self) -> str:
        """Save the match somewhere, whatever happened; where, in one sentence."""
        self.write()
        if self.file is not None and not self.save_error:
            return f"The game is saved in {self.file}."
        record = self.match.record.to_json()
        try:
            return f"The game is saved in {write_elsewhere(f'pandarium-{self.match.record.game}', record)}."
        except OSError as error:
            why = (error.strerror or "no access").lower()
            return f"The game could not be saved anywhere: {why}. This is its record: {record.decode()}"

    def rescue(self) -> str:
        """Keep the match elsewhere if its file cannot be written: why and where; "" when it is where it should be."""
        self.write()
        return f"{self.save_error}. {self.save_somewhere()}" if self.save_error else ""

    def next_match(self) -> LocalMatch:
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
        return LocalMatch(match, self.bots, None if self.file is None else _next_file(self.file))


def with_preview(label: str, preview: str) -> str:
    """A label with what the move would do at once; no label, no words.

    >>> with_preview("Extend", "pandas +1"), with_preview("Pass", ""), with_preview("", "pandas +1")
    ('Extend  pandas +1', 'Pass', '')
    """
    return f"{label}  {preview}" if label and preview else label


def find_adviser(game: Game) -> Bot:
    """The strongest bot there is for a game."""
    from pandarium import bots

    return bots.make(game, bots.strongest(game))


def _next_file(file: Path) -> Path:
    number = 2
    while (other := file.with_stem(f"{file.stem}-{number}")).exists():
        number += 1
    return other
