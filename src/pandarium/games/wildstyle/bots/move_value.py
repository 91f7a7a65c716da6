"""What an action is worth to a player who wants tags on the map: the hand work of all bots.

Every legal move gets a number; the highest is played. Cards that go onto a set come before new cards, new cards before
giving some away. How much a set of an icon is worth, and where its tag goes, depends on the style: a filler sees the
points and its own tags beside a hex, a planner all that `placement_value` sees. The strong style minds the others more.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.games.wildstyle.bots.map_shapes import bits, shapes_of
from pandarium.games.wildstyle.bots.placement_value import POINT, UNKNOWN, PlacementValue
from pandarium.games.wildstyle.bots.removal import best_kept, best_value, mask_of
from pandarium.games.wildstyle.engine.actions import free_high, free_low
from pandarium.games.wildstyle.engine.cards import (
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    ICONS,
    KINDS,
    NO_CARD,
    STATION,
    count_in,
    is_full,
    size_of,
)
from pandarium.games.wildstyle.engine.city import NOWHERE, high_bit, low_bit
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import (
    ADD,
    CLEAR,
    DRAW,
    PASS,
    REMOVE,
    RUSH,
    SCRAP,
    SHARE,
    TAG,
    TAKE,
    card_of,
    hex_of,
    kind_of,
    pile_of,
    space_of,
)
from pandarium.games.wildstyle.engine.objectives import Tagged
from pandarium.games.wildstyle.engine.scoring import tags_owed, unpicked, works_of
from pandarium.games.wildstyle.engine.state import HIGH, LOW, PLAYING, ROUNDS, STRIDE

FILLER: Final = 0
PLANNER: Final = 1
STRONG: Final = 2
"""Styles."""

TAGGING: Final = 100_000
MATCHING: Final = 20_000
"""Onto a set; a thousand more for every card that lies there."""
FROM_SHARES: Final = 500
"""Others want it, too."""
STARTING: Final = 10_000
"""A set of which there is a second card at once; a thousand more for a third."""
DRAWING: Final = 5_000
LONELY_START: Final = 3_000
"""A set of a single card, with a full hand."""
SHARING: Final = 1_000
RUSHING: Final = 500
"""When it is late and pays."""
NEVER: Final = -100_000

_BESIDE: Final = 150
"""For a filler: touching one own tag, in hundredths of a point, and a little for the others."""
PAIR: Final = 300
"""What speaks against parting with one of two equal icons,"""
COVERED: Final = 100
"""and against covering a card that goes with one's own."""
HELPING: Final = vec[i64]([0, 40, 200])
"""By style, what speaks against a card that somebody's set waits for, for each card there,"""
COVERING: Final = vec[i64]([0, 25, 25])
"""and for covering one."""
DENYING: Final = vec[i64]([0, 25, 60])
"""By style, per cent of what a hex is worth to somebody else that it is worth to take it away."""
LAST_TAGS: Final = 1
"""When none of the others has more tags left than this, a set is begun now or not at all (WS-12)."""


