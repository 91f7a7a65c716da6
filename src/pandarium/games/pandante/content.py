"""Amounts, casinos and champions as data: the pack's TOML, checked (PD-S1, PD-K1, PD-P1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent
from pandarium.core.message import Message
from pandarium.games.pandante.engine.abilities import ABILITIES_EACH
from pandarium.games.pandante.engine.card_effects import CASINO_EFFECTS, CHAMPION_EFFECTS, Effect
from pandarium.games.pandante.engine.cards import COLOUR_NAMES, NO_COLOUR
from pandarium.games.pandante.engine.casinos import BOOK_CASINOS, MOST_CASINOS
from pandarium.games.pandante.engine.claims import CLAIMS
from pandarium.games.pandante.engine.setup import CasinoEffects, ChampionEffects
from pandarium.games.pandante.meta import META
from pandarium.kit.content_list import ContentEntry, ContentList, Part, Source

Amount = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
SIZES = META.seats[1] - META.seats[0] + 1
ByPlayers = Annotated[list[Amount], msgspec.Meta(min_length=SIZES, max_length=SIZES)]


class Gold(msgspec.Struct, forbid_unknown_fields=True):
    """Amounts of gold."""

    target: ByPlayers
    start: Amount
    refill: Amount
    ante: Annotated[int, msgspec.Meta(ge=1, le=100)]
    bet: Amount
    snack: Amount
    ability: Amount
    liar: Amount
    accuser: Amount
    source: Source


class Diamonds(msgspec.Struct, forbid_unknown_fields=True):
    """PD-DD1: diamonds at the start, and from the bank each gambit."""

    each: Annotated[int, msgspec.Meta(ge=0, le=100)]
    bank: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=100)]], msgspec.Meta(min_length=SIZES, max_length=SIZES)]
    source: Source


class Stakes(msgspec.Struct, forbid_unknown_fields=True):
    """PD-G1: what one brings, and with how little one is out."""

    buy_in: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    least: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    source: Source
    chip: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 20
    """What a buy-in may be larger by, and twice that, and so on."""


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """PD-G3: gambits until the stakes rise."""

    level: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    source: Source


class NumbersFile(msgspec.Struct, forbid_unknown_fields=True):
    """numbers.toml."""

    title: Text
    gold: Gold
    diamonds: Diamonds
    gambling: Stakes
    tournament: Clock


Effects = dict[str, Any]
"""What a card does: effects by name, each with its parameter, or true where it has none."""


class Casino(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One casino card."""

    name: Text
    text: Text
    source: Source
    ours: Part = ""
    id: str = ""
    rule: str = ""
    """What `id` was called in packs before there were effects."""
    effects: Effects | None = None
    """None: those of the game's own card with this id."""


class CasinosFile(msgspec.Struct, forbid_unknown_fields=True):
    """casinos.toml."""

    casino: list[Casino]


class Champion(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One champion card."""

    colour: str
    name: Text
    text: Text
    source: Source
    ours: Part = ""
    effects: Effects | None = None
    """None: those of the game's own champion of this colour."""


class ChampionsFile(msgspec.Struct, forbid_unknown_fields=True):
    """champions.toml."""

    champion: list[Champion]


BOOK_IDS = [f"PD-K{number}" for number in range(1, BOOK_CASINOS + 1)]
"""The casinos of the rulebook, by their rule."""
LONGEST_ID = 30
_OWN_ID = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST_ID - 1}}}")
PLAIN_RULE = "PD-S4"
"""Casinos and champions are there by this rule, whatever they do."""
OUR_COLOUR = "purple"
"""PD-S2: the sixth colour has no name in the published rules."""

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Shares = Annotated[list[Share], msgspec.Meta(min_length=CLAIMS, max_length=CLAIMS)]


