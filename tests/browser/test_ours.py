"""What is ours is marked at the table and in the rules, and says so to mouse, finger, keyboard and screen reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .people import DESKTOP, PHONE, Site, create_table, send


def begin(page: Page) -> None:
    table, _ = create_table(page, game="pilfering", seats=2, bots=["beginner"])
    send(page, table, type="start")
    page.goto(f"/t/{table}")


def test_pp_c6_each_panda_says_what_of_it_is_ours(site: Site) -> None:
    ann = site.visitor("Ann", viewport=DESKTOP)
    begin(ann)
    charming, sharing = (
        ann.get_by_role("button", name=re.compile(f"^{name} Panda")) for name in ("Charming", "Sharing")
    )
    expect(charming).to_have_accessible_name(re.compile(r"keeper only 1\. Ours: the box has its own"))
    expect(sharing).not_to_have_accessible_name(re.compile("ours"))


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_mark_explains_itself_to_finger_mouse_and_keyboard(site: Site, viewport: ViewportSize) -> None:
    ann = site.visitor("Ann", viewport=viewport, touch=viewport is PHONE)
    begin(ann)
    ann.get_by_role("button", name=re.compile("^Charming Panda")).click()
    mark = ann.locator(".ability").get_by_role("button", name="ours")
    tip = ann.get_by_role("tooltip")
    expect(mark).to_have_accessible_description("Ours: the box has its own.")
    expect(tip).to_be_hidden()
    mark.focus()
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= viewport["width"]
    ann.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    if viewport is PHONE:
        mark.tap()
    else:
        mark.hover()
    expect(tip).to_have_text("Ours: the box has its own.")


def test_the_rules_list_everything_that_is_ours(site: Site) -> None:
    ann = site.visitor()
    ann.goto("/rules/pilfering")
    ann.get_by_text(re.compile("things in this box are ours")).click()
    expect(ann.get_by_role("listitem").filter(has_text="Torch Beam")).to_contain_text("Ours: the box has its own.")
    expect(ann.get_by_role("listitem").filter(has_text="Sharing Panda")).to_have_count(0)
    ann.goto("/rules/royale")
    expect(ann.get_by_role("heading", name="The rules of Panda Royale")).to_be_visible()
    expect(ann.get_by_text(re.compile("in this box"))).to_have_count(0)


def test_in_german_the_mark_speaks_german(site: Site) -> None:
    ann = site.visitor(locale="de-DE")
    ann.goto("/rules/pandante")
    ann.get_by_text(re.compile("Dinge in dieser Schachtel sind von uns")).click()
    expect(ann.get_by_text("Von uns: Das Original hat etwas Eigenes.").first).to_be_visible()
    pier = ann.get_by_role("listitem").filter(has_text="Picnic Pier")
    expect(pier).to_contain_text("Snacks kosten ein Gold je Feld.")
