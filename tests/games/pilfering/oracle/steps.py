"""What happens then."""

from __future__ import annotations

from dataclasses import replace

from .choices import alone_sharing, back_door_plays, discard, every_play, free_cards
from .laying import lay, pick_up, use, with_hand
from .pieces import (
    CAUGHT,
    EARLY_ROUNDS,
    ESCAPED,
    FAILED,
    LOCKED_GATE,
    MUDDY_PAWS,
    NO_CARD,
    PLANS,
    RUBBISH_RUMMAGE,
    SHARING_IS_CARING,
    TIME_UP,
    TOO_EARLY,
    TORCH_BEAM,
    Play,
    Position,
)
from .sets import weight, without


def step(position: Position, play: Play) -> Position:
    """The position after this play, and after everything that follows from it without a decision."""
    if play not in every_play(position):
        raise ValueError(f"{play} is not allowed")
    return carry_out(position, play)


def carry_out(position: Position, play: Play) -> Position:
    """`step` for a play that is known to be legal."""
    return _STEPS[play.kind](position, play)


def lose(position: Position, why: str) -> Position:
    return replace(position, phase="over", over=why)


def _draw(position: Position, play: Play) -> Position:
    return draw_for(position, "refresh")


def _take(position: Position, play: Play) -> Position:
    after = pick_up(position, play)
    return lose(after, CAUGHT) if after.caught and after.keeper != position.keeper else after


def _lay(position: Position, play: Play) -> Position:
    after = lay(position, play)
    assert after is not None
    if play.kind == "swap":
        return after
    if position.suspicious_area == play.area and play.kind != "extend" and position.keeper + 2 >= position.panda:
        return lose(after, CAUGHT)  # PP-V1
    return _acted(after)


def _acted(position: Position) -> Position:
    """After an action of the actions phase."""
    if position.caught:
        return lose(position, CAUGHT)
    position = look_at_hand(position)
    if position.over or position.hand:
        return position
    return end_turn(position)  # PP-A13


def _discard(position: Position, play: Play) -> Position:
    return _acted(discard(position))


def look_at_hand(position: Position) -> Position:
    """PP-E6, PP-2: what happens when a hand has just become empty."""
    if position.hand:
        return position
    if position.solo:
        return final_check(position) if is_through(position) else lose(position, TOO_EARLY)
    position = replace(position, emptied=True)
    if position.timer_seat is None:
        position = replace(position, timer_seat=position.seat, timer=0, suspect=None, suspicion_gone=True)
    return position


def conditions_met(position: Position) -> bool:
    """PP-E3."""
    return is_through(position) and any(not hand for hand in position.hands)


def is_through(position: Position) -> bool:
    """At the win space or beyond it, and not caught."""
    return position.panda >= position.options.win and not position.caught


def final_check(position: Position) -> Position:
    """PP-E5, PP-3."""
    left = [card for hand in position.hands for card in hand]
    if position.solo and position.options.count_stash:
        left += position.secret
    after = replace(position, keeper=position.keeper + sum(weight(card) for card in left), phase="over")
    return replace(after, over=FAILED if after.caught else ESCAPED)


def _share(position: Position, play: Play) -> Position:
    if position.solo:
        return dict(alone_sharing(position))[play]
    mine = play.cards[0]
    after = replace(with_hand(position, without(position.hand, [mine])), used=use(position, play))
    assert play.seat is not None
    return replace(after, phase="give", sharing=(play.seat, mine))


def _give(position: Position, play: Play) -> Position:
    assert position.sharing is not None
    partner, mine = position.sharing
    theirs = play.cards[0]
    after = with_hand(position, (*without(position.hands[partner], [theirs]), mine), partner)
    after = with_hand(after, (*after.hand, theirs))
    return replace(after, phase="actions", sharing=None)


def _pass(position: Position, play: Play) -> Position:
    if not free_cards(position):
        if position.solo and len(position.hand) == 1:  # PP-A14: nobody sits on with one card
            return final_check(position) if is_through(position) else lose(position, TOO_EARLY)
        return end_turn(position)
    return replace(position, phase="stash")


def _stash(position: Position, play: Play) -> Position:
    """PP-E1."""
    after = with_hand(position, without(position.hand, play.cards))
    after = look_at_hand(replace(after, hideout=position.hideout + play.cards))
    return after if after.over else end_turn(after)


def end_turn(position: Position) -> Position:
    """PP-E2, PP-E3: after the stash."""
    position = replace(position, keeper=position.keeper + 1, held=())
    if position.caught:
        return lose(position, CAUGHT)
    if conditions_met(position):
        return replace(position, phase="check")
    return _go_on(position)


def _escape(position: Position, play: Play) -> Position:
    return final_check(position)


def _go_on(position: Position, play: Play | None = None) -> Position:
    """PP-E7, then the top-up."""
    position = _somebody_else_went_out(position)
    return position if position.over else top_up(position)


def _somebody_else_went_out(position: Position) -> Position:
    if position.emptied and position.timer_seat != position.seat:
        position = turn_timer(position)
    return replace(position, emptied=False)


def turn_timer(position: Position) -> Position:
    position = replace(position, timer=position.timer + 1)
    if position.timer < position.options.time_up:
        return position
    if position.options.last_check and conditions_met(position):
        return final_check(position)
    return lose(position, TIME_UP)


