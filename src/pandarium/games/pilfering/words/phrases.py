"""What may be said at a strict table (PP-X1): phrases as data, a verifier for what someone wants to say, and the words.

A phrase never speaks of a hand, but for the set that the player to act lays open as a proposal. The other parameters
are a number, a place of the Hideout, an area and a place in it, or a suit, and each is checked against what lies open.
A proposal stands until the next move: it is a phrase, so that it costs nothing and changes nothing. While it stands,
others may ask for a colour to come last; at any other time that would name a suit that they collect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pandarium.core.errors import BadMove
from pandarium.core.message import Message
from pandarium.games.pilfering.engine.cards import CODES, NUMBERS, SUIT_LETTERS
from pandarium.games.pilfering.engine.legal import card_message
from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words.notation import Play, describe, read
from pandarium.kit.talk import Choice, Spoken, SpokenBy
from pandarium.kit.talk import Phrase as Offered

Value = int | str

_PHRASE = "pilfering.phrase."
_SUIT_CODE = "pilfering.suit."


class Parameter(NamedTuple):
    """Something to fill in."""

    name: str
    kind: str
    """number (1 to 9), hideout (a place from the left, from 0), area (0 or 1), place (in it), suit (a letter),
    shown (of the set that is shown), play (a set in notation)."""


class Phrase(NamedTuple):
    """Something that may be said; its sentence is `pilfering.phrase.<code>` in the catalogues."""

    code: str
    gaps: tuple[str, ...] = ()
    """What stands in the sentence."""
    parameters: tuple[Parameter, ...] = ()
    """What the one who says it fills in; the table knows the rest."""


_NUMBER = Parameter("number", "number")
_SUIT = Parameter("suit", "suit")
_AREA = Parameter("area", "area")

PHRASES: tuple[Phrase, ...] = (
    Phrase("need-number", ("number",), (_NUMBER,)),
    Phrase("need-hideout", ("card",), (Parameter("place", "hideout"),)),
    Phrase("point-at", ("card", "shown"), (_AREA, Parameter("place", "place"))),
    Phrase("show-set", ("play",), (Parameter("play", "play"),)),
    Phrase("withdraw"),
    Phrase("suit-last", ("suit",), (Parameter("suit", "shown"),)),
    Phrase("count-number", ("count", "number"), (_NUMBER,)),
    Phrase("count-suit", ("count", "suit"), (_SUIT,)),
    Phrase("distance", ("distance",)),
    Phrase("lead", ("lead",)),
    Phrase("limit", ("shown", "left"), (_AREA,)),
    Phrase("timer", ("timer", "last")),
    Phrase("someone-out"),
    Phrase("yes"),
    Phrase("no"),
    Phrase("thanks"),
    Phrase("well-done"),
    Phrase("careful"),
)
"""The palette, in the order in which a table offers it."""

BY_CODE: dict[str, Phrase] = {phrase.code: phrase for phrase in PHRASES}


def why_not(
    view: PilferingView, code: str, values: Mapping[str, Value], recent: Sequence[SpokenBy] = ()
) -> Message | None:
    """Why the viewer of this view cannot say this; None if they can. At open tables the palette is there as well.

    `recent` are the phrases since the last move.
    """
    phrase = BY_CODE.get(code)
    if phrase is None:
        return Message("pilfering.talk.no_such_phrase", {"phrase": repr(code)})
    if view.you is None:
        return Message("pilfering.talk.only_players")
    wanted = {parameter.name for parameter in phrase.parameters}
    if set(values) != wanted:
        if not wanted:
            return Message("pilfering.talk.no_gaps", {"phrase": code})
        return Message("pilfering.talk.wrong_gaps", {"phrase": code, "gaps": ", ".join(sorted(wanted))})
    for parameter in phrase.parameters:
        if reason := _why_not_value(view, parameter.kind, values, parameter.name, recent):
            return reason
    if code == "withdraw" and (view.acting != view.you or proposal(view, recent) is None):
        return Message("pilfering.talk.nothing_shown")
    if code == "timer" and view.timekeeper is None:
        return Message("pilfering.talk.no_timer")
    if code == "someone-out" and any(player.out for player in view.players):
        return Message("pilfering.talk.somebody_out")
    return None


def proposal(view: PilferingView, recent: Sequence[SpokenBy]) -> Play | None:
    """The set that the player to act has laid open since the last move and not withdrawn; None: there is none."""
    for seat, spoken in reversed(recent):
        if seat == view.acting and spoken.id in {"show-set", "withdraw"}:
            return _read_set(spoken.params["play"]) if spoken.id == "show-set" else None
    return None


def _read_set(text: Value) -> Play | None:
    """The set that a text means in notation."""
    try:
        found = describe(read(str(text)))
    except BadMove:
        return None
    return found if isinstance(found, Play) and found.how != "extend" else None


def _shown_suits(view: PilferingView, recent: Sequence[SpokenBy]) -> list[str]:
    """The suits of a set that somebody else shows, of which one may come last; a run leaves no choice."""
    shown = proposal(view, recent)
    if shown is None or view.acting == view.you:
        return []
    suits = list(dict.fromkeys(card[0] for card in shown.cards if card != "key"))
    return suits if len(suits) > 1 else []


def _own_sets(view: PilferingView) -> list[str]:
    """The sets that the viewer might lay now, in notation: nobody else gets that list."""
    return [one.move for one in view.previews if _read_set(one.move)] if len(view.players) > 1 else []


def _why_not_value(
    view: PilferingView, kind: str, values: Mapping[str, Value], name: str, recent: Sequence[SpokenBy]
) -> Message | None:
    value = values[name]
    if kind == "play":
        return None if value in _own_sets(view) else Message("pilfering.talk.no_set_to_show")
    if kind == "shown":
        return None if value in _shown_suits(view, recent) else Message("pilfering.talk.order_not_now")
    if kind == "suit":
        known = isinstance(value, str) and len(value) == 1 and value in SUIT_LETTERS
        return None if known else Message("pilfering.talk.no_suit")
    if not isinstance(value, int) or isinstance(value, bool):
        return Message("pilfering.talk.not_a_number", {"gap": name})
    if kind == "number":
        return None if 1 <= value <= NUMBERS else Message("pilfering.talk.no_number")
    if kind == "hideout":
        return None if 0 <= value < len(view.hideout) else Message("pilfering.talk.not_in_hideout")
    if kind == "area":
        return None if value in (0, 1) else Message("pilfering.talk.no_area")
    area = values["area"]
    assert isinstance(area, int)
    return None if 0 <= value < len(view.areas[area].cards) else Message("pilfering.talk.not_in_area")


def sentence(view: PilferingView, code: str, values: Mapping[str, Value]) -> Message:
    """The phrase as everyone hears it; only for what `why_not` lets through. Counts are taken from the open table."""
    return Message(_PHRASE + code, {gap: _filled(view, gap, values) for gap in BY_CODE[code].gaps})


def _filled(view: PilferingView, gap: str, values: Mapping[str, Value]) -> int | str | Message:
    """What stands in that gap, by what was filled in and what lies open."""
    match gap:
        case "card":
            cards = view.areas[int(values["area"])].cards if "area" in values else view.hideout
            return _card(cards[int(values["place"])])
        case "shown":
            return int(values["area"]) + 1
        case "play":
            return _play(str(values["play"]))
        case "suit":
            return Message(f"{_SUIT_CODE}{values['suit']}")
        case "count" if "number" in values:
            return sum(card.endswith(str(values["number"])) for card in view.hideout)
        case "count":
            return sum(card != "key" and card[0] == values["suit"] for card in view.hideout)
        case "distance":
            return Message("pilfering.count.spaces", {"n": max(0, view.win - view.panda)})
        case "lead":
            return Message("pilfering.count.spaces", {"n": view.panda - view.keeper})
        case "left":
            left = max(0, view.limit - len(view.areas[int(values["area"])].cards))
            return Message("pilfering.count.cards", {"n": left})
        case "timer":
            return view.timer
        case "last":
            return view.time_up
    return values[gap]


def with_card(view: PilferingView, spoken: Spoken) -> Spoken:
    """A phrase that points at a card, with that card in place of where it lay; any other as it is.

    >>> from types import SimpleNamespace as View
    >>> with_card(View(hideout=["r5", "y4"]), Spoken("need-hideout", {"place": 1})).params
    {'card': 'y4'}
    """
    if spoken.id not in {"need-hideout", "point-at"}:
        return spoken
    cards = view.areas[int(spoken.params["area"])].cards if "area" in spoken.params else view.hideout
    place = int(spoken.params["place"])
    return Spoken(spoken.id, {"card": cards[place]})


_TO_FILL = {
    "card": "{place}",
    "shown": "{area}",
    "count": "…",
    "left": "…",
    "number": "{number}",
    "suit": "{suit}",
    "play": "{play}",
}
"""What stands in a gap of the sentence until its parameter is chosen."""


def offered(view: PilferingView, recent: Sequence[SpokenBy] = ()) -> list[Offered]:
    """The palette for the viewer of this view: what can be said now, with what may fill the gaps."""
    found = []
    for phrase in PHRASES:
        if not phrase.parameters:
            if not why_not(view, phrase.code, {}, recent):
                found.append(_offer(sentence(view, phrase.code, {}), phrase, {}))
            continue
        choices = {parameter.name: _choices(view, parameter.kind, recent) for parameter in phrase.parameters}
        if all(choices.values()):
            message = Message(_PHRASE + phrase.code, {gap: _TO_FILL[gap] for gap in phrase.gaps})
            found.append(_offer(message, phrase, choices))
    return found


def _offer(message: Message, phrase: Phrase, choices: dict[str, list[Choice]]) -> Offered:
    return Offered(phrase.code, str(message), choices, message)


def _choices(view: PilferingView, kind: str, recent: Sequence[SpokenBy]) -> list[Choice]:
    if kind == "number":
        return [Choice(number, str(number)) for number in range(1, NUMBERS + 1)]
    if kind == "suit":
        return [_choice(suit, Message(_SUIT_CODE + suit)) for suit in SUIT_LETTERS]
    if kind == "shown":
        return [_choice(suit, Message(_SUIT_CODE + suit)) for suit in _shown_suits(view, recent)]
    if kind == "play":
        return [_choice(move, _play(move)) for move in _different_sets(_own_sets(view))]
    if kind == "hideout":
        return [_choice(place, _card(card)) for place, card in enumerate(view.hideout)]
    if kind == "area":
        return [Choice(area, f"{area + 1}, {one.meerkat}") for area, one in enumerate(view.areas)]
    longest = max(len(area.cards) for area in view.areas)
    return [_choice(place, _cards_at(view, place)) for place in range(longest)]


def _different_sets(moves: list[str]) -> list[str]:
    """One move for each choice of cards and area: about the order one can talk."""
    found: dict[tuple[int, tuple[str, ...]], str] = {}
    for move in moves:
        play = _read_set(move)
        assert play is not None
        found.setdefault((play.area, tuple(sorted(play.cards))), move)
    return list(found.values())


def _play(move: str) -> Message:
    """The cards of a set, and where they would go."""
    play = _read_set(move)
    assert play is not None
    *others, last = [_card(card) for card in play.cards]
    cards = last
    for card in reversed(others):
        cards = Message("pilfering.shown.more", {"card": card, "others": cards})
    return Message("pilfering.shown.set", {"cards": cards, "area": play.area + 1})


def _choice(value: Value, message: Message) -> Choice:
    return Choice(value, str(message), message)


def _cards_at(view: PilferingView, place: int) -> Message:
    """What lies at that place, area by area."""
    cards = [_card(area.cards[place]) for area in view.areas if place < len(area.cards)]
    if len(cards) == 1:
        return Message("pilfering.place.one", {"number": place + 1, "card": cards[0]})
    return Message("pilfering.place.two", {"number": place + 1, "card": cards[0], "other": cards[1]})


def _card(code: str) -> Message:
    return card_message(CODES.index(code))
