"""What somebody likes is remembered."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from playwright.sync_api import Page, expect

from server.harness import Server

from .people import Site

PASSWORD = "a sentence is good"


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
    page.get_by_text("Devices", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="this device")).to_be_visible()
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


def make_account(page: Page, handle: str) -> None:
    """Make an account with the password that all of them have here."""
    page.goto("/me")
    page.get_by_label("Login name").fill(handle)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").click()
    expect(page.get_by_text(f"You are logged in as {handle}.")).to_be_visible()


def test_a_password_is_changed_and_another_device_is_signed_out(site: Site) -> None:
    page = site.visitor("Ann")
    make_account(page, "ann-changes")
    other = site.visitor()
    assert other.request.post("/api/sessions", data={"handle": "ann-changes", "password": PASSWORD}).ok
    page.get_by_text("Password", exact=True).click()
    page.get_by_label("Old password").fill("not this one")
    page.get_by_label("New password").fill("a river in autumn")
    with site.forgiving("403"):
        page.get_by_role("button", name="Change the password").click()
        expect(page.get_by_text("that is not your password")).to_be_visible()
    page.get_by_label("Old password").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("Your password is changed.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You are logged in as ann-changes.")).to_be_visible()
    other.goto("/me")
    expect(other.get_by_role("banner").get_by_role("link", name="You")).to_be_visible()


def test_whoever_has_a_code_of_the_host_chooses_a_new_password(site: Site) -> None:
    page = site.visitor("Ann")
    make_account(page, "ann-forgets")
    code = reset_code(site.server, "ann-forgets")
    other = site.visitor()
    other.goto("/me")
    other.get_by_role("radio", name="Log in").check(force=True)
    other.get_by_role("link", name="Forgot your password?").click()
    expect(other.get_by_text("ask the host")).to_be_visible()
    other.get_by_label("Login name").fill("ann-forgets")
    other.get_by_label("Code").fill(code.upper())
    other.get_by_label("New password").fill("a river in autumn")
    other.get_by_role("button", name="Set the new password").click()
    expect(other.get_by_text("You are logged in as ann-forgets.")).to_be_visible()


def reset_code(server: Server, handle: str) -> str:
    """A code as the host gives it out."""
    command = [sys.executable, "-m", "pandarium", "admin", "reset-code", handle]
    return subprocess.run(command, env=server.env, check=True, capture_output=True, text=True).stdout.strip()


def test_an_account_is_exported_and_deleted(site: Site) -> None:
    page = site.visitor("Ann")
    make_account(page, "ann-leaves")
    page.get_by_text("Your data", exact=True).click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(downloading.value.path().read_text(encoding="utf-8"))
    assert data["me"]["handle"] == "ann-leaves"
    page.get_by_role("button", name="Delete my account").click()
    dialog = page.get_by_role("dialog", name="Delete it for good?")
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("You are forgotten here.")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="You")).to_be_visible()
    with site.forgiving("401"):
        assert page.request.post("/api/sessions", data={"handle": "ann-leaves", "password": PASSWORD}).status == 401
