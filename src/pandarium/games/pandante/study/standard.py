"""What designers ask of every game, asked of Pandánte."""

from __future__ import annotations

from functools import partial
from typing import Any

from pandarium.games.pandante.bots.odds import holds_claim
from pandarium.games.pandante.engine import phases
from pandarium.games.pandante.engine.moves import (
    ANNOUNCE,
    BET,
    CHALLENGE,
    FOLD,
    SNACK,
    TRUST,
    UPGRADE,
    claim_of,
    kind_of,
)
from pandarium.kit.study import Never, StudyTable
from pandarium.kit.study.course import Course
from pandarium.kit.study.decisions import Decisions
from pandarium.kit.study.standard import course_of_play, luck_and_skill, real_decisions, restricted_play, skill_trace

QUARTER = 0.25


def does(kind: int, state: Any, seat: int, move: int) -> bool:
    """A move of that kind."""
    return bool(kind_of(move) == kind)


def lies(state: Any, seat: int, move: int) -> bool:
    """A claim that one's cards do not hold, when all community cards lie there: before that it is a hope."""
    if kind_of(move) not in {BET, UPGRADE} or state.street != phases.TAIL:
        return False
    return not holds_claim(state, seat, claim_of(move), 0, state.hands[seat])


RESTRICTIONS: dict[str, Never] = {
    "never lies": lies,
    "never challenges": partial(does, CHALLENGE),
    "never trusts": partial(does, TRUST),
    "never folds": partial(does, FOLD),
    "never snacks": partial(does, SNACK),
    "never uses an ability": partial(does, ANNOUNCE),
    "never upgrades": partial(does, UPGRADE),
}


class Standing(Course):
    """Everybody's gold."""

    def moment(self, state: Any) -> int:
        """The gambit."""
        return int(state.gambit)

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        """After it."""
        return (float(state.gold[seat]),)


KINDS = {
    phases.BETTING: "bet or fold",
    phases.SNACKING: "snack",
    phases.ANNOUNCING: "ability",
    phases.UPGRADING: "upgrade",
    phases.CHALLENGING: "challenge",
}


class Choices(Decisions):
    """Everything that is decided in a gambit."""

    plays_on = "cautious"

    def kind(self, state: Any, seat: int) -> str:
        """Which phase it is."""
        return KINDS.get(int(state.phase), "which card, and the rest")


STANDARD = [
    restricted_play(
        "master",
        RESTRICTIONS,
        seats=4,
        note="*Never lies*: at the last bet and afterwards it claims nothing that its cards do not hold, and folds"
        " rather than stay with such a claim; what it claimed before all community cards were there was a hope.",
    ),
    skill_trace("searcher", (8, 16, 32, 64, 128), part=QUARTER),
    luck_and_skill(("random", "liar", "cautious", "searcher", "master"), "cautious", part=QUARTER),
    *course_of_play(
        [StudyTable(4, "master", name="4 × master"), StudyTable(2, "master", name="2 × master")],
        Standing,
        "gambit",
        note="How somebody stands: by their gold.",
    ),
    real_decisions([StudyTable(4, "master")], Choices),
]
