"""State = fold(entries): nothing is kept here, and every answer is worked out anew from the whole list.

Entries are undone by leaving them out and corrected by writing others in their place; whatever comes after is checked
again, and the first that no longer fits is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec

from pandarium import bots
from pandarium.companion.tournament import RealTournament
from pandarium.core.bot import ask_advice
from pandarium.core.errors import IllegalMove, PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.kit.companion import SEVERAL_TABLES, Companion, Evening

MOST_ENTRIES: Final = 3_000
LONGEST_ENTRY: Final = 200
MOST_ADVICE: Final = 5
_SEED: Final = 1
"""Advice about the same position is the same."""

Line = Annotated[str, msgspec.Meta(max_length=LONGEST_ENTRY)]


class EveningEntries(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An evening as far as it was entered. The order of the names is that of the seats, clockwise."""

    names: Annotated[
        list[Annotated[str, msgspec.Meta(min_length=1, max_length=32)]],
        msgspec.Meta(max_length=10, examples=[["Ann", "Ben"]]),
    ]
    options: dict[str, OptionValue] = {}
    entries: Annotated[list[Line], msgspec.Meta(max_length=MOST_ENTRIES, examples=[["A roll 3", "B roll 5"]])] = []
    typing: Annotated[Line, msgspec.Meta(description="What is being typed and is not an entry yet.")] = ""
    advice: Annotated[bool, msgspec.Meta(description="Whether to say what a bot would do.")] = False


class Entered(msgspec.Struct, frozen=True):
    """An entry, and what followed from it."""

    entry: str
    events: list[Any]
    """As the game's `redact` tells them to everybody."""
    text: list[str]
    """The same as English sentences, with the rule where the evening tells it."""


class EntryFault(msgspec.Struct, frozen=True):
    """The first entry that does not fit what came before it. Those after it were not looked at."""

    index: int
    entry: str
    reason: str
    """In English."""
    message: Message
    rule: str


class Advised(msgspec.Struct, frozen=True):
    """What a bot would do, as an entry."""

    entry: str
    what: Any
    """The move, as the game describes it."""
    label: str
    why: str
    message: Message


class EveningShown(msgspec.Struct, frozen=True, kw_only=True):
    """What follows from an evening's entries."""

    page: Any
    """The game's own: how things stand, and what is to be entered next."""
    entered: list[Entered]
    fault: EntryFault | None
    points: Annotated[list[list[int]], msgspec.Meta(description="By seat and round.")]
    outcome: Outcome | None
    advice: list[Advised]


def companion_of(game: Game) -> Companion | None:
    """The game's companion, or None."""
    return game.capability(Companion)


def fold(game: Game, told: EveningEntries) -> EveningShown:
    """Everything that follows from these entries; raises PandariumError for names or options that cannot be.

    >>> import pandarium
    >>> told = EveningEntries(names=["Ann", "Ben"], entries=["A roll 3", "B roll 5", "B take b8"])
    >>> shown = fold(pandarium.game("royale"), told)
    >>> shown.points
    [[3], [5]]
    >>> shown.fault.index, shown.fault.reason
    (2, 'the dice drawn from the bag come first')
    """
    evening, entered, fault = follow(game, told)
    return EveningShown(
        page=evening.page(told.typing),
        entered=entered,
        fault=fault,
        points=evening.points(),
        outcome=evening.outcome(),
        advice=advise(game, evening, told.names) if told.advice else [],
    )


def follow(game: Game, told: EveningEntries) -> tuple[Evening, list[Entered], EntryFault | None]:
    """The evening behind the entries that fit, and the first that does not."""
    companion = companion_of(game)
    if companion is None:
        raise PandariumError(Message("core.no_companion", {"game": game.meta.title}))
    setup = game.setup(len(told.names), told.options)
    evening: Evening
    if told.entries[:1] == [SEVERAL_TABLES]:
        evening = RealTournament(game, told.names)
    else:
        evening = companion.begin(setup, told.names)
    entered: list[Entered] = []
    for index, entry in enumerate(told.entries):
        try:
            events = evening.enter(entry)
        except PandariumError as error:
            rule = error.rule if isinstance(error, IllegalMove) else ""
            reason = error.reason if isinstance(error, IllegalMove) else str(error)
            return evening, entered, EntryFault(index, entry, reason, error.message, rule)
        text = [said for event in events if (said := _say(game, evening, event, told.names))]
        entered.append(Entered(entry, events, text))
    return evening, entered, None


def _say(game: Game, evening: Evening, event: Any, names: Sequence[str]) -> str:
    """An event as a sentence, with its rule where the evening tells it."""
    said = game.sentence(event, names)
    rule = evening.rule_of(event)
    return f"{said} ({rule})" if said and rule else said


def advise(game: Game, evening: Evening, names: Sequence[str]) -> list[Advised]:
    """What the strongest bot thinks of the choice at hand, best first; nothing where nobody has one."""
    choice = evening.choice()
    if choice is None:
        return []
    state, seat = choice
    bot = bots.make(game, bots.strongest(game))
    return [
        Advised(
            evening.entry_of(seat, game.say(one.move)),
            game.describe(one.move),
            game.label(one.move, names),
            str(one.why),
            one.message,
        )
        for one in ask_advice(bot, state, seat, Rng(_SEED))[:MOST_ADVICE]
    ]
