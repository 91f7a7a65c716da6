"""Text twice as large, by the browser's own setting: nothing is cut, nothing covered, everything can be reached."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .measure import assert_fits, covered
from .people import DESKTOP, Site, my_turn
from .situations import SITUATIONS, bring
from .test_room import SMALL

SIZES: Final[dict[str, ViewportSize]] = {"phone": SMALL, "desk": DESKTOP}


def enlarge(page: Page) -> None:
    """As in the settings of a browser: 32 pixels instead of 16."""
    wire = page.context.new_cdp_session(page)
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_text_of_twice_the_size(site: Site, situation: str, size: str) -> None:
    page = site.visitor("Ann", viewport=SIZES[size], touch=size == "phone")
    enlarge(page)
    bring(page, situation)
    my_turn(page)
    expect(page.locator(SITUATIONS[situation].decides_about[-1]).first).to_be_attached()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert_fits(page)
    assert not (found := covered(page, SITUATIONS[situation].decides_about)), "\n".join(found)
    words = page.locator(".banner .words")
    assert words.evaluate("it => it.scrollHeight <= it.clientHeight + 8 && it.scrollWidth <= it.clientWidth + 8")
