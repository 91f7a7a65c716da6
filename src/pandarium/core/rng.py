"""The random generator that lives inside a state.

Two 63-bit words: a linear congruential one (period 2**63) and a 63-bit xorshift (period 2**63 - 1), added and
then scrambled by two multiplications, so that outputs seen so far do not give the words away. Every step is
masked to 63 bits, so that compiled and interpreted code agree to the bit. The golden vectors in
`tests/core/test_rng.py` pin it: changing this file changes every game ever recorded.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

MASK: Final[i64] = int("7FFF_FFFF_FFFF_FFFF", 16)  # a literal beyond 2**62 would be a Python object when compiled
HALF: Final = 0xFFFF_FFFF
_WORD: Final[int] = int("7FFF_FFFF_FFFF_FFFF", 16)  # the same mask for seeds, which may be longer than 64 bits

_MULTIPLIER: Final = 0x1851_F42D_4C95_7F2D
_INCREMENT: Final = 0x1405_7B7E_F767_814F
_GOLDEN: Final = 0x1E37_79B9_7F4A_7C15
_SCRAMBLE_1: Final = 0x3F58_476D_1CE4_E5B9
_SCRAMBLE_2: Final = 0x14D0_49BB_1331_11EB


def scramble(x: i64) -> i64:
    """A bijection on 63-bit words without any linear structure worth the name."""
    x = ((x ^ (x >> 32)) * _SCRAMBLE_1) & MASK
    x = ((x ^ (x >> 29)) * _SCRAMBLE_2) & MASK
    return x ^ (x >> 32)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """A small deterministic generator.

    >>> rng = Rng(7)
    >>> [rng.die(6) for _ in range(8)]
    [3, 4, 6, 5, 3, 5, 4, 6]
    """

    a: i64
    b: i64

    def __init__(self, seed: int = 0) -> None:
        if seed < 0:
            raise ValueError("a seed is 0 or more")
        self.a = 0
        self.b = 1
        if seed <= _WORD:
            self.absorb(seed)
            return
        low: i64 = seed & _WORD
        self.absorb(low)
        rest = seed >> 63
        while rest > 0:
            low = rest & _WORD
            self.absorb(low)
            rest >>= 63

    def absorb(self, word: i64) -> None:
        """Fold a 63-bit word into both state words."""
        self.a = scramble((self.a + word + _GOLDEN) & MASK)
        self.b = scramble((self.b ^ self.a ^ _INCREMENT) & MASK)
        if self.b == 0:
            self.b = 1

    def salt(self, salt: int) -> None:
        """Mix a salt in; 0 leaves the generator as it is."""
        word: i64 = salt & _WORD
        if word != 0:
            self.absorb(word)

    def bits(self) -> i64:
        """The next 63 bits."""
        self.a = (self.a * _MULTIPLIER + _INCREMENT) & MASK
        b: i64 = self.b
        b ^= (b << 7) & MASK
        b ^= b >> 8
        b ^= (b << 12) & MASK
        self.b = b
        return scramble((self.a + b) & MASK)

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each equally likely, exactly (1 <= n < 2**31)."""
        product: i64 = (self.bits() >> 31) * n
        low: i64 = product & HALF
        if low < n:
            too_low: i64 = (HALF + 1 - n) % n
            while low < too_low:
                product = (self.bits() >> 31) * n
                low = product & HALF
        return product >> 32

    def die(self, sides: i64) -> i64:
        """A roll from 1 to sides."""
        return self.below(sides) + 1

    def shuffle(self, items: list[i64]) -> None:
        """Shuffle in place (Fisher-Yates)."""
        n: i64 = len(items)
        while n > 1:
            k = self.below(n)
            n -= 1
            items[k], items[n] = items[n], items[k]

    def clone(self) -> Rng:
        """An independent copy that will give the same numbers."""
        return from_words(self.a, self.b)

    def fork(self) -> Rng:
        """A new generator seeded from this one."""
        return from_words(self.bits(), self.bits())

    def words(self) -> tuple[int, int]:
        """The two state words, for `dump`."""
        return (self.a, self.b)

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return (from_words, self.words())


def from_words(a: i64, b: i64) -> Rng:
    """The generator with exactly these state words."""
    rng = Rng()
    rng.a = a & MASK
    rng.b = b & MASK
    if rng.b == 0:
        rng.b = 1
    return rng
