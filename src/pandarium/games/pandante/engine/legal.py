"""Who may act, the one verifier, and the lists of moves that it lets through. Each chapter says what it forbids."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import (
    abilities,
    before_abilities,
    betting,
    casinos,
    coin,
    deck,
    effects,
    faults,
    gambling,
    game_start,
    moves,
    payments,
    phases,
    showdown,
    snacks,
    tie_break,
    upgrades,
)
from pandarium.games.pandante.engine.cards import BIT, COLOURS, lowest, nth, size
from pandarium.games.pandante.engine.claims import CLAIMS, statements
from pandarium.games.pandante.engine.moves import (
    ANNOUNCE,
    BET,
    CHALLENGE,
    CHOOSE,
    DISCARD,
    FOLD,
    GO,
    MOVE_BITS,
    PASS,
    PAY,
    REVEAL,
    SAY,
    SNACK,
    TOP,
    TRUST,
    UPGRADE,
    announce,
    bet,
    choose,
    say,
    snack,
    upgrade,
)
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import NOBODY, SLOTS, TAIL_SLOT, PandanteState

TOPIC_PHASES: Final = vec[i64](
    [
        phases.CHOOSING_CHAMPION,
        phases.PLACING_SNACK,
        phases.DROPPING_HAND,
        phases.CASSY_ORDERS,
        phases.FERN_STEALS,
        phases.LOWERING,
        phases.REPLACING,
        phases.LONG_SHOT_TAKEN,
        phases.REARRANGING,
        phases.SHOWING,
        phases.IN_DILEMMA,
        phases.BETWEEN_GAMBITS,
        phases.BETWEEN_GAMBITS,
    ]
)
"""When each topic of CHOOSE is to be decided."""

STATEMENTS: Final = [vec[i64]([say(said) for said in statements(claim)]) for claim in range(CLAIMS)]
"""All that can be said about each claim."""
LAST_ORDER: Final = 5
"""PD-K4: three cards have six orders."""


def who_may_act(state: PandanteState) -> list[int]:
    """One seat at a time; everybody who may still choose at a showdown; nobody when the game is over."""
    if state.phase != phases.CHALLENGING:
        return [] if state.phase == phases.OVER else [state.turn]
    found: list[int] = []
    choosers = showdown.choosers(state)
    while choosers != 0:
        found.append(lowest(choosers))
        choosers &= choosers - 1
    return found


def draw_actor(state: PandanteState, chance: Rng) -> i64:
    """One of them, drawn where there are several; NOBODY when the game is over."""
    if state.phase == phases.OVER:
        return NOBODY
    if state.phase != phases.CHALLENGING:
        return state.turn
    choosers = showdown.choosers(state)
    if choosers & (choosers - 1) == 0:
        return lowest(choosers)
    return nth(choosers, chance.below(size(choosers)))


def fault(state: PandanteState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now, or FINE. `list_moves` lists what it lets through."""
    phase = state.phase
    if phase == phases.OVER:
        return faults.GAME_OVER
    kind = moves.kind_of(move)
    if phase == phases.CHALLENGING:
        if move not in (CHALLENGE, TRUST):
            return faults.NOT_NOW
        return showdown.challenge_fault(state, seat)
    if seat != state.turn:
        return faults.NOT_YOUR_TURN
    if move >= BIT[MOVE_BITS]:
        return faults.NO_SUCH_MOVE
    field = moves.field_of(move)
    if kind == BET and phase == phases.BETTING:
        return betting.bet_fault(state, seat, field)
    if kind == SNACK and phase == phases.SNACKING:
        return snacks.snack_fault(state, seat, field)
    if (kind == DISCARD and is_discarding(state)) or (kind == TOP and phase == phases.TOPPING):
        return deck.discard_fault(state, seat, field)
    if kind == ANNOUNCE and phase == phases.ANNOUNCING:
        return announce_fault(state, seat, move)
    if kind == REVEAL and phase == phases.REVEALING:
        return effects.reveal_fault(state, seat, field)
    if kind == UPGRADE and phase == phases.UPGRADING:
        return upgrades.upgrade_fault(state, seat, field)
    if kind == SAY and phase == phases.SAYING:
        return tie_break.say_fault(state, seat, field)
    if kind == CHOOSE:
        return choice_fault(state, seat, moves.topic_of(move), moves.value_of(move))
    if kind in (BET, SNACK, DISCARD, TOP, ANNOUNCE, REVEAL, UPGRADE, SAY):
        return faults.NOT_NOW
    if field != 0:
        return faults.NO_SUCH_MOVE
    return plain_fault(state, seat, kind)


