"""The pages hold together: every link to a file of the project leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
LISTING = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:src|web|tests)/[^`]+)`")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = LISTING.sub("", page.read_text(encoding="utf-8"))
    missing = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]
    assert missing == []


def headings(page: Path) -> set[str]:
    """The places of a page that a link can name, as GitHub and the site call them."""
    prose = LISTING.sub("", page.read_text(encoding="utf-8"))
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in HEADING.findall(prose)]
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_a_place_in_a_page_lead_there(page: Path) -> None:
    prose = LISTING.sub("", page.read_text(encoding="utf-8"))
    wanted = [(page.parent / name if name else page, place) for name, place in ANCHOR.findall(prose)]
    pages = [(target, place) for target, place in wanted if target.suffix == ".md"]
    assert [f"{target.name}#{place}" for target, place in pages if place not in headings(target)] == []


@pytest.mark.parametrize("game", ["pandante", "pilfering", "royale", "wildstyle"])
def test_the_map_of_the_code_leads_somewhere(game: str) -> None:
    """What stands there of GAME is so in all four; a module may also be a folder."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("GAME", game)
    places = [ROOT / path for path in PATH.findall(page)]
    assert len(places) > 30
    assert [str(place) for place in places if not place.exists() and not place.with_suffix("").is_dir()] == []
