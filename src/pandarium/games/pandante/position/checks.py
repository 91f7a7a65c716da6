"""What the rules rely on in a position. Each check names the place and the rule."""

from __future__ import annotations

from pandarium.core.errors import BadData
from pandarium.games.pandante.engine import abilities as ability
from pandarium.games.pandante.engine import state as phases
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, BLACK, BLUE, GREEN, NO_CARD, list_cards, size
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hands import PAIR, is_statement
from pandarium.games.pandante.engine.state import (
    BUNNY_HOP,
    DOUBLEPAW,
    FOR_FUN,
    HAND_SIZE,
    HARD_TIMES,
    NOBODY,
    PALACE,
    PAWS_SLOT,
    ROWS,
    SIXTH_SLOT,
    SLOTS,
    SPLASH,
    TAIL,
    TAIL_SLOT,
)

IN_GAMBIT = range(phases.CASSY_ORDERS, phases.OVER)
BEFORE_ABILITIES = range(phases.CASSY_ORDERS, phases.ANNOUNCING)
RESOLVING = {
    phases.RAISED: {ability.RAISE},
    phases.IN_DILEMMA: {ability.DILEMMA},
    phases.DISCARDING: {ability.DRAW, ability.COIN, ability.BIG_DRAW},
    phases.REVEALING: {ability.DRAW},
    phases.TOPPING: {ability.EX_DRAW, ability.BIG_DRAW},
    phases.LOWERING: {ability.NEW_HAND},
    phases.REPLACING: {ability.ADD, ability.BIG_ADD},
    phases.LONG_SHOT_TAKEN: {ability.LONG_SHOT},
    phases.REARRANGING: {ability.REARRANGE},
}
"""Which abilities ask for which decision."""
DISCARDS = {
    phases.DISCARDING_EXTRA,
    phases.DISCARDING_SNACK,
    phases.DISCARDING_TREAT,
    phases.DISCARDING_LEAF,
    phases.DISCARDING,
    phases.TOPPING,
}


def check_position(state: Pandante) -> None:
    """Raise BadData unless the rules can go on from here."""
    _check_casino(state)
    _check_colours(state)
    _check_money(state)
    _check_cards(state)
    _check_knowledge(state)
    _check_players(state)
    _check_turn(state)
    if state.phase in IN_GAMBIT:
        _check_board(state)
        _check_claims(state)
        _check_hands(state)
        _check_abilities(state)
    _check_showdown(state)


def _expect(holds: object, place: str, reason: str) -> None:
    if not holds:
        raise BadData(f"position.{place}", reason)


def _check_casino(state: Pandante) -> None:
    here = BIT[state.casino] if state.casino else 0
    _expect(not here & ~state.laid.casinos, "casino", "there is no such casino at this table (PD-S4)")
    _expect(
        not state.casinos_left & ~state.laid.casinos & ~here, "casinos_left", "there is no such casino at this table"
    )
    _expect(not state.casinos_left & here, "casinos_left", "the casino that is visited is not left (PD-S4)")
    if state.laid.casinos and state.phase in IN_GAMBIT:
        _expect(here, "casino", "with casinos every gambit has one (PD-S4)")


def _check_colours(state: Pandante) -> None:
    colours = [state.colours >> (4 * seat) & 15 for seat in range(state.seats)]
    taken = [colour for colour in colours if colour]
    _expect(len(set(taken)) == len(taken), "colours", "one champion each (PD-S4)")
    if state.phase != phases.CHOOSING_CHAMPION:
        _expect(len(taken) == state.seats, "colours", "everybody has a colour (PD-S4)")


def _check_money(state: Pandante) -> None:
    _expect(state.antes <= state.pot, "antes", "the antes are in the pot (PD-P3)")
    if not state.laid.dreams:
        _expect(not state.pot_diamonds and not any(state.diamonds), "diamonds", "come with Diamond Dreams (PD-DD1)")
    if state.phase == phases.OVER and state.laid.gambling == FOR_FUN:
        _expect(state.most_gold() >= state.numbers.target, "gold", "nobody has won yet (PD-24)")


