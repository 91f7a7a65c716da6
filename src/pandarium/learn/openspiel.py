"""Every game as a game of OpenSpiel: importing this module registers `pandarium_royale` and so on.

    import pyspiel
    import pandarium.learn.openspiel
    game = pyspiel.load_game("pandarium_royale", {"players": 3, "reward": "score"})

A game's own options are parameters, too. Where a game has its whole tree to offer (`ChanceTree`: Leduc hold'em), chance
is explicit; elsewhere it is sampled, at chance nodes with one outcome. Where several choose at once, they are asked by
seat, and nobody is shown what the others have chosen; in real time anybody is asked, drawn.
"""

from __future__ import annotations

from typing import Any, Final

from pandarium.core import registry
from pandarium.core.game import MAX_SEED, Game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup
from pandarium.kit.chance import ChanceOutcome, ChanceTree
from pandarium.learn.extras import missing

try:  # before what needs less, so that whoever has nothing is told of the extra that has it all
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing("openspiel", error) from None

from pandarium.learn.actions import PLACES, Actions
from pandarium.learn.encoding import Encoder
from pandarium.learn.env import new_seed, won
from pandarium.learn.episode import Episode
from pandarium.learn.rewards import check_reward, rewards_of

LONGEST: Final = 20_000
"""Moves of a game whose longest nobody knows."""
UNBOUNDED: Final = 1e6
"""Beyond any score, in games whose highest nobody knows."""
_Type = pyspiel.GameType


def short_name(game: str) -> str:
    """What a game is called in OpenSpiel."""
    return f"pandarium_{game}"


