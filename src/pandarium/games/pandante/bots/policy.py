"""A way to play Pandánte by rule of thumb: quick enough for playouts, and with a `Style` for every temper.

Whole numbers throughout: compiled and interpreted code choose alike.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.bots.belief import GUESSES, SURE, chance_of_claim, sample_truth
from pandarium.games.pandante.engine import moves
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
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import (
    CLAIMS,
    LIE,
    PAIR,
    any_number,
    best,
    count_colours,
    rank_said,
    straights,
)
from pandarium.games.pandante.engine.moves import announce, bet, choose, discard, reveal, snack, top, upgrade
from pandarium.games.pandante.engine.showdown import STATEMENTS
from pandarium.games.pandante.engine.state import (
    ANNOUNCING,
    BETTING,
    BETWEEN_GAMBITS,
    CHALLENGING,
    DROPPING_HAND,
    FERN_STEALS,
    IN_DILEMMA,
    LONG_SHOT_TAKEN,
    LOWERING,
    NOBODY,
    PLACING_SNACK,
    RAISED,
    REPLACING,
    REVEALING,
    SAYING,
    SHOWING,
    SLOTS,
    SNACKING,
    SPLASH,
    TAIL,
    TAIL_SLOT,
    TOPPING,
    UPGRADING,
)

NEVER: Final = 1000
"""More gold than a challenge can ever promise."""
IN_PASSING: Final = 8
"""How many hands it thinks of before it pays."""
LONG_EVENING: Final = 25
"""PD-G2: after so many gambits a bot goes home."""


class Style:
    """A temper: how often, in percent, and for how much gold."""

    bluff: i64
    """How often it claims more than it has,"""
    reach: i64
    """and how many spaces more at most."""
    stick: i64
    """How many spaces its hand may fall short of its claim, or that of the highest, before it thinks of folding;"""
    fold: i64
    """and how often it folds then."""
    snack: i64
    """What it pays for a snack at most."""
    push: i64
    """How often it raises (or poses a dilemma) when it leads."""
    lies: i64
    """How often it believes that others claim a hand which they do not have;"""
    margin: i64
    """and how much gold a challenge must promise."""
    sleep: i64
    """How often it sleeps (or takes a long shot) when it has nothing to win."""

    def __init__(
        self, bluff: tuple[int, int], fold: tuple[int, int], snack: int, push: int, doubt: tuple[int, int], sleep: int
    ) -> None:
        self.bluff, self.reach = bluff
        self.stick, self.fold = fold
        self.snack = snack
        self.push = push
        self.lies, self.margin = doubt
        self.sleep = sleep


CAUTIOUS: Final = Style(bluff=(4, 1), fold=(1, 60), snack=2, push=60, doubt=(20, 0), sleep=30)
LIAR: Final = Style(bluff=(55, 3), fold=(4, 20), snack=4, push=50, doubt=(10, 12), sleep=10)
SOUND: Final = Style(bluff=(18, 2), fold=(2, 45), snack=3, push=50, doubt=(30, 0), sleep=35)
DOUBTER: Final = Style(bluff=(10, 1), fold=(2, 40), snack=2, push=60, doubt=(90, -4), sleep=40)
"""The last two are what the search expects to meet beside the first two."""

SIMPLE: Final[dict[str, Style]] = {
    "rock": Style(bluff=(0, 0), fold=(0, 100), snack=0, push=0, doubt=(0, NEVER), sleep=0),
    "honest": Style(bluff=(0, 0), fold=(9, 0), snack=2, push=100, doubt=(0, NEVER), sleep=0),
    "accuser": Style(bluff=(0, 0), fold=(2, 50), snack=2, push=0, doubt=(100, -9), sleep=100),
    "stretcher": Style(bluff=(100, 1), fold=(9, 0), snack=4, push=0, doubt=(20, 0), sleep=0),
    "braggart": Style(bluff=(100, 9), fold=(9, 0), snack=0, push=100, doubt=(20, 0), sleep=0),
    "mixer": Style(bluff=(30, 2), fold=(2, 30), snack=2, push=30, doubt=(60, 0), sleep=30),
    "caller": Style(bluff=(0, 0), fold=(9, 0), snack=2, push=70, doubt=(40, 0), sleep=0),
    "sleeper": Style(bluff=(20, 1), fold=(1, 80), snack=2, push=100, doubt=(40, 2), sleep=100),
}
"""Tempers without much thought, to see whether one of them is the strong bot's nemesis.

