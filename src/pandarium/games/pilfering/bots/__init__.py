"""Three who play Pilfering Pandas: a beginner and a team player by rule of thumb, and one who thinks ahead."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pandarium.core.bot import Advice, Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pilfering.bots.hints import chance, finals, prospect, why
from pandarium.games.pilfering.bots.policy import FINE_SPACES, Policy
from pandarium.games.pilfering.bots.search import Search
from pandarium.games.pilfering.bots.weights import NAMES, Weights
from pandarium.games.pilfering.bots.wishes import read_wishes
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.state import CHOOSE_STEP
from pandarium.games.pilfering.words.bot_phrases import speak
from pandarium.kit.talk import Spoken, SpokenBy

GAMES = 600
"""How many games `strong` plays through in its head for a decision at most; where it is clear, far fewer."""
ADVICE_GAMES = 200
"""And how many for advice, to which somebody waits."""
WEIGHTS = Path(__file__).with_name("weights.toml")


class _Player(Bot):
    """Somebody who weighs things, and talks."""

    weights = "team"

    def speak(self, view: Any, rng: Rng) -> Spoken | None:
        """What a partner should know, by the palette (PP-X1)."""
        return speak(view)


class Team(_Player):
    """Weighs by rule of thumb what every move leaves: what is in hand, what goes on from it, what others need."""

    name = "team"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move with the highest value; of equals the first."""
        assert isinstance(state, Pilfering)
        return int(Policy(read_weights(self.weights, int(state.seats))).choose(state, seat))

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with what it leaves compared with the best, in spaces of the track."""
        assert isinstance(state, Pilfering)
        policy = Policy(read_weights(self.weights, int(state.seats)))
        valued = [(move, int(policy.value(state, seat, move))) for move in state.legal(seat)]
        ranked = sorted(valued, key=lambda known: -known[1])
        return [Advice(move, worth / FINE_SPACES, why(state, seat, move)) for move, worth in ranked]


class Beginner(Team):
    """Plays the sets it has and keeps away from the keeper, and plans nothing."""

    name = "beginner"
    weights = "beginner"


class Strong(_Player):
    """Tries its moves in games that it cannot tell from the real one, and takes the one that wins most of them."""

    name = "strong"
    thinks = True
    in_browser = False
    weights = "strong"

    def __init__(self, games: int = GAMES) -> None:
        self.games = games

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that wins most often; before the deal there is nothing to think about."""
        return self.choose_hearing(state, seat, rng, ())

    def choose_hearing(self, state: State, seat: int, rng: Rng, heard: Sequence[SpokenBy]) -> int:
        """The same in games in which partners hold what they would say such things with (PP-X1)."""
        assert isinstance(state, Pilfering)
        if state.step == CHOOSE_STEP:
            return Team().choose(state, seat, rng)
        return int(self._search(state, seat, rng, heard).run(self.games)[0].move)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The moves it likes best, with how many of the games in its head they win."""
        assert isinstance(state, Pilfering)
        if state.step == CHOOSE_STEP:
            return Team().advise(state, seat, rng)
        found = finals(self._search(state, seat, rng), min(self.games, ADVICE_GAMES))
        advice = []
        for place, one in enumerate(found):
            next_best = found[1] if place == 0 and len(found) > 1 else None
            told = prospect(one, next_best, why(state, seat, int(one.move)))
            advice.append(Advice(int(one.move), chance(one), told))
        return advice

    def _search(self, state: Pilfering, seat: int, rng: Rng, heard: Sequence[SpokenBy] = ()) -> Search:
        return Search(state, seat, rng, read_weights(self.weights, int(state.seats)), wishes=read_wishes(heard))


@cache
def read_weights(name: str, seats: int) -> Weights:
    """The weights of that name for this number of players."""
    table = _read_file()[name]
    own = table.get(f"players_{seats}", {})
    weights = {**table["weights"], **own.get("weights", {})}
    if unknown := weights.keys() ^ set(NAMES):
        raise ValueError(f"{WEIGHTS.name}, {name}: {', '.join(sorted(unknown))}")
    favourites: list[str] = own.get("pandas", table["pandas"])
    pandas = [-favourites.index(code) for code in PANDA_CODES]
    return Weights([weights[weight] for weight in NAMES], pandas)


@cache
def _read_file() -> dict[str, Any]:
    return tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
