"""Why a move is good, in words and numbers, for people who ask: what it claims, brings and costs, who could have it.

Odds are exact (`odds`); what a move brings is the mean of playouts (`search`), as the strongest level judges it.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.message import Message, decimal
from pandarium.core.rng import Rng, from_words
from pandarium.games.pandante.bots import odds
from pandarium.games.pandante.bots.belief import imagine
from pandarium.games.pandante.bots.odds import UNKNOWN, WHOLE
from pandarium.games.pandante.bots.policy import leader, others_highest
from pandarium.games.pandante.bots.search import Search, play_gambit, worth
from pandarium.games.pandante.engine import events, gambit, judging, moves, payments, phases, showdown, snacks
from pandarium.games.pandante.engine.abilities import (
    ADD,
    DELETE,
    DILEMMA,
    DRAW,
    EX_DRAW,
    LONG_SHOT,
    LOWER,
    NEW_HAND,
    PEEK,
    RAISE,
    SLEEP,
)
from pandarium.games.pandante.engine.cards import BIT, NO_CARD, size
from pandarium.games.pandante.engine.claims import NOTHING, PAIR
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.engine.state import NOBODY, SIXTH_SLOT, SLOTS, TAIL_SLOT
from pandarium.games.pandante.engine.turn_order import is_in, staying
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.kit.successive_halving import Candidate


class Tally:
    """What the playouts of a move came to."""

    tries: i64
    lead: i64
    """Gold gained on the mean of the others, times the number of others."""
    pots: i64
    """How often the pot was won, or half of it."""
    victories: i64
    ended: i64
    """How often the game was over then, and how often it was won."""

    def __init__(self) -> None:
        self.tries = 0
        self.lead = 0
        self.pots = 0
        self.victories = 0
        self.ended = 0


class HintSearch(Search):
    """The search of the strongest level, which also counts what people ask for: gold, and who takes the pot."""

    tallies: dict[int, Tally]

    def __init__(self, state: Pandante, seat: int, rng: Rng) -> None:
        super().__init__(state, seat, rng)
        self.tallies = {int(candidate.move): Tally() for candidate in self.candidates}

    def try_all(self, field: list[Candidate], number: i64) -> None:
        """Every candidate once, against the same hands, styles and chance."""
        twin = imagine(self.state, self.seat, self.rng)
        styles = self.draw_styles()
        a: i64 = self.rng.bits()
        b: i64 = self.rng.bits()
        before = lead_of(self.state, self.seat)
        for candidate in field:
            copy = twin.clone()
            log: list[Any] = []
            copy.apply(self.seat, candidate.move, log)
            play_gambit(copy, self.state.gambit, styles, from_words(a, b), log)
            candidate.tries += 1
            candidate.total += worth(copy, self.seat)
            self.count(self.tallies[int(candidate.move)], copy, before, log)

    def count(self, tally: Tally, copy: Pandante, before: i64, log: list[Any]) -> None:
        """What became of the gambit."""
        tally.tries += 1
        tally.lead += lead_of(copy, self.seat) - before
        for event in log:
            if event[0] == events.POT:
                if size(event[1]) < 3 and event[1] & BIT[self.seat] != 0:
                    tally.pots += 1
                break
        if copy.phase == phases.OVER:
            tally.ended += 1
            if gambit.winners(copy) & BIT[self.seat] != 0:
                tally.victories += 1


def lead_of(state: Pandante, seat: i64) -> i64:
    """A player's gold less the mean of the others', times the number of others."""
    others: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            others += gambit.score(state, other)
        other += 1
    return gambit.score(state, seat) * (state.seats - 1) - others


def lead(tally: Tally, seats: int) -> float:
    """The gold that a move gains on the others, on average."""
    return int(tally.lead) / (seats - 1) / max(1, int(tally.tries))


def with_gold(state: Pandante, seat: int, tally: Tally, why: Message) -> Message:
    """What a move brings on average, and why."""
    params: dict[str, int | str | Message] = {"lead": decimal(lead(tally, int(state.seats)), signed=True), "why": why}
    if not is_in(state, seat):
        return Message("pandante.hint.gold", params)
    params["percent"] = _share(tally.pots, tally.tries)
    if tally.ended == 0:
        return Message("pandante.hint.pot", params)
    params["game"] = _share(tally.victories, tally.tries)
    return Message("pandante.hint.game", params)


def _share(part: i64, whole: i64) -> int:
    return round(100 * int(part) / max(1, int(whole)))


# Why


def explain(state: Pandante, seat: int, move: int) -> Message:
    """What speaks for a move, or against it."""
    kind = int(moves.kind_of(move))
    if not state.hands[seat] and kind not in (moves.CHALLENGE, moves.TRUST):
        return Message("pandante.hint.no_cards")
    if kind in (moves.BET, moves.UPGRADE):
        return _standing(state, seat, int(moves.claim_of(move)))
    if kind in (moves.CHALLENGE, moves.TRUST):
        return _showdown(state, seat)
    if kind == moves.FOLD:
        params: dict[str, int | str | Message] = {"pot": int(state.pot), "staked": int(state.staked[seat])}
        return Message("pandante.hint.fold", {**params, "have": _have(state, seat)})
    if kind == moves.PAY:
        return _paying(state, seat)
    if kind == moves.SNACK:
        price = int(snacks.snack_price(state, seat))
        if moves.diamonds_of(move) == 0 and state.spare[seat] == 0:
            return Message("pandante.hint.snack", {"price": price, "odds": _one_card(state, seat)})
        return Message("pandante.hint.cards", {"number": 1 + 2 * int(moves.diamonds_of(move))})
    if kind in (moves.DISCARD, moves.TOP):
        return _left(state, seat, int(moves.card_of(move)))
    if kind == moves.REVEAL:
        rest = int(state.hands[seat]) & ~int(BIT[moves.card_of(move)])
        needed = not odds.holds_claim(state, seat, max(PAIR, state.claim(seat)), 0, rest)
        return Message("pandante.hint.reveal_needed" if needed else "pandante.hint.reveal_spare")
    if kind == moves.ANNOUNCE:
        return _ability(state, seat, int(moves.ability_of(move)), int(moves.target_of(move)))
    if kind == moves.SAY:
        true = judging.judge_statement(state, seat, moves.said_of(move)) != LIE
        return Message("pandante.hint.say_true" if true else "pandante.hint.say_lie")
    return _standing(state, seat, int(state.claim(seat)))


def is_lie(state: Pandante, seat: int, move: int) -> bool:
    """Whether a move claims, or says, what the player's cards do not hold."""
    kind = int(moves.kind_of(move))
    if not state.hands[seat]:
        return False
    if kind in (moves.BET, moves.UPGRADE):
        return not _holds(state, seat, int(moves.claim_of(move)))
    return kind == moves.SAY and judging.judge_statement(state, seat, moves.said_of(move)) == LIE


