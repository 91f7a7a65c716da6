"""Signs: a simultaneous game with a secret choice, as small as the contract lets it be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pandarium import BadData, BadMove, Game, IllegalMove, Outcome, Rng, Setup, State
from pandarium.core.dump_decoding import Word, decode
from pandarium.core.layout import Layout, Piece
from pandarium.core.rng import from_words

from .meta import META

SIGNS = ["stone", "paper", "leaf"]
CHOOSE = 1
ROUNDS = 3


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> Signs:
        return Signs(self, Rng(seed))


class Signs(State):
    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.round = 0
        self.chosen = [-1] * setup.seats
        self.shown = [-1] * setup.seats
        self.points = [0] * setup.seats

    def actors(self) -> list[int]:
        return [seat for seat, sign in enumerate(self.chosen) if sign < 0] if self.round < ROUNDS else []

    def legal(self, seat: int) -> list[int]:
        return [CHOOSE | sign << 4 for sign in range(3)] if seat in self.actors() else []

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if self.round == ROUNDS:
            return IllegalMove("SG-3", "the game is over")
        if self.chosen[seat] >= 0:
            return IllegalMove("SG-1", "you have chosen")
        return None if move in self.legal(seat) else IllegalMove("SG-1", "there is no such sign")

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        self.chosen[seat] = move >> 4
        events: list[tuple[Any, ...]] = [("chose", seat, move >> 4)]
        if min(self.chosen) >= 0:
            self.sealed += 1
            self.round += 1
            self.shown, self.chosen = self.chosen, [-1] * len(self.chosen)
            for me, mine in enumerate(self.shown):
                self.points[me] += sum(mine == (theirs + 1) % 3 for theirs in self.shown)
            events.append(("shown", *self.shown))
        if log is not None:
            log += events

    def outcome(self) -> Outcome | None:
        if self.round < ROUNDS:
            return None
        best = tuple(seat for seat, points in enumerate(self.points) if points == max(self.points))
        return Outcome(best, tuple(self.points), "most points after three rounds (SG-3)")

    def clone(self) -> Signs:
        copy = Signs(self.setup, self.rng.clone())
        copy.sealed, copy.round = self.sealed, self.round
        copy.chosen, copy.shown, copy.points = self.chosen[:], self.shown[:], self.points[:]
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Signs:
        self.check_viewer(seat)
        twin = self.clone()
        for other, sign in enumerate(self.chosen):
            if other != seat and sign >= 0:
                twin.chosen[other] = rng.below(3)
        twin.rng = rng.fork()
        return twin

    def observe(self, seat: int) -> bytes:
        self.check_viewer(seat)
        rows = ([sign >= 0 for sign in self.chosen], [sign + 1 for sign in self.shown], self.points)
        return bytes([self.round, self.chosen[seat] + 1, *(n for row in rows for n in [*row, 0, 0, 0][:4])])

    def timeout(self, seat: int) -> int:
        return self.legal(seat)[0]


class SignsView(msgspec.Struct, frozen=True):
    you: int | None
    round: int
    yours: str | None
    chosen: list[bool]
    shown: list[str]
    points: list[int]
    outcome: Outcome | None


class Happened(msgspec.Struct, frozen=True):
    what: str
    seat: int | None
    signs: list[str]


class Chosen(msgspec.Struct, frozen=True):
    sign: str


Sign = Annotated[int, msgspec.Meta(ge=-1, le=2)]
PerSeat = msgspec.Meta(min_length=2, max_length=4)


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["signs"]
    round: Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)]
    chosen: Annotated[list[Sign], PerSeat]
    shown: Annotated[list[Sign], PerSeat]
    points: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=9)]], PerSeat]
    rng: tuple[Word, Word]


class SignsGame(Game):
    meta = META
    folder = Path(__file__).parent
    observation = Layout(
        (
            Piece("round", 1, ""),
            Piece("own", 1, ""),
            Piece("chosen", 4, ""),
            Piece("shown", 4, ""),
            Piece("points", 4, ""),
        )
    )

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Deal:
        return Deal(self, seats, options, content)

    def say(self, move: int) -> str:
        if move & 15 != CHOOSE or not 0 <= move >> 4 < 3:
            raise BadMove(str(move), "that is none")
        return SIGNS[move >> 4]

    def read(self, text: str) -> int:
        if text.strip().lower() not in SIGNS:
            raise BadMove(text, "write stone, paper or leaf")
        return CHOOSE | SIGNS.index(text.strip().lower()) << 4

    def describe(self, move: int) -> Chosen:
        return Chosen(self.say(move))

    def view(self, state: Signs, viewer: int | None) -> SignsView:
        yours = SIGNS[state.chosen[viewer]] if viewer is not None and state.chosen[viewer] >= 0 else None
        shown = [SIGNS[sign] for sign in state.shown if sign >= 0]
        done = [sign >= 0 for sign in state.chosen]
        return SignsView(viewer, state.round, yours, done, shown, state.points[:], state.outcome())

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened | None:
        if event[0] == "shown":
            return Happened("shown", None, [SIGNS[sign] for sign in event[1:]])
        return Happened("chose", event[1], [SIGNS[event[2]]]) if viewer == event[1] else None

    def dump(self, state: Signs) -> dict[str, Any]:
        return {
            "game": "signs",
            "round": state.round,
            "chosen": state.chosen[:],
            "shown": state.shown[:],
            "points": state.points[:],
            "rng": list(state.rng.words()),
        }

    def load(self, data: Any) -> Signs:
        paper = decode(data, Paper)
        seats = len(paper.chosen)
        if {len(paper.shown), len(paper.points)} != {seats} or min(paper.chosen) >= 0:
            raise BadData("position", "signs and points do not fit the seats")
        if (min(paper.shown) < 0) != (paper.round == 0) or (paper.round == ROUNDS and max(paper.chosen) >= 0):
            raise BadData("position", "signs are shown at the end of each round, and chosen in the next")
        state = Signs(self.setup(seats), from_words(*paper.rng))
        state.round, state.sealed = paper.round, paper.round
        state.chosen, state.shown, state.points = list(paper.chosen), list(paper.shown), list(paper.points)
        return state


GAME = SignsGame()
