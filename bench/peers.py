"""The same loops in other libraries, each written the way that suits it best. What does not import is not measured."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from measure import Job
from ours import numbers

GAMES_AT_ONCE = 4096
"""Games that pgx plays side by side."""
STEPS_AT_ONCE = 64
"""Steps that pgx makes in one call, compiled into one loop."""
ROLLOUTS = 2000
"""Rollouts for one call of OpenSpiel's evaluator."""
TERMINAL = -4
"""OpenSpiel's number for nobody's turn, because the game is over."""


def openspiel_jobs() -> list[Job]:
    """OpenSpiel, from Python and inside C++."""
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in (0, 1)]
    dealt = game.new_initial_state()
    dealt.apply_action(0)
    dealt.apply_action(3)
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 1.0, 1, 10, False, 1, False)
    length = mean_length()

    def step(moves: int) -> int:
        """Chance is uniform here, so it can be drawn like a move: cheaper than asking for its probabilities."""
        new = game.new_initial_state
        state = new()
        played = 0
        for number in numbers(3 * moves):
            player = state.current_player()
            if player == TERMINAL:
                if played >= moves:
                    break
                state = new()
                player = state.current_player()
            if player >= 0:
                played += 1
            legal = state.legal_actions()
            state.apply_action(legal[number % len(legal)])
        return played

    def step_and_observe(moves: int) -> int:
        new = game.new_initial_state
        state = new()
        played = 0
        for number in numbers(3 * moves):
            player = state.current_player()
            if player == TERMINAL:
                if played >= moves:
                    break
                state = new()
                player = state.current_player()
            if player >= 0:
                played += 1
                state.information_state_tensor(player)
            legal = state.legal_actions()
            state.apply_action(legal[number % len(legal)])
        return played

    def play_bots(moves: int) -> int:
        games = int(moves / length) + 1
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return int(games * length)

    def roll_out(moves: int) -> int:
        """One simulation of its search is nothing but the evaluator's rollouts from the position given."""
        calls = int(moves / length / ROLLOUTS) + 1
        for _ in range(calls):
            search.mcts_search(dealt)
        return int(calls * ROLLOUTS * length)

    return [
        Job("openspiel stepped", "leduc", "OpenSpiel, from Python", "moves/s", step),
        Job("openspiel observed", "leduc", "OpenSpiel, from Python, with observation", "moves/s", step_and_observe),
        Job("openspiel bots", "leduc", "OpenSpiel, inside C++: evaluate_bots", "moves/s", play_bots),
        Job("openspiel inside", "leduc", "OpenSpiel, inside C++: random rollouts", "moves/s", roll_out),
    ]


def rlcard_jobs() -> list[Job]:
    """RLCard's own loop; an observation comes with every step."""
    import rlcard

    env = rlcard.make("leduc-holdem", config={"seed": 1})

    def step(moves: int) -> int:
        state, _ = env.reset()
        for number in numbers(moves):
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[number % len(legal)])
            if env.is_over():
                state, _ = env.reset()
        return moves

    return [Job("rlcard", "leduc", "RLCard, env.step", "moves/s", step)]


def pettingzoo_jobs() -> list[Job]:
    """PettingZoo's loop from its own documentation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()

    def step(moves: int) -> int:
        drawn = numbers(moves)
        played = 0
        while True:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                number = next(drawn, None)
                if number is None:
                    return played
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[number % len(legal)]))
                played += 1

    return [Job("pettingzoo", "leduc", "PettingZoo classic", "moves/s", step)]


def pgx_jobs() -> list[Job]:
    """pgx on this machine's processor: a call for every step, and many steps in one compiled loop."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("leduc_holdem")

    def stepper(batch: int, steps: int) -> Callable[[int], int]:
        advance = jax.vmap(auto_reset(env.step, env.init))

        def one_step(carried: Any, _: Any) -> Any:
            state, key = carried
            key, choose, deal = jax.random.split(key, 3)
            move = jax.random.categorical(choose, jnp.where(state.legal_action_mask, 0.0, -1e9))
            return (advance(state, move, jax.random.split(deal, batch)), key), None

        many_steps = jax.jit(lambda carried: jax.lax.scan(one_step, carried, None, length=steps)[0])
        key = jax.random.PRNGKey(1)
        begin = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key

        def step(moves: int) -> int:
            carried = begin
            calls = moves // (batch * steps) + 1
            for _ in range(calls):
                carried = many_steps(carried)
            jax.block_until_ready(carried)
            return calls * batch * steps

        return step

    many = GAMES_AT_ONCE
    inside = f"{STEPS_AT_ONCE} steps a call"
    return [
        Job("pgx stepped", "leduc", "pgx, 1 game, a call for each step", "moves/s", stepper(1, 1)),
        Job("pgx one", "leduc", f"pgx, 1 game, {inside}", "moves/s", stepper(1, STEPS_AT_ONCE), STEPS_AT_ONCE),
        Job(
            "pgx many",
            "leduc",
            f"pgx, {many} games side by side, {inside}",
            "moves/s",
            stepper(many, STEPS_AT_ONCE),
            many * STEPS_AT_ONCE,
        ),
    ]


PEERS: dict[str, Callable[[], list[Job]]] = {
    "open_spiel": openspiel_jobs,
    "rlcard": rlcard_jobs,
    "pettingzoo": pettingzoo_jobs,
    "pgx": pgx_jobs,
}


def mean_length() -> float:
    """How many moves a random game of Leduc hold'em takes on average, by walking all of its betting."""
    import pandarium

    def moves_to_come(state: pandarium.State) -> float:
        if not state.actors():
            return 0.0
        seat = state.actors()[0]
        legal = state.legal(seat)
        total = 0.0
        for move in legal:
            clone = state.clone()
            clone.play(seat, move)
            total += 1 + moves_to_come(clone)
        return total / len(legal)

    return moves_to_come(pandarium.game("leduc").start(seats=2, seed=1))


def replay_against_openspiel(games: int) -> int:
    """Random games of ours, move by move in OpenSpiel: same turns, same choices, same payoffs; moves compared."""
    import pyspiel

    import pandarium

    setup = pandarium.game("leduc").setup(seats=2)
    other_game = pyspiel.load_game("leduc_poker")
    drawn = numbers(games * 8)
    compared = 0
    for seed in range(games):
        ours: Any = setup.start(seed)
        theirs = other_game.new_initial_state()
        for seat in (0, 1):
            theirs.apply_action(ours.card_of(seat))
        while ours.actors():
            if theirs.is_chance_node():
                theirs.apply_action(ours.public)
            seat = theirs.current_player()
            legal = ours.legal(seat)
            if ours.actors() != [seat] or [move - 1 for move in legal] != theirs.legal_actions():
                raise SystemExit(f"Leduc hold'em differs from OpenSpiel's: seed {seed}, after {theirs.history()}")
            move = legal[next(drawn) % len(legal)]
            ours.play(seat, move)
            theirs.apply_action(move - 1)
            compared += 1
        if tuple(theirs.returns()) != ours.outcome().scores:
            raise SystemExit(f"Leduc hold'em pays otherwise than OpenSpiel's: seed {seed}, {theirs.history()}")
    return compared
