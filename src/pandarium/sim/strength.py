"""How strong the bots are, at small, middle and large tables, as a page: each level against the one below it.

Where a game has sparring partners (`StrengthPlan.sparring`), its strongest level meets each of the game's others, and
then whichever of the partners does best against it at a table of that size: it is found in games of its own, so that
the final count is not flattered by the choice. The levels below it meet each the one below, with the first of the
measured options alone, to keep the page on one screen. Games against the hardest partner are fewer at large tables:
each of them has more who think. Neighbours on the ladder are close, so they play more games. Who play together have
nobody to beat: see `cooperative_strength.py` for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pandarium.bots import levels
from pandarium.bots.speed import SPEEDS, USUAL
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.record import write_atomically
from pandarium.core.registry import game as find_game
from pandarium.kit.luck import LuckRules
from pandarium.kit.strength import strength_plan
from pandarium.sim import cooperative_strength
from pandarium.sim.kept_reports import simulate_once
from pandarium.sim.pool import one_connection
from pandarium.sim.report import SimulationReport
from pandarium.sim.simulation import offset_progress
from pandarium.sim.strength_page import (
    HEAD,
    GainLine,
    StrengthLine,
    add_gain,
    data,
    data_file,
    pivot,
    reproduce_lines,
    with_gains,
)

GAMES = 2000
SEED = 1
TRIAL_SEED = 2
"""The games in which the hardest sparring partner is found are others than those that count."""
TRIAL_SHARE = 10
"""A tenth of the games for each partner's trial, at every table."""
NEIGHBOURS = 5
"""Where there are sparring partners, levels next to each other play this many times as many games as others."""


class Comparison(NamedTuple):
    """One line of the page."""

    stronger: str
    weaker: str | None
    """None: the hardest sparring partner."""
    seats: int
    games: int
    options: Mapping[str, OptionValue]


def table_sizes(game: Game) -> list[int]:
    """Small, middle and large: two, four and the most players, as far as the game takes them."""
    low, high = game.meta.seats
    return sorted({max(low, 2), min(max(low, 4), high), high})


def measured_sizes(game: Game) -> list[int]:
    """Those that the game names, else small, middle and large tables."""
    return sorted(strength_plan(game).sizes or table_sizes(game))


