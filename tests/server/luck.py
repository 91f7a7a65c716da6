"""A server whose chance can be repeated: what went well once goes well again, what failed can be looked at.

Tests that play through pages, sockets and pipes take what comes. With `PANDARIUM_TEST_LUCK=8` other cards come, with
`PANDARIUM_TEST_LUCK=` those of the day.
"""

from __future__ import annotations

import os
from hashlib import blake2b

import msgspec

from pandarium.core import fair
from pandarium.core.game import State
from pandarium.core.rng import Rng
from pandarium.server.bots import pool

LUCK = os.environ.get("PANDARIUM_TEST_LUCK", "7")


def secret_of(luck: str) -> bytes:
    """What every card and die at every table follows from."""
    return blake2b(luck.encode(), digest_size=fair.SECRET_BYTES).digest()


def always_the_same(luck: str) -> None:
    """Every table has the same secret; a bot's chance follows from the position it sees, and from nothing else."""
    secret = secret_of(luck)

    def twin(state: State, seat: int) -> tuple[bytes, int, int]:
        seen = blake2b(msgspec.json.encode(state.dump()), key=secret, digest_size=7).digest()
        rng = Rng(int.from_bytes(seen, "big"))
        return msgspec.json.encode(state.resample(seat, rng).dump()), seat, rng.bits()

    fair.new_secret = lambda: secret
    pool._twin = twin
