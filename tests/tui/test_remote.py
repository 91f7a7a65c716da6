"""A remote table in the terminal, at an inn whose line can be broken (tests/client/inn.py)."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from textual.widgets import Input, Markdown, Static

from client.inn import Inn
from pandarium.client import Client, Table
from pandarium.client import connection as connections
from pandarium.server.pace import DAY, Pace
from pandarium.server.protocol import GameEvent, News, SeatShown
from pandarium.tui.panels import AskFile, AskLine, Choose, Ending, Finder, Reader, RulePanel
from pandarium.tui.remote import RemoteApp
from pandarium.tui.remote_box import Box
from pandarium.tui.remote_plain import PlainRemote
from pandarium.tui.remote_words import clock_words, fit, pace_words, tell_log
from pandarium.tui.widgets import MoveList, TitleBar

from .conftest import until

SMALL = (80, 24)
LEVELS = ["random", "hard"]


@pytest.fixture
async def inn(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    monkeypatch.setattr(connections, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "LONGEST_PAUSE", 0.05)
    async with Inn() as inn:
        yield inn


@pytest.fixture
async def ann(inn: Inn) -> AsyncIterator[Client]:
    async with Client(inn.url, name="Ann") as client:
        yield client


async def begun(client: Client, seats: int = 3) -> Table:
    table = await client.create("royale", seats=seats, bots=["random"] * (seats - 1))
    await table.start()
    return table


def said(app: RemoteApp) -> str:
    """The line below the table."""
    return str(app.desk.query_one("#say", Static).content)


def screen_text(app: RemoteApp) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def title(app: RemoteApp) -> str:
    return screen_text(app).splitlines()[0]


def labels(app: RemoteApp) -> list[str]:
    return [deed.label for deed in app.deeds]


# A tournament


async def test_the_end_of_a_gambit_leads_to_the_next_table_and_out_of_the_last(
    inn: Inn, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begun(ann), await begun(ann)
    for table in (first, second):
        laid = inn.rooms[table.id].table
        laid.agreement = msgspec.structs.replace(laid.agreement, tournament="c_cup")
    ways = {first.id: second.id, second.id: None}

    async def next_gambit(table: Table) -> Any:
        return SimpleNamespace(you=SimpleNamespace(live=ways[table.id]), invite=second.invite)

    monkeypatch.setattr(ann, "next_gambit", next_gambit)
    app = RemoteApp(ann, first, LEVELS)
    async with app.run_test(size=SMALL) as pilot:

        async def play_out(table: Table) -> None:
            await until(pilot, lambda: app.remote.id == table.id and bool(app.update.legal))
            while app.remote.id == table.id and not table.over and app.is_running:
                await pilot.press("1")

        await play_out(first)
        await play_out(second)
        await until(pilot, lambda: app._exit)
    assert (app.remote.id, app.failure) == (second.id, None)


# The waiting room


async def test_the_waiting_room_shows_who_sits_there_and_the_link_in_one_piece(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=4, bots=["random"])
    async with Client(inn.url, name="Bo") as bo:
        await bo.join(table.link)
        app = RemoteApp(ann, table, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "not ready" in screen_text(app))
            text = screen_text(app)
            assert table.link in text
            assert "waiting room" in title(app)
            assert "a seat is free" in title(app)
            assert "Waiting for Bo to be ready" in said(app)
            assert "Put a bot into seat 3: hard" in labels(app)
            assert not [label for label in labels(app) if label.startswith("Start")]
            assert isinstance(app.focused, MoveList)


async def test_a_guest_gets_ready_and_the_host_starts(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(inn.url, name="Bo") as bo:
        app = RemoteApp(bo, await bo.join(table.link), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: labels(app) == ["I am ready"])
            await pilot.press("1")
            await until(pilot, lambda: not app.deeds)
            await pilot.press("0")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            assert "Wait, I am not ready" in screen_text(app)
            await pilot.press("escape")
            await table.start()
            await until(pilot, lambda: app.update.table.status == "running")
            assert "Bo (you)" in screen_text(app)


async def test_the_host_fills_the_seats_with_bots(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await ann.create("royale", seats=3), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: labels(app)[:1] == ["Start with hard bots in all free seats"])
        await pilot.press("enter")
        await until(pilot, lambda: app.yours)
        assert [seat.bot for seat in app.update.table.seats] == [None, "hard", "hard"]


# The game


async def test_a_whole_game_by_keyboard_and_another_one(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        keys = [["1"], ["enter"], ["end", "enter"]]
        turn = 0
        while not isinstance(app.screen, Ending):
            await until(pilot, lambda: (app.yours and not app.sending) or isinstance(app.screen, Ending))
            position = app.update.position
            if app.yours:
                await pilot.press(*keys[turn % 3])
                turn += 1
                await until(pilot, lambda position=position: app.update.position > position)
        assert turn >= 9
        assert "wins" in screen_text(app) or "share the victory" in screen_text(app)
        assert "the secret behind it" in screen_text(app)
        first = app.remote.id
        await pilot.press("n")
        await until(pilot, lambda: app.remote.id != first and "waiting room" in screen_text(app))
        assert app.update.table.status == "open"


async def test_moves_can_be_found_by_typing_and_stand_on_the_dice(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "[1]" in screen_text(app))
        last = app.deeds[-1].notation
        position = app.update.position
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, Finder))
        app.screen.query_one(Input).value = last
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: app.update.position > position)
        mine = [news.move for news in app.remote.log if news.type == "moved" and news.seat == 0]
        assert mine[-1] == last


async def test_a_refusal_names_the_rule_and_r_opens_it(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        app.do(app.deeds[0]._replace(message=app.deeds[0].message.__class__(move="pass", position=app.update.position)))
        await until(pilot, lambda: "(PR-11)" in said(app))
        assert "r: the rule" in said(app)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulePanel) and app.screen.found)
        assert app.screen.found[0].id == "PR-11"
        assert app.screen.query_one(Markdown)


async def test_a_hint_marks_the_best_move(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        await pilot.press("h")
        await until(pilot, lambda: app.advice)
        assert app.desk.query_one(MoveList).chosen == len(app.deeds) - 1
        assert said(app) == f"Hint: {labels(app)[-1]}"
        assert "✓ because" in screen_text(app)


async def test_talk_and_reactions_stand_in_the_log(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, AskLine))
        await pilot.press(*"hi", "enter")
        await until(pilot, lambda: "Ann: hi" in app.log_lines())
        await pilot.press("0")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("end", "enter")
        await until(pilot, lambda: "Ann 🐼" in app.log_lines())
        assert "Ann: hi" in screen_text(app)


async def test_a_bot_plays_for_those_who_leave_until_they_return(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=3, bots=["random"])
    inn.bots_wait = True
    async with Client(inn.url, name="Bo") as bo:
        seat = await bo.join(table.link)
        await seat.ready()
        await table.start()
        app = RemoteApp(bo, seat, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.update.table.status == "running")
            await pilot.press("0")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            await pilot.press("down", "down", "enter")
            await until(pilot, lambda: labels(app) == ["Take your seat back from the bot"])
            assert "Your turn" not in title(app)
            assert "Bo has left: a bot plays on" in app.log_lines()
            await pilot.press("1")
            await until(pilot, lambda: app.update.table.seats[1].bot is None)
            assert "Bo is back" in app.log_lines()


async def test_a_question_leaves_the_keys_of_the_moves_alone(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(inn.url, name="Bo") as bo:
        seat = await bo.join(table.link)
        await seat.ready()
        await table.start()
        app = RemoteApp(ann, table, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            moves = labels(app)
            await seat.ask("pause")
            await until(pilot, lambda: labels(app) == [*moves, "Agree: Bo gets a pause", "Do not agree"])
            assert said(app) == "Bo asks for a pause: do you agree?"
            await pilot.press("0", "enter")
            await until(pilot, lambda: app.update.table.paused is not None)
            assert labels(app) == ["Go on with the game"]
            assert "Paused" in title(app)
            await pilot.press("1")
            await until(pilot, lambda: app.update.table.paused is None)


async def test_an_undo_that_needs_consent_is_asked_for(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        before, position = labels(app), app.update.position
        await pilot.press("1")
        await until(pilot, lambda: app.update.position > position and app.yours)
        assert not app.update.may_undo
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("enter")
        await until(pilot, lambda: labels(app) == before)
        assert any("taken back" in line for line in app.log_lines())


async def test_the_sheet_ends_with_who_sits_at_the_table(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        await pilot.press("tab")
        await until(pilot, lambda: isinstance(app.screen, Reader))
        await pilot.press("left")
        await until(pilot, lambda: "At the table" in screen_text(app))
        assert "you · host" in screen_text(app)
        await pilot.press("tab")
        await until(pilot, lambda: not isinstance(app.screen, Reader))
        await pilot.press("question_mark")
        await until(pilot, lambda: "your seat stays yours" in screen_text(app))


async def test_the_record_is_kept_when_the_game_is_over(inn: Inn, ann: Client, tmp_path: Any) -> None:
    table = await begun(ann, seats=2)
    while table.update.legal:
        await table.play(table.update.legal[0].move)
    app = RemoteApp(ann, table, LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "Keep the record in a file" in labels(app))
        await pilot.press("2")
        await until(pilot, lambda: isinstance(app.screen, AskFile))
        app.screen.query_one(Input).value = str(tmp_path / "game.json")
        await pilot.press("enter")
        await until(pilot, lambda: "Kept in" in said(app))
        assert (tmp_path / "game.json").exists()


# The line


async def test_a_broken_line_is_shown_quietly_and_a_move_waits_for_it(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        position = app.update.position
        await inn.close()
        await until(pilot, lambda: "connecting again…" in title(app))
        assert not app.desk.query_one(TitleBar).has_class("-yours")
        await pilot.press("1")
        await until(pilot, lambda: "as soon as the server answers again" in said(app))
        await inn.open()
        await until(pilot, lambda: app.update.position > position)
        await until(pilot, lambda: "Your turn" in title(app))


async def test_a_server_that_is_gone_for_good_ends_the_program_with_the_reason(inn: Inn) -> None:
    async with Client(inn.url, name="Ann", patience=0.1) as ann:
        app = RemoteApp(ann, await begun(ann), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.yours)
            await inn.close()
            await until(pilot, lambda: app.failure is not None)
        assert "no server answers" in str(app.failure)
        await inn.open()


# A game that is not here


async def test_a_game_of_other_rules_is_drawn_from_its_data(inn: Inn, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS, rules=2)
    async with app.run_test(size=(100, 40)) as pilot:
        await until(pilot, lambda: app.yours)
        text = screen_text(app)
        assert "panda" in text
        assert "Round 1 · draft" in title(app)
        assert labels(app)[0].startswith("Take the")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulePanel))
        assert app.screen.found


def test_a_view_that_cannot_be_read_is_shown_as_data() -> None:
    box = Box("royale", 1)
    view = box.read({"round": 3, "turn": 1})
    assert box.game is not None
    assert box.heading(view) == "Round 3"
    assert box.pages(view, ["Ann", "Bo"], 80)[0][0] == "Everything on the table"
    assert Box("no such game").rulebook is None


# Words


def test_what_was_taken_back_never_happened() -> None:
    log = [
        News(1, 0, "moved", 0, events=[GameEvent("Ann takes the b8", None)]),
        News(2, 0, "moved", 1, events=[GameEvent("Bo takes the r6", None)]),
        News(3, 0, "undone", 1),
        News(4, 0, "said", 1, name="Bo", text="sorry\x1b[2J\nall"),
    ]
    assert tell_log(log, ["Ann", "Bo"]) == ["Ann takes the b8", "Bo takes a move back", "Bo: sorry [2J all"]


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
    assert tell_log([news], ["Ann"]) == ([] if line is None else [line])


def test_the_log_says_for_whom_time_was_up_but_not_when_a_countdown_ends() -> None:
    def by_clock(text: str, **what: Any) -> News:
        return News(1, 0, "moved", 0, by="clock", events=[GameEvent(text, what)])

    assert tell_log([by_clock("Ann is done", seat=0)], ["Ann"]) == ["Time is up for Ann", "Ann is done"]
    assert tell_log([by_clock("Go!", event="started")], ["Ann"]) == ["Go!"]


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
    assert fit(" A\tn\x07n ") == "A n n"


# Plain lines


async def plain(client: Client, table: Table, script: str) -> str:
    out = io.StringIO()
    await asyncio.wait_for(PlainRemote(client, table, LEVELS, 1, io.StringIO(script), out).run(), 30)
    return out.getvalue()


async def test_a_whole_game_in_plain_lines(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=3)
    text = await plain(ann, table, "start hard\n" + "1\n" * 40)
    assert table.update.table.outcome is not None
    assert "1 Start with hard bots in all free seats  (start hard)" in text
    assert "└─[1]┘" in text
    assert "highest total after 10 rounds (PR-13)" in text
    assert "\x1b" not in text


async def test_what_can_be_typed(inn: Inn, ann: Client) -> None:
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
async def test_what_cannot_be_done_is_answered_in_a_line(inn: Inn, ann: Client, typed: str, answer: str) -> None:
    text = await plain(ann, await begun(ann), f"{typed}\n")
    assert answer in text
    assert "Good-bye." in text


async def test_a_script_waits_for_its_turn(inn: Inn, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(inn.url, name="Bo") as bo:
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


# Rules about talk


async def test_at_a_strict_table_one_chooses_a_phrase_and_fills_its_gap(ann: Client) -> None:
    """PP-X1: the palette, and nothing else while the game runs."""
    table = await ann.create("pilfering", seats=2, bots=["random"])
    await table.start()
    app = RemoteApp(ann, table, LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: bool(app.update.phrases))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        assert "I need a ___." in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: "I need a ___." in screen_text(app) and "9" in screen_text(app))
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, lambda: any(news.text == "I need a 4." for news in app.remote.log))
