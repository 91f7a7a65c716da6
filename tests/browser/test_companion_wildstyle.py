"""Wildstyle at the real table: an evening on a phone, from the boards of the box to the winner."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from playwright.sync_api import Locator, Page, ViewportSize, expect

import pandarium
from pandarium.companion import EveningEntries, fold
from pandarium.games.wildstyle.companion import WildstylePage

from .people import Site

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
FINGER: Final = 43
"""Pixels: 44 less what is cut off by a screen's own rounding."""


def begin(page: Page, *names: str) -> None:
    page.goto("/companion")
    page.get_by_role("radio", name="Wildstyle").check(force=True)
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


def test_a_whole_evening_from_the_boards_to_the_winner(site: Site) -> None:
    page = site.visitor(viewport=SMALL, touch=True)
    begin(page, *NAMES)
    enter_boards(page)

    # Objectives: of two sides of a tile one can be chosen.
    for title in ("Tricorners", "Border Wars"):
        page.get_by_role("button", name=re.compile(f"^{title}")).tap()
    expect(page.get_by_role("button", name=re.compile("^Bestagon"))).to_be_disabled()
    page.get_by_role("button", name=re.compile("^Zone Control")).tap()
    press(page, "Enter")

    # A round: counted down, called off, over.
    press(page, "3 · 2 · 1 · Go!")
    expect(page.get_by_role("timer")).to_be_visible()
    press(page, "Ann has no tags left")
    expect(page.get_by_role("status").filter(has_text="No new sets!")).to_be_visible()
    press(page, "Ben is done")
    expect(page.get_by_role("heading", name="Round 2/3")).to_be_visible()
    press(page, "Only the scoring")

    # Tags: hexes are big enough for a finger; a slip is tapped away, or undone.
    expect(page.get_by_role("heading", name="Tap the tags of Ann")).to_be_visible()
    box = page.locator("[data-hex=A10] .ring").bounding_box()
    assert box is not None
    assert box["width"] >= FINGER * 0.9  # the ring is drawn a tenth inside the hex
    while (out := page.get_by_role("button", name="Zoom out")).count():
        out.tap()
    tap_hexes(page, "A1", "A2", "A4", "A5", "A9", "A19", "A18", "A19")
    expect(page.get_by_role("button", name="Ann 6/18")).to_be_visible()
    expect(page.get_by_role("button", name="Everything is entered")).not_to_have_attribute("aria-busy", "true")
    press(page, "Undo")
    expect(page.get_by_role("button", name="Ann 7/18")).to_be_visible()
    tap_hexes(page, "A18")
    expect(page.get_by_role("button", name="Ann 6/18")).to_be_visible()
    press(page, "One more: Cop cars of Ann")
    press(page, "One more: Cop cars of Ann")
    expect(page.get_by_role("group", name="Cop cars of Ann").get_by_role("status")).to_have_text("2")
    page.get_by_role("button", name="Ben 0/18").tap()
    tap_hexes(page, "A1")
    expect(page.get_by_text("Ann has a tag on A1")).to_be_visible()
    tap_hexes(page, "B1", "B2", "B5", "B6", "B10")
    expect(page.get_by_role("button", name="Ben 5/18")).to_be_visible()

    # An old entry is corrected, and what follows is checked again.
    press(page, "Entries")
    press(page.get_by_role("dialog"), "Correct: Ben has a tag on B10")
    expect(page.get_by_role("status").filter(has_text="You correct: Ben has a tag on B10")).to_be_visible()
    tap_hexes(page, "B9")
    expect(page.get_by_role("status").filter(has_text="You correct")).to_have_count(0)
    assert "B tag B9" in kept(page)

    # Cop cars cost tags: the best choice is shown.
    press(page, "Everything is entered")
    expect(page.get_by_role("heading", name="Ann gives up 2 tags")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Give up ")).last.tap()

    # Step by step, with rules, to the winner.
    scoring = page.get_by_role("region", name="The scoring, step by step")
    expect(scoring.get_by_role("heading", name=re.compile("^1. Cop cars WS-20"))).to_be_visible()
    told = shown(page)
    for step in told.steps[1:]:
        press(scoring, "Next step ▶")
        expect(scoring.get_by_role("heading", level=3)).to_contain_text(step.rule)
    winner = NAMES[told.ranking[0].seat]
    expect(page.get_by_role("heading", name=f"{winner} wins!")).to_be_visible()
    totals = scoring.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")
    expect(totals).to_have_text([str(points) for points in told.steps[-1].of])

    # The next evening knows the boards of this box.
    press(page, "Play again with the same names")
    page.get_by_role("button", name=re.compile("^Tap what is printed")).tap()
    press(page, "The district that was entered before, number 2")
    expect(page.get_by_role("heading", name="District B")).to_be_visible()


def test_without_a_map_tags_are_counted_by_icon(site: Site) -> None:
    page = site.visitor(viewport=SMALL, touch=True)
    begin(page, *NAMES)
    page.get_by_role("button", name=re.compile("^Without a map")).tap()
    press(page, "Draw by lot")
    press(page, "Only the scoring")
    for name, icon, many in (("Ann", "Mall", 3), ("Ben", "Railway", 2)):
        expect(page.get_by_role("heading", name=f"{name}: tags that are left")).to_be_visible()
        for _ in range(many):
            press(page, f"One more: {icon}")
        press(page, "On to the objectives")
        press(page, "Enter")
    press(page, "Everything is entered")
    expect(page.get_by_role("button", name="Next step ▶")).to_be_visible()
    while (further := page.get_by_role("button", name="Next step ▶")).count():
        further.tap()
    told = shown(page)
    assert [step.of for step in told.steps if step.kind == "tags"] == [[9, 2]]
    expect(page.get_by_role("heading", name="Ann wins!")).to_be_visible()
