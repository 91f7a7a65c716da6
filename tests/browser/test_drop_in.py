"""PD-G2 in the browser: a stranger comes to a running table by its link, buys in, sits down and is dealt in."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from .people import DESKTOP, PHONE, Site, create_table, send, until
from .test_pandante import Player, stage


def running(ann: Page, ben: Page) -> tuple[str, str]:
    """A drop-in table with two of four seats taken, in its first gambit; its id and its invite."""
    options = {"gambling": "drop-in"}
    table, invite = create_table(ann, game="pandante", seats=4, options=options)
    send(ben, table, invite, type="sit")
    send(ben, table, invite, type="ready")
    send(ann, table, type="start")
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    until(lambda: hand(ann).count() == 2, *(Player(page).move for page in (ann, ben)), page=ann)
    return table, invite


def hand(page: Page) -> Locator:
    """One's own cards."""
    return page.locator("section.mine .hand > *")


def others(page: Page, name: str) -> Locator:
    """What the table says of somebody else."""
    return page.get_by_role("list", name="The others").get_by_role("listitem").filter(has_text=name)


def test_pd_g2_a_stranger_comes_by_the_link_buys_in_and_is_dealt_in(site: Site) -> None:
    ann, ben = site.visitor("Ann"), site.visitor("Ben")
    table, invite = running(ann, ben)
    expect(others(ann, "Seat 3")).to_contain_text("free seat")
    expect(others(ann, "Seat 3")).not_to_contain_text("has left")
    eve, fay = site.visitor("Eve", viewport=PHONE), site.visitor("Fay", viewport=DESKTOP)
    for page in (fay, eve):
        page.goto(f"/t/{table}?invite={invite}")
        form = page.get_by_role("form", name="Join this table")
        expect(form).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"
    form.get_by_role("combobox").select_option("sit 144")
    form.get_by_role("button", name="Sit down").click()
    expect(form).to_be_hidden()
    expect(others(ann, "Eve")).to_contain_text("not in yet")
    eves = others(ann, "Eve")
    until(
        lambda: "141" in eves.inner_text(), *(Player(page).move for page in (ann, ben)), page=ann
    )  # 144, less the ante
    stage(eve).get_by_role("button", name="Go on").click()  # the showdown that Eve has watched
    expect(hand(eve)).to_have_count(2)
    expect(stage(eve)).to_contain_text("141")
    expect(others(ann, "Seat 4")).to_contain_text("free seat")
