"""At the first table of a game every choice has a line that says what it is for, until it is turned off."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .people import Site, create_table, finished, my_turn, send


def begin(page: Page, game: str = "royale") -> None:
    """A new table of that game on the page, where its visitor is to move."""
    options = {"pace": "turns"} if game == "wildstyle" else {}
    table, _ = create_table(page, game=game, seats=2, bots=["random"], options=options)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)


def line(page: Page) -> Locator:
    return page.locator(".banner .guide")


def test_the_line_is_there_and_can_be_turned_off(site: Site) -> None:
    page = site.visitor("Ann")
    begin(page)
    expect(line(page)).to_have_text(re.compile("^Take one die for good"))
    page.get_by_role("button", name="Turn these lines off").click()
    expect(line(page)).to_have_count(0)
    page.reload()
    my_turn(page)
    expect(page.get_by_role("list", name="The pool")).to_be_visible()
    expect(line(page)).to_have_count(0)
    begin(page, "pilfering")  # nor at another game
    expect(page.get_by_role("region", name="Choose your panda")).to_be_attached()
    expect(line(page)).to_have_count(0)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("switch", name="What each choice is for").click()
    page.keyboard.press("Escape")
    expect(line(page)).to_be_visible()


def test_who_has_finished_a_game_is_not_told_again(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto(f"/t/{finished(page, seats=2)}")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    begin(page)
    expect(page.get_by_role("list", name="The pool")).to_be_visible()
    expect(line(page)).to_have_count(0)
    begin(page, "wildstyle")  # another game is new
    expect(line(page)).to_be_visible()


def test_in_german(site: Site) -> None:
    page = site.visitor("Anna", locale="de-DE")
    table, _ = create_table(page, game="royale", seats=2, bots=["random"])
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    expect(line(page)).to_have_text(re.compile("^Nimm einen Würfel für immer"))
