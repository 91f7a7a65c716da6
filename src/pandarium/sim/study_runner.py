"""Runs a study: plays the games that the questions of a game's `study` (or general ones) need, and answers them.

>>> from pandarium.sim.study_runner import run_study
>>> found, rows = run_study("royale", games=5, only=["lead"], workers=1)
>>> found.answers[0].played[0].games
5
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from typing import Any, NamedTuple

from pandarium import __version__
from pandarium.buildinfo import is_compiled
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import check_seed
from pandarium.core.registry import game as find_game
from pandarium.core.registry import optional_module
from pandarium.kit.study import Player, Question, Row, StudyTable
from pandarium.sim.changed_content import with_change
from pandarium.sim.chunks import GameQueue
from pandarium.sim.estimate import Rows
from pandarium.sim.general_questions import general_questions
from pandarium.sim.pool import play_games
from pandarium.sim.study_player import StudyChunk, StudyPlan, StudyPlayer, WatchedTable
from pandarium.sim.study_results import Played, QuestionResult, StudyResult, answer

GAMES = 400
"""At every table, unless somebody asks for more."""


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
    change: Change | None = None,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[StudyResult, dict[str, Rows]]:
    """Play what the questions need, and answer them; also gives every question's rows, by its name.

    `only` names some of the game's questions, `asked` brings questions of your own, `bot` says who plays where the
    game's study leaves that open. `change` is a content pack: every question is then also asked about the game with
    that content, on the same deals, and every figure is compared. `progress` is called with the number of games done.
    Ctrl-C gives the answers of what was played so far. The same seed gives the same numbers on any number of workers.
    Observers and bots that a script itself defines cannot be sent to other processes: then this one plays. `ray` names
    a Ray cluster to play on, HOST:PORT or "auto"; there they can.
    """
    if games < 1:
        raise PandariumError(f"study at least 1 game, not {games}")
    if workers is not None and workers < 1:
        raise PandariumError(f"at least 1 worker, not {workers}")
    found = find_game(game)
    chosen = list(asked) if asked is not None else questions(game, bot)
    if only is not None:
        chosen = choose(chosen, only)
    if change is not None:
        chosen = with_change(chosen, change.pack)
    plan = StudyPlan(game, _watched_tables(chosen), check_seed(seed))
    player = StudyPlayer(plan)
    player.check()
    begin = time.perf_counter()
    queues = [GameQueue(games_at(watched.table, games), number) for number, watched in enumerate(plan.tables)]
    chunks, interrupted = _play_all(player, queues, workers, ray, progress)
    kept = [_contiguous(chunks[number]) for number in range(len(plan.tables))]
    rows = {question.name: _rows(question, plan, kept) for question in chosen}
    command = Command(game, games, seed, bot, None if change is None else change.name)
    answers = [_answer(question, rows[question.name], plan, kept, command) for question in chosen]
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
        command=command.line(only),
        change=None if change is None else change.name,
        answers=answers,
    ), rows


class Change(NamedTuple):
    """Content in place of the game's own, and what it is called on the command line."""

    name: str
    pack: Mapping[str, Any]


class Command(NamedTuple):
    """What gives the same numbers again."""

    game: str
    games: int
    seed: int
    bot: str | None = None
    change: str | None = None

    def line(self, only: Sequence[str] | None = None) -> str:
        """As one types it."""
        words = f"pandarium study {self.game} --games {self.games} --seed {self.seed}"
        words += f" --bot {self.bot}" if self.bot is not None else ""
        words += f" --change {quote(self.change)}" if self.change is not None else ""
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
    for level in (level for watched in plan.tables for level in watched.table.levels):
        if isinstance(level, Player):
            classes.append(getattr(level.never, "func", level.never))
        elif not isinstance(level, str):
            classes.append(level)
    return any(getattr(known, "__module__", "") == "__main__" for known in classes)


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
    places = {_key(watched.table): index for index, watched in enumerate(plan.tables)}
    observed: list[tuple[int, Row]] = []
    for table in question.tables:
        place = places[_key(table)]
        watcher = plan.tables[place].watchers.index(question.watch)
        always: Row = {"table": table.title, "seats": table.seats, "bots": table.players, **table.columns}
        for chunk in kept[place]:
            observed += [(number, always | line) for number, lines in chunk.rows[watcher] for line in lines]
    rows = Rows()
    for number, line in observed if question.derive is None else question.derive(observed):
        try:
            rows.add(number, line)
        except PandariumError as error:
            raise PandariumError(f"question {question.name!r}: {error}") from None
    return rows


def _answer(
    question: Question, rows: Rows, plan: StudyPlan, kept: list[list[StudyChunk]], command: Command
) -> QuestionResult:
    places = {_key(watched.table): index for index, watched in enumerate(plan.tables)}
    played = [
        Played(
            table=table.title,
            seats=table.seats,
            bots=table.players,
            options=dict(table.options),
            games=sum(chunk.games for chunk in kept[places[_key(table)]]),
            asked=games_at(table, command.games),
        )
        for table in question.tables
    ]
    try:
        return answer(question, rows, played, command.line([question.name]))
    except PandariumError as error:
        raise PandariumError(f"question {question.name!r}: {error}") from None
