"""Cards that are laid onto an area or picked up, and what that costs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from .pieces import KEY, Area, Cards, Laid, Play, Position
from .sets import alike, consistent, is_loose, loose_key, may_be, meanings, points, suit, without


@lru_cache(200_000)
def area_after(area: Area, play: Play, top: int) -> Area | None:
    """The area after cards were laid on it or swapped into it; None if a set would be none. Matches: `matches`."""
    count = len(area.cards)
    if play.kind == "swap":
        assert play.place is not None
        cards = (*area.cards[: play.place], *play.cards, *area.cards[play.place + 1 :])
        after = replace(area, cards=cards)
        return after if consistent(after, top) else None
    if play.kind == "extend":
        if not area.cards or is_loose(area, -1):
            return None
        last = area.sets[-1]
        longer = replace(last, length=last.length + 1)
        after = replace(area, cards=area.cards + play.cards, sets=(*area.sets[:-1], longer))
        return after if consistent(after, top) else None
    if play.kind == "back door":
        shift = len(play.cards)
        moved = tuple(replace(laid, start=laid.start + shift) for laid in area.sets)
        new = Laid(0, shift + loose_key(area, 0), shift)  # PP-F2: the Key is its last card then
        after = replace(area, cards=play.cards + area.cards, sets=(new, *moved))
        which = 0
    else:
        shared = 1 if play.kind == "reuse" else 0
        joined = play.kind == "new" and loose_key(area, -1)  # PP-F2
        length = len(play.cards) + shared + joined
        new = Laid(count - shared - joined, length, length, joined=joined)
        after = replace(area, cards=area.cards + play.cards, sets=(*area.sets, new))
        which = -1
    whole = after.cards[new.start : new.start + new.length]
    if new.length < 3 or all(card == KEY for card in whole) or not consistent(after, top):  # PP-A1, PP-A8
        return None
    sets = list(after.sets)
    sets[which] = replace(new, bonus=True)
    paying = replace(after, sets=tuple(sets))
    return paying if consistent(paying, top) else after  # PP-A5


def new_bonus(before: Area, after: Area) -> int:
    return sum(laid.bonus for laid in after.sets) - sum(laid.bonus for laid in before.sets)


def matches(position: Position, play: Play) -> bool:
    """Whether a completely new set may lie where it is laid (PP-A2, PP-F3). A match narrows no Key (PP-A8)."""
    assert play.area is not None
    options = position.options
    area = position.areas[play.area]
    meant = meanings(play.cards, options.key_top)
    if play.kind == "back door":
        return any(alike(cards[-1], card) for cards in meant for card in may_be(area, 0, options))
    if not area.cards:
        return any(suit(cards[0]) in area.likes for cards in meant)
    return any(alike(cards[0], card) for cards in meant for card in may_be(area, -1, options))


def charge(position: Position, play: Play) -> int:
    """What the keeper moves for a set or an extension, Keys aside (PP-A6)."""
    assert play.area is not None
    full = len(position.areas[play.area].cards) >= position.options.limit
    if play.using == "charming":
        return 1
    if full or position.early:
        return 3
    return 0 if position.options.free_below else 1


def lay(position: Position, play: Play) -> Position | None:
    """The table after a set, an extension or a swap; None if it breaks a set. Who is caught then is not looked at."""
    assert play.area is not None
    before = position.areas[play.area]
    after = area_after(before, play, position.options.key_top)
    if after is None:
        return None
    areas = (after, position.areas[1]) if play.area == 0 else (position.areas[0], after)
    hand = without(position.hand, play.cards)
    panda, keeper = position.panda, position.keeper
    suspicious = position.suspicious_area
    if play.kind == "swap":
        hand = (*hand, KEY)
    else:
        scored, keys = play.cards, play.cards.count(KEY)
        if play.kind == "reuse":
            scored = (before.cards[-1], *scored)  # PP-A3
            keys += before.cards[-1] == KEY  # PP-A7
        panda += sum(points(card) for card in scored) + new_bonus(before, after)
        keeper += charge(position, play) + 2 * keys
        if play.kind != "extend" and suspicious == play.area:  # PP-V1
            keeper += 2
            suspicious = None
    duty = position.duty
    if duty is not None and duty in play.cards:
        duty = None
        if position.solo and position.options.solo_suspicion:
            suspicious = play.area
    return replace(
        with_hand(position, hand),
        areas=areas,
        panda=panda,
        keeper=keeper,
        suspicious_area=suspicious,
        duty=duty,
        held=let_go(position.held, play.cards),
        used=use(position, play),
    )


def let_go(held: Cards, cards: Cards) -> Cards:
    """Held cards that are gone. Keys are interchangeable: the first one to go is the one that was held (PP-T3)."""
    return tuple((Counter(held) - Counter(cards)).elements())


def use(position: Position, play: Play) -> tuple[bool, ...]:
    if play.using is None:
        return position.used
    return tuple(used or seat == position.seat for seat, used in enumerate(position.used))


def with_hand(position: Position, hand: Cards, seat: int | None = None) -> Position:
    """The position with another hand for this seat, or for the player whose turn it is."""
    whose = position.seat if seat is None else seat
    hands = tuple(hand if at == whose else old for at, old in enumerate(position.hands))
    return replace(position, hands=hands)


def able(position: Position, ability: str) -> bool:
    """PP-A12."""
    seat = position.seat
    return bool(position.pandas) and position.pandas[seat] == ability and not position.used[seat]


def keeps_floor(position: Position, after: Position) -> bool:
    """PP-A14: alone one keeps two cards, unless the goal is reached, by the markers as they are after the play."""
    if not position.solo or len(after.hand) >= 2:
        return True
    return after.panda >= position.options.win and not after.caught


def pick_up(position: Position, play: Play) -> Position:
    """PP-T3, PP-T4, PP-T6, PP-C6."""
    count = len(play.cards)
    after = replace(
        with_hand(position, (*position.hand, *play.cards)),
        hideout=position.hideout[:-count],
        used=use(position, play),
        phase="actions",
    )
    if count == 1 or play.using == "greedy":
        return replace(after, held=play.cards)
    penalty = position.options.multi
    if play.using == "sneaky":
        penalty = penalty - penalty // 2
    after = replace(after, duty=play.cards[0])
    if not position.solo and not position.suspicion_gone:
        if position.suspect == position.seat:
            penalty += position.suspicion
            after = replace(after, suspicion=4)
        else:
            after = replace(after, suspect=position.seat, suspicion=2)
    return replace(after, keeper=position.keeper + penalty)
