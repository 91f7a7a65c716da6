"""The front page: all four games are in sight at once on a desk, and stand on the shelf without a hole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from .people import Site

OURS = ("Panda Royale", "Pilfering Pandas", "Pandánte", "Wildstyle")


def our_shelf(site: Site, width: int, height: int = 800) -> Page:
    """The front page as those see it who have mounted no games of their own."""
    page = site.visitor("Ann")
    page.set_viewport_size({"width": width, "height": height})

    def ours_alone(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=[game for game in answer.json() if game["title"] in OURS])

    page.route("**/api/games", ours_alone)
    page.goto("/")
    expect(page.locator(".games > article")).to_have_count(len(OURS))
    return page


def places(page: Page) -> list[tuple[float, float]]:
    """Where the cards on the shelf begin, from the left and from the top."""
    boxes = page.locator(".games > article").evaluate_all("all => all.map((it) => it.getBoundingClientRect().toJSON())")
    return [(round(box["x"]), round(box["y"])) for box in boxes]


@pytest.mark.parametrize("size", [(1280, 800), (1600, 1000)])
def test_every_game_can_be_begun_without_scrolling_on_a_desk(site: Site, size: tuple[int, int]) -> None:
    page = our_shelf(site, *size)
    for title in OURS:
        card = page.locator(".games > article").filter(has=page.get_by_role("heading", name=title))
        expect(card.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        expect(card.get_by_role("button", name="With friends")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "columns"), [(1280, 4), (800, 2), (390, 1)])
def test_the_shelf_has_no_hole(site: Site, width: int, columns: int) -> None:
    found = places(our_shelf(site, width))
    assert len({x for x, _ in found}) == columns
    assert len({y for _, y in found}) == len(OURS) // columns
