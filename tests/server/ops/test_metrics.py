from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pandarium.server.ops import metrics as counting
from pandarium.server.ops.metrics import Metrics, may_read

TOKEN = "a token for the tests"


def lines(metrics: Metrics) -> list[str]:
    return metrics.render()[0].decode().splitlines()


@pytest.fixture(autouse=True)
def one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(counting.DIRECTORY, raising=False)


def test_moves_are_counted_by_game_and_by_whom():
    metrics = Metrics()
    metrics.moved("royale", "person")
    metrics.moved("royale", "person")
    metrics.moved("royale", "bot")
    assert 'pandarium_moves_total{by="person",game="royale"} 2.0' in lines(metrics)
    assert 'pandarium_moves_total{by="bot",game="royale"} 1.0' in lines(metrics)


def test_refusals_and_requests_are_counted():
    metrics = Metrics()
    metrics.refused("stale")
    metrics.answered("GET", "/tables/{id}", 200)
    assert 'pandarium_refusals_total{code="stale"} 1.0' in lines(metrics)
    assert 'pandarium_http_requests_total{method="GET",route="/tables/{id}",status="200"} 1.0' in lines(metrics)


def test_everything_promised_is_rendered():
    metrics = Metrics()
    for counter in (metrics.takeovers, metrics.resyncs, metrics.flood_closes, metrics.bus_dropped):
        counter.inc()
    for gauge in (metrics.sockets, metrics.tables_live, metrics.tables_running):
        gauge.inc()
        gauge.inc()
        gauge.dec()
    for histogram in (metrics.commit_seconds, metrics.move_seconds, metrics.bot_seconds):
        histogram.observe(0.02)
    found = lines(metrics)
    for name in ("takeovers_total", "resyncs_total", "flood_closes_total", "bus_dropped_total"):
        assert f"pandarium_{name} 1.0" in found
    for name in ("sockets", "tables_live", "tables_running", "commit_seconds_count", "bot_seconds_count"):
        assert f"pandarium_{name} 1.0" in found
    assert 'pandarium_move_seconds_bucket{le="0.025"} 1.0' in found
    assert 'pandarium_move_seconds_bucket{le="0.01"} 0.0' in found


def test_the_content_type_is_that_of_prometheus():
    content, kind = Metrics().render()
    assert kind.startswith("text/plain; version=0.0.4")
    assert content.startswith(b"# HELP pandarium_")


def test_labels_without_end_are_counted_together():
    metrics = Metrics()
    for number in range(counting.LABELS_KEPT + 50):
        metrics.refused(f"code{number}")
    metrics.refused("code0")
    found = [line for line in lines(metrics) if line.startswith("pandarium_refusals_total{")]
    assert len(found) == counting.LABELS_KEPT + 1
    assert 'pandarium_refusals_total{code="other"} 50.0' in found
    assert 'pandarium_refusals_total{code="code0"} 2.0' in found


def test_two_servers_in_one_process_count_apart():
    one, two = Metrics(), Metrics()
    one.resyncs.inc()
    assert "pandarium_resyncs_total 1.0" in lines(one)
    assert "pandarium_resyncs_total 0.0" in lines(two)


WORKER = """
import sys
from pandarium.server.ops.metrics import Metrics
metrics = Metrics()
metrics.moved("royale", "person")
metrics.sockets.inc()
metrics.commit_seconds.observe(0.002)
print(metrics.render()[0].decode(), "END", flush=True)
sys.stdin.readline()
"""


def rendered(worker: subprocess.Popen[str]) -> list[str]:
    assert worker.stdout is not None
    found = []
    for line in worker.stdout:
        if line.strip() == "END":
            break
        found.append(line.strip())
    return found


def test_workers_add_up_and_the_dead_leave_their_counters_behind(monkeypatch):
    monkeypatch.setenv(counting.DIRECTORY, "")  # so that it is put back afterwards
    directory = counting.share_among_workers()
    workers: list[subprocess.Popen[str]] = []

    def start() -> list[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        workers.append(subprocess.Popen([sys.executable, "-c", WORKER], env=dict(os.environ), **pipes))
        return rendered(workers[-1])

    def end(worker: subprocess.Popen[str]) -> None:
        worker.communicate("\n", timeout=300)

    try:
        assert 'pandarium_moves_total{by="person",game="royale"} 1.0' in start()
        both = start()
        assert 'pandarium_moves_total{by="person",game="royale"} 2.0' in both
        assert "pandarium_sockets 2.0" in both
        assert 'pandarium_commit_seconds_bucket{le="0.0025"} 2.0' in both
        end(workers[0])
        after = start()
        assert 'pandarium_moves_total{by="person",game="royale"} 3.0' in after
        assert "pandarium_sockets 2.0" in after
    finally:
        for worker in workers:
            if worker.poll() is None:
                end(worker)
        for place in Path(directory).iterdir():
            place.unlink()
        directory.rmdir()


def scope(client: str | None, **headers: str) -> dict[str, object]:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": (client, 4000) if client else None, "headers": pairs}


def test_without_a_token_only_this_machine_may_read():
    for address in ("127.0.0.1", "127.5.5.5", "::1", "::ffff:127.0.0.1", None):
        assert may_read(scope(address), None, 0)
    for address in ("10.0.0.1", "203.0.113.7", "2001:db8::1", "testclient"):
        assert not may_read(scope(address), None, 0)


def test_visitors_behind_a_local_proxy_are_not_local():
    assert not may_read(scope("127.0.0.1", x_forwarded_for="203.0.113.7"), None, 1)
    assert not may_read(scope("127.0.0.1", x_forwarded_for="127.0.0.1, 203.0.113.7"), None, 1)
    assert not may_read(scope("127.0.0.1", x_forwarded_for="127.0.0.1"), None, 0)
    assert not may_read(scope("127.0.0.1", forwarded="for=203.0.113.7"), None, 0)


def test_with_a_token_the_token_alone_counts():
    assert may_read(scope("203.0.113.7", authorization=f"Bearer {TOKEN}"), TOKEN, 0)
    assert not may_read(scope("127.0.0.1"), TOKEN, 0)
    for wrong in ("", TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer "):
        assert not may_read(scope("127.0.0.1", authorization=wrong), TOKEN, 0)
