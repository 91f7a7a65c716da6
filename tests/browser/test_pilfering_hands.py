"""Pilfering Pandas by hand: cards carried to where they belong, cards given, the run at the end, pointing at cards."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from pandarium.core.registry import game as find_game
from pandarium.kit.lesson import Lesson
from pandarium.server.http.lessons import show

from .people import DESKTOP, PHONE, Site, create_table, send
from .test_together import two_at_a_strict_table

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
DONE = "So be it."


def put(page: Page, seat: int = 0, **position: Any) -> None:
    """The page shows this position, and lets that seat make one move, as in a lesson."""
    answers = [{"moves": ["*"], "right": True, "text": DONE}]
    step = {"title": "Here", "text": "Look.", "ask": "Move.", "seat": seat, "answers": answers, "position": position}
    lesson = {"title": "One", "tagline": "One.", "minutes": 1, "names": ["Pan", "Mei", "Bo", "Lin"], "step": [step]}
    shown = msgspec.json.encode(show(find_game("pilfering"), msgspec.convert(lesson, Lesson)))
    page.route(
        "**/api/games/pilfering/lesson*", lambda route: route.fulfill(body=shown, content_type="application/json")
    )
    page.goto("/learn/pilfering")
    expect(page.get_by_role("list", name="Your hand")).to_be_visible()


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="Your hand").get_by_role("button", name=name)


def area(page: Page, meerkat: str) -> Locator:
    return page.get_by_role("region", name=re.compile(meerkat))


def middle(it: Locator) -> tuple[float, float]:
    box = it.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lift(page: Page, it: Locator, to: Locator) -> None:
    """Carry it there, and hold it. The hand is always in sight."""
    to.evaluate("to => to.scrollIntoView({ block: 'center' })")
    page.mouse.move(*middle(it))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=6)


def carry(page: Page, it: Locator, to: Locator) -> None:
    lift(page, it, to)
    page.mouse.up()


TRADE: dict[str, Any] = {
    "seats": 2,
    "step": "act",
    "spent": [0, 1],
    "hands": [["r3", "r4", "r5", "g7", "p2", "b1"], ["y1", "y6", "g2", "b7", "p4", "p5"]],
    "hideout": ["y3", "g6", "b2"],
}
LIT = re.compile(r"\blit\b")


@SIZES
def test_tapped_cards_are_carried_to_an_area_that_lights_up(site: Site, viewport: ViewportSize) -> None:
    ann = site.visitor("Ann", viewport=viewport)
    put(ann, **TRADE)
    card(ann, "red fox 3").click()
    card(ann, "red fox 4").click()
    lift(ann, card(ann, "red fox 5"), area(ann, "Nenal"))
    expect(area(ann, "Nenal")).to_have_class(LIT)
    expect(area(ann, "Aria")).not_to_have_class(LIT)  # she does not love foxes
    expect(ann.locator(".track .ghost")).to_have_count(2)  # both markers, before anything is done
    ann.mouse.up()
    expect(ann.get_by_text(DONE)).to_be_visible()
    expect(area(ann, "Nenal").get_by_role("img", name=re.compile("^red fox [345]"))).to_have_count(3)


def test_cards_carried_one_by_one_wait_for_their_button(site: Site) -> None:
    ann = site.visitor("Ann")
    put(ann, **TRADE)
    for number in (3, 4, 5):
        carry(ann, card(ann, f"red fox {number}"), area(ann, "Nenal"))
    confirm = ann.locator(".decide .main")
    expect(confirm).to_contain_text("red fox 3, red fox 4, red fox 5")
    expect(confirm).to_contain_text("pandas +3, keeper +1; 10 ahead")
    confirm.click()
    expect(ann.get_by_text(DONE)).to_be_visible()


def test_a_card_carried_along_the_hand_is_sorted_and_one_let_go_elsewhere_stays(site: Site) -> None:
    ann = site.visitor("Ann")
    put(ann, **TRADE)
    hand = ann.get_by_role("list", name="Your hand").get_by_role("button")
    expect(hand.first).to_contain_text("red fox 3")
    carry(ann, hand.first, hand.nth(2))
    expect(hand.nth(2)).to_contain_text("red fox 3")
    carry(ann, hand.nth(2), ann.get_by_role("list", name="Pandas"))
    expect(hand.nth(2)).to_contain_text("red fox 3")
    expect(hand.nth(2)).to_have_attribute("aria-pressed", "false")  # a carry is no tap


def test_a_finger_carries_cards_as_well(site: Site) -> None:
    ann = site.visitor("Ann", viewport=PHONE, touch=True)
    put(ann, **{**TRADE, "step": "stash"})
    hideout = ann.get_by_role("region", name="Hideout")
    hideout.evaluate("it => it.scrollIntoView({ block: 'center' })")
    there = middle(hideout)
    here = middle(card(ann, "green tortoise 7"))
    finger = ann.context.new_cdp_session(ann)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", here)
    for part in (0.2, 0.5, 0.8, 1.0):
        touch("touchMove", (here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part))
    expect(hideout).to_have_class(LIT)
    touch("touchEnd")
    expect(ann.get_by_text(DONE)).to_be_visible()
    expect(hideout.get_by_role("img", name="green tortoise 7")).to_be_visible()


def test_cards_are_taken_up_from_the_hideout(site: Site) -> None:
    ann = site.visitor("Ann")
    put(ann, **{**TRADE, "step": "refresh"})
    last = ann.get_by_role("button", name="blue penguin 2: Take the last card")
    carry(ann, last, ann.get_by_role("list", name="Your hand"))
    expect(ann.get_by_text(DONE)).to_be_visible()
    expect(card(ann, "blue penguin 2")).to_be_visible()


@SIZES
def test_sharing_is_chosen_never_proposed_and_answered_with_a_card(site: Site, viewport: ViewportSize) -> None:
    ann = site.visitor("Ann", viewport=viewport)
    put(ann, **{**TRADE, "spent": [], "pandas": ["sharing", "crafty"]})
    card(ann, "green tortoise 7").click()
    expect(ann.locator(".decide .main")).to_have_count(0)
    ann.get_by_role("button", name="Swap the green tortoise 7 with Mei").click()
    ann.locator(".decide .main").click()
    expect(ann.get_by_text(DONE)).to_be_visible()
    put(
        ann,
        seat=1,
        **{**TRADE, "step": "give", "spent": [0], "pandas": ["sharing", "crafty"], "asked": 1, "gift": "g7"},
    )
    expect(ann.get_by_text("Pan swaps a card with you and chose theirs.")).to_be_visible()
    expect(card(ann, "red fox")).to_have_count(0)  # it is Mei's hand
    card(ann, "yellow monkey 6").click()
    ann.get_by_role("button", name="Give the yellow monkey 6").click()
    expect(ann.get_by_text(DONE)).to_be_visible()
    expect(card(ann, "green tortoise 7")).to_be_visible()


FATES = [
    (36, 31, [["r2", "y7"], []], "Safe: the keeper moves 2, you are 5 ahead.", "Run for it!"),
    (36, 32, [["r2", "y7"], [], ["g6"]], "A gamble: the keeper moves 3–4, you are 4 ahead.", "Run for it!"),
    (36, 34, [["r2", "y7"], []], "Too much: the keeper moves 2, you are only 2 ahead.", "Play on"),
]


@pytest.mark.parametrize(("panda", "keeper", "hands", "verdict", "main"), FATES, ids=["safe", "gamble", "lost"])
def test_the_final_check_is_counted_before_it_is_made(
    site: Site, panda: int, keeper: int, hands: list[list[str]], verdict: str, main: str
) -> None:
    ann = site.visitor("Ann", viewport=PHONE)
    end = {
        "step": "check",
        "timer": 2,
        "timekeeper": 1,
        "panda": panda,
        "keeper": keeper,
        "hideout": ["y3", "g5", "b2"],
    }
    put(ann, seats=len(hands), hands=hands, **end)
    expect(ann.get_by_text(verdict)).to_be_visible()
    expect(ann.locator(".decide .main")).to_have_text(main)  # nobody is called to run into the keeper's arms
    ann.get_by_role("button", name="Run for it!").click()
    expect(ann.get_by_text(DONE)).to_be_visible()


def test_somebody_points_and_everybody_sees_which_card(site: Site) -> None:
    ann, bo, _ = two_at_a_strict_table(site)
    ann.get_by_role("button", name="Point at a card").click()
    ann.get_by_role("region", name="Hideout").get_by_role("button", name=re.compile("^Show everybody")).nth(1).click()
    for page in (ann, bo):
        expect(page.get_by_role("region", name="Hideout").get_by_role("listitem").nth(1)).to_have_class(
            re.compile(r"\bpointed\b")
        )
        expect(page.get_by_role("list", name="In force")).to_contain_text("Ann I need that one")


def test_talk_is_agreed_once(site: Site) -> None:
    ann = site.visitor("Ann")
    ann.goto("/new/pilfering")
    talk = ann.get_by_role("group", name="Talk")
    expect(talk).to_have_count(1)
    expect(talk.get_by_role("radio", name="Set phrases")).to_be_checked()
    talk.get_by_role("radio", name="Players only").dispatch_event("click")
    with ann.expect_response("**/api/tables") as created:
        ann.get_by_role("button", name="Create the table").click()
    asked = created.value.request.post_data_json
    assert asked["talk"] == "players"
    assert asked["options"]["talk"] == "open"


def test_a_long_word_stays_within_its_seat(site: Site) -> None:
    ann = site.visitor("Ann", viewport=PHONE, locale="de-DE")
    table, _ = create_table(ann, game="royale", seats=5, bots=["random"] * 4)
    send(ann, table, type="start")
    ann.goto(f"/t/{table}")
    seats = ann.get_by_role("list", name="Plätze").get_by_role("listitem")
    expect(seats.nth(4)).to_contain_text("verschlafen")
    right = "it => [it, ...it.querySelectorAll('.name, .what')].map((one) => one.getBoundingClientRect().right)"
    for seat in seats.all():
        edge, *words = seat.evaluate(right)
        assert all(word <= edge for word in words)
