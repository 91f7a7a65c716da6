"""A link is enough: to a seat, to the rematch, to a place of the replay. And no more than that."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .people import DESKTOP, PHONE, Site, create_table, my_turn, send
from .test_table import to_move

SMALL: ViewportSize = {"width": 390, "height": 664}


def two(site: Site, **wanted: object) -> tuple[Page, Page, str, str]:
    """Ann hosts a private table of Panda Royale where Ben sits, too; the game runs."""
    ann, ben = site.visitor("Ann"), site.visitor("Ben")
    table, invite = create_table(ann, **{"game": "royale", "seats": 2, **wanted})
    send(ben, table, invite, type="sit")
    send(ben, table, type="ready")
    send(ann, table, type="start")
    return ann, ben, table, invite


@pytest.mark.parametrize("viewport", [SMALL, DESKTOP], ids=["phone", "desktop"])
def test_two_friends_start_alone(site: Site, viewport: ViewportSize) -> None:
    ann = site.visitor("Ann", viewport=viewport)
    ann.goto("/")
    ann.get_by_role("button", name="With friends").first.click()
    link = ann.get_by_label("Link for your friends").input_value()
    ann.get_by_role("button", name="Go to the table").click()
    expect(ann.get_by_text("3 seats are free")).to_be_visible()

    ben = site.visitor(viewport=viewport)
    ben.goto(link)
    expect(ben.get_by_role("heading", name="Ann invites you to Panda Royale")).to_be_visible()
    expect(ben).to_have_title("Ann invites you to Panda Royale")
    expect(ben.get_by_role("list", name="Seats")).to_contain_text("Ann")
    expect(ben.get_by_text("no clock")).to_be_visible()
    ben.get_by_label("Name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()  # and that is all
    ben.get_by_role("button", name="I am ready").click()
    ann.get_by_role("button", name="Start with 2 players").click()
    for page in (ann, ben):
        expect(page.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_count(2)
    my_turn(to_move(ann, ben)[0])


def test_the_invitation_says_what_was_agreed_in_words(site: Site) -> None:
    ann = site.visitor("Ann")
    options = {"level": "hard", "timer": 3, "foiled_plans": True}
    table, invite = create_table(ann, game="pilfering", seats=4, options=options, talk="none")
    ben = site.visitor(viewport=SMALL)
    ben.goto(f"/t/{table}?invite={invite}")
    expect(ben.get_by_role("heading", name="Ann invites you to Pilfering Pandas")).to_be_visible()
    expect(ben.get_by_text("Level: Hard · Foiled Plans · Time is up: on the third turn")).to_be_visible()


@pytest.mark.parametrize("game", ["royale", "pilfering", "pandante", "wildstyle"])
def test_no_id_of_an_option_reaches_people(site: Site, game: str) -> None:
    ann = site.visitor("Ann")
    shown = ann.request.get(f"/api/games/{game}").json()
    words = {
        str(value)
        for option in shown["options"]
        for value, label in zip(option["choices"], option["labels"], strict=True)
        if isinstance(value, str) and label.lower() != value
    }
    table, _ = create_table(ann, game=game, seats=shown["seats"][1])
    ann.goto(f"/t/{table}")
    terms = ann.get_by_role("definition")
    expect(terms.nth(4)).to_be_visible()
    said = " ".join([*terms.all_inner_texts(), *ann.get_by_role("term").all_inner_texts()])
    assert not re.search(r"\w_\w", said), said
    assert not {text.strip() for text in terms.all_inner_texts()} & words


def test_guests_are_told_before_that_a_table_is_rated_and_come_back_with_an_account(site: Site) -> None:
    ann = site.visitor("Ann")
    token = {"x-csrf-token": ann.request.get("/api/me").json()["csrf"]}
    account = {"handle": "ann-of-links", "password": "a long sentence for Ann"}
    assert ann.request.post("/api/accounts", data=account, headers=token).ok
    table, invite = create_table(ann, game="royale", seats=3, rated=True, pace={"kind": "live"})
    ann.goto(f"/t/{table}")
    expect(ann.get_by_text("To sit down at a rated table they need an account.")).to_be_visible()
    nobody, guest = site.visitor(viewport=SMALL), site.visitor("Ben", viewport=SMALL)
    for page in (nobody, guest):
        page.goto(f"/t/{table}?invite={invite}")
        expect(page.get_by_text("only people with an account can be rated")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Sit"))).to_have_count(0)
    expect(nobody.get_by_role("link", name="Make an account", exact=True)).to_be_visible()
    guest.get_by_role("link", name="Make an account and sit down").click()
    guest.get_by_label("Login name").fill("ben-of-links")
    guest.get_by_label("Password").fill("a long sentence for Ben")
    guest.get_by_role("button", name="Make an account").click()
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("listitem").filter(has_text="Ben").first).to_contain_text("you")


def test_friends_who_play_over_days_need_no_second_visit(site: Site) -> None:
    ann = site.visitor("Ann", viewport=SMALL)
    ann.goto("/new/royale")
    ann.get_by_role("radio", name="Days for a move").click(force=True)
    expect(ann.get_by_role("switch", name="Start by itself")).to_be_checked()
    fewer = ann.get_by_role("button", name="One seat fewer")
    while fewer.is_enabled():
        fewer.click()
    ann.get_by_role("button", name="Create the table and invite").click()
    expect(
        ann.get_by_text("The game starts by itself as soon as every seat is taken: one is still free.")
    ).to_be_visible()
    link = ann.get_by_label("Link for your friends").input_value()
    ann.context.close()
    ben = site.visitor("Ben")
    ben.goto(link)
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.get_by_role("list", name="Seats").get_by_role("listitem")).to_have_count(2)


def test_whoever_came_by_a_link_sees_replay_and_rematch(site: Site) -> None:
    ann, ben, table, invite = two(site)
    kim = site.visitor("Kim", viewport=SMALL)
    kim.goto(f"/t/{table}?invite={invite}")
    expect(kim.get_by_role("list", name="Seats")).to_be_visible()
    send(ben, table, type="resign")
    kim.get_by_role("link", name="Replay").click()
    expect(kim.get_by_role("slider", name="Position in the game")).to_be_visible()
    kim.goto(f"/t/{table}")  # without the token: who was let in stays let in
    expect(kim.get_by_role("heading", name="Ann wins")).to_be_visible()
    ann.goto(f"/t/{table}")
    ann.get_by_role("button", name="Rematch").click()
    kim.get_by_role("link", name="To the rematch").click()
    expect(kim.get_by_role("heading", name="Ann invites you to Panda Royale")).to_be_visible()
    expect(kim.get_by_role("listitem").filter(has_text="Ben").first).to_be_visible()


def test_a_link_to_here_lets_others_read_and_no_more(site: Site) -> None:
    ann, ben, table, invite = two(site)
    send(ben, table, type="resign")
    ann.goto(f"/replay/{table}?invite={invite}")
    expect(ann).to_have_url(re.compile("share="))
    ann.get_by_role("button", name="Link to here").click()
    expect(ann.get_by_text("The link to this position is copied.")).to_be_visible()
    link = ann.evaluate("navigator.clipboard.readText()")
    assert invite not in link
    reader = site.visitor(viewport=SMALL)
    reader.goto(link)
    expect(reader.get_by_role("slider", name="Position in the game")).to_be_visible()
    expect(reader.get_by_text("Ann won with")).to_be_visible()
    with site.forgiving("403"):
        reader.goto(f"/t/{table}?share={link.partition('share=')[2].partition('&')[0]}")
        expect(reader.get_by_role("heading", name="You cannot sit here")).to_be_visible()
        reader.goto(f"/replay/{table}")
        expect(reader.get_by_role("alert")).to_contain_text("private")


def test_the_host_takes_a_link_back(site: Site) -> None:
    ann = site.visitor("Ann")
    table, invite = create_table(ann, game="royale", seats=3)
    ann.goto(f"/t/{table}")
    field = ann.get_by_label("Link for your friends")
    expect(field).to_have_value(re.compile(re.escape(invite)))
    ann.get_by_text("Sent to the wrong people?").click()
    ann.get_by_role("button", name="Make a new link").click()
    expect(field).not_to_have_value(re.compile(re.escape(invite)))
    ben = site.visitor()
    with site.forgiving("403"):
        ben.goto(f"/t/{table}?invite={invite}")
        expect(ben.get_by_role("heading", name="You cannot sit here")).to_be_visible()
    ben.goto(field.input_value())
    expect(ben.get_by_role("heading", name="Ann invites you to Panda Royale")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_lists_show_who_sits_how_it_stands_and_since_when(site: Site, viewport: ViewportSize) -> None:
    name = "Annabella of the Bamboo Forest"
    ann = site.visitor(name, viewport=viewport)
    table, _ = create_table(ann, game="royale", seats=3, bots=["greedy"] * 2, public=True)
    send(ann, table, type="start")
    ann.goto("/tables")
    card = ann.get_by_role("region", name="Your games").get_by_role("link")
    expect(card).to_contain_text("round 1 of 10 · started ")
    totals = ann.request.get(f"/api/tables/{table}/state").json()["view"]["players"]
    for seat, player in enumerate(ann.request.get(f"/api/tables/{table}").json()["seats"]):
        expect(card.locator(".seat").nth(seat)).to_have_text(re.compile(f"{player['name']} *{totals[seat]['total']}"))
    clipped = card.locator(".name").first.evaluate("it => it.scrollWidth > it.clientWidth + 1")
    assert not clipped, "there is room for the whole name"


def test_who_resigns_reads_the_real_scores(site: Site) -> None:
    ann, ben, table, _ = two(site)
    players = ann.request.get(f"/api/tables/{table}/state").json()["view"]["players"]
    ben.goto(f"/t/{table}")
    ben.get_by_role("button", name="Table menu").click()
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").click()
    expect(ben.get_by_text("You gave up. These are the scores at that moment.")).to_be_visible()
    rows = ben.get_by_role("region", name="Ann wins").get_by_role("listitem")
    expect(rows.nth(0)).to_contain_text(re.compile(rf"Ann.*{players[0]['total']}", re.DOTALL))
    expect(rows.nth(1)).to_contain_text(re.compile(rf"Ben.*resigned.*{players[1]['total']}", re.DOTALL))


def test_a_long_name_is_read_in_full_at_the_table(site: Site) -> None:
    ann = site.visitor("Annabella of the Bamboo Forest")
    table, _ = create_table(ann, game="royale", seats=3, bots=["greedy"] * 2)
    send(ann, table, type="start")
    ann.goto(f"/t/{table}")
    name = ann.get_by_role("list", name="Seats").get_by_text("Annabella of the Bamboo Forest", exact=True)
    expect(name).to_be_visible()
    cut = name.evaluate("it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1")
    assert not cut, "there is room for the whole name"
