"""A way to play by rule of thumb, in any `Style`: quick enough for playouts.

Whole numbers throughout: compiled and interpreted code choose alike.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.bots.belief import GUESSES, SURE, chance_of_claim, sample_truth
from pandarium.games.pandante.bots.style import NEVER, Style
from pandarium.games.pandante.engine import (
    betting,
    casinos,
    champions,
    coin,
    deck,
    effects,
    faults,
    judging,
    legal,
    moves,
    payments,
    phases,
    showdown,
    snacks,
    upgrades,
)
from pandarium.games.pandante.engine.abilities import (
    ADD,
    BIG_DRAW,
    COIN,
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
from pandarium.games.pandante.engine.cards import BIT, JOKER, PLAIN, lowest, size
from pandarium.games.pandante.engine.claims import CLAIMS, PAIR, rank_said
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import LIE, any_number, best, count_colours, straights
from pandarium.games.pandante.engine.legal import STATEMENTS
from pandarium.games.pandante.engine.moves import announce, bet, choose, discard, reveal, snack, top, upgrade
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import NOBODY, SLOTS, TAIL_SLOT, queued_target
from pandarium.games.pandante.engine.turn_order import first_of, is_in, next_of, staying

IN_PASSING: Final = 8
"""How many hands it thinks of before it pays."""
LONG_EVENING: Final = 25
"""PD-G2: after this many gambits a bot goes home."""


def decide(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """A legal move."""
    phase = state.phase
    if phase == phases.BETTING:
        return decide_bet(state, seat, style, rng)
    if phase == phases.SNACKING:
        return decide_snack(state, seat, style)
    if legal.is_discarding(state):
        return discard(worst_card(state, deck.focused_hand(state, seat), state.street < phases.TAIL))
    if phase == phases.ANNOUNCING:
        return decide_ability(state, seat, style, rng)
    if phase == phases.UPGRADING:
        return decide_upgrade(state, seat, style, rng)
    if phase == phases.CHALLENGING:
        return decide_challenge(state, seat, style, rng)
    if phase == phases.SAYING:
        return decide_statement(state, seat, rng)
    if phase == phases.RAISED:
        if effects.pay_fault(state, seat) != faults.FINE:
            return moves.FOLD
        return moves.PAY if rng.below(100) >= unwilling(state, seat, style, rng) else moves.FOLD
    if phase == phases.IN_DILEMMA:
        return moves.PAY if has_it(state, seat) else choose(moves.REDRAW, 0)
    if phase == phases.TOPPING:
        return top(worst_card(state, state.hands[seat], False))
    if phase == phases.REVEALING:
        opened: i64 = state.hands[seat] & state.shown[seat]  # PD-L2: such a card tells nobody anything
        return reveal(lowest(opened) if opened != 0 else worst_card(state, state.hands[seat], False))
    if phase == phases.LOWERING:
        return choose(moves.LOWER, 0 if has_it(state, seat) else 1)
    if phase == phases.LONG_SHOT_TAKEN:
        if has_it(state, seat) or rng.below(100) >= style.fold:
            return choose(moves.STAY, 0)
        return moves.FOLD
    if phase == phases.REPLACING:
        return decide_replacement(state, seat)
    if phase == phases.SHOWING:
        return choose(moves.SHOW, 1 if coin.show_fault(state, seat, 1) == faults.FINE else 0)
    return decide_rare(state, seat, rng)


def decide_rare(state: Pandante, seat: i64, rng: Rng) -> i64:
    """Champions, casinos, coming and going."""
    phase = state.phase
    if phase == phases.DROPPING_HAND:
        return choose(moves.DROP, 1 if promise(state, state.hands[seat]) >= promise(state, state.spare[seat]) else 0)
    if phase == phases.PLACING_SNACK:
        first = promise(state, state.hands[seat] | state.fresh)
        return choose(moves.HAND, 0 if first >= promise(state, state.spare[seat] | state.fresh) else 1)
    if phase == phases.FERN_STEALS:
        return decide_theft(state, seat)
    if phase == phases.BETWEEN_GAMBITS:
        return decide_seat(state, seat)
    legal = state.legal(seat)
    pick: i64 = legal[rng.below(len(legal))]
    return pick


def decide_seat(state: Pandante, seat: i64) -> i64:
    """PD-G2: for an evening, and with one re-buy, both for as little as there is. PD-G3: the clock decides."""
    if state.variant.gambling == TOURNAMENT:
        return choose(moves.STAKES, 0)
    if state.gambit >= LONG_EVENING:
        return choose(moves.SEAT, moves.LEAVE)
    if state.away & BIT[seat] == 0:
        return choose(moves.SEAT, moves.STAY_SEATED)
    again: bool = state.left & BIT[seat] != 0 or state.bought[seat] <= state.numbers.buy_in
    return choose(moves.SEAT, state.numbers.buy_in if again else moves.LEAVE)


# What one has


def has_it(state: Pandante, seat: i64) -> bool:
    """Whether the claim, with what was said, is true by now."""
    return judging.judge_hand(state, seat) != LIE


def others_highest(state: Pandante, seat: i64) -> i64:
    """The highest claim of the others who are still in; -1 if there is none."""
    return betting.highest_claim(state, staying(state) & ~BIT[seat])


def promise(state: Pandante, cards: i64) -> i64:
    """What private cards are good for: what they make, and a little for what they may become."""
    found: i64 = 0
    row: i64 = 0
    while row < casinos.rows(state):
        table: i64 = state.row(row)
        both: i64 = (cards | table) & PLAIN
        value: i64 = (best(cards, table) + 1) * 24
        counts = count_colours(both)
        longest: i64 = 0
        while counts != 0:
            longest = max(longest, counts & 15)
            counts >>= 10
        value += longest * 4
        if straights(any_number(both), 1) != 0:
            value += 6
        value += size(any_number(cards & PLAIN & ~table) & any_number(table & PLAIN)) * 3
        found = max(found, value)
        row += 1
    return found + (30 if cards >> JOKER != 0 else 0)


def worst_card(state: Pandante, cards: i64, hopeful: bool) -> i64:
    """The card whose loss costs least; as long as cards are to come, hope counts."""
    worst: i64 = lowest(cards)
    most: i64 = -1
    left: i64 = cards
    while left != 0:
        card = lowest(left)
        left &= left - 1
        rest: i64 = cards & ~BIT[card]
        value: i64 = (
            promise(state, rest) if hopeful else judging.best_with_rows(state, rest) * 256 + promise(state, rest)
        )
        if card == JOKER:
            value -= 20
        if value > most:
            most = value
            worst = card
    return worst


# Betting and snacks


def unwilling(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """How often, in percent, it gives up: when its hand falls short of the claim, or the claim of the highest."""
    claim = state.claim(seat)
    short: i64 = max(0, claim - judging.real_hand(state, seat)) if not has_it(state, seat) else 0
    return style.fold if short > style.stick or is_beaten(state, seat, claim, style, rng) else 0


def is_beaten(state: Pandante, seat: i64, claim: i64, style: Style, rng: Rng) -> bool:
    """Whether somebody claims clearly more, and probably has it."""
    if others_highest(state, seat) - claim <= style.stick:
        return False
    return chance_of_claim(state, seat, leader(state, seat), style.lies, IN_PASSING, rng) * 2 > SURE


def decide_bet(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """The truth, a bluff, or out."""
    if not payments.can_pay(state, seat, payments.stakes(state)):
        return moves.FOLD
    real = judging.real_hand(state, seat)
    claim = state.claim(seat)
    rival = others_highest(state, seat)
    wish: i64 = max(real, claim, PAIR)
    if rng.below(100) < style.bluff:
        wish = max(wish, min(max(real, PAIR) + style.reach, max(rival, wish) + rng.below(2)))
    short: i64 = wish - max(real, PAIR)
    if state.street == phases.SPLASH:
        short -= 1
    if rng.below(100) < style.fold and (short > style.stick or is_beaten(state, seat, wish, style, rng)):
        return moves.FOLD
    return bet(min(wish, CLAIMS - 1))


def decide_snack(state: Pandante, seat: i64, style: Style) -> i64:
    """A snack if it is cheap; with a diamond if the hand needs it."""
    if snacks.snack_price(state, seat) > style.snack or snacks.snack_fault(state, seat, 0) != faults.FINE:
        return moves.PASS
    if (
        state.diamonds[seat] > 1
        and judging.real_hand(state, seat) < state.claim(seat)
        and snacks.snack_fault(state, seat, 1) == faults.FINE
    ):
        return snack(1)
    return snack(0)


def decide_upgrade(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """More, if it is true and of use, or as a last bluff."""
    claim = state.claim(seat)
    rival = others_highest(state, seat)
    real = judging.real_hand(state, seat)
    wish = claim
    if real > claim and rival >= claim:
        wish = real
    elif rival >= claim and rng.below(100) < style.bluff:
        wish = min(max(real, PAIR) + style.reach, rival + 1)
    if wish > claim and wish >= rival and upgrades.upgrade_fault(state, seat, wish) == faults.FINE:
        return upgrade(wish)
    return moves.PASS


# Abilities


def decide_ability(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """Raise when leading, draw when lacking, sleep when lost."""
    announced: i64 = len(state.queue)
    wanted: i64 = 0
    target: i64 = 0
    claim = state.claim(seat)
    leads: bool = claim >= others_highest(state, seat)
    dark: bool = state.variant.dark
    if has_it(state, seat):
        if leads:
            if rng.below(100) < style.push:
                wanted = DILEMMA if dark else RAISE
        elif announced == 0 and rng.below(100) < style.sleep:
            wanted = EX_DRAW if dark else SLEEP
        elif not dark:
            wanted = PEEK
            target = leader(state, seat)
    elif not leads and announced == 0 and rng.below(100) < style.sleep:
        wanted = LONG_SHOT if dark else SLEEP
    elif state.coin == seat:
        wanted = COIN
    elif state.diamonds[seat] > 0:
        wanted = BIG_DRAW
    else:
        wanted = lacking_ability(state, seat, rng)
    if wanted == 0:
        return moves.GO
    move = announce(wanted, target)
    return move if legal.announce_fault(state, seat, move) == faults.FINE else moves.GO


def lacking_ability(state: Pandante, seat: i64, rng: Rng) -> i64:
    """What may still make a claim come true."""
    claim = state.claim(seat)
    if not state.variant.dark:
        if claim - judging.real_hand(state, seat) > 3:
            return NEW_HAND
        return DRAW if rng.below(3) != 0 else ADD
    if claim - judging.real_hand(state, seat) == 1 and others_highest(state, seat) < claim:
        return LOWER
    return EX_DRAW if rng.below(3) != 0 else DELETE


def leader(state: Pandante, seat: i64) -> i64:
    """Who of the others claims most; the first in turn order."""
    others: i64 = staying(state) & ~BIT[seat]
    highest = betting.highest_claim(state, others)
    other = first_of(state, others)
    while other != NOBODY:
        if state.claim(other) == highest:
            return other
        other = next_of(state, others, other)
    return 0


def decide_replacement(state: Pandante, seat: i64) -> i64:
    """The new sixth card that does most for one's own hand, if any does."""
    row: i64 = queued_target(state.queue[state.at])
    cards: i64 = state.hands[seat]
    old: i64 = state.row(row)
    sixth: i64 = state.board[row * SLOTS + SLOTS - 1]
    rest: i64 = old & ~BIT[sixth] if sixth >= 0 else old
    most = best(cards, old)
    if effects.replace_price(state, seat) > 0:
        most += 1
    pick: i64 = moves.REPLACE_NONE
    which: i64 = 0
    while which < size(state.fresh):
        value = best(cards, rest | BIT[deck.fresh_card(state, which)])
        if value > most and effects.replace_fault(state, seat, which) == faults.FINE:
            most = value
            pick = which
        which += 1
    return choose(moves.REPLACE, pick)


