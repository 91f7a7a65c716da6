"""Accounts: passwords, devices, an address for codes, one's own data, and the end of it all."""

from __future__ import annotations

from typing import Annotated, Any, Final
from urllib.parse import urlsplit

import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from pandarium.core.message import Message
from pandarium.protocol.accounts import (
    ChallengeExported,
    Deletion,
    DeviceShown,
    Export,
    LineExported,
    MailConfirmed,
    MailWanted,
    PasswordChange,
    PasswordReset,
    ReportExported,
    ResetWanted,
    ResetWays,
    TableExported,
)
from pandarium.protocol.evenings import EveningExported
from pandarium.protocol.notifications import SubscriptionExported
from pandarium.protocol.people import FriendExported, ResultExported
from pandarium.protocol.rest import Me, Session
from pandarium.server.cluster.notices import Notice
from pandarium.server.evenings.history import players_of
from pandarium.server.http import notifications
from pandarium.server.http.caller import AnyRequest, Caller, address_of, is_secure, site_of
from pandarium.server.http.people import begin_session, count_attempt, show_me, show_rating
from pandarium.server.http.profiles import show_tally
from pandarium.server.http.refusals import WebRefusal
from pandarium.server.http.site import Site
from pandarium.server.ops.limits import EXPORTS, MAILS, RESETS
from pandarium.server.ops.now import now_ms
from pandarium.server.people import identity as rules
from pandarium.server.people.forgetting import forget
from pandarium.server.people.mail import mail_address
from pandarium.server.store import (
    EveningPlayedRow,
    PersonRow,
    ResultRow,
    codes,
    evenings,
    friends,
    moderation,
    personal,
    results,
    sessions,
)
from pandarium.server.store import notifications as notification_rows
from pandarium.server.tables import log
from pandarium.server.tables.judge import Refusal

TAG: Final = ["Accounts"]
CODE_MS: Final = 3_600_000
"""How long a code that was sent by e-mail can be used."""

DeviceId = Annotated[str, PathParameter(pattern=rules.ID_PATTERN, description="The device's id.")]


@post("/api/me/password", tags=TAG, summary="Change your password", status_code=201)
async def change_password(
    request: AnyRequest, data: JSONBody[PasswordChange], caller: NamedDependency[Caller]
) -> Response[Session]:
    """Choose a new password. You are signed out on all other devices; here a new session begins."""
    site, row = site_of(request), account_of(caller)
    new = rules.password(data.new, owner=row.handle or "")
    await check_password(request, row, data.old)
    number = await codes.set_password(site.store, row.id, await site.passwords.hash_password(new))
    return await begin_session(request, msgspec.structs.replace(row, sessions=number), 201, renewed=True)


@get("/api/resets", tags=TAG, summary="How to get a new password")
async def show_reset_ways(request: AnyRequest) -> ResetWays:
    """Whether this server sends codes by e-mail; if not, its host gives them out (`pandarium admin reset-code`)."""
    return ResetWays(mail=bool(site_of(request).mailer))


@post("/api/resets", tags=TAG, summary="Ask for a code by e-mail", status_code=200)
async def ask_for_reset(request: AnyRequest, data: JSONBody[ResetWanted]) -> ResetWays:
    """Have a code sent to the account's address, if it has one. The answer is always the same."""
    site = site_of(request)
    site.rate_limits.take(RESETS, address_of(request))
    row = await site.store.person_by_handle(data.handle.strip())
    if site.mailer and row is not None and row.mail and site.rate_limits.allows(MAILS, row.id):
        # Not waited for: how long it takes would tell whether there is such an account.
        site.hub.spawn(_send_reset_code(site, row, row.mail, data.language))
    return ResetWays(mail=bool(site.mailer))


@post("/api/passwords", tags=TAG, summary="Choose a new password by a code", status_code=201)
async def reset_password(request: AnyRequest, data: JSONBody[PasswordReset]) -> Response[Session]:
    """Use a code up. Whoever was signed in as you is signed out, on every device."""
    site, code = site_of(request), rules.plain_code(data.code)
    row = await site.store.person_by_handle(data.handle.strip())
    count_attempt(request, data.handle, row)
    new = rules.password(data.password, owner=data.handle.strip())
    if row is None or not await codes.is_valid(site.store, "password", row.id, code, now_ms()):
        raise WebRefusal(403, "not allowed", Message("protocol.bad_code"))
    kept = await site.passwords.hash_password(new)
    number = await codes.reset_password(site.store, row.id, code, now_ms(), kept)
    if number is None:
        raise WebRefusal(403, "not allowed", Message("protocol.bad_code"))
    return await begin_session(request, msgspec.structs.replace(row, sessions=number), 201, renewed=True)


