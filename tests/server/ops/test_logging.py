from __future__ import annotations

import asyncio
import io
import json
import logging
import os
import pickle
import time

import pytest
import structlog

from pandarium.server.ops.logging import HIDDEN, NotCancelled, log_access, log_config, set_up_logging
from pandarium.server.settings import Settings

SECRET = "ab" * 32


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch):
    """Set logging up with these settings; what is called gives back the lines written so far."""
    kept = {
        name: (found.level, found.handlers[:], found.propagate)
        for name in (None, "pandarium", "uvicorn", "uvicorn.error", "uvicorn.access", "litestar", "websockets")
        for found in [logging.getLogger(name)]
    }
    stderr = io.StringIO()

    def start(**flags: object):
        monkeypatch.setattr("sys.stderr", stderr)
        set_up_logging(Settings.load({}, **{"log_format": "json", **flags}))
        return lambda: stderr.getvalue().splitlines()

    yield start
    structlog.reset_defaults()
    for name, (level, handlers, propagate) in kept.items():
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers[:] = handlers
        logger.propagate = propagate
        logger.filters.clear()


def log():
    return structlog.get_logger("pandarium.test")


def test_a_json_line_says_when_what_how_grave_and_which_worker(received):
    lines = received()
    log().info("table opened", table="t_1", seats=3)
    line = json.loads(lines()[0])
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "table opened", "level": "info", "worker": os.getpid(), "table": "t_1", "seats": 3}


def test_a_text_line_is_for_people(received):
    lines = received(log_format="text")
    log().warning("table opened", table="t_1")
    assert "table opened" in lines()[0]
    assert "table=t_1" in lines()[0]
    assert "warning" in lines()[0]
    assert "\x1b" not in lines()[0]


def test_the_level_is_kept(received):
    lines = received(log_level="warning")
    log().info("too small")
    logging.getLogger("uvicorn.error").info("too small")
    log().warning("grave")
    assert [json.loads(line)["event"] for line in lines()] == ["grave"]


def test_libraries_write_the_same_lines(received):
    lines = received()
    logging.getLogger("uvicorn.error").info("Started %s", "here", extra={"color_message": f"\x1b[1m{SECRET}"})
    logging.getLogger("litestar").error("trouble")
    logging.getLogger("somebody.else").info("chatter")
    found = [json.loads(line) for line in lines()]
    assert [(line["event"], line["logger"], line["level"]) for line in found] == [
        ("Started here", "uvicorn.error", "info"),
        ("trouble", "litestar", "error"),
    ]
    assert all(line["worker"] == os.getpid() for line in found)
    assert SECRET not in str(lines())


def test_frames_and_headers_stay_out_even_at_debug_level(received):
    lines = received(log_level="debug")
    logging.getLogger("uvicorn.error").debug("< Cookie: pandarium=abc")
    logging.getLogger("websockets.server").debug("< Cookie: pandarium=abc")
    log().debug("fine")
    assert [json.loads(line)["event"] for line in lines()] == ["fine"]


def test_the_access_log_is_ours_and_has_no_query(received):
    lines = received()
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "1.2.3.4:5", "GET", "/t?invite=x", "1.1", 200)
    log_access(log(), "GET", "/tables/{id}?invite=x", 200, time.perf_counter() - 0.25, "p_1")
    (line,) = [json.loads(line) for line in lines()]
    assert 250 <= line["ms"] < 250_000, "not in seconds, nor in microseconds"
    assert [line[key] for key in ("event", "method", "path", "status", "person")] == [
        *("request", "GET", "/tables/{id}", 200, "p_1"),
    ]


def test_websocket_lines_of_the_web_server_lose_their_query(received):
    lines = received()
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" %d', "1.2.3.4:5", "/live/t_1?invite=bamboo", 403)
    assert json.loads(lines()[0])["event"] == '1.2.3.4:5 - "WebSocket /live/t_1?…" 403'


def test_sockets_that_come_and_go_are_no_news(received):
    lines = received()
    web_server = logging.getLogger("uvicorn.error")
    web_server.info('%s - "WebSocket %s" [accepted]', "1.2.3.4:5", "/live/t_1?invite=bamboo")
    web_server.info("connection open")
    web_server.info("connection closed")
    assert lines() == []


