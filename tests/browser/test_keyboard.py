"""Without a mouse: everything is reached, and it is always to be seen where the keyboard is."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from .people import Site, is_over, look_on, my_turn, pool, until

_WATCH = """
(() => {
  // Notes what had the focus before nothing had it, for longer than a blink.
  window.lostFocus = [];
  let last = null;
  let frames = 0;
  const look = () => {
    const now = document.activeElement;
    if (now && now !== document.body) {
      last = now.outerHTML.slice(0, 120);
      frames = 0;
    } else if (last && ++frames === 12) window.lostFocus.push(last);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()
"""
_AHEAD = """(to) => {
  const from = document.activeElement;
  return Boolean(from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
_SHOWN = """() => {
  const here = document.activeElement;
  const around = [here, here.nextElementSibling, here.closest('label')].filter(Boolean);
  const ringed = around.some((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  const seen = around.some((one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  });
  return ringed && seen ? '' : here.outerHTML.slice(0, 200);
}"""


def keyboard(site: Site, name: str = "Kim") -> Page:
    page = site.visitor(name)
    page.add_init_script(_WATCH)
    return page


def to(page: Page, wanted: Locator) -> None:
    """Tab there, the shorter way; the focus is to be seen at every stop."""
    expect(wanted).to_be_visible()
    for _ in range(120):
        here = wanted.element_handle()
        assert here is not None
        if here.evaluate("(it) => it === document.activeElement"):
            return
        page.keyboard.press("Tab" if page.evaluate(_AHEAD, here) else "Shift+Tab")
        assert page.evaluate(_SHOWN) == "", "the focus is not to be seen"
    raise AssertionError(f"the keyboard does not reach {wanted}")


def press(page: Page, wanted: Locator, key: str = "Enter") -> None:
    to(page, wanted)
    page.keyboard.press(key)


def assert_kept(page: Page) -> None:
    page.evaluate("() => new Promise((done) => setTimeout(done, 250))")  # the watch looks at a dozen frames
    assert page.evaluate("window.lostFocus") == []


def test_from_the_front_page_to_the_result(site: Site) -> None:
    page = keyboard(site)
    page.goto("/")
    press(page, page.get_by_role("button", name="Play Panda Royale now"))
    took: list[str] = []

    def move() -> bool:
        swap = page.get_by_role("button", name=re.compile("^Take .* for it"), disabled=False)
        look_on(page)
        if swap.count():
            press(page, swap.first)
        elif pool(page).count():
            took.append(pool(page).first.inner_text())
            press(page, pool(page).first)
        else:
            return False
        return True

    until(lambda: is_over(page), move, page=page)
    assert len(took) == 9
    assert_kept(page)
    assert page.evaluate("document.activeElement.closest('section') !== null"), "the result has the keyboard"
    press(page, page.get_by_role("link", name="Replay"))
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"at=\d+"))
    assert_kept(page)


def test_keys_open_and_close_what_lies_around_the_table(site: Site) -> None:
    page = keyboard(site)
    page.goto("/")
    press(page, page.get_by_role("button", name="Play Panda Royale now"))
    my_turn(page)
    panel = page.get_by_role("complementary", name="Log, chat and rules")
    for key, name in (("c", "Chat"), ("r", "Rules"), ("l", "Log")):
        page.keyboard.press(key)
        expect(panel.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
    to(page, panel.get_by_role("tab", name="Log"))
    page.keyboard.press("ArrowRight")
    expect(panel.get_by_role("tab", name="Chat")).to_be_focused()
    press(page, panel.get_by_role("button", name="Close"))
    expect(panel).to_have_count(0)
    assert_kept(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)
    page.keyboard.press("m")
    menu = page.get_by_role("dialog", name="Table menu")
    to(page, menu.get_by_role("radio", name="As the device"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.get_by_role("complementary", name="The bot's advice")).to_be_visible()
    assert_kept(page)


def test_pressing_what_goes_away_leaves_the_keyboard_nearby(site: Site) -> None:
    """Hint and undo are out of use as soon as they are pressed; the room ends with its start."""
    page = keyboard(site)
    page.goto("/")
    press(page, page.get_by_role("button", name="With friends").first)
    press(page, page.get_by_role("dialog").get_by_role("button", name="Go to the table"))
    press(page, page.get_by_role("button", name="Move here").first)
    expect(page.locator(".room li").nth(1)).to_contain_text("you")
    assert_kept(page)
    press(page, page.get_by_role("button", name="Fill 3 seats with bots and start"))
    my_turn(page)
    assert_kept(page)
    press(page, page.get_by_role("button", name="Hint"))
    expect(page.get_by_role("complementary", name="The bot's advice")).to_be_visible()
    assert_kept(page)
    press(page, page.get_by_role("button", name="Table menu"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Resign"))
    press(page, page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign"))
    expect(page.get_by_role("list", name="Seats").get_by_text("resigned")).to_be_visible()
    assert_kept(page)
