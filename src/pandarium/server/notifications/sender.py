"""Sender: one worker of all that share a database sends what is in the outbox.

Whether something is still needed is looked at once more before it is sent. Whoever does not answer is asked again a few
times, later and later; nobody at a table waits for any of it.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import httpx
import msgspec
import structlog

from pandarium.server.cluster.leases import STALE_MS
from pandarium.server.notifications import webhooks
from pandarium.server.notifications.detector import shown_turn_mark, shown_waiting, turn_mark, waited_for
from pandarium.server.notifications.digest import send_digests
from pandarium.server.notifications.occasions import Params, details, heading
from pandarium.server.notifications.outgoing import BadTarget, Outgoing
from pandarium.server.notifications.push import Notification, Request, Signer
from pandarium.server.ops.limits import NOTIFICATIONS, WEBHOOKS_CALLED
from pandarium.server.ops.now import now_ms
from pandarium.server.people.mail import Mailer
from pandarium.server.store import StoreError, leases
from pandarium.server.store import notifications as rows
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable

LOOK_SECONDS: Final = 1.0
TRIES: Final = 5
RETRY_MS: Final = 30_000
"""Until the second try; then four times as long each time."""
_HOUR: Final = 3_600.0
_AT_ONCE: Final = 50
_ANSWERS: Final = 0.3
"""Seconds in which other workers have said who is connected to them."""
_CLAIMED_MS: Final = 60_000
"""For which something is this worker's to send; a request takes less."""
_DUTY: Final = "notify"
_GONE: Final = frozenset({404, 410})
_AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504})

_logger = structlog.get_logger("pandarium.notifications")


