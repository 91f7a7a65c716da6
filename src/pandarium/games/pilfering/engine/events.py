"""What happens at the table, as numbers: the first item of every raw event, and why a marker moved.

The chapters write raw events as tuples; `view/events.py` makes of each what a viewer may know.
"""

from __future__ import annotations

from typing import Final

PLAYED: Final = 10
PANDA_MOVED: Final = 11
KEEPER_MOVED: Final = 12
LIMIT_REACHED: Final = 13
SWAPPED: Final = 14
DISCARDED: Final = 15
ABILITY_USED: Final = 16
WATCHED: Final = 17
DUTY_DONE: Final = 18

MET_MEERKATS: Final = 30
CHOSE: Final = 31
DEALT: Final = 32
MET_PLAN: Final = 33
DECLINED: Final = 34
TURN: Final = 35
DREW: Final = 36
PICKED: Final = 37
SUSPICION: Final = 38
STASHED: Final = 39
TOPPED_UP: Final = 40
WENT_OUT: Final = 41
TIMER: Final = 42
PLAYED_ON: Final = 43
FINAL: Final = 44
ENDED: Final = 45
SECRET_MOVED: Final = 46
SECRET_FILLED: Final = 47
RUMMAGED: Final = 48
PASSED: Final = 49

PLAN: Final = 60
PLACED: Final = 61
WASHED_AWAY: Final = 62
DOOR_CLOSED: Final = 63
OFFERED: Final = 64
EXCHANGED: Final = 65
TRADED_SECRET: Final = 66
NO_EFFECT: Final = 67

BY_POINTS: Final = 0
"""Why a marker moved: for the points of cards,"""
BY_BONUS: Final = 1
"""for all three preferred suits,"""
BY_SET: Final = 2
"""for a set or an extension,"""
BY_KEYS: Final = 3
"""for Keys in it,"""
BY_DISCARD: Final = 4
"""back, for a discarded Key,"""
BY_PICK_UP: Final = 5
"""for a multi-card pick-up,"""
BY_SUSPICION: Final = 6
"""for Raised Suspicion,"""
BY_TURN: Final = 7
"""at the end of a turn,"""
BY_TORCH: Final = 8
"""for a Torch Beam,"""
BY_FINAL: Final = 9
"""for what was left in hands,"""
BY_CARD: Final = 10
"""for what a card of one's own box says; at a real table only."""
