"""Exact exploitability: how much somebody who knows a bot wins from it in a small part of the game, by OpenSpiel.

A learner finds a lower bound for the whole game (`training/best_response.py`); here it is the truth about a small one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pandarium.core.bot import Bot, ask
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.small_game import SmallGame
from pandarium.learn.extras import missing

try:
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr, exploitability
except ImportError as error:
    raise missing("openspiel", error) from None

SAMPLES = 200
"""How often a bot is asked in every position."""
_Type = pyspiel.GameType
_TYPE = _Type(
    short_name="pandarium_small",
    long_name="A small part of a game (Pandarium)",
    dynamics=_Type.Dynamics.SEQUENTIAL,
    chance_mode=_Type.ChanceMode.EXPLICIT_STOCHASTIC,
    information=_Type.Information.IMPERFECT_INFORMATION,
    utility=_Type.Utility.ZERO_SUM,
    reward_model=_Type.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
)
MOST_ACTIONS = 16
LONGEST = 40
STAKES = 1000.0


class SmallSpiel(pyspiel.Game):  # type: ignore[misc]  # open_spiel has no types
    """The small game as OpenSpiel sees it: an action is a place in the list of options."""

    def __init__(self, small: SmallGame) -> None:
        self.small = small
        self.deals = small.deals()
        super().__init__(_TYPE, pyspiel.GameInfo(MOST_ACTIONS, len(self.deals), 2, -STAKES, STAKES, 0.0, LONGEST), {})

    def new_initial_state(self) -> SmallState:
        """Before the deal."""
        return SmallState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SmallObserver:
        """Information states are texts; there is nothing else to observe."""
        return SmallObserver()


class SmallObserver:
    """What OpenSpiel asks for the text of an information state."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SmallState, player: int) -> None:
        """There are no numbers."""

    def string_from(self, state: SmallState, player: int) -> str:
        """What a player knows."""
        return state.information_state_string(player)


class SmallState(pyspiel.State):  # type: ignore[misc]
    """A position of it."""

    def __init__(self, game: SmallSpiel) -> None:
        super().__init__(game)
        self.state: State | None = None
        self.private = ("", "")
        self.played: list[str] = []
        """What was played, for all to see."""

    @property
    def small(self) -> SmallGame:
        """What is played: the game's, so that copies of a state stay small."""
        found: SmallGame = self.get_game().small
        return found

    def _seat(self) -> int:
        assert self.state is not None
        return self.state.actors()[0]

    def options(self) -> list[int]:
        """The moves that there are."""
        return self.small.options(self.state, self._seat())

    def current_player(self) -> int:
        """Who decides, chance, or nobody."""
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self._seat()

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.state is not None and self.small.value(self.state) is not None

    def returns(self) -> list[float]:
        """What it came to for each."""
        value = None if self.state is None else self.small.value(self.state)
        return [0.0, 0.0] if value is None else [value, -value]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals."""
        return [(number, outcome.probability) for number, (outcome, _) in enumerate(self.get_game().deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.options())))

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            outcome, self.private = self.get_game().deals[action]
            self.state = outcome.state.clone()
        else:
            self._play(self.options()[action])
        while not self.is_terminal() and len(self.options()) == 1:
            self._play(self.options()[0])

    def _play(self, move: int) -> None:
        assert self.state is not None
        self.played.append(f"{self._seat()} {move}")
        self.state.apply(self._seat(), move, None)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player} {action}"

    def information_state_string(self, player: int | None = None) -> str:
        """A player's own cards, and all that was played."""
        seat = self.current_player() if player is None else player
        return f"{seat} {self.private[seat]}: {', '.join(self.played)}"

    def observation_string(self, player: int | None = None) -> str:
        """The same."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return f"{self.private} {self.played}"


def small_game(game: Game) -> SmallGame:
    """The part of the game that can be solved; raises PandariumError where there is none."""
    found = game.capability(SmallGame)
    if found is None:
        raise PandariumError(f"{game.meta.title} has no part that is small enough to be solved")
    return found


def shares_of(bot: Bot, small: SmallGame, samples: int = SAMPLES) -> Callable[[SmallState], dict[int, float]]:
    """How often a bot plays each action, from asking it often; the same in all positions that it cannot tell apart."""
    known: dict[str, dict[int, float]] = {}

    def shares(position: SmallState) -> dict[int, float]:
        key = position.information_state_string()
        if key not in known:
            seat, state = position.current_player(), position.state
            assert state is not None
            options = position.options()
            counts = dict.fromkeys(range(len(options)), 0)
            rng = Rng(len(known))
            for _ in range(samples):
                move = ask(bot, state, seat, rng)
                counts[options.index(move if move in options else small.nearest(state, seat, move))] += 1
            known[key] = {action: count / samples for action, count in counts.items()}
        return known[key]

    return shares


class BotPolicy(policy.Policy):  # type: ignore[misc]
    """A bot as a policy of OpenSpiel."""

    def __init__(self, game: SmallSpiel, bot: Bot, samples: int = SAMPLES) -> None:
        super().__init__(game, [0, 1])
        self._shares = shares_of(bot, game.small, samples)

    def action_probabilities(self, state: SmallState, player_id: int | None = None) -> dict[int, float]:
        """How often it plays each action."""
        return self._shares(state)


def exploitability_of(small: SmallGame, bot: Bot, samples: int = SAMPLES) -> float:
    """What a best response wins from the bot on average, beyond what is fair, in the small game's own unit."""
    spiel = SmallSpiel(small)
    return float(exploitability.exploitability(spiel, BotPolicy(spiel, bot, samples)))


def solve(small: SmallGame, iterations: int) -> float:
    """The exploitability that CFR+ comes down to; play without a flaw has 0."""
    spiel = SmallSpiel(small)
    solver = cfr.CFRPlusSolver(spiel)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return float(exploitability.exploitability(spiel, solver.average_policy()))