@post("/api/me/mail", tags=TAG, summary="Give an address for codes", status_code=204)
async def give_mail(request: AnyRequest, data: JSONBody[MailWanted], caller: NamedDependency[Caller]) -> None:
    """Have a code sent to this address; it is yours once you have confirmed it with that code."""
    site, row = site_of(request), account_of(caller)
    if not site.mailer:
        raise WebRefusal(409, "not allowed", Message("protocol.no_mail_here"))
    address = mail_address(data.mail)
    await check_password(request, row, data.password)
    site.rate_limits.take(MAILS, row.id)
    code = rules.new_code()
    await codes.issue(site.store, "mail", row.id, code, now_ms() + CODE_MS, address)
    text = Message("protocol.mail.confirm", {"handle": row.handle or "", "code": code})
    site.hub.spawn(site.mailer.send(address, Message("protocol.mail.confirm_subject"), text, data.language))


@post("/api/me/mail/confirm", tags=TAG, summary="Confirm your address", status_code=200)
async def confirm_mail(request: AnyRequest, data: JSONBody[MailConfirmed], caller: NamedDependency[Caller]) -> Me:
    """Confirm the address with the code that came there."""
    site, row = site_of(request), account_of(caller)
    count_attempt(request, row.handle or "", row)
    address = await codes.confirm_mail(site.store, row.id, rules.plain_code(data.code), now_ms())
    if address is None:
        raise WebRefusal(403, "not allowed", Message("protocol.bad_code"))
    return show_me(msgspec.structs.replace(row, mail=address))


@delete("/api/me/mail", tags=TAG, summary="Forget your address", status_code=204)
async def forget_mail(request: AnyRequest, caller: NamedDependency[Caller]) -> None:
    """No code is sent there any more."""
    await codes.set_mail(site_of(request).store, caller.row.id, None)


@get("/api/me/devices", tags=TAG, summary="Where you are signed in")
async def show_devices(request: AnyRequest, caller: NamedDependency[Caller]) -> list[DeviceShown]:
    """The devices on which you are signed in, the last one used first."""
    return await list_devices(site_of(request), caller)


@delete("/api/me/devices/{device:str}", tags=TAG, summary="Sign out on a device", status_code=204)
async def sign_out_device(request: AnyRequest, device: DeviceId, caller: NamedDependency[Caller]) -> None:
    """End the session on one of your devices, and close its sockets."""
    site = site_of(request)
    if not await sessions.is_of(site.store, caller.row.id, device):
        raise WebRefusal(404, "malformed", Message("protocol.no_such_device"))
    await sessions.end(site.store, caller.row.id, device, now_ms())
    await site.notices.post(Notice(person=caller.row.id, session=device))


@get("/api/me/export", tags=TAG, summary="Your data")
async def export_me(request: AnyRequest, caller: NamedDependency[Caller]) -> Response[Export]:
    """All that this server has about you, as a file."""
    site, person = site_of(request), caller.row.id
    site.rate_limits.take(EXPORTS, address_of(request))  # it looks through all logs
    store = site.store
    export = Export(
        me=show_me(caller.row),
        devices=await list_devices(site, caller),
        ratings=[show_rating(row) for row in await personal.ratings_of(store, person)],
        tables=[
            TableExported(
                id=row.id,
                game=row.game,
                status=row.status,
                host=row.host == person,
                seat=row.seat,
                name=row.name or "",
                created=row.created,
            )
            for row in await personal.tables_of(store, person)
        ],
        tournaments=await personal.tournaments_of(store, person),
        challenges=[
            ChallengeExported(challenge=row.challenge_id, table=row.table_id, started=row.started, score=row.score)
            for row in await personal.attempts_of(store, person)
        ],
        said=[line for entry in await personal.entries_of(store, person) if (line := _line(entry)) is not None],
        muted=await moderation.muted_by(store, person),
        reports=[
            ReportExported(created=row.created, person=row.person, reason=row.reason)
            for row in await personal.reports_by(store, person)
        ],
        results=[show_result(row) for row in await personal.results_of(store, person)],
        tallies=[show_tally(row) for row in await results.tallies_of(store, person, public_only=False)],
        evenings=[show_evening(row) for row in await evenings.played_by(store, person, None, None, None)],
        friends=[
            FriendExported(person=row.person, name=row.name, since=row.since)
            for row in await friends.friends_of(store, person)
        ],
        invitations=await personal.invitations_of(store, person),
        notifications=await notifications.settings_of(request, caller),
        subscriptions=[
            SubscriptionExported(service=urlsplit(row.endpoint).hostname or "", created=row.created)
            for row in await notification_rows.subscriptions_of(store, [person])
        ],
        webhooks=[notifications.show_webhook(row) for row in await notification_rows.webhooks_by(store, person)],
    )
    return Response(export, headers={"content-disposition": 'attachment; filename="pandarium.json"'})


