"""Who may act, the one verifier, and the lists of moves that it lets through. Each chapter says what it forbids."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

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
    moves,
    payments,
    phases,
    setting_up,
    showdown,
    snacks,
    tie_break,
    upgrades,
)
from pandarium.games.pandante.engine.cards import BIT, COLOURS, DECK, lowest
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
    discard,
    reveal,
    say,
    snack,
    top,
    upgrade,
)
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import MOST_SEATS, SLOTS, TAIL_SLOT, PandanteState

TOPIC_PHASES: Final = [
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
"""When each topic of CHOOSE is to be decided."""

# Moves ready made: lists of them are copied, not built

BETS: Final[list[Any]] = [FOLD, *(bet(claim) for claim in range(CLAIMS))]
UPGRADES: Final[list[Any]] = [PASS, *(upgrade(claim) for claim in range(1, CLAIMS))]
DISCARD_MOVES: Final[list[Any]] = [discard(card) for card in range(DECK)]
TOP_MOVES: Final[list[Any]] = [top(card) for card in range(DECK)]
REVEAL_MOVES: Final[list[Any]] = [reveal(card) for card in range(DECK)]
ANNOUNCE_MOVES: Final[list[Any]] = [
    announce(ability, target) for ability in range(abilities.ABILITIES) for target in range(MOST_SEATS)
]
"""By ability and target."""
STATEMENTS: Final[list[list[Any]]] = [[say(said) for said in statements(claim)] for claim in range(CLAIMS)]
"""All that can be said about each claim."""
PASS_ONLY: Final[list[Any]] = [PASS]
PASS_OR_SNACK: Final[list[Any]] = [PASS, snack(0)]
FOLD_ONLY: Final[list[Any]] = [FOLD]
PAY_OR_FOLD: Final[list[Any]] = [PAY, FOLD]
PAY_OR_REDRAW: Final[list[Any]] = [PAY, choose(moves.REDRAW, 0)]
LOWER_OR_NOT: Final[list[Any]] = [choose(moves.LOWER, 0), choose(moves.LOWER, 1)]
STAY_OR_FOLD: Final[list[Any]] = [choose(moves.STAY, 0), FOLD]
TRUST_OR_CHALLENGE: Final[list[Any]] = [TRUST, CHALLENGE]
HIDE_OR_SHOW: Final[list[Any]] = [choose(moves.SHOW, 0), choose(moves.SHOW, 1)]
WHICH_HAND: Final[list[Any]] = [choose(moves.HAND, 0), choose(moves.HAND, 1)]
WHICH_HAND_GOES: Final[list[Any]] = [choose(moves.DROP, 0), choose(moves.DROP, 1)]
WHICH_CARD: Final[list[Any]] = [choose(moves.NEXT, 0), choose(moves.NEXT, 1)]
STAY_OR_LEAVE: Final[list[Any]] = [choose(moves.SEAT, moves.STAY_SEATED), choose(moves.SEAT, moves.LEAVE)]
SAME_OR_HIGHER_STAKES: Final[list[Any]] = [choose(moves.STAKES, 0), choose(moves.STAKES, 1)]


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


def fault(state: PandanteState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now, or FINE. `list_legal` lists what it lets through."""
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
    if kind == BET:
        return betting.bet_fault(state, seat, field) if phase == phases.BETTING else faults.NOT_NOW
    if kind == SNACK:
        return snacks.snack_fault(state, seat, field) if phase == phases.SNACKING else faults.NOT_NOW
    if kind == DISCARD:
        return deck.discard_fault(state, seat, field) if is_discarding(state) else faults.NOT_NOW
    if kind == ANNOUNCE:
        return announce_fault(state, seat, move) if phase == phases.ANNOUNCING else faults.NOT_NOW
    if kind == TOP:
        return deck.discard_fault(state, seat, field) if phase == phases.TOPPING else faults.NOT_NOW
    if kind == REVEAL:
        return effects.reveal_fault(state, seat, field) if phase == phases.REVEALING else faults.NOT_NOW
    if kind == UPGRADE:
        return upgrades.upgrade_fault(state, seat, field) if phase == phases.UPGRADING else faults.NOT_NOW
    if kind == SAY:
        return tie_break.say_fault(state, seat, field) if phase == phases.SAYING else faults.NOT_NOW
    if kind == CHOOSE:
        return choice_fault(state, seat, moves.topic_of(move), moves.value_of(move))
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
    if kind == PAY:
        return effects.pay_fault(state, seat) if phase in (phases.RAISED, phases.IN_DILEMMA) else faults.NOT_NOW
    return faults.NOT_NOW if kind in (CHALLENGE, TRUST) else faults.NO_SUCH_MOVE


