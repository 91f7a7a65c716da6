"""At the real table without a server: the rules are loaded onto the phone once, and the evening goes on by itself."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import pandarium
from pandarium.companion import EveningEntries, fold

from .people import Site
from .test_companion import NAMES, SMALL, begin, enter
from .test_offline import _NO_ANSWER, keep, own_site

__all__ = ["own_site"]

SERVED = ["A roll 3", "B roll 5", "pool b8 r6 g20"]
ALONE = ["B take g20", "A take b8", "A roll 3 5 7", "B roll 4 11", "pool p8 y8 c6"]


def test_an_evening_goes_on_with_the_server_gone(own_site: Site) -> None:
    page = own_site.visitor(viewport=SMALL, touch=True, workers=True)
    keep(page, "/companion")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    offer = page.get_by_role("region", name="No network at your table?")
    offer.get_by_role("button", name=re.compile(r"Load the rules \(\d\S* MB\)")).tap()
    kept = page.get_by_text("The rules are on this phone")
    expect(kept).to_be_visible()

    begin(page, NAMES[:2])
    for entry in SERVED:
        enter(page, entry)
    expect(page.get_by_role("heading", name="Ben takes a die")).to_be_visible()
    alone = page.get_by_role("status").filter(has_text="Without the server")
    expect(alone).to_have_count(0)

    own_site.server.stop()
    with own_site.forgiving(*_NO_ANSWER):
        page.reload()
        expect(alone).to_be_visible()
        for entry in ALONE:
            enter(page, entry)
        expect(page.get_by_role("heading", name="Ben takes a die")).to_be_visible()
        page.get_by_role("button", name="What should I take?").tap()
        advice = page.get_by_role("complementary", name="The bot's advice").get_by_role("listitem")
        expect(advice).to_have_count(3)

        # The same as the rules say elsewhere, to the last word.
        told = EveningEntries(names=NAMES[:2], entries=[*SERVED, *ALONE], advice=True)
        shown = fold(pandarium.game("royale"), told)
        assert [one.what.die for one in shown.advice if one.label] != []
        for item, one in zip(advice.all(), shown.advice, strict=True):
            expect(item).to_contain_text(one.label.removeprefix("Take the "))
        sheet = page.get_by_role("region", name=re.compile("^Score sheet"))
        for name, points in zip(NAMES, shown.points, strict=False):
            expect(sheet.get_by_role("row", name=name).get_by_role("cell").first).to_have_text(str(sum(points)))

        own_site.server.start()
        page.reload()
        expect(page.get_by_role("heading", name="Ben takes a die")).to_be_visible()
        expect(alone).to_have_count(0)
