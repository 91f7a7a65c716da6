"""Games without a server: the rules run in the page, at the same tables, with the server really gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pandarium.core.record import Record
from pandarium.kit.verify import check

from .people import Site, move, play_out, scores, until
from .test_companion import SMALL
from .test_offline import _NO_ANSWER, keep, own_site

__all__ = ["own_site"]

pytestmark = pytest.mark.long

OTHERS = ["Pandánte", "Pilfering Pandas", "Wildstyle"]


def load_rules(site: Site) -> Page:
    """A phone that has the rules for when there is no server, and whose server is then gone."""
    page = site.visitor(viewport=SMALL, touch=True, workers=True)
    keep(page, "/device")
    page.evaluate("localStorage.setItem('pandarium.likes', JSON.stringify({ speed: 'off' }))")
    offer = page.get_by_role("region", name="Play where there is no network")
    expect(offer.get_by_role("listitem").filter(has_text="Panda Royale")).to_be_visible()
    for title in OTHERS:
        expect(offer.get_by_role("listitem").filter(has_text=title)).to_be_visible()
    page.get_by_role("button", name=re.compile(r"Load the rules \(\d\S* MB\)")).tap()
    expect(page.get_by_text("The rules are on this device")).to_be_visible()
    site.server.stop()
    return page


def begin(page: Page, title: str) -> None:
    """A game of two, against a bot, from the page where one is chosen."""
    page.get_by_role("radio", name=title).check(force=True)
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    count = page.get_by_role("group", name="How many seats")
    count.get_by_role("button", name="One seat fewer").tap()
    expect(count).to_contain_text("2")
    page.get_by_role("button", name="Play on this device").tap()
    expect(page.get_by_text("On this device", exact=True)).to_be_visible()


def moves_kept(page: Page) -> int:
    """How many moves the device has kept of the game on screen."""
    key = "'pandarium.device.' + location.pathname.split('/')[2]"
    return int(page.evaluate(f"JSON.parse(localStorage.getItem({key})).record.moves?.length ?? 0"))


def test_games_against_bots_with_the_server_gone(own_site: Site, tmp_path: Path) -> None:
    """One of them to its end; of the others it is seen that bots move and give advice. Python is started rarely."""
    page = load_rules(own_site)
    with own_site.forgiving(*_NO_ANSWER):
        begin(page, "Panda Royale")
        until(lambda: moves_kept(page) >= 6, lambda: move(page), page=page)
        kept = moves_kept(page)
        page.goto("/")  # the server does not answer: the game is offered there
        page.get_by_role("link", name="Go on").tap()
        expect(page.get_by_role("button", name="Hint")).to_be_visible()
        assert moves_kept(page) >= kept
        play_out(page)
        shown = scores(page)

        page.get_by_role("link", name="Replay").tap()
        expect(page.get_by_role("heading", name="Panda Royale")).to_be_visible()
        expect(page.get_by_role("slider").first).to_be_visible()
        page.goto("/device")
        with page.expect_download() as got:
            page.get_by_role("button", name="Record").tap()
        got.value.save_as(tmp_path / "record.json")
        record = Record.load(tmp_path / "record.json")
        assert all(finding.holds is not False for finding in check(record))
        outcome = record.final().outcome()
        assert outcome is not None
        assert dict(zip(record.players, outcome.scores, strict=True)) == shown

        for number, title in enumerate(OTHERS):
            if number:
                page.go_back()
            begin(page, title)
            expect(page.get_by_role("button", name="Hint")).to_be_enabled()  # bots before us have moved
            page.get_by_role("button", name="Hint").tap()
            expect(page.get_by_role("button", name="Hint")).to_be_enabled()
            expect(page.get_by_role("alert")).to_have_count(0)
        own_site.server.start()
