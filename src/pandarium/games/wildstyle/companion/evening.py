"""An evening with Wildstyle's box: the fold of its entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cmp_to_key
from typing import Any, ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.wildstyle.bots.removal import Removal
from pandarium.games.wildstyle.companion import reading
from pandarium.games.wildstyle.companion.counting import Counting
from pandarium.games.wildstyle.companion.page import (
    AskCount,
    AskMap,
    AskObjectives,
    AskRemove,
    AskRound,
    AskTags,
    Place,
    RemoveOf,
    Step,
    Typed,
    WildstylePage,
)
from pandarium.games.wildstyle.companion.rounds import ToldRounds
from pandarium.games.wildstyle.companion.table import RealTable, own_sides
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES, OBJECTIVE_RULES
from pandarium.games.wildstyle.engine.city import BOARD_HEXES, CENTRES
from pandarium.games.wildstyle.engine.events import ENDED, LAID, SCORED
from pandarium.games.wildstyle.engine.flow import WildDeal, Wildstyle
from pandarium.games.wildstyle.engine.moves import REMOVE, move
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS, RAIL_SUPREME
from pandarium.games.wildstyle.engine.scoring import (
    outcome_by,
    ranks_before,
    score_lines,
    solo_tags,
    tags_owed,
    unpicked,
    works_of,
)
from pandarium.games.wildstyle.engine.state import CARS, OVER, STRIDE
from pandarium.games.wildstyle.view import WildView, redact, view
from pandarium.games.wildstyle.view.table import Icon, ObjectiveView, hexes
from pandarium.kit.companion import SEAT_LETTERS, Companion, Evening, Prompt

Ask = AskMap | AskObjectives | AskRound | AskTags | AskCount | AskRemove


class WildstyleEvening(Evening):
    """One game with the real box."""

    def __init__(self, setup: WildDeal, names: Sequence[str]) -> None:
        self._setup = setup
        self._names = names
        self._table = RealTable(setup, names)
        self._rounds = ToldRounds(setup, names)
        self._counting = Counting(self._table, names)
        self._map_later = False
        self._without_map = False
        self._asked: dict[str, set[int]] = {"tags": set(), "cars": set()}
        """Whose tags and cop cars were entered, for prompts."""
        self._end: Wildstyle | None = None
        """From the removal of tags on (WS-20), the engine's own state."""

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        first, *rest = entry.split() or [""]
        log: list[Any]
        if first.lower() in self._of_all:
            log = self._of_all[first.lower()](self, entry, rest)
        elif len(first) == 1 and first.upper() in SEAT_LETTERS[: self._table.seats] and rest:
            verb = rest[0].lower()
            if verb not in self._of_one:
                raise BadMove(entry, Message("wildstyle.companion.allowed"))
            log = self._of_one[verb](self, entry, SEAT_LETTERS.index(first.upper()), rest[1:])
        else:
            raise BadMove(entry, Message("wildstyle.companion.allowed"))
        return [event for raw in log if (event := redact(raw, None)) is not None]

    # WS-S1 to WS-S5: the set-up

    def _lay(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("map")
        match [word.lower() for word in words]:
            case ["none"]:
                self._without_map = True
            case ["later"] if not self._rounds.over:
                self._map_later = True
            case _:
                self._table.lay(entry, words)
        return []

    def _choose(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("objectives")
        self._table.choose(entry, words)
        if not self._table.is_laid():
            return [(LAID, [], [], self._table.objectives)]
        city = self._table.state().city
        sides = [SEAT_LETTERS[slot] if "/" in board else board for slot, board in enumerate(self._table.boards)]
        return [(LAID, sides, list(city.rotations), self._table.objectives)]

    def _price(self, entry: str, words: Sequence[str]) -> list[Any]:
        if self._end is not None:
            raise IllegalMove("WS-20", Message("wildstyle.companion.scored"))
        self._table.price(entry, words)
        return []

    # WS-2 to WS-13: the rounds

    def _go(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.go(reading.time(entry, words))

    def _empty_piles(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.empty_piles(reading.time(entry, words))

    def _close(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.close(reading.time(entry, words))

    def _skip(self, entry: str, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.skip()

    def _stop(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.stop(seat, reading.time(entry, words))

    def _done(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("round")
        return self._rounds.done(seat, reading.time(entry, words))

    # what lies on the map

    def _set_tags(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("tags")
        self._table.tag(seat, [] if [word.lower() for word in words] == ["none"] else words, only=True)
        self._asked["tags"].add(seat)
        return []

    def _tag(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("tags")
        self._table.tag(seat, words)
        self._asked["tags"].add(seat)
        return []

    def _untag(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("tags")
        self._table.untag(seat, words)
        return []

    def _take_cars(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        cars = reading.numbers(entry, words, 1)[0]
        if self._without_map:
            self._expect("count")
            self._counting.take_cars(seat, cars)
        else:
            self._expect("tags")
            self._table.take_cars(seat, cars)
        self._asked["cars"].add(seat)
        return []

    def _count(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("count")
        self._counting.count(entry, seat, words)
        return []

    def _times(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("count")
        self._counting.times(entry, seat, words)
        return []

    # WS-20: the end

    def _complete(self, entry: str, words: Sequence[str]) -> list[Any]:
        log: list[Any] = []
        if not self._without_map:
            self._expect("tags")
            self._end = self._table.begin_removal(log)
            return log
        self._expect("count")
        self._counting.check_complete()
        self._end = self._table.state()
        for seat, cars in enumerate(self._table.cars):
            self._end.mats[seat * STRIDE + CARS] = cars
            log.append((SCORED, seat, self._table.objectives, *self._lines(self._end, seat)))
        return [*log, (ENDED,)]

    def _remove(self, entry: str, seat: int, words: Sequence[str]) -> list[Any]:
        self._expect("remove")
        if not words:
            raise BadMove(entry, Message("wildstyle.companion.allowed"))
        assert self._end is not None, "that was expected"
        after, log = self._end.clone(), list[Any]()
        for name in reading.hexes(words, self._table.seats * BOARD_HEXES):
            number = move(REMOVE, 0, 0, 0, HEX_NAMES.index(name))
            refusal = after.refusal(seat, number)
            if refusal is not None:
                raise refusal
            after.play(seat, number, log)
        self._end = after
        return log

    _of_all: ClassVar[dict[str, Callable[[WildstyleEvening, str, Sequence[str]], list[Any]]]] = {
        "map": _lay,
        "objectives": _choose,
        "worth": _price,
        "go": _go,
        "piles": _empty_piles,
        "over": _close,
        "score": _skip,
        "complete": _complete,
    }
    _of_one: ClassVar[dict[str, Callable[[WildstyleEvening, str, int, Sequence[str]], list[Any]]]] = {
        "stop": _stop,
        "done": _done,
        "tags": _set_tags,
        "tag": _tag,
        "untag": _untag,
        "cars": _take_cars,
        "count": _count,
        "times": _times,
        "remove": _remove,
    }

    def _stage(self) -> str:
        """What is to be entered now, by its tag; '' when the game is over."""
        if self._end is not None:
            return "" if self._end.phase == OVER else "remove"
        if not (self._without_map or self._table.is_laid()) and (self._rounds.over or not self._map_later):
            return "map"
        if not self._table.objectives:
            return "objectives"
        if not self._rounds.over:
            return "round"
        return "count" if self._without_map else "tags"

    def _expect(self, stage: str) -> None:
        """Raise IllegalMove unless this is what comes now."""
        now = self._stage()
        if now == stage:
            return
        if not now:
            raise IllegalMove("WS-20", Message("wildstyle.refusal.game_over"))
        rule = {"map": "WS-S1", "objectives": "WS-S2", "round": "WS-2"}.get(now, "WS-20")
        raise IllegalMove(rule, _NOW[now])

    # what is shown

    def page(self, typing: str = "") -> WildstylePage:
        """How things stand, and what is to be entered."""
        over = self._stage() == ""
        return WildstylePage(
            ask=self._ask(),
            view=self.view(),
            objectives=[self._objective(number) for number in self._table.objectives],
            icons=self._icons(),
            rounds=list(self._rounds.times),
            steps=self._steps() if over else [],
            ranking=self._ranking() if over else [],
            typed=self._typed(typing),
        )

    def _ask(self) -> Ask | None:
        table = self._table
        seats = range(table.seats)
        match self._stage():
            case "map":
                rows = {side.name: side.rows for side in own_sides()}
                return AskMap(
                    boards=[rows.get(board, board) for board in table.boards],
                    places=[list(place) for place in CENTRES[: table.seats]],
                    sides=own_sides(),
                    later=not self._rounds.over,
                )
            case "objectives":
                family = self._setup.family
                numbers = [n for n in range(len(OBJECTIVE_CODES)) if not family or (n % 2 == 0 and n != RAIL_SUPREME)]
                return AskObjectives(1 if family else 2, 0 if family else 1, [self._objective(n) for n in numbers])
            case "round":
                return self._rounds.ask()
            case "tags":
                return AskTags(list(table.cars), int(MOST_TAGS), table.cars_left())
            case "count":
                return AskCount([self._counting.show(seat) for seat in seats], int(MOST_TAGS), table.cars_left())
            case "remove":
                assert self._end is not None, "tags are removed from it"
                return AskRemove([_removal(self._end, seat) for seat in seats])
        return None

    def _objective(self, number: int) -> ObjectiveView:
        found = self._setup.parsed.objectives[number]
        return ObjectiveView(found.code, found.title, "AB"[number % 2], found.points, found.text)

    def _icons(self) -> list[Icon]:
        own = self._setup.parsed
        worth = self._table.worth or [int(points) for points in own.deck.points]
        return [Icon(*icon) for icon in zip("SRAFMP", own.icon_names, worth, strict=True)]

    def _typed(self, typing: str) -> Typed | None:
        """`A count 1 3 4 2 0 0`, before it is entered."""
        match typing.split():
            case [letter, verb, *words] if (verb.lower(), self._stage()) == ("count", "count"):
                if len(letter) == 1 and letter.upper() in SEAT_LETTERS[: self._table.seats]:
                    return self._counting.typed(SEAT_LETTERS.index(letter.upper()), words)
        return None

    # the scoring, step by step

    def _lines(self, state: Wildstyle, seat: int) -> tuple[list[int], int]:
        """WS-20, steps 3 and 4."""
        return self._counting.lines(seat) if self._without_map else score_lines(state, seat)

    def _steps(self) -> list[Step]:
        state = self._end
        assert state is not None, "the game is over"
        seats = range(self._table.seats)
        sums = [0] * len(seats)
        lines = [self._lines(state, seat) for seat in seats]
        steps = []
        if not self._without_map:
            steps += [
                Step("cars", "WS-20", "", [int(state.count_picks(seat)) for seat in seats], sums),
                Step("solo", "WS-20", "", [len(solo_tags(state, seat)) for seat in seats], sums),
            ]
        for place, number in enumerate(self._table.objectives):
            points = [int(lines[seat][0][place]) for seat in seats]
            sums = [sums[seat] + points[seat] for seat in seats]
            steps.append(Step("objective", OBJECTIVE_RULES[number], OBJECTIVE_CODES[number], points, sums))
        points = [int(lines[seat][1]) for seat in seats]
        sums = [sums[seat] + points[seat] for seat in seats]
        return [*steps, Step("tags", "WS-20", "", points, sums), Step("total", "WS-32", "", sums, sums)]

    def _totals(self, state: Wildstyle) -> vec[i64]:
        lines = [self._lines(state, seat) for seat in range(self._table.seats)]
        return vec[i64]([sum(objectives) + tags for objectives, tags in lines])

    def _ranking(self) -> list[Place]:
        """WS-32: who has more points, or as many with fewer cop cars, comes first."""
        state = self._end
        assert state is not None, "the game is over"
        totals = self._totals(state)

        def compare(one: int, other: int) -> int:
            return int(ranks_before(state, totals, 0, other, one)) - int(ranks_before(state, totals, 0, one, other))

        order = sorted(range(self._table.seats), key=cmp_to_key(compare))
        places = [1 + sum(bool(ranks_before(state, totals, 0, other, seat)) for other in order) for seat in order]
        cars = self._table.cars
        return [Place(place, seat, int(totals[seat]), cars[seat]) for place, seat in zip(places, order, strict=True)]

    # the contract's other answers

    def view(self) -> WildView | None:
        """The map with everybody's tags, once it is known."""
        if self._without_map or not self._table.is_laid() or not self._table.objectives:
            return None
        return view(self._end or self._table.state(), None)

    def points(self) -> list[list[int]]:
        """What everybody scored: for each objective, then for the tags; nothing before the end."""
        steps = self._steps() if self._stage() == "" else []
        return [
            [step.of[seat] for step in steps if step.kind in ("objective", "tags")] for seat in range(self._table.seats)
        ]

    def outcome(self) -> Outcome | None:
        """WS-32."""
        if self._end is None or self._stage():
            return None
        return outcome_by(self._end, self._totals(self._end)) if self._without_map else self._end.outcome()

    def choice(self) -> tuple[State, int] | None:
        """Who gives up tags for cop cars."""
        if self._end is None or not self._end.actors():
            return None
        return self._end, self._end.actors()[0]

    def prompt(self) -> Prompt | None:
        """The next question."""
        ask = self._ask()
        if isinstance(ask, AskMap):
            slot = ask.boards.index("")
            if slot:
                board = Message("wildstyle.companion.prompt.board", {"board": SEAT_LETTERS[slot]})
                return Prompt(f"map {SEAT_LETTERS[slot]} ", board)
            return Prompt("map ", Message("wildstyle.companion.prompt.map", {"n": len(ask.boards)}))
        if isinstance(ask, AskObjectives):
            codes = ", ".join(found.code for found in ask.choices)
            return Prompt(
                "objectives ", Message("wildstyle.companion.prompt.objectives", {"n": ask.a + ask.b, "codes": codes})
            )
        if isinstance(ask, AskRound):
            code = f"wildstyle.companion.prompt.{'ready' if ask.stage == 'ready' else 'round'}"
            return Prompt("", Message(code, {"round": ask.round}))
        if isinstance(ask, AskRemove):
            seat = next(seat for seat, player in enumerate(ask.players) if len(player.picks) < player.owed)
            one = ask.players[seat]
            told: dict[str, int | str | Message] = {"name": self._names[seat], "n": one.owed - len(one.picks)}
            told |= {"best": " ".join(one.best), "points": one.points}
            message = Message("wildstyle.companion.prompt.remove", told)
            return Prompt(f"{SEAT_LETTERS[seat]} remove ", message)
        return None if ask is None else self._prompt_table()

    def _prompt_table(self) -> Prompt:
        """Seat by seat what lies on the table."""
        for seat, name in enumerate(self._names):
            if seat not in self._asked["cars"]:
                return self._prompt_seat(seat, "cars", name)
            if not self._without_map and seat not in self._asked["tags"]:
                return self._prompt_seat(seat, "tags", name)
            if self._without_map and (found := self._counting.open_seat()) is not None and found[0] == seat:
                return self._prompt_seat(seat, found[1], name)
        return Prompt("", Message("wildstyle.companion.prompt.complete"))

    def _prompt_seat(self, seat: int, verb: str, name: str) -> Prompt:
        titles = ", ".join(self._objective(number).title for number in self._table.objectives)
        told: dict[str, int | str | Message] = (
            {"name": name, "objectives": titles} if verb == "times" else {"name": name}
        )
        return Prompt(f"{SEAT_LETTERS[seat]} {verb} ", Message(f"wildstyle.companion.prompt.{verb}", told))


_NOW = {
    "map": Message("wildstyle.companion.now.map"),
    "objectives": Message("wildstyle.companion.now.objectives"),
    "round": Message("wildstyle.companion.now.round"),
    "tags": Message("wildstyle.companion.now.tags"),
    "count": Message("wildstyle.companion.now.count"),
    "remove": Message("wildstyle.companion.now.remove"),
}


def _removal(state: Wildstyle, seat: int) -> RemoveOf:
    """WS-20: what a player has chosen, and what is best for the rest."""
    owed = int(tags_owed(state, seat))
    works = works_of(state, seat)
    left = unpicked(state, seat, works)
    search = Removal(works, left, owed - state.count_picks(seat))
    return RemoveOf(
        owed=owed,
        picks=hexes(state.picks_of(seat)),
        best=hexes(works.list_hexes(left & ~search.kept)),
        points=int(search.value),
        most=int(search.value if left == works.every else Removal(works, works.every, owed).value),
    )


class WildstyleCompanion(Companion):
    """Wildstyle with the real box."""

    page = WildstylePage

    def begin(self, setup: Any, names: Sequence[str]) -> WildstyleEvening:
        """An empty table."""
        return WildstyleEvening(setup, names)