def is_discarding(state: PandanteState) -> bool:
    """Whether the player to act has to discard a card."""
    return state.phase in (
        phases.DISCARDING_SNACK,
        phases.DISCARDING,
        phases.DISCARDING_EXTRA,
        phases.DISCARDING_TREAT,
        phases.DISCARDING_LEAF,
    )


def announce_fault(state: PandanteState, seat: i64, move: i64) -> i64:
    """PD-7: the ability, then its target."""
    return abilities.announce_fault(state, seat, moves.ability_of(move), moves.target_of(move))


def plain_fault(state: PandanteState, seat: i64, kind: i64) -> i64:
    """Moves that are a word alone."""
    phase = state.phase
    if kind == FOLD:
        return faults.FINE if phase in (phases.BETTING, phases.RAISED, phases.LONG_SHOT_TAKEN) else faults.NOT_NOW
    if kind == PASS:
        return faults.FINE if phase in (phases.SNACKING, phases.UPGRADING, phases.FERN_STEALS) else faults.NOT_NOW
    if kind == GO:
        return faults.FINE if phase == phases.ANNOUNCING else faults.NOT_NOW
    if kind == PAY and phase in (phases.RAISED, phases.IN_DILEMMA):
        return effects.pay_fault(state, seat)
    return faults.NOT_NOW if kind in (PAY, CHALLENGE, TRUST) else faults.NO_SUCH_MOVE


def choice_fault(state: PandanteState, seat: i64, topic: i64, value: i64) -> i64:
    """Everything that is a choice among a few."""
    if topic >= moves.TOPICS:
        return faults.NO_SUCH_MOVE
    if state.phase != TOPIC_PHASES[topic]:
        return faults.NOT_NOW
    if topic == moves.CHAMPION:
        return faults.FINE if game_start.champion_fits(state, value) else faults.CHAMPION_TAKEN
    if topic == moves.STEAL:
        return before_abilities.steal_fault(state, seat, value)
    if topic == moves.REPLACE:
        return effects.replace_fault(state, seat, value)
    if topic == moves.ORDER:
        return effects.order_fault(state, value)
    if topic == moves.SEAT:
        return gambling.seat_fault(state, seat, value)
    if topic == moves.STAKES:
        return gambling.stakes_fault(state, value)
    if topic in (moves.HAND, moves.DROP):
        return before_abilities.drop_fault(value)
    most: i64 = 0 if topic in (moves.STAY, moves.REDRAW) else 1
    if value > most:
        return faults.NO_SUCH_MOVE
    if topic == moves.SHOW:
        return coin.show_fault(state, seat, value)
    return faults.FINE


# Lists of moves


