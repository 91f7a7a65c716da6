"""What holds in every game: cards are conserved, markers and events agree, every game ends, lists are exact."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium.games.pilfering.rules import Pilfering

from .table import KEYS, TOP, game, tags

pytestmark = pytest.mark.conformance

OPTIONS = st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in game.meta.options})


def cards_on(state: Pilfering) -> Counter[str]:
    paper = state.dump()
    cards = [*paper["hideout"], *paper["secret"], *paper["box"], *paper["away"]]
    cards += [card for card in paper["deck"] if card == "key" or card[1].isdigit()]
    cards += [paper["rummaged"]] if paper["rummaged"] else []
    for row in [*paper["hands"], *(lie["cards"] for lie in paper["areas"])]:
        cards += row
    return Counter(cards)


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(1, 4), options=OPTIONS, seed=st.integers(0, 2**40))
def test_cards_are_conserved_and_events_tell_what_happens(seats: int, options: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    state = game.start(seats, options, seed)
    assert isinstance(state, Pilfering)
    box = Counter({f"{suit}{number}": 1 for suit in "rygbp" for number in range(1, TOP[seats] + 1)})
    box["key"] = KEYS[seats]
    steps = 0
    while actors := state.actors():
        seat = actors[0]
        moves = state.legal(seat)
        assert moves
        assert all(state.refusal(seat, move) is None for move in moves)
        before = (int(state.panda), int(state.keeper))
        log: list[Any] = []
        state.play(seat, random.choice(moves), log)
        told = [game.redact(event, seat) for event in log]
        moved = [sum(event.by for event in told if tags([event]) == [who]) for who in ("panda", "keeper")]
        assert [int(state.panda) - before[0], int(state.keeper) - before[1]] == moved
        if state.view(None).step != "choose":
            assert cards_on(state) == box
        steps += 1
        assert steps < 2000
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners in {(), tuple(range(seats))}


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(1, 4), seed=st.integers(0, 2**40))
def test_keys_can_always_be_read_and_ends_are_what_they_may_be(seats: int, seed: int) -> None:
    random = Random(seed)
    state = game.start(seats, {"quiet_trades": True, "foiled_plans": True}, seed)
    assert isinstance(state, Pilfering)
    while actors := state.actors():
        moves = state.legal(actors[0])
        trades = [move for move in moves if game.say(move).startswith(("set", "reuse", "extend", "swap", "left"))]
        state.play(actors[0], random.choice(trades or moves))
        for area in (state.first, state.second):
            for place in range(len(area.cards)):
                assert area.readings(place) != 0
            if len(area.cards):
                assert area.end == area.readings(len(area.cards) - 1)
