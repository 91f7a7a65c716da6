from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from pandarium.client import (
    Client,
    ClientError,
    RefusedError,
    RemoteTable,
    ServerUnreachable,
    Unconfirmed,
    Update,
    play_with,
)

from .fake_server import FakeServer


async def begun(fake_server: FakeServer, client: Client) -> RemoteTable:
    """A game of three, with Ann to move."""
    table = await client.create("royale", seats=3, bots=["random", "random"])
    await table.start()
    assert table.update.legal
    return table


PATIENCE = 120
"""Seconds after which something has gone wrong, however busy the machine is."""


async def until(there: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0.005)


def first(update: Update) -> str:
    return update.legal[0].move


def numbers(updates: list[Update]) -> list[int]:
    return [news.seq for update in updates for news in update.news]


async def gather(table: RemoteTable, into: list[Update]) -> None:
    async for update in table.updates():
        into.append(update)


async def test_a_guest_lays_a_table_sits_at_it_and_has_a_link_for_friends(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=3, bots=["random"])
    assert ann.me is not None
    assert ann.me.name == "Ann"
    assert table.seat == 0
    assert table.link == f"{fake_server.url}/t/{table.id}?invite=open-sesame"
    assert [(seat.person, seat.bot) for seat in table.update.table.seats] == [
        (ann.me.id, None),
        (None, None),
        (None, "random"),
    ]


