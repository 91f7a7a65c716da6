"""How games run: who is ahead when, how often that changes, and from when on it is decided.

A game says what a moment is and how everybody stands then. What a standing is worth is learned from the games
themselves: for every moment a conditional logit (McFadden), fitted to who won in the end. Games of even numbers are
judged by what odd ones taught, and the other way round, so that no game knows its own result.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import Any, NamedTuple

from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.kit.study.observers import Observer, win_share
from pandarium.kit.study.tables import Row

SURE = 0.9
"""From this chance on a game counts as decided."""
FEW = 40
"""Moments that fewer games reach learn together with the one before them."""
RARE = 0.1
"""Moments that a smaller part of the games reaches are left out of curves."""
RIDGE = 0.1
STEPS = 12


class Course(Observer):
    """Notes how everybody stands at every moment. A game fills in what a moment and a standing are."""

    def moment(self, state: Any) -> int:
        """The number of the moment: of the round, or the turn. A standing is noted when it changes."""
        raise NotImplementedError

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        """What speaks for this seat: its points, what it can expect. Where all play together, for the table."""
        raise NotImplementedError

    def deal(self, state: State, events: list[Any]) -> None:
        """The first moment begins."""
        self.together = bool(state.setup.game.meta.cooperative)
        self.noted: list[tuple[int, tuple[tuple[float, ...], ...]]] = []
        self.at = int(self.moment(state))

    def after(self, state: State, seat: int, move: int, events: list[Any]) -> None:
        """Is a moment over?"""
        now = int(self.moment(state))
        if now != self.at:
            if state.actors():
                seats = range(1 if self.together else len(self.bots))
                self.noted.append((self.at, tuple(self.standing(state, seat) for seat in seats)))
            self.at = now

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row a moment, for `winning_chances` and `turning_points`."""
        seats = range(1 if self.together else len(self.bots))
        won: Any = tuple(win_share(outcome, seat, self.together) for seat in seats)
        noted: Any = self.noted
        return [{"at": at, "standings": standings, "won": won} for at, standings in noted]


class _Moment(NamedTuple):
    at: int
    sides: list[tuple[float, ...]]
    """What speaks for each side; where all play together, for the table and for its defeat."""
    won: list[float]


class _Game(NamedTuple):
    number: int
    kept: Row
    """The columns of its table."""
    moments: list[_Moment]


def winning_chances(moment: str, rows: Sequence[tuple[int, Row]]) -> list[tuple[int, Row]]:
    """A row for every moment of every game: the winner's chance then, the favourite's, and whether that one won.

    `moment` is what the column is called that says which one it was.
    """
    found: list[tuple[int, Row]] = []
    for games in _by_table(rows):
        usual = [at for at in {now.at for game in games for now in game.moments} if _reach(games, at) >= RARE]
        for game, chances in zip(games, _chances(games), strict=True):
            for now, chance in zip(game.moments, chances, strict=True):
                if now.at not in usual:
                    continue
                best = max(chance)
                row: Row = {
                    moment: now.at,
                    "winner": _of_winner(chance, now.won),
                    "favourite": best,
                    "held": now.won[chance.index(best)],
                    "decided": float(best >= SURE),
                    "said": f"{int(min(best, 0.999) * 10) * 10} to {int(min(best, 0.999) * 10) * 10 + 10} %",
                }
                found.append((game.number, game.kept | row))
    return found


def turning_points(rows: Sequence[tuple[int, Row]]) -> list[tuple[int, Row]]:
    """A row a game: how often the favourite changed, how low the winner was, and how late it was decided."""
    found: list[tuple[int, Row]] = []
    for games in _by_table(rows):
        for game, chances in zip(games, _chances(games), strict=True):
            won = game.moments[-1].won
            winners = [_of_winner(chance, won) for chance in chances]
            favourites = [chance.index(max(chance)) for chance in chances]
            changes = sum(one != other for one, other in pairwise(favourites))
            open_until = max((place + 1 for place, chance in enumerate(winners) if chance < SURE), default=0)
            row: Row = {
                "lead_changes": changes,
                "lowest": min(winners),
                "comeback": float(min(winners) < 0.5 / len(won)),
                "decided_at": min(1.0, (open_until + 1) / (len(winners) + 1)),
                "open": float(open_until == len(winners)),
            }
            found.append((game.number, game.kept | row))
    return found


