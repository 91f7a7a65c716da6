"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.royale import view as seen
from pandarium.games.royale.engine.dice import COLOUR_NAMES
from pandarium.games.royale.words.labels import NAMES


def sentence(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.RolledDice(seat, dice):
            return f"{names[seat]} rolls {_faces(dice)}"
        case seen.RerolledYellow(seat, dice):
            return f"Tie: {names[seat]} rolls yellow again: {_faces(dice) or 'no yellow dice'}"
        case seen.TookToken(seat, yellow):
            return f"{names[seat]} has the highest yellow, {yellow}, and takes the Panda token"
        case seen.ScoredRound(seat, number, line):
            return f"Round {number}: {names[seat]} scores {line.total} ({_colours(line)})"
        case seen.ClaimedPity(seat):
            return f"{names[seat]} gets a pink pity die"
        case seen.TradedDie(seat, other, die):
            return f"{names[seat]} gives {names[other]} a clear die for a {NAMES[die]}"
        case seen.PassedTrade(seat):
            return f"{names[seat]} trades no more"
        case seen.DrewPool(dice):
            return "From the bag: " + ", ".join(NAMES[code] for code in dice)
        case seen.TookDie(seat, die):
            return f"{names[seat]} takes the {NAMES[die]}"
        case seen.ReturnedDie(die):
            return f"The {NAMES[die]} goes back into the bag"
    return "Ten rounds are over"


def _faces(dice: Sequence[seen.Rolled]) -> str:
    return " ".join(f"{rolled.die}:{rolled.value}" for rolled in dice)


def _colours(line: seen.Line) -> str:
    parts = [f"{name} {score}" for name, score in zip(COLOUR_NAMES, line.colours, strict=True) if score]
    return ", ".join(parts)
