"""What a bot says at the table: from its own view alone, and only by the palette (PP-X1)."""

from __future__ import annotations

from collections import Counter

from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words.phrases import why_not
from pandarium.kit.talk import Spoken

CLOSE = 4
"""With the keeper so near there is something to say about it."""


def speak(view: PilferingView) -> Spoken | None:
    """The most useful phrase after one's turn, or nothing."""
    if view.you is None or view.acting in {None, view.you}:
        return None
    hand = view.players[view.you].hand or []
    for spoken in (_warning(view), _ending(view), _wanted_card(view, hand), _wanted_number(hand)):
        if spoken is not None and not why_not(view, spoken.id, spoken.params):
            return spoken
    return None


def _warning(view: PilferingView) -> Spoken | None:
    """The keeper is close."""
    return Spoken("careful") if view.panda - view.keeper <= CLOSE else None


def _ending(view: PilferingView) -> Spoken | None:
    """The way is free, but nobody is out (PP-E3)."""
    return Spoken("someone-out") if view.panda >= view.win and not any(player.out for player in view.players) else None


def _wanted_card(view: PilferingView, hand: list[str]) -> Spoken | None:
    """A card in the Hideout that makes a set with two of the hand; the right-most, which is the easiest to get at."""
    for place in range(len(view.hideout) - 1, -1, -1):
        if view.hideout[place] != "key" and _completes(view.hideout[place], hand):
            return Spoken("need-hideout", {"place": place})
    return None


def _completes(card: str, hand: list[str]) -> bool:
    """Whether two cards of the hand make a set with this one (PP-A1)."""
    number = int(card[1])
    run = {int(other[1]) for other in hand if other != "key" and other[0] == card[0]}
    if any({number + one, number + two} <= run for one, two in ((-2, -1), (-1, 1), (1, 2))):
        return True
    return sum(other != "key" and int(other[1]) == number for other in hand) >= 2


def _wanted_number(hand: list[str]) -> Spoken | None:
    """A number of which the hand has two: a third one makes a set; of several the lowest."""
    held = Counter(int(card[1]) for card in hand if card != "key")
    pairs = sorted(number for number, cards in held.items() if cards == 2)
    return Spoken("need-number", {"number": pairs[0]}) if pairs else None
