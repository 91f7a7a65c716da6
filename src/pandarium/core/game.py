"""Game: the front door of one game. It stays outside the compiled engine, since it deals in words and structs."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.content import place_and_reason, read_pack
from pandarium.core.errors import BadData, BadSeats
from pandarium.core.layout import MOVE_NUMBER, ActionRange, Layout
from pandarium.core.meta import Meta, OptionValue, Pace
from pandarium.core.options import check_options, settle_options
from pandarium.core.state import Setup, State

MAX_SEED = 2**63
T = TypeVar("T")


class Game(ABC):
    """One game, as everything outside its folder sees it.

    >>> import pandarium
    >>> game = pandarium.game("royale")
    >>> state = game.start(seats=2, seed=7)
    >>> state.actors()
    [1]
    >>> [game.say(move) for move in state.legal(1)]
    ['take b8', 'take r8', 'take c6']
    >>> state.play(1, game.read("take b8"))
    >>> state.actors()
    [0]
    """

    meta: Meta
    observation: Layout
    """What each byte of `state.observe(seat)` means."""
    actions: tuple[ActionRange, ...] = ()
    """What the action numbers mean, from 0 on; those of players further away come last. Empty: moves have none."""
    features: Layout = MOVE_NUMBER
    """What each byte of a move's features means."""
    folder: Path
    """Where the game's own files lie: content, rulebook."""
    capabilities: Mapping[type[Any], Callable[[], Any]] = MappingProxyType({})
    """What the game hands out beyond the contract, by kind, and who makes it: see `capability`."""

    # what a game fills in

    @abstractmethod
    def build(self, seats: int, options: dict[str, Any], content: Any) -> Setup:
        """The setup for checked seats, checked options and a decoded content pack (None: the one in the folder)."""

    @abstractmethod
    def say(self, move: int) -> str:
        """A move in the game's notation; `read` takes it back exactly."""

    @abstractmethod
    def read(self, text: str) -> int:
        """The move that a text in the game's notation means; raises BadMove."""

    @abstractmethod
    def describe(self, move: int) -> msgspec.Struct:
        """The same move as a struct, for JSON and the browser."""

    @abstractmethod
    def view(self, state: Any, viewer: int | None) -> msgspec.Struct:
        """What this viewer may know, as a struct that the annotation names. Use `state.view(viewer)`."""

    @abstractmethod
    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct | None:
        """A raw event as this viewer may know it; None: nothing of it."""

    @abstractmethod
    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position. Use `state.dump()`."""

    @abstractmethod
    def load(self, data: Any) -> State:
        """The position that `dump` wrote (also as JSON text); raises BadData with the place and the reason."""

    # what a game may say better than this

    def label(self, move: int, names: Sequence[str]) -> str:
        """A move as a player would say it; `names` are the players by seat."""
        return self.say(move)

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """A redacted event as one sentence, or "" when it is not worth one."""
        return ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(event).items())

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The game's own bots by level, weakest first. `random` and a generic search are there without a word."""
        return {}

    def pace(self, options: Mapping[str, object]) -> Pace:
        """How it is played with these options; a game that has an option for it says so here."""
        return self.meta.pace

    def check_options(self, options: Mapping[str, object]) -> dict[str, Any]:
        """All options with their values, defaults filled in; raises BadOption."""
        return check_options(self.meta, options)

    # what every game inherits

    def capability(self, kind: type[T]) -> T | None:
        """What the game hands out of that kind, or None: its `TerminalTable`, `TalkRules`, `TournamentRules`, …

        `pandarium.kit` has the kinds that our own programs ask for.
        """
        make = self.capabilities.get(kind)
        return None if make is None else make()

    def setup(
        self,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
    ) -> Setup:
        """Check seats, options and content pack, and build the setup; `setup.start(seed)` deals.

        An option that does nothing with that many players (`Option.seats`) has its default, whatever was chosen.
        """
        self.check_seats(seats)
        pack = read_pack(Path(content)) if isinstance(content, str | Path) else content
        return self.build(seats, settle_options(self.meta, self.check_options(options or {}), seats), pack)

    def start(
        self,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
    ) -> State:
        """A new game. Without a seed a random one is drawn."""
        if seed is None:
            seed = secrets.randbelow(MAX_SEED)
        return self.setup(seats, options, content).start(check_seed(seed))

    def read_view(self, data: object) -> msgspec.Struct:
        """The view that some JSON data holds, as the struct that `view` is annotated with; raises BadData."""
        try:
            return msgspec.convert(data, _view_struct(type(self)), str_keys=True)
        except msgspec.ValidationError as error:
            raise BadData(*place_and_reason(error, "view")) from None

    def check_seats(self, seats: object) -> None:
        """Raise BadSeats unless the game takes that many players."""
        low, high = self.meta.seats
        if not isinstance(seats, int) or isinstance(seats, bool) or not low <= seats <= high:
            raise BadSeats(self.meta.title, seats, low, high)

    def __repr__(self) -> str:
        return f"<{self.meta.title}>"


@cache
def _view_struct(game: type[Game]) -> type[msgspec.Struct]:
    found = get_type_hints(game.view).get("return")
    if not isinstance(found, type) or not issubclass(found, msgspec.Struct) or found is msgspec.Struct:
        raise BadData("view", f"{game.__name__}.view does not say in its annotation which struct it gives")
    return found


def check_seed(seed: object) -> int:
    """The seed, or BadData when it is none."""
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MAX_SEED:
        raise BadData("seed", f"a seed is a whole number from 0 to 2**63 - 1, not {seed!r}")
    return seed
