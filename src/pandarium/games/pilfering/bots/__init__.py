"""Three who play Pilfering Pandas: a beginner and a team player by rule of thumb, and one who thinks ahead."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pilfering.bots.policy import FINE_SPACES, LOST, Policy
from pandarium.games.pilfering.bots.search import Hope, Search
from pandarium.games.pilfering.bots.weights import NAMES, Weights
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    DRAW,
    EXTEND,
    GIVE,
    LEFT,
    PASS,
    PICK,
    REUSE,
    SET,
    STASH,
    kind_of,
)
from pandarium.games.pilfering.engine.prices import cards_of, price_of
from pandarium.games.pilfering.engine.state import CHOOSE_STEP
from pandarium.games.pilfering.words.bot_phrases import speak
from pandarium.kit.talk import Spoken

GAMES = 200
"""How many games `strong` plays through in its head for a decision."""
WEIGHTS = Path(__file__).with_name("weights.toml")
TRADES = frozenset({SET, REUSE, EXTEND, LEFT})
HINTS = {
    DISCARD: "pilfering.hint.discard",
    DRAW: "pilfering.hint.draw",
    GIVE: "pilfering.hint.miss_least",
    PASS: "pilfering.hint.keep",
    PICK: "pilfering.hint.pick_up",
    STASH: "pilfering.hint.miss_least",
}
"""What speaks for a move by its kind."""


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
        return [Advice(move, worth / FINE_SPACES, why(state, move, worth)) for move, worth in ranked]


class Beginner(Team):
    """Plays the sets it has and keeps away from the keeper, and plans nothing."""

    name = "beginner"
    weights = "beginner"


class Strong(_Player):
    """Tries its moves in games that it cannot tell from the real one, and takes the one that wins most of them."""

    name = "strong"
    thinks = True

    def __init__(self, games: int = GAMES) -> None:
        self.games = games

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that survives the halving; before the deal there is nothing to think about."""
        assert isinstance(state, Pilfering)
        if state.step == CHOOSE_STEP:
            return Team().choose(state, seat, rng)
        return int(self._search(state, seat, rng).run(self.games)[0].move)

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The moves it looks into, with how many of the games in its head they win."""
        assert isinstance(state, Pilfering)
        if state.step == CHOOSE_STEP:
            return Team().advise(state, seat, rng)
        search = self._search(state, seat, rng)
        found = search.run_evenly(max(1, self.games // (2 * len(search.candidates))))
        return [Advice(int(one.move), chance(one), prospect(one, why(state, one.move, 0))) for one in found]

    def _search(self, state: Pilfering, seat: int, rng: Rng) -> Search:
        return Search(state, seat, rng, read_weights(self.weights, int(state.seats)))


def chance(candidate: Hope) -> float:
    """The share of games that a move has won."""
    return int(candidate.wins) / max(1, int(candidate.tries))


def prospect(candidate: Hope, why_so: Message) -> Message:
    """That share in words, and what the move does."""
    if not candidate.wins:
        return Message("pilfering.hint.hardly_wins", {"why": why_so})
    share = round(chance(candidate) * 100)
    return Message("pilfering.hint.wins", {"percent": share, "games": int(candidate.tries), "why": why_so})


def why(state: Pilfering, move: int, worth: int) -> Message:
    """What a move does, in a few words."""
    kind = kind_of(move)
    if worth <= LOST:
        return Message("pilfering.hint.caught")
    if kind in TRADES:
        price = price_of(state, move, cards_of(state, move))
        return Message("pilfering.hint.trade", {"panda": int(price.panda()), "keeper": int(price.keeper())})
    return Message(HINTS.get(kind, "pilfering.hint.thumb"))


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
