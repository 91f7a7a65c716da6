"""Fair deals that anyone can check.

A table draws a 256-bit secret and shows its hash before the deal. The seed of the deal and the salt of every move
follow from the secret by keyed BLAKE2b. When the game is over the secret is shown: whoever noted the hash can replay
the whole game from it. Until then nobody can compute the next card, not even with the source and every card seen.

>>> secret = bytes(32)
>>> commitment(secret)
'05a69b9de5c5f0f6a0f33c13e3163e6726166afdf0a0aa8dfc32d358fd25fad8'
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A secret for one table."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the deal."""
    return blake2b(secret, digest_size=32, person=b"pandarium-hash").hexdigest()


def seed_from(secret: bytes) -> int:
    """The 126-bit seed of the deal."""
    return _derive(secret, b"seed", 16) >> 2


def salt_from(secret: bytes, move_number: int) -> int:
    """The salt of move 0, 1, 2 …: 63 bits, never 0."""
    return (_derive(secret, b"salt%d" % move_number, 8) >> 1) or 1


def reveal_seed(secret: bytes, reveals: int) -> int:
    """The 126-bit seed of the chance after that many reveals, where it does not depend on what was played before."""
    return _derive(secret, b"reveal%d" % reveals, 16) >> 2


def bot_seed(secret: bytes, move_number: int, seat: int) -> int:
    """The 126-bit seed of what a bot makes up at that point, where the same deal is to meet the same bots."""
    return _derive(secret, b"bot%d,%d" % (move_number, seat), 16) >> 2


def _derive(secret: bytes, label: bytes, size: int) -> int:
    digest = blake2b(label, key=secret, digest_size=size, person=b"pandarium-deal").digest()
    return int.from_bytes(digest, "big")
