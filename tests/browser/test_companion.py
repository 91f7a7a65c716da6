"""At the real table: a whole evening with real dice, typed into a phone, a slip and its correction included."""

from __future__ import annotations

import csv
import json
import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import pandarium
from games.royale.test_companion import whole_game
from pandarium.companion import EveningEntries, fold

from .people import Site

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}
NAMES: Final = ["Ann", "Ben", "Cem"]
ROLL: Final = re.compile(r"([A-C]) roll (.*)")


@pytest.fixture
def phone(site: Site) -> Page:
    return site.visitor(viewport=SMALL, touch=True)


def choose_box(page: Page, title: str) -> None:
    page.get_by_role("group", name="Which box").get_by_role("radio", name=title).tap()
    expect(page.get_by_role("radio", name=title)).to_be_checked()


def begin(page: Page, names: list[str]) -> None:
    page.goto("/")
    page.get_by_role("link", name="At the real table").tap()
    choose_box(page, "Panda Royale")
    for seat, name in enumerate(names, 1):
        if seat > 2:
            page.get_by_role("button", name="One more player").tap()
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    page.get_by_role("button", name="Begin", exact=True).tap()
    expect(page.get_by_role("heading", name=f"{names[0]} rolls")).to_be_visible()


def enter(page: Page, entry: str) -> None:
    """One entry by what the page offers: rolls are typed, everything else is tapped."""
    if rolled := ROLL.fullmatch(entry):
        name = NAMES["ABC".index(rolled[1])]
        expect(page.get_by_role("heading", name=f"{name} rolls")).to_be_visible()
        page.get_by_role("textbox").fill(rolled[2])
        page.get_by_role("button", name="Enter", exact=True).tap()
        return
    if entry.startswith("pool "):
        bag = page.get_by_role("group", name="In the bag")
        for code in entry.split()[1:]:
            bag.get_by_role("button", name=re.compile(f"^{DICE[code]}, ")).tap()
        page.get_by_role("button", name="Enter", exact=True).tap()
        return
    name = NAMES["ABC".index(entry[0])]
    choice = page.get_by_role("region", name=re.compile(f"^{name} (takes a die|may trade)$"))
    match entry.split()[1:]:
        case ["pass"]:
            choice.get_by_role("button", name=f"{name} keeps their dice").tap()
        case ["take", code]:
            choice.get_by_role("button", name=f"Take the {DICE[code]}", exact=True).tap()
        case ["trade", other, code]:
            theirs = f"Give {NAMES['ABC'.index(other)]} a clear die for their {DICE[code]}"
            choice.get_by_role("button", name=theirs, exact=True).tap()


DICE: Final = {
    "y6": "yellow d6",
    "y8": "yellow d8",
    "p8": "purple d8",
    "p12": "purple d12",
    "b6": "blue d6",
    "b8": "blue d8",
    "b12": "blue d12",
    "s6": "glitter d6",
    "r6": "red d6",
    "r8": "red d8",
    "g20": "green d20",
    "c6": "clear d6",
    "c6*": "traded clear d6",
}


