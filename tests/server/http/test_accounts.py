"""Passwords, devices, one's own data: what somebody with an account can do about it."""

from __future__ import annotations

import asyncio
import re
from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest

from pandarium.server.http import accounts
from pandarium.server.ops.now import now_ms
from pandarium.server.people import devices
from pandarium.server.people.identity import COOKIE
from pandarium.server.store import RatingRow, codes, personal
from pandarium.server.store import jobs as writes
from server.http.conftest import Open, Web, refused
from server.http.mailbox import Mailbox, mailbox

PASSWORD = "bamboo at dawn"
NEW = "a river in autumn"
ACCOUNT = {"handle": "red-panda", "password": PASSWORD}


async def account(web: Web, **more: str) -> dict[str, Any]:
    """The session of a new account."""
    answer = await web.post("/api/accounts", {**ACCOUNT, "name": "Bao", **more})
    assert answer.status_code == 201, answer.text
    session: dict[str, Any] = answer.json()
    return session


async def knows(web: Web, token: str) -> bool:
    return (await web.get("/api/me", token)).json()["me"] is not None


def mark_of(answer: httpx.Response) -> str:
    """The cookie by which a device is known again."""
    jar: SimpleCookie = SimpleCookie()
    for header in answer.headers.get_list("set-cookie"):
        jar.load(header)
    return f"{devices.COOKIE}={jar[devices.COOKIE].value}"


# signing out


async def test_signing_out_ends_the_token_itself(web: Web) -> None:
    session = await account(web)
    other = (await web.post("/api/sessions", ACCOUNT)).json()["token"]
    assert (await web.ask("DELETE", "/api/sessions", None, session["token"])).status_code == 204
    assert not await knows(web, session["token"])
    refused(await web.get("/api/tables/mine", session["token"]), 401, "unknown person")
    assert await knows(web, other)


async def test_a_session_from_before_devices_were_kept_is_valid_until_it_is_signed_out(web: Web) -> None:
    session = await account(web)
    old = web.site.identity.issue(session["me"]["id"], 0)
    assert await knows(web, old)
    await web.ask("DELETE", "/api/sessions", None, old)
    assert not await knows(web, old)
    assert await knows(web, session["token"])


async def test_devices_are_listed_and_signed_out_one_by_one(web: Web) -> None:
    session = await account(web)
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    phone = (await web.post("/api/sessions", ACCOUNT, User_Agent=firefox)).json()["token"]
    listed = (await web.get("/api/me/devices", session["token"])).json()
    assert {device["device"]: device["current"] for device in listed} == {"python-httpx": True, "Firefox, Linux": False}
    other = next(device["id"] for device in listed if not device["current"])
    stranger = await web.guest()
    refused(await web.ask("DELETE", f"/api/me/devices/{other}", None, stranger), 404, "malformed")
    assert (await web.ask("DELETE", f"/api/me/devices/{other}", None, session["token"])).status_code == 204
    assert not await knows(web, phone)
    assert [device["current"] for device in (await web.get("/api/me/devices", session["token"])).json()] == [True]


