"""The rules of Pandánte put together: carrying out moves, the end, copies and twins."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, NO_CARD, size
from pandarium.games.pandante.engine.deck import draw_from
from pandarium.games.pandante.engine.hands import verdict_in_rows
from pandarium.games.pandante.engine.knowledge import observe
from pandarium.games.pandante.engine.legal import Choices
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
from pandarium.games.pandante.engine.setup import PandanteSetup
from pandarium.games.pandante.engine.state import (
    BETTING,
    BETWEEN_GAMBITS,
    CASSY_ORDERS,
    DISCARDING,
    DROP_IN,
    FOR_FUN,
    OVER,
    RAISED,
    REPLACING,
    ROWS,
    SAYING,
    SNACKING,
    UPGRADING,
)


class Pandante(Choices):
    """A position of Pandánte that knows its rules."""

    # Carrying out

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        self.log = log
        kind: i64 = move & 15
        field: i64 = move >> 4
        if kind == BET:
            self.place_bet(seat, field)
        elif kind == DISCARD:
            if self.phase == DISCARDING:
                self.discard_for_ability(seat, field)
            else:
                self.discard_duty(seat, field)
        elif kind == SNACK:
            self.eat_snack(seat, field)
        elif kind == PASS:
            self.pass_turn(seat)
        elif kind in (CHALLENGE, TRUST):
            self.stage_choice(seat, kind == CHALLENGE)
        elif kind == ANNOUNCE:
            self.announce_ability(seat, moves.ability_of(move), moves.target_of(move))
        elif kind == GO:
            self.sealed += 1
            self.resolve_abilities()
        elif kind == FOLD:
            self.fold_now(seat)
        elif kind == UPGRADE:
            self.upgrade_claim(seat, field)
        elif kind == SAY:
            self.make_statement(seat, field)
        elif kind == PAY:
            self.answer_paid(seat)
        elif kind == TOP:
            self.put_card_on_top(seat, field)
        elif kind == REVEAL:
            self.reveal_card(seat, field)
        else:
            self.choose(seat, moves.topic_of(move), moves.value_of(move))
        self.log = None

    def pass_turn(self, seat: i64) -> None:
        """No snack, no upgrade, no card stolen."""
        if self.phase == SNACKING:
            self.pass_snack(seat)
        elif self.phase == UPGRADING:
            self.pass_upgrade(seat)
        else:
            self.whisper()

    def fold_now(self, seat: i64) -> None:
        """PD-4 in the betting, PD-L1 after a Raise, PD-D6 after a Long Shot."""
        if self.phase == BETTING:
            self.fold_bet(seat)
        elif self.phase == RAISED:
            self.answer_folded(seat)
        else:
            self.end_long_shot(seat, False)

    def choose(self, seat: i64, topic: i64, value: i64) -> None:
        """Everything that is a choice among a few."""
        if topic == moves.HAND:
            self.place_snack(seat, value)
        elif topic == moves.DROP:
            self.drop_hand(seat, value)
        elif topic == moves.STEAL:
            self.steal(seat, value)
        elif topic == moves.LOWER:
            if value == 1:
                self.lower_claim(seat)
            self.next_effect()
        elif topic == moves.REPLACE:
            self.replace_sixth(seat, value)
        elif topic == moves.STAY:
            self.end_long_shot(seat, True)
        elif topic == moves.ORDER:
            self.put_in_order(seat, value)
        elif topic == moves.SHOW:
            self.end_with_coin(seat, value == 1)
        elif topic == moves.REDRAW:
            self.answer_redrawn(seat)
        elif topic == moves.NEXT:
            self.order_cards(seat, value)
        elif topic == moves.CHAMPION:
            self.take_champion(seat, value)
        else:
            self.take_seat(seat, value == 1)

    # The end, and time

    def outcome(self) -> Outcome | None:
        """PD-24, PD-G2, PD-G3: the most gold wins; equal gold shares."""
        if self.phase != OVER:
            return None
        winners = self.winners()
        mode = self.laid.gambling
        if mode == FOR_FUN:
            reason = f"the first to {self.numbers.target} gold (PD-24)"
        elif mode == DROP_IN:
            reason = "fewer than two players stay: who won most (PD-G2)"
        elif self.laid.one_gambit:
            reason = "this gambit is over (PD-G3)"
        else:
            reason = "the last one in the tournament (PD-G3)"
        scores = tuple([int(self.score(seat)) for seat in range(self.seats)])
        return Outcome(tuple([seat for seat in range(self.seats) if winners & BIT[seat] != 0]), scores, reason)

    def timeout(self, seat: int) -> int:
        """Fold rather than bet, buy nothing, say what is true, trust: the cautious move."""
        legal = self.legal(seat)
        if self.phase == RAISED:
            return FOLD
        if self.phase == SAYING:
            return self.true_statement(seat, legal)
        if self.phase == REPLACING or (self.phase == BETWEEN_GAMBITS and self.away & BIT[seat] != 0):
            return legal[-1]
        return legal[0]

    def true_statement(self, seat: i64, legal: list[int]) -> int:
        """The highest statement that is true; if there is none, the last."""
        second: i64 = self.row(1) if self.rows() == 2 else 0
        for move in reversed(legal):
            said: i64 = moves.said_of(move)
            if verdict_in_rows(self.claim(seat), said, self.hands[seat], self.row(0), second, self.rows()) != 0:
                return move
        return legal[-1]

    # Copies and twins

    def clone(self) -> Pandante:
        """An independent copy."""
        twin = Pandante(self.laid, self.rng.clone())
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Pandante:
        """All cards that this seat does not know, and the secret choices of others, are drawn anew."""
        self.check_viewer(seat)
        me: i64 = self.seats if seat is None else seat
        twin = Pandante(self.laid, rng.fork())
        self.copy_table(twin)
        twin.forget_others(me)
        pool = twin.unknown_to(me)
        other: i64 = 0
        while other < self.seats:
            if other != me:
                known: i64 = self.shown[other] | self.seen[me * self.seats + other]
                hidden: i64 = self.hands[other] & ~known
                fresh = draw_set(rng, pool, size(hidden))
                pool &= ~fresh
                twin.hands[other] = (self.hands[other] & known) | fresh
                fresh = draw_set(rng, pool, size(self.spare[other] & ~known))
                pool &= ~fresh
                twin.spare[other] = (self.spare[other] & known) | fresh
                if self.ready & BIT[other] != 0:
                    twin.accusers &= ~BIT[other]
                    if rng.below(2) == 1:
                        twin.accusers |= BIT[other]
            other += 1
        pool = twin.redraw_aside(me, rng, pool)
        fresh = draw_set(rng, pool, size(self.discards & ~self.gone[me]))
        twin.discards = (self.discards & self.gone[me]) | fresh
        twin.deck = pool & ~fresh
        return twin

    def forget_others(self, me: i64) -> None:
        """What others know is not known: they keep what everybody knows."""
        player: i64 = 0
        while player < self.seats:
            if player != me:
                self.gone[player] = self.gone[self.seats]
                owner: i64 = 0
                while owner < self.seats:
                    self.seen[player * self.seats + owner] = (
                        0 if owner == player else self.seen[self.seats * self.seats + owner]
                    )
                    owner += 1
            player += 1

    def unknown_to(self, me: i64) -> i64:
        """All cards that this player cannot place."""
        known: i64 = self.row(0) | self.row(1) | self.gone[me]
        known |= self.known_coming(me) | self.known_fresh(me) | self.known_top(me)
        seat: i64 = 0
        while seat < self.seats:
            if seat == me:
                known |= self.hands[seat] | self.spare[seat]
            else:
                held: i64 = self.hands[seat] | self.spare[seat]
                known |= held & (self.shown[seat] | self.seen[me * self.seats + seat])
            seat += 1
        return ALL_CARDS & ~known

    def redraw_aside(self, me: i64, rng: Rng, pool: i64) -> i64:
        """Cassy's cards, a snack that is looked at, and the top of the deck, where they are not known."""
        place: i64 = 0
        if self.known_coming(me) == 0 and self.coming_cards() != 0:
            ordered: bool = self.phase != CASSY_ORDERS
            while place < ROWS * 2:
                if self.coming[place] != NO_CARD:
                    self.coming[place] = draw_from(rng, pool)
                    pool &= ~BIT[self.coming[place]]
                place += 1
            if not ordered and self.coming[0] > self.coming[1]:
                low: i64 = self.coming[1]
                self.coming[1] = self.coming[0]
                self.coming[0] = low
        if self.known_fresh(me) != self.fresh:
            self.fresh = draw_set(rng, pool, size(self.fresh))
            pool &= ~self.fresh
        place = 0
        while place < len(self.top):
            entry: i64 = self.top[place]
            if (entry >> 8) & BIT[me] == 0:
                card = draw_from(rng, pool)
                pool &= ~BIT[card]
                self.top[place] = card | ((entry >> 8) << 8)
            place += 1
        return pool

    def observe(self, seat: int) -> bytes:
        """What the seat knows, as bytes."""
        self.check_viewer(seat)
        return observe(self, seat)


