"""Try compose.cluster.yaml without containers: what `make cluster` does. Linux, PostgreSQL, Redis and Caddy are needed.

    python tools/try_cluster.py          a minute at most; bench/drill and bench/server must be on the PYTHONPATH

Every service that the file names is started here as the file says: the database with its user and password, Redis with
its options, the servers with their environment and that of `Containerfile`, Caddy with the Caddyfile. What has to
differ does: they find each other on free ports of the loopback in place of names of a network, and Caddy listens on two
of these. What containers keep from each other, images, volumes and limits are not tried; `make container` and Docker do
that.

Then people come, as browsers do: over https and wss, with cookies, from a page of the site. Two of them play a game to
its end, each at another server, while first one server is stopped and started again and then the other. All that was
started has ended afterwards, and nothing of it is left.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, NoReturn

import httpx
import psycopg
import redis
from compose_file import environment, read_compose
from processes import Process, free_port
from release_notes import version_of
from services import Postgres, Redis, cores, require_programs
from try_wheel import demand, try_pages
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pandarium.server.ops.limits import RESETS

ROOT = Path(__file__).resolve().parents[1]
COMPOSE = ROOT / "compose.cluster.yaml"
DOMAIN = "localhost"
"""For it Caddy makes a certificate of its own."""
PASSWORD = "bamboo4pandas"
WHOLE = 300
"""Seconds after which it is given up, whatever it waits for."""
WELL = 60
"""Seconds until a server must be well, or Caddy must have seen that it is."""
QUIET = 30
"""Seconds after which somebody who is shown nothing asks no further."""
PAGES = 20
"""That are loaded at least while a server is away."""
NO_ACCESS, SERVER_STOPS = 4403, 1012
"""Codes with which sockets are closed."""


def main() -> int:
    """Start all of it, try it, and end it."""
    require_programs("caddy")
    for name in [name for name in os.environ if name.startswith("PANDARIUM_") and name != "PANDARIUM_PURE"]:
        del os.environ[name]
    signal.signal(signal.SIGTERM, give_up)
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(WHOLE)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pandarium-cluster-")))
        folder.chmod(0o755)  # PostgreSQL may be another user's
        try:
            cluster = Cluster(folder, stack)
            try_cluster(cluster)
        except BaseException:
            print(*(f"--- {log.name}\n{log.read_text('utf-8', 'replace')[-3000:]}" for log in folder.glob("*.log")))
            raise
    left = [port for port in cluster.ports if is_taken(port)]
    demand(not left and not folder.exists(), f"somebody still listens on {left}, or {folder} is there")
    print("all has ended, and nothing of it is left")
    return 0


def give_up(number: int, _: object) -> NoReturn:
    """In order: what was started ends."""
    raise SystemExit(f"FAILED: not done after {WHOLE} s" if number == signal.SIGALRM else "stopped")


class Server:
    """A server of the file, as its container starts it."""

    def __init__(self, name: str, folder: Path, env: Mapping[str, str], grace: float) -> None:
        self.name, self.grace = name, grace
        self.log = folder / f"{name}.log"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.env = {**env, "PANDARIUM_HOST": "127.0.0.1", "PANDARIUM_PORT": str(self.port), "TMPDIR": str(folder)}
        self.start()

    def start(self) -> None:
        """Start it, without waiting."""
        self.process = Process([sys.executable, "-m", "pandarium", "serve"], cores(), self.log, self.env)

    def wait_until_well(self) -> None:
        """As its health check asks."""
        self.process.wait_for_port(self.port, WELL)
        wait(lambda: answered(f"{self.address}/health") == 200, f"{self.name} to be well")

    def sockets(self) -> int:
        """How many are open here."""
        told = urllib.request.urlopen(f"{self.address}/metrics", timeout=10).read().decode()
        return next(int(float(line.split()[1])) for line in told.splitlines() if line.startswith("pandarium_sockets "))

    def end(self) -> None:
        """Whatever runs of it now."""
        self.process.stop()

    def stop(self) -> float:
        """As Docker stops it: the seconds that it took."""
        began = time.monotonic()
        self.process.running.terminate()
        try:
            code = self.process.running.wait(self.grace)
        except subprocess.TimeoutExpired:
            raise SystemExit(f"FAILED: {self.name} has not stopped after {self.grace:g} s") from None
        demand(code == 0, f"{self.name} ends with {code}")
        return time.monotonic() - began


class Cluster:
    """All services of the file, running."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        variables = {"PANDARIUM_DOMAIN": DOMAIN, "PANDARIUM_DATABASE_PASSWORD": PASSWORD}
        whole = read_compose(COMPOSE, variables)
        services = whole["services"]
        ours = {name: service for name, service in services.items() if "build" in service}
        known = environment(services["database"])
        postgres = Postgres(folder, known["POSTGRES_USER"], known["POSTGRES_PASSWORD"])
        stack.callback(postgres.stop)
        with psycopg.connect(postgres.url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{known["POSTGRES_DB"]}"'.encode())
        cache = Redis(folder, services["redis"]["command"][1:])
        stack.callback(cache.stop)
        self.redis = cache.url
        there = {"@database/": f"@127.0.0.1:{postgres.port}/", "//redis:6379/": f"//127.0.0.1:{cache.port}/"}
        self.servers: list[Server] = []
        for name, service in ours.items():  # both at once, on an empty database: one of them makes the tables
            env = {n: replaced(value, there) for n, value in (image_environment() | environment(service)).items()}
            self.servers.append(Server(name, folder, env, float(service["stop_grace_period"].removesuffix("s"))))
            stack.callback(self.servers[-1].end)
        for server in self.servers:
            server.wait_until_well()
        places = {f"{server.name}:8000": f"127.0.0.1:{server.port}" for server in self.servers}
        self.caddy = Caddy(folder, whole["configs"]["caddyfile"]["content"], places, environment(services["caddy"]))
        stack.callback(self.caddy.process.stop)
        self.ports = [postgres.port, cache.port, self.caddy.port, *(server.port for server in self.servers)]


def image_environment() -> dict[str, str]:
    """What the image sets of ours, for a database that is not its own."""
    last = (ROOT / "Containerfile").read_text(encoding="utf-8").rpartition("\nFROM ")[2]
    return dict(word.split("=", 1) for word in last.split() if word.startswith("PANDARIUM_"))


def replaced(text: str, places: Mapping[str, str]) -> str:
    """With each place where it is here."""
    for name, place in places.items():
        text = text.replace(name, place)
    return text


class Caddy:
    """Caddy with the Caddyfile of the compose file, on other ports; and what browsers believe of its certificates."""

    def __init__(self, folder: Path, caddyfile: str, places: Mapping[str, str], env: Mapping[str, str]) -> None:
        self.folder = folder / "caddy"
        self.folder.mkdir()
        self.env = {**env, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}
        self.env["XDG_CONFIG_HOME"] = str(self.folder / "config")
        self.validate("as it is", caddyfile)
        demand(all(place in caddyfile for place in places), f"the Caddyfile does not name {', '.join(places)}")
        http, self.port = free_port(), free_port()
        self.http = f"http://{DOMAIN}:{http}"
        self.origin = f"https://{DOMAIN}:{self.port}"
        options = f"admin off\nhttp_port {http}\nhttps_port {self.port}\ndefault_bind 127.0.0.1\nskip_install_trust"
        config = self.validate("on the loopback", f"{{\n{options}\n}}\n{replaced(caddyfile, places)}")
        command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(config)]
        self.process = Process(command, cores(), folder / "caddy.log", self.env)
        self.process.wait_for_port(self.port)
        # The root of its own authority: certificates are checked as those of others are.
        root = self.folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait(root.exists, "Caddy to make its authority")
        self.trusted = ssl.create_default_context(cafile=str(root))

    def validate(self, how: str, caddyfile: str) -> Path:
        """Where a Caddyfile lies now that Caddy finds nothing wrong with."""
        file = self.folder / f"Caddyfile {how}"
        file.write_text(caddyfile, encoding="utf-8")
        command = [program("caddy"), "validate", "--adapter", "caddyfile", "--config", str(file)]
        done = subprocess.run(command, env=os.environ | self.env, capture_output=True, text=True, check=False)
        demand(done.returncode == 0, f"caddy validate, {how}:\n{done.stderr}")
        print(f"the Caddyfile is valid, {how}")
        return file


