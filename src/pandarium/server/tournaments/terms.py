"""What is stored of a tournament's agreement."""

from __future__ import annotations

import msgspec

from pandarium.protocol.pace import Pace
from pandarium.tournament.plan import Plan


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What was agreed, as it is stored."""

    plan: Plan
    pace: Pace
    starts: int | None = None
    """When it starts by itself."""
