"""The harness that a game is tried in: how much, at which tables, in which positions, and how a fault is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, wraps
from typing import NamedTuple

from pandarium.core.errors import BadSeats
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.testing.registration import temporarily_registered


class Budget(NamedTuple):
    """How much is tried. The default takes seconds a game; multiply what you want to look at more closely.

    >>> Budget(deals=5000).games
    10
    """

    games: int = 10
    """Random games for every check, shared out among the tables: at least one on each."""
    spots: int = 5
    """Positions looked at in each of them."""
    wild: int = 80
    """Numbers tried as moves, for every position."""
    twins: int = 2
    """Resampled twins, for every position and viewer."""
    deals: int = 240
    """Games followed side by side for every viewer, in search of positions that look alike to it."""
    hostile: int = 240
    """Broken positions that are handed to `load`, for every table."""
    longest: int = 20_000
    """A random game with more moves than this never ends."""
    seconds: float = 3.0
    """After this the bots are asked nothing more; each is asked once in any case."""
    seed: int = 1
    """Where the chance of all this comes from."""


class ConformanceError(AssertionError):
    """A game does not keep the contract: which check says so, where it happened, and what was wrong."""

    def __init__(
        self,
        what: str,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | None = None,
        moves: Sequence[str] = (),
    ) -> None:
        super().__init__(what)
        self.what = what
        self.game = game
        self.seats = seats
        self.options = dict(options or {})
        self.seed = seed
        self.moves = tuple(moves)
        """The moves up to there, in notation, each after the number of its seat."""
        self.check = ""

    def __str__(self) -> str:
        lines = [f"{self.game} fails {self.check}: {self.what}"]
        if self.seats is not None:
            lines.append(f"  table  {self.seats} seats, options {self.options}, seed {self.seed}")
            lines.append(f"  moves  {', '.join(self.moves) or 'none yet'}")
        lines.append(f"  again  python -m pandarium.testing {self.game} --check {self.check}")
        return "\n".join(lines)


class TestedTable(NamedTuple):
    """A number of seats with options, ready to deal."""

    game: Game
    seats: int
    options: dict[str, OptionValue]
    setup: Setup

    def start(self, seed: int) -> State:
        """A new game at this table."""
        return self.setup.start(seed)


class Spot(NamedTuple):
    """A position in a random game, with the way that led there."""

    table: TestedTable
    seed: int
    moves: tuple[tuple[int, int], ...]
    """Seat and move."""
    state: State

    def fault(self, what: str) -> ConformanceError:
        """The error for something that is wrong here."""
        game, seats, options, _ = self.table
        moves = [f"{seat}: {_say(game, move)}" for seat, move in self.moves]
        return ConformanceError(what, game.meta.name, seats, options, self.seed, moves)

    def after(self, seat: int, move: int) -> Spot:
        """The same way with one more move; the state is the caller's and has made it."""
        return self._replace(moves=(*self.moves, (seat, move)))

    def again(self) -> State:
        """The same position played anew from the deal, which owes nothing to clone()."""
        state = self.table.start(self.seed)
        for seat, move in self.moves:
            state.play(seat, move)
        return state

    def viewers(self) -> list[int | None]:
        """A spectator and some of the players: who is to act, and the first and last of the others."""
        acting = self.state.actors()
        waiting = [seat for seat in range(self.table.seats) if seat not in acting]
        return [None, *acting[:2], *waiting[:1], *waiting[1:][-1:]]


def _say(game: Game, move: int) -> str:
    """A move in notation, or as a number when a broken game cannot say it."""
    try:
        return game.say(move)
    except Exception:
        return f"#{move}"


