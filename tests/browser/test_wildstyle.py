"""Wildstyle: whole games with quick bots on phone and desktop, by touch and by keys; late touches; a lens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from server.harness import Person, Server

from .people import DESKTOP, PHONE, STUCK, Site, _token, create_table, is_over, scores, send, until
from .test_axe import bring_axe, serious

pytestmark = pytest.mark.long

_AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_FITS: Final = re.compile("^Add the .* to a set$")
_OPTIONS: Final = {"grace": 10}
_BOT: Final = "filler@120"
"""About as quick as `_QUICK_HANDS`: against bots that need no time at all nobody comes to move."""


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As elsewhere, but a bot that is asked for no speed has paws."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, f"sqlite:///{folder}/tables.db", limits="0", bot_delay="250") as running:
        yield running


def sit_down(page: Page, seats: int = 3, bot: str = _BOT) -> str:
    """The visitor's own table with bots, begun; the page shows it."""
    table, _ = create_table(page, game="wildstyle", seats=seats, bots=[bot] * (seats - 1), options=_OPTIONS)
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    return table


class Table:
    """The visitor's own table with others who do only what the test says: nothing happens by itself."""

    def __init__(self, site: Site, page: Page, seats: int) -> None:
        self.site, self.page = site, page
        self.id, invite = create_table(page, game="wildstyle", seats=seats, options=_OPTIONS)
        self.others = [Person(site.server, name) for name in ("Lee", "Mia", "Noa", "Oda")[: seats - 1]]
        for one in self.others:
            for wanted in ("sit", "ready"):
                self.received(one.say(site.server, self.id, invite, type=wanted))
        send(page, self.id, type="start")
        for one in self.others:
            self.play(one, "ready")
        page.goto(f"/t/{self.id}")

    def state(self, one: Person) -> dict[str, Any]:
        """What that person sees."""
        state: dict[str, Any] = one.ask(self.site.server, "GET", f"/api/tables/{self.id}/state").json()
        return state

    def play(self, one: Person, move: str) -> None:
        """One of the others moves."""
        position = self.state(one)["position"]
        self.received(one.say(self.site.server, self.id, type="play", move=move, position=position))

    @staticmethod
    def received(answer: dict[str, Any]) -> None:
        assert answer["type"] == "done", answer


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name, disabled=False)


def lit(page: Page) -> Locator:
    """Hexes that can be touched."""
    return page.get_by_role("group", name="The city").locator("[data-hex]")


_COUNT: Final = """() => {
  window.counted = new Set();
  const look = () => document.querySelectorAll('.count').forEach((it) => counted.add(it.textContent));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def get_going(page: Page, ready: Callable[[Page], None] = lambda page: button(page, "Ready").click()) -> None:
    """Ready, three, two, one, go: the page itself notes what it shows, since that is gone in less than a second."""
    page.evaluate(_COUNT)
    ready(page)
    until(lambda: bool(page.evaluate("counted.has('Go!')")), page=page)
    assert page.evaluate("[...counted].some((one) => /^[123]$/.test(one))")


def press(page: Page, wanted: Locator) -> None:
    """Touch the first of these as soon as it is there and can be touched."""
    until(lambda: bool(wanted.evaluate_all("all => touched(all[0])")), page=page)


_TOUCH: Final = """
window.touched = (it) => {
  if (!it?.isConnected || it.getAttribute('aria-disabled') === 'true') return false;
  const { left, top, width, height } = it.getBoundingClientRect();
  it.dispatchEvent(new MouseEvent('click', {
    bubbles: true, clientX: left + width / 2, clientY: top + height / 2, detail: 1,
  }));
  return true;
};
"""
_QUICK_HANDS: Final = """
(() => {
  window.touches = 0;
  const all = (where, what) => [...document.querySelectorAll(`[aria-label="${where}"] ${what}`)];
  const one = (where, what) => all(where, what)[0];
  const named = (words) => [...document.querySelectorAll('.wild button')].find((it) => words.test(it.textContent));
  const wishes = [
    () => named(/^(.)?Ready$/),
    () => one('The city', '[data-hex]'),
    () => one('Your hand', '.fits .face'),
    () => one('Share piles', '.on'),
    () => named(/^(.)?Done$/), // after the trigger nobody waits for what the piles may bring
    () => one('Draw piles', '.on'),
  ];
  let lifts = 0;
  setInterval(() => {
    for (const wish of wishes) if (touched(wish())) { touches += 1; lifts = 0; return; }
    // A card that fits nowhere is lifted; if no pile takes it, the next one is.
    const hand = all('Your hand', '.lift:not([aria-disabled=true])');
    if (lifts < hand.length) { touched(hand[lifts]); lifts += 1; return; }
    lifts = 0;
    touched(named(/^(.)?Wait$/));
  }, 60);
})()
"""
"""What a quick hand would touch first: tag, add, take, draw, share; else pass. On the page itself, since a look from
outside takes longer than a move."""


def visitor(site: Site, **wishes: Any) -> Page:
    page = site.visitor("Kim", **wishes)
    page.add_init_script(_TOUCH)
    return page


def test_a_whole_game_against_bots_on_a_phone_and_its_replay_on_a_desktop(site: Site) -> None:
    page = visitor(site, viewport=PHONE, touch=True)
    table = sit_down(page, 3)
    get_going(page)
    page.evaluate(_QUICK_HANDS)
    result = button(page, "Look at the table").first
    expect(result).to_be_visible(timeout=3 * STUCK * 1000)
    assert is_over(page)
    assert page.evaluate("touches") > 0  # how many a busy machine lets through is its own affair
    totals = scores(page)
    assert len(totals) == 3

    result.click()
    scoring = page.get_by_role("region", name="The scoring, step by step")
    for title in ("1. Cop cars", "2. Lonely tags"):
        expect(scoring.get_by_role("heading", name=title)).to_be_visible()
        scoring.get_by_role("button", name="Next step").click()
    while not scoring.get_by_role("heading", name="Final scores").is_visible():
        scoring.get_by_role("button", name="Next step").click()
    rows = [row.split("\n") for row in scoring.locator(".rows li").all_inner_texts()]
    assert sorted(int(row[-1]) for row in rows) == sorted(totals.values())
    look_again(site.visitor(cookies=page.context.storage_state()), table)


def look_again(page: Page, table: str) -> None:
    """The replay goes by the server's clock: its axis, its rhythm, jumps by time, by move and by round."""
    frames = page.request.get(f"/api/tables/{table}/replay").json()
    assert {frame["view"]["round"] for frame in frames if frame["view"]} >= {1, 2, 3}
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

    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)  # from here on only as much passes as the test says
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(200)
    begun, begun_at = page.evaluate(_BOTH_CLOCKS)
    page.clock.run_for(1500)
    ended, ended_at = page.evaluate(_BOTH_CLOCKS)
    assert (ended_at - begun_at) / (ended - begun) == pytest.approx(4, rel=0.1)  # it looks at the clock now and then


