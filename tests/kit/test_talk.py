"""Phrases with gaps, and what may fill them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pandarium import Rng, game
from pandarium.core.bot import Bot
from pandarium.core.errors import IllegalMove
from pandarium.core.state import State
from pandarium.kit.talk import (
    BotTalk,
    Choice,
    Conversation,
    Listener,
    Phrase,
    Spoken,
    SpokenBy,
    TalkRules,
    ask_hearing,
    fill,
)

NEED = Phrase("need", "I need a {number}.", {"number": [Choice(4, "four"), Choice(5, "five")]})
POINT = Phrase("point", "{who}, look at {card}!", {"who": [Choice("ann", "Ann")], "card": [Choice("b4", "the blue 4")]})
QUIET = Phrase("quiet", "Nothing.")
ALL = [NEED, POINT, QUIET]


@pytest.mark.parametrize(
    ("spoken", "text"),
    [
        (Spoken("need", {"number": 5}), "I need a five."),
        (Spoken("point", {"card": "b4", "who": "ann"}), "Ann, look at the blue 4!"),
        (Spoken("quiet"), "Nothing."),
    ],
)
def test_a_phrase_is_said_with_its_gaps_filled(spoken: Spoken, text: str) -> None:
    assert fill(ALL, spoken, "XX-1") == text


@pytest.mark.parametrize(
    ("spoken", "reason"),
    [
        (Spoken("sing"), "no phrase 'sing'"),
        (Spoken("need"), "gaps .* number"),
        (Spoken("need", {"number": 4, "colour": "blue"}), "gaps .* number"),
        (Spoken("quiet", {"number": 4}), "has no gaps to fill"),
        (Spoken("need", {"number": 6}), "6 cannot be said for 'number'"),
        (Spoken("need", {"number": "4"}), "'4' cannot be said for 'number'"),
        (Spoken("point", {"who": "ann", "card": "{who.__class__}"}), "cannot be said for 'card'"),
    ],
)
def test_whatever_was_not_offered_is_refused_by_the_rule_about_talk(spoken: Spoken, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as refused:
        fill(ALL, spoken, "XX-1")
    assert refused.value.rule == "XX-1"
    assert refused.value.message.render("de") != refused.value.reason


# What stands


FOUR = SpokenBy(1, Spoken("need", {"number": 4}))
FIVE = SpokenBy(1, Spoken("need", {"number": 5}))


def test_a_phrase_stands_until_its_speakers_next_turn() -> None:
    talk = Conversation().said(FOUR)
    assert talk.heard_by(0) == talk.heard_by(2) == (FOUR,)
    assert talk.heard_by(1) == ()
    assert talk.moved(1).moved(1).heard_by(0) == (FOUR,), "it was said in the middle of a turn"
    assert talk.moved(0).moved(2).heard_by(0) == (FOUR,)
    assert talk.moved(0).moved(1).heard_by(0) == ()


def test_what_is_said_again_is_new_and_of_each_speaker_a_few_phrases_stand() -> None:
    talk = Conversation().said(FOUR).moved(0).said(FIVE).said(FOUR)
    assert talk.heard_by(0) == (FIVE, FOUR)
    assert talk.moved(1).heard_by(0) == (FIVE, FOUR)
    others = [SpokenBy(1, Spoken("need", {"number": number})) for number in range(6, 9)]
    for phrase in others:
        talk = talk.said(phrase)
    assert talk.said(SpokenBy(2, FOUR.spoken)).heard_by(0) == (FOUR, *others, SpokenBy(2, FOUR.spoken))


# Bots that talk


class Deaf(Bot):
    """Takes the first move."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        return state.legal(seat)[0]


class Chatty(Deaf):
    """Says what it is told to say, and takes the last move when it has heard something."""

    def __init__(self, *phrases: Spoken) -> None:
        self.phrases = list(phrases)
        self.heard: list[Sequence[SpokenBy]] = []

    def speak(self, view: Any, rng: Rng) -> Spoken | None:
        return self.phrases.pop(0) if self.phrases else None

    def choose_hearing(self, state: State, seat: int, rng: Rng, heard: Sequence[SpokenBy]) -> int:
        self.heard.append(heard)
        return state.legal(seat)[-1]


class Rules(TalkRules):
    rule = "XX-1"

    def phrases(self, view: Any, seat: int, recent: Sequence[SpokenBy] = ()) -> Sequence[Phrase]:
        return ALL

    def remembered(self, view: Any, spoken: Spoken) -> Spoken:
        return Spoken(spoken.id, {**spoken.params, "seen": str(view)})


def test_only_who_listens_is_told_and_only_if_something_was_said() -> None:
    state, bot = game("pilfering").start(2, seed=1), Chatty()
    first, last = state.legal(0)[0], state.legal(0)[-1]
    assert isinstance(bot, Listener)
    assert not isinstance(Deaf(), Listener)
    assert ask_hearing(Deaf(), state, 0, Rng(1), [FOUR]) == first
    assert ask_hearing(bot, state, 0, Rng(1), []) == first
    assert ask_hearing(bot, state, 0, Rng(1), [FOUR]) == last != first
    assert bot.heard == [[FOUR]]


def test_bots_at_a_table_hear_each_other_and_repeat_nothing_that_stands() -> None:
    four, five, none = (Spoken("need", {"number": number}) for number in (4, 5, 6))
    talk, state = BotTalk(Rules()), game("pilfering").start(2, seed=1)
    chatty, other = Chatty(four, four, five, none), Chatty()
    said = [talk.speak(chatty, 1, str, Rng(1)) for _ in range(4)]
    assert [one and one.sentence for one in said] == ["I need a four.", None, "I need a five.", None]
    state.play(0, talk.ask(other, state, 0, Rng(1)))
    talk.ask(chatty, state, 1, Rng(1))
    assert [[spoken.params for _, spoken in heard] for heard in other.heard] == [
        [{"number": 4, "seen": "None"}, {"number": 5, "seen": "None"}]
    ]
    assert chatty.heard == []
    talk.moved(0)
    talk.moved(1)
    assert talk.conversation.standing == ()
    chatty.phrases = [four]
    assert talk.speak(chatty, 1, str, Rng(1)) is not None


def test_without_rules_about_talk_or_a_voice_nothing_is_said() -> None:
    assert BotTalk(None).speak(Chatty(Spoken("quiet")), 0, str, Rng(1)) is None
    assert BotTalk(Rules()).speak(Deaf(), 0, str, Rng(1)) is None
