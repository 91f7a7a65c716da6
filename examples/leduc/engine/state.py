"""What lies on the table of Leduc hold'em, and how it is copied. The rules are in the other modules."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.leduc.engine.moves import MOST_MOVES

PLAYERS: Final = 2
ANTE: Final = 1

CHOICE: Final = 0
"""No stage is to begin: somebody has a choice."""
FIRST_ROUND: Final = 1
SECOND_ROUND: Final = 2
FOLDED: Final = 3
"""From this stage on the game is over."""
SHOWDOWN: Final = 4

NO_CARD: Final = -1
ROUND_BYTES: Final = 4
"""The longest round of betting: check, raise, raise, call."""


class LeducSetup(Setup):
    """What is fixed before the first card: the deck, its cards numbered from low to high."""

    ranks: vec[i64]
    """The rank of every card."""
    codes: list[str]
    """How each rank is written."""

    def __init__(self, game: Any, options: dict[str, Any], content: Any, codes: list[str], copies: list[i64]) -> None:
        super().__init__(game, PLAYERS, options, content)
        self.actions = MOST_MOVES
        self.codes = codes
        self.ranks = vec[i64]([rank for rank in range(len(codes)) for _ in range(copies[rank])])

    def code(self, card: i64) -> str:
        """How that card is written; its rank is all that matters."""
        return self.codes[self.ranks[card]]


class LeducState(State):
    """Everything on the table. The cards in the players' hands are hidden."""

    fixed: LeducSetup
    """`setup`, with what Leduc hold'em adds to it."""
    stage: i64
    turn: i64
    """Whose decision it is; after a fold, who folded."""
    hands: i64
    """Both players' cards, eight bits each: one number is quick to copy."""
    public: i64
    stake: i64
    """What the player who has paid most has paid so far,"""
    owed: i64
    """and how much less the player to act has paid."""
    raises: i64
    """In this round."""
    bets: i64
    """Every move so far, a byte each, four bytes a round."""
    next_bet: i64
    """How many bits of `bets` are spoken for."""

    def __init__(self, setup: LeducSetup, rng: Rng, hands: i64) -> None:
        super().__init__(setup, rng)
        self.fixed = setup
        self.stage = FIRST_ROUND
        self.turn = 0
        self.hands = hands
        self.public = NO_CARD
        self.stake = ANTE
        self.owed = 0
        self.raises = 0
        self.bets = 0
        self.next_bet = 0

    def card_of(self, seat: i64) -> i64:
        """The card in that player's hand."""
        return (self.hands >> (seat * 8)) & 255

    def paid_by(self, seat: i64) -> i64:
        """What that player has put into the pot."""
        return self.stake - self.owed if seat == self.turn else self.stake

    def copy_to(self, other: LeducState) -> None:
        """Make another state of the same game stand where this one does; but for the hands."""
        other.sealed = self.sealed
        other.stage = self.stage
        other.turn = self.turn
        other.public = self.public
        other.stake = self.stake
        other.owed = self.owed
        other.raises = self.raises
        other.bets = self.bets
        other.next_bet = self.next_bet


def pack_hands(first: i64, second: i64) -> i64:
    """Two cards as one number."""
    return first | (second << 8)
