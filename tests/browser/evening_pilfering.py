"""At the real table with Pilfering Pandas: how an evening is tapped into a phone."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from .test_companion import choose_box

NAMES: Final = ["Ann", "Ben", "Cem"]
OPTIONS: Final[dict[str, Any]] = {"level": "intro", "foiled_plans": True}
SEED: Final = 9
PLANS: Final = {
    "rummage": "Rubbish Rummage",
    "back-door": "Back Door Trade",
    "caring": "Sharing is Caring",
    "torch": "Torch Beam",
    "muddy": "Muddy Paws",
    "early": "Early Rounds",
    "gate": "Locked Gate",
}
KINDS: Final = {"set": "New set", "reuse": "On from the end", "extend": "One card more", "left": ""}
TAPS: Final = {
    "draw": "Drew from the deck",
    "stash": "Stashed a card",
    "keep": "Nothing to stash",
    "discard": "Threw a Key away",
    "escape": "Run for it!",
    "stay": "Play on",
    "pass": "Not here",
    "loot": "A Loot card or a Key",
}


def begin(page: Page) -> None:
    choose_box(page, "Pilfering Pandas")
    for seat, name in enumerate(NAMES, 1):
        if seat > 1:
            page.get_by_role("button", name="One more player").tap()
        page.get_by_role("textbox", name=f"Player {seat}").fill(name)
    page.get_by_role("radio", name="Intro").check(force=True)
    page.get_by_role("switch", name=re.compile("^Foiled Plans")).check(force=True)
    page.get_by_role("button", name="Begin", exact=True).tap()
    expect(page.get_by_role("heading", name="Ann chooses a panda")).to_be_visible()


def press(page: Page | Locator, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).tap()


def step(page: Page | Locator, what: str, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name=f"More: {what}").tap()


def trade(page: Page, words: list[str], entry: str) -> None:
    """A trade by its form: as many cards, Keys and points as were said."""
    how, area = words[0], words[1]
    cards, points, keys = (int(found[1]) if (found := re.search(rf"(\d+) {what}", entry)) else 0 for what in WHAT)
    press(page, f"Area {area}:")
    form = page.get_by_role("group", name=f"Area {area}", exact=True)
    if how != "set" and KINDS[how]:
        form.get_by_role("radio", name=KINDS[how]).check(force=True)
    step(form, "Cards from the hand", cards - {"set": 3, "reuse": 2, "extend": 1, "left": 3}[how])
    if keys and how == "extend":
        form.get_by_role("button", name="A Key").tap()
    else:
        step(form, "Keys", keys)
    if points > cards + (how == "reuse") - keys:
        form.get_by_role("button", name="One is worth 2").tap()
    if "bonus" in words:
        form.get_by_role("button", name="All 3 favourite suits").tap()
    if "ability" in words:
        form.get_by_role("button", name=re.compile("^With the ability")).tap()
    picked = form.get_by_role("button", name=re.compile("^With the card picked up from"))
    if picked.count() and "picked" not in words:
        picked.tap()
    form.get_by_role("button", name="Enter", exact=True).tap()


WHAT: Final = ("cards", "points", "keys")


def enter(page: Page, entry: str) -> None:
    """One entry by what the page offers."""
    words = entry.split()
    if words[0] in ("A", "B", "C"):
        words = words[1:]
    match words:
        case ["choose", panda]:
            press(page, f"{panda.capitalize()} Panda")
        case ["start"]:
            page.get_by_role("region", name="Who starts?").get_by_role("button", name=NAME_OF[entry[0]]).tap()
        case ["pick", "1"]:
            press(page, "Took the last card")
        case ["pick", number, *way]:
            step(page, "Took several cards", int(number) - 2)
            press(page, f"{way[0].capitalize()}: {number}" if way else f"Took the last {number}")
        case ["plan", plan]:
            press(page, PLANS[plan])
        case ["place", area]:
            press(page, f"Area {area}")
        case ["swap", area, *picked]:
            press(page, "Swapped a card for a Key")
            if picked:
                press(page, "With the card picked up from")
            press(page, f"In area {area}")
        case ["share", other]:
            press(page, f"Swapped a card with {NAME_OF[other]}")
        case ["discard", "picked"]:
            press(page, "The Key is the card")
            press(page, TAPS["discard"])
        case ["holds", points, _, keys, _]:
            held = held_by(page, entry[0])
            step(page, "Keys", int(keys))
            step(page, "Cards worth 2", int(points) + int(keys) - held)
            press(page, "Count")
        case [how, *_] if how in KINDS:
            trade(page, words, entry)
        case [word]:
            press(page, TAPS[word])
        case _:
            raise AssertionError(entry)


NAME_OF: Final = dict(zip("ABC", NAMES, strict=True))


def held_by(page: Page, letter: str) -> int:
    row = page.get_by_role("listitem").filter(has_text=re.compile(rf"{NAME_OF[letter]}, \d+ cards?"))
    found = re.search(r", (\d+) card", row.inner_text())
    assert found is not None
    return int(found[1])
