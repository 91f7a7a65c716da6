"""What if: a finished game goes on from one of its positions, one person against bots."""

from __future__ import annotations

import asyncio
import secrets

import msgspec

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.protocol.analysis import WhatIf
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Entries, Refusal
from pandarium.server.tables.judge.guards import check_level, game_of
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table


async def create_what_if(hub: Hub, old: Table, asker: Asker, wanted: WhatIf, origin: str) -> Table:
    """A table that goes on with a game which holds no secret from whoever asks; it has begun. Raises Refusal."""
    game = game_of(old)
    level = wanted.level or strongest(game)
    check_level(game, level)
    check_seat(old, wanted.seat)
    if old.drop_in is not None:
        raise Refusal("not allowed", Message("protocol.what_if.drop_in"))
    state = await asyncio.to_thread(position_at, old, wanted)
    if state.outcome() is not None or not state.actors():
        raise Refusal("wrong time", Message("protocol.what_if.over"))
    agreed = old.agreement
    agreement = Agreement(
        game=agreed.game,
        seats=agreed.seats,
        options=agreed.options,
        spectators=False,
        talk="none",
        content=agreed.content,
        challenge=agreed.challenge,  # whoever has not played that deal may not look at this one, either
        level=level if agreed.challenge else "",
        position=msgspec.Raw(msgspec.json.encode(state.dump())),
        what_if=old.id,
    )
    entries: Entries = [log.Sat(seat=wanted.seat, person=asker.person, name=asker.name, avatar=asker.avatar)]
    entries += [log.Seated(seat=seat, level=level) for seat in range(agreed.seats) if seat != wanted.seat]
    table = hub.keep(await hub.creation.create_agreed(asker, agreement, entries, origin))
    await hub.handle(table.id, asker, protocol.Start(), "")
    return table


def check_seat(table: Table, seat: int) -> None:
    """Raise Refusal for a seat that the table does not have."""
    if seat >= len(table.seats):
        raise Refusal("bad table", Message("protocol.no_such_seat", {"seat": seat, "last": len(table.seats) - 1}))


def position_at(table: Table, wanted: WhatIf) -> State:
    """The position to go on from: as it was, or as the seat could not tell it from; raises Refusal."""
    record = table.record()
    if wanted.position > len(record.moves):
        params: dict[str, int | str | Message] = {"last": len(record.moves)}
        raise Refusal("bad table", Message("protocol.what_if.no_position", params))
    moves = record.moves[: wanted.position]
    match = Match(msgspec.structs.replace(record, moves=moves, outcome=None))
    if wanted.open:
        return match.state
    return match.state_for(wanted.seat).resample(wanted.seat, Rng(secrets.randbelow(2**63)))
