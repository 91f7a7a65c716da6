"""What eyes see at once and a test must measure: what sticks out, is cut off, or is too small to hit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from playwright.sync_api import Page

from .people import PATIENCE

SMALLEST: Final = 40
"""Pixels, both ways: so large must be what a finger is to hit."""

_SCRIPT: Final = """(smallest) => {
  const found = [];
  const say = (what, it, more = '') =>
    found.push(`${what}: ${it.outerHTML.replace(/\\s+/g, ' ').slice(0, 140)} ${more}`);
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const dialog = document.querySelector('dialog[open]');
  const hidden = (it) =>
    !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    it.closest('.unseen, [inert], [aria-hidden="true"] svg, svg [aria-hidden="true"]') ||
    (dialog && !dialog.contains(it));
  const scrolls = (it) => /auto|scroll/.test(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth;
  const cuts = (it) => /hidden|clip/.test(getComputedStyle(it).overflowX);
  for (const it of document.body.querySelectorAll('*')) {
    if (hidden(it) || it.closest('svg')?.parentElement?.closest('[aria-hidden="true"]')) continue;
    const box = it.getBoundingClientRect();
    if (!box.width || !box.height || (box.width <= 1 && box.height <= 1)) continue;
    if (box.right < 0 && getComputedStyle(it).position === 'absolute') continue; // waits outside until it is focused
    const words = [...it.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    let right = innerWidth;
    let left = 0;
    for (let up = it.parentElement; up; up = up.parentElement) {
      if (scrolls(up)) { left = -Infinity; right = Infinity; break; }
      const edge = up.getBoundingClientRect();
      if (cuts(up) && words) { left = Math.max(left, edge.left); right = Math.min(right, edge.right); }
    }
    const focusable = it.matches('a[href], button, input, select, summary, textarea, [role=tab]');
    if ((words || focusable) && (box.right > right + 1 || box.left < left - 1))
      say('sticks out or is cut off', it, `${Math.round(box.left)}..${Math.round(box.right)}`);
    const style = getComputedStyle(it);
    if (words && cuts(it) && it.scrollWidth > it.clientWidth + 1 && style.textOverflow !== 'ellipsis' && box.width > 1)
      say('its words are cut off', it);
    if (!focusable || it.disabled) continue;
    // A word in a sentence is as high as its line; a box with a label is hit through its label.
    const inText = it.matches('a, button') && style.display === 'inline' && it.closest('p, li, td');
    const target = it.matches('input[type=radio], input[type=checkbox]') ? (it.closest('label') ?? it) : it;
    // What lies around it as ::after belongs to it: fingers get more room than the eye.
    const around = getComputedStyle(target, '::after');
    const rim = around.position === 'absolute' ? around : {};
    const shown = target.getBoundingClientRect();
    const width = Math.max(shown.width, parseFloat(rim.width) || 0);
    const height = Math.max(shown.height, parseFloat(rim.height) || 0);
    if (!inText && (width < smallest - 0.5 || height < smallest - 0.5))
      say('too small to hit', it, `${Math.round(width)}×${Math.round(height)}`);
  }
  return [...new Set(found)];
}"""


def none_at_last(page: Page, look: Callable[[], list[str]]) -> None:
    """A look at the page finds nothing wrong, once it has come to rest: fonts and news may still be under way."""
    end = time.monotonic() + PATIENCE / 1000
    while found := look():
        assert time.monotonic() < end, "\n".join([page.url, *found])
        page.wait_for_timeout(100)


def assert_fits(page: Page) -> None:
    """Nothing on the page sticks out sideways, is cut off, or is too small for a finger."""
    none_at_last(page, lambda: list(page.evaluate(_SCRIPT, SMALLEST)))


_COVERED: Final = """([wanted, scroll]) => {
  const found = [];
  for (const it of wanted.flatMap((one) => [...document.querySelectorAll(one)])) {
    if (!it.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (scroll) it.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = it.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const say = (what) => found.push(`${what}: ${it.outerHTML.replace(/\\s+/g, ' ').slice(0, 140)} at ${x}, ${y}`);
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) { say('out of sight'); continue; }
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(it.contains(hit) || hit.contains(it)))
      say(`covered by ${hit?.outerHTML.replace(/\\s+/g, ' ').slice(0, 100)}`);
  }
  return found;
}"""


def covered(page: Page, wanted: Sequence[str], *, scroll: bool = True) -> list[str]:
    """What of these, by style, somebody cannot see or touch: its middle is out of sight, or something lies on it.

    Each is scrolled to first, as a reader would, unless `scroll` is off.
    """
    found: list[str] = page.evaluate(_COVERED, [list(wanted), scroll])
    return found
