"""Playthroughs: a random game as a text that can be read, kept, and compared with what the code does today.

At the top of the file stands which game it is; the rest follows from that. Any change of behaviour shows as a change of
the text: in the dice, the moves, the words, in what the seat to act sees and learns from.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.record import outcome_of, write_atomically
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import encode
from pandarium.testing.notation import names_for

FIRST_LINE = "A playthrough: python -m pandarium.testing --write-playthroughs writes it anew."
LONGEST = 2_000
"""Moves after which a playthrough breaks off."""


class Header(NamedTuple):
    """What a playthrough is of."""

    game: str
    seats: int
    seed: int
    options: dict[str, OptionValue]
    in_full: int = LONGEST
    """Moves after which only moves, events and a digest of all the rest are written, until the end: a long game is not
    read to the last line, but nothing in it may change unseen."""

    def write(self) -> Iterator[str]:
        """The first lines of the file."""
        yield FIRST_LINE
        for name, value in self._asdict().items():
            if name == "in_full" and value == LONGEST:
                continue
            yield f"{name}: {value if isinstance(value, str) else json.dumps(value)}"

    @classmethod
    def read(cls, text: str, where: str) -> Header:
        """Take it back from the file; raises BadData."""
        lines = text.splitlines()
        try:
            if lines[0] != FIRST_LINE:
                raise ValueError(f"its first line is not {FIRST_LINE!r}")
            fields = dict(line.split(": ", 1) for line in takewhile(bool, lines[1:]))
            options, in_full = json.loads(fields["options"]), int(fields.get("in_full", LONGEST))
            return cls(fields["game"], int(fields["seats"]), int(fields["seed"]), options, in_full)
        except (IndexError, KeyError, ValueError) as error:
            raise BadData(where, f"not a playthrough: {error}") from None


def playthrough(
    game: Game | str,
    seats: int,
    seed: int,
    options: Mapping[str, OptionValue] | None = None,
    in_full: int = LONGEST,
) -> str:
    """A random game as text: what is seen, what can be played, what happens.

    >>> print(playthrough("royale", seats=2, seed=7).split("== deal")[0].strip())
    A playthrough: python -m pandarium.testing --write-playthroughs writes it anew.
    game: royale
    seats: 2
    seed: 7
    options: {}
    """
    found = find_game(game) if isinstance(game, str) else game
    header = Header(found.meta.name, seats, seed, dict(options or {}), in_full)
    return "\n".join([*header.write(), *_lines(found, header)]) + "\n"


def _lines(game: Game, header: Header) -> Iterator[str]:
    names = names_for(header.seats)
    rng = Rng(header.seed)
    log: list[Any] = []
    state = game.setup(header.seats, header.options).start(header.seed, log)
    before: dict[str, Any] = {}
    title = "deal"
    for number in range(LONGEST):
        yield ""
        yield f"== {title}"
        yield from _events(game, log, names)
        actors = state.actors()
        if number <= header.in_full or not actors:
            now = dict(fields(msgspec.to_builtins(state.view(None))))
            yield from _changes("a spectator sees", before, now)
            before = now
            for seat in actors:
                yield from _seat(game, state, seat, now)
        else:
            yield f"   all that is seen and may be played {_all(game, state)}"
        if not actors:
            break
        seat = actors[rng.below(len(actors))]
        legal = state.legal(seat)
        move = legal[rng.below(len(legal))]
        log = []
        state.play(seat, move, log)
        title = f"move {number + 1}, {names[seat]}: {game.say(move)}"
    yield ""
    yield f"== outcome: {json.dumps(msgspec.to_builtins(outcome_of(state)))}"


def _events(game: Game, log: list[Any], names: list[str]) -> Iterator[str]:
    for event in log:
        redacted = game.redact(event, None)
        sentence = game.sentence(redacted, names) if redacted is not None else ""
        if sentence:
            yield f"   {sentence}"


def _changes(title: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    changed = [f"      {path}: {_json(value)}" for path, value in now.items() if before.get(path, _json) != value]
    gone = [f"      {path}: gone" for path in before if path not in now]
    if changed or gone:
        yield f"   {title}"
        yield from changed
        yield from gone


def _seat(game: Game, state: State, seat: int, public: Mapping[str, Any]) -> Iterator[str]:
    """What a seat that may act sees besides, may do, and learns from."""
    own = dict(fields(msgspec.to_builtins(state.view(seat))))
    yield from _changes(f"seat {seat} sees besides", public, own)
    yield f"   seat {seat} may play: {' | '.join(game.say(move) for move in state.legal(seat))}"
    yield f"   seat {seat} out of time plays: {game.say(state.timeout(seat))}"
    yield f"   seat {seat} view {_digest(encode(state.view(seat)))} observation {_digest(state.observe(seat))}"


def _all(game: Game, state: State) -> str:
    """A digest of what everybody sees, and of what those who may act may do and learn from."""
    seen = [encode(state.view(None))]
    for seat in state.actors():
        moves = [game.say(move) for move in (*state.legal(seat), state.timeout(seat))]
        seen += [encode(state.view(seat)), state.observe(seat), encode(moves)]
    return _digest(b"".join(seen))


def fields(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The lines that a view is written in: what holds no further structure is one line.

    >>> dict(fields({"turn": 0, "bag": {"r6": 9, "r8": 7}, "players": [{"dice": ["r6"]}]}))
    {'turn': 0, 'bag': {'r6': 9, 'r8': 7}, 'players[0].dice': ['r6']}
    """
    if isinstance(data, dict) and (not path or any(isinstance(value, dict | list | tuple) for value in data.values())):
        for key, value in data.items():
            yield from fields(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple) and any(isinstance(item, dict) for item in data):
        for index, item in enumerate(data):
            yield from fields(item, f"{path}[{index}]")
    else:
        yield path, data


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=6).hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_playthroughs(folder: str | Path) -> list[Path]:
    """Write all playthroughs of a folder anew, each as its first lines say; those that changed."""
    changed: list[Path] = []
    for file in sorted(Path(folder).glob("*.txt")):
        old = file.read_text(encoding="utf-8")
        new = playthrough(*Header.read(old, str(file)))
        if new != old:
            write_atomically(file, new.encode())
            changed.append(file)
    return changed