_BOTH_CLOCKS: Final = "() => [performance.now(), document.querySelector('input[type=range]').valueAsNumber]"


def test_everything_that_is_needed_is_on_a_phone_at_once(site: Site) -> None:
    page = visitor(site, viewport=PHONE, touch=True)
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


def test_keys_alone(site: Site) -> None:
    page = visitor(site)
    table = Table(site, page, 2)
    expect(button(page, "Ready")).to_be_visible()
    get_going(page, lambda page: page.keyboard.press("g"))
    hand = page.get_by_role("group", name="Your hand").locator(".slot:not(.none)")
    keys = ["1", "2", "3", "a", "s", "d", "f", "q", "w"]

    def strike() -> bool:
        if lit(page).count():
            page.keyboard.press("t")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            return True
        for key in keys:
            page.keyboard.press(key)
        if hand.count() == 3:
            page.keyboard.press("Shift+Digit1")
            for pile in "asdf":
                page.keyboard.press(pile)
            page.keyboard.press("Escape")
        if table.state(table.others[0])["view"]["players"][0]["hand_size"] == 3 and not lit(page).count():
            page.keyboard.press("4")  # nothing fits any more: a rush makes room
            page.keyboard.press("t")
            page.keyboard.press("Enter")
        return True

    mine = page.locator(".strip .count").first
    until(lambda: "5" in mine.inner_text(), strike, page=page)
    expect(page.get_by_role("list", name="Players").first).to_be_visible()


def test_a_late_touch_shows_at_once_hears_who_was_first_and_rolls_back(site: Site) -> None:
    page = visitor(site)
    table = Table(site, page, 2)
    [lee] = table.others
    held: list[Callable[[], None]] = []

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def sent(message: str) -> None:
            if '"type":"play"' in message and '"take ' in message:
                held.append(lambda: server.send(message))  # the wire is slow
            else:
                server.send(message)

        socket.on_message(sent)

    page.route_web_socket(re.compile("/live"), between)
    page.reload()
    get_going(page)
    until(lambda: bool(table.state(lee).get("legal")), page=page)  # the page may be earlier than the server
    moves = [one["move"] for one in table.state(lee)["legal"]]
    shared = next(move for move in moves if move.startswith("share") and move.endswith(" 1"))
    card = shared.split()[1]
    table.play(lee, shared)
    hand = page.get_by_role("group", name="Your hand").locator(".slot:not(.none)")
    sets = page.get_by_role("group", name="Your sets").locator(".slot.filled")
    top = page.get_by_role("group", name="Share piles").locator(".top")
    expect(hand).to_have_count(3)
    expect(top).to_have_count(1)
    press(page, page.get_by_role("group", name="Share piles").locator(".on"))
    expect(top).to_have_count(0)  # at once, though nobody has answered
    expect(sets.locator(".soon")).to_have_count(1)
    table.play(lee, f"take 1 {card} 1")
    held.pop()()
    expect(page.get_by_text("blue took it first", exact=False).first).to_be_visible()
    expect(sets).to_have_count(0)
    expect(hand).to_have_count(3)
    expect(top).to_have_count(0)


