"""What lies on the table of Pandánte, and how it is copied. No rules: they are in the chapters, joined by `flow`."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.engine.cards import BIT, NO_CARD
from pandarium.games.pandante.engine.setup import Numbers, PandanteSetup

MOST_SEATS: Final = 6
SLOTS: Final = 6
"""Places in a row of community cards: three for the Splash, the Paws, the Tail, and one added."""
PAWS_SLOT: Final = 3
TAIL_SLOT: Final = 4
SIXTH_SLOT: Final = 5
ROWS: Final = 2
HAND_SIZE: Final = 2

NOBODY: Final = -1

FOUR_BITS: Final = vec[i64]([15 << (4 * seat) for seat in range(8)])


class PandanteState(State):
    """Everything on the table. Sets of players are bits, sets of cards are bits (see `cards.py`).

    Numbers have a value from the start: compiled code reads such fields without asking whether there is one.
    """

    variant: PandanteSetup
    """The setup by its own type: which options are played with."""
    numbers: Numbers
    seats: i64
    log: list[Any] | None
    """Where events go while a move is carried out."""

    phase: i64 = 0
    turn: i64 = 0
    """Whose decision it is; in CHALLENGING, who is in the hotseat."""
    performer: i64 = 0
    """Whose abilities are being resolved."""
    street: i64 = 0
    gambit: i64 = 0
    dealer: i64 = 0
    casino: i64 = 0
    casinos_left: i64 = 0
    multiplier: i64 = 0
    pot: i64 = 0
    pot_diamonds: i64 = 0
    antes: i64 = 0
    """How much of the pot came by antes in this gambit (PD-P3)."""
    fairy: i64 = 0
    """What the Gold Fairy has given so far (PD-30, PD-31)."""
    bank: i64 = 0
    """Diamonds that the bank has given so far, less those that went back (PD-DD1)."""
    coin: i64 = 0
    """Who has the Golden Panda Coin; NOBODY: it lies in the middle (PD-32)."""

    # Sets of players

    folded: i64 = 0
    sitting: i64 = 0
    """Who sits this gambit out (PD-31)."""
    broke: i64 = 0
    """Who was below 0 in this gambit (PD-31)."""
    away: i64 = 0
    """Who is eliminated or has left (PD-G1, PD-G2), and seats that nobody has taken yet."""
    left: i64 = 0
    """Who of them has left for good: whoever takes the seat next begins anew (PD-G2)."""
    slept: i64 = 0
    """Who starts the next gambit with a card more (PD-L6)."""
    extra: i64 = 0
    """Who has such a card now, still to be discarded."""
    leaf: i64 = 0
    """Whether Lea-Leafa has kept her extra card (PD-P1)."""
    hot: i64 = 0
    """Who is in the showdown and has not been in the hotseat yet (PD-20)."""
    real: i64 = 0
    """Who had their hand (PD-23)."""
    jokers: i64 = 0
    """Who of them had it by a Joker, for all to see (PD-H5)."""
    ready: i64 = 0
    """Who has chosen whether to challenge (PD-21),"""
    challengers: i64 = 0
    """and who of them will."""

    # By player

    gold: vec[i64]
    diamonds: vec[i64]
    bought: vec[i64]
    """What each has paid to be in the game (PD-G1)."""
    cashed: vec[i64]
    """What each has taken away from the table (PD-G2)."""
    staked: vec[i64]
    """What each has on the board in this gambit: bets and upgrades."""
    claims: i64 = 0
    """Four bits a player: the claim, from 1; 0: none yet."""
    runes: i64 = 0
    """Four bits a player (PD-K4)."""
    colours: i64 = 0
    """Four bits a player: the champion's colour, from 1; 0: none yet."""
    said: vec[i64]
    """What each has said in the tie-break; 0: nothing (PD-9)."""
    hands: vec[i64]
    spare: vec[i64]
    """Second hands (PD-K6)."""
    shown: vec[i64]
    """Private cards that lie face up, of either hand."""
    seen: vec[i64]
    """For every player, and once more for the public: which hidden cards of each hand they know."""
    gone: vec[i64]
    """For every player, and for the public: which cards of the discard pile they know."""

    # Cards

    deck: i64 = 0
    """Cards in no order: what comes next is drawn when it is needed."""
    top: vec[i64]
    """Cards on top of those, the last one first to come, with who knows which it is (`top_item`)."""
    discards: i64 = 0
    board: vec[i64]
    coming: vec[i64]
    """Cassy's cards: two places for each row (PD-P2)."""
    adders: i64 = 0
    """Who added the sixth card of each row, from 1: four bits a row (PD-L4)."""
    fresh: i64 = 0
    """Cards just drawn that lie nowhere yet."""

    # A decision under way

    keep: i64 = 0
    """How many cards may stay in the hand."""
    focus: i64 = 0
    """Which of the two hands is meant: 0 or 1 (PD-K6)."""
    queue: vec[i64]
    """Abilities announced, with their targets (`queued`, PD-7)."""
    at: i64 = 0
    """Which of them is being resolved."""

    def __init__(self, setup: PandanteSetup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.variant = setup
        self.numbers = setup.numbers
        self.seats = setup.seats
        self.log = None

    def copy_to(self, other: PandanteState) -> None:
        """Make another state the same as this one; generator and log stay its own."""
        other.sealed = self.sealed
        other.phase = self.phase
        other.turn = self.turn
        other.performer = self.performer
        other.street = self.street
        other.gambit = self.gambit
        other.dealer = self.dealer
        other.casino = self.casino
        other.casinos_left = self.casinos_left
        other.multiplier = self.multiplier
        other.pot = self.pot
        other.pot_diamonds = self.pot_diamonds
        other.antes = self.antes
        other.fairy = self.fairy
        other.bank = self.bank
        other.coin = self.coin
        other.folded = self.folded
        other.sitting = self.sitting
        other.broke = self.broke
        other.away = self.away
        other.left = self.left
        other.slept = self.slept
        other.extra = self.extra
        other.leaf = self.leaf
        other.hot = self.hot
        other.real = self.real
        other.jokers = self.jokers
        other.ready = self.ready
        other.challengers = self.challengers
        other.gold = self.gold[:]
        other.diamonds = self.diamonds[:]
        other.bought = self.bought[:]
        other.cashed = self.cashed[:]
        other.staked = self.staked[:]
        other.claims = self.claims
        other.runes = self.runes
        other.colours = self.colours
        other.said = self.said[:]
        other.hands = self.hands[:]
        other.spare = self.spare[:]
        other.shown = self.shown[:]
        other.seen = self.seen[:]
        other.gone = self.gone[:]
        other.deck = self.deck
        other.top = self.top[:]
        other.discards = self.discards
        other.board = self.board[:]
        other.coming = self.coming[:]
        other.adders = self.adders
        other.fresh = self.fresh
        other.keep = self.keep
        other.focus = self.focus
        other.queue = self.queue[:]
        other.at = self.at

    # Fields that are packed

    def claim(self, seat: i64) -> i64:
        """What that player claims; -1 before the first bet."""
        return ((self.claims >> (seat * 4)) & 15) - 1

    def set_claim(self, seat: i64, claim: i64) -> None:
        """Move that player's bet to another hand."""
        self.claims = (self.claims & ~(FOUR_BITS[seat])) | ((claim + 1) << (seat * 4))

    def rune_count(self, seat: i64) -> i64:
        """PD-K4: that player's runes."""
        return (self.runes >> (seat * 4)) & 15

    def colour(self, seat: i64) -> i64:
        """PD-S4: the colour of that player's champion; -1 before it is taken."""
        return ((self.colours >> (seat * 4)) & 15) - 1

    def adder(self, row: i64) -> i64:
        """PD-L4: who added the sixth card of this row; NOBODY if there is none."""
        return ((self.adders >> (row * 4)) & 15) - 1

    def row(self, row: i64) -> i64:
        """The community cards of a row, as a set."""
        found: i64 = 0
        slot: i64 = row * SLOTS
        end: i64 = slot + SLOTS
        while slot < end:
            card: i64 = self.board[slot]
            if card != NO_CARD:
                found |= BIT[card]
            slot += 1
        return found


# Items of lists that are packed


def queued(ability: i64, target: i64) -> i64:
    """An ability that was announced, with its target, as an item of `queue`."""
    return ability | (target << 5)


def queued_ability(item: i64) -> i64:
    """Which ability."""
    return item & 31


def queued_target(item: i64) -> i64:
    """The seat or row that it aims at."""
    return item >> 5


def top_item(card: i64, knowers: i64) -> i64:
    """A card on top of the deck with who knows it, as an item of `top`."""
    return card | (knowers << 8)


def top_card(item: i64) -> i64:
    """Which card."""
    return item & 255


def top_knowers(item: i64) -> i64:
    """Who knows it, as a set of players."""
    return item >> 8
