"""Mime: a cooperative game of one card each, as small as a rule about talk lets it be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from pandarium import BadData, BadMove, Game, IllegalMove, Outcome, Rng, Setup, State
from pandarium.core.dump_decoding import Word, decode
from pandarium.core.layout import Layout, Piece
from pandarium.core.rng import from_words
from pandarium.kit.talk import Choice, Phrase, SpokenBy, TalkRules

from .meta import META

OPEN, CARDS, FREE = 3, 9, -1


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> Mime:
        rng = Rng(seed)
        cards = _shuffled(range(1, CARDS + 1), rng)
        return Mime(self, rng, cards[:OPEN], cards[OPEN : OPEN + self.seats])


class Mime(State):
    def __init__(self, setup: Setup, rng: Rng, row: list[int], hands: list[int]) -> None:
        super().__init__(setup, rng)
        self.row, self.hands = row, hands
        self.laid: list[int] = []  # where each seat has laid its card, in turn

    def actors(self) -> list[int]:
        return [len(self.laid)] if len(self.laid) < self.setup.seats else []

    def legal(self, seat: int) -> list[int]:
        return [place for place in range(OPEN) if self.refusal(seat, place) is None]

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        if seat not in self.actors():
            return IllegalMove("MM-2", "it is not your turn")
        if not 0 <= move < OPEN:
            return IllegalMove("MM-2", f"the open cards are 1 to {OPEN}")
        return IllegalMove("MM-2", "somebody has laid a card there") if move in self.laid else None

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        self.sealed += 1
        self.laid.append(move)
        if log is not None:
            log.append(("laid", seat, move, self.hands[seat]))

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        everybody = tuple(range(self.setup.seats))
        won = all(self.hands[seat] > self.row[place] for seat, place in enumerate(self.laid))
        return Outcome(everybody if won else (), (int(won),) * len(everybody), "every card is topped (MM-3)")

    def clone(self) -> Mime:
        copy = Mime(self.setup, self.rng.clone(), list(self.row), list(self.hands))
        copy.sealed, copy.laid = self.sealed, list(self.laid)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Mime:
        self.check_viewer(seat)
        twin = self.clone()
        twin.rng = rng.fork()
        hidden = [other for other in range(len(self.laid), self.setup.seats) if other != seat]
        seen = {*self.row, *(card for other, card in enumerate(self.hands) if other not in hidden)}
        unseen = _shuffled([card for card in range(1, CARDS + 1) if card not in seen], rng)
        for other in hidden:
            twin.hands[other] = unseen.pop()
        return twin

    def observe(self, seat: int) -> bytes:
        self.check_viewer(seat)
        laid = [place + 1 for place in self.laid] + [0] * (self.setup.seats - len(self.laid))
        return bytes([*self.row, self.hands[seat], *laid, *[0] * (3 - self.setup.seats)])

    def timeout(self, seat: int) -> int:
        return self.legal(seat)[0]


def _shuffled(cards: Any, rng: Rng) -> list[int]:
    left, drawn = list(cards), []
    while left:
        drawn.append(left.pop(rng.below(len(left))))
    return drawn


class MimeView(msgspec.Struct, frozen=True):
    you: int | None
    row: list[int]
    hands: list[int | None]
    laid: list[int]
    outcome: Outcome | None


class Laid(msgspec.Struct, frozen=True):
    seat: int
    place: int
    card: int


class Lay(msgspec.Struct, frozen=True):
    place: int


class Paper(msgspec.Struct, forbid_unknown_fields=True):
    game: Literal["mime"]
    seats: int
    row: Annotated[list[int], msgspec.Meta(min_length=OPEN, max_length=OPEN)]
    hands: list[int]
    laid: list[int]
    sealed: Annotated[int, msgspec.Meta(ge=0, le=3)]
    rng: tuple[Word, Word]


class MimeTalk(TalkRules):
    rule = META.talk

    def phrases(self, view: MimeView, seat: int, recent: Sequence[SpokenBy] = ()) -> list[Phrase]:
        """MM-4: point at an open card; say that one could top one. The second rests on the speaker's own card."""
        free = [place for place in range(OPEN) if place not in view.laid]
        own = view.hands[seat] or 0
        topped = [place for place in free if own > view.row[place]]
        choices = {place: Choice(place, f"the {view.row[place]}") for place in free}
        found = [Phrase("point", "Look at {card}.", {"card": [choices[place] for place in free]})] if free else []
        if topped and len(view.laid) <= seat:
            found.append(Phrase("top", "I could top {card}.", {"card": [choices[place] for place in topped]}))
        return [*found, Phrase("pass", "I have nothing to say.")]


class MimeGame(Game):
    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType({TalkRules: MimeTalk})
    observation = Layout((Piece("row", 3, ""), Piece("card", 1, ""), Piece("laid", 3, "")))

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Deal:
        return Deal(self, seats, options, content)

    def say(self, move: int) -> str:
        if not 0 <= move < OPEN:
            raise BadMove(str(move), "that is none")
        return f"lay {move + 1}"

    def read(self, text: str) -> int:
        for move in range(OPEN):
            if text.lower().split() == self.say(move).split():
                return move
        raise BadMove(text, f"write lay 1 to lay {OPEN}")

    def describe(self, move: int) -> Lay:
        return Lay(move)

    def view(self, state: Mime, viewer: int | None) -> MimeView:
        shown = [card if seat == viewer or seat < len(state.laid) else None for seat, card in enumerate(state.hands)]
        return MimeView(viewer, state.row, shown, state.laid, state.outcome())

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> Laid:
        return Laid(*event[1:])

    def dump(self, state: Mime) -> dict[str, Any]:
        parts = {"row": state.row, "hands": state.hands, "laid": state.laid, "sealed": int(state.sealed)}
        return {"game": "mime", "seats": int(state.setup.seats), **parts, "rng": list(state.rng.words())}

    def load(self, data: Any) -> Mime:
        paper = decode(data, Paper)
        cards = paper.row + paper.hands
        if (
            len(paper.hands) != paper.seats
            or len(set(cards)) != len(cards)
            or not set(cards) <= set(range(1, CARDS + 1))
        ):
            raise BadData("position.hands", "each player has one of the nine cards (MM-1)")
        if len(paper.laid) > paper.seats or len(set(paper.laid)) < len(paper.laid) or not set(paper.laid) <= {0, 1, 2}:
            raise BadData("position.laid", "each player lays one card, on an open one of its own (MM-2)")
        state = Mime(self.setup(paper.seats), from_words(*paper.rng), paper.row, paper.hands)
        state.laid, state.sealed = paper.laid, paper.sealed
        return state


GAME = MimeGame()