def _have(state: Pandante, seat: int) -> Message:
    """What the player's cards make now."""
    return _hand(int(judging.real_hand(state, seat)))


def _hand(real: int) -> Message:
    if real == NOTHING:
        return Message("pandante.hint.nothing")
    return Message("pandante.hint.hand", {"claim": _named(real)})


def _named(claim: int) -> Message:
    return Message(f"pandante.claim.{CLAIM_CODES[claim]}")


def _percent(thousandths: i64) -> int:
    return (int(thousandths) * 100 + WHOLE // 2) // WHOLE


def _standing(state: Pandante, seat: int, claim: int) -> Message:
    """A claim: whether it is true or may come true, and who of the others has claimed as much."""
    if claim < 0:
        return _have(state, seat)
    return Message("pandante.hint.standing", {"own": _own(state, seat, claim), "others": _others(state, seat, claim)})


def _own(state: Pandante, seat: int, claim: int) -> Message:
    have = _have(state, seat)
    if _holds(state, seat, claim):
        return Message("pandante.hint.true", {"have": have})
    chance = max(odds.comes_true(state, seat, claim, state.hands[seat]), _spare_chance(state, seat, claim))
    if chance > 0:
        return Message("pandante.hint.may_come", {"have": have, "percent": _percent(chance)})
    return Message("pandante.hint.lie", {"have": have})


def _spare_chance(state: Pandante, seat: int, claim: int) -> int:
    spare = state.spare[seat]
    return UNKNOWN if spare == 0 else int(odds.comes_true(state, seat, claim, spare))


def _holds(state: Pandante, seat: int, claim: int) -> bool:
    cards = (state.hands[seat], state.spare[seat])
    return any(held != 0 and odds.holds_claim(state, seat, claim, 0, held) for held in cards)


def _others(state: Pandante, seat: int, claim: int) -> Message:
    """The highest claim of the others, and how many of the hands that fit hold it."""
    rival = int(others_highest(state, seat))
    if rival < 0:
        return Message("pandante.hint.first")
    if rival < claim:
        return Message("pandante.hint.leading")
    share = odds.held_by(state, seat, leader(state, seat))
    if share == UNKNOWN:
        return Message("pandante.hint.rival", {"claim": _named(rival)})
    return Message("pandante.hint.rival_odds", {"claim": _named(rival), "percent": _percent(share)})


def _showdown(state: Pandante, seat: int) -> Message:
    """PD-22: whether the hotseat has it, and what a challenge wins or costs."""
    hot = int(state.turn)
    share = odds.held_by(state, seat, hot)
    params: dict[str, int | str | Message] = {
        "claim": _named(int(state.claim(hot))),
        "price": int(showdown.challenge_price(state, seat)),
        "gain": int(payments.times(state, state.numbers.liar)),
    }
    if share == UNKNOWN:
        return Message("pandante.hint.challenge", params)
    return Message("pandante.hint.challenge_odds", {**params, "percent": _percent(share)})


def _paying(state: Pandante, seat: int) -> Message:
    """PD-L1, PD-D1: the price against the pot."""
    price = int(payments.times(state, state.numbers.ability))
    need = round(100 * price / (int(state.pot) + price))
    own = _own(state, seat, int(state.claim(seat)))
    return Message("pandante.hint.pay", {"price": price, "pot": int(state.pot), "percent": need, "own": own})


def _one_card(state: Pandante, seat: int) -> Message:
    """PD-5, PD-L2: what one card more is good for."""
    claim = int(state.claim(seat))
    if claim >= 0 and not _holds(state, seat, claim):
        chance = odds.one_card_helps(state, seat, state.hands[seat], claim)
        return Message("pandante.hint.makes_true", {"percent": _percent(chance)})
    chance = odds.one_card_helps(state, seat, state.hands[seat], NOBODY)
    return Message("pandante.hint.improves", {"percent": _percent(chance), "have": _have(state, seat)})


def _left(state: Pandante, seat: int, card: int) -> Message:
    """What is left without a card, and what it may become."""
    focused = state.spare[seat] if state.focus == 1 and state.spare[seat] != 0 else state.hands[seat]
    rest = int(focused) & ~int(BIT[card])
    claim = int(state.claim(seat))
    left = _hand(int(judging.best_with_rows(state, rest)))
    if claim >= 0 and not odds.holds_claim(state, seat, claim, 0, rest):
        chance = odds.comes_true(state, seat, claim, rest)
        if chance >= 0:
            return Message("pandante.hint.left_odds", {"have": left, "percent": _percent(chance)})
        return Message("pandante.hint.left_lie", {"have": left})
    return Message("pandante.hint.left", {"have": left})


def _ability(state: Pandante, seat: int, ability: int, target: int) -> Message:
    """What an ability does here."""
    claim = int(state.claim(seat))
    amount = int(payments.times(state, state.numbers.ability))
    others = int(size(staying(state))) - 1
    if ability in (RAISE, DILEMMA):
        code = "pandante.hint.raise" if ability == RAISE else "pandante.hint.dilemma"
        own = _own(state, seat, claim)
        return Message(code, {"number": others, "price": amount, "own": own})
    if ability in (DRAW, EX_DRAW):
        return _one_card(state, seat)
    if ability == SLEEP:
        return Message("pandante.hint.sleep", {"pot": int(state.pot), "have": _have(state, seat)})
    if ability == LOWER:
        return _standing(state, seat, max(PAIR, claim - 1))
    if ability == PEEK and target != seat and state.claim(target) >= 0:
        return Message("pandante.hint.peek", {"claim": _named(int(state.claim(target)))})
    chance = UNKNOWN
    if ability in (NEW_HAND, LONG_SHOT):
        chance = int(odds.new_hand_holds(state, seat, claim))
    elif ability == DELETE and state.board[target * SLOTS + TAIL_SLOT] != NO_CARD:
        chance = int(odds.table_card_helps(state, seat, claim, TAIL_SLOT, target))
    elif ability == ADD and state.board[target * SLOTS + SIXTH_SLOT] == NO_CARD:
        chance = int(odds.table_card_helps(state, seat, claim, SIXTH_SLOT, target))
    if chance == UNKNOWN:
        return _standing(state, seat, claim)
    if _holds(state, seat, claim):
        return Message("pandante.hint.stays_true", {"percent": _percent(chance)})
    return Message("pandante.hint.makes_true", {"percent": _percent(chance)})
