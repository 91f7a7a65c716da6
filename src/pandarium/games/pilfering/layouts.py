"""What the bytes of an observation and of a move's features mean. The moves have no action numbers: there are too many.

Other players are counted clockwise from the observer, who is player 0. A seat that is not taken is all zeros. Where
there is a byte for each Loot card, it is five suits (red, yellow, green, blue, purple) of nine numbers each.
"""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import BITS, CATEGORY, COUNT, FLAG, NUMBER, ActionRange, Layout, Piece
from pandarium.games.pilfering.engine.cards import KEY, LOOT, PLANS
from pandarium.games.pilfering.engine.knowledge import ZERO
from pandarium.games.pilfering.engine.moves import PLACE
from pandarium.games.pilfering.engine.numbering import LOOT_BYTES
from pandarium.games.pilfering.engine.prices import HIGH_SIDE
from pandarium.games.pilfering.engine.setup import MOST_CARDS, MOST_SEATS, PANDAS
from pandarium.games.pilfering.engine.state import IN_FORCE, OVER

_CARD: Final = KEY + 1
"""The highest card where one is named: Loot is 1 to 45, a Key 46; 0 is none."""
_KEYS: Final = 4
_QUARTERS: Final = 4
_AREAS: Final = 2


def _player(offset: int) -> tuple[Piece, ...]:
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} hand", 1, "cards in hand", COUNT, MOST_CARDS),
        Piece(f"{name} panda", 1, "1 Sharing, 2 Greedy, 3 Sneaky, 4 Charming, 5 Crafty; 0: none yet", CATEGORY, PANDAS),
        Piece(f"{name} ability", 1, "1 while the panda's ability is left", FLAG, 1),
        Piece(f"{name} out", 1, "1 once the hand was emptied", FLAG, 1),
        Piece(f"{name} known loot", LOOT, "1 for each Loot card that the observer knows to be in that hand", FLAG, 1),
        Piece(f"{name} known keys", 1, "Keys known to be in that hand", COUNT, _KEYS),
        Piece(f"{name} bound loot", LOOT, "1 for each Loot card that must stay in hand this turn", FLAG, 1),
        Piece(f"{name} bound keys", 1, "Keys that must stay in hand this turn", COUNT, _KEYS),
    )


def _area(number: int) -> tuple[Piece, ...]:
    name = f"area {number}"
    return (
        Piece(f"{name} cards", MOST_CARDS, "cards from the left: Loot 1 to 45, a Key 46; then 0", CATEGORY, _CARD),
        Piece(f"{name} sets", MOST_CARDS, "for each card: 1 if a set starts with it, 2 if one ends", BITS),
        Piece(f"{name} end", LOOT, "1 for each Loot card that the end card is or, as a Key, may be", FLAG, 1),
        Piece(f"{name} end keys", 1, "always 0", COUNT, _KEYS),
        Piece(f"{name} suits", 1, "the Meerkat's suits, from red (1) to purple (16)", BITS),
    )


OBSERVATION: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece("hideout", MOST_CARDS, "cards from the left: Loot 1 to 45, a Key 46; then 0", CATEGORY, _CARD),
        Piece("secret loot", LOOT, "1 for each Loot card of the Secret Stash", FLAG, 1),
        Piece("secret keys", 1, "Keys in the Secret Stash", COUNT, _KEYS),
        Piece("box loot", LOOT, "1 for each Loot card that left the game in the open", FLAG, 1),
        Piece("box keys", 1, "Keys that left the game in the open", COUNT, _KEYS),
        *_area(1),
        *_area(2),
        Piece("panda", 2, "space of the pandas", NUMBER, zero=ZERO),
        Piece("keeper", 2, "space of the keeper, who may be driven back behind the start", NUMBER, zero=ZERO),
        Piece("deck", 1, "cards in the deck"),
        Piece("plans", 1, "Foiled Plans in it", COUNT, PLANS),
        Piece("gone", 1, "plans that were resolved", BITS),
        Piece(
            "step",
            1,
            "1 choose a panda, 2 who starts, 3 refresh, 4 act, 5 give, 6 stash, 7 run or not, 8 secret card, "
            "9 place the rummaged card, 10 back door, 11 over",
            CATEGORY,
            OVER,
        ),
        Piece("turn", 1, "whose turn it is, clockwise from the observer", CATEGORY, MOST_SEATS - 1),
        Piece("duty", 1, "the card that must be played, from 1", CATEGORY, _CARD),
        Piece("found", 1, "the rummaged card, from 1", CATEGORY, _CARD),
        Piece("suspicion", 1, "what the Raised Suspicion card shows", COUNT, HIGH_SIDE),
        Piece("suspect", 1, "who has it, from 1 clockwise from the observer; 0: nobody", CATEGORY, MOST_SEATS),
        Piece("watched", 1, "alone: the area with it, from 1", CATEGORY, _AREAS),
        Piece("timer", 1, "its quarter turns so far", COUNT, _QUARTERS),
        Piece("timekeeper", 1, "who has it, from 1 clockwise from the observer; 0: nobody", CATEGORY, MOST_SEATS),
        Piece("early", 1, "Early Rounds: 0 no, 1 next turn, 2 now", CATEGORY, IN_FORCE),
        Piece("gate", 1, "Locked Gate, likewise", CATEGORY, IN_FORCE),
        Piece("win", 1, "the space to reach"),
        Piece("limit", 1, "cards that a Meerkat takes gladly"),
    )
)
"""Not the whole history: who stashed which card, and who passed when, is not told."""

ACTIONS: Final[tuple[ActionRange, ...]] = ()

FEATURES: Final = Layout(
    (
        Piece(
            "kind",
            1,
            "1 choose a panda, 2 answer, 3 draw, 4 pick up, 5 new set, 6 re-use set, 7 extend, 8 swap for a Key, "
            "9 discard a Key, 10 share, 11 give, 12 pass, 13 stash, 14 set at the back door, 15 place",
            CATEGORY,
            PLACE,
        ),
        Piece("area", 1, "the area of a set, extension, swap or place, from 1", CATEGORY, _AREAS),
        Piece("ability", 1, "1 if the panda's ability goes with it", FLAG, 1),
        Piece("yes", 1, "1 for the answer yes", FLAG, 1),
        Piece("panda", 1, "the panda that is chosen, from 1", CATEGORY, PANDAS),
        Piece("target", 1, "with whom to share, clockwise from the own seat", CATEGORY, MOST_SEATS - 1),
        Piece("cards", 1, "cards that change places: played, picked up, shared, given, stashed …", COUNT, MOST_CARDS),
        Piece("loot", LOOT_BYTES, "which Loot cards they are, the lowest bit of the first byte first", BITS),
        Piece("keys", 1, "Keys among them", COUNT, _KEYS),
        Piece("first", 1, "the first of them: Loot 1 to 45, a Key 46", CATEGORY, _CARD),
        Piece("last", 1, "the last of them", CATEGORY, _CARD),
        Piece("place", 1, "of a set its first Loot card, of a swap the Key: its place from 1", COUNT, MOST_CARDS),
        Piece("read as", 1, "what the set may be: 1 number set, 2 run upwards, 4 run downwards", BITS),
        Piece("taken", 1, "alone, with Sharing: the card from the Secret Stash, from 1", CATEGORY, _CARD),
    )
)
