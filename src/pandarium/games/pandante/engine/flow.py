"""The course of the game: which chapter carries out which move, and which step follows which.

A chapter ends by naming the next phase, and `go_on` calls the chapter of that phase until somebody has a choice:

    GAMBIT_BEGINS       antes and cards                          (before the first one: champions, buying in)
    STREET_BEGINS       Splash, Paws, Tail                       Cassy's choice
    BETTING_BEGINS                                               bets
    SNACKS_BEGIN        not after the Tail                       snacks; TREATS_BEGIN in one casino
    STREET_ENDS         back to STREET_BEGINS, or on
    ONE_HAND_GOES, LEAF_GOES, FERN_COMES, WHISPERS               choices of one casino and two champions
    ABILITIES_BEGIN     for each player                          announcements
    ABILITIES_TAKE_EFFECT                                        whatever the abilities ask
    UPGRADES_BEGIN                                               upgrades
    SHOWDOWN_FORMS      the highest claims                       statements
    NEXT_HOTSEAT        back to SHOWDOWN_FORMS if all lied       challenges
    COIN_OFFERED        also by way of LAST_ONE_WINS             the coin
    GAMBIT_ENDS         ELIMINATION when gambling                coming and going, the clock
                        back to GAMBIT_BEGINS, or GAME_ENDS
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
from pandarium.games.pandante.engine import (
    abilities,
    before_abilities,
    betting,
    coin,
    effects,
    gambit,
    gambling,
    game_start,
    judging,
    knowledge,
    legal,
    moves,
    numbering,
    phases,
    showdown,
    snacks,
    streets,
    tie_break,
    upgrades,
)
from pandarium.games.pandante.engine.cards import BIT
from pandarium.games.pandante.engine.faults import FAULTS, FINE
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.moves import (
    ANNOUNCE,
    BET,
    CHALLENGE,
    DISCARD,
    FOLD,
    GO,
    PASS,
    PAY,
    REVEAL,
    SAY,
    SNACK,
    TOP,
    TRUST,
    UPGRADE,
)
from pandarium.games.pandante.engine.setup import DROP_IN, FOR_FUN, PandanteSetup
from pandarium.games.pandante.engine.state import PandanteState

# Steps that nobody decides


def go_on(state: PandanteState) -> None:
    """From step to step, until somebody has a choice or the game is over."""
    while state.phase > phases.OVER:
        carry_out_step(state)


def carry_out_step(state: PandanteState) -> None:
    """The step that nobody decides and that comes now."""
    if state.phase < phases.ABILITIES_BEGIN:
        begin_or_bet(state)
    elif state.phase < phases.LAST_ONE_WINS:
        resolve_or_show(state)
    else:
        end(state)


def begin_or_bet(state: PandanteState) -> None:
    """PD-1 to PD-5: the deal, three streets of bets and snacks, and what comes just before the abilities (PD-P7)."""
    phase = state.phase
    if phase == phases.GAMBIT_BEGINS:
        gambit.begin_gambit(state)
    elif phase == phases.STREET_BEGINS:
        streets.begin_street(state)
    elif phase == phases.BETTING_BEGINS:
        betting.begin_betting(state)
    elif phase == phases.SNACKS_BEGIN:
        snacks.begin_snacks(state)
    elif phase == phases.TREATS_BEGIN:
        snacks.begin_treats(state)
    elif phase == phases.STREET_ENDS:
        streets.end_street(state)
    elif phase == phases.ONE_HAND_GOES:
        before_abilities.drop_hands(state)
    elif phase == phases.LEAF_GOES:
        before_abilities.discard_leaf(state)
    elif phase == phases.FERN_COMES:
        before_abilities.let_fern_steal(state)
    else:
        before_abilities.whisper(state)


def resolve_or_show(state: PandanteState) -> None:
    """PD-7 to PD-9, PD-20 to PD-23: abilities, upgrades, the tie-break, one hotseat after the other."""
    phase = state.phase
    if phase == phases.ABILITIES_BEGIN:
        abilities.begin_abilities(state)
    elif phase == phases.ABILITIES_TAKE_EFFECT:
        effects.resolve_abilities(state)
    elif phase == phases.UPGRADES_BEGIN:
        upgrades.begin_upgrade(state)
    elif phase == phases.SHOWDOWN_FORMS:
        tie_break.find_showdown(state)
    else:
        showdown.next_hotseat(state)


def end(state: PandanteState) -> None:
    """PD-10, PD-24, PD-32, PD-G1: the last one left, the coin, the end of the gambit and of the game."""
    phase = state.phase
    if phase == phases.LAST_ONE_WINS:
        gambit.last_one_wins(state)
    elif phase == phases.COIN_OFFERED:
        coin.offer_coin(state)
    elif phase == phases.GAMBIT_ENDS:
        gambit.end_gambit(state)
    elif phase == phases.ELIMINATION:
        gambling.eliminate(state)
    else:
        gambit.finish(state)


# Moves


def carry_out(state: PandanteState, seat: i64, move: i64) -> None:
    """Each kind of move by its chapter."""
    kind = moves.kind_of(move)
    field = moves.field_of(move)
    if kind == BET:
        betting.place_bet(state, seat, field)
    elif kind == DISCARD:
        discard(state, seat, field)
    elif kind == SNACK:
        snacks.eat_snack(state, seat, field)
    elif kind == PASS:
        pass_turn(state, seat)
    elif kind in (CHALLENGE, TRUST):
        showdown.stage_choice(state, seat, kind == CHALLENGE)
    elif kind == ANNOUNCE:
        abilities.announce_ability(state, seat, moves.ability_of(move), moves.target_of(move))
    elif kind == GO:
        effects.let_it_happen(state)
    elif kind == FOLD:
        fold(state, seat)
    elif kind == UPGRADE:
        upgrades.upgrade_claim(state, seat, field)
    elif kind == SAY:
        tie_break.make_statement(state, seat, field)
    elif kind == PAY:
        effects.answer_paid(state, seat)
    elif kind == TOP:
        effects.put_card_on_top(state, seat, field)
    elif kind == REVEAL:
        effects.reveal_card(state, seat, field)
    else:
        choose(state, seat, moves.topic_of(move), moves.value_of(move))


def discard(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-5 after a snack, PD-L6 with the first bet, PD-K2, PD-P1, and for abilities."""
    phase = state.phase
    if phase == phases.DISCARDING_SNACK:
        snacks.discard_snack(state, seat, card)
    elif phase == phases.DISCARDING:
        effects.discard_for_ability(state, seat, card)
    elif phase == phases.DISCARDING_EXTRA:
        betting.discard_extra(state, seat, card)
    elif phase == phases.DISCARDING_TREAT:
        snacks.discard_treat(state, seat, card)
    else:
        before_abilities.discard_leaf_card(state, seat, card)