class PandariumGame(pyspiel.Game):  # type: ignore[misc]  # open_spiel has no types
    """A game with its parameters. OpenSpiel registers a class for every game, and keeps it to the very end."""

    pandarium_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.pandarium_game
        params = dict(params or {})
        given = {**_parameters(game), **params}
        self.tree: ChanceTree | None = game.capability(ChanceTree)
        self.setup: Setup = game.setup(
            given["players"],
            {option.name: given[option.name] for option in game.meta.options},
            given["content"] or None,
        )
        self.actions = Actions(self.setup, given["places"])
        self.reward = check_reward(given["reward"])
        self.encoder = Encoder(game.observation)
        self.chance = Rng(new_seed() if given["rng_seed"] < 0 else given["rng_seed"])
        """What is drawn at chance nodes."""
        super().__init__(_game_type(game, self.reward), self._game_info(), params)

    def new_initial_state(self) -> PandariumState:
        """A state before the deal."""
        return PandariumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PandariumObserver:
        """What one player is told."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observers of Pandarium take no parameters, not {params}")
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not wanted.public_info:
            raise ValueError("Pandarium tells a player all that this player knows: public and private together")
        if wanted.perfect_recall and not self.setup.game.observation.whole_history:
            title = self.setup.game.meta.title
            raise ValueError(f"an observation of {title} does not tell the whole history: ask without perfect recall")
        return PandariumObserver(self)

    def _game_info(self) -> Any:
        low, high = (0.0, 1.0) if self.reward == "win" else (-UNBOUNDED, UNBOUNDED)
        if self.tree is not None and self.reward == "score":
            low, high = self.tree.scores
        return pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=1 if self.tree is None else self.tree.most_outcomes,
            num_players=int(self.setup.seats),
            min_utility=low,
            max_utility=high,
            utility_sum=_utility(self.setup.game, self.reward)[1],
            max_game_length=LONGEST if self.tree is None else self.tree.longest,
        )


class PandariumState(pyspiel.State):  # type: ignore[misc]
    """A position, or a moment at which chance decides. Everything here can be copied and pickled."""

    def __init__(self, game: PandariumGame) -> None:
        super().__init__(game)
        self._episode: Episode | None = None
        self._pending: tuple[int, int] | None = None
        """A move that leaves something to chance: seat and move."""
        self._turn: int | None = None
        """Who is asked; None: chance says who."""

    # what OpenSpiel asks for

    def current_player(self) -> int:
        """Who is asked, chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self._turn is None else self._turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._episode is not None and self._pending is None and self._episode.over

    def returns(self) -> list[float]:
        """What the game was worth to each player; nothing before its end."""
        game = self.get_game()
        outcome = None if self._episode is None or self._pending else self._episode.state.outcome()
        if outcome is None:
            return [0.0] * int(game.setup.seats)
        wins = won(outcome.winners, int(game.setup.seats))
        return [float(value) for value in rewards_of(game.setup.game, game.reward, outcome.scores, wins)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do; where it is sampled, one thing."""
        if self.get_game().tree is None:
            return [(0, 1.0)]
        return [(number, outcome.probability) for number, outcome in enumerate(self._outcomes())]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._moves())

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._let_chance_decide(action)
        else:
            assert self._turn is not None, "somebody is asked"
            self._play(self._turn, self._moves()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return "chance" if game.tree is None else self._outcomes()[action].label
        move = self._moves().get(action) if player == self._turn else None
        return f"action {action}" if move is None else str(game.setup.game.say(move))

    def __str__(self) -> str:
        position = "" if self._episode is None else str(self._episode.state.dump())
        return f"{position} {self._turn} {self._pending or ''}"

    def resample_from_infostate(self, player: int, sampler: Any) -> PandariumState:
        """A state that this player cannot tell from this one, drawn with numbers from 0 to 1."""
        found: PandariumState = self.clone()
        if self._episode is not None:
            found._episode = self._episode.resampled(player, Rng(int(sampler() * 2**53)))
        return found

    # how it is done

    def known_to(self, player: int) -> bytes:
        """What this player knows, as bytes; nothing before the deal."""
        if self._episode is None:
            return bytes(self.get_game().setup.game.observation.length)
        return self._episode.position_for(player).observe(player)

    def _moves(self) -> dict[int, int]:
        if self._episode is None or self._turn is None:
            return {}
        moves: dict[int, int] = self.get_game().actions.legal(self._episode.state, self._turn)
        return moves

    def _outcomes(self) -> list[ChanceOutcome]:
        """What chance can do, in games that tell."""
        game = self.get_game()
        if self._episode is None or self._pending is None:
            return list(game.tree.deals(game.setup))
        return list(game.tree.results(self._episode.state, *self._pending))

    def _play(self, seat: int, move: int) -> None:
        """Carry out a move, unless chance has a say in it: then it is asked first."""
        game = self.get_game()
        episode = self._episode
        assert episode is not None, "cards are dealt"
        self._turn = None
        if game.tree is not None:
            results = game.tree.results(episode.state, seat, move)
            if len(results) == 1:
                self._go_on(Episode(game.setup, 0, results[0].state))
            else:
                self._pending = (seat, move)
            return
        trial = episode.state.clone()
        trial.play(seat, move)
        if trial.rng.words() == episode.state.rng.words():
            episode.play(seat, move)
            self._go_on(episode)
        else:
            self._pending = (seat, move)

    def _let_chance_decide(self, action: int) -> None:
        game = self.get_game()
        if game.tree is not None:
            self._go_on(Episode(game.setup, 0, self._outcomes()[action].state))
        elif self._episode is None:
            self._go_on(Episode(game.setup, game.chance.below(2**31) + (game.chance.below(2**31) << 31)), drawn=True)
        elif self._pending is not None:
            self._episode.play(*self._pending, salt=game.chance.bits() % MAX_SEED)
            self._go_on(self._episode)
        else:
            self._episode.chance.salt(game.chance.bits())
            self._go_on(self._episode, drawn=True)

    def _go_on(self, episode: Episode, drawn: bool = False) -> None:
        """Who is next; where several may act in real time, chance says who."""
        self._episode, self._pending = episode, None
        several = episode.real_time and len(episode.actors()) > 1
        self._turn = None if episode.over or (several and not drawn) else episode.asked()


class PandariumObserver:
    """What one player knows: bytes as text, or encoded for a network (see `Encoder`)."""

    def __init__(self, game: PandariumGame) -> None:
        self._encoder = game.encoder
        seats = int(game.setup.seats)
        self.tensor = np.zeros(seats + self._encoder.width, np.float32)
        self.dict = {"player": self.tensor[:seats], "observation": self.tensor[seats:]}

    def set_from(self, state: PandariumState, player: int) -> None:
        """Write what this player knows."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        seen = np.frombuffer(state.known_to(player), np.uint8)
        self.dict["observation"][:] = self._encoder(seen[None])[0]

    def string_from(self, state: PandariumState, player: int) -> str:
        """The same as text, different for everything that differs."""
        return f"p{player} {state.known_to(player).hex()}"


def _parameters(game: Game) -> dict[str, Any]:
    """What can be chosen, with its default."""
    return {
        "players": game.meta.seats[0],
        "reward": "win" if game.capability(ChanceTree) is None else "score",
        "content": "",
        "places": PLACES,
        "rng_seed": -1,
        **{option.name: option.default for option in game.meta.options},
    }


def _utility(game: Game, reward: str) -> tuple[Any, float | None]:
    """How rewards of all players go together, and their sum where it is always the same."""
    if reward == "score":
        zero_sum = game.capability(ChanceTree) is not None
        return (_Type.Utility.ZERO_SUM, 0.0) if zero_sum else (_Type.Utility.GENERAL_SUM, None)
    return (_Type.Utility.IDENTICAL, None) if game.meta.cooperative else (_Type.Utility.CONSTANT_SUM, 1.0)


def _game_type(game: Game, reward: str) -> Any:
    whole = game.observation.whole_history
    explicit = game.capability(ChanceTree) is not None
    chance = _Type.ChanceMode.EXPLICIT_STOCHASTIC if explicit else _Type.ChanceMode.SAMPLED_STOCHASTIC
    return _Type(
        short_name=short_name(game.meta.name),
        long_name=f"{game.meta.title} (Pandarium)",
        dynamics=_Type.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=_Type.Information.IMPERFECT_INFORMATION,
        utility=_utility(game, reward)[0],
        reward_model=_Type.RewardModel.TERMINAL,
        max_num_players=game.meta.seats[1],
        min_num_players=game.meta.seats[0],
        provides_information_state_string=whole,
        provides_information_state_tensor=whole,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def register() -> None:
    """Register every game that there is; again where some were mounted since."""
    known = set(pyspiel.registered_names())
    for name in registry.names():
        if short_name(name) not in known:
            game = registry.game(name)
            maker = type(f"Pandarium{name.title()}", (PandariumGame,), {"pandarium_game": game})
            pyspiel.register_game(_game_type(game, _parameters(game)["reward"]), maker)


register()
