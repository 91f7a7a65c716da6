"""Chance comes from the seed and the salts, and from nowhere else."""

from __future__ import annotations

from pandarium.core.state import State
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check

SALTED_MOVES = 30


@check
def same_seed_same_game(harness: Harness) -> str:
    """The same seed and moves lead to the same positions; other seeds deal other games."""
    moves = 0
    for table in harness.tables:
        deals = set()
        for seed in harness.seeds(harness.games_each + 1):
            line = harness.line(table, seed)
            again = table.start(seed)
            deals.add(encode(again.dump()))
            for number, (seat, move) in enumerate(line.moves):
                again.play(seat, move)
                moves += 1
                if number % 16 == 0:
                    _expect_equal(line, number + 1, again.dump())
            if (last := again.dump()) != line.state.dump():
                raise line.fault(f"played twice, it ends differently: {difference(line.state.dump(), last)}")
        if len(deals) == 1:
            raise line.fault("all seeds deal the same game: the dumps of the first positions are equal")
    return f"{moves} moves played twice"


def _expect_equal(line: Spot, count: int, found: object) -> None:
    """A third run, up to there, in one go."""
    state = line.table.start(line.seed)
    for seat, move in line.moves[:count]:
        state.play(seat, move)
    if (wanted := state.dump()) != found:
        at = line._replace(moves=line.moves[:count])
        raise at.fault(f"played twice, the positions differ: {difference(wanted, found)}")


@check
def salts_steer_chance(harness: Harness) -> str:
    """The same salts give the same game, other salts another; a salt of 0 is no salt."""
    moves = 0
    for table in harness.tables:
        seed = harness.seeds(1)[0]
        rng = harness.rng(seed, 6)
        state, again = table.start(seed), table.start(seed)
        spot = Spot(table, seed, (), state)
        while len(spot.moves) < SALTED_MOVES and (actors := state.actors()):
            seat = actors[rng.below(len(actors))]
            legal = state.legal(seat)
            move = legal[rng.below(len(legal))]
            spot = harness.here = spot.after(seat, move)
            plain, zero, other = (state.clone() for _ in range(3))
            plain.play(seat, move)
            zero.play(seat, move, None, 0)
            other.play(seat, move, None, 2**62 + moves)
            state.play(seat, move, None, moves + 1)
            again.play(seat, move, None, moves + 1)
            _compare_salted(spot, again, plain, zero, other)
            moves += 1
    return f"{moves} moves with salts"


def _compare_salted(spot: Spot, again: State, plain: State, zero: State, other: State) -> None:
    if spot.state.dump() != again.dump():
        raise spot.fault(f"the same salts give two games: {difference(spot.state.dump(), again.dump())}")
    if plain.dump() != zero.dump():
        raise spot.fault(f"a salt of 0 changes the game: {difference(plain.dump(), zero.dump())}")
    if spot.state.rng.words() in (plain.rng.words(), other.rng.words()):
        raise spot.fault("a salt handed to play() leaves the generator as it was")
