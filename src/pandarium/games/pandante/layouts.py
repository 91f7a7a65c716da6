"""What the bytes of an observation and of a move's features mean, and the action numbers."""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import BITS, CATEGORY, COUNT, FLAG, NUMBER, ActionRange, Layout, Piece
from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.abilities import ABILITIES, ABILITY_NAMES
from pandarium.games.pandante.engine.cards import COLOUR_NAMES, COLOURS, DECK
from pandarium.games.pandante.engine.casinos import MOST_CASINOS
from pandarium.games.pandante.engine.claims import CLAIM_NAMES, CLAIMS, HIGHEST
from pandarium.games.pandante.engine.knowledge import IN_A_HAND, QUEUE_BYTES
from pandarium.games.pandante.engine.numbering import (
    ABILITY_SIZES,
    AIMED_SIZE,
    COLOUR_STATEMENTS,
    KIND_SIZES,
    MOST_BUY_INS,
    MOST_DIAMONDS,
    NUMBER_STATEMENTS,
    PAIR_STATEMENTS,
    TOPIC_SIZES,
)
from pandarium.games.pandante.engine.phases import OVER, PHASE_NAMES, TAIL
from pandarium.games.pandante.engine.state import MOST_SEATS, SLOTS

_HIGHEST: Final = 0xFFFF
_FOUR_BITS: Final = 15
_CLAIMS: Final = ", ".join(CLAIM_NAMES)
_COLOURS: Final = ", ".join(COLOUR_NAMES)
_SEAT: Final = "seats to the left of the observer from 1, so 1 is the observer; 0 nobody"


def _player(offset: int) -> tuple[Piece, ...]:
    """What is seen of the player that many seats to the left; all zeros where nobody sits."""
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} gold", 2, "gold", NUMBER, _HIGHEST),
        Piece(f"{name} staked", 2, "gold on the board in this gambit: bets and upgrades", NUMBER, _HIGHEST),
        Piece(f"{name} diamonds", 1, "diamonds, at most 255 told"),
        Piece(f"{name} claim", 1, f"the hand claimed, from 1: {_CLAIMS}; 0 none", CATEGORY, CLAIMS),
        Piece(f"{name} number said", 1, "the number said in the tie-break", COUNT, HIGHEST),
        Piece(f"{name} colour said", 1, f"the colour said of a flush, from 1: {_COLOURS}; 0 none", CATEGORY, COLOURS),
        Piece(f"{name} pair said", 1, "the number said of a full house's pair; 0 none", COUNT, HIGHEST),
        Piece(f"{name} champion", 1, "the champion's colour, from 1; 0 none", CATEGORY, COLOURS),
        Piece(f"{name} runes", 1, "runes", COUNT, _FOUR_BITS),
        Piece(f"{name} cards", 1, "cards in the hand", COUNT, DECK),
        Piece(f"{name} second hand", 1, "cards in the second hand", COUNT, DECK),
        Piece(f"{name} folded", 1, "out of this gambit", FLAG, 1),
        Piece(f"{name} sits out", 1, "sits this gambit out", FLAG, 1),
        Piece(f"{name} below 0", 1, "was below 0 in this gambit", FLAG, 1),
        Piece(f"{name} away", 1, "eliminated, or has left", FLAG, 1),
        Piece(f"{name} slept", 1, "starts the next gambit with a card more", FLAG, 1),
        Piece(f"{name} extra card", 1, "has such a card, still to be discarded", FLAG, 1),
        Piece(f"{name} in the showdown", 1, "has not been in the hotseat yet", FLAG, 1),
        Piece(f"{name} survived", 1, "had the hand in the hotseat, or nobody said otherwise", FLAG, 1),
        Piece(f"{name} by a Joker", 1, "had it by a Joker, for all to see", FLAG, 1),
        Piece(f"{name} ready", 1, "has chosen whether to challenge", FLAG, 1),
        Piece(f"{name} challenges", 1, "chose to: told of the observer alone", FLAG, 1),
        Piece(f"{name} coin", 1, "has the Golden Panda Coin", FLAG, 1),
    )


