"""What is fixed before the first card: amounts, options, casinos (PD-S1, PD-S4)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.state import Setup

# Modes of gambling (PD-G1 to PD-G3)

FOR_FUN: Final = 0
DROP_IN: Final = 1
TOURNAMENT: Final = 2


class Numbers:
    """Amounts of gold and diamonds, as the content pack has them."""

    target: i64
    start: i64
    refill: i64
    ante: i64
    bet: i64
    snack: i64
    ability: i64
    liar: i64
    accuser: i64
    diamonds: i64
    bank: i64
    buy_in: i64
    least: i64
    chip: i64
    level: i64

    def __init__(self, numbers: dict[str, int]) -> None:
        self.target = numbers["target"]
        self.start = numbers["start"]
        self.refill = numbers["refill"]
        self.ante = numbers["ante"]
        self.bet = numbers["bet"]
        self.snack = numbers["snack"]
        self.ability = numbers["ability"]
        self.liar = numbers["liar"]
        self.accuser = numbers["accuser"]
        self.diamonds = numbers["diamonds"]
        self.bank = numbers["bank"]
        self.buy_in = numbers["buy_in"]
        self.least = numbers["least"]
        self.chip = numbers["chip"]
        self.level = numbers["level"]


class CasinoEffects:
    """What each casino of the content pack does, by its number; 0: a gambit without a casino."""

    flags: vec[i64]
    """Effects without a parameter, as bits: `casinos.py` names them."""
    abilities: vec[i64]
    extra_ante: vec[i64]
    stake_factor: vec[i64]
    snack_price: vec[i64]
    ids: list[str]
    names: list[str]
    """What a pack calls them; empty for the game's own, whose names every client knows."""

    def __init__(self, columns: dict[str, list[int]], ids: list[str], names: list[str]) -> None:
        self.flags = vec[i64](columns["flags"])
        self.abilities = vec[i64](columns["abilities"])
        self.extra_ante = vec[i64](columns["extra_ante"])
        self.stake_factor = vec[i64](columns["stake_factor"])
        self.snack_price = vec[i64](columns["snack_price"])
        self.ids = ids
        self.names = names


class ChampionEffects:
    """What each champion of the content pack does, by colour from 1; 0: a player without a champion."""

    flags: vec[i64]
    """Effects without a parameter, as bits: `champions.py` names them."""
    takes_antes: vec[i64]
    snack_spaces: vec[i64]
    accuser_price: vec[i64]
    names: list[str]
    """What a pack calls them; empty for the game's own, whose names every client knows."""

    def __init__(self, columns: dict[str, list[int]], names: list[str]) -> None:
        self.flags = vec[i64](columns["flags"])
        self.takes_antes = vec[i64](columns["takes_antes"])
        self.snack_spaces = vec[i64](columns["snack_spaces"])
        self.accuser_price = vec[i64](columns["accuser_price"])
        self.names = names


class PandanteSetup(Setup):
    """How many play, with which options, casinos and champions. `flow.PandanteDeal` can deal from it."""

    numbers: Numbers
    dark: bool
    casinos: i64
    """The casinos that there are, a bit each by their number; 0 without casinos."""
    casino_effects: CasinoEffects
    champions: bool
    champion_effects: ChampionEffects
    dreams: bool
    """Diamond Dreams."""
    gambling: i64
    """One of the modes above."""
    parsed: Any
    """The content pack, for names."""
    limit: i64
    """PD-G1: the largest buy-in of this table."""
    clocked: bool
    """PD-G3: a tournament at one table that has a clock: between gambits it is told whether the stakes rise."""
    one_gambit: bool
    """A table of a greater tournament: over after every gambit."""
    stakes: Any
    """PD-G3: what that gambit is dealt from (`core.tournament.Stakes`); None: the usual start."""

    def __init__(
        self,
        game: Any,
        seats: int,
        options: dict[str, Any],
        content: Any,
        numbers: dict[str, int],
        casinos: int,
        casino_effects: CasinoEffects,
        champion_effects: ChampionEffects,
        gambling: int,
        parsed: Any,
    ) -> None:
        super().__init__(game, seats, options, content)
        self.numbers = Numbers(numbers)
        self.dark = options["abilities"] == "dark"
        self.casinos = casinos if options["casinos"] else 0
        self.casino_effects = casino_effects
        self.champions = options["champions"]
        self.champion_effects = champion_effects
        self.dreams = options["diamonds"]
        self.gambling = gambling
        self.parsed = parsed
        self.limit = options["limit"]
        self.clocked = False
        self.one_gambit = False
        self.stakes = None