def _check_cards(state: Pandante) -> None:
    """Every card is somewhere, once (PD-S2)."""
    single = [*state.board, *state.coming, *(entry & 255 for entry in state.top)]
    places = [*state.hands, *state.spare, state.fresh, state.discards, state.deck]
    places += [BIT[card] for card in single if card != NO_CARD]
    everything = 0
    for cards in places:
        _expect(not everything & cards, "deck", "there is only one of each card (PD-S2)")
        everything |= cards
    _expect(everything == ALL_CARDS, "deck", f"{DECK_SIZE - size(everything)} cards are missing (PD-S2)")


DECK_SIZE = 61


def _check_knowledge(state: Pandante) -> None:
    """Nobody knows what is not so, and everybody knows what the public knows."""
    seats = range(state.seats)
    public = int(state.seats)
    for seat in seats:
        held = state.hands[seat] | state.spare[seat]
        _expect(not state.shown[seat] & ~held, f"shown[{seat}]", "these cards are not in that hand")
    for player in range(public + 1):
        _expect(not state.gone[player] & ~state.discards, f"gone[{player}]", "these cards are not among the discards")
        _expect(not state.gone[public] & ~state.gone[player], f"gone[{player}]", "everybody knows what all know")
        for seat in seats:
            known = state.seen[player * state.seats + seat]
            place = f"seen[{player}][{seat}]"
            _expect(not known & ~(state.hands[seat] & ~state.shown[seat]), place, "these cards do not lie hidden there")
            if player == seat:
                _expect(not known, place, "one's own cards are not noted")
            else:
                common = state.seen[public * state.seats + seat]
                _expect(not common & ~known, place, "everybody knows what all know")


def _check_players(state: Pandante) -> None:
    _expect(not state.sitting & state.away, "sitting", "who is away does not sit out")
    _expect(not state.extra & ~state.staying(), "extra", "only who is still in has an extra card (PD-L6)")
    _expect(not state.extra or state.phase in IN_GAMBIT, "extra", "an extra card comes with the deal (PD-L6)")
    if state.laid.gambling == FOR_FUN:
        _expect(not state.away, "away", "players come and go in the gambling mode only (PD-G1)")
    else:
        _expect(not state.sitting, "sitting", "there is no Gold Fairy in the gambling mode (PD-G1)")
    if state.laid.one_gambit:
        _expect(state.laid.gambling == phases.TOURNAMENT, "one_gambit", "is for tables of a tournament (PD-G3)")
    in_showdown = state.phase in {phases.CHALLENGING, phases.SHOWING}
    if state.phase in IN_GAMBIT:
        needed = 1 if in_showdown else 2
        _expect(size(state.staying()) >= needed, "folded", "too few players are left (PD-10)")
        _expect(size(state.playing()) >= 2, "sitting", "too few players are left (PD-31)")


def _check_turn(state: Pandante) -> None:
    phase, turn = state.phase, state.turn
    if phase == phases.OVER:
        _expect(turn == NOBODY, "turn", "nobody is to act when the game is over")
        return
    _expect(turn != NOBODY, "turn", "somebody is to act")
    if phase in {phases.CHOOSING_CHAMPION, phases.BETWEEN_GAMBITS}:
        _check_before_gambit(state)
        return
    _expect(state.is_in(turn), "turn", "is with somebody who is still in (PD-4)")
    if phase == phases.CASSY_ORDERS:
        _expect(state.champion_seat(BLUE) == turn, "turn", "is Cassy's (PD-P2)")
    elif phase == phases.DISCARDING_LEAF:
        _expect(state.champion_seat(GREEN) == turn, "turn", "is Lea-Leafa's (PD-P1)")
    elif phase == phases.FERN_STEALS:
        _expect(state.champion_seat(BLACK) == turn, "turn", "is Fern's (PD-P3)")
        _expect(
            all(state.board[row * SLOTS + TAIL_SLOT] != NO_CARD for row in range(state.rows())),
            "board",
            "no card to steal",
        )
    elif phase == phases.ANNOUNCING or phase in RESOLVING:
        _expect(state.performer != NOBODY and state.is_in(state.performer), "performer", "is still in (PD-7)")
        asked = phase in {phases.RAISED, phases.IN_DILEMMA}
        _expect((state.performer != turn) == asked, "performer", "is who resolves abilities (PD-7)")
    elif phase == phases.UPGRADING:
        _expect(state.able_to_upgrade() & BIT[turn], "turn", "is with somebody who can claim more (PD-8)")


