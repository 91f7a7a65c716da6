"""Amounts, casinos and champions as data: the pack's TOML, checked (PD-S1, PD-K1, PD-P1)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent
from pandarium.games.pandante.engine import casinos
from pandarium.games.pandante.engine.cards import COLOUR_NAMES
from pandarium.games.pandante.engine.claims import CLAIMS
from pandarium.games.pandante.meta import META

Source = Literal["printed", "inferred", "ours"]
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


class Casino(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One casino card."""

    rule: str
    name: Text
    text: Text
    source: Source


class CasinosFile(msgspec.Struct, forbid_unknown_fields=True):
    """casinos.toml."""

    casino: list[Casino]


class Champion(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One champion card."""

    colour: str
    name: Text
    text: Text
    source: Source


class ChampionsFile(msgspec.Struct, forbid_unknown_fields=True):
    """champions.toml."""

    champion: list[Champion]


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


class Box(NamedTuple):
    """A pack that makes sense."""

    numbers: NumbersFile
    casinos: dict[int, Casino]
    """By the number of their rule."""
    champions: list[Champion]
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
            "level": self.numbers.tournament.level,
        }

    def casino_bits(self) -> int:
        """The casinos there are, a bit each."""
        return sum(1 << number for number in self.casinos)


@cache
def own_box() -> Box:
    """The pack that comes with the game."""
    return read_box(read_pack(Path(__file__).with_name("content")))


@cache
def own_odds() -> list[Odds]:
    """How often each hand is there, for 5 to 10 cards."""
    file = decode(read_pack(Path(__file__).with_name("content")), Pack).odds
    return file.odds if file is not None else []


def read_box(pack: Any) -> Box:
    """The contents of a pack; raises BadContent with the entry and the reason."""
    files = decode(pack, Pack)
    _check_numbers(files.numbers)
    return Box(files.numbers, _read_casinos(files.casinos), _read_champions(files.champions))


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


def _read_casinos(file: CasinosFile) -> dict[int, Casino]:
    found: dict[int, Casino] = {}
    rules = [f"PD-K{number}" for number in range(1, casinos.CASINOS + 1)]
    for casino in file.casino:
        place = f"content.casinos.casino {casino.rule!r}"
        if casino.rule not in rules:
            raise BadContent(place, f"there is no such casino; they are {rules[0]} to {rules[-1]}")
        number = rules.index(casino.rule) + 1
        if number in found:
            raise BadContent(place, "stands there twice")
        found[number] = casino
    if not found:
        raise BadContent("content.casinos", "there must be a casino to go to")
    return found


def _read_champions(file: ChampionsFile) -> list[Champion]:
    found: dict[str, Champion] = {}
    for champion in file.champion:
        place = f"content.champions.champion {champion.colour!r}"
        if champion.colour not in COLOUR_NAMES:
            raise BadContent(place, f"the colours are {', '.join(COLOUR_NAMES)}")
        if champion.colour in found:
            raise BadContent(place, "stands there twice")
        found[champion.colour] = champion
    if missing := [colour for colour in COLOUR_NAMES if colour not in found]:
        raise BadContent("content.champions.champion", f"missing: {', '.join(missing)}")
    return [found[colour] for colour in COLOUR_NAMES]