def test_a_whole_evening_is_kept_and_a_slip_of_the_finger_is_mended(phone: Page) -> None:
    entries = whole_game(3, 8)
    begin(phone, NAMES)
    sheet = phone.get_by_role("region", name=re.compile("^Score sheet"))
    slip = False
    for number, entry in enumerate(entries):
        rolled = ROLL.fullmatch(entry)
        if rolled and rolled[1] == "A" and number > 25 and not slip and rolled[2][0] != "1":
            # The first die was misread as a 1, and entered.
            slip = True
            wrong = " ".join(["1", *rolled[2].split()[1:]])
            enter(phone, f"{rolled[1]} roll {wrong}")
            name = NAMES["ABC".index(rolled[1])]
            phone.get_by_role("button", name=f"Correct what {name} rolled").tap()
            expect(phone.get_by_role("status").filter(has_text=f"You correct: {name} rolled {wrong}")).to_be_visible()
        enter(phone, entry)
    assert slip
    expect(phone.get_by_role("heading", name=re.compile("wins!|share the victory"))).to_be_visible()
    # The same as the engine's own record of that game.
    scores = fold(pandarium.game("royale"), EveningEntries(names=NAMES, entries=entries)).points
    for name, points in zip(NAMES, scores, strict=True):
        expect(sheet.get_by_role("row", name=name).get_by_role("cell").first).to_have_text(str(sum(points)))

    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save as CSV").tap()
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert [[row[0], *map(int, row[1:-1])] for row in rows[1:]] == [
        [name, *points] for name, points in zip(NAMES, scores, strict=True)
    ]
    link = phone.get_by_role("link", name="Open in BG Stats").get_attribute("href") or ""
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [player["score"] for player in play["players"]] == [str(sum(points)) for points in scores]

    # It stays on the phone: with its result in the list, and the same names for another one.
    phone.goto("/companion")
    played = phone.get_by_role("region", name="Played")
    expect(played.get_by_role("link")).to_contain_text(f"{NAMES[0]} {sum(scores[0])}")
    played.get_by_role("button", name="Play again with the same names").tap()
    expect(phone.get_by_role("heading", name="Ann rolls")).to_be_visible()
    phone.goto("/")
    phone.get_by_role("region", name="Your tables").get_by_role("link", name=re.compile("Ann, Ben, Cem")).tap()
    expect(phone.get_by_role("heading", name="Ann rolls")).to_be_visible()


def test_a_correction_tells_the_first_entry_that_no_longer_fits(phone: Page) -> None:
    begin(phone, NAMES[:2])
    pad = phone.get_by_role("group", name="What does the yellow d6 show?")
    pad.get_by_role("button", name="3").tap()
    expect(phone.get_by_role("status", name="Points so far")).to_have_text("3")
    phone.get_by_role("button", name="Enter", exact=True).tap()
    for entry in ("B roll 5", "pool b8 r6 g20", "B take g20", "A take b8"):
        enter(phone, entry)
    expect(phone.get_by_role("heading", name="Ann rolls")).to_be_visible()

    phone.get_by_role("textbox").fill("3 9")
    expect(phone.get_by_role("alert")).to_have_text("A blue d8 does not show 9.")

    phone.get_by_role("button", name="Entries").tap()
    phone.get_by_role("button", name="Correct: Ben rolled 5").tap()
    enter(phone, "B roll 1")
    told = phone.get_by_role("alert")
    expect(told).to_contain_text("This no longer fits: Ben takes the green d20. It is the turn of Ann. PR-1")
    enter(phone, "A take g20")  # in its place
    expect(told).to_contain_text("This no longer fits: Ann takes the blue d8. It is the turn of Ben. PR-1")
    phone.reload()  # it is kept as it is, mended or not
    expect(told).to_contain_text("This no longer fits")
    phone.get_by_role("button", name="Delete it and all that follow").tap()
    expect(phone.get_by_role("heading", name="Ben takes a die")).to_be_visible()
    phone.get_by_role("button", name="What should I take?").tap()
    advice = phone.get_by_role("complementary", name="The bot's advice")
    expect(advice.get_by_role("listitem")).to_have_count(2)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_role("heading", name="Ann takes a die")).to_be_visible()


def test_without_the_server_entries_stay_on_the_phone(site: Site, phone: Page) -> None:
    begin(phone, NAMES[:2])
    enter(phone, "A roll 3")
    expect(phone.get_by_role("heading", name="Ben rolls")).to_be_visible()
    with site.forgiving("companion", "ERR_"):
        phone.route("**/api/games/royale/companion", lambda route: route.abort())
        enter(phone, "B roll 5")
        expect(phone.get_by_role("alert").filter(has_text="Your entries are kept on this phone")).to_be_visible()
        phone.unroute("**/api/games/royale/companion")
        phone.get_by_role("button", name="Try again").tap()
        expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.get_by_role("heading", name="Ben rolls")).to_be_visible()
    enter(phone, "B roll 5")
    expect(phone.get_by_role("heading", name="Draw 3 dice from the bag")).to_be_visible()
