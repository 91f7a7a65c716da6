"""A second, independent Panda Royale, for the tests: plain, slow, and easy to check against the rulebook.

Every one of the 106 dice is a thing of its own that lies in exactly one place. Chance is not made here: it is fed in
as a script of `Rolled`, `Rerolled` and `Drawn`, and refused when the dice on the table could not have given it.
Nothing of the package under test is imported.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

LAST_ROUND = 10
COLOURS = ("yellow", "purple", "blue", "red", "green", "clear", "pink")


class Kind(NamedTuple):
    """What one can see of a die that lies still."""

    colour: str
    sides: int
    glitter: bool = False


class Die(NamedTuple):
    """One physical die."""

    number: int
    kind: Kind


YELLOW_D6 = Kind("yellow", 6)
PINK_D12 = Kind("pink", 12)
CLEAR_D6 = Kind("clear", 6)

BAG = {  # PR-C1
    Kind("yellow", 8): 7,
    Kind("purple", 8): 7,
    Kind("purple", 12): 7,
    Kind("blue", 6): 10,
    Kind("blue", 8): 9,
    Kind("blue", 12): 9,
    Kind("blue", 6, glitter=True): 7,
    Kind("red", 6): 10,
    Kind("red", 8): 9,
    Kind("green", 20): 10,
    CLEAR_D6: 7,
}

PINK_IN_PLAY = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}  # PR-S1


class Rolled(NamedTuple):
    """Everybody rolled: for each seat the kinds it rolled with the value that each shows."""

    seats: list[list[tuple[Kind, int]]]


class Rerolled(NamedTuple):
    """Everybody rolled their yellow dice again."""

    seats: list[list[tuple[Kind, int]]]


class Drawn(NamedTuple):
    """These came out of the bag."""

    kinds: list[Kind]


class Trade(NamedTuple):
    """Give a clear die to `partner`, take a die of this kind from them."""

    partner: int
    kind: Kind
    traded: bool
    """Whether the die taken is a clear one that was already given or taken this round."""


class Take(NamedTuple):
    """Take a die of this kind from the pool."""

    kind: Kind


class Pass(NamedTuple):
    """End the own trading turn."""


Move = Trade | Take | Pass
Chance = Rolled | Rerolled | Drawn
Values = list[tuple[Kind, int]]
C = TypeVar("C", Rolled, Rerolled, Drawn)


def values_of(kind: Kind) -> list[int]:
    """What the faces of a die are worth (PR-C1); on red dice the lower half is black, hence negative (PR-C2)."""
    faces = list(range(1, kind.sides + 1))
    if kind.colour == "red":
        return [-face if face <= kind.sides // 2 else face for face in faces]
    return faces


def score(values: Values) -> dict[str, int]:
    """The points of one player's roll, colour by colour."""
    shown = {colour: [value for kind, value in values if kind.colour == colour] for colour in COLOURS}
    points = {colour: sum(shown[colour]) for colour in COLOURS}  # PR-4, PR-8
    points["purple"] = points["purple"] * 2  # PR-5
    if any(kind.glitter for kind, _ in values):  # PR-6
        points["blue"] = points["blue"] * 2
    points["red"] = points["red"] * len(shown["red"])  # PR-7
    return points


def pity_order(round_scores: list[int], holder: int) -> list[int]:
    """All seats, lowest round score first; ties counter-clockwise from the right of the token, holder last (PR-9)."""
    count = len(round_scores)
    counter_clockwise = [(holder - step) % count for step in range(1, count + 1)]
    return sorted(counter_clockwise, key=lambda seat: round_scores[seat])  # a stable sort keeps the ties in order


def clockwise_from(seat: int, count: int) -> list[int]:
    """All seats, beginning with this one."""
    return [(seat + step) % count for step in range(count)]


def need(condition: bool, what: str) -> None:
    """Complain about a script or a move that the rules do not allow."""
    if not condition:
        raise ValueError(what)


