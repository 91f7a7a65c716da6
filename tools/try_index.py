"""Try what the pages promise in one line, from an index: uvx, pipx run and pip install; `make wheels` runs it.

    python tools/try_index.py                 with what lies in dist/ (make wheels), by the Python that runs this

dist/ is served on the loopback as a package index (PEP 503). Everything else comes from the index that pip knows here.
uv and pipx are installed for the occasion; each of the three begins with empty caches, in a folder that is removed, and
must have taken a wheel from our index.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote, unquote

ROOT = Path(__file__).resolve().parents[1]
NAME = "pandarium"
PLAY = ["play", "royale", "--bots", "random", "--seed", "7"]
"""What is played; nothing is typed, so that it ends at the first question."""
TOLD = ("index-url", "extra-index-url", "find-links", "cert")
"""Settings of pip that say where things come from."""


def main() -> int:
    """Try all three."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the wheels are")
    asked = parser.parse_args()
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pandarium-index-")))
        address, taken = stack.enter_context(serving(asked.dist, home / "index"))
        pip = pip_settings()
        tools = venv(home / "tools")
        call([str(tools / "python"), "-m", "pip", "install", "-q", "uv", "pipx"], home, os.environ)
        known = {name: os.environ[name] for name in ("LANG", "SYSTEMROOT") if name in os.environ}
        env = known | {"HOME": str(home), "TMPDIR": str(home), "PATH": os.defpath, "COLUMNS": "80"}
        env |= pip_variables(pip, address) | uv_variables(pip, address)  # pipx takes uv where it finds it
        env |= {"PIP_NO_CACHE_DIR": "1", "UV_CACHE_DIR": str(home / "uv"), "UV_PYTHON": sys.executable}
        for told, program in ((f"uvx {NAME}", ["uvx"]), (f"pipx run {NAME}", ["pipx", "run"])):
            command = [str(tools / program[0]), *program[1:], NAME, *PLAY]
            show(f"{told} play royale", call(command, home, env), taken)
            shutil.rmtree(home / "uv", ignore_errors=True)
        wheel = venv(home / "venv")
        call([str(wheel / "python"), "-m", "pip", "install", "-q", f"{NAME}[server]"], home, env)
        said = call([str(wheel / "python"), str(ROOT / "tools" / "try_wheel.py"), "--server"], home, env)
        show(f"pip install '{NAME}[server]'", said, taken)
    return 0


@contextmanager
def serving(dist: Path, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """A package index on the loopback: its address, and which files were taken from it."""
    files = sorted(dist.glob(f"{NAME}-*"))
    if not files:
        raise SystemExit(f"nothing of {NAME} lies in {dist}: make wheels")
    project = folder / "simple" / NAME
    project.mkdir(parents=True)
    (folder / "files").symlink_to(dist.resolve())
    links = [f'<a href="../../files/{quote(file.name)}#sha256={digest(file)}">{file.name}</a>' for file in files]
    page = "\n".join(["<!DOCTYPE html><html><body>", *links, "</body></html>"])
    (project / "index.html").write_text(page, encoding="utf-8")
    taken: list[str] = []

    class Index(SimpleHTTPRequestHandler):
        """A folder, as PEP 503 has it."""

        def log_request(self, *_: object) -> None:
            """Note which files are fetched."""
            if self.command == "GET" and self.path.startswith("/files/"):
                taken.append(unquote(self.path.removeprefix("/files/")))

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Index, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/simple", taken
        finally:
            server.shutdown()
            thread.join()


def digest(file: Path) -> str:
    """What pip and uv compare."""
    return sha256(file.read_bytes()).hexdigest()


def pip_settings() -> dict[str, str]:
    """Where pip looks, by its files and variables."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    settings = dict(re.findall(r"^(?:global|install|:env:)\.(\S+)='(.*)'$", told.stdout, re.MULTILINE))
    return {name: settings[name] for name in TOLD if name in settings}


def pip_variables(pip: Mapping[str, str], address: str) -> dict[str, str]:
    """Our index beside those that pip knows."""
    others = {f"PIP_{name.upper().replace('-', '_')}": value for name, value in pip.items()}
    return others | {"PIP_EXTRA_INDEX_URL": " ".join(filter(None, (address, pip.get("extra-index-url", ""))))}


def uv_variables(pip: Mapping[str, str], address: str) -> dict[str, str]:
    """The same for uv, which does not read pip's settings; all indexes count alike, as they do for pip."""
    others = {"UV_INDEX": " ".join(filter(None, (address, pip.get("extra-index-url", ""))))}
    others["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    for theirs, here in (("UV_DEFAULT_INDEX", "index-url"), ("UV_FIND_LINKS", "find-links"), ("SSL_CERT_FILE", "cert")):
        if here in pip:
            others[theirs] = pip[here]
    return others


def venv(folder: Path) -> Path:
    """Where the programs of a new virtual environment are."""
    call([sys.executable, "-m", "venv", str(folder)], folder.parent, os.environ)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def call(command: list[str], folder: Path, env: Mapping[str, str]) -> str:
    """Run a command; what it says, or the end with it."""
    both: Any = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, cwd=folder, env=env, text=True, check=False, **both)
    if done.returncode:
        raise SystemExit(f"FAILED: {' '.join(command)} ends with {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def show(told: str, said: str, taken: list[str]) -> None:
    """What came of it; the wheel must be ours, for the next one nothing was taken."""
    if not taken:
        raise SystemExit(f"FAILED: {told} took nothing from our index")
    print(f"--- {told}: {taken[-1]}\n{said}", flush=True)
    taken.clear()


if __name__ == "__main__":
    raise SystemExit(main())
