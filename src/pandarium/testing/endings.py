"""Every game ends, and says how."""

from __future__ import annotations

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.harness import Harness, Spot, check


@check
def games_end(harness: Harness) -> str:
    """Random games end; there is an outcome from then on and not before; afterwards nobody has a move."""
    moves = 0
    for table in harness.tables:
        for seed in harness.seeds(harness.games_each * 3):
            line = harness.line(table, seed)
            if line.state.actors():
                raise line._replace(moves=line.moves[:40]).fault(f"it goes on after {len(line.moves)} random moves")
            state = table.start(seed)
            for number, (seat, move) in enumerate(line.moves):
                if state.outcome() is not None:
                    at = line._replace(moves=line.moves[:number])
                    raise at.fault(f"there is an outcome while the seats {state.actors()} are to act")
                state.play(seat, move)
            _look_at_the_end(line)
            moves += len(line.moves)
    return f"{moves} moves played to the end"


def _look_at_the_end(line: Spot) -> None:
    seats = line.table.seats
    outcome = line.state.outcome()
    if outcome is None:
        raise line.fault("nobody is to act, but there is no outcome")
    if len(set(outcome.winners)) != len(outcome.winners) or not set(outcome.winners) <= set(range(seats)):
        raise line.fault(f"the winners are {outcome.winners}, with {seats} seats")
    if len(outcome.scores) != seats:
        raise line.fault(f"{len(outcome.scores)} scores for {seats} seats")
    if not outcome.reason.strip() or "\n" in outcome.reason:
        raise line.fault(f"the reason is not one line of words: {outcome.reason!r}")
    for seat in range(seats):
        if moves := line.state.legal(seat):
            raise line.fault(f"the game is over, but legal({seat}) lists {moves[:5]}")


@check
def playouts_end(harness: Harness) -> str:
    """playout() ends in a position that is over, counts its moves, and is decided by its generator."""
    played = 0
    for spot in harness.spots():
        if not _ends(harness, spot):
            raise spot.fault(
                f"it goes on after {harness.budget.longest} random moves from here, so playout() may not end"
            )
        ends = [(clone := spot.state.clone(), clone.playout(Rng(7))) for _ in range(2)]
        state, moves = ends[0]
        if state.actors() or state.outcome() is None:
            raise spot.fault("playout() returns before the game is over")
        if (moves == 0) != (not spot.state.actors()):
            raise spot.fault(f"playout() says that it played {moves} moves")
        if state.dump() != ends[1][0].dump() or moves != ends[1][1]:
            raise spot.fault("playout() with the same generator gives two ends")
        played += moves
    return f"{played} moves in playouts"


def _ends(harness: Harness, spot: Spot) -> bool:
    """Tried with a limit first: a playout has none."""
    state: State = spot.state.clone()
    rng = harness.rng(spot.seed, 3)
    for _ in range(harness.budget.longest):
        actors = state.actors()
        if not actors:
            return True
        seat = actors[rng.below(len(actors))]
        moves = state.legal(seat)
        state.play(seat, moves[rng.below(len(moves))])
    return False
