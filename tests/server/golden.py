"""The golden rule of Wildstyle (WS-1), read from a log: one card at a time, whoever was fastest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pandarium.games.wildstyle.engine.cards import list_cards
from pandarium.server.tables import log
from pandarium.server.tables.table import Table

CARDS = 115
HAND = 3


def holdings(state: Any) -> list[tuple[int, ...]]:
    """How many cards each player has in hand and in either set, then tags on the mat."""
    return [
        (
            len(list_cards(state.hand_of(seat))),
            len(list_cards(state.set_of(seat, 0))),
            len(list_cards(state.set_of(seat, 1))),
            state.mat_of(seat),
        )
        for seat in range(state.seats)
    ]


def check_golden_rule(table: Table, entries: Sequence[tuple[int, log.AnyEntry]]) -> Counter[str]:
    """Carry out a log on a blank table, and look at everybody's cards after every move; how many of each kind."""
    kinds: Counter[str] = Counter()
    for at, entry in entries:
        before = table.match.state if table.match is not None else None
        table.apply(entry, at)
        if not isinstance(entry, log.Moved) or table.match is None:
            continue
        state: Any = table.match.state
        what = entry.move.split()[0]
        kinds[f"{what} by {entry.by}"] += 1
        assert before is not None
        assert all(hand <= HAND for hand, *_ in holdings(state))
        view = state.view(None)
        piled = (
            sum(view.piles) + view.aside + sum(len(pile.cards) for pile in view.shares) + sum(view.discards.values())
        )
        assert piled + sum(sum(held[:3]) for held in holdings(state)) == CARDS, entry
        if view.round == before.view(None).round:
            _check_step(entry, what, holdings(before), holdings(state))
    return kinds


def _check_step(entry: log.Moved, what: str, before: list[tuple[int, ...]], after: list[tuple[int, ...]]) -> None:
    """Only who moved has other things than before: one card more or less in the hand and in one set, or a set gone."""
    assert [held for seat, held in enumerate(after) if seat != entry.seat] == [
        held for seat, held in enumerate(before) if seat != entry.seat
    ], entry
    hand, first, second, _ = (new - old for new, old in zip(after[entry.seat], before[entry.seat], strict=True))
    wanted = {"draw": (1, 0), "add": (-1, 1), "share": (-1, 0), "take": (0, 1)}
    if what in wanted:
        assert (hand, first + second) == wanted[what], entry
        assert 0 in (first, second), entry
    elif what in {"tag", "rush", "clear", "scrap"}:
        assert hand == 0, entry
        assert 0 in (first, second), entry
        assert -HAND <= first + second < 0, entry
    else:
        assert (hand, first, second) == (0, 0, 0), entry
