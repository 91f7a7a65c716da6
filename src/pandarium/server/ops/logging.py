"""Log lines for operators: text or JSON on stderr, without secrets, query strings or local variables."""

from __future__ import annotations

import asyncio
import logging
import logging.config
import os
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from pandarium.server.ops.limits import Bucket
from pandarium.server.settings import LogFormat, Settings

HIDDEN: Final = "[hidden]"
_DEPTH: Final = 6
_LENGTH: Final = 2_000
_TRACEBACK_LENGTH: Final = 20_000

_SECRET_KEY: Final = re.compile(
    r"secret|passw|token|(?<!secure_)cookie|invite|authorization|csrf|credential|(^|_|-)(seed|salt|body|key|hash)s?($|_|-)",
    re.IGNORECASE,
)
_SECRET_TEXT: Final = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{64}(?![0-9A-Fa-f])")
_CREDENTIALS: Final = re.compile(r"(://[^\s:/@]*):[^\s@]*@")
# Invitations and sessions travel in query strings, so that none is ever written down.
_QUERY: Final = re.compile(r"(/[^\s?\"']*)\?[^\s\"']+")
# A database error repeats the values it was given.
_PARAMETERS: Final = re.compile(r"^\[parameters: .*$", re.MULTILINE)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def set_up_logging(settings: Settings) -> None:
    """Let all log lines of this process, ours and those of libraries, go to stderr in one form."""
    logging.config.dictConfig(log_config(settings))
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[settings.log_level]),
        cache_logger_on_first_use=False,
    )


def log_config(settings: Settings) -> dict[str, Any]:
    """The `log_config` for uvicorn: plain data, so that it reaches worker processes."""
    form = {"()": "pandarium.server.ops.logging.formatter", "form": settings.log_format}
    level = _LEVELS[settings.log_level]
    # At debug level uvicorn and websockets write whole headers and frames, sessions and hidden cards among them.
    guarded = max(level, logging.INFO)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "sockets": {"()": "pandarium.server.ops.logging.QuietSockets"},
            "repeated": {"()": "pandarium.server.ops.logging.Throttle"},
            "not cancelled": {"()": "pandarium.server.ops.logging.NotCancelled"},
        },
        "formatters": {"default": form, "access": form},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "default",
                "filters": ["not cancelled", "repeated"],
            }
        },
        "root": {"level": max(level, logging.WARNING), "handlers": ["stderr"]},
        "loggers": {
            "pandarium": {"level": level},
            "uvicorn": {"level": guarded, "handlers": [], "propagate": True},
            "uvicorn.error": {"level": guarded, "handlers": [], "propagate": True, "filters": ["sockets"]},
            "uvicorn.asgi": {"level": guarded},
            # Access lines are ours (`access`): uvicorn's would hold the query string.
            "uvicorn.access": {"level": logging.CRITICAL, "handlers": [], "propagate": False},
            "litestar": {"level": guarded, "handlers": [], "propagate": True},
            "websockets": {"level": max(level, logging.WARNING)},
        },
    }


def formatter(form: LogFormat, use_colors: bool | None = None) -> logging.Formatter:
    """What turns a log record into a line of text or JSON."""
    last: Processor = structlog.processors.JSONRenderer(default=repr)
    if form == "text":
        last = structlog.dev.ConsoleRenderer(
            colors=bool(use_colors), exception_formatter=structlog.dev.plain_traceback, pad_event_to=0, pad_level=False
        )
    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last], foreign_pre_chain=_FOREIGN
    )


class QuietSockets(logging.Filter):
    """Leaves out three lines of uvicorn for every socket that comes and goes; refusals stay."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        text = str(record.msg)
        return record.levelno > logging.INFO or not (text.endswith("[accepted]") or text in _SOCKET_NOISE)


class NotCancelled(logging.Filter):
    """Leaves out what SQLAlchemy calls an error when whoever read was told to stop: a request or a server that ends."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)


