"""The nearest games of other libraries, for those that nobody else has: Hanabi, Texas hold'em, and poker hands."""

from __future__ import annotations

import random
from itertools import cycle, islice
from typing import Any

from measure import Job
from ours import numbers
from peers import TERMINAL

POKER = (
    "universal_poker(betting=limit,numPlayers=4,numRounds=4,blind=1 2 0 0,firstPlayer=3 1 1 1,numSuits=4,numRanks=13,"
    "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=2 2 4 4,maxRaises=3 4 4 4)"
)
"""Limit Texas hold'em for four, as OpenSpiel is told what it is."""
HANDS = 10_000
"""Different poker hands that are evaluated in turns."""
SHOWDOWNS = 1000
"""Showdowns in one call of eval7's simulation."""


def openspiel_card_jobs() -> list[Job]:
    """OpenSpiel's Hanabi for two and its Texas hold'em for four, from Python."""
    import pyspiel

    hanabi = pyspiel.load_game("hanabi(players=2)")
    poker = pyspiel.load_game(POKER)
    return [
        Job("openspiel hanabi", "pilfering", "OpenSpiel's Hanabi, 2 players, from Python", "moves/s", stepper(hanabi)),
        Job(
            "openspiel poker",
            "pandante",
            "OpenSpiel's Texas hold'em, 4 players, from Python",
            "moves/s",
            stepper(poker),
        ),
    ]


def stepper(game: Any) -> Any:
    """Random games. Chance is drawn like a move, each outcome as likely: cheaper than asking for probabilities."""

    def step(moves: int) -> int:
        new = game.new_initial_state
        state = new()
        played = 0
        for number in numbers(100 * moves):
            if played >= moves:
                break
            player = state.current_player()
            if player == TERMINAL:
                state = new()
                player = state.current_player()
            if player >= 0:
                played += 1
            legal = state.legal_actions()
            state.apply_action(legal[number % len(legal)])
        return played

    return step


def pokerkit_jobs() -> list[Job]:
    """PokerKit's no-limit Texas hold'em for four; it deals, posts and pays by itself, as its documentation does it."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    automations = tuple(Automation)

    def deal() -> Any:
        return NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 4, 4, mode=Mode.CASH_GAME)

    def step(moves: int) -> int:
        state = deal()
        for number in numbers(moves):
            if not state.status:
                state = deal()
            legal = [state.check_or_call]
            if state.can_fold():
                legal.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            legal[number % len(legal)]()
        return moves

    random.seed(1)  # it shuffles with Python's own generator
    return [Job("pokerkit", "pandante", "PokerKit's Texas hold'em, 4 players", "moves/s", step)]


def eval7_jobs() -> list[Job]:
    """eval7: one hand of seven cards a call, and many hands in one call."""
    import eval7

    drawn = random.Random(1)
    pack = list(eval7.Deck().cards)
    hands = [drawn.sample(pack, 7) for _ in range(HANDS)]
    mine, table = hands[0][:2], hands[0][2:]
    others = eval7.HandRange("22+,A2+,K2+,Q2+,J2+,T2+")

    def evaluate(times: int) -> int:
        value = eval7.evaluate
        for hand in islice(cycle(hands), times):
            value(hand)
        return times

    def simulate(times: int) -> int:
        """Each showdown evaluates two hands."""
        calls = times // (2 * SHOWDOWNS) + 1
        for _ in range(calls):
            eval7.py_hand_vs_range_monte_carlo(mine, others, table[:3], SHOWDOWNS)
        return calls * 2 * SHOWDOWNS

    return [
        Job("eval7", "checker", "eval7, 7 cards, a call for each hand", "hands/s", evaluate),
        Job("eval7 inside", "checker", "eval7, showdowns drawn and evaluated inside", "hands/s", simulate),
    ]


CARD_PEERS = {"open_spiel, card games": openspiel_card_jobs, "pokerkit": pokerkit_jobs, "eval7": eval7_jobs}
