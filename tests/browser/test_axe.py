"""axe-core finds nothing serious on any page, by day and night, on phone and desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .people import DESK, PHONE, Site, create_table, finished, my_turn, send
from .test_tournament import called
from .test_tournament import send as send_to_tournament

_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LIGHTS: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def waiting(page: Page) -> None:
    table, _ = create_table(page, game="royale", seats=4, bots=["greedy"])
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()


def playing(page: Page) -> None:
    table, _ = create_table(page, game="royale", seats=4, bots=["greedy"] * 3)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)


def hinted(page: Page) -> None:
    playing(page)
    page.keyboard.press("h")
    expect(page.get_by_role("complementary", name="The bot's advice")).to_be_visible()


def crowded(page: Page) -> None:
    table, _ = create_table(page, game="royale", seats=10, bots=["greedy"] * 9)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)


def menu(page: Page) -> None:
    playing(page)
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog", name="Table menu")).to_be_visible()


def panel(name: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        playing(page)
        if not page.get_by_role("tab", name=name, selected=True).count():
            page.keyboard.press(name[0].lower())
        expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
        if name == "Rules":
            expect(page.get_by_text("The whole rulebook on a page")).to_be_attached()

    return open_it


def generic(page: Page) -> None:
    table, _ = create_table(page, game="leduc", seats=2, bots=["random"])
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)


def ended(page: Page) -> None:
    page.goto(f"/t/{finished(page)}")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def aside(page: Page) -> None:
    ended(page)
    page.get_by_role("button", name="Look at the table").last.click()
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def covered(page: Page) -> None:
    page.goto("/local/new?game=royale&names=Ann,Ben")
    expect(page.get_by_role("button", name=re.compile("^Pass the device"))).to_be_visible()


def local(page: Page) -> None:
    covered(page)
    page.get_by_role("button", name=re.compile("^Pass the device")).click()
    expect(page.get_by_role("list", name="The pool")).to_be_visible()


def replayed(page: Page) -> None:
    page.goto(f"/replay/{finished(page)}?at=12")
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("^Score sheet"))).to_be_visible()


def listed(page: Page) -> None:
    finished(page)
    create_table(page, game="royale", seats=4, public=True)
    at("/tables", "Your finished games")(page)
    expect(page.get_by_role("link", name=re.compile("Replay"))).to_be_visible()


def answered(page: Page) -> None:
    at("/learn/royale?step=2", "The Panda token")(page)
    page.get_by_role("button", name="Take the red d8").click()
    expect(page.get_by_text("That's it")).to_be_visible()


def at(path: str, heading: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()

    return go


def pieces(page: Page) -> None:
    at("/design", "Every die")(page)
    expect(page.get_by_role("heading", name="Every card").first).to_be_visible()


def tournament(page: Page) -> None:
    id = called(page, title="Bamboo Cup", bots=8, enter=False, level_seconds=600, bots_seconds=600, late_levels=1)
    send_to_tournament(page, id, "start")
    at(f"/tournaments/{id}", "Tables")(page)


def nameless(page: Page) -> None:
    table, invite = create_table(page, game="royale", seats=4)
    page.context.clear_cookies()
    page.goto(f"/t/{table}?invite={invite}")
    expect(page.get_by_role("button", name="Come in")).to_be_visible()


PLACES: dict[str, Callable[[Page], None]] = {
    "front": at("/", "On the shelf"),
    "new": at("/new/royale", "More to agree on"),
    "new, one device": at("/new/royale?where=local", "How it is played"),
    "tables": listed,
    "me": at("/me", "Look and sound"),
    "name gate": nameless,
    "waiting room": waiting,
    "table": playing,
    "table, hint": hinted,
    "table, ten players": crowded,
    "table, menu": menu,
    "table, chat": panel("Chat"),
    "table, rules": panel("Rules"),
    "table, generic": generic,
    "result": ended,
    "table after the end": aside,
    "one device, covered": covered,
    "one device": local,
    "replay": replayed,
    "tournaments": at("/tournaments", "Open and under way"),
    "new tournament": at("/tournaments/new", "Who plays"),
    "tournament": tournament,
    "lessons": at("/learn", "Learn by doing"),
    "lesson": at("/learn/royale", "One die each"),
    "lesson, answered": answered,
    "rules": at("/rules/royale", "The rules of Panda Royale"),
    "design": pieces,
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
    PLACES[place](page)
    page.evaluate(axe)
    lights = LIGHTS[:1] if place == "design" else LIGHTS  # there both lie side by side
    problems = {
        f"{where}, {light}: {problem}"
        for where, viewport in (("desk", DESK), ("phone", PHONE))
        for light in lights
        for problem in serious(page, viewport, light)
    }
    assert not problems, "\n".join([page.url, *sorted(problems)])


def serious(page: Page, viewport: ViewportSize, light: Literal["light", "dark"]) -> list[str]:
    """What axe finds, with the words and the place."""
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=light, reduced_motion="reduce")
    if page.url.endswith("/design") is False:  # there both lie side by side
        expect(page.locator("html")).to_have_attribute("data-theme", "night" if light == "dark" else "day")
    # At night only the colours are others.
    wanted = {"runOnly": ["color-contrast"]} if light == "dark" else {}
    found = page.evaluate(
        """async (wanted) => {
          await document.fonts.ready;
          return (await axe.run(document, { resultTypes: ['violations'], ...wanted })).violations;
        }""",
        wanted,
    )
    return [
        f"{one['id']}: {one['help']}\n  {node['html'][:160]}\n  {node['failureSummary'][:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
