"""Evenings at a real table that several phones share by a code, and finished ones for one's own history."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

import msgspec
from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from pandarium.companion import companion_of
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.protocol.evenings import (
    CODE_LENGTH,
    CODE_LETTERS,
    EveningChanged,
    EveningFinished,
    EveningToShare,
    SharedEvening,
    SharingBegun,
    SharingEnded,
)
from pandarium.protocol.pace import DAY
from pandarium.protocol.people import GamePlayed
from pandarium.server.evenings import history
from pandarium.server.http.caller import AnyRequest, Caller, address_of, site_of
from pandarium.server.http.games import known_game
from pandarium.server.http.profiles import show_evening_played
from pandarium.server.http.refusals import WebRefusal, missing
from pandarium.server.ops.limits import EVENING_CODES, EVENINGS_FINISHED, EVENINGS_SHARED
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import ID_PATTERN, new_id, new_invite
from pandarium.server.store import SharedEveningRow, evenings
from pandarium.server.tables.judge import Refusal

TAG: Final = ["Evenings"]
CODE_MS: Final = DAY
"""How long after the last entry a code opens an evening: the fewer codes are open, the harder one is to guess."""
_TRIES: Final = 20
"""Codes that are drawn until one is free."""

SharedId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The shared evening's id.")]
Code = Annotated[
    str, PathParameter(pattern=f"^[A-Za-z]{{{CODE_LENGTH}}}$", description="Its letters, in capitals or not.")
]
After = Annotated[
    int | None,
    QueryParameter(ge=0, le=2**31 - 1, description="Answer when the version is another, or after half a minute."),
]
OwnEvening = Annotated[str, PathParameter(pattern=ID_PATTERN, description="As the devices call it.")]


class _Terms(msgspec.Struct, frozen=True):
    """What does not change about an evening."""

    names: list[str]
    options: dict[str, OptionValue]
    begun: int


@post("/api/evenings", tags=TAG, summary="Share an evening", status_code=201)
async def share_evening(request: AnyRequest, data: JSONBody[EveningToShare]) -> SharingBegun:
    """Other phones follow an evening at a real table, and enter into it: whoever has the code.

    After another (`rematch_of`) there is one: of two phones that ask for it, the second gets what the first has begun.
    It is removed as soon as you end that with the `secret`, and at last a month after the last entry.
    """
    site = site_of(request)
    game = _boxed(data.game)
    try:
        game.setup(len(data.names), data.options)
    except PandariumError as error:
        raise Refusal("malformed", error.message) from None
    site.rate_limits.take(EVENINGS_SHARED, address_of(request))
    secret, at = new_invite(), now_ms()
    terms = _Terms(data.names, data.options, data.begun)
    row = SharedEveningRow(
        id=new_id("e"),
        code="",
        secret=evenings.hashed(secret),
        evening=data.evening,
        game=game.meta.name,
        terms=msgspec.json.encode(terms),
        version=0,
        entries=msgspec.json.encode(data.entries),
        created=at,
        changed=at,
    )
    for _ in range(_TRIES):
        row = msgspec.structs.replace(row, code=new_code())
        if data.rematch_of is None:
            begun = row.id if await evenings.share(site.store, row) else None
        else:
            begun = await evenings.share_next(site.store, data.rematch_of, row)
            site.evenings.changed(data.rematch_of)
        if begun == row.id:
            return SharingBegun(shared=show_shared(row), secret=secret)
        if begun is not None:
            return SharingBegun(shared=show_shared(await _find(request, begun)), secret="")
    raise Refusal("busy", Message("protocol.evening.no_code_free"))


@get("/api/evenings/codes/{letters:str}", tags=TAG, summary="The evening with a code")
async def open_evening(request: AnyRequest, letters: Code) -> SharedEvening:
    """What is shared by this code."""
    site = site_of(request)
    site.rate_limits.take(EVENING_CODES, address_of(request))
    row = await evenings.find_by_code(site.store, letters.upper(), now_ms() - CODE_MS)
    if row is None:
        raise missing(Message("protocol.evening.no_such_code"))
    return show_shared(row)


@get("/api/evenings/{evening:str}", tags=TAG, summary="A shared evening")
async def follow_shared(request: AnyRequest, evening: SharedId, after: After = None) -> SharedEvening:
    """How it is now; with `after`, as soon as it is not as you know it."""
    site = site_of(request)
    row = await _find(request, evening)
    if after is not None and row.version == after:
        if site.evenings.is_crowded(evening):
            raise Refusal("limit", Message("protocol.evening.crowded"))
        await site.evenings.wait(evening, after)
        row = await _find(request, evening)
    return show_shared(row)


@patch("/api/evenings/{evening:str}", tags=TAG, summary="Enter into a shared evening")
async def change_shared(request: AnyRequest, evening: SharedId, data: JSONBody[EveningChanged]) -> SharedEvening:
    """Add, correct or take back an entry. Refused where somebody else was faster: look, and enter again."""
    site = site_of(request)
    entries = msgspec.json.encode(data.entries)
    done = await evenings.change(site.store, evening, data.version, entries, now_ms())
    row = await _find(request, evening)
    if not done:
        raise Refusal("stale", Message("protocol.evening.stale"))
    site.evenings.changed(evening)
    # Somebody else may have entered something by now: this is what was asked for.
    return show_shared(msgspec.structs.replace(row, version=data.version + 1, entries=entries))


@post("/api/evenings/{evening:str}/end", tags=TAG, summary="End sharing", status_code=204)
async def end_sharing(request: AnyRequest, evening: SharedId, data: JSONBody[SharingEnded]) -> None:
    """Remove it from the server, at once. What phones have of it they keep."""
    site = site_of(request)
    if not await evenings.end(site.store, evening, data.secret):
        await _find(request, evening)
        raise Refusal("not allowed", Message("protocol.evening.not_yours"))
    site.evenings.changed(evening)


@post("/api/me/evenings", tags=TAG, summary="An evening for your history", status_code=201)
async def add_to_history(
    request: AnyRequest, data: JSONBody[EveningFinished], caller: NamedDependency[Caller]
) -> GamePlayed:
    """Put a finished evening into your history, once. You alone see it there; no rating and no list counts it."""
    site = site_of(request)
    game = _boxed(data.game)
    site.rate_limits.take(EVENINGS_FINISHED, caller.row.id)
    row = await site.fold_limiter.run(address_of(request), history.finished, game, data, caller.row.id, now_ms())
    if not await evenings.add_played(site.store, row):
        raise WebRefusal(409, "not allowed", Message("protocol.evening.in_history"))
    return show_evening_played(row, caller.row)


@delete("/api/me/evenings/{evening:str}", tags=TAG, summary="Take an evening out of your history", status_code=204)
async def remove_from_history(request: AnyRequest, evening: OwnEvening, caller: NamedDependency[Caller]) -> None:
    """As if it had never been put there."""
    if not await evenings.remove_played(site_of(request).store, caller.row.id, evening):
        raise missing(Message("protocol.evening.not_in_history"))


def new_code() -> str:
    """Letters that are easy to tell apart."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def show_shared(row: SharedEveningRow) -> SharedEvening:
    """A shared evening, to whoever has its code or its id."""
    terms = msgspec.json.decode(row.terms, type=_Terms)
    return SharedEvening(
        id=row.id,
        code=row.code,
        version=row.version,
        evening=row.evening,
        game=row.game,
        names=terms.names,
        options=terms.options,
        entries=msgspec.json.decode(row.entries, type=list[str]),
        begun=terms.begun,
        next=row.next,
    )


def _boxed(name: str) -> Game:
    """A game whose box can be played with a companion; raises Refusal."""
    game = known_game(name)
    if companion_of(game) is None:
        raise missing(Message("core.no_companion", {"game": game.meta.title}))
    return game


async def _find(request: AnyRequest, evening: str) -> SharedEveningRow:
    row = await evenings.find(site_of(request).store, evening)
    if row is None:
        raise missing(Message("protocol.evening.not_shared"))
    return row


HANDLERS: Final[list[Any]] = [
    share_evening,
    open_evening,
    follow_shared,
    change_shared,
    end_sharing,
    add_to_history,
    remove_from_history,
]
