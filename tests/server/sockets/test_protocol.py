"""What the live protocol promises, kept by a real server: numbers, news, refusals, repetitions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from pandarium import protocol
from pandarium.server.http.refusals import STATUSES
from pandarium.server.ops import limits
from pandarium.server.sockets.messages import CLOSE_CODES
from server.harness import PATIENCE, Person, Server, Wire

_replies: msgspec.json.Decoder[protocol.AnyReply] = msgspec.json.Decoder(protocol.AnyReply)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits that forgets tables as soon as nobody looks."""
    folder: Path = tmp_path_factory.mktemp("protocol")
    with Server(
        folder, f"sqlite:///{folder}/t.db", limits="0", idle_seconds="0.2", bot_processes="1"
    ).start() as server:
        yield server
        assert "Traceback" not in server.log.read_text()


class Pair:
    """Ann, the host, and Ben at a table, each with a socket."""

    def __init__(self, server: Server, game: str = "signs", **wanted: Any) -> None:
        self.server = server
        self.people = [Person(server, "Ann"), Person(server, "Ben")]
        self.table, self.invite = self.people[0].create_table(server, game=game, seats=2, **wanted)
        self.wires = [Wire(server, person, self.table, self.invite) for person in self.people]
        self.ann, self.ben = self.wires

    async def __aenter__(self) -> Pair:
        for wire in self.wires:
            await wire.open()
            await wire.until(lambda update: True)
        return self

    async def __aexit__(self, *_: object) -> None:
        for wire in self.wires:
            await wire.close()

    async def start(self) -> Pair:
        """Ben sits down, and the game begins."""
        assert (await self.ben.ask(type="sit"))["type"] == "done"
        assert (await self.ben.ask(type="ready"))["type"] == "done"
        done = await self.ann.ask(type="start")
        await self.seen(done["seq"])
        return self

    async def seen(self, seq: int) -> None:
        """Both have seen that number."""
        for wire in self.wires:
            await wire.until(lambda update: update["seq"] >= seq)

    async def play_out(self) -> None:
        """First legal moves to the end."""
        while self.ann.update and self.ann.update["table"]["status"] == "running":
            wire = self.ann if self.ann.update.get("legal") else self.ben
            done = await wire.play()
            assert done["type"] == "done", done
            await self.seen(done["seq"])


async def gone_from_memory(server: Server) -> None:
    """Wait until the server holds no table."""
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as client:
        while "pandarium_tables_live 0.0" not in (await client.get(f"{server.url}/metrics")).text:
            await asyncio.sleep(0.05)


async def first_update(server: Server, person: Person, table: str, invite: str, since: int | None) -> dict[str, Any]:
    """What somebody is told who connects now."""
    wire = await Wire(server, person, table, invite).open(since)
    update = await wire.next()
    await wire.close()
    return update


# the structs


def test_every_message_has_its_own_name_and_is_read_back_as_it_was_written() -> None:
    kinds = get_args(protocol.AnyMessage)
    assert len({kind.__struct_config__.tag for kind in kinds}) == len(kinds) == 21
    samples = [protocol.Play(id=7, move="take b8", position=3, key="k"), protocol.Say(text="🐼"), protocol.Ping()]
    for sample in samples:
        assert msgspec.json.decode(msgspec.json.encode(sample), type=protocol.AnyMessage) == sample


def test_every_refusal_has_a_status_for_rest_and_the_limits_are_the_same_everywhere() -> None:
    assert set(STATUSES) == set(get_args(protocol.RefusalCode)) >= set(CLOSE_CODES)
    assert (protocol.MAX_MESSAGE_BYTES, protocol.MAX_CHAT) == (limits.MESSAGE_BYTES, limits.CHAT_LENGTH)


# numbers and updates


async def test_every_change_has_the_next_number_and_reaches_everybody_in_one_complete_update(server: Server) -> None:
    async with Pair(server) as pair:
        await pair.start()
        await pair.play_out()
        for wire in pair.wires:
            updates = [reply for reply in map(_replies.decode, wire.received) if isinstance(reply, protocol.Update)]
            numbers = [news.seq for update in updates for news in update.news]
            assert numbers == list(range(1, updates[-1].seq + 1)), "each change is told once, in order"
            assert all(later.since == earlier.seq for earlier, later in pairwise(updates))
            assert all(update.table.seats and update.you.name for update in updates), "each is complete by itself"
            assert all(update.view is not None for update in updates if update.table.status != "open")
        end = _replies.decode(pair.ann.received[-1])
        assert isinstance(end, protocol.Update)
        assert end.table.outcome
        assert end.table.secret


