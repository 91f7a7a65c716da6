"""Wildstyle in real time: whole games with bots on phone and desk, by touch and by keys; late touches roll back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from server.harness import Server

from . import people
from .people import DESK, PHONE, House, is_over, say, scores, seated, until

_AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_FITS: Final = re.compile("^Add the .* to a set$")
_OPTIONS: Final = {"grace": 10}
_REACTION: Final = "250"
"""Milliseconds: against bots that need no time at all nobody comes to move."""


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As elsewhere, but its bots have paws."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, f"sqlite:///{folder}/tables.db", limits="0", bot_delay=_REACTION) as running:
        yield running


def sit_down(page: Page, seats: int = 3) -> str:
    """The visitor's own table with bots, begun; the page shows it."""
    table, _ = seated(page, game="wildstyle", seats=seats, bots=["filler"] * (seats - 1), options=_OPTIONS)
    say(page, table, type="start")
    page.goto(f"/t/{table}")
    return table


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, disabled=False)


def lit(page: Page) -> Locator:
    """Hexes that can be touched."""
    return page.get_by_role("group", name="The city").locator("[data-hex]")


def get_going(page: Page) -> None:
    """Ready, three, two, one, go."""
    button(page, "Ready").click()
    expect(page.get_by_text(re.compile("^[123]$")).first).to_be_visible()
    expect(page.get_by_text("Go!", exact=True).first).to_be_visible()


def touch(page: Page) -> bool:
    """Whatever a quick hand would do first: tag, add, take, draw, share; else pass."""
    for wanted in (
        button(page, "Ready"),
        lit(page),
        button(page, _FITS),
        page.get_by_role("group", name="Share piles").locator(".on"),
        page.get_by_role("group", name="Draw piles").locator(".on"),
    ):
        if press(wanted):
            return True
    lift = page.get_by_role("group", name="Your hand").locator(".lift:not([aria-disabled=true])")
    if press(lift) and press(page.get_by_role("group", name="Share piles").locator(".on")):
        return True
    return press(button(page, re.compile("^(Wait|Done)$")))


def press(wanted: Locator) -> bool:
    """Others act meanwhile: what is gone when the finger comes down was nothing."""
    found = wanted.element_handles()
    if not found:
        return False
    return bool(found[0].evaluate("it => touched(it)"))


_TOUCH: Final = """
window.touched = (it) => {
  if (!it.isConnected || it.getAttribute('aria-disabled') === 'true') return false;
  const { left, top, width, height } = it.getBoundingClientRect();
  it.dispatchEvent(new MouseEvent('click', {
    bubbles: true, clientX: left + width / 2, clientY: top + height / 2, detail: 1,
  }));
  return true;
};
"""


def visitor(house: House, **wishes: Any) -> Page:
    page = house.visitor("Kim", **wishes)
    page.add_init_script(_TOUCH)
    return page


@pytest.mark.parametrize(("viewport", "seats"), [(PHONE, 3), (DESK, 2)], ids=["phone", "desk"])
def test_a_whole_game_against_bots(
    house: House, viewport: ViewportSize, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "OVER", 300.0)  # it is played in real time, with countdowns and silences
    page = visitor(house, viewport=viewport, touch=viewport is PHONE)
    table = sit_down(page, seats)
    get_going(page)
    made = until(lambda: is_over(page), lambda: touch(page), page=page)
    assert made > 3 * 6  # three rounds, and a tag takes more than a touch
    totals = scores(page)
    assert len(totals) == seats

    button(page, "Look at the table").first.click()
    told = page.get_by_role("region", name="The scoring, step by step")
    for title in ("1. Cop cars", "2. Lonely tags"):
        expect(told.get_by_role("heading", name=title)).to_be_visible()
        told.get_by_role("button", name="Next step").click()
    while not told.get_by_role("heading", name="Final scores").is_visible():
        told.get_by_role("button", name="Next step").click()
    rows = [row.split("\n") for row in told.locator(".rows li").all_inner_texts()]
    assert sorted(int(row[-1]) for row in rows) == sorted(totals.values())
    if viewport is DESK:
        look_again(page, table)


