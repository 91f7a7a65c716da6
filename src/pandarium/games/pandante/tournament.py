"""A tournament of more than one table (PD-G3): how a gambit of one is dealt, and what it leaves to its players.

Every gambit at every table is a match of its own, dealt from what the players have. That stands in the match's option
`stakes`, so that a record of it replays like any other:

>>> from pandarium.kit.tournament import Stakes
>>> write_stakes(Stakes((104, 98), 1, pot=6, multiplier=2, gambit=3, marks=(0, 1)))
'gambit=3 multiplier=2 dealer=1 pot=6 gold=104,98 slept=1'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pandarium.core.errors import BadOption
from pandarium.core.meta import OptionValue
from pandarium.games.pandante.content import own_box
from pandarium.games.pandante.engine.state import MOST_SEATS, NOBODY
from pandarium.kit.tournament import Settled, Stakes, TournamentRules

STAKES = "stakes"
"""The option that says what a gambit of a tournament is dealt from. No lid offers it."""
LEVEL_MINUTES = 15
MOST_GOLD = 1_000_000_000
_FORM = re.compile(
    r"gambit=(\d{1,9}) multiplier=(\d{1,6}) dealer=(\d) pot=(\d{1,9}) gold=(\d{1,9}(?:,\d{1,9})*)"
    r"(?: slept=(\d(?:,\d)*))?(?: coin=(\d))?"
)


def multiplier_at(minutes: float) -> int:
    """PD-G3: 1x, and 1x more every 15 minutes.

    >>> [multiplier_at(minutes) for minutes in (0, 14, 15, 44, 45)]
    [1, 1, 2, 3, 4]
    """
    return 1 + int(minutes // LEVEL_MINUTES)


class PandanteTournament(TournamentRules):
    """PD-G3, for whoever runs the tournament."""

    rule = "PD-G3"
    seats = MOST_SEATS
    buy_in = own_box().numbers.gambling.buy_in
    minutes = LEVEL_MINUTES
    level = "cautious"
    result = "pot"
    options = ("casinos",)  # PD-G1: light, no diamonds; a champion is for a whole game, and a gambit is none

    def multiplier(self, level: int) -> int:
        """PD-G3: 1x, 2x, 3x ..."""
        return level

    def agree(self, options: Mapping[str, OptionValue], stakes: Stakes) -> dict[str, OptionValue]:
        """The options of one gambit; raises BadOption for those that a tournament does not have."""
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options)
                raise BadOption(f"a tournament of Pandánte leaves {known} to be agreed on, not {name} (PD-G1)")
        return {**options, "gambling": "tournament", STAKES: write_stakes(stakes)}

    def is_gambit(self, options: Mapping[str, OptionValue]) -> bool:
        """What has stakes to be dealt from."""
        return STAKES in options

    def settle(self, state: Any) -> Settled:
        """PD-G1: below 0 at any time or under 44 at the end is out, also where that meets everybody at the table."""
        least = state.numbers.least
        seats = range(state.seats)
        out = state.away | state.broke
        return Settled(
            gold=tuple(int(state.gold[seat]) for seat in seats),
            pot=int(state.pot),
            out=tuple(seat for seat in seats if out >> seat & 1 or state.gold[seat] < least),
            marks=tuple(int(state.slept >> seat & 1) for seat in seats),
            holder=None if state.coin == NOBODY else int(state.coin),
        )


def write_stakes(stakes: Stakes) -> str:
    """Stakes as the text of an option; `read_stakes` takes it back."""
    words = [
        f"gambit={stakes.gambit}",
        f"multiplier={stakes.multiplier}",
        f"dealer={stakes.dealer}",
        f"pot={stakes.pot}",
        f"gold={','.join(map(str, stakes.gold))}",
    ]
    slept = [str(seat) for seat, mark in enumerate(stakes.marks) if mark]
    if slept:
        words.append(f"slept={','.join(slept)}")
    if stakes.holder is not None:
        words.append(f"coin={stakes.holder}")
    return " ".join(words)


def read_stakes(text: object, seats: int) -> Stakes:
    """The stakes in that text; raises BadOption.

    >>> read_stakes("gambit=1 multiplier=1 dealer=0 pot=0 gold=104,104", seats=2).gold
    (104, 104)
    """
    found = _FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadOption(f"option stakes of Pandánte takes what a gambit of a tournament is dealt from, not {text!r}")
    gold = tuple(int(part) for part in found[5].split(","))
    slept = {int(part) for part in (found[6] or "").split(",") if part}
    holder = None if found[7] is None else int(found[7])
    stakes = Stakes(
        gold=gold,
        dealer=int(found[3]),
        pot=int(found[4]),
        multiplier=int(found[2]),
        gambit=int(found[1]),
        marks=tuple(int(seat in slept) for seat in range(seats)),
        holder=holder,
    )
    there = set(range(seats))
    if len(gold) != seats or not {stakes.dealer, *slept, *({holder} - {None})} <= there:
        raise BadOption(f"option stakes of Pandánte names seats that a table of {seats} does not have")
    if stakes.gambit < 1 or stakes.multiplier < 1 or sum(gold) + stakes.pot > MOST_GOLD:
        raise BadOption("option stakes of Pandánte: gambits and multipliers count from 1, gold is not without end")
    return stakes