def draw_set(rng: Rng, pool: i64, wanted: i64) -> i64:
    """So many cards of a set."""
    found: i64 = 0
    while wanted > 0:
        bit: i64 = BIT[draw_from(rng, pool)]
        pool &= ~bit
        found |= bit
        wanted -= 1
    return found


class PandanteDeal(PandanteSetup):
    """A laid table that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Pandante:
        """A new game, ready for its first decision."""
        state = Pandante(self, Rng(seed))
        state.sealed = 0
        state.log = log
        if self.stakes is None:
            state.set_up()
        else:
            self.deal_gambit(state)
        state.log = None
        return state

    def deal_gambit(self, state: Pandante) -> None:
        """PD-G3: one gambit of a greater tournament, with what the players have and what was left in the pot."""
        stakes = self.stakes
        state.lay_out()
        state.pot = stakes.pot
        state.fairy = stakes.pot
        state.multiplier = stakes.multiplier
        seat: i64 = 0
        while seat < state.seats:
            state.gold[seat] = stakes.gold[seat]
            state.bought[seat] = stakes.gold[seat]
            if stakes.marks[seat] != 0:
                state.slept |= BIT[seat]  # PD-L6: who slept at their last gambit has an extra card at this one
            seat += 1
        if stakes.holder is not None:
            state.coin = stakes.holder
        state.gambit = stakes.gambit - 1
        dealer: i64 = stakes.dealer
        if stakes.gambit > 1:
            dealer = (dealer + state.seats - 1) % state.seats  # the button is passed as the gambit begins (PD-S3)
        state.dealer = dealer
        state.start_play()
