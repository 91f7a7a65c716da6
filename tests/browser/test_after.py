"""After the game, on a phone: what bots think of it, where it turned, and going on from there."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .people import Site, finished
from .test_challenge import PHONE, table_of


def test_bots_say_where_it_turned_and_one_goes_on_from_there(site: Site) -> None:
    page = site.visitor("Ann", viewport=PHONE, touch=True)
    table = finished(page, seats=2)
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="What bots think").click()
    page.get_by_role("button", name="Ask the bots").click()
    expect(page.get_by_text("All decisions")).to_be_visible()
    expect(page.get_by_text("The bots are thinking")).to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("^Chances of Ann to win"))).to_be_visible()
    found = page.request.get(f"/api/tables/{table}/analysis?as=0").json()
    slider = page.get_by_role("slider", name="Position in the game")
    for turn in found["turning_points"]:
        page.get_by_role("button", name=re.compile(f"Step {turn}: from")).click()
        expect(slider).to_have_value(str(turn))
    page.get_by_text("All decisions").click()
    first = found["opinions"][0]
    page.get_by_role("button", name=re.compile(f"Step {first['position']}: Take the")).click()
    expect(slider).to_have_value(str(first["position"]))

    page.get_by_role("button", name="What if").click()
    page.get_by_role("button", name="Go on against bots").click()
    shown = page.request.get(f"/api/tables/{table_of(page)}").json()
    assert (shown["what_if"], shown["status"], shown["seats"][0]["name"]) == (table, "running", "Ann")

    german = site.visitor(locale="de-DE", viewport=PHONE, cookies=page.context.storage_state())
    german.goto(f"/replay/{table}?step={first['position']}")
    german.get_by_role("button", name="Was Bots meinen").click()
    expect(german.get_by_role("region").get_by_text(re.compile("^Nimm: ")).first).to_be_visible()
