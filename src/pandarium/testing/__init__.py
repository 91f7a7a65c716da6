"""The conformance suite: does a game keep the contract? The same checks for every game, found without registering it.

>>> from pandarium.testing import Budget, conformance
>>> notes = conformance("royale", budget=Budget(games=1, spots=2), checks=["games_end", "timeout_is_legal"])
>>> sorted(notes)
['games_end', 'timeout_is_legal']

Each check can be run alone, `CHECKS["games_end"](game, budget)`, and all of them from a shell:
`python -m pandarium.testing NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable

from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.testing.batches import action_numbers_are_stable, batches_say_what_states_say, bytes_fit_their_layout
from pandarium.testing.copies import copies_are_independent
from pandarium.testing.deals import deals_that_look_alike
from pandarium.testing.determinism import salts_steer_chance, same_seed_same_game
from pandarium.testing.endings import games_end, playouts_end
from pandarium.testing.event_secrecy import events_keep_secrets
from pandarium.testing.floor_plan import folder_has_the_floor_plan
from pandarium.testing.generator import generator_stays_hidden
from pandarium.testing.harness import Budget, Check, ConformanceError, Harness, check
from pandarium.testing.learning import bots_play_fair, observations_have_their_length
from pandarium.testing.legality import (
    legal_moves_can_be_played,
    other_moves_are_refused,
    rulebook_covers_refusals,
    timeout_is_legal,
    timers_run_while_somebody_acts,
)
from pandarium.testing.lockstep import another_process_agrees, interpreted_agrees
from pandarium.testing.looking import looking_does_not_touch
from pandarium.testing.notation import garbage_is_no_move, notation_is_exact, words_for_people
from pandarium.testing.playthrough import playthrough, write_playthroughs
from pandarium.testing.positions import (
    broken_positions_are_refused,
    positions_survive_paper,
    twins_are_positions,
    views_survive_the_wire,
)
from pandarium.testing.records import replay_equals_live, undo_stops_at_reveals
from pandarium.testing.secrecy import quiet_moves_reveal_nothing, resampled_twins_look_alike
from pandarium.testing.setups import set_up_is_checked
from pandarium.testing.simultaneous import choices_can_be_made_in_any_order

__all__ = [
    "CHECKS",
    "Budget",
    "Check",
    "ConformanceError",
    "Harness",
    "check",
    "conformance",
    "playthrough",
    "write_playthroughs",
]

_IN_ORDER: tuple[Check, ...] = (
    folder_has_the_floor_plan,
    set_up_is_checked,
    games_end,
    playouts_end,
    same_seed_same_game,
    salts_steer_chance,
    another_process_agrees,
    interpreted_agrees,
    legal_moves_can_be_played,
    other_moves_are_refused,
    timeout_is_legal,
    timers_run_while_somebody_acts,
    rulebook_covers_refusals,
    copies_are_independent,
    looking_does_not_touch,
    positions_survive_paper,
    broken_positions_are_refused,
    twins_are_positions,
    views_survive_the_wire,
    notation_is_exact,
    garbage_is_no_move,
    words_for_people,
    replay_equals_live,
    undo_stops_at_reveals,
    choices_can_be_made_in_any_order,
    quiet_moves_reveal_nothing,
    resampled_twins_look_alike,
    deals_that_look_alike,
    events_keep_secrets,
    generator_stays_hidden,
    observations_have_their_length,
    bytes_fit_their_layout,
    action_numbers_are_stable,
    batches_say_what_states_say,
    bots_play_fair,
)

CHECKS: dict[str, Check] = {function.__name__: function for function in _IN_ORDER}
"""Every check by name: `CHECKS[name](game, budget)` gives a note of what was done, or raises ConformanceError.

A note that begins with "skipped: " says why nothing was done.
"""


def conformance(
    game: Game | str, *, budget: Budget | None = None, checks: Iterable[str] | None = None
) -> dict[str, str]:
    """Run all checks, or those named, on a game; a note from each. Raises ConformanceError at the first that fails.

    The game need not be installed: a `Game` object will do.
    """
    wanted = list(CHECKS) if checks is None else list(checks)
    for name in wanted:
        if name not in CHECKS:
            raise PandariumError(unknown_name("check", name, CHECKS))
    return {name: CHECKS[name](game, budget) for name in wanted}
