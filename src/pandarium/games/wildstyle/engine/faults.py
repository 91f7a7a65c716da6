"""Reasons of refusal: numbers for the verifier; for each, the rule against it, and the code of its words."""

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
    ("WS-20", "wildstyle.refusal.game_over"),
    ("WS-1", "wildstyle.refusal.no_such_move"),
    ("WS-2", "wildstyle.refusal.not_started"),
    ("WS-20", "wildstyle.refusal.not_playing"),
    ("WS-11", "wildstyle.refusal.stopped_playing"),
    ("WS-13", "wildstyle.refusal.has_passed"),
    ("WS-13", "wildstyle.refusal.nothing_possible"),
    ("WS-41", "wildstyle.refusal.not_your_turn"),
    ("WS-S4", "wildstyle.refusal.no_such_pile"),
    ("WS-3", "wildstyle.refusal.pile_empty"),
    ("WS-1", "wildstyle.refusal.hand_full"),
    ("WS-C1", "wildstyle.refusal.no_such_card"),
    ("WS-1", "wildstyle.refusal.not_in_hand"),
    ("WS-4", "wildstyle.refusal.other_icon"),
    ("WS-4", "wildstyle.refusal.set_is_full"),
    ("WS-12", "wildstyle.refusal.no_new_sets"),
    ("WS-5", "wildstyle.refusal.no_match"),
    ("WS-6", "wildstyle.refusal.not_on_top"),
    ("WS-7", "wildstyle.refusal.space_empty"),
    ("WS-7", "wildstyle.refusal.set_not_full"),
    ("WS-8", "wildstyle.refusal.already_full"),
    ("WS-8", "wildstyle.refusal.no_cars"),
    ("WS-C2", "wildstyle.refusal.no_such_hex"),
    ("WS-7", "wildstyle.refusal.other_hex"),
    ("WS-9", "wildstyle.refusal.hex_taken"),
    ("WS-2", "wildstyle.refusal.not_before_round"),
    ("WS-2", "wildstyle.refusal.is_ready"),
    ("WS-2", "wildstyle.refusal.not_counting"),
    ("WS-20", "wildstyle.refusal.not_removing"),
    ("WS-20", "wildstyle.refusal.nothing_to_remove"),
    ("WS-20", "wildstyle.refusal.no_tag_there"),
    ("WS-20", "wildstyle.refusal.picked_already"),
]
"""By number; the words for a code are in `words/en.json`."""
