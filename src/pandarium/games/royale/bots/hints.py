"""Why a move is good, in words and numbers, for people who ask. Everything here is open to all, and exact.

A round is the expected score of one roll (`expected_score`). Who will have the Panda token is counted from the yellow
dice as they lie now: what others draft before the next roll is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from mypy_extensions import i64

from pandarium.core.message import Message, decimal
from pandarium.games.royale.bots.expected_score import Hand
from pandarium.games.royale.engine.dice import (
    BLUE,
    CLEAR,
    CLEAR_D6,
    CODES,
    COLOUR_OF,
    GLITTER_D6,
    PURPLE,
    RED,
    TAKEABLE,
    YELLOW,
    YELLOW_D6,
    YELLOW_D8,
    DiceSet,
    count,
    one,
)
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of
from pandarium.games.royale.engine.state import ROUNDS

LEAST_CHANCE: Final = 0.005
"""Less is no figure."""


def gain(hand: Hand, move: i64) -> i64:
    """What a move adds to the expected score of a round."""
    if move == PASS:
        return 0
    return hand.gain(die_of(move)) if kind_of(move) == TAKE else hand.trade_gain(die_of(move))


def with_chance(chance: float, why: Message) -> Message:
    """How likely a move wins, and what it gains."""
    if chance < LEAST_CHANCE:
        return Message("royale.hint.hardly_wins", {"why": why})
    return Message("royale.hint.wins", {"percent": round(100 * chance), "why": why})


def why(state: Royale, seat: int, hand: Hand, move: int) -> Message:
    """What a move brings, and what that comes from; `hand` is the player's."""
    if move == PASS:
        return Message("royale.hint.keeps", {"points": _points(hand, _best_trade(state, seat, hand))})
    found = _why_die(state, seat, hand, int(die_of(move)), int(gain(hand, move)))
    if kind_of(move) != TRADE:
        return found
    theirs = Hand(hand.odds, state.hands[other_of(move)])
    change = int(hand.odds.mean[CLEAR_D6]) - int(theirs.loss(die_of(move)))
    return Message("royale.hint.trade", {"why": found, "theirs": _points(hand, change)})


def _why_die(state: Royale, seat: int, hand: Hand, die: int, value: int) -> Message:
    """What a die does in this hand: what it counts with, what it may be good for later."""
    points = _points(hand, value)
    colour = int(COLOUR_OF[die])
    again = state.round < ROUNDS - 1  # there is another trade and another draft after the next roll
    if colour == RED:
        return _why_red(hand, die, points)
    if colour == BLUE:
        return _why_blue(hand, die, points)
    if colour == PURPLE:
        return Message("royale.hint.purple", {"points": points})
    if colour == YELLOW and again:
        hands = [int(held) for held in state.hands]
        before = token_chances(state.fixed.dice, hands)[seat]
        hands[seat] += int(one(die))
        after = token_chances(state.fixed.dice, hands)[seat]
        params: dict[str, int | str | Message] = {"points": points}
        params.update({"percent": round(100 * after), "before": round(100 * before)})
        return Message("royale.hint.token", params)
    if colour == CLEAR and again:
        with_it = hand.clone()
        with_it.add(die)
        wanted = _best_die(state, seat, with_it)
        more = int(with_it.trade_gain(wanted)) if wanted >= 0 else 0
        if more > 0:
            die_wanted = Message(f"royale.die.{CODES[wanted]}")
            return Message("royale.hint.clear", {"points": points, "more": _points(hand, more), "die": die_wanted})
    return Message("royale.hint.gain", {"points": points})


def _why_red(hand: Hand, die: int, points: Message) -> Message:
    """PR-7: every red die multiplies all of them."""
    if hand.reds:
        after = (int(hand.red) + int(hand.odds.mean[die])) * (int(hand.reds) + 1)
        return Message(
            "royale.hint.multiplies",
            {
                "points": points,
                "number": int(hand.reds) + 1,
                "before": decimal(int(hand.red) * int(hand.reds) / hand.odds.scale),
                "after": decimal(after / hand.odds.scale),
            },
        )
    with_it = hand.clone()
    with_it.add(die)
    return Message("royale.hint.first_red", {"points": points, "next": _points(hand, int(with_it.gain(die)))})


def _why_blue(hand: Hand, die: int, points: Message) -> Message:
    """PR-6: one that glitters doubles them all."""
    if hand.glitter:
        return Message("royale.hint.doubled", {"points": points})
    if die != GLITTER_D6:
        return Message("royale.hint.blue", {"points": points})
    if hand.blue:
        return Message(
            "royale.hint.doubles_blue", {"points": points, "blue": decimal(int(hand.blue) / hand.odds.scale)}
        )
    return Message("royale.hint.first_glitter", {"points": points})


def _points(hand: Hand, value: int) -> Message:
    return decimal(value / hand.odds.scale, signed=True)


def _best_die(state: Royale, seat: int, hand: Hand) -> int:
    """The die of another player that would bring most for a clear one; -1 if nobody has any."""
    found = -1
    for other, held in enumerate(state.hands):
        for die in range(TAKEABLE):
            if other != seat and count(held, die) > 0 and (found < 0 or hand.gain(die) > hand.gain(found)):
                found = die
    return found


def _best_trade(state: Royale, seat: int, hand: Hand) -> int:
    wanted = _best_die(state, seat, hand)
    return int(hand.trade_gain(wanted)) if wanted >= 0 else 0


def token_chances(dice: DiceSet, hands: Sequence[int]) -> list[float]:
    """PR-2, PR-3: how likely each hand takes the Panda token. After a tie all roll again, so ties change nothing."""
    sums = [_yellow_sums(dice, hand) for hand in hands]
    alone = [0.0] * len(hands)
    for seat, mine in enumerate(sums):
        others = sums[:seat] + sums[seat + 1 :]
        for total, chance in enumerate(mine):
            alone[seat] += chance * prod(sum(theirs[:total]) for theirs in others)
    decided = sum(alone)
    return [chance / decided for chance in alone] if decided else [1 / len(hands)] * len(hands)


def _yellow_sums(dice: DiceSet, hand: int) -> list[float]:
    """How likely the yellow dice of a hand show each sum."""
    sums = [1.0]
    for kind in (YELLOW_D6, YELLOW_D8):
        sides = int(dice.sides[kind])
        for _ in range(int(count(hand, kind))):
            values = [int(dice.value(kind, face)) for face in range(sides)]
            longer = [0.0] * (len(sums) + max(values))
            for total, chance in enumerate(sums):
                for value in values:
                    longer[total + value] += chance / sides
            sums = longer
    return sums
