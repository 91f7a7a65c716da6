"""A tournament in the browser (PD-G3): call it, sign up, be brought to one's table, see who has won."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .people import DESKTOP, PHONE, Site, _token, until

DEVICES = pytest.mark.parametrize(("viewport", "touch"), [(DESKTOP, False), (PHONE, True)], ids=["desktop", "phone"])


def shown(page: Page, id: str) -> dict[str, Any]:
    """The tournament as the page's visitor may see it."""
    answer: dict[str, Any] = page.request.get(f"/api/tournaments/{id}").json()
    return answer


def called(page: Page, **wanted: Any) -> str:
    """A tournament that the page's visitor hosts, called without the page."""
    quick = {"game": "pandante", "level_seconds": 2, "bots_seconds": 0, "break_seconds": 1}
    answer = page.request.post("/api/tournaments", data={**quick, **wanted}, headers=_token(page))
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def send(page: Page, id: str, kind: str) -> None:
    """A message to a tournament from the page's visitor, sent without the page."""
    answer = page.request.post(f"/api/tournaments/{id}/messages", data={"type": kind}, headers=_token(page))
    assert answer.ok, answer.text()


def blindly(page: Page, id: str) -> bool:
    """Play the first legal move where the page's visitor plays now, without the page; whether there was one."""
    live = shown(page, id)["you"].get("live")
    answer = page.request.get(f"/api/tables/{live}/state") if live else None
    state = answer.json() if answer and answer.ok else {}
    if not state.get("legal"):
        return False
    data = {"type": "play", "move": state["legal"][0]["move"], "position": state["position"]}
    page.request.post(f"/api/tables/{live}/messages", data=data, headers=_token(page))
    return True


def page_of(page: Page, table: str) -> bool:
    """Whether the page shows that table."""
    return f"/t/{table}" in page.url


def no_wider_than_the_screen(page: Page) -> None:
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, f"{page.url} is {width} pixels too wide"


@DEVICES
def test_call_a_tournament_and_sign_up(site: Site, viewport: ViewportSize, touch: bool) -> None:
    ann = site.visitor("Ann", viewport=viewport, touch=touch)
    ann.goto("/tournaments")
    no_wider_than_the_screen(ann)
    ann.get_by_role("link", name="Call a tournament").click()
    ann.get_by_label("Name").fill("Friday night")
    no_wider_than_the_screen(ann)
    ann.get_by_role("button", name="Call it").click()
    expect(ann.get_by_role("heading", name="Friday night")).to_be_visible()
    expect(ann.get_by_text("You are in.")).to_be_visible()
    expect(ann.get_by_text("12 players").first).to_be_visible()
    no_wider_than_the_screen(ann)

    ben = site.visitor("Ben", viewport=viewport, touch=touch)
    ben.goto("/tournaments")
    ben.get_by_role("link", name=re.compile("Friday night")).first.click()
    ben.get_by_role("button", name="Sign up").click()
    expect(ben.get_by_text("You are in.")).to_be_visible()
    expect(ann.get_by_text("13 players").first).to_be_visible()  # by itself
    expect(ben.get_by_role("button", name="Start the tournament")).to_have_count(0)
    ann.get_by_role("button", name="Start the tournament").click()
    for page in (ann, ben):  # everybody is brought to their table
        page.wait_for_url(re.compile("/t/g_"))
        expect(page.get_by_role("link", name=re.compile("^Tournament: stakes times 1"))).to_be_visible()
        no_wider_than_the_screen(page)
    ann.get_by_role("link", name=re.compile("^Tournament: stakes")).click()
    expect(ann.get_by_text("Level 1")).to_be_visible()
    expect(ann.get_by_role("heading", name=re.compile("^Tables"))).to_be_visible()
    expect(ann.get_by_role("link", name="To your table").first).to_be_visible()
    no_wider_than_the_screen(ann)


