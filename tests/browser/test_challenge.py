"""One deal for many, on a phone: handing it on, taking it, and seeing how others did, in that order."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from .people import Site, finished, play_on

PHONE: Final[ViewportSize] = {"width": 390, "height": 664}


def table_of(page: Page) -> str:
    """The table that a page shows."""
    expect(page).to_have_url(re.compile("/t/"))
    return page.url.rsplit("/", 1)[-1].partition("?")[0]


def test_a_deal_is_handed_on_taken_and_compared(site: Site) -> None:
    ann = site.visitor("Ann", viewport=PHONE, touch=True)
    ann.goto(f"/t/{finished(ann, seats=2)}")
    ann.get_by_role("button", name="Challenge friends").click()
    expect(ann.get_by_role("heading", name="Your challenge")).to_be_visible()
    link = ann.url

    bao = site.visitor("Bao", viewport=PHONE, touch=True)
    bao.goto(link)
    expect(bao.get_by_role("heading", name="Ann challenges you")).to_be_visible()
    expect(bao.get_by_text("when your own game is over")).to_be_visible()
    expect(bao.get_by_role("link", name="Replay of Ann")).to_have_count(0)
    bao.get_by_role("button", name="Play it now").click()
    play_on(table_of(bao), bao)
    bao.get_by_role("link", name="Who else played this deal").click()
    rows = bao.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Bao")).to_be_visible()
    expect(bao.get_by_role("button", name="Practise")).to_be_visible()
    bao.get_by_role("link", name="Replay of Ann").click()
    expect(bao.get_by_role("slider", name="Position in the game")).to_be_visible()


def test_every_game_has_a_deal_of_the_day_with_its_hash(site: Site) -> None:
    page = site.visitor(viewport=PHONE, touch=True)
    page.goto("/")
    page.get_by_role("link", name="The deal of the day").click()
    expect(page.get_by_role("heading", name="The deals of the day")).to_be_visible()
    for title in ("Panda Royale", "Pilfering Pandas", "Pandánte", "Wildstyle"):
        expect(page.get_by_role("link", name=re.compile(title))).to_be_visible()
    page.get_by_role("link", name=re.compile("Pilfering Pandas")).click()
    expect(page.get_by_role("heading", name=re.compile("Deal of the day"))).to_be_visible()
    page.get_by_text("Is it fair?").click()
    expect(page.locator("code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(page.get_by_label("Seats")).to_have_value("1")