def top_up(position: Position) -> Position:
    """PP-E4."""
    if len(position.hideout) < 3:
        return draw_for(position, "hideout")
    if position.solo:
        return replace(position, phase="secret")
    return next_turn(position)


def _secret(position: Position, play: Play) -> Position:
    position = replace(
        position, secret=without(position.secret, play.cards), hideout=position.hideout + play.cards, phase="secret"
    )
    return refill(position)


def refill(position: Position) -> Position:
    if len(position.secret) < 3:
        return draw_for(position, "secret")
    return next_turn(position)


def next_turn(position: Position) -> Position:
    """PP-T1, PP-E7, PP-E8."""
    seat = (position.seat + 1) % len(position.hands)
    position = replace(
        position,
        seat=seat,
        phase="refresh",
        held=(),
        duty=None,
        early=seat in position.early_next,
        locked=seat in position.locked_next,
        early_next=position.early_next - {seat},
        locked_next=position.locked_next - {seat},
        emptied=False,
    )
    if position.timer_seat == seat:
        position = turn_timer(position)
        if position.over:
            return position
    return position if position.hand else end_turn(position)


def draw_for(position: Position, purpose: str) -> Position:
    """One card off the deck, for refresh, hideout or secret; Foiled Plans are resolved and replaced (PP-F1)."""
    position = replace(position, drawing=None)
    if not position.deck:
        return lose(position, NO_CARD)
    card = position.deck[0]
    position = replace(position, deck=position.deck[1:])
    if card in PLANS:
        return resolve(position, card, purpose)
    if purpose == "refresh":
        return replace(with_hand(position, (*position.hand, card)), phase="actions")
    if purpose == "hideout":
        return top_up(replace(position, hideout=(*position.hideout, card)))
    return refill(replace(position, secret=(*position.secret, card)))


def resolve(position: Position, plan: str, purpose: str) -> Position:
    """PP-F2 to PP-F5."""
    now = purpose == "refresh"
    if plan == TORCH_BEAM:
        position = replace(position, keeper=position.keeper + 2)
        if position.caught:
            return lose(position, CAUGHT)
    elif plan == MUDDY_PAWS:
        position = replace(position, hideout=position.hideout[1:])
    elif plan == EARLY_ROUNDS:
        if now:
            position = replace(position, early=True)
        else:
            position = replace(position, early_next=position.early_next | {position.seat})
    elif plan == LOCKED_GATE:
        if now:
            position = replace(position, locked=True)
        else:
            position = replace(position, locked_next=position.locked_next | {position.seat})
    elif plan == SHARING_IS_CARING:
        position = _share_by_chance(position)
    elif plan == RUBBISH_RUMMAGE:
        loot = [card for card in position.deck if card not in PLANS]
        if not loot:
            return lose(position, NO_CARD)
        deck = without(position.deck, loot[:1])
        return replace(position, deck=deck, found=loot[0], phase="rummage", drawing=purpose)
    else:
        asking = replace(position, phase="back door", drawing=purpose)
        if len(list(back_door_plays(asking))) > 1:
            return asking
    return draw_for(position, purpose)


def _share_by_chance(position: Position) -> Position:
    """PP-F4."""
    count = len(position.hands)
    others = [(position.seat + step) % count for step in range(1, count)]
    left = next((seat for seat in others if position.hands[seat]), None)
    theirs_all = position.secret if position.solo else position.hands[left] if left is not None else ()
    if not position.hand or not theirs_all:
        return position
    (mine, theirs), *later = position.swaps
    after = replace(with_hand(position, (*without(position.hand, [mine]), theirs)), swaps=tuple(later))
    rest = (*without(theirs_all, [theirs]), mine)
    if position.solo:
        return replace(after, secret=rest)
    return with_hand(after, rest, left)


def _rummage(position: Position, play: Play) -> Position:
    """PP-F2."""
    assert play.area is not None
    assert position.found is not None
    assert position.drawing is not None
    areas = list(position.areas)
    areas[play.area] = replace(areas[play.area], cards=(*areas[play.area].cards, position.found))
    return draw_for(replace(position, areas=(areas[0], areas[1]), found=None), position.drawing)


def _back_door(position: Position, play: Play) -> Position:
    """PP-F3."""
    after = lay(position, play)
    assert after is not None
    assert position.drawing is not None
    if position.suspicious_area == play.area and position.keeper + 2 >= position.panda:
        return lose(after, CAUGHT)
    if after.caught:
        return lose(after, CAUGHT)
    after = look_at_hand(after)
    if position.drawing == "refresh" and not after.over and not after.hand:
        return end_turn(replace(after, drawing=None))
    if position.drawing != "refresh" and not after.over:
        after = _somebody_else_went_out(after)
    return after if after.over else draw_for(after, position.drawing)


def _no_back_door(position: Position, play: Play) -> Position:
    assert position.drawing is not None
    return draw_for(position, position.drawing)


_STEPS = {
    "draw": _draw,
    "take": _take,
    "new": _lay,
    "reuse": _lay,
    "extend": _lay,
    "swap": _lay,
    "discard": _discard,
    "share": _share,
    "give": _give,
    "pass": _pass,
    "stash": _stash,
    "escape": _escape,
    "go on": _go_on,
    "secret": _secret,
    "rummage": _rummage,
    "back door": _back_door,
    "no back door": _no_back_door,
}
