"""A finished game, looked at again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, StorageState, expect

from pandarium import Record
from server.harness import Server

from .people import Site, finished


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position in the game")


def at(page: Page) -> int:
    return int(slider(page).input_value())


def stands_at(page: Page, position: int) -> None:
    """That is the position that is shown, as soon as it is."""
    expect(slider(page)).to_have_value(str(position))


def dice(page: Page) -> str:
    """Everything that lies on the table."""
    return (
        page.get_by_role("region", name=re.compile("^Score sheet")).inner_text()
        + page.get_by_label("Players", exact=True).inner_text()
    )


@pytest.fixture(scope="module")
def played(browser: Browser, server: Server) -> tuple[StorageState, str]:
    """A game that is over: Ann's cookies, and the table."""
    site = Site(browser, server)
    page = site.visitor("Ann")
    table = finished(page)
    cookies = page.context.storage_state()
    site.leave()
    return cookies, table


@pytest.fixture
def replay(site: Site, played: tuple[StorageState, str]) -> Page:
    """Ann looks at it."""
    cookies, table = played
    page = site.visitor(cookies=cookies)
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    return page


def test_steps_jumps_and_rounds(replay: Page) -> None:
    page = replay
    last = int(slider(page).get_attribute("max") or 0)
    stands_at(page, 0)
    assert last >= 3 * 9
    before = dice(page)
    page.get_by_role("button", name="One step on").click()
    stands_at(page, 1)
    expect(page.get_by_role("listitem").filter(has=page.locator("[aria-current=step]"))).to_contain_text("takes the")
    page.get_by_role("button", name="One step back").click()
    stands_at(page, 0)
    assert dice(page) == before
    page.get_by_role("button", name="To the next round").click()
    expect(page.get_by_text("Round 2 of 10")).to_be_visible()
    assert dice(page) != before
    page.get_by_role("button", name="To the end").click()
    stands_at(page, last)
    expect(page.get_by_text("Final scores")).to_be_visible()
    page.get_by_role("slider").fill("5")
    stands_at(page, 5)
    page.locator("li", has_text=re.compile("^9")).get_by_role("button").first.click()
    stands_at(page, 9)
    page.get_by_role("slider").focus()
    for key, there in (("ArrowRight", 10), ("ArrowLeft", 9), ("Home", 0), ("End", last)):
        page.keyboard.press(key)
        stands_at(page, there)


def test_it_plays_by_itself_faster_and_slower(replay: Page) -> None:
    page = replay
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # from here on only as much passes as the test says
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(4_000)
    fast = at(page)
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(4_000)
    assert at(page) == fast >= 4
    page.get_by_role("button", name="To the start").click()
    page.get_by_label("Speed").select_option("½×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(4_000)
    assert 1 <= at(page) < fast / 2


def test_a_link_leads_to_the_same_position_and_the_same_eyes(replay: Page) -> None:
    page = replay
    page.get_by_role("slider").fill("11")
    page.get_by_label("Seen by").select_option(index=1)
    expect(page).to_have_url(re.compile("as=1"))
    stands_at(page, 11)
    page.get_by_role("button", name="Link to here").click()
    expect(page.get_by_text("The link to this position is copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    seen = dice(page)
    again = page.context.new_page()
    again.goto(link)
    expect(again.get_by_role("slider")).to_have_value("11")
    expect(again.get_by_label("Seen by")).to_have_value("1")
    assert dice(again) == seen


def test_every_seat_and_a_spectator_can_look(replay: Page) -> None:
    page = replay
    page.get_by_role("slider").fill("4")
    eyes = page.get_by_label("Seen by").get_by_role("option").all_inner_texts()
    assert len(eyes) == 4
    assert eyes[0] == "Ann (you)"
    for seat in (1, 2):
        page.get_by_label("Seen by").select_option(index=seat)
        # The dice in front are those of whose eyes we use.
        expect(page.get_by_role("region", name="Your dice").get_by_role("heading")).to_have_text(eyes[seat])
        stands_at(page, 4)
    page.get_by_label("Seen by").select_option("A spectator")
    expect(page.get_by_role("region", name="Your dice")).to_have_count(0)


def test_the_record_can_be_kept(replay: Page, played: tuple[StorageState, str], tmp_path: Path) -> None:
    page, table = replay, played[1]
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record of the game").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    assert re.fullmatch(rf"royale-.*{table}\.json", download.value.suggested_filename)
    outcome = Record.load(file).final().outcome()
    assert outcome is not None
    assert list(outcome.scores) == page.request.get(f"/api/tables/{table}").json()["outcome"]["scores"]
