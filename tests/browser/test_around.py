"""People around the table, on a phone: results, cards, chat, friends, playing again, checking and looking together."""

from __future__ import annotations

import re
import secrets
from typing import Final

from playwright.sync_api import Page, ViewportSize, expect

from .people import Site, create_table, play_on, send

SMALL: Final[ViewportSize] = {"width": 390, "height": 664}


def player(site: Site, name: str) -> tuple[Page, str]:
    """Somebody with an account at a phone, and their id."""
    page = site.visitor(viewport=SMALL, touch=True)
    account = {"handle": f"{name.lower()}-{secrets.token_hex(4)}", "password": "a sentence is good", "name": name}
    answer = page.request.post("/api/accounts", data={**account, "avatar": "crown"})
    assert answer.ok, answer.text()
    return page, answer.json()["me"]["id"]


def rated_table(ann: Page, ben: Page) -> str:
    """A rated game of the two that has begun."""
    table, invite = create_table(ann, game="royale", seats=2, rated=True, public=True, pace={"kind": "live"})
    send(ben, table, invite, type="sit")
    send(ben, table, type="ready")
    send(ann, table, type="start")
    return table


def fits(page: Page) -> None:
    """Nothing is wider than the phone."""
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def test_a_rated_game_from_a_seat_to_the_profile(site: Site) -> None:
    (ann, ann_id), (ben, _) = player(site, "Ann"), player(site, "Ben")
    table = rated_table(ann, ben)
    ann.goto(f"/t/{table}")
    ann.get_by_role("button", name="About Ben").click()
    card = ann.get_by_role("dialog", name="Ben")
    expect(card.get_by_text("Games together")).to_be_visible()
    expect(card.get_by_role("link", name="See the profile")).to_be_visible()
    ann.keyboard.press("Escape")
    send(ben, table, type="say", text="Mind the pandas")
    expect(ann.get_by_text("Ben: Mind the pandas")).to_be_visible()
    ann.get_by_role("button", name="Chat").click()
    expect(ann.get_by_role("log", name="Chat").locator("time")).to_have_text(re.compile(r"\d\d:\d\d"))
    ann.keyboard.press("Escape")
    play_on(table, ann, ben)
    rating = ann.get_by_role("region", name="Rating")
    expect(rating).to_contain_text("Your rating")
    expect(rating).to_contain_text(re.compile(r"0\.0 → −?\d+\.\d \([+−]\d+\.\d\)"))
    ann.get_by_role("button", name="Fair deal").click()
    ann.get_by_role("button", name="Check this game now").click()
    expect(ann.get_by_text("All is in order.")).to_be_visible()
    expect(ann.get_by_text("The deal follows from the secret.")).to_be_visible()
    ann.goto(f"/people/{ann_id}")
    expect(ann.get_by_role("heading", name="Games played")).to_be_visible()
    expect(ann.get_by_text(re.compile("Place [12] of 2"))).to_be_visible()
    fits(ann)
    ann.get_by_role("switch", name=re.compile("^Show my profile")).click()
    expect(ann.get_by_text("Your profile is off")).to_be_visible()
    ben.goto(f"/people/{ann_id}")
    expect(ben.get_by_text("Ann keeps the rest private.")).to_be_visible()
    expect(ben.get_by_role("heading", name="Games played")).to_have_count(0)
    ben.goto("/best/royale")
    expect(ben.get_by_text(re.compile("You are at place"))).to_be_visible()
    expect(ben.get_by_role("link", name="Ann", exact=True)).to_have_count(0)
    fits(ben)


def test_friends_by_link_join_and_play_again(site: Site) -> None:
    (ann, _), (ben, ben_id) = player(site, "Ann"), player(site, "Ben")
    ann.goto("/friends")
    ann.get_by_role("button", name="Make a link").click()
    ben.goto(ann.get_by_label("Your link for friends").input_value())
    ben.get_by_role("button", name="Become friends").click()
    expect(ben.get_by_role("link", name="Profile of Ann")).to_be_visible()
    waiting, _ = create_table(ben, game="royale", seats=2, public=True)
    ann.goto("/friends")
    fits(ann)
    ann.get_by_role("button", name="Join").click()
    ann.wait_for_url(re.compile(f"/t/{waiting}"))
    expect(ann.get_by_text("2 of 2 seats taken")).to_be_visible()
    send(ann, waiting, type="ready")
    send(ben, waiting, type="start")
    send(ann, waiting, type="resign")
    ben.goto(f"/people/{ben_id}")
    ben.get_by_role("button", name="Play again").click()
    ben.wait_for_url(re.compile("/t/"))
    ann.goto("/")
    invited = ann.get_by_role("region", name="You are invited")
    expect(invited).to_contain_text("Ben asks you to Panda Royale")
    invited.get_by_role("button", name="Sit down").click()
    ann.wait_for_url(re.compile("/t/"))
    expect(ann.get_by_text("2 of 2 seats taken")).to_be_visible()
    ann.goto("/friends")
    ann.get_by_role("button", name="Remove: Ben").click()
    ann.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ann.get_by_text("Nobody yet.")).to_be_visible()


def test_one_leads_through_a_finished_game_and_a_reader_by_link_follows(site: Site) -> None:
    ann, ben, eve = (site.visitor(name, viewport=SMALL, touch=True) for name in ("Ann", "Ben", "Eve"))
    table, invite = create_table(ann, game="royale", seats=2)
    send(ben, table, invite, type="sit")
    send(ben, table, type="ready")
    send(ann, table, type="start")
    play_on(table, ann, ben, done=lambda state: state["position"] >= 4)
    send(ann, table, type="resign")
    ann.goto(f"/replay/{table}")
    ann.get_by_role("button", name="Together").click()
    ann.get_by_role("button", name="Lead", exact=True).click()
    expect(ann.get_by_text("You lead")).to_be_visible()
    ann.get_by_role("button", name="Copy the link").click()
    link = ann.evaluate("navigator.clipboard.readText()")
    eve.goto(link)
    expect(eve.get_by_text("Ann leads, and you follow.")).to_be_visible()
    slider = eve.get_by_role("slider", name="Position in the game")
    ann.get_by_role("button", name="One step on").click()
    expect(slider).to_have_value("1")
    eve.get_by_role("button", name="Look on my own").click()
    ann.get_by_role("button", name="One step on").click()
    expect(ann.get_by_role("slider", name="Position in the game")).to_have_value("2")
    eve.get_by_role("button", name="Follow").click()
    expect(slider).to_have_value("2")
    ann.get_by_role("button", name="Stop leading").click()
    expect(eve.get_by_text("Nobody leads.")).to_be_visible()
    fits(eve)
