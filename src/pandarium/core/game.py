"""Game: the front door of one game. It stays outside the compiled engine, since it deals in words and structs."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, get_type_hints

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.content import place_and_reason, read_pack
from pandarium.core.errors import BadData, BadOption, BadSeats, unknown_name
from pandarium.core.meta import Meta, OptionValue, Pace
from pandarium.core.rng import Rng
from pandarium.core.rulebook import Rulebook, words_folder
from pandarium.core.state import Setup, State
from pandarium.core.talk import Phrase, Spoken, fill
from pandarium.core.tournament import TournamentRules

MAX_SEED = 2**63


class Piece(NamedTuple):
    """A named stretch of an observation."""

    name: str
    length: int
    help: str


class Observation(NamedTuple):
    """The layout of what `state.observe(seat)` returns."""

    pieces: tuple[Piece, ...]

    @property
    def length(self) -> int:
        """Bytes in all."""
        return sum(piece.length for piece in self.pieces)

    def split(self, data: bytes) -> dict[str, bytes]:
        """The same bytes, cut into their named pieces."""
        parts: dict[str, bytes] = {}
        at = 0
        for piece in self.pieces:
            parts[piece.name] = data[at : at + piece.length]
            at += piece.length
        return parts


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
    observation: Observation
    folder: Path
    """Where the game's own files lie: content, rulebook."""
    measured: tuple[Mapping[str, OptionValue], ...] = ({},)
    """The options with which the strength of the bots is measured, one set after the other."""
    tournament: TournamentRules | None = None
    """How it is played as a tournament, if it can be."""
    thinking: Mapping[str, float] = MappingProxyType({})
    """Levels that take their time, and which part of the games they play where strength is measured in real time."""

    # what a game fills in

    @abstractmethod
    def build(self, seats: int, options: dict[str, Any], content: Any) -> Setup:
        """The set-up for checked seats, checked options and a decoded content pack (None: the one in the folder)."""

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

    def tell(self, event: Any, names: Sequence[str]) -> str:
        """A redacted event as one sentence, or "" when it is not worth one."""
        return ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(event).items())

    def draw(self, view: Any, names: Sequence[str], width: int = 80) -> Any:
        """The table as a Rich renderable of that width, for the terminal; None: the generic drawing will do.

        Text whose style has `meta={"move": notation}` stands for that move and can be clicked; with `"slot": True` it
        makes room for the move's key. An attribute `pages` of (title, renderable) holds what lies beside the table.
        `pandarium.kit.drawing` has what such tables share.
        """
        return None

    def previews(self, view: Any) -> Mapping[str, str]:
        """What the viewer's legal moves would do at once, in a few words, by notation; the terminal lists them so.

        Only what the view says. A move that needs no such words is left out.
        """
        return {}

    def group(self, move: int, names: Sequence[str]) -> str:
        """What a move has in common with others, as a line of a list; "": it stands alone.

        Where there are many moves, the terminal folds those of one group into one line.
        """
        return ""

    def how_far(self, view: Any) -> str:
        """How far the players came, in a sentence, for the end of a game in which all play together."""
        return ""

    def phrases(self, view: Any, seat: int) -> Sequence[Phrase]:
        """What this seat may say now at a table that talks by phrases alone, where `meta.talk` names the rule about it.

        The view is the seat's own, and nobody else is shown the list: others hear only what is said.
        """
        return ()

    def say_phrase(self, view: Any, seat: int, spoken: Spoken) -> str:
        """The sentence that everybody hears; raises IllegalMove with the rule about talk and the reason."""
        return fill(self.phrases(view, seat), spoken, self.meta.talk)

    def talks_by_phrases(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Whether a table with these (checked) options talks by the game's phrases alone; else its people agree."""
        return False

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The game's own bots by level, weakest first. `random` and a generic search are there without a word."""
        return {}

    def sparring(self) -> Mapping[str, Callable[[], Bot]]:
        """Players by name that are no level: offered to nobody, but to be had in simulations, to measure levels by."""
        return {}

    def winnable(self, state: Any, rng: Rng) -> bool | None:
        """Where all play together: whether a search that sees every card finds a way to win; None: there is no search.

        For measuring how good a bot could be at all. No bot may ever ask it.
        """
        return None

    # what every game inherits

    def setup(
        self,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
    ) -> Setup:
        """Check seats, options and content pack, and lay the table; `setup.start(seed)` deals."""
        self.check_seats(seats)
        pack = read_pack(Path(content)) if isinstance(content, str | Path) else content
        return self.build(seats, self.check_options(options or {}), pack)

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

    def check_options(self, options: Mapping[str, object]) -> dict[str, Any]:
        """All options with their values, defaults filled in; raises BadOption."""
        known = {option.name: option for option in self.meta.options}
        chosen: dict[str, Any] = {name: option.default for name, option in known.items()}
        for name, value in options.items():
            if name not in known:
                raise BadOption(unknown_name(f"{self.meta.title} option", str(name), known))
            choices = known[name].choices
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                allowed = ", ".join(show_option(choice) for choice in choices)
                raise BadOption(f"option {name} of {self.meta.title} takes {allowed}, not {value!r}")
            chosen[name] = value
        return chosen

    def pace(self, options: Mapping[str, object]) -> Pace:
        """How it is played with these options; a game that has an option for it says so here."""
        return self.meta.pace

    def read_option(self, name: str, text: str) -> OptionValue:
        """The value that a text means for that option; raises BadOption."""
        for option in self.meta.options:
            if option.name == name:
                for choice in option.choices:
                    if show_option(choice).lower() == text.strip().lower():
                        return choice
                allowed = ", ".join(show_option(choice) for choice in option.choices)
                raise BadOption(f"option {name} of {self.meta.title} takes {allowed}, not {text!r}")
        raise BadOption(unknown_name(f"{self.meta.title} option", name, [o.name for o in self.meta.options]))

    @property
    def rulebook(self) -> Rulebook:
        """The rules in our words, paragraph by paragraph."""
        return Rulebook.read(words_folder(self.folder) / "rulebook.md")

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


def show_option(choice: OptionValue) -> str:
    """An option's value as people write it: yes and no, numbers and words."""
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)
