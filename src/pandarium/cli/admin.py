"""The commands `admin …`: what the host of a server does, on its database, while it runs or not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pandarium.cli.console import console, note
from pandarium.cli.params import whole
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.server.store import Store
    from pandarium.server.store.moderation import RestrictionKind

T = TypeVar("T")

app = typer.Typer(
    rich_markup_mode=None,
    epilog="Example: pandarium admin reset-code red-panda",
)

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="The server's database.  [PANDARIUM_DATABASE]", show_default=False),
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A login name, or a person's id.")]
TableId = Annotated[
    str, typer.Argument(metavar="TABLE", help="The id of a table: what stands after /t/ in its address.")
]
Hours = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=whole(1, 100_000), help="For so many hours; for good unless given.", show_default=False
    ),
]
Reason = Annotated[str, typer.Option(metavar="WORDS", help="A note for you and the other operators.")]
Limit = Annotated[int, typer.Option(metavar="N", parser=whole(1, 10_000), help="At most so many.")]


@app.callback(invoke_without_command=True)
def begin(context: typer.Context) -> None:
    """Look after a server: people, tables, bans, backups. For whoever may read its database."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("people", epilog="Example: pandarium admin people bamboo")
def people(
    find: Annotated[str, typer.Argument(metavar="[TEXT]", help="A part of a name or login name, or an id.")] = "",
    accounts: Annotated[bool, typer.Option("--accounts", help="Only those with an account.")] = False,
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List people, the newest first, or find some."""
    from pandarium.server.people.moderation import moment
    from pandarium.server.store import moderation

    rows = _on(database, lambda store: moderation.find_people(store, find, limit, accounts_only=accounts))
    _show(
        ("id", "name", "login name", "since", ""),
        [(row.id, row.name, row.handle or "–", moment(row.created), "operator" * row.operator) for row in rows],
    )


@app.command("reset-code", epilog="Example: pandarium admin reset-code red-panda")
def reset_code(name: Name, database: Database = None) -> None:
    """A code for a new password, to be entered at /reset. It can be used once, within a day."""
    from pandarium.server.admin import people as admin
    from pandarium.server.people.moderation import moment

    async def issue(store: Store) -> Any:
        return await admin.reset_code(store, await admin.find_account(store, name))

    code, expires = _on(database, issue)
    typer.echo(code)
    note(f"valid once, until {moment(expires)}; tell it to nobody but its owner")


@app.command("grant", epilog="Example: pandarium admin grant red-panda")
def grant(name: Name, database: Database = None) -> None:
    """Make an account an operator: it sees /admin, with people, tables, bans and reports."""
    _set_operator(name, True, database)


@app.command("revoke", epilog="Example: pandarium admin revoke red-panda")
def revoke(name: Name, database: Database = None) -> None:
    """Make an operator an account like any other."""
    _set_operator(name, False, database)


@app.command("ban", epilog="Example: pandarium admin ban red-panda --hours 72")
def ban(
    who: Annotated[str, typer.Argument(metavar="WHO", help="A login name, a person's id, an address or a network.")],
    hours: Hours = None,
    reason: Reason = "",
    database: Database = None,
) -> None:
    """Let an account, a guest or an address in no more. Guests come back as others: ban their address, too."""
    _restrict("ban", who, hours, reason, database)


@app.command("unban", epilog="Example: pandarium admin unban 198.51.100.7")
def unban(who: Annotated[str, typer.Argument(metavar="WHO")], database: Database = None) -> None:
    """Lift a ban."""
    _lift("ban", who, database)


@app.command("mute", epilog="Example: pandarium admin mute red-panda --hours 24")
def mute(name: Name, hours: Hours = None, reason: Reason = "", database: Database = None) -> None:
    """Let somebody play, but not talk."""
    _restrict("mute", name, hours, reason, database)


@app.command("unmute", epilog="Example: pandarium admin unmute red-panda")
def unmute(name: Name, database: Database = None) -> None:
    """Let somebody talk again."""
    _lift("mute", name, database)


@app.command("bans", epilog="Example: pandarium admin bans")
def bans(database: Database = None) -> None:
    """List bans and mutes that are in force."""
    from pandarium.server.ops.now import now_ms
    from pandarium.server.people.moderation import moment
    from pandarium.server.store import moderation

    rows = _on(database, lambda store: moderation.all_restrictions(store, now_ms()))
    _show(
        ("what", "whom", "until", "reason"),
        [(row.kind, row.subject, "for good" if row.until is None else moment(row.until), row.reason) for row in rows],
    )


@app.command("reports", epilog="Example: pandarium admin reports")
def reports(
    done: Annotated[str, typer.Option(metavar="ID", help="Take this one off the list.")] = "",
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List what players have reported and nobody has dealt with."""
    from pandarium.server.ops.now import now_ms
    from pandarium.server.people.moderation import moment
    from pandarium.server.store import moderation

    if done:
        if not _on(database, lambda store: moderation.handle(store, done, now_ms())):
            raise PandariumError(f"there is no open report {done}")
        return
    rows = _on(database, lambda store: moderation.open_reports(store, limit))
    _show(
        ("id", "when", "about", "table", "line", "said", "reason"),
        [
            (row.id, moment(row.created), row.person, row.table_id, str(row.seq or ""), row.said, row.reason)
            for row in rows
        ],
    )


@app.command("tables", epilog="Example: pandarium admin tables --status running")
def tables(
    status: Annotated[
        str | None, typer.Option(metavar="STATUS", help="open, running, ended or closed; unless given, the first two.")
    ] = None,
    limit: Limit = 50,
    database: Database = None,
) -> None:
    """List tables, private ones included, the newest first."""
    from pandarium.server.admin import tables as admin
    from pandarium.server.people.moderation import moment

    async def find(store: Store) -> Any:
        rows = await admin.listed(store, status, limit)
        return rows, await store.seats([row.id for row in rows])

    rows, seats = _on(database, find)
    _show(
        ("id", "game", "status", "since", "who"),
        [
            (row.id, row.game, row.status, moment(row.changed), ", ".join(seat.name for seat in seats[row.id]))
            for row in rows
        ],
    )


@app.command("close", epilog='Example: pandarium admin close t_k7wm9xtqb3fhk7wm --words "The server moves tonight."')
def close(
    table: TableId,
    words: Annotated[str, typer.Option(metavar="WORDS", help="What those who sit there read.")] = "",
    database: Database = None,
) -> None:
    """Close a table that is open or under way; a deal of a tournament is played on by the server.

    With the id of a tournament (after /tournaments/) the whole of it is called off, and its tables are closed.
    """
    from pandarium.server.admin import tables as admin

    _on(database, lambda store: admin.close(store, table, words))
    note("closed")


@app.command("remove-line", epilog="Example: pandarium admin remove-line t_k7wm9xtqb3fhk7wm 42")
def remove_line(
    table: TableId,
    line: Annotated[int, typer.Argument(metavar="LINE", parser=whole(1, 2**31 - 1), help="Its number in the log.")],
    database: Database = None,
) -> None:
    """Take a line of chat away: from the log, and from the screens of those who have read it."""
    from pandarium.server.admin import tables as admin

    _on(database, lambda store: admin.remove_line(store, table, line))
    note("removed")


@app.command("rotate-invite", epilog="Example: pandarium admin rotate-invite t_k7wm9xtqb3fhk7wm")
def rotate_invite(table: TableId, database: Database = None) -> None:
    """A new invite for a table or tournament: the old link opens nothing any more. Those who sit there stay."""
    from pandarium.server.admin import tables as admin

    typer.echo(_on(database, lambda store: admin.rotate_invite(store, table)))


@app.command("rotate-key", epilog="Example: pandarium admin rotate-key --yes")
def rotate_key(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False, database: Database = None
) -> None:
    """Another key for sessions. Restart the servers afterwards.

    It signs everybody out, on every device: accounts log in again, guests are not known any more and lose their seats.
    Passwords, invites, tables and codes stay as they are.
    """
    import os

    from pandarium.server.admin import keys

    if os.environ.get("PANDARIUM_KEY", "").strip():
        raise PandariumError("the key is in PANDARIUM_KEY: change it there, and restart the servers")
    question = "Everybody is signed out, and guests lose their seats. Go on?"
    if not yes and not typer.confirm(question):
        raise typer.Abort
    _on(database, keys.rotate)
    note("done; restart the servers: until then they use the old key")


@app.command("tidy", epilog="Example: pandarium admin tidy --dry-run")
def tidy(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would go, and change nothing.")] = False,
    database: Database = None,
) -> None:
    """Close and remove what is not kept, by PANDARIUM_GUEST_DAYS and the like. The server itself does it every hour."""
    import os

    from pandarium.server.admin import tidy as admin
    from pandarium.server.ops.now import now_ms
    from pandarium.server.settings import Settings

    settings = Settings.load(os.environ, database=_url(database))

    async def run(store: Store) -> Any:
        if dry_run:
            return await admin.preview(store, settings, now_ms())
        return await admin.tidy(store, settings, now_ms())

    counts = _on(database, run)
    done = "would go" if dry_run else "went"
    _show(("what", done), [(what, f"{count:,}") for what, count in counts.items() if count])


@app.command("backup", epilog="Example: pandarium admin backup pandarium-2026-11-17.db")
def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], database: Database = None) -> None:
    """Write everything into a file, while the server runs. It holds every secret: its owner alone may read it."""
    from pandarium.server.admin.backup import backup as write

    write(_url(database), file)
    note(f"{file}: {file.stat().st_size:,} bytes")


