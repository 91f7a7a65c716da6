"""Make the pictures of the web client: `python docs/pictures/make_web.py [NAME...]`.

A server with an empty database, a real browser, and a game played through the page's own buttons. Every page is taken
on a phone and on a desk, tables also on a tablet, by day and by night. The dice differ each time.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT)]

from tests.browser.chromium import FLAGS, find  # noqa: E402 (the tests know where the browser is)
from tests.games.pandante.test_companion import TO_ABILITIES, TO_HOTSEAT  # noqa: E402 (and games with real cards)
from tests.games.royale.test_companion import whole_game  # noqa: E402 (and with real dice)
from tests.server.harness import Server  # noqa: E402 (and how to start a server)

SIZES = {"phone": (360, 740), "tablet": (820, 1100), "desk": (1280, 800)}
THEMES = {"day": "light", "night": "dark"}
QUALITY = 76
A_MOVE = re.compile("^(Take the|Keep mine)")
PATIENCE = 120.0
ROUND = 5
"""Where the table's picture is taken: everybody has a team by then."""

OTHERS: dict[str, tuple[dict[str, Any], int]] = {
    "pilfering": ({"seats": 3, "bots": ["team", "team"]}, 8),
    "pandante": ({"seats": 4, "bots": ["liar", "cautious", "strong"]}, 3),
    "wildstyle": ({"seats": 4, "bots": ["filler", "planner", "filler"], "options": {"pace": "turns"}}, 10),
}
"""A table of each other game, and how many moves of our own until its picture is taken."""


@contextmanager
def look(browser: Browser, size: str, theme: str, state: Any = None) -> Iterator[Page]:
    """A page of that size and light, with the cookies of somebody who was here before."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=2 if size == "phone" else 1,
        color_scheme=THEMES[theme],
        has_touch=size != "desk",
        reduced_motion="reduce",
        storage_state=state,
    )
    try:
        yield context.new_page()
    finally:
        context.close()


def keep(page: Page, name: str) -> None:
    """What the page shows, into a file."""
    page.wait_for_load_state("networkidle")
    shoot(page, name)


def shoot(page: Page, name: str) -> None:
    """The same of a page that always asks for news."""
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.save(HERE / f"{name}.webp", quality=QUALITY, method=6)
    sys.stdout.write(f"  {name}.webp\n")
    sys.stdout.flush()


class Photographer:
    """Somebody who plays a few games, and takes pictures on the way."""

    def __init__(self, browser: Browser, url: str, wanted: set[str]) -> None:
        self.browser = browser
        self.url = url
        self.wanted = wanted
        self.someone: BrowserContext = browser.new_context(reduced_motion="reduce")
        self.page = self.someone.new_page()

    def take(
        self,
        name: str,
        path: str,
        sizes: tuple[str, ...] = ("phone", "desk"),
        then: Callable[[Page], None] | None = None,
    ) -> None:
        """The page at that path, in all lights."""
        if self.wanted and name not in self.wanted:
            return
        for size in sizes:
            for theme in THEMES:
                with look(self.browser, size, theme, self.someone.storage_state()) as page:
                    page.goto(self.url + path)
                    page.wait_for_load_state("networkidle")
                    if then:
                        then(page)
                    keep(page, f"{name}-{size}-{theme}")

    def introduce(self, name: str, panda: int) -> None:
        """Choose a name and a panda."""
        self.page.goto(f"{self.url}/me")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_role("radio").nth(panda).check(force=True)
        self.page.get_by_role("button", name="Save").click()
        self.page.wait_for_load_state("networkidle")

    def play_now(self) -> str:
        """A game against bots; its path."""
        self.page.goto(self.url)
        self.page.locator("a, button").filter(has_text="Play now").first.click()
        self.page.wait_for_url("**/t/**")
        return self.page.url.removeprefix(self.url)

    def create_table(self, wanted: dict[str, Any]) -> str:
        """A table in this person's name, created without the page; its path."""
        return f"/t/{self.post('/api/tables', wanted)['id']}"

    def post(self, path: str, data: dict[str, Any]) -> Any:
        """Something that the pictures need and the page need not do."""
        token = self.page.request.get(f"{self.url}/api/me").json()["csrf"]
        answer = self.page.request.post(self.url + path, data=data, headers={"X-CSRF-Token": token})
        assert answer.ok, answer.text()
        return answer.json()

    def follow_hints(self, wanted: dict[str, Any], moves: int) -> str:
        """A table at which this person has done so many times what the hint says, and is to act again; its path."""
        path = self.create_table(wanted)
        table = path.replace("/t/", "/api/tables/")
        self.post(f"{table}/messages", {"type": "start"})
        end = time.monotonic() + PATIENCE
        while not (state := self.state(table)).get("legal") or moves:
            assert time.monotonic() < end, f"the game at {path} does not go on"
            if not state.get("legal"):
                time.sleep(0.2)
                continue
            advice = self.post(f"{table}/messages", {"type": "hint"})["advice"]
            move = advice[0]["move"] if advice else state["legal"][0]["move"]
            self.post(f"{table}/messages", {"type": "play", "move": move, "position": state["position"]})
            moves -= 1
        return path

    def state(self, table: str) -> Any:
        """The game as this person sees it."""
        return self.page.request.get(f"{self.url}{table}/state").json()

    def play_until(self, done: Callable[[Page], bool], page: Page | None = None) -> None:
        """Take the first offer, again and again."""
        page = page or self.page
        end = time.monotonic() + PATIENCE
        while not done(page):
            assert time.monotonic() < end, f"the game at {page.url} does not go on"
            offer = page.get_by_role("button", name=A_MOVE).first
            if offer.is_visible() and offer.is_enabled():
                offer.click()
            page.wait_for_timeout(120)


