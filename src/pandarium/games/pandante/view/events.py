"""What happened, as a viewer may know it: events as structs. `words/sentences.py` makes sentences of them."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.games.pandante.engine import events, phases
from pandarium.games.pandante.engine.abilities import aims_at_player, aims_at_row
from pandarium.games.pandante.engine.cards import BIT, CODES, COLOUR_NAMES, list_cards, size
from pandarium.games.pandante.engine.claims import NOTHING
from pandarium.games.pandante.engine.state import SLOTS
from pandarium.games.pandante.view.table import Statement, statement_view
from pandarium.games.pandante.words.notation import ABILITY_CODES, CLAIM_CODES

PARTS = [*phases.STREET_NAMES, "abilities", "upgrade", "tie-break", "showdown"]
"""Of a gambit, by the numbers in `engine/events.py`."""
VERDICTS = ["lie", "true", "true by the Joker on the table", "true by a private Joker"]
FATES = ["real", "true", "exposed", "too honest"]


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened at the table."""


class BeganGambit(Event, frozen=True, omit_defaults=True, tag="gambit"):
    """A new gambit (PD-1)."""

    gambit: int
    dealer: int
    casino: str | None
    """The id of the casino: the game's own have that of their rule."""
    multiplier: int
    casino_name: str = ""
    """What a pack calls it."""


class MovedGold(Event, frozen=True, tag="gold"):
    """Gold changed hands."""

    amount: int
    source: int | str
    """A seat, pot or fairy."""
    target: int | str
    reason: str


class MovedDiamonds(Event, frozen=True, tag="diamonds"):
    """Diamonds changed hands (PD-DD1)."""

    amount: int
    source: int | str
    target: int | str
    reason: str


class MovedCards(Event, frozen=True, omit_defaults=True, tag="cards"):
    """Cards went from one place to another; a card that was turned face up stays where it is."""

    count: int
    cards: list[str] | None
    """None: this viewer may not see them."""
    source: str
    """deck, discards, aside, hand 2, second hand 2, board 1 5 (row, place), coming."""
    target: str
    reason: str
    champion: str = ""
    """Who looks at cards that are coming (PD-P2), as a pack calls them."""


class Claimed(Event, frozen=True, tag="claimed"):
    """A player claims a hand (PD-3, PD-8, PD-L3, PD-D5)."""

    seat: int
    claim: str
    reason: str


class Folded(Event, frozen=True, tag="folded"):
    """A player is out of the gambit (PD-4)."""

    seat: int
    reason: str


class Passed(Event, frozen=True, tag="passed"):
    """A player did without."""

    seat: int
    reason: str


class AnnouncedAbility(Event, frozen=True, tag="announced"):
    """A player announced an ability (PD-7)."""

    seat: int
    ability: str
    target: int | None
    row: int | None


class ResolvedAbility(Event, frozen=True, tag="ability"):
    """An ability takes effect, or comes to nothing (PD-7)."""

    seat: int
    ability: str
    target: int | None
    row: int | None
    works: bool


class Peeked(Event, frozen=True, tag="peeked"):
    """A player saw a card of another (PD-L5, PD-K11)."""

    seat: int
    other: int
    card: str | None


class Said(Event, frozen=True, tag="said"):
    """A player said more about the claim (PD-9)."""

    seat: int
    claim: str
    said: Statement | None


class TookHotseat(Event, frozen=True, tag="hotseat"):
    """A player is in the hotseat (PD-20)."""

    seat: int
    claim: str
    said: Statement | None


class Ready(Event, frozen=True, tag="ready"):
    """You have chosen; the others do not know of it yet (PD-21)."""

    seat: int


class Challenged(Event, frozen=True, tag="challenged"):
    """All choices are revealed (PD-21)."""

    hotseat: int
    challengers: list[int]
    counts: int | None


class ShowedHand(Event, frozen=True, tag="shown"):
    """A player shows all private cards (PD-22)."""

    seat: int
    cards: list[str]
    verdict: str
    hand: str | None
    """The best hand that it really is; None: not even a pair."""
    community: list[list[str]]
    """The rows of community cards that it was judged with."""


class Judged(Event, frozen=True, tag="judged"):
    """What became of a hand in the hotseat (PD-22, PD-K8)."""

    seat: int
    fate: str


class PotGone(Event, frozen=True, tag="pot"):
    """The pot was won, split, or rolls over (PD-23)."""

    winners: list[int]
    gold: int
    diamonds: int
    left: int
    diamonds_left: int


class MovedCoin(Event, frozen=True, tag="coin"):
    """The Golden Panda Coin changed hands (PD-32, PD-33)."""

    source: int | None
    target: int | None


class SitsOut(Event, frozen=True, tag="sits out"):
    """A player frolics with the Gold Fairy (PD-31)."""

    seat: int


class Left(Event, frozen=True, tag="left"):
    """A player is eliminated or leaves (PD-G1, PD-G2)."""

    seat: int
    reason: str
    gold: int
    """What a player who leaves takes along."""


class Joined(Event, frozen=True, tag="joined"):
    """A player buys in (PD-G2)."""

    seat: int
    gold: int


class TookChampion(Event, frozen=True, omit_defaults=True, tag="champion"):
    """A player takes a champion (PD-S4)."""

    seat: int
    colour: str
    champion: str = ""
    """What a pack calls it."""


class BeganStreet(Event, frozen=True, tag="street"):
    """The next part of the gambit (PD-2)."""

    street: str