def _check_before_gambit(state: Pandante) -> None:
    """Between gambits all cards are in the deck (PD-6)."""
    _expect(state.deck == ALL_CARDS, "deck", "between gambits all cards are in the deck (PD-6)")
    _expect(not state.claims and not any(state.said), "claims", "between gambits nothing is claimed")
    if state.phase == phases.CHOOSING_CHAMPION:
        _expect(state.laid.champions, "phase", "there are no champions at this table (PD-S4)")
        _expect(not state.folded | state.sitting | state.away, "folded", "nobody has folded before the first gambit")
        earlier = True
        for step in range(1, state.seats + 1):
            seat = (state.dealer + step) % state.seats
            earlier = earlier and seat != state.turn
            has = state.colours >> (4 * seat) & 15
            _expect(bool(has) == earlier, f"colours[{seat}]", "champions are taken in turn order (PD-S4)")
    else:
        _expect(state.laid.gambling == phases.DROP_IN, "phase", "players come and go in another mode (PD-G2)")


def _check_board(state: Pandante) -> None:
    """PD-2, PD-K5, PD-K7, PD-K9: so many cards as the street has."""
    last = PAWS_SLOT + state.street
    if state.street == TAIL and state.casino == HARD_TIMES:
        last -= 1
    if state.casino == BUNNY_HOP:
        _expect(state.street == TAIL, "street", "there is one street only (PD-K5)")
    for row in range(ROWS):
        cards = list(state.board)[row * SLOTS : (row + 1) * SLOTS]
        wanted = last if row < state.rows() else 0
        place = f"board[{row}]"
        _expect(all(card != NO_CARD for card in cards[:wanted]), place, f"has {wanted} cards now (PD-2)")
        _expect(all(card == NO_CARD for card in cards[wanted:SIXTH_SLOT]), place, f"has {wanted} cards now (PD-2)")
        sixth = cards[SIXTH_SLOT] != NO_CARD
        _expect(sixth == (state.adder(row) != NOBODY), f"adders[{row}]", "who added the sixth card (PD-L4)")
        _expect(state.adder(row) < state.seats, f"adders[{row}]", "there is no such seat")
        _expect(not sixth or state.phase >= phases.ANNOUNCING, place, "a sixth card comes by an ability (PD-L4)")
    late = state.phase >= phases.DROPPING_HAND and state.phase != phases.SHOWING
    _expect(not late or state.street == TAIL, "street", "that comes after the Tail (PD-2)")
    _check_coming(state)


def _check_coming(state: Pandante) -> None:
    """PD-P2: Cassy's cards, as far as they are still to come."""
    coming = [card != NO_CARD for card in state.coming]
    if state.phase == phases.CASSY_ORDERS:
        _expect(coming == [True, True, False, False], "coming", "Cassy has two cards to order (PD-P2)")
        _expect(state.coming[0] < state.coming[1], "coming", "lie in the order of the deck's codes until then")
        _expect(state.street == SPLASH and state.casino != PALACE, "street", "Cassy looks at the Splash (PD-P2)")
        return
    _expect(state.laid.champions or not any(coming), "coming", "only Cassy looks ahead (PD-P2)")
    for row in range(ROWS):
        may = (state.street < 1 and row < state.rows(), state.street < TAIL and state.rows() == 1 and row == 0)
        for place in range(2):
            _expect(may[place] or not coming[row * 2 + place], "coming", "that card lies on the board by now (PD-P2)")


def _check_claims(state: Pandante) -> None:
    """PD-3: who has bet has claimed something."""
    phase = state.phase
    for seat in range(state.seats):
        due = state.is_in(seat)
        if phase in {phases.CASSY_ORDERS, phases.BETTING} and (state.street == SPLASH or state.casino == BUNNY_HOP):
            due = due and phase == phases.BETTING and _comes_before(state, seat, state.turn)
        elif phase == phases.DISCARDING_EXTRA:
            due = due and (seat == state.turn or _comes_before(state, seat, state.turn))
        elif phase == phases.SHOWING:
            due = due and seat == state.turn
        _expect(not due or state.claim(seat) >= 0, f"claims[{seat}]", "who has bet has claimed a hand (PD-3)")
        said = state.said[seat]
        if said:
            late = phase in {phases.SAYING, phases.CHALLENGING, phases.SHOWING}
            _expect(late and state.claim(seat) >= 0, f"said[{seat}]", "statements come with the tie-break (PD-9)")
            _expect(is_statement(state.claim(seat), said), f"said[{seat}]", "does not go with the claim (PD-9)")
    if phase == phases.LOWERING:
        _expect(state.claim(state.turn) > PAIR, "claims", "a pair cannot be lowered (PD-L3)")


