from __future__ import annotations

from pathlib import Path

import pytest

from pandarium.server.settings import VARIABLES, BadSettings, Settings, in_memory, plain_origin, without_password

KEY = "k" * 43
STATIC = Path(__file__).parent / "http" / "client"
EVERYTHING = {
    "database": "postgresql://panda:bamboo@db.example/games",
    "redis": "redis://:leaf@cache.example:6379/3",
    "host": "::",
    "port": 9001,
    "workers": 3,
    "origins": ("https://play.example", "http://localhost:5173"),
    "key": KEY,
    "proxies": 2,
    "secure_cookies": "yes",
    "log_level": "debug",
    "log_format": "json",
    "bot_processes": 4,
    "bot_delay": 0,
    "max_tables_per_person": 7,
    "max_bot_tables": 1,
    "max_strong_tables": 2,
    "max_bot_tournaments": 3,
    "max_bots": 400,
    "guest_bots": 5,
    "address_quota": 2.5,
    "max_open_tables": 4,
    "max_open_tables_by_address": 9,
    "max_log_lines": 500,
    "guest_days": 0,
    "open_table_days": 2,
    "idle_table_days": 3,
    "idle_tournament_days": 4,
    "never_played_days": 5,
    "guest_game_days": 6,
    "game_days": 7,
    "chat_days": 8,
    "shared_evening_days": 10,
    "report_days": 9,
    "idle_seconds": 2.5,
    "grace": 0.0,
    "metrics_token": "t" * 20,
    "limits": 0.0,
    "content": str(STATIC),
    "smtp": "smtps://panda:bamboo@mail.example:465",
    "mail_from": "pandarium@play.example",
    "push": "no",
    "webhooks": "no",
    "notify_delay": 2.5,
    "outgoing_hosts": ("chat.local:8065", "[::1]:9000"),
    "static": str(STATIC),
}


def test_without_a_word_the_server_is_small_and_local():
    settings = Settings.load({"XDG_DATA_HOME": "/data"})
    assert settings.database == "sqlite:////data/pandarium/pandarium.db"
    assert (settings.host, settings.port, settings.workers, settings.redis) == ("127.0.0.1", 8000, 1, None)
    assert (settings.proxies, settings.origins, settings.key, settings.metrics_token) == (0, (), None, None)
    assert (settings.bot_delay, settings.max_tables_per_person) == (700, 50)


def test_a_relative_data_directory_is_ignored():
    settings = Settings.load({"XDG_DATA_HOME": "data", "HOME": "/home/panda"})
    assert settings.database == "sqlite:////home/panda/.local/share/pandarium/pandarium.db"


def test_flags_win_over_the_environment_and_the_environment_over_defaults():
    env = {"PANDARIUM_PORT": "9000", "PANDARIUM_HOST": "0.0.0.0", "PANDARIUM_GRACE": " "}
    settings = Settings.load(env, port=9001, host=None)
    assert (settings.port, settings.host, settings.grace) == (9001, "0.0.0.0", 10.0)


def test_every_field_has_a_variable_of_its_own():
    assert list(VARIABLES) == list(Settings.__struct_fields__) == list(EVERYTHING)
    assert len({variable for variable, _ in VARIABLES.values()}) == len(VARIABLES)


@pytest.mark.parametrize("flags", [{}, EVERYTHING], ids=["defaults", "everything"])
def test_settings_reach_the_workers_through_the_environment(flags):
    settings = Settings.load({"XDG_DATA_HOME": "/data"}, **flags)
    environment = settings.to_environment()
    assert all(isinstance(value, str) for value in environment.values())
    assert Settings.load(environment) == settings
    for field, value in flags.items():
        assert getattr(settings, field) == value


@pytest.mark.parametrize(
    ("variable", "text", "says"),
    [
        ("PANDARIUM_PORT", "80000", "0 to 65535"),
        ("PANDARIUM_PORT", "eighty", "whole number"),
        ("PANDARIUM_PORT", "١٢", "whole number"),
        ("PANDARIUM_WORKERS", "0", "1 to 64"),
        ("PANDARIUM_PROXIES", "-1", "0 to 10"),
        ("PANDARIUM_IDLE_SECONDS", "nan", "0.1 to 86400"),
        ("PANDARIUM_GRACE", "inf", "0 to 600"),
        ("PANDARIUM_SECURE", "maybe", "auto, yes, no"),
        ("PANDARIUM_LOG_LEVEL", "loud", "debug, info, warning, error"),
        ("PANDARIUM_LOG_FORMAT", "xml", "text, json"),
        ("PANDARIUM_KEY", "short", "at least 32"),
        ("PANDARIUM_METRICS_TOKEN", "short", "at least 16"),
        ("PANDARIUM_HOST", "a b", "such as 127.0.0.1"),
        ("PANDARIUM_DATABASE", "panda.db", "sqlite:///file.db"),
        ("PANDARIUM_DATABASE", "sqlite://panda.db", "too few slashes"),
        ("PANDARIUM_DATABASE", "postgresql://", "names no host"),
        ("PANDARIUM_DATABASE", "mysql://root@db/games", "not supported"),
        ("PANDARIUM_REDIS", "cache.example:6379", "redis://host:6379/0"),
        ("PANDARIUM_ORIGINS", "https://a.example,b.example", "'b.example' is not an origin"),
        ("PANDARIUM_ORIGINS", "https://*.example", "is not an origin"),
        ("PANDARIUM_ORIGINS", "https://a.example/path", "is not an origin"),
        ("PANDARIUM_OUTGOING_HOSTS", "chat.local", "names no host with a port"),
    ],
)
def test_a_mistake_is_named_with_what_is_allowed(variable, text, says):
    with pytest.raises(BadSettings) as caught:
        Settings.load({variable: text})
    assert caught.value.name == variable
    assert str(caught.value).startswith(f"{variable}: ")
    assert says in str(caught.value)


