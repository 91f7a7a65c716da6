"""Finished games: how they changed ratings, whether they were fair, and as plays for other programs."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from pandarium.bots.ratings import places
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.protocol.people import (
    PlayExported,
    PlayGame,
    PlayPlayer,
    ResultShown,
    SeatResult,
    Verified,
)
from pandarium.server.evenings.history import players_of
from pandarium.server.http.caller import AnyRequest, Caller, address_of, site_of
from pandarium.server.http.games import is_together, title_of
from pandarium.server.http.tables import Invite, Share, TableId, raw
from pandarium.server.ops.limits import PLAYS_EXPORTED, VERIFICATIONS
from pandarium.server.people.identity import NO_NUL
from pandarium.server.store import EveningPlayedRow, SeatRow, evenings, results
from pandarium.server.tables.judge import Asker, Refusal

TAG: Final = ["Results"]
MOST_PLAYS: Final = 1_000
"""Games in one file."""
SOURCE: Final = "Pandarium"

OfGame = Annotated[str | None, QueryParameter(max_length=40, pattern=NO_NUL, description="Only games of this kind.")]


@get("/api/tables/{table:str}/result", tags=TAG, summary="What a game changed")
async def show_result(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> ResultShown:
    """How the ratings of those who played changed; nothing where the game was not rated."""
    site = site_of(request)
    found = (await site.hub.reader.table(table, anybody, invite, share)).table
    rows = await results.of_table(site.store, table) if found.over and found.agreement.rated else []
    people = {row.person: await site.store.person(row.person) for row in rows}
    shown = {id for id, row in people.items() if row is not None and (not row.hidden or id == anybody.person)}
    return ResultShown(
        changes=[
            SeatResult(seat=row.seat, before=round(row.before, 3), after=round(row.after, 3))
            for row in rows
            if row.person in shown and row.before is not None and row.after is not None
        ]
    )


@get("/api/tables/{table:str}/verification", tags=TAG, summary="Whether a game was fair")
async def verify_table(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> Response[Verified]:
    """When the game is over: replay it from its secret, as `pandarium verify` does, and say what was found."""
    site = site_of(request)
    site.rate_limits.take(VERIFICATIONS, address_of(request))
    return raw(await site.hub.reader.verification(table, anybody, invite, share))


@get("/api/tables/{table:str}/play", tags=TAG, summary="A game for BG Stats")
async def show_play(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> PlayExported:
    """A game that is over, as the app BG Stats takes it."""
    site = site_of(request)
    found = (await site.hub.reader.table(table, anybody, invite, share)).table
    if found.outcome is None or not found.disclosed:
        raise Refusal("wrong time", Message("protocol.record_when_over"))
    ended = await results.endings(site.store, [table])
    seated = await site.store.seats([table])
    return play_of(table, found.agreement.game, found.started, ended[table].at, seated[table], found.outcome)


@get("/api/me/plays", tags=TAG, summary="Your games as a file")
async def export_plays(
    request: AnyRequest, caller: NamedDependency[Caller], game: OfGame = None
) -> Response[list[PlayExported]]:
    """Your last 1,000 games, newest first, each as BG Stats reads a play."""
    plays = await _own_plays(request, caller, game)
    return Response(plays, headers=_file("pandarium-plays.json"))


@get("/api/me/plays.csv", tags=TAG, summary="Your games as a table", media_type="text/csv")
async def export_plays_table(
    request: AnyRequest, caller: NamedDependency[Caller], game: OfGame = None
) -> Response[str]:
    """Your last 1,000 games, newest first, with a line for each player of each game."""
    plays = await _own_plays(request, caller, game)
    return Response(as_csv(plays), media_type="text/csv", headers=_file("pandarium-plays.csv"))


def _file(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


async def _own_plays(request: AnyRequest, caller: Caller, game: str | None) -> list[PlayExported]:
    site = site_of(request)
    site.rate_limits.take(PLAYS_EXPORTED, caller.row.id)
    rows = await results.of_person(site.store, caller.row.id, game, MOST_PLAYS, None, public_only=False)
    tables = [row.table for row in rows]
    ended, seated = await results.endings(site.store, tables), await site.store.seats(tables)
    plays = [
        play_of(row.table, row.game, row.started, row.ended, seated[row.table], ended[row.table].outcome)
        for row in rows
        if row.table in ended
    ]
    real = await evenings.played_by(site.store, caller.row.id, game, MOST_PLAYS, None)
    plays += [play_of_evening(row) for row in real]
    return sorted(plays, key=lambda play: play.play_date, reverse=True)[:MOST_PLAYS]


def play_of_evening(row: EveningPlayedRow) -> PlayExported:
    """A game at a real table as BG Stats reads it: where that was nobody has told us."""
    players = players_of(row)
    seated = [
        SeatRow(row.evening, seat, row.person if seat == row.seat else None, name, None)
        for seat, name in enumerate(players.names)
    ]
    play = play_of(row.evening, row.game, row.started, row.ended, seated, players.outcome)
    return msgspec.structs.replace(play, location="")


def play_of(table: str, game: str, started: int, ended: int, seated: list[SeatRow], outcome: Outcome) -> PlayExported:
    """A game as BG Stats reads it."""
    together = is_together(game)
    ranks = places(outcome)
    players = [
        PlayPlayer(
            name=seat.name,
            source_player_id=seat.person or (f"bot:{seat.bot}" if seat.bot else seat.name),
            start_player=False,
            winner=seat.seat in outcome.winners,
            score="" if together else str(outcome.scores[seat.seat]),
            rank=0 if together else ranks[seat.seat],
            role=seat.bot or "",
        )
        for seat in seated
        if seat.seat < len(outcome.scores)
    ]
    return PlayExported(
        source_name=SOURCE,
        source_play_id=table,
        play_date=datetime.fromtimestamp(ended / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        duration_min=max(1, round((ended - started) / 60_000)),
        location=SOURCE,
        comments="",
        game=PlayGame(
            name=title_of(game),
            source_game_id=game,
            highest_wins=True,
            no_points=together,
            cooperative=together,
        ),
        players=players,
    )


def as_csv(plays: list[PlayExported]) -> str:
    """A line for each player of each game."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(["play", "game", "ended (UTC)", "minutes", "player", "bot", "rank", "score", "won"])
    for play in plays:
        for player in play.players:
            lines.writerow(
                [
                    play.source_play_id,
                    play.game.name,
                    play.play_date,
                    play.duration_min,
                    _plain_cell(player.name),
                    player.role,
                    player.rank or "",
                    player.score,
                    int(player.winner),
                ]
            )
    return out.getvalue()


def _plain_cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


HANDLERS: Final[list[Any]] = [show_result, verify_table, show_play, export_plays, export_plays_table]
