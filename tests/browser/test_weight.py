"""A first table is light: what a phone must load before somebody can play."""

from __future__ import annotations

import gzip

from playwright.sync_api import Page, Response

from .people import PHONE, Site, my_turn

MOST = 200_000
"""Bytes, gzipped: pages, scripts and styles, without fonts and pictures."""


def loads(page: Page) -> dict[str, int]:
    """Gzipped bytes of everything that the page loads from now on, by address."""
    sizes: dict[str, int] = {}
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    page.goto("/")
    page.get_by_role("button", name="Play Panda Royale now").click()
    my_turn(page)
    for answer in answers:
        kind = answer.headers.get("content-type", "")
        if any(word in kind for word in ("javascript", "css", "html")):
            sizes[answer.url] = len(gzip.compress(answer.body(), 9))
    return sizes


def test_a_first_table_weighs_at_most_200_kb(site: Site) -> None:
    sizes = loads(site.visitor(viewport=PHONE, touch=True))
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) <= MOST, "\n".join(f"{size} {url}" for url, size in sizes.items())
