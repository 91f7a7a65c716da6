"""At the real table without a server: four boxes, a whole evening each, on a phone that has the rules.

Each evening is a game of the engine, entered as people would enter it, with a slip that is mended; the phone must say
what the engine's own record says. All on one page, so that Python is started once.
"""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

import pandarium
from games.pandante.test_companion import play_a_game
from games.pilfering.told import RealTable
from games.royale.test_companion import whole_game
from games.wildstyle.table import heard
from games.wildstyle.test_companion import CALLED, entries_of_rounds
from pandarium.companion import EveningEntries, fold, follow
from pandarium.core.match import Match
from pandarium.games.pilfering.view.books import books
from pandarium.games.wildstyle.companion import WildstylePage

from . import evening_pilfering as pilfering
from . import test_companion_pandante as pandante
from . import test_companion_wildstyle as wildstyle
from .people import Site
from .test_companion import COME, DICE, NAMES, ROLL, SMALL, begin, enter
from .test_offline import _NO_ANSWER, keep, own_site
from .test_shared_evening import sees, share

__all__ = ["own_site"]

pytestmark = pytest.mark.long

SERVED: Final = 2
"""Entries that are made before the server goes."""
SHORT: Final = 55
"""The seed of a game of Pandánte of a few gambits with nearly everything in it."""
RECORD: Final = Path(__file__).parents[1] / "fixtures" / "wildstyle" / "2-players.json"
GRACE: Final = 20
"""Seconds of silence that close a round (WS-13),"""
TICK: Final = 200
"""and milliseconds between two looks at the clock."""
FINGER: Final = 43
"""Pixels: 44 less what is cut off by a screen's own rounding."""


def test_four_evenings_go_on_with_the_server_gone(own_site: Site) -> None:
    page, other = (
        own_site.visitor(viewport=SMALL, touch=True, workers=True),
        own_site.visitor(viewport=SMALL, touch=True),
    )
    keep(page, "/companion")
    entries = whole_game(2, 10)
    begin(page, NAMES[:2])
    expect(page.get_by_role("status").filter(has_text=COME)).to_be_visible()  # by themselves
    for entry in entries[:SERVED]:
        enter(page, entry)
    sees(page, "Draw 3 dice from the bag")
    other.goto(f"/companion?code={share(page)}")
    sees(other, "Draw 3 dice from the bag")
    alone = page.get_by_role("status").filter(has_text="Without the server")
    expect(alone).to_have_count(0)

    own_site.server.stop()
    with own_site.forgiving(*_NO_ANSWER):
        page.reload()
        expect(alone).to_be_visible()
        royale_evening(page, entries)
        shared = page.url
        for one in (pilfering_evening, pandante_evening, wildstyle_evening):
            page.get_by_role("link", name="All evenings").first.tap()
            one(page)
            expect(alone).to_be_visible()

        # The server is back: the other phone is told of all that was entered without it.
        own_site.server.start()
        page.goto(shared)
        expect(page.get_by_role("status").filter(has_text="Shared by code")).to_be_visible()
        expect(alone).to_have_count(0)
        expect(other.get_by_role("heading", name=re.compile("wins!|share the victory"))).to_be_visible()
    assert kept(other, "royale") == kept(page, "royale") == entries


def kept(page: Page, game: str) -> list[str]:
    """The entries that the phone has kept of its evening with this box."""
    stored: list[str] = page.evaluate(
        "Object.keys(localStorage).filter((key) => key.includes('.evening.')).map((key) => localStorage.getItem(key))"
    )
    (entries,) = [told["entries"] for told in map(json.loads, stored) if told["game"] == game]
    return list(entries)


