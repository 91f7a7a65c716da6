"""A second, independent Pilfering Pandas, for the tests: plain, slow, and easy to check against the rulebook.

A card is a word: "r4" is the red 4 (suits r y g b p, numbers 1 to 9), "KEY" a Key, and a Foiled Plan in the deck is its
name. Nothing is packed, nothing is clever: every legal set there is gets written out, hands are tried in every order,
and the order of the deck is known, so that nothing is left to chance. Nothing of the package under test is imported.

Build a `Position` from plain data, ask `plays(position)` for everything that may be done, grouped by effect, and
`step(position, play)` for the position after it, up to the next decision. `Position.over` tells how it ended.
"""

from __future__ import annotations

from .choices import duty_can_be_done, effect, every_play, laying_plays, plays
from .pieces import (
    BACK_DOOR_TRADE,
    CAUGHT,
    EARLY_ROUNDS,
    ESCAPED,
    FAILED,
    KEY,
    LOCKED_GATE,
    MEERKATS,
    MUDDY_PAWS,
    NO_CARD,
    PLANS,
    RUBBISH_RUMMAGE,
    SHARING_IS_CARING,
    TIME_UP,
    TOO_EARLY,
    TORCH_BEAM,
    Area,
    Cards,
    Laid,
    Options,
    Play,
    Position,
    options_for,
)
from .sets import every_card, may_be, number, points, readings, suit, weight, without
from .steps import carry_out, step
from .tables import random_table

__all__ = [
    "BACK_DOOR_TRADE",
    "CAUGHT",
    "EARLY_ROUNDS",
    "ESCAPED",
    "FAILED",
    "KEY",
    "LOCKED_GATE",
    "MEERKATS",
    "MUDDY_PAWS",
    "NO_CARD",
    "PLANS",
    "RUBBISH_RUMMAGE",
    "SHARING_IS_CARING",
    "TIME_UP",
    "TOO_EARLY",
    "TORCH_BEAM",
    "Area",
    "Cards",
    "Laid",
    "Options",
    "Play",
    "Position",
    "carry_out",
    "duty_can_be_done",
    "effect",
    "every_card",
    "every_play",
    "laying_plays",
    "may_be",
    "number",
    "options_for",
    "plays",
    "points",
    "random_table",
    "readings",
    "step",
    "suit",
    "weight",
    "without",
]