def _comes_before(state: Pandante, seat: int, other: int) -> bool:
    return (seat - state.dealer - 1) % state.seats < (other - state.dealer - 1) % state.seats


def _check_hands(state: Pandante) -> None:
    """PD-1, PD-K6, PD-L6, PD-P1: how many cards everybody has."""
    phase = state.phase
    two_hands = state.casino == DOUBLEPAW and phase in BEFORE_ABILITIES and phase <= phases.DROPPING_HAND
    for seat in list_cards(BIT[state.seats] - 1):
        if not state.is_in(seat):
            early = phase < phases.SAYING
            _expect(not early or not state.hands[seat] | state.spare[seat], f"hands[{seat}]", "is folded (PD-4)")
            _expect(not state.spare[seat], f"second_hands[{seat}]", "is folded (PD-4)")
            continue
        if phase == phases.SHOWING:
            _expect(state.hands[seat], f"hands[{seat}]", "the winner has cards (PD-10)")
            continue
        has_two = two_hands and not (phase == phases.DROPPING_HAND and _comes_before(state, seat, state.turn))
        leaf = state.leaf and state.champion_seat(GREEN) == seat
        extra = bool(state.extra & BIT[seat])
        busy = seat == state.turn and phase in DISCARDS
        most = HAND_SIZE + (phase in BEFORE_ABILITIES and (leaf or extra))
        for place, cards, there in (("hands", state.hands[seat], True), ("second_hands", state.spare[seat], has_two)):
            focused = (place == "second_hands") == bool(state.focus)
            high = DECK_SIZE if busy and focused else most
            if not there:
                _expect(not cards, f"{place}[{seat}]", "there is one hand only now (PD-K6)")
            else:
                _expect(HAND_SIZE <= size(cards) <= high, f"{place}[{seat}]", f"{HAND_SIZE} to {high} cards (PD-1)")
        if extra:
            _expect(size(state.hands[seat]) == HAND_SIZE + 1, f"hands[{seat}]", "has an extra card (PD-L6)")
            _expect(state.claim(seat) < 0, f"extra[{seat}]", "it is discarded with the first bet (PD-L6)")
        if busy:
            here = size(state.focused_hand(seat))
            _expect(HAND_SIZE <= state.keep < here, "keep", "is less than there is in the hand (PD-5)")
    allowed = phase == phases.DISCARDING_SNACK and state.casino == DOUBLEPAW
    _expect(not state.focus or allowed, "focus", "there is one hand only now (PD-K6)")
    aside = size(state.fresh)
    if phase == phases.PLACING_SNACK:
        _expect(state.casino == DOUBLEPAW, "casino", "a snack is placed in Doublepaw Den only (PD-K6)")
        _expect(aside, "fresh", "there is a snack to place (PD-K6)")
    elif phase == phases.REPLACING:
        _expect(1 <= aside <= 2, "fresh", "there are new cards to choose from (PD-L4)")
    else:
        _expect(not aside, "fresh", "no card lies nowhere now")
    if phase == phases.DROPPING_HAND:
        _expect(state.casino == DOUBLEPAW, "casino", "one has two hands in Doublepaw Den only (PD-K6)")


