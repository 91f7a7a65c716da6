"""What is fixed before the first card: amounts, options, casinos (PD-S1, PD-S4)."""

from __future__ import annotations

from typing import Any, Final

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
        self.level = numbers["level"]


class PandanteSetup(Setup):
    """How many play, with which options, casinos and champions. `flow.PandanteDeal` can deal from it."""

    numbers: Numbers
    dark: bool
    casinos: i64
    """The casinos that there are, a bit each by the number of their rule; 0 without casinos."""
    champions: bool
    dreams: bool
    """Diamond Dreams."""
    gambling: i64
    """One of the modes above."""
    box: Any
    """The content pack, for names."""
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
        gambling: int,
        box: Any,
    ) -> None:
        super().__init__(game, seats, options, content)
        self.numbers = Numbers(numbers)
        self.dark = options["abilities"] == "dark"
        self.casinos = casinos if options["casinos"] else 0
        self.champions = options["champions"]
        self.dreams = options["diamonds"]
        self.gambling = gambling
        self.box = box
        self.one_gambit = False
        self.stakes = None
