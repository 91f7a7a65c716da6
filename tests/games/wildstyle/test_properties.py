"""What holds in every game of Wildstyle, whatever is drawn and whoever plays."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandarium
from games.positions import check_copy, check_moves_differ

from .table import game, play_through
from .test_notation import EVERY_MOVE

pytestmark = pytest.mark.many

some = settings(max_examples=12, deadline=None)
many = settings(max_examples=60, deadline=None)

choices = st.lists(st.integers(0, 10**6), min_size=1, max_size=30)
seeds = st.integers(0, 2**63 - 1)


@st.composite
def setups(draw: st.DrawFn) -> pandarium.Setup:
    """A setup of any size with any options."""
    options = {
        "pace": draw(st.sampled_from(["real time", "turns"])),
        "family": draw(st.booleans()),
        "grace": draw(st.sampled_from([10, 20, 40])),
    }
    return game.setup(draw(st.integers(2, 5)), options)


@st.composite
def positions(draw: st.DrawFn) -> Any:
    """A position somewhere in a game, the end included."""
    state = draw(setups()).start(draw(seeds))
    stop = draw(st.integers(0, 400))
    for played, _ in enumerate(play_through(state, draw(choices))):
        if played == stop:
            break
    return state


def check_table(state: Any) -> None:
    """Every card is somewhere, once; tags and cop cars add up; nobody breaks a golden rule."""
    position = state.dump()
    shown = state.view(None)
    cards: Counter[str] = Counter(shown.discards)
    hidden = 0
    for place in position["players"]:
        assert len(place["hand"]) <= 3
        cards.update(place["hand"])
        hidden += len(place["hand"])
        for one in place["sets"]:
            assert len(one) <= 3
            assert len({card[0] for card in one}) <= 1
            cards.update(one)
    for pile in shown.shares:
        cards.update(pile.cards)
        for below, above in zip(pile.cards, pile.cards[1:], strict=False):
            assert below[0] == above[0] or below[1] == above[1]
    face_down = sum(shown.piles) + shown.aside
    assert sum(cards.values()) + face_down == 115
    assert sum(shown.unseen.values()) == face_down + hidden
    assert shown.cars + sum(player.cars for player in shown.players) == 28
    for player in shown.players:
        assert player.mat + player.supply + len(player.tags) == 18
    for hex in shown.hexes:
        assert len(hex.tags) <= (len(shown.players) if hex.icon == "S" else 1)


@some
@given(setups(), seeds, choices)
def test_cards_tags_and_cars_are_conserved_at_all_times(setup: pandarium.Setup, seed: int, numbers: list[int]) -> None:
    state: Any = setup.start(seed)
    for number, _ in enumerate(play_through(state, numbers)):
        if number % 7 == 0:
            check_table(state)
    check_table(state)


@some
@given(setups(), seeds, choices)
def test_every_game_ends_after_three_rounds(setup: pandarium.Setup, seed: int, numbers: list[int]) -> None:
    state: Any = setup.start(seed)
    rounds = [state.round]
    passes = moves = 0
    for _, move in play_through(state, numbers):
        rounds.append(state.round)
        passes += game.say(move) == "pass"
        moves += 1
    assert sorted(set(rounds)) == [1, 2, 3]
    assert rounds == sorted(rounds)
    assert moves - passes < 3 * (115 * 4 + 20)  # every action uses something up
    outcome = state.outcome()
    assert outcome is not None
    best = max(outcome.scores)
    assert all(outcome.scores[seat] == best for seat in outcome.winners)


@many
@given(positions(), st.integers(-1, 5), st.one_of(st.integers(), st.sampled_from(EVERY_MOVE)))
def test_a_refused_move_changes_nothing(state: Any, seat: int, move: int) -> None:
    legal = move in state.legal(seat)
    before = state.dump()
    if legal:
        state.play(seat, move)
        assert state.dump() != before
        return
    with pytest.raises(pandarium.IllegalMove, match=r"."):
        state.play(seat, move)
    assert state.dump() == before


@some
@given(positions())
def test_what_is_legal_is_playable_and_everything_else_is_refused(state: Any) -> None:
    for seat in range(state.setup.seats):
        allowed = [move for move in EVERY_MOVE if state.refusal(seat, move) is None]
        assert sorted(state.legal(seat)) == sorted(allowed)
        assert bool(allowed) == (seat in state.actors())


@some
@given(positions())
def test_every_legal_move_leads_somewhere_else(state: Any) -> None:
    check_moves_differ(state)


@some
@given(positions(), choices)
def test_a_clone_goes_its_own_way(state: Any, numbers: list[int]) -> None:
    check_copy(state, "clone", play_through, numbers)


@some
@given(positions())
def test_a_position_can_be_written_and_read_back(state: Any) -> None:
    assert game.load(json.dumps(state.dump())).dump() == state.dump()


@many
@given(positions(), st.data())
def test_a_position_with_a_wild_field_is_refused_or_sound(state: Any, data: st.DataObject) -> None:
    wild = st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.sampled_from(["Rt", "A1", "1a"])),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
        max_leaves=8,
    )
    position = json.loads(json.dumps(state.dump()))
    field = data.draw(st.sampled_from([*position, "another"]))
    position[field] = data.draw(wild)
    try:
        loaded = game.load(position)
    except pandarium.PandariumError:
        return
    check_table(loaded)


@many
@given(
    st.one_of(
        st.text(), st.from_regex(r"\s*(draw|add|share|take|tag|rush|remove|clear)( \w{1,3}){0,3}\s*", fullmatch=True)
    )
)
def test_wild_texts_are_refused_or_read(text: str) -> None:
    try:
        move = game.read(text)
    except pandarium.BadMove:
        return
    assert game.read(game.say(move)) == move
