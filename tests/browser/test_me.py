"""What somebody likes is remembered."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .people import Site


def test_language_theme_name_and_panda_are_remembered(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/me")
    page.get_by_role("radio", name="Night").check(force=True)
    page.get_by_role("textbox", name="Name").first.fill("Annabel")
    page.get_by_role("radio", name="With a monocle").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("radio", name="Deutsch").check(force=True)
    html = page.locator("html")
    for again in range(2):
        expect(html).to_have_attribute("lang", "de")
        expect(html).to_have_attribute("data-theme", "night")
        expect(page.get_by_role("banner").get_by_role("link", name="Annabel")).to_be_visible()
        expect(page.get_by_role("link", name="Tische")).to_be_visible()
        if again == 0:
            page.reload()
    page.goto("/")
    expect(html).to_have_attribute("lang", "de")
    page.get_by_role("button", name=re.compile("Tag|day")).first.click()
    expect(html).to_have_attribute("data-theme", "day")
    page.reload()
    expect(html).to_have_attribute("data-theme", "day")


def test_the_browsers_language_and_light_are_taken_until_somebody_chooses(site: Site) -> None:
    page = site.visitor(locale="de-AT", night=True)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


def test_an_account_keeps_who_one_is_on_another_device(site: Site) -> None:
    page = site.visitor("Ann")
    page.goto("/me")
    page.get_by_label("Login name").fill("ann-of-the-bamboo")
    page.get_by_label("Password").fill("a sentence is good")
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text("You are logged in as ann-of-the-bamboo.")).to_be_visible()
    other = site.visitor()
    other.goto("/me")
    other.get_by_role("radio", name="Log in").check(force=True)
    other.get_by_label("Login name").fill("ann-of-the-bamboo")
    other.get_by_label("Password").fill("a sentence is good")
    other.get_by_role("button", name="Log in").click()
    expect(other.get_by_role("banner").get_by_role("link", name="Ann")).to_be_visible()
    page.get_by_role("button", name="Log out on every device").click()
    expect(page.get_by_text("You are logged out everywhere.")).to_be_visible()
    other.reload()
    expect(other.get_by_role("banner").get_by_role("link", name="You")).to_be_visible()
    other.get_by_role("radio", name="Log in").check(force=True)
    other.get_by_label("Login name").fill("ann-of-the-bamboo")
    other.get_by_label("Password").fill("a sentence is good")
    other.get_by_role("button", name="Log in").click()
    other.get_by_role("button", name="Log out", exact=True).click()
    expect(other.get_by_role("banner").get_by_role("link", name="You")).to_be_visible()
