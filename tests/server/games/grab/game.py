"""Grab: a real-time game with a hidden favourite, as small as the contract lets it be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from pandarium import BadData, BadMove, Game, IllegalMove, Outcome, Rng, Setup, State
from pandarium.core.dump_decoding import Word, decode
from pandarium.core.layout import Layout, Piece
from pandarium.core.rng import from_words

from .meta import META

GRAB = 1
CARDS, COLOURS = 12, 4
NOBODY = -1


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> Grab:
        state = Grab(self, Rng(seed))
        state.favourites = [state.rng.below(COLOURS) for _ in range(self.seats)]
        if log is not None:
            log += [("dealt", seat, colour) for seat, colour in enumerate(state.favourites)]
        return state


class Grab(State):
    favourites: list[int]

    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.owners = [NOBODY] * CARDS

    @property
    def over(self) -> bool:
        return NOBODY not in self.owners

    def actors(self) -> list[int]:
        return [] if self.over else list(range(self.setup.seats))

    def legal(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        return [GRAB | card << 4 for card, owner in enumerate(self.owners) if owner == NOBODY]

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if self.over:
            return IllegalMove("GB-3", "the game is over")
        if move & 15 != GRAB or move >> 4 >= CARDS:
            return IllegalMove("GB-2", "there is no such card")
        return None if self.owners[move >> 4] == NOBODY else IllegalMove("GB-2", "that card is gone")

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        self.owners[move >> 4] = seat
        events: list[tuple[Any, ...]] = [("grabbed", seat, move >> 4)]
        if self.over:
            self.sealed += 1
            events += [("shown", other, colour) for other, colour in enumerate(self.favourites)]
        if log is not None:
            log += events

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores = [0] * self.setup.seats
        for card, owner in enumerate(self.owners):
            scores[owner] += 3 if card % COLOURS == self.favourites[owner] else 1
        best = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
        return Outcome(best, tuple(scores), "most points when all cards are gone (GB-3)")

    def clone(self) -> Grab:
        copy = Grab(self.setup, self.rng.clone())
        copy.sealed, copy.owners, copy.favourites = self.sealed, self.owners[:], self.favourites[:]
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Grab:
        self.check_viewer(seat)
        twin = self.clone()
        if not self.over:
            others = enumerate(self.favourites)
            twin.favourites = [colour if other == seat else rng.below(COLOURS) for other, colour in others]
        twin.rng = rng.fork()
        return twin

    def observe(self, seat: int) -> bytes:
        self.check_viewer(seat)
        return bytes([self.favourites[seat], *(owner + 1 for owner in self.owners)])

    def timeout(self, seat: int) -> int:
        return self.legal(seat)[0]


class GrabView(msgspec.Struct, frozen=True):
    you: int | None
    owners: list[int | None]
    favourites: list[int | None]
    outcome: Outcome | None


class Happened(msgspec.Struct, frozen=True):
    what: str
    seat: int
    number: int | None


class Grabbed(msgspec.Struct, frozen=True):
    card: int


Owner = Annotated[int, msgspec.Meta(ge=NOBODY, le=3)]
Colour = Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)]


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["grab"]
    owners: Annotated[list[Owner], msgspec.Meta(min_length=CARDS, max_length=CARDS)]
    favourites: Annotated[list[Colour], msgspec.Meta(min_length=2, max_length=4)]
    rng: tuple[Word, Word]


class GrabGame(Game):
    meta = META
    folder = Path(__file__).parent
    observation = Layout((Piece("favourite", 1, ""), Piece("owners", CARDS, "")))

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Deal:
        return Deal(self, seats, options, content)

    def say(self, move: int) -> str:
        if move & 15 != GRAB or not 0 <= move >> 4 < CARDS:
            raise BadMove(str(move), "that is none")
        return f"grab {move >> 4}"

    def read(self, text: str) -> int:
        found = re.fullmatch(r"grab ([0-9]|1[01])", " ".join(text.lower().split()))
        if not found:
            raise BadMove(text, "write 'grab 0' to 'grab 11'")
        return GRAB | int(found[1]) << 4

    def describe(self, move: int) -> Grabbed:
        return Grabbed(int(self.say(move)[5:]))

    def view(self, state: Grab, viewer: int | None) -> GrabView:
        owners = [None if owner == NOBODY else owner for owner in state.owners]
        shown = [colour if state.over or seat == viewer else None for seat, colour in enumerate(state.favourites)]
        return GrabView(viewer, owners, shown, state.outcome())

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Happened:
        what, seat, number = event
        return Happened(what, seat, None if what == "dealt" and seat != viewer else number)

    def dump(self, state: Grab) -> dict[str, Any]:
        words = list(state.rng.words())
        return {"game": "grab", "owners": state.owners[:], "favourites": state.favourites[:], "rng": words}

    def load(self, data: Any) -> Grab:
        paper = decode(data, Paper)
        if max(paper.owners) >= len(paper.favourites):
            raise BadData("position", "a card belongs to somebody who is not there")
        state = Grab(self.setup(len(paper.favourites)), from_words(*paper.rng))
        state.owners, state.favourites = list(paper.owners), list(paper.favourites)
        state.sealed = 0 if NOBODY in state.owners else 1
        return state


GAME = GrabGame()
