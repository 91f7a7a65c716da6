"""Several phones at one real table: an evening shared by a code, and afterwards among one's own games."""

from __future__ import annotations

import json
import re
from typing import Final

from playwright.sync_api import Page, expect

from games.royale.test_companion import whole_game

from .people import Site
from .test_companion import NAMES, SMALL, begin, enter

FOLLOWING: Final = re.compile(r"/api/evenings/e_\w+\?after=")


def phone(site: Site) -> Page:
    return site.visitor(viewport=SMALL, touch=True)


def share(page: Page) -> str:
    """Share the evening on this phone; its code."""
    expect(page.get_by_text("Kept on this phone only.")).to_be_visible()
    page.get_by_role("button", name="Share").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("until you end it, at most a month after the last entry")
    dialog.get_by_role("button", name="Share").tap()
    expect(dialog.get_by_role("img", name="A QR code")).to_be_visible()
    spelled = re.search("The code: ((?:[A-Z] ){3}[A-Z])", dialog.inner_text())
    assert spelled
    dialog.get_by_role("button", name="Close").tap()
    return spelled[1].replace(" ", "")


def stops_following(page: Page) -> None:
    """From now on nothing of what others enter gets here: its requests are never answered."""
    page.route(FOLLOWING, lambda route: None)
    with page.expect_request(FOLLOWING):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # which asks anew


def sees(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def test_two_phones_keep_one_evening(site: Site) -> None:
    ann, ben = phone(site), phone(site)
    begin(ann, NAMES[:2])
    enter(ann, "A roll 3")
    sees(ann, "Ben rolls")
    code = share(ann)
    ben.goto("/companion")
    ben.get_by_role("textbox", name="Code").fill(code.lower())
    ben.get_by_role("button", name="Join").tap()
    sees(ben, "Ben rolls")
    expect(ben.get_by_role("status").filter(has_text=f"Shared by code {code}")).to_be_visible()
    enter(ben, "B roll 5")
    sees(ann, "Draw 3 dice from the bag")

    # Both enter what came out of the bag: the second is told, and shown what is there.
    stops_following(ben)
    enter(ann, "pool b8 r6 g20")
    sees(ann, "Ben takes a die")
    with site.forgiving("409"):
        enter(ben, "pool b8 r6 c6")
        expect(ben.get_by_text("Somebody else was faster.")).to_be_visible()
        sees(ben, "Ben takes a die")
    expect(ben.get_by_role("button", name="Take the green d20")).to_be_visible()

    # A phone that was away sees what it missed as soon as it is back.
    with site.forgiving("ERR_INTERNET_DISCONNECTED"):
        ben.context.set_offline(True)
        ben.unroute(FOLLOWING)
        enter(ann, "B take g20")
        enter(ann, "A take b8")
        sees(ann, "Ann rolls")
        ben.context.set_offline(False)
        sees(ben, "Ann rolls")

    # What two enter about two players at the same time both counts.
    stops_following(ben)
    enter(ann, "A roll 3 4 6")
    sees(ann, "Ben rolls")
    ben.get_by_role("list", name="Players").get_by_role("button", name="Ben").tap()
    with site.forgiving("409"):
        enter(ben, "B roll 5 7")
        sees(ben, "Draw 3 dice from the bag")
    sees(ann, "Draw 3 dice from the bag")
    ben.unroute(FOLLOWING)
    ben.reload()
    sees(ben, "Draw 3 dice from the bag")

    # Undoing and correcting is for all.
    ben.get_by_role("button", name="Undo").tap()
    sees(ann, "Ben rolls")
    ann.get_by_role("button", name="Entries").tap()
    ann.get_by_role("button", name="Correct: Ann rolled 3 4 6").tap()
    enter(ann, "A roll 6 4 6")
    expect(ben.get_by_role("button", name="Correct what Ann rolled")).to_contain_text("16")

    # The sharer ends it: what was entered stays on both phones, and each goes on alone.
    with site.forgiving("404"):
        ann.get_by_role("button", name="Show the code").tap()
        ann.get_by_role("button", name="End sharing").tap()
        expect(ben.get_by_text("This evening is not shared any more.")).to_be_visible()
        for page in (ann, ben):
            expect(page.get_by_text("Kept on this phone only.")).to_be_visible()
            sees(page, "Ben rolls")
        ben.goto(f"/companion?code={code}")
        expect(ben.get_by_text("No evening is shared by this code")).to_be_visible()
    ben.get_by_role("link", name=re.compile("Ann, Ben")).tap()
    enter(ben, "B roll 5 7")
    sees(ben, "Draw 3 dice from the bag")
    sees(ann, "Ben rolls")


def test_a_finished_evening_can_be_shared_and_goes_among_ones_games(site: Site) -> None:
    page = phone(site)
    evening = {"id": "mi4x", "game": "royale", "names": NAMES, "options": {}, "entries": whole_game(3, 8)}
    evening |= {"begun": 1_700_000_000_000, "changed": 1_700_002_700_000, "result": None}
    page.goto("/companion")
    page.evaluate("text => localStorage.setItem('pandarium.evening.mi4x', text)", json.dumps(evening))
    page.goto("/companion/mi4x")
    sees(page, "Ann wins!")
    code = share(page)
    late = phone(site)
    late.goto(f"/companion?code={code}")  # as scanned
    sees(late, "Ann wins!")
    late.goto("/companion")
    played = late.get_by_role("region", name="Played").get_by_role("link")
    expect(played).to_contain_text("Ann won")

    # Another game: whoever is here goes along.
    played.tap()
    sees(late, "Ann wins!")
    page.get_by_role("button", name="Play again with the same names").tap()
    sees(page, "Ann rolls")
    late.get_by_role("button", name="Go there").tap()
    sees(late, "Ann rolls")
    enter(late, "A roll 3")
    sees(page, "Ben rolls")
    page.goto("/companion/mi4x")

    page.get_by_role("button", name="Add to my games").tap()
    page.get_by_role("dialog", name="Who are you?").get_by_role("button", name="Ben").tap()
    expect(page.get_by_text("It is among your games now.")).to_be_visible()
    page.get_by_role("link", name="Among my games").tap()
    games = page.get_by_role("region", name="Games played")
    expect(games.get_by_role("listitem")).to_contain_text("at a real table · Ann · Cem")
    expect(games.get_by_role("link", name="Replay")).to_have_count(0)
    games.get_by_role("button", name=re.compile("^Remove the evening")).tap()
    page.get_by_role("dialog").get_by_role("button", name="Remove").tap()
    expect(games.get_by_text("No finished games here yet.")).to_be_visible()
