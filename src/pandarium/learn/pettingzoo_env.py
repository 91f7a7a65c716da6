"""A game for several agents, as PettingZoo asks for it: one after another (AEC), or all at once (Parallel).

An agent is a seat, "player_0" and so on. Its observation is a dictionary: "observation", the bytes that
`game.observation` names; "action_mask"; and where moves have no numbers "moves", the features of the listed ones.

Where several choose at once (a showdown of Pandánte), AEC asks them by seat, and nobody is shown what the others have
chosen, nor whether they have. In real time (Wildstyle) AEC asks anybody who may act, drawn: who is asked is first.

Parallel asks everybody at every step. Who cannot act has one legal action, the last: to wait. Those who can act choose
from the same position. Choices of a phase are all played. In real time they are touches, played in an order that is
drawn: who comes too late, because the move is no longer legal, has lost it and is asked again; so is who wanted to do
nothing (`state.timeout`) while others moved. `infos` says so: "too_late".
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pandarium.core.errors import PandariumError
from pandarium.core.meta import OptionValue
from pandarium.core.state import Setup, State
from pandarium.learn.actions import PLACES, Actions, checked_setup, observed
from pandarium.learn.env import check_illegal, illegal_action, new_seed, observation_space, won
from pandarium.learn.episode import Episode
from pandarium.learn.extras import missing
from pandarium.learn.rewards import check_reward, rewards_of

try:
    from gymnasium.spaces import Discrete, Space
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("learn", error) from None

Observed = dict[str, NDArray[Any]]


def env(game: str, seats: int | None = None, **more: Any) -> AECEnv[str, Observed, Any]:
    """Agents one after another. An illegal action ends the game: its agent gets -1, as in PettingZoo's own games."""
    made: Any = raw_env(game, seats, **more)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(game: str, seats: int | None = None, **more: Any) -> ParallelEnv[str, Observed, Any]:
    """All agents at once."""
    return GameParallelEnv(game, seats, **more)