class Shuffled(Event, frozen=True, tag="shuffled"):
    """The discards are the deck again (PD-6)."""


class GainedRune(Event, frozen=True, tag="rune"):
    """A player gained a rune (PD-K4)."""

    seat: int
    runes: int


class Ended(Event, frozen=True, tag="ended"):
    """The game is over (PD-24), or a gambit of a tournament (PD-G3)."""

    winners: list[int]
    """Nobody: the tournament goes on."""


def seats_of(bits: int) -> list[int]:
    """A set of players as seats."""
    return list_cards(bits)


def reason_of(why: int) -> str:
    """Why something happened."""
    return ABILITY_CODES[why - events.ABILITY] if why >= events.ABILITY else events.REASONS[why]


def owner_of(place: int) -> int | str:
    """Whose gold."""
    return {events.POT_PLACE: "pot", events.FAIRY: "fairy", events.BANK: "bank"}.get(place, place)


def place_name(place: int) -> str:
    """Where cards lie."""
    if place >= events.COMING:
        return "coming"
    if place >= events.BOARD:
        row, slot = divmod(place - events.BOARD, SLOTS)
        return f"board {row + 1} {slot + 1}"
    if place >= events.SPARE:
        return f"second hand {place - events.SPARE}"
    if place >= events.HAND:
        return f"hand {place - events.HAND}"
    return ("deck", "discards", "aside")[place]


def seat_or_none(seat: int) -> int | None:
    """A seat, or nobody."""
    return None if seat < 0 else seat


def target_of(ability: int, target: int) -> tuple[int | None, int | None]:
    """The seat and the row that an ability aims at."""
    return (target if aims_at_player(ability) else None, target if aims_at_row(ability) else None)


def card_codes(cards: int) -> list[str]:
    """Cards by their codes."""
    return [CODES[card] for card in list_cards(cards)]


def redact(event: tuple[Any, ...], viewer: int | None) -> Event | None:
    """A raw event as this viewer may know it: hidden cards are only counted, a secret choice is its player's own."""
    kind, *rest = event
    match kind:
        case events.GAMBIT:
            gambit, dealer, _, multiplier, casino, name = rest
            return BeganGambit(gambit, dealer, casino or None, multiplier, name)
        case events.GOLD | events.DIAMONDS:
            amount, source, target, why = rest
            moved = MovedGold if kind == events.GOLD else MovedDiamonds
            return moved(amount, owner_of(source), owner_of(target), reason_of(why))
        case events.CARDS:
            cards, source, target, knowers, why, *champion = rest
            sees = knowers == events.EVERYBODY or (viewer is not None and bool(knowers & BIT[viewer]))
            shown = card_codes(cards) if sees else None
            return MovedCards(size(cards), shown, place_name(source), place_name(target), reason_of(why), *champion)
        case events.READY:  # PD-21: in secret, and all at once
            return Ready(rest[0]) if viewer == rest[0] else None
        case events.CLAIMED:
            seat, claim, why = rest
            return Claimed(seat, CLAIM_CODES[claim], reason_of(why))
        case events.FOLDED:
            return Folded(rest[0], reason_of(rest[1]))
        case events.PASSED:
            return Passed(rest[0], reason_of(rest[1]))
        case events.ANNOUNCED:
            seat, ability, target = rest
            return AnnouncedAbility(seat, ABILITY_CODES[ability], *target_of(ability, target))
        case events.RESOLVED:
            seat, ability, target, works = rest
            return ResolvedAbility(seat, ABILITY_CODES[ability], *target_of(ability, target), works)
        case events.PEEKED:
            seat, other, card = rest
            return Peeked(seat, other, CODES[card] if viewer == seat else None)
        case _:
            return _redact_showdown(kind, rest)


def _redact_showdown(kind: int, rest: list[Any]) -> Event:
    """The rest is for everybody alike."""
    match kind:
        case events.SAID | events.HOTSEAT:
            seat, claim, said = rest
            return (Said if kind == events.SAID else TookHotseat)(seat, CLAIM_CODES[claim], statement_view(said))
        case events.CHALLENGED:
            hotseat, challengers, counts = rest
            return Challenged(hotseat, seats_of(challengers), seat_or_none(counts))
        case events.SHOWN:
            seat, cards, verdict, best, *rows = rest
            hand = None if best == NOTHING else CLAIM_CODES[best]
            return ShowedHand(
                seat, card_codes(cards), VERDICTS[verdict], hand, [card_codes(row) for row in rows if row]
            )
        case events.JUDGED:
            return Judged(rest[0], FATES[rest[1]])
        case events.POT:
            winners, gold, diamonds, left, diamonds_left = rest
            return PotGone(seats_of(winners), gold, diamonds, left, diamonds_left)
        case events.COIN:
            return MovedCoin(seat_or_none(rest[0]), seat_or_none(rest[1]))
        case events.LEFT:
            return Left(rest[0], reason_of(rest[1]), rest[2])
        case events.CHAMPION:
            return TookChampion(rest[0], COLOUR_NAMES[rest[1]], rest[2])
        case events.STREET:
            return BeganStreet(PARTS[rest[0]])
        case events.ENDED:
            return Ended(seats_of(rest[0]))
    plain: dict[int, type[Event]] = {
        events.SITS_OUT: SitsOut,
        events.JOINED: Joined,
        events.SHUFFLED: Shuffled,
        events.RUNES: GainedRune,
    }
    return plain[kind](*rest)