class Browser:
    """Somebody at a browser, behind an address of their own: cookies, the site as origin, and a socket at a table."""

    def __init__(self, caddy: Caddy, address: str, name: str = "") -> None:
        self.caddy, self.name = caddy, name
        transport = httpx.HTTPTransport(verify=caddy.trusted, local_address=address)
        self.http = httpx.Client(
            base_url=caddy.origin, transport=transport, headers={"Origin": caddy.origin}, timeout=30
        )
        self.socket: ClientConnection | None = None
        self._opened = ExitStack()
        self.update: dict[str, Any] = {}
        self.moves: dict[int, int] = {}
        """Of every move shown here its number in the log, and the seat that made it."""
        self._ids = itertools.count(1)
        if name:
            begun = self.post("/api/guest", {"name": name})
            demand(begun.status_code == 201, f"{name} is no guest: {begun.text}")
            self.cookie = begun.headers["set-cookie"]
            self.http.headers["X-CSRF-Token"] = begun.json()["csrf"]

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        """What the site answers."""
        return self.http.post(path, json=body, headers=headers)

    def open(self, table: str, invite: str) -> None:
        """A socket at a table; it begins with all that happened."""
        self.connect(table, invite, self.caddy.origin)
        self.update = {}
        self.until(lambda update: True)

    def connect(self, table: str, invite: str, origin: str) -> None:
        """A socket for a page of some site."""
        self.close()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        opening = connect(
            f"{self.caddy.origin.replace('https', 'wss')}/api/tables/{table}/live?since=0&invite={invite}",
            ssl=self.caddy.trusted,
            origin=Origin(origin),
            additional_headers={"Cookie": cookies},
            compression=None,
            proxy=None,
        )
        self.socket = self._opened.enter_context(opening)

    def close(self) -> None:
        """Hang up."""
        self._opened.close()

    def receive(self) -> dict[str, Any]:
        """The next message; an update is taken in."""
        assert self.socket is not None
        try:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=QUIET))
        except TimeoutError:
            raise SystemExit(f"FAILED: {self.name} was shown nothing for {QUIET} s") from None
        if message["type"] == "update":
            self.update = message
            news = message.get("news", [])
            self.moves |= {line["seq"]: line["seat"] for line in news if line["type"] == "moved"}
        return message

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> None:
        """Until an update fits."""
        while not (self.update and fits(self.update)):
            self.receive()

    def say(self, **message: object) -> int:
        """Say something to the table: where in its log it is."""
        assert self.socket is not None
        number = next(self._ids)
        self.socket.send(json.dumps({"id": number, **message}))
        while (reply := self.receive())["type"] == "update" or reply.get("id") != number:
            pass
        demand(reply["type"] == "done", f"{self.name}: {message} is answered by {reply}")
        place: int = reply["seq"]
        return place

    def wait_for_close(self) -> int:
        """The code with which the server hangs up."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 0


def try_cluster(cluster: Cluster) -> None:
    """All that the pages promise of it, one after the other."""
    caddy, servers = cluster.caddy, cluster.servers
    handler = urllib.request.HTTPSHandler(context=caddy.trusted)
    urllib.request.install_opener(urllib.request.build_opener(urllib.request.ProxyHandler({}), handler))
    wait(lambda: answered(f"{caddy.origin}/health") == 200, "Caddy to make its certificate")
    try_pages(caddy.origin, version_of((ROOT / "src" / "pandarium" / "__init__.py").read_text(encoding="utf-8")))
    moved = httpx.get(f"{caddy.http}/rules", trust_env=False)
    where = (moved.status_code, moved.headers.get("location"))
    demand(where == (308, f"https://{DOMAIN}/rules"), f"http is answered by {where}")  # its port is 443 from outside
    print("http leads to https")
    try_addresses(caddy, servers[0])
    ann, ben = try_cookies(caddy)
    table, invite = sit_down(ann, ben)
    apart = meet_at_two_servers(ann, ben, servers, table, invite)
    play(ann, ben, 4, "each at another server")
    try_redis(cluster.redis)
    for server, whose in ((apart, ann), (other(servers, apart), ben)):
        restart(server, whose, (ann, ben), caddy, (table, invite))
    play(ann, ben, None, "to its end")
    demand(ann.moves == ben.moves, "they have seen different games")
    for browser in (ann, ben):
        browser.close()


def try_redis(url: str) -> None:
    """Both servers listen there, and tell each other what happens; without it they would only see it later."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        listeners = dict(client.pubsub_numsub(*client.pubsub_channels()))
        told = client.info("commandstats").get("cmdstat_publish", {}).get("calls", 0)
    demand(max(listeners.values(), default=0) == 2 and told, f"Redis has {listeners} and was told {told} times")
    print(f"through Redis both hear of the other: told {told} times")


