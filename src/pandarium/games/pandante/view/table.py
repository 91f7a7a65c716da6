"""What each viewer may see of Pandánte: the structs, and how they are filled. Events are in `events.py`."""

from __future__ import annotations

import msgspec

from pandarium.core.outcome import Outcome
from pandarium.core.record import outcome_of
from pandarium.games.pandante import content
from pandarium.games.pandante.engine import (
    abilities,
    casinos,
    effects,
    knowledge,
    legal,
    payments,
    phases,
    showdown,
    snacks,
    upgrades,
)
from pandarium.games.pandante.engine.abilities import aims_at_player, aims_at_row
from pandarium.games.pandante.engine.cards import BIT, CODES, COLOUR_NAMES, NO_CARD, list_cards, size
from pandarium.games.pandante.engine.claims import CLAIMS, colour_said, number_said, pair_said
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import truths
from pandarium.games.pandante.engine.state import NOBODY, SLOTS, queued_ability, queued_target, top_card, top_knowers
from pandarium.games.pandante.words.notation import ABILITY_CODES, CLAIM_CODES
from pandarium.kit.content_list import Part, Source


class Held(msgspec.Struct, frozen=True):
    """A private card."""

    card: str | None
    """None: this viewer does not know it."""
    open: bool = False
    """It lies face up for all."""


class Statement(msgspec.Struct, frozen=True):
    """What was said in a tie-break (PD-9)."""

    number: int
    colour: str | None
    pair: int | None


class Announced(msgspec.Struct, frozen=True):
    """An ability that was announced (PD-7)."""

    ability: str
    seat: int | None
    row: int | None
    state: str
    """announced, under way or done."""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A casino or a champion: its name, what it does, and by which rules.

    A pack's card is told in full; clients know the game's own by its rule.
    """

    name: str
    text: str
    rule: str
    id: str = ""
    """By which its pack knows it: a casino's id, a champion's colour."""
    source: Source | None = None
    """Where it comes from;"""
    ours: Part = ""
    """and what of it is ours, where the rest is not."""


class Player(msgspec.Struct, frozen=True):
    """One player's place at the table."""

    gold: int
    diamonds: int
    staked: int
    """On the board in this gambit."""
    colour: str | None
    champion: Card | None
    claim: str | None
    said: Statement | None
    hand: list[Held]
    second_hand: list[Held]
    """In some casinos (PD-K6)."""
    runes: int
    coin: bool
    folded: bool
    sits_out: bool
    below_zero: bool
    """Was below 0 in this gambit: no challenge, and the next gambit is lost (PD-31)."""
    away: str | None
    """eliminated (PD-G1), left (PD-G2), or empty: nobody has bought in at that seat yet; None: is in the game."""
    extra: bool
    """Has a card more, to be discarded with the first bet (PD-L6)."""
    slept: bool
    showdown: str | None
    """waiting, hotseat, survived, survived by a Joker; None: not in the showdown."""
    ready: bool
    """Has chosen whether to challenge."""
    won: int
    """Gold, less what was paid to be in the game."""


class Row(msgspec.Struct, frozen=True):
    """A row of community cards."""

    cards: list[str | None]
    """Six places: three of the Splash, the Paws, the Tail, and one that was added."""
    adder: int | None


class You(msgspec.Struct, frozen=True):
    """What only you know, and what things would cost you."""

    true_claims: list[str]
    """The hands that you really have with the cards that lie there now."""
    challenges: bool | None
    """What you have chosen in secret."""
    coming: list[str | None]
    """Cards seen ahead, two for each row (PD-P2)."""
    known_discards: list[str]
    bet_price: int
    snack_price: int | None
    upgrade_price: int | None
    challenge_price: int | None
    """What a false accusation would cost."""
    challenge_gain: int | None
    """What a liar would pay you."""
    pay_price: int | None
    """What is asked of you now: Raise, Dilemma, a card to replace."""


