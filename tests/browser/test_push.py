"""Being told while no page is open: from the switch to what the browser shows, by way of a push service that checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from server.harness import Server
from server.http import push_service
from server.http.push_service import Service, service, signed_by

from . import chromium
from .people import PHONE, Site, create_table, send, until

_SUBSCRIBES = """([subscription]) => {
  const { endpoint, p256dh, auth } = subscription;
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    window.subscribedWith = [[...applicationServerKey], userVisibleOnly];
    made = { options: { applicationServerKey: applicationServerKey.buffer }, unsubscribe: async () => { made = null; },
             toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    return made;
  };
}"""
_SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
_SHOWN_AT_LAST = f"""async (tag) => {{
  for (;;) {{
    const all = await ({_SHOWN})();
    if (all.some((one) => one.tag === tag)) return all;
    await new Promise((go) => setTimeout(go, 50));
  }}
}}"""
"""All, once that one is there. `wait_for_function` is no way: it takes a promise for an answer."""


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One that shows notifications."""
    found = chromium.find(whole=True)
    if found.path is None:
        pytest.skip(f"there is no browser that shows notifications: {found.message}")
    opened = playwright.chromium.launch(executable_path=found.path, args=chromium.FLAGS)
    yield opened
    opened.close()


@pytest.fixture
def push() -> Iterator[Service]:
    with service() as found:
        yield found


@pytest.fixture
def own_site(browser: Browser, tmp_path: Path, push: Service) -> Iterator[Site]:
    """A server that may reach the push service of this test, and tells at once."""
    settings = {"limits": "0", "notify_delay": "0", "outgoing_hosts": push.host}
    with Server(tmp_path, f"sqlite:///{tmp_path}/tables.db", **settings) as server:
        people = Site(browser, server)
        yield people
        people.leave()
    assert people.complaints == []


def deliver(page: Page, message: dict[str, str]) -> None:
    """The push service of the browser's maker hands a message over."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda it: registrations.extend(it["registrations"]))
    session.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": page.evaluate("location.origin"),
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(message),
        },
    )


def test_from_the_switch_to_the_notification(own_site: Site, push: Service) -> None:
    browser = push_service.Browser(f"{push.url}/ann")
    ann, bo = own_site.visitor("Ann", viewport=PHONE, touch=True, workers=True), own_site.visitor("Bo")
    ann.context.grant_permissions(["notifications"])
    ann.goto("/me")
    ann.evaluate(_SUBSCRIBES, [browser.subscription])
    switch = ann.get_by_role("switch", name="Tell me in this browser")
    expect(ann.get_by_text("Also while no page is open")).to_be_visible()
    switch.check(force=True)
    expect(ann.get_by_text("One of your browsers is told.")).to_be_visible()
    key, visible = ann.evaluate("window.subscribedWith")
    assert visible, "browsers insist on it"

    table, invite = create_table(ann, game="royale", seats=2)
    send(bo, table, invite, type="sit", seat=1)
    called = push.next()
    told = browser.read(called)
    assert push_service.decode(signed_by(called, push.url)[0]) == bytes(key), "signed by another than it subscribed to"
    assert told == {
        "title": "Bo sat down",
        "body": "Panda Royale: 0 seats are free",
        "url": f"/t/{table}",
        "tag": table,
    }

    deliver(ann, told)
    assert ann.evaluate(_SHOWN_AT_LAST, table) == [told]
    ann.evaluate("navigator.serviceWorker.ready.then((it) => it.getNotifications()).then(([one]) => one.close())")

    ann.goto(f"/t/{table}")
    expect(ann.get_by_title("Connected")).to_be_visible()
    ann.evaluate("document.dispatchEvent(new Event('freeze'))")  # a phone puts the page to sleep
    until(lambda: not ann.request.get(f"/api/tables/{table}").json()["seats"][0].get("here"), page=ann)
    send(bo, table, type="leave")
    send(bo, table, invite, type="sit", seat=1)
    assert browser.read(push.next()) == told
    ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.get_by_title("Connected")).to_be_visible()

    ann.goto("/me")
    expect(ann.get_by_text("One of your browsers is told.")).to_be_visible()
    ann.evaluate(_SUBSCRIBES, [browser.subscription])
    switch.uncheck(force=True)
    expect(ann.get_by_text("One of your browsers is told.")).to_be_hidden()
    until(lambda: ann.request.get("/api/me/notifications").json()["browsers"] == 0, page=ann)

    ann.goto(f"/t/{table}")  # looked at: no call is needed
    expect(ann.get_by_role("heading", name="Panda Royale").or_(ann.get_by_title("Connected")).first).to_be_visible()
    deliver(ann, told)
    deliver(ann, told | {"url": "/elsewhere", "tag": "other"})  # the next one is shown: so the first was looked at
    assert [one["tag"] for one in ann.evaluate(_SHOWN_AT_LAST, "other")] == ["other"]


def test_a_host_has_a_chat_told(own_site: Site, push: Service) -> None:
    ann, bo = own_site.visitor("Ann", viewport=PHONE, touch=True), own_site.visitor("Bo")
    table, invite = create_table(ann, game="royale", seats=2)
    ann.goto(f"/t/{table}")
    ann.get_by_role("button", name="Table menu").click()
    ann.get_by_role("button", name="Tell a chat").click()
    dialog = ann.get_by_role("dialog", name="Tell a chat")
    dialog.get_by_label("Address of the webhook").fill("https://127.0.0.1/hook")
    with own_site.forgiving("400"):
        dialog.get_by_role("button", name="Tell this chat").click()
        expect(dialog.get_by_text("leads to a private network")).to_be_visible()
    dialog.get_by_label("Address of the webhook").fill(f"{push.url}/hook")
    dialog.get_by_role("button", name="Tell this chat").click()
    expect(dialog.get_by_role("listitem")).to_contain_text("127.0.0.1")
    send(bo, table, invite, type="sit", seat=1)
    assert "Bo sat down" in json.loads(push.next().body)["content"]
    dialog.get_by_role("button", name="Stop telling 127.0.0.1").click()
    expect(dialog.get_by_role("listitem")).to_have_count(0)
