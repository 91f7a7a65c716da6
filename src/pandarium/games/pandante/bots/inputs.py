"""What a network that plays Pandánte looks at: what cards are good for, not which they are.

Which claims are true of one's own cards, how often each will be at the end of the gambit, how often a stranger's cards
would make a claim true: from samples that depend on nothing but what the player knows, so that the same position always
looks the same.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.layout import CATEGORY, COUNT, FLAG, NUMBER, Layout, Piece
from pandarium.core.rng import Rng, from_words
from pandarium.games.pandante.engine import casinos, judging, knowledge, phases, showdown, snacks
from pandarium.games.pandante.engine.abilities import ABILITIES
from pandarium.games.pandante.engine.cards import BIT, COLOURS, JOKER, NO_CARD, size
from pandarium.games.pandante.engine.casinos import MOST_CASINOS
from pandarium.games.pandante.engine.claims import CLAIMS, HIGHEST, number_said, pair_said
from pandarium.games.pandante.engine.deck import draw_set
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import BY_OWN_JOKER, LIE, truths
from pandarium.games.pandante.engine.knowledge import write_flag, write_number, write_seat
from pandarium.games.pandante.engine.phases import OVER, TAIL
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import MOST_SEATS, NOBODY, ROWS, SLOTS, TAIL_SLOT, queued_ability
from pandarium.games.pandante.engine.turn_order import staying

SAMPLES: Final = 64
"""Hands that are looked at for each question."""
_MOST: Final = 255
_HIGHEST: Final = 0xFFFF
_FEW: Final = 8
"""More than these is told as these."""
_MUCH: Final = 32
_DIAMONDS: Final = 16
_PRICE: Final = 64
_TWICE: Final = 2
_SEAT: Final = "seats to the left from 1, so 1 is oneself; 0 nobody"


def _player(offset: int) -> tuple[Piece, ...]:
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} gold", 2, "gold", NUMBER, _HIGHEST),
        Piece(f"{name} to go", 2, "gold that is missing to the target", NUMBER, _HIGHEST),
        Piece(f"{name} staked", 1, "gold on the board", COUNT, _MUCH),
        Piece(f"{name} diamonds", 1, "diamonds", COUNT, _DIAMONDS),
        Piece(f"{name} claim", 1, "the hand claimed, from 1", CATEGORY, CLAIMS),
        Piece(f"{name} number said", 1, "in the tie-break", COUNT, HIGHEST),
        Piece(f"{name} pair said", 1, "of a full house", COUNT, HIGHEST),
        Piece(f"{name} champion", 1, "the colour, from 1", CATEGORY, COLOURS),
        Piece(f"{name} runes", 1, "runes", COUNT, _FEW),
        Piece(f"{name} cards", 1, "cards in the hand", COUNT, _FEW),
        Piece(f"{name} known", 1, "how many of them are known", COUNT, _FEW),
        Piece(f"{name} truth", 1, "how often claim and statement are true of cards that could be theirs", COUNT, _MOST),
        Piece(f"{name} folded", 1, "out of this gambit", FLAG, 1),
        Piece(f"{name} absent", 1, "sits out, or is away", FLAG, 1),
        Piece(f"{name} below 0", 1, "was below 0 in this gambit", FLAG, 1),
        Piece(f"{name} slept", 1, "has a card more in the next gambit", FLAG, 1),
        Piece(f"{name} extra", 1, "has such a card now", FLAG, 1),
        Piece(f"{name} in the showdown", 1, "has not been in the hotseat yet", FLAG, 1),
        Piece(f"{name} survived", 1, "had the hand", FLAG, 1),
        Piece(f"{name} ready", 1, "has chosen whether to challenge", FLAG, 1),
        Piece(f"{name} coin", 1, "has the Golden Panda Coin", FLAG, 1),
    )


LAYOUT: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece("true", CLAIMS, "which claims are true of one's own cards", FLAG, 1),
        Piece("will be true", CLAIMS, "how often each will be when all community cards lie there", COUNT, _MOST),
        Piece("of a stranger", CLAIMS, "how often each will be true of cards that nobody knows", COUNT, _MOST),
        Piece("honest", 1, "whether one's claim and statement are true", FLAG, 1),
        Piece("by own Joker", 1, "whether they need a Joker of one's own", FLAG, 1),
        Piece("Joker", 1, "whether one has the Joker", FLAG, 1),
        Piece("snack price", 1, "what a snack costs", COUNT, _MUCH),
        Piece("challenge price", 1, "what being wrong costs", COUNT, _PRICE),
        Piece("pot", 2, "gold in the pot", NUMBER, _HIGHEST),
        Piece("diamonds in the pot", 1, "diamonds in the pot", COUNT, _DIAMONDS),
        Piece("seats", 1, "players at the table", CATEGORY, MOST_SEATS),
        Piece("phase", 1, "what is to be decided", CATEGORY, OVER),
        Piece("street", 1, "0 splash, 1 paws, 2 tail", CATEGORY, TAIL),
        Piece("turn", 1, f"whose decision it is, or who is in the hotseat: {_SEAT}", CATEGORY, MOST_SEATS),
        Piece("performer", 1, f"whose abilities are being resolved: {_SEAT}", CATEGORY, MOST_SEATS),
        Piece("dealer", 1, _SEAT, CATEGORY, MOST_SEATS),
        Piece("casino", 1, "the casino of this gambit; 0 none", CATEGORY, MOST_CASINOS),
        Piece("multiplier", 1, "of a tournament's stakes", COUNT, _FEW),
        Piece("dark", 1, "the Dark abilities", FLAG, 1),
        Piece("dreams", 1, "Diamond Dreams", FLAG, 1),
        Piece("gambling", 1, "0 for fun, 1 people come and go, 2 a tournament", CATEGORY, TOURNAMENT),
        Piece("sixth card", 1, "whether one has been added", FLAG, 1),
        Piece("announced", ABILITIES, "how often each ability is announced", COUNT, _TWICE),
    )
)
PLAYER_BYTES: Final = sum(piece.length for piece in _player(0))
TABLE: Final[i64] = PLAYER_BYTES * MOST_SEATS
"""Where what is not about a player begins."""
LENGTH: Final[i64] = LAYOUT.length


def inputs_into(state: Pandante, me: i64, out: vec[u8], at: i64) -> None:
    """Everything, in the order of the layout."""
    unseen = knowledge.unknown_to(state, me)
    chance = from_words(unseen, state.hands[me] ^ state.row(0))
    seats: i64 = state.seats
    offset: i64 = 0
    while offset < seats:
        write_player(state, me, (me + offset) % seats, unseen, chance, out, at + offset * PLAYER_BYTES)
        offset += 1
    at += TABLE
    write_own_truths(state, me, out, at)
    write_prospects(state, me, unseen, chance, out, at + CLAIMS)
    at += 3 * CLAIMS
    if state.claim(me) >= 0:
        verdict = judging.judge_hand(state, me)
        if verdict != LIE:
            out[at] = 1
        if verdict == BY_OWN_JOKER:
            out[at + 1] = 1
    if (state.hands[me] | state.spare[me]) >> JOKER != 0:
        out[at + 2] = 1
    if state.phase == phases.SNACKING:
        out[at + 3] = u8(min(snacks.snack_price(state, me), _MUCH))
    out[at + 4] = u8(min(showdown.challenge_price(state, me), _PRICE))
    write_table(state, me, out, at + 5)


def write_player(state: Pandante, me: i64, seat: i64, unseen: i64, chance: Rng, out: vec[u8], at: i64) -> None:
    """What is seen of one player."""
    bit: i64 = BIT[seat]
    out[at] = 1
    write_number(max(0, state.gold[seat]), out, at + 1)
    write_number(max(0, state.numbers.target - state.gold[seat]), out, at + 3)
    out[at + 5] = u8(min(state.staked[seat], _MUCH))
    out[at + 6] = u8(min(state.diamonds[seat], _DIAMONDS))
    out[at + 7] = u8(state.claim(seat) + 1)
    said: i64 = state.said[seat]
    if said != 0:
        out[at + 8] = u8(number_said(said))
        out[at + 9] = u8(pair_said(said))
    out[at + 10] = u8(state.colour(seat) + 1)
    out[at + 11] = u8(min(state.rune_count(seat), _FEW))
    held: i64 = state.hands[seat] | state.spare[seat]
    known: i64 = held
    if seat != me:
        known = held & (state.shown[seat] | state.seen[me * state.seats + seat])
    out[at + 12] = u8(min(size(held), _FEW))
    out[at + 13] = u8(min(size(known), _FEW))
    if seat != me and state.claim(seat) >= 0 and staying(state) & bit != 0:
        out[at + 14] = u8(truth_of(state, seat, known & state.hands[seat], unseen, chance))
    write_flag(state.folded & bit, out, at + 15)
    write_flag((state.sitting | state.away) & bit, out, at + 16)
    write_flag(state.broke & bit, out, at + 17)
    write_flag(state.slept & bit, out, at + 18)
    write_flag(state.extra & bit, out, at + 19)
    write_flag(state.hot & bit, out, at + 20)
    write_flag(state.real & bit, out, at + 21)
    write_flag(state.ready & bit, out, at + 22)
    if state.coin == seat:
        out[at + 23] = 1


def truth_of(state: Pandante, seat: i64, known: i64, unseen: i64, chance: Rng) -> i64:
    """How often a player's claim and statement are true, of 255, with any cards for those that are not known."""
    wanted: i64 = size(state.hands[seat]) - size(known)
    if wanted == 0:
        return _MOST if judging.judge_cards(state, seat, state.said[seat], known) != LIE else 0
    found: i64 = 0
    left: i64 = SAMPLES
    while left > 0:
        if judging.judge_cards(state, seat, state.said[seat], known | draw_set(chance, unseen, wanted)) != LIE:
            found += 1
        left -= 1
    return found * _MOST // SAMPLES


