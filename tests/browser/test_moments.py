"""What happens is seen: Panda Royale's rolls before the next choice, what a die scores, the log as it goes on."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, expect

from .people import PHONE, Site, choices, create_table, is_over, make_move, my_turn, play_on, pool, send, until

_WATCH: Final = """() => {
  window.seen = [];
  const look = () => {
    const roll = document.querySelector('.royale .roll');
    const now = roll ? 'roll' : document.querySelector('.royale .stage .pick') ? 'choice' : '';
    if (roll && document.querySelector('.royale .stage .pick')) seen.push('both');
    if (now && seen.at(-1) !== now) seen.push(now);
    if (roll && window.hurried) roll.querySelector('button').click();
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}"""
"""The page itself notes what its stage shows, since a roll is gone in a few seconds; who is hurried goes on at once."""


def begin(page: Page, seats: int = 2) -> str:
    table, _ = create_table(page, game="royale", seats=seats, bots=["random"] * (seats - 1))
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)
    return table


def test_a_roll_is_seen_before_the_next_choice_and_goes_by_itself(site: Site) -> None:
    page = site.visitor("Ann")
    begin(page)
    page.evaluate(_WATCH)
    make_move(page)
    until(lambda: page.evaluate("seen.join(' ')").endswith("choice roll choice"), page=page)
    assert "both" not in page.evaluate("seen")
    # What was rolled is still there, also for who comes back.
    caption = page.locator(".rounds .caption")
    expect(caption).to_have_text(re.compile(r"^(Round 2 rolled|.* takes the)"))
    page.reload()
    expect(caption).to_have_text(re.compile("^Round 2 rolled: most for"))
    expect(choices(page).first).to_be_visible()
    expect(page.locator(".tray .one").first).to_be_visible()
    expect(page.locator(".royale .roll")).to_have_count(0)


def test_a_touch_goes_on_at_once(site: Site) -> None:
    page = site.visitor("Ann")
    page.add_init_script("localStorage.setItem('pandarium.likes', JSON.stringify({ speed: 'slow' }))")
    begin(page)
    page.evaluate(_WATCH)
    page.evaluate("window.hurried = true")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 3_600_000)  # by itself it would stay for ever now
    make_move(page)
    until(lambda: page.evaluate("seen.join(' ')").endswith("roll choice"), lambda: tick(page), page=page)


def tick(page: Page) -> bool:
    """Frames are drawn; less time goes by than a roll is looked at."""
    page.clock.run_for(20)
    return False


def test_the_last_roll_is_seen_before_the_result(site: Site) -> None:
    page = site.visitor("Ann")
    table = begin(page)
    play_on(table, page, done=lambda state: state["view"]["round"] == 9 and bool(state.get("legal")))
    page.reload()
    my_turn(page)
    page.evaluate(_WATCH)
    until(
        lambda: page.get_by_role("button", name="Result").is_visible() or is_over(page),
        lambda: take(page),
        page=page,
    )
    until(lambda: page.evaluate("seen.at(-1)") == "roll", page=page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def take(page: Page) -> bool:
    """A die of the pool, or whatever may be traded, without hurry."""
    offered = choices(page)
    if not offered.count():
        return False
    offered.first.click()
    return True


def test_a_die_says_what_it_scores(site: Site) -> None:
    page = site.visitor("Ann")
    begin(page)
    die = pool(page).first
    told = page.get_by_role("tooltip")
    die.hover()
    expect(told).to_be_visible()
    scores = die.evaluate("it => document.getElementById(it.getAttribute('aria-describedby')).textContent")
    expect(told).to_have_text(scores)
    expect(die.locator("small")).to_be_visible()  # and in a word or two, in the pool
    page.mouse.move(1, 1)
    expect(told).to_have_count(0)
    page.locator(".tray .die").first.hover()
    expect(told).to_have_text(re.compile("^Scores its face; the highest yellow sum picks first"))


def test_a_finger_that_rests_takes_nothing(site: Site) -> None:
    page = site.visitor("Ann", viewport=PHONE, touch=True)
    begin(page)
    die = pool(page).first
    box = die.bounding_box()
    assert box
    count = pool(page).count()
    wire = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.get_by_role("tooltip")).to_be_visible()
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    my_turn(page)
    expect(pool(page)).to_have_count(count)
    die.tap()
    expect(page.get_by_role("tooltip")).to_have_count(0)
    expect(page.locator(".royale .mine-dice .one")).to_have_count(2)


def test_the_log_follows_unless_one_reads_further_up(site: Site) -> None:
    page = site.visitor("Ann")
    table, _ = create_table(page, game="wildstyle", seats=4, bots=["filler"] * 3, options={"pace": "turns"})
    send(page, table, type="start")
    page.goto(f"/t/{table}")
    my_turn(page)
    log = page.get_by_role("tabpanel").get_by_role("log", name="Log")
    lines = log.get_by_role("listitem")
    away = "it => it.scrollHeight - it.scrollTop - it.clientHeight"

    def more(least: int) -> None:
        seen = page.evaluate("() => document.querySelectorAll('[role=tabpanel] [role=log] li').length")
        key = lines.last.inner_text()
        count = 0

        def enough(state: dict[str, object]) -> bool:
            nonlocal count
            count += bool(state.get("legal"))
            return count > least

        play_on(table, page, done=enough)
        until(lambda: lines.count() > seen or lines.last.inner_text() != key, page=page)

    more(20)
    until(lambda: log.evaluate(away) < 40, page=page)
    more(2)
    until(lambda: log.evaluate(away) < 40, page=page)
    log.hover()
    page.mouse.wheel(0, -400)
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_visible()
    more(2)
    assert log.evaluate(away) > 40
    newest.click()
    until(lambda: log.evaluate(away) < 40, page=page)
    expect(newest).to_have_count(0)
