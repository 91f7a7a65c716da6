"""Addresses that lead nowhere still lead somewhere."""

from __future__ import annotations

from playwright.sync_api import expect

from .people import Site


def test_no_such_page(site: Site) -> None:
    page = site.visitor()
    with site.forgiving("404 GET .*/nowhere", "status of 404 .*/nowhere"):
        answer = page.goto("/nowhere")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("heading", name="This page is not here.")).to_be_visible()
        page.get_by_role("link", name="Back to the front page").click()
    expect(page.get_by_role("heading", name="Four panda games, one table")).to_be_visible()


def test_no_such_table(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/t/t_aaaaaaaaaaaaaaaa")
    expect(page.get_by_role("heading", name="You cannot sit here")).to_be_visible()
    page.get_by_role("link", name="Other tables").click()
    expect(page.get_by_role("heading", name="Tables", level=1)).to_be_visible()


def test_a_private_table_without_its_invite(site: Site) -> None:
    ann, eve = site.visitor("Ann"), site.visitor("Eve")
    ann.goto("/new/royale")
    ann.get_by_role("button", name="Create the table and invite").click()
    link = ann.get_by_label("Link for your friends").input_value()
    eve.goto(link.split("?")[0])
    expect(eve.get_by_role("heading", name="You cannot sit here")).to_be_visible()
    eve.goto(link)
    expect(eve.get_by_role("button", name="Sit here").first).to_be_visible()