class Sender:
    """Sends to browsers and webhooks, and writes e-mails, as long as no other worker that is alive does."""

    def __init__(self, hub: Hub, signer: Signer, mailer: Mailer) -> None:
        self._hub = hub
        self._signer = signer
        self._mailer = mailer
        self.outgoing = Outgoing(hub.settings.outgoing_hosts)
        self._tidied = -_HOUR
        scale = hub.settings.limits
        self._people, self._hooks = NOTIFICATIONS.buckets(scale), WEBHOOKS_CALLED.buckets(scale)
        self._sending: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = self._hub.spawn(self._work())

    async def stop(self) -> None:
        """What is not sent stays in the outbox."""
        for task in (self._task, *self._sending):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await self.outgoing.close()

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.send_due()
                await self._hourly()
            except StoreError as error:
                _logger.warning("could not look into the outbox", error=str(error))
            except Exception:  # whatever it is, the next look may do better
                _logger.exception("could not send what is in the outbox")

    async def send_due(self) -> int:
        """Send what is due, if that is this worker's duty; how many there were."""
        room = _AT_ONCE - len(self._sending)
        due = await rows.due(self._hub.store, now_ms(), room) if room else []
        if not due or not await self._on_duty():
            return 0
        for row in due:
            # Each by itself: one that does not answer keeps nobody else from being told.
            task = self._hub.spawn(self._send(row))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return len(due)

    async def _on_duty(self) -> bool:
        hub = self._hub
        return await hub.store.run(lambda c: leases.hold_duty(c, hub.worker, _DUTY, STALE_MS))

    async def _hourly(self) -> None:
        now = time.monotonic()
        if now - self._tidied < _HOUR:
            return
        self._tidied = now
        if await self._on_duty():
            await rows.tidy(self._hub.store, now_ms())
            if self._mailer:
                await send_digests(self._hub, self._mailer)

    async def _send(self, row: rows.Outgoing) -> None:
        """Send one; whatever becomes of it, it is settled or due later."""
        if not await rows.claim(self._hub.store, row, now_ms() + _CLAIMED_MS):
            return
        try:
            result = await self._try(row)
        except BadTarget:
            result = "refused"
        except (OSError, TimeoutError, httpx.HTTPError) as error:
            _logger.info("a notification was not taken", how=_how(row), error=type(error).__name__)
            result = "failed"
        except StoreError as error:  # it is due again by itself
            _logger.warning("a notification has to wait", how=_how(row), error=str(error))
            return
        except Exception:  # one that cannot be sent must not stop the others
            _logger.exception("a notification could not be made", how=_how(row))
            result = "refused"
        later = None
        if result == "failed":
            result = "failed" if row.tries + 1 < TRIES else "given up"
            later = now_ms() + RETRY_MS * 4**row.tries if result == "failed" else None
        self._hub.metrics.notified(row.occasion, _how(row), result)
        await rows.reschedule(self._hub.store, row, later, row.tries + 1)

    async def _try(self, row: rows.Outgoing) -> str:
        """Send one if it is still needed; what became of it."""
        if not await self._needed(row):
            return "not needed"
        params = msgspec.json.decode(row.params, type=Params)
        if not row.person:
            return await self._call_webhook(row, params)
        if self._hub.moderation.is_banned(row.person):
            return "banned"
        wanted = (await rows.notification_choices(self._hub.store, [row.person]))[row.person]
        browser = await rows.subscription(self._hub.store, row.target)
        if browser is None or browser.person != row.person or not getattr(wanted, row.occasion):
            return "not wanted"
        if self._people.take(row.person) > 0:
            return "too many"
        where = f"/tournaments/{row.subject}" if row.occasion == "tournament" else f"/t/{row.subject}"
        first = heading(row.occasion, params).render(browser.language)
        second = details(row.occasion, params).render(browser.language)
        notification = Notification(first, second, where, row.subject)
        urgency = "normal" if row.occasion == "seated" else "high"
        request = await asyncio.to_thread(self._signer.request, browser, notification, urgency)
        status = await self._post(browser.endpoint, request)
        if status in _GONE:
            await rows.unsubscribe(self._hub.store, browser.id)
            return "gone"
        return _result(status)

    async def _call_webhook(self, row: rows.Outgoing, params: Params) -> str:
        hook = await rows.webhook(self._hub.store, row.target)
        if hook is None:
            return "not wanted"
        if self._hooks.take(hook.id) > 0:
            return "too many"
        status = await self._post(hook.url, webhooks.request(hook, row.occasion, params, now_ms()))
        if status in _GONE:
            await rows.remove_webhook(self._hub.store, hook.table_id, hook.id)
            return "gone"
        return _result(status)

    async def _post(self, url: str, request: Request) -> int:
        return await self.outgoing.post(url, request.body, request.headers)

    async def _needed(self, row: rows.Outgoing) -> bool:
        """Whether it is still so, and nobody has seen it meanwhile."""
        if row.occasion not in ("turn", "seated") or (row.occasion == "seated" and not row.person):
            return True
        try:
            loaded = await self._up_to_date(row.subject)
        except Refusal:
            return False
        table = loaded.table
        if row.occasion == "seated":
            seat = table.seat_of(row.person)
            return table.status == "open" and seat is not None and seat not in loaded.here()
        if row.person:
            seats = waited_for(loaded)
            return table.seat_of(row.person) in seats and turn_mark(table, row.person) == row.mark
        shown = shown_waiting(loaded)
        return bool(shown) and shown_turn_mark(table, shown) == row.mark

    async def _up_to_date(self, id: str) -> LoadedTable:
        """The table as it is now, with who is connected where; raises Refusal."""
        hub = self._hub
        fresh = hub.in_memory(id) is None
        loaded = await hub.load(id)
        if hub.settings.redis is not None:
            await hub.catch_up(loaded)
            if fresh:
                await asyncio.sleep(_ANSWERS)
        return loaded


def _how(row: rows.Outgoing) -> str:
    return "push" if row.person else "webhook"


def _result(status: int) -> str:
    if status < 300:
        return "sent"
    return "failed" if status in _AGAIN else "refused"
