"""Where several seats choose at once: nobody is too late, and nobody is shown who has chosen, or who was first."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.protocol.pace import Pace
from pandarium.server.tables import judge
from pandarium.server.tables.turns import Waiting
from server.support import EVE, PEOPLE, TableHarness
from server.tables.judging import LIVE, refused

RELAXED = Pace()


def at_the_hotseat(pace: Pace = RELAXED, people: int = 4) -> TableHarness:
    """Pandante, where three decide whether to challenge the fourth (PD-21); seats without people are bots."""
    for number in range(200):
        rng = Random(number)
        bots = ["random"] * (4 - people)
        harness = TableHarness.create("pandante", people, bots, secret=f"{number:02x}" * 32, pace=pace)
        for _ in range(60):
            seats = harness.table.actors()
            if len(seats) == 3:
                return harness
            if not seats:
                break
            move = rng.choice(harness.legal(seats[0]))
            (harness.play_bot if harness.table.seats[seats[0]].level else harness.play)(seats[0], move)
    raise AssertionError("nobody came to the hotseat")


def among_signs(pace: Pace = RELAXED) -> TableHarness:
    return TableHarness.create("signs", 4, pace=pace)


TABLES = {"pandante": (at_the_hotseat, ["trust", "challenge"]), "signs": (among_signs, ["leaf", "stone"])}


def shown(harness: TableHarness, asker: judge.Asker, since: int) -> dict[str, Any]:
    """All that this person gets over the wire, and what lists of tables say."""
    update: dict[str, Any] = msgspec.json.decode(harness.update(asker, since))
    update["listed"] = Waiting.at(harness.table).to(harness.table.seat_of(asker.person))
    return update


def test_pd_21_a_challenge_is_never_stale_because_somebody_else_chose_first() -> None:
    """In a game of turns, too: whether several choose at once follows from who may act."""
    harness = at_the_hotseat()
    at, choosers = harness.table.position, harness.table.actors()
    for seat in reversed(choosers):
        harness.play(seat, "trust", position=at)
    assert harness.table.position == at + 3
    refused("stale", harness, PEOPLE[choosers[0]], protocol.Play(move="challenge", position=at))


def test_pd_21_bots_choose_side_by_side() -> None:
    harness = at_the_hotseat(people=1)
    at, choosers = harness.table.position, harness.table.actors()
    for seat in choosers:
        (harness.play_bot if harness.table.seats[seat].level else harness.play)(seat, "trust", position=at)
    assert harness.table.position == at + 3


def test_what_was_decided_before_the_others_had_their_turn_is_stale() -> None:
    """Only choices at the same time count as such: not what was decided about an older position."""
    harness = at_the_hotseat()
    seat = harness.table.actors()[0]
    refused("stale", harness, PEOPLE[seat], protocol.Play(move="trust", position=harness.table.position - 1))


@pytest.mark.parametrize("pace", [RELAXED, LIVE, Pace(kind="days")], ids=lambda pace: pace.kind)
@pytest.mark.parametrize("game", TABLES)
def test_while_others_choose_nobody_can_tell_who_has(game: str, pace: Pace) -> None:
    """The same number of choices, made by others in any order: every viewer is sent the same, byte for byte."""
    make, moves = TABLES[game]
    choosers = make(pace).table.actors()
    for viewer in (*range(4), None):
        others = [seat for seat in choosers if seat != viewer]
        told: list[list[dict[str, Any]]] = []
        for order in permutations(others):
            harness = make(pace)
            since, seen = harness.table.seq, []
            if viewer in choosers:
                harness.play(viewer, moves[0])
            for number, seat in enumerate(order[: len(choosers) - 2]):
                harness.wait(1.5)
                harness.play(seat, moves[number % 2])
                harness.wait(1.5)
                seen.append(shown(harness, EVE if viewer is None else PEOPLE[viewer], since))
            told.append(seen)
        assert len(told) > 1
        for seen in told:
            assert seen == told[0], f"viewer {viewer} can tell"


@pytest.mark.parametrize("game", TABLES)
def test_when_all_have_chosen_the_order_changes_nothing_and_is_not_told(game: str) -> None:
    make, moves = TABLES[game]
    choosers = make().table.actors()
    told: dict[int | None, list[dict[str, Any]]] = {}
    for order in permutations(choosers):
        harness = make()
        since = harness.table.seq
        for seat in order:
            harness.play(seat, moves[choosers.index(seat) % 2])
        for viewer in {*range(4)} - {*choosers} | {None}:
            told.setdefault(viewer, []).append(shown(harness, EVE if viewer is None else PEOPLE[viewer], since))
        for viewer in choosers:  # they know when they chose themselves; of the others only what came of it
            update = shown(harness, PEOPLE[viewer], since)
            assert all(news.get("seat") in (None, viewer) for news in update.pop("news"))
            told.setdefault(viewer, []).append(update)
    for viewer, updates in told.items():
        assert all(update == updates[0] for update in updates), f"viewer {viewer} can tell"


def test_ones_own_choice_is_shown_at_once_and_can_be_taken_back() -> None:
    harness = at_the_hotseat()
    first, second, third = harness.table.actors()
    harness.play(first, "challenge")
    harness.play(second, "trust")
    mine = harness.read(PEOPLE[first])
    assert (mine.view["yours"]["challenges"], mine.legal, mine.may.undo) == (True, [], True)
    assert mine.actors == [second, third]
    assert harness.read(PEOPLE[third]).actors == [first, second, third]
    harness.send(PEOPLE[first], protocol.Undo(position=mine.position))
    again = harness.read(PEOPLE[first])
    assert ([move.move for move in again.legal], again.may.undo) == (["trust", "challenge"], False)
    assert harness.again().record() == harness.table.record()


def test_ws_20_who_gives_up_tags_for_cop_cars_is_not_too_late_either() -> None:
    """At the relaxed pace, where everything else happens in turns."""
    harness = with_cop_cars()
    at, choosers = harness.table.position, harness.table.actors()
    choices = {seat: harness.legal(seat)[0] for seat in choosers}
    for seat in choosers:
        harness.play(seat, choices[seat], position=at)
    assert harness.table.position == at + len(choosers)


def with_cop_cars() -> TableHarness:
    """Wildstyle in turns at its end: several players must choose which tags the cop cars cost."""
    for number in range(20):
        rng = Random(number)
        harness = TableHarness.create("wildstyle", 3, options={"pace": "turns"}, secret=f"{number:02x}" * 32)
        while seats := harness.table.actors():
            if len(seats) > 1:
                return harness
            legal = harness.legal(seats[0])
            rush = [move for move in legal if move.startswith("rush")]
            harness.play(seats[0], rng.choice(rush or legal))
    raise AssertionError("nobody had a choice")
