"""At the real table with Panda Royale: how an evening is typed into a phone, and what follows from a correction."""

from __future__ import annotations

import json
import re
from typing import Final, cast

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

import pandarium
from games.royale.test_companion import whole_game
from pandarium.companion import EveningEntries, fold
from pandarium.games.royale.companion import RoyalePage

from .people import Site
from .test_offline import keep

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}
NAMES: Final = ["Ann", "Ben", "Cem"]
ROLL: Final = re.compile(r"([A-C]) roll (.*)")
LOAD: Final = re.compile(r"Load the rules \(\d\S* MB\)")

_WAKE_LOCK: Final = """
  window.locks = [];
  let seen = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => seen });
  Object.defineProperty(navigator, 'wakeLock', { value: {
    request: async () => {
      const lock = { held: true, get released() { return !lock.held; }, release: async () => { lock.held = false; } };
      locks.push(lock);
      return lock;
    },
  } });
  window.show = (state) => {
    seen = state;
    if (state === 'hidden') for (const lock of locks) lock.held = false;
    document.dispatchEvent(new Event('visibilitychange'));
  };
"""
"""A browser that can keep the screen on, and notes whether it does."""


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
            choice.get_by_role("button", name=re.compile(rf"^Take the {re.escape(DICE[code])}( \(advice|$)")).tap()
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
        told = phone.get_by_role("alert").filter(has_text="The server cannot be reached.")
        expect(told).to_contain_text("Kept on this phone: 1 entry, up to “Ann rolled 3”.")
        expect(told).to_contain_text("The rules are not on this phone")
        phone.reload()  # nothing can be shown, but all is there
        expect(told).to_contain_text("up to “Ann rolled 3”")
        phone.unroute("**/api/games/royale/companion")
        phone.get_by_role("button", name="Try again").tap()
        expect(phone.get_by_role("alert")).to_have_count(0)
    expect(phone.get_by_role("heading", name="Ben rolls")).to_be_visible()
    # Whoever was stuck is offered a way out, above what is asked.
    expect(phone.get_by_role("button", name=LOAD)).to_be_in_viewport()
    enter(phone, "B roll 5")
    expect(phone.get_by_role("heading", name="Draw 3 dice from the bag")).to_be_visible()


_METERED: Final = "Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })"
_KEPT: Final = "caches.match('/engine.json').then((found) => found !== undefined)"
COME: Final = re.compile(r"^✓ The rules are on this phone now \(\d\S* MB\)")


def test_the_rules_come_onto_the_phone_when_an_evening_begins_and_not_before(site: Site) -> None:
    phone = site.visitor(viewport=SMALL, touch=True, workers=True)
    keep(phone, "/companion")  # all that is kept of the client, and of games and rulebooks
    assert phone.evaluate(_KEPT) is False
    begin(phone, NAMES[:2])
    come = phone.get_by_role("status").filter(has_text=COME)
    expect(come).to_be_in_viewport()
    expect(phone.get_by_role("button", name=LOAD)).to_have_count(0)
    assert phone.evaluate(_KEPT) is True
    assert phone.workers == []  # kept, and not started
    enter(phone, "A roll 3")
    enter(phone, "B roll 5")
    expect(phone.get_by_role("heading", name="Draw 3 dice from the bag")).to_be_visible()
    expect(come).not_to_be_in_viewport()  # no longer in the way
    # Another evening says nothing of it: they are there.
    phone.get_by_role("link", name="All evenings").first.tap()
    expect(phone.get_by_text("The rules are on this phone: evenings go on")).to_be_visible()
    phone.get_by_role("button", name="Begin", exact=True).tap()
    expect(phone.get_by_role("heading", name="Ann rolls")).to_be_visible()
    expect(phone.get_by_text("The rules are on this phone")).to_have_count(0)


def test_where_data_costs_the_rules_are_offered_and_do_not_come_unasked(site: Site) -> None:
    phone = site.visitor(viewport=SMALL, touch=True, workers=True)
    phone.add_init_script(_METERED)
    begin(phone, NAMES[:2])
    expect(phone.get_by_role("region", name="No network at your table?")).to_be_in_viewport()
    expect(phone.get_by_role("button", name=LOAD)).to_be_in_viewport()
    enter(phone, "A roll 3")
    enter(phone, "B roll 5")
    expect(phone.get_by_role("heading", name="Draw 3 dice from the bag")).to_be_visible()
    load = phone.get_by_role("button", name=LOAD)
    expect(load).not_to_be_in_viewport()  # no longer in the way
    assert phone.evaluate("caches.has('pandarium engine')") is False
    load.tap()
    expect(phone.get_by_text("The rules are on this phone")).to_be_visible()
    assert phone.evaluate(_KEPT) is True


