"""Tables of a challenge: created with its deal, for those who may play it."""

from __future__ import annotations

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol.challenges import NewChallengeTable
from pandarium.server.challenges.challenges import read_terms
from pandarium.server.challenges.terms import agreement_for
from pandarium.server.store import ChallengeRow
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Entries, Refusal
from pandarium.server.tables.table import Table


async def create_table(hub: Hub, row: ChallengeRow, asker: Asker, wanted: NewChallengeTable, origin: str) -> Table:
    """A table at which somebody takes the challenge, not started yet; raises Refusal."""
    await hub.challenges.check_player(row, asker.person, listed=not wanted.practice)
    terms = read_terms(row)
    seats = terms.seats[0] if wanted.seats is None else wanted.seats
    if seats not in terms.seats:
        counts = ", ".join(map(str, sorted(terms.seats)))
        raise Refusal("bad table", Message("protocol.challenge.seats", {"seats": counts}))
    try:
        game = find_game(row.game)
    except PandariumError as error:
        raise Refusal("bad table", error.message) from None
    if game.meta.rules != row.rules:
        params: dict[str, int | str | Message] = {"title": game.meta.title, "rules": row.rules, "now": game.meta.rules}
        raise Refusal("bad table", Message("protocol.stuck.other_rules", params))
    agreement = agreement_for(game, terms, row.id, seats, listed=not wanted.practice)
    entries: Entries = [log.Sat(seat=terms.seat, person=asker.person, name=asker.name, avatar=asker.avatar)]
    entries += [log.Seated(seat=number, level=level) for number, level in sorted(terms.bots.items())]
    return hub.keep(await hub.creation.create_agreed(asker, agreement, entries, origin, row.secret))