OBSERVATION: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece(
            "cards",
            DECK,
            "where the observer knows each card to be: 0 nowhere, 1 own hand, 2 own second hand, 3 board, 4 discards, "
            "5 top of the deck, 6 coming, 7 aside, 10 and more: hand of the player that many seats to the left",
            CATEGORY,
            IN_A_HAND + MOST_SEATS - 1,
        ),
        Piece("board", SLOTS, "community cards from 1, in their places; 0 none", CATEGORY, DECK),
        Piece("second row", SLOTS, "those of the second row", CATEGORY, DECK),
        Piece(
            "abilities",
            QUEUE_BYTES,
            "the first eight announced, in order: in the five low bits the ability, above them the seat or row it aims "
            "at, counted from 0 and not from the observer; 0 none",
            BITS,
        ),
        Piece("phase", 1, f"what is to be decided, from 0: {', '.join(PHASE_NAMES)}", CATEGORY, OVER),
        Piece("turn", 1, f"whose decision it is, or who is in the hotseat: {_SEAT}", CATEGORY, MOST_SEATS),
        Piece("performer", 1, f"whose abilities are being resolved: {_SEAT}", CATEGORY, MOST_SEATS),
        Piece("dealer", 1, _SEAT, CATEGORY, MOST_SEATS),
        Piece("street", 1, "0 splash, 1 paws, 2 tail", CATEGORY, TAIL),
        Piece("casino", 1, "the casino of this gambit by its number; 0 none", CATEGORY, MOST_CASINOS),
        Piece("casinos left", 2, "those still to come, a bit each by their number, the high byte first", BITS),
        Piece("gambit", 2, "which gambit it is", NUMBER, _HIGHEST),
        Piece("multiplier", 1, "of a tournament's stakes, at most 255 told"),
        Piece("pot", 2, "gold in the pot", NUMBER, _HIGHEST),
        Piece("diamonds in the pot", 1, "at most 255 told"),
        Piece("antes", 2, "how much of the pot came by antes", NUMBER, _HIGHEST),
        Piece("deck", 1, "cards in the deck", COUNT, DECK),
        Piece("discards", 1, "cards in the discard pile", COUNT, DECK),
        Piece("adder", 1, f"who added the sixth card: {_SEAT}", CATEGORY, MOST_SEATS),
        Piece("second adder", 1, "the same for the second row", CATEGORY, MOST_SEATS),
        Piece("keep", 1, "how many cards may stay in the hand", COUNT, DECK),
        Piece("which hand", 1, "1 if the second hand is meant", FLAG, 1),
        Piece("ability under way", 1, "how many of those announced are done"),
    )
)
"""Players in clockwise order from the observer, who is player 0. How it came to this is not told."""

_TOPIC_RANGES: Final = (
    ("champion", f"take the champion of a colour: {_COLOURS}"),
    ("hand", "put the snack into the first or the second hand"),
    ("drop", "discard the first or the second hand"),
    ("next", "let the lower or the higher of Cassy's cards come next"),
    ("steal", "put a card in the place of the fifth community card, by card; then those for the second row"),
    ("lower", "leave the claim, or lower it"),
    ("replace", "make the lower, the higher or none of the new cards the sixth"),
    ("stay", "stay in after a Long Shot"),
    ("order", "put the top of the deck in one of six orders"),
    ("show", "keep the lie hidden, or show it"),
    ("redraw", "take a new hand instead of paying"),
    ("seat", "leave or stay away, or stay"),
    ("stakes", "leave the stakes, or raise them"),
)
_KIND_RANGES: Final = {
    moves.BET: ("bet", f"put gold on a claim: {_CLAIMS}"),
    moves.FOLD: ("fold", "out of this gambit"),
    moves.SNACK: ("snack", "a snack, bigger by 0 to 30 diamonds"),
    moves.PASS: ("pass", "no snack, no upgrade, no card stolen"),
    moves.DISCARD: ("discard", "discard a card, by card"),
    moves.GO: ("go", "everything is announced"),
    moves.PAY: ("pay", "pay instead of what would happen otherwise"),
    moves.TOP: ("top", "put a card on top of the deck, by card"),
    moves.REVEAL: ("reveal", "turn a card face up, by card"),
    moves.UPGRADE: ("upgrade", f"claim a higher hand: {', '.join(CLAIM_NAMES[1:])}"),
    moves.CHALLENGE: ("challenge", "the player in the hotseat lies"),
    moves.TRUST: ("trust", "no challenge"),
}


