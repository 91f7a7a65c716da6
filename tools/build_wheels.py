"""Build what is published, here, and try each wheel as a stranger gets it; what `make wheels` runs.

    python tools/build_wheels.py                                     into dist/, with the Python that runs this
    python tools/build_wheels.py python3.11 python3.13               a compiled wheel for each of these
    python tools/build_wheels.py --pure                              no compiled one
    python tools/build_wheels.py --no-try                            without trying them

First the source distribution, from which all else is built: it brings the built web client. Then a wheel that runs
everywhere as plain Python, then one with a compiled engine for each Python. Each is installed into an environment of
its own, offline from what was built, the rest from the index that pip knows, and tried by `tools/try_wheel.py` with no
compiler and no node on the PATH. Wheels for other systems are built by cibuildwheel in CI, and tried the same way.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build, try, and print the sizes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pythons", nargs="*", default=[sys.executable], help="a compiled wheel for each")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where to put them")
    parser.add_argument("--pure", action="store_true", help="no compiled wheels: cibuildwheel builds them")
    parser.add_argument("--no-try", dest="try_them", action="store_false", help="only build")
    asked = parser.parse_args()
    out = asked.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("pandarium-*"):
        old.unlink()
    run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(out)], cwd=ROOT)
    (source,) = out.glob("pandarium-*.tar.gz")
    built = [(build(sys.executable, source, out, PANDARIUM_PURE="1"), sys.executable, "interpreted")]
    for python in () if asked.pure else map(found, asked.pythons):
        built.append((build(python, source, out, PANDARIUM_COMPILE="require"), python, "compiled"))
    for wheel, python, engine in built if asked.try_them else ():
        print(f"--- {wheel.name}", flush=True)
        try_wheel(wheel, python, engine)
    for file in sorted(out.glob("pandarium-*")):
        print(f"{file.stat().st_size / 1e6:5.1f} MB  {file.name}")
    return 0


def found(python: str) -> str:
    """Where a Python lies, by name or by path, said so that it holds in any folder."""
    place = shutil.which(python)
    if place is None:
        raise SystemExit(f"there is no {python}")
    return os.path.abspath(place)  # not where a link leads: it may be that of a virtual environment


def build(python: str, source: Path, out: Path, **variables: str) -> Path:
    """The wheel that a Python makes of the source distribution."""
    before = set(out.glob("*.whl"))
    with tempfile.TemporaryDirectory() as folder:
        env = {name: value for name, value in os.environ.items() if not name.startswith("PANDARIUM_")} | variables
        run([python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(out), str(source)], cwd=Path(folder), env=env)
    (wheel,) = set(out.glob("*.whl")) - before
    return wheel


def try_wheel(wheel: Path, python: str, engine: str) -> None:
    """Install a wheel where nothing else is, and try it."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        run([python, "-m", "venv", str(home / "venv")], cwd=home)
        binaries = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
        kept = {name: os.environ[name] for name in os.environ if name.startswith("PIP_") or name == "SYSTEMROOT"}
        env = {**kept, "PATH": str(binaries), "HOME": folder}
        inside = str(binaries / "python")
        pins = ["-c", str(ROOT / "constraints.txt")]
        run([inside, "-m", "pip", "install", "-q", *pins, f"{wheel}[server]"], cwd=home, env=env)
        small = ["--small"] if engine == "interpreted" else []
        run([inside, str(ROOT / "tools" / "try_wheel.py"), "--expect", engine, *small], cwd=home, env=env)


def run(command: list[str], cwd: Path, env: dict[str, str] | None = None) -> None:
    """Run a command, or end with its exit code."""
    if code := subprocess.run(command, cwd=cwd, env=env, check=False).returncode:
        raise SystemExit(code)


if __name__ == "__main__":
    raise SystemExit(main())
