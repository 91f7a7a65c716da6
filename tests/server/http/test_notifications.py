"""Being told: what is sent to whom, what is not, and that nobody else can read it or send it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import update

from pandarium.server.notifications import detector, digest, sender
from pandarium.server.store import notifications as rows
from pandarium.server.store.jobs import upsert
from pandarium.server.store.moderation import Restriction, restrict
from pandarium.server.store.schema import notification_choices, outbox, settings
from pandarium.server.tables.judge import Asker
from server.harness import PATIENCE
from server.http.conftest import Open, Web, refused
from server.http.mailbox import mailbox
from server.http.push_service import Browser, Service, service, signed_by

LATER = 3_600


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked more often whether there is something to send."""
    for module in (detector, sender):
        monkeypatch.setattr(module, "LOOK_SECONDS", 0.02)


@pytest.fixture
def push() -> Iterator[Service]:
    with service() as found:
        yield found


@pytest.fixture
async def web(opened: Open, push: Service) -> AsyncIterator[Web]:
    """A server that tells at once, and may reach the service on this machine."""
    async with opened(notify_delay=0, outgoing_hosts=push.host) as found:
        yield found


class Here:
    """Somebody who looks at a table."""

    def __init__(self, person: str) -> None:
        self.asker = Asker(person, "somebody")

    def wake(self) -> None:
        pass

    def stop(self, code: int, reason: str) -> None:
        pass


async def subscribed(web: Web, push: Service, who: str, name: str = "one", **more: str) -> Browser:
    browser = Browser(f"{push.url}/{name}")
    answer = await web.post("/api/me/subscriptions", browser.subscription | more, who)
    assert answer.status_code == 201, answer.text
    return browser


async def begun(web: Web, ann: str, bo: str) -> str:
    """A table of two people under way, at which nobody looks; its id."""
    made = await web.create_table(ann)
    sat = await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    assert sat.status_code == 200, sat.text
    for who in (ann, bo):
        await web.say(made["id"], who, type="ready", ready=True)
    assert (await web.say(made["id"], ann, type="start")).status_code == 200
    return made["id"]


async def waited_for(web: Web, table: str, *people: str) -> str:
    """Whose turn it is: the token."""
    for who in people:
        if (await web.get(f"/api/tables/{table}/state", who)).json().get("legal"):
            return who
    raise AssertionError("nobody is to act")


async def moves(web: Web, table: str, who: str) -> None:
    state = (await web.get(f"/api/tables/{table}/state", who)).json()
    answer = await web.say(table, who, type="play", move=state["legal"][0]["move"], position=state["position"])
    assert answer.status_code == 200, answer.text


async def person(web: Web, who: str) -> str:
    found: str = (await web.get("/api/me", who)).json()["me"]["id"]
    return found


async def ban(web: Web, who: str) -> None:
    await web.site.store.run(restrict(Restriction("ban", who, None, "", 0)))
    await web.site.hub.moderation.load(web.site.store)


