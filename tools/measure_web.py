"""How heavy and how quick the web client is, on a phone as Lighthouse imagines one.

    python tools/measure_web.py [--runs 7] [--chromium PATH]

A phone's window, a processor slowed down four times, 150 ms to the server and back, 1.6 Mbit/s. A fresh browser
profile for every run, so nothing is cached. Printed are medians with the least and the most:

- gzipped bytes of pages, scripts and styles until the first table can be played (no fonts, no pictures);
- until a table that somebody was invited to can be played: from opening its link to the first die that can be taken;
- from the arrival of an event on the socket until it is drawn (the frame after the page changed);
- frames while dice roll: how many take longer than 17 ms.

The first two are throttled; the last two are measured with a full and with a slowed processor.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Response,
    TimeoutError,
    ViewportSize,
    expect,
    sync_playwright,
)

PHONE: ViewportSize = {"width": 360, "height": 740}
SLOWDOWN = 4
ROUND_TRIP_MS = 150
BYTES_A_SECOND = 1_638_400 / 8
PATIENCE = 60_000
LONG_FRAME_MS = 17.0

# Hears every message of the socket before the page does, and looks for the frame after the page has changed.
WATCH = """
(() => {
  window.drawn = [];
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (!data.includes('"moved"')) return;
        const arrived = performance.now();
        let changed = false;
        const watch = new MutationObserver(() => { changed = true; });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        const look = () => {
          if (!changed) return requestAnimationFrame(look);
          watch.disconnect();
          // The frame in which it is drawn ends when the next task runs.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.drawn.push(performance.now() - arrived);
          port2.postMessage(0);
        };
        requestAnimationFrame(look);
      });
    }
  };
})()
"""
# The lengths of frames while something is animated.
FRAMES = """
(() => {
  window.frames_ = [];
  let last = performance.now();
  const look = (now) => {
    if (document.getAnimations().some((one) => one.playState === 'running')) window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()
"""


def main() -> int:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--chromium", default=os.environ.get("PANDARIUM_CHROMIUM") or shutil.which("chromium"))
    arguments = parser.parse_args()
    with served() as url, sync_playwright() as play:
        flags = ["--no-sandbox", "--disable-dev-shm-usage"]
        browser = play.chromium.launch(executable_path=arguments.chromium, args=flags)
        print(f"Chromium {browser.version}, {os.cpu_count()} cores, {arguments.runs} runs: median (least–most)\n")
        runs = range(arguments.runs)
        weights = [weigh(browser, url) for _ in runs]
        show("first table, gzipped", "kB", [weight / 1000 for weight in weights])
        show("first table can be played, slow phone", "s", [first_table(browser, url) for _ in runs])
        for slowdown in (1, SLOWDOWN):
            told = f"processor {slowdown}× slower" if slowdown > 1 else "full processor"
            played = [whole_game(browser, url, slowdown) for _ in runs]
            show(f"event drawn after its arrival, {told}", "ms", [time for drawn, _ in played for time in drawn])
            frames = [length for _, lengths in played for length in lengths]
            show(f"a frame while dice roll, {told}", "ms", frames)
            long = sum(length > LONG_FRAME_MS for length in frames) / max(1, len(frames))
            print(f"  {'':<58} {100 * long:.1f} % of {len(frames)} frames over {LONG_FRAME_MS:.0f} ms")
        browser.close()
    return 0


def show(what: str, unit: str, values: list[float]) -> None:
    """One line: the median, the least and the most."""
    if not values:
        print(f"  {what:<58} nothing was measured")
        return
    middle, least, most = statistics.median(values), min(values), max(values)
    print(f"  {what:<58} {middle:.1f} {unit} ({least:.1f}–{most:.1f}), n = {len(values)}", flush=True)


@contextmanager
def served() -> Iterator[str]:
    """The server in a process of its own, with a database that is forgotten; its address."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        flags = f"--port 0 --database sqlite:///{folder}/tables.db --limits 0 --bot-delay 0".split()
        command = [sys.executable, "-m", "pandarium", "serve", *flags]
        with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
            try:
                while not (told := re.search(r"Pandarium is at (http://\S+)", log.read_text())):
                    if process.poll() is not None:
                        raise SystemExit(f"the server did not start:\n{log.read_text()}")
                    time.sleep(0.1)
                yield told[1]
            finally:
                process.terminate()


@contextmanager
def phone(browser: Browser, url: str, name: str = "") -> Iterator[tuple[BrowserContext, Page]]:
    """A new phone with nothing in its cache; with a name, of a guest who is known."""
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    context.set_default_timeout(PATIENCE)
    if name:
        context.request.post("/api/guest", data={"name": name})
    yield context, context.new_page()
    context.close()


def throttle(page: Page, slowdown: float, network: bool) -> None:
    """As Lighthouse does for a phone."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    if network:
        session.send("Network.enable")
        speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
        session.send("Network.emulateNetworkConditions", {"offline": False, "latency": ROUND_TRIP_MS, **speed})


def lay(context: BrowserContext, seats: int = 4) -> str:
    """A table of the guest's with bots, started; its path."""
    headers = {"x-csrf-token": context.request.get("/api/me").json()["csrf"]}

    def send(path: str, data: dict[str, Any]) -> Any:
        return context.request.post(path, data=data, headers=headers).json()

    table = send("/api/tables", {"game": "royale", "seats": seats, "bots": ["greedy"] * (seats - 1)})["id"]
    send(f"/api/tables/{table}/messages", {"type": "start"})
    return f"/t/{table}"


def weigh(browser: Browser, url: str) -> int:
    """Gzipped bytes from the front page to the first table."""
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    with phone(browser, url) as (_, page):
        page.on("response", note)
        page.goto("/")
        page.get_by_role("button", name="Play Panda Royale now").click()
        expect(page.get_by_role("list", name="The pool")).to_be_visible(timeout=PATIENCE)
        kinds = ("javascript", "css", "html")
        wanted = [one for one in answers if any(kind in one.headers.get("content-type", "") for kind in kinds)]
        return sum(len(gzip.compress(answer.body(), 9)) for answer in wanted)


def first_table(browser: Browser, url: str) -> float:
    """Seconds from opening a table's address until its pool is there, on a slow phone with a slow line."""
    with phone(browser, url, "Pho") as (context, page):
        path = lay(context)
        throttle(page, SLOWDOWN, network=True)
        begun = time.perf_counter()
        page.goto(path, wait_until="commit")
        page.get_by_role("list", name="The pool").wait_for()
        return time.perf_counter() - begun


def whole_game(browser: Browser, url: str, slowdown: float) -> tuple[list[float], list[float]]:
    """A game with three bots: milliseconds until events are drawn, and the lengths of frames while dice roll."""
    with phone(browser, url, "Pho") as (context, page):
        page.add_init_script(WATCH)
        page.add_init_script(FRAMES)
        page.goto(lay(context))
        page.get_by_role("list", name="The pool").wait_for()
        throttle(page, slowdown, network=False)
        over = page.get_by_role("button", name="Rematch")
        while not over.is_visible():
            stage = page.get_by_role("region", name=re.compile("^(Take a die|Trade, or keep yours)$"))
            # Take a die; or give a clear one, and take another for it.
            for name in ("^Take .* for it", "^(Take|Give) the "):
                offered = stage.get_by_role("button", name=re.compile(name), disabled=False)
                if offered.count():
                    with suppress(TimeoutError):  # it was gone meanwhile: look again
                        offered.first.click(timeout=2000)
                    break
            page.wait_for_timeout(400)  # let the dice roll
        return page.evaluate("window.drawn"), page.evaluate("window.frames_")


if __name__ == "__main__":
    raise SystemExit(main())
