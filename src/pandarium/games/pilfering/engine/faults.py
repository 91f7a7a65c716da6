"""Why a move cannot be played: a small number while moves are tried; the rule and the code of the words for people."""

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
KEY_LEFT_OUT: Final = 48

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PP-E9", "pilfering.refusal.game_over"),
    ("PP-T1", "pilfering.refusal.not_your_turn"),
    ("PP-T1", "pilfering.refusal.no_such_move"),
    ("PP-S3", "pilfering.refusal.not_choosing"),
    ("PP-C6", "pilfering.refusal.no_such_panda"),
    ("PP-S3", "pilfering.refusal.panda_taken"),
    ("PP-S3", "pilfering.refusal.not_starting"),
    ("PP-T2", "pilfering.refusal.not_refreshing"),
    ("PP-E4", "pilfering.refusal.deck_empty"),
    ("PP-T2", "pilfering.refusal.too_few_in_hideout"),
    ("PP-T2", "pilfering.refusal.hand_full"),
    ("PP-T5", "pilfering.refusal.never_played"),
    ("PP-C6", "pilfering.refusal.not_your_ability"),
    ("PP-A12", "pilfering.refusal.ability_spent"),
    ("PP-A12", "pilfering.refusal.ability_idle"),
    ("PP-T1", "pilfering.refusal.not_acting"),
    ("PP-C1", "pilfering.refusal.no_such_card"),
    ("PP-A1", "pilfering.refusal.not_in_hand"),
    ("PP-A1", "pilfering.refusal.too_short"),
    ("PP-A1", "pilfering.refusal.no_set"),
    ("PP-A2", "pilfering.refusal.no_match"),
    ("PP-A2", "pilfering.refusal.no_preference"),
    ("PP-A3", "pilfering.refusal.area_empty"),
    ("PP-A3", "pilfering.refusal.no_reuse"),
    ("PP-A4", "pilfering.refusal.no_extension"),
    ("PP-A10", "pilfering.refusal.no_key_there"),
    ("PP-A10", "pilfering.refusal.key_is_not_that"),
    ("PP-A10", "pilfering.refusal.key_for_key"),
    ("PP-A11", "pilfering.refusal.no_key"),
    ("PP-F5", "pilfering.refusal.gate_locked"),
    ("PP-A14", "pilfering.refusal.solo_floor"),
    ("PP-T5", "pilfering.refusal.duty_lost"),
    ("PP-T5", "pilfering.refusal.duty_open"),
    ("PP-C6", "pilfering.refusal.no_such_seat"),
    ("PP-C6", "pilfering.refusal.with_yourself"),
    ("PP-C6", "pilfering.refusal.other_is_out"),
    ("PP-T3", "pilfering.refusal.card_bound"),
    ("PP-C6", "pilfering.refusal.not_in_secret"),
    ("PP-C6", "pilfering.refusal.not_giving"),
    ("PP-E1", "pilfering.refusal.not_stashing"),
    ("PP-T3", "pilfering.refusal.stash_bound"),
    ("PP-1", "pilfering.refusal.secret_match"),
    ("PP-E3", "pilfering.refusal.not_checking"),
    ("PP-F2", "pilfering.refusal.not_placing"),
    ("PP-F3", "pilfering.refusal.not_at_door"),
    ("PP-F3", "pilfering.refusal.door_no_match"),
    ("PP-A13", "pilfering.refusal.not_passing"),
    ("PP-F2", "pilfering.refusal.key_left_out"),
]
"""For every fault the rule that speaks against the move, and the code of the sentence in `words/`."""
