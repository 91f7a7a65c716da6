"""What designers ask of every game, asked of Pilfering Pandas."""

from __future__ import annotations

from functools import partial
from typing import Any

from pandarium.core.outcome import Outcome
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    PICK,
    PLAIN,
    REUSE,
    SET,
    SHARE,
    SWAP,
    kind_of,
    picked,
    way_of,
    with_ability,
)
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    REFRESH_STEP,
    STASH_STEP,
)
from pandarium.kit.study import Never, Player, Question, StudyTable
from pandarium.kit.study.course import Course
from pandarium.kit.study.decisions import Decisions
from pandarium.kit.study.standard import course_of_play, luck_and_skill, real_decisions, restricted_play, skill_trace

SEATS = 2
SLOW = 0.1
"""The part of the games that bots play which search."""
SOME = 0.2
FEW_GAMES = 40
"""How many games `strong` plays in its head for a decision where it meets the other levels: it has 600 at most."""
SEARCHING = Player("strong", "strong (short)", effort=FEW_GAMES)


def does(kind: int, state: Any, seat: int, move: int) -> bool:
    """A move of that kind."""
    return bool(kind_of(move) == kind)


def picks_several(state: Any, seat: int, move: int) -> bool:
    """A pick-up of more than one card (PP-T2)."""
    return bool(kind_of(move) == PICK and picked(move) > 1)


def uses_ability(state: Any, seat: int, move: int) -> bool:
    """What a panda can do once a game (PP-S3)."""
    kind = kind_of(move)
    if kind == PICK:
        return bool(way_of(move) != PLAIN)
    return bool(kind == SHARE or (kind in {SET, REUSE, EXTEND, LEFT} and with_ability(move)))


RESTRICTIONS: dict[str, Never] = {
    "never picks up several cards": picks_several,
    "never re-uses a card": partial(does, REUSE),
    "never extends a set": partial(does, EXTEND),
    "never swaps for a Key": partial(does, SWAP),
    "never discards a Key": partial(does, DISCARD),
    "never uses an ability": uses_ability,
}


class Standing(Course):
    """Where the pandas and the keeper are."""

    def moment(self, state: Any) -> int:
        """The turn, counted over all players."""
        return int(state.turns)

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        """Spaces, and how much of the deck is left."""
        return float(state.panda), float(state.keeper), float(state.left)


KINDS = {
    CHOOSE_STEP: "which panda",
    REFRESH_STEP: "draw or pick up",
    ACTION_STEP: "action",
    STASH_STEP: "stash",
    CHECK_STEP: "run or stay",
}


class Choices(Decisions):
    """Everything that a turn asks for."""

    plays_on = "team"
    playouts = 40

    def kind(self, state: Any, seat: int) -> str:
        """Which step it is."""
        return KINDS.get(int(state.step), "the rest")

    def result(self, state: Any, outcome: Outcome, seat: int) -> float:
        """How far the pandas came: what they score counts only if they escape."""
        return float(state.panda)


def standard(bot: str) -> list[Question]:
    """The questions with this bot at the tables, where they leave open who plays."""
    normal = {"level": "normal"}
    tables = [StudyTable(seats, bot, normal, name=f"{seats} × {bot}") for seats in (2, 4)]
    return [
        restricted_play(
            bot,
            RESTRICTIONS,
            seats=SEATS,
            options=normal,
            together=True,
            note="Bots in simulations do not talk at all: that is already left out.",
        ),
        skill_trace("strong", (5, 10, 20, 40), unit="games", options=normal, together=True, part=SLOW),
        luck_and_skill(
            ("random", "beginner", "team", SEARCHING), bot, seats=SEATS, options=normal, together=True, part=SOME
        ),
        *course_of_play(
            tables,
            Standing,
            "turn",
            note="How the pandas stand: their space, the keeper's, and the cards left in the deck. The other side,"
            " which wins where they do not, is the zoo.",
        ),
        real_decisions(
            [table._replace(part=SOME) for table in tables[:1]],
            Choices,
            note="The result is the space that the pandas reach.",
        ),
    ]