@pytest.mark.long
def test_who_plays_is_brought_from_table_to_table_and_sees_who_has_won(site: Site) -> None:
    ann = site.visitor("Ann", viewport=PHONE, touch=True)
    id = called(ann, title="Bamboo Cup", bots=3)
    ann.goto(f"/tournaments/{id}")
    with site.forgiving("409", "404"):  # moves that are sent without the page may come too late
        ann.get_by_role("button", name="Start the tournament").click()
        ann.wait_for_url(re.compile("/t/g_"))
        asked, tables = set[str](), {ann.url}

        def play() -> bool:
            """Where she is to move, as soon as the page is there."""
            live = shown(ann, id)["you"].get("live")
            if not live or not page_of(ann, live):
                return False
            tables.add(ann.url)
            moved = blindly(ann, id)
            asked.update([live] if moved else [])
            return moved

        until(lambda: shown(ann, id)["status"] != "running", play, page=ann)
        now = shown(ann, id)
        assert len(tables) > 1 or len(asked) == 1
    ann.goto(f"/tournaments/{id}")
    expect(ann.get_by_role("status").filter(has_text=f"{now['winner']} has won")).to_be_visible()
    expect(ann.get_by_role("heading", name=re.compile("^Results"))).to_be_visible()
    place = now["you"]["place"]
    expect(ann.get_by_text(f"Place {place} of 4 for you.")).to_be_visible()
    mine = ann.get_by_role("region", name=re.compile("^Your gambits"))
    played = mine.get_by_role("link", name=re.compile("^See gambit"))
    expect(played.first).to_be_visible()
    for viewport in (DESKTOP, PHONE):
        ann.set_viewport_size(viewport)
        no_wider_than_the_screen(ann)
    ann.goto("/tables")
    expect(ann.get_by_role("region", name="Your finished games").get_by_role("link")).to_have_count(0)
    ann.goto(f"/tournaments/{id}")
    played.last.click()
    ann.wait_for_url(re.compile("/replay/g_"))
    expect(ann.get_by_role("region", name="The table")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "over", "begins", "pot", "victory"),
    [
        ("en-GB", "The gambit is over", "The gambit begins", r"\bpot\b.*\d gold", "wins|You win|game is over"),
        ("de-DE", "Das Gambit ist vorbei", "Das Gambit beginnt", r"\bPott\b.*\d Gold", "gewinnt|Sieg|Spiel ist aus"),
    ],
)
def test_the_end_of_a_deal_tells_of_the_pot_and_of_nobodys_victory(
    site: Site, locale: str, over: str, begins: str, pot: str, victory: str
) -> None:
    ann = site.visitor("Ann", locale=locale)
    id = called(ann, bots=2, level_seconds=600, break_seconds=120)
    ann.goto(f"/tournaments/{id}")
    expect(ann.get_by_role("heading", level=1)).to_be_visible()  # whoever looks on is taken to the table
    with site.forgiving("409", "404"):
        send(ann, id, "start")
        ann.wait_for_url(re.compile("/t/g_"))
        ended = ann.get_by_role("region", name=over)
        until(ended.is_visible, lambda: blindly(ann, id), page=ann)
    expect(ended.get_by_text(re.compile(pot))).to_be_visible()
    expect(ended.get_by_role("listitem").first).to_have_text(re.compile(r"\d gold$", re.IGNORECASE))
    expect(ann.get_by_role("status").filter(has_text=over)).to_be_visible()
    expect(ann.get_by_role("log").get_by_text(begins)).to_be_visible()
    expect(ann.get_by_text(re.compile(victory))).to_have_count(0)


def test_talk_goes_on_at_the_next_table(site: Site) -> None:
    ann = site.visitor("Ann")
    id = called(ann, bots=2, level_seconds=600)
    ann.goto(f"/tournaments/{id}")
    with site.forgiving("409", "404"):
        ann.get_by_role("button", name="Start the tournament").click()
        ann.wait_for_url(re.compile("/t/g_"))
        first = ann.url
        ann.get_by_role("tab", name=re.compile("^Chat")).click()
        ann.get_by_label("Say something").fill("I never lie")
        ann.get_by_label("Say something").press("Enter")
        expect(ann.get_by_role("log", name="Chat").get_by_text("I never lie")).to_be_visible()
        until(lambda: ann.url != first, lambda: blindly(ann, id), page=ann)
    expect(ann.get_by_role("region", name="The table")).to_be_visible()
    ann.get_by_role("tab", name=re.compile("^Chat")).click()
    expect(ann.get_by_role("log", name="Chat").get_by_text("I never lie")).to_be_visible()


def test_it_is_called_off_after_a_question(site: Site) -> None:
    ann = site.visitor("Ann")
    ann.goto(f"/tournaments/{called(ann, bots=3)}")
    ann.get_by_role("button", name="Call it off").click()
    ann.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(ann.get_by_text("You are in.")).to_be_visible()
    ann.get_by_role("button", name="Call it off").click()
    ann.get_by_role("dialog").get_by_role("button", name="Call it off").click()
    expect(ann.get_by_role("status").filter(has_text="the host called it off")).to_be_visible()


def test_in_german_too(site: Site) -> None:
    ann = site.visitor("Ann", locale="de-DE")
    ann.goto("/tournaments")
    expect(ann.get_by_role("heading", name="Turniere", exact=True)).to_be_visible()
    ann.get_by_role("link", name="Turnier ausrufen").click()
    expect(ann.get_by_role("button", name="Ausrufen")).to_be_visible()
