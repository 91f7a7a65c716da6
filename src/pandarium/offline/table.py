"""OfflineTable: a game at one device. It holds the match, carries out what people send, and moves for the bots."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pandarium import protocol
from pandarium.bots import levels, make
from pandarium.bots.names import free_names
from pandarium.core import fair
from pandarium.core.bot import ask_advice
from pandarium.core.errors import BadMove, BadOption, IllegalMove, NoUndo
from pandarium.core.game import Game
from pandarium.core.match import Match, Secrecy
from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.record import UNDO, UNDO_BY_CONSENT, Record, RecordEntry
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.kit.standing import StandingRules, left_over
from pandarium.kit.talk import BotTalk, SaidAloud, TalkRules
from pandarium.protocol.offline import OfflineGame, OfflineSeat

ADVICE = 5
"""Pieces of advice in a hint, as at a server."""
IN_TURNS: dict[str, OptionValue] = {"pace": "turns"}
"""A device has one thing at a time to show and to be touched: nobody can be first to a card."""


class RefusedMessage(Exception):
    """What was sent is not done, and why."""

    def __init__(self, code: protocol.RefusalCode, message: Message, rule: str = "") -> None:
        super().__init__(str(message))
        self.code, self.message, self.rule = code, message, rule


class Step(NamedTuple):
    """A line of the log with its raw events. Not for anybody's eyes: `render` redacts it."""

    at: int
    kind: str
    seat: int | None = None
    move: str | None = None
    by: protocol.By = "person"
    events: Sequence[Any] = ()
    secret: Secrecy = ""
    spoken: SaidAloud | None = None


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def levels_here(game: Game) -> list[str]:
    """The levels that are fast enough for a browser, weakest first."""
    return [level for level in levels(game) if make(game, level).in_browser]


