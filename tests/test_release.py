"""What is published agrees with itself: one version, pinned actions, settings that exist, true notes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
import yaml

import pandarium
from pandarium.server.settings import VARIABLES

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from compose_file import environment, filled, read_compose
from release_notes import main, notes_of, version_of
from try_container import compilers_in
from try_index import serving, uv_variables

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
COMPOSE = [ROOT / "compose.yaml", ROOT / "compose.cluster.yaml"]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
SETTINGS = {name for name, _ in VARIABLES.values()}
KEPT = {"cap_add", "cap_drop", "command", "image", "read_only", "restart", "security_opt", "tmpfs", "ulimits"}
"""Parts of a service that Docker reads as they are written."""
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


GIVEN = {"PANDARIUM_DATABASE_PASSWORD": "bamboo", "PANDARIUM_DOMAIN": "play.example.org"}
"""What somebody gives who starts the cluster."""


def services(file: Path) -> dict[str, Any]:
    """The services of a compose file."""
    found: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))["services"]
    return found


def test_variables_are_put_into_a_compose_file() -> None:
    written = {"image": "${IMAGE:-pandas}:1", "deep": [{"site": "{$${SITE}}"}, 80, True], "who": "<${WHO}>"}
    assert filled(written, {}) == {"image": "pandas:1", "deep": [{"site": "{${SITE}}"}, 80, True], "who": "<>"}
    assert filled(written, {"IMAGE": "meerkats", "WHO": "me"})["image"] == "meerkats:1"
    assert filled("${WHO:?say who}", {"WHO": "me"}) == "me"
    for nobody in ({}, {"WHO": ""}):
        with pytest.raises(SystemExit, match="WHO must be given: say who"):
            filled("${WHO:?say who}", nobody)


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_docker_reads_compose_files_as_our_tools_do(file: Path) -> None:
    """That needs no engine, only the program."""
    docker = shutil.which("docker")
    if not docker or subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no docker compose")
    known = {name: value for name, value in os.environ.items() if not name.startswith("PANDARIUM_")}
    told = subprocess.run(
        [docker, "compose", "-f", file, "config", "--format", "json"],
        env=known | GIVEN,
        capture_output=True,
        text=True,
        check=True,
    )
    theirs, ours = json.loads(told.stdout), read_compose(file, GIVEN)
    assert theirs["name"] == ours["name"]
    assert theirs["services"].keys() == ours["services"].keys()
    for name, service in ours["services"].items():
        read = theirs["services"][name]
        assert environment(read) == environment(service), name
        assert {part: read.get(part) for part in KEPT} == {part: service.get(part) for part in KEPT}, name
    for name, config in ours.get("configs", {}).items():
        assert theirs["configs"][name]["content"].replace("$$", "$") == config["content"]


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_files_start_this_version_with_settings_that_exist(file: Path) -> None:
    ours = [service for service in services(file).values() if "build" in service]
    assert ours
    for service in ours:
        assert service["image"] == f"${{PANDARIUM_IMAGE:-pandarium}}:{pandarium.__version__}"
        assert set(service["environment"]) <= SETTINGS
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert (ROOT / service["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_containers_may_open_as_many_files_as_the_systemd_unit_says(file: Path) -> None:
    told = re.search(r"^LimitNOFILE=(\d+)$", (ROOT / "docs" / "host.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert told is not None
    limits = {name: service.get("ulimits", {}).get("nofile") for name, service in services(file).items()}
    assert {limits[name] for name, service in services(file).items() if "build" in service} == {int(told[1])}
    assert limits.get("caddy", 2 * int(told[1])) == 2 * int(told[1])  # a connection at either side


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


def test_the_development_container_has_what_tests_and_drills_look_for() -> None:
    folder = ROOT / ".devcontainer"
    told = json.loads((folder / "devcontainer.json").read_text(encoding="utf-8"))
    for command in (told["postCreateCommand"], told["postStartCommand"]):
        assert os.access(ROOT / command.split()[0], os.X_OK)
    installs = re.search(r"^apt-get install (.*)$", (folder / "setup").read_text(encoding="utf-8"), re.MULTILINE)
    assert installs is not None
    assert {"caddy", "chromium", "nginx", "postgresql", "redis-server"} <= set(installs[1].split())


def test_a_compiler_in_the_container_is_found(tmp_path: Path) -> None:
    for name in (
        "usr/bin/python3",
        "usr/bin/x86_64-linux-gnu-gcc-12",
        "usr/local/bin/ld",
        "opt/pandarium/bin/pandarium",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert compilers_in(tmp_path) == ["ld", "x86_64-linux-gnu-gcc-12"]


def test_a_folder_of_wheels_is_served_as_an_index_that_notes_what_is_taken(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "pandarium-1.0-py3-none-any.whl").write_bytes(b"wheel")
    with serving(tmp_path / "dist", tmp_path / "index") as (address, taken):
        with urllib.request.urlopen(f"{address}/pandarium/") as answer:
            link = re.search(r'href="([^"#]+)#sha256=([0-9a-f]{64})"', answer.read().decode())
        assert link is not None
        assert taken == []
        with urllib.request.urlopen(urljoin(f"{address}/pandarium/", link[1])) as answer:
            assert sha256(answer.read()).hexdigest() == link[2]
        assert taken == ["pandarium-1.0-py3-none-any.whl"]
    assert uv_variables({"extra-index-url": "http://127.0.0.1:1/simple"}, address)["UV_INDEX"].split() == [
        address,
        "http://127.0.0.1:1/simple",
    ]


def test_an_index_of_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="make wheels"), serving(tmp_path, tmp_path / "index"):
        pass