def pass_turn(state: PandanteState, seat: i64) -> None:
    """No snack, no upgrade, no card stolen."""
    if state.phase == phases.SNACKING:
        snacks.pass_snack(state, seat)
    elif state.phase == phases.UPGRADING:
        upgrades.pass_upgrade(state, seat)
    else:
        before_abilities.pass_steal(state)


def fold(state: PandanteState, seat: i64) -> None:
    """PD-4 in the betting, PD-L1 after a Raise, PD-D6 after a Long Shot."""
    if state.phase == phases.BETTING:
        betting.fold_bet(state, seat)
    elif state.phase == phases.RAISED:
        effects.answer_folded(state, seat)
    else:
        effects.end_long_shot(state, seat, False)


def choose(state: PandanteState, seat: i64, topic: i64, value: i64) -> None:
    """Everything that is a choice among a few."""
    if topic == moves.HAND:
        snacks.place_snack(state, seat, value)
    elif topic == moves.DROP:
        before_abilities.drop_hand(state, seat, value)
    elif topic == moves.STEAL:
        before_abilities.steal(state, seat, value)
    elif topic == moves.LOWER:
        effects.end_new_hand(state, seat, value == 1)
    elif topic == moves.REPLACE:
        effects.replace_sixth(state, seat, value)
    elif topic == moves.STAY:
        effects.end_long_shot(state, seat, True)
    elif topic == moves.ORDER:
        effects.put_in_order(state, seat, value)
    elif topic == moves.SHOW:
        coin.end_with_coin(state, seat, value == 1)
    elif topic == moves.REDRAW:
        effects.answer_redrawn(state, seat)
    elif topic == moves.NEXT:
        streets.order_cards(state, seat, value)
    elif topic == moves.CHAMPION:
        if state.variant.gambling == DROP_IN:
            gambling.take_champion(state, seat, value)
        else:
            game_start.take_champion(state, seat, value)
    elif topic == moves.STAKES:
        gambling.hear_clock(state, value == 1)
    else:
        gambling.take_seat(state, seat, value)


