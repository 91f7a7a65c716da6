"""Phrases: where a game has rules about talk, people at the table may say these and nothing else.

A game offers phrases with gaps, each with the words that may fill it; what was said stays in its parts, so that a card
somebody points at lights up on everybody's screen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from pandarium.core.bot import Bot, ask
from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | int
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]

_REMEMBERED = 4
"""Phrases of one speaker that stand at a time."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What may fill a gap."""

    value: Word
    """What to send: a card's name, a number."""
    label: str
    """What to show, in English."""
    message: Message | None = None
    """The same for other languages, where it is not the same in all of them."""


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase that may be said."""

    id: Name
    words: str
    """As people say it, its gaps in braces: `I need a {number}.`"""
    params: dict[str, list[Choice]] = {}
    """What may fill each gap."""
    message: Message | None = None
    """The words for other languages, with the same gaps."""


class Spoken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A phrase that was said, in its parts."""

    id: Name
    params: Annotated[dict[Name, Word], msgspec.Meta(max_length=8)] = {}


class SpokenBy(NamedTuple):
    """Who said a phrase."""

    seat: int
    spoken: Spoken


class TalkRules(ABC):
    """What a game with rules about talk hands out."""

    rule: str
    """The ID of the rule; it stands in the game's `meta.talk`, too, for whoever has not loaded the game."""

    @abstractmethod
    def phrases(self, view: Any, seat: int, recent: Sequence[SpokenBy] = ()) -> Sequence[Phrase]:
        """What this seat may say now at a table that talks by phrases alone.

        The view is the seat's own, and nobody else is shown the list: others see only what is said. `recent` are the
        phrases since the last move, for what may be said only in answer to another.
        """

    def sentence(self, view: Any, seat: int, spoken: Spoken, recent: Sequence[SpokenBy] = ()) -> Message | str:
        """The sentence that everybody reads, a message where it is told in several languages.

        It raises IllegalMove with the rule about talk and the reason.
        """
        return fill(self.phrases(view, seat, recent), spoken, self.rule)

    def remembered(self, view: Any, spoken: Spoken) -> Spoken:
        """The phrase for those who hear it when the table has moved on: what it points at by name, not by place.

        The view is a spectator's of the moment when it was said.
        """
        return spoken

    def only_phrases(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Whether a table with these (checked) options talks by the game's phrases alone; else its people agree."""
        return False


@runtime_checkable
class Speaker(Protocol):
    """A bot that says something after its moves."""

    def speak(self, view: Any, rng: Rng) -> Spoken | None:
        """A phrase to say, from what the bot's seat sees; None: nothing. It must be quick."""


@runtime_checkable
class Listener(Protocol):
    """A bot that understands what others say."""

    def choose_hearing(self, state: State, seat: int, rng: Rng, heard: Sequence[SpokenBy]) -> int:
        """A legal move, as `choose` has it, when others have said this: what stands of it (`Conversation`)."""


class StandingPhrase(NamedTuple):
    """A phrase that still stands."""

    phrase: SpokenBy
    overtaken: bool = False
    """Somebody else has moved since."""


class Conversation(NamedTuple):
    """What was said at a table by the game's phrases and still stands, as the rules remember it.

    A phrase stands until its speaker's next turn: until they move after somebody else has.

    >>> wish = SpokenBy(1, Spoken("need", {"number": 4}))
    >>> talk = Conversation().said(wish).moved(1).moved(0)
    >>> talk.heard_by(0) == (wish,), talk.heard_by(1), talk.moved(1).heard_by(0)
    (True, (), ())
    """

    standing: tuple[StandingPhrase, ...] = ()
    """Oldest first."""

    def said(self, phrase: SpokenBy) -> Conversation:
        """Somebody says something; of each speaker the last few phrases stand."""
        earlier = [one for one in self.standing if one.phrase != phrase]
        own = [one for one in earlier if one.phrase.seat == phrase.seat]
        if len(own) >= _REMEMBERED:
            earlier.remove(own[0])
        return Conversation((*earlier, StandingPhrase(phrase)))

    def moved(self, seat: int) -> Conversation:
        """A seat moves."""
        if not self.standing:
            return self
        kept = (one for one in self.standing if one.phrase.seat != seat or not one.overtaken)
        return Conversation(tuple(one._replace(overtaken=one.phrase.seat != seat) for one in kept))

    def has(self, phrase: SpokenBy) -> bool:
        """Whether that was said and stands."""
        return any(one.phrase == phrase for one in self.standing)

    def heard_by(self, seat: int) -> tuple[SpokenBy, ...]:
        """What stands of what others said."""
        return tuple(one.phrase for one in self.standing if one.phrase.seat != seat)


class SaidAloud(NamedTuple):
    """What a bot says, and how everybody reads it."""

    spoken: Spoken
    sentence: Message | str


class BotTalk:
    """How bots talk at a table that no server keeps: each after its moves, and nothing that still stands."""

    def __init__(self, rules: TalkRules | None) -> None:
        self.rules = rules
        self.conversation = Conversation()

    def ask(self, bot: Bot, state: State, seat: int, rng: Rng) -> int:
        """The bot's move in this position, when it has heard the others."""
        return ask_hearing(bot, state, seat, rng, self.conversation.heard_by(seat))

    def moved(self, seat: int) -> None:
        """That seat has moved."""
        self.conversation = self.conversation.moved(seat)

    def speak(self, bot: Bot, seat: int, see: Callable[[int | None], Any], rng: Rng) -> SaidAloud | None:
        """What a bot says after its move; everybody must be shown it. `see` gives what a viewer sees now."""
        if self.rules is None or not isinstance(bot, Speaker):
            return None
        view = see(seat)
        spoken = bot.speak(view, rng)
        if spoken is None:
            return None
        try:
            sentence = self.rules.sentence(view, seat, spoken)
        except IllegalMove:  # it is too late to say that
            return None
        phrase = SpokenBy(seat, self.rules.remembered(see(None), spoken))
        if self.conversation.has(phrase):
            return None
        self.conversation = self.conversation.said(phrase)
        return SaidAloud(spoken, sentence)


def ask_hearing(bot: Bot, state: State, seat: int, rng: Rng, heard: Sequence[SpokenBy]) -> int:
    """The move of a bot that has heard this, if it listens; else that of `core.bot.ask`."""
    if heard and isinstance(bot, Listener):
        return bot.choose_hearing(state.resample(seat, rng), seat, rng, heard)
    return ask(bot, state, seat, rng)


def fill(phrases: Iterable[Phrase], spoken: Spoken, rule: str) -> str:
    """The sentence, if it is one of those phrases with words that fit; raises IllegalMove by that rule.

    >>> need = Phrase("need", "I need a {number}.", {"number": [Choice(4, "four"), Choice(5, "five")]})
    >>> fill([need], Spoken("need", {"number": 4}), "PP-X1")
    'I need a four.'
    """
    phrase = next((one for one in phrases if one.id == spoken.id), None)
    if phrase is None:
        raise IllegalMove(rule, Message("kit.talk.no_such_phrase", {"phrase": spoken.id}))
    if spoken.params.keys() != phrase.params.keys():
        words = phrase.message or phrase.words
        if not phrase.params:
            raise IllegalMove(rule, Message("kit.talk.no_gaps", {"words": words}))
        raise IllegalMove(rule, Message("kit.talk.gaps", {"words": words, "gaps": ", ".join(phrase.params)}))
    labels: dict[str, str] = {}
    for gap, value in spoken.params.items():
        chosen = next((one for one in phrase.params[gap] if one.value == value), None)
        if chosen is None:
            raise IllegalMove(rule, Message("kit.talk.no_such_word", {"value": repr(value), "gap": gap}))
        labels[gap] = chosen.label
    return phrase.words.format(**labels)
