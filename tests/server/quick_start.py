"""What a server works out at its start, once for all servers that tests start in their own process."""

from __future__ import annotations

from functools import cache, partial

import pytest
from argon2 import PasswordHasher

from pandarium.server.app import make_rest
from pandarium.server.people.identity import Passwords

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
_rest = cache(make_rest)


def start_quickly(patch: pytest.MonkeyPatch) -> None:
    """Litestar's routes are the same for all servers, of which only one runs at a time; a password costs nothing."""
    patch.setattr("pandarium.server.app.make_rest", _rest)
    patch.setattr("pandarium.server.app.Passwords", partial(Passwords, CHEAP))
