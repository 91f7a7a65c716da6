"""The pages hold together: every link to a file of the project leads somewhere, every listing of Python is run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pandarium

ROOT = Path(__file__).parents[1]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")]
LISTING = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PATH = re.compile(r"`((?:src|web|tests)/[^`]+)`")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
ANCHOR = re.compile(r"\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
TRIED_AGAIN = re.compile(r"\b(tests/[\w/]+(?:\.py)?)(?: -k (\w+))?")
PYTHON = re.compile(r"^```(?:python|pycon)\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Where the listings of a page are run, if not here.
RUN_BY = {
    "docs/add-a-game.md": "examples/test_tutorial.py",
    "docs/client.md": "client/test_real_server.py",
    "docs/environments.md": "learn/test_environments_page.py",
    "docs/language-models.md": "learn/test_docs.py",
    "docs/study.md": "sim/test_study_runner.py",
}
# What stands for the reader's own, or takes long.
INSTEAD = {"mygame": "royale", '[(0, "bet 2"), (1, "swap")]': '[(0, "take y8"), (1, "take p12")]', "1_000_000": "20"}


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


def test_what_was_tried_against_a_server_can_be_tried_again() -> None:
    told = TRIED_AGAIN.findall((ROOT / "docs" / "attacks.md").read_text(encoding="utf-8"))
    assert len(told) > 15
    for place, word in told:
        files = [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).glob("test_*.py"))
        tests = re.findall(r"def (test_\w+)", "".join(file.read_text(encoding="utf-8") for file in files))
        assert [test for test in tests if word in test], f"{place} -k {word}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if PYTHON.search(page.read_text(encoding="utf-8"))], ids=lambda page: page.name
)
def test_listings_of_python_run(page: Path) -> None:
    name = page.relative_to(ROOT).as_posix()
    if name in RUN_BY:
        assert page.name in (ROOT / "tests" / RUN_BY[name]).read_text(encoding="utf-8")
        return
    known: dict[str, Any] = {"pandarium": pandarium}
    text = page.read_text(encoding="utf-8")
    for written, run in INSTEAD.items():
        text = text.replace(written, run)
    for listing in PYTHON.findall(text):
        exec(compile(listing, name, "exec"), known)
    if "test_contract" in known:
        known["test_contract"]("set_up_is_checked")
