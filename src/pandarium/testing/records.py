"""A record gives the same match again; and what may be taken back."""

from __future__ import annotations

from pandarium.core import fair
from pandarium.core.errors import NoUndo
from pandarium.core.match import Match
from pandarium.core.record import Record, outcome_of
from pandarium.core.rng import Rng
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, TestedTable, check

MOVES = 60


def begin(table: TestedTable, seed: int, *, secret: bool = False) -> Match:
    """A match at this table; from a secret, as live tables have it, or from the seed alone."""
    key = seed.to_bytes(fair.SECRET_BYTES, "big")
    return Match(
        Record(
            game=table.game.meta.name,
            rules=table.game.meta.rules,
            seats=table.seats,
            options=dict(table.options),
            seed=None if secret else seed,
            secret=key.hex() if secret else None,
            commitment=fair.commitment(key) if secret else None,
        )
    )


@check
def replay_equals_live(harness: Harness) -> str:
    """A match, with moves taken back in between, goes through JSON and is replayed to the same positions and end."""
    moves = 0
    for table in harness.tables:
        for secret in (False, True):
            seed = harness.seeds(1)[0]
            match = begin(table, seed, secret=secret)
            harness.here = Spot(table, seed, (), match.state)
            lived = [match.state.dump()]
            for dump in _live(harness, match, harness.rng(seed, secret)):
                lived.append(dump)
            spot = Spot(table, seed, tuple((s.seat, s.move) for s in match.move_stack), match.state)
            record = Record.from_json(match.record.to_json())
            if record != match.record:
                raise spot.fault(f"the record changes on its way through JSON: {difference(match.record, record)}")
            _compare_replay(spot, record, lived)
            if encode(Match(record).state.dump()) != encode(match.state.dump()):
                raise spot.fault("a match taken up from its record stands differently")
            moves += len(record.moves)
    return f"{moves} entries replayed"


def _live(harness: Harness, match: Match, rng: Rng) -> list[dict[str, object]]:
    """Play to the end, taking moves back now and then; the position after every entry."""
    dumps: list[dict[str, object]] = []
    while match.state.actors() and len(match.record.moves) < harness.budget.longest:
        actors = match.state.actors()
        seat = actors[rng.below(len(actors))]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
        dumps.append(match.state.dump())
        if rng.below(5) == 0 and len(dumps) < MOVES:
            match.undo(seat, consent=not match.may_undo(seat))
            dumps.append(match.state.dump())
    return dumps


def _compare_replay(spot: Spot, record: Record, lived: list[dict[str, object]]) -> None:
    number = 0
    for number, state in enumerate(record.replay()):
        if number >= len(lived) or state.dump() != lived[number]:
            there = lived[number] if number < len(lived) else {}
            raise spot.fault(f"replayed, entry {number} leads elsewhere: {difference(there, state.dump())}")
    if number + 1 != len(lived):
        raise spot.fault(f"the replay has {number} entries, the match had {len(lived) - 1}")
    if record.outcome != outcome_of(record.final()):
        raise spot.fault("the outcome in the record is not that of the replay")


@check
def undo_stops_at_reveals(harness: Harness) -> str:
    """A seat takes back its own last move while `sealed` is unchanged, to the very same position; else everybody has
    to agree."""
    quiet = sealed = 0
    for table in harness.tables:
        seed = harness.seeds(1)[0]
        match = begin(table, seed)
        rng = harness.rng(seed, 8)
        for _ in range(MOVES):
            actors = match.state.actors()
            if not actors:
                break
            seat = actors[rng.below(len(actors))]
            legal = match.state.legal(seat)
            move = legal[rng.below(len(legal))]
            moves = tuple((played.seat, played.move) for played in match.move_stack)
            spot = harness.here = Spot(table, seed, (*moves, (seat, move)), match.state)
            before, seal = encode(match.state.dump()), match.state.sealed
            if match.state.clone().sealed != seal:
                raise spot.fault(f"`sealed` is {seal}, and {match.state.clone().sealed} in a clone")
            match.play(seat, move)
            if match.state.sealed == seal:
                quiet += 1
                _expect_free_undo(spot, match, seat)
            else:
                sealed += 1
                _expect_undo_by_consent(spot, match)
            if (after := encode(match.state.dump())) != before:
                raise spot.fault(f"taken back, the position is not as before: {difference(before, after)}")
            match.play(seat, move)
    return f"{quiet} moves taken back, {sealed} that could not be"


def _expect_free_undo(spot: Spot, match: Match, seat: int) -> None:
    may = [other for other in range(spot.table.seats) if match.may_undo(other)]
    first = len(match.move_stack) if match.phase is None else match.phase.first
    chosen = {move.seat for move in match.move_stack[first:]}  # while others choose, everybody's own choice is theirs
    if may != sorted({seat} | chosen):
        raise spot.fault(f"the last move was seat {seat}'s and left `sealed` alone, but may_undo says {may}")
    other = next((other for other in range(spot.table.seats) if other not in may), None)
    if other is not None:
        _expect_no_undo(spot, match, other)
    match.undo(seat)


def _expect_undo_by_consent(spot: Spot, match: Match) -> None:
    for seat in range(spot.table.seats):
        if match.may_undo(seat):
            raise spot.fault(f"the last move changed `sealed`, but may_undo({seat}) is true")
        _expect_no_undo(spot, match, seat)
    match.undo(spot.moves[-1][0], consent=True)


def _expect_no_undo(spot: Spot, match: Match, seat: int) -> None:
    before = len(match.record.moves)
    try:
        match.undo(seat)
    except NoUndo:
        if len(match.record.moves) != before:
            raise spot.fault("a refused undo was written down") from None
        return
    raise spot.fault(f"seat {seat} could take back a move that it must not")
