"""A game that `pandarium new-game` has just written is on the shelf and playable: the client was built without it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from server.harness import Server

from .measure import assert_fits
from .people import DESKTOP, Site, my_turn, play_on, until

PHONE = {"width": 390, "height": 664}
NAME, TITLE, COLOUR = "pebble_pond", "Pebble Pond", "#3b4fa0"
OTHER = "lily_leap"


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With two new games: one as it was written, one whose lid names a sign and a colour."""
    folder = tmp_path_factory.mktemp("server")
    games = folder / "games"
    for name in (NAME, OTHER):
        command = [sys.executable, "-m", "pandarium", "new-game", name, "--into", str(games)]
        subprocess.run(command, check=True, capture_output=True)
    lid = games / OTHER / "meta.py"
    named = re.sub(r"colour=.*,", f'colour="{COLOUR}",\n    sign="🪷",', lid.read_text(encoding="utf-8"))
    lid.write_text(named, encoding="utf-8")
    mounted = os.pathsep.join([os.environ["PANDARIUM_GAMES"], str(games)])
    database = f"sqlite:///{folder}/tables.db"
    with Server(folder, database, limits="0", games=mounted) as running:
        yield running


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=title))


def accent(of: Locator) -> str:
    """The colour as the browser has worked it out."""
    return str(of.evaluate("(it) => getComputedStyle(it.querySelector('.picture')).borderBottomColor"))


def test_new_games_stand_on_the_shelf_with_signs_colours_and_words_of_their_own(site: Site) -> None:
    by_day, by_night = site.visitor("Ann", viewport=DESKTOP), site.visitor("Ben", night=True)
    for page in (by_day, by_night):
        page.goto("/")
        expect(card(page, TITLE)).to_contain_text("Climb the bamboo")
        expect(card(page, TITLE)).to_contain_text("2–6 players")
        expect(card(page, TITLE)).to_contain_text("5–15 minutes")
        # The letters of its rules are its sign until it names another.
        expect(card(page, TITLE).locator(".picture text")).to_have_text("PE")
        expect(card(page, "Lily Leap").locator(".picture text")).to_have_text("🪷")
        # There is no lesson yet: nobody is sent to one.
        expect(card(page, TITLE).get_by_role("link", name="Learn it in three minutes")).to_have_count(0)
        titles = ("Panda Royale", "Leduc Hold'em", TITLE, "Lily Leap")
        assert len({accent(card(page, title)) for title in titles}) == len(titles)
    assert accent(card(by_day, TITLE)) != accent(card(by_night, TITLE))
    assert accent(card(by_day, "Lily Leap")).startswith("oklch(0.45 0.12")


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_new_game_is_opened_and_played_to_its_end(site: Site, viewport: dict[str, int]) -> None:
    page = site.visitor(viewport=viewport, touch=viewport is PHONE)  # type: ignore[arg-type]
    page.goto("/")
    assert_fits(page)
    card(page, TITLE).get_by_role("link", name="Seats, bots and options").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.get_by_role("radio", name="40, for the impatient").check()
    while page.get_by_role("button", name="One seat fewer").is_enabled():
        page.get_by_role("button", name="One seat fewer").click()
    page.get_by_label("Seat 2").select_option(label="Bot · sleepy (very easy)")
    page.get_by_role("button", name="Create the table and play").click()
    my_turn(page)
    expect(page.get_by_role("region", name="Players")).to_contain_text("Height")
    assert_fits(page)
    moves = page.get_by_role("region", name="Your moves").get_by_role("button")
    ended = page.get_by_role("heading", level=1, name=re.compile("win|victory", re.I))

    touches = 0

    def move() -> bool:
        nonlocal touches
        if not moves.count() or moves.first.get_attribute("aria-disabled") == "true":
            return False
        moves.last.click()
        touches += 1
        return True

    # A few touches show that they work; the others would show nothing else.
    until(lambda: ended.is_visible() or touches == (3 if viewport is PHONE else 6), move, page=page)
    assert touches > 1
    play_on(page.url.rpartition("/")[2].partition("?")[0], page, pick=lambda legal: legal[-1])
    expect(ended).to_be_visible()
    page.get_by_role("button", name="Look at the table").last.click()
    expect(page.get_by_text("Top", exact=True)).to_be_visible()
    assert_fits(page)