class Pandante(PandanteState):
    """A position of Pandánte that knows its rules."""

    def actors(self) -> list[int]:
        """One seat at a time; everybody who may still choose at a showdown; nobody when the game is over."""
        return legal.who_may_act(self)

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        found = MoveList()
        legal.list_moves(self, seat, found)
        return found.to_list()

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        fault = legal.fault(self, seat, move)
        if fault == FINE:
            return None
        rule, code = FAULTS[fault]
        return IllegalMove(rule, Message(code))

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through, and go on to the next decision."""
        self.log = log
        carry_out(self, seat, move)
        go_on(self)
        self.log = None

    def outcome(self) -> Outcome | None:
        """PD-24, PD-G2, PD-G3: the most gold wins; equal gold shares."""
        if self.phase != phases.OVER:
            return None
        winners = gambit.winners(self)
        seats = tuple([seat for seat in range(self.seats) if winners & BIT[seat] != 0])
        scores = tuple([int(gambit.score(self, seat)) for seat in range(self.seats)])
        mode = self.variant.gambling
        if mode == FOR_FUN:
            target = Message("pandante.outcome.target", {"gold": str(self.numbers.target)})
            return Outcome.because(seats, scores, target, "PD-24")
        if mode == DROP_IN:
            return Outcome.because(seats, scores, Message("pandante.outcome.closed"), "PD-G2")
        code = "pandante.outcome.gambit" if self.variant.one_gambit else "pandante.outcome.last"
        return Outcome.because(seats, scores, Message(code), "PD-G3")

    def timeout(self, seat: int) -> int:
        """Fold rather than bet, buy nothing, say what is true, trust: the cautious move."""
        listed = self.legal(seat)
        if self.phase == phases.RAISED:
            return FOLD
        if self.phase == phases.SAYING:
            return highest_truth(self, seat, listed)
        if self.phase == phases.REPLACING:
            return listed[-1]
        if self.phase == phases.BETWEEN_GAMBITS and self.away & BIT[seat] != 0:
            return listed[-1]
        return listed[0]

    def clone(self) -> Pandante:
        """An independent copy."""
        copy = Pandante(self.variant, self.rng.clone())
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Pandante:
        """All cards that this seat does not know, and the secret choices of others, are drawn anew."""
        self.check_viewer(seat)
        twin = Pandante(self.variant, rng.fork())
        self.copy_to(twin)
        knowledge.redraw_hidden(self, twin, self.seats if seat is None else seat, rng)
        return twin

    def observe(self, seat: int) -> bytes:
        """What the seat knows, as bytes."""
        self.check_viewer(seat)
        return observed(self, seat, knowledge.OBSERVED_BYTES)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """The same, for a batch."""
        knowledge.observe_into(self, seat, out, at)

    def to_act(self, chance: Rng) -> i64:
        """One seat at a time; one of those who may still choose at a showdown; nobody when the game is over."""
        return legal.draw_actor(self, chance)

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Every move that `refusal` lets through."""
        legal.list_moves(self, seat, moves)

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """PD-24, PD-G2, PD-G3: what everybody has, and who has most."""
        winners = gambit.winners(self)
        seat: i64 = 0
        while seat < self.seats:
            scores[at + seat] = gambit.score(self, seat)
            if winners & BIT[seat] != 0:
                wins[at + seat] = 1
            seat += 1

    def action(self, seat: i64, move: i64) -> i64:
        """By kind of move, and whatever it names."""
        return numbering.action(self.variant, seat, move)

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """The kind of the move, and whatever it names."""
        numbering.features_into(self.variant, seat, move, out, at)

    def playout(self, rng: Rng) -> int:
        """The inherited one, with one list of moves for the whole game."""
        found = MoveList()
        played: i64 = 0
        while True:
            seat = legal.draw_actor(self, rng)
            if seat == NOBODY:
                return played
            found.length = 0
            legal.list_moves(self, seat, found)
            self.apply(seat, found.items[rng.below(found.length)], None)
            played += 1


def highest_truth(state: PandanteState, seat: i64, statements: list[int]) -> int:
    """The highest of these statements that is true; if none is, the last."""
    for move in reversed(statements):
        if judging.judge_statement(state, seat, moves.said_of(move)) != LIE:
            return move
    return statements[-1]


class PandanteDeal(PandanteSetup):
    """A setup that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Pandante:
        """A new game, ready for its first decision."""
        state = Pandante(self, Rng(seed))
        state.log = log
        if self.stakes is None:
            game_start.set_up(state)
        else:
            game_start.set_up_gambit(state, self.stakes)
        go_on(state)
        state.log = None
        return state