AT_REAL_TABLE = {"companion-roll", "companion-draft", "companion-end"}
AT_REAL_TABLE |= {"companion-pilfering-trade", "companion-pilfering-refresh", "companion-pilfering-final"}


def at_real_table(photo: Photographer) -> None:
    """An evening with real dice: a roll half typed, a choice with advice, the end."""
    entries = whole_game(4, 7)
    rolls = [index for index, entry in enumerate(entries) if entry.startswith("C roll")]
    takes = [index for index, entry in enumerate(entries) if " take " in entry]
    kept = {"roll": entries[: rolls[6]], "draft": entries[: takes[22]], "end": entries}
    photo.page.goto(f"{photo.url}/companion")
    for name, some in kept.items():
        evening = {"id": name, "game": "royale", "names": ["Willow", "Juniper", "Aspen", "Hazel"], "options": {}}
        evening |= {"entries": some, "begun": 1_790_000_000_000, "changed": 1_790_002_400_000, "result": None}
        keep_it = "([id, text]) => localStorage.setItem('pandarium.evening.' + id, text)"
        photo.page.evaluate(keep_it, [name, json.dumps(evening)])
    faces = entries[rolls[6]].split()[2:-2]
    photo.take("companion-roll", "/companion/roll", then=lambda page: page.get_by_role("textbox").fill(" ".join(faces)))
    photo.take(
        "companion-draft", "/companion/draft", then=lambda page: page.get_by_role("button", name="What should").click()
    )
    photo.take("companion-end", "/companion/end")
    photo.page.evaluate("localStorage.clear()")


SHARED = {"companion-share", "companion-joined"}


def with_several_phones(photo: Photographer) -> None:
    """An evening that is shared: the code on the phone that shares it, and the phone that came in by it."""
    if photo.wanted and not photo.wanted & SHARED:
        return
    entries = whole_game(4, 7)
    takes = [index for index, entry in enumerate(entries) if " take " in entry]
    page = photo.page
    page.goto(f"{photo.url}/companion")
    evening = {"id": "shared", "game": "royale", "names": ["Willow", "Juniper", "Aspen", "Hazel"], "options": {}}
    evening |= {
        "entries": entries[: takes[22]],
        "begun": 1_790_000_000_000,
        "changed": 1_790_002_400_000,
        "result": None,
    }
    keep_it = "([id, text]) => localStorage.setItem('pandarium.evening.' + id, text)"
    page.evaluate(keep_it, ["shared", json.dumps(evening)])
    page.goto(f"{photo.url}/companion/shared")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Share").click()
    page.get_by_role("img", name="A QR code").wait_for()
    code = json.loads(page.evaluate("localStorage.getItem('pandarium.evening.shared')"))["shared"]["code"]

    sharer = photo.someone.storage_state()
    for theme in THEMES:
        with look(photo.browser, "phone", theme, sharer) as other:
            other.goto(f"{photo.url}/companion/shared")
            other.get_by_role("button", name="Show the code").click()
            other.get_by_role("img", name="A QR code").wait_for()
            shoot(other, f"companion-share-phone-{theme}")
        with look(photo.browser, "phone", theme) as other:
            other.goto(f"{photo.url}/companion?code={code}")
            other.get_by_text("Shared by code").wait_for()
            other.get_by_role("region", name=re.compile("takes a die")).wait_for()
            shoot(other, f"companion-joined-phone-{theme}")
    page.evaluate("localStorage.clear()")


