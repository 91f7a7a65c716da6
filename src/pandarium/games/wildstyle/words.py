"""Why a move cannot be played, in words: for every fault the rule that speaks against it, and how to say it."""

from __future__ import annotations

from typing import Final

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
