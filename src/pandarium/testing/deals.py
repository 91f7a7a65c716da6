"""Twins by brute force: of many deals, those that look alike to somebody all the way.

All games follow one script: whoever is to act takes the move with the script's next number. Before every move they are
sorted by all that a viewer has seen and received so far. Games that lie together there are twins, made by the game
itself and not by its `resample`: nothing that reaches this viewer may tell them apart now, or ever was allowed to.
"""

from __future__ import annotations

from hashlib import blake2b
from math import log10
from typing import Any, NamedTuple

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import but_for_the_generator, encode
from pandarium.testing.harness import Harness, Spot, TestedTable, check
from pandarium.testing.secrecy import expect_the_same, probes, redacted_bytes, who

DEPTH = 12
"""Moves that the games are followed."""
STEMS = 6
"""Half of the games begin with one of so few deals and part by their salts alone."""
PAIRS_PER_PILE = 3
PAIRS_PER_VIEWER = 80
TWINS_PER_PILE = 8
BEYOND_CHANCE = -9.0
"""Deals that look alike are all the same by accident less often than once in 10**9."""


class Run(NamedTuple):
    """A game under way, with the digest of all that the viewer has seen of it."""

    seed: int
    salt: int
    moves: tuple[tuple[int, int], ...]
    state: State
    history: bytes

    def spot(self, table: TestedTable) -> Spot:
        """The position, for a fault."""
        return Spot(table, self.seed, self.moves, self.state)


@check
def deals_that_look_alike(harness: Harness) -> str:
    """Games that looked the same to a viewer from the start keep looking the same, whatever is hidden in them."""
    games = pairs = hidden = 0
    low = harness.game.meta.seats[0]
    smallest = [table for table in harness.tables if table.seats == low] or harness.tables[:1]
    for table in smallest:
        deals = harness.budget.deals if table is smallest[0] else harness.budget.deals // 4
        for viewer in dict.fromkeys([None, 0, table.seats - 1]):
            found = _follow(harness, table, viewer, deals)
            games += deals
            pairs += found[0]
            hidden += found[1]
    return f"{pairs} pairs found in {games} games, {hidden} of them with something hidden"


def _follow(harness: Harness, table: TestedTable, viewer: int | None, deals: int) -> tuple[int, int]:
    """Follow the games of one viewer; pairs compared, and how many of them differ in more than the generator."""
    script = harness.rng(table.seats, 7)
    runs = [_begin(harness, table, viewer, number) for number in range(deals)]
    _expect_secrets(table, viewer, [run for run in runs if run.salt == 0])
    pairs = hidden = 0
    for _ in range(DEPTH):
        piles: dict[bytes, list[Run]] = {}
        for run in runs:
            piles.setdefault(run.history, []).append(run)
        runs = [run for pile in piles.values() if len(pile) > 1 for run in pile]
        for pile in piles.values():
            if len(pile) > 1 and pairs < PAIRS_PER_VIEWER:
                found = _compare_pile(harness, table, viewer, pile)
                pairs += found[0]
                hidden += found[1]
        who_acts, what = script.bits(), script.bits()
        runs = [_advance(table, viewer, run, who_acts, what) for run in runs if run.state.actors()]
        if not runs:
            break
    return pairs, hidden


def _begin(harness: Harness, table: TestedTable, viewer: int | None, number: int) -> Run:
    from_a_stem = number % 2 == 1
    seed = harness.rng(number // 2 % STEMS, 11).bits() if from_a_stem else harness.rng(number, 10).bits()
    log: list[Any] = []
    state = table.setup.start(seed, log)
    salt = number + 1 if from_a_stem else 0
    return Run(seed, salt, (), state, _add(b"", table, state, log, viewer))


def _advance(table: TestedTable, viewer: int | None, run: Run, who_acts: int, what: int) -> Run:
    actors = run.state.actors()
    seat = actors[who_acts % len(actors)]
    legal = run.state.legal(seat)
    if run.salt and seat != viewer:  # from a stem, the others choose as they like: it may be secret what
        what = Rng(run.salt * DEPTH + len(run.moves)).bits()
    move = legal[what % len(legal)]
    log: list[Any] = []
    run.state.play(seat, move, log, run.salt)
    history = _add(run.history, table, run.state, log, viewer)
    return Run(run.seed, run.salt, (*run.moves, (seat, move)), run.state, history)


def _add(history: bytes, table: TestedTable, state: State, log: list[Any], viewer: int | None) -> bytes:
    received = redacted_bytes(Spot(table, 0, (), state), log, viewer)
    return blake2b(history + received + encode(state.view(viewer)), digest_size=16).digest()


def _compare_pile(harness: Harness, table: TestedTable, viewer: int | None, pile: list[Run]) -> tuple[int, int]:
    """Compare games that look alike, above all those that are not alike."""
    first = pile[0]
    spot = harness.here = first.spot(table)
    contents = {id(run): but_for_the_generator(run.state) for run in pile}
    different = [run for run in pile[1:] if contents[id(run)] != contents[id(first)]]
    chosen = (different or pile[1:])[:PAIRS_PER_PILE]
    for run in chosen:
        wild = probes(harness, spot, run.state)
        expect_the_same(spot, first.state, run.state, viewer, wild, f"dealt by seed {run.seed}, salt {run.salt}")
    return len(chosen), len(chosen) if different else 0


def _expect_secrets(table: TestedTable, viewer: int | None, runs: list[Run]) -> None:
    """If resample() says that something is hidden, deals that look alike must differ in it now and then.

    Otherwise they look alike only because what the viewer sees gives it away.
    """
    piles: dict[bytes, list[Run]] = {}
    for run in runs:
        piles.setdefault(run.history, []).append(run)
    chance = 0.0
    for pile in piles.values():
        content = but_for_the_generator(pile[0].state)
        if any(but_for_the_generator(run.state) != content for run in pile[1:]):
            return
        if len(pile) > 1:
            twins = [pile[0].state.resample(viewer, Rng(number)) for number in range(TWINS_PER_PILE)]
            same = sum(but_for_the_generator(twin) == content for twin in twins)
            chance += (len(pile) - 1) * log10(max(same, 1) / TWINS_PER_PILE)
            if chance < BEYOND_CHANCE:
                what = f"resample() hides things from {who(viewer)} that deals which look alike to it never differ in"
                raise pile[0].spot(table).fault(f"{what}: what it sees gives them away")
