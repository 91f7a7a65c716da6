"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.wildstyle.content import OBJECTIVE_CODES, own_content
from pandarium.games.wildstyle.view import events as seen
from pandarium.games.wildstyle.words.labels import card_words


def sentence(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    who = names[event.seat] if hasattr(event, "seat") else ""
    match event:
        case seen.LaidMap([], _, objectives):
            return f"Objectives: {', '.join(map(_title, objectives))}"
        case seen.LaidMap(sides, _, objectives):
            return f"The city: districts {', '.join(sides)}; objectives: {', '.join(map(_title, objectives))}"
        case seen.BeganRound(number):
            return f"Round {number}"
        case seen.DealtHand(_, None):
            return f"{who} gets three cards"
        case seen.DealtHand(_, [*hand]):
            return f"{who} gets {', '.join(map(card_words, hand))}"
        case seen.SaidReady():
            return f"{who} is ready"
        case seen.BeganCountdown():
            return "Three, two, one …"
        case seen.StartedRound():
            return "Go!"
        case seen.DrewCard(_, pile, card, left):
            what = "a card" if card is None else f"the {card_words(card)}"
            return f"{who} draws {what} from pile {pile + 1}{'' if left else ', the last one'}"
        case seen.AddedCard(_, card, space, size):
            return f"{who} adds the {card_words(card)} to set {space + 1}{_full(size)}"
        case seen.SharedCard(_, card, pile):
            return f"{who} shares the {card_words(card)} on pile {pile + 1}"
        case seen.TookCard(_, pile, card, space, size):
            return f"{who} takes the {card_words(card)} from share pile {pile + 1} for set {space + 1}{_full(size)}"
        case seen.TookCar(_, cars, _):
            return f"{who} takes a cop car, number {cars}"
        case seen.PlacedTag(_, _, hex, icon, _):
            return f"{who} tags {hex}, {own_content().icon_names['SRAFMP'.index(icon)]}"
        case seen.ClearedSet(_, space, _):
            return f"{who} clears set {space + 1}"
        case seen.StoppedPlaying():
            return f"{who} has placed the last tag and stops"
        case seen.TriggeredEnd(True):
            return "The draw piles are empty: no new sets"
        case seen.TriggeredEnd():
            return "Only one player has tags left: no new sets"
        case seen.Passed(_, triggered):
            return f"{who} is done" if triggered else f"{who} waits"
    return _sentence_at_the_end(event, who)


def _sentence_at_the_end(event: Any, who: str) -> str:
    match event:
        case seen.EndedRound(number):
            return f"Round {number} is over"
        case seen.ChoseTag(_, hex, left):
            return f"{who} chooses to remove {hex}, {left} to go"
        case seen.RemovedTags(_, gone):
            return f"{who} removes {', '.join(gone)} for cop cars"
        case seen.RemovedSolo(_, gone):
            return f"{who} loses {', '.join(gone)}, alone there"
        case seen.Scored(_, objectives, score):
            parts = [f"{_title(code)} {points}" for code, points in zip(objectives, score.objectives, strict=True)]
            return f"{who} scores {score.total} ({', '.join([*parts, f'tags {score.tags}'])})"
    return "Three rounds are over"


def _title(code: str) -> str:
    return own_content().objectives[OBJECTIVE_CODES.index(code)].title


def _full(size: int) -> str:
    return ": it is full" if size == 3 else ""
