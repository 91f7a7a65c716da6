"""A remote table in the terminal without its screen: the words for what happens there, and plain lines."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any

import pytest

import pandarium
from client.fake_server import FakeServer
from pandarium import tui
from pandarium.client import Client, RemoteTable
from pandarium.protocol import GameEvent, News, SeatShown
from pandarium.protocol.pace import DAY, Pace
from pandarium.tui.remote_plain import PlainRemoteTable
from pandarium.tui.remote_text import clock_words, log_lines, pace_words, printable, result_words

from .conftest import LEVELS, a_deal, begun, on_to

# Words


def test_what_was_taken_back_never_happened() -> None:
    log = [
        News(1, 0, "moved", 0, events=[GameEvent("Ann takes the b8", None)]),
        News(2, 0, "moved", 1, events=[GameEvent("Bo takes the r6", None)]),
        News(3, 0, "undone", 1),
        News(4, 0, "said", 1, name="Bo", text="sorry\x1b[2J\nall"),
    ]
    assert log_lines(log, ["Ann", "Bo"]) == ["Ann takes the b8", "Bo takes a move back", "Bo: sorry [2J all"]


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (News(1, 0, "moved", 0, by="clock"), "Time is up for Ann"),
        (News(1, 0, "readied", 0, text="no"), "Ann is not ready after all"),
        (News(1, 0, "asked", 0, text="undo"), "Ann asks to take a move back"),
        (News(1, 0, "answered", 0, text="no"), "Ann does not agree"),
        (News(1, 0, "stood in", 0, text="clock"), "Ann is out of time: a bot plays on"),
        (News(1, 0, "stood in", 0, text="asked"), "A bot plays for Ann"),
        (News(1, 0, "resigned", 0), "Ann resigns; a bot plays on"),
        (News(1, 0, "closed", text="{name}"), "The table is closed: {name}"),
        (News(1, 0, "something new", 0), None),
    ],
)
def test_every_kind_of_news_has_its_sentence(news: News, line: str | None) -> None:
    assert log_lines([news], ["Ann"]) == ([] if line is None else [line])


def test_the_log_says_for_whom_time_was_up_but_not_when_a_countdown_ends() -> None:
    def by_clock(text: str, **what: Any) -> News:
        return News(1, 0, "moved", 0, by="clock", events=[GameEvent(text, what)])

    assert log_lines([by_clock("Ann is done", seat=0)], ["Ann"]) == ["Time is up for Ann", "Ann is done"]
    assert log_lines([by_clock("Go!", event="started")], ["Ann"]) == ["Go!"]


@pytest.mark.parametrize(
    ("left", "elapsed", "shown"),
    [(None, 0, ""), (61_000, 0, "1:01"), (61_000, 1_500, "1:00"), (500, 900, "0:00"), (2 * DAY, 0, "2 d 0 h")],
)
def test_clocks_run_between_updates(left: int | None, elapsed: int, shown: str) -> None:
    assert clock_words(SeatShown(name="Ann", clock=left, ticking=True), elapsed) == shown


def test_words_for_time_and_names() -> None:
    assert clock_words(SeatShown(clock=3_600_000), 99) == "1:00:00"
    assert pace_words(Pace(kind="live", bank=90, increment=5)) == "1:30 each, 5 s more for every move"
    assert pace_words(Pace(kind="days", days=1)) == "a day for every move"
    assert printable(" A\tn\x07n ") == "A n n"


def test_a_deal_is_no_game_and_its_result_is_the_last_that_was_told_of_the_pot() -> None:
    def news(text: str, event: str) -> News:
        return News(1, 0, "moved", 0, events=[GameEvent(text, {"event": event})])

    assert log_lines([News(1, 0, "started")], ["Ann"]) == ["The game begins"]
    assert log_lines([News(1, 0, "started")], ["Ann"], "pandante") == ["The gambit begins"]
    assert log_lines([News(1, 0, "started")], ["Ann"], "a game of another house") == ["The deal begins"]
    log = [news("Ann folds", "folded"), news("Bo takes the pot: 36 gold", "pot"), news("Ann is out", "left")]
    assert result_words("pandante", log, "pot") == "Bo takes the pot: 36 gold"
    assert result_words("pandante", log, "") == result_words("pandante", [], "pot") == "The gambit is over"


@pytest.mark.parametrize(
    ("typed", "answer", "asked"),
    [("y\n", True, 1), ("\n", False, 1), ("1\nwhat?\nYES\n", True, 3), ("1\n", False, 2)],
)
async def test_a_question_between_tables_is_asked_until_the_answer_is_yes_or_no(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, answer: bool, asked: int
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert await tui.confirm("Again?", plain=True) is answer
    assert capsys.readouterr().out == "Again? [y/N]: " * asked


@pytest.mark.parametrize(("typed", "answer"), [("y\n", True), ("n\n", False)])
async def test_where_there_is_a_screen_the_terminal_itself_asks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, answer: bool
) -> None:
    monkeypatch.setattr(tui, "has_screen", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert await tui.confirm("Again?") is answer
    assert "Again?" in capsys.readouterr().out


# Plain lines


async def plain(client: Client, table: RemoteTable, script: str) -> str:
    out = io.StringIO()
    rules = pandarium.meta(table.update.table.game).rules
    await asyncio.wait_for(PlainRemoteTable(client, table, LEVELS, rules, io.StringIO(script), out).run(), 120)
    return out.getvalue()


async def test_a_whole_game_in_plain_lines(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=3)
    text = await plain(ann, table, "start hard\n" + "1\n" * 40)
    assert table.update.table.outcome is not None
    assert "1 Start with hard bots in all free seats  (start hard)" in text
    assert "└─[1]┘" in text
    assert "highest total after 10 rounds (PR-13)" in text
    assert "\x1b" not in text


async def test_a_deal_in_plain_lines_ends_with_the_pot_and_leads_on(
    fake_server: FakeServer, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await a_deal(fake_server, ann), await a_deal(fake_server, ann)
    monkeypatch.setattr(ann, "next_deal", on_to(second, None))
    text = await plain(ann, first, "1\n" * 60)
    assert text.count("The gambit begins\n") == 2
    assert text.count("this gambit is over (PD-G3)") == 2
    assert text.count("The next gambit begins at table 4, stakes x2.") == 1
    assert "The gambit is over\n" in text
    assert re.search(r"   (.* takes the pot: \d+ gold|.* split the pot.*|The pot rolls over: \d+ gold)\n.*PD-G3", text)
    assert "wins" not in text
    assert "The game" not in text
    assert "✓ " not in text.rpartition("this gambit is over (PD-G3)")[2]


async def test_what_can_be_typed(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(ann)
    script = "help\nhint\n\ntable\nscore\nlog\nwho\nlink\nmore\nrules PR-7\nsay hi there\nreact 🐼\nquit\n"
    text = await plain(ann, table, script)
    for words in (
        "A move, or anything else in the list",
        ": because",
        "Dice and bag",
        "The game begins",
        "1  Ann",
        table.link,
        "resign  Resign",
        "PR-7 Red. White numbers minus black numbers",
        "Ann: hi there",
        "Ann 🐼",
        "Good-bye.",
    ):
        assert words in text
    assert text.count("because") == 1, "a reason that the moves share is said once"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "there is no 0 in the list; choose 1 to"),
        ("xyzzy", "cannot read the move 'xyzzy'"),
        ("pass", "nobody passes (PR-11)"),
        ("undo", "you have made no move that could be taken back"),
        ("react ?", "reactions are 👏"),
        ("save", "there is no file to save to: write save FILE"),
        ("rules PR-99", "there is no rule 'PR-99'"),
    ],
)
async def test_what_cannot_be_done_is_answered_in_a_line(
    fake_server: FakeServer, ann: Client, typed: str, answer: str
) -> None:
    text = await plain(ann, await begun(ann), f"{typed}\n")
    assert answer in text
    assert "Good-bye." in text


async def test_a_script_waits_for_its_turn(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        seat = await bo.join(table.link)
        await seat.ready()
        await table.start()
        waits = asyncio.create_task(plain(bo, seat, "1\n"))
        while not waits.done():
            if table.update.legal:
                await table.play(table.update.legal[0].move)
            await asyncio.sleep(0.01)
        text = await waits
        assert "there is no 1" not in text
        assert any(news.seat == 1 and news.type == "moved" for news in table.log)
