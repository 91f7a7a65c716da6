"""What is published agrees with itself: one version, pinned actions, settings that exist, true notes."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import pandarium
from pandarium.server.settings import VARIABLES

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from release_notes import main, notes_of, version_of

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMPOSE = [ROOT / "compose.yaml", ROOT / "compose.cluster.yaml"]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
SETTINGS = {name for name, _ in VARIABLES.values()}
CHANGELOG = """# Changelog

## [Unreleased]

## [1.1.0] – 2026-03-01

### Added

- Pandas wave. [docs/web.md](docs/web.md#waving), [PEP 770](https://peps.python.org/pep-0770/)

## [1.0.0] – 2026-02-01

- All.
"""


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    source = ROOT / PROJECT["tool"]["hatch"]["version"]["path"]
    assert version_of(source.read_text(encoding="utf-8")) == pandarium.__version__
    assert '"version"' not in (ROOT / "web" / "package.json").read_text(encoding="utf-8")


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    notes = notes_of(CHANGELOG, "1.1.0")
    assert notes == "### Added\n\n- Pandas wave. docs/web.md, [PEP 770](https://peps.python.org/pep-0770/)\n"
    assert notes_of(CHANGELOG, "1.0.0") == "- All.\n"


@pytest.mark.parametrize(
    ("changelog", "said"),
    [
        (CHANGELOG.replace("1.1.0", "1.2.0"), "has no version 1.1.0"),
        (CHANGELOG.replace(" – 2026-03-01", ""), "has no date"),
        ("## [1.1.0] – 2026-03-01\n\n## [1.0.0] – 2026-02-01\n", "says nothing of version 1.1.0"),
    ],
)
def test_a_release_without_notes_is_refused(changelog: str, said: str) -> None:
    with pytest.raises(SystemExit, match=said):
        notes_of(changelog, "1.1.0")


def test_a_tag_of_another_version_is_refused() -> None:
    with pytest.raises(SystemExit, match=f"v{re.escape(pandarium.__version__)} was expected"):
        main(["v0.0.1"])


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_and_nothing_is_permitted_unasked(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    used = [use for use in re.findall(r"uses: (.+)", text) if not use.startswith("./")]
    assert used
    assert [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []
    assert yaml.safe_load(text)["permissions"] == {}


def test_one_action_has_one_version() -> None:
    used = {use for file in WORKFLOWS for use in re.findall(r"uses: (\S+@\S+)", file.read_text(encoding="utf-8"))}
    assert len({use.split("@")[0] for use in used}) == len(used)


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    promised = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp3{minor}-*" for minor in promised]
    assert PROJECT["project"]["requires-python"] == f">=3.{promised[0]}"


def services(file: Path) -> dict[str, Any]:
    """The services of a compose file."""
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))["services"]
    return found


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_files_start_this_version_with_settings_that_exist(file: Path) -> None:
    ours = [service for service in services(file).values() if "build" in service]
    assert ours
    for service in ours:
        assert service["image"] == f"${{PANDARIUM_IMAGE:-pandarium}}:{pandarium.__version__}"
        assert set(service["environment"]) <= SETTINGS
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_the_proxy_of_the_cluster_knows_its_servers() -> None:
    whole = yaml.safe_load((ROOT / "compose.cluster.yaml").read_text(encoding="utf-8"))
    ours = {f"{name}:8000" for name, service in whole["services"].items() if "build" in service}
    caddyfile = whole["configs"]["caddyfile"]["content"]
    assert set(re.findall(r"[\w-]+:8000", caddyfile)) == ours
    assert len(ours) == 2


def test_the_container_has_no_compiler_no_root_and_settings_that_exist() -> None:
    last = CONTAINER[CONTAINER.rindex("\nFROM ") :]
    assert "apt-get" not in last
    assert re.search(r"^USER [1-9]\d*", last, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*\\\n  CMD .*/health", last, re.MULTILINE)
    assert set(re.findall(r"(PANDARIUM_[A-Z_]+)=", last)) <= SETTINGS
