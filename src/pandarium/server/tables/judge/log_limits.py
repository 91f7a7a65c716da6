"""Room in the log: what people write there besides moves is bounded, so that every table can be read again."""

from __future__ import annotations

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.tables.judge.requests import Asker, Refusal
from pandarium.server.tables.table import Table


def check_log_room(table: Table, asker: Asker, message: protocol.AnyMessage, most: int) -> None:
    """Raise Refusal when `most` lines were said already, or as many spent on chairs, questions and taking back.

    What a game needs to go on is never refused: moves, resigning, going on after a pause. Coming, going and answering
    have twice the room, since others wait for them. Those who only watch have half the room for talk.
    """
    match message:
        case protocol.Play():
            return
        case protocol.Say() | protocol.SayPhrase() | protocol.React():
            watches = table.seat_of(asker.person) is None
            if table.talk_lines >= (most // 2 if watches else most):
                code = "protocol.log_full.said_by_spectators" if watches else "protocol.log_full.said"
                raise Refusal("limit", Message(code, {"lines": table.talk_lines}))
        case protocol.Sit() | protocol.PutBot() | protocol.Free() | protocol.BeReady():
            _check_housekeeping(table, most, Message("protocol.log_full.chairs"))
        case protocol.Undo() | protocol.Ask():
            _check_housekeeping(table, most, Message("protocol.log_full.questions"))
        case protocol.Answer() | protocol.Leave() | protocol.Return():
            _check_housekeeping(table, 2 * most, Message("protocol.log_full.come_and_gone"))


def _check_housekeeping(table: Table, most: int, what: Message) -> None:
    if table.housekeeping >= most:
        raise Refusal("limit", Message("protocol.log_full", {"what": what, "most": most}))
