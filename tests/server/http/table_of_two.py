"""Two people at a table of a small game, played to its end over HTTP."""

from __future__ import annotations

from typing import Any, NamedTuple

from server.http.conftest import Web

LIVE = {"kind": "live"}
ENOUGH = 1_000
"""Turns of each after which a game will not end any more."""


class Player(NamedTuple):
    token: str
    id: str


async def account(web: Web, name: str) -> Player:
    """Somebody with an account."""
    wanted = {"handle": f"{name.lower()}-panda", "password": "bamboo at dawn", "name": name}
    session = (await web.post("/api/accounts", wanted)).json()
    return Player(session["token"], session["me"]["id"])


async def guest(web: Web, name: str) -> Player:
    """Somebody without."""
    session = (await web.post("/api/guest", {"name": name})).json()
    return Player(session["token"], session["me"]["id"])


async def give_up(web: Web, ann: Player, ben: Player, **wanted: Any) -> str:
    """The id of a table where Ben has given up a game, so that Ann has won."""
    table = await begin(web, ann, ben, **wanted)
    assert (await web.say(table, ben.token, type="resign")).status_code == 200
    return table


async def play_out(web: Web, ann: Player, ben: Player, **wanted: Any) -> str:
    """The id of a table where Ann and Ben have played a game to its end, whoever won."""
    table = await begin(web, ann, ben, **wanted)
    for who in (ann, ben) * ENOUGH:
        update = (await web.get(f"/api/tables/{table}/state", who.token)).json()
        if update["table"]["status"] == "ended":
            return table
        if update.get("legal"):
            move = {"type": "play", "move": update["legal"][0]["move"], "position": update["position"]}
            assert (await web.say(table, who.token, **move)).status_code == 200
    raise AssertionError(f"the game does not end: {update}")


async def begin(web: Web, ann: Player, ben: Player, **wanted: Any) -> str:
    """The id of a table where Ann and Ben have begun to play."""
    chosen = {"game": "leduc", "pace": LIVE, "public": True, **wanted}
    created = await web.create_table(ann.token, **chosen)
    table, invite = created["id"], created["invite"]
    for who, message in (
        (ben, {"type": "sit"}),
        (ben, {"type": "ready"}),
        (ann, {"type": "start"}),
    ):
        answer = await web.say(table, who.token, invite, **message)
        assert answer.status_code == 200, answer.text
    return table
