"""How long the rules take that a page runs without a server: to load, to start, and for each entry.

    python tools/measure_offline.py [--chromium PATH]

A real server, a fresh browser, Panda Royale with two players, then the dearest page of each other box. Printed are the
bytes that are loaded; the seconds from the button until the rules are there and kept; then, with the server stopped and
the page opened anew, the seconds until the first answer, the milliseconds for each entry and for a bot's advice, as the
page sees them. Of the opening also the seconds of processor time of all processes of the browser: on a busy machine
that is the better figure. (Chromium slows down pages when it is told to imagine a phone, but not their workers.)
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from browser import chromium

PATIENCE = 300_000
ENTRIES = ["A roll 3", "B roll 5", "pool b8 r6 g20", "B take g20", "A take b8", "A roll 3 5 7", "B roll 4 11"]

TAGS = ["A tags A12 A16 A17 A13 A9 A8 C1 C2 C3 C7 C4 C8", "B tags B1 B2 B5 B6 B10 B9 B14 B15 B11 A2"]
TAGS += ["C tags C12 C13 C16 C17 C9 C10 B18 C19 C14", "A cars 5", "B cars 4", "C cars 3", "complete"]
BET = [f"{seat} bet pair" for seat in "BCA"]
DEAREST: dict[str, list[str]] = {
    "wildstyle": ["map 1a 3b 5a", "objectives tricorners border_wars zone_control", "score", *TAGS],
    "pilfering": ["A choose sharing", "B choose charming", "C choose sneaky", "A start", "A draw"],
    "pandante": ["dealer A", *BET, "all pass", *BET, "all pass", *BET],
}
"""Where the rules have most to say: the best tags to give up, every price of a trade, every ability."""

# What the worker is asked, and how long it takes to answer.
WATCH = """
window.asked = [];
const Plain = window.Worker;
window.Worker = class extends Plain {
  constructor(...given) {
    super(...given);
    this.began = performance.now();
    this.sent = {};
    this.addEventListener('message', ({ data }) => {
      const now = performance.now();
      if (data.type === 'ready') window.asked.push(['started', now - this.began]);
      if (data.type === 'answer') window.asked.push(['answer', now - this.sent[data.id]]);
    });
  }
  postMessage(told) {
    this.sent[told.id] = performance.now();
    super.postMessage(told);
  }
}
"""


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--chromium", default=chromium.find(whole=True).path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "pandarium", "serve", "--port", "0", "--database", f"sqlite:///{folder}/t.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            assert server.stdout is not None
            url = next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+", line)))
            browser = playwright.chromium.launch(executable_path=asked.chromium, args=list(chromium.FLAGS))
            context = browser.new_context(base_url=url, viewport={"width": 390, "height": 664})
            context.set_default_timeout(PATIENCE)
            context.add_init_script(WATCH)
            measure(context.new_page(), server)
            browser.close()
        finally:
            server.terminate()


def processor_seconds() -> float:
    """Of all processes that this one has started, and that they have."""
    known: dict[int, tuple[int, int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            known[int(stat.parent.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))

    def is_ours(process: int) -> bool:
        parent = known.get(process, (0, 0))[0]
        return parent == os.getpid() or (parent > 1 and is_ours(parent))

    return sum(ticks for process, (_, ticks) in known.items() if is_ours(process)) / os.sysconf("SC_CLK_TCK")


def measure(page: Page, server: subprocess.Popen[str]) -> None:
    """One evening."""
    page.goto("/companion")
    listed = page.request.get("/engine.json").json()
    script = len(page.request.get(listed["script"], headers={"accept-encoding": "gzip"}).body())
    sizes = {name: file["bytes"] for name, file in listed["files"].items()}
    print("bytes:", json.dumps(sizes), "and a script of", script, "before it is packed")
    page.evaluate(
        "navigator.serviceWorker.ready.then(() => new Promise((done) => navigator.serviceWorker.addEventListener("
        "'message', ({ data }) => data.type === 'kept' && done())))"
    )
    began = time.perf_counter()
    page.get_by_role("button", name=re.compile("Load the rules")).click()
    page.get_by_text("The rules are on this phone").wait_for()
    print(f"loaded, started and kept: {time.perf_counter() - began:.1f} s")
    evening = {"id": "e", "game": "royale", "names": ["Ann", "Ben"], "options": {}, "entries": [], "begun": 0}
    evening |= {"changed": 0, "result": None}
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", ["pandarium.evening.e", json.dumps(evening)])
    server.terminate()
    server.wait()
    for nth in (0, len(ENTRIES)):
        evening["entries"] = ENTRIES[:nth]
        page.evaluate(
            "([key, value]) => localStorage.setItem(key, value)", ["pandarium.evening.e", json.dumps(evening)]
        )
        began, busy = time.perf_counter(), processor_seconds()
        page.goto("/companion/e")
        page.get_by_text("Without the server").wait_for()
        page.get_by_role("region", name=re.compile("^Score sheet")).or_(page.get_by_role("textbox")).first.wait_for()
        shown, spent = time.perf_counter() - began, processor_seconds() - busy
        told = f"opened without a server, {nth} entries: {shown:.1f} s, {spent:.1f} s of the processor;"
        print(told, page.evaluate("asked"))
    page.get_by_role("textbox").or_(page.get_by_role("group", name="In the bag")).first.wait_for()
    for code in ("purple d8", "yellow d8", "clear d6"):
        page.get_by_role("group", name="In the bag").get_by_role("button", name=re.compile(f"^{code}, ")).click()
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("button", name="What should I take?").click()
    page.get_by_role("complementary", name="The bot's advice").wait_for()
    print("milliseconds of the answers, the last with a bot's advice:", page.evaluate("asked"))
    for game, entries in DEAREST.items():
        evening |= {"game": game, "names": ["Ann", "Ben", "Cem"], "entries": entries}
        page.evaluate(
            "([key, value]) => localStorage.setItem(key, value)", ["pandarium.evening.e", json.dumps(evening)]
        )
        page.goto("/companion/e")
        page.wait_for_function("() => window.asked.some(([what]) => what === 'answer')")
        # The first answer has Python to import the game for; the second is what an entry costs.
        page.get_by_role("button", name="Entries").click()
        page.get_by_role("dialog").get_by_role("button", name=re.compile("^Correct")).first.click()
        page.get_by_role("button", name="Leave it as it was").click()
        page.wait_for_function("() => window.asked.filter(([what]) => what === 'answer').length > 2")
        print(f"{game}, {len(entries)} entries, the last answer as all of an entry:", page.evaluate("asked"))
    measure_table(page)


def measure_table(page: Page) -> None:
    """A game without a server: begun, and opened anew."""
    page.goto("/device")
    page.get_by_role("button", name="Play on this device").click()
    page.get_by_role("button", name="Hint").wait_for()
    began, busy = time.perf_counter(), processor_seconds()
    page.reload()
    page.get_by_role("button", name="Hint").wait_for()
    shown, spent = time.perf_counter() - began, processor_seconds() - busy
    print(f"a table opened without a server: {shown:.1f} s, {spent:.1f} s of the processor;", page.evaluate("asked"))


if __name__ == "__main__":
    main()
