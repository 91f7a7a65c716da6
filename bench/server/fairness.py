"""Do people wait for bots because other people's bots play? Large tournaments of bots, and tables with people.

    PYTHONPATH=build/compiled python bench/server/fairness.py --tournaments 8 --bots 2000 --seconds 120

Starts a server of its own on a free port, with a database in a folder that is removed afterwards, and tournaments of
the strongest bots, each with a host of its own. Meanwhile somebody plays each game against the strongest bots, at one
table each. It tells how long those bots need for an answer, how long a move of the person needs to be acknowledged, and
how many time-out moves were made for bots. Ctrl-C ends it early, with what is known.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
from processes import Process, free_port
from websockets.asyncio.client import ClientConnection, connect

COMMAND = [sys.executable, "-m", "pandarium", "serve"]
MOST_AT_ONCE = 1_000
"""Bots that one message to a tournament brings."""
SHOWN_EVERY = 5.0
REACTION = 0.5
"""Seconds that a person needs for a touch, in real time."""
GAMES: dict[str, dict[str, Any]] = {
    "royale": {"seats": 4, "bots": ["hard"] * 3, "pace": {"kind": "live", "bank": 60, "increment": 8}},
    "pilfering": {"seats": 3, "bots": ["strong"] * 2, "pace": {"kind": "live", "bank": 60, "increment": 8}},
    "pandante": {"seats": 4, "bots": ["strong"] * 3, "pace": {"kind": "live", "bank": 60, "increment": 8}},
    "wildstyle": {"seats": 3, "bots": ["strong@quick"] * 2},
}
ROOMY = {
    "PANDARIUM_LIMITS": "0",
    "PANDARIUM_MAX_BOTS": "1000000",
    "PANDARIUM_MAX_BOT_TOURNAMENTS": "1000",
    "PANDARIUM_ADDRESS_QUOTA": "1000",
}
"""What one address, from which all this comes, may do."""


class Figures:
    """What was seen at the tables of one game."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Seconds from the update in which a bot is to act to the one with its move."""
        self.acknowledged: list[float] = []
        """Seconds from sending a move to reading that it is done."""
        self.by_clock = 0
        """Moves that the clock made for bots."""
        self.bot_moves = 0
        self.games = 0


class Player:
    """Somebody who plays one game after the other against bots, at random."""

    def __init__(self, url: str, token: str, game: str, chance: random.Random) -> None:
        self.url = url
        self.token = token
        self.game = game
        self.chance = chance
        self.figures = Figures()
        self._due: dict[int, float] = {}
        """Since when each bot is to act."""
        self._sent = 0.0

    async def play_on(self, client: httpx.AsyncClient) -> None:
        """One game after the other, until it is broken off."""
        while True:
            table = await ask(client, self.token, "/api/tables", {"game": self.game, **GAMES[self.game]})
            await ask(client, self.token, f"/api/tables/{table['id']}/messages", {"type": "start"})
            address = f"{self.url.replace('http', 'ws')}/api/tables/{table['id']}/live"
            headers = {"Authorization": f"Bearer {self.token}"}
            async with connect(address, additional_headers=headers, max_size=None, ping_interval=None) as socket:
                await self._play(socket)
            self.figures.games += 1

    async def _play(self, socket: ClientConnection) -> None:
        self._due, self._sent = {}, 0.0
        shown: dict[str, Any] = {}
        played = -1
        async for text in socket:
            message, now = json.loads(text), time.monotonic()
            if message["type"] == "done":
                self.figures.acknowledged.append(now - self._sent)
                self._sent = 0.0
            elif message["type"] == "refused":  # somebody was faster
                self._sent, played = 0.0, -1
            elif message["type"] == "update":
                shown = message
                self._look(shown, now)
                if shown["table"]["status"] != "running":
                    return
            if shown.get("legal") and not self._sent and shown["position"] != played:
                if shown["table"].get("real_time"):
                    await asyncio.sleep(REACTION)
                self._sent, played = time.monotonic(), shown["position"]
                await socket.send(self._move(shown))

    def _move(self, update: dict[str, Any]) -> str:
        move = self.chance.choice(update["legal"])["move"]
        return json.dumps({"type": "play", "id": 1, "move": move, "position": update["position"]})

    def _look(self, update: dict[str, Any], now: float) -> None:
        """Which bots have moved, and which are to move now."""
        figures, seats = self.figures, update["table"]["seats"]
        for line in update.get("news", ()):
            seat = line.get("seat")
            if line["type"] != "moved" or seat is None or not seats[seat].get("bot"):
                continue
            figures.bot_moves += 1
            figures.by_clock += line.get("by") == "clock"
            due = self._due.pop(seat, None)
            if due is not None and not update["table"].get("real_time"):
                figures.answers.append(now - due)
        actors = [seat for seat in update.get("actors", ()) if seats[seat].get("bot")]
        self._due = {seat: self._due.get(seat, now) for seat in actors}


async def ask(client: httpx.AsyncClient, token: str, path: str, body: Any) -> Any:
    """One request; its answer."""
    answer = await client.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    if answer.status_code >= 300:
        raise SystemExit(f"POST {path}: {answer.status_code} {answer.text[:500]}")
    return answer.json()


async def new_account(client: httpx.AsyncClient) -> str:
    """Somebody with an account: their token."""
    wanted = {"handle": f"host-{secrets.token_hex(6)}", "password": secrets.token_hex(12)}
    return str((await ask(client, "", "/api/accounts", wanted))["token"])


