"""Pandánte in small, for networks: about fifty options in place of a thousand moves.

What to claim, to pay, to announce and whom to believe is a choice; which card to discard, whom to peek at and other
small matters are left to the rule of thumb (`policy.py`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.pandante.bots import inputs
from pandarium.games.pandante.bots.belief import sample_truth
from pandarium.games.pandante.bots.policy import decide, highest_truth, leader, likely_statement
from pandarium.games.pandante.bots.style import SOUND
from pandarium.games.pandante.engine import faults, legal, moves, phases, snacks
from pandarium.games.pandante.engine.abilities import ABILITY_NAMES, aims_at_player
from pandarium.games.pandante.engine.claims import CLAIM_NAMES, rank_said
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.legal import STATEMENTS
from pandarium.games.pandante.engine.moves import snack
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.kit.abstraction import Abstraction

SNACKS: Final = 4
"""A snack with none to three diamonds."""
BOLD_SAMPLES: Final = 24

BET: Final = 0
FOLD: Final = 10
SNACK: Final = 11
PASS: Final = 15
ANNOUNCE: Final = 16
"""and the number of the ability, from 1."""
GO: Final = 34
PAY: Final = 35
REDRAW: Final = 36
KEEP_CLAIM: Final = 37
LOWER_CLAIM: Final = 38
STAY: Final = 39
UPGRADE: Final = 40
"""and the claim."""
SAY_TRUTH: Final = 50
SAY_LIKELY: Final = 51
SAY_BOLD: Final = 52
TRUST: Final = 53
CHALLENGE: Final = 54
KEEP_LIE: Final = 55
SHOW_LIE: Final = 56
USUAL: Final = 57
"""What the rule of thumb says."""
OPTIONS: Final = 58

NAMES: Final = (
    *(f"bet {name}" for name in CLAIM_NAMES),
    "fold",
    *(f"snack with {diamonds} diamonds" for diamonds in range(SNACKS)),
    "pass",
    *(f"announce {name}" for name in ABILITY_NAMES),
    "go",
    "pay",
    "take a new hand",
    "keep the claim",
    "lower the claim",
    "stay",
    *(f"upgrade to {name}" for name in CLAIM_NAMES),
    "say the highest truth",
    "say something likely",
    "say something bold",
    "trust",
    "challenge",
    "keep the lie hidden",
    "show the lie",
    "what is usual",
)


class PandanteAbstraction(Abstraction):
    """Inputs and options of Pandánte."""

    def __init__(self) -> None:
        self.layout = inputs.LAYOUT
        self.size = OPTIONS

    def inputs_into(self, state: State, seat: i64, out: vec[u8], at: i64) -> None:
        """What the cards are good for, and how things stand."""
        assert isinstance(state, Pandante)
        inputs.inputs_into(state, seat, out, at)

    def options_into(self, state: State, seat: i64, rng: Rng, numbers: MoveList, moves: MoveList) -> None:
        """What there is to decide; a single option where it is left to the rule of thumb."""
        assert isinstance(state, Pandante)
        add_options(state, seat, rng, numbers, moves)
        if moves.length == 0:
            numbers.add(USUAL)
            moves.add(decide(state, seat, SOUND, rng))


def add_options(state: Pandante, seat: i64, rng: Rng, numbers: MoveList, found: MoveList) -> None:
    """The options of a decision that is worth one."""
    phase = state.phase
    if phase == phases.SNACKING:
        add(PASS, moves.PASS, numbers, found)
        diamonds: i64 = 0
        while diamonds < SNACKS and snacks.snack_fault(state, seat, diamonds) == faults.FINE:
            add(SNACK + diamonds, snack(diamonds), numbers, found)
            diamonds += 1
    elif phase == phases.SAYING:
        add_statements(state, seat, rng, numbers, found)
    elif phase == phases.ANNOUNCING:
        add_abilities(state, seat, numbers, found)
    elif phase in (
        phases.BETTING,
        phases.RAISED,
        phases.IN_DILEMMA,
        phases.LOWERING,
        phases.LONG_SHOT_TAKEN,
        phases.UPGRADING,
        phases.CHALLENGING,
        phases.SHOWING,
    ):
        listed = MoveList()
        legal.list_moves(state, seat, listed)
        place: i64 = 0
        while place < listed.length:
            move: i64 = listed.items[place]
            add(number_of(move), move, numbers, found)
            place += 1


def add(number: i64, move: i64, numbers: MoveList, found: MoveList) -> None:
    """One option more."""
    numbers.add(number)
    found.add(move)


def number_of(move: i64) -> i64:
    """The option that is just this move."""
    kind = moves.kind_of(move)
    if kind == moves.BET:
        return BET + moves.claim_of(move)
    if kind == moves.UPGRADE:
        return UPGRADE + moves.claim_of(move)
    if kind == moves.FOLD:
        return FOLD
    if kind == moves.PASS:
        return PASS
    if kind == moves.PAY:
        return PAY
    if kind == moves.TRUST:
        return TRUST
    if kind == moves.CHALLENGE:
        return CHALLENGE
    topic = moves.topic_of(move)
    value = moves.value_of(move)
    if topic == moves.LOWER:
        return KEEP_CLAIM + value
    if topic == moves.SHOW:
        return KEEP_LIE + value
    return STAY if topic == moves.STAY else REDRAW


def add_abilities(state: Pandante, seat: i64, numbers: MoveList, found: MoveList) -> None:
    """Each ability once: at the player who claims most, or at the first row."""
    listed = MoveList()
    legal.list_announcements(state, seat, listed)
    aim = leader(state, seat)
    last: i64 = 0
    place: i64 = 0
    while place < listed.length:
        move: i64 = listed.items[place]
        place += 1
        if move == moves.GO:
            add(GO, move, numbers, found)
            continue
        ability = moves.ability_of(move)
        if ability == last or (aims_at_player(ability) and moves.target_of(move) != aim):
            continue
        last = ability
        add(ANNOUNCE + ability, move, numbers, found)


def add_statements(state: Pandante, seat: i64, rng: Rng, numbers: MoveList, found: MoveList) -> None:
    """PD-9: the highest truth, something likely, and the boldest that somebody could have; each if it is another."""
    true = highest_truth(state, seat)
    if true != NOBODY:
        add(SAY_TRUTH, true, numbers, found)
    likely = likely_statement(state, seat, rng)
    if likely != true:
        add(SAY_LIKELY, likely, numbers, found)
    bold = bold_statement(state, seat, rng)
    if bold not in (true, likely):
        add(SAY_BOLD, bold, numbers, found)


def bold_statement(state: Pandante, seat: i64, rng: Rng) -> i64:
    """The highest statement that is true of some hand that a stranger could think of."""
    listed = STATEMENTS[state.claim(seat)]
    pick: i64 = listed[len(listed) - 1]
    rank: i64 = -1
    place: i64 = len(listed) - 1
    while place >= 0:
        move: i64 = listed[place]
        said = moves.said_of(move)
        if rank_said(said) > rank and sample_truth(state, seat, seat, said, BOLD_SAMPLES, rng) > 0:
            pick = move
            rank = rank_said(said)
        place -= 1
    return pick