The rock plays the best hand or none, the honest one never doubts, the accuser doubts everything, the stretcher always
claims one more, the braggart far more, the mixer a little of all; the caller is honest and calls by the odds, and the
sleeper goes to bed when it is not ahead.
"""


def decide(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """A legal move."""
    phase = state.phase
    if phase == BETTING:
        return decide_bet(state, seat, style, rng)
    if phase == SNACKING:
        return decide_snack(state, seat, style)
    if state.is_discarding():
        return discard(worst_card(state, state.focused_hand(seat), state.street < TAIL))
    if phase == ANNOUNCING:
        return decide_ability(state, seat, style, rng)
    if phase == UPGRADING:
        return decide_upgrade(state, seat, style, rng)
    if phase == CHALLENGING:
        return decide_challenge(state, seat, style, rng)
    if phase == SAYING:
        return decide_statement(state, seat, rng)
    if phase == RAISED:
        if state.pay_fault(seat) != 0:
            return moves.FOLD
        return moves.PAY if rng.below(100) >= unwilling(state, seat, style, rng) else moves.FOLD
    if phase == IN_DILEMMA:
        return moves.PAY if has_it(state, seat) else choose(moves.REDRAW, 0)
    if phase == TOPPING:
        return top(worst_card(state, state.hands[seat], False))
    if phase == REVEALING:
        return reveal(worst_card(state, state.hands[seat] & ~state.shown[seat], False))
    if phase == LOWERING:
        return choose(moves.LOWER, 0 if has_it(state, seat) else 1)
    if phase == LONG_SHOT_TAKEN:
        if has_it(state, seat) or rng.below(100) >= style.fold:
            return choose(moves.STAY, 0)
        return moves.FOLD
    if phase == REPLACING:
        return decide_replacement(state, seat)
    if phase == SHOWING:
        return choose(moves.SHOW, 1 if state.show_fault(seat, 1) == 0 else 0)
    return decide_rare(state, seat, rng)


def decide_rare(state: Pandante, seat: i64, rng: Rng) -> i64:
    """Champions, casinos, coming and going."""
    phase = state.phase
    if phase == DROPPING_HAND:
        return choose(moves.DROP, 1 if promise(state, state.hands[seat]) >= promise(state, state.spare[seat]) else 0)
    if phase == PLACING_SNACK:
        first = promise(state, state.hands[seat] | state.fresh)
        return choose(moves.HAND, 0 if first >= promise(state, state.spare[seat] | state.fresh) else 1)
    if phase == FERN_STEALS:
        return decide_theft(state, seat)
    if phase == BETWEEN_GAMBITS:
        there: bool = state.away & BIT[seat] == 0
        comes: bool = state.bought[seat] <= state.numbers.buy_in if not there else True
        return choose(moves.SEAT, 1 if comes and state.gambit < LONG_EVENING else 0)
    legal = state.legal(seat)
    pick: i64 = legal[rng.below(len(legal))]
    return pick


# What one has


def has_it(state: Pandante, seat: i64) -> bool:
    """Whether the claim, with what was said, is true by now."""
    return state.judge_hand(seat) != LIE


def others_highest(state: Pandante, seat: i64) -> i64:
    """The highest claim of the others who are still in; -1 if there is none."""
    return state.highest_claim(state.staying() & ~BIT[seat])


def promise(state: Pandante, cards: i64) -> i64:
    """What private cards are good for: what they make, and a little for what they may become."""
    found: i64 = 0
    row: i64 = 0
    while row < state.rows():
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
        value: i64 = promise(state, rest) if hopeful else state.best_with_rows(rest) * 256 + promise(state, rest)
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
    short: i64 = max(0, claim - state.real_hand(seat)) if not has_it(state, seat) else 0
    return style.fold if short > style.stick or is_beaten(state, seat, claim, style, rng) else 0


def is_beaten(state: Pandante, seat: i64, claim: i64, style: Style, rng: Rng) -> bool:
    """Whether somebody claims clearly more, and probably has it."""
    if others_highest(state, seat) - claim <= style.stick:
        return False
    return chance_of_claim(state, seat, leader(state, seat), style.lies, IN_PASSING, rng) * 2 > SURE


def decide_bet(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """The truth, a bluff, or out."""
    if not state.can_pay(seat, state.stakes()):
        return moves.FOLD
    real = state.real_hand(seat)
    claim = state.claim(seat)
    rival = others_highest(state, seat)
    wish: i64 = max(real, claim, PAIR)
    if rng.below(100) < style.bluff:
        wish = max(wish, min(max(real, PAIR) + style.reach, max(rival, wish) + rng.below(2)))
    short: i64 = wish - max(real, PAIR)
    if state.street == SPLASH:
        short -= 1
    if rng.below(100) < style.fold and (short > style.stick or is_beaten(state, seat, wish, style, rng)):
        return moves.FOLD
    return bet(min(wish, CLAIMS - 1))


def decide_snack(state: Pandante, seat: i64, style: Style) -> i64:
    """A snack if it is cheap; with a diamond if the hand needs it."""
    if state.snack_price(seat) > style.snack or state.snack_fault(seat, 0) != 0:
        return moves.PASS
    if state.diamonds[seat] > 1 and state.real_hand(seat) < state.claim(seat) and state.snack_fault(seat, 1) == 0:
        return snack(1)
    return snack(0)


def decide_upgrade(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """More, if it is true and of use, or as a last bluff."""
    claim = state.claim(seat)
    rival = others_highest(state, seat)
    real = state.real_hand(seat)
    wish = claim
    if real > claim and rival >= claim:
        wish = real
    elif rival >= claim and rng.below(100) < style.bluff:
        wish = min(max(real, PAIR) + style.reach, rival + 1)
    if wish > claim and wish >= rival and state.upgrade_fault(seat, wish) == 0:
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
    dark: bool = state.laid.dark
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
    return move if state.announce_fault(seat, move) == 0 else moves.GO


def lacking_ability(state: Pandante, seat: i64, rng: Rng) -> i64:
    """What may still make a claim come true."""
    claim = state.claim(seat)
    if not state.laid.dark:
        if claim - state.real_hand(seat) > 3:
            return NEW_HAND
        return DRAW if rng.below(3) != 0 else ADD
    if claim - state.real_hand(seat) == 1 and others_highest(state, seat) < claim:
        return LOWER
    return EX_DRAW if rng.below(3) != 0 else DELETE


def leader(state: Pandante, seat: i64) -> i64:
    """Who of the others claims most; the first in turn order."""
    others: i64 = state.staying() & ~BIT[seat]
    highest = state.highest_claim(others)
    other = state.first_of(others)
    while other != NOBODY:
        if state.claim(other) == highest:
            return other
        other = state.next_of(others, other)
    return 0


def decide_replacement(state: Pandante, seat: i64) -> i64:
    """The new sixth card that does most for one's own hand, if any does."""
    row: i64 = state.queue[state.at] >> 5
    cards: i64 = state.hands[seat]
    old: i64 = state.row(row)
    sixth: i64 = state.board[row * SLOTS + SLOTS - 1]
    rest: i64 = old & ~BIT[sixth] if sixth >= 0 else old
    most = best(cards, old)
    if state.replace_price(seat) > 0:
        most += 1
    pick: i64 = moves.REPLACE_NONE
    which: i64 = 0
    while which < size(state.fresh):
        value = best(cards, rest | BIT[state.fresh_card(which)])
        if value > most and state.replace_fault(seat, which) == 0:
            most = value
            pick = which
        which += 1
    return choose(moves.REPLACE, pick)


