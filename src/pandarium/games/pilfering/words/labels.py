"""Cards and moves as people say them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pandarium.games.pilfering.engine.cards import CODES, NAMES, SUIT_LETTERS, SUIT_WORDS
from pandarium.games.pilfering.words.notation import (
    SEAT_LETTERS,
    Choose,
    Discard,
    Draw,
    Escape,
    Give,
    Pick,
    Place,
    Play,
    Share,
    Start,
    Stash,
    Swap,
    describe,
    encode,
)

SUIT_NAMES = dict(zip(SUIT_LETTERS, SUIT_WORDS, strict=True))


def card_name(code: str) -> str:
    """A card as people say it."""
    return NAMES[CODES.index(code)]


def card_names(cards: Sequence[str]) -> str:
    """Some cards as people say them."""
    return ", ".join(card_name(card) for card in cards)


def label(move: int, names: Sequence[str]) -> str:
    """A move as a player would say it."""
    match describe(move):
        case Choose(panda):
            return f"Be the {panda.capitalize()} Panda"
        case Start(yes):
            return "I start" if yes else "Someone else starts"
        case Escape(yes):
            return "Run for it" if yes else "Play on"
        case Draw():
            return "Draw from the deck"
        case Discard():
            return "Discard a Key: keeper 2 back"
        case Pick(cards, way):
            what = "the last card" if cards == 1 else f"the last {cards} cards"
            return f"Take {what} of the Hideout" + ("" if way == "plain" else f" ({way})")
        case Play(how, area, cards, ability):
            verb = {"set": "New set", "reuse": "Go on", "extend": "Extend", "left": "On the left"}[how]
            return f"{verb}, area {area + 1}: {card_names(cards)}" + (" (ability)" if ability else "")
        case Swap(area, place, card):
            return f"Swap the Key in place {place + 1} of area {area + 1} for the {card_name(card)}"
        case Share(card, seat, secret):
            whose = (
                f"the {card_name(secret)} of the Secret Stash"
                if secret is not None
                else f"a card of {_who(seat, names)}"
            )
            return f"Share the {card_name(card)} for {whose}"
        case Give(card):
            return f"Give the {card_name(card)}"
        case Stash(card):
            return f"Stash the {card_name(card)}"
        case Place(area):
            return f"Put it into area {area + 1}"
    return "Pass"


def group(move: int) -> str:
    """The same cards in the same area, in whatever order and with or without an ability; "" for other moves."""
    found = describe(move)
    if not isinstance(found, Play) or found.how == "extend":
        return ""
    cards = sorted(found.cards, key=CODES.index)
    return label(encode(msgspec.structs.replace(found, cards=cards, ability=False)), ())


def _who(seat: int | None, names: Sequence[str]) -> str:
    if seat is None:
        return "somebody"
    return names[seat] if seat < len(names) else f"seat {SEAT_LETTERS[seat]}"
