"""What each viewer may see of Wildstyle: everything but other hands, face-down cards, and choices not yet shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES, OBJECTIVE_CODES, Content
from pandarium.games.wildstyle.engine.cards import KINDS, count_in, list_cards
from pandarium.games.wildstyle.engine.city import CENTRES
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.scoring import score_lines, solo_tags, tags_owed, unpicked, works_of
from pandarium.games.wildstyle.engine.state import (
    COUNTDOWN,
    CREWS,
    GETTING_READY,
    HIGH,
    LOW,
    NOBODY,
    OVER,
    PLAYING,
    REMOVING,
    ROUND_TAGS,
    ROUNDS,
    STRIDE,
)
from pandarium.games.wildstyle.view.counted_tags import counted

Phase = Literal["ready", "countdown", "play", "remove", "over"]
PHASE_NAMES: dict[int, Phase] = {
    GETTING_READY: "ready",
    COUNTDOWN: "countdown",
    PLAYING: "play",
    REMOVING: "remove",
    OVER: "over",
}


class Icon(msgspec.Struct, frozen=True):
    """A kind of location: its letter, its name, what a tag there scores."""

    code: str
    name: str
    points: int


class BoardView(msgspec.Struct, frozen=True):
    """A district on the map."""

    letter: str
    """What the names of its hexes begin with."""
    side: str
    rotation: int
    """In steps of 60 degrees, clockwise."""
    q: int
    """Its middle, in axial coordinates: q to the right, r down to the right."""
    r: int


class Hex(msgspec.Struct, frozen=True):
    """A hex of the map."""

    name: str
    q: int
    r: int
    icon: str
    border: bool
    """Whether it touches another district (WS-24)."""
    tags: list[int]
    """Whose tags lie there; more than one only at Train Stations (WS-9)."""


class ObjectiveView(msgspec.Struct, frozen=True):
    """An objective of this game."""

    code: str
    title: str
    side: str
    points: int
    text: str


class Score(msgspec.Struct, frozen=True):
    """What a player's tags come to, solo tags not counted (WS-20)."""

    objectives: list[int]
    """In the order of the view's objectives."""
    tags: int
    total: int


