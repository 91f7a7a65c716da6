"""The hand checker: PD-H1 to PD-H6, example by example, and against a brute force on many random hands."""

from __future__ import annotations

import os
from random import Random

import pytest

from pandarium.games.pandante.engine.cards import ALL_CARDS, CODES, gather, list_cards, size
from pandarium.games.pandante.engine.claims import CLAIM_NAMES, NOTHING, rank_said, statement, statements
from pandarium.games.pandante.engine.hand_counts import count_best, count_true
from pandarium.games.pandante.engine.hands import (
    BY_OWN_JOKER,
    BY_TABLE_JOKER,
    LIE,
    NATURAL,
    best,
    truths,
    verdict,
    verdict_in_rows,
)
from pandarium.games.pandante.words.notation import CLAIM_CODES

from . import brute

pytestmark = pytest.mark.conformance

HANDS = int(os.environ.get("PANDANTE_HANDS", "2000"))
"""Random hands beside the brute force; PANDANTE_HANDS=100000 for all of them."""


def cards(text: str) -> int:
    """A set of cards, written like "k7 joker"."""
    return gather([CODES.index(code) for code in text.split()])


def judge(claim: str, mine: str, table: str, said: int = 0) -> int:
    """The verdict on a claim."""
    return int(verdict(CLAIM_CODES.index(claim), said, cards(mine), cards(table)))


def say(number: int, colour: int = -1, pair: int = 0) -> int:
    """A statement."""
    return int(statement(number, colour, pair))


# PD-H1


@pytest.mark.parametrize(
    ("claim", "mine", "table"),
    [
        ("pair", "k7 g2", "r7 b4 o9"),
        ("three", "k7 g7", "r7 b4 o9"),
        ("straight", "k2 g3", "r4 r5 r6"),
        ("floosh", "g2 g9", "g4 g5 r6"),
        ("full-house", "k7 g7", "r7 b4 o4"),
        ("rainbow", "k4 g5", "r6 b7 o8"),
        ("four", "k7 g7", "r7 b7 o4"),
        ("flush", "g2 g9", "g4 g5 g10"),
        ("five", "k7 g7", "r7 b7 o7"),
        ("straight-flush", "p3 p4", "p5 p6 p7"),
    ],
)
def test_pd_h1_ten_hands_from_low_to_high(claim: str, mine: str, table: str) -> None:
    """PD-H1: ten hands from low to high."""
    assert judge(claim, mine, table) == NATURAL
    assert CLAIM_CODES[best(cards(mine), cards(table))] == claim
    assert len(CLAIM_NAMES) == 10


def test_pd_h1_nothing_at_all() -> None:
    assert best(cards("k1 g3"), cards("r5 b7 o9")) == NOTHING


def test_pd_h1_a_floosh_is_four_cards_of_one_colour() -> None:
    assert judge("floosh", "g2 g9", "g4 r5 r6") == LIE
    assert judge("floosh", "g2 g9", "g4 g5 r6") == NATURAL


# PD-H2


@pytest.mark.parametrize(
    ("five", "straight"),
    [
        ("k2 g3 r4 b5 o6", True),  # FAQ: 2, 3, 4, 5, 6 is a straight
        ("k6 g7 r8 b9 joker", True),  # FAQ: the Joker is a 10 in this case
        ("k9 g10 r1 b2 o3", False),  # FAQ: it cannot wrap around
        ("k10 g1 r2 b3 o4", False),
    ],
)
def test_pd_h2_faq_what_counts_as_a_straight(five: str, straight: bool) -> None:
    """PD-H2: FAQ, general: What counts as a straight?"""
    mine, table = five.split()[:2], five.split()[2:]
    assert (judge("straight", " ".join(mine), " ".join(table)) != LIE) == straight


@pytest.mark.parametrize("high", range(5, 11))
def test_pd_h2_straights_end_in_5_to_10(high: int) -> None:
    codes = [f"{colour}{high - step}" for step, colour in enumerate("kkgro")]
    assert judge("straight", " ".join(codes[:2]), " ".join(codes[2:]), say(high)) == NATURAL
    assert [said & 15 for said in statements(CLAIM_CODES.index("straight"))] == [5, 6, 7, 8, 9, 10]


# PD-H3


def test_pd_h3_faq_claiming_a_straight_with_a_flush_is_a_lie() -> None:
    """PD-H3: FAQ, general: you say straight and really have a flush. It counts as lying."""
    assert judge("flush", "g1 g2", "g4 g6 g9") == NATURAL
    assert judge("straight", "g1 g2", "g4 g6 g9") == LIE


def test_pd_h3_better_hands_contain_lesser_ones() -> None:
    assert judge("three", "k7 g7", "r7 b7 o4") == NATURAL
    assert judge("floosh", "g1 g2", "g4 g6 g9") == NATURAL
    assert judge("straight", "k4 g5", "r6 b7 o8") == NATURAL
    assert judge("full-house", "k7 g7", "r7 b7 o4") == LIE
    assert truths(cards("g1 g2"), cards("g4 g6 g9")) == 1 << CLAIM_CODES.index("floosh") | 1 << CLAIM_CODES.index(
        "flush"
    )


