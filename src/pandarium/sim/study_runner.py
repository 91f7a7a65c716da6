"""Runs a study: plays the games that the questions of a game's `study.py` (or general ones) need, and answers them.

>>> from pandarium.sim.study_runner import run_study
>>> found, rows = run_study("royale", games=5, only=["lead"], workers=1)
>>> found.answers[0].played[0].games
5
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pandarium import __version__
from pandarium.bots import make
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game, check_seed
from pandarium.core.registry import game as find_game
from pandarium.core.registry import optional_module
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.kit.study import Level, Observer, Question, Row, StudyTable, level_name
from pandarium.sim.chunks import GameQueue
from pandarium.sim.estimate import Rows
from pandarium.sim.general_questions import general_questions
from pandarium.sim.pool import play_games
from pandarium.sim.simulation import Stopped
from pandarium.sim.study_results import Played, QuestionResult, StudyResult, answer
from pandarium.sim.turn_order import next_moves, reaction_times

GAMES = 400
"""At every table, unless somebody asks for more."""


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


def questions(game: str, bot: str | None = None) -> list[Question]:
    """What a game's `study.py` asks; without one, what can be asked of every game. Raises PandariumError.

    `bot` names who is to play, for a game whose `study.py` has `questions_for(bot)`.
    """
    module = optional_module(game, "study")
    if bot is not None and not hasattr(module, "questions_for"):
        raise PandariumError(f"game {game!r}: its study says itself who plays")
    if module is None:
        return general_questions(find_game(game))
    found = getattr(module, "STUDY", None) if bot is None else module.questions_for(bot)
    if not isinstance(found, list | tuple) or not all(isinstance(question, Question) for question in found):
        raise PandariumError(f"game {game!r}: {module.__name__}.STUDY is not a list of pandarium.kit.study.Question")
    names = [question.name for question in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise PandariumError(f"game {game!r}: two questions are called {', '.join(sorted(twice))}")
    return list(found)


def choose(asked: Sequence[Question], names: Sequence[str]) -> list[Question]:
    """The questions of these names, in the order of the study; raises PandariumError for one that is not there."""
    known = {question.name: question for question in asked}
    for name in names:
        if name not in known:
            raise PandariumError(unknown_name("question", name, known))
    return [question for question in asked if question.name in names]


def run_study(
    game: str,
    games: int = GAMES,
    *,
    only: Sequence[str] | None = None,
    asked: Sequence[Question] | None = None,
    bot: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[StudyResult, dict[str, Rows]]:
    """Play what the questions need, and answer them; also gives every question's rows, by its name.

    `only` names some of the game's questions, `asked` brings questions of your own, `bot` says who plays where the
    game's study leaves that open. `progress` is called with the number of games done. Ctrl-C gives the answers of what
    was played so far. The same seed gives the same numbers on any number of workers. Observers and bots that a script
    itself defines cannot be sent to other processes: then this one plays. `ray` names a Ray cluster to play on,
    HOST:PORT or "auto"; there they can.
    """
    if games < 1:
        raise PandariumError(f"study at least 1 game, not {games}")
    if workers is not None and workers < 1:
        raise PandariumError(f"at least 1 worker, not {workers}")
    found = find_game(game)
    chosen = list(asked) if asked is not None else questions(game, bot)
    if only is not None:
        chosen = choose(chosen, only)
    plan = StudyPlan(game, _watched_tables(chosen), check_seed(seed))
    player = StudyPlayer(plan)
    player.check()
    begin = time.perf_counter()
    queues = [GameQueue(games_at(watched.table, games), number) for number, watched in enumerate(plan.tables)]
    chunks, interrupted = _play_all(player, queues, workers, ray, progress)
    kept = [_contiguous(chunks[number]) for number in range(len(plan.tables))]
    rows = {question.name: _rows(question, plan, kept) for question in chosen}
    answers = [_answer(question, rows[question.name], plan, kept, (games, bot)) for question in chosen]
    return StudyResult(
        game=game,
        title=found.meta.title,
        rules=found.meta.rules,
        version=__version__,
        compiled=is_compiled(),
        seed=seed,
        asked=games,
        games=sum(chunk.games for chunks in kept for chunk in chunks),
        moves=sum(chunk.moves for chunks in kept for chunk in chunks),
        interrupted=interrupted,
        seconds=time.perf_counter() - begin,
        command=command(game, games, seed, only, bot),
        answers=answers,
    ), rows


def command(game: str, games: int, seed: int, only: Sequence[str] | None, bot: str | None = None) -> str:
    """The command line that gives the same numbers."""
    words = f"pandarium study {game} --games {games} --seed {seed}" + (f" --bot {bot}" if bot is not None else "")
    return f"{words} --questions {','.join(only)}" if only is not None else words


def games_at(table: StudyTable, games: int) -> int:
    """How many games are played at this table."""
    return max(1, round(games * table.part))


def count_games(asked: Sequence[Question], games: int) -> int:
    """How many games a study plays: tables that several questions share are played at once."""
    return sum(games_at(watched.table, games) for watched in _watched_tables(asked))


def _key(table: StudyTable) -> str:
    """The same for tables at which the same games are played."""
    return repr((table.seats, table.levels, sorted(table.options.items()), table.content, table.part))


def _watched_tables(asked: Sequence[Question]) -> tuple[WatchedTable, ...]:
    """Every different table once, with all its watchers."""
    tables: dict[str, WatchedTable] = {}
    for question in asked:
        for table in question.tables:
            watched = tables.setdefault(_key(table), WatchedTable(table, ()))
            if question.watch not in watched.watchers:
                tables[_key(table)] = watched._replace(watchers=(*watched.watchers, question.watch))
    return tuple(tables.values())


def _is_bound_to_this_process(plan: StudyPlan) -> bool:
    """Whether the script itself holds a class that other processes could not import."""
    classes: list[Any] = [watcher for watched in plan.tables for watcher in watched.watchers]
    classes += [level for watched in plan.tables for level in watched.table.levels if not isinstance(level, str)]
    return any(known.__module__ == "__main__" for known in classes)


class StudyPlayer:
    """Plays games by table and number while observers watch."""

    def __init__(self, plan: StudyPlan, stop: Any = None) -> None:
        self.plan = plan
        self.stop = stop
        """A flag shared with the parent process, set to stop; None where there is no such process."""
        self.game: Game = find_game(plan.game)
        self.setups: dict[int, tuple[Setup, dict[Level, Bot]]] = {}

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
            if not isinstance(table.bots, str | type) and len(table.bots) > table.seats:
                raise PandariumError(f"table {table.title!r}: {len(table.bots)} bots for {table.seats} seats")
            setup = self.game.setup(table.seats, table.options, table.content)
            bots = {level: make(self.game, level) if isinstance(level, str) else level() for level in table.levels}
            self.setups[number] = (setup, bots)
        return self.setups[number]

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
        seated = [levels[(seat + number) % len(levels)] for seat in range(len(levels))]
        names = tuple(map(level_name, seated))
        here = [watcher(names) for watcher in watchers]
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
        reactions = reaction_times(setup, names)
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


def _play_all(
    player: StudyPlayer,
    queues: list[GameQueue],
    workers: int | None,
    ray: str | None,
    progress: Callable[[int], None] | None,
) -> tuple[list[list[StudyChunk]], bool]:
    """All games, or those before Ctrl-C, by table."""
    done: list[list[StudyChunk]] = [[] for _ in queues]
    games = 0
    alone = ray is None and _is_bound_to_this_process(player.plan)
    chunks = play_games(player, queues, 1 if alone else workers, ray)
    try:
        for chunk in chunks:
            done[chunk.table].append(chunk)
            games += chunk.games
            if progress is not None:
                progress(games)
    except KeyboardInterrupt:
        return done, True
    finally:
        chunks.close()
    return done, False


def _contiguous(chunks: list[StudyChunk]) -> list[StudyChunk]:
    """In order, up to the first that is missing: whatever was quick to finish must not count for more."""
    kept: list[StudyChunk] = []
    following = 0
    for chunk in sorted(chunks, key=lambda chunk: chunk.first):
        if chunk.first != following:
            break
        kept.append(chunk)
        following += chunk.games
    return kept


def _rows(question: Question, plan: StudyPlan, kept: list[list[StudyChunk]]) -> Rows:
    """A question's rows from all its tables, in the order of tables and games."""
    rows = Rows()
    places = {_key(watched.table): index for index, watched in enumerate(plan.tables)}
    for table in question.tables:
        place = places[_key(table)]
        watcher = plan.tables[place].watchers.index(question.watch)
        always: Row = {"table": table.title, "seats": table.seats, "bots": table.players}
        for chunk in kept[place]:
            for number, lines in chunk.rows[watcher]:
                for line in lines:
                    try:
                        rows.add(number, always | line)
                    except PandariumError as error:
                        raise PandariumError(f"question {question.name!r}: {error}") from None
    return rows


def _answer(
    question: Question, rows: Rows, plan: StudyPlan, kept: list[list[StudyChunk]], asked: tuple[int, str | None]
) -> QuestionResult:
    games, bot = asked
    places = {_key(watched.table): index for index, watched in enumerate(plan.tables)}
    played = [
        Played(
            table=table.title,
            seats=table.seats,
            bots=table.players,
            options=dict(table.options),
            games=sum(chunk.games for chunk in kept[places[_key(table)]]),
            asked=games_at(table, games),
        )
        for table in question.tables
    ]
    try:
        return answer(question, rows, played, command(plan.game, games, plan.seed, [question.name], bot))
    except PandariumError as error:
        raise PandariumError(f"question {question.name!r}: {error}") from None
