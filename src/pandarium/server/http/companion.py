"""A companion at a real table: an evening's entries come in, what follows from them goes out, and nothing is kept."""

from __future__ import annotations

from typing import Final

from litestar import post
from litestar.params import JSONBody

from pandarium.companion import EveningEntries, EveningShown, companion_of, fold
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.server.http.caller import AnyRequest, address_of, site_of
from pandarium.server.http.games import GAMES, GameName, known_game
from pandarium.server.http.refusals import missing
from pandarium.server.ops.limits import COMPANION_ADVICE
from pandarium.server.tables.judge import Refusal


@post("/api/games/{game:str}/companion", status_code=200, tags=GAMES, summary="An evening at a real table")
async def follow_evening(request: AnyRequest, game: GameName, data: JSONBody[EveningEntries]) -> EveningShown:
    """What follows from an evening's entries: scores, whose turn it is, and what is to be entered next.

    The device that asks keeps the entries. To take one back, leave it out; to correct one, send another in its place.
    """
    found = known_game(game)
    if companion_of(found) is None:
        raise missing(Message("core.no_companion", {"game": found.meta.title}))
    site, address = site_of(request), address_of(request)
    if data.advice:  # a bot thinks about it
        site.rate_limits.take(COMPANION_ADVICE, address)
    return await site.fold_limiter.run(address, _fold, found, data)


def _fold(game: Game, told: EveningEntries) -> EveningShown:
    try:
        return fold(game, told)
    except PandariumError as error:
        raise Refusal("malformed", error.message) from None


HANDLERS: Final = [follow_evening]