def choice_fault(state: PandanteState, seat: i64, topic: i64, value: i64) -> i64:
    """Everything that is a choice among a few."""
    if topic >= moves.TOPICS:
        return faults.NO_SUCH_MOVE
    if state.phase != TOPIC_PHASES[topic]:
        return faults.NOT_NOW
    if topic == moves.CHAMPION:
        return faults.FINE if setting_up.champion_fits(state, value) else faults.CHAMPION_TAKEN
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
    return coin.show_fault(state, seat, value) if topic == moves.SHOW else faults.FINE


# Lists of moves


def list_legal(state: PandanteState, seat: int) -> list[int]:
    """Every move that `fault` lets through."""
    phase = state.phase
    if phase == phases.CHALLENGING:
        chooses = 0 <= seat < state.seats and showdown.challenge_fault(state, seat) == faults.FINE
        return TRUST_OR_CHALLENGE[:] if chooses else []
    if phase == phases.OVER or seat != state.turn:
        return []
    me: i64 = seat
    if phase == phases.BETTING:
        return list_bets(state, me)
    if phase == phases.SNACKING:
        return list_snacks(state, me)
    if is_discarding(state):
        return list_hand(deck.focused_hand(state, me), DISCARD_MOVES)
    if phase == phases.ANNOUNCING:
        return list_announcements(state, me)
    if phase == phases.UPGRADING:
        return list_upgrades(state, me)
    if phase == phases.SAYING:
        return STATEMENTS[state.claim(me)][:]
    if phase in (phases.RAISED, phases.IN_DILEMMA):
        return list_answers(state, me)
    return list_choices(state, me)


def list_bets(state: PandanteState, seat: i64) -> list[Any]:
    """Fold, or any claim from the last one up."""
    if not payments.can_pay(state, seat, payments.stakes(state)):
        return BETS[:1]
    claim = state.claim(seat)
    if claim <= 0:
        return BETS[:]
    found = BETS[claim:]
    found[0] = BETS[0]
    return found


def list_hand(cards: i64, ready: list[Any]) -> list[Any]:
    """A move for each card of a set."""
    found: list[Any] = []
    while cards != 0:
        found.append(ready[lowest(cards)])
        cards &= cards - 1
    return found


def list_snacks(state: PandanteState, seat: i64) -> list[Any]:
    """Pass, a snack, or as big a one as the diamonds allow."""
    if snacks.snack_fault(state, seat, 0) != faults.FINE:
        return PASS_ONLY[:]
    found = PASS_OR_SNACK[:]
    diamonds: i64 = 1
    if snacks.big_snacks(state):
        while snacks.snack_fault(state, seat, diamonds) == faults.FINE:
            found.append(snack(diamonds))
            diamonds += 1
    return found


def list_announcements(state: PandanteState, seat: i64) -> list[Any]:
    """What may still be announced; and always: go."""
    found: list[Any] = [GO]
    dreaming = casinos.has_effect(state, casinos.REARRANGE | casinos.RUNES)
    ability: i64 = abilities.DILEMMA if state.variant.dark else abilities.RAISE
    last: i64 = ability + abilities.ON_A_SIDE
    while True:
        if ability == last:
            ability = abilities.REARRANGE if dreaming else abilities.COIN
        if ability == abilities.ABILITIES or (ability >= abilities.BIG_DRAW and not state.variant.dreams):
            return found
        if abilities.ability_fault(state, seat, ability) == faults.FINE:
            target: i64 = 0
            while target < state.seats:
                if abilities.target_fault(state, seat, ability, target) == faults.FINE:
                    found.append(ANNOUNCE_MOVES[ability * MOST_SEATS + target])
                target += 1
        ability += 1


