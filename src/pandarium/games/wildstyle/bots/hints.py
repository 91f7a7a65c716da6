"""Why a move is good, in words and numbers, for people who ask: what a tag scores, promises and blocks, who wants it.

What a tag scores as things lie is exact, and so is what may be drawn; a promise is the estimate by which bots play
(`placement_value`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.message import Message, decimal
from pandarium.games.wildstyle.bots.move_value import MoveValue, rush_gain
from pandarium.games.wildstyle.bots.placement_trials import Place
from pandarium.games.wildstyle.bots.placement_value import POINT, PlacementValue
from pandarium.games.wildstyle.bots.removal import best_value
from pandarium.games.wildstyle.content import OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.cards import (
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    ICONS,
    KINDS,
    STATION,
    count_in,
    is_full,
    size_of,
)
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    DRAW,
    PASS,
    REMOVE,
    RUSH,
    SHARE,
    TAG,
    TAKE,
    card_of,
    hex_of,
    kind_of,
    space_of,
)
from pandarium.games.wildstyle.engine.objectives import Tagged
from pandarium.games.wildstyle.engine.scoring import works_of
from pandarium.games.wildstyle.engine.state import CREWS, HIGH, LOW, PLAYING, STRIDE

WANTED: Final = 2 * POINT
"""What a hex must promise to somebody else to be worth a word."""
HELPFUL: Final = POINT // 2
"""What an objective must gain by a tag to be named."""


def tried(candidate: Place, why: Message) -> Message:
    """What speaks for a place, how often it was tried, and what came of it."""
    better = int(candidate.total) / POINT / max(1, int(candidate.tries))
    return Message(
        "wildstyle.hint.tried", {"why": why, "better": decimal(better, signed=True), "tries": int(candidate.tries)}
    )


def why(values: MoveValue, move: int) -> Message:
    """What speaks for a move, or against it."""
    state, seat = values.state, int(values.seat)
    kind = int(kind_of(move))
    if kind == TAG:
        return _why_tag(values, int(hex_of(move)))
    if kind == RUSH:
        return Message("wildstyle.hint.rush", {"points": f"{rush_gain(state, seat, hex_of(move)):+d}"})
    if kind in (ADD, TAKE):
        return _why_card(values, kind, int(card_of(move)), int(space_of(move)))
    if kind == REMOVE:
        return Message("wildstyle.hint.remove", {"points": int(values.weigh_removal(hex_of(move)))})
    if state.phase != PLAYING:
        return Message("wildstyle.hint.forced")
    if kind == DRAW:
        return Message("wildstyle.hint.draw", {"percent": round(100 * useful_share(state, seat))})
    if kind == SHARE:
        wanted = values.wanted_by_others(ICON_OF[card_of(move)]) > 0
        return Message("wildstyle.hint.share_wanted" if wanted else "wildstyle.hint.share")
    return Message("wildstyle.hint.pass" if kind == PASS else "wildstyle.hint.gives_away")


# Tags


def _why_tag(values: MoveValue, hex: int) -> Message:
    """What a tag scores now, what it may come to, and whom it gets in the way of."""
    state, seat = values.state, int(values.seat)
    promise = decimal(int(values.placements.gain(hex)) / POINT)
    told = Message("wildstyle.hint.tag", {"points": f"{points_now(state, seat, hex):+d}", "promise": promise})
    told = _for_objectives(values, hex, told)
    if state.city.icons[hex] == STATION:
        return told  # WS-9: there is room for everybody
    ready = crew_with_set(state, seat, int(state.city.icons[hex]))
    if ready >= 0:
        return Message("wildstyle.hint.threatened", {"why": told, "crew": _crew(ready)})
    rival, worth = most_wanting(values, hex)
    if worth >= WANTED:
        gaps: dict[str, int | str | Message] = {"why": told, "crew": _crew(rival), "points": decimal(worth / POINT)}
        return Message("wildstyle.hint.blocks", gaps)
    return told


def _crew(seat: int) -> Message:
    return Message(f"wildstyle.crew.{CREWS[seat]}")


def _for_objectives(values: MoveValue, hex: int, told: Message) -> Message:
    """The objective that scores by the tag, or the one that it helps along."""
    state, seat = values.state, int(values.seat)
    gains = objective_gains(state, seat, hex)
    best = max(range(len(gains)), key=lambda place: gains[place])
    if gains[best] > 0:
        name = _objective(int(state.city.objectives[best]))
        return Message("wildstyle.hint.scores", {"why": told, "points": gains[best], "objective": name})
    if not touches_own(values.placements, hex):
        return Message("wildstyle.hint.alone", {"why": told})
    helps = [int(values.placements.help_with(objective, hex)) for objective in state.city.objectives]
    best = max(range(len(helps)), key=lambda place: helps[place])
    if helps[best] >= HELPFUL:
        return Message(
            "wildstyle.hint.towards", {"why": told, "objective": _objective(int(state.city.objectives[best]))}
        )
    return told


def _objective(objective: int) -> Message:
    return Message(f"wildstyle.objective.{OBJECTIVE_CODES[objective]}")


def with_tag(state: Wildstyle, seat: i64, hex: i64) -> Tagged:
    """The player's tags on the map, and one more."""
    low: i64 = state.mats[seat * STRIDE + LOW] | low_bit(hex)
    high: i64 = state.mats[seat * STRIDE + HIGH] | high_bit(hex)
    return Tagged(state.city, state.fixed.deck, state.fixed.points, low, high)


