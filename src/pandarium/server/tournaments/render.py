"""A tournament as somebody may see it. Nothing of it is secret but its secret, and who may look at all."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core import fair
from pandarium.core.errors import PandariumError
from pandarium.core.registry import game as find_game
from pandarium.protocol import tournaments as shapes
from pandarium.server.ops.now import now_ms
from pandarium.server.store import TournamentRow
from pandarium.server.tournaments.registry import LoadedTournament
from pandarium.server.tournaments.terms import Terms
from pandarium.tournament.state import Board, Player, TournamentState

_STANDINGS = 100
"""This many are always shown; of a crowd only those beyond them who are people."""
_TABLES = 200
_DEALS = 100
_AHEAD = 8
"""Levels of the timetable that are shown beyond the present one."""


def listed(row: TournamentRow) -> shapes.TournamentListed:
    """A line of a list."""
    return shapes.TournamentListed(**_facts(row))


def _facts(row: TournamentRow) -> dict[str, Any]:
    terms = msgspec.json.decode(row.terms, type=Terms)
    try:
        game_title = find_game(row.game).meta.title
    except PandariumError:
        game_title = row.game
    return {
        "id": row.id,
        "game": row.game,
        "title": terms.plan.title,
        "game_title": game_title,
        "status": row.status,
        "host": row.host,
        "public": row.public,
        "players": row.players,
        "most": terms.plan.most,
        "level_seconds": terms.plan.level_seconds,
        "late_levels": terms.plan.late_levels,
        "rebuys": terms.plan.rebuys,
        "starts": terms.starts,
        "created": row.created,
        "changed": row.changed,
        "winner": row.winner,
    }


def shown(tournament: LoadedTournament, person: str) -> shapes.TournamentShown:
    """The whole of it, for this person."""
    row, state, terms = tournament.row, tournament.state, tournament.terms
    over = state.status in {"ended", "cancelled"}
    ranked = state.standings()
    mine = state.player_of(person)
    facts = _facts(row) | {
        "status": state.status,
        "players": len(state.players),
        "changed": state.ended or state.started or row.created,
        "winner": state.players[state.winner].name if state.winner is not None else None,
    }
    return shapes.TournamentShown(
        **facts,
        seq=state.seq,
        now=now_ms(),
        options=terms.plan.options,
        content=tournament.pack_title,
        pace=terms.pace,
        bot=terms.plan.bot,
        buy_in=state.rules.buy_in,
        rule=state.rules.rule,
        level=state.level,
        multiplier=state.multiplier,
        next_level=state.next_level_at() if state.status == "running" else None,
        started=state.started or None,
        timetable=_timetable(state),
        left=len(state.alive),
        deals=state.deals,
        chips=state.chips(),
        bought=state.bought,
        standings=[_entrant(place, p) for n, (place, p) in enumerate(ranked) if n < _STANDINGS or p.person],
        tables=[_board(state, board) for board in list(state.boards.values())[:_TABLES]],
        you=_you(row, state, mine, person, ranked),
        invite=row.invite,
        why=state.why,
        why_message=state.why_message,
        commitment=fair.commitment(bytes.fromhex(row.secret)),
        secret=row.secret if over else None,
    )


def _timetable(state: TournamentState) -> list[shapes.LevelShown]:
    """From the level before this one on: what it multiplies, and when it begins."""
    plan = state.plan
    first = max(1, state.level - 1)
    return [
        shapes.LevelShown(
            level=level,
            multiplier=state.rules.multiplier(level),
            starts=(level - 1) * plan.level_seconds * 1000 + state.forgiven,
            entry=level <= plan.late_levels,
        )
        for level in range(first, state.level + _AHEAD)
    ]


def _entrant(place: int, player: Player) -> shapes.EntrantShown:
    out = player.out_at is not None
    return shapes.EntrantShown(
        number=player.number,
        name=player.name,
        place=place,
        chips=player.taken if out else player.chips,
        person=player.person or None,
        avatar=player.avatar,
        table=player.table,
        out=out,
        away=player.away,
        rebuys=player.rebuys,
    )


def _board(state: TournamentState, board: Board) -> shapes.BoardShown:
    deal = board.deal
    return shapes.BoardShown(
        number=board.number,
        players=board.players,
        deal=deal.stakes.deal if deal else board.played,
        pot=board.pot,
        live=(deal.live or None) if deal else None,
        playing=deal is not None,
        multiplier=deal.stakes.multiplier if deal else state.multiplier,
    )


def _you(
    row: TournamentRow, state: TournamentState, player: Player | None, person: str, ranked: list[tuple[int, Player]]
) -> shapes.YouThere:
    host = bool(person) and person == row.host
    room = len(state.players) < state.plan.most
    if player is None:
        return shapes.YouThere(host=host, may_enter=state.open_for_entry and room)
    deal = state.boards[player.table].deal if player.table is not None else None
    return shapes.YouThere(
        host=host,
        player=player.number,
        table=player.table,
        live=(deal.live or None) if deal is not None and player.number in deal.players else None,
        place=next(place for place, one in ranked if one is player),
        out=player.out_at is not None,
        away=player.away,
        offer=player.offer if state.open_for_entry else None,
        deals=[shapes.DealShown(**past._asdict()) for past in reversed(player.past[-_DEALS:])],
    )
