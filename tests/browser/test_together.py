"""Playing together: one ending for all, in the frame, in lists and in replays; strict talk, and pointing at cards."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from .people import PHONE, Site, create_table, finished, send
from .test_axe import axe, bring_axe, serious

__all__ = ["axe"]


def test_all_lose_together_and_see_why_and_how_far_they_came(site: Site, axe: str) -> None:
    """PP-E9: the first legal moves and chance never win; there is no podium and no ranking."""
    ann = site.visitor("Ann")
    table = finished(ann, seats=2, game="pilfering", bot="random")
    ann.goto(f"/t/{table}")
    end = ann.get_by_role("region", name="Lost, all together")
    expect(end).to_be_visible()
    expect(end.get_by_text(re.compile("PP-"))).to_be_visible()
    expect(end.get_by_role("img", name=re.compile("^Lost, all together Ann, "))).to_be_visible()
    expect(end.get_by_role("region", name="How far you came")).to_contain_text("the fence is at 35")
    expect(end.get_by_text("1.", exact=True)).to_have_count(0)
    expect(ann.get_by_role("status").filter(has_text="Lost, all together")).to_be_visible()
    bring_axe(ann, axe)
    assert not (problems := serious(ann)), "\n".join(problems)
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
    """Ann and Bo at a table as it is created without a word about talk: strict (PP-X1)."""
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


def set_to_show(table: str, *pages: Page) -> tuple[Page, str] | None:
    """Who could lay a number set, after some moves that no page makes, and the move; None: the game ended before."""
    while True:
        for page in pages:
            state: dict[str, Any] = page.request.get(f"/api/tables/{table}/state").json()
            legal = [one["move"] for one in state.get("legal", [])]
            if legal:
                break
        else:
            return None
        for words in legal:
            how, *rest = words.split()
            if how == "set" and len({card[0] for card in rest[1:]}) == len(rest) - 1:
                return page, words
        usual = [words for words in legal if words in {"draw", "pass"}]
        move(page, table, (usual or legal)[0])


def tap(page: Page, card: str) -> None:
    """Choose one more card of the hand."""
    colours = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
    name = "^Key" if card == "key" else rf"^{colours[card[0]]} [a-z ]+ {card[1:]}\b"
    hand = page.get_by_role("list", name="Your hand")
    hand.get_by_role("button", name=re.compile(name), pressed=False).first.click()


def test_a_set_is_shown_before_it_is_laid_and_others_ask_for_an_order(site: Site) -> None:
    """PP-X1: everybody sees the proposal where it would lie; only then is there the phrase about the order."""
    ann, bo = site.visitor("Ann"), site.visitor("Bo", viewport=PHONE)
    found = None
    while found is None:
        table = strict_table(ann, bo)
        found = set_to_show(table, ann, bo)
    who, words = found
    other = bo if who == ann else ann
    _, _, *cards = words.split()
    for page in (ann, bo):
        page.goto(f"/t/{table}")
        expect(page.get_by_role("list", name="Your hand")).to_be_visible()
    other.keyboard.press("c")
    expect(other.get_by_role("log", name="Chat")).to_be_visible()
    palette = other.get_by_role("group", name="What the rules let you say")
    expect(palette).to_be_visible()
    expect(palette.get_by_role("button", name=re.compile("card last"))).to_have_count(0)

    show = who.get_by_role("button", name="Show it first")
    expect(show).to_have_count(0)
    for card in cards:
        tap(who, card)
    expect(other.locator(".pilfering .areas .ghost")).to_have_count(0)  # what one only thinks of is nobody's business
    show.click()
    expect(other.locator(".pilfering .areas .ghost")).to_have_count(len(cards))
    who.get_by_role("button", name="Clear", exact=True).click()  # what was shown is still there, for oneself too
    expect(who.locator(".pilfering .areas .ghost")).to_have_count(len(cards))
    who.keyboard.press("c")
    for page in (ann, bo):
        expect(page.get_by_role("log", name="Chat")).to_contain_text("I could lay")
    palette.get_by_role("button", name=re.compile("card last")).click()
    palette.get_by_role("group", name="suit").get_by_role("button").first.click()
    palette.get_by_role("button", name="Send").click()
    expect(who.get_by_role("log", name="Chat")).to_contain_text("card last?")

    other.reload()  # what is shown stands until the next move, also for whoever comes back
    expect(other.locator(".pilfering .areas .ghost")).to_have_count(len(cards))
    move(who, table, words)
    for page in (ann, bo):
        expect(page.locator(".pilfering .areas .ghost")).to_have_count(0)
