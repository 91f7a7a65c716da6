"""A bot for any game: Monte Carlo tree search over positions its seat cannot tell from the real one.

Single-observer information-set search: every playout starts from a fresh `resample`, walks down one tree that is shared
by all of them (choosing among the moves that are legal in this sample, by upper confidence bound), adds a node, plays
random moves to the end, and credits the way it came.
"""

from __future__ import annotations

import math

from pandarium.core.bot import Advice, Bot
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import State

PLAYOUTS = 400
EXPLORATION = 0.7


class Node:
    """What is known about playing a move after the moves that led here."""

    __slots__ = ("available", "children", "credit", "seat", "visits")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        """Who plays the move that leads here."""
        self.children: dict[tuple[int, int], Node] = {}
        self.visits = 0
        self.available = 0
        self.credit = 0.0

    @property
    def mean(self) -> float:
        """Success per visit."""
        return self.credit / max(1, self.visits)


class SearchBot(Bot):
    """Thinks a fixed number of playouts, so that the same position and generator give the same move."""

    name = "hard"
    thinks = True

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that was tried most."""
        moves = state.legal(seat)
        return moves[0] if len(moves) == 1 else self.advise(state, seat, rng)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every move with its share of success in the playouts, the most tried first."""
        root = self._grow(state, seat, rng)
        tried = sorted(root.children.items(), key=lambda item: (-item[1].visits, item[0]))
        return [Advice(move, node.mean, f"good in {node.mean:.0%} of samples") for (_, move), node in tried]

    def _grow(self, state: State, seat: int, rng: Rng) -> Node:
        root = Node(seat)
        cooperative = state.setup.game.meta.cooperative
        moves = len(state.legal(seat))
        for _ in range(max(self.playouts, moves)):
            sample = state.resample(seat, rng)
            path = self._descend(root, sample, seat, rng)
            sample.playout(rng)
            outcome = sample.outcome()
            assert outcome is not None, "a playout ends the game"
            for node in path:
                node.visits += 1
                node.credit += success(outcome, node.seat, cooperative)
        return root

    def _descend(self, root: Node, sample: State, seat: int, rng: Rng) -> list[Node]:
        """Walk down to a new node, playing on the sample."""
        path: list[Node] = []
        node = root
        actors = [seat]
        while actors:
            mover = actors[0] if len(actors) == 1 else actors[rng.below(len(actors))]
            moves = sample.legal(mover)
            fresh = [move for move in moves if (mover, move) not in node.children]
            move = fresh[rng.below(len(fresh))] if fresh else self._best(node, mover, moves)
            child = node.children.setdefault((mover, move), Node(mover))
            for other in moves:
                if (known := node.children.get((mover, other))) is not None:
                    known.available += 1
            sample.play(mover, move)
            path.append(child)
            if fresh:
                return path
            node = child
            actors = sample.actors()
        return path

    @staticmethod
    def _best(node: Node, mover: int, moves: list[int]) -> int:
        def bound(move: int) -> tuple[float, int]:
            child = node.children[mover, move]
            explore = EXPLORATION * math.sqrt(math.log(child.available + 1) / max(1, child.visits))
            return (child.mean + explore, -move)

        return max(moves, key=bound)


def success(outcome: Outcome, seat: int, cooperative: bool = False) -> float:
    """How well a seat did, from 0 to 1: half for winning (shared among winners), half for opponents left behind.

    Who plays together has no opponents: there only winning counts.

    >>> success(Outcome(winners=(1,), scores=(3, 9, 5), reason=""), 2)
    0.25
    """
    win = 1.0 / len(outcome.winners) if seat in outcome.winners else 0.0
    others = [score for other, score in enumerate(outcome.scores) if other != seat]
    if cooperative or not others:
        return 1.0 if seat in outcome.winners else 0.0
    mine = outcome.scores[seat]
    beaten = sum(1.0 if mine > score else 0.5 if mine == score else 0.0 for score in others) / len(others)
    return (win + beaten) / 2