def test_a_mistaken_flag_is_named_as_a_flag():
    with pytest.raises(BadSettings, match=r"^--log-level: 'loud' will not do"):
        Settings.load({}, log_level="loud")
    with pytest.raises(BadSettings, match="did you mean 'proxies'"):
        Settings.load({}, proxy=1)


def test_errors_never_repeat_a_secret():
    for variable, text in [
        ("PANDARIUM_KEY", "bamboo"),
        ("PANDARIUM_METRICS_TOKEN", "bamboo"),
        ("PANDARIUM_DATABASE", "mysql://panda:bamboo@db/games"),
        ("PANDARIUM_DATABASE", "sqlite://panda:bamboo@db/games"),
        ("PANDARIUM_REDIS", "http://:bamboo@cache"),
    ]:
        with pytest.raises(BadSettings) as caught:
            Settings.load({variable: text})
        assert "bamboo" not in str(caught.value)


def test_several_workers_need_redis_and_a_shared_database():
    with pytest.raises(BadSettings, match="workers tell each other of moves through Redis"):
        Settings.load({}, workers=2)
    assert Settings.load({}, workers=2, redis="redis://localhost").workers == 2
    with pytest.raises(BadSettings, match="in memory"):
        Settings.load({}, workers=2, redis="redis://localhost", database="sqlite:///:memory:")
    with pytest.raises(BadSettings, match="any free port"):
        Settings.load({}, workers=2, redis="redis://localhost", port=0)


def test_databases_in_memory_are_recognised():
    assert in_memory("sqlite://")
    assert in_memory("sqlite:///:memory:")
    assert not in_memory("sqlite:///panda.db")
    assert not in_memory("postgresql://db/:memory:")


def test_postgres_has_one_spelling():
    for url in ("postgres://db/games", "postgresql+psycopg://db/games", "postgresql://db/games"):
        assert Settings.load({}, database=url).database == "postgresql://db/games"


def test_what_is_shown_holds_no_secret():
    shown = Settings.load({}, **EVERYTHING).shown()
    assert shown["database"] == "postgresql://panda:***@db.example/games"
    assert shown["redis"] == "redis://:***@cache.example:6379/3"
    assert shown["key"] == shown["metrics_token"] == "***"
    assert not any(secret in str(shown) for secret in ("bamboo", "leaf", KEY, "t" * 20))
    assert Settings.load({}).shown()["key"] is None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://panda:bam/boo@db/games",
        "postgresql://panda:bam@boo@db/games",
        "postgresql://panda:bam#boo?@db/games",
        "postgresql://db/games?user=panda&password=bamboo",
        "redis://cache?PASSWORD=bamboo",
    ],
)
def test_awkward_passwords_are_hidden_too(url):
    assert "boo" not in without_password(url)


def test_cookies_are_secure_by_the_scheme_unless_told():
    auto = Settings.load({})
    assert auto.secure("https")
    assert auto.secure("wss")
    assert not auto.secure("http")
    assert Settings.load({"PANDARIUM_SECURE": "true"}).secure("http")
    assert not Settings.load({"PANDARIUM_SECURE": "no"}).secure("https")


def test_origins_have_one_spelling():
    assert plain_origin("HTTPS://Play.Example:443") == "https://play.example"
    assert plain_origin("http://[::1]:8000/") == "http://[::1]:8000"
    settings = Settings.load({"PANDARIUM_ORIGINS": " https://A.example/ , https://a.example,,"})
    assert settings.origins == ("https://a.example",)
    for text in ("null", "", "*", "file:///x", "https://u@a.example", "https://a.example:x", "https://[::1", "//a"):
        assert plain_origin(text) is None


@pytest.mark.parametrize("server", ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example:99999"])
def test_a_mail_server_is_named_by_its_address(server):
    with pytest.raises(BadSettings, match="not the address of a mail server"):
        Settings.load({}, smtp=server, mail_from="pandarium@play.example")


def test_mail_needs_a_sender_and_its_password_is_not_shown():
    with pytest.raises(BadSettings, match="PANDARIUM_MAIL_FROM"):
        Settings.load({}, smtp="smtp://panda:bamboo@mail.example")
    with pytest.raises(BadSettings, match="not an e-mail address"):
        Settings.load({}, smtp="smtp://mail.example", mail_from="nobody")
    settings = Settings.load({}, smtp="smtp://panda:bamboo@mail.example", mail_from="pandarium@play.example")
    assert settings.shown()["smtp"] == "smtp://panda:***@mail.example"