def saved(page: Page) -> list[list[str]]:
    """The evening as it goes into a spreadsheet."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").tap()
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def royale_evening(page: Page, entries: list[str]) -> None:
    """Shared with another phone, to the last round; and what is done with it then."""
    sheet = page.get_by_role("region", name=re.compile("^Score sheet"))
    slip = advised = False
    for number, entry in enumerate(entries[SERVED:], SERVED):
        rolled = ROLL.fullmatch(entry)
        if rolled and rolled[1] == "A" and number > 25 and not slip and rolled[2][0] != "1":
            # The first die was misread as a 1, and entered.
            slip = True
            wrong = " ".join(["1", *rolled[2].split()[1:]])
            enter(page, f"A roll {wrong}")
            page.get_by_role("button", name="Correct what Ann rolled").tap()
            expect(page.get_by_role("status").filter(has_text=f"You correct: Ann rolled {wrong}")).to_be_visible()
        if " take " in entry and not advised:
            advised = True
            expect(page.get_by_role("heading", name=re.compile("takes a die"))).to_be_visible()
            ask = page.get_by_role("button", name="What should I take?")
            expect(ask).not_to_have_attribute("aria-busy", "true")  # what was tapped before is there
            ask.tap()
            advice = page.get_by_role("complementary", name="The bot's advice").get_by_role("listitem")
            expect(advice).to_have_count(3)
            told = EveningEntries(names=NAMES[:2], entries=entries[:number], advice=True)
            for item, one in zip(advice.all(), fold(pandarium.game("royale"), told).advice, strict=True):
                expect(item).to_contain_text(f"Take the {DICE[one.what.die]}")
        enter(page, entry)
    assert slip
    assert advised
    expect(page.get_by_role("heading", name=re.compile("wins!|share the victory"))).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="What you enter waits on this phone")).to_be_visible()
    scores = fold(pandarium.game("royale"), EveningEntries(names=NAMES[:2], entries=entries)).points
    for name, points in zip(NAMES, scores, strict=False):
        expect(sheet.get_by_role("row", name=name).get_by_role("cell").first).to_have_text(str(sum(points)))
    head, *rows = saved(page)
    assert head == ["Player", "Colour", *map(str, range(1, 11)), "Total"]
    together = {row[0]: [int(cell) for cell in row[2:-1]] for row in rows if row[1] == "All"}
    assert together == dict(zip(NAMES, scores, strict=False))
    for name, points in together.items():
        colours = [[int(cell) for cell in row[2:-1]] for row in rows if row[0] == name and row[1] != "All"]
        assert [sum(column) for column in zip(*colours, strict=True)] == points
    link = page.get_by_role("link", name="Open in BG Stats").get_attribute("href") or ""
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [player["score"] for player in play["players"]] == [str(sum(points)) for points in scores]


def pilfering_evening(page: Page) -> None:
    """From the pandas to the final check."""
    real = RealTable(3, pilfering.SEED, **pilfering.OPTIONS)
    while real.state.actors():
        real.play(wild=8)
    told = EveningEntries(names=pilfering.NAMES, options=pilfering.OPTIONS)
    evening, _, _ = follow(pandarium.game("pilfering"), told)
    played = page.get_by_role("region", name="Played")
    expect(played.get_by_role("button", name="Play again with the same names")).to_be_visible()
    pilfering.begin(page)
    slip = False
    for entry in real.entries:
        if " set " in entry and "keys" not in entry and not slip:
            # There was no Key in it, but it was entered with one.
            slip = True
            wrong = re.sub(r" (\d+) points", lambda found: f" {int(found[1]) - 1} points 1 keys", entry)
            pilfering.enter(page, wrong)
            happened = page.get_by_role("status", name="What happened")
            expect(happened).to_contain_text("for Keys")
            page.get_by_role("button", name="Entries").tap()
            page.get_by_role("button", name=re.compile("^Correct: .*1 Key")).tap()
            expect(page.get_by_role("status").filter(has_text="You correct:")).to_be_visible()
            # The form is as it was entered: one Key less, and it is right.
            page.get_by_role("button", name="Less: Keys").tap()
            page.get_by_role("button", name="Enter", exact=True).tap()
            expect(happened).not_to_contain_text("for Keys")
        else:
            pilfering.enter(page, entry)
        evening.enter(entry)
        shown: Any = evening.page()
        expect(page.get_by_text(track(shown.books))).to_have_count(1)
    assert slip
    outcome = real.state.outcome()
    assert outcome is not None
    won = "Out of the zoo!" if outcome.winners else "Not this time"
    expect(page.get_by_role("heading", name=won)).to_be_visible()
    everybody = re.compile(f"(You made it|Lost).*{', '.join(pilfering.NAMES)}")
    expect(page.get_by_role("img", name=everybody)).to_be_visible()
    expect(page.get_by_text(track(books(real.state)))).to_have_count(1)
    # Nobody has points to save: all that was entered is, with where it brought the markers.
    head, *rows, result = saved(page)
    assert head == ["No.", "Entry", "Pandas moved", "Keeper moved", "Pandas on", "Keeper on", "Rules"]
    assert [row[0] for row in rows] == [str(number) for number, _ in enumerate(real.entries, 1)]
    final = books(real.state)
    assert result[4:6] == rows[-1][4:6] == [str(final.panda), str(final.keeper)]
    how = "The pandas are out of the zoo!" if outcome.winners else "The keeper has caught the pandas"
    assert result[1] == how


def track(told: Any) -> str:
    """Both markers, as they are read out."""
    return f"Pandas on {told.panda}, keeper on {told.keeper}, win space {told.win}"


def pandante_evening(page: Page) -> None:
    """Until nobody else has gold."""
    told = play_a_game(3, SHORT)
    names = list(pandante.NAMES[:3])
    pandante.begin(page, names)
    slip = False
    for number, entry in enumerate(told.entries):
        if not slip and " bet " in entry and number > 12:
            # The wrong button: taken back, and entered as it was.
            slip = True
            pandante.enter(page, f"{entry[0]} fold")
            page.get_by_role("button", name="Undo").tap()
            expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        pandante.enter(page, entry)
        if entry.startswith("dealer"):
            expect(page.get_by_role("region", name="Everybody's gold").get_by_role("row")).to_have_count(4)
            expect(page.get_by_role("status", name="What changes hands now")).to_contain_text("ante PD-1")
    assert slip
    outcome = told.state.outcome()
    assert outcome is not None
    expect(page.get_by_role("heading", name=f"{names[outcome.winners[0]]} wins!")).to_be_visible()
    expect(page.get_by_role("img", name=f"Podium: {names[outcome.winners[0]]} in first place")).to_be_visible()
    head, *rows = saved(page)
    assert [row[-1] for row in rows] == [str(gold) for gold in told.state.gold]
    assert head == ["Player", *(str(gambit) for gambit in range(1, len(head) - 1)), "Total"]
    places = page.get_by_role("region", name="The gold is counted").get_by_role("listitem")
    for name, gold in zip(names, told.state.gold, strict=True):
        expect(places.filter(has_text=name)).to_contain_text(str(gold))


def wildstyle_evening(page: Page) -> None:
    """The map, three rounds as they were called, the tags of a finished game, and its scoring step by step."""
    record = pandarium.Record.load(RECORD)
    match, log = Match(record.blank()), list[Any]()
    for move in record.moves:
        log += match.follow(move)
    end = match.state
    real: Any = end.view(None)
    wildstyle.begin(page, *NAMES[:2])
    page.get_by_role("button", name=re.compile("^Districts as drawn here")).tap()
    for letter, board in zip("AB", real.boards, strict=True):
        page.get_by_label(f"District {letter}").select_option(board.side)
    wildstyle.press(page, "Enter")
    titles = [one.code.replace("_", " ").title() for one in real.objectives]
    for title in titles[:2]:
        page.get_by_role("button", name=re.compile(f"^{title}")).tap()
    expect(page.get_by_role("button", name=re.compile("^Tricorners"))).to_be_disabled()  # of a tile one side
    page.get_by_role("button", name=re.compile(f"^{titles[2]}")).tap()
    wildstyle.press(page, "Enter")

    call_rounds(page, entries_of_rounds(log, turns=False))
    told = fold(match.game, EveningEntries(names=NAMES[:2], entries=kept(page, "wildstyle")))
    called = [event for entered in told.entered for event in entered.events if isinstance(event, CALLED)]
    assert called == [event for event in heard(log) if isinstance(event, CALLED)]

    # Tags: hexes are big enough for a finger; a slip is tapped away, undone, or corrected later.
    expect(page.get_by_role("heading", name="Tap the tags of Ann")).to_be_visible()
    box = page.locator("[data-hex=A10] .ring").bounding_box()
    assert box is not None
    assert box["width"] >= FINGER * 0.9  # the ring is drawn a tenth inside the hex
    while (out := page.get_by_role("button", name="Zoom out")).count():
        out.tap()
    taken = {hex for player in real.players for hex in player.tags}
    free = [hex.name for hex in real.hexes if hex.name not in taken]
    for name, player in zip(NAMES, real.players, strict=False):
        many = len(player.tags)
        crew = page.get_by_role("button", name=re.compile(rf"^{name} \d+.18$"))
        crew.tap()
        wildstyle.tap_hexes(page, *player.tags[:-1], free[0], free[0], free[1])
        expect(crew).to_have_accessible_name(f"{name} {many}/18")
        press_undo(page)
        expect(crew).to_have_accessible_name(f"{name} {many - 1}/18")
        wildstyle.tap_hexes(page, free[1])
        expect(crew).to_have_accessible_name(f"{name} {many}/18")
        for _ in range(player.cars):
            wildstyle.press(page, f"More: Cop cars of {name}")
        cars = page.get_by_role("group", name=f"Cop cars of {name}").get_by_role("status")
        expect(cars).to_have_text(str(player.cars))
        wildstyle.press(page, "Entries")
        wildstyle.press(page.get_by_role("dialog"), f"Correct: {name} has a tag on {free[1]}")
        expect(page.get_by_role("status").filter(has_text="You correct")).to_be_visible()
        wildstyle.tap_hexes(page, player.tags[-1])
        expect(page.get_by_role("status").filter(has_text="You correct")).to_have_count(0)
    wildstyle.press(page, "Everything is entered")

    # Cop cars cost tags: the best choice is shown, and any may be made.
    for name, player in zip(NAMES, real.players, strict=False):
        for left in range(len(player.picks), 0, -1):
            expect(page.get_by_role("heading", name=re.compile(f"^{name} gives up {left} tag"))).to_be_visible()
            give = page.get_by_role("button", name=re.compile("^Give up "))
            expect(give.last).not_to_have_attribute("aria-busy", "true")  # what was tapped before is there
            page.get_by_role("button", name=re.compile(rf"^Give up {player.picks[-left]}, .*\({name}\)")).tap()

    # Step by step, with rules, to the winner.
    scoring = page.get_by_role("region", name="The scoring, step by step")
    expect(scoring.get_by_role("heading", name=re.compile("^1. Cop cars WS-20"))).to_be_visible()
    podium = page.get_by_role("img", name=re.compile("^Podium"))
    expect(podium).to_have_count(0)  # who won is not told before the points are
    while (further := scoring.get_by_role("button", name="Next step ▶")).count():
        further.tap()
    (winner,) = end.outcome().winners  # type: ignore[union-attr]
    expect(page.get_by_role("heading", name=f"{NAMES[winner]} wins!")).to_be_visible()
    expect(podium).to_have_accessible_name(f"Podium: {NAMES[winner]} in first place")
    times = [clock(one.ended - one.began) for one in cast(WildstylePage, told.page).rounds]
    expect(scoring).to_contain_text(f"Rounds: {' · '.join(times)}")
    totals = scoring.get_by_role("row", name=re.compile("^Total")).get_by_role("cell")
    expect(totals).to_have_text([str(points) for points in end.outcome().scores])  # type: ignore[union-attr]
    head, *rows = saved(page)
    assert head == ["Player", *titles, "Tags", "Total"]
    assert [row[1:] for row in rows] == [
        [str(points) for points in (*player.score.objectives, player.score.tags, player.score.total)]
        for player in real.players
    ]


def call_rounds(page: Page, calls: list[str]) -> None:
    """Three rounds as people call them out, by a clock that stands but for what is let pass here."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
    time, number, out, slip = 0, 1, set[str](), False
    for call in calls:
        what, second = call.rsplit(" ", 1)
        page.clock.fast_forward(1000 * (int(second) - time))
        time = int(second)
        name = NAMES["AB".index(what[0])] if what[0] in "AB" else ""
        row = page.get_by_role("listitem").filter(has_text=name)
        ending = page.get_by_role("status").filter(has_text="No new sets!")
        match what.split()[-1]:
            case "go":
                count_down(page, number)
                expect(page.get_by_role("timer")).to_be_visible()
                out.clear()
            case "piles":
                wildstyle.press(page, "All draw piles are empty")
                expect(ending).to_contain_text("All draw piles are empty.")
            case "stop" if not slip:
                # The wrong crew was tapped.
                slip = True
                wrong = NAMES["BA".index(what[0])]
                wildstyle.press(page, f"{wrong} has no tags left")
                expect(ending).to_contain_text(f"{wrong} has placed the last tag")
                wildstyle.press(page, "Entries")
                wildstyle.press(page.get_by_role("dialog"), f"Correct: {wrong} has no tags left")
                expect(page.get_by_role("status").filter(has_text="You correct")).to_be_visible()
                wildstyle.press(page, f"{name} has no tags left")
                expect(ending).to_contain_text(f"{name} has placed the last tag: only one crew goes on.")
                out.add(name)
            case "stop" | "done" as how:
                wildstyle.press(page, f"{name} has no tags left" if how == "stop" else f"{name} is done")
                out.add(name)
                if len(out) < len(NAMES[:2]):
                    expect(row).to_contain_text("out of tags" if how == "stop" else "done")
            case "over":
                if len(out) < len(NAMES[:2]):
                    close_round(page)
                number += 1
                following = f"Round {number}/3" if number <= 3 else "Tap the tags of Ann"
                expect(page.get_by_role("heading", name=following)).to_be_visible()
    assert slip
    assert number == 4
    page.clock.resume()