async def test_a_renewed_token_is_of_the_same_session(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await account(web)
    monkeypatch.setattr("pandarium.server.people.identity.REISSUE_SECONDS", -1)
    fresh = (await web.get("/api/me", session["token"])).json()["token"]
    assert len((await web.get("/api/me/devices", fresh)).json()) == 1
    await web.ask("DELETE", "/api/sessions", None, fresh)
    assert not await knows(web, session["token"])


# passwords


async def test_a_password_is_changed_by_whoever_knows_the_old_one(web: Web) -> None:
    session = await account(web)
    other = (await web.post("/api/sessions", ACCOUNT)).json()["token"]
    wrong = {"old": "not this one", "new": NEW}
    assert "not your password" in refused(await web.post("/api/me/password", wrong, other), 403, "not allowed")
    weak = {"old": PASSWORD, "new": "12345678"}
    refused(await web.post("/api/me/password", weak, other), 400, "malformed")
    answer = await web.post("/api/me/password", {"old": PASSWORD, "new": NEW}, session["token"])
    assert answer.status_code == 201
    assert [await knows(web, token) for token in (session["token"], other, answer.json()["token"])] == [
        False,
        False,
        True,
    ]
    refused(await web.post("/api/sessions", ACCOUNT), 401, "unknown person")
    assert (await web.post("/api/sessions", {**ACCOUNT, "password": NEW})).status_code == 201


async def test_guests_have_no_password_to_change(web: Web) -> None:
    guest = await web.guest()
    reason = refused(await web.post("/api/me/password", {"old": PASSWORD, "new": NEW}, guest), 403, "not allowed")
    assert "guests have no password" in reason


async def test_a_guests_token_is_over_when_they_make_an_account(web: Web) -> None:
    guest = await web.guest()
    session = (await web.post("/api/accounts", ACCOUNT, guest)).json()
    assert not await knows(web, guest)
    assert await knows(web, session["token"])


async def test_a_code_of_the_host_is_good_for_one_new_password(web: Web) -> None:
    session = await account(web)
    assert (await web.get("/api/resets")).json() == {"mail": False}
    await codes.issue(web.site.store, "password", session["me"]["id"], "k7wm-9xtq-b3fh", now_ms() + 60_000)
    await codes.issue(web.site.store, "password", session["me"]["id"], "2222-3333-4444", now_ms() + 60_000)
    wanted = {"handle": "Red-Panda", "code": "K7WM 9XTQ B3FH", "password": NEW}
    for wrong in ({"code": "k7wm-9xtq-b3fk"}, {"handle": "somebody"}):
        assert "code" in refused(await web.post("/api/passwords", wanted | wrong), 403, "not allowed")
    refused(await web.post("/api/passwords", wanted | {"password": "12345678"}), 400, "malformed")
    answer = await web.post("/api/passwords", wanted)
    assert (answer.status_code, answer.json()["me"]["handle"]) == (201, "red-panda")
    assert not await knows(web, session["token"])
    for code in ("k7wm-9xtq-b3fh", "2222-3333-4444"):  # with the first, the others are void, too
        refused(await web.post("/api/passwords", wanted | {"code": code}), 403, "not allowed")
    assert (await web.post("/api/sessions", {**ACCOUNT, "password": NEW})).status_code == 201


async def test_of_two_who_use_a_code_at_once_one_gets_in(web: Web) -> None:
    session = await account(web)
    await codes.issue(web.site.store, "password", session["me"]["id"], "k7wm-9xtq-b3fh", now_ms() + 60_000)
    wanted = {"handle": "red-panda", "code": "k7wm-9xtq-b3fh", "password": NEW}
    answers = await asyncio.gather(*(web.post("/api/passwords", wanted) for _ in range(2)))
    assert sorted(answer.status_code for answer in answers) == [201, 403]


async def test_a_code_expires(web: Web) -> None:
    session = await account(web)
    await codes.issue(web.site.store, "password", session["me"]["id"], "k7wm-9xtq-b3fh", now_ms() - 1)
    wanted = {"handle": "red-panda", "code": "k7wm-9xtq-b3fh", "password": NEW}
    refused(await web.post("/api/passwords", wanted), 403, "not allowed")
    assert await knows(web, session["token"])


# e-mail


def code_in(box: Mailbox) -> str:
    letter = box.next()
    found = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}", letter.get_content())
    assert found, letter.get_content()
    return found[0]