def _check_abilities(state: Pandante) -> None:
    """PD-7: what was announced, and what of it is under way."""
    phase = state.phase
    if phase != phases.ANNOUNCING and phase not in RESOLVING:
        _expect(not len(state.queue) or phase > phases.REARRANGING, "queue", "nothing is announced now (PD-7)")
        _expect(state.at <= len(state.queue), "at", "there are not so many abilities")
        return
    for index, entry in enumerate(state.queue):
        which, target = entry & 31, entry >> 5
        place = f"queue[{index}]"
        special = which >= ability.REARRANGE
        _expect(special or (which >= ability.DILEMMA) == state.laid.dark, place, "is on the other side (PD-7)")
        if ability.aims_at_player(which):
            _expect(target < state.seats and target != state.performer, place, "aims at another player (PD-7)")
        else:
            _expect(target < (state.rows() if ability.aims_at_row(which) else 1), place, "aims at nothing there is")
        alone = which in {ability.SLEEP, ability.LONG_SHOT}
        _expect(not alone or len(state.queue) == 1, place, "goes with no other ability (PD-7)")
        _expect(which < ability.BIG_DRAW or state.laid.dreams, place, "comes with Diamond Dreams (PD-DD3)")
    most = ability.TRIPLE if state.casino == phases.TRIPLE_PLAY else ability.ABILITIES_EACH
    _expect(state.normal_abilities() <= most, "queue", "too many abilities (PD-7)")
    if phase == phases.ANNOUNCING:
        _expect(state.at == 0, "at", "nothing is resolved yet (PD-7)")
        return
    _expect(state.at < len(state.queue), "at", "there are not so many abilities")
    now = state.queue[state.at] & 31
    _expect(now in RESOLVING[phase], "phase", "that is not what this ability asks (PD-7)")
    if phase == phases.REVEALING:
        _expect(state.hands[state.turn] & ~state.shown[state.turn], "shown", "no card is left to reveal (PD-L2)")
    if phase == phases.TOPPING:
        _expect(state.keep == size(state.hands[state.turn]) - 1, "keep", "one card goes onto the deck (PD-D2)")
    if phase == phases.REARRANGING:
        _expect(len(state.top), "top", "there is nothing to rearrange (PD-K4)")
        known = all(entry >> 8 & BIT[state.turn] for entry in list(state.top)[-3:])
        _expect(known, "top", "who rearranges the cards has seen them (PD-K4)")


def _check_showdown(state: Pandante) -> None:
    """PD-20 to PD-23: who is in it, who has had their turn."""
    phase = state.phase
    if phase not in {phases.CHALLENGING, phases.SHOWING}:
        if phase != phases.OVER:
            _expect(not state.hot | state.real | state.jokers, "hot", "there is no showdown now (PD-20)")
        _expect(not state.ready | state.accusers, "ready", "there is nobody to challenge now (PD-21)")
        if phase == phases.SAYING:
            _check_tie(state)
        return
    _expect(
        not state.real & ~state.staying() and not state.real & state.hot, "real", "had their turn and are in (PD-23)"
    )
    _expect(not state.jokers & ~state.real, "jokers", "had their hand (PD-H5)")
    if phase == phases.SHOWING:
        _expect(state.real == BIT[state.turn] and not state.hot, "real", "the winner (PD-32)")
        hidden = (state.hands[state.turn] | state.spare[state.turn]) & ~state.shown[state.turn]
        _expect(hidden, "shown", "the winner has something to show (PD-32)")
        _expect(not state.ready | state.accusers, "ready", "there is nobody to challenge now (PD-21)")
        return
    _expect(not state.hot & ~state.staying(), "hot", "only who is still in is in the showdown (PD-20)")
    _expect(state.first_of(state.hot) == state.turn, "turn", "the earliest in turn order is in the hotseat (PD-20)")
    _expect(not state.accusers & ~state.ready, "accusers", "have made their choice (PD-21)")
    ready = state.ready
    state.ready = 0
    able = state.choosers()
    state.ready = ready
    _expect(not ready & ~able, "ready", "these players cannot challenge (PD-21)")
    _expect(able & ~ready, "ready", "when all have chosen, the choices are revealed (PD-21)")


def _check_tie(state: Pandante) -> None:
    """PD-9: who speaks is tied for the highest claim and has not spoken."""
    highest = state.highest_claim(state.staying())
    tied = sum(1 for seat in list_cards(state.staying()) if state.claim(seat) == highest)
    _expect(tied > 1 and state.claim(state.turn) == highest, "turn", "is tied for the highest claim (PD-9)")
    _expect(state.said[state.turn] == 0, "said", "each player speaks once (PD-9)")
