"""Games: what there is to play, what can be agreed, and the rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any, Final

import msgspec
from litestar import get
from litestar.params import PathParameter, QueryParameter

from pandarium import bots
from pandarium.bots.ladder import read_ladder
from pandarium.companion import companion_of
from pandarium.core import registry
from pandarium.core.errors import PandariumError, UnknownGame
from pandarium.core.game import Game
from pandarium.core.message import ENGLISH
from pandarium.core.meta import Meta, Option
from pandarium.kit.drop_in import DropInRules
from pandarium.kit.language import translations
from pandarium.kit.lesson import has_lesson
from pandarium.kit.rulebook import FILE, Rulebook
from pandarium.kit.tournament import TournamentRules
from pandarium.protocol.rest import (
    BotStrength,
    ContentShown,
    GameListed,
    GameShown,
    OptionShown,
    RuleShown,
    TournamentOffer,
)
from pandarium.server import packs
from pandarium.server.http.caller import AnyRequest, site_of
from pandarium.server.http.refusals import missing

GAMES: Final = ["Games"]
Language = Annotated[
    str,
    QueryParameter(
        pattern="^[a-z]{2}$",
        description="The language of the words, by its two letters. What does not have it comes in English.",
    ),
]
GameName = Annotated[str, PathParameter(max_length=40, description="The game's name, as `GET /api/games` lists it.")]


@get("/api/games", tags=GAMES, summary="All games")
async def list_games() -> list[GameListed]:
    """Every game that this server knows."""
    return [GameListed(**_summary(registry.game(meta.name))) for meta in all_metas()]


@get("/api/games/{game:str}", tags=GAMES, summary="A game")
async def show_game(request: AnyRequest, game: GameName) -> GameShown:
    """A game with its options and the bots that play it."""
    return _shown(known_game(game).meta.name, bytes(site_of(request).hub.packs.get(game, packs.NO_PACK)))


@get("/api/games/{game:str}/rules", tags=GAMES, summary="The rules of a game")
async def show_rules(game: GameName, language: Language = ENGLISH) -> list[RuleShown]:
    """The rulebook, paragraph by paragraph; refusals of moves name these paragraphs.

    In `language` where there is a translation; each paragraph says which language it is in.
    """
    found = known_game(game)
    return _rules(found.meta.name, language if language in translations(found, FILE) else ENGLISH)


@get("/api/games/{game:str}/content", tags=GAMES, summary="What lies in a game's box")
async def show_game_content(request: AnyRequest, game: GameName) -> ContentShown:
    """Cards, dice and boards that new tables are played with, and which of them are not the published game's."""
    return packs.show(known_game(game), site_of(request).hub.packs.get(game, packs.NO_PACK))


def known_game(name: str) -> Game:
    """A game by its name; raises Refusal."""
    try:
        return registry.game(name)
    except UnknownGame as error:
        raise missing(error.message) from None


def title_of(name: str) -> str:
    """A game's title, or its name when it is not there any more."""
    try:
        return registry.meta(name).title
    except PandariumError:
        return name


def is_together(name: str) -> bool:
    """Whether all play together in that game; a game that is not there any more says nothing."""
    try:
        return registry.meta(name).cooperative
    except PandariumError:
        return False


@cache
def all_metas() -> list[Meta]:
    """Every game that can be loaded, as lists show it. The first call loads the games."""
    found: list[Meta] = []
    for name in registry.names():
        try:
            found.append(registry.game(name).meta)
        except PandariumError:
            continue  # one broken game must not hide the others
    return found


def _summary(game: Game) -> dict[str, Any]:
    meta = game.meta
    return {
        "name": meta.name,
        "title": meta.title,
        "tagline": meta.tagline,
        "seats": meta.seats,
        "minutes": meta.minutes,
        "pace": meta.pace,
        "cooperative": meta.cooperative,
        "phrases": bool(meta.talk),
        "rules": meta.rules,
        "colour": meta.colour,
        "sign": meta.sign or meta.prefix,
        "lesson": has_lesson(game),
        "tournaments": game.capability(TournamentRules) is not None,
        "companion": companion_of(game) is not None,
    }


@lru_cache(maxsize=64)
def _shown(name: str, pack: bytes) -> GameShown:
    game = registry.game(name)
    rules = game.capability(TournamentRules)
    content = packs.content_of(msgspec.Raw(pack))
    comes = game.capability(DropInRules)
    return GameShown(
        **_summary(game),
        options=[show_option(option) for option in game.meta.options],
        bots=bots.levels(game),
        ladder=_ladder(game),
        tournament=_offer(rules if rules is None or content is None else rules.with_content(content)),
        drop_in=None if comes is None else {name: list(among) for name, among in comes.when.items()},
    )


def _ladder(game: Game) -> dict[str, BotStrength]:
    """What was measured of each level; of levels that are no more, nothing."""
    measured = read_ladder(game)
    known = {} if measured is None else measured.levels
    return {
        level: BotStrength(rating=one.rating, won=one.won, interval=one.interval, games=one.games)
        for level in bots.levels(game)
        if (one := known.get(level)) is not None
    }


def show_option(option: Option) -> OptionShown:
    """An option as it is offered."""
    return OptionShown(
        name=option.name,
        help=option.help,
        default=option.default,
        choices=list(option.choices),
        labels=[option.label(choice) for choice in option.choices],
        seats=option.seats,
        when={name: list(among) for name, among in option.when.items()},
    )


def _offer(rules: TournamentRules | None) -> TournamentOffer | None:
    if rules is None:
        return None
    return TournamentOffer(
        rule=rules.rule,
        seats=rules.seats,
        buy_in=rules.buy_in,
        minutes=rules.minutes,
        level=rules.level,
        options=list(rules.options),
    )


@cache
def _rules(name: str, language: str) -> list[RuleShown]:
    """One of the translations that there are: only such are kept in memory, whatever people ask for."""
    return [RuleShown(**rule._asdict()) for rule in Rulebook.of(registry.game(name), language).rules]


HANDLERS: Final = [list_games, show_game, show_rules, show_game_content]
