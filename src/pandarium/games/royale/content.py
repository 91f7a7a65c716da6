"""The dice as data: the pack's TOML, checked (PR-C1, PR-C2, PR-S1)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent
from pandarium.games.royale.engine.dice import (
    CLEAR_D6,
    CODES,
    COLOUR_NAMES,
    COLOUR_OF,
    DRAFTABLE,
    GLITTER_D6,
    MOST_FACES,
    MOST_OF_A_KIND,
    PINK_D12,
    TRADED_D6,
    YELLOW_D6,
    DiceSet,
)
from pandarium.games.royale.meta import META
from pandarium.kit.content_list import ContentEntry, ContentList, Source

FEWEST_PLAYERS = META.seats[0]

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_OF_A_KIND)]
FaceValue = Annotated[int, msgspec.Meta(ge=-20, le=20)]


class Die(msgspec.Struct, forbid_unknown_fields=True):
    """One kind of die."""

    code: str
    colour: str
    faces: Annotated[list[FaceValue], msgspec.Meta(min_length=2, max_length=MOST_FACES)]
    source: Source
    bag: Count = 0
    each: Count = 0
    glitter: bool = False


class Pity(msgspec.Struct, forbid_unknown_fields=True):
    """Pink dice in play, from two players up to ten."""

    dice: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=4)]], msgspec.Meta(min_length=9, max_length=9)]
    source: Source


class DiceFile(msgspec.Struct, forbid_unknown_fields=True):
    """dice.toml."""

    title: str
    die: list[Die]
    pity: Pity


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    dice: DiceFile


@cache
def own_content() -> DiceSet:
    """The dice that come with the game."""
    return read_content(read_pack(Path(__file__).with_name("content")))


def read_content(pack: Any) -> DiceSet:
    """The dice of a pack; raises BadContent with the entry and the reason."""
    file = decode(pack, Pack).dice
    kinds: dict[str, Die] = {}
    wanted = [code for kind, code in enumerate(CODES) if kind != TRADED_D6]
    for die in file.die:
        place = f"content.dice.die {die.code!r}"
        if die.code not in wanted:
            raise BadContent(place, f"there is no such die; the dice are {', '.join(wanted)}")
        if die.code in kinds:
            raise BadContent(place, "stands there twice")
        kinds[die.code] = die
        check_die(place, CODES.index(die.code), die)
    if missing := [code for code in wanted if code not in kinds]:
        raise BadContent("content.dice.die", f"missing: {', '.join(missing)}")
    for index, pink in enumerate(file.pity.dice):
        if pink > index + FEWEST_PLAYERS:
            raise BadContent(
                f"content.dice.pity.dice[{index}]", f"{pink} pink dice for {index + FEWEST_PLAYERS} players (PR-9)"
            )
    kinds[CODES[TRADED_D6]] = msgspec.structs.replace(kinds[CODES[CLEAR_D6]], bag=0, each=0)
    ordered = [kinds[code] for code in CODES]
    return DiceSet(
        [die.faces for die in ordered],
        [die.bag for die in ordered],
        [die.each for die in ordered],
        file.pity.dice,
    )


def check_die(place: str, kind: int, die: Die) -> None:
    """What the engine relies on: colours as they are, one yellow d6 each, and a yellow tie that can be broken."""
    colour = COLOUR_NAMES[COLOUR_OF[kind]]
    if die.colour != colour:
        raise BadContent(place, f"is {colour}, not {die.colour!r}")
    if die.glitter != (kind == GLITTER_D6):
        raise BadContent(place, "only s6 glitters, and it always does")
    if colour != "red" and min(die.faces) < 1:
        raise BadContent(place, "only red dice have negative or empty faces (PR-C2)")
    if colour == "yellow" and len(set(die.faces)) == 1:
        raise BadContent(place, "with equal faces a tie for the token could never be broken (PR-3)")
    if die.each != (1 if kind == YELLOW_D6 else 0):
        raise BadContent(place, "every player starts with one y6 and nothing else (PR-S1)")
    if die.bag and (kind in {YELLOW_D6, PINK_D12} or kind >= DRAFTABLE):
        raise BadContent(place, "yellow d6 and pink dice are never in the bag (PR-C1)")


class RoyaleContentList(ContentList):
    """The box of Panda Royale, die by die."""

    def title(self, content: Any) -> str:
        """What the pack calls itself."""
        return _file(content).title

    def entries(self, content: Any) -> list[ContentEntry]:
        """The kinds of dice, and how many pink ones are in play."""
        file = _file(content)
        pity = ContentEntry(
            "pity", "PR-S1", "pink dice", f"In play, from two players up: {file.pity.dice}", file.pity.source
        )
        return [
            *(ContentEntry(f"die.{die.code}", "PR-C1", die.code, _count(die), die.source) for die in file.die),
            pity,
        ]


def _count(die: Die) -> str:
    where = f"{die.bag} in the bag" if die.bag else "one for each player" if die.each else "the pity dice"
    return f"{die.colour}, {len(die.faces)} faces; {where}"


def _file(content: Any) -> DiceFile:
    """The pack's file, checked."""
    data = read_pack(Path(__file__).with_name("content")) if content is None else content
    read_content(data)
    return decode(data, Pack).dice
