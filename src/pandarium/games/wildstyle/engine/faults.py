"""Reasons of refusal: numbers for the verifier; for each, the rule that speaks against the move, and the words."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NO_SUCH_MOVE: Final = 2
NOT_STARTED: Final = 3
NOT_PLAYING: Final = 4
STOPPED_PLAYING: Final = 5
HAS_PASSED: Final = 6
NOTHING_POSSIBLE: Final = 7
NOT_YOUR_TURN: Final = 8
NO_SUCH_PILE: Final = 9
PILE_EMPTY: Final = 10
HAND_FULL: Final = 11
NO_SUCH_CARD: Final = 12
NOT_IN_HAND: Final = 13
OTHER_ICON: Final = 14
SET_IS_FULL: Final = 15
NO_NEW_SETS: Final = 16
NO_MATCH: Final = 17
NOT_ON_TOP: Final = 18
SPACE_EMPTY: Final = 19
SET_NOT_FULL: Final = 20
ALREADY_FULL: Final = 21
NO_CARS: Final = 22
NO_SUCH_HEX: Final = 23
OTHER_HEX: Final = 24
HEX_TAKEN: Final = 25
NOT_BEFORE_ROUND: Final = 26
IS_READY: Final = 27
NOT_COUNTING: Final = 28
NOT_REMOVING: Final = 29
NOTHING_TO_REMOVE: Final = 30
NO_TAG_THERE: Final = 31
PICKED_ALREADY: Final = 32

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("WS-20", "the game is over"),
    ("WS-1", "there is no such move in this game"),
    ("WS-2", "the round has not started yet"),
    ("WS-20", "the rounds are over: choose the tags that go for your cop cars"),
    ("WS-11", "you have placed your last tag and have stopped for this round"),
    ("WS-13", "you have passed"),
    ("WS-13", "there is nothing that you could do now"),
    ("WS-41", "it is not your turn"),
    ("WS-S4", "there is no such pile"),
    ("WS-3", "that draw pile is empty"),
    ("WS-1", "you have three cards in your hand already"),
    ("WS-C1", "there is no such card"),
    ("WS-1", "you have no such card in your hand"),
    ("WS-4", "that set has another icon"),
    ("WS-4", "that set has three cards already"),
    ("WS-12", "the end of the round was triggered: no new sets"),
    ("WS-5", "that card matches the top card of the pile neither in icon nor in colour"),
    ("WS-6", "that card is not on top of the pile"),
    ("WS-7", "there is no set on that space"),
    ("WS-7", "that set does not have three cards yet"),
    ("WS-8", "that set is full: complete it without a cop car"),
    ("WS-8", "there is no cop car left"),
    ("WS-C2", "there is no such hex on this map"),
    ("WS-7", "that hex has another icon than your set"),
    ("WS-9", "that hex is taken"),
    ("WS-2", "everybody gets ready before a round, not now"),
    ("WS-2", "you are ready already"),
    ("WS-2", "nobody is counting down"),
    ("WS-20", "tags are removed at the end of the game, not now"),
    ("WS-20", "you have no tag to remove for a cop car"),
    ("WS-20", "you have no tag there"),
    ("WS-20", "you have chosen that tag already"),
]
"""By number."""
