"""The generator, pinned: these vectors are final. Whoever changes one makes every recorded game unreadable."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import pairwise, permutations
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandarium import Rng
from pandarium.core.rng import HALF, MASK, from_words, scramble

pytestmark = pytest.mark.conformance

WORDS = {
    0: (6345242836140038418, 4724682545923183025),
    1: (454729042128494435, 1298060918643953113),
    7: (5519017765771268127, 4387629003253275750),
    2**31: (1296146203727554105, 808073633637626952),
    2**63 - 1: (933951105211444337, 6081502813789110488),
    2**63: (3681494076749760956, 1174001231689613377),
    2**64 + 3: (3144852668948996480, 4227252096582486265),
    2**126 - 1: (9155490654989577989, 4082380890147492139),
}

BITS = {
    0: [
        *(8640884921823515910, 8341380969867369005, 5466556107472519096, 6074901712459892368, 3003275891055084913),
        *(5909450913795120964, 3651862458818009909, 1315875253376643237, 185485924294448316, 4822681206699625006),
        *(6961823190651677273, 4730634269362124906, 685005446981527351, 7661673602777722194, 846657505018234014),
        *(364050874824943065, 986312828215833879, 2678423083124720372, 5644254917185289391, 3885095191884075787),
    ],
    7: [
        *(4242753881959410801, 5052955830587125398, 8936287682698824727, 6965948864646216340, 3415509560077318373),
        *(6731563563134511401, 5379204799173818231, 8378453854203754227, 7968389121547499677, 7849030924758405334),
        *(4789969101262072435, 8876370617509700967, 7437699027807455423, 7318223837160110657, 132518766609370777),
        *(886050630715376915, 5472430271154204262, 6043740172821474652, 5159803285604018860, 2687173029534223081),
    ],
    2**126 - 1: [
        *(3624474844756990504, 5562469596776625186, 1124648354617271067, 3861664090061298418, 6431640940422914310),
        *(1472926888928967410, 3160073186287836381, 1203108786739898343, 1106635448560574489, 7278546321348993183),
        *(2763380576894136079, 5703586622487220661, 2942396866842189317, 8116575506106014231, 3940623630098955369),
        *(9075875458601374516, 4519058492715774623, 3088101427026185487, 5019050861539979719, 199658244118121199),
    ],
}

SALTED = {
    1: (107570036082252062, 5077097146169878573),
    5: (6634240965275002234, 883605191388032085),
    2**62: (4992069363350973371, 1960038740321866413),
    2**63 - 1: (8604302052906010844, 2003589151893406190),
}


# Golden vectors


@pytest.mark.parametrize("seed", WORDS)
def test_seeding(seed):
    assert Rng(seed).words() == WORDS[seed]


@pytest.mark.parametrize("seed", BITS)
def test_the_first_twenty_outputs(seed):
    rng = Rng(seed)
    assert [rng.bits() for _ in range(20)] == BITS[seed]


def test_the_words_after_twenty_outputs():
    rng = Rng(7)
    for _ in range(20):
        rng.bits()
    assert rng.words() == (1317893349205099219, 2232657852213090740)


def test_below():
    rng = Rng(7)
    sizes = (1, 2, 3, 5, 6, 7, 10, 12, 52, 100, 1000, 65537, 10**6, 2**30, 2**31 - 1)
    assert [rng.below(n) for n in sizes] == [
        *(0, 1, 2, 3, 2, 5, 5, 10, 44, 85, 519, 63071, 806396, 851953383, 30854429),
    ]


def test_dice():
    rng = Rng(7)
    six = [3, 4, 6, 5, 3, 5, 4, 6, 6, 6, 4, 6, 5, 5, 1, 1, 4, 4, 4, 2, 5, 3, 2, 4, 5, 5, 5, 6, 5, 6]
    assert [rng.die(6) for _ in range(30)] == six
    rng = Rng(7)
    twenty = [10, 11, 20, 16, 8, 15, 12, 19, 18, 18, 11, 20, 17, 16, 1, 2, 12, 14, 12, 6]
    assert [rng.die(20) for _ in range(20)] == twenty


def test_shuffling():
    rng = Rng(7)
    cards = list(range(12))
    rng.shuffle(cards)
    assert cards == [0, 1, 7, 8, 4, 3, 11, 2, 10, 9, 6, 5]
    assert rng.words() == (6612581043401816556, 7394546321358961168)
    cards = list(range(52))
    Rng(7).shuffle(cards)
    assert cards[:13] == [8, 31, 6, 50, 7, 13, 44, 42, 15, 49, 4, 33, 10]
    assert sorted(cards) == list(range(52))


@pytest.mark.parametrize("salt", SALTED)
def test_salting(salt):
    rng = Rng(7)
    rng.salt(salt)
    assert rng.words() == SALTED[salt]


def test_a_salt_of_0_is_none_and_only_63_bits_count():
    rng = Rng(7)
    rng.salt(0)
    assert rng.words() == WORDS[7]
    rng.salt(2**63 + 5)
    assert rng.words() == SALTED[5]


def test_forking():
    rng = Rng(7)
    fork = rng.fork()
    assert fork.words() == tuple(BITS[7][:2])
    assert rng.bits() == BITS[7][2]


def test_the_scrambler():
    assert [scramble(x) for x in (0, 1, 2, 2**62, 2**63 - 1)] == [
        *(0, 6157291389303946558, 4590990482918710820, 6166121131079116249, 1965783028640548235),
    ]


# What it promises


def test_a_negative_seed_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        Rng(-1)


def test_without_a_seed_it_is_seed_0():
    assert Rng().words() == WORDS[0]


def test_words_give_the_generator_back():
    rng = Rng(99)
    rng.bits()
    assert from_words(*rng.words()).bits() == rng.bits()


def test_a_second_word_of_0_would_stand_still_and_becomes_1():
    assert from_words(5, 0).words() == (5, 1)


def test_all_seeds_of_a_wide_range_give_other_words():
    seeds = [*range(2000), *(2**k for k in range(11, 126)), *(2**63 * k for k in range(2, 300))]
    assert len({Rng(seed).words() for seed in seeds}) == len(set(seeds))


@pytest.mark.parametrize(
    "make_copy", [lambda rng: rng.clone(), copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_a_copy_goes_its_own_way_with_the_same_numbers(make_copy):
    rng = Rng(5)
    rng.bits()
    other = make_copy(rng)
    ahead = [rng.bits() for _ in range(5)]
    assert [other.bits() for _ in range(5)] == ahead


@given(st.integers(0, MASK), st.integers(0, MASK))
def test_outputs_and_words_stay_within_63_bits(a, b):
    rng = from_words(a, b)
    for _ in range(3):
        assert 0 <= rng.bits() <= MASK
        assert all(0 <= word <= MASK for word in rng.words())
    assert rng.words()[1] != 0


@given(st.integers(0, MASK), st.integers(0, MASK))
def test_the_scrambler_loses_nothing(x, y):
    assert (scramble(x) == scramble(y)) == (x == y)


@given(st.integers(0, MASK), st.integers(1, 2**31 - 1))
def test_below_stays_below(seed, n):
    rng = Rng(seed)
    assert 0 <= rng.below(n) < n
    assert 1 <= rng.die(n) <= n


@given(st.integers(0, MASK), st.lists(st.integers(0, 100), max_size=30))
def test_shuffling_loses_nothing(seed, cards):
    shuffled = list(cards)
    Rng(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(cards)


class Scripted(Rng):
    """A generator that gives the 32 high bits it is told to."""

    def __init__(self, high):
        super().__init__(0)
        self.high = list(high)

    def bits(self):
        return self.high.pop(0) << 31


@pytest.mark.parametrize("n", [3, 5, 6, 7, 10, 20, 52, 2**30 + 1, 2**31 - 1])
def test_below_is_exact_where_equal_shares_do_not_fit(n):
    """Of 2**32 values, 2**32 mod n are drawn again: those whose product with n has a low part below that rest."""
    all_values = HALF + 1
    rest = all_values % n
    share = gcd(n, all_values)
    inverse = pow(n // share, -1, all_values // share)
    accepted = 2**31 + 1
    for low in (0, share, rest - share, rest, rest + share, n - share, n):
        value = low // share * inverse % (all_values // share)
        assert value * n % all_values == low
        rng = Scripted([value, accepted])
        found = rng.below(n)
        again = low < rest
        assert len(rng.high) == (0 if again else 1)
        assert found == (accepted if again else value) * n >> 32


# Statistics: fixed seeds, thresholds that a fair generator misses less than once in a million


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(("sides", "limit"), [(2, 24), (6, 37), (8, 41), (12, 49), (20, 64)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dice_are_fair(sides, limit, seed):
    rng = Rng(seed)
    rolls = 6000
    counts = Counter(rng.die(sides) for _ in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    assert chi_square(counts.values(), rolls / sides) < limit


@pytest.mark.parametrize("seed", [1, 2])
def test_all_shuffles_are_equally_likely(seed):
    rng = Rng(seed)
    deals = 9600
    counts = Counter()
    for _ in range(deals):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts.values(), deals / 24) < 71


def test_every_bit_is_balanced():
    rng = Rng(4)
    draws = 6000
    ones = [0] * 63
    for _ in range(draws):
        word = rng.bits()
        for bit in range(63):
            ones[bit] += word >> bit & 1
    assert all(abs(count - draws / 2) < 5 * (draws / 4) ** 0.5 for count in ones)


def test_neighbouring_seeds_and_salts_have_nothing_in_common():
    for first in ([Rng(seed).die(6) for seed in range(6000)], [_salted(salt).die(6) for salt in range(1, 6001)]):
        assert chi_square(Counter(first).values(), 1000) < 37
        pairs = Counter(pairwise(first))
        assert chi_square(pairs.values(), 5999 / 36) < 92


def _salted(salt):
    rng = Rng(1)
    rng.salt(salt)
    return rng


def test_rolls_do_not_depend_on_the_roll_before():
    rng = Rng(6)
    rolls = [rng.die(6) for _ in range(7201)]
    pairs = Counter(pairwise(rolls))
    assert len(pairs) == 36
    assert chi_square(pairs.values(), 7200 / 36) < 92
