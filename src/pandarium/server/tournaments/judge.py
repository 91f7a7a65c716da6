"""What people may do in a tournament. Looks at the state and returns the entries to commit, or raises Refusal."""

from __future__ import annotations

from hmac import compare_digest

import msgspec

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.protocol import tournaments as shapes
from pandarium.server.packs import NO_PACK, content_of
from pandarium.server.store import TournamentRow
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.server.tables.judge.guards import check_level
from pandarium.server.tournaments.terms import Terms
from pandarium.tournament import director, log
from pandarium.tournament.plan import make_plan
from pandarium.tournament.state import Player, TournamentState


def agree(wanted: shapes.NewTournament, pack: msgspec.Raw = NO_PACK) -> Terms:
    """The terms that were asked for, with the host's content pack, checked; raises Refusal."""
    if wanted.pace.kind == "relaxed":
        raise Refusal("bad table", Message("protocol.tournament_needs_clock"))
    try:
        if wanted.bot is not None:
            check_level(find_game(wanted.game), wanted.bot)  # levels alone: a file of this machine is nobody's business
        plan = make_plan(
            wanted.game,
            " ".join(wanted.title.split()),
            options=wanted.options,
            content=content_of(pack),
            level_seconds=wanted.level_seconds,
            most=wanted.most,
            late_levels=wanted.late_levels,
            rebuys=wanted.rebuys,
            bot=wanted.bot,
            bots_seconds=wanted.bots_seconds,
            break_seconds=wanted.break_seconds,
        )
    except PandariumError as error:
        raise Refusal("bad table", error.message) from None
    if wanted.rebuys and not wanted.late_levels:
        raise Refusal("bad table", Message("protocol.rebuy_needs_late_entry"))
    if wanted.bots + wanted.enter > wanted.most:
        raise Refusal("bad table", Message("protocol.bots_too_many", {"bots": wanted.bots, "most": wanted.most}))
    return Terms(plan=plan, pace=wanted.pace, starts=wanted.starts)


def access(row: TournamentRow, state: TournamentState, person: str, invite: str) -> None:
    """Raise Refusal unless this person may look at it."""
    if row.public or person == row.host or state.player_of(person) is not None:
        return
    if not (invite and compare_digest(invite.encode(), row.invite.encode())):
        raise Refusal("no access", Message("protocol.private_tournament"))


def verdict(
    row: TournamentRow, state: TournamentState, asker: Asker, request: shapes.AnyTournamentRequest
) -> director.Entries:
    """The entries that a message leads to; raises Refusal, or AlreadyDone."""
    match request:
        case shapes.SignUp():
            return _sign_up(state, asker)
        case shapes.SignOff():
            _only_open(state)
            return [log.SignedOff(player=_player(state, asker).number)]
        case shapes.PutBots():
            _only_host(row, asker)
            _only_open(state)
            _room(state, request.count)
            return [log.Filled(count=request.count)]
        case shapes.Begin():
            _only_host(row, asker)
            return begin(row, state)
        case shapes.Cancel():
            _only_host(row, asker)
            _only_open(state)
            return [log.Cancelled.because(Message("protocol.cancelled.by_host"))]
        case shapes.Rebuy():
            return [log.Rebought(player=_offered(state, asker).number)]
        case shapes.Decline():
            return [log.Declined(player=_offered(state, asker).number)]
        case shapes.ComeBack() | shapes.GoAway():
            return _come_or_go(state, asker, isinstance(request, shapes.GoAway))


def begin(row: TournamentRow, state: TournamentState) -> director.Entries:
    """It starts, if there are enough players."""
    _only_open(state)
    if len(state.players) < director.FEWEST:
        raise Refusal("wrong time", Message("protocol.too_few_players", {"fewest": director.FEWEST}))
    return [director.start(state, bytes.fromhex(row.secret))]


def _sign_up(state: TournamentState, asker: Asker) -> director.Entries:
    if state.player_of(asker.person) is not None:
        raise AlreadyDone
    if not state.open_for_entry:
        raise Refusal("wrong time", Message("protocol.registration_closed"))
    _room(state, 1)
    return [log.Entered(person=asker.person, name=asker.name, avatar=asker.avatar)]


def _come_or_go(state: TournamentState, asker: Asker, away: bool) -> director.Entries:
    player = _player(state, asker)
    if state.status != "running" or player.out_at is not None:
        raise Refusal("wrong time", Message("protocol.no_seat_in_tournament"))
    if player.away == away:
        raise AlreadyDone
    return [log.WentAway(player=player.number) if away else log.CameBack(player=player.number)]


def _room(state: TournamentState, more: int) -> None:
    most = state.plan.most
    if len(state.players) + more > most:
        raise Refusal("limit", Message("protocol.tournament_full", {"most": most, "players": len(state.players)}))


def _player(state: TournamentState, asker: Asker) -> Player:
    player = state.player_of(asker.person)
    if player is None:
        raise Refusal("not seated", Message("protocol.not_in_tournament"))
    return player


def _offered(state: TournamentState, asker: Asker) -> Player:
    player = _player(state, asker)
    if player.out_at is None:
        raise AlreadyDone
    if player.offer is None or not state.open_for_entry:
        raise Refusal("wrong time", Message("protocol.no_rebuy"))
    return player


def _only_open(state: TournamentState) -> None:
    if state.status != "open":
        raise Refusal("wrong time", Message(f"protocol.tournament_{state.status}"))


def _only_host(row: TournamentRow, asker: Asker) -> None:
    if asker.person != row.host:
        raise Refusal("not allowed", Message("protocol.only_the_tournament_host"))
