"""The ladder: a rating for every level of a game, made as people's ratings are, from a round robin.

Every pair of levels meets at tables for two, and all meet at mixed tables for four. Each deal is played once from every
seat, so that nobody is lucky with the cards, and all tables play the same deals.

How ratings are fitted. The model (openskill's Plackett–Luce, with the numbers that people's ratings have) looks at one
game after the other, and the later ones weigh more: that suits people, who learn. Bots do not, so which game came last
must not matter. Nothing that is known of them gets older (`learning=False`), and the games are gone through again and
again: each pass begins anew and has an order of its own, and a rating is the mean of all passes. For the interval the
passes come in samples. Each sample draws as many deals as were played from those played (some twice, some not at all)
and takes them in several orders; how far the samples lie apart is what other deals would have changed. A little of what
the order changes is left in it, so that it is rather too wide than too narrow.

Places count, as they do for people, not wins alone: a level that risks the second place to be first pays for it.

A rating says how good somebody is in comparison. The anchor is the level in the middle, the one that a new table offers
first: it has the mu with which a new person begins. Of every level the number shown is mu - 3 sigma, as of people.

Those who play together meet nobody: a level's place on the ladder is the share of games that its like wins, half of
them at tables for two, half for four.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from itertools import combinations
from statistics import fmean, stdev
from typing import Any, NamedTuple

from pandarium import __version__
from pandarium.bots import levels as levels_of
from pandarium.bots import make
from pandarium.bots.ladder import Ladder, LevelResult, Source, anchor_of
from pandarium.bots.ratings import MU, Rating, places, rate_game
from pandarium.buildinfo import is_compiled
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.kit.strength import strength_plan
from pandarium.sim.chunks import GameQueue
from pandarium.sim.intervals import Z95, wilson
from pandarium.sim.pool import play_games
from pandarium.sim.simulation import Stopped
from pandarium.sim.turn_order import in_random_order

GAMES = 200
"""Of every pair, and at the mixed tables together; where all play together, of every level.

Levels that take their time (`StrengthPlan.thinking`) play a part of that.
"""
SEED = 1
SAMPLES = 20
ORDERS = 5
"""Passes through each sample."""
MIXED_SEATS = 4


class LadderTable(NamedTuple):
    """Who sits at a table, before it is turned, and how many games they play."""

    levels: tuple[str, ...]
    games: int

    def __str__(self) -> str:
        return f"{len(self.levels)} seats: {', '.join(self.levels)}; {self.games} games"


class LadderPlan(NamedTuple):
    """What every worker needs to know."""

    game: str
    options: dict[str, OptionValue]
    tables: tuple[LadderTable, ...]
    seed: int


class GameResult(NamedTuple):
    """How a game ended: who sat where, and who came where."""

    deal: tuple[int, int]
    """Its table and its cards: the games of one deal differ in who sits where."""
    players: tuple[str, ...]
    places: tuple[int, ...]
    """By seat, 1 the best."""
    won: bool
    """Where all play together: whether they won."""


class LadderChunk(NamedTuple):
    """Games that were played at one table."""

    games: int
    seconds: float
    results: list[tuple[int, GameResult]]
    """With the number of the game."""


def plan(game: Game, games: int = GAMES, seed: int = SEED) -> LadderPlan:
    """Every table, with numbers of games that give everybody every seat."""
    options = dict(strength_plan(game).options[0])
    levels = levels_of(game)
    most = min(MIXED_SEATS, game.meta.seats[1])
    if game.meta.cooperative:
        sizes = sorted({min(2, most), most})
        lineups = [(level,) * seats for level in levels for seats in sizes]
        each = [max(1, games // len(sizes))] * len(lineups)
    else:
        mixed = _mixed(levels, most)
        pairs = list(combinations(levels, 2))
        lineups = [*pairs, *mixed]
        each = [games] * len(pairs) + [games // max(1, len(mixed))] * len(mixed)
    thinking = strength_plan(game).thinking
    tables = tuple(
        LadderTable(
            lineup, _whole_deals(game, round(number * min(thinking.get(one, 1.0) for one in lineup)), len(lineup))
        )
        for lineup, number in zip(lineups, each, strict=True)
    )
    return LadderPlan(game.meta.name, options, tables, seed)


def _mixed(levels: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Tables at which as many different levels sit as there is room for; where a seat is left, one comes twice."""
    if seats <= 2:
        return []
    if len(levels) >= seats:
        return list(combinations(levels, seats))
    if len(levels) < seats - 1:
        return [tuple(levels[place % len(levels)] for place in range(seats))]
    return [(*levels, twice) for twice in levels]


