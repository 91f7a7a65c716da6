"""What designers ask of every game, asked of Panda Royale."""

from __future__ import annotations

from functools import partial
from typing import Any

from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.engine.dice import COLOUR_NAMES, COLOUR_OF, GLITTER_D6, PINK
from pandarium.games.royale.engine.moves import TAKE, TRADE, die_of, kind_of
from pandarium.games.royale.engine.state import ROUNDS, TRADE_STEP
from pandarium.kit.study import Never, StudyTable
from pandarium.kit.study.course import Course
from pandarium.kit.study.decisions import Decisions
from pandarium.kit.study.standard import course_of_play, luck_and_skill, real_decisions, restricted_play, skill_trace

QUARTER = 0.25
TENTH = 0.1


def trades(state: Any, seat: int, move: int) -> bool:
    """A trade (PR-10)."""
    return bool(kind_of(move) == TRADE)


def drafts_colour(colour: int, state: Any, seat: int, move: int) -> bool:
    """A die of that colour, taken in the draft (PR-11)."""
    return bool(kind_of(move) == TAKE and COLOUR_OF[die_of(move)] == colour)


def drafts_glitter(state: Any, seat: int, move: int) -> bool:
    """The die that doubles blue ones (PR-6)."""
    return bool(kind_of(move) == TAKE and die_of(move) == GLITTER_D6)


RESTRICTIONS: dict[str, Never] = {
    "never trades": trades,
    "never drafts glitter": drafts_glitter,
    **{f"never drafts {name}": partial(drafts_colour, colour) for colour, name in enumerate(COLOUR_NAMES[:PINK])},
}


class Standing(Course):
    """Points so far, and those that the dice in hand can be expected to bring."""

    def moment(self, state: Any) -> int:
        """The round to be scored next: when another is drafted for, the one before has just been scored."""
        return int(state.round) + 1

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        """Before the next draft."""
        odds = Odds(state.fixed.dice)
        expected = int(Hand(odds, state.hands[seat]).score()) / int(odds.scale)
        return float(state.totals[seat]), expected * (ROUNDS - self.at)


class Choices(Decisions):
    """Trades and picks."""

    plays_on = "greedy"

    def kind(self, state: Any, seat: int) -> str:
        """Which step it is."""
        return "trade" if state.step == TRADE_STEP else "draft"


STANDARD = [
    restricted_play("greedy", RESTRICTIONS, seats=4),
    skill_trace("hard", (8, 16, 32, 64, 128, 256), unit="outlines", part=QUARTER),
    luck_and_skill(("random", "greedy", "hard"), "greedy", part=QUARTER),
    *course_of_play(
        [StudyTable(4, "greedy"), StudyTable(2, "greedy"), StudyTable(4, "hard", part=TENTH)],
        Standing,
        "round",
        note="How somebody stands: points so far, and what their dice can be expected to bring in the rounds to come.",
    ),
    real_decisions(
        [
            StudyTable(4, "greedy", part=TENTH, name="four greedy players"),
            StudyTable(2, "hard", part=TENTH, name="two hard players"),
        ],
        Choices,
    ),
]
