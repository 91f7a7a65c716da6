"""axe-core finds nothing serious and nothing moderate in the middle of any game, with all that can be opened there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from .people import DESKTOP, Site, my_turn
from .situations import SITUATIONS, bring
from .test_axe import axe, found_in, whole
from .test_room import SMALL

__all__ = ["axe"]

_NOT_FOR_PEOPLE = re.compile(r"[a-z]+_[a-z_]+|\b(?:undefined|null|NaN)\b|\[object|\{\w+[|}]|\b[a-z]+\.[a-z]+\.[a-z]+\b")
"""Ids of options and cards, values that are none, words that are missing or were not filled in."""


def said(part: Locator) -> str:
    """What is read there, by eye or by a screen reader."""
    hidden = part.locator("[aria-label], [title]").evaluate_all(
        "all => all.flatMap((it) => ['aria-label', 'title'].map((name) => it.getAttribute(name) ?? ''))"
    )
    return "\n".join([*part.all_inner_texts(), *hidden])


def opened(page: Page, *, phone: bool) -> Iterator[tuple[str, Locator]]:
    """Everything that can be opened at a table, one after the other."""
    yield "the table", whole(page)
    since = page.get_by_role("button", name=re.compile(r"\d moves? since"))
    if since.count():
        news = page.get_by_role("region", name="Since your last turn")
        if not news.is_visible():
            since.click()
        expect(news).to_be_visible()
        yield "since my last turn", news
        since.click()
    if phone:
        page.get_by_role("navigation", name="At the table").get_by_role("button", name="Log").click()
    for name in ("Log", "Chat", "Rules"):
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
        if name == "Rules":
            expect(page.get_by_text("The whole rulebook on a page")).to_be_attached()
        yield name, whole(page)
    if phone:
        page.get_by_role("complementary").get_by_role("button", name="Close").click()
    for item in ("", "Invite friends", "Fair deal", *(() if phone else ("Keys",))):
        page.get_by_role("button", name="Table menu").click()
        menu = page.get_by_role("dialog")
        expect(menu).to_be_visible()
        if item:
            menu.get_by_role("button", name=re.compile(f"^{item}")).click()
            expect(page.get_by_role("dialog", name="Table menu")).to_be_hidden()
        yield item or "the menu", page.get_by_role("dialog")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_moderate(site: Site, axe: str, situation: str, size: str) -> None:
    phone = size == "phone"
    page = site.visitor("Ann", viewport=SMALL if phone else DESKTOP, touch=phone)
    bring(page, situation)
    my_turn(page)
    page.evaluate(axe)
    for what, part in opened(page, phone=phone):
        problems = found_in(part, least="moderate")
        assert not problems, "\n".join([what, *problems])
        assert not (ids := _NOT_FOR_PEOPLE.findall(said(part))), f"{what}: {ids}"
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    assert not (problems := found_in(whole(page), "color-contrast")), "\n".join(problems)