def list_upgrades(state: PandanteState, seat: i64) -> list[Any]:
    """Pass, or any higher claim."""
    found = UPGRADES[:1]
    claim: i64 = state.claim(seat) + 1
    while claim < CLAIMS and upgrades.upgrade_fault(state, seat, claim) == faults.FINE:
        found.append(UPGRADES[claim])
        claim += 1
    return found


def list_answers(state: PandanteState, seat: i64) -> list[Any]:
    """Pay or fold, pay or a new hand."""
    if state.phase == phases.IN_DILEMMA:
        return PAY_OR_REDRAW[:]
    return PAY_OR_FOLD[:] if effects.pay_fault(state, seat) == faults.FINE else FOLD_ONLY[:]


def list_choices(state: PandanteState, seat: i64) -> list[Any]:
    """The moves of the rarer decisions."""
    phase = state.phase
    if phase == phases.REVEALING:
        return list_hand(state.hands[seat], REVEAL_MOVES)
    if phase == phases.TOPPING:
        return list_hand(state.hands[seat], TOP_MOVES)
    if phase == phases.FERN_STEALS:
        return list_steals(state, seat)
    if phase == phases.REPLACING:
        return list_replacements(state, seat)
    if phase == phases.REARRANGING:
        return list_rearrangements(state)
    if phase == phases.LOWERING:
        return LOWER_OR_NOT[:]
    if phase == phases.LONG_SHOT_TAKEN:
        return STAY_OR_FOLD[:]
    if phase == phases.SHOWING:
        return list_shows(state, seat)
    if phase == phases.PLACING_SNACK:
        return WHICH_HAND[:]
    if phase == phases.DROPPING_HAND:
        return WHICH_HAND_GOES[:]
    if phase == phases.CASSY_ORDERS:
        return WHICH_CARD[:]
    return list_champions(state) if phase == phases.CHOOSING_CHAMPION else list_between(state, seat)


def list_between(state: PandanteState, seat: i64) -> list[Any]:
    """PD-G1, PD-G2, PD-G3: every buy-in that there is, or stay; and leave. At a table with a clock: the stakes."""
    if state.variant.gambling == TOURNAMENT:
        return SAME_OR_HIGHER_STAKES[:]
    if state.away & BIT[seat] == 0:
        return STAY_OR_LEAVE[:]
    found: list[Any] = []
    amount: i64 = state.numbers.buy_in
    while gambling.seat_fault(state, seat, amount) == faults.FINE:
        found.append(choose(moves.SEAT, amount))
        amount += state.numbers.chip
    found.append(STAY_OR_LEAVE[1])
    return found


def list_steals(state: PandanteState, seat: i64) -> list[Any]:
    """Leave it, or every card that can take its place."""
    found = PASS_ONLY[:]
    row: i64 = 0
    while row < casinos.rows(state):
        cards: i64 = state.hands[seat] | BIT[state.board[row * SLOTS + TAIL_SLOT]]
        while cards != 0:
            found.append(choose(moves.STEAL, row * moves.SECOND_ROW + lowest(cards)))
            cards &= cards - 1
        row += 1
    return found


def list_replacements(state: PandanteState, seat: i64) -> list[Any]:
    """The new cards, or none."""
    found: list[Any] = []
    which: i64 = 0
    while which <= moves.REPLACE_NONE:
        if effects.replace_fault(state, seat, which) == faults.FINE:
            found.append(choose(moves.REPLACE, which))
        which += 1
    return found


def list_rearrangements(state: PandanteState) -> list[Any]:
    """All orders of the cards that were looked at."""
    found: list[Any] = []
    order: i64 = 0
    while effects.order_fault(state, order) == faults.FINE:
        found.append(choose(moves.ORDER, order))
        order += 1
    return found


def list_shows(state: PandanteState, seat: i64) -> list[Any]:
    """Hide it, or show the lie."""
    return HIDE_OR_SHOW[:] if coin.show_fault(state, seat, 1) == faults.FINE else HIDE_OR_SHOW[:1]


def list_champions(state: PandanteState) -> list[Any]:
    """PD-S4: champions that are left."""
    found: list[Any] = []
    colour: i64 = 0
    while colour < COLOURS:
        if setting_up.champion_fits(state, colour):
            found.append(choose(moves.CHAMPION, colour))
        colour += 1
    return found
