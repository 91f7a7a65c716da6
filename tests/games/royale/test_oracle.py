"""The engine against the oracle: whole random games, compared after every move."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pandarium.games.royale.words.notation import SEAT_LETTERS

from .oracle import CLEAR_D6, COLOURS, Chance, Drawn, Kind, Move, Oracle, Pass, Rerolled, Rolled, Take, Trade
from .table import game, heard, tag

pytestmark = pytest.mark.many

CODE_OF = {
    Kind("yellow", 6): "y6",
    Kind("yellow", 8): "y8",
    Kind("purple", 8): "p8",
    Kind("purple", 12): "p12",
    Kind("blue", 6): "b6",
    Kind("blue", 8): "b8",
    Kind("blue", 12): "b12",
    Kind("blue", 6, glitter=True): "s6",
    Kind("red", 6): "r6",
    Kind("red", 8): "r8",
    Kind("green", 20): "g20",
    Kind("clear", 6): "c6",
    Kind("pink", 12): "k12",
}
KIND_OF = {code: kind for kind, code in CODE_OF.items()}


def chance_in(log: list[Any]) -> list[Chance]:
    """The dice and draws in the events of the engine, as the oracle wants them."""
    script: list[Chance] = []
    kinds: dict[str, type[Rolled | Rerolled]] = {"rolled": Rolled, "rerolled": Rerolled}
    for event in heard(log):
        if kind := kinds.get(tag(event)):
            if event.seat == 0:
                script.append(kind([]))
            last = script[-1]
            assert isinstance(last, kind)
            last.seats.append([(KIND_OF[die.die], die.value) for die in event.dice])
        elif tag(event) == "pool":
            script.append(Drawn([KIND_OF[code] for code in event.dice]))
    return script


def said(move: Move) -> str:
    """A move of the oracle in the game's notation."""
    if isinstance(move, Take):
        return f"take {CODE_OF[move.kind]}"
    if isinstance(move, Trade):
        return f"trade {SEAT_LETTERS[move.partner]} {CODE_OF[move.kind]}{'*' if move.traded else ''}"
    return "pass"


def hand_said(oracle: Oracle, seat: int) -> list[str]:
    """A hand of the oracle as the view shows it: traded clear dice are marked while they matter."""
    dice = list(oracle.kinds(seat).elements())
    marked = oracle.locked(seat) if oracle.step == "trade" else 0
    codes = [CODE_OF[kind] for kind in dice if kind != CLEAR_D6]
    return sorted(codes + ["c6*"] * marked + ["c6"] * (dice.count(CLEAR_D6) - marked))


def compare(state: Any, oracle: Oracle) -> None:
    """Everything that lies on the table is the same on both."""
    seen = state.view(None)
    assert (seen.round, seen.step, seen.turn, seen.panda) == (oracle.round, oracle.step, oracle.actor, oracle.holder)
    assert state.actors() == ([] if oracle.actor is None else [oracle.actor])
    for seat, player in enumerate(seen.players):
        assert sorted(player.dice) == hand_said(oracle, seat)
        assert Counter((die.die, die.value) for die in player.rolled) == Counter(
            (CODE_OF[kind], value) for kind, value in oracle.scored[seat]
        )
        assert player.yellow == oracle.yellow_sums()[seat]
        assert [line.colours for line in player.lines] == [
            tuple(line[colour] for colour in COLOURS) for line in oracle.sheet[seat]
        ]
        assert [line.total for line in player.lines] == [sum(line.values()) for line in oracle.sheet[seat]]
    assert [player.total for player in seen.players] == oracle.totals()
    assert [seat for seat, player in enumerate(seen.players) if "k12" in player.dice] == oracle.pity_holders()
    assert Counter(seen.pool) == Counter(CODE_OF[die.kind] for die in oracle.pool)
    assert seen.bag == Counter(CODE_OF[die.kind] for die in oracle.bag)
    for seat in range(oracle.count):
        expected = sorted(map(said, oracle.legal())) if seat == oracle.actor else []
        assert sorted(game.say(move) for move in state.legal(seat)) == expected
    outcome = state.outcome()
    assert (None if outcome is None else list(outcome.winners)) == oracle.winners()
    if outcome is not None:
        assert list(outcome.scores) == oracle.totals()


def choose(moves: set[Move], likes_clear: bool, random: Random) -> Move:
    """A random move; some players collect clear dice, so that there is much to trade."""
    clear = sorted((move for move in moves if isinstance(move, Take) and move.kind == CLEAR_D6), key=said)
    if clear and likes_clear:
        return clear[0]
    return random.choice(sorted(moves, key=said))


def play_both(seats: int, children: bool, first_roll: bool, seed: int) -> Counter[str]:
    """One game on both sides; what happened in it."""
    random = Random(seed)
    happened: Counter[str] = Counter()
    oracle = Oracle(seats, children, first_roll)
    log: list[Any] = []
    state = game.setup(seats, {"children": children, "first_roll": first_roll}).start(seed, log)
    oracle.script.extend(chance_in(log))
    oracle.start()
    while True:
        assert not oracle.script, "the engine rolled or drew where the rules do not"
        oracle.check()
        compare(state, oracle)
        seat = oracle.actor
        if seat is None:
            return happened
        move = choose(oracle.legal(), (seed + seat) % 2 == 0, random)
        happened[type(move).__name__] += 1
        happened["took a traded die"] += isinstance(move, Trade) and move.traded
        log = []
        state.play(seat, game.read(said(move)), log)
        script = chance_in(log)
        happened["re-rolls"] += sum(isinstance(chance, Rerolled) for chance in script)
        oracle.script.extend(script)
        oracle.play(move)


@pytest.mark.parametrize("first_roll", [False, True], ids=["last roll scores", "first roll scores"])
@pytest.mark.parametrize(
    ("seats", "children"),
    [(seats, children) for seats in range(2, 11) for children in (False, True) if seats < 10 or not children],
)
def test_engine_and_oracle_agree_after_every_move(seats: int, children: bool, first_roll: bool) -> None:
    happened: Counter[str] = Counter()
    for seed in range(6):
        happened += play_both(seats, children, first_roll, seed=1000 * seats + seed)
    assert happened["Take"] == 6 * 9 * seats  # PR-11: nine drafts, a die for everyone
    assert happened["re-rolls"] > 0
    assert (happened["Trade"] > 0) != children
    assert (happened["Pass"] > 0) != children


def test_the_games_compared_hold_trades_of_dice_already_traded() -> None:
    assert sum(play_both(5, False, False, seed)["took a traded die"] for seed in range(8)) > 0


def test_the_oracle_refuses_chance_that_the_dice_cannot_give() -> None:
    oracle = Oracle(2)
    oracle.script.append(Rolled([[(KIND_OF["y6"], 7)], [(KIND_OF["y6"], 1)]]))
    with pytest.raises(ValueError, match="cannot show 7"):
        oracle.start()


def test_the_oracle_refuses_moves_that_the_rules_do_not_allow() -> None:
    oracle = Oracle(2)
    oracle.script.append(Rolled([[(KIND_OF["y6"], 6)], [(KIND_OF["y6"], 1)]]))
    oracle.script.append(Drawn([KIND_OF["y8"], KIND_OF["p8"], KIND_OF["c6"]]))
    oracle.start()
    with pytest.raises(ValueError, match="not allowed"):
        oracle.play(Pass())