class _Agents:
    """What both kinds share: seats as agents, their spaces, and what each is told."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Mapping[str, OptionValue] | None,
        content: Mapping[str, Any] | str | Path | None,
        reward: str,
        places: int,
        can_wait: bool,
    ) -> None:
        self.setup: Setup = checked_setup(game, seats, options, content)
        self.actions = Actions(self.setup, places)
        self.size = self.actions.size + can_wait
        """How many actions there are; waiting is the last."""
        self.can_wait = can_wait
        self.reward = check_reward(reward)
        self.names = [f"player_{seat}" for seat in range(int(self.setup.seats))]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        self.observation_spaces = {name: observation_space(self.actions, True, self.size) for name in self.names}
        self.action_spaces: dict[str, Space[Any]] = {name: Discrete(self.size) for name in self.names}
        self.episode = Episode(self.setup)

    def deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """A new game, or one that goes on from a position: `options={"state": state}`."""
        state: State | None = (options or {}).get("state")
        self.episode = Episode(self.setup, new_seed() if seed is None else seed, state)

    def observed_by(self, name: str, asked: bool) -> Observed:
        """What this agent is told now; `asked`: whether it is to act."""
        seat = self.seat_of[name]
        state = self.episode.position_for(seat)
        legal = self.actions.legal(state, seat) if asked else {}
        mask = self.actions.mask(legal, self.size)
        if self.can_wait and not asked and not self.episode.over:
            mask[-1] = 1
        seen = {"observation": observed(state, seat), "action_mask": mask}
        if not self.actions.numbered:
            seen["moves"] = self.actions.features(state, seat, list(legal.values()))
        return seen

    def rewards(self) -> dict[str, float]:
        """What the game was worth to each agent, once it is over."""
        outcome = self.episode.state.outcome()
        if outcome is None:
            return dict.fromkeys(self.names, 0.0)
        wins = won(outcome.winners, len(self.names))
        given = rewards_of(self.setup.game, self.reward, outcome.scores, wins)
        return {name: float(value) for name, value in zip(self.names, given, strict=True)}

    def final_info(self) -> dict[str, Any]:
        """What everybody is told at the end."""
        outcome = self.episode.state.outcome()
        if outcome is None:
            return {}
        return {"scores": list(outcome.scores), "wins": won(outcome.winners, len(self.names)).tolist()}


class raw_env(AECEnv[str, Observed, Any]):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it, and no types
    """Agents one after another, with nothing around it: an illegal action raises PandariumError."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
        *,
        reward: str = "win",
        places: int = PLACES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = _Agents(game, seats, options, content, reward, places, can_wait=False)
        self.metadata = {"name": f"pandarium_{game}_v0", "render_modes": [], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces

    def observation_space(self, agent: str) -> Space[Any]:
        """What this agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What this agent may answer."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. `options={"state": state}` goes on from a position instead."""
        self.table.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.episode.asked()]

    def observe(self, agent: str) -> Observed:
        """What this agent is told now."""
        return self.table.observed_by(agent, asked=agent == self.agent_selection)

    def step(self, action: Any) -> None:
        """Play the action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table, episode = self.table, self.table.episode
        seat = table.seat_of[agent]
        legal = table.actions.legal(episode.state, seat)
        move = legal.get(int(action))
        if move is None:
            raise illegal_action(int(action), legal)
        episode.play(seat, move)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = table.rewards()
        if episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {name: table.final_info() for name in self.agents}
        else:
            self.agent_selection = table.names[episode.asked()]
        self._accumulate_rewards()
        if episode.over:
            self._deads_step_first()

    def close(self) -> None:
        """Nothing is open."""


class GameParallelEnv(ParallelEnv[str, Observed, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """All agents at once; who cannot act waits."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
        *,
        reward: str = "win",
        illegal: str = "random",
        places: int = PLACES,
        render_mode: str | None = None,
    ) -> None:
        """An action that is not legal is answered by `illegal`: "random" plays any legal move in its place and says so
        in `infos`, "refuse" raises PandariumError."""
        self.table = _Agents(game, seats, options, content, reward, places, can_wait=True)
        self.metadata = {"name": f"pandarium_{game}_v0", "render_modes": []}
        self.illegal = check_illegal(illegal)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.names)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space[Any]:
        """What this agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """What this agent may answer; the last action is to wait."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deal a new game. `options={"state": state}` goes on from a position instead."""
        self.table.deal(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play what those who may act have chosen."""
        if not self.agents:
            raise PandariumError("the game is over, or none was dealt yet: reset() deals one")
        table, episode = self.table, self.table.episode
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        moves = self._moves(actions, infos)
        seats = list(moves)
        if episode.real_time:
            episode.chance.shuffle(seats)
        played = 0
        for seat in seats:
            if self._too_late(seat, moves[seat], played):
                infos[table.names[seat]]["too_late"] = True
            else:
                episode.play(seat, moves[seat])
                played += 1
        over = episode.over
        if over:
            infos = {agent: infos[agent] | table.final_info() for agent in self.agents}
        observations, rewards = self._observations(), table.rewards()
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observed]:
        actors = self.table.episode.actors()
        return {name: self.table.observed_by(name, self.table.seat_of[name] in actors) for name in self.agents}

    def _moves(self, actions: dict[str, Any], infos: dict[str, dict[str, Any]]) -> dict[int, int]:
        """The move of every seat that may act."""
        table, episode = self.table, self.table.episode
        moves: dict[int, int] = {}
        for seat in sorted(episode.actors()):
            name = table.names[seat]
            if name not in actions:
                raise PandariumError(f"actions: {name} is to act, and there is no action of it")
            legal = table.actions.legal(episode.position_for(seat), seat)
            move = legal.get(int(actions[name]))
            if move is None:
                if self.illegal == "refuse":
                    raise illegal_action(int(actions[name]), legal)
                move = list(legal.values())[episode.chance.below(len(legal))]
                infos[name]["illegal"] = True
            moves[seat] = move
        return moves

    def _too_late(self, seat: int, move: int, played: int) -> bool:
        """Whether somebody was faster: the move is not legal any more, or it was to do nothing, and others moved."""
        if played == 0:
            return False
        state = self.table.episode.state
        if state.refusal(seat, move) is not None:
            return True
        return self.table.episode.real_time and len(state.legal(seat)) > 1 and move == state.timeout(seat)

    def close(self) -> None:
        """Nothing is open."""
