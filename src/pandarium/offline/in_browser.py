"""What a page asks the offline table in its worker: text in, text out. One table is open at a time."""

from __future__ import annotations

import msgspec

from pandarium import protocol
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.offline import render
from pandarium.offline.table import OfflineTable, RefusedMessage, levels_here
from pandarium.protocol.offline import (
    AnyOfflineRequest,
    BeginOffline,
    MoveOfflineBot,
    OfflineLevels,
    OfflineShown,
    OpenOffline,
    ReplayOffline,
    SendOffline,
    TableReply,
)

_requests = msgspec.json.Decoder(AnyOfflineRequest)
_open: list[OfflineTable] = []


def answer(told: str) -> str:
    """What the page asked for, both as JSON; `{"refused": …}` for what cannot be.

    >>> answer('{"type": "levels", "game": "royale"}')
    '["random","greedy","hard"]'
    >>> answer('{"type": "levels", "game": "chess"}')[:12]
    '{"refused":{'
    """
    try:
        return msgspec.json.encode(_answer(_requests.decode(told))).decode()
    except PandariumError as error:
        return _refused(str(error), error.message)
    except msgspec.ValidationError as error:
        return _refused(str(error), Message.text(str(error)))


def _answer(request: AnyOfflineRequest) -> object:
    match request:
        case OfflineLevels():
            return levels_here(find_game(request.game))
        case ReplayOffline():
            return render.replay(request.game, request.seat)
        case BeginOffline():
            people, bots, options = request.people, request.bots, request.options
            return OfflineTable.begin(request.id, request.game, people, bots, options).kept()
        case OpenOffline():
            _open[:] = [OfflineTable(request.game)]
            return _shown(_open[0], 0)
    if not _open:
        raise PandariumError("no table is open here")
    table = _open[0]
    if isinstance(request, MoveOfflineBot):
        table.move_bot()
        return _shown(table, request.since)
    return _shown(table, request.since, _reply(table, request))


def _reply(table: OfflineTable, request: SendOffline) -> TableReply:
    if not 0 <= request.seat < len(table.seats):
        raise PandariumError(f"there is no seat {request.seat}")
    wanted = request.message
    try:
        return table.receive(request.seat, wanted)
    except RefusedMessage as refused:
        told, rule = refused.message, refused.rule
        return protocol.Refused(id=wanted.id, code=refused.code, reason=str(told), message=told, rule=rule)


def _shown(table: OfflineTable, since: int, reply: TableReply | None = None) -> OfflineShown:
    people = [number for number, seat in enumerate(table.seats) if seat.bot is None or seat.resigned]
    updates = [render.update(table, seat, since) for seat in people]
    return OfflineShown(table.kept(), updates, table.next_bot() is not None, reply)


def _refused(reason: str, message: Message) -> str:
    refused = {"code": "bad table", "reason": reason, "message": message, "rule": ""}
    return msgspec.json.encode({"refused": refused}).decode()
