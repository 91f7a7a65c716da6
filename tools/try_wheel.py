"""Try an installed Pandarium, as somebody has it who installed a wheel: no checkout, no compiler, no node.

    python tools/try_wheel.py                      the whole conformance suite, a page and a game from the server
    python tools/try_wheel.py --expect compiled    and the engine must be compiled (or interpreted)
    python tools/try_wheel.py --small              fewer games: enough for plain Python
    python tools/try_wheel.py --server             the page and the game alone

The Python that runs it has `pandarium[server]`. cibuildwheel runs it on every wheel, `make wheels` on those built here.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

PATIENCE = 120
"""Seconds for a game."""
BREATH = 0.2
"""Seconds between two looks at the table: a server lets nobody ask faster for long, and bots take their time."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
PART = re.compile(r'(?:src|href)="(/assets/[^"]+)"')


def main() -> int:
    """Try it; 0 when all is well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--expect", choices=["compiled", "interpreted"], help="how the engine must run")
    parser.add_argument("--small", action="store_true", help="fewer games")
    parser.add_argument("--server", action="store_true", help="no conformance suite")
    asked = parser.parse_args()
    os.chdir(tempfile.gettempdir())  # nothing of the project lies there
    try_files(asked.expect)
    if not asked.server:
        try_games(asked.small)
    try_server()
    return 0


def try_files(expected: str | None) -> None:
    """What is imported is what was installed, the engine is as expected, and the list of parts came along."""
    import pandarium
    from pandarium.buildinfo import describe, is_compiled

    here = Path(pandarium.__file__ or "").resolve()
    installed = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}
    demand(installed & set(here.parents), f"{here} is not an installed package")
    files = distribution("pandarium")
    demand(files.version == pandarium.__version__, f"{files.version} was installed, {pandarium.__version__} runs")
    demand(not expected or is_compiled() == (expected == "compiled"), f"expected {expected}, but {describe()}")
    bills = [file for file in files.files or () if "/sboms/" in file.as_posix()]
    demand(len(bills) == 1, f"one list of parts was expected, there are {len(bills)}")
    parts = json.loads(bills[0].read_text(encoding="utf-8"))["components"]
    print(f"pandarium {files.version}, Python {sys.version.split()[0]}, {describe()}, {len(parts)} parts of others")


def try_games(small: bool) -> None:
    """Every game keeps the contract."""
    import pandarium
    from pandarium.testing import CHECKS, Budget

    budget = Budget(games=4, spots=3, wild=40, deals=60, hostile=60, seconds=0.5) if small else Budget()
    for game in pandarium.names():
        began, kept = time.monotonic(), 0
        for name, check in CHECKS.items():
            note = check(game, budget)
            kept += not note.startswith("skipped: ")
            demand(note, f"{game}: {name} says nothing")
        print(f"{game}: {kept} checks kept, {len(CHECKS) - kept} skipped, {time.monotonic() - began:.0f} s", flush=True)


def try_server() -> None:
    """A server starts, and does what it is there for."""
    import pandarium

    with serving() as address:
        try_pages(address, pandarium.__version__)
        try_table(address)


def try_pages(address: str, version: str) -> None:
    """A server is well, and gives its front page, all parts that it names, and the rules for browsers."""
    health = json.loads(fetch(f"{address}/health"))
    demand(health["status"] == "ok" and health["version"] == version, f"health: {health}")
    page = fetch(f"{address}/").decode()
    parts = sorted(set(PART.findall(page)))
    demand(len(parts) > 1, "the front page names no scripts: there is no web client")
    size = sum(len(fetch(address + part)) for part in parts)
    rules = json.loads(fetch(f"{address}/engine.json"))
    for file in rules["files"].values():
        demand(len(fetch(address + file["path"])) == file["bytes"], f"{file['path']} is not whole")
    demand(fetch(address + rules["script"]), "the rules for browsers have no script")
    print(f"served: the front page with {len(parts)} parts, {size / 1000:.0f} kB; the rules for browsers, whole")


def try_table(address: str) -> tuple[str, str]:
    """A guest plays a game against a bot to its end; whose token it was, and the table."""
    token = str(ask(f"{address}/api/guest", {"name": "Bamboo"})["token"])
    table = str(ask(f"{address}/api/tables", {"game": "royale", "seats": 2, "bots": ["random"]}, token)["id"])
    messages = f"{address}/api/tables/{table}/messages"
    ask(messages, {"type": "start"}, token)
    moves, end = 0, time.monotonic() + PATIENCE
    while (state := ask(f"{address}/api/tables/{table}/state", None, token))["table"]["status"] == "running":
        demand(time.monotonic() < end, f"a game did not end in {PATIENCE} s")
        if state.get("legal"):
            ask(messages, {"type": "play", "move": state["legal"][0]["move"], "position": state["position"]}, token)
            moves += 1
        time.sleep(BREATH)
    demand(state["table"]["status"] == "ended" and moves, f"a game ended as {state['table']['status']}")
    print(f"played: a game of {moves} moves against a bot, to its end")
    return token, table


@contextmanager
def serving() -> Iterator[str]:
    """A server of its own, with an empty database; its address."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder, 'tables.db').as_posix()}"
        command = [sys.executable, "-m", "pandarium", "serve", "--port", "0", "--database", database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            try:
                said = []
                for line in server.stdout or ():
                    said.append(line)
                    if found := ADDRESS.search(line):
                        yield found[0]
                        break
                else:
                    raise SystemExit(f"the server did not start:\n{''.join(said)}")
            finally:
                server.terminate()


def ask(address: str, body: object = None, token: str = "") -> Any:
    """What the interface answers."""
    request = urllib.request.Request(address, None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


def fetch(address: str) -> bytes:
    """What lies at an address of our own server."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
        return body


def demand(fine: object, otherwise: str) -> None:
    """End with a sentence where something is not as it should be."""
    if not fine:
        raise SystemExit(f"FAILED: {otherwise}")


if __name__ == "__main__":
    raise SystemExit(main())
