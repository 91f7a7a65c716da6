"""What lies on the table of Wildstyle, and how it is copied. The rules are in the other modules."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.wildstyle.engine.cards import CARD_BITS, CARD_MASK, NO_CARD, Deck, nth_card, one_high, one_low
from pandarium.games.wildstyle.engine.city import City, Faces, Grid, count_bits, high_bit, list_hexes, low_bit

ROUNDS: Final = 3
MOST_SEATS: Final = 5
ROUND_TAGS: Final = 6
COP_CARS: Final = 28

DRAW_PILES: Final[list[int]] = [2, 2, 3, 3]
"""For two players up to five (WS-S4),"""
SPLIT_PILES: Final[list[int]] = [4, 3, 4, 3]
"""into how many the deck is split,"""
SHARE_PILES: Final[list[int]] = [4, 4, 3, 3]
"""and how many share piles there are."""
MOST_DRAW_PILES: Final = 3
MOST_SHARE_PILES: Final = 4

CHOICE: Final = 0
"""No phase is to begin: somebody has a choice."""
GETTING_READY: Final = 1
COUNTDOWN: Final = 2
PLAYING: Final = 3
REMOVING: Final = 4
OVER: Final = 5

NOBODY: Final = -1

CREWS: Final[list[str]] = ["red", "blue", "green", "yellow", "purple"]
"""What the players are called by the colour of their tags."""

# Where everything of one player stands in `mats`.
HAND: Final = 0
SET: Final = 1
"""The first set space; the second is next to it."""
MAT: Final = 3
"""Tags on the mat."""
CARS: Final = 4
LOW: Final = 5
"""Tags on the map,"""
HIGH: Final = 6
PICKED_LOW: Final = 7
"""and those of them that go for cop cars (WS-20)."""
PICKED_HIGH: Final = 8
STRIDE: Final = 9

# The last touch of a share pile: who, what, which card.
SHARED_IT: Final = 1
TOOK_IT: Final = 2
TOUCH_BITS: Final = 10
TOUCH_MASK: Final = 1023

SHIFT_8: Final = vec[i64]([256**place for place in range(5)])

ACTORS: Final[list[list[int]]] = [
    [seat for seat in range(MOST_SEATS) if seats & 2**seat] for seats in range(2**MOST_SEATS)
]


class WildSetup(Setup):
    """What is fixed before the first card: how many players, which cards, boards and objectives."""

    deck: Deck
    grid: Grid
    faces: Faces
    points: vec[i64]
    """What each objective scores, once."""
    turns: bool
    """The relaxed pace (WS-41)."""
    family: bool
    grace: i64
    draw_piles: i64
    split_piles: i64
    share_piles: i64
    face_names: list[str]
    """What the sides of the boards are called, both sides of a board next to each other."""
    parsed: Any
    """The content as words need it."""

    def __init__(
        self, game: Any, seats: int, options: dict[str, Any], content: Any, deck: Deck, grid: Grid, faces: Faces
    ) -> None:
        super().__init__(game, seats, options, content)
        self.deck = deck
        self.grid = grid
        self.faces = faces
        self.turns = options["pace"] == "turns"
        self.family = options["family"]
        self.grace = options["grace"]
        self.draw_piles = DRAW_PILES[seats - 2]
        self.split_piles = SPLIT_PILES[seats - 2]
        self.share_piles = SHARE_PILES[seats - 2]


class WildState(State):
    """Everything on the table. Hidden are the cards in other hands, and every card that lies face down.

    Face-down cards are not in any order: whoever draws gets any of them, each equally likely. That is what a shuffled
    deck comes to, and there is nothing to peek at.
    """

    fixed: WildSetup
    """`setup`, with what Wildstyle adds to it."""
    seats: i64
    city: City
    round: i64
    phase: i64
    acting: i64
    """Who may act, a bit each."""
    ready: i64
    passed: i64
    turn: i64
    """Whose turn it is at the relaxed pace; NOBODY otherwise (WS-41)."""
    triggered: bool
    """Whether the end of the round was triggered (WS-12)."""
    mats: vec[i64]
    """Everything of each player in turn: hand, sets, tags, cars."""
    cars: i64
    """Cop cars that are left."""
    tagged_low: i64
    """Hexes with anybody's tag."""
    tagged_high: i64
    pool_low: i64
    """All face-down cards: the draw piles and what was set aside."""
    pool_high: i64
    pool_size: i64
    piles: i64
    """How many cards each draw pile has, eight bits each."""
    drawers: i64
    """Who drew last from each, eight bits each: the seat, from 1."""
    shared: vec[i64]
    """Every card shared this round, with the place of the card it lies on (from 1) above its bits."""
    tops: i64
    """The place of the top card of every share pile (from 1; 0: empty), eight bits each."""
    touches: i64
    """The last touch of every share pile."""

    def __init__(self, setup: WildSetup, rng: Rng, city: City) -> None:
        super().__init__(setup, rng)
        self.fixed = setup
        self.seats = setup.seats
        self.city = city

    def copy_to(self, other: WildState) -> None:
        """Make another state of the same game stand where this one does."""
        other.sealed = self.sealed
        other.round = self.round
        other.phase = self.phase
        other.acting = self.acting
        other.ready = self.ready
        other.passed = self.passed
        other.turn = self.turn
        other.triggered = self.triggered
        other.mats = self.mats[:]
        other.cars = self.cars
        other.tagged_low = self.tagged_low
        other.tagged_high = self.tagged_high
        other.pool_low = self.pool_low
        other.pool_high = self.pool_high
        other.pool_size = self.pool_size
        other.piles = self.piles
        other.drawers = self.drawers
        other.shared = self.shared[:]
        other.tops = self.tops
        other.touches = self.touches

    # A player's things

    def hand_of(self, seat: i64) -> i64:
        """The cards in that player's hand."""
        return self.mats[seat * STRIDE + HAND]

    def set_of(self, seat: i64, space: i64) -> i64:
        """The cards on one of that player's set spaces."""
        return self.mats[seat * STRIDE + SET + space]

    def mat_of(self, seat: i64) -> i64:
        """Tags on that player's mat."""
        return self.mats[seat * STRIDE + MAT]

    def cars_of(self, seat: i64) -> i64:
        """Cop cars that the player has taken."""
        return self.mats[seat * STRIDE + CARS]

    def has_tag(self, seat: i64, hex: i64) -> bool:
        """Whether that player has a tag on the hex."""
        low: i64 = self.mats[seat * STRIDE + LOW] & low_bit(hex)
        return low | (self.mats[seat * STRIDE + HIGH] & high_bit(hex)) != 0

    def tags_of(self, seat: i64) -> list[i64]:
        """The hexes with that player's tags."""
        return list_hexes(self.mats[seat * STRIDE + LOW], self.mats[seat * STRIDE + HIGH])

    def picks_of(self, seat: i64) -> list[i64]:
        """The hexes of the tags that the player has chosen to remove."""
        return list_hexes(self.mats[seat * STRIDE + PICKED_LOW], self.mats[seat * STRIDE + PICKED_HIGH])

    def count_tags(self, seat: i64) -> i64:
        """How many tags that player has on the map."""
        return count_bits(self.mats[seat * STRIDE + LOW]) + count_bits(self.mats[seat * STRIDE + HIGH])

    def count_picks(self, seat: i64) -> i64:
        """How many tags that player has chosen to remove."""
        return count_bits(self.mats[seat * STRIDE + PICKED_LOW]) + count_bits(self.mats[seat * STRIDE + PICKED_HIGH])

    def pick(self, seat: i64, hex: i64) -> None:
        """One more tag that is to go."""
        self.mats[seat * STRIDE + PICKED_LOW] |= low_bit(hex)
        self.mats[seat * STRIDE + PICKED_HIGH] |= high_bit(hex)

    # Piles

    def pile_size(self, pile: i64) -> i64:
        """How many cards that draw pile has."""
        return (self.piles >> (8 * pile)) & 255

    def aside(self) -> i64:
        """How many cards were set aside for this round (WS-S4)."""
        size: i64 = self.pool_size
        pile: i64 = 0
        while pile < self.fixed.draw_piles:
            size -= self.pile_size(pile)
            pile += 1
        return size

    def top_of(self, pile: i64) -> i64:
        """The top card of that share pile; NO_CARD if it is empty."""
        at: i64 = (self.tops >> (8 * pile)) & 255
        if at == 0:
            return NO_CARD
        return self.shared[at - 1] & CARD_MASK

    def below_top(self, pile: i64) -> i64:
        """The card under the top card of that share pile; NO_CARD if there is none."""
        at: i64 = (self.tops >> (8 * pile)) & 255
        if at != 0:
            at = self.shared[at - 1] >> CARD_BITS
        if at == 0:
            return NO_CARD
        return self.shared[at - 1] & CARD_MASK

    def share_pile(self, pile: i64) -> list[i64]:
        """All cards of that share pile, the top card last."""
        cards: list[i64] = []
        at: i64 = (self.tops >> (8 * pile)) & 255
        while at != 0:
            cards.insert(0, self.shared[at - 1] & CARD_MASK)
            at = self.shared[at - 1] >> CARD_BITS
        return cards

    def touch_of(self, pile: i64) -> tuple[i64, i64, i64]:
        """The last touch of that share pile: the seat (or NOBODY), SHARED_IT or TOOK_IT, the card."""
        touch: i64 = (self.touches >> (TOUCH_BITS * pile)) & TOUCH_MASK
        return ((touch & 7) - 1, (touch >> 3) & 3, touch >> 5)

    def put_in_pool(self, card: i64) -> None:
        """One more face-down card of that kind."""
        self.pool_low += one_low(card)
        self.pool_high += one_high(card)
        self.pool_size += 1

    def draw_from_pool(self, rng: Rng) -> i64:
        """Any face-down card, each equally likely; it is taken out."""
        card = nth_card(self.pool_low, self.pool_high, rng.below(self.pool_size))
        self.pool_low -= one_low(card)
        self.pool_high -= one_high(card)
        self.pool_size -= 1
        return card
