"""Hidden Card with one thing wrong in what programs learn from."""

from __future__ import annotations

from itertools import count
from typing import Any

from pandarium import Rng
from pandarium.core.move_list import MoveList

from .hidden_card import Hidden, HiddenCard
from .leaks import caught_by


@caught_by("bytes_fit_their_layout")
class FlagIsTwo(Hidden):
    def observe(self, seat: int) -> bytes:
        return super().observe(seat).replace(b"\1", b"\2")


@caught_by("action_numbers_are_stable")
class ActionNumbersGoWithTheTurn(Hidden):
    def action(self, seat: int, move: int) -> int:
        return (super().action(seat, move) + self.left) % self.setup.actions


@caught_by("action_numbers_are_stable")
class ActionNumbersWithoutMeaning(HiddenCard):
    actions = ()


@caught_by("batches_say_what_states_say")
class TwoMovesWithOneNumber(Hidden):
    def action(self, seat: int, move: int) -> int:
        return 0


@caught_by("batches_say_what_states_say")
class ActionNumberTooHigh(Hidden):
    def action(self, seat: int, move: int) -> int:
        return super().action(seat, move) + 1


@caught_by("batches_say_what_states_say")
class BatchAsksWhoWaits(Hidden):
    def to_act(self, chance: Rng) -> int:
        seat = super().to_act(chance)
        return seat if seat < 0 else 1 - seat


@caught_by("batches_say_what_states_say")
class BatchForgetsAMove(Hidden):
    def legal_into(self, seat: int, moves: MoveList) -> None:
        for move in self.legal(seat)[1:]:
            moves.add(move)


@caught_by("batches_say_what_states_say")
class BatchSeesTheOtherCard(Hidden):
    def observe_into(self, seat: int, out: Any, at: int) -> None:
        super().observe_into(seat, out, at)
        out[at + 1] = self.hands[1 - seat]


@caught_by("batches_say_what_states_say")
class BatchPaysTheLoser(Hidden):
    def outcome_into(self, scores: Any, wins: Any, at: int) -> None:
        super().outcome_into(scores, wins, at)
        wins[at] = 1 - wins[at]


@caught_by("batches_say_what_states_say")
class FeaturesGrow(Hidden):
    asked = count()

    def features_into(self, seat: int, move: int, out: Any, at: int) -> None:
        out[at] = next(self.asked) % 256
