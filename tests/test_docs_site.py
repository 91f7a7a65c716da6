"""How pages of the project become pages of the site."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from docs_site import broken_links, fitted, gathered_files, pages_without_place

HOST = ROOT / "docs" / "host.md"
PLACES = {HOST: "host.md", ROOT / "SECURITY.md": "SECURITY.md", ROOT / "docs" / "start" / "host.md": "start/host.md"}


def test_every_page_has_a_place_in_the_navigation_and_every_place_a_page() -> None:
    assert pages_without_place(dict(gathered_files()).values()) == []


@pytest.mark.parametrize(
    ("link", "there"),
    [
        ("[the page](../host.md#limits)", "[the page](../host.md#limits)"),
        ("[holes](../../SECURITY.md)", "[holes](../SECURITY.md)"),
        ("[elsewhere](https://example.org/a.md)", "[elsewhere](https://example.org/a.md)"),
        ("[below](#what-you-got)", "[below](#what-you-got)"),
        ("[code](../../Makefile)", "code"),
        ("`[no](../../SECURITY.md)`", "`[no](../../SECURITY.md)`"),
        ("```md\n[no](../../SECURITY.md)\n```", "```md\n[no](../../SECURITY.md)\n```"),
    ],
)
def test_links_fit_the_place_of_a_page(link: str, there: str) -> None:
    assert fitted(link, ROOT / "docs" / "start" / "host.md", "start/host.md", PLACES, None) == there


def test_links_to_the_code_lead_to_where_it_can_be_read() -> None:
    shown = fitted("[code](../Makefile)", HOST, "host.md", PLACES, "https://example.org/blob/main")
    assert shown == "[code](https://example.org/blob/main/Makefile)"


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="a/#there">1</a> <a href="a/#gone">2</a> <a href="b/">3</a> <img src="c.svg"> <a href="https://x.org">4</a>'
    )
    (tmp_path / "a" / "index.html").write_text('<h2 id="there">5</h2> <a href="../#x">6</a> <a href="#there">7</a>')
    assert sorted(broken_links(tmp_path)) == [
        "a/index.html: ../#x",
        "index.html: a/#gone",
        "index.html: b/",
        "index.html: c.svg",
    ]
