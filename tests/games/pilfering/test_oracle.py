"""The engine side by side with the oracle, a second implementation written from the rulebook alone.

PANDARIUM_ORACLE=20 plays twenty times as many games and tables.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pandarium.games.pilfering.engine.flow import Pilfering

from . import oracle
from .oracle_translation import compare_moves, normal, transfer, translate, translate_move, words
from .table import game

pytestmark = pytest.mark.many

TIMES = int(os.environ.get("PANDARIUM_ORACLE", "1"))


def play_along(seed: int, seats: int, options: dict[str, Any], most: int = 60) -> Counter[str]:
    """One game from its start."""
    state = game.start(seats, options, seed)
    assert isinstance(state, Pilfering)
    return go_on(state, Random(seed), most)


def go_on(state: Pilfering, random: Random, most: int, eager: str = "") -> Counter[str]:
    """Compare what may be done, do something (what one is eager for, if that is possible), compare what came of it."""
    kinds: Counter[str] = Counter()
    for _ in range(most):
        actors = state.actors()
        if not actors:
            break
        seat = actors[0]
        moves = state.legal(seat)
        if state.view(None).step in {"choose", "start"}:
            state.play(seat, random.choice(moves))
            continue
        if len(state.dump()["hands"][state.turn]) > 10:
            break  # the oracle tries every order of every hand
        before = translate(state)
        compare_moves(state, before)
        wanted = [move for move in moves if eager and game.say(move).startswith(eager)]
        move = random.choice(wanted) if wanted else choose(state, moves, random)
        play = translate_move(state, move)
        log: list[Any] = []
        panda_before = state.clone()
        state.play(seat, move, log)
        while listed_words(state) == ["pass"] and state.view(None).step == "door":
            state.play(state.turn, game.read("pass"), log)  # the oracle does not ask where there is nothing to choose
        before = replace(before, swaps=chance_swaps(log))
        after = oracle.carry_out(before, play)
        ours, theirs = normal(translate(state)), normal(after)
        if state.dump()["result"] == "caught":  # the last set may lie there or not, and hands are of no more interest
            assert theirs["over"] == ours["over"], (game.say(move), panda_before.dump())
            break
        assert ours == theirs, (game.say(move), panda_before.dump())
        kinds[play.kind] += 1
    return kinds


def listed_words(state: Pilfering) -> list[str]:
    return [game.say(move) for seat in state.actors() for move in state.legal(seat)]


def chance_swaps(log: list[Any]) -> tuple[tuple[str, str], ...]:
    """What was swapped by chance, from the raw events."""
    from pandarium.games.pilfering.engine import events
    from pandarium.games.pilfering.engine.cards import CODES

    swaps = []
    for event in log:
        if event[0] == events.EXCHANGED:
            swaps.append(words([CODES[event[2]], CODES[event[4]]]))
        elif event[0] == events.TRADED_SECRET:
            swaps.append(words([CODES[event[2]], CODES[event[3]]]))
    return tuple((mine, theirs) for mine, theirs in swaps)


def choose(state: Pilfering, moves: list[int], random: Random) -> int:
    """Random, but set on trading, with Keys above all: that is where it gets difficult."""
    said = [(move, game.say(move)) for move in moves]
    trades = [move for move, words_ in said if words_.split()[0] in {"set", "reuse", "extend", "swap", "left"}]
    if trades and random.random() < 0.8:
        with_keys = [move for move in trades if "key" in game.say(move) or "swap" in game.say(move)]
        return random.choice(with_keys if with_keys and random.random() < 0.5 else trades)
    dear = {"discard", "pass"}
    calm = [move for move, words_ in said if words_ not in dear and not words_.startswith("share")]
    if calm and random.random() < 0.5:
        return random.choice(calm)
    return random.choice(moves)


EASY: dict[str, Any] = {"quiet_trades": True, "light_pick_up": True}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        EASY,
        {**EASY, "foiled_plans": True, "level": "hard", "last_check": True},
        {**EASY, "ghost_keys": False, "timer": 3, "solo_suspicion": True, "level": "intro", "foiled_plans": True},
    ],
    ids=["plain", "easy", "plans", "no ghosts"],
)
def test_games_go_as_the_oracle_says(seats: int, options: dict[str, Any]) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4 * TIMES):
        kinds += play_along(seed * 10 + seats, seats, options)
    assert kinds["new"] > 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_tables_full_of_keys_go_as_the_oracle_says(seats: int) -> None:
    """Areas with loose cards, shared Keys and bonuses, hands with all Keys, decks full of plans."""
    kinds: Counter[str] = Counter()
    for seed in range(10 * TIMES):
        random = Random(seed * 4 + seats)
        table = oracle.random_table(random, seats)
        if len(table.hand) <= 8 and not table.caught:
            kinds += go_on(transfer(table), random, 5)
    assert kinds["new"] + kinds["reuse"] + kinds["extend"] > 0


def with_top(table: oracle.Position, plan: str) -> oracle.Position:
    """The same table with this plan on top of the deck, and Loot below it."""
    loot = [card for card in table.deck if card not in oracle.PLANS]
    return replace(table, deck=(plan, *loot))


def with_panda(table: oracle.Position, panda: str) -> oracle.Position:
    """The same table with this panda at its turn, its ability unused."""
    pandas = [other if other != panda else table.pandas[table.seat] for other in table.pandas]
    pandas[table.seat] = panda
    used = [spent and seat != table.seat for seat, spent in enumerate(table.used)]
    return replace(table, pandas=tuple(pandas), used=tuple(used))


def tables(seats: int, amount: int, most: int = 7) -> list[tuple[oracle.Position, Random]]:
    """Random tables with hands that are quickly looked through, each with its own chance."""
    found = []
    for seed in range(amount * TIMES):
        random = Random(seed * 4 + seats + 1000)
        table = oracle.random_table(random, seats)
        if len(table.hand) <= most and not table.caught:
            found.append((table, random))
    return found


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rubbish_is_rummaged_as_the_oracle_says(seats: int) -> None:
    """PP-F2: the card goes to either area, and play goes on with it, by Keys as by others."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 16, 6):
        state = transfer(with_top(table, oracle.RUBBISH_RUMMAGE))
        if "draw" in listed_words(state):
            kinds += go_on(play(state, "draw"), random, 2)
    assert kinds["rummage"] > 3 * TIMES
    assert kinds["new"] + kinds["reuse"] + kinds["extend"] > 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_trades_at_the_back_door_go_as_the_oracle_says(seats: int) -> None:
    """PP-F3: at the refresh, with Charming where it helps, down to the last card."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 60, 6):
        charming = with_panda(table, "charming") if random.random() < 0.5 else table
        state = transfer(with_top(charming, oracle.BACK_DOOR_TRADE))
        if "draw" in listed_words(state) and play(state, "draw").view(None).step == "door":
            kinds += go_on(state, random, 2, "left")
    assert kinds["back door"] > 3 * TIMES


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_trades_at_the_back_door_after_the_stash_go_as_the_oracle_says(seats: int) -> None:
    """PP-F3: at the top-up, when the turn is all but over."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 40, 5):
        few = replace(with_panda(table, "greedy"), hideout=table.hideout[:3])
        state = transfer(with_top(few, oracle.BACK_DOOR_TRADE))
        play(play(state, "pick 2 greedy"), "pass")
        if state.view(None).step == "stash":
            kinds += go_on(state, random, 2, "left")
    assert kinds["back door"] > 0


