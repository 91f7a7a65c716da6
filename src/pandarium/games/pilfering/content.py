"""Cards, Meerkats, pandas, levels and plans as data: the pack's TOML, checked (PP-C1 to PP-C7, PP-S1)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from pandarium.core.content import decode, read_pack
from pandarium.core.errors import BadContent
from pandarium.games.pilfering.engine.cards import CODES, LOOT, PLAN_CODES, SUIT_LETTERS
from pandarium.games.pilfering.engine.setup import MEERKATS
from pandarium.kit.content_list import ContentEntry, ContentList, Part, Source

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]+$")]
LEVELS = ("intro", "normal", "hard")
PLAN_RULES = ("PP-F2", "PP-F3", "PP-F4", "PP-F5", "PP-F5", "PP-F5", "PP-F5")
PANDA_CODES = ("sharing", "greedy", "sneaky", "charming", "crafty")
LIKED = 3


class Suit(msgspec.Struct, forbid_unknown_fields=True):
    """One of the five suits."""

    code: str
    name: Words
    animal: Words
    source: Source


class Points(msgspec.Struct, forbid_unknown_fields=True):
    """Cards worth 2 points."""

    two: Annotated[list[str], msgspec.Meta(max_length=LOOT)]
    source: Source


class LootFile(msgspec.Struct, forbid_unknown_fields=True):
    """loot.toml."""

    title: Words
    suit: list[Suit]
    points: Points


class Meerkat(msgspec.Struct, forbid_unknown_fields=True):
    """Someone to trade with."""

    name: Words
    likes: list[str]
    source: Source
    ours: Part = ""


class Panda(msgspec.Struct, forbid_unknown_fields=True):
    """Someone to be."""

    code: str
    name: Words
    ability: Words
    source: Source
    ours: Part = ""


class PeopleFile(msgspec.Struct, forbid_unknown_fields=True):
    """people.toml."""

    meerkat: list[Meerkat]
    panda: list[Panda]


class Level(msgspec.Struct, forbid_unknown_fields=True):
    """How hard it is (PP-S1)."""

    code: str
    win: Annotated[int, msgspec.Meta(ge=10, le=99)]
    limit: Annotated[int, msgspec.Meta(ge=3, le=12)]
    start: Annotated[int, msgspec.Meta(ge=2, le=9)]
    plans: Annotated[int, msgspec.Meta(ge=0, le=7)]
    source: Source


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """One of the seven Foiled Plans."""

    code: str
    name: Words
    text: Words
    source: Source
    ours: Part = ""


class PlansFile(msgspec.Struct, forbid_unknown_fields=True):
    """plans.toml."""

    level: list[Level]
    plan: list[Plan]


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    loot: LootFile
    people: PeopleFile
    plans: PlansFile


class Content(NamedTuple):
    """A content pack that was read and checked, with what the engine needs of it."""

    pack: Pack
    twos: int
    wants: list[int]
    levels: dict[str, tuple[int, int, int, int]]


@cache
def own_content() -> Content:
    """What comes with the game."""
    return read_content(read_pack(Path(__file__).with_name("content")))


def read_content(data: Any) -> Content:
    """The content of a pack; raises BadContent with the entry and the reason."""
    pack = decode(data, Pack)
    expect_codes("content.loot.suit", [suit.code for suit in pack.loot.suit], list(SUIT_LETTERS))
    expect_codes("content.people.panda", [panda.code for panda in pack.people.panda], list(PANDA_CODES))
    expect_codes("content.plans.level", [level.code for level in pack.plans.level], list(LEVELS))
    expect_codes("content.plans.plan", [plan.code for plan in pack.plans.plan], PLAN_CODES)
    return Content(
        pack,
        read_points(pack.loot.points.two),
        read_likes(pack.people.meerkat),
        {level.code: (level.win, level.limit, level.start, level.plans) for level in pack.plans.level},
    )


def expect_codes(place: str, found: list[str], wanted: list[str]) -> None:
    """All of these, in this order."""
    if found != wanted:
        raise BadContent(place, f"must be {', '.join(wanted)}, in this order, not {', '.join(found) or 'nothing'}")


def read_points(two: list[str]) -> int:
    """The cards worth 2 points, as a mask (PP-C2)."""
    mask = 0
    for code in two:
        if code not in CODES[:LOOT]:
            raise BadContent("content.loot.points.two", f"there is no Loot card {code!r}")
        if mask >> CODES.index(code) & 1:
            raise BadContent("content.loot.points.two", f"{code} stands there twice")
        mask |= 1 << CODES.index(code)
    return mask


def read_likes(meerkats: list[Meerkat]) -> list[int]:
    """The suits of every Meerkat, as bits (PP-C5)."""
    if len(meerkats) != MEERKATS:
        raise BadContent("content.people.meerkat", f"there are {MEERKATS} Meerkats, not {len(meerkats)} (PP-C5)")
    if len({meerkat.name for meerkat in meerkats}) != MEERKATS:
        raise BadContent("content.people.meerkat", "two Meerkats have the same name")
    wants = []
    for meerkat in meerkats:
        place = f"content.people.meerkat {meerkat.name!r}"
        if len(meerkat.likes) != LIKED or len(set(meerkat.likes)) != LIKED:
            raise BadContent(place, f"likes {LIKED} different suits (PP-C5)")
        if wrong := [code for code in meerkat.likes if len(code) != 1 or code not in SUIT_LETTERS]:
            raise BadContent(place, f"there is no suit {wrong[0]!r}; the suits are {', '.join(SUIT_LETTERS)}")
        wants.append(sum(1 << SUIT_LETTERS.index(code) for code in meerkat.likes))
    return wants


class PilferingContentList(ContentList):
    """The box of Pilfering Pandas, card by card."""

    def title(self, content: Any) -> str:
        """What the pack calls itself."""
        return _content(content).pack.loot.title

    def entries(self, content: Any) -> list[ContentEntry]:
        """Suits, points, Meerkats, pandas and plans."""
        loot, people, plans = (pack := _content(content).pack).loot, pack.people, pack.plans
        twos = ContentEntry(
            "points", "PP-C2", "Panda Points", f"Worth 2: {', '.join(loot.points.two)}", loot.points.source
        )
        return [
            *(
                ContentEntry(f"suit.{one.code}", "PP-C3", f"{one.name} {one.animal}", "", one.source)
                for one in loot.suit
            ),
            twos,
            *(
                ContentEntry(
                    f"meerkat.{one.name}", "PP-C5", one.name, f"Likes {' '.join(one.likes)}", one.source, one.ours
                )
                for one in people.meerkat
            ),
            *(
                ContentEntry(f"panda.{one.code}", "PP-C6", one.name, one.ability, one.source, one.ours)
                for one in people.panda
            ),
            *(
                ContentEntry(f"plan.{one.code}", rule, one.name, one.text, one.source, one.ours)
                for one, rule in zip(plans.plan, PLAN_RULES, strict=True)
            ),
        ]


def _content(content: Any) -> Content:
    return own_content() if content is None else read_content(content)
