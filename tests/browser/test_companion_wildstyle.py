"""At the real table with Wildstyle: how a city is tapped into a phone, with the boards of the box or without a map."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from playwright.sync_api import Locator, Page, ViewportSize, expect

import pandarium
from pandarium.companion import EveningEntries, fold
from pandarium.games.wildstyle.companion import WildstylePage

from .people import Site
from .test_companion import choose_box

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}
NAMES: Final = ["Ann", "Ben"]
BOARDS: Final = ("RRP/ARRF/APASM/FFAM/AMF", "MAF/RRAM/PARSA/MARF/FFP")
ICONS: Final = {
    "S": "Train Station",
    "R": "Railway",
    "A": "Apartment",
    "F": "Factory",
    "M": "Mall",
    "P": "Police Station",
}


def begin(page: Page, *names: str) -> None:
    choose_box(page, "Wildstyle")
    expect(page.get_by_role("switch", name="For families")).to_be_visible()
    for seat, name in enumerate(names, 1):
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    page.get_by_role("button", name="Begin", exact=True).tap()


def press(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def kept(page: Page) -> list[str]:
    """The entries of the one evening on this phone."""
    stored = page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('pandarium.evening.'))[1]")
    entries: list[str] = json.loads(stored)["entries"]
    return entries


def shown(page: Page) -> WildstylePage:
    found: Any = fold(pandarium.game("wildstyle"), EveningEntries(names=NAMES, entries=kept(page)))
    assert found.fault is None
    assert isinstance(found.page, WildstylePage)
    return found.page


def enter_boards(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Tap what is printed")).tap()
    for letter, rows in zip("AB", BOARDS, strict=True):
        expect(page.get_by_role("heading", name=f"District {letter}")).to_be_visible()
        pad = page.get_by_role("group", name=re.compile("^What is on"))
        for icon in rows.replace("/", ""):
            press(pad, ICONS[icon])
        press(page, "Enter")


def tap_hexes(page: Page, *hexes: str) -> None:
    city = page.get_by_role("group", name="The city")
    for hex in hexes:
        city.get_by_role("button", name=re.compile(f"^{hex}, ")).tap()


def test_the_districts_of_ones_own_box_are_entered_once(site: Site) -> None:
    page = site.visitor(viewport=SMALL, touch=True)
    page.goto("/companion")
    begin(page, *NAMES)
    enter_boards(page)
    expect(page.get_by_role("button", name=re.compile("^Tricorners"))).to_be_visible()
    page.goto("/companion")
    begin(page, *NAMES)
    page.get_by_role("button", name=re.compile("^Tap what is printed")).tap()
    press(page, "The district that was entered before, number 2")
    expect(page.get_by_role("heading", name="District B")).to_be_visible()


def test_who_has_scrolled_for_an_entry_sees_what_is_asked_next_from_its_beginning(site: Site) -> None:
    page = site.visitor(viewport=SMALL, touch=True)
    page.goto("/companion")
    begin(page, *NAMES)
    enter_boards(page)
    for title in ("Tricorners", "Border Wars", "Zone Control"):
        page.get_by_role("button", name=re.compile(f"^{title}")).tap()
    expect(page.get_by_role("heading", name="Which objectives lie there?")).not_to_be_in_viewport()
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Round 1/3")).to_be_in_viewport()


def test_without_a_map_tags_are_counted_by_icon(site: Site) -> None:
    page = site.visitor(viewport=SMALL, touch=True)
    page.goto("/companion")
    begin(page, *NAMES)
    page.get_by_role("button", name=re.compile("^Without a map")).tap()
    press(page, "Draw by lot")
    press(page, "Only the scoring")
    for name, icon, many in (("Ann", "Mall", 3), ("Ben", "Railway", 2)):
        expect(page.get_by_role("heading", name=f"{name}: tags that are left")).to_be_visible()
        for _ in range(many):
            press(page, f"More: {icon}")
        press(page, "On to the objectives")
        press(page, "Enter")
    press(page, "Everything is entered")
    expect(page.get_by_role("button", name="Next step ▶")).to_be_visible()
    while (further := page.get_by_role("button", name="Next step ▶")).count():
        further.tap()
    told = shown(page)
    assert [step.of for step in told.steps if step.kind == "tags"] == [[9, 2]]
    expect(page.get_by_role("heading", name="Ann wins!")).to_be_visible()
