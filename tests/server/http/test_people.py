"""Guests, accounts, sessions, and what everybody may know of somebody."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest

from pandarium.server.people.identity import COOKIE, SECURE_COOKIE, Identity
from pandarium.server.store import RatingRow
from pandarium.server.store import jobs as writes
from server.http.conftest import Open, Web, refused

PASSWORD = "bamboo at dawn"
ACCOUNT = {"handle": "Red-Panda", "password": PASSWORD}


def cookie_of(answer: httpx.Response) -> Any:
    jar: SimpleCookie = SimpleCookie(answer.headers["set-cookie"])
    return next(iter(jar.values()))


async def test_a_guest_has_a_name_a_token_and_a_cookie(web: Web) -> None:
    answer = await web.post("/api/guest", {"name": "  Bamboo  Bär ", "avatar": "🐼"})
    assert answer.status_code == 201
    session = answer.json()
    assert session["me"]["name"] == "Bamboo Bär"
    assert (session["me"]["account"], session["me"]["handle"]) == (False, None)
    cookie = cookie_of(answer)
    assert (cookie.key, cookie.value) == (COOKIE, session["token"])
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Lax", "/", "")
    me = (await web.get("/api/me", session["token"])).json()
    assert me == {"me": session["me"]}


async def test_over_tls_the_cookie_is_for_tls_alone(opened: Open) -> None:
    async with opened(proxies=1) as web:
        answer = await web.post("/api/guest", {"name": "Bamboo"}, X_Forwarded_Proto="https")
    cookie = cookie_of(answer)
    assert (cookie.key, cookie["secure"]) == (SECURE_COOKIE, True)


@pytest.mark.parametrize("name", ["", " ", "x" * 33, "\u200b", "a\u202eb", "line\nbreak"])
async def test_names_that_nobody_should_have_to_read_are_refused(web: Web, name: str) -> None:
    refused(await web.post("/api/guest", {"name": name}), 400, "malformed")


@pytest.mark.parametrize("token", ["", "nonsense", "WyJwX3giLCJ4Il0.aaaa.bbbb"])
async def test_whoever_has_no_session_is_nobody(web: Web, token: str) -> None:
    answer = await web.get("/api/me", token)
    assert (answer.status_code, answer.json()) == (200, {"me": None})
    answer = await web.get("/api/tables/mine", token)
    refused(answer, 401, "unknown person")
    assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_session_of_another_server_is_worth_nothing_here(web: Web) -> None:
    stranger = Identity("another server's key, not this one").issue("p_somebody")
    assert (await web.get("/api/me", stranger)).json() == {"me": None}
    refused(await web.get("/api/tables/mine", stranger), 401, "unknown person")


async def test_with_a_cookie_a_change_needs_the_token_that_goes_with_it(web: Web) -> None:
    session = (await web.post("/api/guest", {"name": "Bamboo"})).json()
    cookie = f"{COOKIE}={session['token']}"
    other = (await web.post("/api/guest", {"name": "Other"})).json()
    me = (await web.get("/api/me", Cookie=cookie)).json()
    assert me["csrf"] == session["csrf"]
    for csrf in ({}, {"X_CSRF_Token": "wrong"}, {"X_CSRF_Token": other["csrf"]}):
        answer = await web.ask("PATCH", "/api/me", {"name": "Mallory"}, Cookie=cookie, **csrf)
        assert "X-CSRF-Token" in refused(answer, 403, "not allowed")
    answer = await web.ask("PATCH", "/api/me", {"name": "Bao"}, Cookie=cookie, X_CSRF_Token=session["csrf"])
    assert (answer.status_code, answer.json()["name"]) == (200, "Bao")


async def test_a_bearer_token_needs_no_other_proof(web: Web) -> None:
    token = await web.guest()
    answer = await web.ask("PATCH", "/api/me", {"avatar": "🎋"}, token)
    assert (answer.status_code, answer.json()["avatar"], answer.json()["name"]) == (200, "🎋", "Bamboo")


async def test_a_session_that_is_a_day_old_is_renewed(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    token = await web.guest()
    monkeypatch.setattr(Identity, "stale", lambda self, token: True)
    by_cookie = await web.get("/api/me", Cookie=f"{COOKIE}={token}")
    fresh = cookie_of(by_cookie).value
    assert web.site.identity.session(fresh) is not None
    assert by_cookie.json()["csrf"] == web.site.identity.csrf(fresh)
    assert "token" not in by_cookie.json()
    by_token = await web.get("/api/me", token)
    assert web.site.identity.read(by_token.json()["token"]) == by_token.json()["me"]["id"]
    assert "set-cookie" not in by_token.headers


async def test_a_guest_who_makes_an_account_stays_who_they_are(web: Web) -> None:
    token = await web.guest("Bao")
    created = await web.create_table(token)
    before = (await web.get("/api/me", token)).json()["me"]
    answer = await web.post("/api/accounts", ACCOUNT, token)
    assert answer.status_code == 201
    me = answer.json()["me"]
    assert me == {**before, "handle": "red-panda", "account": True}
    session = (await web.post("/api/sessions", ACCOUNT)).json()
    assert session["me"] == me
    mine = (await web.get("/api/tables/mine", session["token"])).json()
    assert [table["id"] for table in mine] == [created["id"]]


async def test_an_account_can_be_made_without_having_been_a_guest(web: Web) -> None:
    answer = await web.post("/api/accounts", {**ACCOUNT, "name": "Bao"})
    assert (answer.status_code, answer.json()["me"]["name"]) == (201, "Bao")


async def test_nobody_has_two_accounts_and_no_handle_two_people(web: Web) -> None:
    first = (await web.post("/api/accounts", ACCOUNT)).json()["token"]
    again = await web.post("/api/accounts", {**ACCOUNT, "handle": "second"}, first)
    assert "already" in refused(again, 409, "not allowed")
    taken = await web.post("/api/accounts", {**ACCOUNT, "handle": "RED-PANDA"})
    assert "taken" in refused(taken, 409, "not allowed")
    guest = await web.guest()
    refused(await web.post("/api/accounts", ACCOUNT, guest), 409, "not allowed")
    assert (await web.get("/api/me", guest)).json()["me"]["account"] is False


@pytest.mark.parametrize(
    "wrong",
    [{"handle": "ab"}, {"handle": "red panda"}, {"handle": "rød"}, {"password": "short"}, {"password": "12345678"}],
)
async def test_bad_handles_and_passwords_are_refused_and_not_repeated(web: Web, wrong: dict[str, str]) -> None:
    reason = refused(await web.post("/api/accounts", {**ACCOUNT, **wrong}), 400, "malformed")
    assert wrong.get("password", "nothing") not in reason


@pytest.mark.parametrize("wrong", [{"handle": "nobody"}, {"password": "wrong password"}])
async def test_nobody_learns_which_handles_there_are(web: Web, wrong: dict[str, str]) -> None:
    await web.post("/api/accounts", ACCOUNT)
    reason = refused(await web.post("/api/sessions", {**ACCOUNT, **wrong}), 401, "unknown person")
    assert reason == "no account has this handle and this password"


async def test_another_way_to_write_a_handle_is_no_way_around_the_limit(opened: Open) -> None:
    codes: list[int] = []
    async with opened(limits=0.3) as web:
        for handle in ["panda", "PANDA", "ｐanda", "pａnda", "paｎda"]:
            codes.append((await web.post("/api/sessions", {"handle": handle, "password": "guessed it"})).status_code)
    assert codes == [401, 401, 401, 429, 429]


async def test_logging_out_takes_the_cookie_away(web: Web) -> None:
    session = (await web.post("/api/guest", {"name": "Bamboo"})).json()
    cookie = f"{COOKIE}={session['token']}"
    refused(await web.ask("DELETE", "/api/sessions", None, Cookie=cookie), 403, "not allowed")
    answer = await web.ask("DELETE", "/api/sessions", None, Cookie=cookie, X_CSRF_Token=session["csrf"])
    assert (answer.status_code, answer.content) == (204, b"")
    assert cookie_of(answer)["max-age"] == "0"


async def test_signing_out_everywhere_ends_every_session_of_one_person_and_no_other(web: Web) -> None:
    first = (await web.post("/api/accounts", ACCOUNT)).json()["token"]
    second = (await web.post("/api/sessions", ACCOUNT)).json()
    stranger = await web.guest()
    cookie = f"{COOKIE}={second['token']}"
    refused(await web.ask("DELETE", "/api/sessions?everywhere=true", None), 401, "unknown person")
    answer = await web.ask("DELETE", "/api/sessions?everywhere=true", None, Cookie=cookie, X_CSRF_Token=second["csrf"])
    assert (answer.status_code, cookie_of(answer)["max-age"]) == (204, "0")
    for token in (first, second["token"]):
        assert (await web.get("/api/me", token)).json() == {"me": None}
        refused(await web.get("/api/tables/mine", token), 401, "unknown person")
    assert (await web.get("/api/me", stranger)).json()["me"] is not None
    again = (await web.post("/api/sessions", ACCOUNT)).json()["token"]
    assert (await web.get("/api/me", again)).json()["me"]["handle"] == "red-panda"
    await web.ask("PATCH", "/api/me", {"name": "Bao"}, again)
    assert (await web.get("/api/me", again)).json()["me"]["name"] == "Bao"


async def test_a_session_from_before_they_were_numbered_is_still_one(web: Web) -> None:
    me = (await web.post("/api/guest", {"name": "Bamboo"})).json()["me"]
    old = web.site.identity._sessions.dumps([me["id"], "nonce"])
    assert (await web.get("/api/me", str(old))).json()["me"] == me


async def test_everybody_sees_a_name_and_ratings_and_nothing_else(web: Web) -> None:
    me = (await web.post("/api/accounts", {**ACCOUNT, "name": "Bao"})).json()["me"]
    await web.site.store.run(writes.rate([RatingRow(me["id"], "royale", 30.0, 2.0, 12)]))
    shown = (await web.get(f"/api/people/{me['id']}")).json()
    rating = {"who": me["id"], "name": "Bao", "game": "royale", "rating": 24.0, "mu": 30.0, "sigma": 2.0, "games": 12}
    assert shown == {"id": me["id"], "name": "Bao", "avatar": "", "account": True, "ratings": [rating]}
    assert (await web.get("/api/ratings/royale")).json() == [rating]
    assert (await web.get("/api/ratings/royale?offset=1")).json() == []


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/people/p_nobody", "unknown person"),
        ("/api/people/p_nobody/history", "unknown person"),
        ("/api/ratings/chess", "malformed"),
    ],
)
async def test_there_is_nothing_about_nobody(web: Web, path: str, code: str) -> None:
    refused(await web.get(path), 404, code)
