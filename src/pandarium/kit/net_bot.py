"""NetBot: a bot that plays what a network says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import u8

from pandarium.core.bot import Advice, Bot
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.abstraction import Abstraction, Decision
from pandarium.kit.network import Network

PARTS = 1 << 30
"""Chance is drawn in this many parts."""


class NetBot(Bot):
    """Draws its move as the network weighs them: good play in games of bluff is mixed play."""

    def __init__(
        self,
        network: Network,
        abstraction: Abstraction,
        name: str,
        least: float = 0.0,
        blur: float = 1.0,
        leanings: Mapping[int, float] | None = None,
    ) -> None:
        """Options that the network would play less often than `least` are not played at all.

        With a `blur` above 1 it tells the others less well apart: it errs where the choice is close, as people do, and
        still plays nothing that makes no sense. `leanings` say how much more often than it should it plays an option,
        as a factor.
        """
        self.network = network
        self.abstraction = abstraction
        self.name = name
        self.least = least
        self.blur = blur
        self.leanings = dict(leanings or {})

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """One of the options, by its weight."""
        decision = self._options(state, seat, rng)
        moves = decision.moves.to_list()
        if len(moves) == 1:
            return moves[0]
        shares = self.shares(self.look(state, seat), decision.numbers.to_list(), self.blur_at(state))
        drawn = rng.below(PARTS) / PARTS
        for move, share in zip(moves, shares, strict=True):
            drawn -= share
            if drawn < 0:
                return move
        return moves[shares.index(max(shares))]

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every option with how often the network plays it."""
        decision = self._options(state, seat, rng)
        shares = self.shares(self.look(state, seat), decision.numbers.to_list(), self.blur_at(state))
        weighed = sorted(zip(shares, decision.moves.to_list(), strict=True), reverse=True)
        return [
            Advice(move, share, Message("core.advice.share", {"percent": round(100 * share)}))
            for share, move in weighed
        ]

    def _options(self, state: State, seat: int, rng: Rng) -> Decision:
        decision = Decision()
        self.abstraction.options_into(state, seat, rng, decision.numbers, decision.moves)
        return decision

    def look(self, state: State, seat: int) -> bytes:
        """What it goes by."""
        out = vec[u8]([0] * self.abstraction.layout.length)
        self.abstraction.inputs_into(state, seat, out, 0)
        return bytes(out)

    def blur_at(self, state: State) -> float:
        """How blurred it is at that table."""
        return self.blur

    def shares(self, looked_at: bytes, options: Sequence[int], blur: float = 1.0) -> list[float]:
        """How often each of these options is played by somebody who looks at that."""
        outputs = self.network.forward(looked_at)
        if max(options) >= len(outputs):
            raise PandariumError(f"{self.name} was trained at a smaller table: it has {len(outputs)} action numbers")
        highest = max(outputs[option] for option in options)
        powers = [math.exp(outputs[option] - highest) for option in options]
        least = self.least * sum(powers)
        kept = [
            power ** (1.0 / blur) * self.leanings.get(option, 1.0) if power >= least else 0.0
            for option, power in zip(options, powers, strict=True)
        ]
        total = sum(kept)
        return [power / total for power in kept]
