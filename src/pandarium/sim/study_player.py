"""Plays the games of a study while observers watch. Another process makes a player of its own from the same plan."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pandarium.bots import make
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.kit.study import Level, Observer, Player, RestrictedBot, Row, StudyTable, level_name, level_of
from pandarium.sim.simulation import Stopped
from pandarium.sim.turn_order import next_moves, reaction_times


class WatchedTable(NamedTuple):
    """A table, and the observers of the games played there."""

    table: StudyTable
    watchers: tuple[type[Observer], ...]


class StudyPlan(NamedTuple):
    """What every worker needs to know."""

    game: str
    tables: tuple[WatchedTable, ...]
    seed: int


class StudyChunk(NamedTuple):
    """Games that were played at one table."""

    table: int
    """Its number in the plan."""
    first: int
    games: int
    moves: int
    seconds: float
    rows: list[list[tuple[int, list[Row]]]]
    """For every watcher and every game its number and its rows."""


OBSERVERS = 0x0B5E
"""Makes the luck of observers another than that of the games they watch."""


def make_player(game: Game, level: Level) -> Bot:
    """The bot of a study's table; raises PandariumError for a level that is not there, or that takes no effort."""
    if isinstance(level, str):
        return make(game, level)
    if not isinstance(level, Player):
        return level()
    bot = make(game, level.level)
    if level.effort is not None:
        if not bot.thinks:
            raise PandariumError(f"{level.level!r} does not search: it cannot think more or less")
        bot = cast(Callable[[int], Bot], type(bot))(level.effort)
    return bot if level.never is None else RestrictedBot(bot, level.never, level.name)


class StudyPlayer:
    """Plays games by table and number while observers watch."""

    def __init__(self, plan: StudyPlan, stop: Any = None) -> None:
        self.plan = plan
        self.stop = stop
        """A flag shared with the parent process, set to stop; None where there is no such process."""
        self.game: Game = find_game(plan.game)
        seated = [level for one in plan.tables for level in one.table.levels]
        named = [level.level if isinstance(level, Player) else level for level in seated]
        self.levels = {level for level in named if isinstance(level, str)}
        self.setups: dict[int, tuple[Setup, dict[Level, Bot]]] = {}
        self.playing_on: dict[Level, Bot] = {}
        """Who plays positions to their end for observers."""

    def check(self) -> None:
        """Say before the first game what is wrong with seats, options, content or levels of any table."""
        for number in range(len(self.plan.tables)):
            self.set_up(number)

    def set_up(self, number: int) -> tuple[Setup, dict[Level, Bot]]:
        """Setup and bots of a table, made once."""
        if number not in self.setups:
            table = self.plan.tables[number].table
            if not table.levels:
                raise PandariumError(f"table {table.title!r}: name at least one bot")
            if not isinstance(table.bots, str | type | Player) and len(table.bots) > table.seats:
                raise PandariumError(f"table {table.title!r}: {len(table.bots)} bots for {table.seats} seats")
            setup = self.game.setup(table.seats, table.options, table.content)
            bots = {level: make_player(self.game, level) for level in table.levels}
            self.setups[number] = (setup, bots)
            for watcher in self.plan.tables[number].watchers:
                if watcher.plays_on is not None and watcher.plays_on not in self.playing_on:
                    self.playing_on[watcher.plays_on] = make_player(self.game, watcher.plays_on)
        return self.setups[number]

    def _observers(
        self, watchers: Sequence[type[Observer]], places: tuple[int, ...], names: tuple[str, ...], number: int
    ) -> list[Observer]:
        """One of each, at the table that is turned for this game."""
        here = [watcher(names) for watcher in watchers]
        for observer in here:
            observer.places = places
            if observer.plays_on is not None:
                observer.bot = self.playing_on[observer.plays_on]
                observer.chance = Rng(self.plan.seed ^ OBSERVERS)
                observer.chance.salt(number + 1)
        return here

    def play(self, place: int, first: int, last: int) -> StudyChunk:
        """Games first to last - 1 at that table."""
        begin = time.perf_counter()
        watchers = self.plan.tables[place].watchers
        rows: list[list[tuple[int, list[Row]]]] = [[] for _ in watchers]
        moves = 0
        for number in range(first, last):
            written, played = self._play_one(place, number, watchers)
            moves += played
            for each, lines in zip(rows, written, strict=True):
                each.append((number, lines))
        return StudyChunk(place, first, last - first, moves, time.perf_counter() - begin, rows)

    def _play_one(self, place: int, number: int, watchers: Sequence[type[Observer]]) -> tuple[list[list[Row]], int]:
        """The same game that `simulate` plays under this number."""
        setup, bots = self.set_up(place)
        levels = self.plan.tables[place].table.levels
        places = tuple((seat + number) % len(levels) for seat in range(len(levels)))
        seated = [levels[at] for at in places]
        here = self._observers(watchers, places, tuple(map(level_name, seated)), number)
        before = [observer.before for observer in here if type(observer).before is not Observer.before]
        after = [observer.after for observer in here if type(observer).after is not Observer.after]
        log: list[Any] | None = [] if any(watcher.events for watcher in watchers) else None
        chance = Rng(self.plan.seed)
        chance.salt(number + 1)
        state = setup.start(chance.bits(), log)
        for observer in here:
            observer.deal(state, log or [])
        moves = 0
        around = [bots[level] for level in seated]
        reactions = reaction_times(setup, list(map(level_of, seated)))
        for seat, move in next_moves(state, around, chance, reactions):
            for watch in before:
                watch(state, seat, move)
            log = None if log is None else []
            state.play(seat, move, log)
            for notify in after:
                notify(state, seat, move, log or [])
            moves += 1
            if self.stop is not None and self.stop.value:
                raise Stopped
        outcome = state.outcome()
        assert outcome is not None, "a game without actors is over"
        ends = [observer.end(state, outcome) for observer in here]
        return [[dict(end)] if isinstance(end, Mapping) else list(end) for end in ends], moves