def try_addresses(caddy: Caddy, server: Server) -> None:
    """A visitor counts under the address that Caddy saw, whatever they say themselves; so one hop is believed."""
    demand(answered(f"{server.address}/metrics") == 200, "this machine may not read the figures")
    outside = answered(f"{server.address}/metrics", **{"X-Forwarded-For": "127.0.0.1, 203.0.113.7"})
    demand(outside == 403, f"the figures are answered to the outside with {outside}")
    visitor, neighbour = Browser(caddy, "127.0.0.2"), Browser(caddy, "127.0.0.3")
    wanted, told = {"handle": "bamboo"}, list[int]()
    while told.count(200) < 2 * RESETS.burst and len(told) < 50:  # until it is used up at both
        made_up = {"X-Forwarded-For": f"203.0.113.{len(told)}", "X-Real-IP": f"203.0.113.{len(told)}"}
        told.append(visitor.post("/api/resets", wanted, **made_up).status_code)
    told += [visitor.post("/api/resets", wanted).status_code for _ in range(4)]
    demand(set(told[-4:]) == {429}, f"somebody under changing addresses is answered {told}")
    others = {neighbour.post("/api/resets", wanted).status_code for _ in range(4)}
    demand(others == {200}, f"their neighbour is answered {others}")
    print("addresses: each visitor's own counts, as Caddy saw it, and not what they say it is")


