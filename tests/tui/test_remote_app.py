"""A remote table in the terminal, at an fake_server whose line can be broken (tests/client/fake_server.py)."""

from __future__ import annotations

from typing import Any

import pytest
from textual.widgets import Input, Markdown, Static

from client.fake_server import FakeServer
from pandarium.client import Client, RemoteTable
from pandarium.protocol import Update
from pandarium.tui.installed_game import InstalledGame
from pandarium.tui.panels import AskFile, AskLine, Choose, MoveFinder, ResultPanel, RulePanel, TextPanel
from pandarium.tui.remote_app import RemoteApp
from pandarium.tui.widgets import MoveList, TitleBar

from .conftest import LEVELS, SMALL, a_deal, begun, bottom_keys, on_to, screen_text, until


def status_line(app: RemoteApp) -> str:
    """The line below the table."""
    return str(app.table_screen.query_one("#status", Static).content)


def title(app: RemoteApp) -> str:
    return screen_text(app).splitlines()[0]


def labels(app: RemoteApp) -> list[str]:
    return [action.label for action in app.actions]


# A tournament


async def test_the_end_of_a_deal_leads_to_the_next_table_and_out_of_the_last(
    fake_server: FakeServer, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await a_deal(fake_server, ann), await a_deal(fake_server, ann)
    monkeypatch.setattr(ann, "next_deal", on_to(second, None))
    app = RemoteApp(ann, first, LEVELS)
    received: list[str] = []
    say = app.show_status

    def record(notice: str | None = None) -> None:
        received.append(notice or "")
        say(notice)

    monkeypatch.setattr(app, "show_status", record)
    async with app.run_test(size=SMALL) as pilot:

        async def play_out(table: RemoteTable) -> None:
            await until(pilot, lambda: app.remote.id == table.id and bool(app.update.legal))
            while app.remote.id == table.id and not table.over and app.is_running:
                await pilot.press("1")

        await play_out(first)
        await play_out(second)
        await until(pilot, lambda: app._exit)
    assert (app.remote.id, app.failure) == (second.id, None)
    ends = [words for words in received if words.endswith("Waiting for the tournament…")]
    assert len(ends) == 2
    assert all("pot" in words for words in ends)
    assert "The next gambit begins at table 4, stakes x2" in received


async def test_who_only_watches_a_deal_sees_what_came_of_it_and_no_winner(fake_server: FakeServer, ann: Client) -> None:
    table = await a_deal(fake_server, ann)
    async with Client(fake_server.url, name="Bo") as bo:
        app = RemoteApp(bo, await bo.join(table.link, sit=False), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            while not table.over:
                if table.update.legal:
                    await table.play(table.update.legal[0].move)
                await pilot.pause()
            await until(pilot, lambda: isinstance(app.screen, ResultPanel))
            text = screen_text(app)
            assert "The end of a gambit of Pandánte" in text
            assert " pot" in text
            assert "wins" not in text
            assert "✓" not in text
            await pilot.press("escape")
            await until(pilot, lambda: not app.screen.is_modal)
            assert "The gambit is over" in title(app)
            assert status_line(app) == "The gambit is over: e shows the result, q quits"
            assert labels(app) == ["Keep the record in a file"]


# The waiting room


async def test_the_waiting_room_shows_who_sits_there_and_the_link_in_one_piece(
    fake_server: FakeServer, ann: Client
) -> None:
    table = await ann.create("royale", seats=4, bots=["random"])
    async with Client(fake_server.url, name="Bo") as bo:
        await bo.join(table.link)
        app = RemoteApp(ann, table, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "not ready" in screen_text(app))
            text = screen_text(app)
            assert table.link in text
            assert "waiting room" in title(app)
            assert "a seat is free" in title(app)
            assert "Waiting for Bo to be ready" in status_line(app)
            assert "Put a bot into seat 3: hard" in labels(app)
            assert not [label for label in labels(app) if label.startswith("Start")]
            assert isinstance(app.focused, MoveList)


async def test_a_guest_gets_ready_and_the_host_starts(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        app = RemoteApp(bo, await bo.join(table.link), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: labels(app) == ["I am ready"])
            await pilot.press("1")
            await until(pilot, lambda: not app.actions)
            await pilot.press("0")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            assert "Wait, I am not ready" in screen_text(app)
            await pilot.press("escape")
            await table.start()
            await until(pilot, lambda: app.update.table.status == "running")
            assert "Bo (you)" in screen_text(app)


async def test_the_host_fills_the_seats_with_bots(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await ann.create("royale", seats=3), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: labels(app)[:1] == ["Start with hard bots in all free seats"])
        await pilot.press("enter")
        await until(pilot, lambda: app.yours)
        assert [seat.bot for seat in app.update.table.seats] == [None, "hard", "hard"]


# The game


async def test_a_whole_game_by_keyboard_and_another_one(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        keys = [["1"], ["enter"], ["end", "enter"]]
        turn = 0
        while not isinstance(app.screen, ResultPanel):
            await until(pilot, lambda: (app.yours and not app.sending) or isinstance(app.screen, ResultPanel))
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


async def test_moves_can_be_found_by_typing_and_stand_on_the_dice(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: "[1]" in screen_text(app))
        last = app.actions[-1].notation
        position = app.update.position
        await pilot.press("slash")
        await until(pilot, lambda: isinstance(app.screen, MoveFinder))
        app.screen.query_one(Input).value = last
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: app.update.position > position)
        mine = [news.move for news in app.remote.log if news.type == "moved" and news.seat == 0]
        assert mine[-1] == last


async def test_a_refusal_names_the_rule_and_r_opens_it(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        app.do(
            app.actions[0]._replace(message=app.actions[0].message.__class__(move="pass", position=app.update.position))
        )
        await until(pilot, lambda: "(PR-11)" in status_line(app))
        assert "r: the rule" in status_line(app)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, RulePanel) and app.screen.found)
        assert app.screen.found[0].id == "PR-11"
        assert app.screen.query_one(Markdown)


async def test_a_hint_marks_the_best_move(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        await pilot.press("h")
        await until(pilot, lambda: app.advice)
        assert app.table_screen.query_one(MoveList).chosen == len(app.actions) - 1
        assert status_line(app) == f"Hint: {labels(app)[-1]}, because"
        assert "✓" in screen_text(app)


async def test_talk_and_reactions_stand_in_the_log(fake_server: FakeServer, ann: Client) -> None:
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


async def test_a_bot_plays_for_those_who_leave_until_they_return(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=3, bots=["random"])
    fake_server.bots_wait = True
    async with Client(fake_server.url, name="Bo") as bo:
        seat = await bo.join(table.link)
        await seat.ready()
        await table.start()
        app = RemoteApp(bo, seat, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.update.table.status == "running")
            await pilot.press("0")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            await pilot.press("down", "enter")  # after the pause: there is no move yet to ask back
            await until(pilot, lambda: labels(app) == ["Take your seat back from the bot"])
            assert "Your turn" not in title(app)
            assert "Bo has left: a bot plays on" in app.log_lines()
            await pilot.press("1")
            await until(pilot, lambda: app.update.table.seats[1].bot is None)
            assert "Bo is back" in app.log_lines()


async def test_a_question_leaves_the_keys_of_the_moves_alone(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        seat = await bo.join(table.link)
        await seat.ready()
        await table.start()
        app = RemoteApp(ann, table, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            moves = labels(app)
            await seat.ask("pause")
            await until(pilot, lambda: labels(app) == [*moves, "Agree: Bo gets a pause", "Do not agree"])
            assert status_line(app) == "Bo asks for a pause: do you agree?"
            await pilot.press("0", "enter")
            await until(pilot, lambda: app.update.table.paused is not None)
            assert labels(app) == ["Go on with the game"]
            assert "Paused" in title(app)
            await pilot.press("1")
            await until(pilot, lambda: app.update.table.paused is None)


async def test_an_undo_that_needs_consent_is_asked_for(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        before, position = labels(app), app.update.position
        await pilot.press("1")
        await until(pilot, lambda: app.update.position > position and app.yours)
        assert not app.update.may.undo
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, Choose))
        await pilot.press("enter")
        await until(pilot, lambda: labels(app) == before)
        assert any("taken back" in line for line in app.log_lines())


async def test_the_sheet_ends_with_who_sits_at_the_table(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        await pilot.press("tab")
        await until(pilot, lambda: isinstance(app.screen, TextPanel))
        await pilot.press("left")
        await until(pilot, lambda: "At the table" in screen_text(app))
        assert "you · host" in screen_text(app)
        await pilot.press("tab")
        await until(pilot, lambda: not isinstance(app.screen, TextPanel))
        await pilot.press("question_mark")
        await until(pilot, lambda: "your seat stays yours" in screen_text(app))


async def test_the_record_is_kept_when_the_game_is_over(fake_server: FakeServer, ann: Client, tmp_path: Any) -> None:
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
        await until(pilot, lambda: "Kept in" in status_line(app))
        assert (tmp_path / "game.json").exists()


# The keys at the bottom

AT_ONES_OWN_TABLE = {"Hint", "Undo", "Say", "More"}
"""What is done at a table; the other keys are for reading, and for leaving."""


def offered(app: RemoteApp) -> set[str]:
    """Which of these stand at the bottom."""
    return bottom_keys(app) & AT_ONES_OWN_TABLE


async def test_keys_in_the_waiting_room_are_those_that_do_something_there(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await ann.create("royale", seats=2), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: offered(app) == {"Say", "More"})
        await pilot.press("h")
        await until(pilot, lambda: status_line(app) == "There are hints when it is your turn")
        await pilot.press("u")
        await until(pilot, lambda: status_line(app) == "There is no move of yours to take back now")
        assert "Help" in bottom_keys(app)


async def test_who_watches_a_table_where_only_players_talk_has_keys_for_reading_alone(
    fake_server: FakeServer, ann: Client
) -> None:
    table = await ann.create("royale", seats=2, bots=["random"], talk="players")
    await table.start()
    async with Client(fake_server.url, name="Bo") as bo:
        app = RemoteApp(bo, await bo.join(table.link, sit=False), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: bottom_keys(app) == {"Help", "Rules", "Log", "Scores", "Day", "Quit"})
            await pilot.press("s")
            await until(pilot, lambda: status_line(app) == "Only the players talk at this table")
            await pilot.press("0")
            await until(pilot, lambda: status_line(app) == "There is nothing more to do now")


async def test_keys_change_with_the_turn_and_one_that_is_not_shown_says_why(
    fake_server: FakeServer, ann: Client
) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        theirs = await bo.join(table.link)
        await theirs.ready()
        await table.start()
        first, other = (ann, table), (bo, theirs)
        if not table.update.legal:
            first, other = other, first
        client, waiting = other
        app = RemoteApp(client, waiting, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.update.table.status == "running" and offered(app) == {"Say", "More"})
            await pilot.press("h")
            await until(pilot, lambda: status_line(app) == "There are hints when it is your turn")
            await first[1].play(first[1].update.legal[0].move)
            await until(pilot, lambda: app.yours and offered(app) == {"Hint", "Say", "More"})
            assert status_line(app).startswith("Your move")
            await pilot.press("1")
            await until(pilot, lambda: {"Undo"} <= offered(app))


async def test_where_hints_were_left_out_there_is_no_key_for_them(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"], hints=False, talk="none")
    await table.start()
    app = RemoteApp(ann, table, LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours and offered(app) == {"More"})
        await pilot.press("h")
        await until(pilot, lambda: status_line(app) == "This table agreed to play without hints")
        await pilot.press("s")
        await until(pilot, lambda: status_line(app) == "This table agreed not to talk")


async def test_after_the_end_one_talks_on_and_that_is_all(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(ann, seats=2)
    app = RemoteApp(ann, table, LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        assert app.check_action("result", ()) is False
        while not table.over:
            await until(pilot, lambda: table.over or bool(table.update.legal))
            if not table.over:
                await table.play(table.update.legal[0].move)
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))
        await pilot.press("escape")
        await until(pilot, lambda: not app.screen.is_modal and offered(app) == {"Say", "More"})
        await pilot.press("h")
        await until(pilot, lambda: status_line(app) == "There are hints when it is your turn")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, ResultPanel))


# The line


async def test_a_broken_line_is_shown_quietly_and_a_move_waits_for_it(fake_server: FakeServer, ann: Client) -> None:
    app = RemoteApp(ann, await begun(ann), LEVELS)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: app.yours)
        position = app.update.position
        await fake_server.close()
        await until(pilot, lambda: "connecting again…" in title(app))
        assert not app.table_screen.query_one(TitleBar).has_class("-yours")
        await pilot.press("1")
        await until(pilot, lambda: "as soon as the server answers again" in status_line(app))
        await fake_server.open()
        await until(pilot, lambda: app.update.position > position)
        await until(pilot, lambda: "Your turn" in title(app))


async def test_a_server_that_is_gone_for_good_ends_the_program_with_the_reason(fake_server: FakeServer) -> None:
    async with Client(fake_server.url, name="Ann", reconnect_seconds=0.1) as ann:
        app = RemoteApp(ann, await begun(ann), LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: app.yours)
            await fake_server.close()
            await until(pilot, lambda: app.failure is not None)
        assert "no server answers" in str(app.failure)
        await fake_server.open()


# A game that is not here


async def test_a_game_of_other_rules_is_drawn_from_its_data(fake_server: FakeServer, ann: Client) -> None:
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
    installed = InstalledGame("royale", 1)
    view = installed.read({"round": 3, "turn": 1})
    assert installed.game is not None
    assert installed.heading(view) == "Round 3"
    assert installed.pages(view, ["Ann", "Bo"], 80)[0][0] == "Everything on the table"
    assert InstalledGame("no such game").rulebook is None


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


async def test_pp_x1_a_set_is_shown_before_it_is_laid_and_others_ask_for_an_order(
    fake_server: FakeServer, ann: Client
) -> None:
    """PP-X1: whoever is to act shows a set; only then do the others have the phrase about the order."""
    async with Client(fake_server.url, name="Bo") as bo:
        table = await ann.create("pilfering", seats=2)
        theirs = await bo.join(table.id, invite=table.invite)
        await theirs.ready()
        await table.start()
        match = fake_server.rooms[table.id].table.match
        assert match is not None
        hands = [["r4", "y4", "b4", "g1"], ["b2", "b3"]]
        position = {"seats": 2, "step": "act", "hands": hands, "hideout": ["p1", "p2", "p3"], "meerkats": (0, 1)}
        match.state = match.game.load(position)
        await fake_server.broadcast(fake_server.rooms[table.id])
        app = RemoteApp(ann, table, LEVELS)
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: "show-set" in phrases(app.update))
            assert "suit-last" not in phrases(theirs.update)
            await pilot.press("s")
            await until(pilot, lambda: isinstance(app.screen, Choose))
            assert "I could lay ___." in screen_text(app)
            await pilot.press(*["down"] * phrases(app.update).index("show-set"), "enter")
            await until(pilot, lambda: "red 4, blue 4, yellow 4" in screen_text(app))
            await pilot.press("enter")
            await until(pilot, lambda: "suit-last" in phrases(theirs.update))
            assert sorted(match.state.dump()["hands"][0]) == sorted(hands[0])  # nothing is laid yet
            await theirs.say_phrase("suit-last", suit="y")
            await until(pilot, lambda: "Bo: Could you put the yellow card last?" in app.log_lines())
            assert any(line.startswith("Ann: I could lay ") for line in app.log_lines())


def phrases(update: Update) -> list[str]:
    """What may be said now."""
    return [phrase.id for phrase in update.phrases]
