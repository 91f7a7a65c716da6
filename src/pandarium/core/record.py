"""Record: a match as data. Replaying it always gives the same states, move by move."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pandarium.core import fair
from pandarium.core.content import place_and_reason
from pandarium.core.errors import BadData, BadRecord
from pandarium.core.game import Game, check_seed
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.registry import game as find_game
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State

MAX_RECORD_BYTES = 16_000_000
UNDO = "undo"
"""In place of a move: the last move of the stack is taken back, by the right of the seat that made it."""
UNDO_BY_CONSENT = "undo by consent"
"""The same, because everybody agreed."""

Hex256 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class RecordEntry(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One line of the log: who, what, and how many milliseconds after the start (if anyone counted)."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    move: MoveText
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Record(
    msgspec.Struct,
    tag_field="format",
    tag="pandarium record 1",
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A match: the game, what was agreed, where its chance came from, and every move.

    Chance comes from a `seed`, or, on tables that can be checked, from a `secret` whose hash (`commitment`) was shown
    before the deal. A record without `outcome` is a game to go on with.

    >>> record = Record(game="royale", rules=1, seats=2, seed=7, moves=[RecordEntry(1, "take b8")])
    >>> [state.actors() for state in record.replay()]
    [[1], [0]]
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: Name
    rules: int
    seats: int
    players: list[Name] = []
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    seed: int | None = None
    secret: Hex256 | None = None
    commitment: Hex256 | None = None
    steady: bool = False
    """Chance follows from the secret and the number of reveals so far, whatever was played before: the same dice fall
    for everybody who plays this deal. Else each entry has a salt, which adds to all chance before it."""
    position: dict[str, Any] | None = None
    """Where the game begins, if not with the deal: a dump. Chance goes on from the secret all the same."""
    moves: list[RecordEntry] = []
    outcome: Outcome | None = None

    # on disk

    @classmethod
    def from_json(cls, text: str | bytes, where: str = "record") -> Record:
        """Read a record; raises BadData with the place and the reason."""
        if len(text) > MAX_RECORD_BYTES:
            raise BadData(where, f"larger than {MAX_RECORD_BYTES:,} bytes")
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.ValidationError as error:
            raise BadData(*place_and_reason(error, where)) from None
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadData(where, f"not a Pandarium record: {error}") from None

    def to_json(self) -> bytes:
        """The record as indented JSON, one move a line."""
        whole = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(self, moves=[])), indent=1)
        lines = b",\n  ".join(msgspec.json.encode(entry) for entry in self.moves)
        return whole.removesuffix(b"\n}") + b',\n "moves": [\n  ' + lines + b"\n ]\n}\n" if lines else whole + b"\n"

    @classmethod
    def load(cls, file: str | Path) -> Record:
        """Read a record from a file; raises BadData."""
        try:
            size = Path(file).stat().st_size
            if size > MAX_RECORD_BYTES:
                raise BadData(str(file), f"larger than {MAX_RECORD_BYTES:,} bytes")
            text = Path(file).read_bytes()
        except ValueError:
            raise BadData(repr(str(file)), "that is no name for a file") from None
        except OSError as error:
            raise BadData(str(file), (error.strerror or "cannot be read").lower()) from None
        return cls.from_json(text, str(file))

    def save(self, file: str | Path) -> None:
        """Write the record: whole or not at all. Nobody else may read it while its secret is one."""
        secret = self.secret is not None and self.outcome is None
        write_atomically(Path(file), self.to_json(), private=secret)

    # from it everything follows

    def find_game(self) -> Game:
        """The game it belongs to, in a version that can play it; raises BadRecord."""
        game = find_game(self.game)
        if self.rules != game.meta.rules:
            here = f"{game.meta.title} is at version {game.meta.rules} here"
            raise BadRecord("rules", f"played under version {self.rules} of the rules; {here}")
        return game

    def setup(self) -> Setup:
        """The setup that the match was dealt from."""
        return self.find_game().setup(self.seats, self.options, self.content)

    def deal(self, log: list[Any] | None = None) -> State:
        """The first position."""
        if self.secret is not None and self.seed is not None:
            raise BadRecord("seed", "there is a secret, too: chance comes from one of them")
        setup = self.setup()
        if self.players and len(self.players) != self.seats:
            raise BadRecord("players", f"{len(self.players)} names for {self.seats} seats")
        if self.secret is not None:
            secret = bytes.fromhex(self.secret)
            if self.commitment is not None and fair.commitment(secret) != self.commitment:
                raise BadRecord("secret", "does not hash to the commitment that was shown before the deal")
            return setup.start(fair.seed_from(secret), log) if self.position is None else self._begin_within(setup)
        if self.seed is None:
            raise BadRecord("seed", "there is neither a seed nor a secret to deal from")
        return setup.start(check_seed(self.seed), log)

    def salt(self, number: int) -> int:
        """The salt of log entry `number`; 0 for records without a secret."""
        return fair.salt_from(bytes.fromhex(self.secret), number) if self.secret is not None else 0

    def play(self, state: State, seat: int, move: int, number: int, log: list[Any] | None = None) -> None:
        """Play a move on a state as log entry `number`, with the chance that is due to it; raises IllegalMove."""
        if not self.steady or self.secret is None:
            state.play(seat, move, log, self.salt(number))
            return
        state.rng = Rng(fair.reveal_seed(bytes.fromhex(self.secret), state.sealed))
        state.play(seat, move, log)

    def _begin_within(self, setup: Setup) -> State:
        """The position that the game goes on from; raises BadRecord if it is of another table than was agreed."""
        state = self.find_game().load(self.position)
        if (state.setup.seats, state.setup.options) != (setup.seats, setup.options):
            raise BadRecord("position", "is of a table with other seats or options")
        return state

    def replay(self) -> Iterator[State]:
        """The position after the deal and after every entry; raises BadRecord where they do not fit."""
        from pandarium.core.match import Match

        match = Match(self.blank())
        yield match.state.clone()
        for entry in self.moves:
            match.follow(entry)
            yield match.state.clone()
        check_outcome(self, match.state)

    def final(self) -> State:
        """The last position, with everything checked on the way."""
        for state in self.replay():
            last = state
        return last

    def blank(self) -> Record:
        """The same match before its first move."""
        return msgspec.structs.replace(self, moves=[], outcome=None)


def outcome_of(last: State) -> Outcome | None:
    """The outcome of a position as a record keeps it."""
    outcome = last.outcome()
    return None if outcome is None else outcome.recorded()


def check_outcome(record: Record, last: State) -> None:
    """Raise BadRecord when the record claims an outcome that its last position does not have."""
    if record.outcome is not None and record.outcome != outcome_of(last):
        raise BadRecord("outcome", "is not what the moves lead to")


def write_atomically(file: Path, data: bytes, private: bool = False) -> None:
    """Write a file so that a crash leaves the old one or the new one, never a half."""
    try:
        part = file.with_name(f".{file.name}.{secrets.token_hex(8)}.part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
    except ValueError:  # ".", "/", or a name with a NUL in it
        raise BadData(repr(str(file)), "cannot be written: that is no name for a file") from None
    except OSError as error:
        raise BadData(str(file), f"cannot be written: {(error.strerror or 'no access').lower()}") from None
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadData(str(file), f"cannot be written: {(error.strerror or 'no access').lower()}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_elsewhere(name: str, data: bytes) -> Path:
    """Write what its own file does not take to a new one, `name-….json`, wherever this system takes files.

    Raises the first OSError when it takes none anywhere.
    """
    first: OSError | None = None
    for folder in (None, Path.home(), Path.cwd()):  # the system's place for such files first
        try:
            handle, place = tempfile.mkstemp(prefix=f"{name}-", suffix=".json", dir=folder)
        except OSError as error:
            first = first or error
            continue
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
        except OSError as error:
            first = first or error
            Path(place).unlink(missing_ok=True)
        else:
            return Path(place)
    assert first is not None, "no folder took it"
    raise first
