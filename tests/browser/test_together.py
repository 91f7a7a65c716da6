"""Playing together: one ending for all, in the frame, in lists and in replays; strict talk, and pointing at cards."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .people import DESK, PHONE, Site, create_table, finished, send
from .test_axe import LIGHTS, axe, serious

__all__ = ["axe"]


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_all_lose_together_and_see_why_and_how_far_they_came(site: Site, axe: str, viewport: ViewportSize) -> None:
    """PP-E9: the first legal moves and chance never win; there is no podium and no ranking."""
    ann = site.visitor("Ann", viewport=viewport)
    table = finished(ann, seats=2, game="pilfering", bot="random")
    ann.goto(f"/t/{table}")
    end = ann.get_by_role("region", name="Lost, all together")
    expect(end).to_be_visible()
    expect(end.get_by_text(re.compile("PP-"))).to_be_visible()
    expect(end.get_by_role("img", name=re.compile("^Lost, all together Ann, "))).to_be_visible()
    expect(end.get_by_role("region", name="How far you came")).to_contain_text("the fence is at 35")
    expect(end.get_by_text("1.", exact=True)).to_have_count(0)
    expect(ann.get_by_role("status").filter(has_text="Lost, all together")).to_be_visible()
    ann.evaluate(axe)
    for light in LIGHTS:
        assert not serious(ann, viewport, light)
    ann.goto("/tables")
    expect(ann.get_by_role("link", name=re.compile("Pilfering Pandas Lost together"))).to_be_visible()
    ann.goto(f"/replay/{table}")
    expect(ann.get_by_text(re.compile("^Lost, all together · .*PP-"))).to_be_visible()


def test_alone_the_end_speaks_to_one(site: Site) -> None:
    ann = site.visitor("Ann", locale="de-DE")
    table = finished(ann, seats=1, game="pilfering")
    ann.goto(f"/t/{table}")
    expect(ann.get_by_role("region", name="Diesmal nicht")).to_be_visible()
    ann.goto("/tables")
    expect(ann.get_by_role("link", name=re.compile("Pilfering Pandas Verloren"))).to_be_visible()


def move(page: Page, table: str, text: str) -> None:
    """A move of the page's visitor, made without the page."""
    state: dict[str, Any] = page.request.get(f"/api/tables/{table}/state").json()
    send(page, table, type="play", move=text, position=state["position"])


def two_at_a_strict_table(site: Site) -> tuple[Page, Page, str]:
    """Ann and Bo at a table as it is laid without a word about talk: strict (PP-X1)."""
    ann, bo = site.visitor("Ann"), site.visitor("Bo", viewport=PHONE)
    table = strict_table(ann, bo)
    for who in (ann, bo):
        who.goto(f"/t/{table}")
        expect(who.get_by_role("list", name="Your hand")).to_be_visible()
    return ann, bo, table


def strict_table(ann: Page, bo: Page) -> str:
    """A strict table at which the first of them begins."""
    table, invite = create_table(ann, game="pilfering", seats=2)
    send(bo, table, invite, type="sit")
    send(bo, table, invite, type="ready")
    send(ann, table, type="start")
    for who, panda in ((ann, "crafty"), (bo, "sharing")):
        move(who, table, f"choose {panda}")
    move(ann, table, "start")
    return table


def test_pointing_at_a_card_lights_it_up_on_everybody_s_screen(site: Site) -> None:
    """PP-X1: pointing at a visible card."""
    ann, bo, table = two_at_a_strict_table(site)
    for page in (ann, bo):
        expect(page.locator(".pilfering .pointed")).to_have_count(0)
    ann.get_by_role("tab", name="Chat").click()
    palette = ann.get_by_role("group", name="What the rules let you say")
    palette.get_by_role("button", name=re.compile("in the Hideout")).first.click()
    # A number: a key has none to be known by.
    card = palette.get_by_role("group", name="place").get_by_role("button", name=re.compile(r"\d$")).last
    name = card.inner_text()
    card.click()
    palette.get_by_role("button", name="Send").click()
    for page in (ann, bo):
        expect(page.locator(".pilfering .hideout .pointed")).to_have_count(1)
        number = name.split()[-1]
        expect(page.locator(".pilfering .hideout .pointed")).to_contain_text(number)
    expect(ann.get_by_role("log", name="Chat")).to_contain_text(f"I need that one: the {name} in the Hideout.")
    move(ann, table, "draw")
    for page in (ann, bo):
        expect(page.locator(".pilfering .pointed")).to_have_count(0)


def test_free_words_are_refused_with_the_rule_and_the_page_says_why(site: Site) -> None:
    """PP-X1: at a strict table only the palette is there; an open one chats."""
    ann, _, table = two_at_a_strict_table(site)
    ann.get_by_role("tab", name="Chat").click()
    expect(ann.get_by_text("This table talks by these phrases alone")).to_be_visible()
    expect(ann.get_by_role("textbox")).to_have_count(0)
    token: dict[str, str] = {"x-csrf-token": ann.request.get("/api/me").json()["csrf"]}
    answer = ann.request.post(
        f"/api/tables/{table}/messages", data={"type": "say", "text": "I hold the red 4"}, headers=token
    )
    refusal: dict[str, Any] = answer.json()
    assert not answer.ok
    assert refusal["rule"] == "PP-X1"
    assert "phrases alone" in refusal["reason"]
    cy = site.visitor("Cy")
    free, _ = create_table(cy, game="pilfering", seats=2, bots=["team"], options={"talk": "open"})
    send(cy, free, type="start")
    cy.goto(f"/t/{free}")
    cy.get_by_role("tab", name="Chat").click()
    expect(cy.get_by_role("textbox")).to_be_visible()
