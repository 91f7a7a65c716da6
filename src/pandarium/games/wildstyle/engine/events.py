"""Events as they stand in the log: tuples, first the kind. `view.redact` makes structs of them."""

from __future__ import annotations

from typing import Final

LAID: Final = 1
ROUND: Final = 2
DEALT: Final = 3
SAID_READY: Final = 4
COUNTING: Final = 5
STARTED: Final = 6
DREW: Final = 7
ADDED: Final = 8
SHARED: Final = 9
TOOK: Final = 10
CAR: Final = 11
TAGGED: Final = 12
CLEARED: Final = 13
STOPPED: Final = 14
TRIGGERED: Final = 15
PASSED: Final = 16
ROUND_OVER: Final = 17
PICKED: Final = 18
REMOVED: Final = 19
SOLO: Final = 20
SCORED: Final = 21
ENDED: Final = 22