class MoveValue:
    """One player's view of the position."""

    state: Wildstyle
    seat: i64
    style: i64
    worth: vec[i64]
    """What a set of each icon would bring, as far as it is known; UNKNOWN: nobody has looked yet."""
    placements: PlacementValue
    others: list[PlacementValue]
    """Those of the other players, once they were asked for."""

    def __init__(self, state: Wildstyle, seat: i64, style: i64) -> None:
        self.state = state
        self.seat = seat
        self.style = style
        self.placements = PlacementValue(state, seat)
        self.others = []
        self.worth = vec[i64]([UNKNOWN] * ICONS)

    def worth_of(self, icon: i64) -> i64:
        """What a set of that icon would bring; 0 if there is no hex for it."""
        if self.worth[icon] == UNKNOWN:
            self.worth[icon] = self.best_of(icon)
        return self.worth[icon]

    def best_of(self, icon: i64) -> i64:
        """The best tag on that icon; for a filler its points will do."""
        low: i64 = free_low(self.state, self.seat, icon)
        high: i64 = free_high(self.state, self.seat, icon)
        if self.style == FILLER:
            return 0 if low | high == 0 else self.state.fixed.deck.points[icon] * POINT
        hex = self.placements.best_of(low, high)
        return 0 if hex == NOWHERE else self.placements.gain(hex)

    def choose(self) -> i64:
        """The legal move that is worth most; of equals the first."""
        best: i64 = PASS
        most: i64 = NEVER * 10
        moves = MoveList()
        self.state.legal_into(self.seat, moves)
        place: i64 = 0
        while place < moves.length:
            value = self.weigh(moves.items[place])
            if value > most:
                most = value
                best = moves.items[place]
            place += 1
        return best

    def weigh(self, move: i64) -> i64:
        """What a move is worth."""
        kind = kind_of(move)
        if self.state.phase != PLAYING:
            return self.weigh_removal(hex_of(move)) if kind == REMOVE else 0
        if kind == TAG:
            return TAGGING + self.tag_gain(hex_of(move))
        if kind == RUSH:
            return self.weigh_rush(hex_of(move))
        if kind in (ADD, TAKE):
            return self.weigh_card(kind, card_of(move), space_of(move))
        if kind == DRAW:
            return DRAWING + self.state.pile_size(pile_of(move))
        if kind == SHARE:
            return self.weigh_share(card_of(move), pile_of(move))
        if kind == CLEAR:
            return self.weigh_clear(space_of(move))
        return NEVER if kind == SCRAP else 0

    # Tags

    def tag_gain(self, hex: i64) -> i64:
        """What a tag there is worth, in hundredths of a point."""
        if self.style == FILLER:
            return self.plain_gain(hex)
        gain = self.placements.gain(hex)
        if self.state.city.icons[hex] == STATION:
            return gain
        return gain + self.loss_of_others(hex) * DENYING[self.style] // 100

    def loss_of_others(self, hex: i64) -> i64:
        """WS-9: what the hex promises to whoever has most use for it, and will not have it then."""
        if len(self.others) == 0:
            other: i64 = 0
            while other < self.state.seats:
                if other != self.seat:
                    self.others.append(PlacementValue(self.state, other))
                other += 1
        most: i64 = 0
        for placements in self.others:
            gain = placements.gain(hex)
            most = max(most, gain)
        return most

    def plain_gain(self, hex: i64) -> i64:
        """Its points, and own tags beside it."""
        state = self.state
        shapes = shapes_of(state.city.grid)
        base: i64 = self.seat * STRIDE
        beside = bits(shapes.near_low[hex] & state.mats[base + LOW])
        beside += bits(shapes.near_high[hex] & state.mats[base + HIGH])
        gain: i64 = state.fixed.deck.points[state.city.icons[hex]] * POINT + 10 * beside
        return gain + _BESIDE if beside > 0 else gain

    def weigh_clear(self, space: i64) -> i64:
        """WS-10: to throw a set away is right only when its tag can go nowhere."""
        icon: i64 = ICON_OF[self.state.set_of(self.seat, space) & CARD_MASK]
        free: i64 = free_low(self.state, self.seat, icon) | free_high(self.state, self.seat, icon)
        return TAGGING if free == 0 else NEVER

    def weigh_rush(self, hex: i64) -> i64:
        """WS-8: in the last round, when no card comes any more, if the points are worth the tag that goes for it."""
        state = self.state
        if not state.triggered or state.round < ROUNDS:
            return NEVER
        gain = rush_gain(state, self.seat, hex)
        return RUSHING + gain if gain > 0 else NEVER

    def weigh_removal(self, hex: i64) -> i64:
        """WS-20: exactly; what is left if this tag goes and the others are chosen as well as can be."""
        state = self.state
        works = works_of(state, self.seat)
        kept = unpicked(state, self.seat, works)
        owed: i64 = tags_owed(state, self.seat) - state.count_picks(self.seat)
        return best_value(works, kept & ~mask_of(works, hex), owed - 1)

    # Cards

    def weigh_card(self, kind: i64, card: i64, space: i64) -> i64:
        """A card onto a set: the fuller the better. A new set if another card goes with it, or the hand is full."""
        state = self.state
        icon: i64 = ICON_OF[card]
        cards: i64 = state.set_of(self.seat, space)
        shared: i64 = FROM_SHARES if kind == TAKE else 0
        if cards != 0:
            return MATCHING + 1_000 * size_of(cards) + shared
        other: i64 = state.set_of(self.seat, 1 - space)
        worth = self.worth_of(icon)
        if worth == 0 or (other != 0 and not is_full(other) and ICON_OF[other & CARD_MASK] == icon):
            return NEVER // 2
        more = self.companions(icon) - 1
        if more > 0 or (self.style == STRONG and self.last_chance(other)):
            return STARTING + 1_000 * min(more, 2) + shared // 5 + worth
        if not is_full(state.hand_of(self.seat)) or kind == TAKE:
            return SHARING // 2
        return LONELY_START + worth * self.supply(icon) // 16

    def last_chance(self, other_set: i64) -> bool:
        """WS-12: whether there is a tag for one more set, and may be no time to begin it later."""
        state = self.state
        if state.mat_of(self.seat) <= (0 if other_set == 0 else 1):
            return False
        other: i64 = 0
        while other < state.seats:
            if other != self.seat and state.mat_of(other) > LAST_TAGS:
                return False
            other += 1
        return True

    def companions(self, icon: i64) -> i64:
        """Cards of that icon in the hand and on top of share piles."""
        state = self.state
        found: i64 = 0
        hand: i64 = state.hand_of(self.seat)
        while hand != 0:
            if ICON_OF[hand & CARD_MASK] == icon:
                found += 1
            hand >>= CARD_BITS
        pile: i64 = 0
        while pile < state.fixed.share_piles:
            top = state.top_of(pile)
            if top != NO_CARD and ICON_OF[top] == icon:
                found += 1
            pile += 1
        return found

    def supply(self, icon: i64) -> i64:
        """Of the cards that lie face down, how many in 64 have that icon."""
        state = self.state
        found: i64 = 0
        card: i64 = 1
        while card <= KINDS:
            if ICON_OF[card] == icon:
                found += count_in(state.pool_low, state.pool_high, card)
            card += 1
        return found * 64 // max(1, state.pool_size)

    def weigh_share(self, card: i64, pile: i64) -> i64:
        """With a full hand, away with what fits least; a planner minds to whom it goes, and what it covers."""
        state = self.state
        if state.piles == 0:
            return -1
        icon: i64 = ICON_OF[card]
        if self.fits_own(icon):
            return NEVER // 2
        worth = self.worth_of(icon)
        value: i64 = SHARING - worth // 4
        if worth > 0 and self.companions_in_hand(icon) > 1:
            value -= PAIR
        if not is_full(state.hand_of(self.seat)):
            value -= SHARING // 2
        if self.style != FILLER:
            value -= HELPING[self.style] * self.wanted_by_others(icon)
            top = state.top_of(pile)
            if top != NO_CARD:
                value += COVERING[self.style] * self.wanted_by_others(ICON_OF[top])
                if self.companions_in_hand(ICON_OF[top]) > 0:
                    value -= COVERED
        return value

    def fits_own(self, icon: i64) -> bool:
        """Whether one of the own sets still takes that icon."""
        space: i64 = 0
        while space < 2:
            cards: i64 = self.state.set_of(self.seat, space)
            if cards != 0 and not is_full(cards) and ICON_OF[cards & CARD_MASK] == icon:
                return True
            space += 1
        return False

    def companions_in_hand(self, icon: i64) -> i64:
        """Cards of that icon in the hand."""
        found: i64 = 0
        hand: i64 = self.state.hand_of(self.seat)
        while hand != 0:
            if ICON_OF[hand & CARD_MASK] == icon:
                found += 1
            hand >>= CARD_BITS
        return found

    def wanted_by_others(self, icon: i64) -> i64:
        """Cards in the others' sets of that icon that are not full yet."""
        state = self.state
        found: i64 = 0
        other: i64 = 0
        while other < state.seats:
            if other != self.seat:
                space: i64 = 0
                while space < 2:
                    cards: i64 = state.set_of(other, space)
                    if cards != 0 and not is_full(cards) and ICON_OF[cards & CARD_MASK] == icon:
                        found += size_of(cards)
                    space += 1
            other += 1
        return found


def rush_gain(state: Wildstyle, seat: i64, hex: i64) -> i64:
    """WS-8, WS-20: what a tag there adds to the final score when one more tag must go for it; exactly."""
    before = works_of(state, seat)
    low: i64 = state.mats[seat * STRIDE + LOW] | low_bit(hex)
    high: i64 = state.mats[seat * STRIDE + HIGH] | high_bit(hex)
    after = Tagged(state.city, state.fixed.deck, state.fixed.points, low, high)
    owed: i64 = state.cars_of(seat)
    return best_value(after, after.every, owed + 1) - best_value(before, before.every, owed)


def best_removal(state: Wildstyle, seat: i64) -> list[i64]:
    """WS-20: the hexes of the tags that are best given up for the cop cars that are still to be paid for."""
    works = works_of(state, seat)
    kept = unpicked(state, seat, works)
    owed: i64 = tags_owed(state, seat) - state.count_picks(seat)
    return works.list_hexes(kept & ~best_kept(works, kept, owed))