def decide_theft(state: Pandante, seat: i64) -> i64:
    """PD-P3: the exchange that does most for the hand; some cards bring the antes."""
    pick: i64 = moves.PASS
    most = judging.best_with_rows(state, state.hands[seat]) * 4
    row: i64 = 0
    while row < casinos.rows(state):
        place: i64 = row * SLOTS + TAIL_SLOT
        taken: i64 = state.board[place]
        cards: i64 = state.hands[seat] | BIT[taken]
        left: i64 = cards
        while left != 0:
            card = lowest(left)
            left &= left - 1
            table: i64 = (state.row(row) & ~BIT[taken]) | BIT[card]
            value: i64 = best(cards & ~BIT[card], table) * 4
            if state.antes > 0 and champions.takes_antes_for(state, seat, card):
                value += 10
            if value > most:
                most = value
                pick = choose(moves.STEAL, row * moves.SECOND_ROW + card)
        row += 1
    return pick


# Tie-break and showdown


def highest_truth(state: Pandante, seat: i64) -> i64:
    """The highest statement that is true; NOBODY if there is none."""
    claim = state.claim(seat)
    listed = STATEMENTS[claim]
    found: i64 = NOBODY
    rank: i64 = -1
    place: i64 = len(listed) - 1
    while place >= 0:
        move: i64 = listed[place]
        said = moves.said_of(move)
        if rank_said(said) > rank and judging.judge_statement(state, seat, said) != LIE:
            found = move
            rank = rank_said(said)
        place -= 1
    return found


