from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from pandarium.server.cluster.notices import Notice, Noticeboard


async def test_whoever_is_sent_away_is_forbidden_to_come_back_by_then() -> None:
    """Clients connect again at once: a ban that is read after they were sent away would let them in."""
    happened: list[str] = []
    hub: Any = SimpleNamespace(sign_out=lambda *_, **__: happened.append("sent away"))
    notices = Noticeboard(hub, cast("Any", None))

    async def read_restrictions() -> None:
        await asyncio.sleep(0)
        happened.append("forbidden")

    notices.on_restrictions = read_restrictions
    await notices._heed(Notice(person="p_ben", restrictions=True))
    assert happened == ["forbidden", "sent away"]
