"""Pandánte in the browser: whole games on phone and desktop, by mouse and by keyboard; the secret, the reveal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from .people import PHONE, Site, State, create_table, is_over, my_turn, play_on, send, until
from .test_axe import bring_axe, serious
from .test_keyboard import assert_kept, keyboard, to

LEVEL: Final = "random"
_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
Press = Callable[[Locator], None]


def start(page: Page, seats: int = 3, **options: bool | str) -> str:
    """A running table with bots at all other seats; its id."""
    table, _ = create_table(page, game="pandante", seats=seats, bots=[LEVEL] * (seats - 1), options=options)
    send(page, table, type="start")
    return table


def sit(page: Page, seats: int = 3, **options: bool | str) -> str:
    """Such a table on the page; its id."""
    table = start(page, seats, **options)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    return table


def stage(page: Page) -> Locator:
    """What is to be decided now, with my own cards."""
    return page.locator("section.stage")


class Player:
    """Plays what the page offers: claims the lowest there is, snacks, announces an ability, trusts and doubts."""

    def __init__(self, page: Page, press: Press = lambda it: it.click(timeout=2_000)) -> None:
        self.page = page
        self.press = press
        self.did: Counter[str] = Counter()

    def move(self) -> bool:
        """Do the first thing that can be done."""
        if is_over(self.page):
            return False
        area = stage(self.page)
        board = self.page.get_by_role("list", name=re.compile("^The betting board"))
        doubt = "^Liar!" if self.did["judge"] % 2 else "^I believe it"
        offers: list[tuple[str, Locator]] = [
            ("go on", area.get_by_role("button", name="Go on", disabled=False)),
            ("aim", area.get_by_role("button", name=re.compile("^(Peek|Trade) at "), disabled=False)),
            ("announce", area.get_by_role("button", name=re.compile("^(Draw|Peek|EX Draw)"), disabled=False)),
            ("go", area.get_by_role("button", name=re.compile("^(That is all|No ability)"), disabled=False)),
            ("judge", area.get_by_role("button", name=re.compile(doubt), disabled=False)),
            ("snack", area.get_by_role("button", name=re.compile("^Have a snack"), disabled=False)),
            ("card", area.get_by_role("button", name=re.compile("^(Discard|Reveal|Put) "), disabled=False)),
            (
                "pass",
                area.get_by_role(
                    "button", name=re.compile("^(No, thank you|Keep it to yourself|Keep the claim)"), disabled=False
                ),
            ),
            ("claim", board.get_by_role("button", disabled=False)),
            ("rest", area.get_by_role("button", disabled=False)),
        ]
        for name, found in offers:
            if found.count():
                try:
                    self.press(found.first)
                except TimeoutError:  # the result came in between, and lies above it
                    return False
                self.did[name] += 1
                return True
        return False


def play_out(page: Page, player: Player) -> None:
    until(lambda: is_over(page), player.move, page=page)


def test_a_whole_game_with_bots(site: Site) -> None:
    page = site.visitor("Ann", viewport=PHONE)
    sit(page)
    player = Player(page)
    play_out(page, player)
    assert player.did["claim"], player.did
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"
    page.get_by_role("button", name="Look at the table").last.click()
    go_on, counted = (
        stage(page).get_by_role("button", name="Go on"),
        page.get_by_role("region", name="The gold is counted"),
    )
    expect(go_on.or_(counted).first).to_be_visible()
    if go_on.count():
        go_on.click()
    expect(counted).to_be_visible()


def test_everything_at_once_with_six(site: Site) -> None:
    """Dark abilities, casinos, champions and diamonds on a phone: the choices of each can be made."""
    page = site.visitor("Ann", viewport=PHONE)
    sit(page, 6, abilities="dark", casinos=True, champions=True, diamonds=True)
    names = "Fern black|Cassy blue|Lea-Leafa green|Tangerino orange|Rubiana red|Mulberrimo purple"
    champion = stage(page).get_by_role("button", name=re.compile(f"^({names}) "))
    expect(champion.first).to_be_visible()
    player = Player(page)
    until(lambda: player.did.total() >= 12 or is_over(page), player.move, page=page)
    expect(page.get_by_role("region", name="Casino of this gambit")).to_be_attached()
    expect(page.get_by_role("region", name="Champions")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_by_keyboard_alone(site: Site) -> None:
    page = keyboard(site)
    sit(page, 2)

    def press(it: Locator) -> None:
        to(page, it)
        page.keyboard.press("Enter")

    player = Player(page, press)
    until(lambda: player.did.total() >= 14 or is_over(page), player.move, page=page)
    assert_kept(page)


def test_arrows_walk_over_the_claims(site: Site) -> None:
    page = keyboard(site)
    sit(page)
    board = page.get_by_role("list", name=re.compile("^The betting board")).get_by_role("button")
    my_turn(page)
    to(page, board.first)
    page.keyboard.press("ArrowDown")
    expect(board.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(board.first).to_be_focused()


def may_challenge(state: State) -> bool:
    """Whether somebody's hand is to be believed or not."""
    return any(one["move"] == "challenge" for one in state.get("legal", []))


