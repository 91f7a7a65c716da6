"""What a simulation came to: rows by bot, as a table, as JSON."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from pandarium.core.errors import BadData
from pandarium.sim.control_variate import LuckSums, without_luck
from pandarium.sim.intervals import t_interval, wilson

if TYPE_CHECKING:
    from rich.table import Table


class Tally(msgspec.Struct):
    """Running sums of one bot. Whole numbers only, so that the order of adding up does not matter."""

    seats: int = 0
    """How often it sat at a table."""
    win_parts: int = 0
    """Wins in units of 1/WIN, so that any shared victory is exact."""
    total: int = 0
    squares: int = 0
    deal_squares: int = 0
    """Of what all its seats scored together in all games of one deal: they are not independent."""
    deal_win_squares: int = 0
    """Of its wins in all games of one deal, likewise in units of 1/WIN."""
    scores: dict[int, int] = {}
    even: LuckSums = msgspec.field(default_factory=LuckSums)
    """Wins, in units of 1/WIN, with the luck in them, where that is measured: deals with even numbers,"""
    odd: LuckSums = msgspec.field(default_factory=LuckSums)
    """and the others."""

    def add(self, other: Tally) -> None:
        """Take in what others counted."""
        self.seats += other.seats
        self.win_parts += other.win_parts
        self.total += other.total
        self.squares += other.squares
        self.deal_squares += other.deal_squares
        self.deal_win_squares += other.deal_win_squares
        for score, count in other.scores.items():
            self.scores[score] = self.scores.get(score, 0) + count
        self.even.add(other.even)
        self.odd.add(other.odd)


WIN = 720_720
"""Divisible by every number of winners up to sixteen."""


class Adjusted(msgspec.Struct, frozen=True):
    """The share of games that a bot wins, with luck taken off (`control_variate`)."""

    share: float
    interval: tuple[float, float]
    gain: float
    """How many games with deals of their own, and with luck left in, one game is worth."""


class BotResult(msgspec.Struct, frozen=True):
    """One bot's results. A victory shared by k counts 1/k; where all play together, it is everybody's."""

    bot: str
    seats: int
    """How often it sat at a table, over all games."""
    wins: float
    win_rate: float
    """Of all games, the share won by this bot, in whichever of its seats."""
    win_interval: tuple[float, float]
    fair: float
    """What it would win if all seats were equally strong; 1 where all play together."""
    mean: float
    mean_interval: tuple[float, float] | None
    """From deal to deal, not from seat to seat; None: one deal says nothing about the others."""
    sd: float
    """Of the scores, seat by seat."""
    scores: dict[str, int]
    """How often each score was reached."""
    gain: float = 1.0
    """How many games with deals of their own one game is worth, for the share of wins; 1 unless deals are mirrored."""
    adjusted: Adjusted | None = None
    """None: luck was not measured."""

    @property
    def share(self) -> float:
        """The best estimate of the share of games that it wins: with luck taken off, where that was measured."""
        return self.win_rate if self.adjusted is None else self.adjusted.share

    @property
    def interval(self) -> tuple[float, float]:
        """Of `share`."""
        return self.win_interval if self.adjusted is None else self.adjusted.interval

    @property
    def mean_text(self) -> str:
        """The mean score, with half its interval where there is one."""
        return f"{self.mean:.1f}" + (f" ± {self.mean_interval[1] - self.mean:.1f}" if self.mean_interval else "")


class SimulationReport(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation: what was played, what came of it, and the command that gives it again."""

    game: str
    title: str
    rules: int
    version: str
    compiled: bool
    seats: int
    options: dict[str, Any]
    seed: int
    asked: int
    games: int
    """Fewer than asked when it was interrupted."""
    interrupted: bool
    moves: int
    seconds: float
    command: str
    rows: list[BotResult]
    turns: int = 1
    """How often each deal was played."""

    def to_json(self) -> str:
        """Indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> SimulationReport:
        """What `to_json` wrote; raises BadData."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadData("report", f"not a Pandarium report: {error}") from None

    def table(self) -> Table:
        """The rows for a terminal."""
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        ends = " (interrupted)" if self.interrupted else ""
        mirrored = ""
        if self.turns > 1:
            gain = min(row.gain for row in self.rows)
            mirrored = f"; each deal {self.turns} times, which makes a game worth {gain:.2f}"
        adjusted = [row.adjusted for row in self.rows if row.adjusted is not None]
        if adjusted:
            mirrored += f"; with luck taken off a game is worth {min(one.gain for one in adjusted):.2f}"
        speed = f"{self.games / self.seconds:,.0f} games/s" if self.seconds else ""
        table = Table(
            title=f"{self.title}, {self.seats} seats, {self.games:,} games{ends}",
            caption=f"{self.command}\n{self.moves:,} moves in {self.seconds:.1f} s, {speed}; "
            f"intervals are 95 %{mirrored}",
            caption_justify="left",
            box=SIMPLE_HEAD,
            min_width=80,
            title_justify="left",
        )
        table.add_column("bot", no_wrap=True)
        share = "without luck" if adjusted else "of games"
        for head in ("won", share, "interval", "fair", "mean score", "sd"):
            table.add_column(head, justify="right", no_wrap=True)
        for row in self.rows:
            low, high = row.interval
            table.add_row(
                row.bot,
                f"{row.wins:,.1f}".removesuffix(".0"),
                f"{row.share:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{row.fair:.1%}",
                row.mean_text,
                f"{row.sd:.1f}",
            )
        return table