class Oracle:
    """One game. Feed chance into `script`, call `start` once, then `play` for whoever `actor` is."""

    def __init__(self, seats: int, children: bool = False, first_roll: bool = False) -> None:
        need(2 <= seats <= (9 if children else 10), "wrong number of players")  # PR-14
        numbers = iter(range(106))
        yellow = [Die(next(numbers), YELLOW_D6) for _ in range(10)]
        pink = [Die(next(numbers), PINK_D12) for _ in range(4)]
        bag = [Die(next(numbers), kind) for kind, count in BAG.items() for _ in range(count)]
        self.count = seats
        self.first_roll = first_roll
        self.script: deque[Chance] = deque()
        self.hands: list[list[Die]] = [[yellow[seat]] for seat in range(seats)]
        self.middle: list[Die] = pink[: PINK_IN_PLAY[seats]]
        self.box: list[Die] = yellow[seats:] + pink[PINK_IN_PLAY[seats] :]
        self.bag: list[Die] = bag
        if children:
            self.box += [die for die in bag if die.kind == CLEAR_D6]
            self.bag = [die for die in bag if die.kind != CLEAR_D6]
        self.pool: list[Die] = []
        self.traded: list[Die] = []
        self.holder: int | None = None
        self.round = 0
        self.step = "roll"
        self.waiting: list[int] = []
        self.table: list[Values] = [[] for _ in range(seats)]
        self.scored: list[Values] = self.table
        self.sheet: list[list[dict[str, int]]] = [[] for _ in range(seats)]

    # what one can see

    @property
    def actor(self) -> int | None:
        """Whose turn it is."""
        return self.waiting[0] if self.waiting else None

    def totals(self) -> list[int]:
        """The running totals (PR-15)."""
        return [sum(sum(line.values()) for line in lines) for lines in self.sheet]

    def winners(self) -> list[int] | None:
        """The highest totals, once the game is over (PR-13)."""
        if self.step != "over":
            return None
        totals = self.totals()
        return [seat for seat in range(self.count) if totals[seat] == max(totals)]

    def kinds(self, seat: int) -> Counter[Kind]:
        """The dice of a player, by kind."""
        return Counter(die.kind for die in self.hands[seat])

    def locked(self, seat: int) -> int:
        """How many of a player's clear dice cannot be offered any more this round."""
        return sum(1 for die in self.hands[seat] if die in self.traded)

    def pity_holders(self) -> list[int]:
        """Who has a pink die."""
        return [seat for seat in range(self.count) if self.kinds(seat)[PINK_D12]]

    def yellow_sums(self) -> list[int]:
        """What decided the token (PR-2)."""
        return [sum(value for kind, value in values if kind.colour == "yellow") for values in self.table]

    # the round (PR-1)

    def start(self) -> None:
        """Play on to the first decision."""
        self._roll_and_score()

    def _roll_and_score(self) -> None:
        self.round += 1
        self.step = "roll"
        self.traded = []
        rolled = self._next(Rolled)  # PR-2
        self._check_roll(rolled.seats, [[die.kind for die in hand] for hand in self.hands])
        self.table = [list(values) for values in rolled.seats]
        self.scored = self.table
        while len(self._highest_yellow()) > 1:  # PR-3
            again = self._next(Rerolled)
            yellow = [[die.kind for die in hand if die.kind.colour == "yellow"] for hand in self.hands]
            self._check_roll(again.seats, yellow)
            others = [[(kind, value) for kind, value in values if kind.colour != "yellow"] for values in self.table]
            self.table = [others[seat] + list(again.seats[seat]) for seat in range(self.count)]
        self.holder = self._highest_yellow()[0]
        if not self.first_roll:
            self.scored = self.table
        for seat in range(self.count):
            self.sheet[seat].append(score(self.scored[seat]))
        if self.round == LAST_ROUND:
            self.step = "over"
            self.waiting = []
        else:
            self._claim_the_pity_dice()

    def _next(self, kind: type[C]) -> C:
        """What chance does next, which must be of this kind."""
        need(bool(self.script), f"{kind.__name__} is due, and nothing happened")
        chance = self.script.popleft()
        if not isinstance(chance, kind):
            raise ValueError(f"{kind.__name__} is due, not {chance}")
        return chance

    def _check_roll(self, seats: list[Values], expected: list[list[Kind]]) -> None:
        need(len(seats) == self.count, "everybody rolls")
        for seat in range(self.count):
            found = Counter(kind for kind, _ in seats[seat])
            need(found == Counter(expected[seat]), f"seat {seat} rolls exactly its own dice, not {found}")
            for kind, value in seats[seat]:
                need(value in values_of(kind), f"{kind} cannot show {value}")

    def _highest_yellow(self) -> list[int]:
        sums = self.yellow_sums()
        return [seat for seat in range(self.count) if sums[seat] == max(sums)]

    def _claim_the_pity_dice(self) -> None:
        for hand in self.hands:
            pink = [die for die in hand if die.kind == PINK_D12]
            for die in pink:
                hand.remove(die)
                self.middle.append(die)
        round_scores = [sum(self.sheet[seat][-1].values()) for seat in range(self.count)]
        assert self.holder is not None
        for seat in pity_order(round_scores, self.holder):
            if self.middle:
                self.hands[seat].append(self.middle.pop())
        self._open_the_trade()

    def _open_the_trade(self) -> None:
        assert self.holder is not None
        self.step = "trade"
        self.waiting = clockwise_from((self.holder + 1) % self.count, self.count)  # so the holder is last
        self._skip_those_with_nothing_to_offer()

    def _skip_those_with_nothing_to_offer(self) -> None:
        while self.waiting and not self._offers(self.waiting[0]):
            self.waiting.pop(0)
        if not self.waiting:
            self._draw_for_the_draft()

    def _offers(self, seat: int) -> list[Die]:
        return [die for die in self.hands[seat] if die.kind == CLEAR_D6 and die not in self.traded]

    def _draw_for_the_draft(self) -> None:
        assert self.holder is not None
        drawn = self._next(Drawn)
        need(len(drawn.kinds) == self.count + 1, "one die more than players is drawn (PR-11)")
        for kind in drawn.kinds:
            found = [die for die in self.bag if die.kind == kind]
            need(bool(found), f"there is no {kind} left in the bag")
            self.bag.remove(found[0])
            self.pool.append(found[0])
        self.step = "draft"
        self.waiting = clockwise_from(self.holder, self.count)

    # moves

    def legal(self) -> set[Move]:
        """Everything the player whose turn it is may do, found by trying everything."""
        if self.step == "draft":
            return {Take(die.kind) for die in self.pool}
        if self.step != "trade":
            return set()
        moves: set[Move] = {Pass()}
        seat = self.waiting[0]
        for mine in self.hands[seat]:
            for partner in range(self.count):
                for theirs in self.hands[partner]:
                    if self._may_trade(seat, mine, partner, theirs):
                        moves.add(Trade(partner, theirs.kind, theirs in self.traded))
        return moves

    def _may_trade(self, seat: int, mine: Die, partner: int, theirs: Die) -> bool:
        return (
            partner != seat
            and mine.kind == CLEAR_D6
            and mine not in self.traded
            and theirs.kind != PINK_D12  # even a clear die, even one acquired a moment ago
        )

    def play(self, move: Move) -> None:
        """One move of the player whose turn it is, and everything that follows from it without a decision."""
        need(move in self.legal(), f"{move} is not allowed")
        seat = self.waiting[0]
        if isinstance(move, Take):
            die = next(die for die in self.pool if die.kind == move.kind)
            self.pool.remove(die)
            self.hands[seat].append(die)
            self.waiting.pop(0)
            if not self.waiting:
                self._end_the_draft()
        elif isinstance(move, Trade):
            self._trade(seat, move)
            self._skip_those_with_nothing_to_offer()
        else:
            self.waiting.pop(0)
            self._skip_those_with_nothing_to_offer()

    def _trade(self, seat: int, move: Trade) -> None:
        mine = self._offers(seat)[0]
        wanted = (move.kind, move.traded)
        theirs = next(die for die in self.hands[move.partner] if (die.kind, die in self.traded) == wanted)
        self.hands[seat].remove(mine)
        self.hands[move.partner].remove(theirs)
        self.hands[seat].append(theirs)
        self.hands[move.partner].append(mine)
        self._lock([mine, theirs])

    def _lock(self, dice: Iterable[Die]) -> None:
        for die in dice:
            if die.kind == CLEAR_D6 and die not in self.traded:
                self.traded.append(die)

    def _end_the_draft(self) -> None:
        need(len(self.pool) == 1, "one die is left over (PR-11)")
        self.bag += self.pool
        self.pool = []
        self._roll_and_score()

    # what must always hold

    def check(self) -> None:
        """All 106 dice are somewhere, once (PR-C1), and everybody has as many as they should (PR-12)."""
        dice = [*self.box, *self.bag, *self.pool, *self.middle, *(die for hand in self.hands for die in hand)]
        need(sorted(die.number for die in dice) == list(range(106)), "a die was lost or copied")
        for seat in range(self.count):
            picked = self.step == "draft" and seat not in self.waiting
            expected = self.round + (1 if picked else 0)
            pink = self.kinds(seat)[PINK_D12]
            need(pink <= 1, f"seat {seat} holds {pink} pink dice (PR-9)")
            need(len(self.hands[seat]) == expected + pink, f"seat {seat} holds the wrong number of dice (PR-12)")
