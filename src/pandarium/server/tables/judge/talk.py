"""Talk: who may say what."""

from __future__ import annotations

from unicodedata import category

from pandarium import protocol
from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.kit.talk import Spoken, TalkRules
from pandarium.server.tables import log
from pandarium.server.tables.judge.guards import game_of, match_of, my_seat, require_status
from pandarium.server.tables.judge.requests import Asker, Entries, Refusal
from pandarium.server.tables.table import Table


def say(table: Table, asker: Asker, wanted: protocol.Say) -> Entries:
    """Chat, by those whom the table lets talk."""
    seat = check_talk(table, asker)
    text = clean(wanted.text)
    if not text:
        raise Refusal("malformed", Message("protocol.nothing_to_say"))
    return [log.Said(person=asker.person, name=asker.name, seat=seat, text=text)]


def react(table: Table, asker: Asker, wanted: protocol.React) -> Entries:
    """A reaction."""
    seat = check_talk(table, asker)
    return [log.Reacted(person=asker.person, name=asker.name, seat=seat, what=wanted.what)]


def say_phrase(table: Table, asker: Asker, wanted: protocol.SayPhrase) -> Entries:
    """One of the game's phrases, by somebody who sits there, while the game is under way."""
    seat = check_phrases(table, asker)
    return [_said(table, seat, wanted.phrase, person=asker.person, name=asker.name)]


def check_phrases(table: Table, asker: Asker) -> int:
    """The seat of somebody who may talk by the game's phrases now."""
    seat = my_seat(table, asker)
    _check_not_removed(table, asker, seat)
    if table.agreement.talk == "none":
        raise Refusal("not allowed", Message("protocol.no_talk"))
    require_status(table, "running")
    game = game_of(table)
    if table.match is None or not game.meta.talk:
        raise Refusal("not allowed", Message("protocol.no_phrases", {"title": game.meta.title}))
    return seat


def bot_says(table: Table, seat: int, phrase: Spoken) -> Entries:
    """A phrase of the bot in that seat: by the same rules as a person's."""
    match_of(table)
    return [_said(table, seat, phrase, person="", name=table.seats[seat].name)]


def _said(table: Table, seat: int, phrase: Spoken, *, person: str, name: str) -> log.Said:
    """The phrase as everybody reads it, if the game lets that seat say it now."""
    rules, match = game_of(table).capability(TalkRules), table.match
    assert rules is not None, "the game has phrases"
    assert match is not None, "the game is under way"
    try:
        sentence = rules.sentence(match.state_for(seat).view(seat), seat, phrase, table.recent_phrases)
    except IllegalMove as error:
        raise Refusal("not allowed", error.message, error.rule) from None
    return log.Said(person, name, clean(str(sentence)), seat, phrase, None if isinstance(sentence, str) else sentence)


def check_talk(table: Table, asker: Asker) -> int | None:
    """The seat, if any, of somebody who may chat and react now."""
    seat = table.seat_of(asker.person)
    _check_not_removed(table, asker, seat)
    if table.agreement.talk == "phrases" and table.status == "running":
        rule = table.game.meta.talk if table.game else ""
        raise Refusal("not allowed", Message("protocol.phrases_only"), rule)
    if table.agreement.talk == "none":
        raise Refusal("not allowed", Message("protocol.no_talk"))
    if table.agreement.talk == "players" and seat is None:
        raise Refusal("not allowed", Message("protocol.only_players_talk"))
    return seat


def _check_not_removed(table: Table, asker: Asker, seat: int | None) -> None:
    """Raise Refusal for somebody whom the others have removed, until the game is over."""
    if seat is not None and table.status == "running" and asker.person in table.sent_away:
        raise Refusal("not allowed", Message("protocol.removed"))


def clean(text: str) -> str:
    """Text without control characters and without tricks of direction; line breaks become spaces."""
    seen = (" " if c in _BREAKS else c for c in text if c in _BREAKS or c == _JOINER or category(c) not in _UNSEEN)
    return "".join(seen).strip().strip(_JOINER)


_BREAKS = "\n\r\t\u2028\u2029"
_JOINER = "\u200d"
"""Holds emoji together."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
