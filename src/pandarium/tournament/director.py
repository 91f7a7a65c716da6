"""The director: what is to happen next in a tournament. Looks at the state and the time, and returns entries to commit.

Nothing here changes anything, and nothing is decided by chance that is not in the secret: whoever asks about the same
state gets the same answer, but for the ids of new tables. Where two ask at once, the log takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

from pandarium.core.rng import Rng
from pandarium.kit.tournament import Settled
from pandarium.tournament import log
from pandarium.tournament.seating import reseat, spread
from pandarium.tournament.state import Board, TournamentState

Entries = list[log.AnyEntry]
FEWEST = 2
"""Players that a tournament starts with at least."""


def deal_secret(secret: bytes, table: int, deal: int) -> bytes:
    """The secret that a deal's chance follows from. Showing it gives nothing of the tournament's own away."""
    return blake2b(b"%d/%d" % (table, deal), key=secret, digest_size=32, person=b"pandarium-cup").digest()


def start(state: TournamentState, secret: bytes) -> log.Started:
    """Everybody draws a seat."""
    numbers = [player.number for player in state.players]
    Rng(int.from_bytes(deal_secret(secret, 0, 0)[:15], "big")).shuffle(numbers)
    return log.Started(tables=spread(numbers, state.rules.seats))


def due(state: TournamentState, now: int, new_table: Callable[[Board], str]) -> Entries:
    """What is to be done now: entries that go together, or none. Ask again when they are applied.

    `new_table` gives the id of the table where people will play the next deal, or "" for the server to play it.
    """
    if state.status != "running":
        return []
    if now >= state.next_level_at():
        return [log.Raised(level=state.level + 1)]
    offers = _offers(state, now)
    if offers:
        return offers
    alive = state.alive
    waiting = any(player.offer is not None for player in state.players)
    if len(alive) == 1 and not waiting:
        return [log.Finished(winner=alive[0].number)]
    moves = reseat(state)
    if moves is not None:
        return [moves]
    idle = [board for board in state.boards.values() if board.deal is None and len(board.players) > 1]
    ready = [board for board in idle if now >= board.ready_at]
    return [log.Dealt(table=board.number, live=new_table(board)) for board in ready]


def _offers(state: TournamentState, now: int) -> Entries:
    """Bots buy in again as long as they may; people have some time to think about it."""
    entries: Entries = []
    for player in state.players:
        if player.offer is None:
            continue
        if state.open_for_entry and player.is_bot:
            entries.append(log.Rebought(player=player.number))
        elif not state.open_for_entry or now >= player.offer:
            entries.append(log.Declined(player=player.number))
    return entries


def wants_people(state: TournamentState, board: Board) -> bool:
    """Whether a deal is played where people can see it: somebody plays there, or it is the last table of theirs."""
    seated = [state.players[number] for number in board.players]
    if any(player.plays for player in seated):
        return True
    return len(state.boards) == 1 and any(player.person for player in state.players)


def played(state: TournamentState, board: Board, settled: Settled, away: Sequence[int] = ()) -> log.Played:
    """The entry for a deal that is over; `away` are the seats for which bots played.

    PD-G3: one wins. If a deal eliminates everybody who is left, the one with the most chips stays; of equals, who spoke
    first.
    """
    deal = board.deal
    if deal is None:
        raise ValueError(f"no deal is under way at table {board.number}")
    out = list(settled.out)
    if out and len(out) == len(state.alive):
        order = [(deal.stakes.dealer + step) % len(deal.players) for step in range(1, len(deal.players) + 1)]
        out.remove(max(order, key=lambda seat: (settled.chips[seat], -order.index(seat))))
    return log.Played(
        table=board.number,
        deal=deal.stakes.deal,
        chips=list(settled.chips),
        pot=settled.pot,
        out=[deal.players[seat] for seat in out],
        marks=list(settled.marks) if any(settled.marks) else [],
        holder=None if settled.holder is None else deal.players[settled.holder],
        table_mark=settled.table_mark,
        away=[deal.players[seat] for seat in away],
    )


def next_look(state: TournamentState) -> int | None:
    """When something falls due by the clock alone."""
    if state.status != "running":
        return None
    offers = [player.offer for player in state.players if player.offer is not None]
    breaks = [board.ready_at for board in state.boards.values() if board.deal is None and len(board.players) > 1]
    return min([state.next_level_at(), *offers, *breaks])
