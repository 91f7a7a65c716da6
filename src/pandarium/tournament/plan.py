"""What is agreed before a tournament starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.registry import game as find_game
from pandarium.kit.tournament import Stakes, TournamentRules

MOST_PLAYERS = 2_000
MOST_REBUYS = 9
LONGEST_LEVEL = 6 * 3600


class NoTournament(PandariumError):
    """A game that is not played as a tournament."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A tournament as it was agreed."""

    game: str
    title: str
    options: dict[str, OptionValue] = {}
    content: dict[str, Any] | None = None
    """The content pack that is played with; None: the game's own content."""
    level_seconds: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_LEVEL)]
    """How long each level lasts; by the rules (PD-G3) a quarter of an hour."""
    most: Annotated[int, msgspec.Meta(ge=2, le=MOST_PLAYERS)] = MOST_PLAYERS
    """The most players."""
    late_levels: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Late registration: whoever comes during the first levels, this many of them, still gets a seat."""
    rebuys: Annotated[int, msgspec.Meta(ge=0, le=MOST_REBUYS)] = 0
    """How often somebody who is out may buy in again, while registration is open."""
    rebuy_seconds: Annotated[int, msgspec.Meta(ge=1, le=600)] = 30
    """How long they may think about it."""
    bot: str
    """The level of the bots that fill seats, and that play for people who are away."""
    bots_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    """How long a deal lasts at a table where only bots play, so that they are not done before the people are."""
    break_seconds: Annotated[int, msgspec.Meta(ge=0, le=120)] = 0
    """How long people may look at the end of a deal before the next is dealt."""


def rules_of(game: Game, content: Mapping[str, Any] | None = None) -> TournamentRules:
    """How a game is played as a tournament, with that content pack; raises NoTournament."""
    rules = game.capability(TournamentRules)
    if rules is None:
        raise NoTournament(f"{game.meta.title} is not played as a tournament")
    return rules if content is None else rules.with_content(content)


def make_plan(game: str, title: str = "", **wanted: object) -> Plan:
    """A checked plan; what is left out is as the rules say. Raises PandariumError.

    >>> make_plan("pandante").level_seconds
    900
    """
    from pandarium.bots import make

    found = find_game(game)
    rules = rules_of(found)  # what the rules say; a pack has no word in it but the buy-in
    values = {name: value for name, value in wanted.items() if value is not None}
    fields = {"level_seconds": rules.minutes * 60, "bot": rules.level} | values
    try:
        plan = msgspec.convert({"game": game, "title": title or found.meta.title, **fields}, Plan)
    except msgspec.ValidationError as error:
        raise PandariumError(str(error)) from None
    make(found, plan.bot)
    stakes = Stakes((rules_of(found, plan.content).buy_in,) * 2, 0, marks=(0, 0))
    found.setup(2, rules.agree(plan.options, stakes), plan.content)
    return plan