def test_the_map_comes_closer_while_something_is_lit(site: Site) -> None:
    page = visitor(site, viewport=PHONE, touch=True)
    hand = page.get_by_role("group", name="Your hand")
    frequent = "Railway|Apartment|Factory|Mall"  # the others are too far from each other for a finger to mean two
    while True:
        Table(site, page, 4)
        expect(hand.locator(".slot:not(.none)")).to_have_count(3)
        if re.search(frequent, hand.text_content() or ""):
            break
    get_going(page)
    press(page, button(page, re.compile(f"^Add the .* ({frequent}) to a set$")))
    sets = page.get_by_role("group", name="Your sets").get_by_role("button")
    expect(sets.first).to_contain_text("Press to rush it")
    city = page.get_by_role("group", name="The city").locator("svg[role=presentation]")
    whole = city.get_attribute("viewBox")
    press(page, sets.first)  # armed: every hex that it could be rushed to is lit
    expect(lit(page).first).to_be_visible()
    expect(city).not_to_have_attribute("viewBox", whole or "")
    tags = page.get_by_role("group", name="The city").locator(".tag")
    expect(tags).to_have_count(0)
    press(page, lit(page).first)
    expect(tags).to_have_count(1)
    expect(city).to_have_attribute("viewBox", whole or "")


def test_on_one_device_it_is_played_in_turns(site: Site) -> None:
    page = visitor(site, viewport=PHONE, touch=True)
    page.goto("/new/wildstyle")
    expect(page.get_by_role("note").filter(has_text="Your first game goes in turns")).to_be_visible()
    page.get_by_role("radio", name="All at once").tap()
    expect(page.get_by_text("nobody has a clock of their own", exact=False)).to_be_visible()
    page.get_by_role("radio", name="All on this device").tap()
    expect(page.get_by_role("note").filter(has_text="In turns, one action each")).to_be_visible()
    for seat, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_role("button", name="Play on this device").tap()
    for name in ("Ann", "Ben", "Ann"):
        page.get_by_role("button", name=re.compile(f"^Pass the device to {name}")).tap()
        expect(page.get_by_role("status").filter(has_text=f"{name}, your turn")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(0)
        button(page, _FITS).or_(page.get_by_role("group", name="Draw piles").locator(".on")).first.tap()


def test_in_real_time_it_is_rated_without_a_clock_and_in_turns_it_goes_over_days(site: Site) -> None:
    page = visitor(site)
    made = page.request.post("/api/accounts", data={"handle": "kim", "password": "tag the town"}, headers=_token(page))
    assert made.ok, made.text()
    create = page.get_by_role("button", name="Create the table and invite")

    def create_and_read() -> dict[str, Any]:
        create.click()
        expect(page).to_have_url(re.compile("/t/"))
        state: dict[str, Any] = page.request.get(f"/api/tables/{page.url.split('/')[-1]}/state").json()
        agreed: dict[str, Any] = state["table"]
        return agreed

    page.goto("/new/wildstyle")
    page.get_by_role("radio", name="All at once").click()
    page.get_by_role("switch", name="Rated").click()
    agreed = create_and_read()
    assert agreed["real_time"]
    assert agreed["rated"]
    page.goto("/new/wildstyle")
    page.get_by_role("radio", name="In turns").click()
    page.get_by_role("radio", name="Days for a move").click()
    agreed = create_and_read()
    assert not agreed.get("real_time")
    assert agreed["pace"]["kind"] == "days"


def test_axe_finds_nothing_serious(site: Site) -> None:
    if not _AXE.is_file():
        pytest.skip("axe-core is not installed (make web installs it)")
    page = visitor(site)
    Table(site, page, 4)
    bring_axe(page, _AXE.read_text(encoding="utf-8"))
    nothing_serious(page)
    get_going(page)
    press(page, button(page, _FITS))
    sets = page.get_by_role("group", name="Your sets").get_by_role("button")
    expect(sets.first).to_contain_text("Press to rush it")
    press(page, sets.first)
    expect(lit(page).first).to_be_visible()
    nothing_serious(page)


def nothing_serious(page: Page) -> None:
    assert not (problems := serious(page)), "\n".join(problems)
    page.set_viewport_size(DESKTOP)
