"""Moves being listed."""

from __future__ import annotations

from pandarium.core.move_list import MOST_READY, MoveList


def test_a_list_has_what_was_added() -> None:
    wanted = [*range(MOST_READY - 40, MOST_READY + 40), 2**62 - 1]
    moves = MoveList(2)
    for move in wanted:
        moves.add(move)
    assert moves.to_list() == wanted


def test_a_list_that_is_begun_anew_forgets_what_it_had() -> None:
    moves = MoveList()
    for move in (7, 8, 9):
        moves.add(move)
    moves.length = 0
    moves.add(5000)
    assert moves.to_list() == [5000]
