"""The pages hold together: every link to a file of the project leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
LISTING = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:src|web|tests)/[^`]+)`")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = LISTING.sub("", page.read_text(encoding="utf-8"))
    missing = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]
    assert missing == []


@pytest.mark.parametrize("game", ["pandante", "pilfering", "royale", "wildstyle"])
def test_the_map_of_the_code_leads_somewhere(game: str) -> None:
    """What stands there of GAME is so in all four; a module may also be a folder."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("GAME", game)
    places = [ROOT / path for path in PATH.findall(page)]
    assert len(places) > 30
    assert [str(place) for place in places if not place.exists() and not place.with_suffix("").is_dir()] == []
