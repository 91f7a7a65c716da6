"""Is it true? Answered by trying everything: every choice of cards, every card that the Joker could be.

Nothing here is shared with the engine. A card is a pair (colour, number), the Joker is JOKER. A fact is a claim with a
statement (number, colour, pair), or with None when nothing was said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

JOKER = ("*", 0)
Card = tuple[str, int]
Statement = tuple[int, str | None, int]
Fact = tuple[str, Statement | None]
PLAIN = [(colour, number) for colour in "kbgorp" for number in range(1, 11)]


def hands_of(cards: tuple[Card, ...], private: set[Card]) -> Iterator[Fact]:
    """What just these cards are, and what can be said about them."""
    numbers = sorted(number for _, number in cards)
    colours = {colour for colour, _ in cards}
    highest_private = max((card[1] for card in cards if card in private), default=0)
    if len(set(numbers)) == 1:
        yield {2: "pair", 3: "three", 4: "four", 5: "five"}[len(cards)], (numbers[0], None, 0)
    if len(colours) == 1 and len(cards) == 4:
        yield "floosh", (highest_private, cards[0][0], 0)
    if len(cards) < 5:
        return
    in_a_row = numbers == list(range(numbers[0], numbers[0] + 5))
    if len(colours) == 1:
        yield "flush", (highest_private, cards[0][0], 0)
    if in_a_row:
        yield "straight", (numbers[4], None, 0)
    if in_a_row and len(colours) == 5:
        yield "rainbow", (numbers[4], None, 0)
    if in_a_row and len(colours) == 1:
        yield "straight-flush", (numbers[4], None, 0)
    how_often = Counter(numbers)
    if sorted(how_often.values()) == [2, 3]:
        (three, _), (pair, _) = how_often.most_common()
        yield "full-house", (three, None, pair)


def facts(private: list[Card], shared: list[Card], among: Card | None = None) -> set[Fact]:
    """Everything that is true of plain cards; only hands with the card `among` them, if there is one."""
    held = set(private)
    others = [card for card in (*private, *shared) if card != among]
    found: set[Fact] = set()
    for count in (2, 3, 4, 5):
        for cards in combinations(others, count if among is None else count - 1):
            found.update(hands_of(cards if among is None else (*cards, among), held))
    return found | {(claim, None) for claim, _ in found}


def all_facts(private: list[Card], shared: list[Card]) -> tuple[set[Fact], set[Fact]]:
    """What is true without the Joker, and what it makes true beside: as any card that is not there already."""
    plain_private = [card for card in private if card != JOKER]
    plain_shared = [card for card in shared if card != JOKER]
    natural = facts(plain_private, plain_shared)
    by_joker: set[Fact] = set()
    for card in PLAIN:
        if card in plain_private or card in plain_shared:
            continue
        if JOKER in private:
            by_joker |= facts([*plain_private, card], plain_shared, card)
        elif JOKER in shared:
            by_joker |= facts(plain_private, [*plain_shared, card], card)
    return natural, by_joker - natural