async def test_a_code_comes_by_mail_to_an_address_that_was_confirmed(opened: Open) -> None:
    with mailbox() as box:
        async with opened(smtp=box.url, mail_from="pandarium@play.example") as web:
            session = await account(web)
            token = session["token"]
            wanted = {"mail": "bao@Example.org", "password": PASSWORD, "language": "de"}
            refused(await web.post("/api/me/mail", wanted | {"password": "not this one"}, token), 403, "not allowed")
            refused(await web.post("/api/me/mail", wanted | {"mail": "bao at home"}, token), 400, "malformed")
            assert (await web.post("/api/me/mail", wanted, token)).status_code == 204
            letter = await asyncio.to_thread(box.next)
            assert (letter["to"], letter["from"]) == ("bao@example.org", "pandarium@play.example")
            assert "Bestätige" in letter["subject"]
            # Before it is confirmed, nothing is sent there.
            assert (await web.post("/api/resets", {"handle": "red-panda"})).json() == {"mail": True}
            refused(await web.post("/api/me/mail/confirm", {"code": "aaaa-bbbb-cccc"}, token), 403, "not allowed")
            code = re.search(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}", letter.get_content())
            assert code
            answer = await web.post("/api/me/mail/confirm", {"code": code[0]}, token)
            assert answer.json()["mail"] == "bao@example.org"

            assert (await web.post("/api/resets", {"handle": "nobody"})).json() == {"mail": True}
            assert (await web.post("/api/resets", {"handle": "red-panda"})).json() == {"mail": True}
            reset = {"handle": "red-panda", "code": await asyncio.to_thread(code_in, box), "password": NEW}
            assert box.letters.empty()
            assert (await web.post("/api/passwords", reset)).status_code == 201
            again = (await web.post("/api/sessions", {**ACCOUNT, "password": NEW})).json()
            assert again["me"]["mail"] == "bao@example.org"
            assert (await web.ask("DELETE", "/api/me/mail", None, again["token"])).status_code == 204
            assert (await web.get("/api/me", again["token"])).json()["me"]["mail"] is None


async def test_without_a_mail_server_no_address_is_taken(web: Web) -> None:
    session = await account(web)
    wanted = {"mail": "bao@example.org", "password": PASSWORD}
    assert "no e-mail" in refused(await web.post("/api/me/mail", wanted, session["token"]), 409, "not allowed")
    assert (await web.post("/api/resets", {"handle": "red-panda"})).json() == {"mail": False}


# guessing


async def test_guessing_is_slow_and_yet_a_stranger_cannot_keep_the_owner_out(opened: Open) -> None:
    async with opened(limits=0.3, proxies=1) as web:
        made = await web.post("/api/accounts", ACCOUNT, X_Forwarded_For="203.0.113.1")
        guess = {"handle": "red-panda", "password": "guessed it"}
        codes_of_stranger = [
            (await web.post("/api/sessions", guess, X_Forwarded_For="198.51.100.7")).status_code for _ in range(5)
        ]
        assert codes_of_stranger == [401, 401, 401, 429, 429]
        # The owner, on a new device at another address …
        new = await web.post("/api/sessions", ACCOUNT, X_Forwarded_For="203.0.113.2")
        assert new.status_code == 201
        # … and on one that is known, though the stranger sits in the same house and has used up its address.
        same_house = await web.post("/api/sessions", ACCOUNT, X_Forwarded_For="198.51.100.7")
        assert same_house.status_code == 429
        for device in (made, new):
            known = await web.post("/api/sessions", ACCOUNT, Cookie=mark_of(device), X_Forwarded_For="198.51.100.7")
            assert known.status_code == 201


async def test_the_mark_of_a_device_is_worth_nothing_for_another_account(opened: Open) -> None:
    async with opened(limits=0.3, proxies=1) as web:
        await web.post("/api/accounts", ACCOUNT, X_Forwarded_For="203.0.113.1")
        mine = await web.post("/api/accounts", {**ACCOUNT, "handle": "mallory"}, X_Forwarded_For="203.0.113.2")
        guess = {"handle": "red-panda", "password": "guessed it"}
        answers = [
            await web.post("/api/sessions", guess, Cookie=mark_of(mine), X_Forwarded_For="203.0.113.2")
            for _ in range(4)
        ]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]


# one's own data


async def test_what_the_server_has_about_me_is_a_file(web: Web) -> None:
    session = await account(web)
    token, me = session["token"], session["me"]
    created = await web.create_table(token)
    await web.say(created["id"], token, type="say", text="hello all")
    await web.site.store.run(writes.rate([RatingRow(me["id"], "royale", 30.0, 2.0, 12)]))
    answer = await web.get("/api/me/export", token)
    assert "attachment" in answer.headers["content-disposition"]
    export = answer.json()
    assert export["me"] == me
    assert [device["current"] for device in export["devices"]] == [True]
    assert [rating["rating"] for rating in export["ratings"]] == [24.0]
    assert [(table["id"], table["host"], table["seat"]) for table in export["tables"]] == [(created["id"], True, 0)]
    assert [(line["table"], line["text"]) for line in export["said"]] == [(created["id"], "hello all")]
    assert PASSWORD not in answer.text
    assert "argon2" not in answer.text