class Harness:
    """One game under trial. `here` is the last position looked at, for faults that come as a bare exception."""

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.here: Spot | None = None

    def fault(self, what: str) -> ConformanceError:
        """The error for something that is wrong at the last position, or with the game as a whole."""
        return self.here.fault(what) if self.here else ConformanceError(what, self.game.meta.name)

    def rng(self, *salts: int) -> Rng:
        """A generator for the suite's own choices."""
        rng = Rng(self.budget.seed)
        for salt in salts:
            rng.salt(salt + 1)
        return rng

    def seeds(self, count: int) -> list[int]:
        """Seeds with many digits, so that they can be searched for in what people see."""
        rng = self.rng()
        return [rng.bits() | 2**61 for _ in range(count)]

    @cached_property
    def tables(self) -> list[TestedTable]:
        """The smallest, a middle and the largest table, and one for every value of every option."""
        low, high = self.game.meta.seats
        sizes = sorted({low, (low + high) // 2, high})
        plain: dict[str, OptionValue] = {}
        chosen = [found for size in sizes if (found := self._first_fitting([size], [plain, *self._variants()]))]
        chosen += [found for options in self._variants() if (found := self._first_fitting([low, *sizes], [options]))]
        missing = [options for options in self._variants() if not any(table.options == options for table in chosen)]
        if missing:
            raise self.fault(f"no number of players can play with {missing[0]}")
        if not chosen:
            raise self.fault(f"meta says {low} to {high} seats, but none of {sizes} can be started")
        return chosen

    @property
    def games_each(self) -> int:
        """Random games on every table."""
        return max(1, self.budget.games // len(self.tables))

    def _variants(self) -> list[dict[str, OptionValue]]:
        options = self.game.meta.options
        return [{o.name: choice} for o in options for choice in o.choices if choice != o.default]

    def _first_fitting(self, sizes: Sequence[int], variants: Sequence[dict[str, OptionValue]]) -> TestedTable | None:
        for seats in sizes:
            for options in variants:
                if not all(option.applies(seats) for option in self.game.meta.options if option.name in options):
                    continue
                try:
                    return TestedTable(self.game, seats, options, self.game.setup(seats, options))
                except BadSeats:
                    continue
        return None

    def line(self, table: TestedTable, seed: int, longest: int | None = None) -> Spot:
        """A random game to its end, or to its `longest` move."""
        rng = self.rng(seed)
        limit = self.budget.longest if longest is None else longest
        moves: list[tuple[int, int]] = []
        state = table.start(seed)
        try:
            while len(moves) < limit and (actors := state.actors()):
                seat = actors[rng.below(len(actors))]
                legal = state.legal(seat)
                if not legal:
                    raise RuntimeError(f"seat {seat} is among the actors but has no legal move")
                move = legal[rng.below(len(legal))]
                moves.append((seat, move))
                state.play(seat, move)
        except Exception as error:
            what = f"a random game breaks off with {type(error).__name__}: {error}"
            raise Spot(table, seed, tuple(moves), state).fault(what) from error
        return Spot(table, seed, tuple(moves), state)

    def spots(self, count: int | None = None, tables: Sequence[TestedTable] | None = None) -> Iterator[Spot]:
        """Positions of random games: the first, the last two, and some between. Their states are the caller's own."""
        for table in self.tables if tables is None else tables:
            for seed in self.seeds(self.games_each):
                for spot in self.stops(self.line(table, seed), self.budget.spots if count is None else count):
                    self.here = spot
                    yield spot._replace(state=spot.state.clone())

    def stops(self, line: Spot, count: int) -> Iterator[Spot]:
        """Some positions of one game, in order."""
        length = len(line.moves)
        wanted = {0, length, max(0, length - 1)}
        rng = self.rng(line.seed, 1)
        while len(wanted) < min(count, length + 1):
            wanted.add(rng.below(length + 1))
        state = line.table.start(line.seed)
        for number in range(length + 1):
            if number in wanted:
                yield line._replace(moves=line.moves[:number], state=state.clone())
            if number < length:
                state.play(*line.moves[number])


Check = Callable[..., str]


def check(function: Callable[[Harness], str]) -> Check:
    """Make a check of a function: to be called with a game and a budget.

    Whatever a broken game raises inside it becomes a ConformanceError that says where.
    """

    @wraps(function)
    def run(game: Game | str, budget: Budget | None = None) -> str:
        found = find_game(game) if isinstance(game, str) else game
        harness = Harness(found, budget or Budget())
        try:
            with temporarily_registered(found):
                return function(harness)
        except ConformanceError as fault:
            fault.check = function.__name__
            raise
        except Exception as error:
            broken = harness.fault(f"{type(error).__name__}: {error}")
            broken.check = function.__name__
            raise broken from error

    return run