async def call_tournament(client: httpx.AsyncClient, token: str, bots: int) -> str:
    """A tournament of that many of the strongest bots, under way: its id."""
    first = min(bots, MOST_AT_ONCE)
    wanted = {"game": "pandante", "bots": first, "bot": "strong", "enter": False, "bots_seconds": 0}
    id = str((await ask(client, token, "/api/tournaments", wanted))["id"])
    for rest in range(bots - first, 0, -MOST_AT_ONCE):
        message = {"type": "bots", "count": min(rest, MOST_AT_ONCE)}
        await ask(client, token, f"/api/tournaments/{id}/messages", message)
    await ask(client, token, f"/api/tournaments/{id}/messages", {"type": "start"})
    return id


async def deals_played(client: httpx.AsyncClient, ids: Sequence[str]) -> int:
    """Deals that are over, in all tournaments."""
    shown = [(await client.get(f"/api/tournaments/{id}")).json() for id in ids]
    return sum(one["deals"] for one in shown)


def percentile(figures: Sequence[float], share: float) -> float:
    """That share of the figures is not above it; milliseconds."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")


def row(name: str, figures: Sequence[float]) -> str:
    """A line of the table."""
    p50, p95, most = percentile(figures, 0.5), percentile(figures, 0.95), max(figures, default=float("nan")) * 1000
    return f"{name:28} {len(figures):7} {p50:9.1f} {p95:9.1f} {most:9.1f}"


def report(players: Sequence[Player], log: Path, metrics: str) -> None:
    """Everything that was measured."""
    print(f"\n{'milliseconds':28} {'number':>7} {'p50':>9} {'p95':>9} {'max':>9}")
    for player in players:
        if player.figures.answers:
            print(row(f"answer of a bot, {player.game}", player.figures.answers))
    print(row("answer of a bot, all", [one for player in players for one in player.figures.answers]))
    print(row("a person's move is done", [one for player in players for one in player.figures.acknowledged]))
    moves = {player.game: player.figures.bot_moves for player in players}
    text = log.read_text("utf-8", "replace")
    no_answer = len(re.findall("bot gave no answer|bot failed", text))
    print(f"moves of bots: {moves}; games ended: {sum(player.figures.games for player in players)}")
    print(f"time-out moves: {sum(player.figures.by_clock for player in players)} by the clock, {no_answer} by the pool")
    for name in ("bot_seconds", "bot_wait_seconds", "bot_queue", "bot_quick"):
        for line in re.findall(rf"^pandarium_{name}\S* \S+$", metrics, re.MULTILINE):
            if re.search(r'le="(0\.05|0\.1|0\.5|\+Inf)"', line) or "_bucket" not in line:
                print(" ", line)


async def run(options: argparse.Namespace, url: str, log: Path) -> None:
    """Everybody plays."""
    chance = random.Random(options.seed)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    async with httpx.AsyncClient(base_url=url, timeout=300.0, cookies=no_cookies) as client:
        players = [Player(url, await new_account(client), game, chance) for game in options.games]
        ids = []
        for number in range(options.tournaments):
            ids.append(await call_tournament(client, await new_account(client), options.bots))
            print(f"\rtournaments started: {number + 1} of {options.tournaments}", end="", flush=True)
        print()
        tasks = [asyncio.create_task(player.play_on(client)) for player in players]
        begin, before = time.monotonic(), await deals_played(client, ids)
        try:
            while (spent := time.monotonic() - begin) < options.seconds:
                pause = asyncio.create_task(asyncio.sleep(min(SHOWN_EVERY, options.seconds - spent)))
                await asyncio.wait([pause, *tasks], return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    if task.done():
                        task.result()
                answers = sum(player.figures.bot_moves for player in players)
                print(f"\r{time.monotonic() - begin:5.0f} s: {answers} moves of bots", end="", flush=True)
        except asyncio.CancelledError:
            print("\nended early")
        for task in tasks:
            task.cancel()
        seconds = time.monotonic() - begin
        metrics = (await client.get("/metrics")).text
        report(players, log, metrics)
        print(f"deals of the tournaments: {(await deals_played(client, ids) - before) / seconds:.1f} a second")


def main() -> None:
    """Start a server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=8)
    parser.add_argument("--bots", type=int, default=2_000, help="in each tournament")
    parser.add_argument("--seconds", type=float, default=120.0, help="for which it is measured")
    parser.add_argument("--processes", type=int, default=1, help="in which bots think")
    parser.add_argument("--games", nargs="*", default=list(GAMES), help="with people; may be none")
    parser.add_argument("--seed", type=int, default=7, help="of the people's moves")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pandarium-fairness-"))
    port = free_port()
    env = {
        **ROOMY,
        "PANDARIUM_DATABASE": f"sqlite:///{folder}/fairness.db",
        "PANDARIUM_PORT": str(port),
        "PANDARIUM_BOT_PROCESSES": str(options.processes),
        "PANDARIUM_BOT_DELAY": "0",
        "PANDARIUM_LOG_LEVEL": "warning",
    }
    cores = ",".join(map(str, sorted(os.sched_getaffinity(0))))
    server = Process(COMMAND, cores, folder / "server.log", env)
    try:
        server.wait_for_port(port)
        asyncio.run(run(options, f"http://127.0.0.1:{port}", server.log))
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
