"""How many decisions are real: more than one move is listed, and which one is played matters."""

from __future__ import annotations

from math import sqrt
from typing import Any, ClassVar, NamedTuple

from pandarium.core.bot import ask
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.study.observers import Observer
from pandarium.kit.study.tables import Row

FORCED, SAME, REAL = "one move only", "no difference that shows", "real"
CLEAR = 2.0
"""Standard errors: of forty decisions without any difference one looks real."""


class Noted(NamedTuple):
    """A decision that was drawn, with the position as it was."""

    state: State
    seat: int
    move: int
    kind: str
    after: int
    """How many decisions came before it."""


class Decisions(Observer):
    """Draws some decisions of every game, each as likely as the others, and tries how much they matter.

    The move that was played and some others that luck picks among the listed are played to the end of the game by
    `plays_on`, from positions that the seat cannot tell from the real one; all of them meet the same positions and the
    same luck. The first half of these playouts names the best and the worst of them, the second half, which knows
    nothing of the first, says how far they are apart.
    """

    plays_on: ClassVar[Any] = "random"
    each: ClassVar[int] = 1
    """How many decisions of a game are tried."""
    playouts: ClassVar[int] = 60
    """For each move, in each half."""
    others: ClassVar[int] = 3
    """With how many moves the one that was played is compared."""

    def kind(self, state: Any, seat: int) -> str:
        """What kind of decision it is, in a word of the game."""
        return "all"

    def result(self, state: Any, outcome: Outcome, seat: int) -> float:
        """What a game came to for that seat: how far it is ahead of the best of the others; together, their score."""
        scores = list(outcome.scores)
        own = float(scores.pop(seat))
        return own if not scores or state.setup.game.meta.cooperative else own - max(scores)

    def deal(self, state: State, events: list[Any]) -> None:
        """Nothing has been decided."""
        self.drawn: list[Noted] = []
        self.count = 0

    def before(self, state: State, seat: int, move: int) -> None:
        """Keep it, perhaps: at the end each decision was kept with the same chance."""
        place = self.count if self.count < self.each else self.chance.below(self.count + 1)
        if place < self.each:
            noted = Noted(state.clone(), seat, move, self.kind(state, seat), self.count)
            self.drawn[place:] = [noted, *self.drawn[place + 1 :]]
        self.count += 1

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row for every decision that was drawn."""
        return [self._try(noted) for noted in self.drawn]

    def _try(self, noted: Noted) -> Row:
        moves = noted.state.legal(noted.seat)
        stake = gain = 0.0
        fate = FORCED
        if len(moves) > 1:
            stake, gain, clear = self._compare(noted, moves)
            fate = REAL if clear else SAME
        return {
            "decision": noted.kind,
            "tenth": 1 + 10 * noted.after // self.count,
            "fate": fate,
            "real": float(fate == REAL),
            "forced": float(fate == FORCED),
            "listed": len(moves),
            "stake": stake,
            "gain": gain,
        }

    def _compare(self, noted: Noted, moves: list[int]) -> tuple[float, float, bool]:
        """How far best and worst lie apart, what the move played has on the others, and whether it is beyond noise."""
        rest = [move for move in moves if move != noted.move]
        tried = [noted.move]
        while rest and len(tried) <= self.others:
            tried.append(rest.pop(self.chance.below(len(rest))))
        first = self._play_out(noted, tried)
        ranked = sorted(range(len(tried)), key=lambda place: sum(line[place] for line in first))
        second = self._play_out(noted, tried)
        apart = [line[ranked[-1]] - line[ranked[0]] for line in second]
        ahead = [line[0] - sum(line[1:]) / (len(line) - 1) for line in second]
        luck = sqrt(sum(_variance([line[place] for line in second]) for place in range(len(tried))) / len(tried))
        mean, error = sum(apart) / len(apart), sqrt(_variance(apart) / len(apart))
        if not luck:  # nothing is left to luck: any difference is one
            return (float(mean > 0), float(sum(ahead) > 0), mean > 0)
        return mean / luck, sum(ahead) / len(ahead) / luck, mean > 0 and mean >= CLEAR * error

    def _play_out(self, noted: Noted, tried: list[int]) -> list[list[float]]:
        """For every playout what each move came to."""
        lines: list[list[float]] = []
        for _ in range(self.playouts):
            twin = noted.state.resample(noted.seat, self.chance)
            luck = int(self.chance.bits())
            lines.append([self._finish(twin.clone(), noted.seat, move, Rng(luck)) for move in tried])
        return lines

    def _finish(self, state: State, seat: int, move: int, chance: Rng) -> float:
        """What comes of a move."""
        state.play(seat, move)
        while actors := state.actors():
            actor = actors[0] if len(actors) == 1 else actors[chance.below(len(actors))]
            state.play(actor, ask(self.bot, state, actor, chance))
        outcome = state.outcome()
        assert outcome is not None, "a game without actors is over"
        return self.result(state, outcome, seat)


def _variance(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)
