"""Events as they stand in the log: tuples, first the kind. `view.redact` makes structs of them."""

from __future__ import annotations

from typing import Final

ROLLED: Final = 1
"""seat, kinds, values: somebody rolled all their dice (PR-2)."""
REROLLED: Final = 2
"""seat, kinds, values: somebody rolled their yellow dice again (PR-3)."""
TOKEN: Final = 3
"""seat, yellow sum: who takes the Panda token (PR-2)."""
SCORED: Final = 4
"""seat, round, line of the score sheet (PR-15)."""
PITY: Final = 5
"""seat: who gets a pink die (PR-9)."""
TRADED: Final = 6
"""seat, other seat, kind taken (PR-10)."""
PASSED: Final = 7
"""seat: who trades no more (PR-10)."""
POOL: Final = 8
"""handful: the dice to choose from (PR-11)."""
TOOK: Final = 9
"""seat, kind (PR-11)."""
RETURNED: Final = 10
"""kind: the last die of the pool (PR-11)."""
ENDED: Final = 11
"""Ten rounds are over (PR-13)."""
