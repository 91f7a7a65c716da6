"""A small Pandánte that can be solved: the end of a gambit for two, with a deck of seven and claims up to a straight.

The community cards lie there, both have claimed a pair. Each gets two of seven cards and bets once more; then abilities
are left out, and upgrade, tie-break and showdown go as ever. It is played for gold.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from pandarium.core.move_list import MoveList
from pandarium.games.pandante.bots.policy import highest_truth
from pandarium.games.pandante.engine import moves, phases
from pandarium.games.pandante.engine.claims import PAIR, STRAIGHT, rank_said
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.legal import list_moves
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.kit.chance import ChanceOutcome
from pandarium.kit.small_game import SmallGame

BOARD: Final = ("r1", "b3", "g5", "o7", "p9")
DECK: Final = ("k3", "g3", "k5", "k4", "k6", "b8", "r10")
"""Two pairs, three of a kind, straights, or nothing can be made with two of them."""
HIGHEST: Final = STRAIGHT
POT: Final = 14
"""Antes and earlier bets."""


class PandanteSmallGame(SmallGame):
    """The end of one gambit."""

    def __init__(self, game: Any, deck: tuple[str, ...] = DECK) -> None:
        self.game = game
        self.deck = deck
        self.first = self._position(("k3", "g3"), ("k5", "k4"))

    def _position(self, one: tuple[str, ...], other: tuple[str, ...]) -> Pandante:
        state = self.game.load(
            {
                "seats": 2,
                "phase": "bet",
                "turn": 0,
                "gold": [44, 44],
                "dealer": 1,
                "hands": [list(one), list(other)],
                "folded": [],
                "board": [[*BOARD, None]],
                "claims": ["pair", "pair"],
                "pot": POT,
                "street": "tail",
                "casino": 0,
                "options": {},
                "top": [],
            }
        )
        assert isinstance(state, Pandante)
        return state

    def deals(self) -> list[tuple[ChanceOutcome, tuple[str, str]]]:
        """Two hands of two from the small deck, each as likely as any other."""
        hands = [
            (one, other)
            for one in combinations(self.deck, 2)
            for other in combinations([card for card in self.deck if card not in one], 2)
        ]
        found = []
        for one, other in hands:
            mine, theirs = " ".join(one), " ".join(other)
            outcome = ChanceOutcome(1 / len(hands), f"{mine} | {theirs}", self._position(one, other))
            found.append((outcome, (mine, theirs)))
        return found

    def options(self, state: Any, seat: int) -> list[int]:
        """Claims up to a straight; no abilities; two statements; a lie is not shown."""
        assert isinstance(state, Pandante)
        if state.phase == phases.ANNOUNCING:
            return [moves.GO]
        if state.phase == phases.SHOWING:
            return [moves.choose(moves.SHOW, 0)]
        if state.phase == phases.SAYING:
            return self._statements(state, seat)
        listed = MoveList()
        list_moves(state, seat, listed)
        high = (moves.BET, moves.UPGRADE)
        return [move for move in listed.to_list() if moves.kind_of(move) not in high or moves.claim_of(move) <= HIGHEST]

    def _statements(self, state: Pandante, seat: int) -> list[int]:
        """The highest truth, and the highest that there is."""
        top = max(state.legal(seat), key=lambda move: rank_said(moves.said_of(move)))
        true = highest_truth(state, seat)
        return [top] if true in (NOBODY, top) else [true, top]

    def nearest(self, state: Any, seat: int, move: int) -> int:
        """A claim that is too high becomes the highest; another statement the bold one; any ability none."""
        found = self.options(state, seat)
        if moves.kind_of(move) in (moves.BET, moves.UPGRADE):
            return max(found, key=lambda option: moves.claim_of(option) if option != moves.FOLD else PAIR - 1)
        return found[-1]

    def value(self, state: Any) -> float | None:
        """Half of the difference in gold, when the gambit is over."""
        assert isinstance(state, Pandante)
        if state.gambit == self.first.gambit and state.phase != phases.OVER:
            return None
        return (int(state.gold[0]) - int(state.gold[1])) / 2