def decide_statement(state: Pandante, seat: i64, rng: Rng) -> i64:
    """The highest truth; without one, something that somebody could have."""
    true = highest_truth(state, seat)
    return true if true != NOBODY else likely_statement(state, seat, rng)


def likely_statement(state: Pandante, seat: i64, rng: Rng) -> i64:
    """A statement that is true of some hand or other, as far as a few tries show."""
    listed = STATEMENTS[state.claim(seat)]
    pick: i64 = listed[rng.below(len(listed))]
    tries: i64 = 0
    most: i64 = -1
    while tries < 8:
        move: i64 = listed[rng.below(len(listed))]
        said = moves.said_of(move)
        value: i64 = sample_truth(state, seat, seat, said, 12, rng) * 4 + rank_said(said) // 16
        if value > most:
            most = value
            pick = move
        tries += 1
    return pick


def decide_challenge(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """Challenge when that pays, if others lie as often as this style believes."""
    if style.margin == NEVER:
        return moves.TRUST
    true = chance_of_claim(state, seat, state.turn, style.lies, GUESSES, rng)
    return moves.CHALLENGE if challenge_gain(state, seat, true) > style.margin * SURE else moves.TRUST


def challenge_gain(state: Pandante, seat: i64, true: i64) -> i64:
    """What a challenge brings on average, in SURE-ths of a gold piece."""
    liar: i64 = payments.times(state, state.numbers.liar)
    hot = state.turn
    if is_in(state, seat):
        behind: i64 = staying(state) & ~BIT[hot]
        if state.claim(seat) == betting.highest_claim(state, behind) and has_it(state, seat):
            liar += state.pot * 2 // 3
        else:
            liar += state.pot // 6
    return (SURE - true) * liar - true * showdown.challenge_price(state, seat)
