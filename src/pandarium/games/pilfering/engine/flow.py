"""The course of the game: which chapter carries out which move, and which step follows which.

A chapter ends by naming the next step in `state.step`. Steps that nobody decides are gone through here, until somebody
has a choice. `Pilfering` is the contract's State, joining everything.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, observed
from pandarium.games.pilfering.engine import (
    actions,
    dealing,
    knowledge,
    legal,
    numbering,
    plans,
    refresh,
    sharing,
    turn,
)
from pandarium.games.pilfering.engine.canon import canonical
from pandarium.games.pilfering.engine.cards import NO_CARD
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    PASS,
    PICK,
    PLACE,
    REUSE,
    SET,
    SHARE,
    STASH,
    SWAP,
    area_of,
    card_of,
    escape,
    kind_of,
    other_of,
    panda_of,
    picked,
    start,
    way_of,
)
from pandarium.games.pilfering.engine.setup import PilferingSetup
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CAUGHT,
    CHECK_FAILED,
    CHECK_STEP,
    CHOOSE_STEP,
    DEAL_STEP,
    DOOR_STEP,
    DRAW_STEP,
    END_STEP,
    ESCAPED,
    FINAL_STEP,
    NEXT_STEP,
    NO_CARDS,
    NOT_READY,
    OUT_OF_TIME,
    OVER,
    SECRET_STEP,
    START_STEP,
    TOP_UP_STEP,
    TURN_STEP,
    PilferingState,
)
from pandarium.games.pilfering.engine.track import end_if_caught

REASONS: dict[int, tuple[str, str]] = {
    ESCAPED: ("PP-E5", "pilfering.outcome.escaped"),
    CAUGHT: ("PP-E2", "pilfering.outcome.caught"),
    OUT_OF_TIME: ("PP-E7", "pilfering.outcome.out_of_time"),
    NO_CARDS: ("PP-E4", "pilfering.outcome.no_cards"),
    CHECK_FAILED: ("PP-E5", "pilfering.outcome.check_failed"),
    NOT_READY: ("PP-2", "pilfering.outcome.not_ready"),
}
"""How it ended: the rule, and the code of the sentence in `words/`."""


def carry_out(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """The chapter of each kind of move."""
    kind: i64 = kind_of(move)
    if kind in (SET, REUSE, EXTEND, SWAP, DISCARD):
        actions.carry_out_action(state, seat, move, log)
        end_action(state, seat, log)
    elif kind == DRAW:
        refresh.draw(state)
    elif kind == PICK:
        refresh.pick_up(state, seat, picked(move), way_of(move), log)
    elif kind == STASH:
        if state.step == SECRET_STEP:
            turn.move_secret(state, card_of(move), log)
        else:
            turn.stash_card(state, seat, card_of(move), log)
    elif kind == PASS:
        if state.step == DOOR_STEP:
            plans.close_door(state, log)
        else:
            turn.end_actions(state, seat, log)
    elif kind == ANSWER:
        if state.step == START_STEP:
            dealing.answer_start(state, seat, move == start(1), log)
        else:
            turn.answer_check(state, seat, move == escape(1), log)
    elif kind == CHOOSE:
        dealing.choose_panda(state, seat, panda_of(move), log)
    elif kind == SHARE:
        sharing.offer(state, seat, card_of(move), other_of(move), log)
    elif kind == GIVE:
        sharing.give_back(state, card_of(move), log)
    elif kind == PLACE:
        plans.place_card(state, area_of(move), log)
    else:
        plans.trade_at_door(state, seat, move, log)


def end_action(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """After every action: caught (PP-E2)? With an empty hand the actions are over, and there is no stash (PP-A13)."""
    if not end_if_caught(state, log) and state.hands[seat] == 0:
        state.step = END_STEP
        turn.go_out(state, seat, log)


def go_on(state: PilferingState, log: list[Any] | None) -> None:
    """Everything that nobody decides, up to the next decision or the end."""
    while state.step > OVER:
        carry_out_step(state, log)


def carry_out_step(state: PilferingState, log: list[Any] | None) -> None:
    """The chapter of each step that nobody decides."""
    step: i64 = state.step
    if step == DRAW_STEP:
        plan: i64 = refresh.draw_card(state, log)
        if plan != NO_CARD:
            plans.resolve(state, plan, log)
    elif step == END_STEP:
        turn.end_turn(state, log)
    elif step == TOP_UP_STEP:
        turn.top_up(state, log)
    elif step == NEXT_STEP:
        turn.next_turn(state)
    elif step == TURN_STEP:
        turn.begin_turn(state, log)
    elif step == DEAL_STEP:
        dealing.deal(state, log)
    elif step == FINAL_STEP:
        turn.final_check(state, log)


class Pilfering(PilferingState):
    """A position of Pilfering Pandas, as the contract wants it."""

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        return [] if self.step == OVER else [self.actor()]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through, each effect once."""
        moves = MoveList()
        legal.list_moves(self, seat, moves)
        return moves.to_list()

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer for people."""
        return legal.refusal(self, seat, move)

    def canon(self, seat: int, move: int) -> int:
        """PP-A8: the listed move of the same effect."""
        return canonical(self, seat, move)

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        carry_out(self, seat, move, log)
        go_on(self, log)

    def outcome(self) -> Outcome | None:
        """PP-E9: all win or all lose; the score is how far the pandas got away."""
        if self.step != OVER:
            return None
        rule, code = REASONS[int(self.result)]
        winners = tuple(range(self.seats)) if self.result == ESCAPED else ()
        return Outcome.because(winners, (int(self.lead()),) * int(self.seats), Message(code), rule)

    def lead(self) -> i64:
        """PP-E9: everybody's score."""
        if self.result != ESCAPED:
            return 0
        return self.panda - self.keeper

    def timeout(self, seat: int) -> int:
        """Draw, do one's duty, stash the first card that may go; say no to everything else that can be declined."""
        moves = MoveList()
        legal.list_moves(self, seat, moves)
        if self.step in (ACTION_STEP, DOOR_STEP):
            last: i64 = moves.items[moves.length - 1]
            return PASS if last == PASS else moves.items[0]
        if self.step == CHECK_STEP:
            return escape(0)
        return moves.items[0]

    def observe(self, seat: int) -> bytes:
        """The layout that `game.observation` names."""
        self.check_viewer(seat)
        return observed(self, seat, knowledge.OBSERVED_BYTES)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """The same, for a batch."""
        knowledge.observe_into(self, seat, out, at)

    def to_act(self, chance: Rng) -> i64:
        """One seat at a time; nobody when the game is over."""
        if self.step == OVER:
            return NOBODY
        return self.actor()

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Every move that `refusal` lets through, each effect once."""
        legal.list_moves(self, seat, moves)

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """PP-E9: all win or all lose."""
        seat: i64 = at
        while seat < at + self.seats:
            scores[seat] = self.lead()
            if self.result == ESCAPED:
                wins[seat] = 1
            seat += 1

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """What a move does with which cards; the moves of this game have no numbers, there are too many."""
        numbering.features_into(self, seat, move, out, at)

    def clone(self) -> Pilfering:
        """An independent copy."""
        copy = Pilfering(self.fixed, self.rng.clone())
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Pilfering:
        """Hands of others, the deck, and what left unseen are dealt anew; what was seen going somewhere stays there."""
        self.check_viewer(seat)
        twin = Pilfering(self.fixed, self.rng)
        self.copy_to(twin)
        if self.step != CHOOSE_STEP:
            viewer: i64 = self.seats if seat is None else seat
            knowledge.deal_hidden(twin, viewer, rng)
        twin.rng = rng.fork()
        return twin


class PilferingDeal(PilferingSetup):
    """A set-up that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Pilfering:
        """A new game, before the pandas are chosen."""
        state = Pilfering(self, Rng(seed))
        dealing.set_up(state, log)
        return state
