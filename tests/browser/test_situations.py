"""In the middle of any game: room for what one decides about, nothing that axe finds, and text of twice the size.

Bringing a table there and drawing it costs more than to look at it: one visit for all that there is to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from .measure import assert_fits, covered, none_at_last
from .people import Site, my_turn
from .situations import SITUATIONS
from .test_axe import axe, bring_axe, found_in, whole
from .test_room import SIZES, come

__all__ = ["axe"]

CLIPPED: Final = """all => all.filter((it) => it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 1
  && getComputedStyle(it).textOverflow === 'ellipsis').map((it) => it.textContent.trim())"""
OPENED: Final = frozenset({wanted.game: name for name, wanted in reversed(SITUATIONS.items())}.values())
"""The first situation of each game, where everything is opened: panels and dialogs are the same in all others."""
FIRST: Final = next(iter(SITUATIONS))
FRAMED: Final = ("the menu", "Invite friends", "Fair deal", "Keys")
"""What belongs to the frame around any table: but for words, once is enough."""
_NOT_FOR_PEOPLE = re.compile(r"[a-z]+_[a-z_]+|\b(?:undefined|null|NaN)\b|\[object|\{\w+[|}]|\b[a-z]+\.[a-z]+\.[a-z]+\b")
"""Ids of options and cards, values that are none, words that are missing or were not filled in."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_room_access_and_large_text(site: Site, axe: str, situation: str, size: str) -> None:
    # A theme's colours are the same on both: by night on a phone, by day on a desk.
    page = come(site, situation, SIZES[size], night=size == "phone")
    expect(page.locator("html")).to_have_attribute("data-theme", "night" if size == "phone" else "day")
    nothing_covers_what_one_decides_about(page, situation)
    bring_axe(page, axe)
    nothing_moderate(page, situation, phone=size == "phone")
    text_of_twice_the_size(page, situation)


# --- room


def nothing_covers_what_one_decides_about(page: Page, situation: str) -> None:
    wanted = SITUATIONS[situation]
    none_at_last(page, lambda: covered(page, wanted.at_once, scroll=False))  # without anybody's scrolling
    none_at_last(page, lambda: covered(page, wanted.decides_about))
    none_at_last(page, lambda: list(page.locator(".stage").locator(".short, .name").evaluate_all(CLIPPED)))  # names
    assert_fits(page)


# --- access


def nothing_moderate(page: Page, situation: str, *, phone: bool) -> None:
    """By axe and by eye, with all that can be opened there."""
    for what, part in opened(page, everything=situation in OPENED, phone=phone):
        if what not in FRAMED or situation == FIRST:
            problems = found_in(part, least="moderate")
            assert not problems, "\n".join([what, *problems])
        assert not (ids := _NOT_FOR_PEOPLE.findall(said(part))), f"{what}: {ids}"


def said(part: Locator) -> str:
    """What is read there, by eye or by a screen reader."""
    hidden = part.locator("[aria-label], [title]").evaluate_all(
        "all => all.flatMap((it) => ['aria-label', 'title'].map((name) => it.getAttribute(name) ?? ''))"
    )
    return "\n".join([*part.all_inner_texts(), *hidden])


def opened(page: Page, *, everything: bool, phone: bool) -> Iterator[tuple[str, Locator]]:
    """The table, and what can be opened at it, one after the other."""
    yield "the table", whole(page)
    since = page.get_by_role("button", name=re.compile(r"\d moves? since"))
    if since.count():
        news = page.get_by_role("region", name="Since your last turn")
        if not news.is_visible():
            since.click()
        expect(news).to_be_visible()
        yield "since my last turn", news
        since.click()
    if everything:
        yield from panels(page, phone=phone)
        yield from dialogs(page, phone=phone)


def panels(page: Page, *, phone: bool) -> Iterator[tuple[str, Locator]]:
    """Log, chat and rules: beside the table, which was looked at already; on a phone over it."""
    if phone:
        page.get_by_role("navigation", name="At the table").get_by_role("button", name="Log").click()
    panel = page.get_by_role("complementary", name="Log, chat and rules")
    for name in ("Log", "Chat", "Rules"):
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
        if name == "Rules":
            expect(page.get_by_text("The whole rulebook on a page")).to_be_attached()
        yield name, whole(page) if phone and name == "Log" else panel
    if phone:
        page.get_by_role("complementary").get_by_role("button", name="Close").click()


def dialogs(page: Page, *, phone: bool) -> Iterator[tuple[str, Locator]]:
    """The menu, and what it leads to."""
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


# --- large text


def text_of_twice_the_size(page: Page, situation: str) -> None:
    """By the browser's own setting: nothing is cut, nothing covered, everything can be reached."""
    enlarge(page)
    page.reload()
    my_turn(page)
    expect(page.locator(SITUATIONS[situation].decides_about[-1]).first).to_be_attached()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert_fits(page)
    none_at_last(page, lambda: covered(page, SITUATIONS[situation].decides_about))
    words = page.locator(".banner .words")
    assert words.evaluate("it => it.scrollHeight <= it.clientHeight + 8 && it.scrollWidth <= it.clientWidth + 8")


def enlarge(page: Page) -> None:
    """As in the settings of a browser: 32 pixels instead of 16."""
    wire = page.context.new_cdp_session(page)
    wire.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
