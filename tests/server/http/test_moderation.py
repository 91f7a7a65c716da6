"""Players among themselves, and what operators see and do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pandarium.server.admin import people as admin
from pandarium.server.people import moderation
from server.http.conftest import Open, Web, refused

PASSWORD = "bamboo at dawn"


async def account(web: Web, handle: str, *, operator: bool = False) -> dict[str, Any]:
    """A new account, its token among what is known of it."""
    session = (await web.post("/api/accounts", {"handle": handle, "password": PASSWORD, "name": handle})).json()
    if operator:
        row = await admin.find(web.site.store, handle)
        await admin.set_operator(web.site.store, row, True)
    return {**session["me"], "token": session["token"]}


async def talking(web: Web, who: str, text: str = "rude words") -> tuple[str, int]:
    """A public table where this one has said something: its id, and the number of the line."""
    table = (await web.create_table(who, public=True))["id"]
    answer = await web.say(table, who, type="say", text=text)
    return table, answer.json()["seq"]


# players


async def test_somebody_is_muted_for_oneself_and_read_again(web: Web) -> None:
    ann, bao = await account(web, "ann"), await account(web, "bao")
    assert (await web.post(f"/api/me/mutes/{bao['id']}", None, ann["token"])).status_code == 204
    assert (await web.post(f"/api/me/mutes/{bao['id']}", None, ann["token"])).status_code == 204
    assert (await web.get("/api/me/mutes", ann["token"])).json() == [{"person": bao["id"], "name": "bao"}]
    assert (await web.get("/api/me/mutes", bao["token"])).json() == []
    assert (await web.get("/api/me/export", ann["token"])).json()["muted"] == [bao["id"]]
    refused(await web.post(f"/api/me/mutes/{ann['id']}", None, ann["token"]), 403, "not allowed")
    refused(await web.post("/api/me/mutes/p_nobody", None, ann["token"]), 404, "unknown person")
    assert (await web.ask("DELETE", f"/api/me/mutes/{bao['id']}", None, ann["token"])).status_code == 204
    assert (await web.get("/api/me/mutes", ann["token"])).json() == []


async def test_a_report_goes_to_the_operators_with_the_line_as_it_was(web: Web) -> None:
    ann, bao, olga = await account(web, "ann"), await account(web, "bao"), await account(web, "olga", operator=True)
    table, line = await talking(web, bao["token"])
    report = {"person": bao["id"], "table": table, "line": line, "reason": "insults"}
    refused(await web.post("/api/reports", report, bao["token"]), 403, "not allowed")
    refused(await web.post("/api/reports", {**report, "line": line - 1}, ann["token"]), 400, "malformed")
    refused(await web.post("/api/reports", {**report, "person": olga["id"]}, ann["token"]), 400, "malformed")
    assert (await web.post("/api/reports", report, ann["token"])).status_code == 204
    (found,) = (await web.get("/api/admin/reports", olga["token"])).json()
    assert (found["reporter"], found["name"], found["said"], found["reason"]) == ("ann", "bao", "rude words", "insults")
    assert (await web.ask("DELETE", f"/api/admin/reports/{found['id']}", None, olga["token"])).status_code == 204
    assert (await web.get("/api/admin/reports", olga["token"])).json() == []


async def test_nobody_reports_from_a_table_that_they_may_not_look_at(web: Web) -> None:
    ann, bao = await account(web, "ann"), await account(web, "bao")
    table = (await web.create_table(bao["token"]))["id"]
    report = {"person": bao["id"], "table": table, "reason": "insults"}
    refused(await web.post("/api/reports", report, ann["token"]), 403, "no access")


async def test_reports_are_few(opened: Open) -> None:
    async with opened(limits=1) as web:
        ann, bao = await account(web, "ann"), await account(web, "bao")
        table, _ = await talking(web, bao["token"])
        report = {"person": bao["id"], "table": table, "reason": "insults"}
        codes = [(await web.post("/api/reports", report, ann["token"])).status_code for _ in range(6)]
    assert codes == [204] * 5 + [429]


# operators


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/admin/people", None),
        ("POST", "/api/admin/people/p_1/reset-code", None),
        ("GET", "/api/admin/tables", None),
        ("POST", "/api/admin/tables/t_1/close", {}),
        ("POST", "/api/admin/tables/t_1/invite", None),
        ("DELETE", "/api/admin/tables/t_1/lines/1", None),
        ("GET", "/api/admin/restrictions", None),
        ("POST", "/api/admin/restrictions", {"kind": "ban", "who": "198.51.100.7"}),
        ("DELETE", "/api/admin/restrictions?kind=ban&subject=198.51.100.7/32", None),
        ("GET", "/api/admin/reports", None),
        ("DELETE", "/api/admin/reports/r_1", None),
    ],
)
async def test_all_this_is_for_operators_alone(web: Web, method: str, path: str, body: Any) -> None:
    ann = await account(web, "ann")
    refused(await web.ask(method, path, body), 401, "unknown person")
    refused(await web.ask(method, path, body, ann["token"]), 403, "not allowed")


async def test_operators_find_people_and_give_out_codes(web: Web) -> None:
    ann, olga = await account(web, "ann"), await account(web, "olga", operator=True)
    assert (await web.get("/api/me", olga["token"])).json()["me"]["operator"] is True
    found = (await web.get("/api/admin/people?find=AN", olga["token"])).json()
    assert [(row["id"], row["handle"], row["banned"]) for row in found] == [(ann["id"], "ann", False)]
    code = (await web.post(f"/api/admin/people/{ann['id']}/reset-code", None, olga["token"])).json()["code"]
    reset = {"handle": "ann", "code": code, "password": "a river in autumn"}
    assert (await web.post("/api/passwords", reset)).status_code == 201
    paula = await account(web, "paula", operator=True)
    refused(await web.post(f"/api/admin/people/{paula['id']}/reset-code", None, olga["token"]), 403, "not allowed")
    guest = (await web.post("/api/guest", {"name": "Ben"})).json()["me"]["id"]
    refused(await web.post(f"/api/admin/people/{guest}/reset-code", None, olga["token"]), 404, "malformed")


async def test_operators_ban_and_mute_and_lift_it_at_once(web: Web) -> None:
    ann, olga = await account(web, "ann"), await account(web, "olga", operator=True)
    table, _ = await talking(web, ann["token"])
    wanted = {"kind": "mute", "who": "ann", "hours": 2, "reason": "insults"}
    made = await web.post("/api/admin/restrictions", wanted, olga["token"])
    assert (made.status_code, made.json()["name"]) == (201, "ann")
    reason = refused(await web.say(table, ann["token"], type="say", text="hello"), 403, "not allowed")
    assert "do not let you talk until" in reason
    assert (await web.say(table, ann["token"], type="react", what="👏")).status_code == 403
    assert (await web.get("/api/tables/mine", ann["token"])).status_code == 200

    await web.post("/api/admin/restrictions", {"kind": "ban", "who": ann["id"]}, olga["token"])
    assert "banned" in refused(await web.get("/api/tables/mine", ann["token"]), 403, "no access")
    assert (await web.get("/api/me", ann["token"])).json()["me"]["id"] == ann["id"]
    assert (await web.get("/api/me/export", ann["token"])).status_code == 200
    listed = (await web.get("/api/admin/restrictions", olga["token"])).json()
    assert {(row["kind"], row["subject"], row["until"] is None) for row in listed} == {
        ("ban", ann["id"], True),
        ("mute", ann["id"], False),
    }
    for kind in ("ban", "mute"):
        path = f"/api/admin/restrictions?kind={kind}&subject={ann['id']}"
        assert (await web.ask("DELETE", path, None, olga["token"])).status_code == 204
    assert (await web.say(table, ann["token"], type="say", text="hello")).status_code == 200
    paula = await account(web, "paula", operator=True)
    for who in (paula["id"], olga["id"]):
        refused(
            await web.post("/api/admin/restrictions", {"kind": "ban", "who": who}, olga["token"]), 403, "not allowed"
        )
    refused(
        await web.post("/api/admin/restrictions", {"kind": "mute", "who": "198.51.100.7"}, olga["token"]),
        404,
        "malformed",
    )


async def test_an_address_is_banned_with_its_network(opened: Open) -> None:
    async with opened(proxies=1) as web:
        olga = await account(web, "olga", operator=True)
        ban = {"kind": "ban", "who": "198.51.100.0/24", "hours": 1}
        assert (await web.post("/api/admin/restrictions", ban, olga["token"])).json()["subject"] == "198.51.100.0/24"
        refused(await web.get("/api/games", X_Forwarded_For="198.51.100.7"), 403, "no access")
        assert (await web.get("/api/games", X_Forwarded_For="198.51.101.7")).status_code == 200
        assert (await web.get("/health", X_Forwarded_For="198.51.100.7")).status_code == 200


async def test_a_ban_ends_by_itself(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, olga = await account(web, "ann"), await account(web, "olga", operator=True)
    await web.post("/api/admin/restrictions", {"kind": "ban", "who": "ann", "hours": 1}, olga["token"])
    refused(await web.get("/api/tables/mine", ann["token"]), 403, "no access")
    now = moderation.now_ms()
    monkeypatch.setattr(moderation, "now_ms", lambda: now + 3_600_001)
    assert (await web.get("/api/tables/mine", ann["token"])).status_code == 200


async def test_operators_close_tables_and_take_lines_away(web: Web) -> None:
    ann, olga = await account(web, "ann"), await account(web, "olga", operator=True)
    private = (await web.create_table(ann["token"]))["id"]
    table, line = await talking(web, ann["token"])
    listed = (await web.get("/api/admin/tables", olga["token"])).json()
    assert {(row["id"], row["public"], tuple(row["names"])) for row in listed} == {
        (private, False, ("ann",)),
        (table, True, ("ann",)),
    }
    assert (await web.ask("DELETE", f"/api/admin/tables/{table}/lines/{line}", None, olga["token"])).status_code == 204
    state = await web.get(f"/api/tables/{table}/state?since=0", ann["token"])
    said = next(news for news in state.json()["news"] if news["type"] == "said")
    assert (said["text"], said["removed"]) == ("", True)
    assert [news["text"] for news in state.json()["news"] if news["type"] == "removed"] == [str(line)]
    stored = b"".join(row.body for row in await web.site.store.entries(table))
    assert b"rude words" not in stored
    refused(await web.ask("DELETE", f"/api/admin/tables/{table}/lines/1", None, olga["token"]), 404, "malformed")

    words = {"words": "We move tonight."}
    assert (await web.post(f"/api/admin/tables/{table}/close", words, olga["token"])).status_code == 204
    shown = (await web.get(f"/api/tables/{table}", ann["token"])).json()
    assert (shown["status"], "We move tonight." in shown["closed"]) == ("closed", True)
    row = await web.site.store.table(table)
    assert row is not None
    assert row.status == "closed"
    refused(await web.post(f"/api/admin/tables/{table}/close", words, olga["token"]), 404, "malformed")


async def test_a_new_invite_makes_the_old_one_worthless(web: Web) -> None:
    ann, olga = await account(web, "ann"), await account(web, "olga", operator=True)
    created = await web.create_table(ann["token"])
    guest = await web.guest()
    path = f"/api/tables/{created['id']}?invite="
    assert (await web.get(path + created["invite"], guest)).status_code == 200
    new = (await web.post(f"/api/admin/tables/{created['id']}/invite", None, olga["token"])).json()["invite"]
    refused(await web.get(path + created["invite"], guest), 403, "no access")
    assert (await web.get(path + new, guest)).status_code == 200
    assert (await web.get(path, ann["token"])).status_code == 200
    assert json.dumps(new) not in json.dumps((await web.get("/api/admin/tables", olga["token"])).json())