FEW_DEALS = 30
"""From fewer nobody can tell how much deals differ."""


def make_row(bot: str, tally: Tally, games: int, at_table: int, cooperative: bool = False, turns: int = 1) -> BotResult:
    """The results of one bot from its sums."""
    count = max(1, tally.seats)
    wins = tally.win_parts / WIN
    mean = tally.total / count
    sd = sqrt(max(0.0, (tally.squares - tally.total**2 / count) / (count - 1))) if count > 1 else 0.0
    gain = _gain(tally, games, turns)
    return BotResult(
        bot=bot,
        seats=tally.seats,
        wins=wins,
        win_rate=wins / games if games else 0.0,
        win_interval=wilson(wins * gain, games * gain),
        fair=1.0 if cooperative else tally.seats / (games * at_table) if games else 0.0,
        mean=mean,
        mean_interval=t_interval(mean, _mean_error(tally, games // turns), games // turns),
        sd=sd,
        scores={str(score): tally.scores[score] for score in sorted(tally.scores)},
        gain=gain,
        adjusted=_adjust(tally, games, turns),
    )


def _adjust(tally: Tally, games: int, turns: int) -> Adjusted | None:
    """The share of wins without luck; None where luck was not measured, or too seldom."""
    if min(tally.even.deals, tally.odd.deals) < FEW_DEALS:
        return None
    corrected = without_luck(tally.even, tally.odd)
    share = min(1.0, max(0.0, corrected.mean / (WIN * turns)))
    raw = tally.win_parts / WIN / games
    alone = raw * (1 - raw) / games
    together = corrected.variance / (WIN * turns) ** 2
    gain = alone / together if alone and together else 1.0
    return Adjusted(share, wilson(share * games * gain, games * gain), gain)


def _mean_error(tally: Tally, deals: int) -> float:
    """The standard error of a bot's mean score: it has as many seats in every deal, so each deal is one observation.

    It is what `estimate.mean_with_interval` finds from the rows, from sums that do not grow with the games.
    """
    if deals < 2:
        return 0.0
    variance = (tally.deal_squares * deals - tally.total**2) / (deals * (deals - 1))
    return sqrt(variance * deals) / tally.seats


def _gain(tally: Tally, games: int, turns: int) -> float:
    """By how much the share of wins varies less from deal to deal than if each game had a deal of its own.

    Luck that comes with the deal cancels out when everybody has it once; then fewer games say as much.
    """
    deals = games // turns
    if turns == 1 or deals < FEW_DEALS:
        return 1.0
    share = tally.win_parts / WIN / games
    alone = share * (1 - share) / games
    variance = (tally.deal_win_squares * deals - tally.win_parts**2) / (deals * (deals - 1))
    together = variance / deals / (WIN * turns) ** 2
    return alone / together if alone and together else 1.0