def with_real_loot(photo: Photographer) -> None:
    """An evening of Pilfering Pandas with the real box: a trade half entered, the turn after it, the final check."""
    begun = ["A choose sharing", "B choose charming", "C choose sneaky", "A start", "A draw"]
    begun += ["A set 1 4 cards 5 points bonus", "A extend 1", "A stash", "B pick 3", "B set 2 4 cards 4 points picked"]
    begun += ["B extend 1 2 points", "B stash", "C draw"]
    more = [*begun, "C set 1 3 cards 3 points 1 keys", "C stash"]
    final = [*more[:-1], "C set 2 3 cards 4 points bonus", "C stash", "C escape", "A holds 2 points 0 keys"]
    photo.page.goto(f"{photo.url}/companion")
    for name, entries in {"trade": begun, "refresh": more, "final": final}.items():
        evening = {"id": name, "game": "pilfering", "names": ["Willow", "Juniper", "Aspen"], "entries": entries}
        evening |= {"begun": 1_790_000_000_000, "changed": 1_790_002_400_000, "result": None}
        evening |= {"options": {"level": "intro"}}
        keep_it = "([id, text]) => localStorage.setItem('pandarium.evening.' + id, text)"
        photo.page.evaluate(keep_it, [name, json.dumps(evening)])

    def trade(page: Page) -> None:
        page.get_by_role("button", name=re.compile("^Area 1")).click()
        page.get_by_role("button", name="More: Cards from the hand").click()
        page.get_by_role("button", name="More: Keys").click()
        page.get_by_role("status", name="What moves").get_by_text("PP-A7").wait_for()

    photo.take("companion-pilfering-trade", "/companion/trade", then=trade)
    photo.take("companion-pilfering-refresh", "/companion/refresh")
    photo.take("companion-pilfering-final", "/companion/final")
    photo.page.evaluate("localStorage.clear()")


WILDSTYLE_TABLE = {"companion-wildstyle-round", "companion-wildstyle-tags", "companion-wildstyle-end"}


def at_real_city(photo: Photographer) -> None:
    """An evening with Wildstyle's box: no new sets, tags on the map, the end."""
    laid = ["map 1a 3b 5a", "objectives tricorners border_wars zone_control"]
    tags = ["A tags A12 A16 A17 A13 A9 A8 C1 C2 C3 C7", "B tags B1 B2 B5 B6 B10 B9 B14"]
    tags += ["C tags C12 C13 C16 C17 C9 C10 B18 C19", "A cars 2", "B cars 1"]
    paid = ["A remove A8 C1", "B remove B5"]
    now = int(time.time())
    kept = {
        "round": [*laid, f"go {now - 312}", "B stop", f"piles {now + 30}"],
        "tags": [*laid, "score", *tags[:2]],
        "end": [*laid, "go 100", "over 434", "go 500", "over 801", "go 900", "over 1275", *tags, "complete", *paid],
    }
    photo.page.goto(f"{photo.url}/companion")
    for name, some in kept.items():
        evening = {"id": name, "game": "wildstyle", "names": ["Willow", "Juniper", "Aspen"], "options": {}}
        evening |= {"entries": some, "begun": 1_790_000_000_000, "changed": 1_790_002_400_000, "result": None}
        keep_it = "([id, text]) => localStorage.setItem('pandarium.evening.' + id, text)"
        photo.page.evaluate(keep_it, [name, json.dumps(evening)])
        photo.take(f"companion-wildstyle-{name}", f"/companion/{name}", ("phone",))
    photo.page.evaluate("localStorage.clear()")


PANDANTE_TABLE = {f"companion-pandante-{what}" for what in ("bet", "hand", "check", "tables")}