def test_pr_10_the_order_of_the_trades_is_shown(phone: Page) -> None:
    """The holder of the token last, and nobody who has nothing to offer."""
    entries = ["A roll 1", "B roll 6", "C roll 2", "pool c6 c6 b8 g20", "B take c6", "C take b8", "A take c6"]
    evening = {"id": "trade", "game": "royale", "names": NAMES, "options": {}, "result": None, "begun": 0, "changed": 0}
    evening |= {"entries": [*entries, "A roll 1 1 1", "B roll 6 1", "C roll 2 8"]}
    phone.goto("/companion")
    phone.evaluate("text => localStorage.setItem('pandarium.evening.trade', text)", json.dumps(evening))
    phone.goto("/companion/trade")
    order = phone.get_by_role("list", name="Order of the trades")
    expect(order.get_by_role("listitem")).to_have_text([re.compile("Ann$"), re.compile("Ben$")])
    expect(order.get_by_role("listitem").first).to_have_attribute("aria-current", "step")
    enter(phone, "A pass")
    expect(order.get_by_role("listitem").last).to_have_attribute("aria-current", "step")


def test_undo_and_entries_are_where_the_thumb_is(phone: Page) -> None:
    begin(phone, NAMES[:2])
    enter(phone, "A roll 3")
    expect(phone.get_by_role("heading", name="Ben rolls")).to_be_visible()
    undo, entries = (phone.get_by_role("button", name=name, exact=True) for name in ("Undo", "Entries"))
    pad = phone.get_by_role("button", name="Enter", exact=True)
    for tool in (undo, entries):
        box, over = tool.bounding_box(), pad.bounding_box()
        assert box is not None
        assert over is not None
        assert box["y"] > SMALL["height"] * 0.85
        assert box["y"] + box["height"] <= SMALL["height"]
        assert over["y"] + over["height"] <= box["y"]
    expect(phone.get_by_text("Ann rolled 3")).to_be_visible()  # what Undo would take back
    undo.tap()
    expect(phone.get_by_role("heading", name="Ann rolls")).to_be_visible()
    phone.set_viewport_size({"width": 1280, "height": 800})  # on a desk nothing floats: both are next to the title
    box = undo.bounding_box()
    assert box is not None
    assert box["y"] < 100


def test_the_screen_stays_on_while_an_evening_is_open(phone: Page) -> None:
    phone.add_init_script(_WAKE_LOCK)
    locks = "locks.map(({ held }) => held)"
    begin(phone, NAMES[:2])
    phone.wait_for_function(f"() => {locks}.join() === 'true'")
    # Somebody looks at another page: the browser lets go of it by itself.
    phone.evaluate("show('hidden')")
    assert phone.evaluate(locks) == [False]
    phone.evaluate("show('visible')")
    phone.wait_for_function(f"() => {locks}.join() === 'false,true'")
    phone.evaluate("show('visible')")  # it is held already
    phone.get_by_role("link", name="All evenings").first.tap()
    expect(phone.get_by_role("heading", name="At the real table")).to_be_visible()
    phone.wait_for_function(f"() => {locks}.join() === 'false,false'")
    phone.evaluate("show('visible')")
    assert phone.evaluate(locks) == [False, False]


def test_the_end_is_a_podium_with_the_last_roll_and_the_sheet(site: Site, phone: Page) -> None:
    names, entries = NAMES, whole_game(3, 8)
    evening = {"id": "end", "game": "royale", "names": names, "options": {}, "entries": entries[:-1]}
    evening |= {"begun": 1_700_000_000_000, "changed": 1_700_002_700_000, "result": None}
    phone.goto("/companion")
    phone.evaluate("text => localStorage.setItem('pandarium.evening.end', text)", json.dumps(evening))
    phone.goto("/companion/end")
    enter(phone, entries[-1])
    shown = fold(pandarium.game("royale"), EveningEntries(names=names, entries=entries))
    assert shown.outcome is not None
    (winner,) = (names[seat] for seat in shown.outcome.winners)
    expect(phone.get_by_role("heading", name=f"{winner} wins!")).to_be_in_viewport()
    podium = phone.get_by_role("img", name=f"Podium: {winner} in first place")
    expect(podium).to_be_in_viewport()
    for name, total in zip(names, shown.outcome.scores, strict=True):
        expect(podium).to_contain_text(name)
        expect(podium).to_contain_text(str(total))

    # The roll that ended it, by its points; who had the highest yellow then.
    page = cast(RoyalePage, shown.page)
    last = phone.get_by_role("region", name="The last roll")
    points = {name: player.lines[-1].total for name, player in zip(names, page.view.players, strict=True)}
    ranked = sorted(names, key=lambda name: -points[name])
    for row, name in zip(last.get_by_role("listitem").all(), ranked, strict=True):
        expect(row).to_contain_text(f"{name}")
        expect(row).to_contain_text(str(points[name]).replace("-", "−"))
    holder = page.view.panda
    yellow = page.view.players[holder].yellow
    expect(last).to_contain_text(f"{names[holder]} had the highest yellow, {yellow}, and keeps the Panda token.")
    sheet = phone.get_by_role("region", name=re.compile("^Score sheet"))
    for name, total in zip(names, shown.outcome.scores, strict=True):
        expect(sheet.get_by_role("row", name=name).get_by_role("cell").first).to_have_text(str(total))

    # The picture may be kept.
    desk = site.visitor()
    desk.goto("/companion")
    desk.evaluate(
        "text => localStorage.setItem('pandarium.evening.end', text)", json.dumps(evening | {"entries": entries})
    )
    desk.goto("/companion/end")
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Keep the picture").click()
    assert download.value.suggested_filename == "pandarium-royale.png"
    with Image.open(download.value.path()) as picture:
        assert picture.size == (1280, 800)
