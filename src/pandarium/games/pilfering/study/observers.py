"""Who watches games of Pilfering Pandas for the study, and what each writes down."""

from __future__ import annotations

from typing import Any

from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.pilfering.content import PANDA_CODES, own_content
from pandarium.games.pilfering.engine.cards import KEY, NUMBER, SUIT, keys_of, list_cards
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    LEFT,
    PICK,
    REUSE,
    SET,
    SWAP,
    kind_of,
    picked,
)
from pandarium.games.pilfering.engine.state import CHOOSE_STEP
from pandarium.games.pilfering.words.labels import SUIT_NAMES
from pandarium.kit.study import Observer, Row

SUITS = list(SUIT_NAMES.values())


class Escape(Observer):
    """Whether the pandas got away, how it ended, how long it took."""

    def end(self, state: Any, outcome: Outcome) -> Row:
        """One row a game."""
        options = state.setup.options
        return {
            "level": options["level"],
            "won": float(bool(outcome.winners)),
            "space": int(state.panda),
            "lead": int(state.panda - state.keeper),
            "ending": outcome.reason.partition(" (")[0],
            "turns": int(state.turns),
            "deck": int(state.left),
        }


class Deeds(Observer):
    """What is done how often in a game."""

    def deal(self, state: State, events: list[Any]) -> None:
        """Nothing yet."""
        self.counts = dict.fromkeys(DEEDS, 0)
        self.keeper = dict.fromkeys(DEEDS, 0)
        self.panda = dict.fromkeys(DEEDS, 0)

    def before(self, state: Any, seat: int, move: int) -> None:
        """Where the markers stand."""
        self.stood = (int(state.panda), int(state.keeper))

    def after(self, state: Any, seat: int, move: int, events: list[Any]) -> None:
        """What it was, and what it moved; the step at the end of a turn belongs to nobody's deed (PP-E2)."""
        name = deed_of(move)
        if name in self.counts:
            self.counts[name] += 1
            self.panda[name] += int(state.panda) - self.stood[0]
            self.keeper[name] += int(state.keeper) - self.stood[1]

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """A row for every kind of deed."""
        return [
            {
                "deed": name,
                "times": count,
                "panda": self.panda[name] / count if count else 0.0,
                "keeper": self.keeper[name] / count if count else 0.0,
                "done": float(count > 0),
            }
            for name, count in self.counts.items()
        ]


DEEDS = ("new set", "set that re-uses a card", "extension", "set on the left", "pick-up of several", "swap", "discard")


def deed_of(move: int) -> str:
    """What kind of deed a move is; "" for the rest."""
    kind = kind_of(move)
    if kind == PICK:
        return DEEDS[4] if picked(move) > 1 else ""
    names = dict(zip((SET, REUSE, EXTEND, LEFT), DEEDS[:4], strict=True))
    return names.get(kind, {SWAP: DEEDS[5], DISCARD: DEEDS[6]}.get(kind, ""))


class Pandas(Observer):
    """Who was which panda, whether they used what it can do, and what came of it."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row a seat."""
        roles = [PANDA_CODES[role] for role in state.roles]
        return [
            {
                "panda": panda,
                "used": float(bool(state.spent >> seat & 1)),
                "won": float(bool(outcome.winners)),
                "space": int(state.panda),
            }
            for seat, panda in enumerate(roles)
        ]


class Pairs(Observer):
    """Which two pandas and which two Meerkats came together."""

    def end(self, state: Any, outcome: Outcome) -> Row:
        """One row a game; a pair has no order."""
        people = own_content().pack.people
        one, other = sorted(PANDA_CODES[role] for role in state.roles[:2])
        met = sorted(people.meerkat[state.meerkats >> (4 * which) & 15].name for which in (0, 1))
        return {
            "pandas": f"{one} + {other}",
            "meerkats": " + ".join(met),
            "won": float(bool(outcome.winners)),
            "space": int(state.panda),
        }


class Opening(Observer):
    """Which cards the pandas had to begin with, and where those went."""

    hands: list[int] | None = None

    def before(self, state: Any, seat: int, move: int) -> None:
        """Cards are dealt when everyone is a panda (PP-S3)."""
        if self.hands is None and state.step != CHOOSE_STEP:
            self.hands = [int(hand) for hand in state.hands]

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """A row for every Loot card that was dealt."""
        assert self.hands is not None
        traded = {int(card) for area in (state.first, state.second) for card in area.cards}
        return [
            {
                "suit": SUITS[SUIT[card]],
                "number": int(NUMBER[card]) + 1,
                "traded": float(card in traded),
                "won": float(bool(outcome.winners)),
                "space": int(state.panda),
            }
            for hand in self.hands
            for card in list_cards(hand)
            if card != KEY
        ]


class Keys(Opening):
    """How many Keys the pandas had to begin with."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        """One row a game."""
        assert self.hands is not None
        keys = sum(int(keys_of(hand)) for hand in self.hands)
        return [{"keys": keys, "won": float(bool(outcome.winners)), "space": int(state.panda)}]
