from __future__ import annotations

import pytest

from pandarium.core import fair

pytestmark = pytest.mark.conformance

ZERO = bytes(32)
COUNTING = bytes(range(32))


def test_golden_commitments():
    assert fair.commitment(ZERO) == "05a69b9de5c5f0f6a0f33c13e3163e6726166afdf0a0aa8dfc32d358fd25fad8"
    assert fair.commitment(COUNTING) == "184dcebcab01fbd4e6a873c969330ffdd9e5afaf05f1a1d0a326a804ee5913e0"


def test_golden_seeds():
    assert fair.seed_from(ZERO) == 14158748956642092857576456631454091466
    assert fair.seed_from(COUNTING) == 956902660588722344789752877670919321


def test_golden_salts():
    assert [fair.salt_from(ZERO, number) for number in range(3)] == [
        *(3861013184146233653, 1252660415084599252, 6602923152533192066),
    ]
    assert [fair.salt_from(COUNTING, number) for number in range(3)] == [
        *(7385549597941751254, 1850113253103598922, 2880888811239177642),
    ]


def test_secrets_are_256_bits_and_never_the_same():
    drawn = {fair.new_secret() for _ in range(50)}
    assert len(drawn) == 50
    assert {len(secret) for secret in drawn} == {fair.SECRET_BYTES}


def test_seed_and_salts_have_the_size_that_the_generator_takes():
    for number in range(200):
        secret = number.to_bytes(32, "big")
        assert 0 <= fair.seed_from(secret) < 2**126
        assert 0 < fair.salt_from(secret, number) < 2**63


def test_nothing_of_the_secret_is_in_what_is_shown():
    secret = COUNTING
    shown = fair.commitment(secret)
    assert secret.hex()[:8] not in shown
    assert f"{fair.seed_from(secret):x}"[:8] not in shown


def test_one_bit_of_the_secret_changes_everything():
    other = bytes([1]) + ZERO[1:]
    assert fair.commitment(other) != fair.commitment(ZERO)
    assert fair.seed_from(other) != fair.seed_from(ZERO)
    assert fair.salt_from(other, 0) != fair.salt_from(ZERO, 0)


def test_the_salts_of_a_game_are_all_different():
    assert len({fair.salt_from(ZERO, number) for number in range(1000)}) == 1000


def test_a_state_can_be_dealt_from_every_seed_that_a_secret_gives():
    from pandarium import Match, Record

    secret = ZERO
    record = Record(game="royale", rules=1, seats=2, secret=secret.hex(), commitment=fair.commitment(secret))
    match = Match(record)
    seat = match.state.actors()[0]
    match.play(seat, match.state.legal(seat)[0])
    assert Match(match.record).state.dump() == match.state.dump()
