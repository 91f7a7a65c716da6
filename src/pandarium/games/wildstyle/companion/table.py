"""What lies on the real table: districts, objectives, tags and cop cars; and the engine's state of it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from pandarium.core.content import read_pack
from pandarium.core.errors import BadContent, BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.games.wildstyle import content
from pandarium.games.wildstyle.companion import reading
from pandarium.games.wildstyle.companion.page import Side
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.cards import ICONS, STATION
from pandarium.games.wildstyle.engine.city import BOARD_HEXES
from pandarium.games.wildstyle.engine.flow import WildDeal, Wildstyle, go_on
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS, RAIL_SUPREME
from pandarium.games.wildstyle.engine.setting_up import choose_boards, choose_objectives
from pandarium.games.wildstyle.engine.state import CARS, COP_CARS, REMOVING, ROUNDS, STRIDE
from pandarium.games.wildstyle.position import load
from pandarium.kit.companion import SEAT_LETTERS

MOST_POINTS = 20
"""That an icon can score."""


@cache
def own_pack() -> dict[str, Any]:
    """The game's own content as data."""
    return read_pack(Path(content.__file__).with_name("content"))


def own_sides() -> list[Side]:
    """Both sides of all boards that the game brings."""
    return [Side(f"{board['name']}{side}", board[side]) for board in own_pack()["city"]["board"] for side in "ab"]


