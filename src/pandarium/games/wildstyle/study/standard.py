"""What designers ask of every game, asked of Wildstyle."""

from __future__ import annotations

from typing import Any

from pandarium.games.wildstyle.engine.moves import CLEAR, RUSH, SHARE, TAG, TAKE, hex_of, kind_of
from pandarium.games.wildstyle.engine.numbering import count_beside
from pandarium.games.wildstyle.engine.scoring import score_of
from pandarium.games.wildstyle.engine.state import PLAYING, REMOVING
from pandarium.kit.study import Never, StudyTable
from pandarium.kit.study.course import Course
from pandarium.kit.study.decisions import Decisions
from pandarium.kit.study.standard import course_of_play, luck_and_skill, real_decisions, restricted_play, skill_trace

MOST = 0.6
SOME = 0.4


def shares(state: Any, seat: int, move: int) -> bool:
    """A card put where others can take it."""
    return bool(kind_of(move) == SHARE)


def takes(state: Any, seat: int, move: int) -> bool:
    """A card from a share pile."""
    return bool(kind_of(move) == TAKE)


def clears(state: Any, seat: int, move: int) -> bool:
    """A set given up."""
    return bool(kind_of(move) == CLEAR)


def rushes(state: Any, seat: int, move: int) -> bool:
    """A tag for an unfinished set, and a cop car with it."""
    return bool(kind_of(move) == RUSH)


def tags_alone(state: Any, seat: int, move: int) -> bool:
    """A tag away from all of one's own; the first one has to be somewhere."""
    placed = kind_of(move) in {TAG, RUSH}
    return bool(placed and state.count_tags(seat) and not count_beside(state, seat, hex_of(move)))


def tags_together(state: Any, seat: int, move: int) -> bool:
    """A tag that touches one of one's own."""
    return bool(kind_of(move) in {TAG, RUSH} and count_beside(state, seat, hex_of(move)))


RESTRICTIONS: dict[str, Never] = {
    "never takes from a share pile": takes,
    "never shares a card": shares,
    "never clears a set": clears,
    "never rushes": rushes,
    "never tags alone": tags_alone,
    "never tags beside its own": tags_together,
}


class Standing(Course):
    """What everybody would score now, and how many tags they have left."""

    def moment(self, state: Any) -> int:
        """How many tags a crew has placed, on average."""
        return sum(int(state.count_tags(seat)) for seat in range(len(self.bots))) // len(self.bots)

    def standing(self, state: Any, seat: int) -> tuple[float, ...]:
        """As if the game ended here."""
        return float(score_of(state, seat)), float(state.count_tags(seat))


class Choices(Decisions):
    """What to do next."""

    plays_on = "planner"
    playouts = 40

    def kind(self, state: Any, seat: int) -> str:
        """Where a tag could be placed, or only cards be moved."""
        if state.phase != PLAYING:
            return "which tag goes" if state.phase == REMOVING else "ready"
        return "with a tag to place" if any(kind_of(move) == TAG for move in state.legal(seat)) else "cards"


STANDARD = [
    restricted_play("planner", RESTRICTIONS, seats=4),
    skill_trace("strong", (15, 30, 60, 120), note="Real time, hands equally quick."),
    luck_and_skill(("random", "filler", "planner", "strong"), "planner", part=MOST),
    *course_of_play(
        [StudyTable(4, "planner"), StudyTable(2, "planner")],
        Standing,
        "tag",
        note="How somebody stands: what they would score if the game ended now, and how many tags they have placed. A"
        " moment is when as many tags lie on the map as would be one more for every crew.",
    ),
    real_decisions([StudyTable(2, "planner", part=SOME)], Choices),
]
