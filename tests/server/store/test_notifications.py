"""Who wants to be told what, and what is to be sent: on both databases."""

from __future__ import annotations

from pandarium.server.store import PersonRow, Store, sessions
from pandarium.server.store import notifications as rows

ROW = rows.Outgoing("turn t_1 b_1", "turn", "t_1", "p_1", "b_1", 7, b"{}", 1000, 2000)


async def subscribed(store: Store, person: str, session: str, endpoint: str, created: int = 1) -> str:
    id = rows.subscription_id(endpoint)
    await rows.subscribe(store, rows.Subscription(id, person, session, endpoint, "k", "a", "en", "", created))
    return id


async def test_nothing_is_told_twice_and_a_new_turn_is(store: Store) -> None:
    await rows.post(store, [ROW])
    await rows.post(store, [ROW._replace(due=9000)])  # the same turn again
    assert [row.due for row in await rows.due(store, 5000, 10)] == [2000]
    await rows.reschedule(store, ROW, None, 1)
    await rows.post(store, [ROW])
    assert await rows.due(store, 5000, 10) == []
    await rows.post(store, [ROW._replace(mark=8)])
    assert [row.mark for row in await rows.due(store, 5000, 10)] == [8]


async def test_what_replaced_it_is_not_settled_with_it(store: Store) -> None:
    await rows.post(store, [ROW])
    await rows.post(store, [ROW._replace(mark=8)])
    await rows.reschedule(store, ROW, None, 1)
    assert [row.mark for row in await rows.due(store, 5000, 10)] == [8]


async def test_of_two_workers_one_takes_it(store: Store, other: Store) -> None:
    await rows.post(store, [ROW])
    assert await rows.claim(store, ROW, 60_000)
    assert not await rows.claim(other, ROW, 60_000)
    assert await rows.due(other, 5000, 10) == []
    assert len(await rows.due(other, 60_000, 10)) == 1  # should the first one die


async def test_a_browser_is_told_as_long_as_its_session_lasts(store: Store) -> None:
    await store.create_person(PersonRow("p_1", "Ann", "", None, None, 1))
    for session in ("s_1", "s_2"):
        await sessions.begin(store, sessions.SessionRow(session, "p_1", "", 1, 1))
    one = await subscribed(store, "p_1", "s_1", "https://push.example/1")
    two = await subscribed(store, "p_1", "s_2", "https://push.example/2", 2)
    assert [row.id for row in await rows.subscriptions_of(store, ["p_1"])] == [one, two]
    await sessions.end(store, "p_1", "s_1", 5)
    assert await rows.subscription(store, one) is None
    assert [row.id for row in await rows.subscriptions_of(store, ["p_1"])] == [two]
    await sessions.end_all(store, "p_1")
    assert await rows.subscriptions_of(store, ["p_1"]) == []
    await rows.tidy(store, 10)
    assert not await rows.unsubscribe(store, two)


async def test_a_browser_belongs_to_whoever_subscribed_last(store: Store) -> None:
    for person in ("p_1", "p_2"):
        await sessions.begin(store, sessions.SessionRow(f"s{person}", person, "", 1, 1))
        await subscribed(store, person, f"s{person}", "https://push.example/1")
    assert await rows.subscriptions_of(store, ["p_1"]) == []
    assert len(await rows.subscriptions_of(store, ["p_2"])) == 1


async def test_what_one_wants_to_be_told_is_kept_and_when_one_was_written_to(store: Store) -> None:
    await store.create_person(PersonRow("p_1", "Ann", "", "ann", "x", 1, 0, "ann@example.org"))
    assert (await rows.notification_choices(store, ["p_1"]))["p_1"] == rows.NotificationChoices("p_1")
    await rows.save_notification_choices(
        store, rows.NotificationChoices("p_1", seated=False, digest=True, language="fr", origin="https://x")
    )
    ((told, address),) = await rows.digests_due(store, 100, 10)
    assert (told.seated, told.language, address) == (False, "fr", "ann@example.org")
    await rows.digested(store, "p_1", 100)
    assert await rows.digests_due(store, 100, 10) == []
    await rows.save_notification_choices(store, rows.NotificationChoices("p_1", digest=True))
    assert (await rows.notification_choices(store, ["p_1"]))["p_1"].digested == 100


async def test_what_was_sent_long_ago_is_forgotten(store: Store) -> None:
    await rows.post(store, [ROW])
    await rows.tidy(store, rows.SETTLED_MS)
    assert len(await rows.due(store, 5000, 10)) == 1
    await rows.tidy(store, rows.SETTLED_MS + 2000)
    assert await rows.due(store, 5000, 10) == []
