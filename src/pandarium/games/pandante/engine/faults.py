"""Why a move is refused: numbers for the verifier, and the rule and the words for people."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NOT_NOW: Final = 4
CHAMPION_TAKEN: Final = 5
NO_SUCH_CLAIM: Final = 6
CLAIM_TOO_LOW: Final = 7
CANNOT_AFFORD: Final = 8
NOT_YOUR_CARD: Final = 9
NO_BIG_SNACK: Final = 10
TOO_FEW_DIAMONDS: Final = 11
TOO_FEW_CARDS: Final = 12
NO_SUCH_HAND: Final = 13
NOT_STEALING_THAT: Final = 14
NOT_THIS_SIDE: Final = 15
TOO_MANY_ABILITIES: Final = 16
ALONE: Final = 17
NO_COIN: Final = 18
NO_SUCH_TARGET: Final = 19
NO_SUCH_ROW: Final = 20
NO_DREAMERY: Final = 21
ALREADY_OPEN: Final = 22
NO_SUCH_ORDER: Final = 23
NOT_HIGHER: Final = 24
NOT_A_STATEMENT: Final = 25
ALREADY_CHOSEN: Final = 26
NO_CHALLENGE: Final = 27
TOO_POOR: Final = 28
NO_LIE: Final = 29
NOT_IN_PLAY: Final = 30
NO_BIG_ABILITIES: Final = 31

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PD-24", "the game is over"),
    ("PD-S3", "it is not your turn"),
    ("PD-2", "there is no such move in this game"),
    ("PD-2", "that is not what is to be decided now"),
    ("PD-S4", "that champion is taken, or there is none of that colour"),
    ("PD-H1", "there is no such hand"),
    ("PD-3", "a claim stays or rises, it never goes down"),
    ("PD-G1", "you have too little gold for that"),
    ("PD-6", "that card is not in your hand"),
    ("PD-DD2", "bigger snacks are for the snacks of the Paws, with Diamond Dreams"),
    ("PD-DD1", "you have too few diamonds for that"),
    ("PD-DD2", "there are not so many cards"),
    ("PD-K6", "there is no such hand to choose"),
    ("PD-P3", "Fern puts a card of his own hand, or the card he took, in its place"),
    ("PD-7", "that ability is not on this side of the card"),
    ("PD-7", "you have announced as many abilities as you may"),
    ("PD-7", "Sleep and Long Shot go with no other ability"),
    ("PD-33", "you do not have the Golden Panda Coin"),
    ("PD-7", "that ability needs another player who is still in"),
    ("PD-K9", "there is no such row of community cards"),
    ("PD-K4", "that ability is there in Oracle's Dreamery only"),
    ("PD-L2", "that card lies open already"),
    ("PD-K4", "there is no such order"),
    ("PD-8", "an upgrade is a higher claim"),
    ("PD-9", "that is not what one says about such a hand"),
    ("PD-21", "you have made your choice"),
    ("PD-21", "you cannot challenge: you are in the hotseat, sit out, or were below 0 in this gambit"),
    ("PD-G1", "you could not pay if you were wrong"),
    ("PD-32", "what you claimed is true, so there is no lie to show"),
    ("PD-L4", "there is no such new card to choose"),
    ("PD-DD3", "big abilities come with Diamond Dreams"),
]
"""For every fault the rule that speaks against the move, and how to say it."""
