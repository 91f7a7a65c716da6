"""What may happen at a table. Each verifier looks at the table and returns the entries to commit, or raises Refusal.

Nothing here changes anything: between the verdict and the entry lies the commit.
"""

from __future__ import annotations

from collections.abc import Collection

from pandarium import protocol
from pandarium.server.tables.judge.consent import answer, ask, resume, undo
from pandarium.server.tables.judge.creating import (
    agree,
    be_ready,
    close,
    first_entries,
    free,
    put_bot,
    sit,
    start,
)
from pandarium.server.tables.judge.drop_in import automatic_moves
from pandarium.server.tables.judge.guards import access, not_suspended, read_access, share_token, socket_access
from pandarium.server.tables.judge.leaving import check_hint, check_rematch, come_back, leave, resign
from pandarium.server.tables.judge.log_limits import check_log_room
from pandarium.server.tables.judge.moves import STRIKES, bot_move, ending, play, time_out, time_out_move
from pandarium.server.tables.judge.permissions import permissions, permissions_key
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal, too_many
from pandarium.server.tables.judge.talk import bot_says, clean, react, say, say_phrase
from pandarium.server.tables.table import Table

__all__ = [
    "STRIKES",
    "AlreadyDone",
    "Asker",
    "Entries",
    "Refusal",
    "access",
    "agree",
    "automatic_moves",
    "bot_move",
    "bot_says",
    "check_hint",
    "check_rematch",
    "clean",
    "ending",
    "first_entries",
    "not_suspended",
    "permissions",
    "permissions_key",
    "read_access",
    "share_token",
    "socket_access",
    "time_out",
    "time_out_move",
    "too_many",
    "verdict",
]


def verdict(
    table: Table, asker: Asker, message: protocol.AnyMessage, here: Collection[int], most: int = 2**31
) -> Entries:
    """The entries that a message leads to; raises Refusal, or AlreadyDone. Rematch, Hint and Ping are not judged here.

    `here` are the seats whose people are connected, `most` is the room that the log has besides moves.
    """
    not_suspended(table)
    entries = _entries(table, asker, message, here)
    check_log_room(table, asker, message, most)
    return entries


def _entries(table: Table, asker: Asker, message: protocol.AnyMessage, here: Collection[int]) -> Entries:
    match message:
        case protocol.Play():
            return play(table, asker, message)
        case protocol.Sit():
            return sit(table, asker, message)
        case protocol.PutBot():
            return put_bot(table, asker, message, here)
        case protocol.Free():
            return free(table, asker, message)
        case protocol.BeReady():
            return be_ready(table, asker, message)
        case protocol.Start():
            return start(table, asker, message)
        case protocol.Close():
            return close(table, asker)
        case protocol.Undo():
            return undo(table, asker, message)
        case protocol.Ask():
            return ask(table, asker, message)
        case protocol.Answer():
            return answer(table, asker, message)
        case protocol.Resume():
            return resume(table, asker)
        case protocol.Leave():
            return leave(table, asker)
        case protocol.Return():
            return come_back(table, asker)
        case protocol.Resign():
            return resign(table, asker)
        case protocol.Say():
            return say(table, asker, message)
        case protocol.SayPhrase():
            return say_phrase(table, asker, message)
        case protocol.React():
            return react(table, asker, message)
        case _:
            raise TypeError(f"{type(message).__name__} is not for the judge")