class RealTable:
    """What was entered of it."""

    def __init__(self, setup: WildDeal, names: Sequence[str]) -> None:
        self._setup = setup
        self._names = names
        self.seats = int(setup.seats)
        self.boards: list[str] = [""] * self.seats
        """For every place a side of the game's own boards, or rows; '': not entered yet."""
        self.objectives: list[int] = []
        self.worth: list[int] = []
        """Points by icon, where they are not the game's own."""
        self.tags: list[list[str]] = [[] for _ in range(self.seats)]
        self.cars: list[int] = [0] * self.seats
        self._stations: set[str] = set()
        """Once all districts are known: worked out with the map, not for every tag."""

    # WS-S1, WS-S2: the set-up

    def lay(self, entry: str, words: Sequence[str]) -> None:
        """Districts: all of them by name or by lot, or one by its rows."""
        sides = [side.name for side in own_sides()]
        if len(words) == 2 and words[0].lower() == "draw":
            chosen = choose_boards(self._setup, Rng(reading.number(entry, words[1])))
            self.boards = [sides[side] for side in chosen]
        elif len(words) == 2 and len(words[0]) == 1 and words[0].upper() in SEAT_LETTERS[: self.seats]:
            slot = SEAT_LETTERS.index(words[0].upper())
            self.boards[slot] = _read_rows(words[0].upper(), words[1].upper())
        elif words and all(word.lower() in sides for word in words):
            if len(words) != self.seats or len({word[0] for word in words}) < len(words):
                raise IllegalMove("WS-S1", Message("wildstyle.companion.boards", {"n": self.seats}))
            self.boards = [word.lower() for word in words]
        else:
            raise BadMove(entry, Message("wildstyle.companion.map"))
        if self.is_laid():
            icons = self.state().city.icons
            self._stations = {HEX_NAMES[hex] for hex, icon in enumerate(icons) if icon == STATION}

    def choose(self, entry: str, words: Sequence[str]) -> None:
        """Objectives: two on side A and one on side B; families take one (WS-S2, WS-S5)."""
        if len(words) == 2 and words[0].lower() == "draw":
            chosen = choose_objectives(self._setup, Rng(reading.number(entry, words[1])))
            self.objectives = [int(number) for number in chosen]
            return
        numbers = sorted(reading.objectives(entry, words), key=lambda number: number % 2)
        sides = [number % 2 for number in numbers]
        if self._setup.family:
            if sides != [0] or numbers[0] == RAIL_SUPREME:
                raise IllegalMove("WS-S5", Message("wildstyle.companion.one_objective"))
        elif sides != [0, 0, 1] or len({number // 2 for number in numbers}) < len(numbers):
            raise IllegalMove("WS-S2", Message("wildstyle.companion.three_objectives"))
        self.objectives = numbers

    def price(self, entry: str, words: Sequence[str]) -> None:
        """What a tag scores by icon."""
        worth = reading.numbers(entry, words, int(ICONS))
        if max(worth) > MOST_POINTS:
            raise IllegalMove("WS-C1", Message("wildstyle.companion.worth", {"most": MOST_POINTS}))
        self.worth = worth

    def is_laid(self) -> bool:
        """Whether all districts are known."""
        return all(self.boards)

    # tags and cop cars

    def tag(self, seat: int, words: Sequence[str], only: bool = False) -> None:
        """More tags of a player; or these and no others."""
        names = reading.hexes(words, self.seats * BOARD_HEXES)
        before = [] if only else self.tags[seat]
        for name in names:
            told: dict[str, int | str | Message] = {"hex": name, "name": self._names[seat]}
            if name in before or names.count(name) > 1:
                raise IllegalMove("WS-9", Message("wildstyle.companion.tagged_already", told))
            for other, theirs in enumerate(self.tags):
                if other != seat and name in theirs and name not in self._stations:
                    told["name"] = self._names[other]
                    raise IllegalMove("WS-9", Message("wildstyle.companion.taken", told))
        if len(before) + len(names) > MOST_TAGS:
            most: dict[str, int | str | Message] = {"name": self._names[seat], "n": int(MOST_TAGS)}
            raise IllegalMove("WS-C4", Message("wildstyle.companion.most_tags", most))
        self.tags[seat] = sorted([*before, *names], key=HEX_NAMES.index)

    def untag(self, seat: int, words: Sequence[str]) -> None:
        """Tags that a player does not have after all."""
        names = reading.hexes(words, self.seats * BOARD_HEXES)
        for name in names:
            if name not in self.tags[seat]:
                told: dict[str, int | str | Message] = {"hex": name, "name": self._names[seat]}
                raise IllegalMove("WS-9", Message("wildstyle.companion.no_tag", told))
        self.tags[seat] = [name for name in self.tags[seat] if name not in names]

    def take_cars(self, seat: int, cars: int) -> None:
        """How many cop cars a player has taken in the whole game (WS-8)."""
        if sum(self.cars) - self.cars[seat] + cars > COP_CARS:
            raise IllegalMove("WS-C4", Message("wildstyle.companion.cars", {"n": int(COP_CARS)}))
        self.cars[seat] = cars

    def cars_left(self) -> int:
        """Cop cars that nobody has."""
        return int(COP_CARS) - sum(self.cars)

    # the engine's state

    def state(self) -> Wildstyle:
        """The position with all tags on the map, as if nobody had a cop car: scored as the tags lie now."""
        sides, pack = self._content()
        position = {
            "seats": self.seats,
            "map": sides,
            "objectives": [OBJECTIVE_CODES[number] for number in self.objectives or self._any_objectives()],
            "round": int(ROUNDS),
            "phase": "over",
            "players": [{"tags": tags} for tags in self.tags],
            "piles": [0] * int(self._setup.draw_piles),
            "options": self._setup.options,
            "content": pack,
        }
        return load(self._setup.game, position)

    def begin_removal(self, log: list[Any]) -> Wildstyle:
        """WS-20: the same with the cop cars, from where the engine goes on by itself."""
        state = self.state()
        for seat, cars in enumerate(self.cars):
            state.mats[seat * STRIDE + CARS] = cars
        state.cars = self.cars_left()
        go_on(state, REMOVING, log)
        return state

    def _any_objectives(self) -> list[int]:
        """To draw the map with, before they are entered."""
        return [int(number) for number in choose_objectives(self._setup, Rng(0))]

    def _content(self) -> tuple[list[str], dict[str, Any] | None]:
        """The sides in their places, and content in which boards that were entered stand in for the game's own."""
        named = [board for board in self.boards if board and "/" not in board]
        if len(named) == self.seats and not self.worth:
            return named, None
        pack = copy.deepcopy(own_pack())
        for icon, points in zip(pack["cards"]["icon"], self.worth, strict=False):
            icon["points"] = points
        free = [board for board in pack["city"]["board"] if not any(side[0] == board["name"] for side in named)]
        sides = []
        for rows in self.boards:
            if rows in named:
                sides.append(rows)
                continue
            board = free.pop(0)
            if rows:
                board["a"] = rows
            sides.append(f"{board['name']}a")
        return sides, pack


def _read_rows(letter: str, rows: str) -> str:
    """What is printed on a board, as the game's own content is checked."""
    pack = copy.deepcopy(own_pack())
    pack["city"]["board"][0]["a"] = rows
    try:
        content.read_content(pack)
    except BadContent:
        raise IllegalMove("WS-C2", Message("wildstyle.companion.rows", {"board": letter})) from None
    return rows
