"""axe-core finds nothing serious on any page, on a desk by day and on a phone by night."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.pandante.test_companion import TO_ABILITIES, TO_HOTSEAT
from games.royale.test_companion import whole_game

from .people import DESKTOP, PHONE, Site, create_table, finished, my_turn, send
from .test_tournament import called
from .test_tournament import send as send_to_tournament

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
Light = Literal["light", "dark"]
SCREENS: Final[tuple[tuple[ViewportSize, Light], ...]] = ((PHONE, "dark"), (DESKTOP, "light"))
"""By night on a phone, by day on a desk: a theme's colours are the same on both, and so is what is drawn by day.

The desk comes last: a visitor came with one, and the page is left as it was.
"""

IMPACTS: Final = ("minor", "moderate", "serious", "critical")

Visit = Callable[[Page], Iterator[Locator]]
"""Goes somewhere, and stops wherever there is something new to look at: the whole page, or a part of it."""


def whole(page: Page) -> Locator:
    return page.locator("html")


def waiting(page: Page) -> Iterator[Locator]:
    table, _ = create_table(page, game="royale", seats=4, bots=["greedy"])
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    yield whole(page)


def playing(game: str, seats: int, bot: str) -> Visit:
    def go(page: Page) -> Iterator[Locator]:
        table, _ = create_table(page, game=game, seats=seats, bots=[bot] * (seats - 1))
        send(page, table, type="start")
        page.goto(f"/t/{table}")
        my_turn(page)
        yield whole(page)

    return go


def advised(page: Page) -> Iterator[Locator]:
    """A bot's advice. The table itself, and what else can be opened at it: test_situations."""
    for _ in playing("royale", 4, "greedy")(page):
        page.get_by_role("button", name="Hint").click()
        advice = page.get_by_role("complementary", name="The bot's advice")
        expect(advice).to_be_visible()
        yield advice


def over(page: Page) -> Iterator[Locator]:
    """The result, the table behind it, the replay, and the list with the game in it."""
    table = finished(page)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    yield page.get_by_role("region", name=re.compile("win|victory", re.IGNORECASE))
    page.get_by_role("button", name="Look at the table").last.click()
    expect(page.get_by_role("button", name="Result")).to_be_visible()
    yield whole(page)
    page.goto(f"/replay/{table}?at=12")
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("^Score sheet"))).to_be_visible()
    yield whole(page)
    create_table(page, game="royale", seats=4, public=True)
    page.goto("/tables")
    expect(page.get_by_role("heading", name="Your finished games").first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Replay"))).to_be_visible()
    yield whole(page)


def local(page: Page) -> Iterator[Locator]:
    page.goto("/local/new?game=royale&names=Ann,Ben")
    expect(page.get_by_role("list", name="The pool")).to_be_visible()
    yield whole(page)
    page.goto("/local/new?game=leduc&names=Ann,Ben")
    expect(page.get_by_role("button", name=re.compile("^Pass the device"))).to_be_visible()
    yield whole(page)
    page.goto("/tables")
    expect(page.get_by_role("region", name="On this device").get_by_role("link")).to_have_count(2)
    yield whole(page)


def real_table(page: Page) -> Iterator[Locator]:
    """All that is asked for in an evening with real dice, a slip, and the list with the evening in it."""
    yield from at("/companion", "At the real table")(page)
    entries = whole_game(3, 8)
    trade = next(index for index, entry in enumerate(entries) if " trade " in entry)
    pool = next(index for index, entry in enumerate(entries) if entry.startswith("pool"))
    slip = [*entries[:pool], "pool b8 b8 b8 b8", *entries[pool + 1 :]]
    for kept, heading in (
        (entries[: trade - 1], "Cem rolls"),
        (entries[:trade], "may trade"),
        (entries[:pool], "Draw 4 dice"),
        (slip, "takes a die"),
        (entries, "wins"),
    ):
        keep_evening(page, "royale", kept)
        yield from at("/companion/e", heading)(page)
    page.get_by_role("button", name="Entries").click()
    expect(page.get_by_role("dialog", name="Entries")).to_be_visible()
    yield page.get_by_role("dialog", name="Entries")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Add to my games").click()
    yield page.get_by_role("dialog", name="Who are you?")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="A QR code")).to_be_visible()
    yield page.get_by_role("dialog", name="Join with this code")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    yield whole(page)
    yield from at("/companion", "Played")(page)


def real_loot(page: Page) -> Iterator[Locator]:
    """What is asked for in an evening of Pilfering Pandas with the real box, a trade half entered, and its end."""
    page.goto("/companion")
    pandas = ["A choose sharing", "B choose charming", "A start"]
    trades = ["panda +20", "A draw", "loot", "A set 1 4 cards", "A set 2 3 cards"]
    for kept, heading in (
        ([], "Ann chooses a panda"),
        (pandas, "Ann takes a card"),
        ([*pandas, "A draw"], "What did Ann draw?"),
        ([*pandas, *trades], "Does Ann run?"),
        ([*pandas, *trades, "A escape"], "Final check"),
        ([*pandas, *trades, "A escape", "B holds 6 points"], "Out of the zoo!"),
        ([*pandas, "A pick 3"], "Ann trades"),
    ):
        evening = {"id": "p", "game": "pilfering", "names": ["Ann", "Ben"], "entries": kept}
        evening |= {"options": {"level": "intro", "foiled_plans": True}, "result": None}
        evening |= {"begun": 1_790_000_000_000, "changed": 1_790_000_000_000}
        page.evaluate("text => localStorage.setItem('pandarium.evening.p', text)", json.dumps(evening))
        yield from at("/companion/p", heading)(page)
    page.get_by_role("button", name=re.compile("^Area 1")).click()
    expect(page.get_by_role("status", name="What moves")).to_contain_text("PP-A6")
    yield whole(page)