@pytest.mark.parametrize(
    "key",
    [
        *("secret", "password", "new_password", "token", "metrics_token", "cookie", "Set-Cookie", "invite"),
        *("invite_code", "Authorization", "seed", "salt", "salts", "move_salt", "body", "key", "server_key", "csrf"),
    ],
)
def test_telling_keys_are_hidden_at_any_depth(received, key):
    lines = received()
    log().info("x", **{key: "bamboo"})
    log().info("x", data={"list": [{key: {"deep": "bamboo"}}]})
    assert "bamboo" not in str(lines())
    assert json.loads(lines()[0])[key] == HIDDEN


def test_innocent_keys_are_shown(received):
    lines = received()
    log().info("x", monkey="m", somebody="s", keyboard="k", password=None, seats=(1, 2), ok=True, rate=0.5)
    line = json.loads(lines()[0])
    assert [line[key] for key in ("monkey", "somebody", "keyboard", "password", "seats", "ok", "rate")] == [
        *("m", "s", "k", None, [1, 2], True, 0.5),
    ]


def test_secrets_are_found_in_any_text(received):
    class Deal:
        def __repr__(self) -> str:
            return SECRET

    lines = received()
    log().info(f"dealt from {SECRET}", note=f"({SECRET.upper()})", deal=Deal(), raw=bytes.fromhex(SECRET))
    log().info("x", where="postgresql://panda:bamboo@db/games", page="see /join?invite=bamboo now")
    logging.getLogger("litestar").warning("dealt from %s", SECRET)
    text = str(lines())
    assert SECRET not in text.lower()
    assert "bamboo" not in text
    assert "<Deal>" in text
    assert "[32 bytes]" in text


def test_a_line_stays_one_line(received):
    lines = received(log_format="text")
    log().info("a\nb\x1b[31m", name="x\r\nfake line", long="x" * 10_000)
    assert len(lines()) == 1
    assert "\x1b" not in lines()[0]
    assert len(lines()[0]) < 3000


def test_very_deep_values_do_not_drown_the_log(received):
    lines = received()
    deep: list[object] = []
    for _ in range(200):
        deep = [deep]
    log().info("x", deep=deep)
    assert len(lines()[0]) < 300


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_shows_the_way_without_the_values(received, form):
    lines = received(log_format=form)

    def deal() -> None:
        hand = "panda of " + "bamboo"
        raise RuntimeError(f"cannot deal {SECRET}\n[parameters: ('{hand}',)]")

    try:
        deal()
    except RuntimeError:
        log().exception("dealing failed")
        logging.getLogger("uvicorn.error").exception("dealing failed")
    text = "\n".join(lines())
    assert text.count("Traceback") == 2
    assert "in deal" in text
    assert "RuntimeError: cannot deal [hidden]" in text
    assert SECRET not in text
    assert "panda of bamboo" not in text


def test_the_configuration_reaches_worker_processes():
    config = log_config(Settings.load({}))
    assert pickle.loads(pickle.dumps(config)) == config
    json.dumps(config)


def test_uvicorn_takes_the_configuration(received):
    import uvicorn

    lines = received()
    config = log_config(Settings.load({}, log_format="json"))
    uvicorn.Config("nowhere:app", log_config=config, use_colors=False, access_log=False)
    logging.getLogger("uvicorn.error").info("listening")
    assert json.loads(lines()[-1])["event"] == "listening"


def test_what_repeats_is_written_a_few_times_and_then_counted(received, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr("pandarium.server.ops.limits.time.monotonic", lambda: moment)
    lines = received()
    for _ in range(5_000):
        structlog.get_logger("pandarium.hub").error("commit failed", table="t_1", error="disk full")
        logging.getLogger("sqlalchemy.pool").error("no connection to %s", "db")
    structlog.get_logger("pandarium.hub").error("something else")
    written = [json.loads(line)["event"] for line in lines()]
    assert (written.count("commit failed"), written.count("no connection to db")) == (20, 20)
    assert written[-1] == "something else"
    moment += 10
    structlog.get_logger("pandarium.hub").error("commit failed", table="t_1", error="disk full")
    logging.getLogger("sqlalchemy.pool").error("no connection to %s", "db")
    last, library = map(json.loads, lines()[-2:])
    assert (last["event"], last["left_out"]) == ("commit failed", 4_980)
    assert library["event"] == "no connection to db (4980 more of these were left out)"


def test_who_was_told_to_stop_is_no_error():
    def record(error: BaseException | None) -> logging.LogRecord:
        raised = None if error is None else (type(error), error, None)
        return logging.LogRecord("sqlalchemy.pool", logging.ERROR, "", 1, "Exception terminating", (), raised)

    written = NotCancelled().filter
    assert not written(record(asyncio.CancelledError()))
    assert written(record(ValueError("broken")))
    assert written(record(None))
