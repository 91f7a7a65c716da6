"""A tiny game with a secret: everyone holds a number, says "high" or "low" twice, and the highest number wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import BadMove, Game, IllegalMove, Match, Meta, Outcome, Record, Rng, Setup, State
from pandarium.core import record as records
from pandarium.core.layout import Layout

SEATS = 3
HIGH, LOW = 1, 2


class Deal(Setup):
    def start(self, seed: int, log: list[Any] | None = None) -> State:
        state = Whispers(self, Rng(seed))
        state.numbers = [int(state.rng.die(100)) for _ in range(SEATS)]
        return state


class Whispers(State):
    numbers: list[int]

    def __init__(self, setup: Setup, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.said: list[tuple[int, int]] = []

    def actors(self) -> list[int]:
        if self.setup.options["at_once"]:
            rounds = [sum(seat == who for who, _ in self.said) for seat in range(SEATS)]
            return [seat for seat in range(SEATS) if rounds[seat] < 2]
        return [len(self.said) % SEATS] if len(self.said) < 2 * SEATS else []

    def legal(self, seat: int) -> list[int]:
        return [HIGH, LOW] if seat in self.actors() else []

    def refusal(self, seat: int, move: int) -> IllegalMove | None:
        return None if move in self.legal(seat) else IllegalMove("WH-1", "say high or low")

    def apply(self, seat: int, move: int, log: list[Any] | None) -> None:
        self.said.append((seat, move))
        if log is not None:
            log.append((seat, move, self.numbers[seat]))

    def outcome(self) -> Outcome | None:
        if self.actors():
            return None
        best = max(self.numbers)
        winners = tuple(seat for seat in range(SEATS) if self.numbers[seat] == best)
        return Outcome(winners, tuple(self.numbers), "highest number")

    def clone(self) -> Whispers:
        copy = Whispers(self.setup, self.rng.clone())
        copy.numbers, copy.said, copy.sealed = self.numbers[:], self.said[:], self.sealed
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Whispers:
        twin = self.clone()
        twin.numbers = [self.numbers[who] if who == seat else int(rng.die(100)) for who in range(SEATS)]
        return twin


class WhisperView(msgspec.Struct):
    you: int | None
    number: int | None
    said: list[str]


class Said(msgspec.Struct):
    who: int
    word: str
    thought: int | None


class Whisper(Game):
    meta = Meta("whisper", "Whisper", "Say high or low.", (3, 3), (1, 1), "WH")
    observation = Layout(())
    folder = Path(__file__).parent

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Setup:
        return Deal(self, seats, options, content)

    def check_options(self, options: Any) -> dict[str, Any]:
        return {"at_once": False, **options}

    def say(self, move: int) -> str:
        return "high" if move == HIGH else "low"

    def read(self, text: str) -> int:
        if text not in {"high", "low"}:
            raise BadMove(text, "say high or low")
        return HIGH if text == "high" else LOW

    def describe(self, move: int) -> msgspec.Struct:
        return Said(0, self.say(move), None)

    def view(self, state: Any, viewer: int | None) -> msgspec.Struct:
        number = None if viewer is None else state.numbers[viewer]
        return WhisperView(viewer, number, [self.say(move) for _, move in state.said])

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct | None:
        seat, move, number = event
        return Said(seat, self.say(move), number if viewer == seat else None)

    def sentence(self, event: Any, names: Any) -> str:
        thought = f", thinking of {event.thought}" if event.thought is not None else ""
        return f"{names[event.who]} says {event.word}{thought}"

    def dump(self, state: Any) -> dict[str, Any]:
        return {"numbers": state.numbers, "said": state.said}

    def load(self, data: Any) -> State:
        raise NotImplementedError


GAME = Whisper()


def whisper(monkeypatch: pytest.MonkeyPatch, at_once: bool = False) -> Match:
    """A new match of it, for three, while the test runs."""
    found = records.find_game
    monkeypatch.setattr(records, "find_game", lambda name: GAME if name == "whisper" else found(name))
    options: dict[str, Any] = {"at_once": True} if at_once else {}
    return Match(Record(game="whisper", rules=1, seats=3, seed=5, players=["Ada", "Bo", "Cy"], options=options))