@app.command("restore", epilog="Example: pandarium admin restore pandarium-2026-11-17.db --database sqlite:///new.db")
def restore(file: Annotated[Path, typer.Argument(metavar="FILE")], database: Database = None) -> None:
    """Read a backup into an empty database: SQLite or PostgreSQL, wherever the backup came from."""
    from pandarium.server.admin.backup import restore as read
    from pandarium.server.settings import without_password

    read(file, _url(database))
    note(f"restored into {without_password(_url(database))}")


def _set_operator(name: str, operator: bool, database: str | None) -> None:
    from pandarium.server.admin import people as admin

    async def change(store: Store) -> None:
        await admin.set_operator(store, await admin.find_account(store, name), operator)

    _on(database, change)
    note(f"{name} is {'an' if operator else 'no'} operator{'' if operator else ' any more'}")


def _restrict(kind: RestrictionKind, who: str, hours: int | None, reason: str, database: str | None) -> None:
    from pandarium.server.admin import people as admin
    from pandarium.server.people.moderation import moment

    async def restrict(store: Store) -> Any:
        return await admin.restrict(store, kind, await admin.subject_of(store, who), hours, reason)

    row = _on(database, restrict)
    note(f"{kind}: {row.subject}, {'for good' if row.until is None else f'until {moment(row.until)}'}")


def _lift(kind: RestrictionKind, who: str, database: str | None) -> None:
    from pandarium.server.admin import people as admin

    async def lift(store: Store) -> bool:
        return await admin.lift(store, kind, await admin.subject_of(store, who))

    if not _on(database, lift):
        raise PandariumError(f"there is no {kind} of {who}")


def _url(database: str | None) -> str:
    """The database of the server, as `serve` would find it."""
    import os

    from pandarium.cli.serve import _check_installed
    from pandarium.server.settings import VARIABLES, data_directory

    _check_installed()
    variable, read = VARIABLES["database"]
    if database is not None:
        return str(read("--database", database))
    given = os.environ.get(variable, "").strip()
    return str(read(variable, given)) if given else f"sqlite:///{data_directory(os.environ) / 'pandarium.db'}"


def _on(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with the store, which must be there: a mistake in the address makes no new one."""
    import asyncio

    url = _url(database)
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).is_file():
        raise PandariumError(f"there is no database {url}; name the server's with --database")

    async def run() -> T:
        from pandarium.server.store import Store

        store = await Store.open(url, migrate=False)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def _show(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    """A table; nothing where there is nothing."""
    from rich.table import Table

    if not rows:
        note("none")
        return
    table = Table(*head, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    console().print(table)
