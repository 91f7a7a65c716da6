"""Who watches games of Wildstyle for the study, and what each writes down."""

from __future__ import annotations

from typing import Any

from pandarium.core.outcome import Outcome
from pandarium.games.wildstyle.engine.cards import ICON_OF
from pandarium.games.wildstyle.engine.city import BOARD_HEXES
from pandarium.games.wildstyle.engine.events import ADDED, CAR, CLEARED, ROUND, ROUND_OVER, TAGGED, TOOK, TRIGGERED
from pandarium.games.wildstyle.engine.moves import GO, PASS, READY
from pandarium.games.wildstyle.engine.scoring import score_lines, unpicked, works_of
from pandarium.games.wildstyle.engine.station_path import count
from pandarium.kit.study import (
    Observer,
    Row,
    win_share,
)

EMPTY, LEFT, WAITING = "the draw piles were empty", "one crew was left", "nobody wanted to go on"
"""What triggered the end of a round (WS-12), or closed it without (WS-13)."""
TAGGED_SET, RUSHED_SET, CLEARED_SET, LOST_SET = "tagged", "rushed", "cleared", "lost"
"""What became of a set (WS-7, WS-8, WS-10, WS-14)."""


class Tags(Observer):
    """Every tag that is left in the end, and what the score would lack without it."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a tag; tags that went for cop cars or for being solo are not worth anything."""
        names = state.fixed.parsed.icon_names
        rows: list[Row] = []
        for seat in range(len(self.bots)):
            works = works_of(state, seat)
            kept = unpicked(state, seat, works)
            score = works.value(kept)
            for number, hex in enumerate(works.hexes):
                mine = kept & (1 << number)
                worth = score - works.value(kept & ~mine) if mine else 0
                rows.append({"icon": names[state.city.icons[hex]], "worth": int(worth)})
        return rows


class Objectives(Observer):
    """What each objective brought to each player."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row for every player and objective."""
        objectives = state.fixed.parsed.objectives
        rows: list[Row] = []
        for seat, bot in enumerate(self.bots):
            points, _ = score_lines(state, seat)
            for number, brought in zip(state.city.objectives, points, strict=True):
                tile = objectives[number]
                rows.append(
                    {
                        "objective": tile.title,
                        "side": "AB"[number % 2],
                        "bot": bot,
                        "points": int(brought),
                        "scored": float(brought > 0),
                    }
                )
        return rows


class Sides(Observer):
    """How each side of a board that lies on the map was played."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a board. Tags are counted as they were placed; `score` is what players scored in that game."""
        names = state.fixed.parsed.face_names
        tags = [hex for seat in range(len(self.bots)) for hex in state.tags_of(seat)]
        points = state.fixed.deck.points
        rows: list[Row] = []
        for slot, side in enumerate(state.city.faces):
            here = [hex for hex in tags if hex // BOARD_HEXES == slot]
            rows.append(
                {
                    "side": names[side],
                    "tags": len(here),
                    "points": sum(int(points[state.city.icons[hex]]) for hex in here) / max(1, len(here)),
                    "score": sum(outcome.scores) / len(self.bots),
                }
            )
        return rows


class RoundEnds(Observer):
    """How every round came to its end."""

    events = True

    def deal(self, state: Any, events: list[Any]) -> None:
        """The first round begins."""
        self.rows: list[Row] = []
        self.cause = WAITING
        self.actions = 0
        self.mats: list[int] = []

    def before(self, state: Any, seat: int, move: int) -> None:
        """Count what is done, and remember how many tags everyone has left."""
        self.actions += move not in {PASS, READY, GO}
        self.mats = [int(state.mat_of(player)) for player in range(len(self.bots))]
        self.round = int(state.round)

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        """Was the end triggered, is it there?"""
        for event in events:
            if event[0] == TAGGED:
                self.mats[event[1]] -= 1
            if event[0] == TRIGGERED:
                self.cause = EMPTY if event[1] else LEFT
            if event[0] == ROUND_OVER:
                self.rows.append(
                    {
                        "round": self.round,
                        "cause": self.cause,
                        "actions": self.actions / len(self.bots),
                        "left": sum(self.mats) / len(self.bots),
                    }
                )
                self.cause, self.actions = WAITING, 0

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a round."""
        return self.rows


class Sets(Observer):
    """Every set that was begun, and what became of it."""

    events = True

    def deal(self, state: Any, events: list[Any]) -> None:
        """No set has been begun."""
        self.names = state.fixed.parsed.icon_names
        self.rows: list[Row] = []
        self.open: dict[tuple[int, int], tuple[int, int]] = {}
        """By seat and space: the icon, and how many cards came from share piles."""

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        """Follow the cards."""
        rushed = any(event[0] == CAR for event in events)
        tagged = any(event[0] == TAGGED for event in events)
        for event in events:
            if event[0] == ADDED:
                self._card(event[1], event[3], event[2], 0)
            elif event[0] == TOOK:
                self._card(event[1], event[4], event[3], 1)
            elif event[0] == CLEARED:
                fate = (RUSHED_SET if rushed else TAGGED_SET) if tagged else CLEARED_SET
                self._close((event[1], event[2]), fate)
            elif event[0] == ROUND:
                self._lose()

    def _card(self, seat: int, space: int, card: int, shared: int) -> None:
        icon, so_far = self.open.get((seat, space), (int(ICON_OF[card]), 0))
        self.open[seat, space] = (icon, so_far + shared)

    def _close(self, place: tuple[int, int], fate: str) -> None:
        icon, shared = self.open.pop(place)
        self.rows.append({"icon": self.names[icon], "fate": fate, "done": float(fate == TAGGED_SET), "shared": shared})

    def _lose(self) -> None:
        for place in list(self.open):
            self._close(place, LOST_SET)

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a set."""
        self._lose()
        return self.rows


class Crews(Observer):
    """What every crew did and what came of it."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        rows: list[Row] = []
        for seat, bot in enumerate(self.bots):
            works = works_of(state, seat)
            kept = unpicked(state, seat, works)
            rows.append(
                {
                    "seat": seat + 1,
                    "bot": bot,
                    "tags": int(state.count_tags(seat)),
                    "cars": int(state.cars_of(seat)),
                    "rushed": "no cop car" if state.cars_of(seat) == 0 else "some",
                    "solo": int(count(kept & ~works.together(kept))),
                    "score": outcome.scores[seat],
                    "won": win_share(outcome, seat),
                }
            )
        return rows


class Margins(Observer):
    """How clearly games are won."""

    def end(self, state: Any, outcome: Outcome) -> Row:
        """One row a game."""
        best, second, *_ = sorted(outcome.scores, reverse=True)
        return {"margin": best - second, "shared": float(len(outcome.winners) > 1)}
