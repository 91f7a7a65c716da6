"""A table at which text plays: the side that holds the match, the bots and the clock.

`TextTable.know` is the one place where something of a state goes to a seat, by `view`, `legal` and `redact`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from pandarium import bots as all_bots
from pandarium.bots.names import free_names
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.match import Match
from pandarium.core.meta import OptionValue
from pandarium.core.options import refuse_idle_options, turn_based_options
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.talk import BotTalk, TalkRules
from pandarium.kit.terminal import terminal_table
from pandarium.learn.text_page import WAIT, ListedMove, SeatKnowledge

_AROUND_A_MOVE = "`'\". \t\r\n"
"""What people put around a move that they quote."""


class TextTable:
    """A match some of whose seats are played by text, the others by bots.

    Bots move at once, so that a match always waits for text, or is over. In real time there is no clock on a wall
    either: everybody who may act does so once, in turn, and the table's clock rings when all are silent.
    """

    def __init__(self, match: Match, bots: Mapping[int, Bot], names: Sequence[str], seed: int | None = None) -> None:
        self._match = match
        self._bots = dict(bots)
        self.names = names
        """By seat, without the levels of bots: those would be cut in narrow columns."""
        self.seats = [seat for seat in range(match.record.seats) if seat not in self._bots]
        """Those that text plays."""
        self._real_time = match.game.pace(match.record.options) == "real time"
        self._rng = _bot_rng(seed)
        self._log: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self._read = dict.fromkeys(self.seats, 0)
        self._silent: set[int] = set()
        """In real time: who let the others go on since the last move."""
        self._talk = BotTalk(match.game.capability(TalkRules))
        self._add_news(match.opening, None, secret=False)
        self._go_on()

    @classmethod
    def begin(
        cls,
        game: str,
        seats: int,
        players: Mapping[int, str],
        *,
        bots: str | Sequence[str] | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | None = None,
    ) -> TextTable:
        """A new table. `players` are the seats that text plays, with their names; raises PandariumError.

        The levels of the bots go around the other seats; without any it is the strongest.
        """
        found = find_game(game)
        found.check_seats(seats)
        if not players or not all(0 <= seat < seats for seat in players):
            raise PandariumError(f"seats at a table of {seats} are 0 to {seats - 1}, not {sorted(players)}")
        chosen = turn_based_options(found, dict(options or {}))
        refuse_idle_options(found.meta, found.check_options(chosen), seats)
        levels = read_levels(found.meta.name, bots)
        free = free_names(players.values())
        names = [players[seat] if seat in players else next(free) for seat in range(seats)]
        others = [seat for seat in range(seats) if seat not in players]
        by_seat = {seat: levels[place % len(levels)] for place, seat in enumerate(others)}
        recorded = [f"{name} ({by_seat[seat]})" if seat in by_seat else name for seat, name in enumerate(names)]
        match = Match.begin(game, seats, chosen, seed, players=recorded)
        return cls(match, {seat: all_bots.make(found, level) for seat, level in by_seat.items()}, names, seed)

    # what a seat may know

    def know(self, seat: int) -> SeatKnowledge:
        """All that this seat may know now; `mark_read` says that it has read its news."""
        match, log = self._match, self._log[seat]
        state = match.state_for(seat)
        return SeatKnowledge(
            game=match.game,
            options=match.game.check_options(match.record.options),
            seat=seat,
            names=self.names,
            players=match.record.players,
            view=state.view(seat),
            moves=self._list_moves(state, seat),
            actors=state.actors(),
            news=log[self._read[seat] :],
            log=list(log),
            real_time=self._real_time,
            timer=state.timer(),
            outcome=state.outcome(),
        )

    def mark_read(self, seat: int) -> None:
        """This seat has read what happened so far."""
        self._read[seat] = len(self._log[seat])

    def _list_moves(self, state: State, seat: int) -> list[ListedMove]:
        game = self._match.game
        previews = terminal_table(game).previews(state.view(seat))
        listed = []
        for move in state.legal(seat):
            notation = game.say(move)
            listed.append(ListedMove(notation, game.label(move, self.names), previews.get(notation, "")))
        return listed

    # what a seat may do

    def play(self, seat: int, text: str) -> None:
        """Play what a text means: the number or the notation of a move, or to wait. Then the bots go on.

        Raises PandariumError with the rule and the reason; nothing has changed then.
        """
        words = text.strip(_AROUND_A_MOVE)
        if words.casefold() == WAIT:
            self._wait(seat)
        else:
            self._move(seat, self._read_move(seat, words))
        self._go_on()

    def play_timeout(self, seat: int) -> str:
        """The game's own move for a seat that makes none; its notation. Then the bots go on."""
        move = self._match.state_for(seat).timeout(seat)
        notation = self._match.game.say(move)
        self._log[seat].append(f"Your answers were no move, so the game moved for you: {notation}")
        self._move(seat, move)
        self._go_on()
        return notation

    def to_act(self) -> list[int]:
        """Seats of text that the table waits for; in real time the next of them, in turn."""
        waiting = [seat for seat in self._in_turn() if seat not in self._bots]
        return waiting[:1] if self._real_time else waiting

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self._match.state.outcome()

    @property
    def record(self) -> Record:
        """The match as data, every move and secret of it: for whoever runs the table, not for its players."""
        return self._match.snapshot()

    def _read_move(self, seat: int, words: str) -> int:
        if not (words.isascii() and words.isdigit()):
            return self._match.game.read(words)
        listed = self._match.state_for(seat).legal(seat)
        number = int(words) if len(words) < 9 else 0
        if not listed:
            raise PandariumError("it is not your move, so there is no list to choose from")
        if not 1 <= number <= len(listed):
            numbers = f"1 to {len(listed)}" if len(listed) > 1 else "1"
            raise PandariumError(f"there is no move {words[:20]}; choose {numbers}")
        return listed[number - 1]

    def _wait(self, seat: int) -> None:
        if not self._real_time:
            raise PandariumError("nobody moves before you do, so waiting changes nothing: choose a move")
        state = self._match.state
        if seat not in state.actors():
            raise PandariumError("the others are to move anyway")
        if state.timer() == 0 and all(other == seat or other in self._silent for other in state.actors()):
            raise PandariumError("everybody else waits, and no clock runs: choose a move")
        self._silent.add(seat)

    # how the match goes on

    def _go_on(self) -> None:
        """Bots and the clock move until text is to act, or the game is over."""
        while actors := self._match.state.actors():
            if self._match.state.counting() or self._silent.issuperset(actors):
                self._ring()
                continue
            seat = self._in_turn()[0]
            if seat not in self._bots:
                return
            self._move(seat, self._talk.ask(self._bots[seat], self._match.state_for(seat), seat, self._rng))
            self._speak(seat)

    def _in_turn(self) -> list[int]:
        """Who may act and was not silent, beginning after who did something last."""
        seats = self._match.record.seats
        last = self._match.move_stack[-1].seat if self._match.move_stack else -1
        actors = (seat for seat in self._match.state.actors() if seat not in self._silent)
        return sorted(actors, key=lambda seat: (seat - last - 1) % seats)

    def _ring(self) -> None:
        """The table's clock moves for everybody who may act, until one of these moves ends what it rang for."""
        state = self._match.state
        rang_for = (state.timer(), state.counting())
        for seat in state.actors():
            now = self._match.state
            if (now.timer(), now.counting()) == rang_for and seat in now.actors():
                self._move(seat, now.timeout(seat))
        self._silent.clear()

    def _move(self, seat: int, move: int) -> None:
        phase = self._match.phase
        events = self._match.play(seat, move)
        self._silent.clear()
        self._talk.moved(seat)
        self._add_news(events, seat, secret=phase is not None and phase.secret and self._match.phase is phase)

    def _add_news(self, events: Iterable[tuple[Any, ...]], mover: int | None, secret: bool) -> None:
        """Everybody reads what they may know of it; of a choice in secret only who made it reads anything."""
        game = self._match.game
        for seat, log in self._log.items():
            if secret and seat != mover:
                continue
            seen = (game.redact(event, seat) for event in events)
            sentences = (game.sentence(event, self.names) for event in seen if event is not None)
            log += [sentence for sentence in sentences if sentence]

    def _speak(self, seat: int) -> None:
        """What a bot says after its move, where the game has phrases."""
        if not self._match.state.actors():
            return
        match = self._match
        said = self._talk.speak(self._bots[seat], seat, lambda viewer: match.state_for(viewer).view(viewer), self._rng)
        if said is not None:
            for log in self._log.values():
                log.append(f"{self.names[seat]} says: {said.sentence}")


def read_levels(game: str, bots: str | Sequence[str] | None) -> list[str]:
    """The levels in a list, or in a text with commas; without any the strongest. Raises PandariumError."""
    found = find_game(game)
    parts = bots.split(",") if isinstance(bots, str) else list(bots or [])
    levels = [part.strip() for part in parts if part.strip()] or [all_bots.strongest(found)]
    for level in levels:
        all_bots.make(found, level)
    return levels


def _bot_rng(seed: int | None) -> Rng:
    """What bots draw from. It does not go with the deal: a bot that drew what the deal drew would see through it."""
    key = secrets.token_bytes(16) if seed is None else str(seed).encode()
    return Rng(int.from_bytes(blake2b(key, digest_size=16, person=b"pandarium-bots").digest(), "big"))
