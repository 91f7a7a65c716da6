"""The course of the game: which phase follows which, and which chapter carries out which move."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.move_list import MoveList
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, observed
from pandarium.games.wildstyle.engine.actions import (
    add_card,
    clear_set,
    draw_card,
    place_tag,
    share_card,
    take_car,
    take_card,
)
from pandarium.games.wildstyle.engine.city import City
from pandarium.games.wildstyle.engine.knowledge import OBSERVED_BYTES, hide_from, observe_into
from pandarium.games.wildstyle.engine.legal import list_moves, refuse
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    DRAW,
    GO,
    PASS,
    READY,
    REMOVE,
    RUSH,
    SCRAP,
    SHARE,
    TAG,
    TAKE,
    as_object,
    card_of,
    hex_of,
    kind_of,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.engine.numbering import action, features_into
from pandarium.games.wildstyle.engine.rounds import (
    after_action,
    begin_countdown,
    begin_round,
    pass_on,
    say_ready,
    start_round,
    timer_seconds,
)
from pandarium.games.wildstyle.engine.scoring import (
    begin_removal,
    cheapest_removal,
    find_outcome,
    finish_game,
    outcome_into,
    remove_tag,
)
from pandarium.games.wildstyle.engine.setting_up import choose_boards, choose_objectives, set_up
from pandarium.games.wildstyle.engine.state import (
    ACTORS,
    CHOICE,
    COUNTDOWN,
    GETTING_READY,
    PLAYING,
    REMOVING,
    WildSetup,
    WildState,
)


def go_on(state: WildState, phase: i64, log: list[Any] | None) -> None:
    """Begin phase after phase, each of which names the next, until somebody has a choice."""
    while phase != CHOICE:
        if phase == GETTING_READY:
            phase = begin_round(state, log)
        elif phase == COUNTDOWN:
            phase = begin_countdown(state, log)
        elif phase == REMOVING:
            phase = begin_removal(state)
        else:
            finish_game(state, log)
            return


def carry_out(state: WildState, seat: i64, move: i64, log: list[Any] | None) -> i64:
    """The chapter that the move belongs to; which phase begins then."""
    kind = kind_of(move)
    if kind == READY:
        return say_ready(state, seat, log)
    if kind == GO:
        return start_round(state, log)
    if kind == REMOVE:
        return remove_tag(state, seat, hex_of(move), log)
    if kind == PASS:
        return pass_on(state, seat, log)
    act(state, seat, kind, move, log)
    return after_action(state, seat, log)


def act(state: WildState, seat: i64, kind: i64, move: i64, log: list[Any] | None) -> None:
    """Carry out an action."""
    if kind == DRAW:
        draw_card(state, seat, pile_of(move), log)
    elif kind == ADD:
        add_card(state, seat, card_of(move), space_of(move), log)
    elif kind == SHARE:
        share_card(state, seat, card_of(move), pile_of(move), log)
    elif kind == TAKE:
        take_card(state, seat, pile_of(move), card_of(move), space_of(move), log)
    else:
        if kind in (RUSH, SCRAP):
            take_car(state, seat, log)
        if kind in (TAG, RUSH):
            place_tag(state, seat, space_of(move), hex_of(move), log)
        else:
            clear_set(state, seat, space_of(move), log)


class Wildstyle(WildState):
    """A position of Wildstyle that knows its rules: the contract, filled in."""

    def actors(self) -> list[int]:
        """Everyone who may act: several in real time, one at the relaxed pace (WS-41); nobody when the game is over."""
        return ACTORS[self.acting][:]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through; equal cards count once."""
        moves = MoveList()
        list_moves(self, seat, moves)
        found: list[Any] = []
        place: i64 = 0
        while place < moves.length:
            found.append(as_object(moves.items[place]))
            place += 1
        return found

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words; a touch that comes too late hears who was first (WS-1, WS-40)."""
        return refuse(self, seat, move)

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        go_on(self, carry_out(self, seat, move, log), log)

    def outcome(self) -> Outcome | None:
        """WS-32: the highest score wins, of equals whoever took fewer cop cars; then they share."""
        return find_outcome(self)

    def timeout(self, seat: int) -> int:
        """Ready, go, pass; or the tag whose loss costs least."""
        if self.phase == GETTING_READY:
            return READY
        if self.phase == COUNTDOWN:
            return GO
        if self.phase == PLAYING:
            return PASS
        return cheapest_removal(self, seat)

    def timer(self) -> int:
        """Seconds after which a clock plays `timeout` for everyone who may act (WS-2, WS-13); 0: no clock runs."""
        return timer_seconds(self)

    def counting(self) -> bool:
        """WS-2: between ready and go nobody moves; the clock says go."""
        return self.phase == COUNTDOWN

    def clone(self) -> Wildstyle:
        """An independent copy."""
        copy = Wildstyle(self.fixed, self.rng.clone(), self.city)
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Wildstyle:
        """The others' hands, what lies face down and choices not yet shown are drawn anew."""
        self.check_viewer(seat)
        twin = Wildstyle(self.fixed, rng.fork(), self.city)
        self.copy_to(twin)
        hide_from(twin, seat, rng)
        return twin

    def observe(self, seat: int) -> bytes:
        """Players clockwise from the observer, the own hand, cards nobody has shown, piles, objectives, and the map."""
        self.check_viewer(seat)
        return observed(self, seat, OBSERVED_BYTES)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """The same, for a batch."""
        observe_into(self, seat, out, at)

    def to_act(self, chance: Rng) -> i64:
        """One of `actors`: nobody is faster than the others."""
        actors = ACTORS[self.acting]
        many: i64 = len(actors)
        if many == 0:
            return NOBODY
        return actors[0] if many == 1 else actors[chance.below(many)]

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Every move that `refusal` lets through; equal cards count once."""
        list_moves(self, seat, moves)

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """WS-32: everybody's score, and who won."""
        outcome_into(self, scores, wins, at)

    def action(self, seat: i64, move: i64) -> i64:
        """The stable number of a move; the same at every seat."""
        return action(move)

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """Kind, set space, pile, card and hex of a move."""
        features_into(self, seat, move, out, at)


class WildDeal(WildSetup):
    """A set-up that can start games."""

    def start(self, seed: int, log: list[Any] | None = None) -> Wildstyle:
        """A new game, dealt and ready for the first countdown."""
        rng = Rng(seed)
        city = City(self.grid, self.faces, choose_boards(self, rng), choose_objectives(self, rng))
        state = Wildstyle(self, rng, city)
        go_on(state, set_up(state, log), log)
        return state
