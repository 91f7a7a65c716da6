"""What lies on the table of Leduc hold'em, and how it is copied, hidden and observed. The rules are in `rules.py`."""

from __future__ import annotations

from typing import Any, Final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State

PLAYERS: Final = 2
ANTE: Final = 1

FIRST_ROUND: Final = 1
SECOND_ROUND: Final = 2
FOLDED: Final = 3
"""From this stage on the game is over."""
SHOWDOWN: Final = 4

NO_CARD: Final = -1
ROUND_BYTES: Final = 4
"""The longest round of betting: check, raise, raise, call."""


class LeducSetup(Setup):
    """A laid table: the deck, its cards numbered from low to high."""

    ranks: vec[i64]
    """The rank of every card."""
    codes: list[str]
    """How each rank is written."""

    def __init__(self, game: Any, options: dict[str, Any], content: Any, codes: list[str], copies: list[i64]) -> None:
        super().__init__(game, PLAYERS, options, content)
        self.codes = codes
        self.ranks = vec[i64]([rank for rank in range(len(codes)) for _ in range(copies[rank])])

    def code(self, card: i64) -> str:
        """How that card is written; its rank is all that matters."""
        return self.codes[self.ranks[card]]


class Table(State):
    """Everything on the table. The cards in the players' hands are hidden."""

    laid: LeducSetup
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
        self.laid = setup
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

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.stage >= FOLDED:
            return []
        return [self.turn]

    def copy_table(self, twin: Table) -> None:
        """Lay everything but the hands on another table just so."""
        twin.sealed = self.sealed
        twin.stage = self.stage
        twin.turn = self.turn
        twin.public = self.public
        twin.stake = self.stake
        twin.owed = self.owed
        twin.raises = self.raises
        twin.bets = self.bets
        twin.next_bet = self.next_bet

    def guess_hands(self, seat: int | None, rng: Rng) -> i64:
        """Hands as this seat can imagine them: its own card, and for every card it has not seen any that is left."""
        self.check_viewer(seat)
        if self.stage == SHOWDOWN:
            return self.hands
        if seat is None:
            first = draw_card(rng, len(self.laid.ranks), self.public, NO_CARD)
            return pack_hands(first, draw_card(rng, len(self.laid.ranks), self.public, first))
        mine: i64 = self.card_of(seat)
        theirs = draw_card(rng, len(self.laid.ranks), self.public, mine)
        return pack_hands(mine, theirs) if seat == 0 else pack_hands(theirs, mine)

    def observe(self, seat: int) -> bytes:
        """Own card, public card, stage, own chips, their chips, whether to act, and every move so far."""
        self.check_viewer(seat)
        me: i64 = seat
        ranks = self.laid.ranks
        seen = BytesWriter()
        seen.append(u8(ranks[self.card_of(me)] + 1))
        seen.append(0 if self.public == NO_CARD else u8(ranks[self.public] + 1))
        seen.append(u8(self.stage))
        seen.append(u8(self.paid_by(me)))
        seen.append(u8(self.paid_by(1 - me)))
        seen.append(1 if self.turn == me and self.stage < FOLDED else 0)
        write_i64_le(seen, self.bets)
        return seen.getvalue()


def pack_hands(first: i64, second: i64) -> i64:
    """Two cards as one number."""
    return first | (second << 8)


def draw_card(rng: Rng, cards: i64, gone: i64, also_gone: i64) -> i64:
    """Any card of the deck but one or two that are gone (NO_CARD: none), each equally likely."""
    low: i64 = min(gone, also_gone)
    high: i64 = max(gone, also_gone)
    if low != NO_CARD:
        cards -= 1
    if high != NO_CARD:
        cards -= 1
    card = rng.below(cards)
    if low != NO_CARD and card >= low:
        card += 1
    if high != NO_CARD and card >= high:
        card += 1
    return card