def list_moves(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Every move that `fault` lets through."""
    phase = state.phase
    if phase == phases.CHALLENGING:
        if seat >= 0 and seat < state.seats and showdown.challenge_fault(state, seat) == faults.FINE:
            found.add(TRUST)
            found.add(CHALLENGE)
    elif phase == phases.OVER or seat != state.turn:
        return
    elif phase == phases.BETTING:
        list_bets(state, seat, found)
    elif phase == phases.SNACKING:
        list_snacks(state, seat, found)
    elif is_discarding(state):
        list_cards(deck.focused_hand(state, seat), DISCARD, found)
    elif phase == phases.ANNOUNCING:
        list_announcements(state, seat, found)
    elif phase == phases.UPGRADING:
        list_upgrades(state, seat, found)
    elif phase == phases.SAYING:
        for statement in STATEMENTS[state.claim(seat)]:
            found.add(statement)
    elif phase in (phases.RAISED, phases.IN_DILEMMA):
        list_answers(state, seat, found)
    else:
        list_choices(state, seat, found)


def list_bets(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Fold, or any claim from the last one up."""
    found.add(FOLD)
    if payments.can_pay(state, seat, payments.stakes(state)):
        claim: i64 = max(0, state.claim(seat))
        while claim < CLAIMS:
            found.add(bet(claim))
            claim += 1


def list_cards(cards: i64, kind: i64, found: MoveList) -> None:
    """A move of that kind for each card of a set."""
    while cards != 0:
        found.add(kind | (lowest(cards) << 4))
        cards &= cards - 1


def list_snacks(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Pass, a snack, or as big a one as the diamonds allow."""
    found.add(PASS)
    diamonds: i64 = 0
    while snacks.snack_fault(state, seat, diamonds) == faults.FINE:
        found.add(snack(diamonds))
        diamonds += 1


def list_announcements(state: PandanteState, seat: i64, found: MoveList) -> None:
    """What may still be announced; and always: go."""
    found.add(GO)
    dreaming = casinos.has_effect(state, casinos.REARRANGE | casinos.RUNES)
    ability: i64 = abilities.DILEMMA if state.variant.dark else abilities.RAISE
    last: i64 = ability + abilities.ON_A_SIDE
    while True:
        if ability == last:
            ability = abilities.REARRANGE if dreaming else abilities.COIN
        if ability == abilities.ABILITIES or (ability >= abilities.BIG_DRAW and not state.variant.dreams):
            return
        if abilities.ability_fault(state, seat, ability) == faults.FINE:
            targets: i64 = abilities.most_targets(state, ability)
            target: i64 = 0
            while target < targets:
                if abilities.target_fault(state, seat, ability, target) == faults.FINE:
                    found.add(announce(ability, target))
                target += 1
        ability += 1


def list_upgrades(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Pass, or any higher claim: one costs as much as another."""
    found.add(PASS)
    claim: i64 = state.claim(seat) + 1
    if upgrades.upgrade_fault(state, seat, claim) == faults.FINE:
        while claim < CLAIMS:
            found.add(upgrade(claim))
            claim += 1


def list_answers(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Pay or fold, pay or a new hand."""
    if state.phase == phases.IN_DILEMMA:
        found.add(PAY)
        found.add(choose(moves.REDRAW, 0))
        return
    if effects.pay_fault(state, seat) == faults.FINE:
        found.add(PAY)
    found.add(FOLD)


def list_choices(state: PandanteState, seat: i64, found: MoveList) -> None:
    """The moves of the rarer decisions."""
    phase = state.phase
    if phase == phases.REVEALING:
        list_cards(state.hands[seat], REVEAL, found)
    elif phase == phases.TOPPING:
        list_cards(state.hands[seat], TOP, found)
    elif phase == phases.FERN_STEALS:
        list_steals(state, seat, found)
    elif phase == phases.REPLACING:
        list_values(state, seat, moves.REPLACE, moves.REPLACE_NONE, found)
    elif phase == phases.REARRANGING:
        list_values(state, seat, moves.ORDER, LAST_ORDER, found)
    elif phase == phases.LOWERING:
        list_values(state, seat, moves.LOWER, 1, found)
    elif phase == phases.LONG_SHOT_TAKEN:
        found.add(choose(moves.STAY, 0))
        found.add(FOLD)
    elif phase == phases.SHOWING:
        list_values(state, seat, moves.SHOW, 1, found)
    elif phase == phases.PLACING_SNACK:
        list_values(state, seat, moves.HAND, 1, found)
    elif phase == phases.DROPPING_HAND:
        list_values(state, seat, moves.DROP, 1, found)
    elif phase == phases.CASSY_ORDERS:
        list_values(state, seat, moves.NEXT, 1, found)
    elif phase == phases.CHOOSING_CHAMPION:
        list_values(state, seat, moves.CHAMPION, COLOURS - 1, found)
    else:
        list_between(state, seat, found)


def list_values(state: PandanteState, seat: i64, topic: i64, last: i64, found: MoveList) -> None:
    """A choice for each value up to the last that can be chosen."""
    value: i64 = 0
    while value <= last:
        if choice_fault(state, seat, topic, value) == faults.FINE:
            found.add(choose(topic, value))
        value += 1


def list_between(state: PandanteState, seat: i64, found: MoveList) -> None:
    """PD-G1, PD-G2, PD-G3: every buy-in that there is, or stay; and leave. At a table with a clock: the stakes."""
    if state.variant.gambling == TOURNAMENT:
        list_values(state, seat, moves.STAKES, 1, found)
        return
    if state.away & BIT[seat] == 0:
        found.add(choose(moves.SEAT, moves.STAY_SEATED))
    else:
        amount: i64 = state.numbers.buy_in
        while gambling.seat_fault(state, seat, amount) == faults.FINE:
            found.add(choose(moves.SEAT, amount))
            amount += state.numbers.chip
    found.add(choose(moves.SEAT, moves.LEAVE))


def list_steals(state: PandanteState, seat: i64, found: MoveList) -> None:
    """Leave it, or every card that can take its place."""
    found.add(PASS)
    row: i64 = 0
    while row < casinos.rows(state):
        cards: i64 = state.hands[seat] | BIT[state.board[row * SLOTS + TAIL_SLOT]]
        while cards != 0:
            found.add(choose(moves.STEAL, row * moves.SECOND_ROW + lowest(cards)))
            cards &= cards - 1
        row += 1
