"""Who may do anything at all, and when: what every verifier asks first."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import compare_digest, digest

from pandarium.bots import levels
from pandarium.bots.speed import split_speed
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.server.tables.judge.requests import Asker, Refusal
from pandarium.server.tables.table import Table


def access(table: Table, person: str, invite: str) -> None:
    """Raise Refusal unless this person may look at the table."""
    if table.seat_of(person) is not None or (person == table.host and not table.agreement.challenge):
        return
    invited = bool(invite) and compare_digest(invite.encode(), table.invite.encode())
    if not table.agreement.public and not invited:
        raise Refusal("no access", Message("protocol.private_table"))
    welcome = table.status == "open" or (table.drop_in is not None and any(seat.free for seat in table.seats))
    if not table.agreement.spectators and not welcome:
        raise Refusal("no access", Message("protocol.no_spectators"))


def share_token(table: Table) -> str:
    """What a link to read this table carries, and nothing else: it follows from the invite, and ends with it."""
    if not table.invite:
        return ""
    return (
        urlsafe_b64encode(digest(table.invite.encode(), f"read {table.id}".encode(), sha256)[:16]).decode().rstrip("=")
    )


def read_access(table: Table, person: str, invite: str, share: str) -> None:
    """Raise Refusal unless this person may read the table: its replay, its record, and who played.

    A share token opens to all what a spectator sees, and a game that is over where nobody could watch, too: whoever
    played it has passed the link on. It gives no seat, and no line to the table but to look through it together. It
    does not open a challenge: who may look at games of its deal, `Challenges` says.
    """
    token = share_token(table)
    shared = bool(share and token) and compare_digest(share.encode(), token.encode())
    if table.agreement.challenge or not (shared and (table.disclosed or table.agreement.spectators)):
        access(table, person, invite)


def socket_access(table: Table, person: str, invite: str, share: str) -> None:
    """Raise Refusal unless this person may be connected: who reads by a share token, when all is for all to see."""
    if share and table.disclosed:
        read_access(table, person, invite, share)
    else:  # asked for everybody at every move: no token is worked out for it
        access(table, person, invite)


def not_suspended(table: Table) -> None:
    """Raise Refusal where this program can only show the table: nothing comes into its log."""
    if table.suspended is not None:
        raise Refusal("wrong time", table.suspended)


def my_seat(table: Table, asker: Asker) -> int:
    """The seat of whoever asks."""
    seat = table.seat_of(asker.person)
    if seat is None:
        raise Refusal("not seated", Message("protocol.not_seated"))
    return seat


def require_status(table: Table, *statuses: str) -> None:
    """Raise Refusal unless the table is at one of these points of its life."""
    if table.status not in statuses:
        raise Refusal("wrong time", Message(f"protocol.table_{table.status}"))


def game_of(table: Table) -> Game:
    """The table's game, if this program can play it."""
    if table.game is None or table.stuck is not None:
        raise Refusal("wrong time", table.stuck or Message("protocol.no_game"))
    return table.game


def match_of(table: Table) -> Match:
    """The game under way, if it does not wait."""
    require_status(table, "running")
    if table.match is None:
        raise Refusal("wrong time", table.stuck or Message("protocol.table_open"))
    if table.paused is not None:
        raise Refusal("wrong time", Message("protocol.game_paused", {"paused": table.paused_message or table.paused}))
    return table.match


def playing(table: Table, asker: Asker) -> int:
    """The seat of somebody who plays it themselves."""
    number = my_seat(table, asker)
    decides(table, number)
    return number


def decides(table: Table, number: int) -> None:
    """Raise Refusal unless the person in that seat plays it themselves."""
    seat = table.seats[number]
    if seat.resigned:
        raise Refusal("wrong time", Message("protocol.resigned"))
    if seat.stand_in:
        raise Refusal("wrong time", Message("protocol.bot_stands_in"))
    if seat.leaving:
        raise Refusal("wrong time", Message("protocol.you_are_leaving"))


def only_the_host(table: Table, asker: Asker) -> None:
    """Raise Refusal for everybody else."""
    if asker.person != table.host:
        raise Refusal("not allowed", Message("protocol.only_the_host"))


def same_bots(table: Table, level: str | None, fewer: bool = False) -> None:
    """Raise Refusal where a challenge would be played against others than was agreed, or against fewer."""
    agreed = table.agreement.level
    if table.agreement.challenge and (fewer or level not in {None, agreed}):
        raise Refusal("not allowed", Message("protocol.challenge.same_table", {"level": agreed}))


def check_level(game: Game, level: str) -> None:
    """Raise Refusal for a bot that the game does not have; in real time a level may say how fast it is."""
    known = levels(game)
    try:
        name = split_speed(level)[0] if game.meta.pace == "real time" else level
    except PandariumError as error:
        raise Refusal("bad table", error.message) from None
    if name not in known:
        raise Refusal(
            "bad table",
            Message(
                "protocol.no_such_bot",
                {"title": game.meta.title, "level": repr(level), "names": ", ".join(known)},
            ),
        )
