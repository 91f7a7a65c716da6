"""A table on a server, from Python: sit down, watch, play, or let a program play.

    async with Client("http://127.0.0.1:8000", name="Ann") as client:
        table = await client.create("royale", seats=3, bots=["hard", "hard"])
        await table.start()
        async for update in table.updates():
            if update.legal:
                await table.play(update.legal[0].move)

Needs the extra `client` (httpx and websockets), and nothing of the server but the structs that travel.
"""

from __future__ import annotations

from pandarium.client.address import Address, Contest, read_address, read_contest, read_place
from pandarium.client.client import Client, GameOffered, Me, TableOffered
from pandarium.client.errors import BadAddress, ClientError, MissingExtra, RefusedError, ServerGone, Unsure
from pandarium.client.policy import Policy, play_with
from pandarium.client.table import Table
from pandarium.protocol import Hinted, LegalMove, News, TableShown, Update

__all__ = [
    "Address",
    "BadAddress",
    "Client",
    "ClientError",
    "Contest",
    "GameOffered",
    "Hinted",
    "LegalMove",
    "Me",
    "MissingExtra",
    "News",
    "Policy",
    "RefusedError",
    "ServerGone",
    "Table",
    "TableOffered",
    "TableShown",
    "Unsure",
    "Update",
    "play_with",
    "read_address",
    "read_contest",
    "read_place",
]