async def in_outbox(web: Web, occasion: str) -> Any:
    """The row for that occasion, as soon as it is there."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await web.site.store.read(outbox.select().where(outbox.c.occasion == occasion))):
            await asyncio.sleep(0.01)
    return found[0]


async def settled(web: Web, id: str) -> Any:
    """The row, as soon as nothing more is to be done about it."""
    async with asyncio.timeout(PATIENCE):
        while (row := await in_outbox_by_id(web, id)).due is not None:
            await asyncio.sleep(0.01)
    return row


async def in_outbox_by_id(web: Web, id: str) -> Any:
    (row,) = await web.site.store.read(outbox.select().where(outbox.c.id == id))
    return row


async def make_due(web: Web) -> None:
    waits = update(outbox).where(outbox.c.due.is_not(None))
    await web.site.store.run(lambda connection: connection.execute(waits.values(due=1)))


async def settled_at_once(web: Web, id: str) -> None:
    """Nobody waits for when it is due, also where the detector has put it there once more meanwhile."""
    async with asyncio.timeout(PATIENCE):
        await make_due(web)
        while (await in_outbox_by_id(web, id)).due is not None:
            await asyncio.sleep(0.01)
            await make_due(web)


def counted(web: Web, result: str) -> float:
    text = web.site.metrics.render()[0].decode()
    lines = [line for line in text.splitlines() if line.startswith("pandarium_notifications_total")]
    return sum(float(line.rpartition(" ")[2]) for line in lines if f'result="{result}"' in line)


# web push


async def test_whose_turn_it_is_is_told_so_that_only_their_browser_can_read_it(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    browsers = {
        ann: await subscribed(web, push, ann, "ann", language="de"),
        bo: await subscribed(web, push, bo, "bo"),
    }
    key = (await web.get("/api/notifications")).json()["push_key"]
    table = await begun(web, ann, bo)
    who = await waited_for(web, table, ann, bo)
    called = await asyncio.to_thread(push.next)
    if called.path == "/ann" and browsers[ann].read(called)["title"] == "Bo hat sich gesetzt":
        called = await asyncio.to_thread(push.next)
    assert called.path == ("/ann" if who == ann else "/bo")
    title = "Du bist am Zug" if who == ann else "It is your turn"
    assert browsers[who].read(called)["title"] == title
    assert browsers[who].read(called)["url"] == f"/t/{table}"
    assert signed_by(called, push.url)[0] == key
    assert int(called.headers["ttl"]) > 0
    other = browsers[bo if who == ann else ann]
    with pytest.raises(InvalidTag):
        other.read(called)
    assert table.encode() not in called.body


async def test_it_is_told_once_a_turn_and_again_when_the_next_one_comes(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    table = await begun(web, ann, bo)
    first = await waited_for(web, table, ann, bo)
    while (who := await waited_for(web, table, ann, bo)) == first:
        await moves(web, table, first)  # a turn may have several
    browser = await subscribed(web, push, who)
    await web.say(table, who, type="say", text="one moment")  # a change that is no move
    once = await asyncio.to_thread(push.next)
    await web.say(table, who, type="say", text="still here")
    await settled(web, (await in_outbox(web, "turn")).id)
    while await waited_for(web, table, ann, bo) == who:
        await moves(web, table, who)
    other = ann if who == bo else bo
    while await waited_for(web, table, ann, bo) == other:
        await moves(web, table, other)
    second = await asyncio.to_thread(push.next)
    assert browser.read(once) == browser.read(second)
    assert push.calls.empty()


async def test_who_has_moved_or_looks_at_the_table_is_not_told(opened: Open, push: Service) -> None:
    async with opened(notify_delay=LATER, outgoing_hosts=push.host) as web:
        ann, bo = await web.guest("Ann"), await web.guest("Bo")
        for who in (ann, bo):
            await subscribed(web, push, who, who[-8:])
        table = await begun(web, ann, bo)
        who = await waited_for(web, table, ann, bo)
        row = await in_outbox(web, "turn")
        assert row.person == await person(web, who)
        loaded = await web.site.hub.load(table)
        looking = Here(row.person)
        web.site.hub.subscribe(loaded, looking)
        loaded.presence_changed()
        await settled_at_once(web, row.id)
        web.site.hub.unsubscribe(loaded, looking)
        await web.site.store.run(lambda connection: connection.execute(outbox.delete()))
        await web.say(table, who, type="say", text="bye")
        loaded.presence_changed()
        await web.say(table, who, type="say", text="bye again")
        row = await in_outbox(web, "turn")
        await moves(web, table, who)
        await settled_at_once(web, row.id)
        assert counted(web, "not needed") >= 2
        assert counted(web, "sent") == 0
        assert push.calls.empty()


async def test_a_browser_that_is_gone_is_forgotten_and_a_tired_service_is_asked_again(
    web: Web, push: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "RETRY_MS", 0)
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    push.statuses = [503, 429, 410]
    await subscribed(web, push, ann)
    made = await web.create_table(ann)
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    for _ in range(3):
        await asyncio.to_thread(push.next)
    row = await in_outbox(web, "seated")
    assert (await settled(web, row.id)).tries == 3
    assert (await web.get("/api/me/notifications", ann)).json()["browsers"] == 0
    assert (counted(web, "failed"), counted(web, "gone")) == (2, 1)


async def test_after_five_tries_it_is_given_up(web: Web, push: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "RETRY_MS", 0)
    push.statuses = [500] * 10
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    await subscribed(web, push, ann)
    made = await web.create_table(ann)
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    row = await in_outbox(web, "seated")
    assert (await settled(web, row.id)).tries == sender.TRIES
    assert counted(web, "given up") == 1
    assert push.calls.qsize() == sender.TRIES


async def test_a_dead_push_service_delays_no_move_and_no_other_notification(opened: Open, push: Service) -> None:
    called = asyncio.Event()

    async def say_nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(LATER)
        writer.close()

    dead = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    host = f"127.0.0.1:{dead.sockets[0].getsockname()[1]}"
    async with opened(notify_delay=0, outgoing_hosts=f"{host},{push.host}") as web:
        ann, bo = await web.guest("Ann"), await web.guest("Bo")
        table = await begun(web, ann, bo)
        who = await waited_for(web, table, ann, bo)
        await web.post("/api/me/subscriptions", Browser(f"http://{host}/x").subscription, who)
        await web.say(table, who, type="say", text="one moment")
        async with asyncio.timeout(PATIENCE):
            await called.wait()
        other = ann if who == bo else bo
        browser = await subscribed(web, push, other)
        while await waited_for(web, table, ann, bo) == who:
            await moves(web, table, who)
        assert browser.read(await asyncio.to_thread(push.next))["title"] == "It is your turn"
        (row,) = await web.site.store.read(
            outbox.select().where(outbox.c.target != rows.subscription_id(browser.endpoint))
        )
        assert row.due is not None, "the dead one is still waited for"
    dead.close()


async def test_what_one_does_not_want_to_be_told_is_not(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    browser = await subscribed(web, push, ann)
    changed = await web.ask("PATCH", "/api/me/notifications", {"seated": False}, ann)
    assert (changed.json()["seated"], changed.json()["turn"]) == (False, True)
    table = await begun(web, ann, bo)
    while await waited_for(web, table, ann, bo) == bo:
        await moves(web, table, bo)
    called = await asyncio.to_thread(push.next)
    assert browser.read(called)["title"] == "It is your turn"


async def test_who_is_banned_is_not_told(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    table = await begun(web, ann, bo)
    while await waited_for(web, table, ann, bo) == ann:
        await moves(web, table, ann)
    await subscribed(web, push, ann)
    await ban(web, await person(web, ann))
    while (await web.get(f"/api/tables/{table}/state", bo)).json().get("legal"):
        await moves(web, table, bo)
    await settled(web, (await in_outbox(web, "turn")).id)
    assert (counted(web, "banned"), counted(web, "sent")) == (1, 0)


async def test_signing_out_or_being_forgotten_ends_it(web: Web, push: Service) -> None:
    account = {"handle": "red-panda", "password": "bamboo at dawn"}
    first = (await web.post("/api/accounts", account)).json()["token"]
    second = (await web.post("/api/sessions", account)).json()["token"]
    await subscribed(web, push, first, "one")
    await subscribed(web, push, second, "two")

    async def browsers() -> int:
        found: int = (await web.get("/api/me/notifications", second)).json()["browsers"]
        return found

    assert await browsers() == 2
    exported = (await web.get("/api/me/export", second)).json()
    assert [one["service"] for one in exported["subscriptions"]] == ["127.0.0.1"] * 2
    await web.ask("DELETE", "/api/sessions", None, first)
    assert await browsers() == 1
    me = await person(web, second)
    gone = await web.post("/api/me/deletion", {"password": account["password"]}, second)
    assert gone.status_code == 204
    assert await rows.subscriptions_of(web.site.store, [me]) == []


async def test_one_ends_it_oneself_and_only_ones_own(web: Web, push: Service) -> None:
    ann, eve = await web.guest("Ann"), await web.guest("Eve")
    browser = Browser(f"{push.url}/one")
    made = (await web.post("/api/me/subscriptions", browser.subscription, ann)).json()["id"]
    await web.ask("DELETE", f"/api/me/subscriptions/{made}", None, eve)
    assert (await web.get("/api/me/notifications", ann)).json()["browsers"] == 1
    await web.ask("DELETE", f"/api/me/subscriptions/{made}", None, ann)
    assert (await web.get("/api/me/notifications", ann)).json()["browsers"] == 0


async def test_of_many_browsers_the_oldest_goes(web: Web, push: Service) -> None:
    ann = await web.guest("Ann")
    for number in range(rows.SUBSCRIPTIONS_PER_PERSON + 2):
        await subscribed(web, push, ann, str(number))
    assert (await web.get("/api/me/notifications", ann)).json()["browsers"] == rows.SUBSCRIPTIONS_PER_PERSON


async def test_keys_and_addresses_are_checked(opened: Open, push: Service) -> None:
    async with opened(notify_delay=0) as web:
        ann = await web.guest("Ann")
        good = Browser(f"{push.url}/one").subscription
        assert "https" in refused(await web.post("/api/me/subscriptions", good, ann), 400, "malformed")
        local = good | {"endpoint": "https://127.0.0.1/one"}
        assert "private" in refused(await web.post("/api/me/subscriptions", local, ann), 400, "malformed")
        point = good | {"p256dh": "A" * 87}
        assert "keys" in refused(await web.post("/api/me/subscriptions", point, ann), 400, "malformed")
    async with opened(push="no") as web:
        ann = await web.guest("Ann")
        assert (await web.get("/api/notifications")).json()["push_key"] is None
        refused(await web.post("/api/me/subscriptions", good, ann), 409, "not allowed")


async def test_the_key_of_the_server_stays(opened: Open) -> None:
    keys = []
    for _ in range(2):
        async with opened() as web:
            keys.append((await web.get("/api/notifications")).json()["push_key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


async def test_a_tournament_begins(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    browser = await subscribed(web, push, bo)
    wanted = {"game": "pandante", "title": "Bamboo Cup", "enter": True}
    made = await web.post("/api/tournaments", wanted, ann)
    assert made.status_code == 201, made.text
    path = f"/api/tournaments/{made.json()['id']}/messages?invite={made.json().get('invite', '')}"
    assert (await web.post(path, {"type": "sign up"}, bo)).status_code == 200
    assert (await web.post(path, {"type": "start"}, ann)).status_code == 200
    told = browser.read(await asyncio.to_thread(push.next))
    assert (told["title"], told["url"]) == ("Bamboo Cup begins", f"/tournaments/{made.json()['id']}")


# webhooks


async def hook(web: Web, push: Service, who: str, table: str, kind: str = "json") -> dict[str, str]:
    answer = await web.post(f"/api/tables/{table}/webhooks", {"kind": kind, "url": f"{push.url}/{kind}"}, who)
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


async def test_a_webhook_is_signed_and_tells_nothing_private(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    made = await web.create_table(ann)
    secret = (await hook(web, push, ann, made["id"]))["secret"]
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    called = await asyncio.to_thread(push.next)
    signed = called.headers["x-pandarium-timestamp"].encode() + b"." + called.body
    wanted = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert called.headers["x-pandarium-signature"] == f"sha256={wanted}"
    told = json.loads(called.body)
    assert (told["event"], told["names"], told["table"]) == ("seated", ["Bo"], made["id"])
    assert made["invite"] not in called.body.decode()
    assert await person(web, bo) not in called.body.decode()
    listed = await web.get(f"/api/tables/{made['id']}/webhooks", ann)
    assert [one["host"] for one in listed.json()] == ["127.0.0.1"]
    assert secret not in listed.text


async def test_names_mean_nothing_to_chats(web: Web, push: Service) -> None:
    ann, bo = await web.guest("Ann"), await web.guest("<!channel> @everyone [x](y)")
    made = await web.create_table(ann)
    for kind in ("discord", "slack"):
        await hook(web, push, ann, made["id"], kind)
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    bodies = {}
    for _ in range(2):
        called = await asyncio.to_thread(push.next)
        bodies[called.path] = json.loads(called.body)
    assert bodies["/discord"]["allowed_mentions"] == {"parse": []}
    assert "[x](y)" not in bodies["/discord"]["content"]
    assert "<!channel>" not in bodies["/slack"]["text"]


async def test_only_the_host_has_webhooks_and_not_many(web: Web, push: Service) -> None:
    ann, eve = await web.guest("Ann"), await web.guest("Eve")
    table = (await web.create_table(ann, public=True))["id"]
    wanted = {"kind": "json", "url": f"{push.url}/x"}
    for method, body in (("GET", None), ("POST", wanted)):
        refused(await web.ask(method, f"/api/tables/{table}/webhooks", body, eve), 403, "not allowed")
    made = [await hook(web, push, ann, table) for _ in range(3)]
    assert "at most 3" in refused(await web.post(f"/api/tables/{table}/webhooks", wanted, ann), 429, "limit")
    path = f"/api/tables/{table}/webhooks/{made[0]['id']}"
    refused(await web.ask("DELETE", path, None, eve), 403, "not allowed")
    assert (await web.ask("DELETE", path, None, ann)).status_code == 204
    assert len((await web.get(f"/api/tables/{table}/webhooks", ann)).json()) == 2


# e-mail


async def test_who_asked_for_it_is_written_to_once_a_day(opened: Open) -> None:
    with mailbox() as box:
        async with opened(smtp=box.url, mail_from="house@panda.test") as web:
            session = (await web.post("/api/accounts", {"handle": "bao", "password": "bamboo at dawn"})).json()
            bao, bo = session["token"], await web.guest("Bo")
            refused(await web.ask("PATCH", "/api/me/notifications", {"digest": True}, bao), 409, "not allowed")
            await web.post("/api/me/mail", {"mail": "bao@example.org", "password": "bamboo at dawn"}, bao)
            letter = await asyncio.to_thread(box.next)
            code = letter.get_content().split("Your code: ")[1].split()[0]
            await web.post("/api/me/mail/confirm", {"code": code}, bao)
            table = await begun(web, bao, bo)
            while await waited_for(web, table, bao, bo) == bo:
                await moves(web, table, bo)
            assert await digest.send_digests(web.site.hub, web.site.mailer) == 0  # nobody has asked for it
            banned = await person(web, bao)
            on = await web.ask("PATCH", "/api/me/notifications", {"digest": True, "language": "fr"}, bao)
            assert on.json()["digest"]
            assert await digest.send_digests(web.site.hub, web.site.mailer) == 1
            letter = await asyncio.to_thread(box.next)
            assert letter["Subject"] == "Une table t’attend"
            assert f"/t/{table}" in letter.get_content()
            assert "/me" in letter.get_content()
            assert await digest.send_digests(web.site.hub, web.site.mailer) == 0  # not twice a day
            await web.site.store.run(
                lambda connection: connection.execute(update(notification_choices).values(digested=0))
            )
            await ban(web, banned)
            assert await digest.send_digests(web.site.hub, web.site.mailer) == 0  # nor to who may not come


# what nobody may learn from it


async def test_of_a_secret_choice_a_webhook_does_not_tell_who_has_made_theirs(web: Web) -> None:
    """The same row, before and after one of several has chosen: nothing is sent anew, and nobody is left out."""
    hub = web.site.hub
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    made = await web.create_table(ann, game="signs")
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    await web.say(made["id"], bo, type="ready", ready=True)
    assert (await web.say(made["id"], ann, type="start")).status_code == 200
    loaded = await hub.load(made["id"])
    before = detector.shown_waiting(loaded)
    mark = detector.shown_turn_mark(loaded.table, before)
    assert len(before) == 2
    await moves(web, made["id"], ann)
    assert loaded.table.actors() == [1]
    assert detector.waited_for(loaded) == [1]
    assert detector.shown_waiting(loaded) == before
    assert detector.shown_turn_mark(loaded.table, before) == mark


async def test_of_several_workers_one_sends_and_another_when_it_is_gone(
    web: Web, push: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "STALE_MS", LATER * 1000)  # on a busy machine, too, the other one is alive
    store = web.site.store
    await store.beat("w_other")
    duty = [{"name": "duty notify", "value": "w_other"}]
    await store.run(lambda connection: upsert(connection, settings, duty, key=("name",)))
    ann, bo = await web.guest("Ann"), await web.guest("Bo")
    await subscribed(web, push, ann)
    made = await web.create_table(ann)
    await web.say(made["id"], bo, made["invite"], type="sit", seat=1)
    row = await in_outbox(web, "seated")
    assert await web.site.sender.send_due() == 0
    await store.retire("w_other")
    await asyncio.to_thread(push.next)
    await settled(web, row.id)
    assert push.calls.empty()