def count_down(page: Page, number: int) -> None:
    """Three, two, one, go; the first time somebody is not ready."""
    count = page.get_by_role("alert")
    wildstyle.press(page, "3 · 2 · 1 · Go!")
    expect(count).to_have_text("3")
    if number == 1:
        page.clock.run_for(1_000)
        expect(count).to_have_text("2")
        wildstyle.press(page, "Stop")
        wildstyle.press(page, "3 · 2 · 1 · Go!")
        expect(count).to_have_text("3")
    page.clock.run_for(3_000 + TICK)


def close_round(page: Page) -> None:
    """Nobody calls anything for as long as the grace period lasts; somebody still plays; then it is over."""
    ending = page.get_by_role("status").filter(has_text="No new sets!")
    for more in (True, False):
        page.clock.fast_forward(1000 * GRACE // 2)
        expect(ending).to_contain_text("Finish the sets that you have begun.")
        page.clock.fast_forward(1000 * GRACE // 2 + TICK)
        expect(ending).to_contain_text("Time is up: the round is over.")
        if more:
            wildstyle.press(page, f"+{GRACE} s: somebody still plays")
    wildstyle.press(page, "The round is over")


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def press_undo(page: Page) -> None:
    """When all taps have arrived."""
    expect(page.get_by_role("button", name="Everything is entered")).not_to_have_attribute("aria-busy", "true")
    wildstyle.press(page, "Undo")
