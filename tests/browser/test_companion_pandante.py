"""At the real table with Pandánte: how a game is tapped into a phone, the hand checker, and several tables."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.pandante.test_companion import NAMES
from pandarium.games.pandante.content import own_content

from .people import Site
from .test_companion import choose_box

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}
CLAIMS: Final = {
    "pair": "Pair",
    "three": "Three of a Kind",
    "straight": "Straight",
    "floosh": "Floosh",
    "full-house": "Full House",
    "rainbow": "Rainbow Straight",
    "four": "Four of a Kind",
    "flush": "Flush",
    "five": "Five of a Kind",
    "straight-flush": "Straight Flush",
}
WORDS: Final = {
    "fold": "Fold",
    "pass": "No, thank you",
    "pay": "Pay",
    "snack": "Have a snack",
    "keep": "Keep the claim",
    "lower": "One space lower",
    "stay": "Stay in",
    "redraw": "Take a new hand",
    "show": "Shows a lie: takes the Coin",
    "hide": "Keeps it secret",
    "place low": "Replaces the sixth card",
    "place none": "Leaves it as it is",
}
VERDICTS: Final = {
    "lie": "A lie",
    "true": "True",
    "table-joker": "True, with the Joker on the table",
    "own-joker": "True, with a Joker in hand",
}


@pytest.fixture
def phone(site: Site) -> Page:
    return site.visitor(viewport=SMALL, touch=True)


def begin(page: Page, names: list[str], *options: str) -> None:
    choose_box(page, "Pandánte")
    for seat, name in enumerate(names, 1):
        if seat > 2:
            page.get_by_role("button", name="One more player").tap()
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    for option in options:
        page.get_by_role("radio", name=option, exact=True).tap()
    page.get_by_role("button", name="Begin", exact=True).tap()


def tap(place: Page | Locator, name: str) -> None:
    """The button that begins with these words."""
    place.get_by_role("button", name=re.compile(rf"^{re.escape(name)}( |$)")).first.tap()


def enter(page: Page, entry: str) -> None:
    """One entry by what the page offers: everything is tapped."""
    first, *rest = entry.split()
    if first != "dealer":
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()  # what was tapped before is there
    match first, rest:
        case "dealer", [letter]:
            asked = page.get_by_role("region", name="Who deals first?")
            asked.get_by_role("button", name=NAMES["ABCDEF".index(letter)]).tap()
        case "casino", [wanted]:
            card = next(one for one in own_content().casinos.values() if one.id == wanted)
            tap(page.get_by_role("region", name="Which casino was turned?"), card.name)
        case "challenge", letters:
            hot = page.get_by_role("region", name=re.compile("true or lie"))
            for letter in [] if letters == ["nobody"] else letters:
                tap(hot, NAMES["ABCDEF".index(letter)])
            tap(hot, "Nobody challenges" if letters == ["nobody"] else "Challenged by")
        case _, ["shows", verdict]:
            hand = page.get_by_role("region", name=re.compile("shows the cards$"))
            hand.get_by_role("button", name=re.compile(rf"^{VERDICTS[verdict]} ?(\w+ pays|nobody|too|stays)")).tap()
        case letter, words:
            choose(page, NAMES["ABCDEF".index(letter)], words)


def choose(page: Page, name: str, words: list[str]) -> None:
    """Somebody's choice, in the region that is about them."""
    asked = page.get_by_role("region", name=re.compile(rf"^{name}\b(?!.*true or lie)"))
    match words:
        case ["bet" | "upgrade", claim]:
            asked.get_by_role("button", name=re.compile(rf"^{CLAIMS[claim]}$")).tap()
        case ["announce", ability, *aim]:
            at = f" at {NAMES['ABCDEF'.index(aim[0])]}" if aim and aim[0] in "ABCDEF" else ""
            tap(asked, ability.replace("-", " ").title().replace("Ex ", "EX ") + at)
        case ["say", number, *more]:
            asked.get_by_role("button", name=re.compile(f"^{number if number != '0' else 'on the table'}$")).tap()
            if more:
                wanted = f"over {more[1]}s" if more[0] == "over" else more[0]
                asked.get_by_role("button", name=wanted, exact=True).tap()
        case ["go"]:
            asked.get_by_role("button", name=re.compile("^(That is all|No ability)$")).tap()
        case _:
            tap(asked, WORDS[" ".join(words)])


def test_the_phone_says_whether_a_hand_is_true(phone: Page) -> None:
    phone.goto("/companion")
    begin(phone, [*NAMES[:3]])
    enter(phone, "dealer A")
    phone.get_by_role("button", name="Is that hand true?").tap()
    checker = phone.get_by_role("dialog", name="Is that hand true?")
    checker.get_by_role("button", name="black 5").tap()
    checker.get_by_role("button", name="Joker", exact=True).tap()
    checker.get_by_role("button", name="On the table").tap()
    for colour in ("blue", "red"):
        checker.get_by_role("button", name=colour, exact=True).tap()
        checker.get_by_role("button", name=f"{colour} 5").tap()
    checker.get_by_label("Claim").select_option(label="Four of a Kind")
    expect(checker.get_by_role("status")).to_contain_text("True, with a Joker in hand")
    checker.get_by_label("Claim").select_option(label="Straight")
    expect(checker.get_by_role("status")).to_contain_text("A lie")
    expect(checker.get_by_role("status")).to_contain_text("The best hand: Four of a Kind")


def test_several_tables_are_seated_and_merged(phone: Page) -> None:
    phone.goto("/companion")
    begin(phone, [*NAMES[:6]], "Tournament")
    phone.get_by_role("button", name="Seats and clock for several tables").tap()
    phone.get_by_role("textbox", name="More names, with commas").fill("Gus, Hal, Ivy, Jon, Kim, Lea, Max")
    phone.get_by_role("button", name="Add", exact=True).tap()
    expect(phone.get_by_role("heading", name="13 players")).to_be_visible()
    phone.get_by_role("button", name="Draw the seats").tap()
    table = phone.get_by_role("region", name="Table 3")
    expect(table.get_by_role("listitem")).to_have_count(4)
    phone.get_by_role("button", name="Start", exact=True).tap()
    clock = phone.get_by_role("region", name="Tournament clock")
    expect(clock.get_by_role("timer")).to_have_text(re.compile(r"^(15:00|14:\d\d)$"))
    clock.get_by_role("button", name="Pause").tap()
    clock.get_by_role("button", name="On to ×2").tap()
    expect(clock).to_contain_text("×2")
    table.get_by_role("listitem").first.get_by_role("button").tap()
    phone.get_by_role("button", name=re.compile("^Out: ")).tap()
    moved = phone.get_by_role("status", name="Who goes where")
    expect(moved).to_contain_text("Broken up: table 3")
    expect(moved.get_by_role("listitem")).to_have_count(3)
    expect(phone.get_by_role("region", name="Table 1").get_by_role("listitem")).to_have_count(6)
    phone.get_by_role("button", name="Undo").tap()
    expect(table.get_by_role("listitem")).to_have_count(4)
