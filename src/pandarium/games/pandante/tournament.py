"""A tournament of more than one table (PD-G3): how a gambit of one is dealt, and what it leaves to its players.

Every gambit at every table is a match of its own, dealt from what the players have. That stands in the match's option
`stakes`, so that a record of it replays like any other:

>>> from pandarium.kit.tournament import Stakes
>>> write_stakes(Stakes((104, 98), 1, pot=6, multiplier=2, deal=3, marks=(0, 1)))
'gambit=3 multiplier=2 dealer=1 pot=6 gold=104,98 slept=1'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pandarium.core.errors import BadOption
from pandarium.core.meta import OptionValue
from pandarium.games.pandante.content import own_content, read_content
from pandarium.games.pandante.engine import phases
from pandarium.games.pandante.engine.cards import COLOUR_CODES
from pandarium.games.pandante.engine.casinos import MOST_CASINOS
from pandarium.games.pandante.engine.moves import STAKES as STAKES_TOPIC
from pandarium.games.pandante.engine.moves import choose
from pandarium.games.pandante.engine.state import MOST_SEATS, NOBODY
from pandarium.kit.clock import ClockRules
from pandarium.kit.tournament import Settled, Stakes, TournamentRules

STAKES = "stakes"
"""The option that says what a gambit of a tournament is dealt from. No lid offers it."""
CLOCK = "clock"
"""The option of a tournament at one table that has a clock. No lid offers it: the table does."""
LEVEL_MINUTES = 15
MOST_GOLD = 1_000_000_000
_FORM = re.compile(
    r"gambit=(\d{1,9}) multiplier=(\d{1,6}) dealer=(\d) pot=(\d{1,9}) gold=(\d{1,9}(?:,\d{1,9})*)"
    r"(?: slept=(\d(?:,\d)*))?(?: coin=(\d))?(?: champions=([kbgorp-](?:,[kbgorp-])*))?(?: casinos=(\d\d?(?:,\d\d?)*))?"
)


def multiplier_at(minutes: float) -> int:
    """PD-G3: 1x, and 1x more every 15 minutes.

    >>> [multiplier_at(minutes) for minutes in (0, 14, 15, 44, 45)]
    [1, 1, 2, 3, 4]
    """
    return 1 + int(minutes // LEVEL_MINUTES)


class PandanteClock(ClockRules):
    """PD-G3: one table played as a tournament runs on the same clock, where it has one."""

    def agree(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The clock, for a tournament that is played at one table."""
        timed = options.get("gambling") == "tournament" and STAKES not in options
        return {**options, CLOCK: True} if timed else dict(options)

    def asks(self, state: Any) -> int | None:
        """Between gambits."""
        waits = state.phase == phases.BETWEEN_GAMBITS and state.variant.clocked
        return int(state.turn) if waits else None

    def tell(self, state: Any, seconds: float) -> int:
        """Whether the stakes have to rise, once more."""
        return int(choose(STAKES_TOPIC, int(state.multiplier < multiplier_at(seconds / 60))))


class PandanteTournament(TournamentRules):
    """PD-G3, for whoever runs the tournament."""

    rule = "PD-G3"
    seats = MOST_SEATS
    buy_in = own_content().numbers.gambling.buy_in
    minutes = LEVEL_MINUTES
    level = "cautious"
    result = "pot"
    options = ("casinos", "champions")  # PD-G1: light, no diamonds

    def with_content(self, content: Any) -> PandanteTournament:
        """PD-G1: with the pack's buy-in."""
        rules = PandanteTournament()
        rules.buy_in = read_content(content).numbers.gambling.buy_in
        return rules

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

    def is_deal(self, options: Mapping[str, OptionValue]) -> bool:
        """What has stakes to be dealt from."""
        return STAKES in options

    def settle(self, state: Any) -> Settled:
        """PD-G1: below 0 at any time or under 44 at the end is out, also where that meets everybody at the table."""
        least = state.numbers.least
        seats = range(state.seats)
        out = state.away | state.broke
        return Settled(
            chips=tuple(int(state.gold[seat]) for seat in seats),
            pot=int(state.pot),
            out=tuple(seat for seat in seats if out >> seat & 1 or state.gold[seat] < least),
            marks=tuple(_mark(state, seat) for seat in seats),
            holder=None if state.coin == NOBODY else int(state.coin),
            table_mark=int(state.casinos_left),
        )


def _mark(state: Any, seat: int) -> int:
    """What a player takes along: whether they slept (PD-L6), and their champion (PD-S4)."""
    champion = int(state.colour(seat)) + 1 if state.variant.champions else 0
    return int(state.slept >> seat & 1) | champion << 1


def write_stakes(stakes: Stakes) -> str:
    """Stakes as the text of an option; `read_stakes` takes it back."""
    words = [
        f"gambit={stakes.deal}",
        f"multiplier={stakes.multiplier}",
        f"dealer={stakes.dealer}",
        f"pot={stakes.pot}",
        f"gold={','.join(map(str, stakes.chips))}",
    ]
    slept = [str(seat) for seat, mark in enumerate(stakes.marks) if mark & 1]
    if slept:
        words.append(f"slept={','.join(slept)}")
    if stakes.holder is not None:
        words.append(f"coin={stakes.holder}")
    if any(mark >> 1 for mark in stakes.marks):
        words.append(f"champions={','.join(f'-{COLOUR_CODES}'[mark >> 1] for mark in stakes.marks)}")
    if stakes.table_mark:
        left = [str(number) for number in range(1, MOST_CASINOS + 1) if stakes.table_mark >> number & 1]
        words.append(f"casinos={','.join(left)}")
    return " ".join(words)


def read_stakes(text: object, seats: int) -> Stakes:
    """The stakes in that text; raises BadOption.

    >>> read_stakes("gambit=1 multiplier=1 dealer=0 pot=0 gold=104,104", seats=2).chips
    (104, 104)
    """
    found = _FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise BadOption(f"option stakes of Pandánte takes what a gambit of a tournament is dealt from, not {text!r}")
    gold = tuple(int(part) for part in found[5].split(","))
    slept = {int(part) for part in (found[6] or "").split(",") if part}
    holder = None if found[7] is None else int(found[7])
    champions = [f"-{COLOUR_CODES}".index(code) for code in found[8].split(",")] if found[8] else [0] * seats
    left = {int(part) for part in (found[9] or "").split(",") if part}
    stakes = Stakes(
        chips=gold,
        dealer=int(found[3]),
        pot=int(found[4]),
        multiplier=int(found[2]),
        deal=int(found[1]),
        marks=tuple(int(seat in slept) | champions[seat] << 1 for seat in range(min(seats, len(champions)))),
        holder=holder,
        table_mark=sum(1 << number for number in left),
    )
    there = set(range(seats))
    if not left <= set(range(1, MOST_CASINOS + 1)):
        raise BadOption(f"option stakes of Pandánte: casinos are numbered from 1 to {MOST_CASINOS}")
    if len(gold) != seats or len(champions) != seats or not {stakes.dealer, *slept, *({holder} - {None})} <= there:
        raise BadOption(f"option stakes of Pandánte names seats that a table of {seats} does not have")
    if stakes.deal < 1 or stakes.multiplier < 1 or sum(gold) + stakes.pot > MOST_GOLD:
        raise BadOption("option stakes of Pandánte: gambits and multipliers count from 1, gold is not without end")
    return stakes
