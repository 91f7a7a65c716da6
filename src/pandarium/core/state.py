"""State: one position of one game. A pure machine: no I/O, no clock, no randomness but its own.

A game subclasses `Setup` and `State`, fills in the methods marked so, and inherits the rest. Engine modules are
compiled by mypyc where a C compiler is there; a subclass in plain Python works just as well.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng

_HIGHEST_MOVE: Final = 2**62 - 1
"""What the compiled engine compares without making a Python object of it."""
NOBODY: Final = -1
"""Where a seat is asked for: the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """Everything that is fixed before the first card is dealt, shared by all states of a match and their clones."""

    game: Any
    seats: i64
    options: dict[str, Any]
    content: Any
    actions: i64
    """How many action numbers there are with that many players; 0: the game numbers no moves (see `State.action`)."""

    def __init__(self, game: Any, seats: int, options: dict[str, Any], content: Any) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.content = content
        self.actions = 0

    def start(self, seed: int, log: list[Any] | None = None) -> State:
        """Deal a new game. The fast way to start many: `setup = game.setup(seats=4); setup.start(seed)`."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position. See `pandarium.core.game.Game` for what surrounds it.

    A game fills in: `actors`, `legal`, `refusal`, `apply`, `outcome`, `clone`, `resample`, `observe`, `timeout`.
    """

    setup: Setup
    rng: Rng
    sealed: i64
    """Counts what was revealed or rolled: a move may be taken back as long as this is what it was before it."""

    def __init__(self, setup: Setup, rng: Rng) -> None:
        self.setup = setup
        self.rng = rng
        self.sealed = 0

    # what a game fills in

    def actors(self) -> list[int]:
        """Seats that may act now: one, several when choices are simultaneous, none when the game is over."""
        raise NotImplementedError

    def legal(self, seat: int) -> list[int]:
        """Every legal move of that seat, each effect once; empty when it is not among the actors."""
        raise NotImplementedError

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """Why that seat may not play that move now, or None when it may. Says nothing the seat may not know."""
        raise NotImplementedError

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through; append what happened to `log` (tuples, first the kind)."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Who won, with what score and why; None while the game goes on."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy."""
        raise NotImplementedError

    def resample(self, seat: int | None, rng: Rng) -> State:
        """A state that this seat cannot tell from this one, drawn with `rng`; everything hidden is drawn anew."""
        raise NotImplementedError

    def observe(self, seat: int) -> bytes:
        """What the seat knows, as bytes in the layout that `game.observation` names."""
        raise NotImplementedError

    def timeout(self, seat: int) -> int:
        """The move taken for a seat that lets its clock run out."""
        raise NotImplementedError

    # what a game in real time fills in, too

    def timer(self) -> int:
        """Seconds of silence after which the table's clock plays `timeout` for everybody in `actors`; 0: none runs.

        They begin with every move. While they run down the state does not change: somebody outside holds the clock.
        """
        return 0

    def counting(self) -> bool:
        """Whether nobody has a choice until the timer rings: a countdown. What is legal then is the clock's to play."""
        return False

    # what a game may number and describe, for programs that learn

    def action(self, seat: i64, move: i64) -> i64:
        """The stable number of a move, seen from that seat: below `setup.actions`, other for every other legal move.

        It depends on the seat and the move alone. Other players are counted clockwise from the seat, as in `observe`.
        """
        raise NotImplementedError

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """Write what a move is, in the layout that `game.features` names, to a stretch of zeros that begins at `at`."""
        place: i64 = 0
        while place < 8:
            out[at + place] = u8((move >> (place * 8)) & 255)
            place += 1

    # the same answers without Python objects, for a batch; a game may write its own, the conformance suite compares

    def to_act(self, chance: Rng) -> i64:
        """Who is asked next: one of `actors`, drawn where there are several; NOBODY when the game is over."""
        actors = self.actors()
        if len(actors) == 0:
            return NOBODY
        return actors[0] if len(actors) == 1 else actors[chance.below(len(actors))]

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Add every legal move of that seat, in the order of `legal`."""
        for move in self.legal(seat):
            moves.add(move)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """Write what `observe` gives to a stretch of zeros that begins at `at`."""
        for byte in self.observe(seat):
            out[at] = u8(byte)
            at += 1

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """Write everybody's score of a finished game, and 1 for every winner, from `at` on."""
        outcome = self.outcome()
        assert outcome is not None, "the game is over"
        for seat, score in enumerate(outcome.scores):
            scores[at + seat] = score
        for seat in outcome.winners:
            wins[at + seat] = 1

    # what every game inherits

    def canon(self, seat: int, move: int) -> int:
        """The move that `legal` lists in place of this one, where one effect can be played in several ways.

        A game whose `play` takes moves beyond those listed (the same cards in another order) answers for them here.
        """
        return move

    def play(self, seat: int, move: int, log: list[Any] | None = None, salt: int = 0) -> None:
        """Play a move, or raise IllegalMove and leave the state as it was.

        `log` collects raw events; pass them through `game.redact` before anyone sees them. `salt` is mixed into
        the generator before the move.
        """
        if not isinstance(seat, int) or not isinstance(move, int):
            raise TypeError("seat and move are plain integers")  # compiled code says so by itself
        seats: int = self.setup.seats
        if move < 0 or move > _HIGHEST_MOVE or seat < 0 or seat >= seats:
            raise self.malformed(seat, move)
        refusal = self.refusal(seat, move)
        if refusal is not None:
            raise refusal
        if salt != 0:
            self.rng.salt(salt)
        self.apply(seat, move, log)

    def malformed(self, seat: int, move: int) -> IllegalMove:
        """The refusal for a seat or a number that no game of this size knows."""
        seats: int = self.setup.seats
        if seat < 0 or seat >= seats:
            return IllegalMove("", Message("core.no_such_seat", {"seat": str(seat), "last": seats - 1}))
        return IllegalMove("", Message("core.no_such_move", {"move": str(move)}))

    def check_viewer(self, viewer: int | None) -> None:
        """Raise IllegalMove for a viewer that is neither a seat nor a spectator."""
        seats: int = self.setup.seats
        if viewer is not None and (viewer < 0 or viewer >= seats):
            raise self.malformed(viewer, 0)

    def playout(self, rng: Rng) -> int:
        """Play random moves to the end, all inside the engine; returns how many were played."""
        played = 0
        moves = MoveList()
        while True:
            seat = self.to_act(rng)
            if seat == NOBODY:
                return played
            moves.length = 0
            self.legal_into(seat, moves)
            self.apply(seat, moves.items[rng.below(moves.length)], None)
            played += 1

    def view(self, viewer: int | None) -> Any:
        """What this viewer may know (None: a spectator), as a msgspec struct."""
        self.check_viewer(viewer)
        return self.setup.game.view(self, viewer)

    def dump(self) -> dict[str, Any]:
        """The whole position as JSON-able data, secrets included; `game.load` takes it back."""
        data: dict[str, Any] = self.setup.game.dump(self)
        return data

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (_revive, (self.setup.game.meta.name, self.dump()))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()


def _revive(name: str, data: dict[str, Any]) -> Any:
    from pandarium.core.registry import game

    return game(name).load(data)


def observed(state: State, seat: i64, length: i64) -> bytes:
    """What `observe_into` writes, as bytes of their own: for games that write it there."""
    out = vec[u8]([0] * length)
    state.observe_into(seat, out, 0)
    return bytes(out)
