"""What may be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from .laying import able, area_after, charge, keeps_floor, lay, let_go, matches, pick_up, use, with_hand
from .pieces import KEY, Card, Effect, Play, Position
from .sets import alike, arrangements, may_be, without


def laying_plays(position: Position, kind: str) -> Iterator[Play]:
    """Every order of every choice of hand cards on either area, but for the duty (PP-T5) and the floor (PP-A14)."""
    hand = tuple(card for card in position.hand if not (position.locked and card == KEY))  # PP-F5
    hand = tuple(sorted(hand))
    top = position.options.key_top
    for which, area in enumerate(position.areas):
        if kind == "extend":
            candidates = [Play("extend", which, (card,)) for card in sorted(set(hand))]
        elif kind == "swap":
            candidates = [
                Play("swap", which, (card,), place)
                for card in sorted(set(hand) - {KEY})
                for place, there in enumerate(area.cards)
                if there == KEY
            ]
        elif kind == "reuse":
            if not area.cards:
                continue
            orders = arrangements(hand, area.cards[-1:], top)
            candidates = [Play("reuse", which, cards[1:]) for cards in orders if len(cards) >= 3]
        else:
            orders = arrangements(hand, (), top)
            candidates = [Play(kind, which, cards) for cards in orders if len(cards) >= 3]
            if kind == "back door" and not area.cards:
                continue
        for play in candidates:
            if area_after(area, play, top) is None:
                continue
            if kind in ("new", "back door") and not matches(position, play):
                if kind == "new" and area.cards and able(position, "crafty"):
                    yield replace(play, using="crafty")
                continue
            yield play


def action_plays(position: Position, charm: bool = False) -> Iterator[tuple[Play, Position]]:
    """Every way to lay or swap cards or to discard a Key, with the table after it. The duty is not looked at."""
    for kind in ("new", "reuse", "extend", "swap"):
        for play in laying_plays(position, kind):
            ways = [play]
            if charm and kind != "swap" and play.using is None and charge(position, play) == 3:
                ways.append(replace(play, using="charming"))
            for way in ways:
                after = lay(position, way)
                assert after is not None
                if kind == "swap" or keeps_floor(position, after):
                    yield way, after
    if KEY in position.hand and not position.locked:
        after = discard(position)
        if keeps_floor(position, after):
            yield Play("discard", cards=(KEY,)), after


def discard(position: Position) -> Position:
    """PP-A11."""
    return replace(
        with_hand(position, without(position.hand, [KEY])),
        keeper=position.keeper - 2,
        duty=None if position.duty == KEY else position.duty,
        held=let_go(position.held, (KEY,)),
    )


def duty_can_be_done(position: Position, actions: int = 3) -> bool:
    """PP-T5: whether some sequence of so many actions plays the card that must be. Nobody is caught in thought."""
    if position.duty is None:
        return True
    if position.duty not in position.hand:
        return False
    return _duty_can_be_done(bare(position), actions)


def bare(position: Position) -> Position:
    """The position without anything that does not matter for the duty."""
    hands = tuple(tuple(sorted(hand)) if seat == position.seat else () for seat, hand in enumerate(position.hands))
    return Position(
        hands,
        position.areas,
        secret=tuple(sorted(position.secret)),
        options=position.options,
        phase="actions",
        seat=position.seat,
        panda=position.panda if position.solo else 0,
        keeper=position.keeper if position.solo else 0,
        pandas=position.pandas,
        used=position.used,
        suspicious_area=position.suspicious_area,
        duty=position.duty,
        early=position.early,
        locked=position.locked,
    )


@lru_cache(200_000)
def _duty_can_be_done(position: Position, actions: int) -> bool:
    seen: dict[Position, None] = {}
    for _, after in action_plays(position):
        if after.duty is None:
            return True
        seen[bare(after)] = None
    if position.solo and able(position, "sharing"):  # alone it certainly gives the card
        for _, after in alone_sharing(position):
            seen[bare(after)] = None
    return actions > 1 and any(duty_can_be_done(after, actions - 1) for after in seen)


def every_play(position: Position) -> list[Play]:
    """Everything the player who decides now may do."""
    by_phase = {
        "refresh": _refresh_plays,
        "actions": _action_phase_plays,
        "give": _give_plays,
        "stash": _stash_plays,
        "check": _check_plays,
        "secret": _secret_plays,
        "rummage": _rummage_plays,
        "back door": back_door_plays,
    }
    return [] if position.over else list(by_phase[position.phase](position))


def _refresh_plays(position: Position) -> Iterator[Play]:
    """PP-T2."""
    room = 12 - len(position.hand) if position.solo else 99
    if position.deck and room >= 1:
        yield Play("draw")
    if position.hideout and room >= 1:
        yield Play("take", cards=position.hideout[-1:])
    if len(position.hideout) >= 2 and room >= 2 and able(position, "greedy"):
        yield Play("take", cards=position.hideout[-2:], using="greedy")
    for count in range(2, min(room, len(position.hideout)) + 1):
        for using in (None, "sneaky") if able(position, "sneaky") else (None,):
            play = Play("take", cards=position.hideout[-count:], using=using)
            if duty_can_be_done(pick_up(position, play)):  # PP-T5
                yield play


def _action_phase_plays(position: Position) -> Iterator[Play]:
    for play, after in action_plays(position, charm=able(position, "charming")):
        if duty_can_be_done(after):
            yield play
    if able(position, "sharing"):
        yield from _sharing_plays(position)
    if position.duty is None:  # PP-T5, PP-A13
        yield Play("pass")


def free_cards(position: Position) -> list[Card]:
    """What may be stashed or given this turn (PP-T3)."""
    return sorted(set((Counter(position.hand) - Counter(position.held)).elements()))


def alone_sharing(position: Position) -> Iterator[tuple[Play, Position]]:
    """PP-C6: alone, every swap with the Secret Stash, and the table after it."""
    for mine in free_cards(position):
        for theirs in sorted(set(position.secret)):
            play = Play("share", cards=(mine, theirs), using="sharing")
            secret = (*without(position.secret, [theirs]), mine)
            after = with_hand(position, (*without(position.hand, [mine]), theirs))
            yield play, replace(after, secret=secret, used=use(position, play))


def _sharing_plays(position: Position) -> Iterator[Play]:
    if position.solo:
        yield from (play for play, after in alone_sharing(position) if duty_can_be_done(after))
        return
    for mine in free_cards(position):
        given = with_hand(position, without(position.hand, [mine]))
        if duty_can_be_done(given):
            for seat, hand in enumerate(position.hands):
                if seat != position.seat and hand:
                    yield Play("share", cards=(mine,), seat=seat, using="sharing")


def _give_plays(position: Position) -> Iterator[Play]:
    assert position.sharing is not None
    for card in sorted(set(position.hands[position.sharing[0]])):
        yield Play("give", cards=(card,))


def _stash_plays(position: Position) -> Iterator[Play]:
    for card in free_cards(position):
        yield Play("stash", cards=(card,))


def _check_plays(position: Position) -> Iterator[Play]:
    yield Play("escape")
    yield Play("go on")


def _secret_plays(position: Position) -> Iterator[Play]:
    """PP-1."""
    end = position.hideout[-1]
    cards = sorted(set(position.secret))
    if end != KEY:
        others = [card for card in cards if card != KEY]
        cards = [card for card in others if alike(card, end)] or others or [KEY]
    for card in cards:
        yield Play("secret", cards=(card,))


def _rummage_plays(position: Position) -> Iterator[Play]:
    for which in range(2):
        yield Play("rummage", which)


def back_door_plays(position: Position) -> Iterator[Play]:
    """PP-F3; it is a set of this turn, so that Charming can help with it (PP-C6)."""
    yield Play("no back door")
    for play in laying_plays(position, "back door"):
        ways = [play]
        if able(position, "charming") and charge(position, play) == 3:
            ways.append(replace(play, using="charming"))
        for way in ways:
            after = lay(position, way)
            assert after is not None
            if keeps_floor(position, after):
                yield way


def effect(position: Position, play: Play) -> Effect:
    """What a legal play comes to."""
    first = last = None
    ends: frozenset[Card] = frozenset()
    panda = keeper = 0
    if play.kind in ("new", "reuse", "extend", "swap", "back door"):
        assert play.area is not None
        after = lay(position, play)
        assert after is not None
        area = after.areas[play.area]
        first = play.cards[0] if play.kind != "reuse" else position.areas[play.area].cards[-1]
        last = play.cards[-1]
        ends = may_be(area, 0 if play.kind == "back door" else -1, position.options)  # the card at that end of the area
        panda, keeper = after.panda - position.panda, after.keeper - position.keeper
    elif play.kind == "discard":
        keeper = -2
    elif play.kind == "take":
        keeper = pick_up(position, play).keeper - position.keeper
    content = play.cards if play.kind in ("take", "share") else tuple(sorted(play.cards))
    return Effect(play.kind, play.area, content, first, last, ends, play.place, play.seat, play.using, panda, keeper)


def plays(position: Position) -> dict[Effect, list[Play]]:
    """Everything that may be done, grouped by what it comes to."""
    found: dict[Effect, list[Play]] = {}
    for play in every_play(position):
        found.setdefault(effect(position, play), []).append(play)
    return found
