"""Short ways to set a table for the oracle."""

from __future__ import annotations

from typing import Any

from .oracle import (
    MEERKATS,
    Area,
    Laid,
    Play,
    Position,
    every_card,
    laying_plays,
    step,
)

NENAL, ARIA = Area(MEERKATS["Nenal"]), Area(MEERKATS["Aria"])
OTHERS = ("p1", "p2", "b7")
"""A hand that says nothing, for players who do not matter."""


def area(cards: str, *sets: tuple[int, int], likes: str = MEERKATS["Nenal"]) -> Area:
    """An area: its cards, and each set as the places of its first and last card."""
    return Area(
        likes,
        tuple(cards.split()),
        tuple(Laid(first, last - first + 1, last - first + 1) for first, last in sets),
    )


def one_set(cards: str, likes: str = MEERKATS["Nenal"]) -> Area:
    return area(cards, (0, len(cards.split()) - 1), likes=likes)


def table(hand: str, first: Area = NENAL, second: Area = ARIA, **more: Any) -> Position:
    """Two players, the first to act, with the actions ahead unless told otherwise."""
    given: dict[str, Any] = {
        "hands": (tuple(hand.split()), OTHERS),
        "areas": (first, second),
        "deck": ("y7", "y6", "y5", "y4", "y3"),
        "hideout": ("p5", "g7", "r7"),
        "phase": "actions",
        "panda": 20,
        "keeper": 3,
        "pandas": ("sharing", "crafty"),
        "used": (True, True),
    }
    return Position(**{**given, **more})


def alone(hand: str, first: Area = NENAL, second: Area = ARIA, **more: Any) -> Position:
    given: dict[str, Any] = {
        "hands": (tuple(hand.split()),),
        "secret": ("g1", "g2", "b1"),
        "pandas": ("sharing",),
        "used": (True,),
    }
    return table(hand, first, second, **{**given, **more})


def new(cards: str, where: int = 0, **more: Any) -> Play:
    return Play("new", where, tuple(cards.split()), **more)


def reuse(cards: str, where: int = 0) -> Play:
    return Play("reuse", where, tuple(cards.split()))


def extend(card: str, where: int = 0, **more: Any) -> Play:
    return Play("extend", where, (card,), **more)


def take(position: Position, count: int, using: str | None = None) -> Play:
    return Play("take", cards=position.hideout[-count:], using=using)


def stash(card: str) -> Play:
    return Play("stash", cards=(card,))


def moved(before: Position, play: Play) -> tuple[int, int]:
    """How far panda and keeper go."""
    after = step(before, play)
    return after.panda - before.panda, after.keeper - before.keeper


def swaps(position: Position) -> set[tuple[int | None, str]]:
    return {(play.place, play.cards[0]) for play in laying_plays(position, "swap")}


def play_all(position: Position, *these: Play) -> Position:
    for play in these:
        position = step(position, play)
    return position


ALL_CARDS = " ".join(every_card(9))
PASS = Play("pass")
