"""Batches, action numbers and features: what programs learn from is what the state says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from librt.vecs import vec
from mypy_extensions import u8

from pandarium.core.batch import Batch
from pandarium.core.layout import BITS, FLAG, KINDS, NUMBER, Layout
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import encode
from pandarium.testing.harness import ConformanceError, Harness, TestedTable, check

GAMES = 3
"""Side by side."""
SEED = 11


@check
def batches_say_what_states_say(harness: Harness) -> str:
    """Every buffer of a batch is what actors, legal, observe, outcome, action and features say; games end and begin."""
    steps = 0
    for table in harness.tables:
        numbered = table.setup.actions > 0
        batch = Batch(table.setup, GAMES, SEED, numbered=numbered, featured=True, checked=True)
        dealt = [GAMES] * GAMES
        for game in range(GAMES):
            _same_position(table, batch, game, game)
        chance = harness.rng(table.seats)
        budget = harness.budget.games * 40
        while budget > 0:
            _compare(table, batch)
            batch.step(batch.random_choices(chance))
            _compare_endings(table, batch, dealt)
            budget -= GAMES
            steps += GAMES
    return f"{steps} steps, every buffer compared"


def _same_position(table: TestedTable, batch: Batch, game: int, number: int) -> None:
    """The game of that number, as `pandarium simulate` deals it."""
    chance = Rng(SEED)
    chance.salt(number + 1)
    expected = table.setup.start(chance.bits())
    if encode(batch.state(game).dump()) != encode(expected.dump()):
        raise _fault(table, f"the batch deals game {number} otherwise than setup.start does")


def _compare(table: TestedTable, batch: Batch) -> None:
    length = table.game.observation.length
    obs, mask = bytes(batch.obs), bytes(batch.mask) if table.setup.actions else b""
    for game in range(GAMES):
        state, seat = batch.state(game), batch.turns[game]
        if seat not in state.actors():
            raise _fault(table, f"to_act() gives seat {seat}, actors() {state.actors()}")
        first, last = batch.starts[game], batch.starts[game + 1]
        moves = [batch.moves[place] for place in range(first, last)]
        if moves != state.legal(seat) or not moves:
            raise _fault(table, f"legal_into() lists {moves} for seat {seat}, legal() {state.legal(seat)}")
        if obs[game * length : (game + 1) * length] != state.observe(seat):
            raise _fault(table, f"observe_into() writes other bytes for seat {seat} than observe() gives")
        if table.setup.actions:
            numbers = [batch.numbers[place] for place in range(first, last)]
            _check_numbers(table, state, seat, moves, numbers, mask[game * table.setup.actions :])
        _check_features(table, batch, game, moves)


def _check_numbers(
    table: TestedTable, state: State, seat: int, moves: list[int], numbers: list[int], mask: bytes
) -> None:
    actions = table.setup.actions
    if numbers != [state.action(seat, move) for move in moves] or len(set(numbers)) != len(numbers):
        raise _fault(table, f"the legal moves of seat {seat} have the action numbers {numbers}: each needs its own")
    if any(number < 0 or number >= actions for number in numbers):
        raise _fault(table, f"an action number of {numbers} is not below setup.actions, which is {actions}")
    if [number for number in range(actions) if mask[number]] != sorted(numbers):
        raise _fault(table, "the mask is not made of the action numbers")


def _check_features(table: TestedTable, batch: Batch, game: int, moves: list[int]) -> None:
    layout = table.game.features
    every = bytes(batch.features)
    for place, move in enumerate(moves, batch.starts[game]):
        alone = vec[u8]([0] * layout.length)
        batch.state(game).features_into(batch.turns[game], move, alone, 0)
        data = every[place * layout.length : (place + 1) * layout.length]
        if data != bytes(alone):
            raise _fault(table, f"the features of move {move} differ from call to call")
        if wrong := next(layout_faults(layout, data), ""):
            raise _fault(table, f"the features of {table.game.say(move)!r}: {wrong}")


def _compare_endings(table: TestedTable, batch: Batch, dealt: list[int]) -> None:
    """`dealt` is the number of the game that each row begins next."""
    ended = {batch.ended[place]: batch.last_states[place] for place in range(len(batch.ended))}
    for game in range(GAMES):
        seats = range(game * table.seats, (game + 1) * table.seats)
        scores = tuple(batch.scores[place] for place in seats)
        winners = tuple(seat for seat, place in enumerate(seats) if batch.wins[place])
        if bool(batch.done[game]) != (game in ended):
            raise _fault(table, "done and ended do not agree")
        if game not in ended:
            if any(scores) or winners:
                raise _fault(table, f"game {game} goes on and has scores {scores} or winners {winners}")
            continue
        outcome = ended[game].outcome()
        if outcome is None or outcome.scores != scores or tuple(sorted(outcome.winners)) != winners:
            raise _fault(table, f"outcome_into() writes {scores} and {winners}, outcome() is {outcome}")
        _same_position(table, batch, game, dealt[game] + game)
        dealt[game] += GAMES


@check
def action_numbers_are_stable(harness: Harness) -> str:
    """A seat's move has the same number in every position, and game.actions says what every number means."""
    known: dict[tuple[Any, ...], int] = {}
    named = sum(span.size for span in harness.game.actions)
    if any(table.setup.actions > named or (named > 0 and table.setup.actions == 0) for table in harness.tables):
        raise harness.fault(f"setup.actions goes beyond the {named} numbers that game.actions names, or is 0")
    if not named:
        return "skipped: the moves of this game have no numbers, only features"
    for spot in harness.spots():
        for seat in spot.state.actors():
            for move in spot.state.legal(seat):
                number = spot.state.action(seat, move)
                if known.setdefault((spot.table.seats, seat, move), number) != number:
                    raise spot.fault(f"{harness.game.say(move)!r} of seat {seat} has two action numbers")
    return f"{len(known)} moves of {named} numbers"


@check
def bytes_fit_their_layout(harness: Harness) -> str:
    """Every byte that a seat observes is of the kind that its piece names, and not above its top."""
    layout = harness.game.observation
    for piece in (*layout.pieces, *harness.game.features.pieces):
        if piece.kind not in KINDS or not 0 < piece.top < 2**16 or (piece.kind == NUMBER and piece.length % 2):
            raise harness.fault(f"piece {piece.name!r} has kind {piece.kind!r}, top {piece.top}, length {piece.length}")
    seen = 0
    for spot in harness.spots():
        for seat in range(spot.table.seats):
            if wrong := next(layout_faults(layout, spot.state.observe(seat)), ""):
                raise spot.fault(f"seat {seat}: {wrong}")
            seen += 1
    return f"{seen} observations of {len(layout.pieces)} pieces"


def layout_faults(layout: Layout, data: bytes) -> Iterator[str]:
    """What does not fit."""
    for piece in layout.pieces:
        part = layout.split(data)[piece.name]
        if piece.kind == NUMBER:
            values = [int.from_bytes(part[place : place + 2], "big") for place in range(0, piece.length, 2)]
        else:
            values = list(part)
        top = {FLAG: 1, NUMBER: 0xFFFF, BITS: 255}.get(piece.kind, piece.top)
        if max(values, default=0) > top:
            yield f"{piece.name} holds {max(values)}, but as a {piece.kind} it goes up to {top}"


def _fault(table: TestedTable, what: str) -> ConformanceError:
    return ConformanceError(what, table.game.meta.name, table.seats, table.options, SEED)