def true_claims(state: Pandante, cards: i64, first: i64, second: i64) -> i64:
    """All claims that are true of these cards with a row of community cards, or with the other (PD-K9)."""
    found = truths(cards, first)
    if casinos.rows(state) == ROWS:
        found |= truths(cards, second)
    return found


def write_own_truths(state: Pandante, me: i64, out: vec[u8], at: i64) -> None:
    """A flag for every claim."""
    found = true_claims(state, state.hands[me], state.row(0), state.row(1))
    if state.spare[me] != 0:
        found |= true_claims(state, state.spare[me], state.row(0), state.row(1))
    claim: i64 = 0
    while claim < CLAIMS:
        write_flag(found & BIT[claim], out, at + claim)
        claim += 1


def missing_cards(state: Pandante) -> i64:
    """Community cards that are still to come in a row (PD-K7: there may be none for the Tail)."""
    found: i64 = 0
    slot: i64 = 0
    while slot <= TAIL_SLOT:
        if state.board[slot] == NO_CARD:
            found += 1
        slot += 1
    if casinos.has_effect(state, casinos.NO_FIFTH_CARD):
        found -= 1
    return max(0, found) if state.street < phases.TAIL else 0


def write_prospects(state: Pandante, me: i64, unseen: i64, chance: Rng, out: vec[u8], at: i64) -> None:
    """How often each claim will be true at the end of the gambit: of one's own cards, and of a stranger's two."""
    mine = vec[i64]([0] * CLAIMS)
    theirs = vec[i64]([0] * CLAIMS)
    missing = missing_cards(state)
    own: i64 = state.hands[me]
    spare: i64 = state.spare[me]
    left: i64 = SAMPLES
    while left > 0:
        first: i64 = state.row(0)
        second: i64 = state.row(1)
        pool: i64 = unseen
        if missing > 0:
            come: i64 = draw_set(chance, pool, missing)
            pool &= ~come
            first |= come
            if casinos.rows(state) == ROWS:
                come = draw_set(chance, pool, missing)
                pool &= ~come
                second |= come
        stranger = true_claims(state, draw_set(chance, pool, 2), first, second)
        held = true_claims(state, own, first, second)
        if spare != 0:
            held |= true_claims(state, spare, first, second)
        claim: i64 = 0
        while claim < CLAIMS:
            mine[claim] += (held >> claim) & 1
            theirs[claim] += (stranger >> claim) & 1
            claim += 1
        left -= 1
    claim = 0
    while claim < CLAIMS:
        out[at + claim] = u8(mine[claim] * _MOST // SAMPLES)
        out[at + CLAIMS + claim] = u8(theirs[claim] * _MOST // SAMPLES)
        claim += 1


def write_table(state: Pandante, me: i64, out: vec[u8], at: i64) -> None:
    """What is not about a player."""
    write_number(state.pot, out, at)
    out[at + 2] = u8(min(state.pot_diamonds, _DIAMONDS))
    out[at + 3] = u8(state.seats)
    out[at + 4] = u8(state.phase)
    out[at + 5] = u8(state.street)
    write_seat(state, me, state.turn, out, at + 6)
    write_seat(state, me, state.performer, out, at + 7)
    write_seat(state, me, state.dealer, out, at + 8)
    out[at + 9] = u8(state.casino)
    out[at + 10] = u8(min(state.multiplier, _FEW))
    if state.variant.dark:
        out[at + 11] = 1
    if state.variant.dreams:
        out[at + 12] = 1
    out[at + 13] = u8(state.variant.gambling)
    if state.board[SLOTS - 1] != NO_CARD:
        out[at + 14] = 1
    if state.performer != NOBODY:
        place: i64 = 0
        while place < len(state.queue):
            ability: i64 = queued_ability(state.queue[place])
            out[at + 15 + ability] = u8(min(_TWICE, i64(out[at + 15 + ability]) + 1))
            place += 1
