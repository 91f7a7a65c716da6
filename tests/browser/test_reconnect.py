"""The server dies in the middle of a game and comes back; nobody presses reload."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from server.harness import Server
from server.luck import LUCK

from .people import House, move, my_turn, play_out, scores

_LOST = (r"WebSocket connection to .* failed", r"ERR_CONNECTION_(REFUSED|RESET)")


def test_the_page_comes_back_by_itself_and_the_game_goes_on(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/tables.db", limits="0", luck=LUCK) as server:
        house = House(browser, server)
        page = house.visitor("Ann")
        page.goto("/")
        page.get_by_role("button", name="Play Panda Royale now").click()
        for _ in range(3):
            my_turn(page)
            move(page)
        my_turn(page)
        expect(page.get_by_title("Connected")).to_be_visible()
        page.evaluate("window.sameAsBefore = true")

        with house.forgiving(*_LOST):
            server.kill()
            expect(page.get_by_title("Reconnecting …")).to_be_visible()
            expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
            assert move(page)  # with nobody there to hear it
            server.start()
            expect(page.get_by_title("Connected")).to_be_visible()
        play_out(page)
        assert page.evaluate("window.sameAsBefore"), "the page was loaded anew"
        told = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
        assert sorted(told["outcome"]["scores"]) == sorted(scores(page).values())
        house.leave()
        assert house.complaints == []
