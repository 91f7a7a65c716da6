"""Operators look after a server in the browser; players mute and report."""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import Page, expect

from server.harness import Server

from .people import Site, create_table, send
from .test_axe import axe, bring_axe, serious
from .test_me import make_account

__all__ = ["axe"]


def grant(server: Server, handle: str) -> None:
    command = [sys.executable, "-m", "pandarium", "admin", "grant", handle]
    subprocess.run(command, env=server.env, check=True, capture_output=True)


def at_one_table(site: Site, *names: str) -> tuple[str, list[Page]]:
    """People at one public table, at their browsers, with the chat in sight."""
    pages = [site.visitor(name) for name in names]
    table, _ = create_table(pages[0], game="royale", seats=4, public=True)
    for page in pages[1:]:
        send(page, table, type="sit")
    for page in pages:
        page.goto(f"/t/{table}")
        page.get_by_role("tab", name="Chat").click()
    return table, pages


def test_an_operator_deals_with_a_report(site: Site, axe: str) -> None:
    operator = site.visitor("Olga")
    make_account(operator, "olga-looks-after")
    with site.forgiving("403"):
        operator.goto("/admin")
        expect(operator.get_by_text("This page is for those who look after this server.")).to_be_visible()
    grant(site.server, "olga-looks-after")

    _, (ann, ben) = at_one_table(site, "Ann", "Rude Ben")
    ben.get_by_role("textbox", name="Say something").fill("rude words")
    ben.keyboard.press("Enter")
    ann.get_by_role("button", name="About what Rude Ben said").click()
    about = ann.get_by_role("dialog", name="Rude Ben")
    about.get_by_label("What is wrong with it?").fill("insults")
    about.get_by_role("button", name="Report").click()
    expect(ann.get_by_text("Thank you. The operators will look at it.")).to_be_visible()

    operator.goto("/me")
    operator.get_by_role("link", name="Looking after this server").click()
    report = operator.get_by_role("region", name="Reports").get_by_role("listitem").filter(has_text="rude words")
    expect(report).to_contain_text("insults")
    bring_axe(operator, axe)
    assert not (problems := serious(operator)), "\n".join(problems)

    report.get_by_role("button", name="Remove the line").click()
    for page in (ann, ben):
        expect(page.get_by_role("log", name="Chat").get_by_text("removed")).to_be_visible()
        expect(page.get_by_role("log", name="Chat").get_by_text("rude words")).to_have_count(0)
    report.get_by_role("button", name="Mute").click()
    operator.get_by_role("dialog", name="Mute Rude Ben?").get_by_role("button", name="Mute").click()
    expect(operator.get_by_text("Rude Ben is muted.")).to_be_visible()
    with site.forgiving("403"):
        ben.get_by_role("textbox", name="Say something").fill("more of it")
        ben.keyboard.press("Enter")
        expect(ben.get_by_text("do not let you talk until")).to_be_visible()
    report.get_by_role("button", name="Done").click()
    expect(report).to_have_count(0)


def test_somebody_is_muted_for_oneself_alone(site: Site) -> None:
    _, (ann, ben, cat) = at_one_table(site, "Ann", "Ben", "Cat")
    ben.get_by_role("textbox", name="Say something").fill("hello all")
    ben.keyboard.press("Enter")
    ann.get_by_role("button", name="About what Ben said").click()
    ann.get_by_role("dialog", name="Ben").get_by_role("button", name="Mute").click()
    chat = ann.get_by_role("log", name="Chat")
    expect(chat.get_by_text("hello all")).to_have_count(0)
    expect(cat.get_by_role("log", name="Chat").get_by_text("hello all")).to_be_visible()
    ann.reload()
    ann.get_by_role("tab", name="Chat").click()
    expect(ann.get_by_text("You do not read Ben.")).to_be_visible()
    expect(chat.get_by_text("hello all")).to_have_count(0)
    ann.get_by_role("button", name="Read again").click()
    expect(chat.get_by_text("hello all")).to_be_visible()