def try_cookies(caddy: Caddy) -> tuple[Browser, Browser]:
    """Cookies travel by https alone, and are believed on pages of the site alone; two guests."""
    ann, ben = Browser(caddy, "127.0.0.1", "Ann"), Browser(caddy, "127.0.0.2", "Ben")
    demand(ann.cookie.startswith("__Host-pandarium="), f"the cookie is {ann.cookie.partition('=')[0]}")
    marks = {mark.strip().lower() for mark in ann.cookie.split(";")[1:]}
    demand({"secure", "httponly", "path=/", "samesite=lax"} <= marks, f"the cookie is marked {sorted(marks)}")
    demand("strict-transport-security" in ann.http.get("/api/me").headers, "https is not made to stay")
    foreign = ann.post("/api/tables", {"game": "royale", "seats": 2}, Origin="https://elsewhere.example").status_code
    demand(foreign == 403, f"another site is answered {foreign}")
    print("cookies: Secure and __Host-, believed on pages of this site alone")
    return ann, ben


def sit_down(ann: Browser, ben: Browser) -> tuple[str, str]:
    """A table for two, and its invite, which names the site."""
    made = ann.post("/api/tables", {"game": "royale", "seats": 2}).json()
    table, invite = str(made["id"]), str(made["invite"])
    demand(made["url"].startswith(f"{ann.caddy.origin}/t/{table}"), f"the invite is {made['url']}")
    ben.connect(table, invite, "https://elsewhere.example")
    code = ben.wait_for_close()
    demand(code == NO_ACCESS, f"a socket of another site is closed with {code}")
    return table, invite