def in_turns(game: Game, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options of a game at one device; raises BadOption where it can be played in real time only."""
    if game.pace(game.check_options(options)) != "real time":
        return dict(options)
    turns = {**options, **IN_TURNS}
    if game.pace(game.check_options(turns)) == "real time":
        raise BadOption(f"{game.meta.title} is played in real time, which one device cannot")
    return turns


class OfflineTable:
    """One game at this device. People sit at the first seats, bots at the others."""

    def __init__(self, kept: OfflineGame, now: Callable[[], int] = now_ms) -> None:
        """Take up a game where it was left; raises BadRecord when its record does not hold."""
        self.id = kept.id
        self.seats = list(kept.seats)
        self.begun, self.changed, self.outcome = kept.begun, kept.changed, kept.outcome
        self._now = now
        self.match = Match(kept.record.blank())
        self._talk = BotTalk(self.game.capability(TalkRules) if self.game.meta.talk else None)
        self.steps = [Step(self.begun, "started", events=self.match.opening)]
        for entry in kept.record.moves:
            self.follow(entry)

    @classmethod
    def begin(
        cls,
        id: str,
        game: str,
        people: Sequence[OfflineSeat],
        bots: Sequence[str],
        options: Mapping[str, OptionValue],
        now: Callable[[], int] = now_ms,
    ) -> OfflineTable:
        """A new game; raises PandariumError for seats, levels or options that cannot be."""
        found, at, secret = find_game(game), now(), fair.new_secret()
        for level in bots:
            make(found, level)
        names = free_names([one.name for one in people], start=secret[0])
        seats = [*people, *(OfflineSeat(next(names), bot=level) for level in bots)]
        record = Record(
            game=game,
            rules=found.meta.rules,
            seats=len(seats),
            players=[seat.name for seat in seats],
            options=in_turns(found, options),
            secret=secret.hex(),
            commitment=fair.commitment(secret),
        )
        return cls(OfflineGame(id, seats, record, at, at), now)

    def kept(self) -> OfflineGame:
        """What to keep of it."""
        together = self.game.meta.cooperative
        return OfflineGame(
            self.id, self.seats, self.match.record, self.begun, self.changed, self.outcome_now(), together
        )

    # what it is

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def names(self) -> list[str]:
        """The players by seat."""
        return [seat.name for seat in self.seats]

    @property
    def people(self) -> list[int]:
        """Seats that people decide for."""
        return [number for number, seat in enumerate(self.seats) if seat.bot is None]

    @property
    def position(self) -> int:
        """Changes with every move and undo."""
        return len(self.match.record.moves)

    @property
    def over(self) -> bool:
        """Nothing more is played."""
        return self.outcome_now() is not None

    def outcome_now(self) -> Outcome | None:
        """How it ended."""
        return self.outcome or self.match.state.outcome()

    def actors(self) -> list[int]:
        """Seats that the game waits for."""
        return [] if self.over else self.match.state.actors()

    def next_bot(self) -> int | None:
        """The seat of a bot that is to move."""
        return next((seat for seat in self.actors() if self.seats[seat].bot is not None), None)

    def may(self, seat: int) -> protocol.May:
        """What this person may do besides moves."""
        if self.over or self.seats[seat].bot is not None:
            return protocol.May()
        return protocol.May(
            undo=self.match.may_undo(seat),
            ask_undo=self.people == [seat] and seat in self.match.moved_seats,
            resign=not self.game.meta.cooperative,
            hint=seat in self.actors(),
        )

    # what is sent

    def receive(self, seat: int, wanted: protocol.AnyMessage) -> protocol.Done | protocol.Hinted | protocol.Pong:
        """Carry out a message of the person in that seat; raises RefusedMessage."""
        may = self.may(seat)
        match wanted:
            case protocol.Play():
                self._play(seat, wanted)
            case protocol.Undo() if may.undo:
                self._carry_out(RecordEntry(seat, UNDO))
            case protocol.Undo():
                refusal = self.match.undo_refusal(seat) or NoUndo(Message("core.undo.nothing"))
                raise RefusedMessage("no undo", refusal.message)
            case protocol.Ask(what="undo") if may.ask_undo:
                self._undo_back_to(seat)
            case protocol.Resign() if may.resign:
                self._resign(seat)
            case protocol.Hint() if may.hint:
                return protocol.Hinted(id=wanted.id, position=self.position, advice=self._advise(seat))
            case protocol.Ping():
                return protocol.Pong(id=wanted.id, now=self._now())
            case _:
                raise RefusedMessage("not allowed", Message("protocol.offline.not_here"))
        return protocol.Done(id=wanted.id, seq=len(self.steps))

    def _play(self, seat: int, wanted: protocol.Play) -> None:
        if self.over or self.seats[seat].bot is not None:
            raise RefusedMessage("wrong time", Message("protocol.stale"))
        if wanted.position is not None and self.match.overtaken(seat, wanted.position):
            raise RefusedMessage("stale", Message("protocol.stale"))
        try:
            self._carry_out(RecordEntry(seat, self.game.say(self.game.read(wanted.move))))
        except BadMove as error:
            raise RefusedMessage("bad move", error.message) from None
        except IllegalMove as error:
            turn: protocol.RefusalCode = "illegal move" if seat in self.actors() else "not your turn"
            raise RefusedMessage(turn, error.message, error.rule) from None

    def _undo_back_to(self, seat: int) -> None:
        """Back before this seat's last move: the bots agree."""
        for _ in range(self.match.moves_since(seat)):
            self._carry_out(RecordEntry(seat, UNDO_BY_CONSENT))

    def _resign(self, seat: int) -> None:
        """A bot plays on for the others; where nobody is left to play against, or nobody at all, it is over."""
        left = [n for n, one in enumerate(self.seats) if not one.resigned and n != seat]
        if len(left) < 2 or self.people == [seat]:
            rules = self.game.capability(StandingRules)
            standing = None if rules is None else rules.standing(self.match.state_for(None).view(None))
            self.outcome = left_over(standing, left, len(self.seats), Message("protocol.others_resigned"))
        level = levels_here(self.game)[-1]
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], bot=level, resigned=True)
        self._log(Step(self._now(), "resigned", seat))

    # bots

    def move_bot(self) -> None:
        """The next move of a bot, and what it says after it."""
        seat = self.next_bot()
        if seat is None:
            return
        level = self.seats[seat].bot or ""
        bot, state, rng = make(self.game, level), self.match.state_for(seat), _chance()
        self._carry_out(RecordEntry(seat, self.game.say(self._talk.ask(bot, state, seat, rng))))
        if self.over or not self.people:
            return
        said = self._talk.speak(bot, seat, lambda viewer: self.match.state_for(viewer).view(viewer), _chance())
        if said is not None:
            self._log(Step(self._now(), "said", seat, spoken=said))

    def _advise(self, seat: int) -> list[protocol.HintShown]:
        bot = make(self.game, levels_here(self.game)[-1])
        advice = ask_advice(bot, self.match.state_for(seat), seat, _chance())[:ADVICE]
        say, label = self.game.say, self.game.label
        return [
            protocol.HintShown(say(one.move), label(one.move, self.names), str(one.message), one.message)
            for one in advice
        ]

    # the log

    def follow(self, entry: RecordEntry) -> None:
        """Carry out the next line of a record; raises BadRecord."""
        self._note(entry, self.begun + (entry.at or 0), self.match.follow)

    def _carry_out(self, entry: RecordEntry) -> None:
        at = self._now()
        self._note(RecordEntry(entry.seat, entry.move, max(at - self.begun, 0)), at, self.match.enter)
        self.changed = at

    def _note(self, entry: RecordEntry, at: int, enter: Callable[[RecordEntry], list[Any]]) -> None:
        phase = self.match.phase
        events = enter(entry)
        secret = self.match.secrecy_of(entry, phase)
        if entry.move in {UNDO, UNDO_BY_CONSENT}:
            self._log(Step(at, "undone", entry.seat, entry.move, secret=secret))
        else:
            by: protocol.By = "person" if self.seats[entry.seat].bot is None else "bot"
            self._log(Step(at, "moved", entry.seat, entry.move, by, events, secret))
            self._talk.moved(entry.seat)

    def _log(self, step: Step) -> None:
        self.steps.append(step)
        self.changed = step.at


def _chance() -> Rng:
    return Rng(secrets.randbelow(2**63))
