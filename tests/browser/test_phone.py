"""A phone of 360 × 740, held upright, with a thumb."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from .measure import assert_fits
from .people import (
    PHONE,
    Site,
    choices,
    create_table,
    finished,
    is_over,
    make_move,
    move,
    my_turn,
    play_on,
    play_out,
    send,
    until,
)


def phone(site: Site, name: str = "Pho") -> Page:
    return site.visitor(name, viewport=PHONE, touch=True)


def tap(it: Locator) -> None:
    it.tap()


def test_a_whole_game_with_a_thumb(site: Site) -> None:
    page = phone(site)
    page.goto("/")
    page.get_by_role("button", name="Play Panda Royale now").tap()
    my_turn(page)
    assert_fits(page)
    page.get_by_role("button", name="Table menu").tap()
    expect(page.get_by_role("dialog", name="Table menu")).to_be_visible()
    assert_fits(page)
    page.get_by_role("button", name="Close").first.tap()
    for panel in ("Log", "Chat", "Rules"):
        page.get_by_role("navigation", name="At the table").get_by_role("button", name=panel).tap()
        expect(page.get_by_role("tab", name=panel)).to_have_attribute("aria-selected", "true")
        assert_fits(page)
        page.get_by_role("complementary").get_by_role("button", name="Close").tap()

    def look_and_move() -> bool:
        if choices(page).count():
            assert_fits(page)
        return move(page, tap)

    until(lambda: is_over(page), look_and_move, page=page)
    assert_fits(page)
    page.get_by_role("button", name="Look at the table").last.tap()
    assert_fits(page)


def test_ten_players_can_be_read(site: Site) -> None:
    page = phone(site)
    table, _ = create_table(page, game="royale", seats=10, bots=["greedy"] * 9)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)
    assert_fits(page)
    for _ in range(3):
        make_move(page, tap)
    my_turn(page)
    assert_fits(page)
    sheet = page.get_by_role("region", name=re.compile("^Score sheet"))
    sheet.scroll_into_view_if_needed()
    expect(sheet).to_be_in_viewport()
    rows = sheet.get_by_role("row")
    expect(rows).to_have_count(11)
    for row in rows.all()[1:]:
        row.scroll_into_view_if_needed()
        name = row.get_by_role("rowheader")
        expect(name).to_be_in_viewport(ratio=0.95)
        # Big enough to be read, name and total side by side.
        size = name.evaluate("(it) => parseFloat(getComputedStyle(it).fontSize)")
        assert size >= 11, f"{size} px is too small to read"
        expect(row.get_by_role("cell").first).to_be_in_viewport(ratio=0.95)
    play_on(table, page, done=lambda state: state["view"]["round"] >= 9)  # nothing else is shown until then
    play_out(page, press=tap)
    assert_fits(page)


@pytest.mark.parametrize("game", ["royale", "pandante", "wildstyle"])
def test_five_players_are_told_apart_by_their_names(site: Site, game: str) -> None:
    page = phone(site, "Maximilian")
    options = {"pace": "turns"} if game == "wildstyle" else {}
    table, _ = create_table(page, game=game, seats=5, bots=["random"] * 4, options=options)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    seats = page.get_by_role("list", name="Seats").get_by_role("listitem")
    expect(seats).to_have_count(5)
    for seat in seats.all():
        expect(seat).to_be_in_viewport(ratio=1)
        name = seat.locator(".name")
        cut = name.evaluate("it => it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight + 1")
        assert not cut, name.inner_text()


PAGES = [
    "/",
    "/new",
    "/new/leduc",
    "/new/royale?where=local",
    "/tables",
    "/me",
    "/learn",
    "/learn/royale",
    "/rules/royale",
    "/design",
]


def test_no_page_sticks_out(site: Site) -> None:
    page = phone(site)
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        assert_fits(page)


def test_neither_does_the_waiting_room_or_a_replay(site: Site) -> None:
    page = phone(site)
    table, _ = create_table(page, game="royale", seats=6)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    assert_fits(page)
    page.goto(f"/replay/{finished(page)}?at=12")
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    assert_fits(page)
