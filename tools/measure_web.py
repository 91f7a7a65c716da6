"""How heavy and how quick the web client is, on a phone as Lighthouse imagines one.

    python tools/measure_web.py [--runs 7] [--chromium PATH]

A phone's window, a processor slowed down four times, 150 ms to the server and back, 1.6 Mbit/s. A fresh browser
profile for every run, so nothing is cached. Printed are medians with the least and the most:

- gzipped bytes of pages, scripts and styles until the first table can be played (no fonts, no pictures);
- until a table that somebody was invited to can be played: from opening its link to the first die that can be taken;
- from the arrival of an event on the socket until it is drawn (the frame after the page changed);
- frames while dice roll, as the browser's trace tells: 60 a second are due, how many were dropped?

The first two are throttled; the last two are measured with a full and with a slowed processor. The server runs the
compiled engine where there is one (`make compile`), and its bots wait as long as they do for anybody.
"""

from __future__ import annotations

import argparse
import gzip
import json
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
# Says when the pool is on the screen, in milliseconds since the page was asked for. (A driver that looks for it by its
# role keeps the slow processor busy, and looks again only after half a second.)
POOL_SEEN = """
(() => {
  const look = () => {
    const pool = document.querySelector('[aria-label="The pool"]');
    if (!pool?.getClientRects().length) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => console.log('pool seen', performance.now());
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
})()
"""
# Marks in the browser's trace when dice begin to roll, and when they lie still.
ROLLS = """
(() => {
  let rolling = false;
  const look = () => {
    const now = document.getAnimations().some(
      (one) => one.playState === 'running' && /tumble|land|shake/.test(one.animationName),
    );
    if (now !== rolling) performance.mark(now ? 'dice roll' : 'dice lie');
    rolling = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()
"""
# With these the compositor says about each frame whether something was animated, and whether it was shown in time.
FRAME_TRACE = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame", "blink.user_timing"]


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
            drawn = [time for _ in runs for time in events_drawn(browser, url, slowdown)]
            show(f"event drawn after its arrival, {told}", "ms", drawn)
            frames = [frame for _ in runs for frame in frames_shown(browser, url, slowdown)]
            dropped = 100 * frames.count(False) / max(1, len(frames))
            print(f"  {'frames dropped while dice roll, ' + told:<58} {dropped:.1f} % of {len(frames)}", flush=True)
        browser.close()
    return 0


def show(what: str, unit: str, values: list[float]) -> None:
    """One line: the median, the least and the most."""
    if not values:
        print(f"  {what:<58} nothing was measured")
        return
    middle, least, most = statistics.median(values), min(values), max(values)
    digits = 2 if unit == "s" else 1
    told = f"{middle:.{digits}f} {unit} ({least:.{digits}f}–{most:.{digits}f})"
    print(f"  {what:<58} {told}, n = {len(values)}", flush=True)


@contextmanager
def served() -> Iterator[str]:
    """The server in a process of its own, with a database that is forgotten; its address."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        flags = f"--port 0 --database sqlite:///{folder}/tables.db --limits 0".split()
        command = [sys.executable, "-m", "pandarium", "serve", *flags]
        compiled = Path(__file__).parents[1] / "build" / "compiled"
        env = os.environ | ({"PYTHONPATH": str(compiled)} if (compiled / ".compiled").exists() else {})
        with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, env=env) as process:
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


def create_table(context: BrowserContext, seats: int = 4) -> str:
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
        page.add_init_script(POOL_SEEN)
        path = create_table(context)
        throttle(page, SLOWDOWN, network=True)
        with page.expect_console_message(lambda said: said.text.startswith("pool seen")) as said:
            page.goto(path, wait_until="commit")
        return float(said.value.text.split()[-1]) / 1000


def events_drawn(browser: Browser, url: str, slowdown: float) -> list[float]:
    """A game with three bots: milliseconds from the arrival of each event until it is drawn."""
    with phone(browser, url, "Pho") as (context, page):
        page.add_init_script(WATCH)
        page.goto(create_table(context))
        play_on(page, slowdown)
        return [float(time) for time in page.evaluate("window.drawn")]


def frames_shown(browser: Browser, url: str, slowdown: float) -> list[bool]:
    """A game with three bots: for each frame in which dice roll, whether it was shown or dropped."""
    with phone(browser, url, "Pho") as (context, page):
        page.add_init_script(ROLLS)
        page.goto(create_table(context))
        page.get_by_role("list", name="The pool").wait_for()
        browser.start_tracing(page=page, categories=FRAME_TRACE)
        play_on(page, slowdown)
        return read_frames(json.loads(browser.stop_tracing())["traceEvents"])


def read_frames(trace: list[dict[str, Any]]) -> list[bool]:
    """Frames in which dice roll. The compositor and the page report on each: it is enough that one showed it."""
    shown: dict[tuple[int, int], bool] = {}
    rolling = False
    for event in sorted(trace, key=lambda event: float(event.get("ts", 0))):
        if event["name"] in ("dice roll", "dice lie"):
            rolling = event["name"] == "dice roll"
        told = event.get("args", {}).get("frame_reporter") if event["name"] == "PipelineReporter" else None
        if not rolling or not told or not told["has_compositor_animation"]:
            continue
        if told["state"] == "STATE_NO_UPDATE_DESIRED":
            continue
        frame = (told["frame_source"], told["frame_sequence"])
        shown[frame] = shown.get(frame, False) or told["state"].startswith("STATE_PRESENTED")
    return list(shown.values())


def play_on(page: Page, slowdown: float) -> None:
    """Take dice until the game is over."""
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
        page.wait_for_timeout(1000)  # let the dice roll, undisturbed by questions


if __name__ == "__main__":
    raise SystemExit(main())
