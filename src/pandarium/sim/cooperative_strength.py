"""How strong the bots of a cooperative game are, as a page: every level plays with its own kind, against the game.

The strongest level thinks long: it plays a tenth of the games, and only with the first of the measured options. Where a
game can search with open cards (`StrengthPlan.winnable`), the page also says how many deals can be won at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from pandarium.bots import levels
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.rng import Rng
from pandarium.kit.strength import strength_plan
from pandarium.sim.intervals import wilson
from pandarium.sim.report import SimulationReport
from pandarium.sim.simulation import offset_progress, simulate
from pandarium.sim.strength_page import HEAD, StrengthLine, again, pivot

SEED = 1
THINKER_SHARE = 10
"""The strongest level plays one game for every ten of the others."""
DEAL_SHARE = 5
"""One deal is searched for every five games."""


class LevelRun(NamedTuple):
    """One line of the page: everyone at the table is of this level."""

    level: str
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
    return [
        LevelRun(level, seats, max(1, games // THINKER_SHARE) if level == ladder[-1] else games, options)
        for level in ladder
        for options in (strength_plan(game).options[:1] if level == ladder[-1] else strength_plan(game).options)
        for seats in range(low, high + 1)
    ]


def play(
    game: Game,
    line: LevelRun,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
) -> SimulationReport:
    """Play one line."""
    report = simulate(
        game.meta.name,
        [line.level],
        line.games,
        seats=line.seats,
        options=line.options,
        seed=SEED,
        workers=workers,
        ray=ray,
        progress=progress,
    )
    if report.interrupted:
        raise KeyboardInterrupt
    return report


def play_all(
    game: Game, games: int, workers: int | None, progress: Callable[[int], None] | None, ray: str | None = None
) -> list[SimulationReport]:
    """Every line; `progress` is called with the number of games done."""
    reports: list[SimulationReport] = []
    for line in plan(game, games):
        offset = offset_progress(progress, sum(report.games for report in reports))
        reports.append(play(game, line, workers, offset, ray))
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
    lines = [
        f"{HEAD}{game.meta.title} are",
        "",
        "All win or lose together, so every level plays with its like: how many games are won, with a 95 % interval",
        f"(Wilson). Pandarium {reports[0].version}, {engine} engine, rules version {reports[0].rules}.",
        "",
        *pivot(lines_of(game, reports), "bots"),
        *_winnable_table(game, winnable),
        "",
        *again(game.meta.name, games, file),
    ]
    return "\n".join(lines)


def lines_of(game: Game, reports: list[SimulationReport]) -> list[StrengthLine]:
    """Every level with its like as a line."""
    found = []
    for report in reports:
        row = report.rows[0]
        found.append(
            StrengthLine(
                _words(game, report),
                row.bot,
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
