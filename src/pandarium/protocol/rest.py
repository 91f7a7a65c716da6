"""What the REST part takes and gives, as structs; the OpenAPI page is made from them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandarium.core.message import ENGLISH, Message
from pandarium.core.meta import OptionValue
from pandarium.core.meta import Pace as GamePace
from pandarium.core.outcome import Outcome
from pandarium.kit.content_list import Source
from pandarium.kit.standing import Standing
from pandarium.protocol.fields import Language, Level, Status, Talk
from pandarium.protocol.pace import Pace
from pandarium.protocol.replies import GameEvent, News

NAME_LENGTH = 32
HANDLE_LENGTHS = (3, 20)
PASSWORD_LENGTHS = (8, 200)
AVATAR_LENGTH = 32

Name = Annotated[
    str,
    msgspec.Meta(min_length=1, max_length=NAME_LENGTH, description="What the others see.", examples=["Bamboo"]),
]
Avatar = Annotated[
    str, msgspec.Meta(max_length=AVATAR_LENGTH, description="A word or an emoji for the picture.", examples=["🐼"])
]
Handle = Annotated[
    str,
    msgspec.Meta(
        min_length=HANDLE_LENGTHS[0],
        max_length=HANDLE_LENGTHS[1],
        pattern="^[A-Za-z0-9_-]+$",
        description="The name to log in with.",
        examples=["red-panda"],
    ),
]
Password = Annotated[
    str,
    msgspec.Meta(
        min_length=PASSWORD_LENGTHS[0], max_length=PASSWORD_LENGTHS[1], examples=["a long sentence, easy to remember"]
    ),
]
Milliseconds = Annotated[int, msgspec.Meta(description="Milliseconds since 1970.", examples=[1_790_000_000_000])]


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something that a client asks for."""


class NewGuest(RequestBody, frozen=True):
    """Somebody who wants to play without an account."""

    name: Name
    avatar: Avatar = ""


class NewAccount(RequestBody, frozen=True):
    """An account to be. Whoever is a guest keeps name, tables and ratings unless another name is given."""

    handle: Handle
    password: Password
    name: Name | None = None
    avatar: Avatar | None = None


class Login(RequestBody, frozen=True):
    """Handle and password."""

    handle: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["red-panda"])]
    password: Annotated[str, msgspec.Meta(min_length=1, max_length=PASSWORD_LENGTHS[1])]


class Changed(RequestBody, frozen=True):
    """What is to change; what is left out stays."""

    name: Name | None = None
    avatar: Avatar | None = None
    hidden: Annotated[
        bool | None, msgspec.Meta(description="Whether others see no more of you than name and picture.")
    ] = None


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """You."""

    id: str
    name: str
    avatar: str
    handle: str | None
    account: Annotated[bool, msgspec.Meta(description="Whether you have an account; guests have none.")]
    created: Milliseconds
    mail: Annotated[str | None, msgspec.Meta(description="Where a code for a new password goes; shown to you alone.")]
    operator: Annotated[bool, msgspec.Meta(description="Whether you look after this server.")]
    hidden: Annotated[bool, msgspec.Meta(description="Whether others see no more of you than name and picture.")]


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session that has begun. Browsers keep it in a cookie; others send `Authorization: Bearer <token>`."""

    me: Me
    token: Annotated[str, msgspec.Meta(description="Valid for 30 days; whoever has it is you.")]
    csrf: Annotated[
        str, msgspec.Meta(description="With the cookie, send this as X-CSRF-Token whenever you change something.")
    ]


class Whoami(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who you are. A session that is a day old is renewed: then there is a new cookie, or a new token."""

    me: Annotated[Me | None, msgspec.Meta(description="Null for somebody without a session.")]
    csrf: Annotated[str | None, msgspec.Meta(description="Only with a cookie: what to send as X-CSRF-Token.")] = None
    token: Annotated[str | None, msgspec.Meta(description="Only when it is new.")] = None


