"""Without a server the client still opens, says so, and teaches; with a new one it is never the old client."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pandarium.server.http.web_client import FOLDER
from server.harness import Server

from .people import PHONE, Site, create_table, make_move, my_turn

_LISTEN = """navigator.serviceWorker.addEventListener('message', (event) => {
  if (event.data.type === 'kept') window.kept = true;
})"""
_ME = "caches.open('pandarium own').then((it) => it.match('/api/me')).then((it) => it ? it.text() : '')"
_NO_ANSWER = ("ERR_CONNECTION_REFUSED", "ERR_FAILED", "ERR_CONNECTION_RESET", "WebSocket connection")


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path) -> Iterator[Site]:
    """A server that may be stopped, with a client that may be built anew."""
    shutil.copytree(FOLDER, tmp_path / "client")
    with Server(tmp_path, f"sqlite:///{tmp_path}/tables.db", limits="0", static=str(tmp_path / "client")) as server:
        people = Site(browser, server)
        yield people
        people.leave()
    assert people.complaints == []


def keep(page: Page, path: str) -> None:
    """Visit a page until the service worker has kept all that it wants to: it may say so before the page is loaded."""
    page.add_init_script(_LISTEN)
    page.goto(path)
    page.wait_for_function("() => window.kept")


def test_without_a_server_it_opens_says_so_and_teaches(own_site: Site) -> None:
    page = own_site.visitor("Ann", viewport=PHONE, touch=True, workers=True)
    table, _ = create_table(page, game="royale", seats=2, bots=["greedy"])
    keep(page, "/")
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Panda Royale")
    own_site.server.stop()
    with own_site.forgiving(*_NO_ANSWER):
        page.goto("/")
        expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()
        expect(page.get_by_role("heading", name="Your tables")).to_be_visible()  # what it last knew
        page.get_by_role("listitem").filter(has_text="Wildstyle").get_by_role("link", name="Lesson").click()
        expect(page.get_by_role("alert")).to_contain_text("what this browser has kept")
        page.get_by_role("button", name="Ready").click()
        expect(page.get_by_role("button", name="Go on")).to_be_visible()  # the answer was played out before
        page.goto("/rules/pandante")
        expect(page.get_by_role("heading", name=re.compile("Pandánte")).first).to_be_visible()
        expect(page.get_by_role("article").first).to_be_visible()
        page.goto(f"/t/{table}")
        expect(page.get_by_role("heading", name="The server does not answer")).to_be_visible()
        own_site.server.start()
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()  # it went on by itself


def test_a_new_client_is_there_at_once_and_the_old_one_goes(own_site: Site, tmp_path: Path) -> None:
    page = own_site.visitor("Ann", workers=True)
    keep(page, "/")
    for build in ("2", "3"):
        index, worker = tmp_path / "client" / "index.html", tmp_path / "client" / "sw.js"
        for packed in (*tmp_path.glob("client/index.html.*"), *tmp_path.glob("client/sw.js.*")):
            packed.unlink()
        worker.write_text(re.sub(r'version:"\w+"|"version":"\w+"', f'"version":"{build}"', worker.read_text()))
        index.write_text(re.sub("<head>", f'<head><meta name="build-{build}">', index.read_text()))
        page.goto("/learn")
        expect(page.locator(f'meta[name="build-{build}"]')).to_have_count(1)
        page.evaluate("navigator.serviceWorker.ready.then((it) => it.update())")
        page.wait_for_function(f"() => caches.has('pandarium client {build}')")
    page.wait_for_function("() => caches.keys().then((all) => all.filter((it) => it.includes('client')).length == 2)")


def test_a_table_is_played_and_nothing_personal_stays_behind(own_site: Site) -> None:
    page = own_site.visitor("Ann", workers=True)
    keep(page, "/")
    keep(page, "/")  # from now on by way of the service worker
    page.get_by_role("button", name="Play Panda Royale now", exact=True).first.click()
    make_move(page)
    my_turn(page)
    keep(page, "/me")
    assert page.evaluate("caches.has('pandarium engine')") is False  # the rules are for evenings at a real table
    assert "Ann" in page.evaluate(_ME)
    assert "csrf" not in page.evaluate(_ME)
    page.evaluate("""async () => {
      const { csrf } = await (await fetch('/api/me')).json();
      await fetch('/api/sessions', { method: 'DELETE', headers: { 'x-csrf-token': csrf } });
    }""")
    page.wait_for_function("() => caches.has('pandarium own').then((there) => !there)")
