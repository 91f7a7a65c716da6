"""What may be said at a strict table (PP-X1): phrases as data, a verifier for what someone wants to say, and the words.

A phrase never speaks of a hand. Its parameters are a number, a place of the Hideout, an area and a place in it, or a
suit, and each is checked against what lies open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pandarium.core.message import Message
from pandarium.games.pilfering.engine.cards import NUMBERS, SUIT_LETTERS
from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words.labels import SUIT_NAMES, card_name
from pandarium.kit.talk import Choice
from pandarium.kit.talk import Phrase as Offered

Value = int | str


class Parameter(NamedTuple):
    """Something to fill in."""

    name: str
    kind: str
    """number (1 to 9), hideout (a place from the left, from 0), area (0 or 1), place (in it), suit (a letter)."""


class Phrase(NamedTuple):
    """Something that may be said."""

    code: str
    words: str
    """With the parameters in braces."""
    parameters: tuple[Parameter, ...] = ()


PHRASES: tuple[Phrase, ...] = (
    Phrase("need-number", "I need a {number}.", (Parameter("number", "number"),)),
    Phrase("need-hideout", "I need that one: the {card} in the Hideout.", (Parameter("place", "hideout"),)),
    Phrase("point-at", "Look at the {card} in area {shown}.", (Parameter("area", "area"), Parameter("place", "place"))),
    Phrase("suit-last", "Could you put the {suit} card last?", (Parameter("suit", "suit"),)),
    Phrase("count-number", "There are {count} cards with a {number} in the Hideout.", (Parameter("number", "number"),)),
    Phrase("count-suit", "There are {count} {suit} cards in the Hideout.", (Parameter("suit", "suit"),)),
    Phrase("distance", "{spaces} to the win space."),
    Phrase("lead", "The keeper is {spaces} behind us."),
    Phrase("limit", "Area {shown} takes {left} before it gets dear.", (Parameter("area", "area"),)),
    Phrase("timer", "The Timer stands at {timer}."),
    Phrase("someone-out", "Somebody must go out before we can run."),
    Phrase("yes", "Yes."),
    Phrase("no", "No."),
    Phrase("thanks", "Thank you!"),
    Phrase("well-done", "Well done!"),
    Phrase("careful", "Careful, the keeper is close."),
)
"""The palette, in the order in which a table offers it."""

BY_CODE: dict[str, Phrase] = {phrase.code: phrase for phrase in PHRASES}


def why_not(view: PilferingView, code: str, values: Mapping[str, Value]) -> Message | None:
    """Why the viewer of this view cannot say this; None if they can. At open tables the palette is there as well."""
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
        if reason := _why_not_value(view, parameter.kind, values, parameter.name):
            return reason
    if code == "suit-last" and not _another_lays(view):
        return Message("pilfering.talk.order_not_now")
    if code == "timer" and view.timer == 0:
        return Message("pilfering.talk.no_timer")
    if code == "someone-out" and any(player.out for player in view.players):
        return Message("pilfering.talk.somebody_out")
    return None


def _another_lays(view: PilferingView) -> bool:
    return view.step in {"act", "door"} and view.acting != view.you


def _why_not_value(view: PilferingView, kind: str, values: Mapping[str, Value], name: str) -> Message | None:
    value = values[name]
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


def words(view: PilferingView, code: str, values: Mapping[str, Value]) -> str:
    """The phrase as everyone hears it; only for what `why_not` lets through. Counts are taken from the open table."""
    filled: dict[str, object] = dict(values)
    spaces = 0
    if code == "need-hideout":
        filled["card"] = card_name(view.hideout[int(values["place"])])
    elif code == "point-at":
        filled["card"] = card_name(view.areas[int(values["area"])].cards[int(values["place"])])
    elif code == "count-number":
        filled["count"] = sum(card.endswith(str(values["number"])) for card in view.hideout)
    elif code == "count-suit":
        filled["count"] = sum(card != "key" and card[0] == values["suit"] for card in view.hideout)
    elif code == "distance":
        spaces = max(0, view.win - view.panda)
    elif code == "lead":
        spaces = view.panda - view.keeper
    elif code == "limit":
        filled["left"] = _counted(max(0, view.limit - len(view.areas[int(values["area"])].cards)), "card")
    if "suit" in values:
        filled["suit"] = SUIT_NAMES[str(values["suit"])]
    if "area" in values:
        filled["shown"] = int(values["area"]) + 1
    filled["spaces"] = _counted(spaces, "space")
    filled["timer"] = view.timer
    return BY_CODE[code].words.format(**filled)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def offered(view: PilferingView) -> list[Offered]:
    """The palette for the viewer of this view: what can be said now, with what may fill the gaps."""
    found = []
    for phrase in PHRASES:
        if not phrase.parameters:
            if not why_not(view, phrase.code, {}):
                found.append(Offered(phrase.code, words(view, phrase.code, {})))
            continue
        if phrase.code == "suit-last" and not _another_lays(view):
            continue
        gaps = {parameter.name: _choices(view, parameter.kind) for parameter in phrase.parameters}
        if all(gaps.values()):
            shown = {"{card}": "{place}", "{shown}": "{area}", "{count}": "…", "{left}": "…"}
            text = phrase.words
            for gap, word in shown.items():
                text = text.replace(gap, word)
            found.append(Offered(phrase.code, text, gaps))
    return found


def _choices(view: PilferingView, kind: str) -> list[Choice]:
    if kind == "number":
        return [Choice(number, str(number)) for number in range(1, NUMBERS + 1)]
    if kind == "suit":
        return [Choice(suit, SUIT_NAMES[suit]) for suit in SUIT_LETTERS]
    if kind == "hideout":
        return [Choice(place, card_name(card)) for place, card in enumerate(view.hideout)]
    if kind == "area":
        return [Choice(area, f"{area + 1}, {one.meerkat}") for area, one in enumerate(view.areas)]
    longest = max(len(area.cards) for area in view.areas)
    return [Choice(place, f"{place + 1}: {_cards_at(view, place)}") for place in range(longest)]


def _cards_at(view: PilferingView, place: int) -> str:
    """What lies at that place, area by area."""
    return " / ".join(card_name(area.cards[place]) for area in view.areas if place < len(area.cards))