def _whole_deals(game: Game, games: int, seats: int) -> int:
    return games if game.meta.cooperative else max(1, -(-games // seats)) * seats


class LadderPlayer:
    """Plays games of a ladder by their numbers."""

    def __init__(self, plan: LadderPlan, stop: Any = None) -> None:
        self.plan = plan
        self.stop = stop
        """A flag shared with the parent process, set to stop; None where there is no such process."""
        self.game = find_game(plan.game)
        self.bots: dict[str, Bot] = {level: make(self.game, level) for table in plan.tables for level in table.levels}
        self.levels = set(self.bots)
        self.setups: dict[int, Setup] = {
            seats: self.game.setup(seats, plan.options) for seats in {len(table.levels) for table in plan.tables}
        }

    def play(self, table: int, first: int, last: int) -> LadderChunk:
        """Games first to last - 1 of a table."""
        begin = time.perf_counter()
        results = [(number, self._play_one(table, number)) for number in range(first, last)]
        return LadderChunk(last - first, time.perf_counter() - begin, results)

    def _play_one(self, table: int, number: int) -> GameResult:
        levels = self.plan.tables[table].levels
        deal, turned = (number, 0) if self.game.meta.cooperative else divmod(number, len(levels))
        players = levels[turned:] + levels[:turned]
        chance = Rng(self.plan.seed)
        chance.salt(deal + 1)
        state = self.setups[len(levels)].start(chance.bits())
        for seat, move in in_random_order(state, [self.bots[level] for level in players], chance):
            state.play(seat, move)
            if self.stop is not None and self.stop.value:
                raise Stopped
        outcome = state.outcome()
        assert outcome is not None, "a game without actors is over"
        return GameResult((table, deal), players, tuple(places(outcome)), bool(outcome.winners))


def make_ladder(
    name: str,
    games: int = GAMES,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
) -> Ladder:
    """Play the round robin and rate the levels; `progress` is called with the number of games done."""
    game = find_game(name)
    planned = plan(game, games)
    if not game.meta.cooperative:
        check_openskill()
    results = play_all(planned, workers, progress, ray)
    levels = levels_of(game)
    rated = count_wins(results, levels) if game.meta.cooperative else rate(results, levels)
    return Ladder(
        source=Source(
            command=f"pandarium ladder {name} --games {games} --write",
            tables=[str(table) for table in planned.tables],
            seed=planned.seed,
            pandarium=__version__,
            rules=game.meta.rules,
            engine="compiled" if is_compiled() else "interpreted",
            openskill="" if game.meta.cooperative else version("openskill"),
            anchor="" if game.meta.cooperative else anchor_of(levels),
        ),
        levels=rated,
    )


def check_openskill() -> None:
    """Say before the games, not after them, that there will be no ratings; raises PandariumError."""
    from importlib.util import find_spec

    if find_spec("openskill") is None:
        raise PandariumError("ratings need openskill, a part of the server: pip install 'pandarium[server]'")


def play_all(
    planned: LadderPlan,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
) -> list[GameResult]:
    """All games, in the same order whoever played them and when."""
    queues = [GameQueue(table.games, number) for number, table in enumerate(planned.tables)]
    numbered: list[tuple[int, GameResult]] = []
    for chunk in play_games(LadderPlayer(planned), queues, workers, ray):
        numbered += chunk.results
        if progress is not None:
            progress(len(numbered))
    return [result for _, result in sorted(numbered, key=lambda known: (known[1].deal[0], known[0]))]


def rate(results: Sequence[GameResult], levels: Sequence[str], seed: int = SEED) -> dict[str, LevelResult]:
    """The ratings of these levels, fitted as the module says."""
    by_deal: dict[tuple[int, int], list[GameResult]] = {}
    for result in results:
        by_deal.setdefault(result.deal, []).append(result)
    deals = list(by_deal.values())
    rng = Rng(seed)
    samples = [_one_sample(deals, levels, rng) for _ in range(SAMPLES)]
    played = {level: sum(level in result.players for result in results) for level in levels}
    return {
        level: _summed_up([ratings[level] for ratings in samples], played[level]) for level in levels if played[level]
    }


def _one_sample(deals: Sequence[list[GameResult]], levels: Sequence[str], rng: Rng) -> dict[str, Rating]:
    """The mean ratings after several passes through games drawn from these."""
    drawn = [game for _ in deals for game in deals[rng.below(len(deals))]]
    passes = [_one_pass(drawn, anchor_of(levels), rng) for _ in range(ORDERS)]
    return {level: _mean([ratings.get(level, Rating()) for ratings in passes]) for level in levels}


def _one_pass(games: Sequence[GameResult], anchor: str, rng: Rng) -> Mapping[str, Rating]:
    """The ratings after these games in any order, moved so that the anchor has what a new person begins with."""
    order = list(range(len(games)))
    rng.shuffle(order)
    ratings: dict[str, Rating] = {}
    for number in order:
        ratings |= rate_game(games[number].players, games[number].places, ratings, learning=False)
    lift = MU - ratings.get(anchor, Rating()).mu
    return {level: Rating(rating.mu + lift, rating.sigma) for level, rating in ratings.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    return Rating(fmean(rating.mu for rating in ratings), fmean(rating.sigma for rating in ratings))


def _summed_up(samples: Sequence[Rating], games: int) -> LevelResult:
    mean = _mean(samples)
    spread = Z95 * stdev(rating.mu for rating in samples)
    return LevelResult(
        rating=round(mean.certain, 2),
        mu=round(mean.mu, 2),
        sigma=round(mean.sigma, 2),
        interval=(round(mean.certain - spread, 2), round(mean.certain + spread, 2)),
        games=games,
    )


def count_wins(results: Sequence[GameResult], levels: Sequence[str]) -> dict[str, LevelResult]:
    """The share of games that each level wins with its like."""
    found: dict[str, LevelResult] = {}
    for level in levels:
        won = [result.won for result in results if level in result.players]
        low, high = wilson(sum(won), len(won))
        share = sum(won) / len(won)
        found[level] = LevelResult(won=round(share, 3), interval=(round(low, 3), round(high, 3)), games=len(won))
    return found


def to_toml(ladder: Ladder) -> str:
    """The ladder as its game keeps it."""
    source = ladder.source
    lines = ["# How strong the levels are, as far as it was measured. This file is written by the command below.", ""]
    lines += [
        "[source]",
        f'command = "{source.command}"',
        f'pandarium = "{source.pandarium}"',
        f"rules = {source.rules}",
    ]
    lines += [f'engine = "{source.engine}"', f"seed = {source.seed}"]
    lines += [f'{name} = "{text}"' for name in ("openskill", "anchor") if (text := getattr(source, name))]
    lines += ["tables = [", *(f'  "{table}",' for table in source.tables), "]"]
    for level, result in ladder.levels.items():
        lines += ["", f"[levels.{level}]"]
        for name in ("rating", "mu", "sigma", "won"):
            if (value := getattr(result, name)) is not None:
                lines.append(f"{name} = {value}")
        lines += [f"interval = [{result.interval[0]}, {result.interval[1]}]", f"games = {result.games}"]
    return "\n".join(lines) + "\n"
