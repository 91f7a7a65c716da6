"""What holds in every game: cards are conserved, markers and events agree, every game ends, lists are exact."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, LOOT, ONE_KEY, bit, near
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import SET
from pandarium.games.pilfering.engine.prices import cards_of, earns_bonus
from pandarium.games.pilfering.engine.readings import extending, fits, nearby, readings, swappable
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set

from .table import KEYS, TOP, game, tags

pytestmark = pytest.mark.many

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
                assert readings(area, place) != 0
            if len(area.cards):
                assert area.end == readings(area, len(area.cards) - 1)


def look_slowly(area: Area) -> None:
    """What is known of an area at a glance, against reading its sets card by card."""
    swaps = 0
    for place in (place for place in range(len(area.cards)) if area.cards[place] == KEY):
        swaps |= sum(bit(card) for card in range(LOOT) if fits(area, place, card) and nearby(area, place) & bit(card))
    assert swappable(area, EVERY_LOOT) == swaps
    if area.ends_in_set():
        last = len(area.sets) - 1
        enter = area.enters[last]
        kinds, _, end = area.read(last, NOWHERE, KEY, enter, 0)
        assert kinds != 0
        assert (area.kinds, area.end, area.opens) == (kinds, end, near(end))
        grows = [card for card in range(KEY + 1) if area.read(last, len(area.cards), card, enter, 1)[0] != 0]
        assert extending(area, EVERY_LOOT | ONE_KEY) == sum(bit(card) for card in grows)


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(1, 4), ghosts=st.booleans(), seed=st.integers(0, 2**40))
def test_what_is_seen_at_a_glance_is_what_the_sets_say(seats: int, ghosts: bool, seed: int) -> None:
    random = Random(seed)
    state = game.start(seats, {"quiet_trades": True, "ghost_keys": ghosts}, seed)
    assert isinstance(state, Pilfering)
    while actors := state.actors():
        moves = state.legal(actors[0])
        trades = [move for move in moves if game.say(move).startswith(("set", "reuse", "extend", "swap", "left"))]
        for move in (move for move in trades if move & 15 == SET):
            area = state.area(move >> 4 & 1)
            cards = cards_of(state, move)
            length = len(cards)
            found = read_set(cards, 0, length, length, 0, EVERY_LOOT, area.wants, area.reach, NOWHERE, KEY)
            assert earns_bonus(area, cards, EVERY_LOOT) == (length <= 5 and found[0] != 0)
        state.play(actors[0], random.choice([move for move in trades if "key" in game.say(move)] or trades or moves))
        look_slowly(state.first)
        look_slowly(state.second)