async def test_positions_count_moves_and_undos_and_nothing_else(server: Server) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        assert pair.ann.update
        assert pair.ann.update["position"] == 0
        await pair.seen((await pair.ann.ask(type="say", text="hello"))["seq"])
        assert pair.ann.update["position"] == 0
        wire = pair.ann if pair.ann.update.get("legal") else pair.ben
        await pair.seen((await wire.play())["seq"])
        assert pair.ann.update["position"] == 1


@pytest.mark.parametrize("forgotten", [False, True], ids=["in memory", "after the table left memory"])
async def test_whoever_reconnects_at_any_number_gets_exactly_the_news_they_missed(
    server: Server, forgotten: bool
) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        await pair.ben.ask(type="say", text="good luck")
        await pair.play_out()
    for person in pair.people:
        if forgotten:
            await gone_from_memory(server)
        whole = await first_update(server, person, pair.table, "", 0)
        last, news = whole["seq"], whole["news"]
        assert last > 20, "more than the server keeps at hand"
        assert [line["seq"] for line in news] == list(range(1, last + 1))
        for since in range(1, last + 1):
            update = await first_update(server, person, pair.table, "", since)
            assert (update["seq"], update["since"]) == (last, since)
            assert update.get("news", []) == news[since:]


async def test_what_was_told_live_is_what_is_told_later(server: Server) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        await pair.play_out()
    loaded = [line for text in pair.ben.received for line in msgspec.json.decode(text).get("news", [])]
    later = (await first_update(server, pair.people[1], pair.table, "", loaded[0]["seq"] - 1))["news"]
    # Before Ben sat down he was a spectator; afterwards all of it is told as to him.
    assert later == loaded


async def test_without_a_number_only_what_comes_is_told_and_a_number_from_the_future_is_now(server: Server) -> None:
    async with Pair(server) as pair:
        await pair.start()
        seq = pair.ann.seq
        for since in (None, seq, seq + 1000):
            update = await first_update(server, pair.people[0], pair.table, "", since)
            assert (update["seq"], update["since"], update.get("news", [])) == (seq, seq, [])


# refusals


async def test_a_move_against_the_rules_is_refused_with_the_rule(server: Server) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        assert pair.ann.update
        actor, other = (pair.ann, pair.ben) if pair.ann.update.get("legal") else (pair.ben, pair.ann)
        assert actor.update
        listed = {move["move"] for move in actor.update["legal"]}
        wrong = next(text for text in ("take y8", "take b6", "take g20", "take r6") if text not in listed)
        before = actor.seq
        refused = await actor.ask(type="play", move=wrong, position=0)
        assert (refused["type"], refused["code"], refused["rule"][:3]) == ("refused", "illegal move", "PR-")
        refused = await other.ask(type="play", move=next(iter(listed)), position=0)
        assert (refused["code"], refused["rule"][:3]) == ("not your turn", "PR-")
        refused = await actor.ask(type="play", move="eat bamboo", position=0)
        assert (refused["code"], refused.get("rule")) == ("bad move", None)
        assert (await actor.ask(type="play", move=min(listed), position=0))["seq"] == before + 1, "nothing had changed"


async def test_each_wrong_wish_has_its_own_answer(server: Server) -> None:
    async with Pair(server) as pair:
        eve = await Wire(server, Person(server, "Eve"), pair.table, pair.invite).open()
        wishes: list[tuple[Wire, dict[str, Any], str]] = [
            (eve, {"type": "ready"}, "not seated"),
            (pair.ann, {"type": "play", "move": "stone"}, "wrong time"),
            (eve, {"type": "start"}, "not allowed"),
            (pair.ann, {"type": "start"}, "wrong time"),
            (pair.ben, {"type": "sit", "seat": 0}, "seat taken"),
            (pair.ben, {"type": "sit", "seat": 9}, "seat taken"),
            (pair.ann, {"type": "bot", "seat": 1, "level": "nobody"}, "bad table"),
            (pair.ann, {"type": "undo"}, "wrong time"),
            (pair.ann, {"type": "answer", "yes": True}, "wrong time"),
            (pair.ann, {"type": "rematch"}, "wrong time"),
            (pair.ann, {"type": "hint"}, "wrong time"),
            (pair.ann, {"type": "say", "text": "\u202e\u0007"}, "malformed"),
        ]
        for wire, request, code in wishes:
            refused = await wire.ask(**request)
            assert (refused["type"], refused.get("code")) == ("refused", code), (request, refused)
            assert refused["reason"]
        await pair.start()
        assert (await pair.ann.ask(type="undo"))["code"] == "no undo"
        assert (await eve.ask(type="play", move="stone", position=0))["code"] == "not seated"
        assert (await eve.ask(type="sit"))["code"] == "wrong time"
        await eve.close()