def real_city(page: Page) -> Iterator[Locator]:
    """All that is asked for in an evening with Wildstyle's box."""
    page.goto("/companion")
    laid = ["map 1a 3b", "objectives tricorners border_wars zone_control"]
    tagged = [*laid, "score", "A tags A1 A2 A4 A5", "A cars 1", "B tags B1 B2"]
    for kept, heading in (
        ([], "Which districts"),
        (["map A RRP/ARRF/APASM/FFAM/AMF"], "District B"),
        (["map none"], "Which objectives"),
        (laid, "Round 1"),
        ([*laid, "go 1", "piles 2"], "Round 1"),
        (tagged, "Tap the tags of Ann"),
        (["map none", laid[1], "score", "A count 1 2 0 0 0 0"], "Ann: tags that are left"),
        ([*tagged, "complete"], "Ann gives up"),
        ([*tagged, "complete", "A remove A1"], "wins"),
    ):
        evening = {"id": "w", "game": "wildstyle", "names": ["Ann", "Ben"], "options": {}, "entries": kept}
        evening |= {"begun": 1_790_000_000_000, "changed": 1_790_000_000_000, "result": None}
        page.evaluate("text => localStorage.setItem('pandarium.evening.w', text)", json.dumps(evening))
        yield from at("/companion/w", heading)(page)


def keep_evening(page: Page, game: str, entries: list[str], **options: object) -> None:
    evening = {"id": "e", "game": game, "names": ["Ann", "Ben", "Cem"], "options": options, "entries": entries}
    evening |= {"begun": 1_790_000_000_000, "changed": 1_790_000_000_000, "result": None}
    page.evaluate("text => localStorage.setItem('pandarium.evening.e', text)", json.dumps(evening))


def real_gold(page: Page) -> Iterator[Locator]:
    """The gold bank of Pandánte, its checker, and the seats of several tables."""
    page.goto("/companion")
    tables = ["tables", "1790000000 join Gus, Hal, Ivy, Jon", "1790000000 start 7"]
    for kept, heading, options in (
        (TO_ABILITIES[:4], "and the snacks", {}),
        (TO_ABILITIES, "announces abilities", {}),
        (TO_HOTSEAT, "true or lie", {}),
        (["dealer A"], "Which casino was turned?", {"casinos": True}),
        (tables, "Table 2", {"gambling": "tournament"}),
        ([*TO_HOTSEAT, "challenge B"], "shows the cards", {}),
    ):
        keep_evening(page, "pandante", kept, **options)
        yield from at("/companion/e", heading)(page)
    page.get_by_role("button", name="Is that hand true?").first.click()
    dialog = page.get_by_role("dialog", name="Is that hand true?")
    dialog.get_by_role("button", name="black 5").click()
    expect(dialog.get_by_text("A lie")).to_be_visible()
    yield dialog


def answered(page: Page) -> Iterator[Locator]:
    page.goto("/learn/royale?step=2")
    page.get_by_role("button", name="Take the purple d12").click()
    expect(page.get_by_text("That's it")).to_be_visible()
    yield whole(page)


def at(path: str, *headings: str) -> Visit:
    def go(page: Page) -> Iterator[Locator]:
        page.goto(path)
        for heading in headings:
            expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        yield whole(page)

    return go


def tournament(page: Page) -> Iterator[Locator]:
    id = called(page, title="Bamboo Cup", bots=8, enter=False, level_seconds=600, bots_seconds=600, late_levels=1)
    send_to_tournament(page, id, "start")
    yield from at(f"/tournaments/{id}", "Tables")(page)


def nameless(page: Page) -> Iterator[Locator]:
    table, invite = create_table(page, game="royale", seats=4)
    page.context.clear_cookies()
    page.goto(f"/t/{table}?invite={invite}")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    yield whole(page)


def account(page: Page) -> Iterator[Locator]:
    token = {"x-csrf-token": page.request.get("/api/me").json()["csrf"]}
    handle = f"ann-{secrets.token_hex(4)}"
    assert page.request.post(
        "/api/accounts", data={"handle": handle, "password": "a sentence is good"}, headers=token
    ).ok
    page.goto("/me")
    for part in ("Password", "Devices", "Your data"):
        page.get_by_text(part, exact=True).click()
    expect(page.get_by_text("this device")).to_be_visible()
    expect(page.get_by_role("button", name="Delete my account")).to_be_visible()
    yield whole(page)


