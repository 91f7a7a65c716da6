"""A table on a server, from Python: sit down, watch, play, or let a program play.

    async with Client("http://127.0.0.1:8000", name="Ann") as client:
        table = await client.create("royale", seats=3, bots=["hard", "hard"])
        await table.start()
        async for update in table.updates():
            if update.legal:
                await table.play(update.legal[0].move)

Needs the extra `client` (httpx and websockets), and of Pandarium the protocol, not the server.
"""

from __future__ import annotations

from pandarium.client.address import (
    Address,
    TournamentAddress,
    read_address,
    read_table_or_server,
    read_tournament_address,
)
from pandarium.client.client import Client, GameOffered, Me, TableOffered
from pandarium.client.errors import BadAddress, ClientError, MissingExtra, RefusedError, ServerUnreachable, Unconfirmed
from pandarium.client.policy import Policy, play_with
from pandarium.client.table import RemoteTable
from pandarium.protocol import Hinted, LegalMove, News, TableShown, Update

__all__ = [
    "Address",
    "BadAddress",
    "Client",
    "ClientError",
    "GameOffered",
    "Hinted",
    "LegalMove",
    "Me",
    "MissingExtra",
    "News",
    "Policy",
    "RefusedError",
    "RemoteTable",
    "ServerUnreachable",
    "TableOffered",
    "TableShown",
    "TournamentAddress",
    "Unconfirmed",
    "Update",
    "play_with",
    "read_address",
    "read_table_or_server",
    "read_tournament_address",
]