async def test_a_message_that_comes_twice_is_acknowledged_twice_and_done_once(server: Server) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        assert pair.ann.update
        wire = pair.ann if pair.ann.update.get("legal") else pair.ben
        assert wire.update
        move: dict[str, Any] = {"type": "play", "move": wire.update["legal"][0]["move"], "position": 0}
        first = await wire.ask(**move, key="mine")
        assert first == {"type": "done", "id": first["id"], "seq": first["seq"]}
        repetitions: list[dict[str, Any]] = [{**move, "key": "mine"}, {**move, "position": 99, "key": "mine"}, move]
        for repeated in repetitions:
            again = await wire.ask(**repeated)
            assert (again["type"], again["again"], again["seq"]) == ("done", True, first["seq"])
        await pair.seen(first["seq"])
        assert wire.update["position"] == 1
        for idle in ("resume", "return"):
            assert (await wire.ask(type=idle))["again"]


async def test_a_repetition_is_known_over_another_socket_and_after_the_table_left_memory(server: Server) -> None:
    async with Pair(server) as pair:
        await pair.start()
        first = await pair.ann.ask(type="play", move="stone", position=0, key="once")
    await gone_from_memory(server)
    again = pair.people[0].say(server, pair.table, type="play", move="stone", position=0, key="once")
    assert (again["again"], again["seq"]) == (True, first["seq"])


async def test_a_decision_on_an_old_position_is_stale_and_one_on_a_future_position_too(server: Server) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        assert pair.ann.update
        wire = pair.ann if pair.ann.update.get("legal") else pair.ben
        assert wire.update
        moves = [move["move"] for move in wire.update["legal"]]
        assert (await wire.ask(type="play", move=moves[0]))["code"] == "stale", "a game of turns wants a position"
        assert (await wire.ask(type="play", move=moves[0], position=1))["code"] == "stale"
        assert (await wire.ask(type="play", move=moves[0], position=10**30))["code"] == "stale"
        await pair.seen((await wire.play())["seq"])
        actor = pair.ann if pair.ann.update.get("legal") else pair.ben
        assert actor.update
        other = next(m["move"] for m in actor.update["legal"] if actor is not wire or m["move"] != moves[0])
        refused = await actor.ask(type="play", move=other, position=0)
        assert (refused["code"], refused.get("rule")) == ("stale", None)


async def test_where_all_choose_at_once_others_moves_do_not_make_a_decision_stale(server: Server) -> None:
    async with Pair(server) as pair:
        await pair.start()
        assert (await pair.ann.ask(type="play", move="stone", position=0))["type"] == "done"
        assert (await pair.ben.ask(type="play", move="leaf", position=0))["type"] == "done"
        assert (await pair.ben.ask(type="play", move="paper", position=0))["code"] == "stale", "Ben has chosen since"


async def test_in_real_time_moves_are_taken_as_they_come(server: Server) -> None:
    async with Pair(server, "grab") as pair:
        await pair.start()
        assert (await pair.ann.ask(type="play", move="grab 1", position=0))["type"] == "done"
        assert (await pair.ben.ask(type="play", move="grab 2", position=0))["type"] == "done"
        assert (await pair.ben.ask(type="play", move="grab 3"))["type"] == "done"
        refused = await pair.ann.ask(type="play", move="grab 2", position=0)
        assert (refused["code"], refused["rule"]) == ("illegal move", "GB-2")


# people


async def test_somebody_may_have_several_sockets_and_is_here_until_the_last_is_closed(server: Server) -> None:
    async with Pair(server) as pair:
        await pair.start()
        second = await Wire(server, pair.people[1], pair.table).open()
        done = await second.ask(type="play", move="leaf", position=0)
        await pair.seen(done["seq"])
        await second.until(lambda update: update["seq"] == done["seq"])
        assert second.update
        assert pair.ben.update
        assert second.update["view"] == pair.ben.update["view"]
        assert second.update["you"] == pair.ben.update["you"]
        await second.close()
        await pair.seen((await pair.ann.ask(type="say", text="still here?"))["seq"])
        await pair.ann.until(lambda update: update["table"]["seats"][1].get("here", False))
        await pair.ben.close()
        await pair.ann.until(lambda update: not update["table"]["seats"][1].get("here", False))


async def test_a_spectator_who_sits_down_sees_as_a_player_from_then_on(server: Server) -> None:
    async with Pair(server) as pair:
        assert pair.ben.update
        assert pair.ben.update["you"].get("seat") is None
        assert "invite" not in pair.ben.update["you"]
        await pair.ann.until(lambda update: update["table"].get("watching") == 1)
        await pair.start()
        assert (pair.ben.update["you"]["seat"], pair.ben.update["you"]["invite"]) == (1, pair.invite)
        assert pair.ben.update["legal"]
        await pair.ann.until(lambda update: "watching" not in update["table"])


