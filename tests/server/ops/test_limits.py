from __future__ import annotations

import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandarium.server.ops import limits
from pandarium.server.ops.limits import Bucket, Buckets, client_address, client_scheme, network


def scope(*forwarded: str, client: str | None = "10.0.0.9", **others: str) -> dict[str, object]:
    headers = [(b"x-forwarded-for", line.encode("latin-1")) for line in forwarded]
    headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in others.items()]
    return {"client": (client, 4000) if client else None, "headers": headers, "scheme": "http"}


def test_a_bucket_gives_its_burst_and_then_its_rate():
    bucket = Bucket(per_second=2.0, burst=3)
    assert [bucket.take(100.0) for _ in range(4)] == [0.0, 0.0, 0.0, pytest.approx(0.5)]
    assert bucket.take(100.4) == pytest.approx(0.1)
    assert bucket.take(100.5) == 0.0
    assert bucket.take(100.5) == pytest.approx(0.5)


def test_a_bucket_never_holds_more_than_its_burst():
    bucket = Bucket(per_second=2.0, burst=3)
    assert [bucket.take(1e6) for _ in range(4)].count(0.0) == 3


def test_a_bucket_is_slim():
    assert not hasattr(Bucket(1.0, 1), "__dict__")
    assert not hasattr(Buckets(1.0, 1), "__dict__")


@given(
    st.lists(st.floats(0, 3), min_size=1, max_size=60),
    st.floats(0.1, 50),
    st.integers(1, 20),
)
def test_never_more_than_burst_and_rate_allow_and_waiting_as_told_is_enough(gaps, rate, burst):
    one, many, now, allowed = Bucket(rate, burst), Buckets(rate, burst), 50.0, 0
    for gap in gaps:
        now += gap
        wait = one.take(now)
        assert many.take("p_1", now) == wait
        allowed += wait == 0.0
        if wait:
            now += wait
            assert one.take(now) == many.take("p_1", now) == 0.0
            allowed += 1
    assert allowed <= burst + rate * (now - 50.0) + 1e-3


def test_without_a_moment_the_clock_decides():
    buckets = Buckets(0.001, 1)
    assert buckets.take("p_1") == 0.0
    assert 500 < buckets.take("p_1") <= 1000
    assert buckets.take("p_2") == 0.0
    bucket = Bucket(0.001, 1)
    assert bucket.take() == 0.0
    assert bucket.take() > 500


def test_an_ipv6_network_shares_one_bucket():
    buckets = Buckets(1.0, 1)
    assert buckets.take("2001:db8:0:1::1", 5.0) == 0.0
    assert buckets.take("2001:db8:0:1:ffff::2", 5.0) == 1.0
    assert buckets.take("2001:db8:0:2::1", 5.0) == 0.0
    assert buckets.take("192.0.2.1", 5.0) == 0.0
    assert buckets.take("::ffff:192.0.2.1", 5.0) == 1.0
    assert network("login:panda") == "login:panda"


def test_memory_is_bounded_and_full_buckets_go_first():
    buckets = Buckets(1.0, 1, max_keys=3)
    for key, moment in [("spent", 9.5), ("full", 8.0), ("also spent", 9.6)]:
        buckets.take(key, moment)
    assert buckets.take("new", 10.0) == 0.0
    assert len(buckets) == 3
    assert buckets.take("spent", 10.0) > 0
    assert buckets.take("also spent", 10.0) > 0


def test_when_all_are_spent_the_longest_unseen_is_forgotten():
    buckets = Buckets(0.001, 1, max_keys=3)
    for key in ("a", "b", "c"):
        assert buckets.take(key, 10.0) == 0.0
    assert buckets.take("a", 10.0) > 0  # asking again keeps it in mind
    assert buckets.take("d", 10.0) == 0.0
    assert len(buckets) == 3
    assert buckets.take("a", 10.0) > 0
    assert buckets.take("b", 10.0) == 0.0


def test_a_flood_of_keys_stays_cheap():
    buckets = Buckets(0.001, 1, max_keys=1000)
    start = time.process_time()
    for number in range(20_000):
        buckets.take(f"p_{number}", 10.0)
    assert len(buckets) == 1000
    assert time.process_time() - start < 5


def test_nonsense_limits_are_refused():
    for rate, burst, keys in [(0, 1, 1), (-1, 1, 1), (math.nan, 1, 1), (1, 0.5, 1), (1, 1, 0)]:
        with pytest.raises(ValueError, match="a limit needs"):
            Buckets(rate, burst, keys)


def test_every_rate_is_listed_and_can_be_widened_or_lifted():
    named = {value for value in vars(limits).values() if isinstance(value, limits.Rate)}
    assert named == set(limits.RATES)
    assert len({(rate.what, rate.whose) for rate in limits.RATES}) == len(limits.RATES)
    for rate in limits.RATES:
        for scale in (0.01, 1.0, 2.0):
            buckets = rate.buckets(scale)
            allowed = [buckets.take("p_1", 1.0) for _ in range(500)].count(0.0)
            assert allowed == max(1, int(rate.burst * scale))
        lifted = rate.buckets(0)
        assert not any(lifted.take("p_1", 1.0) for _ in range(500))
        assert len(lifted) == 0
        assert rate.bucket().take(1.0) == 0.0


def test_without_proxies_nobody_can_tell_another_address():
    assert client_address(scope("1.2.3.4"), 0) == "10.0.0.9"
    assert client_address(scope(client=None), 0) == limits.LOCAL
    assert client_address(scope(client="::ffff:192.0.2.1"), 0) == "192.0.2.1"


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        (["203.0.113.7"], 1, "203.0.113.7"),
        (["6.6.6.6, 203.0.113.7"], 1, "203.0.113.7"),
        (["6.6.6.6", "203.0.113.7"], 1, "203.0.113.7"),
        (["6.6.6.6, 203.0.113.7, 10.0.0.1"], 2, "203.0.113.7"),
        (["6.6.6.6", "203.0.113.7,10.0.0.1"], 2, "203.0.113.7"),
        (["203.0.113.7"], 2, "203.0.113.7"),
        ([], 1, "10.0.0.9"),
        (["6.6.6.6, unknown"], 1, "10.0.0.9"),
        (["6.6.6.6,"], 1, "10.0.0.9"),
        (["203.0.113.7:5555"], 1, "203.0.113.7"),
        (["[2001:DB8::7]:5555"], 1, "2001:db8::7"),
        (["2001:db8:0::7"], 1, "2001:db8::7"),
        (["fe80::1%eth0"], 1, "fe80::1"),
        (["\xff<script>"], 1, "10.0.0.9"),
    ],
)
def test_as_many_hops_are_believed_as_there_are_proxies(forwarded, proxies, address):
    assert client_address(scope(*forwarded), proxies) == address


def test_a_proxy_on_a_unix_socket_is_believed_too():
    assert client_address(scope("203.0.113.7", client=None), 1) == "203.0.113.7"


def test_the_scheme_is_believed_behind_proxies_only():
    forwarded = scope(x_forwarded_proto="https")
    assert client_scheme(forwarded, 0) == "http"
    assert client_scheme(forwarded, 1) == "https"
    assert client_scheme(scope(x_forwarded_proto="https, http"), 1) == "http"
    assert client_scheme(scope(x_forwarded_proto="gopher"), 1) == "http"
    assert client_scheme({**scope(), "scheme": "wss"}, 1) == "https"
    assert client_scheme(scope(x_forwarded_proto="wss"), 1) == "https"