class PandanteView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as a viewer sees it."""

    you: int | None
    gambit: int
    phase: str
    street: str
    turn: int | None
    """Who decides; None when several do, or nobody."""
    actors: list[int]
    dealer: int
    performer: int | None
    hotseat: int | None
    casino: Card | None
    casinos_left: int
    multiplier: int
    target: int | None
    """Gold to win; None in the gambling mode."""
    pot: int
    pot_diamonds: int
    antes: int
    coin: int | None
    board: list[Row]
    deck: int
    top: list[str | None]
    """Cards on top of the deck that somebody has put or seen there, the next one first."""
    discards: int
    aside: list[str | None]
    """Cards just drawn that lie nowhere yet."""
    abilities: list[Announced]
    abilities_left: int
    discard_to: int | None
    """How many cards the player to act keeps."""
    discard_from: int
    """0 the hand, 1 the second hand."""
    players: list[Player]
    yours: You | None
    options: dict[str, bool | int | str]
    outcome: Outcome | None
    """As a record keeps it."""
    champions: list[Card] = []
    """The champions of a pack, by colour, while they are chosen (PD-S4)."""


def view(state: Pandante, viewer: int | None) -> PandanteView:
    """Fill the view."""
    me = int(state.seats) if viewer is None else viewer
    deciding = state.phase not in {phases.CHALLENGING, phases.OVER}
    hot = state.phase == phases.CHALLENGING
    return PandanteView(
        you=viewer,
        gambit=state.gambit,
        phase=phases.PHASE_NAMES[state.phase],
        street=phases.STREET_NAMES[state.street],
        turn=state.turn if deciding else None,
        actors=state.actors(),
        dealer=state.dealer,
        performer=None if state.performer == NOBODY or state.phase == phases.OVER else state.performer,
        hotseat=state.turn if hot else None,
        casino=casino_card(state),
        casinos_left=size(state.casinos_left),
        multiplier=state.multiplier,
        target=None if state.variant.gambling else state.numbers.target,
        pot=state.pot,
        pot_diamonds=state.pot_diamonds,
        antes=state.antes,
        coin=None if state.coin == NOBODY else state.coin,
        board=[board_row(state, row) for row in range(casinos.rows(state))],
        deck=size(state.deck) + len(state.top),
        top=[CODES[top_card(item)] if top_knowers(item) & BIT[me] else None for item in reversed(list(state.top))],
        discards=size(state.discards),
        aside=hidden_or_codes(state.fresh, knowledge.known_fresh(state, me)),
        abilities=[announced(state, index) for index in range(len(state.queue))],
        abilities_left=abilities_left(state),
        discard_to=state.keep if legal.is_discarding(state) else None,
        discard_from=state.focus,
        players=[player(state, seat, me) for seat in range(state.seats)],
        yours=None if viewer is None else yours(state, viewer),
        options=dict(state.setup.options),
        outcome=outcome_of(state),
        champions=pack_champions(state),
    )


def codes(cards: int) -> list[str]:
    """Cards by their codes."""
    return [CODES[card] for card in list_cards(cards)]


def hidden_or_codes(cards: int, known: int) -> list[str | None]:
    """Cards by their codes, and after them None for each that is not known."""
    return [*codes(cards & known), *([None] * size(cards & ~known))]


def casino_card(state: Pandante) -> Card | None:
    """The casino of this gambit."""
    if not state.casino:
        return None
    return card_view(state, state.variant.parsed.casinos[int(state.casino)])


def champion_card(state: Pandante, colour: int) -> Card | None:
    """The champion of a colour, if there are champions."""
    if not state.variant.champions or colour < 0:
        return None
    return card_view(state, state.variant.parsed.champions[colour])


def pack_champions(state: Pandante) -> list[Card]:
    """All champions of a pack while they are chosen; every client knows the game's own."""
    if state.phase != phases.CHOOSING_CHAMPION or state.setup.content is None:
        return []
    return [card_view(state, card) for card in state.variant.parsed.champions]


def card_view(state: Pandante, card: content.Card) -> Card:
    """A card as everybody sees it."""
    if state.setup.content is None:
        return Card(card.name, card.text, card.rule)
    return Card(card.name, card.text, card.rule, card.id, card.source, card.ours)


def board_row(state: Pandante, row: int) -> Row:
    """One row of community cards."""
    cards = list(state.board)[row * SLOTS : (row + 1) * SLOTS]
    adder = state.adder(row)
    return Row([None if card == NO_CARD else CODES[card] for card in cards], None if adder == NOBODY else adder)


def announced(state: Pandante, index: int) -> Announced:
    """One of the abilities that were announced."""
    ability, target = queued_ability(state.queue[index]), queued_target(state.queue[index])
    resolving = state.phase != phases.ANNOUNCING
    progress = "announced" if not resolving or index > state.at else "under way" if index == state.at else "done"
    return Announced(
        ABILITY_CODES[ability],
        target if aims_at_player(ability) else None,
        target if aims_at_row(ability) else None,
        progress,
    )