@post("/api/me/deletion", tags=TAG, summary="Delete your account", status_code=204)
async def delete_me(request: AnyRequest, data: JSONBody[Deletion], caller: NamedDependency[Caller]) -> Response[None]:
    """Be forgotten: you leave your tables, your name, words and ratings go. Games that you played stay, without you."""
    site = site_of(request)
    if caller.row.handle is not None:
        await check_password(request, caller.row, data.password)
    site.rate_limits.take(EXPORTS, address_of(request))
    await forget(caller.asker, site.hub, site.tournaments, site.notices)
    return Response(None, status_code=204, headers={"set-cookie": rules.expired_cookie(is_secure(request))})


def account_of(caller: Caller) -> PersonRow:
    """Who asks, if they have an account; raises Refusal."""
    if caller.row.handle is None:
        raise Refusal("not allowed", Message("protocol.needs_account"))
    return caller.row


async def check_password(request: AnyRequest, row: PersonRow, given: str) -> None:
    """Raise Refusal unless that is the password of whoever asks: a device that somebody left open is not enough."""
    count_attempt(request, row.handle or "", row)
    if not await site_of(request).passwords.check_password(row.password, given):
        raise WebRefusal(403, "not allowed", Message("protocol.not_your_password"))


async def list_devices(site: Site, caller: Caller) -> list[DeviceShown]:
    """Where somebody is signed in."""
    return [
        DeviceShown(id=row.id, device=row.device, created=row.created, seen=row.seen, current=row.id == caller.session)
        for row in await sessions.of_person(site.store, caller.row.id)
    ]


async def _send_reset_code(site: Site, row: PersonRow, address: str, language: str) -> None:
    code = rules.new_code()
    await codes.issue(site.store, "password", row.id, code, now_ms() + CODE_MS)
    text = Message("protocol.mail.reset", {"handle": row.handle or "", "code": code})
    await site.mailer.send(address, Message("protocol.mail.reset_subject"), text, language)


def show_result(row: ResultRow) -> ResultExported:
    """How a game went for somebody, to themselves."""
    return ResultExported(
        table=row.table,
        game=row.game,
        ended=row.ended,
        place=row.place,
        score=row.score,
        won=row.won,
        before=row.before,
        after=row.after,
    )


def show_evening(row: EveningPlayedRow) -> EveningExported:
    """An evening at a real table in somebody's history, to themselves."""
    players = players_of(row)
    return EveningExported(
        evening=row.evening,
        game=row.game,
        started=row.started,
        ended=row.ended,
        seat=row.seat,
        names=players.names,
        scores=players.scores,
        winners=players.winners,
    )


def _line(entry: personal.NamedEntry) -> LineExported | None:
    """What somebody said, if that is what the entry is. Logs of tournaments hold no talk."""
    try:
        said = log.decode(entry.body)
    except msgspec.ValidationError:
        return None
    if not isinstance(said, log.Said) or said.removed:
        return None
    return LineExported(table=entry.table, at=entry.at, text=said.text)


HANDLERS: Final[list[Any]] = [
    change_password,
    show_reset_ways,
    ask_for_reset,
    reset_password,
    give_mail,
    confirm_mail,
    forget_mail,
    show_devices,
    sign_out_device,
    export_me,
    delete_me,
]
