"""The duty of PP-T5: what is seen at a glance is what the search finds that tries every sequence of actions."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.cards import KEY, LOOT, NEAR, NO_CARD, bit, hand_of, has
from pandarium.games.pilfering.engine.duty import ACTIONS, finds_way, take
from pandarium.games.pilfering.engine.duty_outlook import DutyOutlook
from pandarium.games.pilfering.engine.duty_shortcuts import NO, UNSURE, YES, quick_answer
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import plays_card
from pandarium.games.pilfering.engine.plays import list_plays
from pandarium.games.pilfering.engine.sharing import list_shares
from pandarium.games.pilfering.engine.state import ACTION_STEP, CRAFTY, IN_FORCE, REFRESH_STEP, PilferingState

from .table import area, at, do, game, listed, refused

INTRO = {"level": "intro"}
MOST_MOVES = 24
"""Trying every sequence takes too long where there are more."""


def positions(seats: int, games: int) -> Any:
    """Positions of random games in which somebody acts or is about to; some locked, some with one more ability."""
    for seed in range(games):
        random = Random(f"{seats} {seed}")
        state = game.start(seats, {"level": "intro", "quiet_trades": True, "foiled_plans": seed % 2 == 0}, seed)
        assert isinstance(state, Pilfering)
        while actors := state.actors():
            if state.step in {REFRESH_STEP, ACTION_STEP}:
                yield state, random
            moves = state.legal(actors[0])
            trades = [move for move in moves if game.say(move).startswith(("set", "reuse", "extend", "swap"))]
            state.play(actors[0], random.choice(trades or moves))


def with_duty(state: Pilfering, card: int, random: Random) -> PilferingState:
    """The same position with that card as the duty, and a Locked Gate or an unused Crafty now and then."""
    position = state.sketch()
    seat = int(state.turn)
    position.duty = card
    if not has(position.hands[seat], card):
        position.hands[seat] += bit(card)
    if random.random() < 0.1:
        position.gate = IN_FORCE
    if random.random() < 0.3:
        position.roles = state.roles[:]
        position.roles[seat] = CRAFTY
    return position


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_glance_says_what_the_search_would_find(seats: int) -> None:
    """PP-T5: at every depth, for cards in hand and of the Hideout."""
    seen: Counter[tuple[bool, bool]] = Counter()
    for state, random in positions(seats, 5):
        seat = int(state.turn)
        cards = [card for card in range(LOOT + 1) if has(state.hands[seat], card)] + list(state.hideout)
        position = with_duty(state, random.choice(cards), random)
        if len(state.legal(seat)) > MOST_MOVES:
            continue
        for actions in range(1, ACTIONS + 1 if len(state.legal(seat)) < 8 else ACTIONS):
            plain = finds_way(position, seat, actions, shortcuts=False)
            assert finds_way(position, seat, actions) == plain
            at_once = quick_answer(position, seat, actions)
            assert at_once in {UNSURE, int(plain)}
            seen[plain, at_once == UNSURE] += 1
    assert min(seen[True, False], seen[False, False]) > 0, "a glance is enough for some of either"


def with_few_cards(position: PilferingState, random: Random) -> None:
    """Let whoever has the duty hold up to four Loot cards, some of them near the duty card, and up to two Keys."""
    seat = int(position.turn)
    loot = [card for card in range(LOOT) if position.fixed.loot & bit(card)]
    near = [card for card in loot if NEAR[position.duty] & bit(card)] if position.duty != KEY else loot
    held = {*random.sample(near, 2), *random.sample(loot, 2)} - {position.duty}
    position.hands[seat] = hand_of([position.duty, *held, *[KEY] * random.choice([0, 1, 1, 2])])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_outlook_says_what_is_found_once_the_action_is_taken(seats: int) -> None:
    """PP-T5: yes means that the card can be played with the actions that are left, no that nothing ever plays it."""
    seen: Counter[tuple[int, int]] = Counter()
    for state, random in positions(seats, 20):
        seat = int(state.turn)
        position = with_duty(state, random.choice(list(state.fixed.pack)), random)
        if random.random() < 0.8:
            with_few_cards(position, random)
        actions = MoveList()
        list_plays(position, seat, actions)
        list_shares(position, seat, actions)
        outlook = DutyOutlook(position, seat)
        then = position.sketch()
        for move in random.sample(actions.to_list(), min(actions.length, MOST_MOVES)):
            if plays_card(move, position.duty):
                continue
            take(position, seat, move, then)
            answers = [int(outlook.after(move, left)) for left in (1, 2)]
            for left, answer in zip((1, 2), answers, strict=True):
                seen[left, answer] += 1
                if answer == YES:
                    assert finds_way(then, seat, left, shortcuts=False)
            if NO in answers:
                assert not finds_way(then, seat, 2, shortcuts=False)
    for left in (1, 2):
        assert min(seen[left, answer] for answer in (YES, NO, UNSURE)) > 0, "a glance is enough for some, not for all"
    assert seen[2, YES] > seen[1, YES], "some cards need a Key that comes back first"


def test_the_search_finds_ways_that_no_glance_sees() -> None:
    """PP-T5: a swap brings the Key that the card needs."""
    areas = [area("r4 key r6"), area("")]
    state = at("act", "r5 y1 y2 b7 p7", "p1", areas=areas, duty="y1")
    assert isinstance(state, Pilfering)
    assert quick_answer(state, 0, ACTIONS) == UNSURE
    assert finds_way(state, 0, ACTIONS)
    assert not finds_way(state, 0, 1)
    assert listed(state) == ["swap 1 2 r5", "share b7 B", "share p7 B"]


def test_alone_a_discarded_key_may_open_the_way() -> None:
    """PP-T5, PP-A14: with the keeper 2 back, the last cards may go down in a set with the duty card."""
    areas = [area("p1 p2 p3 b3 b4 b5", (0, 3), (3, 3)), area("")]
    state = at("act", "r4 r5 key key", areas=areas, duty="r4", pandas=["greedy"], options=INTRO, panda=30, keeper=28)
    assert refused(state, "set 1 r5 r4 key") == "PP-A14"
    assert refused(state, "pass") == "PP-T5"
    assert listed(state) == ["discard"]
    do(state, "discard")
    assert "set 1 r5 r4 key" in listed(state)


def test_looking_for_a_way_leaves_the_position_alone() -> None:
    """PP-T5: every step is taken on a sketch."""
    state = at("act", "r5 y1 y2 b7 p7", "p1", areas=[area("r4 key r6"), area("")], duty="y1")
    assert isinstance(state, Pilfering)
    before = state.dump()
    assert finds_way(state, 0, ACTIONS, shortcuts=False)
    assert state.dump() == before
    assert state.duty != NO_CARD
