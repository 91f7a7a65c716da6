"""Which tests `make quick` chooses."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def quick() -> ModuleType:
    spec = spec_from_file_location("quick", ROOT / "tools" / "quick.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("src/pandarium/core/rng.py", "tests/core/test_rng.py"),
        ("src/pandarium/core/meta.py", "tests/core"),
        ("src/pandarium/server/store/writer.py", "tests/server/store/test_writer.py"),
        ("src/pandarium/server/store/rows.py", "tests/server/store"),
        ("src/pandarium/games/royale/engine/scoring.py", "tests/games/royale"),
        ("tests/core/test_match.py", "tests/core/test_match.py"),
        ("tests/games/royale/table.py", "tests/games/royale"),
        ("src/pandarium/games/royale/web/Table.svelte", None),
        ("web/src/main.ts", None),
        ("README.md", None),
    ],
)
def test_a_file_is_tested_by_what_lies_nearest(quick: ModuleType, path: str, test: str | None) -> None:
    assert [str(found.relative_to(ROOT)) for found in quick.tests_near(path)] == ([test] if test else [])


def test_what_lies_at_the_root_of_many_folders_is_tested_by_what_names_it(quick: ModuleType) -> None:
    found = quick.tests_of(["src/pandarium/server/app.py"])
    server = ROOT / "tests" / "server"
    assert {server / "http", server / "ops" / "test_protocol_reference.py"} <= set(found)
    assert ROOT / "tests" / "server" not in found
    assert not any((ROOT / "tests" / "server" / "store") in (test, *test.parents) for test in found)


def test_what_tests_are_built_with_is_tested_by_what_imports_it(quick: ModuleType) -> None:
    tests = ROOT / "tests"
    found = quick.tests_of(["tests/server/judging.py", "tests/server/interruptions.py"])
    wanted = (
        "cluster/test_kill.py",
        "cluster/test_outages.py",
        "cluster/test_takeover.py",
        "tournaments/test_tournaments.py",
    )
    assert set(found) == {tests / "server" / name for name in wanted}
    by_another = quick.tests_of(["tests/server/worlds.py"])  # which tests/server/whole_games.py imports
    assert by_another == [tests / "server" / "test_leaks.py"]
    assert tests / "server" not in quick.tests_of(["tests/server/harness.py"])


def test_no_test_is_run_twice(quick: ModuleType) -> None:
    paths = ["src/pandarium/core/rng.py", "src/pandarium/core/meta.py", "tests/core/test_match.py"]
    assert quick.tests_of(paths) == [ROOT / "tests" / "core"]


def test_the_contract_is_checked_for_games_whose_rules_changed(quick: ModuleType) -> None:
    assert list(quick.game_of("src/pandarium/games/royale/engine/flow.py")) == ["royale"]
    assert list(quick.game_of("src/pandarium/games/royale/web/Table.svelte")) == []
