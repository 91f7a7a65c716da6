"""People, as others may know them: profiles, games played, ratings over time, one's own place among the best."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from pandarium.protocol.people import (
    GamePlayed,
    OwnPlace,
    ProfileShown,
    RatingPoint,
    TallyShown,
)
from pandarium.protocol.rest import SeatListed
from pandarium.server.evenings.history import players_of
from pandarium.server.http.caller import AnyRequest, Caller, site_of
from pandarium.server.http.games import GameName, is_together, known_game, title_of
from pandarium.server.http.people import PEOPLE, PersonId, find_person, may_look, show_rating
from pandarium.server.http.site import Site
from pandarium.server.http.tables import Before, Limit, place_of, show_seat
from pandarium.server.people.identity import NO_NUL
from pandarium.server.store import (
    EveningPlayedRow,
    PersonRow,
    ResultRow,
    SeatRow,
    TallyRow,
    evenings,
    friends,
    personal,
    results,
)

MOST_POINTS: Final = 200
"""Games in a chart of somebody's rating."""

OfGame = Annotated[str | None, QueryParameter(max_length=40, pattern=NO_NUL, description="Only games of this kind.")]


@get("/api/people/{person:str}/profile", tags=PEOPLE, summary="Somebody's profile")
async def show_profile(request: AnyRequest, person: PersonId, visitor: NamedDependency[Caller | None]) -> ProfileShown:
    """Ratings, and games counted by players and bots. Of others only what they played at public tables."""
    site = site_of(request)
    row = await find_person(site, person)
    own, looks = is_own(row, visitor), may_look(row, visitor)
    me = visitor.row.id if visitor is not None and not own else None
    return ProfileShown(
        id=row.id,
        name=row.name,
        avatar=row.avatar,
        account=row.handle is not None,
        created=row.created if looks else 0,
        hidden=row.hidden,
        you=own,
        ratings=[show_rating(rating) for rating in await personal.ratings_of(site.store, row.id)] if looks else [],
        tallies=[show_tally(tally) for tally in await results.tallies_of(site.store, row.id, public_only=not own)]
        if looks
        else [],
        together=0 if me is None else await results.games_together(site.store, me, row.id),
        friend=me is not None and await friends.are_friends(site.store, me, row.id),
    )


@get("/api/people/{person:str}/games", tags=PEOPLE, summary="Games that somebody played")
async def show_games(
    request: AnyRequest,
    person: PersonId,
    visitor: NamedDependency[Caller | None],
    game: OfGame = None,
    limit: Limit = 20,
    before: Before = None,
) -> list[GamePlayed]:
    """Games that somebody played to the end, newest first: all of one's own, of others those at public tables.

    Among one's own are evenings at a real table that one has put there (`real`).
    `before` is the `ended` of the last one you have, a comma, and its `table`.
    """
    site = site_of(request)
    row = await find_person(site, person)
    if not may_look(row, visitor):
        return []
    place, own = place_of(before), is_own(row, visitor)
    games = await list_games(site, await results.of_person(site.store, row.id, game, limit, place, public_only=not own))
    if not own:
        return games
    real = await evenings.played_by(site.store, row.id, game, limit, place)
    games += [show_evening_played(one, row) for one in real]
    return sorted(games, key=lambda one: (one.ended, one.table), reverse=True)[:limit]


@get("/api/people/{person:str}/ratings/{game:str}", tags=PEOPLE, summary="Somebody's rating over time")
async def show_rating_history(
    request: AnyRequest, person: PersonId, game: GameName, visitor: NamedDependency[Caller | None]
) -> list[RatingPoint]:
    """The last rated games of one kind, oldest first; of others those at public tables."""
    site = site_of(request)
    known_game(game)
    row = await find_person(site, person)
    if not may_look(row, visitor):
        return []
    found = await results.rated(site.store, row.id, game, MOST_POINTS, public_only=not is_own(row, visitor))
    return [
        RatingPoint(table=one.table, ended=one.ended, before=round(one.before, 3), after=round(one.after, 3))
        for one in found
        if one.before is not None and one.after is not None
    ]


@get("/api/ratings/{game:str}/mine", tags=PEOPLE, summary="Your place among the best of a game")
async def show_own_place(request: AnyRequest, game: GameName, caller: NamedDependency[Caller]) -> OwnPlace:
    """Where you stand in the list, if you have played a rated game of that kind."""
    site = site_of(request)
    known_game(game)
    rating = await site.store.rating(caller.row.id, game)
    if rating is None:
        return OwnPlace(place=None, rating=None)
    return OwnPlace(place=await results.place_of(site.store, rating), rating=show_rating(rating))


async def list_games(site: Site, rows: list[ResultRow]) -> list[GamePlayed]:
    """Results with who played, as a list for people."""
    seated = await site.store.seats([row.table for row in rows])
    return [show_game_played(row, seated[row.table]) for row in rows]


def show_game_played(row: ResultRow, seated: list[SeatRow]) -> GamePlayed:
    """How a game went for somebody, and who else played."""
    return GamePlayed(
        table=row.table,
        game=row.game,
        title=title_of(row.game),
        started=row.started,
        ended=row.ended,
        seats=[show_seat(seat) for seat in seated],
        seat=row.seat,
        place=row.place,
        score=row.score,
        won=row.won,
        together=is_together(row.game),
        public=row.public,
        before=None if row.before is None else round(row.before, 3),
        after=None if row.after is None else round(row.after, 3),
        real=False,
    )


def show_evening_played(row: EveningPlayedRow, person: PersonRow) -> GamePlayed:
    """An evening at a real table in somebody's history, to themselves. The others are names, whoever they are."""
    players = players_of(row)
    seats = [SeatListed(name=name) for name in players.names]
    seats[row.seat] = SeatListed(name=players.names[row.seat], person=person.id, avatar=person.avatar)
    return GamePlayed(
        table=row.evening,
        game=row.game,
        title=title_of(row.game),
        started=row.started,
        ended=row.ended,
        seats=seats,
        seat=row.seat,
        place=players.place(row.seat),
        score=players.scores[row.seat],
        won=row.seat in players.winners,
        together=is_together(row.game),
        public=False,
        before=None,
        after=None,
        real=True,
    )


def show_tally(row: TallyRow) -> TallyShown:
    """Games of a kind, counted."""
    return TallyShown(game=row.game, seats=row.seats, level=row.level, games=row.games, won=row.won)


def is_own(row: PersonRow, visitor: Caller | None) -> bool:
    """Whether somebody looks at themselves."""
    return visitor is not None and visitor.row.id == row.id


HANDLERS: Final[list[Any]] = [show_profile, show_games, show_rating_history, show_own_place]