def test_pd_h3_any_combination_of_private_and_community_cards() -> None:
    assert judge("pair", "k7 g7", "r1 b3 o5") == NATURAL
    assert judge("pair", "k7 g2", "r1 b1 o5") == NATURAL
    assert judge("straight", "k2 k6", "g2 r3 b4 o5 p9") == NATURAL


def test_pd_h3_the_best_hand_counts() -> None:
    """The Panda Coin's example: 2 3 4 5 9 on the table, 2 and 6 in hand, is a straight and no mere pair."""
    assert CLAIM_CODES[best(cards("k2 k6"), cards("g2 k3 b4 o5 p9"))] == "straight"


# PD-H4


def test_pd_h4_a_full_house_needs_two_numbers() -> None:
    assert judge("full-house", "k7 g7", "r7 b7 o7") == LIE
    assert judge("full-house", "k7 g7", "r7 b4 o4") == NATURAL
    assert judge("full-house", "k7 g7", "r4 b4 o1 joker") == BY_TABLE_JOKER


def test_pd_h4_faq_a_rainbow_straight_has_five_colours() -> None:
    """PD-H4: FAQ, general: What's a rainbow straight?"""
    assert judge("rainbow", "k4 g5", "r6 b7 o8") == NATURAL
    assert judge("rainbow", "k4 g5", "r6 b7 k8") == LIE


def test_pd_h4_duplicates_serve_as_they_fit() -> None:
    assert judge("rainbow", "k4 g5", "r6 b7 k8 o4") == NATURAL
    assert judge("rainbow", "k4 g5", "k6 b7 k8 o4 g4") == LIE


# PD-H5


def test_pd_h5_the_joker_is_any_number_and_colour() -> None:
    assert judge("four", "k8 joker", "g8 r8 b1") == BY_OWN_JOKER
    assert judge("four", "k8 b1", "g8 r8 joker") == BY_TABLE_JOKER
    assert judge("straight-flush", "p3 joker", "p5 p6 p7") == BY_OWN_JOKER
    assert judge("pair", "k1 joker", "g3 r5 b7") == BY_OWN_JOKER


def test_pd_h5_it_is_no_second_red_10() -> None:
    """PD-H5: Joker: your hand cannot have two red 10s."""
    table = "r1 r2 r3"
    assert judge("floosh", "r10 joker", table, say(10, 4)) == NATURAL
    assert judge("flush", "r10 joker", table, say(10, 4)) == BY_OWN_JOKER
    assert judge("flush", "b9 joker", "r10 r1 r2 r3", say(10, 4)) == LIE
    assert judge("flush", "b9 joker", "r10 r1 r2 r3", say(9, 4)) == BY_OWN_JOKER


def test_pd_h5_a_hand_that_does_not_need_it_is_natural() -> None:
    assert judge("three", "k8 joker", "g8 r8 b1") == NATURAL


def test_pd_h5_what_was_said_may_need_it() -> None:
    assert judge("straight", "k6 joker", "g2 r3 b4 o5") == NATURAL
    assert judge("straight", "k6 joker", "g2 r3 b4 o5", say(7)) == BY_OWN_JOKER
    assert judge("straight", "k6 joker", "g2 r3 b4 o5", say(8)) == LIE


# PD-H6


def test_pd_h6_no_kickers() -> None:
    """PD-H6: Showdown: 77773 is tied with 77775; they are both four 7s."""
    assert judge("four", "k7 g3", "r7 b7 o7", say(7)) == judge("four", "k7 g5", "r7 b7 o7", say(7)) == NATURAL
    assert rank_said(say(7)) == rank_said(say(7))


# PD-9: statements


def test_pd_9_straights_name_their_highest_number() -> None:
    """Showdown: say "7 high straight" and you must have that, not just any straight."""
    assert judge("straight", "k2 g3", "r4 r5 r6", say(6)) == NATURAL
    assert judge("straight", "k2 g3", "r4 r5 r6", say(7)) == LIE


def test_pd_9_flushes_name_the_highest_private_card_in_them() -> None:
    table = "g4 g5 g10 r1"
    assert judge("floosh", "g2 k9", table, say(2, 2)) == NATURAL
    assert judge("floosh", "g2 k9", table, say(10, 2)) == LIE  # lies on the table
    assert judge("floosh", "g2 k9", table, say(2, 4)) == LIE  # another colour
    assert judge("floosh", "g2 k9", "g4 g5 g6 g10", say(0, 2)) == NATURAL


def test_pd_9_an_understatement_is_no_lie() -> None:
    table = "g4 g5 g6 r1"
    assert judge("floosh", "g2 g9", table, say(9, 2)) == NATURAL
    assert judge("floosh", "g2 g9", table, say(2, 2)) == NATURAL
    assert judge("floosh", "g2 g9", "g4 g5 g6 g10", say(0, 2)) == NATURAL