class Player(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    crew: str
    hand: list[str] | None
    """None: this viewer may not see it."""
    hand_size: int
    sets: list[list[str]]
    """Both set spaces, each with its cards in order."""
    mat: int
    """Tags that can be placed this round,"""
    supply: int
    """and tags for the rounds to come."""
    cars: int
    tags: list[str]
    """Hexes with the player's tags."""
    ready: bool
    passed: bool
    stopped: bool
    """Has placed the last tag of this round (WS-11)."""
    remove: int
    """Tags still to be chosen for cop cars (WS-20)."""
    picks: list[str] | None
    """Tags that were chosen; None: not to be seen yet."""
    solo: list[str]
    """Tags that touch no other of the same player; they go before the scoring."""
    counted: list[list[str]]
    """When the game is over: for every objective of the view the tags that it counts."""
    score: Score
    """As the tags lie now, or at the end of the game as they counted. Cop cars are only paid for at the end."""


class Touch(msgspec.Struct, frozen=True):
    """Who touched a share pile last."""

    seat: int
    what: Literal["shared", "took"]
    card: str


class SharePile(msgspec.Struct, frozen=True):
    """A share pile: all its cards, the top card last."""

    cards: list[str]
    touch: Touch | None


class WildView(msgspec.Struct, frozen=True):
    """The table as a viewer sees it."""

    you: int | None
    round: int
    rounds: int
    phase: Phase
    pace: str
    """real time or turns."""
    acting: list[int]
    turn: int | None
    """At the relaxed pace only."""
    triggered: bool
    """No new sets any more (WS-12)."""
    timer: int
    """Seconds of the clock that runs now: the countdown, or silence that closes the round; 0: none."""
    cars: int
    """Cop cars left."""
    piles: list[int]
    """Cards in each draw pile."""
    aside: int
    shares: list[SharePile]
    discards: dict[str, int]
    unseen: dict[str, int]
    """Cards that this viewer has not seen this round: in other hands, in draw piles, or set aside."""
    players: list[Player]
    boards: list[BoardView]
    hexes: list[Hex]
    objectives: list[ObjectiveView]
    icons: list[Icon]
    colours: list[str]
    """The colours of the cards, in the order of their letters."""
    options: dict[str, bool | int | str]
    outcome: Outcome | None


class Ground(NamedTuple):
    """What does not change in a game."""

    boards: list[BoardView]
    hexes: list[Hex]
    """Without tags."""
    objectives: list[ObjectiveView]
    icons: list[Icon]
    colours: list[str]
    options: dict[str, bool | int | str]


class Common(NamedTuple):
    """What all viewers of a position see alike; it is made once for all of them."""

    seen: WildView
    """For nobody: without hands. While players choose tags in secret it has none, since everybody sees them else."""
    hidden: list[int]
    """Cards that lie face down or are in a hand, by kind from 1."""


V = TypeVar("V")


class Memo(Generic[V]):
    """What was worked out lately, by all that it depends on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[tuple[object, ...], V] = {}

    def get(self, key: tuple[object, ...], make: Callable[[], V]) -> V:
        """What belongs to that key, made if need be."""
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= self._most:
                self._found.clear()
            found = self._found[key] = make()
        return found


_grounds = Memo[Ground](512)
_commons = Memo[Common](128)
_maps = Memo[list[Hex]](512)
_players = Memo[Player](2048)


def view(state: Wildstyle, viewer: int | None) -> WildView:
    """Fill the view."""
    common = _commons.get(_everything(state), lambda: _common(state))
    players = list(common.seen.players) or [_player(state, viewer, seat) for seat in range(state.seats)]
    if viewer is not None and common.seen.players:
        hand = cards(list_cards(state.hand_of(viewer)))
        players[viewer] = msgspec.structs.replace(players[viewer], hand=hand)
    unseen = tally(_unseen(state, viewer, common.hidden))
    return msgspec.structs.replace(common.seen, you=viewer, unseen=unseen, players=players)


def _ground(state: Wildstyle) -> Ground:
    parsed: Content = state.fixed.parsed
    city, grid = state.city, state.city.grid
    return Ground(
        boards=[
            BoardView("ABCDE"[slot], parsed.face_names[city.faces[slot]], city.rotations[slot], *CENTRES[slot])
            for slot in range(state.seats)
        ],
        hexes=[
            Hex(HEX_NAMES[hex], grid.q[hex], grid.r[hex], "SRAFMP"[city.icons[hex]], bool(grid.border[hex]), tags=[])
            for hex in range(grid.hexes)
        ],
        objectives=[
            ObjectiveView(found.code, found.title, "AB"[number % 2], found.points, found.text)
            for number in city.objectives
            for found in [parsed.objectives[number]]
        ],
        icons=[
            Icon(code, name, state.fixed.deck.points[number])
            for number, (code, name) in enumerate(zip("SRAFMP", parsed.icon_names, strict=True))
        ],
        colours=list(parsed.colours),
        options=dict(state.setup.options),
    )


def _everything(state: Wildstyle) -> tuple[object, ...]:
    """All that any part of `Common` could depend on."""
    laid = (
        *(state.fixed, state.city, state.phase, state.round, state.turn, state.triggered),
        *(state.acting, state.ready, state.passed, state.cars),
        *(state.piles, state.pool_low, state.pool_high, state.tops, state.touches),
    )
    return (*laid, *state.shared, None, *state.mats)


def _common(state: Wildstyle) -> Common:
    ground = _grounds.get((state.fixed, state.city), lambda: _ground(state))
    masks = tuple(state.mats[seat * STRIDE + word] for seat in range(state.seats) for word in (LOW, HIGH))
    seen = WildView(
        you=None,
        round=state.round,
        rounds=ROUNDS,
        phase=PHASE_NAMES[state.phase],
        pace=state.setup.options["pace"],
        acting=state.actors(),
        turn=None if state.turn == NOBODY else state.turn,
        triggered=state.triggered,
        timer=state.timer(),
        cars=state.cars,
        piles=[state.pile_size(pile) for pile in range(state.fixed.draw_piles)],
        aside=state.aside(),
        shares=[_share_pile(state, pile) for pile in range(state.fixed.share_piles)],
        discards=tally(discards(state)),
        unseen={},
        players=[] if state.phase == REMOVING else [_known_player(state, seat) for seat in range(state.seats)],
        boards=ground.boards,
        hexes=_maps.get((state.city, *masks), lambda: _hexes(state, ground)),
        objectives=ground.objectives,
        icons=ground.icons,
        colours=ground.colours,
        options=ground.options,
        outcome=outcome_of(state),
    )
    return Common(seen, _hidden(state))


def _known_player(state: Wildstyle, seat: int) -> Player:
    """A player without the hand: what it depends on is on the mat, but for the phase and two marks."""
    bit = 1 << seat
    mat = (state.mats[seat * STRIDE + place] for place in range(STRIDE))
    marks = (state.phase, state.round, state.ready & bit, state.passed & bit)
    return _players.get((state.fixed, state.city, seat, *marks, *mat), lambda: _player(state, None, seat))


def _player(state: Wildstyle, viewer: int | None, seat: int) -> Player:
    hand = list_cards(state.hand_of(seat))
    objectives, tags = score_lines(state, seat) if may_see_picks(state, viewer, seat) else _lines_of_all(state, seat)
    bit = 1 << seat
    choosing = state.phase == REMOVING
    return Player(
        crew=CREWS[seat],
        hand=cards(hand) if viewer == seat else None,
        hand_size=len(hand),
        sets=[cards(list_cards(state.set_of(seat, space))) for space in range(2)],
        mat=state.mat_of(seat),
        supply=(ROUNDS - state.round) * ROUND_TAGS,
        cars=state.cars_of(seat),
        tags=hexes(state.tags_of(seat)),
        ready=bool(state.ready & bit),
        passed=bool(state.passed & bit),
        stopped=state.mat_of(seat) == 0,
        remove=tags_owed(state, seat) - state.count_picks(seat) if choosing else 0,
        picks=hexes(state.picks_of(seat)) if may_see_picks(state, viewer, seat) else None,
        solo=hexes(solo_tags(state, seat)) if may_see_picks(state, viewer, seat) else [],
        counted=_counted(state, seat) if state.phase == OVER else [],
        score=Score(objectives, tags, sum(objectives) + tags),
    )


def _counted(state: Wildstyle, seat: int) -> list[list[str]]:
    works = works_of(state, seat)
    kept = works.together(unpicked(state, seat, works))
    return [hexes(works.list_hexes(counted(works, objective, kept))) for objective in state.city.objectives]


def may_see_picks(state: Wildstyle, viewer: int | None, seat: int) -> bool:
    """WS-20: what goes for cop cars is the owner's secret until everybody has chosen."""
    return state.phase != REMOVING or viewer == seat


def _lines_of_all(state: Wildstyle, seat: int) -> tuple[list[int], int]:
    """What all tags of a player are worth, to those who do not know which will go."""
    works = works_of(state, seat)
    kept = works.together(works.every)
    objectives = [works.objective_points(objective, kept) for objective in state.city.objectives]
    return objectives, works.tag_points(kept)


def _share_pile(state: Wildstyle, pile: int) -> SharePile:
    seat, what, card = state.touch_of(pile)
    touch = None if seat == NOBODY else Touch(seat, "shared" if what == 1 else "took", CARD_NAMES[card])
    return SharePile(cards(state.share_pile(pile)), touch)


def _hexes(state: Wildstyle, ground: Ground) -> list[Hex]:
    tags: dict[int, list[int]] = {}
    for seat in range(state.seats):
        for hex in state.tags_of(seat):
            tags.setdefault(hex, []).append(seat)
    shown = list(ground.hexes)
    for hex, seats in tags.items():
        shown[hex] = msgspec.structs.replace(shown[hex], tags=seats)
    return shown


def _hidden(state: Wildstyle) -> list[int]:
    """How many cards of each kind, from 1, lie face down or are in a hand."""
    hidden = [0, *(count_in(state.pool_low, state.pool_high, card) for card in range(1, KINDS + 1))]
    for seat in range(state.seats):
        for card in list_cards(state.hand_of(seat)):
            hidden[card] += 1
    return hidden


def _unseen(state: Wildstyle, viewer: int | None, hidden: list[int]) -> list[int]:
    """How many cards of each kind, from 1, this viewer has not seen: all that are hidden but for the own hand."""
    unseen = list(hidden)
    if viewer is not None:
        for card in list_cards(state.hand_of(viewer)):
            unseen[card] -= 1
    return unseen


def discards(state: Wildstyle) -> list[int]:
    """How many cards of each kind, from 1, were cleared this round: all that lie nowhere else."""
    deck = state.fixed.deck
    left = [0, *(count_in(deck.low, deck.high, card) for card in range(1, KINDS + 1))]
    for card in range(1, KINDS + 1):
        left[card] -= count_in(state.pool_low, state.pool_high, card)
    for seat in range(state.seats):
        for handful in (state.hand_of(seat), state.set_of(seat, 0), state.set_of(seat, 1)):
            for card in list_cards(handful):
                left[card] -= 1
    for pile in range(state.fixed.share_piles):
        for card in state.share_pile(pile):
            left[card] -= 1
    return left


def tally(counts: list[int]) -> dict[str, int]:
    """Counts by card, without those that are not there."""
    return {CARD_NAMES[card]: count for card, count in enumerate(counts) if count}


def cards(numbers: Iterable[int]) -> list[str]:
    """Cards as they are written."""
    return [CARD_NAMES[card] for card in numbers]


def hexes(numbers: Iterable[int]) -> list[str]:
    """Hexes as they are written."""
    return [HEX_NAMES[hex] for hex in numbers]


def objectives(numbers: Iterable[int]) -> list[str]:
    """Objectives as they are written."""
    return [OBJECTIVE_CODES[number] for number in numbers]
