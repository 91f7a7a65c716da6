"""Room, measured, on a small phone and on a desk: for what happened since, and for the map (see test_situations)."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from .measure import covered, none_at_last
from .people import DESKTOP, PHONE, Site, my_turn, until
from .situations import SITUATIONS, bring

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}
SIZES: Final = {"phone": SMALL, "desk": DESKTOP}
FINGER: Final = 44
"""Pixels: so wide is a hex while one is to be tagged."""


def come(site: Site, situation: str, viewport: ViewportSize, *, night: bool = False) -> Page:
    """A newcomer at a table in that situation, with the line that says what the choice is for."""
    page = site.visitor("Ann", viewport=viewport, touch=viewport["width"] < DESKTOP["width"], night=night)
    bring(page, situation)
    my_turn(page)
    expect(page.locator(".banner .guide")).to_be_visible()
    for wanted in SITUATIONS[situation].decides_about:
        expect(page.locator(wanted).first).to_be_attached()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_what_happened_since_takes_its_own_room(site: Site, size: str) -> None:
    page = come(site, "pandante abilities", SIZES[size])
    page.get_by_role("button", name=re.compile(r"\d moves? since")).click()
    news = page.get_by_role("region", name="Since your last turn")
    expect(news).to_be_visible()
    wanted = SITUATIONS["pandante abilities"]
    none_at_last(page, lambda: covered(page, wanted.decides_about))
    assert overlap(news, page.get_by_role("list", name="Community cards")) == 0


def overlap(one: Locator, other: Locator) -> float:
    """Square pixels that both cover."""
    (a, b) = (one.bounding_box(), other.bounding_box())
    assert a is not None
    assert b is not None
    wide = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    high = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return max(0, wide) * max(0, high)


@pytest.mark.parametrize("size", [*SIZES, "tall"])
def test_the_map_comes_close_when_a_tag_is_due(site: Site, size: str) -> None:
    page = come(site, "wildstyle tag", PHONE if size == "tall" else SIZES[size])
    hexes = page.locator("[data-hex]")
    wide = "all => Math.min(...all.map((it) => it.querySelector('.ring').getBoundingClientRect().width / 0.9))"
    until(lambda: float(hexes.evaluate_all(wide)) >= FINGER - 0.5, page=page)
    # Every one of them can be brought into sight: by going on from place to place.
    more = page.get_by_role("button", name=re.compile("more hexes"))
    seen: set[str] = set()
    for _ in range(hexes.count() + 1):
        seen |= set(hexes.evaluate_all(_IN_SIGHT))
        if not more.count():
            break
        shown = page.locator(".map svg[role=presentation]").get_attribute("viewBox")
        more.click()
        expect(page.locator(".map svg[role=presentation]")).not_to_have_attribute("viewBox", shown or "")
    assert len(seen) == hexes.count()


_IN_SIGHT: Final = """all => all.filter((it) => {
  const edge = it.closest('.map').getBoundingClientRect();
  const box = it.querySelector('.ring').getBoundingClientRect();
  return box.left >= edge.left && box.right <= edge.right && box.top >= edge.top && box.bottom <= edge.bottom;
}).map((it) => it.dataset.hex)"""
