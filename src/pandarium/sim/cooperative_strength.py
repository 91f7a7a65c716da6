"""How strong the bots of a cooperative game are, as a page: every level with its own kind, and with every other.

The strongest level thinks long: it plays two of five games with the first of the measured options, a tenth with
others, and of these only those that differ in the first of them, which are also those that the page shows; the others
are in the figures next to it. Where a game can search with open cards (`StrengthPlan.winnable`), the page also says how
many deals can be won at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from pandarium.bots import levels
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.rng import Rng
from pandarium.kit.strength import strength_plan
from pandarium.sim.intervals import wilson
from pandarium.sim.kept_reports import simulate_once
from pandarium.sim.report import BotResult, SimulationReport
from pandarium.sim.simulation import offset_progress
from pandarium.sim.strength_page import HEAD, StrengthLine, pivot, reproduce_lines

SEED = 1
THINKER_SHARE = 10
"""The strongest level plays one game for every ten of the others,"""
THINKER_SHARE_FIRST = 2.5
"""but with the first of the measured options, on which most is played, two for every five."""
DEAL_SHARE = 5
"""One deal is searched for every five games."""
PAIR_SEATS = 2
"""Two levels together are measured at a table for two: there each matters most."""


class LevelRun(NamedTuple):
    """One measurement: the levels alternate around the table; one alone plays with its like."""

    levels: tuple[str, ...]
    seats: int
    games: int
    options: Mapping[str, OptionValue]


class WinnableDeals(NamedTuple):
    """How many deals can be won by those who see every card."""

    seats: int
    options: Mapping[str, OptionValue]
    deals: int
    won: int


def plan(game: Game, games: int) -> list[LevelRun]:
    """Everything that is played, in the order of the page."""
    low, high = game.meta.seats
    ladder = [level for level in levels(game) if level in game.bots()]
    few, most = max(1, games // THINKER_SHARE), max(1, round(games / THINKER_SHARE_FIRST))
    options = strength_plan(game).options
    alone = [
        LevelRun((level,), seats, games, chosen)
        for level in ladder[:-1]
        for chosen in options
        for seats in range(low, high + 1)
    ]
    alone += [
        LevelRun((ladder[-1],), seats, most if chosen == options[0] else few, chosen)
        for chosen in _shown(game)
        for seats in range(low, high + 1)
    ]
    pairs = [
        LevelRun(pair, PAIR_SEATS, few if ladder[-1] in pair else games, options[0])
        for pair in combinations(ladder, 2)
        if low <= PAIR_SEATS <= high
    ]
    return alone + pairs


def _shown(game: Game) -> list[Mapping[str, OptionValue]]:
    """The measured options that differ in nothing but the first option."""
    first = _differing(game)[:1]
    return [options for options in strength_plan(game).options if set(options) <= set(first)]


def play(
    game: Game,
    line: LevelRun,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
    keep: Path | None = None,
) -> SimulationReport:
    """Play one line."""
    return simulate_once(
        keep,
        game.meta.name,
        line.levels,
        line.games,
        seats=line.seats,
        options=line.options,
        seed=SEED,
        workers=workers,
        ray=ray,
        progress=progress,
    )


def play_all(
    game: Game,
    games: int,
    workers: int | None,
    progress: Callable[[int], None] | None,
    ray: str | None = None,
    keep: Path | None = None,
) -> list[SimulationReport]:
    """Every line; `progress` is called with the number of games done."""
    reports: list[SimulationReport] = []
    for line in plan(game, games):
        offset = offset_progress(progress, sum(report.games for report in reports))
        reports.append(play(game, line, workers, offset, ray, keep))
    return reports


def count_all_winnable(game: Game, deals: int) -> list[WinnableDeals]:
    """For every table size, with the first of the measured options; nothing where the game has no such search."""
    low, high = game.meta.seats
    found = [count_winnable(game, seats, strength_plan(game).options[0], deals) for seats in range(low, high + 1)]
    return [counted for counted in found if counted is not None]


def count_winnable(game: Game, seats: int, options: Mapping[str, OptionValue], deals: int) -> WinnableDeals | None:
    """How many of these deals the search with open cards wins."""
    won = 0
    for number in range(deals):
        rng = Rng(SEED)
        rng.salt(number + 1)
        verdict = strength_plan(game).winnable(game.start(seats, options, rng.bits()), rng)
        if verdict is None:
            return None
        won += verdict
    return WinnableDeals(seats, options, deals, won)


def render(
    game: Game, reports: list[SimulationReport], winnable: list[WinnableDeals], games: int, file: str | Path | None
) -> str:
    """The page."""
    engine = "compiled" if reports[0].compiled else "interpreted"
    shown = [game.check_options(options) for options in _shown(game)]
    alone = [report for report in reports if len(report.rows) == 1 and report.options in shown]
    lines = [
        f"{HEAD}{game.meta.title} are",
        "",
        "All win or lose together, so every level plays with its like: how many games are won, with a 95 % interval",
        f"(Wilson). Pandarium {reports[0].version}, {engine} engine, rules version {reports[0].rules}.",
        "",
        *pivot(lines_of(game, alone), "bots"),
        *_pair_table(game, reports),
        *_winnable_table(game, winnable),
        "",
        *reproduce_lines(game.meta.name, games, file),
    ]
    return "\n".join(lines)


def lines_of(game: Game, reports: list[SimulationReport]) -> list[StrengthLine]:
    """Every level with its like, and every pair of them, as a line."""
    found = []
    for report in reports:
        row = report.rows[0]
        found.append(
            StrengthLine(
                _words(game, report),
                " + ".join(one.bot for one in report.rows),
                "",
                report.seats,
                report.games,
                row.win_rate,
                *row.win_interval,
                "",
                row.mean_text,
                row.gain,
                report.command,
            )
        )
    return found


def _pair_table(game: Game, reports: list[SimulationReport]) -> list[str]:
    """Who wins how often with whom, at a table for two; nothing where no pair was measured."""
    first = game.check_options(strength_plan(game).options[0])
    found = {
        frozenset(row.bot for row in report.rows): report.rows[0]
        for report in reports
        if report.seats == PAIR_SEATS and report.options == first
    }
    if not any(len(together) == PAIR_SEATS for together in found):
        return []
    ladder = [level for level in levels(game) if any(level in together for together in found)]
    lines = [
        "",
        "Beside another level, at a table for two: what both together win.",
        "",
        f"| | {' | '.join(ladder)} |",
        f"|---|{'---:|' * len(ladder)}",
    ]
    for one in ladder:
        cells = [_share(found.get(frozenset((one, other)))) for other in ladder]
        lines.append(f"| {one} | {' | '.join(cells)} |")
    about = strength_plan(game).about_pairs
    return [*lines, "", about] if about else lines


def _share(row: BotResult | None) -> str:
    return f"**{row.win_rate:.1%}** ({row.win_interval[0]:.0%} – {row.win_interval[1]:.0%})" if row else ""


def _words(game: Game, report: SimulationReport) -> str:
    """What is played with: the first of the differing options, and others where they are not as usual."""
    usual = {option.name: option.default for option in game.meta.options}
    first, *others = _differing(game) or [""]
    more = [f"{name}={show_option(report.options[name])}" for name in others if report.options[name] != usual[name]]
    return ", ".join([show_option(report.options[first]), *more]) if first else ""


def _differing(game: Game) -> list[str]:
    """The options that the measured sets name, in the order of the game."""
    named = {name for options in strength_plan(game).options for name in options}
    return [option.name for option in game.meta.options if option.name in named]


def _winnable_table(game: Game, winnable: list[WinnableDeals]) -> list[str]:
    if not winnable:
        return []
    shares = []
    for counted in winnable:
        low, high = wilson(counted.won, counted.deals)
        shares.append(f"**{counted.won / counted.deals:.1%}** ({low:.0%} – {high:.0%})")
    columns = " | ".join("1 player" if counted.seats == 1 else f"{counted.seats} players" for counted in winnable)
    lines = [
        "",
        f"How many of {winnable[0].deals:,} deals can be won at all, by players who see every card: those for which a "
        "search with open",
        "cards found a game that is won. There may be more.",
        "",
        f"| {columns} |",
        f"|{'---:|' * len(winnable)}",
        f"| {' | '.join(shares)} |",
    ]
    options = ", ".join(f"{name}={show_option(value)}" for name, value in winnable[0].options.items())
    return [*lines, "", f"All with {options}." if options else "All with the usual options."]
