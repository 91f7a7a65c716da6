"""Several people around one device, and a game that hides a card from each."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .people import PHONE, Site, move, until

CARD = re.compile(r"\b[JQK]\b")


def sat_down(site: Site, game: str, *names: str) -> Page:
    page = site.visitor("Host", viewport=PHONE, touch=True)
    page.goto(f"/new/{game}")
    page.get_by_role("radio", name="All on this device").tap()
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_role("button", name="Play on this device").tap()
    return page


def everything(page: Page) -> str:
    """All words of the page, those that only screen readers hear, too."""
    words: str = page.evaluate(
        """() => document.title + document.body.textContent +
          [...document.querySelectorAll('[aria-label], [title], [alt]')]
            .map((it) => [it.ariaLabel, it.title, it.alt].join(' ')).join(' ')"""
    )
    return words


def test_nothing_is_seen_until_the_next_person_taps(site: Site) -> None:
    page = sat_down(site, "leduc", "Ann", "Ben")
    seen: dict[str, set[str]] = {"Ann": set(), "Ben": set()}
    over = page.get_by_role("heading", level=1, name=re.compile("wins|victory", re.I))
    turns = 0
    while True:
        cover = page.get_by_role("button", name=re.compile("^Pass the device to "))
        expect(cover.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        assert not CARD.search(everything(page)), "a card shows through the cover"
        expect(page.get_by_role("navigation", name="At the table")).to_have_count(0)
        name = "Ann" if "Ann" in cover.inner_text() else "Ben"
        expect(cover).to_be_focused()
        cover.tap()
        expect(page.get_by_role("status").filter(has_text=f"{name}, your turn")).to_be_visible()
        mine = page.get_by_role("row", name=re.compile(name))
        expect(mine).to_have_text(CARD, use_inner_text=True)
        found = CARD.search(mine.inner_text())
        assert found, "one's own card is seen"
        seen[name].add(found[0])
        other = page.get_by_role("row", name=re.compile("Ben" if name == "Ann" else "Ann"))
        assert not CARD.search(other.inner_text()), "the other's card is seen"
        page.get_by_role("region", name="Your moves").get_by_role("button", name=re.compile("call|check", re.I)).tap()
        turns += 1
    assert turns == 4  # two rounds of checks
    assert all(len(cards) == 1 for cards in seen.values()), "everybody has seen their one card"
    page.get_by_role("button", name="Rematch").tap()
    expect(page.get_by_role("button", name=re.compile("^Pass the device to "))).to_be_visible()


def one_move(page: Page) -> None:
    """Take a die, or trade one: whatever is on offer first."""
    made: list[bool] = []

    def tap() -> bool:
        made.append(move(page, lambda it: it.tap()))
        return made[-1]

    until(lambda: any(made), tap, page=page)


def test_nothing_is_covered_where_nothing_is_hidden(site: Site) -> None:
    page = sat_down(site, "royale", "Ann", "Ben")
    cover = page.get_by_role("button", name=re.compile("^Pass the device to "))
    covers: list[str] = []

    def note(text: str) -> None:
        covers.append(text)

    page.expose_function("covered", note)
    page.evaluate(
        """() => new MutationObserver(() => {
          const cover = document.querySelector('.cover');
          if (cover) window.covered(cover.textContent);
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    for _ in range(4):
        one_move(page)
        expect(page.get_by_role("status").filter(has_text=re.compile("(Ann|Ben), your turn"))).to_be_visible()
        expect(cover).to_have_count(0)
    assert covers == []


def test_who_minds_no_cover_plays_without(site: Site) -> None:
    page = sat_down(site, "leduc", "Ann", "Ben")
    page.get_by_label("Do not cover the table between turns").tap()
    page.get_by_role("button", name=re.compile("^Pass the device to ")).tap()
    for name in ("Ann", "Ben"):
        expect(page.get_by_role("status").filter(has_text=f"{name}, your turn")).to_be_visible()
        page.get_by_role("region", name="Your moves").get_by_role("button", name=re.compile("call|check", re.I)).tap()
    expect(page.get_by_role("status").filter(has_text="Ann, your turn")).to_be_visible()
    address = page.url
    page.reload()  # a device may be put aside: the table is still there
    expect(page.get_by_role("status").filter(has_text="Ann, your turn")).to_be_visible()
    assert page.url == address


def test_a_game_on_one_device_is_found_again_in_a_browser_that_was_closed(site: Site) -> None:
    page = sat_down(site, "royale", "Ann", "Ben")
    one_move(page)
    expect(page.get_by_role("status").filter(has_text="Ben, your turn")).to_be_visible()
    address, kept = page.url, page.context.storage_state()
    page.context.close()
    again = site.visitor(viewport=PHONE, touch=True, cookies=kept)
    again.goto("/")
    card = again.get_by_role("region", name="Your tables").get_by_role("link").filter(has_text="on this device")
    expect(card).to_contain_text("Ben is to move")
    expect(card).to_contain_text("Ann")
    again.goto("/tables")
    again.get_by_role("region", name="On this device").get_by_role("link").tap()
    expect(again.get_by_role("status").filter(has_text="Ben, your turn")).to_be_visible()
    assert again.url == address
    one_move(again)


def test_the_replay_of_a_game_on_one_device_opens(site: Site) -> None:
    page = sat_down(site, "leduc", "Ann", "Ben")
    page.get_by_role("button", name=re.compile("^Pass the device to ")).tap()
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").tap()
    page.get_by_role("link", name="Replay").tap()
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