def decide_theft(state: Pandante, seat: i64) -> i64:
    """PD-P3: the exchange that does most for the hand; black cards bring the antes."""
    pick: i64 = moves.PASS
    most = state.best_with_rows(state.hands[seat]) * 4
    row: i64 = 0
    while row < state.rows():
        place: i64 = row * SLOTS + TAIL_SLOT
        taken: i64 = state.board[place]
        cards: i64 = state.hands[seat] | BIT[taken]
        left: i64 = cards
        while left != 0:
            card = lowest(left)
            left &= left - 1
            table: i64 = (state.row(row) & ~BIT[taken]) | BIT[card]
            value: i64 = best(cards & ~BIT[card], table) * 4 + (10 if card < 10 and state.antes > 0 else 0)
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
    before: i64 = state.said[seat]
    while place >= 0:
        move: i64 = listed[place]
        said = moves.said_of(move)
        if rank_said(said) > rank:
            state.said[seat] = said
            if state.judge_hand(seat) != LIE:
                found = move
                rank = rank_said(said)
        place -= 1
    state.said[seat] = before
    return found


def decide_statement(state: Pandante, seat: i64, rng: Rng) -> i64:
    """The highest truth; without one, something that somebody could have."""
    true = highest_truth(state, seat)
    return true if true != NOBODY else likely_statement(state, seat, rng)


def likely_statement(state: Pandante, seat: i64, rng: Rng) -> i64:
    """A statement that is true of some hand or other, as far as a few tries show."""
    listed = STATEMENTS[state.claim(seat)]
    before: i64 = state.said[seat]
    pick: i64 = listed[rng.below(len(listed))]
    tries: i64 = 0
    most: i64 = -1
    while tries < 8:
        move: i64 = listed[rng.below(len(listed))]
        said = moves.said_of(move)
        state.said[seat] = said
        value: i64 = sample_truth(state, seat, seat, 12, rng) * 4 + rank_said(said) // 16
        if value > most:
            most = value
            pick = move
        tries += 1
    state.said[seat] = before
    return pick


def decide_challenge(state: Pandante, seat: i64, style: Style, rng: Rng) -> i64:
    """Challenge when that pays, if others lie as often as this temper believes."""
    if style.margin == NEVER:
        return moves.TRUST
    true = chance_of_claim(state, seat, state.turn, style.lies, GUESSES, rng)
    return moves.CHALLENGE if challenge_gain(state, seat, true) > style.margin * SURE else moves.TRUST


def challenge_gain(state: Pandante, seat: i64, true: i64) -> i64:
    """What a challenge brings on average, in SURE-ths of a gold piece."""
    liar: i64 = state.times(state.numbers.liar)
    hot = state.turn
    if state.is_in(seat):
        behind: i64 = state.staying() & ~BIT[hot]
        if state.claim(seat) == state.highest_claim(behind) and has_it(state, seat):
            liar += state.pot * 2 // 3
        else:
            liar += state.pot // 6
    return (SURE - true) * liar - true * state.challenge_price(seat)