class Throttle(logging.Filter):
    """Of a warning or an error that is said again and again it lets a few through, then one every now and then.

    That one says how many were left out. A database that is away must not fill the disk with the news of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: OrderedDict[tuple[str, str], _Repeated] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written."""
        if record.levelno < logging.WARNING:
            return True
        event = record.msg.get("event") if isinstance(record.msg, dict) else record.msg
        said = self._find(record.name, str(event)[:200])
        if said.bucket.take():
            said.left_out += 1
            return False
        if said.left_out:
            if isinstance(record.msg, dict):
                record.msg["left_out"] = said.left_out
            else:
                record.msg = f"{record.msg} ({said.left_out} more of these were left out)"
            said.left_out = 0
        return True

    def _find(self, logger: str, event: str) -> _Repeated:
        said = self._said.pop((logger, event), None) or _Repeated()
        self._said[logger, event] = said
        if len(self._said) > _EVENTS_KEPT:
            self._said.popitem(last=False)
        return said


class _Repeated:
    """How often something was said."""

    __slots__ = ("bucket", "left_out")

    def __init__(self) -> None:
        self.bucket = Bucket(1 / _REPEAT_SECONDS, _REPEATS)
        self.left_out = 0


_EVENTS_KEPT: Final = 200
_REPEATS: Final = 20
"""A line is written this often at once, and then every few seconds:"""
_REPEAT_SECONDS: Final = 10.0
_SOCKET_NOISE: Final = frozenset({"connection open", "connection closed"})


def log_access(
    log: structlog.typing.FilteringBoundLogger, method: str, path: str, status: int, started: float, person: str | None
) -> None:
    """One line about a request: `path` is its template where there is one; `started` is of `time.perf_counter`."""
    milliseconds = round((time.perf_counter() - started) * 1000, 1)
    log.info("request", method=method, path=path.partition("?")[0], status=status, ms=milliseconds, person=person)


def hide_secrets(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    """A structlog processor: values under telling keys, and anything that looks like a secret, are hidden."""
    return {key: value if key in _OWN_KEYS else _cleaned(key, value, 0) for key, value in event.items()}


def clean_text(text: str, length: int = _LENGTH) -> str:
    """A text without secrets, credentials, query strings and control characters, on one line.

    >>> clean_text("GET /t/t_1?invite=abc failed\\nagain\\n")
    'GET /t/t_1?… failed\\\\nagain'
    """
    return _CONTROL.sub(lambda sign: repr(sign[0])[1:-1], _without_secrets(text[: length + 200].rstrip()))[:length]


def _without_secrets(text: str) -> str:
    found = _CREDENTIALS.sub(rf"\1:{HIDDEN}@", _SECRET_TEXT.sub(HIDDEN, text))
    return _QUERY.sub(r"\1?…", _PARAMETERS.sub(f"[parameters: {HIDDEN}]", found))


def _cleaned(key: object, value: object, depth: int) -> object:
    if isinstance(key, str) and _SECRET_KEY.search(key):
        return None if value is None else HIDDEN
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return _clean_traceback(value) if key == "exception" else clean_text(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    if depth >= _DEPTH:
        return "…"
    if isinstance(value, Mapping):
        return {clean_text(str(inner)): _cleaned(inner, found, depth + 1) for inner, found in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_cleaned(None, found, depth + 1) for found in value]
    # Other objects say of themselves what they like: their fields may be secrets, so only their kind is told.
    return clean_text(str(value)) if isinstance(value, BaseException | os.PathLike) else f"<{type(value).__name__}>"


def _clean_traceback(text: str) -> str:
    lines = _without_secrets(text[-_TRACEBACK_LENGTH:]).split("\n")
    return "\n".join(clean_text(line) for line in lines)


def _add_worker(logger: WrappedLogger, name: str, event: EventDict) -> EventDict:
    event["worker"] = os.getpid()
    return event


def _drop_extras(logger: WrappedLogger, name: str, event: MutableMapping[str, Any]) -> EventDict:
    """Uvicorn's coloured copy of the message would escape the cleaning of the message."""
    event.pop("color_message", None)
    event.pop("positional_args", None)
    return dict(event)


# structlog's own, put there for the formatter; anything that is not text there is no value to be shown.
_OWN_KEYS: Final = frozenset({"_record", "_from_structlog", "timestamp", "level", "worker"})
_LEVELS: Final = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}
_Step = Callable[[WrappedLogger, str, EventDict], Any]
_SHARED: Final[list[_Step]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    _drop_extras,
    structlog.processors.format_exc_info,
    hide_secrets,
    _add_worker,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
_FOREIGN: Final[list[_Step]] = [structlog.stdlib.add_logger_name, *_SHARED]