def with_loose_key(table: oracle.Position, which: int) -> oracle.Position | None:
    """The same table with a Key of the deck or the hand at the end of an area, rummaged; None: there is no Key."""
    if oracle.KEY in table.deck:
        table = replace(table, deck=oracle.without(table.deck, [oracle.KEY]))
    elif oracle.KEY in table.hand:
        hand = oracle.without(table.hand, [oracle.KEY])
        table = replace(table, hands=tuple(hand if at == table.seat else old for at, old in enumerate(table.hands)))
    else:
        return None
    areas = list(table.areas)
    areas[which] = replace(areas[which], cards=(*areas[which].cards, oracle.KEY))
    return replace(table, areas=(areas[0], areas[1]))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("plan", ["", oracle.BACK_DOOR_TRADE])
def test_sets_next_to_a_loose_key_go_as_the_oracle_says(seats: int, plan: str) -> None:
    """PP-F2: it joins, on the right and at the back door, with all that follows for swaps, re-use and the duty."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 60 if plan else 24, 6):
        rummaged = with_loose_key(table, random.randrange(2))
        if rummaged is None:
            continue
        state = transfer(with_top(rummaged, plan) if plan else rummaged)
        if plan and "draw" in listed_words(state):
            play(state, "draw")
        kinds += go_on(state, random, 2, "left" if plan else "set")
    assert kinds["back door" if plan else "new"] > 0


def test_alone_the_duty_is_done_by_sharing_as_the_oracle_says() -> None:
    """PP-T5, PP-C6: a pick-up for which a card of the Secret Stash is needed."""
    kinds: Counter[str] = Counter()
    for table, random in tables(1, 24, 4):
        state = transfer(with_panda(table, "sharing"))
        kinds += go_on(state, random, 1, "pick")
        if state.view(None).duty:
            kinds += go_on(state, random, 2, "share")
    assert kinds["take"] > 0
    assert kinds["share"] > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_are_shared_and_given_as_the_oracle_says(seats: int) -> None:
    """PP-C6: Sharing offers a card, the other player chooses one in return; then the turn goes on."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 12, 5):
        state = transfer(
            with_panda(replace(table, deck=tuple(card for card in table.deck if card not in oracle.PLANS)), "sharing")
        )
        if "draw" in listed_words(state):
            kinds += go_on(play(state, "draw"), random, 3, "share")
    assert kinds["share"] > 3 * TIMES
    assert kinds["give"] > 3 * TIMES


@pytest.mark.parametrize("answer", ["escape", "stay"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_check_goes_as_the_oracle_says(seats: int, answer: str) -> None:
    """PP-E3, PP-E5: beyond the win space, with one player out, whoever's turn it is decides."""
    kinds: Counter[str] = Counter()
    for table, random in tables(seats, 12):
        away = (table.seat + 1) % seats
        hands = tuple(() if seat == away else hand for seat, hand in enumerate(table.hands))
        far = replace(
            table, hands=hands, timer_seat=away, timer=random.randrange(table.options.time_up), suspicion_gone=True
        )
        state = transfer(replace(far, panda=table.options.win + random.randint(0, 6), keeper=random.randint(8, 28)))
        for word in ("draw", "pass"):
            if word in listed_words(state):
                play(state, word)
        if state.view(None).step == "stash":
            kinds += go_on(state, random, 2, answer)
    assert kinds["escape" if answer == "escape" else "go on"] > 3 * TIMES


def play(state: Pilfering, words_: str) -> Pilfering:
    """The same state, one move on."""
    state.play(state.actors()[0], game.read(words_))
    return state