def plan(game: Game, games: int = GAMES) -> list[Comparison]:
    """Everything that is compared, in the order of the page."""
    ladder = levels(game)
    if any(game.pace(game.check_options(options)) == "real time" for options in strength_plan(game).options):
        return _plan_with_speeds(game, games)
    pairs: list[tuple[str, str | None]] = [(stronger, weaker) for weaker, stronger in pairwise(ladder)]
    chosen = strength_plan(game).options
    if not strength_plan(game).sparring():
        return [
            Comparison(stronger, weaker, seats, games, options)
            for stronger, weaker in pairs
            for options in chosen
            for seats in measured_sizes(game)
        ]
    own = [level for level in ladder if level in game.bots()]
    best: list[tuple[str, str | None]] = [*((own[-1], weaker) for weaker in own[:-1]), (own[-1], None)]
    below = [(stronger, weaker) for weaker, stronger in pairwise(own[:-1])]
    neighbours = {*below, (own[-1], own[-2])}

    def games_of(pair: tuple[str, str | None], seats: int) -> int:
        if pair[1] is None:
            return max(1, games * 2 // seats)
        return games * NEIGHBOURS if pair in neighbours else games

    return [
        Comparison(stronger, weaker, seats, games_of((stronger, weaker), seats), options)
        for stronger, weaker in [*best, *below]
        for options in chosen
        for seats in measured_sizes(game)
    ]


def _plan_with_speeds(game: Game, games: int) -> list[Comparison]:
    """In real time all are equally fast; then the last level but one, which need not think, against itself."""
    ladder = levels(game)
    lines = []
    for weaker, stronger in pairwise(ladder):
        for options in strength_plan(game).options:
            at = f"@{USUAL}" if game.pace(game.check_options(options)) == "real time" else ""
            part = strength_plan(game).thinking.get(stronger, 1.0)
            lines += [
                Comparison(stronger + at, weaker + at, seats, max(1, round(games * part)), options)
                for seats in measured_sizes(game)
            ]
    usual = ladder[-2]
    for options in strength_plan(game).options:
        if game.pace(game.check_options(options)) == "real time":
            lines += [
                Comparison(f"{usual}@{fast}", f"{usual}@{slow}", seats, games, options)
                for slow, fast in pairwise(SPEEDS)
                for seats in measured_sizes(game)
            ]
    return lines


def total(game: Game, games: int = GAMES) -> int:
    """How many games count on the page that `write` makes."""
    if game.meta.cooperative:
        return sum(line.games for line in cooperative_strength.plan(game, games))
    return sum(comparison.games for comparison in plan(game, games))


def write(
    game: str,
    file: str | Path | None,
    games: int = GAMES,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
    keep: Path | None = None,
) -> str:
    """Play every comparison and write the page (None: only return it).

    `progress` is called with the number of games done. `ray` names a Ray cluster to play on, HOST:PORT or "auto".
    `keep` names a folder in which every comparison is kept: a run that was stopped goes on where it was.

    In a file that has pages of other games, only this game's page is replaced; any other file is refused.
    """
    found = find_game(game)
    if file is not None:
        _read_pages(Path(file))
    if found.meta.cooperative:
        with one_connection(ray):
            played = cooperative_strength.play_all(found, games, workers, progress, ray, keep)
        winnable = cooperative_strength.count_all_winnable(found, max(1, games // cooperative_strength.DEAL_SHARE))
        page = cooperative_strength.render(found, played, winnable, games, file)
        return _keep(found, file, page, cooperative_strength.lines_of(found, played))
    with one_connection(ray):
        trials = [
            trial
            for options in strength_plan(found).options
            for trial in try_partners(found, options, games, workers, ray, keep)
        ]
        reports: list[SimulationReport] = []
        for comparison in plan(found, games):
            offset = offset_progress(progress, sum(report.games for report in reports))
            reports.append(compare(found, comparison, trials, workers, offset, ray, keep))
    return _keep(found, file, render(found, reports, trials, games, file), lines_of(found, reports, trials))


def _keep(game: Game, file: str | Path | None, page: str, lines: list[StrengthLine]) -> str:
    """Write the page into the file, if there is one, and the figures next to it."""
    if file is not None:
        figures = data_file(Path(file), game.meta.name)
        figures.parent.mkdir(exist_ok=True)
        write_atomically(figures, data(lines).encode())
        page = with_gains(page, Path(file), game.meta.name)
        write_atomically(Path(file), _put_into(Path(file), game, page).encode())
    return page


def write_gain(game: Game, file: Path, line: GainLine) -> None:
    """Put what learners took from a bot into the game's part of the page, which must be there."""
    title = f"{HEAD}{game.meta.title} are"
    parts = [HEAD + part for part in _read_pages(file).split(HEAD)[1:]]
    page = next((part for part in parts if part.splitlines()[0] == title), None)
    if page is None:
        raise BadData(str(file), f"has no page about {game.meta.title}: pandarium strength writes one")
    add_gain(file, game.meta.name, line)
    write_atomically(file, _put_into(file, game, with_gains(page, file, game.meta.name)).encode())


def try_partners(
    game: Game,
    options: Mapping[str, OptionValue],
    games: int,
    workers: int | None,
    ray: str | None = None,
    keep: Path | None = None,
) -> list[SimulationReport]:
    """The strongest level against each sparring partner, at every size of table."""
    number = max(1, games // TRIAL_SHARE)
    lines = [
        Comparison(levels(game)[-1], partner, seats, number, options)
        for seats in measured_sizes(game)
        for partner in strength_plan(game).sparring()
    ]
    return [_play(game, line, str(line.weaker), TRIAL_SEED, workers, ray=ray, keep=keep) for line in lines]


def compare(
    game: Game,
    comparison: Comparison,
    trials: list[SimulationReport],
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
    keep: Path | None = None,
) -> SimulationReport:
    """Play one line of the page; the trials tell who the hardest partner is."""
    weaker = comparison.weaker
    if weaker is None:
        setup = game.setup(comparison.seats, comparison.options)
        fitting = [trial for trial in trials if (trial.seats, trial.options) == (setup.seats, setup.options)]
        weaker = min(fitting, key=lambda trial: trial.rows[0].win_rate).rows[1].bot
    return _play(game, comparison, weaker, SEED, workers, progress, ray, keep)


def _play(
    game: Game,
    line: Comparison,
    weaker: str,
    seed: int,
    workers: int | None,
    progress: Callable[[int], None] | None = None,
    ray: str | None = None,
    keep: Path | None = None,
) -> SimulationReport:
    return simulate_once(
        keep,
        game.meta.name,
        [line.stronger, weaker],
        line.games,
        seats=line.seats,
        options=line.options,
        seed=seed,
        workers=workers,
        ray=ray,
        mirrored=True,
        adjusted=game.capability(LuckRules) is not None,
        progress=progress,
    )


def _read_pages(file: Path) -> str:
    """What such a file says already; raises BadData if it is something else, which must not be overwritten."""
    if not file.exists():
        return ""
    try:
        old = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        old = "?"
    if old and not old.startswith(HEAD):
        raise BadData(str(file), "is there already, and no page about strength: name another file")
    return old


def _put_into(file: Path, game: Game, page: str) -> str:
    """The file with this page in place of the game's old one, or after the others."""
    old = _read_pages(file)
    pages = [HEAD + part.rstrip("\n") + "\n" for part in old.split(HEAD)[1:]]
    title = page.splitlines()[0]
    places = [index for index, other in enumerate(pages) if other.splitlines()[0] == title]
    if places:
        pages[places[0]] = page
    else:
        pages.append(page)
    return "\n".join(pages)


def render(
    game: Game,
    reports: list[SimulationReport],
    trials: list[SimulationReport],
    games: int,
    file: str | Path | None = None,
) -> str:
    """The page."""
    engine = "compiled" if reports[0].compiled else "interpreted"
    spars = bool(strength_plan(game).sparring())
    whom = (
        "The strongest level against every other and the hardest of its sparring partners (below), the others against "
        "the one below them."
        if spars
        else "Every level against the one below it."
    )
    lines = [
        f"{HEAD}{game.meta.title} are",
        "",
        f"{whom} How many games the stronger won, with a 95 % interval (Wilson);",
        "a level is stronger when its interval lies above the fair share. They alternate around the table, and play",
        f"each deal from both places; {_gains(reports)}. Ties share a win.",
        f"Pandarium {reports[0].version}, {engine} engine, rules version {reports[0].rules}.",
        "",
        *pivot(lines_of(game, reports, trials), "stronger : weaker"),
        *_about_speeds(reports),
        *_trial_table(game, trials),
        "",
        *reproduce_lines(game.meta.name, games, file),
    ]
    return "\n".join(lines)


def _gains(reports: list[SimulationReport]) -> str:
    """What it is worth that luck with the deal cancels out."""
    gains = sorted(report.rows[0].gain for report in reports)
    words = f"that makes a game worth {gains[0]:.2f} to {gains[-1]:.2f} games with deals of their own"
    adjusted = sorted(report.rows[0].adjusted.gain for report in reports if report.rows[0].adjusted is not None)
    if not adjusted:
        return words
    return (
        f"{words}.\nLuck is taken off the shares as well (research.md tells how), which makes it worth "
        f"{adjusted[0]:.2f} to {adjusted[-1]:.2f}"
    )


def lines_of(game: Game, reports: list[SimulationReport], trials: list[SimulationReport]) -> list[StrengthLine]:
    """Every comparison as a line; sparring partners share a row, whoever it was."""
    several = len(strength_plan(game).options) > 1
    partners = strength_plan(game).sparring() if trials else {}
    found = []
    for report in reports:
        strong, weak = report.rows
        spars = weak.bot in partners
        found.append(
            StrengthLine(
                _options(game, report) if several else "",
                f"{strong.bot} : {'hardest partner' if spars else weak.bot}",
                weak.bot if spars else "",
                report.seats,
                report.games,
                strong.share,
                *strong.interval,
                f"{strong.fair:.0%}",
                f"{strong.mean_text} : {weak.mean_text}",
                strong.gain if strong.adjusted is None else strong.adjusted.gain,
                report.command,
            )
        )
    return found


def _about_speeds(reports: list[SimulationReport]) -> list[str]:
    """What the words after an @ mean, where there are any."""
    if not any("@" in row.bot for report in reports for row in report.rows):
        return []
    speeds = ", ".join(f"{word} {milliseconds} ms" for word, milliseconds in SPEEDS.items())
    return [
        "",
        f"In real time every bot has a reaction time, half of them below: {speeds}. It decides by what it sees and",
        "touches it that much later; who comes too late looks again. The last lines say what speed alone is worth.",
    ]


def _trial_table(game: Game, trials: list[SimulationReport]) -> list[str]:
    """How each sparring partner did, where there are any."""
    if not trials:
        return []
    lines = [
        "",
        f"What the strongest level won against each of its sparring partners, in {trials[0].games:,} games each, to "
        "find the hardest:",
        "",
        f"| players | options | {' | '.join(strength_plan(game).sparring())} |",
        f"|---:|---|{'---:|' * len(strength_plan(game).sparring())}",
    ]
    for first in range(0, len(trials), len(strength_plan(game).sparring())):
        row = trials[first : first + len(strength_plan(game).sparring())]
        won = " | ".join(f"{trial.rows[0].win_rate:.0%}" for trial in row)
        lines.append(f"| {row[0].seats} | {_options(game, row[0])} | {won} |")
    return lines


def _options(game: Game, report: SimulationReport) -> str:
    """What differs in the measured sets of options, in words."""
    names = sorted({name for options in strength_plan(game).options for name in options})
    return ", ".join(f"{name}={show_option(report.options[name])}" for name in names)
