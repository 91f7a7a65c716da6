"""Phrases: where a game has rules about talk, people at the table may say these and nothing else.

A game offers phrases with gaps, each with the words that may fill it; what was said stays in its parts, so that a card
somebody points at lights up on everybody's screen.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol, runtime_checkable

import msgspec

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60)] | int
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


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

    def only_phrases(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Whether a table with these (checked) options talks by the game's phrases alone; else its people agree."""
        return False


@runtime_checkable
class Speaker(Protocol):
    """A bot that says something after its moves."""

    def speak(self, view: Any, rng: Rng) -> Spoken | None:
        """A phrase to say, from what the bot's seat sees; None: nothing. It must be quick."""


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
