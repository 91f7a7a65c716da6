"""People at their browsers: they see what the page shows, press what it offers, and keep what it complains of."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    StorageState,
    ViewportSize,
    expect,
)
from playwright.sync_api import (
    TimeoutError as TooLate,
)

from server.harness import Server

PATIENCE: Final = 60_000
"""Milliseconds: far more than anything takes on a quiet machine, enough on a busy one."""
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
STUCK: Final = 300.0
"""Seconds without anybody's move after which nothing will come any more, however busy the machine is."""

_LONGEST: Final = 320
"""Milliseconds between two looks at a table where nothing happens."""
_MINE: Final = re.compile("^(Take a die|Trade, or keep yours)$")


class Site:
    """A browser and a server: people come in, each with a context (cookies, storage) of their own."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.complaints: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        self._contexts: list[BrowserContext] = []

    def visitor(
        self,
        name: str = "",
        *,
        viewport: ViewportSize = DESKTOP,
        touch: bool = False,
        motion: bool = False,
        night: bool = False,
        locale: str = "en-GB",
        cookies: StorageState | None = None,
        workers: bool = False,
    ) -> Page:
        """A page on a new device; with a name, of a guest who is known here already; with cookies, of who has them.

        Service workers are for tests of them: elsewhere what the page asks for must be seen, and can be held back.
        """
        context = self.browser.new_context(
            base_url=self.server.url,
            viewport=viewport,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if night else "light",
            locale=locale,
            permissions=["clipboard-read", "clipboard-write"],
            storage_state=cookies,
            service_workers="allow" if workers else "block",
        )
        context.set_default_timeout(PATIENCE)
        context.on("page", self._listen)
        self._contexts.append(context)
        if name:
            answer = context.request.post("/api/guest", data={"name": name, "avatar": "bamboo"})
            assert answer.ok, answer.text()
        return context.new_page()

    @contextmanager
    def forgiving(self, *patterns: str) -> Iterator[None]:
        """What fits is no complaint meanwhile."""
        self._forgiven = [re.compile(pattern) for pattern in patterns]
        yield
        self._forgiven = []

    def leave(self) -> None:
        """Everybody closes their browser."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()

    def _listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"uncaught: {error}"))
        page.on("response", self._answered)
        page.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if "not used within a few seconds" in message.text:  # whether they suffice is for a busy machine to decide
            return
        if "Service Worker registration blocked" in message.text:  # by us
            return
        if message.type in ("error", "warning"):
            self._complain(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _answered(self, answer: Response) -> None:
        if answer.status >= 400:
            self._complain(f"{answer.status} {answer.request.method} {answer.url}")

    def _failed(self, request: Request) -> None:
        # Aborted: somebody went to another page before the answer was there.
        if request.failure != "net::ERR_ABORTED":
            self._complain(f"{request.failure} {request.method} {request.url}")

    def _complain(self, what: str) -> None:
        if not any(pattern.search(what) for pattern in self._forgiven):
            self.complaints.append(what)


def create_table(page: Page, **wanted: Any) -> tuple[str, str]:
    """A table that the page's visitor hosts, created without the page: its id and its invite."""
    answer = page.request.post("/api/tables", data=wanted, headers=_token(page))
    assert answer.ok, answer.text()
    created = answer.json()
    return created["id"], created["invite"]


def send(page: Page, table: str, invite: str = "", **message: Any) -> None:
    """A message to a table from the page's visitor, sent without the page."""
    path = f"/api/tables/{table}/messages?invite={invite}"
    answer = page.request.post(path, data=message, headers=_token(page))
    assert answer.ok, answer.text()


def _token(page: Page) -> dict[str, str]:
    return {"x-csrf-token": page.request.get("/api/me").json()["csrf"]}


# --- Panda Royale


def pool(page: Page) -> Locator:
    """The dice that may be taken now."""
    return page.get_by_role("list", name="The pool").get_by_role("button", disabled=False)


def is_over(page: Page) -> bool:
    """The result is shown."""
    return page.get_by_role("button", name=re.compile("^Look at the table$")).first.is_visible()


def choices(page: Page) -> Locator:
    """What one may take or give now, on one's own turn."""
    stage = page.get_by_role("region", name=_MINE)
    return stage.get_by_role("button", name=re.compile("^(Take|Give) "), disabled=False)


def move(page: Page, press: Callable[[Locator], None] = lambda it: it.click()) -> bool:
    """Make the first move on offer, if there is one: take a die, or trade a clear one for what stands first."""
    news = page.get_by_role("region", name="Since your last turn")
    if news.is_visible():  # read, and put away: on a phone it lies over the dice
        press(news.get_by_role("button", name="Close"))
    look_on(page)
    stage = page.get_by_role("region", name=_MINE)
    for name in (re.compile("^Take .* for it"), re.compile("^(Take|Give) the ")):
        offered = stage.get_by_role("button", name=name, disabled=False)
        if offered.count():
            press(offered.first)
            return True
    return False


def look_on(page: Page) -> None:
    """A roll is looked at before anything is asked: whoever has seen it goes on. It goes by itself as well."""
    page.get_by_role("button", name="Go on").evaluate_all("all => all.forEach((it) => it.click())")


def make_move(page: Page, press: Callable[[Locator], None] = lambda it: it.click()) -> None:
    """Make the first move, as soon as the page offers one: a call to move alone may be of the turn before."""
    expect(choices(page).first).to_be_visible()
    assert move(page, press)


def until(done: Callable[[], bool], *deeds: Callable[[], bool], page: Page) -> int:
    """Do one of the deeds that can be done now, again and again, until it is done; how many it took."""
    made = gone = 0
    pauses = _Pauses(page)
    while True:
        try:
            if done():
                return made
            acted = sum(deed() for deed in deeds)
        except TooLate:  # the table went on while somebody reached for a button: they look again
            gone += 1
            if gone > 2:
                raise
            continue
        made += acted
        if acted:
            gone = 0
            pauses.begin()
        else:
            pauses.wait()  # until the others have moved


class _Pauses:
    """Between two looks: at first short, then longer, since every look costs the browser and all between some work."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.begin()

    def begin(self) -> None:
        """Something has happened."""
        self._milliseconds, self._end = 20, time.monotonic() + STUCK

    def wait(self) -> None:
        """Nothing has."""
        assert time.monotonic() < self._end, "nothing happens any more"
        self._page.wait_for_timeout(self._milliseconds)
        self._milliseconds = min(2 * self._milliseconds, _LONGEST)


def play_out(*pages: Page, press: Callable[[Locator], None] = lambda it: it.click()) -> int:
    """Everybody plays until the result is shown to all of them; how many moves it took."""
    deeds = [partial(move, page, press) for page in pages]
    return until(lambda: all(is_over(page) for page in pages), *deeds, page=pages[0])


def scores(page: Page) -> dict[str, int]:
    """Names and totals as the result shows them."""
    rows = page.get_by_role("region", name=re.compile("win|victory", re.I)).get_by_role("listitem").all_inner_texts()
    found = {}
    for row in rows:
        *_, name, total = filter(None, map(str.strip, row.split("\n")))
        found[name] = int(total.replace("−", "-"))
    return found


def my_turn(page: Page) -> None:
    """Wait until the page calls its visitor to move."""
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_be_visible()


State = dict[str, Any]
"""What REST says of a table to one of the people at it."""


def has_ended(state: State) -> bool:
    """Whether the game is over."""
    return bool(state["table"]["status"] == "ended")


def first(legal: list[State]) -> State:
    """The first move there is."""
    return legal[0]


def play_on(
    table: str,
    *pages: Page,
    done: Callable[[State], bool] = has_ended,
    pick: Callable[[list[State]], State] = first,
    invite: str = "",
) -> None:
    """The visitors of these pages play without their pages, until one of them sees that it is done."""
    tokens, pauses = [_token(page) for page in pages], _Pauses(pages[0])
    while True:
        acted = False
        for page, token in zip(pages, tokens, strict=True):
            state = page.request.get(f"/api/tables/{table}/state?invite={invite}").json()
            if done(state):
                return
            assert not has_ended(state), "the game is over"
            if legal := state.get("legal"):
                message = {"type": "play", "move": pick(legal)["move"], "position": state["position"]}
                path = f"/api/tables/{table}/messages?invite={invite}"
                answer = page.request.post(path, data=message, headers=token)
                assert answer.ok or answer.json()["code"] == "stale", answer.text()  # somebody else was faster
                acted = True
        if acted:
            pauses.begin()
        else:
            pauses.wait()  # until the bots have moved


def finished(page: Page, seats: int = 3, game: str = "royale", bot: str = "greedy") -> str:
    """A game that the page's visitor has played to its end with bots, without the page; the table's id."""
    table, _ = create_table(page, game=game, seats=seats, bots=[bot] * (seats - 1))
    send(page, table, type="start")
    play_on(table, page)
    return table
