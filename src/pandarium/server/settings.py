"""The settings of a server: flags over environment over defaults, with a clear error for every mistake."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, cast
from urllib.parse import urlsplit

import msgspec

from pandarium.core.errors import PandariumError, unknown_name

KEY_LENGTH: Final = 32
TOKEN_LENGTH: Final = 16
HIDDEN: Final = "***"
BOT_DELAY: Final = 700
"""Milliseconds that a bot takes for a move unless the host says otherwise; in real time more or less than this makes
all hands slower or faster in proportion."""

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]
Secure = Literal["auto", "yes", "no"]
YesNo = Literal["yes", "no"]


class BadSettings(PandariumError):
    """A setting that cannot be: which one, what is wrong, what is allowed."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a server.

    >>> settings = Settings.load({"PANDARIUM_PORT": "9000"}, database="sqlite:///panda.db")
    >>> settings.port, settings.database
    (9000, 'sqlite:///panda.db')
    """

    database: str
    redis: str | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    origins: tuple[str, ...] = ()
    key: str | None = None
    proxies: int = 0
    secure_cookies: Secure = "auto"
    log_level: LogLevel = "info"
    log_format: LogFormat = "text"
    bot_processes: int = 1
    bot_delay: int = BOT_DELAY
    max_tables_per_person: int = 50
    max_bot_tables: int = 3
    max_strong_tables: int = 20
    max_bot_tournaments: int = 4
    max_bots: int = 3_000
    guest_bots: int = 64
    address_quota: float = 10.0
    max_open_tables: int = 10
    max_open_tables_by_address: int = 40
    max_log_lines: int = 2_000
    guest_days: int = 90
    open_table_days: int = 1
    idle_table_days: int = 180
    idle_tournament_days: int = 30
    never_played_days: int = 30
    guest_game_days: int = 365
    game_days: int = 0
    chat_days: int = 365
    shared_evening_days: int = 30
    report_days: int = 90
    idle_seconds: float = 60.0
    grace: float = 10.0
    metrics_token: str | None = None
    limits: float = 1.0
    content: str | None = None
    smtp: str | None = None
    mail_from: str | None = None
    push: YesNo = "yes"
    webhooks: YesNo = "yes"
    notify_delay: float = 10.0
    outgoing_hosts: tuple[str, ...] = ()
    static: str | None = None

    @classmethod
    def load(cls, env: Mapping[str, str], **flags: object) -> Settings:
        """Settings from flags (None: not given), then the environment, then the defaults."""
        unknown = sorted(flags.keys() - VARIABLES.keys())
        if unknown:
            raise BadSettings(unknown[0], unknown_name("setting", unknown[0], VARIABLES))
        chosen: dict[str, Any] = {}
        for field, (variable, read) in VARIABLES.items():
            if flags.get(field) is not None:
                chosen[field] = read(f"--{field.replace('_', '-')}", _as_text(flags[field]))
            elif env.get(variable, "").strip():
                chosen[field] = read(variable, env[variable].strip())
        chosen.setdefault("database", f"sqlite:///{data_directory(env) / 'pandarium.db'}")
        chosen.setdefault("log_format", "text" if sys.stderr is not None and sys.stderr.isatty() else "json")
        settings = cls(**chosen)
        _check_workers(settings)
        _check_mail(settings)
        return settings

    def to_environment(self) -> dict[str, str]:
        """The same settings as environment variables, for the worker processes."""
        values = {VARIABLES[field][0]: getattr(self, field) for field in self.__struct_fields__}
        return {variable: _as_text(value) for variable, value in values.items() if value not in (None, ())}

    def shown(self) -> dict[str, object]:
        """The settings for a log: passwords, key and token hidden."""
        shown: dict[str, object] = {field: getattr(self, field) for field in self.__struct_fields__}
        for field in ("key", "metrics_token"):
            shown[field] = None if shown[field] is None else HIDDEN
        shown["database"] = without_password(self.database)
        shown["redis"] = None if self.redis is None else without_password(self.redis)
        shown["smtp"] = None if self.smtp is None else without_password(self.smtp)
        return shown

    def secure(self, scheme: str) -> bool:
        """Whether cookies are marked Secure on a request that came by this scheme."""
        return scheme in ("https", "wss") if self.secure_cookies == "auto" else self.secure_cookies == "yes"


def data_directory(env: Mapping[str, str]) -> Path:
    """Where this user's data lies: XDG_DATA_HOME/pandarium, by default ~/.local/share/pandarium."""
    base = env.get("XDG_DATA_HOME", "")
    # The XDG rules: a path that is not absolute is to be ignored.
    root = Path(base) if Path(base).is_absolute() else Path(env.get("HOME") or Path.home()) / ".local" / "share"
    return root / "pandarium"