def around(page: Page) -> Iterator[Locator]:
    """A card at the table, and the pages about people after the game."""
    yield from playing("royale", 2, "greedy")(page)
    me = page.request.get("/api/me").json()["me"]["id"]
    page.get_by_role("button", name="About Ann").click()
    card = page.get_by_role("dialog", name="Ann")
    expect(card.get_by_role("link", name="See the profile")).to_be_visible()
    yield card
    send(page, page.url.rsplit("/", 1)[1], type="resign")
    page.goto(f"/people/{me}")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    yield whole(page)
    page.goto("/friends")
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_label("Your link for friends")).to_be_visible()
    yield whole(page)


def afterwards(page: Page) -> Iterator[Locator]:
    table = finished(page, seats=2)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Challenge friends").click()
    expect(page.get_by_role("link", name="Replay of Ann")).to_be_visible()
    page.get_by_text("Is it fair?").click()
    yield whole(page)
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="What bots think").click()
    page.get_by_role("button", name="Ask the bots").click()
    page.get_by_text("All decisions").click()
    expect(page.get_by_text("The bots are thinking")).to_have_count(0)
    yield whole(page)


PLACES: dict[str, Visit] = {
    "front": at("/", "On the shelf"),
    "new": at("/new/royale", "More to agree on"),
    "new, one device": at("/new/royale?where=local", "How it is played"),
    "me": at("/me", "Look and sound"),
    "me, account": account,
    "new password": at("/reset", "Use the code"),
    "name gate": nameless,
    "waiting room": waiting,
    "advice": advised,
    "table, generic": playing("leduc", 2, "random"),
    "after the end": over,
    "people": around,
    "the best": at("/best", "The best"),
    "one device": local,
    "real table": real_table,
    "real loot": real_loot,
    "real gold": real_gold,
    "real city": real_city,
    "tournaments": at("/tournaments", "Open and under way"),
    "new tournament": at("/tournaments/new", "Who plays"),
    "tournament": tournament,
    "lessons": at("/learn", "Learn by doing"),
    "lesson": at("/learn/royale", "One die each"),
    "lesson, answered": answered,
    "rules": at("/rules/royale", "The rules of Panda Royale"),
    "deals of the day": at("/daily", "The deals of the day"),
    "challenge, opinions": afterwards,
    "no such page": at("/learn/royale/nowhere", "This page is not here."),
}


@pytest.fixture(scope="module")
def axe() -> str:
    if not _AXE.is_file():
        pytest.skip("axe-core is not installed (make web installs it)")
    return _AXE.read_text(encoding="utf-8")


@pytest.mark.parametrize("place", PLACES)
def test_nothing_serious(site: Site, axe: str, place: str) -> None:
    page = site.visitor("Ann")
    for part in PLACES[place](page):
        bring_axe(page, axe)
        assert not (problems := serious(page, part)), "\n".join([page.url, *problems])
        page.set_viewport_size(DESKTOP)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def test_nothing_serious_with_any_piece(site: Site, axe: str) -> None:
    """Day and night lie side by side there, and a piece is the same on a phone."""
    page = site.visitor("Ann")
    for part in at("/design", "Every die", "Every card")(page):
        bring_axe(page, axe)
        assert not (problems := found_in(part)), "\n".join(problems)


def bring_axe(page: Page, axe: str) -> None:
    """Onto the page as it was loaded last, once."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)


def serious(page: Page, part: Locator | None = None) -> list[str]:
    """What axe finds on the page, or a part of it, on a desk by day and on a phone by night."""
    return [
        f"{viewport['width']} wide, {light}: {problem}"
        for viewport, light in SCREENS
        for problem in serious_at(page, viewport, light, part)
    ]


def serious_at(page: Page, viewport: ViewportSize, light: Light, part: Locator | None = None) -> list[str]:
    """What axe finds on such a screen."""
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-theme", "night" if light == "dark" else "day")
    return found_in(part or whole(page))


def found_in(part: Locator, least: str = "serious") -> list[str]:
    """What axe finds there, with the words and the place.

    `least` is how grave it must be to be told: rules of which all is less grave are left out. Axe need not read all
    style sheets and media again before, since no rule asks for that of which the result would count, nor look for
    frames, since we have none.
    """
    found = part.evaluate(
        """async (part, impacts) => {
          await document.fonts.ready;
          const usual = ({ enabled, tags }) => enabled && !tags.some((tag) => /^(experimental|deprecated)$/.test(tag));
          const wanted = axe._audit.rules.filter((one) => usual(one) && (!one.impact || impacts.includes(one.impact)));
          const runOnly = wanted.map(({ id }) => id);
          const options = { runOnly, preload: false, iframes: false, resultTypes: ['violations'] };
          return (await axe.run(part, options)).violations;
        }""",
        IMPACTS[IMPACTS.index(least) :],
    )
    return [
        f"{one['id']}: {one['help']}\n  {node['html'][:160]}\n  {node['failureSummary'][:300]}"
        for one in found
        if IMPACTS.index(one["impact"]) >= IMPACTS.index(least)
        for node in one["nodes"]
    ]
