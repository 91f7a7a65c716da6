"""The rules as a browser gets them: whole without the rest of the project, and the same rules."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = ["pandante", "pilfering", "royale", "wildstyle"]

PLAY = """
import hashlib, json, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"there is no {name} in a browser", name=name)

ABSENT = set(json.loads(sys.argv[1]))
assert not ABSENT & set(sys.modules), ABSENT & set(sys.modules)
sys.meta_path.insert(0, Absent())

import msgspec
import pandarium
from pandarium import bots
from pandarium.companion import companion_of
from pandarium.companion.in_browser import answer
from pandarium.core.bot import ask, ask_advice
from pandarium.core.rng import Rng
from pandarium.offline.in_browser import answer as at_table

told = {"from": pandarium.__file__}
for name in json.loads(sys.argv[2]):
    game = pandarium.game(name)
    match = pandarium.Match.begin(name, 3, seed=7)
    rng, seen = Rng(3), hashlib.sha256()
    quick = bots.make(game, bots.quick_level(game, bots.strongest(game)))
    for _ in range(60):
        if not match.state.actors():
            break
        seat = match.state.actors()[0]
        for event in match.play(seat, ask(quick, match.state, seat, rng)):
            seen.update(msgspec.json.encode([game.redact(event, viewer) for viewer in (None, 0, 1, 2)]))
        seen.update(msgspec.json.encode([match.state.view(viewer) for viewer in (None, 0, 1, 2)]))
    seen.update(match.record.to_json())
    if match.state.actors():
        ask_advice(quick, match.state, match.state.actors()[0], rng)
    page = answer(name, json.dumps({"names": ["Ann", "Ben", "Cem"]})) if companion_of(game) else ""
    seated = {"type": "begin", "id": "g", "game": name, "people": [{"name": "Ann"}, {"name": "Ben"}], "options": {}}
    opened = at_table('{"type": "open", "game": ' + at_table(json.dumps(seated)) + "}")
    told[name] = [len(match.record.moves), seen.hexdigest(), page, opened.startswith('{"kept":{')]
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def packer() -> ModuleType:
    spec = spec_from_file_location("browser_engine", ROOT / "tools" / "browser_engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(folder: str, absent: list[str]) -> dict[str, object]:
    """Games played by another Python with the package in that folder, and without those modules."""
    env = {**os.environ, "PYTHONPATH": folder, "PANDARIUM_GAMES": ""}
    command = [sys.executable, "-c", PLAY, json.dumps(absent), json.dumps(GAMES)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_what_is_packed_plays_every_game_as_the_whole_project_does(packer: ModuleType, tmp_path: Path) -> None:
    archive = tmp_path / "rules.zip"
    archive.write_bytes(packer.archive(packer.rule_files(packer.PACKAGE)))
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(tmp_path / "packed")
    others = ["rich", "textual", "typer", "numpy", "litestar", "httpx"]
    alone = played(str(tmp_path / "packed"), [*others, *packer.UNUSED])
    whole = played(os.environ.get("PYTHONPATH", ""), [])
    assert str(alone.pop("from")).startswith(str(tmp_path))
    assert not str(whole.pop("from")).startswith(str(tmp_path))
    assert alone == whole
    assert whole.keys() == set(GAMES)
    assert '"ask"' in str(whole["royale"])
    assert "False" not in str(whole)


def test_browsers_get_the_versions_that_are_tested_here() -> None:
    pins = dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
    wheels = re.findall(r"^([\w-]+)==(\S+) --hash=", (ROOT / "web" / "wheels.txt").read_text(encoding="utf-8"), re.M)
    # After `make lock`: new wheels for Pyodide and their hashes go into web/wheels.txt.
    assert dict(wheels) == {name: pins[name] for name in ("librt", "msgspec", "mypy-extensions")}


def test_what_is_packed_is_the_same_whenever_it_is_packed(packer: ModuleType) -> None:
    files = [("b.py", b"b = 2"), ("a.py", b"a = 1" * 100)]
    first = packer.shrink(packer.archive(files))
    assert first == packer.shrink(packer.archive(reversed(files)))
    assert len(first) < 500


TOLD = {
    "CHANGELOG.md": r"in the background, once \((\S+) MB\)",
    "docs/architecture.md": r"evenings and games without a server: (\S+) MB",
    "docs/companion.md": r"to load, once \| (\S+) MB",
    "docs/web.md": r"the same (\S+) MB",
}
"""Where people read how much there is to load."""


@pytest.mark.parametrize("page", TOLD)
def test_pages_tell_how_much_there_is_to_load(page: str) -> None:
    built = ROOT / "src" / "pandarium" / "server" / "static" / "engine.json"
    if not built.is_file():
        pytest.skip("the web client is not built (make web builds it)")
    megabytes = json.loads(built.read_text(encoding="utf-8"))["bytes"] / 1_000_000
    assert re.findall(TOLD[page], (ROOT / page).read_text(encoding="utf-8")) == [f"{megabytes:.1f}"]