def with_real_gold(photo: Photographer) -> None:
    """The gold bank of Pandánte: a bet, a hand that was shown, the checker; and the seats of several tables."""
    people = ["Willow", "Juniper", "Aspen"]
    tables = ["tables", "1790000000 join Hazel, Rowan, Maple, Sorrel, Clover", "1790000000 start 5"]
    tables += [f"{int(time.time()) - 400} clock start", f"{int(time.time())} out Rowan"]
    kept = {
        "bet": (TO_ABILITIES[:7], {}),
        "hand": ([*TO_HOTSEAT, "challenge B"], {}),
        "tables": (tables, {"gambling": "tournament"}),
    }
    photo.page.goto(f"{photo.url}/companion")
    for name, (entries, options) in kept.items():
        evening = {"id": name, "game": "pandante", "names": people, "options": options, "entries": entries}
        evening |= {"begun": 1_790_000_000_000, "changed": 1_790_002_400_000, "result": None}
        keep_it = "([id, text]) => localStorage.setItem('pandarium.evening.' + id, text)"
        photo.page.evaluate(keep_it, [name, json.dumps(evening)])
        photo.take(f"companion-pandante-{name}", f"/companion/{name}", ("phone",))
    photo.take("companion-pandante-check", "/companion/hand", ("phone",), check_a_hand)
    photo.page.evaluate("localStorage.clear()")


def check_a_hand(page: Page) -> None:
    """Three fives, one of them the Joker."""
    page.get_by_role("button", name="Is that hand true?").first.click()
    checker = page.get_by_role("dialog")
    for name in ("black 5", "Joker", "On the table", "red", "red 5", "red 9", "green", "green 2"):
        checker.get_by_role("button", name=name, exact=True).click()
    checker.get_by_text("The best hand").wait_for()


def in_round(number: int) -> Callable[[Page], bool]:
    """Whether it is the player's turn in that round, with dice to take."""

    def there(page: Page) -> bool:
        turn = page.get_by_role("status").filter(has_text="Your turn").is_visible()
        dice = page.get_by_role("button", name=re.compile("^Take the")).count()
        return turn and dice > 3 and page.get_by_text(f"Round {number} of 10").is_visible()

    return there


def over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.get_by_role("button", name="Rematch").is_visible()


def work(photo: Photographer) -> None:
    """All pictures, in the order of a visit."""
    at_real_table(photo)
    with_several_phones(photo)
    with_real_loot(photo)
    with_real_gold(photo)
    at_real_city(photo)
    if photo.wanted and photo.wanted <= AT_REAL_TABLE | SHARED | PANDANTE_TABLE | WILDSTYLE_TABLE:
        return
    photo.take("front", "/")
    photo.take("learn", "/learn")
    photo.take("lesson", "/learn/royale")
    photo.take("rules", "/rules/royale")
    photo.take("design", "/design")
    photo.introduce("Willow", 5)
    photo.take("new", "/new/royale")
    photo.take("me", "/me")
    wanted = {"game": "royale", "seats": 4, "public": True, "bots": ["greedy", "hard"]}
    waiting = photo.create_table(wanted)
    photo.take("waiting", waiting)
    photo.take("tables", "/tables")
    table = photo.play_now()
    photo.play_until(in_round(ROUND))
    photo.take("table", table, ("phone", "tablet", "desk"))
    photo.take("hint", table, then=lambda page: page.get_by_role("button", name="Hint").click())
    photo.play_until(over)
    photo.take("ended", table, ("phone", "tablet", "desk"))
    photo.take("replay", table.replace("/t/", "/replay/"), then=lambda page: page.keyboard.press("End"))
    crowd = photo.create_table({"game": "royale", "seats": 10, "bots": ["greedy"] * 9})
    photo.post(f"{crowd.replace('/t/', '/api/tables/')}/messages", {"type": "start"})
    photo.page.goto(photo.url + crowd)
    photo.play_until(in_round(ROUND))
    photo.take("crowd", crowd, ("phone", "tablet", "desk"))
    for game, (wanted, moves) in OTHERS.items():
        if not photo.wanted or game in photo.wanted:
            photo.take(game, photo.follow_hints({"game": game, **wanted}, moves), ("phone", "tablet", "desk"))
    photo.page.goto(f"{photo.url}/local/new?game=royale&seats=3&names=Willow&names=Juniper&bots=greedy")
    photo.page.wait_for_url(re.compile("/local/(?!new)"))
    photo.take("local", photo.page.url.removeprefix(photo.url))


def main() -> None:
    """Start a server, take the pictures, stop it."""
    found = find(whole=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder), f"sqlite:///{folder}/pictures.db", limits="0").start()
        browser = play.chromium.launch(executable_path=found.path, args=FLAGS)
        try:
            work(Photographer(browser, server.url, set(sys.argv[1:])))
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