class RatingShown(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody plays a game."""

    who: Annotated[str, msgspec.Meta(description='A person\'s id, or "bot:<level>".')]
    name: str
    game: str
    rating: Annotated[float, msgspec.Meta(description="What is certain of their skill: mu - 3 sigma.")]
    mu: float
    sigma: float
    games: int


class PersonShown(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, as everybody may see them."""

    id: str
    name: str
    avatar: str
    account: bool
    ratings: list[RatingShown]


class OptionShown(msgspec.Struct, frozen=True, kw_only=True):
    """One thing the players may agree on before they start."""

    name: str
    help: str
    default: OptionValue
    choices: list[OptionValue]
    labels: Annotated[list[str], msgspec.Meta(description="What people call each of the choices, in the same order.")]
    seats: Annotated[
        tuple[int, int] | None,
        msgspec.Meta(description="Fewest and most players with whom it changes anything; null: any number."),
    ] = None
    when: Annotated[
        dict[str, list[OptionValue]],
        msgspec.Meta(description="Offered only with these values of other options; else it keeps its default."),
    ]


class GameListed(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list."""

    name: Annotated[str, msgspec.Meta(examples=["royale"])]
    title: str
    tagline: str
    seats: Annotated[tuple[int, int], msgspec.Meta(description="Fewest and most players.")]
    minutes: Annotated[tuple[int, int], msgspec.Meta(description="With few and with many players.")]
    pace: GamePace
    cooperative: bool
    phrases: Annotated[bool, msgspec.Meta(description="Whether it has phrases for tables that talk by nothing else.")]
    rules: Annotated[int, msgspec.Meta(description="Version of the rules.")]
    colour: Annotated[str, msgspec.Meta(description="Of its card, `#rrggbb`; empty: the client chooses one.")]
    sign: Annotated[str, msgspec.Meta(description="An emoji or a few letters, where there is no picture of it.")]
    lesson: Annotated[bool, msgspec.Meta(description="Whether it can be learned by doing.")]
    tournaments: Annotated[bool, msgspec.Meta(description="Whether it can be played as a tournament.")]
    companion: Annotated[bool, msgspec.Meta(description="Whether its box can be played with a companion.")]


class TournamentOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says about its tournaments."""

    rule: Annotated[str, msgspec.Meta(description="The rule about tournaments.")]
    seats: Annotated[int, msgspec.Meta(description="Most players at a table.")]
    buy_in: Annotated[int, msgspec.Meta(description="What everybody starts with, and what a re-buy brings.")]
    minutes: Annotated[int, msgspec.Meta(description="How long a level lasts by the rules.")]
    level: Annotated[str, msgspec.Meta(description="The bot that fills tables unless another is wanted.")]
    options: Annotated[list[str], msgspec.Meta(description="Options of the game that are open to agreement.")]


class BotStrength(msgspec.Struct, frozen=True, kw_only=True):
    """How strong bots of a level are, as far as it was measured: a rating, or a share of games won."""

    rating: Annotated[
        float | None, msgspec.Meta(description="What is certain of its skill, as of people: mu - 3 sigma.")
    ]
    won: Annotated[float | None, msgspec.Meta(description="Where all play together: the share of games won, 0 to 1.")]
    interval: Annotated[tuple[float, float], msgspec.Meta(description="95 %, of whichever there is.")]
    games: Annotated[int, msgspec.Meta(description="How many games it played for that.")]


class GameShown(GameListed, frozen=True, kw_only=True):
    """A game with everything that is agreed before it starts."""

    options: list[OptionShown]
    bots: Annotated[list[str], msgspec.Meta(description="Levels, weakest first.")]
    ladder: Annotated[
        dict[str, BotStrength], msgspec.Meta(description="How strong each level is; those never measured are missing.")
    ]
    tournament: TournamentOffer | None
    drop_in: Annotated[
        dict[str, list[OptionValue]] | None,
        msgspec.Meta(description="With which values of options players come and go; such tables are not rated."),
    ]


class RuleShown(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered paragraph of a rulebook, in Markdown."""

    id: Annotated[str, msgspec.Meta(examples=["PR-7"])]
    title: str
    text: str
    section: str
    language: Language = ENGLISH


class EntryShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A card, a kind of die, a board: something that lies in a game's box."""

    code: Annotated[str, msgspec.Meta(examples=["plan.torch"])]
    """Its kind and its own code."""
    rule: Annotated[str, msgspec.Meta(examples=["PP-F5"])]
    name: str
    text: str
    """What it does or has, in a sentence; may be empty."""
    source: Source
    """Where it comes from: stated in the published rules, inferred from other sources, or ours."""
    note: str | None = None
    """What of it is ours, in English; None: nothing."""
    note_message: Message | None = None
    """The same for other languages."""
    own: bool = True
    """As the game itself has it; false: name or text are those of the host's pack."""


class ContentShown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What lies in a game's box here."""

    title: str = ""
    """What the host's content pack calls itself; empty for the game's own content."""
    entries: list[EntryShown]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a table is to be."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=100)]
    options: Annotated[dict[Annotated[str, msgspec.Meta(max_length=40)], OptionValue], msgspec.Meta(max_length=50)] = {}
    bots: Annotated[list[Level], msgspec.Meta(max_length=100)] = []
    """Levels of bots that take the last seats."""
    sit: bool = True
    """Whether the host takes the first seat."""
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = True
    talk: Talk = "all"
    pace: Pace = Pace()
    autostart: bool = False
    """Whether it begins by itself as soon as every seat is taken: for friends who are never here at the same time."""


class TableCreated(msgspec.Struct, frozen=True, kw_only=True):
    """A new table."""

    id: str
    invite: Annotated[str, msgspec.Meta(description="Whoever has it may come in: give it to friends only.")]
    url: Annotated[str, msgspec.Meta(description="The link for friends; the invite is in it.")]


class TableShared(msgspec.Struct, frozen=True, kw_only=True):
    """What a link to a replay carries: it lets one read, gives no seat, and ends when the host renews the invite."""

    token: Annotated[str, msgspec.Meta(description="Empty where everybody may read without.")]
    url: str


class SeatListed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a list of tables; without a name it is free."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    avatar: str = ""


class TableListed(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    title: str
    status: Status
    host: str
    seats: list[SeatListed]
    options: dict[str, OptionValue]
    public: bool
    spectators: bool
    rated: bool
    hints: bool
    talk: Talk
    pace: Pace
    created: Milliseconds
    changed: Annotated[int, msgspec.Meta(description="When it was created, started or ended.")]
    actors: Annotated[list[int], msgspec.Meta(description="Seats that the game waits for now.")]
    outcome: Outcome | None
    together: Annotated[bool, msgspec.Meta(description="All play together: they win or lose as one.")]
    joinable: Annotated[bool, msgspec.Meta(description="It runs, and has a free seat that may be taken all the same.")]
    standing: Annotated[
        Standing | None, msgspec.Meta(description="While it runs: how it stands, where the game can tell.")
    ]
    tournament: Annotated[str | None, msgspec.Meta(description="The tournament that it is a table of.")]
    tournament_title: Annotated[str, msgspec.Meta(description="What that calls itself.")]


class ReplayFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One position of a replay."""

    position: int
    news: News
    view: object = None


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server can do its work."""

    status: Annotated[str, msgspec.Meta(examples=["ok"])]
    database: Annotated[str, msgspec.Meta(examples=["ok", "cannot be written", "does not answer"])]
    version: str


class Alive(msgspec.Struct, frozen=True, kw_only=True):
    """The server runs, whatever else may be wrong."""

    status: Annotated[str, msgspec.Meta(examples=["ok"])]
    version: str


class LessonListed(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson, from outside."""

    game: Annotated[str, msgspec.Meta(examples=["royale"])]
    title: str
    tagline: str
    language: Language = ENGLISH
    minutes: int
    steps: Annotated[int, msgspec.Meta(description="How many there are.")]


class LessonMove(msgspec.Struct, frozen=True, kw_only=True):
    """A legal move of a lesson's step, with the answer to it and what it leads to."""

    move: str
    label: str
    what: Any
    right: bool
    text: Annotated[str, msgspec.Meta(description="What is said to it.")]
    rules: Annotated[list[str], msgspec.Meta(description="The rules that say so.")]
    view: Annotated[Any, msgspec.Meta(description="The game after the move.")]
    events: list[GameEvent]
    actors: list[int]


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something to read next to the table, and perhaps something to do there."""

    title: str
    text: str
    rules: list[str]
    ask: Annotated[str, msgspec.Meta(description="What is to be done; empty: only look.")]
    seat: Annotated[int, msgspec.Meta(description="Through whose eyes, and who is asked.")]
    view: Any
    events: Annotated[list[GameEvent], msgspec.Meta(description="What has just happened.")]
    actors: list[int]
    moves: Annotated[list[LessonMove], msgspec.Meta(description="Every legal move, if one is asked for.")]


class LessonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A whole lesson: with it a browser needs no rule of the game."""

    game: str
    title: str
    tagline: str
    language: Language = ENGLISH
    minutes: int
    names: Annotated[list[str], msgspec.Meta(description="The players, by seat.")]
    steps: list[LessonStep]
