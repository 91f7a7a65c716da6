"""Pilfering Pandas in the browser: whole games on phone and desktop, a set laid card by card, the keyboard alone.

What is carried by mouse and finger, the final check and the talk of strict tables: test_pilfering_hands."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from .people import DESKTOP, PHONE, Site, create_table, is_over, play_on, send, until
from .test_axe import axe, bring_axe, serious

__all__ = ["axe"]

Press = Callable[[Locator], None]


def click(it: Locator) -> None:
    it.click()


def enter(it: Locator) -> None:
    it.focus()
    it.press("Enter")


def act(page: Page, press: Press = click) -> bool:
    """Do what the stage offers: the first trade on the list, else the plainest thing."""
    news = page.get_by_role("region", name="Since your last turn")
    if news.is_visible():
        press(news.get_by_role("button", name="Close"))
    moment = page.get_by_role("button", name=re.compile("^Foiled! "))
    # It goes by itself as well, when the others go on: whoever waits for it to be pressed may wait for ever.
    moment.evaluate_all("all => all.forEach((it) => it.click())")
    stage = page.locator(".pilfering .stage.mine")
    if not stage.is_visible():
        return False
    trades = page.locator(".pilfering .all li button").filter(has_text=re.compile("^(Trade with|Go on at) "))
    if trades.count():
        return from_the_list(page, trades.first, press)
    for name in ("Run for it!", "I start", "Draw from the deck", "No more actions", "Not here", "Leave it with "):
        button = stage.get_by_role("button", name=name, disabled=False)
        if button.count():
            press(button.first)
            return True
    pandas = stage.get_by_role("button", name=re.compile("Panda Once"), disabled=False)
    if pandas.count():
        press(pandas.first)
        return True
    secret = page.get_by_role("button", name=re.compile("from the Secret Stash"))
    if secret.count():
        press(secret.first)
        return True
    done = stage.get_by_role("button", name=re.compile("^(Stash|Give) the "), disabled=False)
    if not done.count():
        cards = stage.get_by_role("list", name="Your hand").locator("button:not(.dim)")
        if cards.count():
            press(cards.first)
    if done.count():
        press(done.first)
        return True
    rest = page.locator(".pilfering .all li button")  # cards of the Hideout, a Key to throw away …
    return rest.count() > 0 and from_the_list(page, rest.first, press)


def from_the_list(page: Page, it: Locator, press: Press) -> bool:
    """Press one of all the moves that there are."""
    if not it.is_visible():
        press(page.locator(".pilfering .all summary"))
    press(it)
    return True


def play(page: Page, press: Press = click, moves: int = 1_000) -> int:
    """So many moves at least, or to the end of the game; how many it took."""
    made = 0

    def deed() -> bool:
        nonlocal made
        if is_over(page) or not act(page, press):
            return False
        made += 1
        page.wait_for_timeout(40)  # until the answer is drawn
        return True

    return until(lambda: made >= moves or is_over(page), deed, page=page)


def begin(page: Page, seats: int, **options: bool) -> str:
    """A table of the page's visitor with bots, begun and shown; its id."""
    table, _ = create_table(page, game="pilfering", seats=seats, bots=["beginner"] * (seats - 1), options=options)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    return table


def test_a_whole_game_with_bots(site: Site) -> None:
    ann = site.visitor("Ann", viewport=DESKTOP)
    begin(ann, 3, foiled_plans=True)
    assert play(ann) >= 5
    assert not site.complaints


@pytest.mark.parametrize(
    ("viewport", "seats", "press"), [(PHONE, 1, click), (DESKTOP, 2, enter)], ids=["alone", "keyboard"]
)
def test_so_it_is_played_alone_on_a_phone_and_with_keys(
    site: Site, viewport: ViewportSize, seats: int, press: Press
) -> None:
    """The first turns; what follows is more of the same, until the end."""
    ann = site.visitor("Ann", viewport=viewport)
    table = begin(ann, seats)
    assert play(ann, press, moves=12) >= 5
    play_on(table, ann)
    expect(ann.get_by_role("button", name="Look at the table").first).to_be_visible()
    assert not site.complaints


@pytest.mark.parametrize("where", ["/learn/pilfering?step=1", "/learn/pilfering?step=6", "/learn/pilfering?step=8"])
def test_axe_finds_nothing_serious(site: Site, axe: str, where: str) -> None:
    ann = site.visitor("Ann")
    ann.goto(where)
    expect(ann.get_by_role("list", name="Your hand")).to_be_visible()
    bring_axe(ann, axe)
    assert not (problems := serious(ann)), "\n".join(problems)


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_set_is_laid_card_by_card_with_its_price_shown_first(site: Site, viewport: ViewportSize) -> None:
    ann = site.visitor("Ann", viewport=viewport)
    ann.goto("/learn/pilfering?step=3")
    hand = ann.get_by_role("list", name="Your hand")
    for number in (5, 4, 3):
        hand.get_by_role("button", name=f"red fox {number}").click()
    nenal, aria = (ann.get_by_role("region", name=re.compile(name)) for name in ("Nenal", "Aria"))
    expect(nenal.get_by_role("button", name="Here")).to_be_visible()  # lit: she loves foxes, Aria does not
    expect(aria.get_by_role("button")).to_have_count(0)
    confirm = ann.locator(".decide .main")
    expect(confirm).to_contain_text("red fox 5, red fox 4, red fox 3")
    ann.get_by_role("list", name="2 ways to do it").get_by_role("button").nth(1).click()
    expect(confirm).to_contain_text("red fox 3, red fox 4, red fox 5")
    expect(confirm).to_contain_text("pandas +3, keeper +1; 10 ahead")
    confirm.click()
    expect(ann.get_by_text("Pandas +3, keeper +1: 10 ahead.")).to_be_visible()


def test_what_is_no_set_can_be_tried_and_the_hand_is_walked_and_sorted_by_keys(site: Site) -> None:
    ann = site.visitor("Ann")
    ann.goto("/learn/pilfering?step=3")
    hand = ann.get_by_role("list", name="Your hand").get_by_role("button")
    expect(hand).to_have_count(6)
    before = hand.evaluate_all("all => all.map(one => one.textContent)")
    hand.first.focus()
    ann.keyboard.press("ArrowRight")
    expect(hand.nth(1)).to_be_focused()
    ann.keyboard.press("Alt+ArrowRight")
    expect(hand.nth(2)).to_be_focused()
    after = hand.evaluate_all("all => all.map(one => one.textContent)")
    assert after == [before[0], before[2], before[1], *before[3:]]
    hand.first.press("Enter")
    hand.last.press("Enter")
    expect(ann.get_by_role("button", name="Try at Nenal's")).to_be_visible()