def look_again(page: Page, table: str) -> None:
    """The replay goes by the server's clock: its axis, its rhythm, jumps by time, by move and by round."""
    frames = page.request.get(f"/api/tables/{table}/replay").json()
    times = [frame["news"]["at"] - frames[0]["news"]["at"] for frame in frames]
    page.goto(f"/replay/{table}")
    axis = page.get_by_role("slider", name="Position in the game")
    expect(axis).to_be_visible()

    def now() -> float:
        return float(axis.input_value())

    assert float(axis.get_attribute("max") or 0) == pytest.approx(times[-1], abs=1)
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    assert now() == pytest.approx(times[2], abs=1)
    page.get_by_role("button", name="To the next round").click()
    second = next(at for at, frame in enumerate(frames) if frame["view"]["round"] == 2)
    assert now() == pytest.approx(times[second], abs=1)
    page.get_by_role("button", name="5 seconds on").click()
    assert now() == pytest.approx(times[second] + 5000, abs=1)
    there = max(at for at, time in enumerate(times) if time <= times[second] + 5000)
    expect(axis).to_have_attribute("aria-valuetext", re.compile(f"move {there} of {len(frames) - 1}"))
    page.keyboard.press("Shift+ArrowLeft")
    assert now() == pytest.approx(times[second], abs=1)

    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(200)
    begun, begun_at = page.evaluate(_BOTH_CLOCKS)
    page.wait_for_timeout(1500)
    ended, ended_at = page.evaluate(_BOTH_CLOCKS)
    assert (ended_at - begun_at) / (ended - begun) == pytest.approx(4, rel=0.3)  # it looks at the clock now and then


_BOTH_CLOCKS: Final = "() => [performance.now(), document.querySelector('input[type=range]').valueAsNumber]"


def test_everything_that_is_needed_is_on_a_phone_at_once(house: House) -> None:
    page = visitor(house, viewport=PHONE, touch=True)
    sit_down(page, 5)
    get_going(page)
    dock = page.get_by_role("button", name="Log").bounding_box()
    assert dock is not None
    for name in ("The city", "Draw piles", "Share piles", "Your sets", "Your hand"):
        box = page.get_by_role("group", name=name).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= dock["y"], name
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"], name
    small = page.locator(".wild .play button").evaluate_all(
        "all => all.filter((it) => it.getBoundingClientRect().width < 40 || it.getBoundingClientRect().height < 40)"
        ".map((it) => it.outerHTML.slice(0, 80))"
    )
    assert small == []


def test_keys_alone(house: House) -> None:
    page = visitor(house)
    sit_down(page, 2)
    expect(button(page, "Ready")).to_be_visible()
    page.keyboard.press("g")
    expect(page.get_by_text("Go!", exact=True).first).to_be_visible()
    keys = ["1", "2", "3", "a", "s", "d", "f", "q", "w"]

    def strike() -> bool:
        if lit(page).count():
            page.keyboard.press("t")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            return True
        for key in keys:
            page.keyboard.press(key)
        if page.get_by_role("group", name="Your hand").locator(".slot:not(.none)").count() == 3:
            page.keyboard.press("Shift+Digit1")
            for pile in "asdf":
                page.keyboard.press(pile)
            page.keyboard.press("Escape")
        return True

    mine = page.locator(".strip .count").first
    until(lambda: "5" in mine.inner_text(), strike, page=page)
    assert page.get_by_role("list", name="Players").first.is_visible()


def test_a_touch_shows_at_once_and_rolls_back_when_it_is_refused(house: House) -> None:
    page = visitor(house)
    sit_down(page, 2)
    held: list[Callable[[], None]] = []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def sent(message: str) -> None:
            if '"type":"play"' in message and '"add ' in message:
                # The wire is slow, and what arrives is a card that there is not.
                held.append(lambda: server.send(re.sub(r'"add \w\w', '"add Zz', message)))
            else:
                server.send(message)

        socket.on_message(sent)

    page.route_web_socket(re.compile("/live"), between)
    page.reload()
    get_going(page)
    hand = page.get_by_role("group", name="Your hand").locator(".slot:not(.none)")
    sets = page.get_by_role("group", name="Your sets").locator(".slot.filled")
    expect(hand).to_have_count(3)
    assert press(button(page, _FITS))
    expect(hand).to_have_count(2)
    expect(sets).to_have_count(1)
    expect(sets.locator(".soon")).to_have_count(1)
    assert press(page.get_by_role("group", name="Draw piles").locator(".on")) is False  # the server lists no draw yet
    held.pop()()
    expect(page.get_by_text("a card is one of", exact=False).first).to_be_visible()
    expect(hand).to_have_count(3)
    expect(sets).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_axe_finds_nothing_serious(house: House, viewport: ViewportSize, night: bool) -> None:
    if not _AXE.is_file():
        pytest.skip("axe-core is not installed (make web installs it)")
    page = visitor(house, viewport=viewport, touch=viewport is PHONE, night=night)
    sit_down(page, 4)
    _check(page)
    get_going(page)
    until(lambda: lit(page).count() > 0, lambda: touch(page), page=page)
    _check(page)


def _check(page: Page) -> None:
    page.evaluate(_AXE.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    serious = [
        (one["id"], [node["html"][:140] + " | " + node.get("failureSummary", "")[-160:] for node in one["nodes"]][:4])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
