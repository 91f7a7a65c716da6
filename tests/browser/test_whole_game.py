"""Two people, two browsers, two bots: from the front page to the result."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import expect

from .people import Site, move, play_on, play_out, scores, until


def test_two_people_and_two_bots_play_panda_royale_to_its_end(site: Site) -> None:
    ann, ben = site.visitor(), site.visitor()

    ann.goto("/")
    ann.get_by_role("button", name="With friends").first.click()
    ann.get_by_role("button", name="Copy the link").click()
    expect(ann.get_by_text("Copied. Now send it to your friends.")).to_be_visible()
    link = ann.evaluate("navigator.clipboard.readText()")
    ann.get_by_role("button", name="Go to the table").click()
    expect(ann.get_by_role("heading", name="Panda Royale")).to_be_visible()

    ben.goto(link)
    ben.get_by_label("Name", exact=True).fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.get_by_role("button", name="I am ready").click()
    ann.get_by_role("button", name="Fill 2 seats with bots and start").click()

    # By hand are the first rounds and the last: in those between nothing else is asked.
    third = ann.get_by_text(re.compile("Round ([3-9]|10) of 10"))  # or later: somebody quick may be through with it
    moves = until(third.is_visible, partial(move, ann), partial(move, ben), page=ann)
    play_on(link.partition("/t/")[2].partition("?")[0], ann, ben, done=lambda state: state["view"]["round"] >= 9)
    moves += play_out(ann, ben)
    assert moves >= 2 * 3  # each takes a die in each round but the last

    assert scores(ann) == scores(ben)
    assert len(scores(ann)) == 4
    best = max(scores(ann).values())
    winners = [name for name, total in scores(ann).items() if total == best]
    for page in (ann, ben):
        title = page.get_by_role("heading", level=1, name=re.compile("win|victory", re.I)).inner_text()
        assert title == "You win!" or all(name in title for name in winners)
        expect(page.get_by_role("img", name=re.compile("^Podium: "))).to_be_visible()

    ann.get_by_role("button", name="Rematch").click()
    expect(ann).not_to_have_url(re.compile(re.escape(link.split("?")[0].split("/t/")[1])))
    ben.get_by_role("link", name="To the rematch").click()
    expect(ben.get_by_role("button", name="I am ready")).to_be_visible()
    assert ann.url.split("?")[0] == ben.url.split("?")[0]
