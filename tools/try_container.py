"""Build the container, and try it as it runs: what `make container` does. Linux, root and buildah are needed.

    python tools/try_container.py

Builds `Containerfile` with buildah, on the image that it names. Where that cannot be pulled debootstrap makes a base:
the same Debian with its own Python. A wheel in dist/ that fits that Python is installed (`make wheels`), else one is
built inside. pip in the build knows the index that it knows here.

The result runs as compose.yaml runs it: read-only but for /data and /tmp, as its user, without capabilities or new
privileges; and in a network of its own that leads nowhere. There it must get well by its own health check, serve its
pages and the rules for browsers, play a game, stop when asked, and find the game again after that. No compiler may be
in it. All that was built or mounted is gone afterwards.
"""

from __future__ import annotations

import argparse
import ctypes
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from release_notes import version_of
from try_wheel import ask, demand, try_pages, try_table

ROOT = Path(__file__).resolve().parents[1]
IMAGE = "localhost/pandarium-tried"
BASE = "localhost/pandarium-base"
PACKAGES = "ca-certificates,python3,python3-venv"
COMPILERS = (
    "ar",
    "as",
    "c++",
    "c99",
    "cc",
    "clang",
    "cpp",
    "g++",
    "gcc",
    "go",
    "ld",
    "make",
    "node",
    "npm",
    "rustc",
    "tcc",
)
PULL = 120
"""Seconds for a base image to come."""
WELL = 60
"""Seconds until it must be well."""
GRACE = 20
"""Seconds to stop in, as in compose.yaml."""
ADDRESS = "http://127.0.0.1:8000"
WRITE_EVERYWHERE = """
import os, sys
for place in ("/", "/etc", "/opt/pandarium", "/usr/bin"):
    try:
        open(os.path.join(place, "written"), "w")
    except OSError:
        continue
    sys.exit(f"{place} can be written")
open("/data/written", "w"), open("/tmp/written", "w")
print(f"user {os.getuid()} writes in /data and /tmp, and nowhere else")
"""


