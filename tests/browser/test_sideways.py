"""A phone held sideways, 740 × 360: the game gets the height, and what is to be done is in sight."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from .measure import assert_fits
from .people import Site, create_table, finished, my_turn, send

SIDEWAYS: Final[ViewportSize] = {"width": 740, "height": 360}
LARGE: Final[ViewportSize] = {"width": 932, "height": 430}
SIZES: Final = (SIDEWAYS, LARGE)
GAMES: Final[dict[str, dict[str, Any]]] = {
    "royale": {"seats": 5, "bots": ["random"] * 4},
    "pilfering": {"seats": 4, "bots": ["random"] * 3},
    "pandante": {"seats": 5, "bots": ["random"] * 4},
    "wildstyle": {"seats": 5, "bots": ["random"] * 4, "options": {"pace": "turns"}},
}
SHARE: Final = 0.8
"""Of the window's height, for the game itself."""
GETS: Final = "([share, it]) => it.clientHeight >= share * innerHeight && it.clientWidth >= 0.9 * innerWidth"


def sideways(site: Site) -> Page:
    return site.visitor("Pho", viewport=SIDEWAYS, touch=True)


def playing(page: Page, game: str) -> Locator:
    """The page at a table of that game; where the game is drawn."""
    table, _ = create_table(page, game=game, **GAMES[game])
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    stage = page.locator(".middle > .stage")
    expect(stage.get_by_role("button").first).to_be_visible()
    return stage


@pytest.mark.parametrize("game", GAMES)
def test_the_game_gets_the_height(site: Site, game: str) -> None:
    """And the city and the hand are seen together."""
    page = sideways(site)
    stage = playing(page, game)
    for viewport in SIZES:
        page.set_viewport_size(viewport)
        page.wait_for_function(GETS, arg=[SHARE, stage.element_handle()])
        assert_fits(page)
        for what in (".map", ".hand", ".sets", ".piles") if game == "wildstyle" else ():
            expect(stage.locator(what).first).to_be_in_viewport(ratio=1)


def test_dice_and_cards_at_hand_are_in_sight(site: Site) -> None:
    page = sideways(site)
    playing(page, "royale")
    my_turn(page)
    for die in page.get_by_role("list", name="The pool").get_by_role("button").all():
        expect(die).to_be_in_viewport(ratio=1)
    expect(page.locator(".tray")).to_be_in_viewport(ratio=1)
    stage = playing(page, "pandante")
    expect(stage.locator(".stage")).to_be_in_viewport(ratio=1)
    expect(stage.locator(".arena")).to_be_in_viewport(ratio=0.5)


def test_bars_dialogs_and_sheets_fit_as_well(site: Site) -> None:
    page = sideways(site)
    playing(page, "royale")
    dock = page.get_by_role("navigation", name="At the table")
    for panel in ("Log", "Chat", "Rules"):
        dock.get_by_role("button", name=panel).tap()
        sheet = page.get_by_role("complementary", name=re.compile("Log"))
        expect(sheet).to_be_in_viewport(ratio=1)
        assert sheet.evaluate("it => it.clientHeight") == SIDEWAYS["height"]
        assert_fits(page)
        sheet.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Table menu").tap()
    expect(page.get_by_role("dialog", name="Table menu")).to_be_visible()
    assert_fits(page)


def test_so_do_the_result_and_a_replay(site: Site) -> None:
    page = sideways(site)
    table = finished(page)
    page.goto(f"/t/{table}")
    rematch = page.get_by_role("button", name="Rematch")
    expect(rematch).to_be_in_viewport(ratio=1)
    fair = page.get_by_role("region", name=re.compile("win")).get_by_role("button", name="Fair deal")
    in_a_row = "all => new Set(all.map((it) => it.getBoundingClientRect().top)).size === 1"
    page.wait_for_function(in_a_row, arg=[rematch.element_handle(), fair.element_handle()])  # so the podium is seen
    assert_fits(page)
    page.goto(f"/replay/{table}?at=5")
    both = page.locator(".left", has=page.get_by_role("slider", name="Position in the game"))
    both.scroll_into_view_if_needed()
    expect(both).to_be_in_viewport(ratio=0.99)
    assert_fits(page)
