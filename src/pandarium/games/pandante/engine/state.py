"""What lies on the table of Pandánte, and how it is copied. The rules follow, in the order of play, in
`gold`, `deck`, `gambit`, `betting`, `abilities`, `effects`, `showdown` and `rules`."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.engine.cards import BIT, BLUE, NO_CARD
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

SPLASH: Final = 0
PAWS: Final = 1
TAIL: Final = 2

# What is to be decided now

CHOOSING_CHAMPION: Final = 0
BETWEEN_GAMBITS: Final = 1
CASSY_ORDERS: Final = 2
BETTING: Final = 3
DISCARDING_EXTRA: Final = 4
SNACKING: Final = 5
PLACING_SNACK: Final = 6
DISCARDING_SNACK: Final = 7
DISCARDING_TREAT: Final = 8
DROPPING_HAND: Final = 9
DISCARDING_LEAF: Final = 10
FERN_STEALS: Final = 11
ANNOUNCING: Final = 12
RAISED: Final = 13
IN_DILEMMA: Final = 14
DISCARDING: Final = 15
REVEALING: Final = 16
TOPPING: Final = 17
LOWERING: Final = 18
REPLACING: Final = 19
LONG_SHOT_TAKEN: Final = 20
REARRANGING: Final = 21
UPGRADING: Final = 22
SAYING: Final = 23
CHALLENGING: Final = 24
SHOWING: Final = 25
OVER: Final = 26

PHASE_NAMES: Final[list[str]] = [
    "champions",
    "between gambits",
    "cassy",
    "bet",
    "discard extra",
    "snack",
    "place snack",
    "discard snack",
    "discard treat",
    "drop hand",
    "discard leaf",
    "fern",
    "announce",
    "raise",
    "dilemma",
    "discard",
    "reveal",
    "top",
    "lower",
    "replace",
    "long shot",
    "rearrange",
    "upgrade",
    "tie-break",
    "challenge",
    "coin",
    "over",
]

# Casinos, by the number of their rule (PD-K1 to PD-K12)

NO_CASINO: Final = 0
JOKERS_WILD: Final = 1
BAMBOO_TAVERN: Final = 2
TRIPLE_PLAY: Final = 3
DREAMERY: Final = 4
BUNNY_HOP: Final = 5
DOUBLEPAW: Final = 6
HARD_TIMES: Final = 7
LIARS_LAIR: Final = 8
PALACE: Final = 9
BIG_STAKES: Final = 10
WHISPER_GROVE: Final = 11
PICNIC_PIER: Final = 12
CASINOS: Final = 12

# Modes of gambling (PD-G1 to PD-G3)

FOR_FUN: Final = 0
DROP_IN: Final = 1
TOURNAMENT: Final = 2


class Table(State):
    """Everything on the table. Sets of players are bits, sets of cards are bits (see `cards.py`)."""

    laid: PandanteSetup
    numbers: Numbers
    seats: i64
    log: list[Any] | None
    """Where events go while a move is carried out."""

    phase: i64
    turn: i64
    """Whose decision it is; in CHALLENGING, who is in the hotseat."""
    performer: i64
    """Whose abilities are being resolved."""
    street: i64
    gambit: i64
    dealer: i64
    casino: i64
    casinos_left: i64
    multiplier: i64
    pot: i64
    pot_diamonds: i64
    antes: i64
    """How much of the pot came by antes in this gambit (PD-P3)."""
    fairy: i64
    """What the Gold Fairy has given so far (PD-30, PD-31)."""
    bank: i64
    """Diamonds that the bank has given so far, less those that went back (PD-DD1)."""
    coin: i64
    """Who has the Golden Panda Coin; NOBODY: it lies in the middle (PD-32)."""

    # Sets of players

    folded: i64
    sitting: i64
    """Who sits this gambit out (PD-31)."""
    broke: i64
    """Who was below 0 in this gambit (PD-31)."""
    away: i64
    """Who is eliminated or has left (PD-G1, PD-G2)."""
    slept: i64
    """Who starts the next gambit with a card more (PD-L6)."""
    extra: i64
    """Who has such a card now, still to be discarded."""
    leaf: i64
    """Whether Lea-Leafa has kept her extra card (PD-P1)."""
    hot: i64
    """Who is in the showdown and has not been in the hotseat yet (PD-20)."""
    real: i64
    """Who had their hand (PD-23)."""
    jokers: i64
    """Who of them had it by a Joker, for all to see (PD-H5)."""
    ready: i64
    """Who has chosen whether to challenge (PD-21),"""
    accusers: i64
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
    claims: i64
    """Four bits a player: the claim, from 1; 0: none yet."""
    runes: i64
    """Four bits a player (PD-K4)."""
    colours: i64
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

    deck: i64
    """Cards in no order: what comes next is drawn when it is needed."""
    top: vec[i64]
    """Cards on top of those, the last one first to come; above eight bits who knows which it is."""
    discards: i64
    board: vec[i64]
    coming: vec[i64]
    """Cassy's cards: two places for each row (PD-P2)."""
    adders: i64
    """Who added the sixth card of each row, from 1: four bits a row (PD-L4)."""
    fresh: i64
    """Cards just drawn that lie nowhere yet."""

    # A decision under way

    keep: i64
    """How many cards may stay in the hand."""
    focus: i64
    """Which of the two hands is meant: 0 or 1 (PD-K6)."""
    queue: vec[i64]
    """Abilities announced: five bits the ability, then the target (PD-7)."""
    at: i64
    """Which of them is being resolved."""

    def __init__(self, setup: PandanteSetup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.laid = setup
        self.numbers = setup.numbers
        self.seats = setup.seats
        self.log = None

    def copy_table(self, twin: Table) -> None:
        """Lay everything on another table just so."""
        twin.sealed = self.sealed
        twin.phase = self.phase
        twin.turn = self.turn
        twin.performer = self.performer
        twin.street = self.street
        twin.gambit = self.gambit
        twin.dealer = self.dealer
        twin.casino = self.casino
        twin.casinos_left = self.casinos_left
        twin.multiplier = self.multiplier
        twin.pot = self.pot
        twin.pot_diamonds = self.pot_diamonds
        twin.antes = self.antes
        twin.fairy = self.fairy
        twin.bank = self.bank
        twin.coin = self.coin
        twin.folded = self.folded
        twin.sitting = self.sitting
        twin.broke = self.broke
        twin.away = self.away
        twin.slept = self.slept
        twin.extra = self.extra
        twin.leaf = self.leaf
        twin.hot = self.hot
        twin.real = self.real
        twin.jokers = self.jokers
        twin.ready = self.ready
        twin.accusers = self.accusers
        twin.gold = self.gold[:]
        twin.diamonds = self.diamonds[:]
        twin.bought = self.bought[:]
        twin.cashed = self.cashed[:]
        twin.staked = self.staked[:]
        twin.claims = self.claims
        twin.runes = self.runes
        twin.colours = self.colours
        twin.said = self.said[:]
        twin.hands = self.hands[:]
        twin.spare = self.spare[:]
        twin.shown = self.shown[:]
        twin.seen = self.seen[:]
        twin.gone = self.gone[:]
        twin.deck = self.deck
        twin.top = self.top[:]
        twin.discards = self.discards
        twin.board = self.board[:]
        twin.coming = self.coming[:]
        twin.adders = self.adders
        twin.fresh = self.fresh
        twin.keep = self.keep
        twin.focus = self.focus
        twin.queue = self.queue[:]
        twin.at = self.at

    # Who

    def playing(self) -> i64:
        """Everybody who takes part in this gambit, folded or not."""
        return (BIT[self.seats] - 1) & ~(self.sitting | self.away)

    def staying(self) -> i64:
        """Everybody who has not folded."""
        return self.playing() & ~self.folded

    def is_in(self, seat: i64) -> bool:
        """Whether that player takes part and has not folded."""
        return (self.folded | self.sitting | self.away) & BIT[seat] == 0

    def next_of(self, players: i64, seat: i64) -> i64:
        """PD-S3: who of these players comes after that seat in turn order, the dealer last; or NOBODY."""
        while seat != self.dealer:
            seat += 1
            if seat == self.seats:
                seat = 0
            if players & BIT[seat] != 0:
                return seat
        return NOBODY

    def first_of(self, players: i64) -> i64:
        """PD-S3: who of these players comes first, counting from the dealer's left."""
        seat = self.dealer
        while players != 0:
            seat += 1
            if seat == self.seats:
                seat = 0
            if players & BIT[seat] != 0:
                return seat
        return NOBODY

    def champion_seat(self, colour: i64) -> i64:
        """Who plays the champion of this colour; NOBODY without champions."""
        if not self.laid.champions:
            return NOBODY
        seat: i64 = 0
        while seat < self.seats:
            if (self.colours >> (seat * 4)) & 15 == colour + 1:
                return seat
            seat += 1
        return NOBODY

    # What

    def claim(self, seat: i64) -> i64:
        """What that player claims; -1 before the first bet."""
        return ((self.claims >> (seat * 4)) & 15) - 1

    def set_claim(self, seat: i64, claim: i64) -> None:
        """Move that player's bet to another hand."""
        self.claims = (self.claims & ~(FOUR_BITS[seat])) | ((claim + 1) << (seat * 4))

    def rune_count(self, seat: i64) -> i64:
        """PD-K4: that player's runes."""
        return (self.runes >> (seat * 4)) & 15

    def rows(self) -> i64:
        """PD-K9: two rows of community cards in one casino, else one."""
        return 2 if self.casino == PALACE else 1

    def row(self, row: i64) -> i64:
        """The community cards of a row."""
        found: i64 = 0
        slot: i64 = row * SLOTS
        end: i64 = slot + SLOTS
        while slot < end:
            card: i64 = self.board[slot]
            if card != NO_CARD:
                found |= BIT[card]
            slot += 1
        return found

    def adder(self, row: i64) -> i64:
        """PD-L4: who added the sixth card of this row; NOBODY if there is none."""
        return ((self.adders >> (row * 4)) & 15) - 1

    # What a player knows (the number of seats stands for the public)

    def known_coming(self, player: i64) -> i64:
        """PD-P2: Cassy's cards are known to Cassy."""
        if player == self.seats or self.champion_seat(BLUE) != player:
            return 0
        return self.coming_cards()

    def coming_cards(self) -> i64:
        """The cards that Cassy has seen and that are still to come."""
        found: i64 = 0
        place: i64 = 0
        while place < ROWS * 2:
            if self.coming[place] != NO_CARD:
                found |= BIT[self.coming[place]]
            place += 1
        return found

    def known_fresh(self, player: i64) -> i64:
        """Cards that lie nowhere yet: open to all, but for a snack that is looked at first (PD-K6)."""
        return 0 if self.phase == PLACING_SNACK and self.turn != player else self.fresh

    def known_top(self, player: i64) -> i64:
        """The cards on top of the deck that this player knows."""
        found: i64 = 0
        place: i64 = 0
        while place < len(self.top):
            if (self.top[place] >> 8) & BIT[player] != 0:
                found |= BIT[self.top[place] & 255]
            place += 1
        return found

    # What comes later in the order of play, and is called from earlier on

    def eliminate(self) -> None:
        """PD-G1."""
        raise NotImplementedError

    def begin_betting(self) -> None:
        """PD-3."""
        raise NotImplementedError

    def begin_abilities(self) -> None:
        """PD-7."""
        raise NotImplementedError

    def begin_upgrade(self) -> None:
        """PD-8."""
        raise NotImplementedError

    def last_one_wins(self) -> None:
        """PD-10."""
        raise NotImplementedError


FOUR_BITS: Final = vec[i64]([15 << (4 * seat) for seat in range(8)])