def test_pd_9_a_private_joker_is_any_number_it_can_stand_for() -> None:
    table = "g4 g5 g6 r1"
    for number in (1, 2, 3, 7, 8, 9, 10):
        assert judge("floosh", "joker k1", table, say(number, 2)) == BY_OWN_JOKER
    for number in (0, 4, 5, 6):
        assert judge("floosh", "joker k1", table, say(number, 2)) == LIE


def test_pd_9_full_houses_name_three_and_pair_and_rank_so() -> None:
    assert judge("full-house", "k7 g7", "r7 b4 o4", say(7, -1, 4)) == NATURAL
    assert judge("full-house", "k7 g7", "r7 b4 o4", say(4, -1, 7)) == LIE
    assert rank_said(say(7, -1, 4)) > rank_said(say(7, -1, 3)) > rank_said(say(6, -1, 10))


def test_pd_9_colours_do_not_rank() -> None:
    assert rank_said(say(9, 0)) == rank_said(say(9, 5))


# PD-K9: two rows


def test_pd_k9_true_with_either_row_but_not_with_both_together() -> None:
    claim = CLAIM_CODES.index("three")
    mine, one, other = cards("k7 g1"), cards("r7 b3 o5"), cards("p7 b8 o9")
    assert verdict_in_rows(claim, 0, mine, one, other, 2) == LIE
    assert verdict_in_rows(CLAIM_CODES.index("pair"), 0, cards("k8 g1"), one, other, 2) == NATURAL
    assert verdict_in_rows(CLAIM_CODES.index("pair"), 0, cards("k8 g1"), one, other, 1) == LIE


def test_pd_k9_natural_in_one_row_is_natural() -> None:
    claim = CLAIM_CODES.index("three")
    one, other = cards("r7 joker o5"), cards("p7 b7 o9")
    assert verdict_in_rows(claim, 0, cards("k7 g1"), one, other, 2) == NATURAL
    assert verdict_in_rows(claim, 0, cards("k5 g1"), one, other, 2) == BY_TABLE_JOKER


# Everything against the brute force


def plain(code: str) -> brute.Card:
    """A card as the brute force has it."""
    return brute.JOKER if code == "joker" else (code[0], int(code[1:]))


def random_hand(random: Random) -> tuple[list[str], list[str]]:
    """2 to 4 private and 3 to 6 community cards: anything, or crowded into few colours or numbers, Jokers often."""
    crowd = random.random()
    colours = random.sample("kbgorp", random.choice([2, 3, 6]) if crowd < 0.7 else 6)
    low = random.randint(1, 6)
    numbers = range(low, low + 5) if crowd > 0.3 else range(1, 11)
    pool = [f"{colour}{number}" for colour in colours for number in numbers]
    private, shared = random.randint(2, 4), random.randint(3, 6)
    drawn = random.sample(pool, private + shared)
    if random.random() < 0.2:
        drawn[random.randrange(len(drawn))] = "joker"
    return drawn[:private], drawn[private:]


def spoken(said: int) -> brute.Statement:
    """A statement as the brute force has it."""
    colour = (said >> 4 & 15) - 1
    return said & 15, "kbgorp"[colour] if colour >= 0 else None, said >> 8


@pytest.mark.many
@pytest.mark.parametrize("part", range(4))
def test_every_claim_and_statement_agrees_with_the_brute_force(part: int) -> None:
    random = Random(part)
    sayings = [[(0, None), *((said, spoken(said)) for said in statements(claim))] for claim in range(10)]
    true = 0
    for _ in range(HANDS // 4):
        private, shared = random_hand(random)
        mine, table = cards(" ".join(private)), cards(" ".join(shared))
        natural, by_joker = brute.all_facts([plain(code) for code in private], [plain(code) for code in shared])
        helped = BY_OWN_JOKER if "joker" in private else BY_TABLE_JOKER
        for claim, code in enumerate(CLAIM_CODES):
            for said, words in sayings[claim]:
                fact = (code, words)
                expected = NATURAL if fact in natural else helped if fact in by_joker else LIE
                assert verdict(claim, said, mine, table) == expected, (fact, private, shared)
                true += expected != LIE
        everything = [claim for claim, code in enumerate(CLAIM_CODES) if (code, None) in natural | by_joker]
        assert truths(mine, table) == sum(1 << claim for claim in everything)
        assert best(mine, table) == max(everything, default=NOTHING), (private, shared)
    assert true > HANDS  # they are not all lies


def test_counting_agrees_with_looking_at_each_pair() -> None:
    random = Random(5)
    for _ in range(3):
        table = gather(random.sample(range(61), 5))
        unseen = gather(random.sample(list_cards(ALL_CARDS & ~table), 12))
        pairs = [1 << a | 1 << b for a in list_cards(unseen) for b in list_cards(unseen) if a < b]
        counts = count_best(table, unseen)
        assert sum(counts) == len(pairs) == size(unseen) * (size(unseen) - 1) // 2
        for claim in range(10):
            assert counts[claim] == sum(best(pair, table) == claim for pair in pairs)
            assert count_true(claim, 0, table, unseen) == sum(verdict(claim, 0, pair, table) != LIE for pair in pairs)
        assert counts[10] == sum(best(pair, table) == NOTHING for pair in pairs)