def abilities_left(state: Pandante) -> int:
    """How many abilities may still be announced, big ones apart."""
    if state.phase != phases.ANNOUNCING:
        return 0
    return int(casinos.abilities_each(state) - abilities.normal_abilities(state))


def held(cards: int, shown: int, known: int) -> list[Held]:
    """A hand: open cards, known ones, and the others."""
    return [
        *(Held(code, True) for code in codes(cards & shown)),
        *(Held(code) for code in codes(cards & known & ~shown)),
        *([Held(None)] * size(cards & ~known & ~shown)),
    ]


def statement_view(said: int) -> Statement | None:
    """A statement, if there is one."""
    if said == 0:
        return None
    colour = colour_said(said)
    return Statement(number_said(said), COLOUR_NAMES[colour] if colour >= 0 else None, pair_said(said) or None)


def player(state: Pandante, seat: int, me: int) -> Player:
    """One player's place, as `me` (the number of seats: the public) sees it."""
    bit = BIT[seat]
    known = state.hands[seat] | state.spare[seat] if seat == me else state.seen[me * state.seats + seat]
    colour = state.colour(seat)
    claim = state.claim(seat)
    return Player(
        gold=state.gold[seat],
        diamonds=state.diamonds[seat],
        staked=state.staked[seat],
        colour=COLOUR_NAMES[colour] if colour >= 0 else None,
        champion=champion_card(state, colour),
        claim=CLAIM_CODES[claim] if claim >= 0 else None,
        said=statement_view(state.said[seat]),
        hand=held(state.hands[seat], state.shown[seat], known),
        second_hand=held(state.spare[seat], state.shown[seat], known),
        runes=state.rune_count(seat),
        coin=state.coin == seat,
        folded=bool(state.folded & bit),
        sits_out=bool(state.sitting & bit),
        below_zero=bool(state.broke & bit),
        away=away(state, seat),
        extra=bool(state.extra & bit),
        slept=bool(state.slept & bit),
        showdown=showdown_state(state, seat),
        ready=bool(state.ready & bit),
        won=state.gold[seat] + state.cashed[seat] - state.bought[seat],
    )


def away(state: Pandante, seat: int) -> str | None:
    """PD-G1, PD-G2: why nobody plays at that seat now."""
    bit = BIT[seat]
    if not state.away & bit:
        return None
    if not state.left & bit:
        return "eliminated"
    return "left" if state.bought[seat] else "empty"


def showdown_state(state: Pandante, seat: int) -> str | None:
    """How a player stands in the showdown."""
    bit = BIT[seat]
    if state.phase == phases.CHALLENGING and state.turn == seat:
        return "hotseat"
    if state.hot & bit:
        return "waiting"
    if state.jokers & bit:
        return "survived by a Joker"
    return "survived" if state.real & bit else None


def yours(state: Pandante, me: int) -> You:
    """What only this player knows, and what things would cost."""
    phase = state.phase
    coming = [
        CODES[card] if card != NO_CARD and knowledge.known_coming(state, me) else None
        for card in list(state.coming)[: 2 * casinos.rows(state)]
    ]
    mine = phase != phases.OVER and state.turn == me
    judges = phase == phases.CHALLENGING and state.turn != me
    pay: int | None = None
    if mine and phase in {phases.RAISED, phases.IN_DILEMMA}:
        pay = payments.times(state, state.numbers.ability)
    elif mine and phase == phases.REPLACING:
        pay = effects.replace_price(state, me)
    return You(
        true_claims=[CLAIM_CODES[claim] for claim in range(CLAIMS) if true_bits(state, me) >> claim & 1],
        challenges=bool(state.challengers & BIT[me]) if state.ready & BIT[me] else None,
        coming=coming if any(coming) else [],
        known_discards=codes(state.gone[me]),
        bet_price=payments.stakes(state),
        snack_price=snacks.snack_price(state, me) if mine and phase == phases.SNACKING else None,
        upgrade_price=upgrades.upgrade_price(state, me) if mine and phase == phases.UPGRADING else None,
        challenge_price=showdown.challenge_price(state, me) if judges else None,
        challenge_gain=payments.times(state, state.numbers.liar) if judges else None,
        pay_price=pay,
    )


def true_bits(state: Pandante, seat: int) -> int:
    """Which claims are true of that player's cards, with the best of their hands and either row."""
    found = 0
    for hand in (state.hands[seat], state.spare[seat]):
        for row in range(casinos.rows(state)):
            if hand:
                found |= truths(hand, state.row(row))
    return found
