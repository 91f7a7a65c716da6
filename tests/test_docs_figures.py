"""The pages that tell what was measured of the server say what bench/results say."""

from __future__ import annotations

import copy
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from server_figures import PAGES, POSTGRES, Results, read, written


@pytest.fixture
def results() -> Results:
    return Results(*copy.deepcopy(read()))


@pytest.mark.parametrize("name", PAGES)
def test_the_page_says_what_was_measured(name: str, results: Results) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert page == written(name, page, results), "run python tools/server_figures.py"


def test_other_results_make_another_page(results: Results) -> None:
    results.load["servers"][0]["median"]["open p99"] = 7.77
    results.load["ratios of moves/s, closed loop"]["bgio-memory"]["ours-sqlite"] = 2.5
    results.drill["stretches"]["a server is killed"]["sockets lost"] = 1_234
    for name, told in (
        ("docs/host.md", ["| 7.8 (", "does 2.50 times"]),
        ("docs/scale.md", ["| 1,234 |"]),
        ("bench/server/README.md", ["| 7.8 ms |", "| 2.50 × |"]),
    ):
        page = written(name, (ROOT / name).read_text(encoding="utf-8"), results)
        assert [words for words in told if words not in page] == []


def test_a_hundred_thousand_tables_are_reckoned_from_what_was_measured(results: Results) -> None:
    (ours,) = (server for server in results.load["servers"] if server["name"] == POSTGRES)
    ours["median"] |= {
        "closed rate": 2000,
        "kB a table": 5,
        "kB a socket": 20,
        "MB empty": 100,
        "bytes an update": 1000,
    }
    results.drill["bytes a row of the log, with its index"] = 200
    page = written("docs/scale.md", (ROOT / "docs" / "scale.md").read_text(encoding="utf-8"), results)
    shown = {row[1]: row[2] for row in re.finditer(r"^\| ([^|]+) \|.* \| ([^|]*) \|$", page, re.MULTILINE)}
    assert shown["memory"] == "9.4 GB"  # 0.5 + 8 + 18 workers of 50 MB
    assert shown["cores for servers"] == "9"  # 10,000 a second, 1,200 a core
    assert shown["notices from worker to worker a second"] == "180,000"
    assert shown["growth of the database"] == "173 GB a day"
    # 270 for servers, 330 for others, 104 TB, and 5,184 GB at 0.05 each
    assert "**about 960**" in page
    assert "1.0 cents for a table and month" in page


def test_what_one_more_server_adds_is_reckoned_from_the_time_of_a_move(results: Results) -> None:
    (ours,) = (server for server in results.load["servers"] if server["name"] == POSTGRES)
    ours["median"] |= {"closed rate": 2000, "server cpu": 0.8}
    page = written("docs/scale.md", (ROOT / "docs" / "scale.md").read_text(encoding="utf-8"), results)
    assert "Reckoned from the CPU time of a move, not measured" in page
    assert "servers took 0.80 of a core for 2,000 moves a second, 400 µs each" in page
    assert "adds at most 2,500 moves a second, and 1,500 with its core used to 60 %" in page


def test_a_page_that_lost_a_marked_part_is_named(results: Results) -> None:
    with pytest.raises(SystemExit, match=r"docs/host\.md has marked parts \[\], expected \['what it carries'\]"):
        written("docs/host.md", "# Host it\n", results)


def test_a_run_without_one_of_the_servers_is_told(results: Results) -> None:
    results.load["servers"] = [server for server in results.load["servers"] if server["name"] != POSTGRES]
    with pytest.raises(SystemExit, match="of ours-postgres: make bench-server measures all four"):
        written("bench/server/README.md", (ROOT / "bench/server/README.md").read_text(encoding="utf-8"), results)
