"""A first table is light: what a phone must load before somebody can play."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from pandarium.kit.language import languages

from .people import PHONE, Site

MOST = 200_000
"""Bytes, gzipped: pages, scripts and styles, without fonts and pictures."""


WORDS = Path(__file__).parents[2] / "web" / "src" / "words"


def loads(page: Page, play: str) -> dict[str, int]:
    """Gzipped bytes of everything that the page loads from now on, by address."""
    sizes: dict[str, int] = {}
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    page.goto("/")
    page.get_by_role("button", name=play, exact=True).first.click()
    expect(page.locator(".royale .stage button").first).to_be_enabled()
    rules = [answer.url for answer in answers if "/assets/engine-" in answer.url or "/engine.json" in answer.url]
    assert not rules, "the rules for when there is no server are for others"
    for answer in answers:
        kind = answer.headers.get("content-type", "")
        if any(word in kind for word in ("javascript", "css", "html")):
            sizes[answer.url] = len(gzip.compress(answer.body(), 9))
    return sizes


@pytest.mark.parametrize("language", languages())
def test_a_first_table_weighs_at_most_200_kb(site: Site, language: str) -> None:
    words = json.loads((WORDS / language / "front.json").read_text(encoding="utf-8"))
    play = words["front.play.game"].format(game="Panda Royale")
    sizes = loads(site.visitor(viewport=PHONE, touch=True, locale=language), play)
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) <= MOST, "\n".join(f"{size} {url}" for url, size in sizes.items())
