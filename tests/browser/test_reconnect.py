"""The server dies in the middle of a game and comes back; nobody presses reload."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from server.harness import Server

from .people import Site, choices, move, my_turn, until

_LOST = (r"WebSocket connection to .* failed", r"ERR_CONNECTION_(REFUSED|RESET)")


def state(page: Page) -> Any:
    """The table as the server has it for the page's visitor."""
    return page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/state").json()


def play(page: Page) -> int:
    """Make a move, and wait until the server says that it is one's turn again; its position then.

    The page may still show the turn before, for as long as the update takes: the server is asked.
    """
    before = state(page)["position"]
    until(lambda: state(page)["position"] > before, lambda: move(page), page=page)
    until(lambda: bool(state(page).get("legal")), page=page)
    return int(state(page)["position"])


def test_the_page_comes_back_by_itself_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/tables.db", limits="0") as server:
        site = Site(browser, server)
        page = site.visitor("Ann")
        page.goto("/")
        page.get_by_role("button", name="Play Panda Royale now").click()
        my_turn(page)
        before = max(play(page) for _ in range(3))
        expect(page.get_by_title("Connected")).to_be_visible()
        page.evaluate("window.sameAsBefore = true")

        with site.forgiving(*_LOST):
            server.kill()
            expect(page.get_by_title("Reconnecting …")).to_be_visible()
            expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
            expect(choices(page).first).to_be_visible()
            away = page.get_by_role("alert").filter(has_text="The server does not answer")
            expect(away).to_contain_text("goes on by itself")
            assert move(page)  # with nobody there to hear it
            expect(away).to_contain_text("Your move waits here. It is sent as soon as the server is back")
            server.start()
            expect(page.get_by_title("Connected")).to_be_visible()
            expect(away).to_have_count(0)
        until(lambda: state(page)["position"] > before, page=page)  # the move was sent again
        until(lambda: bool(state(page).get("legal")), page=page)
        play(page)
        assert page.evaluate("window.sameAsBefore"), "the page was loaded anew"
        site.leave()
        assert site.complaints == []
