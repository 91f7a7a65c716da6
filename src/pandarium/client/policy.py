"""Programs that play: a policy decides, `play_with` does the rest."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from pandarium.client.errors import RefusedError
from pandarium.client.table import RemoteTable
from pandarium.core.outcome import Outcome
from pandarium.protocol import Update

Policy = Callable[[Update], str | Awaitable[str | None] | None]
"""From what a seat may know to a move in notation, one of `update.legal`; None: not now."""

_OUTDATED = {"stale", "wrong time", "not your turn"}
"""Refusals that only say that the table has moved on: another update comes, to decide on again."""


async def play_with(policy: Policy, table: RemoteTable) -> Outcome | None:
    """Play at this table until the game is over; how it ended, None when it was given up.

    A policy may be a plain function that thinks for long: it runs in a thread, and the connection stays up.
    """
    decided = -1
    async for update in table.updates():
        if not update.legal or update.position == decided or update.table.paused is not None:
            continue
        move = await _decide(policy, update)
        if move is None:
            continue
        decided = update.position
        try:
            await table.play(move, position=update.position)
        except RefusedError as refused:
            if refused.code not in _OUTDATED:
                raise
            decided = -1
    return table.update.table.outcome


async def _decide(policy: Policy, update: Update) -> str | None:
    decide: Callable[[Update], Any] = policy
    if inspect.iscoroutinefunction(policy):
        found = decide(update)
    else:
        found = await asyncio.to_thread(decide, update)
    move: str | None = await found if inspect.isawaitable(found) else found
    return move