def _of_winner(chances: list[float], won: list[float]) -> float:
    """The chance of who won; of several who share it the best, of nobody none."""
    return max((chance for chance, share in zip(chances, won, strict=True) if share), default=0.0)


def _by_table(rows: Sequence[tuple[int, Row]]) -> list[list[_Game]]:
    """The games of each table, in order."""
    tables: dict[Any, dict[int, _Game]] = {}
    for number, row in rows:
        kept = {name: value for name, value in row.items() if name not in {"at", "standings", "won"}}
        standings: Any = row["standings"]
        won: Any = row["won"]
        sides, shares = [tuple(map(float, side)) for side in standings], list(won)
        if len(sides) == 1:  # all together: against the constant chance of losing
            sides, shares = [(*sides[0], 1.0), (0.0,) * (len(sides[0]) + 1)], [shares[0], 1 - shares[0]]
        games = tables.setdefault(tuple(kept.items()), {})
        game = games.setdefault(number, _Game(number, kept, []))
        game.moments.append(_Moment(int(row["at"]), sides, shares))
    return [list(games.values()) for games in tables.values()]


def _reach(games: Sequence[_Game], at: int) -> float:
    return sum(any(moment.at == at for moment in game.moments) for game in games) / len(games)


def _chances(games: Sequence[_Game]) -> list[list[list[float]]]:
    """For every game and moment the chance of every side, by what the games of the other half taught."""
    learned = {half: _learn([game for game in games if game.number % 2 == half]) for half in (0, 1)}
    return [
        [_shares(moment.sides, _weights(learned[1 - game.number % 2], moment)) for moment in game.moments]
        for game in games
    ]


def _weights(learned: dict[int, list[float]], moment: _Moment) -> list[float]:
    """What was learned about this moment, else about the last one that was reached often enough."""
    known = max((at for at in learned if at <= moment.at), default=min(learned, default=None))
    return [0.0] * len(moment.sides[0]) if known is None else learned[known]


def _learn(games: Sequence[_Game]) -> dict[int, list[float]]:
    moments: dict[int, list[_Moment]] = {}
    for game in games:
        for moment in game.moments:
            moments.setdefault(moment.at, []).append(moment)
    last: list[_Moment] = []
    learned: dict[int, list[float]] = {}
    for at in sorted(moments):
        last = moments[at] if len(moments[at]) >= FEW else [*last, *moments[at]]
        learned[at] = fit(last)
    return learned


def fit(moments: Sequence[tuple[Any, Sequence[tuple[float, ...]], Sequence[float]]]) -> list[float]:
    """Weights of a conditional logit, by Newton's method, a little drawn towards zero.

    >>> ahead = [(1.0,), (0.0,)]
    >>> round(fit([(0, ahead, [1.0, 0.0])] * 3000 + [(0, ahead, [0.0, 1.0])] * 1000)[0], 3)  # the logarithm of 3
    1.099
    """
    size = len(moments[0][1][0])
    scale = [_spread([side[place] for _, sides, _ in moments for side in sides]) for place in range(size)]
    scaled = [
        ([[side[place] / scale[place] for place in range(size)] for side in sides], won) for _, sides, won in moments
    ]
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE if row == column else 0.0 for column in range(size)] for row in range(size)]
        for sides, won in scaled:
            shares = _shares(sides, weights)
            middle = [
                sum(share * side[place] for share, side in zip(shares, sides, strict=True)) for place in range(size)
            ]
            for side, share, wins in zip(sides, shares, won, strict=True):
                off = [side[place] - middle[place] for place in range(size)]
                for row in range(size):
                    slope[row] += (wins - share) * side[row]
                    for column in range(size):
                        bend[row][column] += share * off[row] * off[column]
        step = _solve(bend, slope)
        weights = [weight + by for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return [weight / by for weight, by in zip(weights, scale, strict=True)]


def _spread(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return float((sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5) or 1.0


def _shares(sides: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    heights = [sum(weight * value for weight, value in zip(weights, side, strict=True)) for side in sides]
    powers = [exp(height - max(heights)) for height in heights]
    return [power / sum(powers) for power in powers]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination; the ridge keeps it away from zero."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(lines)
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(lines[row][at]))
        lines[at], lines[best] = lines[best], lines[at]
        for row in range(size):
            if row != at:
                factor = lines[row][at] / lines[at][at]
                lines[row] = [value - factor * other for value, other in zip(lines[row], lines[at], strict=True)]
    return [lines[at][size] / lines[at][at] for at in range(size)]
