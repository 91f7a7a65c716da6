"""How good a policy is: in Leduc what the best possible opponent wins from it, elsewhere how often it beats bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pandarium.core.game import Game
from pandarium.sim import simulate

Measure = Callable[[Path], dict[str, float]]
"""From the file that plays to what was measured, by name."""

GAMES = 400
"""Against each bot, half of them from either seat."""


def measure_for(game: Game, ray: str | None) -> tuple[Measure, str]:
    """What to measure, and what to write above the plot."""
    if game.meta.name == "leduc":
        return exploitability, "what the best opponent wins from the network, chips a game"
    return lambda file: win_rates(game, file, ray), f"share of {GAMES} games won against the game's own bots"


def exploitability(file: Path) -> dict[str, float]:
    """OpenSpiel plays the best response to the network in the file; 0 would be perfect."""
    import pyspiel
    from open_spiel.python.algorithms.exploitability import exploitability as best_response_gain
    from open_spiel.python.policy import Policy

    import pandarium.learn.openspiel  # registers our games
    from pandarium.bots.net import load_net

    game = pyspiel.load_game("pandarium_leduc")
    bot = load_net(pandarium.game("leduc"), str(file))

    class Played(Policy):
        """What the bot does, position by position."""

        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            actions = state.legal_actions()
            shares = bot.shares(state.known_to(state.current_player()), actions)
            return dict(zip(actions, shares, strict=True))

    return {"exploitability": float(best_response_gain(game, Played(game, [0, 1])))}


def win_rates(game: Game, file: Path, ray: str | None) -> dict[str, float]:
    """Against random moves and every level of the game but those that think: they take too long to be asked often."""
    from pandarium.bots import levels, thinks

    found = {}
    for level in levels(game):
        if thinks(game, level):
            continue
        report = simulate(game.meta.name, [f"net:{file}", level], GAMES, seats=2, seed=1, ray=ray)
        found[level] = next(row.win_rate for row in report.rows if row.bot.startswith("net:"))
    return found
