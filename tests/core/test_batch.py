"""Many games side by side."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.core.batch import Batch
from pandarium.core.errors import BadData, IllegalMove, PandariumError
from pandarium.core.rng import Rng

GAMES = 6


def rows(batch: Batch) -> list[tuple[int, bytes, list[int]]]:
    """For every game: who is asked, what they know, and what they may play."""
    length = batch.setup.game.observation.length
    obs = bytes(batch.obs)
    return [
        (
            batch.turns[game],
            obs[game * length : (game + 1) * length],
            [batch.moves[place] for place in range(batch.starts[game], batch.starts[game + 1])],
        )
        for game in range(batch.games)
    ]


@pytest.mark.parametrize("name", ["leduc", "royale"])
def test_rows_do_not_depend_on_what_is_played_beside_them(name):
    setup = pandarium.game(name).setup(2)
    together = Batch(setup, GAMES, seed=5)
    first = Batch(setup, 2, seed=5, rows=GAMES)
    others = Batch(setup, 4, seed=5, first_row=2, rows=GAMES)
    for number in range(60):
        assert rows(together) == rows(first) + rows(others)
        chosen = [number % len(moves) for _, _, moves in rows(together)]
        together.step(chosen)
        first.step(chosen[:2])
        others.step(chosen[2:])
    assert together.steps == 60 * GAMES


def test_a_game_that_ends_begins_again_in_the_same_step():
    batch = Batch(pandarium.game("leduc").setup(2), 1, seed=1)
    batch.step([1])  # raise
    batch.step([0])  # fold
    assert (list(batch.done), list(batch.scores), list(batch.wins)) == ([1], [1, -1], [1, 0])
    assert list(batch.ended) == [0]
    assert list(batch.last_turns) == [1]
    outcome = batch.last_states[0].outcome()
    assert outcome is not None
    assert outcome.scores == (1, -1)
    assert bytes(batch.last_obs()) == batch.last_states[0].observe(1)
    assert batch.turns[0] == 0
    assert batch.state(0).outcome() is None
    batch.step([0])
    assert (list(batch.done), list(batch.scores), list(batch.ended)) == ([0], [0, 0], [])


def test_buffers_of_a_step_stay_as_they_were():
    batch = Batch(pandarium.game("leduc").setup(2), GAMES, seed=1)
    before = rows(batch)
    obs, moves, turns = batch.obs, batch.moves, batch.turns
    kept = (bytes(obs), list(moves), list(turns))
    batch.step([0] * GAMES)
    assert (bytes(obs), list(moves), list(turns)) == kept
    assert rows(batch) != before


def test_a_place_that_is_not_in_the_list_is_refused_before_anything_is_played():
    batch = Batch(pandarium.game("leduc").setup(2), 3, seed=1)
    before = rows(batch)
    for wrong in ([0, 0, 2], [0, -1, 0], [0, 0], [0, 0, 0, 0]):
        with pytest.raises(BadData):
            batch.step(wrong)
    with pytest.raises(BadData, match=r"choices\[2\]: game 2 has 2 legal moves, and this is 7"):
        batch.step([0, 0, 7])
    assert rows(batch) == before


def test_action_numbers_lead_to_places():
    batch = Batch(pandarium.game("leduc").setup(2), 3, seed=1, numbered=True)
    assert list(batch.mask) == [0, 1, 1] * 3  # nothing to fold to yet
    assert list(batch.choices([1, 2, 0])) == [0, 1, -1]
    batch.step(batch.choices([1, 2, 1]))
    assert list(batch.mask) == [0, 1, 1, 1, 1, 1, 0, 1, 1]


def test_a_batch_without_numbers_says_how_to_have_them():
    setup = pandarium.game("leduc").setup(2)
    with pytest.raises(PandariumError, match="numbered=True"):
        Batch(setup, 1).choices([1])
    setup.actions = 0
    with pytest.raises(PandariumError, match="Leduc Hold'em have no action numbers; use their features"):
        Batch(setup, 1, numbered=True)


def test_a_batch_has_a_game_and_lies_within_its_rows():
    setup = pandarium.game("leduc").setup(2)
    for games, first, rows_in_all, words in (
        (0, 0, None, "games: a batch has at least 1 game, not 0"),
        (4, 1, 4, "rows: 4 games from row 1 on do not lie within 4 rows from 0 on"),
        (1, -1, None, "rows: 1 games from row -1 on do not lie within all rows from 0 on"),
    ):
        with pytest.raises(BadData, match=words):
            Batch(setup, games, first_row=first, rows=rows_in_all)
    with pytest.raises(BadData, match=r"a seed is a whole number from 0 to 2\*\*63 - 1, not -1"):
        Batch(setup, 4, seed=-1)


def test_a_checked_batch_plays_through_refusal():
    royale = pandarium.game("royale").setup(2)
    batch = Batch(royale, 1, seed=3, checked=True)
    moved = batch.state(0)
    moved.playout(Rng(1))  # behind the batch's back: what it lists is no longer legal
    with pytest.raises(IllegalMove):
        batch.step([0])


def test_everybody_is_asked_where_all_choose_at_once():
    batch = Batch(pandarium.game("wildstyle").setup(3), 30, seed=3)
    assert {batch.turns[game] for game in range(30)} == {0, 1, 2}