async def test_a_deleted_account_is_gone_and_its_games_have_a_neutral_name(web: Web) -> None:
    session = await account(web)
    token, me = session["token"], session["me"]
    ben = await web.guest("Ben")
    table = await web.create_table(token)
    invite = table["invite"]
    for message in ({"type": "sit"}, {"type": "ready"}):
        assert (await web.say(table["id"], ben, invite, **message)).status_code == 200
    for message in ({"type": "start"}, {"type": "say", "text": "I live in Graz"}, {"type": "resign"}):
        assert (await web.say(table["id"], token, **message)).status_code == 200
    hosted = await web.create_table(token)
    await web.site.store.run(writes.rate([RatingRow(me["id"], "royale", 30.0, 2.0, 12)]))

    refused(await web.post("/api/me/deletion", {"password": "not this one"}, token), 403, "not allowed")
    assert (await web.post("/api/me/deletion", {"password": PASSWORD}, token)).status_code == 204

    assert not await knows(web, token)
    refused(await web.post("/api/sessions", ACCOUNT), 401, "unknown person")
    refused(await web.get(f"/api/people/{me['id']}"), 404, "unknown person")
    assert (await web.get("/api/ratings/royale")).json() == []
    state = await web.get(f"/api/tables/{table['id']}/state?since=0", ben)
    assert [seat["name"] for seat in state.json()["table"]["seats"]] == [personal.NEUTRAL_NAME, "Ben"]
    record = await web.get(f"/api/tables/{table['id']}/record", ben)
    assert record.json()["players"] == [personal.NEUTRAL_NAME, "Ben"]
    for answer in (state, record):
        assert "Bao" not in answer.text
        assert "Graz" not in answer.text
    assert (await web.get("/api/tables/mine", ben)).status_code == 200
    row = await web.site.store.table(hosted["id"])
    assert row is not None
    assert row.status == "closed"
    left = await personal.entries_of(web.site.store, me["id"])
    assert b"Bao" not in b"".join(entry.body for entry in left)
    assert (await web.post("/api/accounts", ACCOUNT)).status_code == 201  # the handle is free again


async def test_a_running_game_goes_on_without_somebody_who_was_forgotten(web: Web) -> None:
    ann, ben = await web.guest("Ann"), await web.guest("Ben")
    table = await web.create_table(ann)
    for message in ({"type": "sit"}, {"type": "ready"}):
        await web.say(table["id"], ben, table["invite"], **message)
    await web.say(table["id"], ann, type="start")
    assert (await web.post("/api/me/deletion", {}, ann)).status_code == 204
    shown = (await web.get(f"/api/tables/{table['id']}", ben)).json()
    assert shown["status"] == "running"
    assert (shown["seats"][0]["name"], bool(shown["seats"][0]["bot"])) == (personal.NEUTRAL_NAME, True)


async def test_with_a_cookie_all_this_needs_the_token_that_goes_with_it(web: Web) -> None:
    session = await account(web)
    cookie = f"{COOKIE}={session['token']}"
    for path, body in (
        ("/api/me/password", {"old": PASSWORD, "new": NEW}),
        ("/api/me/deletion", {"password": PASSWORD}),
    ):
        assert "X-CSRF-Token" in refused(await web.post(path, body, Cookie=cookie), 403, "not allowed")


def test_a_mailed_code_lasts_an_hour() -> None:
    assert accounts.CODE_MS == 60 * 60 * 1000


async def test_all_of_ones_data_is_not_asked_for_again_and_again(opened: Open) -> None:
    async with opened(limits=1) as web:
        token = await web.guest()
        answers = [(await web.get("/api/me/export", token)).status_code for _ in range(7)]
    assert answers == [200] * 6 + [429]
