"""A game that brings no table of its own is drawn from its view, and played with buttons."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .people import Site, my_turn


def moves(page: Page) -> list[str]:
    return page.get_by_role("region", name="Your moves").get_by_role("button").all_inner_texts()


def test_leduc_is_played_to_its_end(site: Site) -> None:
    ann, ben = site.visitor("Ann"), site.visitor("Ben")
    ann.goto("/new/leduc")
    ann.get_by_role("button", name="Create the table and invite").click()
    link = ann.get_by_label("Link for your friends").input_value()
    ben.goto(link)
    ben.get_by_role("button", name="Sit here").click()
    ben.get_by_role("button", name="I am ready").click()
    ann.get_by_role("button", name="Start the game").click()
    over = re.compile("win|victory", re.I)
    for made in range(4):
        page = ann if made % 2 == 0 else ben
        my_turn(page)
        calm = page.get_by_role("region", name="Your moves").get_by_role("button", name=re.compile("call|check", re.I))
        expect(calm).to_be_enabled()
        if made == 0:  # numbers play moves here, too
            labels = moves(page)
            nth = next(n for n, label in enumerate(labels, 1) if re.search("call|check", label, re.I))
            page.keyboard.press(str(nth))
        else:
            calm.click()
        expect(calm).to_have_count(0)  # the page has heard of it: its next turn is another
    for page in (ann, ben):
        expect(page.get_by_role("heading", level=1, name=over)).to_be_visible()
    ann.get_by_role("button", name="Look at the table").last.click()
    expect(ann.get_by_text("showdown")).to_be_visible()


def test_a_hint_marks_its_move(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/new/leduc")
    page.get_by_label("Seat 2").select_option(index=1)
    page.get_by_role("button", name="Create the table and play").click()
    my_turn(page)
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_role("status", name="Hint")
    expect(advice).to_contain_text("I would: ")
    expect(page.get_by_role("region", name="Your moves").get_by_role("button", name="the bot's choice")).to_have_count(
        1
    )
    advice.get_by_role("button", name="Do it").click()
    expect(advice).to_have_count(0)