class Odds(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How often each hand is there among that number of cards, private and community ones; claims low to high."""

    cards: int
    hands: int
    """How many sets of cards were looked at;"""
    exact: bool
    """all there are, or some by chance."""
    held: Shares
    """How often each claim is true,"""
    low: Shares
    """at least, with 95 %,"""
    high: Shares
    """and at most."""
    best: Shares
    """How often each claim is the best one."""


class OddsFile(msgspec.Struct, forbid_unknown_fields=True):
    """odds.toml, written by `study/odds.py`. No rule needs it: a pack may leave it out."""

    claims: list[str]
    odds: list[Odds]


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    numbers: NumbersFile
    casinos: CasinosFile
    champions: ChampionsFile
    odds: OddsFile | None = None


class Card(NamedTuple):
    """A casino or a champion that was read and checked."""

    id: str
    """Of a casino, by which the pack knows it; of a champion, the colour."""
    name: str
    text: str
    source: Source
    ours: Part
    effects: Effects
    rule: str
    """The rules of its effects."""


class Content(NamedTuple):
    """A content pack that was read and checked."""

    numbers: NumbersFile
    casinos: dict[int, Card]
    """By number: those of the rulebook by their rule's, others have the numbers that are left, in order."""
    champions: list[Card]
    """By colour."""

    def amounts(self, seats: int) -> dict[str, int]:
        """All numbers, for that number of players."""
        gold, diamonds = self.numbers.gold, self.numbers.diamonds
        index = seats - META.seats[0]
        plain: dict[str, int] = {
            name: getattr(gold, name)
            for name in ("start", "refill", "ante", "bet", "snack", "ability", "liar", "accuser")
        }
        return {
            **plain,
            "target": gold.target[index],
            "diamonds": diamonds.each,
            "bank": diamonds.bank[index],
            "buy_in": self.numbers.gambling.buy_in,
            "least": self.numbers.gambling.least,
            "chip": self.numbers.gambling.chip,
            "level": self.numbers.tournament.level,
        }

    def casino_bits(self) -> int:
        """The casinos there are, a bit each."""
        return sum(1 << number for number in self.casinos)

    def casino_effects(self, named: bool) -> CasinoEffects:
        """What the casinos do, in columns; `named`: it is a pack, whose names are told."""
        usual = {
            "abilities": ABILITIES_EACH,
            "extra_ante": 0,
            "stake_factor": 1,
            "snack_price": self.numbers.gold.snack,
        }
        cards = [self.casinos.get(number) for number in range(MOST_CASINOS + 1)]
        columns = _columns(cards, CASINO_EFFECTS, usual)
        return CasinoEffects(columns, [card.id if card else "" for card in cards], _names(cards, named))

    def champion_effects(self, played: bool, named: bool) -> ChampionEffects:
        """What the champions do, in columns; nothing where they are not played with."""
        usual = {"takes_antes": NO_COLOUR, "snack_spaces": 0, "accuser_price": self.numbers.gold.accuser}
        cards = [None, *(card if played else None for card in self.champions)]
        return ChampionEffects(_columns(cards, CHAMPION_EFFECTS, usual), _names(cards, named))


def _columns(
    cards: Sequence[Card | None], known: Mapping[str, Effect], usual: Mapping[str, int]
) -> dict[str, list[int]]:
    """For every parameter what it is on each card, and the flags of each card as bits."""
    effects = [{} if card is None else card.effects for card in cards]
    columns = {name: [_number(here.get(name, amount)) for here in effects] for name, amount in usual.items()}
    return {"flags": [sum(known[name].flag for name in here) for here in effects], **columns}


def _number(parameter: int | str) -> int:
    return COLOUR_NAMES.index(parameter) if isinstance(parameter, str) else parameter


def _names(cards: Sequence[Card | None], named: bool) -> list[str]:
    return [card.name if card is not None and named else "" for card in cards]


@cache
def own_content() -> Content:
    """The pack that comes with the game."""
    return read_content(read_pack(Path(__file__).with_name("content")))


@cache
def own_odds() -> list[Odds]:
    """How often each hand is there, for 5 to 10 cards."""
    file = decode(read_pack(Path(__file__).with_name("content")), Pack).odds
    return file.odds if file is not None else []


def read_content(pack: Any) -> Content:
    """The contents of a pack; raises BadContent with the entry and the reason."""
    files = decode(pack, Pack)
    _check_numbers(files.numbers)
    return Content(files.numbers, _read_casinos(files.casinos), _read_champions(files.champions))


def _check_numbers(numbers: NumbersFile) -> None:
    gold = numbers.gold
    for index, target in enumerate(gold.target):
        if target <= max(gold.start, gold.refill):
            place = f"content.numbers.gold.target[{index}]"
            raise BadContent(place, "nobody may have won before the first gambit (PD-S1)")
    if gold.refill < gold.ante:
        raise BadContent("content.numbers.gold.refill", "the Gold Fairy gives enough for the ante (PD-30)")
    if numbers.gambling.least > numbers.gambling.buy_in:
        raise BadContent("content.numbers.gambling.least", "who has just bought in is not out (PD-G1)")


def _read_casinos(file: CasinosFile) -> dict[int, Card]:
    """PD-S4: each with a number, since positions and observations count casinos."""
    if not file.casino:
        raise BadContent("content.casinos", Message("pandante.content.no_casino"))
    if len(file.casino) > MOST_CASINOS:
        counts: dict[str, int | str | Message] = {"count": len(file.casino), "most": MOST_CASINOS}
        raise BadContent("content.casinos", Message("pandante.content.too_many_casinos", counts))
    cards: dict[str, Card] = {}
    for casino in file.casino:
        card = _read_casino(casino)
        if card.id in cards:
            raise BadContent(_casino_place(card.id), Message("pandante.content.twice"))
        cards[card.id] = card
    numbers = {card_id: BOOK_IDS.index(card_id) + 1 for card_id in cards if card_id in BOOK_IDS}
    free = (number for number in range(1, MOST_CASINOS + 1) if number not in numbers.values())
    numbers |= {card_id: next(free) for card_id in cards if card_id not in BOOK_IDS}
    return {numbers[card_id]: card for card_id, card in cards.items()}


def _casino_place(card_id: str) -> str:
    return f"content.casinos.casino {card_id!r}"


def _read_casino(casino: Casino) -> Card:
    card_id = casino.id or casino.rule
    place = _casino_place(card_id)
    book = f"{BOOK_IDS[0]} to {BOOK_IDS[-1]}"
    if card_id not in BOOK_IDS and not _OWN_ID.fullmatch(card_id):
        raise BadContent(place, Message("pandante.content.bad_id", {"book": book, "most": LONGEST_ID}))
    effects = casino.effects
    if effects is None:
        if card_id not in BOOK_IDS:
            raise BadContent(place, Message("pandante.content.no_effects", {"book": book}))
        effects = own_content().casinos[BOOK_IDS.index(card_id) + 1].effects
    _check_effects(place, effects, CASINO_EFFECTS, Message("pandante.content.a_casino"))
    rule = _rule_of(effects, CASINO_EFFECTS)
    return Card(card_id, casino.name, casino.text, casino.source, casino.ours, effects, rule)


def _read_champions(file: ChampionsFile) -> list[Card]:
    """PD-S4: one of every colour."""
    found: dict[str, Card] = {}
    colours = ", ".join(COLOUR_NAMES)
    for champion in file.champion:
        place = f"content.champions.champion {champion.colour!r}"
        if champion.colour not in COLOUR_NAMES:
            raise BadContent(place, Message("pandante.content.no_such_colour", {"colours": colours}))
        if champion.colour in found:
            raise BadContent(place, Message("pandante.content.twice"))
        effects = champion.effects
        if effects is None:
            effects = own_content().champions[COLOUR_NAMES.index(champion.colour)].effects
        _check_effects(place, effects, CHAMPION_EFFECTS, Message("pandante.content.a_champion"))
        for name in effects:
            other = next((card.id for card in found.values() if name in card.effects), None)
            if CHAMPION_EFFECTS[name].only_one and other is not None:
                told: dict[str, int | str | Message] = {"effect": name, "other": other}
                raise BadContent(place, Message("pandante.content.only_one", told))
        rule = _rule_of(effects, CHAMPION_EFFECTS)
        text, source, ours = champion.text, champion.source, champion.ours
        found[champion.colour] = Card(champion.colour, champion.name, text, source, ours, effects, rule)
    if missing := [colour for colour in COLOUR_NAMES if colour not in found]:
        told = {"colours": ", ".join(missing)}
        raise BadContent("content.champions.champion", Message("pandante.content.missing_colours", told))
    return [found[colour] for colour in COLOUR_NAMES]


def _check_effects(place: str, effects: Effects, known: Mapping[str, Effect], card: Message) -> None:
    """Effects that exist, with parameters that they take, and with what they need; raises BadContent."""
    for name, value in effects.items():
        at = f"{place} effects.{name}"
        effect = known.get(name)
        if effect is None:
            raise BadContent(at, Message("pandante.content.no_such_effect", {"card": card, "known": ", ".join(known)}))
        if (wrong := _wrong_parameter(effect, value)) is not None:
            raise BadContent(at, wrong)
        if effect.needs and effect.needs not in effects:
            raise BadContent(at, Message("pandante.content.needs", {"needed": effect.needs}))
        if effect.not_with in effects:
            raise BadContent(at, Message("pandante.content.not_with", {"other": effect.not_with}))


def _wrong_parameter(effect: Effect, value: object) -> Message | None:
    """What the effect takes, if it is not this."""
    shown = _shown(value)
    if effect.flag:
        return None if value is True else Message("pandante.content.takes_true", {"value": shown})
    if effect.takes_colour:
        if isinstance(value, str) and value in COLOUR_NAMES:
            return None
        return Message("pandante.content.takes_colour", {"colours": ", ".join(COLOUR_NAMES), "value": shown})
    if isinstance(value, int) and not isinstance(value, bool) and effect.least <= value <= effect.most:
        return None
    return Message("pandante.content.takes_number", {"least": effect.least, "most": effect.most, "value": shown})


def _shown(value: object) -> str:
    """A parameter as TOML has it, cut where it is long."""
    text = str(value).lower() if isinstance(value, bool) else ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _rule_of(effects: Effects, known: Mapping[str, Effect]) -> str:
    rules = dict.fromkeys(effect.rule for name, effect in known.items() if name in effects)
    return ", ".join(rules) or PLAIN_RULE


class PandanteContentList(ContentList):
    """The box of Pandánte, card by card."""

    def title(self, content: Any) -> str:
        """What the pack calls itself."""
        return _content(content).numbers.title

    def entries(self, content: Any) -> list[ContentEntry]:
        """Colours, casinos, champions, and how fast stakes rise."""
        found = _content(content)
        clock = found.numbers.tournament
        rise = f"Without a clock the stakes rise every {clock.level} gambits."
        return [
            ContentEntry(f"colour.{OUR_COLOUR}", "PD-S2", OUR_COLOUR, "The sixth colour of the cards.", "ours"),
            *(
                ContentEntry(f"casino.{one.id}", one.rule, one.name, one.text, one.source, one.ours)
                for one in found.casinos.values()
            ),
            *(
                ContentEntry(f"champion.{one.id}", one.rule, one.name, one.text, one.source, one.ours)
                for one in found.champions
            ),
            ContentEntry("stakes", "PD-G3", "Stakes", rise, clock.source),
        ]


def _content(content: Any) -> Content:
    return own_content() if content is None else read_content(content)