async def test_answers_come_in_the_order_of_the_messages(server: Server) -> None:
    async with Pair(server) as pair:
        kinds = [{"type": "say", "text": "a"}, {"type": "ping"}, {"type": "undo"}, {"type": "nonsense"}]
        for number in range(40):
            await pair.ann.send_raw(msgspec.json.encode({"id": number + 1, **kinds[number % 4]}).decode())
        answers: list[tuple[int, str]] = []
        while len(answers) < 40:
            reply = await pair.ann.next()
            if reply["type"] != "update":
                answers.append((reply["id"], reply["type"]))
        types = ["done", "pong", "refused", "refused"]
        assert answers == [(number + 1, types[number % 4]) for number in range(40)]


_THINKS_LONG = """
import asyncio, os
from pandarium.server.bots.pool import BotPool
advise = BotPool.advise

async def think_until_told(*args):
    while not os.path.exists({told!r}):
        await asyncio.sleep(0.01)
    return await advise(*args)

BotPool.advise = think_until_told
"""


async def test_a_hint_does_not_hold_up_play_and_there_is_one_at_a_time(tmp_path: Path) -> None:
    told = tmp_path / "told"
    before = _THINKS_LONG.format(told=str(told))
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0", before=before) as server:
        await check_hints(server, told)


async def check_hints(server: Server, told: Path) -> None:
    async with Pair(server, "royale") as pair:
        await pair.start()
        assert pair.ann.update
        wire = pair.ann if pair.ann.update.get("legal") else pair.ben
        for number in (501, 502):
            await wire.send_raw(f'{{"type":"hint","id":{number}}}')
        await wire.send_raw('{"type":"ping","id":503}')
        answers: dict[int, dict[str, Any]] = {}
        while len(answers) < 3:
            if len(answers) == 2:
                told.touch()
            reply = await wire.next()
            if reply["type"] != "update":
                answers[reply["id"]] = reply
        assert list(answers)[2] == 501, "the thought comes when it is thought"
        assert (answers[502]["code"], answers[503]["type"]) == ("flood", "pong")
        hint = answers[501]
        assert (hint["type"], hint["position"]) == ("hint", 0)
        assert wire.update
        assert {advice["move"] for advice in hint["advice"]} <= {move["move"] for move in wire.update["legal"]}


async def test_a_ping_is_answered_with_the_servers_time(server: Server) -> None:
    async with Pair(server) as pair:
        before = time.time_ns() // 1_000_000
        pong = await pair.ann.ask(type="ping")
        assert set(pong) == {"type", "id", "now"}
        assert before <= pong["now"] <= time.time_ns() // 1_000_000


async def test_the_course_of_a_table_with_every_kind_of_message(server: Server) -> None:
    async with Pair(server, "signs") as pair:
        ann, ben = pair.ann, pair.ben

        async def done(wire: Wire, **message: Any) -> dict[str, Any]:
            reply = await wire.ask(**message)
            assert reply["type"] == "done", (message, reply)
            await pair.seen(reply["seq"])
            return reply

        await done(ann, type="bot", seat=1, level="random")
        await done(ann, type="free", seat=1)
        await done(ben, type="sit", seat=1)
        await done(ben, type="ready", ready=True)
        await done(ann, type="react", what="🐼")
        await done(ann, type="start")
        await done(ann, type="play", move="stone", position=0)
        await done(ann, type="ask", what="undo")
        assert ben.update
        assert ben.update["table"]["asked"] == {"what": "undo", "seat": 0, "waiting": [1]}
        await done(ben, type="answer", yes=True)
        assert ann.update
        assert ann.update["position"] == 2, "a move and its undo"
        await done(ann, type="ask", what="pause")
        await done(ben, type="answer", yes=True)
        assert ann.update["table"]["paused"]
        await done(ben, type="resume")
        await done(ben, type="leave")
        await done(ben, type="return")
        await done(ben, type="resign")
        assert ann.update["table"]["status"] == "ended"
        rematch = await done(ann, type="rematch")
        assert ann.update["table"]["rematch"] == rematch["table"]
        again = await ben.ask(type="rematch")
        assert (again["again"], again["table"]) == (True, rematch["table"])
        new = await Wire(server, pair.people[0], rematch["table"]).open()
        assert (await new.ask(type="close"))["type"] == "done"
        assert (await new.until(lambda update: update["table"]["status"] == "closed"))["table"]["closed"]
        await new.close()
