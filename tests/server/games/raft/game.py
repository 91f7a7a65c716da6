"""Raft: a cooperative game in turns, with a die, as small as the contract lets it be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pandarium import BadMove, Game, IllegalMove, Outcome, Rng, Setup, State
from pandarium.core.dump_decoding import Word, decode
from pandarium.core.layout import Layout, Piece
from pandarium.core.rng import from_words

from .meta import META

ROW, BAIL = 1, 2
MOVES = {ROW: "row", BAIL: "bail"}
SHORE, SUNK, TURNS = 10, 5, 20


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> Raft:
        return Raft(self, Rng(seed))


class Raft(State):
    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.way = self.water = self.turns = 0

    @property
    def over(self) -> bool:
        return self.way >= SHORE or self.water >= SUNK or self.turns >= TURNS

    def actors(self) -> list[int]:
        return [] if self.over else [self.turns % self.setup.seats]

    def legal(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        return [ROW, BAIL] if self.water else [ROW]

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if self.over:
            return IllegalMove("RF-4", "the game is over")
        if seat not in self.actors():
            return IllegalMove("RF-1", "it is not your turn")
        if move == BAIL and not self.water:
            return IllegalMove("RF-3", "the raft is dry")
        return None if move in MOVES else IllegalMove("RF-1", "row or bail")

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        stroke = 0
        if move == ROW:
            self.sealed += 1
            stroke = self.rng.die(3)
            self.way += stroke
            self.water += 1
        else:
            self.water = max(0, self.water - 2)
        self.turns += 1
        if log is not None:
            log.append((MOVES[move], seat, stroke))

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        everybody = tuple(range(self.setup.seats))
        if self.way >= SHORE:
            return Outcome(everybody, (1,) * len(everybody), "the raft is ashore (RF-4)")
        return Outcome((), (0,) * len(everybody), "the raft is lost (RF-4)")

    def clone(self) -> Raft:
        copy = Raft(self.setup, self.rng.clone())
        copy.sealed, copy.way, copy.water, copy.turns = self.sealed, self.way, self.water, self.turns
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Raft:
        self.check_viewer(seat)
        twin = self.clone()
        twin.rng = rng.fork()
        return twin

    def observe(self, seat: int) -> bytes:
        self.check_viewer(seat)
        return bytes([self.way, self.water, self.turns])

    def timeout(self, seat: int) -> int:
        return ROW


class RaftView(msgspec.Struct, frozen=True):
    you: int | None
    way: int
    water: int
    turns: int
    outcome: Outcome | None


class Happened(msgspec.Struct, frozen=True):
    what: str
    seat: int
    stroke: int


class Done(msgspec.Struct, frozen=True):
    what: str


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["raft"]
    seats: int
    way: Annotated[int, msgspec.Meta(ge=0, le=SHORE + 2)]
    water: Annotated[int, msgspec.Meta(ge=0, le=SUNK)]
    turns: Annotated[int, msgspec.Meta(ge=0, le=TURNS)]
    sealed: Annotated[int, msgspec.Meta(ge=0, le=TURNS)]
    rng: tuple[Word, Word]


class RaftGame(Game):
    meta = META
    folder = Path(__file__).parent
    observation = Layout((Piece("way", 1, ""), Piece("water", 1, ""), Piece("turns", 1, "")))

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Deal:
        return Deal(self, seats, options, content)

    def say(self, move: int) -> str:
        if move not in MOVES:
            raise BadMove(str(move), "that is none")
        return MOVES[move]

    def read(self, text: str) -> int:
        for move, word in MOVES.items():
            if word == text.strip().lower():
                return move
        raise BadMove(text, "write row or bail")

    def describe(self, move: int) -> Done:
        return Done(self.say(move))

    def view(self, state: Raft, viewer: int | None) -> RaftView:
        return RaftView(viewer, state.way, state.water, state.turns, state.outcome())

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened:
        return Happened(*event)

    def dump(self, state: Raft) -> dict[str, Any]:
        seats, words = int(state.setup.seats), list(state.rng.words())
        parts = {"way": state.way, "water": state.water, "turns": state.turns, "sealed": int(state.sealed)}
        return {"game": "raft", "seats": seats, **parts, "rng": words}

    def load(self, data: Any) -> Raft:
        paper = decode(data, Paper)
        state = Raft(self.setup(paper.seats), from_words(*paper.rng))
        state.way, state.water, state.turns, state.sealed = paper.way, paper.water, paper.turns, paper.sealed
        return state


GAME = RaftGame()
