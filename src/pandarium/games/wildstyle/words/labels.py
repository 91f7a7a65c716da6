"""Moves and cards as a player would say them."""

from __future__ import annotations

from functools import lru_cache

from pandarium.games.wildstyle.content import COLOUR_LETTERS, own_content
from pandarium.games.wildstyle.words.notation import (
    MOVES_KEPT,
    Add,
    Clear,
    Draw,
    Pass,
    Ready,
    Remove,
    Rush,
    Scrap,
    Share,
    Tag,
    Take,
    describe,
)


def card_words(card: str) -> str:
    """A card in words: `Rt` is a teal Railway."""
    content = own_content()
    return f"{content.colours[COLOUR_LETTERS.index(card[1])]} {content.icon_names['SRAFMP'.index(card[0])]}"


@lru_cache(MOVES_KEPT)
def label(number: int) -> str:
    """A move as a player would say it."""
    match describe(number):
        case Draw(pile):
            return f"Draw from pile {pile + 1}"
        case Add(card, space):
            return f"Add the {card_words(card)} to set {space + 1}"
        case Share(card, pile):
            return f"Share the {card_words(card)} on pile {pile + 1}"
        case Take(pile, card, space):
            return f"Take the {card_words(card)} from share pile {pile + 1} for set {space + 1}"
        case Tag(space, hex):
            return f"Complete set {space + 1} and tag {hex}"
        case Clear(space):
            return f"Complete set {space + 1} without a tag"
        case Rush(space, hex):
            return f"Take a cop car, rush set {space + 1} and tag {hex}"
        case Scrap(space):
            return f"Take a cop car and clear set {space + 1} without a tag"
        case Remove(hex):
            return f"Remove the tag on {hex}"
        case Pass():
            return "Pass"
        case Ready():
            return "Ready"
    return "Go!"


def group(number: int) -> str:
    """What a cop car buys for a set, wherever the tag goes; "" for other moves: their hexes have keys of their own."""
    match describe(number):
        case Rush(space, _) | Scrap(space):
            return f"Take a cop car and rush set {space + 1}"
    return ""
