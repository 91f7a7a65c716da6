"""A tournament on a server, followed and played from the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pandarium.client import Client, TournamentAddress
    from pandarium.core.message import Message
    from pandarium.protocol.tournaments import EntrantShown, TournamentShown

SHOWN = 10
"""Places in the list; one's own comes after them."""


async def visit_tournament(client: Client, address: TournamentAddress, watch: bool, plain: bool) -> None:
    """Sign up, print the news, play at our tables; until it is over or we leave. Raises ClientError."""
    from pandarium.protocol import tournaments as shapes

    shown = await client.tournament(address.tournament, invite=address.invite)
    if not watch and shown.you.may_enter:
        shown = await client.send_to_tournament(shown.id, shapes.SignUp(), invite=address.invite)
    elif not watch and shown.you.away and not shown.you.out:
        shown = await client.send_to_tournament(shown.id, shapes.ComeBack(), invite=address.invite)
    typer.echo(headline(shown))
    last: TournamentShown | None = None
    while True:
        _print_news(shown, last)
        last = shown
        if shown.status in {"ended", "cancelled"}:
            return
        if shown.you.live is None or watch:
            shown = await client.tournament(shown.id, invite=address.invite, since=shown.seq)
            continue
        await _play_match(client, shown, plain)
        shown = await client.tournament(shown.id, invite=address.invite)
        if shown.status == "running" and not shown.you.out:
            typer.echo(f'Come back with: pandarium join "{address.link}"')
            return
        if shown.status == "running":
            typer.echo(f"You are out, in place {shown.you.place} of {shown.players}.")
        if shown.you.offer is not None and sys.stdin.isatty():
            shown = await _answer_offer(client, address, shown, plain)


async def _play_match(client: Client, shown: TournamentShown, plain: bool) -> None:
    """Play deal after deal: the table leads from one to the next."""
    from pandarium import tui

    table = await client.join(shown.you.live or "", invite=shown.invite or "", sit=False)
    await tui.join(client, table, plain=plain)


async def _answer_offer(
    client: Client, address: TournamentAddress, shown: TournamentShown, plain: bool
) -> TournamentShown:
    """Ask whether to buy in again. An answer that comes too late is said to be so, and we watch on."""
    from pandarium import tui
    from pandarium.client import RefusedError
    from pandarium.protocol import tournaments as shapes

    left = max(0, (shown.you.offer or 0) - shown.now) // 1000
    again = await tui.confirm(_say(shown, "rebuy", chips=shown.buy_in, seconds=left), plain=plain)
    try:
        request = shapes.Rebuy() if again else shapes.Decline()
        return await client.send_to_tournament(shown.id, request, invite=address.invite)
    except RefusedError as refused:
        if again:
            typer.echo(f"Too late: {refused}.")
        return await client.tournament(shown.id, invite=address.invite)


def headline(shown: TournamentShown) -> str:
    """What tournament it is."""
    from pandarium.kit.tournament import tournament_message

    minutes, seconds = divmod(shown.level_seconds, 60)
    often = (
        tournament_message(shown.game, "every_seconds", n=shown.level_seconds)
        if seconds
        else tournament_message(shown.game, "every_minutes", n=minutes)
    )
    return _say(
        shown,
        "headline",
        tournament=shown.title,
        title=shown.game_title,
        chips=shown.buy_in,
        often=often,
        rule=shown.rule,
    )


def _say(shown: TournamentShown, word: str, **params: int | str | Message) -> str:
    """A sentence about it, in its game's words."""
    from pandarium.kit.tournament import tournament_message
    from pandarium.tui.messages import render

    return render(tournament_message(shown.game, word, **params))


def _print_news(shown: TournamentShown, last: TournamentShown | None) -> None:
    """Print a line for what is new, and the standings whenever the stakes rise."""
    line = status_line(shown)
    if last is None or line != status_line(last):
        typer.echo(line)
    if shown.status in {"running", "ended"} and (
        last is None or (last.status, last.level) != (shown.status, shown.level)
    ):
        _show_standings(shown)


def status_line(shown: TournamentShown) -> str:
    """Its status, in a line."""
    from pandarium.tui.messages import said

    match shown.status:
        case "open":
            when = "when its host starts it" if shown.starts is None else f"at {_clock(shown.starts)}"
            you = "" if shown.you.player is None else "You are in. "
            return f"{you}{_count(shown.players, 'player')} so far; it starts {when}"
        case "running":
            place = f", you are in place {shown.you.place}" if shown.you.place is not None else ""
            tables = _count(len(shown.tables), "table")
            left = f"{shown.left} of {shown.players} left at {tables}"
            return f"Level {shown.level}, stakes x{shown.multiplier}: {left}{place}"
        case "ended":
            return _say(shown, "winner", name=shown.winner or "", deals=shown.deals)
        case _:
            return f"It was called off: {said(shown.why_message, shown.why)}"


def _show_standings(shown: TournamentShown) -> None:
    from rich.table import Table

    from pandarium.cli.console import console

    mine = shown.you.player
    rows = [one for n, one in enumerate(shown.standings) if n < SHOWN or one.number == mine]
    table = Table()
    for heading, side in (("place", "right"), ("name", "left"), (_say(shown, "chips"), "right"), ("table", "right")):
        table.add_column(heading, justify=side)  # type: ignore[arg-type]
    for one in rows:
        table.add_row(*_row(one), style="bold" if one.number == mine else "")
    console().print(table)
    if shown.next_level is not None:
        left = max(0, shown.next_level - shown.now) // 1000
        typer.echo(f"The stakes rise to x{_next_stakes(shown)} in {left // 60}:{left % 60:02}")


def _row(one: EntrantShown) -> tuple[str, str, str, str]:
    kind = "" if one.person else " (bot)"
    return str(one.place), f"{one.name}{kind}", str(one.chips), "out" if one.out else str(one.table or "")


def _next_stakes(shown: TournamentShown) -> int:
    return next((line.multiplier for line in shown.timetable if line.level == shown.level + 1), shown.multiplier + 1)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what if number == 1 else f'{what}s'}"


def _clock(ms: int) -> str:
    from datetime import datetime

    return f"{datetime.fromtimestamp(ms / 1000).astimezone():%d %B, %H:%M}"
