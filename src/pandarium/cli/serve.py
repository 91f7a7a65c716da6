"""The command `serve`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperCommand

WHERE = "Where it listens"
KEEPS = "What it keeps"
MAY = "Who may what"
COPES = "How it copes"
LOGGING = "What it logs"


class GroupedCommand(TyperCommand):
    """A command whose help shows its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, group by group, those without a group last."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            line = param.get_help_record(ctx)
            if line is not None:
                groups.setdefault(getattr(param, "rich_help_panel", None) or "Options", []).append(line)
        for name, lines in groups.items():
            with formatter.section(name):
                formatter.write_dl(lines)


def _option(group: str, metavar: str, variable: str, text: str) -> Any:
    return typer.Option(metavar=metavar, help=f"{text}  [{variable}]", rich_help_panel=group, show_default=False)


def serve(
    host: Annotated[str | None, _option(WHERE, "HOST", "PANDARIUM_HOST", "Address; 127.0.0.1 unless given.")] = None,
    port: Annotated[str | None, _option(WHERE, "N", "PANDARIUM_PORT", "Port; 8000 unless given, 0 is any.")] = None,
    proxies: Annotated[
        str | None, _option(WHERE, "N", "PANDARIUM_PROXIES", "How many proxies of yours stand before it.")
    ] = None,
    database: Annotated[
        str | None,
        _option(
            KEEPS,
            "URL",
            "PANDARIUM_DATABASE",
            "sqlite:///file.db or postgresql://…; a file in your data directory unless given.",
        ),
    ] = None,
    redis: Annotated[
        str | None, _option(KEEPS, "URL", "PANDARIUM_REDIS", "redis://…, by which several workers talk.")
    ] = None,
    guest_days: Annotated[
        str | None, _option(KEEPS, "DAYS", "PANDARIUM_GUEST_DAYS", "Guests who do not come back go after 90; 0: never.")
    ] = None,
    open_table_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_OPEN_TABLE_DAYS", "Tables that nobody starts are closed after 1; 0: never."),
    ] = None,
    idle_table_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_IDLE_TABLE_DAYS", "Games that nobody plays on, after 180; 0: never."),
    ] = None,
    idle_tournament_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_IDLE_TOURNAMENT_DAYS", "Tournaments that nobody starts, after 30; 0: never."),
    ] = None,
    never_played_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_NEVER_PLAYED_DAYS", "Tables closed unplayed are removed after 30; 0: never."),
    ] = None,
    guest_game_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_GUEST_GAME_DAYS", "Games of guests alone go after 365; 0: never."),
    ] = None,
    game_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_GAME_DAYS", "All games that are over go after so many; never unless given."),
    ] = None,
    chat_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_CHAT_DAYS", "What was said, 365 after the end of the game; 0: never."),
    ] = None,
    shared_evening_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_SHARED_EVENING_DAYS", "Shared evenings at a real table, after 30; 0: never."),
    ] = None,
    report_days: Annotated[
        str | None,
        _option(KEEPS, "DAYS", "PANDARIUM_REPORT_DAYS", "Reports dealt with, bans that are over, after 90; 0: never."),
    ] = None,
    content: Annotated[
        str | None,
        _option(
            KEEPS,
            "DIR",
            "PANDARIUM_CONTENT",
            "Content packs, a folder for each game: DIR/pandante/*.toml. For new tables.",
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        _option(KEEPS, "URL", "PANDARIUM_SMTP", "smtp://… or smtps://…, which sends codes for a new password."),
    ] = None,
    mail_from: Annotated[
        str | None, _option(KEEPS, "ADDRESS", "PANDARIUM_MAIL_FROM", "Whom these e-mails come from.")
    ] = None,
    push: Annotated[
        str | None, _option(MAY, "YES", "PANDARIUM_PUSH", "Tell browsers that it is somebody's turn: yes or no.")
    ] = None,
    webhooks: Annotated[
        str | None, _option(MAY, "YES", "PANDARIUM_WEBHOOKS", "Tell chats what happens at a table: yes or no.")
    ] = None,
    notify_delay: Annotated[
        str | None,
        _option(MAY, "SECONDS", "PANDARIUM_NOTIFY_DELAY", "Until somebody who is not there is told something; 10."),
    ] = None,
    outgoing_hosts: Annotated[
        str | None,
        _option(MAY, "LIST", "PANDARIUM_OUTGOING_HOSTS", "HOST:PORT of your own network that webhooks may reach."),
    ] = None,
    origins: Annotated[
        str | None, _option(MAY, "LIST", "PANDARIUM_ORIGINS", "Other sites whose pages may play here, with commas.")
    ] = None,
    secure_cookies: Annotated[
        str | None, _option(MAY, "WHEN", "PANDARIUM_SECURE", "Cookies by TLS alone: auto, yes or no.")
    ] = None,
    max_tables_per_person: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_TABLES", "Tables under way for one person; 50 unless given.")
    ] = None,
    max_bot_tables: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_BOT_TABLES", "Of these, with bots alone; 3 unless given.")
    ] = None,
    max_strong_tables: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_STRONG_TABLES", "Of these, with the strongest bots; 20.")
    ] = None,
    max_bot_tournaments: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_BOT_TOURNAMENTS", "Tournaments with bots of one person; 4.")
    ] = None,
    max_bots: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_BOTS", "Bots of one person, in all; 3000.")
    ] = None,
    guest_bots: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_GUEST_BOTS", "Bots in a tournament of somebody without account; 64.")
    ] = None,
    address_quota: Annotated[
        str | None,
        _option(MAY, "FACTOR", "PANDARIUM_ADDRESS_QUOTA", "Bots of one address: as many times a person's; 10, 0: any."),
    ] = None,
    max_open_tables: Annotated[
        str | None,
        _option(
            MAY, "N", "PANDARIUM_MAX_OPEN_TABLES", "Of one person's, those that wait for players; 10 unless given."
        ),
    ] = None,
    max_open_tables_by_address: Annotated[
        str | None,
        _option(MAY, "N", "PANDARIUM_MAX_OPEN_TABLES_BY_ADDRESS", "The same for one address; 40 unless given."),
    ] = None,
    max_log_lines: Annotated[
        str | None, _option(MAY, "N", "PANDARIUM_MAX_LOG", "Lines of talk and of taking back at a table; 2000.")
    ] = None,
    limits: Annotated[
        str | None, _option(MAY, "FACTOR", "PANDARIUM_LIMITS", "How much wider all limits are; 0 lifts them.")
    ] = None,
    workers: Annotated[
        str | None, _option(COPES, "N", "PANDARIUM_WORKERS", "Processes; more than 1 need Redis.")
    ] = None,
    bot_processes: Annotated[
        str | None, _option(COPES, "N", "PANDARIUM_BOT_PROCESSES", "Processes in which bots think, per worker.")
    ] = None,
    bot_delay: Annotated[
        str | None,
        _option(
            COPES,
            "MS",
            "PANDARIUM_BOT_DELAY",
            "A bot's time for a move, at least; in real time its hands are slower or faster with it.",
        ),
    ] = None,
    idle_seconds: Annotated[
        str | None, _option(COPES, "SECONDS", "PANDARIUM_IDLE_SECONDS", "A table that nobody looks at leaves memory.")
    ] = None,
    grace: Annotated[
        str | None, _option(COPES, "SECONDS", "PANDARIUM_GRACE", "How long it waits for visitors when it stops.")
    ] = None,
    log_level: Annotated[
        str | None, _option(LOGGING, "LEVEL", "PANDARIUM_LOG_LEVEL", "debug, info, warning or error.")
    ] = None,
    log_format: Annotated[
        str | None, _option(LOGGING, "FORM", "PANDARIUM_LOG_FORMAT", "text or json; text on a terminal unless given.")
    ] = None,
    static: Annotated[str | None, typer.Option(metavar="FOLDER", hidden=True)] = None,
    show: Annotated[bool, typer.Option("--open", help="Open it in your browser, if this machine has one.")] = False,
) -> None:
    """Let people play over the network: the server.

    Every option can be given by the environment variable named with it. Two secrets are given in no other way:
    PANDARIUM_KEY signs the sessions (one is made and kept unless given), PANDARIUM_METRICS_TOKEN opens /metrics to
    whoever has it (without it, to this machine alone).
    """
    flags = {name: value for name, value in locals().items() if name != "show"}
    import os

    _check_installed()
    from pandarium.server.run import serve as run
    from pandarium.server.settings import Settings

    run(Settings.load(os.environ, **flags), open_browser if show else None)


def open_browser(address: str) -> None:
    """Show it in a browser with windows, if there is one; the address was printed anyway."""
    import os
    import sys
    import webbrowser
    from threading import Thread

    # Without a display Python would start a text browser in this terminal, which cannot show a table.
    windows = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    if windows:
        # Some browsers let their caller wait until they are closed.
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _check_installed() -> None:
    """Say what is missing when only the games were installed."""
    from importlib.util import find_spec

    from pandarium.core.errors import PandariumError

    needed = ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic", "aiosqlite", "argon2", "structlog")
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise PandariumError(f"the server needs {', '.join(missing)}; install it with: pip install 'pandarium[server]'")
