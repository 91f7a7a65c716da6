"""Moves as buttons and menus name them; cards, claims and statements as people say them."""

from __future__ import annotations

from collections.abc import Sequence

from pandarium.games.pandante.engine.cards import CODES, COLOUR_CODES, COLOUR_NAMES, JOKER
from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.words.notation import (
    CLAIM_CODES,
    Announce,
    Card,
    Choose,
    Claim,
    Plain,
    Say,
    Snack,
    describe,
)


def card_name(code: str) -> str:
    """A card as people say it: the red 7."""
    if code == CODES[JOKER]:
        return "the Joker"
    return f"the {COLOUR_NAMES[COLOUR_CODES.index(code[0])]} {code[1:]}"


def claim_name(code: str) -> str:
    """A claim as people say it."""
    return CLAIM_NAMES[CLAIM_CODES.index(code)]


def a_hand(code: str) -> str:
    """A claim with its article: a full house, three of a kind."""
    name = claim_name(code)
    return name if name.endswith("kind") else f"a {name}"


def statement_words(number: int, colour: str | None, pair: int | None) -> str:
    """A statement as people say it."""
    if colour is not None:
        return f"{colour}, {number} high" if number else f"{colour}, all on the table"
    return f"{number}s over {pair}s" if pair else str(number)


_LABELS = {
    "fold": "Fold",
    "pass": "No, thank you",
    "go": "That is all",
    "pay": "Pay",
    "challenge": "Challenge!",
    "trust": "Let it pass",
    "hand 1": "Add it to the first hand",
    "hand 2": "Add it to the second hand",
    "drop 1": "Discard the first hand",
    "drop 2": "Discard the second hand",
    "next low": "The first card comes next",
    "next high": "The second card comes next",
    "keep": "Keep the claim",
    "lower": "Lower the claim",
    "place low": "Add the first new card",
    "place high": "Add the second new card",
    "place none": "Leave things as they are",
    "stay": "Stay in",
    "hide": "Keep it to yourself",
    "show": "Show the lie and take the coin",
    "redraw": "Take a new hand",
    "leave": "Leave the table",
    "sit": "Stay for another gambit",
    "stakes stay": "The stakes stay",
    "stakes rise": "The stakes rise",
}


def label(move: int, names: Sequence[str]) -> str:
    """A move as a player would say it."""
    match describe(move):
        case Claim(kind, claim):
            return f"{'Claim' if kind == 'bet' else 'Upgrade to'} {a_hand(claim)}"
        case Snack(diamonds):
            return f"Have a big snack for {diamonds} diamonds" if diamonds else "Have a snack"
        case Card(kind, card):
            verb = {"discard": "Discard", "top": "Put on the deck:", "reveal": "Reveal"}[kind]
            return f"{verb} {card_name(card)}"
        case Announce(ability, seat, row):
            words = ability.replace("-", " ").capitalize().replace("Ex ", "EX ")
            return words + (f" at {names[seat]}" if seat is not None else " in row 2" if row == 1 else "")
        case Say(number, colour, pair):
            return f"Say: {statement_words(number, colour, pair)}"
        case Plain(words) | Choose(words):
            return _LABELS.get(words) or _label_choice(words)
    raise AssertionError(move)


def _label_choice(words: str) -> str:
    verb, what, *row = words.split()
    if verb == "champion":
        return f"Play {what}"
    if verb == "sit":
        return f"Buy in for {what} gold"
    if verb == "order":
        return f"Put them back in the order {', '.join(what)}"
    return f"Steal the fifth card{' of row 2' if row else ''}, {card_name(what)} takes its place"