def meet_at_two_servers(ann: Browser, ben: Browser, servers: list[Server], table: str, invite: str) -> Server:
    """Both with sockets, at different servers, and the game begun; the server where Ann is."""
    wait(lambda: sum(server.sockets() for server in servers) == 0, "sockets to be gone")
    ann.open(table, invite)
    hers = next(server for server in servers if server.sockets())
    open_at(other(servers, hers), ben, table, invite)
    ben.say(type="sit")
    seen = ben.say(type="ready")
    ann.until(lambda update: update["seq"] >= seen)
    ann.say(type="start")
    for browser in (ann, ben):
        browser.until(lambda update: update["table"]["status"] == "running")
    demand([server.sockets() for server in servers] == [1, 1], "they are not at different servers")
    return hers


def open_at(server: Server, browser: Browser, table: str, invite: str) -> None:
    """A socket at that server: Caddy chooses the one with fewer connections, once it knows that it is well."""
    end = time.monotonic() + WELL
    before = server.sockets()
    while True:
        browser.open(table, invite)
        if server.sockets() > before:
            return
        demand(time.monotonic() < end, f"Caddy leads nobody to {server.name}")
        browser.close()
        time.sleep(0.2)


def play(ann: Browser, ben: Browser, most: int | None, how: str) -> None:
    """Some moves, or all; each is seen by both before the next one is made."""
    both, made = (ann, ben), 0
    while ann.update["table"]["status"] == "running" and made != most:
        mover = next((browser for browser in both if browser.update.get("legal")), None)
        demand(mover, "nobody can move")
        assert mover is not None
        seq = mover.say(type="play", move=mover.update["legal"][0]["move"], position=mover.update["position"])
        for browser in both:
            browser.until(lambda update, seq=seq: update["seq"] >= seq)  # type: ignore[misc]
            demand(seq in browser.moves, f"{browser.name} was not shown a move")
        made += 1
    status = ann.update["table"]["status"]
    demand(made and (status == "ended" or most is not None), f"a game of {made} moves is {status}")
    print(f"played: {made} moves {how}, each seen by both")


def restart(
    server: Server, whose: Browser, both: tuple[Browser, Browser], caddy: Caddy, place: tuple[str, str]
) -> None:
    """A server stops: whoever is there comes back at the other one and goes on. Started again, it has people again."""
    with loading(caddy) as pages:
        took = server.stop()
        code = whose.wait_for_close()
        demand(code == SERVER_STOPS, f"{whose.name}'s socket is closed with {code}")
        began = time.monotonic()
        whose.open(*place)
        back = time.monotonic() - began
        play(*both, 2, f"without {server.name}")
        wait(lambda: len(pages) >= PAGES, "pages to come")
    told = [number for number, _ in pages]
    demand(set(told) == {200}, f"pages meanwhile are answered {told}")
    slowest = max(seconds for _, seconds in pages)
    print(f"{server.name} stopped in {took:.1f} s, {whose.name} was back after {back:.1f} s")
    print(f"pages meanwhile: {len(pages)}, all answered, the slowest after {slowest:.1f} s")
    server.start()
    server.wait_until_well()
    open_at(server, whose, *place)
    play(*both, 2, f"with {server.name} again")


@contextmanager
def loading(caddy: Caddy) -> Iterator[list[tuple[int, float]]]:
    """Somebody who loads the front page all the time: what they are answered, 0 for nothing, and after how long."""
    told, over = list[tuple[int, float]](), Event()

    def load() -> None:
        while not over.wait(0.05):
            began = time.monotonic()
            told.append((answered(f"{caddy.origin}/"), time.monotonic() - began))

    thread = Thread(target=load)
    thread.start()
    try:
        yield told
    finally:
        over.set()
        thread.join()


def other(servers: list[Server], server: Server) -> Server:
    """The one of two that it is not."""
    return next(one for one in servers if one is not server)


def answered(address: str, **headers: str) -> int:
    """With which number; 0 where nobody answers."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return int(error.code)
    except OSError:
        return 0


def wait(fine: Callable[[], bool], what: str) -> None:
    """Until it is so."""
    end = time.monotonic() + WELL
    while not fine():
        demand(time.monotonic() < end, f"waited {WELL} s for {what}")
        time.sleep(0.05)


def is_taken(port: int) -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def program(name: str) -> str:
    """Where a program is, also one that is for root."""
    return shutil.which(name) or f"/usr/sbin/{name}"


if __name__ == "__main__":
    raise SystemExit(main())
