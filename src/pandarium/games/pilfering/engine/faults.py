"""Why a move cannot be played: a small number while moves are being tried, the rule and the words when someone asks."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NOT_CHOOSING: Final = 4
NO_SUCH_PANDA: Final = 5
PANDA_TAKEN: Final = 6
NOT_STARTING: Final = 7
NOT_REFRESHING: Final = 8
DECK_EMPTY: Final = 9
TOO_FEW_IN_HIDEOUT: Final = 10
HAND_FULL: Final = 11
NEVER_PLAYED: Final = 12
NOT_YOUR_ABILITY: Final = 13
ABILITY_SPENT: Final = 14
ABILITY_IDLE: Final = 15
NOT_ACTING: Final = 16
NO_SUCH_CARD: Final = 17
NOT_IN_HAND: Final = 18
TOO_SHORT: Final = 19
NO_SET: Final = 20
NO_MATCH: Final = 21
NO_PREFERENCE: Final = 22
AREA_EMPTY: Final = 23
NO_REUSE: Final = 24
NO_EXTENSION: Final = 25
NO_KEY_THERE: Final = 26
KEY_IS_NOT_THAT: Final = 27
KEY_FOR_KEY: Final = 28
NO_KEY: Final = 29
GATE_LOCKED: Final = 30
SOLO_FLOOR: Final = 31
DUTY_LOST: Final = 32
DUTY_OPEN: Final = 33
NO_SUCH_SEAT: Final = 34
WITH_YOURSELF: Final = 35
OTHER_IS_OUT: Final = 36
CARD_BOUND: Final = 37
NOT_IN_SECRET: Final = 38
NOT_GIVING: Final = 39
NOT_STASHING: Final = 40
STASH_BOUND: Final = 41
SECRET_MATCH: Final = 42
NOT_CHECKING: Final = 43
NOT_PLACING: Final = 44
NOT_AT_DOOR: Final = 45
DOOR_NO_MATCH: Final = 46
NOT_PASSING: Final = 47

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PP-E9", "the game is over"),
    ("PP-T1", "it is not your turn"),
    ("PP-T1", "there is no such move in this game"),
    ("PP-S3", "pandas are chosen before the cards are dealt, not now"),
    ("PP-C6", "there is no such panda"),
    ("PP-S3", "another player has chosen that panda"),
    ("PP-S3", "who starts is settled before the first turn, not now"),
    ("PP-T2", "hands are refreshed at the start of a turn, not now"),
    ("PP-E4", "the deck is empty: take from the Hideout"),
    ("PP-T2", "there are not so many cards in the Hideout"),
    ("PP-T2", "alone you never hold more than 12 cards"),
    ("PP-T5", "you could not play the CARD this turn, and you would have to"),
    ("PP-C6", "your panda has no such ability"),
    ("PP-A12", "your panda's ability is used up"),
    ("PP-A12", "your panda's ability would change nothing here"),
    ("PP-T1", "cards are traded after the refresh and before the stash, not now"),
    ("PP-C1", "there is no such card"),
    ("PP-A1", "you do not have these cards"),
    ("PP-A1", "a set has 3 cards or more"),
    ("PP-A1", "these cards make no set"),
    ("PP-A2", "the first card must match the number or suit of the area's end card"),
    ("PP-A2", "the first card there must have a suit that the Meerkat likes"),
    ("PP-A3", "nothing lies in that area yet"),
    ("PP-A3", "these cards make no set with the area's end card"),
    ("PP-A4", "that card does not extend the right-most set of the area"),
    ("PP-A10", "no Key lies there"),
    ("PP-A10", "that Key cannot stand for this card"),
    ("PP-A10", "a Key is swapped for a Loot card"),
    ("PP-A11", "you have no Key"),
    ("PP-F5", "the gate is locked: no Key is played or discarded this turn"),
    ("PP-A14", "alone you keep 2 cards, unless you get away with it now"),
    ("PP-T5", "then you could not play the DUTY any more, and you have to"),
    ("PP-T5", "first play the DUTY that you picked up from"),
    ("PP-C6", "there is nobody in that seat"),
    ("PP-C6", "you share with another player, not with yourself"),
    ("PP-C6", "that player is out"),
    ("PP-T3", "what you just took from the Hideout cannot be given away this turn"),
    ("PP-C6", "that card is not in the Secret Stash"),
    ("PP-C6", "nobody asks you for a card now"),
    ("PP-E1", "cards are stashed at the end of a turn, not now"),
    ("PP-T3", "what you just took from the Hideout cannot go back this turn"),
    ("PP-1", "a card that matches the end of the Hideout goes first, a Key last"),
    ("PP-E3", "the win check comes at the end of a turn, when its conditions are met"),
    ("PP-F2", "no rummaged card is waiting for a place"),
    ("PP-F3", "sets are laid on the left only in a Back Door Trade"),
    ("PP-F3", "the last card must match the number or suit of the area's left-most card"),
    ("PP-A13", "there is nothing to pass on now"),
]
"""For every fault the rule that speaks against the move, and how to say it."""
