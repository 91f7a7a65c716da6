"""What the drill runs on: a PostgreSQL and a Redis of its own, four game servers, and nginx before them. Linux only.

Everything lies in one folder and on free ports of the loopback, and ends with the drill: the machine's own services are
never touched. tools/try_cluster.py has its database and Redis from here, too.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from processes import DidNotStartError, Process, free_port

GAMES = Path(__file__).resolve().parents[1] / "server" / "games"
KEY = "0" * 64
"""All servers of one database sign alike; here nobody else does."""
AS_OTHER_VERSION = """
import sys, pandarium
pandarium.__version__ = sys.argv.pop(1)
from pandarium.cli import main
raise SystemExit(main())
"""


def cores() -> str:
    """All cores, as `taskset` names them."""
    return ",".join(map(str, sorted(os.sched_getaffinity(0))))


class Postgres:
    """A cluster of its own. PostgreSQL refuses to run as root, so then it is the user `postgres` who runs it.

    With a password nobody gets in without it; else everybody of this machine does.
    """

    def __init__(self, folder: Path, user: str = "postgres", password: str = "") -> None:
        self.folder = folder / "postgres"
        self.port = free_port()
        self.url = f"postgresql://{f'{user}:{password}' if password else user}@127.0.0.1:{self.port}/postgres"
        self.folder.mkdir(parents=True)
        self.prefix: list[str] = []
        if os.geteuid() == 0:
            runner = pwd.getpwnam("postgres")
            os.chown(self.folder, runner.pw_uid, runner.pw_gid)
            self.prefix = ["runuser", "-u", "postgres", "--"]
        said = folder / "postgres.password"
        said.write_text(f"{password}\n")
        auth = ["--auth=scram-sha-256", f"--pwfile={said}"] if password else ["--auth=trust"]
        self._run("initdb", "-U", user, *auth, "-E", "UTF8", "--locale=C")
        settings = f"listen_addresses='127.0.0.1'\nport={self.port}\nmax_connections=200\n"
        settings += f"unix_socket_directories='{self.folder}'\n"
        with (self.folder / "postgresql.conf").open("a") as file:
            file.write(settings)
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        found = next(iter(sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"), reverse=True)), None)
        command = [*self.prefix, str(found or shutil.which(program) or program), "-D", str(self.folder), *arguments]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        if done.returncode:
            raise DidNotStartError(f"{' '.join(command)}: {done.stdout[-500:]}{done.stderr[-1000:]}")

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"))

    def restart(self) -> None:
        """As an upgrade of the database does: whoever is connected is thrown out."""
        self._run("pg_ctl", "restart", "-w", "-m", "fast", "-l", str(self.folder / "log"))

    def stop(self) -> None:
        """End it."""
        with suppress(DidNotStartError):
            self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def ask(self, question: str) -> Any:
        """The first row of an answer."""
        import psycopg

        with psycopg.connect(self.url) as connection:
            return connection.execute(question.encode()).fetchone()


class Redis:
    """A Redis that keeps nothing, unless its options say otherwise."""

    def __init__(self, folder: Path, options: Sequence[str] = ("--save", "", "--appendonly", "no")) -> None:
        self.log = folder / "redis.log"
        self.options = options
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start, and wait until it listens."""
        command = ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), *self.options]
        self.process = Process(command, cores(), self.log, {})
        self.process.wait_for_port(self.port)

    def empty(self) -> None:
        """Gone, and back with nothing in it and nobody connected."""
        self.process.stop()
        self.start()

    def stop(self) -> None:
        """End it."""
        self.process.stop()


class GameServer:
    """One `pandarium serve`, as on a machine of its own."""

    def __init__(self, name: str, folder: Path, postgres: Postgres, redis: Redis) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        self.port = free_port()
        self.env = {
            "PANDARIUM_GAMES": os.environ.get("PANDARIUM_GAMES", str(GAMES)),
            "PANDARIUM_PORT": str(self.port),
            "PANDARIUM_DATABASE": postgres.url,
            "PANDARIUM_REDIS": redis.url,
            "PANDARIUM_PROXIES": "1",
            "PANDARIUM_LIMITS": "0",
            "PANDARIUM_LOG_LEVEL": "warning",
            "PANDARIUM_IDLE_SECONDS": "3600",
            "PANDARIUM_KEY": KEY,
            "TMPDIR": str(folder),
        }
        self.launch()

    def launch(self, version: str | None = None) -> None:
        """Start it; with a version, as if it were another one."""
        other = ["-c", AS_OTHER_VERSION, version] if version else ["-m", "pandarium"]
        self.process = Process([sys.executable, *other, "serve"], cores(), self.log, self.env)

    def wait(self) -> None:
        """Until it is well."""
        self.process.wait_for_port(self.port, 120)
        end = time.monotonic() + 120
        while not self.health():
            if time.monotonic() > end:
                raise DidNotStartError(f"{self.name} is not well: {self.process.last_words()}")
            time.sleep(0.05)

    def health(self) -> dict[str, Any]:
        """What it says of itself; nothing, if it is not well."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
                told: dict[str, Any] = json.loads(answer.read())
                return told
        except OSError:
            return {}

    def kill(self) -> None:
        """As a power cut does: it and all that it has started, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.running.pid, signal.SIGKILL)
        self.process.running.wait()

    def stop(self) -> None:
        """As systemd does."""
        self.process.stop()


class Proxy:
    """nginx, with what docs/host.md says: a table's visitors go to one server, and to another if that is away."""

    def __init__(self, folder: Path, servers: Sequence[GameServer]) -> None:
        self.folder = folder / "nginx"
        self.folder.mkdir(parents=True)
        self.port = free_port()
        self.config = self.folder / "nginx.conf"
        self._write(servers)
        command = [shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(self.folder), "-c", str(self.config)]
        self.process = Process(command, cores(), self.folder / "said.log", {})
        self.process.wait_for_port(self.port)

    def _write(self, servers: Sequence[GameServer]) -> None:
        upstreams = "\n".join(f"    server 127.0.0.1:{one.port} max_fails=0;" for one in servers)
        paths = "\n".join(
            f"  {kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        self.config.write_text(
            f"""daemon off;
pid {self.folder}/pid;
error_log {self.folder.parent}/nginx.log error;
worker_processes 1;
events {{ worker_connections 32768; }}
http {{
  access_log off;
{paths}
  map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
  map $uri $pandarium_table {{ "~^/api/tables/(?<table>[^/]+)" $table; default $request_id; }}
  upstream pandarium {{
    hash $pandarium_table consistent;
{upstreams}
  }}
  server {{
    listen 127.0.0.1:{self.port} backlog=4096;
    location / {{
      proxy_pass http://pandarium;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 1s;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_read_timeout 75s;
    }}
  }}
}}
"""
        )

    def lead_to(self, servers: Sequence[GameServer]) -> None:
        """Other servers from now on; connections that are there stay where they are."""
        self._write(servers)
        os.kill(self.process.running.pid, signal.SIGHUP)

    def stop(self) -> None:
        """End it."""
        self.process.stop()


def require_programs(proxy: str) -> None:
    """End with a sentence where something is missing."""
    if not sys.platform.startswith("linux"):
        raise SystemExit("this needs Linux")
    missing = [name for name in ("redis-server", "taskset") if not shutil.which(name)]
    if not (shutil.which(proxy) or Path("/usr/sbin", proxy).exists()):
        missing.append(proxy)
    if not (shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))):
        missing.append("PostgreSQL (initdb)")
    if missing:
        raise SystemExit(f"this needs {', '.join(missing)}")