def without_password(url: str) -> str:
    """The address of a database or of Redis without its password.

    >>> without_password("postgresql://panda:bamboo@db.example/games?sslpassword=x")
    'postgresql://panda:***@db.example/games?sslpassword=***'
    """
    # Greedy up to the last @: passwords may hold / ? # and even @ where people forget to escape them.
    shown = re.sub(r"^([^:/]*://[^:/@]*):.*@", rf"\1:{HIDDEN}@", url, flags=re.DOTALL)
    return re.sub(r"([?&][^=&]*pass[^=&]*=)[^&]*", rf"\1{HIDDEN}", shown, flags=re.IGNORECASE)


def plain_origin(text: str) -> str | None:
    """An origin in its one spelling (lower case, no default port), or None when it is not one.

    >>> plain_origin("https://Play.Example:443/"), plain_origin("https://play.example/games")
    ('https://play.example', None)
    """
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname
    extras = parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _DEFAULT_PORTS or not host or extras or re.search(r"[\s*]", host):
        return None
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + ("" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}")


_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def _as_text(value: object) -> str:
    """A flag's value as the environment would spell it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ",".join(str(item) for item in value)
    return str(value).strip()


def _check_workers(settings: Settings) -> None:
    if settings.workers == 1:
        return
    if settings.redis is None:
        reason = "workers tell each other of moves through Redis; give its address (PANDARIUM_REDIS) or use 1 worker"
        raise BadSettings("workers", f"{settings.workers} workers need Redis: {reason}")
    if in_memory(settings.database):
        raise BadSettings("workers", "a database in memory is one worker's own; name a file, or use 1 worker")
    if settings.port == 0:
        raise BadSettings("port", "0 (any free port) works with 1 worker only; choose a port from 1 to 65535")


def _check_mail(settings: Settings) -> None:
    if settings.smtp is not None and settings.mail_from is None:
        raise BadSettings("mail_from", "e-mails need a sender; give its address (PANDARIUM_MAIL_FROM)")


def in_memory(database: str) -> bool:
    """Whether this is a SQLite database that nobody else can open."""
    place = database.partition("://")[2]
    return database.startswith("sqlite") and (place in ("", "/") or ":memory:" in place or "mode=memory" in place)


def _whole(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,12}", text) or not low <= int(text) <= high:
            raise BadSettings(name, f"{text!r} will not do; a whole number from {low} to {high}")
        return int(text)

    return read


def _seconds(low: float, high: float) -> Callable[[str, str], float]:
    def read(name: str, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise BadSettings(name, f"{text!r} will not do; a number from {low:g} to {high:g}")
        return number

    return read


def _one_of(*words: str, also: Mapping[str, str] | None = None) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        word = (also or {}).get(text.lower(), text.lower())
        if word not in words:
            raise BadSettings(name, f"{text!r} will not do; choose from: {', '.join(words)}")
        return word

    return read


def _secret(length: int) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if len(text) < length or not text.isprintable() or " " in text:
            # The text itself is not repeated: it may be most of a secret.
            raise BadSettings(name, f"needs at least {length} printable characters without spaces, all of them random")
        return text

    return read


def _host(name: str, text: str) -> str:
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    if not re.fullmatch(r"[0-9A-Za-z._:%-]+", bare):
        raise BadSettings(name, f"{text!r} is no host to listen on; an address or a name, such as 127.0.0.1 or ::")
    return bare


def _database(name: str, text: str) -> str:
    scheme, found, place = text.partition("://")
    allowed = "sqlite:///file.db (four slashes for a path from the root) or postgresql://user:password@host/database"
    shown = without_password(text)
    if not found:
        raise BadSettings(name, f"{shown!r} is not a database address; write {allowed}")
    kind = scheme.lower().partition("+")[0]
    if kind in ("postgres", "postgresql"):
        if not place.strip("/"):
            raise BadSettings(name, f"{shown!r} names no host or database; write {allowed}")
        return f"postgresql://{place}"
    if kind != "sqlite":
        raise BadSettings(name, f"{scheme!r} databases are not supported; write {allowed}")
    if place and not place.startswith("/"):
        raise BadSettings(name, f"{shown!r} has too few slashes; write {allowed}")
    return f"sqlite://{place}"


def _redis(name: str, text: str) -> str:
    scheme, found, place = text.partition("://")
    if not found or scheme.lower() not in ("redis", "rediss", "unix") or not place.strip("/"):
        allowed = "redis://host:6379/0, rediss://… (TLS) or unix:///path/to/socket"
        raise BadSettings(name, f"{without_password(text)!r} is not an address of Redis; write {allowed}")
    return f"{scheme.lower()}://{place}"


def _smtp(name: str, text: str) -> str:
    allowed = "smtp://user:password@host:587 (encrypted by STARTTLS) or smtps://user:password@host:465"
    try:
        parts = urlsplit(text)
        fine = parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise BadSettings(name, f"{without_password(text)!r} is not the address of a mail server; write {allowed}")
    return text


def _mail_from(name: str, text: str) -> str:
    if not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+", text):
        raise BadSettings(name, f"{text!r} is not an e-mail address; write pandarium@play.example")
    return text


def _origins(name: str, text: str) -> tuple[str, ...]:
    found: list[str] = []
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        origin = plain_origin(piece)
        if origin is None:
            raise BadSettings(name, f"{piece!r} is not an origin; write https://play.example, several with commas")
        found.append(origin)
    return tuple(dict.fromkeys(found))


def _outgoing_hosts(name: str, text: str) -> tuple[str, ...]:
    found: list[str] = []
    for piece in filter(None, (piece.strip().lower() for piece in text.split(","))):
        host, _, port = piece.rpartition(":")
        if not re.fullmatch(r"[0-9a-z._-]+|\[[0-9a-f:.]+\]", host) or not port.isdecimal():
            raise BadSettings(name, f"{piece!r} names no host with a port; write chat.local:8065, several with commas")
        found.append(piece)
    return tuple(dict.fromkeys(found))


def _content(name: str, text: str) -> str:
    folder = Path(text).expanduser().absolute()
    if not folder.is_dir():
        raise BadSettings(name, f"{text!r} is no folder; name one that holds a folder for each game with a pack")
    return str(folder)


def _client(name: str, text: str) -> str:
    folder = Path(text).expanduser().absolute()
    if not (folder / "index.html").is_file():
        raise BadSettings(name, f"{text!r} holds no web client; name the folder that a build of it has filled")
    return str(folder)


_YES_NO: Final = {"true": "yes", "1": "yes", "on": "yes", "false": "no", "0": "no", "off": "no"}

_Reader = Callable[[str, str], object]

_DAYS: Final = _whole(0, 36_500)
"""After how many days something goes; 0: it is kept for ever."""

VARIABLES: Final[dict[str, tuple[str, _Reader]]] = {
    "database": ("PANDARIUM_DATABASE", _database),
    "redis": ("PANDARIUM_REDIS", _redis),
    "host": ("PANDARIUM_HOST", _host),
    "port": ("PANDARIUM_PORT", _whole(0, 65_535)),
    "workers": ("PANDARIUM_WORKERS", _whole(1, 64)),
    "origins": ("PANDARIUM_ORIGINS", _origins),
    "key": ("PANDARIUM_KEY", _secret(KEY_LENGTH)),
    "proxies": ("PANDARIUM_PROXIES", _whole(0, 10)),
    "secure_cookies": ("PANDARIUM_SECURE", _one_of("auto", "yes", "no", also=_YES_NO)),
    "log_level": ("PANDARIUM_LOG_LEVEL", _one_of("debug", "info", "warning", "error")),
    "log_format": ("PANDARIUM_LOG_FORMAT", _one_of("text", "json")),
    "bot_processes": ("PANDARIUM_BOT_PROCESSES", _whole(0, 64)),
    "bot_delay": ("PANDARIUM_BOT_DELAY", _whole(0, 60_000)),
    "max_tables_per_person": ("PANDARIUM_MAX_TABLES", _whole(1, 10_000)),
    "max_bot_tables": ("PANDARIUM_MAX_BOT_TABLES", _whole(0, 10_000)),
    "max_strong_tables": ("PANDARIUM_MAX_STRONG_TABLES", _whole(0, 10_000)),
    "max_bot_tournaments": ("PANDARIUM_MAX_BOT_TOURNAMENTS", _whole(0, 10_000)),
    "max_bots": ("PANDARIUM_MAX_BOTS", _whole(0, 1_000_000)),
    "guest_bots": ("PANDARIUM_GUEST_BOTS", _whole(0, 1_000_000)),
    "address_quota": ("PANDARIUM_ADDRESS_QUOTA", cast(_Reader, _seconds(0, 1_000))),
    "max_open_tables": ("PANDARIUM_MAX_OPEN_TABLES", _whole(1, 10_000)),
    "max_open_tables_by_address": ("PANDARIUM_MAX_OPEN_TABLES_BY_ADDRESS", _whole(1, 100_000)),
    "max_log_lines": ("PANDARIUM_MAX_LOG", _whole(100, 100_000)),
    "guest_days": ("PANDARIUM_GUEST_DAYS", _DAYS),
    "open_table_days": ("PANDARIUM_OPEN_TABLE_DAYS", _DAYS),
    "idle_table_days": ("PANDARIUM_IDLE_TABLE_DAYS", _DAYS),
    "idle_tournament_days": ("PANDARIUM_IDLE_TOURNAMENT_DAYS", _DAYS),
    "never_played_days": ("PANDARIUM_NEVER_PLAYED_DAYS", _DAYS),
    "guest_game_days": ("PANDARIUM_GUEST_GAME_DAYS", _DAYS),
    "game_days": ("PANDARIUM_GAME_DAYS", _DAYS),
    "chat_days": ("PANDARIUM_CHAT_DAYS", _DAYS),
    "shared_evening_days": ("PANDARIUM_SHARED_EVENING_DAYS", _DAYS),
    "report_days": ("PANDARIUM_REPORT_DAYS", _DAYS),
    "idle_seconds": ("PANDARIUM_IDLE_SECONDS", _seconds(0.1, 86_400)),
    "grace": ("PANDARIUM_GRACE", _seconds(0, 600)),
    "metrics_token": ("PANDARIUM_METRICS_TOKEN", _secret(TOKEN_LENGTH)),
    "limits": ("PANDARIUM_LIMITS", cast(_Reader, _seconds(0, 1_000))),
    "content": ("PANDARIUM_CONTENT", _content),
    "smtp": ("PANDARIUM_SMTP", _smtp),
    "mail_from": ("PANDARIUM_MAIL_FROM", _mail_from),
    "push": ("PANDARIUM_PUSH", _one_of("yes", "no", also=_YES_NO)),
    "webhooks": ("PANDARIUM_WEBHOOKS", _one_of("yes", "no", also=_YES_NO)),
    "notify_delay": ("PANDARIUM_NOTIFY_DELAY", _seconds(0, 3_600)),
    "outgoing_hosts": ("PANDARIUM_OUTGOING_HOSTS", _outgoing_hosts),
    "static": ("PANDARIUM_STATIC", _client),
}
"""Every setting's environment variable and its reader, which checks it."""
