"""Hidden Card with a leak, in many ways: what the suite has to find, and by which check."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from pandarium import IllegalMove, Rng, Setup, State

from .hidden_card import BET, SHOW, SHOWN, SWAP, Happened, Hidden, HiddenCard, View

MUTANTS: list[tuple[str, type[HiddenCard]]] = []


def caught_by(*checks: str) -> Callable[[type], type]:
    """Register a mutant: a game, or a state that is put into one."""

    def register(mutant: type) -> type:
        game = mutant
        if issubclass(mutant, State):

            def new_state(self: HiddenCard, setup: Setup, rng: Rng) -> Hidden:
                return mutant(setup, rng)

            game = type(mutant.__name__, (HiddenCard,), {"new_state": new_state})
        MUTANTS.extend((check, game) for check in checks)
        return mutant

    return register


@caught_by("resampled_twins_look_alike", "deals_that_look_alike")
class ViewShowsTheCard(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> View:
        view = super().view(state, viewer)
        view.cards[1].card = state.hands[1]
        return view


@caught_by("resampled_twins_look_alike")
class RefusalTellsTheCard(Hidden):
    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        refused = super().refusal(seat, move)
        if refused and move >> 4 == self.hands[1]:
            return IllegalMove("HC-2", "just like your opponent's card")
        return refused


@caught_by("resampled_twins_look_alike")
class LegalMovesDependOnTheCard(Hidden):
    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if seat == 0 and move == SHOW and self.hands[1] < 4:
            return IllegalMove("HC-2", "not now")
        return super().refusal(seat, move)


@caught_by("resampled_twins_look_alike")
class ObservationHoldsTheCard(Hidden):
    def observe(self, seat: int) -> bytes:
        return bytes([self.hands[0], *super().observe(seat)[1:]])


@caught_by("resampled_twins_look_alike")
class TimeoutDependsOnTheCard(Hidden):
    def timeout(self, seat: int) -> int:
        return SWAP if self.hands[1 - seat] < 5 or self.shown[seat] else SHOW


@caught_by("resampled_twins_look_alike")
class TimerDependsOnTheCard(Hidden):
    def timer(self) -> int:
        return self.hands[1] if self.left else 0


@caught_by("resampled_twins_look_alike")
class TwinKeepsTheGenerator(Hidden):
    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = super().resample(seat, rng)
        twin.rng = self.rng.clone()
        return twin


@caught_by("resampled_twins_look_alike")
class TwinUsesOtherChance(Hidden):
    def guess_bet(self, made: int, rng: Rng) -> int:
        return super().guess_bet(made, Rng(random.getrandbits(60)))


@caught_by("resampled_twins_look_alike")
class ResamplingChangesThePosition(Hidden):
    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = super().resample(seat, rng)
        self.rng.bits()
        return twin


@caught_by("generator_stays_hidden")
class TimeoutDependsOnTheGenerator(Hidden):
    def timeout(self, seat: int) -> int:
        moves = self.legal(seat)
        return moves[self.rng.words()[0] % len(moves)]


@caught_by("deals_that_look_alike")
class TwinKeepsTheCard(Hidden):
    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = self.clone()
        twin.rng = rng.fork()
        return twin


@caught_by("events_keep_secrets")
class EventTellsTheDraw(HiddenCard):
    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened | None:
        return Happened("swapped", event[1], event[3]) if len(event) == 4 else super().redact(event, viewer)


@caught_by("quiet_moves_reveal_nothing")
class BetTellsTheCard(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        super().apply(seat, move, log)
        if log and move & 15 == BET:
            log[-1] = (SHOWN, seat, self.hands[1])


@caught_by("quiet_moves_reveal_nothing")
class EventTellsTheBet(HiddenCard):
    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened | None:
        return super().redact(event, event[1])


@caught_by("deals_that_look_alike")
class TwinKeepsTheBet(Hidden):
    def resample(self, seat: int | None, rng: Rng) -> Hidden:
        twin = super().resample(seat, rng)
        twin.bets = self.bets[:]
        return twin


@caught_by("resampled_twins_look_alike")
class ViewShowsTheBet(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> View:
        view = super().view(state, viewer)
        view.cards[0].bet = state.bets[0]
        return view


@caught_by("quiet_moves_reveal_nothing")
class ShowingIsNotSealed(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        sealed = self.sealed
        super().apply(seat, move, log)
        if move == SHOW and self.left:
            self.sealed = sealed


@caught_by("quiet_moves_reveal_nothing")
class DrawingIsNotSealed(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        sealed = self.sealed
        super().apply(seat, move, log)
        if move == SWAP:
            self.sealed = sealed


@caught_by("quiet_moves_reveal_nothing")
class SealedDependsOnTheCard(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        super().apply(seat, move, log)
        self.sealed += self.hands[1 - seat] % 2


@caught_by("generator_stays_hidden")
class ViewShowsTheGenerator(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> View:
        view = super().view(state, viewer)
        view.cards[0].bet = state.rng.words()[0]
        return view


@caught_by("generator_stays_hidden")
class ViewDependsOnTheGenerator(HiddenCard):
    def view(self, state: Hidden, viewer: int | None) -> View:
        view = super().view(state, viewer)
        view.cards[0].bet = state.rng.words()[0] % 5
        return view


@caught_by("generator_stays_hidden")
class EventTellsTheGenerator(Hidden):
    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        super().apply(seat, move, log)
        if log:
            log[-1] = (SHOWN, seat, self.rng.words()[1])