def _ranges_of(kind: int) -> tuple[ActionRange, ...]:
    """The numbers of one kind of move."""
    if kind == moves.ANNOUNCE:
        return tuple(
            ActionRange(f"announce {ABILITY_NAMES[ability]}", size, "an ability; by row, if it aims at one")
            for ability, size in enumerate(ABILITY_SIZES)
            if size
        )
    if kind == moves.CHOOSE:
        return tuple(
            ActionRange(f"choose {name}", size, words)
            for (name, words), size in zip(_TOPIC_RANGES, TOPIC_SIZES, strict=True)
        )
    if kind == moves.SAY:
        return (
            ActionRange("say number", NUMBER_STATEMENTS, "a number from 1 to 10"),
            ActionRange("say colour", COLOUR_STATEMENTS, f"by colour ({_COLOURS}), a number from 0 to 10"),
            ActionRange("say pair", PAIR_STATEMENTS, "by number from 1 to 10, another number for the pair"),
        )
    name, words = _KIND_RANGES[kind]
    return (ActionRange(name, KIND_SIZES[kind], words),)


ACTIONS: Final = (
    *(span for kind in range(moves.BET, moves.TRUST + 1) for span in _ranges_of(kind)),
    *(
        ActionRange(
            f"announce at player {offset}", AIMED_SIZE, f"peek at the player {offset} to the left, or trade hands"
        )
        for offset in range(1, MOST_SEATS)
    ),
    ActionRange("buy in", MOST_BUY_INS, "with the least gold that the table takes, or chips more"),
)

FEATURES: Final = Layout(
    (
        Piece(
            "kind",
            1,
            "1 bet, 2 fold, 3 snack, 4 pass, 5 discard, 6 announce, 7 go, 8 pay, 9 top, 10 reveal, 11 choose, "
            "12 upgrade, 13 say, 14 challenge, 15 trust",
            CATEGORY,
            moves.TRUST,
        ),
        Piece(
            "topic",
            1,
            f"what is chosen, from 1: {', '.join(name for name, _ in _TOPIC_RANGES)}; 0 nothing",
            CATEGORY,
            moves.TOPICS,
        ),
        Piece("claim", 1, f"of a bet or an upgrade, from 1: {_CLAIMS}; 0 none", CATEGORY, CLAIMS),
        Piece("card number", 1, "of the card named; 0 none, or the Joker", COUNT, HIGHEST),
        Piece("card colour", 1, f"of the card named, from 1: {_COLOURS}, Joker; 0 none", CATEGORY, COLOURS + 1),
        Piece("ability", 1, f"from 1: {', '.join(ABILITY_NAMES[1:])}; 0 none", CATEGORY, ABILITIES - 1),
        Piece("player", 1, "whom it aims at, seats to the left; 0 nobody", CATEGORY, MOST_SEATS - 1),
        Piece("row", 1, "which row it is about, 1 or 2; 0 none", CATEGORY, 2),
        Piece("number said", 1, "in a statement", COUNT, HIGHEST),
        Piece("colour said", 1, f"from 1: {_COLOURS}; 0 none", CATEGORY, COLOURS),
        Piece("pair said", 1, "the number of a full house's pair; 0 none", COUNT, HIGHEST),
        Piece("diamonds", 1, "spent on a bigger snack", COUNT, MOST_DIAMONDS),
        Piece("value", 1, "which of a few is chosen, from 1; 0 nothing", CATEGORY, COLOURS),
        Piece("gold", 2, "bought in with", NUMBER, _HIGHEST),
    )
)
