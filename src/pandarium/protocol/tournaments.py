"""What travels about tournaments: what a client asks for, and what it is shown."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.protocol.fields import Level
from pandarium.protocol.pace import Pace
from pandarium.tournament.plan import LONGEST_LEVEL, MOST_PLAYERS, MOST_REBUYS

MOST_BOTS = 1_000
LONGEST_TITLE = 60

TournamentStatus = Literal["open", "running", "ended", "cancelled"]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a tournament is to be; what is left out is as the game's rules say."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    options: Annotated[dict[Annotated[str, msgspec.Meta(max_length=40)], OptionValue], msgspec.Meta(max_length=50)] = {}
    level_seconds: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_LEVEL)] | None = None
    """How long each level lasts; by the rules a quarter of an hour."""
    most: Annotated[int, msgspec.Meta(ge=2, le=MOST_PLAYERS)] = MOST_PLAYERS
    late_levels: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """For so many levels late comers are let in."""
    rebuys: Annotated[int, msgspec.Meta(ge=0, le=MOST_REBUYS)] = 0
    """How often somebody who is out may buy in again, while late comers are let in."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=MOST_BOTS)] = 0
    bot: Level | None = None
    """The bots' level."""
    bots_seconds: Annotated[int, msgspec.Meta(ge=0, le=600)] = 90
    """How long a deal lasts at a table where only bots sit."""
    break_seconds: Annotated[int, msgspec.Meta(ge=0, le=120)] = 6
    """How long the end of a deal is shown before the next is dealt."""
    starts: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """When it starts by itself, in milliseconds since 1970; without it the host starts it."""
    public: bool = True
    enter: bool = True
    """Whether the host plays, too."""
    pace: Pace = Pace(kind="live", bank=60, increment=8)
    """Time for the people at a table, for each deal; never `relaxed`, since others wait."""


class TournamentRequest(
    msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A message to a tournament."""


class SignUp(TournamentRequest, frozen=True, tag="sign up"):
    """Take part, before the start or late."""


class SignOff(TournamentRequest, frozen=True, tag="sign off"):
    """Do not take part after all; only before the start."""


class PutBots(TournamentRequest, frozen=True, tag="bots"):
    """The host lets so many more bots take part."""

    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOTS)]


class Begin(TournamentRequest, frozen=True, tag="start"):
    """The host starts it."""


class Rebuy(TournamentRequest, frozen=True, tag="rebuy"):
    """Buy in again after being eliminated."""


class Decline(TournamentRequest, frozen=True, tag="decline"):
    """Do not buy in again."""


class ComeBack(TournamentRequest, frozen=True, tag="come back"):
    """Play yourself again, after a bot did."""


class GoAway(TournamentRequest, frozen=True, tag="go away"):
    """Let a bot play for you from the next deal on, until you come back."""


class Cancel(TournamentRequest, frozen=True, tag="cancel"):
    """The host calls it off before the start."""


AnyTournamentRequest = SignUp | SignOff | PutBots | Begin | Rebuy | Decline | ComeBack | GoAway | Cancel


class TournamentListed(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    game: str
    title: str
    """What its host called it."""
    game_title: str
    status: TournamentStatus
    host: str
    public: bool
    players: int
    most: int
    level_seconds: int
    late_levels: int
    rebuys: int
    starts: int | None
    created: int
    changed: int
    winner: str | None


class LevelShown(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the timetable."""

    level: int
    multiplier: int
    starts: int
    """Milliseconds since the start."""
    entry: bool
    """Whether late comers are let in."""


class EntrantShown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody in the standings."""

    number: int
    name: str
    place: int
    chips: int
    """What they have, or what they had left when they went out."""
    person: str | None = None
    avatar: str = ""
    table: int | None = None
    out: bool = False
    away: bool = False
    rebuys: int = 0


class BoardShown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table of a tournament."""

    number: int
    players: list[int]
    """Their numbers, in the order of seats."""
    deal: int
    """Which one it is, or was."""
    pot: int = 0
    live: str | None = None
    """The table where it is played, if it can be watched: `/t/<live>`, with the tournament's invite."""
    playing: bool = False
    multiplier: int = 1


class DealShown(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that you played."""

    live: str
    """Its table: `/replay/<live>`."""
    table: int
    deal: int
    gain: int
    """Chips that you won or lost."""


class YouThere(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The one who reads this, in a tournament."""

    host: bool = False
    player: int | None = None
    table: int | None = None
    live: str | None = None
    """The table where you play now: go there."""
    place: int | None = None
    out: bool = False
    away: bool = False
    offer: int | None = None
    """Until when you may buy in again."""
    may_enter: bool = False
    deals: list[DealShown] = []
    """The last hundred that you played, newest first."""


class TournamentShown(TournamentListed, frozen=True, kw_only=True):
    """A tournament as you may see it."""

    seq: int
    """Changes with everything that happens; ask with `since` for what comes after."""
    now: int
    options: dict[str, OptionValue]
    content: str = ""
    """What the host's content pack calls itself; empty: the game's own content."""
    pace: Pace
    bot: str
    buy_in: int
    rule: str
    level: int
    multiplier: int
    next_level: int | None
    """When the stakes rise next, by the server's clock."""
    started: int | None
    timetable: list[LevelShown]
    left: int
    """Players who are in."""
    deals: int
    chips: dict[str, int]
    """Where all chips are: with `players`, in `pots`, `taken` away by who is out. Together: `bought`."""
    bought: int
    standings: list[EntrantShown]
    """The first hundred, and everybody else who is a person."""
    tables: list[BoardShown]
    you: YouThere
    invite: str | None
    why: str
    """Why it was cancelled, in English."""
    why_message: Message | None
    """The same for other languages."""
    commitment: str
    secret: str | None
    """Once it is over: all that was drawn follows from it."""


class TournamentCreated(msgspec.Struct, frozen=True, kw_only=True):
    """A new tournament."""

    id: str
    invite: str
    url: str
