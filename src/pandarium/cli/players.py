"""The players of a match by seat. A bot's name has its level in it, "Mochi (hard)", so that a record says who plays."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pandarium.core.errors import BadRecord, PandariumError

if TYPE_CHECKING:
    from pandarium.core.bot import Bot
    from pandarium.core.game import Game
    from pandarium.core.record import Record

USUAL_SEATS = 4
LONGEST_NAME = 40

_BOT = re.compile(r".+ \((?P<level>[^()]+)\)")


class Players(NamedTuple):
    """Players by seat, and the levels of those who are bots."""

    names: list[str]
    levels: dict[int, str]

    def bots(self, game: Game) -> dict[int, Bot]:
        """The bots by seat; raises PandariumError for a level that the game does not know."""
        from pandarium import bots

        return {seat: bots.make(game, level) for seat, level in self.levels.items()}


def count_seats(game: Game, seats: int | None, humans: int, levels: Sequence[str]) -> int:
    """How many players there are when nobody said: four, or as many as were named, within what the game takes."""
    if seats is not None:
        game.check_seats(seats)
        return seats
    low, high = game.meta.seats
    return max(low, min(high, max(USUAL_SEATS, humans + len(levels))))


def seat_players(seats: int, humans: int, levels: Sequence[str], names: Sequence[str]) -> Players:
    """People first, then bots, their levels going around; raises PandariumError."""
    if humans > seats:
        raise PandariumError(f"--humans takes 0 to {seats} with {seats} seats, not {humans}")
    if len(names) > humans:
        raise PandariumError(f"--name is given {len(names)} times, but people play in {humans} of the seats")
    taken: list[str] = []
    for name in names:
        taken.append(_check_name(name, taken))
    for number in range(len(taken) + 1, humans + 1):
        taken.append("Player" if humans == 1 else f"Player {number}")
    from pandarium.bots.names import free_names  # with the bots comes the search: only for those who play

    free = free_names(taken)
    by_seat = {seat: levels[(seat - humans) % len(levels)] for seat in range(humans, seats)}
    return Players(taken + [f"{next(free)} ({level})" for level in by_seat.values()], by_seat)


def _check_name(name: str, taken: Sequence[str]) -> str:
    clean = name.strip()
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise PandariumError(f"--name takes 1 to {LONGEST_NAME} printable characters, not {name[:60]!r}")
    if _BOT.fullmatch(clean):
        raise PandariumError(f"--name {clean!r} ends like a bot's, with a level in parentheses; leave those out")
    if clean.casefold() in (other.casefold() for other in taken):
        raise PandariumError(f"--name {clean!r} is given twice")
    return clean


def read_players(record: Record) -> Players:
    """Who played, from the names in a record; raises BadRecord when they do not say."""
    if len(record.players) != record.seats:
        raise BadRecord("players", f"{len(record.players)} names for {record.seats} seats")
    if not all(name.isprintable() for name in record.players):
        raise BadRecord("players", "a name has characters that cannot be printed")
    found = {seat: match["level"] for seat, name in enumerate(record.players) if (match := _BOT.fullmatch(name))}
    return Players(list(record.players), found)
