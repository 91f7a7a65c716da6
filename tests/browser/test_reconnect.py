"""The server dies in the middle of a game and comes back; nobody presses reload."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from server.harness import Server
from server.luck import LUCK

from .people import Site, move, my_turn, until

_LOST = (r"WebSocket connection to .* failed", r"ERR_CONNECTION_(REFUSED|RESET)")


def position(page: Page) -> int:
    """How many moves the server has."""
    state = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/state").json()
    return int(state["position"])


def test_the_page_comes_back_by_itself_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/tables.db", limits="0", luck=LUCK) as server:
        site = Site(browser, server)
        page = site.visitor("Ann")
        page.goto("/")
        page.get_by_role("button", name="Play Panda Royale now").click()
        for _ in range(3):
            my_turn(page)
            move(page)
        my_turn(page)
        expect(page.get_by_title("Connected")).to_be_visible()
        page.evaluate("window.sameAsBefore = true")
        before = position(page)

        with site.forgiving(*_LOST):
            server.kill()
            expect(page.get_by_title("Reconnecting …")).to_be_visible()
            expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
            assert move(page)  # with nobody there to hear it
            server.start()
            expect(page.get_by_title("Connected")).to_be_visible()
        until(lambda: position(page) > before, page=page)  # the move was sent again
        my_turn(page)
        move(page)
        my_turn(page)
        assert page.evaluate("window.sameAsBefore"), "the page was loaded anew"
        site.leave()
        assert site.complaints == []
