"""Many games, on all cores. Game number i is the same whoever plays it, in whatever order."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pandarium import __version__
from pandarium.bots import make
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Bot
from pandarium.core.content import read_pack
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game, check_seed
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.kit.luck import LuckRules
from pandarium.kit.talk import TalkRules
from pandarium.sim.chunks import GameQueue
from pandarium.sim.pool import play_games
from pandarium.sim.report import WIN, SimulationReport, Tally, make_row
from pandarium.sim.turn_order import next_moves, reaction_times


class SimulationPlan(NamedTuple):
    """What every worker needs to know."""

    game: str
    bots: tuple[str, ...]
    """Levels by place at the table, before it is turned."""
    options: dict[str, OptionValue]
    content: dict[str, Any] | None
    seed: int
    turns: int = 1
    """How often each deal is played, the table turned by one seat each time. 1: every game has a deal of its own."""
    adjusted: bool = False
    """Whether luck is measured."""
    silent: bool = False
    """Whether bots say nothing to each other, though the game has phrases."""


class Stopped(Exception):
    """It was stopped in the middle of this game."""


class SimulationChunk(NamedTuple):
    """Games that were played."""

    games: int
    moves: int
    seconds: float
    tallies: dict[str, Tally]


def simulate(
    game: str,
    bots: Sequence[str],
    games: int,
    *,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    seed: int = 0,
    workers: int | None = None,
    ray: str | None = None,
    content: Mapping[str, Any] | str | Path | None = None,
    mirrored: bool = False,
    adjusted: bool = False,
    silent: bool = False,
    progress: Callable[[int], None] | None = None,
) -> SimulationReport:
    """Let bots play. Ctrl-C gives the report of what was played so far.

    `progress` is called with the number of games done. `ray` names a Ray cluster to play on, HOST:PORT or "auto".

    Fewer bots than seats are repeated around the table, and the table is turned by one seat from game to game, so that
    every bot sits in every seat equally often. `mirrored`: every deal is played once from each of these places, so that
    nobody is lucky with it; the number of games is rounded up to whole deals, and intervals count deals. `adjusted`:
    luck is taken off the share of wins, in a game that can tell luck (`kit.luck`). Where a game has phrases and one of
    the bots understands them, all talk (`kit.talk`); not with `silent`.
    """
    found = find_game(game)
    if games < 1:
        raise PandariumError(f"simulate at least 1 game, not {games}")
    if workers is not None and workers < 1:
        raise PandariumError(f"at least 1 worker, not {workers}")
    if not bots:
        raise PandariumError("name at least one bot")
    at_table = max(len(bots), found.meta.seats[0]) if seats is None else seats
    if len(bots) > at_table:
        raise PandariumError(f"{len(bots)} bots do not fit at a table for {at_table}")
    if adjusted and found.capability(LuckRules) is None:
        raise PandariumError(f"{found.meta.title} cannot tell luck, so it cannot be taken off")
    pack = read_pack(Path(content)) if isinstance(content, str | Path) else dict(content) if content else None
    by_seat = tuple(bots[place % len(bots)] for place in range(at_table))
    turns = _arrangements(by_seat) if mirrored else 1
    plan = SimulationPlan(game, by_seat, dict(options or {}), pack, check_seed(seed), turns, adjusted, silent)
    games = -(-games // turns) * turns
    player = SimulationPlayer(plan)  # says at once what is wrong with seats, options, content or levels
    begin = time.perf_counter()
    done, interrupted = _play_all(player, games, workers, ray, progress)
    return SimulationReport(
        game=game,
        title=found.meta.title,
        rules=found.meta.rules,
        version=__version__,
        compiled=is_compiled(),
        seats=at_table,
        options=player.setup.options,
        seed=seed,
        asked=games,
        games=done.games,
        interrupted=interrupted,
        moves=done.moves,
        seconds=time.perf_counter() - begin,
        command=_command(found, plan, bots, games),
        turns=turns,
        rows=[
            make_row(bot, done.tallies[bot], done.games, at_table, found.meta.cooperative, turns)
            for bot in dict.fromkeys(bots)
        ],
    )


def _arrangements(bots: Sequence[str]) -> int:
    """How many ways of sitting there are when a table is turned: as often as it looks different.

    >>> _arrangements(["a", "b", "a", "b"]), _arrangements(["a", "b", "a"])
    (2, 3)
    """
    return next(turn for turn in range(1, len(bots) + 1) if [*bots[turn:], *bots[:turn]] == [*bots])


class SimulationPlayer:
    """Plays the deals of a plan by their numbers."""

    def __init__(self, plan: SimulationPlan, stop: Any = None) -> None:
        self.plan = plan
        self.stop = stop
        """A flag shared with the parent process, set to stop; None where there is no such process."""
        game: Game = find_game(plan.game)
        self.setup: Setup = game.setup(len(plan.bots), plan.options, plan.content)
        self.bots: dict[str, Bot] = {level: make(game, level) for level in plan.bots}
        self.levels = set(plan.bots)
        self.reactions = reaction_times(self.setup, plan.bots)
        self.cooperative = game.meta.cooperative
        self.luck = game.capability(LuckRules) if plan.adjusted else None
        self.talk = None if plan.silent else game.capability(TalkRules)

    def play(self, first: int, last: int) -> SimulationChunk:
        """Deals first to last - 1."""
        begin = time.perf_counter()
        tallies = {level: Tally(scores={}) for level in self.bots}
        moves = sum(self._play_deal(deal, tallies) for deal in range(first, last))
        return SimulationChunk((last - first) * self.plan.turns, moves, time.perf_counter() - begin, tallies)

    def _play_deal(self, deal: int, tallies: dict[str, Tally]) -> int:
        before = {level: (tally.win_parts, tally.total) for level, tally in tallies.items()}
        turns = self.plan.turns
        lucks = dict.fromkeys(tallies, 0)
        moves = sum(self._play_one(deal, deal * turns + turn, tallies, lucks) for turn in range(turns))
        for level, tally in tallies.items():
            win_parts, total = before[level]
            tally.deal_win_squares += (tally.win_parts - win_parts) ** 2
            if self.luck is not None:
                (tally.odd if deal % 2 else tally.even).count(tally.win_parts - win_parts, lucks[level])
            tally.deal_squares += (tally.total - total) ** 2
        return moves

    def _play_one(self, deal: int, number: int, tallies: dict[str, Tally], lucks: dict[str, int]) -> int:
        chance = Rng(self.plan.seed)
        chance.salt(deal + 1)
        state = self.setup.start(chance.bits())
        levels = self.plan.bots
        seats = len(levels)
        seated = [levels[(seat + number) % seats] for seat in range(seats)]
        moves = 0
        bots = [self.bots[level] for level in seated]
        reactions = (
            None if self.reactions is None else [self.reactions[(seat + number) % seats] for seat in range(seats)]
        )
        meter = None if self.luck is None else self.luck.meter()
        if meter is not None:
            meter.look(state)
        for seat, move in next_moves(state, bots, chance, reactions, self.talk):
            state.play(seat, move)
            moves += 1
            if meter is not None:
                meter.look(state)
            if self.stop is not None and self.stop.value:
                raise Stopped
        outcome = state.outcome()
        assert outcome is not None, "a game without actors is over"
        if meter is not None:
            for level, advantage in _luck_over_others(seated, meter.luck()).items():
                lucks[level] += advantage
        for seat, level in enumerate(seated):
            tally = tallies[level]
            score = outcome.scores[seat]
            tally.seats += 1
            tally.total += score
            tally.squares += score * score
            tally.scores[score] = tally.scores.get(score, 0) + 1
            if seat in outcome.winners:
                tally.win_parts += WIN // (seated.count(level) if self.cooperative else len(outcome.winners))
        return moves


def _luck_over_others(seated: Sequence[str], luck: Sequence[int]) -> dict[str, int]:
    """Of every level, how much more luck its seats had than seats had on average, times their number.

    >>> _luck_over_others(["a", "b", "a"], [5, 1, 0])
    {'a': 3, 'b': -3}
    """
    advantages = dict.fromkeys(seated, 0)
    for level, own in zip(seated, luck, strict=True):
        advantages[level] += own * len(seated) - sum(luck)
    return advantages


def offset_progress(progress: Callable[[int], None] | None, before: int) -> Callable[[int], None] | None:
    """The callback for one simulation among several: it counts on from the games of the simulations before."""
    if progress is None:
        return None
    return lambda done: progress(before + done)


def _play_all(
    player: SimulationPlayer, games: int, workers: int | None, ray: str | None, progress: Callable[[int], None] | None
) -> tuple[SimulationChunk, bool]:
    """All games, or those before Ctrl-C."""
    done = SimulationChunk(0, 0, 0.0, {level: Tally(scores={}) for level in player.bots})
    chunks = play_games(player, [GameQueue(games // player.plan.turns)], workers, ray)
    try:
        for chunk in chunks:
            for level, tally in chunk.tallies.items():
                done.tallies[level].add(tally)
            done = done._replace(games=done.games + chunk.games, moves=done.moves + chunk.moves)
            if progress is not None:
                progress(done.games)
    except KeyboardInterrupt:
        return done, True
    finally:
        chunks.close()
    return done, False


def _command(game: Game, plan: SimulationPlan, bots: Sequence[str], games: int) -> str:
    """The command line that gives the same numbers."""
    words = [f"pandarium simulate {plan.game} --games {games} --bots {','.join(bots)} --seats {len(plan.bots)}"]
    words.append(f"--seed {plan.seed}")
    if plan.turns > 1:
        words.append("--mirrored")
    if plan.adjusted:
        words.append("--adjusted")
    if plan.silent:
        words.append("--silent")
    defaults = {option.name: option.default for option in game.meta.options}
    for name, value in plan.options.items():
        if value != defaults.get(name):
            words.append(f"--option {shlex.quote(f'{name}={show_option(value)}')}")
    if plan.content is not None:
        words.append("--content DIR")
    return " ".join(words)
