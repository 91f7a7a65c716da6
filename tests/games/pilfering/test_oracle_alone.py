"""The oracle by itself: a literal search beside its own, and whole games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random

import pytest

from .oracle import (
    KEY,
    MEERKATS,
    MUDDY_PAWS,
    PLANS,
    SHARING_IS_CARING,
    Area,
    Cards,
    Options,
    Position,
    duty_can_be_done,
    effect,
    every_card,
    every_play,
    laying_plays,
    may_be,
    number,
    options_for,
    plays,
    random_table,
    readings,
    step,
    suit,
)
from .oracle_table import (
    area,
    new,
    table,
)


def is_set(cards: Cards) -> bool:
    """PP-A1, word by word."""
    if len(cards) < 3:
        return False
    suits, numbers = [suit(card) for card in cards], [number(card) for card in cards]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(set(suits)) == 1:
        return steps in ({1}, {-1})
    return steps == {0} and len(set(suits)) == len(suits)


def literal_sets(hand: Cards, before: Cards, top: int) -> set[Cards]:
    """All permutations of hand cards, each Key as each card there is."""
    found = set()
    for length in range(1, len(hand) + 1):
        for order in set(permutations(hand, length)):
            cards = before + order
            if all(card == KEY for card in cards):
                continue
            meant = [every_card(top) if card == KEY else (card,) for card in cards]
            if any(is_set(reading) for reading in product(*meant)):
                found.add(order)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_oracle_finds_what_a_literal_search_finds(seed: int) -> None:
    random = Random(seed)
    options, _ = options_for("normal", 2)
    deck = [card for card in every_card(5) if suit(card) in "rgy"]
    keys = seed % 3
    hand = (*random.sample(deck, 5 - keys), *[KEY] * keys)
    end = random.choice([card for card in deck if card not in hand])
    position = table(" ".join(hand), area(end), area(KEY if keys < 2 else "p7"), options=options)
    crafty = replace(position, pandas=("crafty", "sharing"), used=(False, True))
    expected = literal_sets(hand, (), 7)
    assert {play.cards for play in laying_plays(crafty, "new") if play.area == 0} == expected
    expected = literal_sets(hand, (end,), 7)
    assert {play.cards for play in laying_plays(position, "reuse") if play.area == 0} == expected
    if keys < 2:
        expected = literal_sets(hand, (KEY,), 7)
        assert {play.cards for play in laying_plays(position, "reuse") if play.area == 1} == expected


def literal_readings(there: Area, top: int) -> set[Cards]:
    """Every card for every Key of the area, as long as all its sets are sets."""
    found = set()
    for cards in product(*(every_card(top) if card == KEY else (card,) for card in there.cards)):
        if all(is_set(cards[laid.start : laid.start + laid.length]) for laid in there.sets):
            found.add(cards)
    return found


@pytest.mark.parametrize(
    "there",
    [
        area(f"r4 {KEY} {KEY} r7", (0, 2), (2, 3)),
        area(f"r4 {KEY} {KEY} g6 y6", (0, 2), (2, 4)),
        area(f"{KEY} r4 {KEY} y4 {KEY}", (0, 2), (2, 4)),
        area(f"r4 y4 {KEY} {KEY} b2", (0, 2), (2, 4)),
    ],
)
def test_the_oracle_reads_keys_as_a_literal_search_does(there: Area) -> None:
    options = Options(top=7, key_top=7)
    complete = replace(there, sets=tuple(laid for laid in there.sets if laid.length >= 3))
    literal = literal_readings(complete, 7)
    for place, card in enumerate(complete.cards):
        if card == KEY and any(laid.start <= place < laid.start + laid.length for laid in complete.sets):
            assert may_be(complete, place, options) == {cards[place] for cards in literal}


def begin(players: int, level: str, random: Random) -> Position:
    """A game as it starts, with three Foiled Plans that leave nothing to chance."""
    options, panda = options_for(level, players)
    loot = [*every_card(options.top), *[KEY] * (4 if players == 4 else 3)]
    random.shuffle(loot)
    hands = tuple(tuple(loot.pop() for _ in range(6)) for _ in range(players))
    hideout = tuple(loot.pop() for _ in range(3))
    secret = tuple(loot.pop() for _ in range(3 if players == 1 else 0))
    deck = loot + random.sample([plan for plan in PLANS if plan != SHARING_IS_CARING], 3)
    random.shuffle(deck)
    likes = random.sample(sorted(MEERKATS.values()), 2)
    return Position(
        hands,
        (Area(likes[0]), Area(likes[1])),
        tuple(deck),
        hideout,
        secret,
        options,
        panda=panda,
        pandas=tuple(random.sample(["sharing", "greedy", "sneaky", "charming", "crafty"], players)),
        used=(False,) * players,
    )


def all_loot(position: Position) -> Counter[str]:
    """Every Loot card and Key that is not in the box."""
    places = [*position.hands, position.deck, position.hideout, position.secret, *(a.cards for a in position.areas)]
    cards = [card for place in places for card in place if card not in PLANS]
    cards += [position.sharing[1]] if position.sharing else []
    cards += [position.found] if position.found else []
    return Counter(cards)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_end_and_lose_no_card(players: int) -> None:
    for seed, level in enumerate(("intro", "normal", "hard")):
        random = Random(seed)
        position = begin(players, level, random)
        while not position.over:
            found = [ways[0] for ways in plays(position).values()]
            laying = [play for play in found if play.kind in ("new", "reuse", "extend", "back door")]
            play = random.choice(laying if laying and random.random() < 0.7 else found)
            after = step(position, play)
            muddy = MUDDY_PAWS in position.deck and MUDDY_PAWS not in after.deck
            boxed = all_loot(position) - all_loot(after)
            assert not all_loot(after) - all_loot(position)
            assert boxed.total() <= (play.kind == "discard") + muddy
            assert boxed[KEY] or play.kind != "discard"
            position = after


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_tables_are_tables(players: int) -> None:
    random = Random(players)
    for _ in range(6):
        position = random_table(random, players)
        loot = all_loot(position)
        assert loot.pop(KEY, 0) <= (4 if players == 4 else 3)
        assert set(loot) <= set(every_card(position.options.top))
        assert all(count == 1 for count in loot.values())
        assert all(readings(there, position.options.key_top) for there in position.areas)
        assert not any(laid.length < 3 for there in position.areas for laid in there.sets)


def test_effects_tell_the_markers() -> None:
    position = table(f"r1 r2 r3 {KEY} p1")
    for play in every_play(position):
        done, after = effect(position, play), step(position, play)
        if play.kind != "pass":
            assert (done.panda, done.keeper) == (after.panda - position.panda, after.keeper - position.keeper)


def test_a_duty_that_is_not_in_hand_cannot_be_done() -> None:
    assert not duty_can_be_done(table("r1 r2 r3", duty="r4"))
    assert duty_can_be_done(table("r1 r2 r3"))


def test_the_oracle_refuses_what_is_not_allowed() -> None:
    with pytest.raises(ValueError, match="not allowed"):
        step(table("r1 r2 r3"), new("r1 r3 r2"))