async def test_a_friend_follows_the_link_and_sits_down(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        joined = await bo.join(table.link)
        assert joined.seat == 1
        await joined.ready()
        await table.start()
        assert table.update.table.status == "running"
        await until(lambda: joined.update.table.status == "running")


async def test_who_only_watches_does_not_sit(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2)
    async with Client(fake_server.url, name="Bo") as bo:
        assert (await bo.join(table.link, sit=False)).seat is None


async def test_what_was_done_is_shown_when_it_returns(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(fake_server, ann)
    before = table.update.position
    await table.play(first(table.update))
    assert table.update.position > before


async def test_a_refusal_says_which_rule(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(fake_server, ann)
    before = table.update
    with pytest.raises(RefusedError) as refused:
        await table.play("pass")
    assert (refused.value.code, refused.value.rule) == ("illegal move", "PR-11")
    assert str(refused.value).endswith("nobody passes (PR-11)")
    assert table.update.position == before.position


async def test_updates_tell_everything_once_and_end_with_the_game(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=3, bots=["random", "random"])
    updates: list[Update] = []
    listening = asyncio.create_task(gather(table, updates))
    await table.start()
    outcome = await play_with(first, table)
    await asyncio.wait_for(listening, PATIENCE)
    assert outcome is not None
    assert updates[-1].table.outcome == outcome
    assert numbers(updates) == list(range(1, updates[-1].seq + 1))
    assert all(update.since == before.seq for before, update in pairwise(updates))


async def test_a_slow_listener_gets_the_newest_update_with_all_the_news(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    listener = table.updates()
    one = await anext(listener)
    for word in ("a", "b", "c"):
        await table.say(word)
    two = await anext(listener)
    assert [news.text for news in two.news if news.type == "said"] == ["a", "b", "c"]
    assert numbers([one, two]) == list(range(1, two.seq + 1))


async def test_a_broken_line_is_renewed_without_a_gap_or_an_echo(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(fake_server, ann)
    updates: list[Update] = []
    listening = asyncio.create_task(gather(table, updates))
    for round_ in range(4):
        await table.play(first(table.update))
        visits = fake_server.visits
        await fake_server.drop()
        await until(lambda visits=visits: fake_server.visits > visits and table.connected)
        await table.say(f"round {round_}")
    await play_with(first, table)
    await asyncio.wait_for(listening, PATIENCE)
    assert fake_server.visits >= 4
    assert numbers(updates) == list(range(1, updates[-1].seq + 1))


async def test_a_move_whose_answer_was_lost_counts_once(fake_server: FakeServer, ann: Client) -> None:
    fake_server.bots_wait = True
    table = await ann.create("royale", seats=2, bots=["random"])
    await table.start()
    room = fake_server.rooms[table.id]
    room.play_bots()
    await fake_server.broadcast(room)
    await until(lambda: table.update.legal)
    fake_server.swallow = 1
    played = table.update.position
    await table.play(first(table.update))
    sent = [message for message in room.messages if hasattr(message, "move")]
    assert len(sent) == 2
    assert sent[0].key == sent[1].key
    assert table.update.position == played + 1


async def test_what_cannot_be_sent_twice_says_that_it_is_unsure(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    fake_server.swallow = 1
    with pytest.raises(Unconfirmed, match="look at the table whether it was done"):
        await table.say("hello")
    await until(lambda: any(news.type == "said" for news in table.log))
    assert [message.text for message in fake_server.rooms[table.id].messages] == ["hello"]


async def test_what_is_said_while_the_line_is_down_is_sent_when_it_is_up(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    await fake_server.close()
    await until(lambda: not table.connected)
    saying = asyncio.create_task(table.say("hello"))
    await asyncio.sleep(0)
    assert not saying.done()
    await fake_server.open()
    await asyncio.wait_for(saying, PATIENCE)
    assert [news.text for news in table.log if news.type == "said"] == ["hello"]


async def test_an_update_that_leaves_something_out_is_not_believed(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    visits = fake_server.visits
    fake_server.forget_updates = 1
    first_words = asyncio.create_task(table.say("one"))
    await until(lambda: fake_server.forget_updates == 0)
    await table.say("two")
    await first_words
    assert [news.text for news in table.log if news.type == "said"] == ["one", "two"]
    assert fake_server.visits == visits + 1


async def test_a_busy_server_is_asked_again(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    fake_server.busy = 2
    await table.say("hello")
    fake_server.busy = 9
    with pytest.raises(RefusedError, match="later, please"):
        await table.say("hello")


async def test_a_message_that_was_turned_away_unread_is_sent_again(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    fake_server.deaf = 2
    await asyncio.wait_for(table.say("hello"), PATIENCE)
    assert [news.text for news in table.log if news.type == "said"] == ["hello"]


async def test_a_server_that_is_gone_for_good_ends_everything_with_one_error(fake_server: FakeServer) -> None:
    async with Client(fake_server.url, name="Ann", reconnect_seconds=0.2) as client:
        table = await client.create("royale", seats=2, bots=["random"])
        listening = asyncio.create_task(gather(table, []))
        await fake_server.close()
        with pytest.raises(ServerUnreachable, match="no server answers at"):
            await asyncio.wait_for(listening, PATIENCE)
        with pytest.raises(ServerUnreachable):
            await table.say("hello?")
        await fake_server.open()


async def test_a_server_that_shows_us_the_door_is_not_dialled_again(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    fake_server.part_with = (1008, "too many messages")
    await fake_server.drop()
    with pytest.raises(RefusedError, match="too many messages"):
        await asyncio.wait_for(gather(table, []), PATIENCE)
    visits = fake_server.visits
    await asyncio.sleep(0.1)
    assert fake_server.visits == visits


async def test_closing_ends_the_listening_without_an_error(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    listening = asyncio.create_task(gather(table, []))
    await asyncio.sleep(0)
    await table.close()
    await asyncio.wait_for(listening, PATIENCE)
    with pytest.raises(ClientError, match="the connection is closed"):
        await table.say("hello?")
    assert fake_server.rooms[table.id].table.seats[0].name == "Ann"


async def test_a_cancelled_question_leaves_the_line_up(fake_server: FakeServer, ann: Client) -> None:
    table = await ann.create("royale", seats=2, bots=["random"])
    asking = asyncio.create_task(table.ping())
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await table.ping() >= 0


async def test_hints_undo_and_rematch(fake_server: FakeServer, ann: Client) -> None:
    fake_server.bots_wait = True
    table = await ann.create("royale", seats=2, bots=["random"])
    await table.start()
    room = fake_server.rooms[table.id]
    room.play_bots()
    await fake_server.broadcast(room)
    await until(lambda: table.update.legal)
    hinted = await table.hint()
    assert hinted.advice[-1].move == first(table.update)
    before = table.update
    await table.play(first(before))
    if table.update.may.undo:
        await table.undo()
        assert table.update.legal == before.legal
    else:
        with pytest.raises(RefusedError):
            await table.undo()
    fake_server.bots_wait = False
    room.play_bots()
    await fake_server.broadcast(room)
    await play_with(first, table)
    new = await ann.join(await table.rematch())
    assert new.id != table.id
    record = await ann.record(table)
    assert record.final().outcome() == table.update.table.outcome


async def test_a_policy_may_be_a_coroutine_and_may_wait(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(fake_server, ann)
    asked = 0

    async def hesitant(update: Update) -> str | None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0)
        if asked == 1:
            asyncio.get_running_loop().call_soon(lambda: nudge.append(asyncio.create_task(table.say("hm"))))
            return None
        return first(update)

    nudge: list[asyncio.Task[None]] = []
    assert await play_with(hesitant, table) is not None
    assert asked >= 10


async def test_a_policy_that_cheats_is_told_so(fake_server: FakeServer, ann: Client) -> None:
    table = await begun(fake_server, ann)
    with pytest.raises(RefusedError, match="PR-11"):
        await play_with(lambda update: "pass", table)