def main() -> int:
    """Build, try, clean up."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inside", nargs=2, metavar=("ROOT", "SETTINGS"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        run_as_container(Path(asked.inside[0]), json.loads(asked.inside[1]))
        return 0
    if os.name != "posix" or os.geteuid() != 0 or not (shutil.which("buildah") and shutil.which("unshare")):
        raise SystemExit("this needs Linux, root and buildah (Debian: apt-get install buildah debootstrap)")
    with tempfile.TemporaryDirectory(prefix="pandarium-container-") as folder, storage(Path(folder)) as buildah:
        base = pulled_base(buildah) or made_base(buildah, Path(folder))
        buildah.run("build", "--isolation", "chroot", "--format", "docker", "-f", str(ROOT / "Containerfile"),
                    "--build-arg", f"PYTHON={base}", *index_of_pip(Path(folder)), "-t", IMAGE, str(ROOT))  # fmt: skip
        container = buildah.told("from", IMAGE)
        root = Path(buildah.told("mount", container))
        settings = json.loads(buildah.told("inspect", "--type", "image", IMAGE))["Docker"]["config"]
        look_inside(root, settings)
        apart = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
        again = [sys.executable, __file__, "--inside", str(root), json.dumps(settings)]
        return subprocess.run([*apart, *again], check=False).returncode


class Buildah:
    """buildah, with images and containers in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.command = ["buildah", "--root", str(folder / "storage"), "--runroot", str(folder / "run")]

    def run(self, *words: str) -> None:
        """Do something, or end with what it says."""
        if code := subprocess.run([*self.command, *words], check=False).returncode:
            raise SystemExit(f"FAILED: buildah {words[0]} ends with {code}")

    def told(self, *words: str) -> str:
        """What it answers."""
        done = subprocess.run([*self.command, *words], capture_output=True, text=True, check=False)
        demand(done.returncode == 0, f"buildah {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout.strip()


@contextmanager
def storage(folder: Path) -> Iterator[Buildah]:
    """A place for images, which is empty again afterwards: what is still mounted could not be removed."""
    buildah = Buildah(folder)
    try:
        yield buildah
    finally:
        for words in (("umount", "--all"), ("rm", "--all"), ("rmi", "--all", "--force")):
            subprocess.run([*buildah.command, *words], capture_output=True, check=False)


def named_base() -> str:
    """The image that Containerfile builds on."""
    found = re.search(r"^ARG PYTHON=(\S+)$", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SystemExit("Containerfile names no base: ARG PYTHON=…")
    return found[1]


def pulled_base(buildah: Buildah) -> str:
    """The base that Containerfile names, if a registry has it; else nothing."""
    name = named_base()
    try:
        done = subprocess.run([*buildah.command, "pull", "-q", name], capture_output=True, timeout=PULL, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return "" if done.returncode else name


def made_base(buildah: Buildah, folder: Path) -> str:
    """A base with the same Debian and its own Python."""
    name = named_base()
    suite = name.rpartition("-")[2]
    print(
        f"NOTICE: {name} cannot be had here; the base is Debian {suite} with its own Python, made by debootstrap",
        flush=True,
    )
    if not shutil.which("debootstrap"):
        raise SystemExit("debootstrap is needed (Debian: apt-get install debootstrap)")
    log = folder / "debootstrap.log"
    with log.open("w") as file:
        made = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(folder / "base")]
        code = subprocess.run(made, stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    demand(code == 0, f"debootstrap ends with {code}:\n{log.read_text()[-2000:]}")
    for kept in ("dev", "var/cache/apt/archives", "var/lib/apt/lists"):
        for place in (folder / "base" / kept).iterdir():
            is_folder = place.is_dir() and not place.is_symlink()
            shutil.rmtree(place) if is_folder else place.unlink()
    container = buildah.told("from", "scratch")
    buildah.told("add", container, str(folder / "base"), "/")
    buildah.told("commit", "--rm", container, BASE)
    shutil.rmtree(folder / "base")
    return BASE


def index_of_pip(folder: Path) -> list[str]:
    """What pip is told here, for pip in the build: its settings, and the folders and files that they name."""
    told = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    settings = dict(re.findall(r"^(?:global|:env:)\.(\S+)='(.*)'$", told.stdout, re.MULTILINE))
    places = {Path(word.removeprefix("file://")) for value in settings.values() for word in value.split()}
    there = {
        place.parent if place.name == "simple" else place for place in places if place.is_absolute() and place.exists()
    }
    config = folder / "pip.conf"
    config.write_text("[global]\n" + "".join(f"{name} = {value}\n" for name, value in settings.items()))
    mounts = [(config, Path("/etc/pip.conf")), *((place, place) for place in sorted(there))]
    return [word for at, to in mounts for word in ("--volume", f"{at}:{to}:ro")]


def look_inside(root: Path, settings: dict[str, Any]) -> None:
    """No compiler, no root, a list of parts with ours in it; and how large it is."""
    version = version_of((ROOT / "src" / "pandarium" / "__init__.py").read_text(encoding="utf-8"))
    found = compilers_in(root)
    demand(not found, f"a compiler is inside: {', '.join(found)}")
    demand(settings.get("User", "").partition(":")[0] not in ("", "0", "root"), "it runs as root")
    parts = json.loads((root / "opt/pandarium/container.cdx.json").read_text(encoding="utf-8"))["components"]
    ours = [part["version"] for part in parts if part["name"] == "pandarium"]
    demand(ours == [version], f"the list of parts names Pandarium {ours}, expected {version}")
    whole, our_share = (size(place) / 1e6 for place in (root, root / "opt" / "pandarium"))
    print(f"size: {whole:.0f} MB, of which {our_share:.0f} MB are Pandarium and {len(parts) - 1} parts of others")
    print("no compiler inside")


def compilers_in(root: Path) -> list[str]:
    """Programs that compile or link, in the folders where programs are."""
    folders = (folder for place in ("usr/bin", "usr/local/bin", "opt/*/bin") for folder in root.glob(place))
    programs = {file.name for folder in folders for file in folder.iterdir()}
    return sorted(name for name in programs if re.sub(r"^.*-linux-gnu-|-\d[\d.]*$", "", name) in COMPILERS)


def size(folder: Path) -> int:
    """Bytes of all files; a link to one counts as itself, a file with two names once."""
    seen = {(found.st_dev, found.st_ino): found.st_size for file in folder.rglob("*") if (found := file.lstat())}
    return sum(seen.values())


def run_as_container(root: Path, settings: dict[str, Any]) -> None:
    """In mounts, processes and a network of our own: the server as compose.yaml starts it."""
    start_loopback()
    user, _, group = settings["User"].partition(":")
    mount_read_only(root, int(user), int(group or user))
    inside = Inside(root, settings, int(user), int(group or user))
    version = version_of((ROOT / "src" / "pandarium" / "__init__.py").read_text(encoding="utf-8"))
    inside.run("python", "-c", WRITE_EVERYWHERE)
    inside.run("pandarium", "version")
    with inside.serving():
        try_pages(ADDRESS, version)
        token, table = try_table(ADDRESS)
    with inside.serving():
        status = ask(f"{ADDRESS}/api/tables/{table}/state", None, token)["table"]["status"]
        demand(status == "ended", f"after a restart the game is {status}")
    print("stopped when asked, and had the game after a restart")


def start_loopback() -> None:
    """The one network there is."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 0x41))  # SIOCSIFFLAGS: up and running


def mount_read_only(root: Path, user: int, group: int) -> None:
    """Nothing can be written but /data, which is the user's, and /tmp, both in memory; and what the system brings."""
    mounts = [
        ["--bind", str(root), str(root)],
        ["-o", "remount,bind,ro", str(root)],
        ["-t", "proc", "proc", f"{root}/proc"],
        ["-t", "tmpfs", "-o", f"uid={user},gid={group},mode=755", "data", f"{root}/data"],
        ["-t", "tmpfs", "-o", "mode=1777", "tmp", f"{root}/tmp"],
        ["-t", "tmpfs", "-o", "mode=755", "dev", f"{root}/dev"],
    ]
    for words in mounts:
        subprocess.run(["mount", *words], check=True)
    (root / "dev" / "shm").mkdir(mode=0o1777)
    (root / "dev" / "shm").chmod(0o1777)
    for name in ("null", "zero", "full", "random", "urandom"):
        (root / "dev" / name).touch()
        subprocess.run(["mount", "--bind", f"/dev/{name}", f"{root}/dev/{name}"], check=True)


class Inside:
    """Processes in the container."""

    def __init__(self, root: Path, settings: dict[str, Any], user: int, group: int) -> None:
        self.root, self.settings, self.user, self.group = root, settings, user, group
        self.env = dict(variable.split("=", 1) for variable in settings["Env"]) | {"HOME": settings["WorkingDir"]}

    def start(self, *command: str, **how: Any) -> subprocess.Popen[str]:
        """Start a command there, as nobody in particular who can become nobody else."""
        libc = ctypes.CDLL(None, use_errno=True)

        def become() -> None:
            os.chroot(self.root)
            os.chdir(self.settings["WorkingDir"])
            capability = 0
            while libc.prctl(24, capability, 0, 0, 0) == 0:  # PR_CAPBSET_DROP, as long as there is one
                capability += 1
            os.setgroups([])
            os.setgid(self.group)
            os.setuid(self.user)
            libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS

        return subprocess.Popen(command, env=self.env, preexec_fn=become, text=True, **how)  # noqa: PLW1509 no threads

    def run(self, *command: str) -> None:
        """Run a command there; it must succeed."""
        code = self.start(*command).wait()
        demand(code == 0, f"{command[0]} ends with {code}")

    @contextmanager
    def serving(self) -> Iterator[None]:
        """What the image starts, well; then it is stopped, and must end well."""
        command = [*self.settings["Entrypoint"], *self.settings["Cmd"]]
        with tempfile.TemporaryFile("w+") as log:
            server = self.start(*command, stdout=log, stderr=subprocess.STDOUT)
            try:
                self.wait_until_well(server)
                yield
                server.send_signal(getattr(signal, self.settings.get("StopSignal") or "SIGTERM"))
                code = server.wait(GRACE)
                demand(code in (0, -signal.SIGTERM), f"the server ends with {code}")
            except BaseException:
                server.kill()
                log.seek(0)
                print(log.read()[-4000:])
                raise

    def wait_until_well(self, server: subprocess.Popen[str]) -> None:
        """Ask as the container's own health check does."""
        kind, *check = self.settings["Healthcheck"]["Test"]
        demand(kind == "CMD", f"the health check is of the kind {kind}")
        began = time.monotonic()
        while self.start(*check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).wait():
            demand(server.poll() is None, "the server ended")
            demand(time.monotonic() < began + WELL, f"not well after {WELL} s")
            time.sleep(0.1)
        print(f"well after {time.monotonic() - began:.1f} s, by its own health check")


if __name__ == "__main__":
    raise SystemExit(main())
