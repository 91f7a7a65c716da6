"""What a bot thinks of a move that was made: the unit is the game's, and a lie may be worth it."""

from __future__ import annotations

import msgspec
import pytest

from pandarium.core.registry import game
from pandarium.kit.opinions import OpinionRules
from pandarium.server.bots import process


def dump(name: str, seats: int, moves: int, **options: str) -> tuple[bytes, int, list[str]]:
    """A position after some first moves, whose turn it is there, and what may be played."""
    found = game(name)
    state = found.setup(seats, found.check_options(dict(options))).start(7)
    for _ in range(moves):
        seat = state.actors()[0]
        state.play(seat, state.legal(seat)[0])
    seat = state.actors()[0]
    return msgspec.json.encode(state.dump()), seat, [found.say(move) for move in state.legal(seat)]


def test_moves_are_compared_with_the_best() -> None:
    position, seat, legal = dump("royale", 2, 4)
    formed = {move: process.judge_move("royale", position, seat, 5, move) for move in legal}
    best = next(iter(formed.values())).best
    assert (formed[best].verdict, formed[best].cost) == ("best", 0)
    costs = [one.cost for one in formed.values() if one.cost is not None]
    assert all(0 <= cost <= 100 for cost in costs)
    assert max(costs) > 0


def test_a_claim_that_the_cards_do_not_hold_is_a_lie_and_may_be_a_bluff() -> None:
    rules = game("pandante").capability(OpinionRules)
    assert rules is not None
    position, seat, legal = dump("pandante", 3, 0)
    found = game("pandante")
    lies = [move for move in legal if rules.lies(found.load(position), seat, found.read(move))]
    claims = [move for move in legal if move.startswith("bet")]
    assert 0 < len(lies) < len(claims)  # nobody holds everything, and a high card is always true
    verdicts = {move: process.judge_move("pandante", position, seat, 5, move).verdict for move in claims}
    assert all((verdicts[move] == "bluff") <= (move in lies) for move in claims)


@pytest.mark.parametrize("name", ["raft", "leduc"])
def test_games_are_played_out_in_slices(name: str) -> None:
    position, seat, _ = dump(name, 2, 0)
    wins, played = process.play_out(name, position, seat, 5, 10, 60.0)
    assert played == 10
    assert len(wins) == (1 if game(name).meta.cooperative else 2)
    assert 0 <= sum(wins) <= 20
    assert process.play_out(name, position, seat, 5, 1000, 0.0)[1] == 1
    assert process.play_out(name, position, seat, 5, 10, 60.0)[0] == wins