def points_now(state: Wildstyle, seat: i64, hex: i64) -> int:
    """WS-20: what a tag there would add to the score if the game ended with it; exactly."""
    before = works_of(state, seat)
    after = with_tag(state, seat, hex)
    owed: i64 = state.cars_of(seat)
    return int(best_value(after, after.every, owed) - best_value(before, before.every, owed))


def objective_gains(state: Wildstyle, seat: i64, hex: i64) -> list[int]:
    """WS-22 to WS-31: what a tag there adds to every objective as things lie, cop cars left aside."""
    before = works_of(state, seat)
    after = with_tag(state, seat, hex)
    old: i64 = before.together(before.every)
    new: i64 = after.together(after.every)
    return [
        int(after.objective_points(objective, new) - before.objective_points(objective, old))
        for objective in state.city.objectives
    ]


def touches_own(placements: PlacementValue, hex: i64) -> bool:
    """WS-20: whether an own tag lies beside that hex."""
    shapes = placements.shapes
    return (shapes.near_low[hex] & placements.low) | (shapes.near_high[hex] & placements.high) != 0


def crew_with_set(state: Wildstyle, seat: i64, icon: i64) -> int:
    """WS-7: the first other player who has a full set of that icon and a tag to place; -1 if nobody has."""
    other: i64 = 0
    while other < state.seats:
        if other != seat and state.mat_of(other) > 0:
            for space in range(2):
                cards: i64 = state.set_of(other, space)
                if is_full(cards) and ICON_OF[cards & CARD_MASK] == icon:
                    return int(other)
        other += 1
    return -1


def most_wanting(values: MoveValue, hex: i64) -> tuple[int, int]:
    """To which other player a tag there promises most, and how much, in hundredths of a point."""
    state = values.state
    values.loss_of_others(hex)  # looks at the others, unless it has
    rival, most = -1, 0
    others = [other for other in range(state.seats) if other != values.seat]
    for other, placements in zip(others, values.others, strict=True):
        gain = int(placements.gain(hex))
        if gain > most and state.mat_of(other) > 0:
            rival, most = other, gain
    return rival, most


# Cards


def _why_card(values: MoveValue, kind: int, card: int, space: int) -> Message:
    """How far the set is with it, and what its tag would be worth."""
    state, seat = values.state, int(values.seat)
    icon = int(ICON_OF[card])
    size = int(size_of(state.set_of(seat, space))) + 1
    gaps: dict[str, int | str | Message] = {"points": decimal(int(values.worth_of(icon)) / POINT)}
    if size == 3:
        told = Message("wildstyle.hint.completes", gaps)
    elif size == 2:
        told = Message("wildstyle.hint.adds", gaps)
    else:
        told = Message("wildstyle.hint.starts", {**gaps, "more": max(0, int(values.companions(icon)) - 1)})
    if kind == TAKE and values.wanted_by_others(icon) > 0:
        return Message("wildstyle.hint.contested", {"why": told})
    return told


def useful_share(state: Wildstyle, seat: i64) -> float:
    """WS-3, WS-4: of all cards that the player cannot see, the share with an icon of an open set or of the hand."""
    useful = [False] * ICONS
    hand: i64 = state.hand_of(seat)
    while hand != 0:
        useful[ICON_OF[hand & CARD_MASK]] = True
        hand >>= CARD_BITS
    for space in range(2):
        cards: i64 = state.set_of(seat, space)
        if cards != 0 and not is_full(cards):
            useful[ICON_OF[cards & CARD_MASK]] = True
    found: i64 = 0
    unseen: i64 = state.pool_size
    card: i64 = 1
    while card <= KINDS:
        if useful[ICON_OF[card]]:
            found += count_in(state.pool_low, state.pool_high, card)
        card += 1
    other: i64 = 0
    while other < state.seats:
        held: i64 = state.hand_of(other) if other != seat else 0
        while held != 0:
            unseen += 1
            if useful[ICON_OF[held & CARD_MASK]]:
                found += 1
            held >>= CARD_BITS
        other += 1
    return int(found) / max(1, int(unseen))