def honest(legal: list[State]) -> State:
    """Stays in with the lowest claim, and announces nothing."""
    quiet = [one for one in legal if one["move"] in ("go", "pass")]
    return next((one for one in quiet or legal if one["move"] != "fold"), legal[0])


def test_a_choice_stays_secret_until_all_have_chosen(site: Site) -> None:
    """Three people: what one chose is on nobody else's page; then everybody sees the reveal."""
    people = [site.visitor(name) for name in ("Ann", "Ben", "Cy")]
    ann = people[0]
    table, invite = create_table(ann, game="pandante", seats=3)
    for page in people[1:]:
        send(page, table, invite, type="sit")
        send(page, table, invite, type="ready")
    send(ann, table, type="start")
    for page in people:
        page.goto(f"/t/{table}?invite={invite}")

    def judging() -> list[Page]:
        return [page for page in people if page.get_by_role("button", name=re.compile("^Liar!")).count()]

    def honest(page: Page) -> bool:
        board = page.get_by_role("list", name=re.compile("^The betting board")).get_by_role("button", disabled=False)
        quiet = stage(page).get_by_role("button", name=re.compile("^(No, thank you|No ability)"), disabled=False)
        number = page.get_by_role("group", name="Which number?").get_by_role("button", disabled=False)
        for found in (quiet, number, board):
            if found.count():
                try:
                    found.first.click(timeout=2_000)
                except TimeoutError:  # pressed already, and gone meanwhile
                    return False
                return True
        return False

    # Both who judge are asked at once; one page may hear of it before the other.
    until(lambda: len(judging()) == 2, *[lambda page=page: honest(page) for page in people], page=ann)
    first, second = judging()
    others = [page for page in people if page is not first]
    first.get_by_role("button", name=re.compile("^Liar!")).click()
    expect(first.get_by_text("You will challenge. Nobody knows yet.")).to_be_visible()
    for page in others:
        expect(stage(page).get_by_text("2 choose in secret")).to_be_visible()  # nobody is told who has
        assert page.get_by_text(re.compile("Challenged by|will challenge")).count() == 0
    second.get_by_role("button", name="I believe it").click()
    for page in people:
        expect(page.get_by_role("region", name="The reveal")).to_be_visible()
        expect(page.get_by_role("region", name="The reveal").get_by_text("Challenged by")).to_be_visible()
    expect(first.get_by_role("region", name="The reveal").get_by_text("Challenged by you")).to_be_visible()


_WATCH_THE_END = """() => {
  window.seen = {};
  const look = () => {
    const now = performance.now();
    if (!seen.ended && document.querySelector('.banner.still')) seen.ended = now;
    const buttons = [...document.querySelectorAll('button')];
    if (!seen.result && buttons.some((one) => one.innerText.includes('Look at the table'))) seen.result = now;
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


def test_the_end_of_a_game_is_seen_before_the_result_lies_above_it(site: Site) -> None:
    page = site.visitor("Ann")
    table = sit(page, 2)
    page.evaluate(_WATCH_THE_END)
    play_on(table, page)
    expect(page.get_by_role("button", name="Look at the table").first).to_be_visible()
    seen = page.evaluate("() => window.seen")
    assert seen["result"] - seen["ended"] > 3_000


_READ_THE_REVEAL = """() => {
  const reveal = document.querySelector('.reveal');
  const stamp = reveal?.querySelector('.stamp.seen')?.textContent;
  const truth = reveal?.querySelector('.really')?.textContent ?? '';
  return stamp ? { stamp, truth, community: reveal.querySelectorAll('.community svg').length } : null;
}"""


def test_the_reveal_says_what_it_really_was(site: Site) -> None:
    """The private cards with the community cards that they were judged with; of a lie, the truth."""
    page = site.visitor("Ann")
    for _ in showdown(page):
        pass
    until(lambda: page.evaluate(_READ_THE_REVEAL) is not None, page=page)
    reveal: dict[str, str | int] = page.evaluate(_READ_THE_REVEAL)
    assert int(reveal["community"]) >= 3
    assert str(reveal["truth"]).startswith("In truth: ") == (reveal["stamp"] == "A lie!")


def showdown(page: Page) -> Iterator[None]:
    """When somebody's cards are shown. Before: `pandante judge` in test_situations."""
    table = start(page)
    play_on(table, page, done=may_challenge, pick=honest)
    page.goto(f"/t/{table}")
    judge = page.get_by_role("button", name=re.compile("^Liar!"), disabled=False)
    judge.click()
    expect(page.get_by_role("region", name="The reveal")).to_be_visible()
    yield


def lesson(page: Page) -> Iterator[None]:
    page.goto("/learn/pandante?step=2")
    expect(page.get_by_role("heading", name="Claim a hand").first).to_be_visible()
    expect(page.get_by_role("region", name="The table")).to_be_visible()
    yield


@pytest.mark.parametrize("place", [showdown, lesson], ids=lambda place: place.__name__)
def test_axe_finds_nothing_serious(site: Site, place: Callable[[Page], Iterator[None]]) -> None:
    if not _AXE.is_file():
        pytest.skip("axe-core is not installed (make web installs it)")
    page = site.visitor("Ann")
    for _ in place(page):
        bring_axe(page, _AXE.read_text(encoding="utf-8"))
        assert not (problems := serious(page)), "\n".join(problems)
