"""What the REST part takes and gives about people: profiles, histories, results, friends, invitations."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandarium.core.message import Message
from pandarium.protocol.moderation import PersonId
from pandarium.protocol.rest import Milliseconds, RatingShown, RequestBody, SeatListed, TableListed

FRIEND_CODE_LENGTH = 64
MOST_INVITED = 20

Certain = Annotated[float, msgspec.Meta(description="What is certain of somebody's skill: mu - 3 sigma.")]


class TallyShown(msgspec.Struct, frozen=True, kw_only=True):
    """Games of one kind that somebody has played to the end."""

    game: str
    seats: Annotated[int, msgspec.Meta(description="How many played.")]
    level: Annotated[str, msgspec.Meta(description="The strongest bot that played along; empty: people alone.")]
    games: int
    won: int


class ProfileShown(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, with what you may know of them: of others no more than their public games tell."""

    id: str
    name: str
    avatar: str
    account: bool
    created: Milliseconds
    hidden: Annotated[bool, msgspec.Meta(description="They have switched their profile off: name and picture are all.")]
    you: Annotated[bool, msgspec.Meta(description="It is your own.")]
    ratings: list[RatingShown]
    tallies: list[TallyShown]
    together: Annotated[int, msgspec.Meta(description="How many of your last 1,000 games they played, too.")]
    friend: Annotated[bool, msgspec.Meta(description="A friend of yours.")]


class RatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A rated game and what it changed."""

    table: str
    ended: Milliseconds
    before: Certain
    after: Certain


class OwnPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where you stand in a game's list of the best."""

    place: Annotated[int | None, msgspec.Meta(description="Null: not rated yet, or beyond place 10,000.")]
    rating: RatingShown | None


class GamePlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody has played to its end, and how it went for them."""

    table: str
    game: str
    title: str
    started: Milliseconds
    ended: Milliseconds
    seats: list[SeatListed]
    seat: Annotated[int, msgspec.Meta(description="Theirs.")]
    place: Annotated[int, msgspec.Meta(description="1 is the best.")]
    score: int
    won: bool
    together: Annotated[bool, msgspec.Meta(description="All played together: places mean nothing.")]
    public: bool
    before: Annotated[float | None, msgspec.Meta(description="Their rating before it; null: the game was not rated.")]
    after: float | None
    real: Annotated[
        bool,
        msgspec.Meta(
            description="Played with the box at a real table, and put here by them: `table` is only a name for it."
        ),
    ]


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a game changed somebody's rating."""

    seat: int
    before: Certain
    after: Certain


class ResultShown(msgspec.Struct, frozen=True, kw_only=True):
    """What a game changed; those who keep their profile to themselves are left out for others."""

    changes: list[SeatResult]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One check and its result."""

    holds: Annotated[bool | None, msgspec.Meta(description="Passed, failed, or (null) there was nothing to check.")]
    text: Annotated[str, msgspec.Meta(description="What was checked and found, in English.")]
    message: Annotated[Message, msgspec.Meta(description="The same for other languages.")]


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What the verifier found out about a finished game."""

    sound: Annotated[bool, msgspec.Meta(description="Nothing failed.")]
    commitment: str
    secret: str
    findings: list[Finding]


class PlayGame(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The game of a play, as BG Stats reads it."""

    name: str
    source_game_id: str
    highest_wins: bool
    no_points: bool
    cooperative: bool


class PlayPlayer(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A player of a play, as BG Stats reads it."""

    name: str
    source_player_id: str
    start_player: bool
    winner: bool
    score: str
    rank: int
    role: Annotated[str, msgspec.Meta(description="Of bots: their level.")]


class PlayExported(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A game as the app BG Stats takes it: `https://app.bgstatsapp.com/createPlay.html?data=` and this JSON."""

    source_name: str
    source_play_id: str
    play_date: Annotated[str, msgspec.Meta(description="When it ended, in UTC.", examples=["2026-05-01 18:30:00"])]
    duration_min: int
    location: str
    comments: str
    game: PlayGame
    players: list[PlayPlayer]


class FriendLink(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever opens this link may become your friend, until you make a new one."""

    url: str
    expires: Milliseconds


class FriendOffer(msgspec.Struct, frozen=True, kw_only=True):
    """Whose link that is."""

    person: str
    name: str
    avatar: str
    you: Annotated[bool, msgspec.Meta(description="It is your own.")]
    friend: Annotated[bool, msgspec.Meta(description="You are friends already.")]


class FriendWanted(RequestBody, frozen=True):
    """Become friends with whoever made the link."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=FRIEND_CODE_LENGTH)]


class FriendShown(msgspec.Struct, frozen=True, kw_only=True):
    """A friend, and the public tables that wait for players where they sit."""

    person: str
    name: str
    avatar: str
    since: Milliseconds
    tables: list[TableListed]


class PeopleInvited(RequestBody, frozen=True):
    """Friends whom you ask to come to your table."""

    people: Annotated[list[PersonId], msgspec.Meta(min_length=1, max_length=MOST_INVITED)]


class InvitationShown(msgspec.Struct, frozen=True, kw_only=True):
    """You are asked to come to a table."""

    table: TableListed
    person: str
    name: Annotated[str, msgspec.Meta(description="Of whoever asks you.")]
    created: Milliseconds
    invite: Annotated[str, msgspec.Meta(description="The token that opens the table.")]


class FriendExported(msgspec.Struct, frozen=True, kw_only=True):
    """A friend of yours."""

    person: str
    name: str
    since: Milliseconds


class ResultExported(msgspec.Struct, frozen=True, kw_only=True):
    """How a game went for you."""

    table: str
    game: str
    ended: Milliseconds
    place: int
    score: int
    won: bool
    before: float | None
    after: float | None
