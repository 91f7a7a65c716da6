"""What the rules rely on in a position. Each check names the place and the rule."""

from __future__ import annotations

from pandarium.core.errors import BadData
from pandarium.games.pandante.engine import (
    abilities,
    betting,
    casinos,
    champions,
    deck,
    effects,
    gambit,
    phases,
    showdown,
    upgrades,
)
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, DECK, NO_CARD, list_cards, size
from pandarium.games.pandante.engine.claims import PAIR, is_statement
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.setup import DROP_IN, FOR_FUN, TOURNAMENT
from pandarium.games.pandante.engine.state import (
    HAND_SIZE,
    NOBODY,
    PAWS_SLOT,
    ROWS,
    SIXTH_SLOT,
    SLOTS,
    TAIL_SLOT,
    queued_ability,
    queued_target,
    top_card,
    top_knowers,
)
from pandarium.games.pandante.engine.turn_order import first_of, is_in, playing, staying

IN_GAMBIT = range(phases.CASSY_ORDERS, phases.OVER)
BEFORE_ABILITIES = range(phases.CASSY_ORDERS, phases.ANNOUNCING)
RESOLVING = {
    phases.RAISED: {abilities.RAISE},
    phases.IN_DILEMMA: {abilities.DILEMMA},
    phases.DISCARDING: {abilities.DRAW, abilities.COIN, abilities.BIG_DRAW},
    phases.REVEALING: {abilities.DRAW},
    phases.TOPPING: {abilities.EX_DRAW, abilities.BIG_DRAW},
    phases.LOWERING: {abilities.NEW_HAND},
    phases.REPLACING: {abilities.ADD, abilities.BIG_ADD},
    phases.LONG_SHOT_TAKEN: {abilities.LONG_SHOT},
    phases.REARRANGING: {abilities.REARRANGE},
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
    _expect(not here & ~state.variant.casinos, "casino", "there is no such casino at this table (PD-S4)")
    _expect(
        not state.casinos_left & ~state.variant.casinos & ~here, "casinos_left", "there is no such casino at this table"
    )
    _expect(not state.casinos_left & here, "casinos_left", "the casino that is visited is not left (PD-S4)")
    if state.variant.casinos and state.phase in IN_GAMBIT:
        _expect(here, "casino", "with casinos every gambit has one (PD-S4)")


def _check_colours(state: Pandante) -> None:
    colours = [state.colour(seat) for seat in range(state.seats)]
    taken = [colour for colour in colours if colour >= 0]
    _expect(len(set(taken)) == len(taken), "colours", "one champion each (PD-S4)")
    if state.phase != phases.CHOOSING_CHAMPION:
        here = [colour for seat, colour in enumerate(colours) if not state.left & BIT[seat]]
        _expect(min(here, default=0) >= 0, "colours", "everybody has a colour (PD-S4)")


def _check_money(state: Pandante) -> None:
    _expect(state.antes <= state.pot, "antes", "the antes are in the pot (PD-P3)")
    if not state.variant.dreams:
        _expect(not state.pot_diamonds and not any(state.diamonds), "diamonds", "come with Diamond Dreams (PD-DD1)")
    if state.phase == phases.OVER and state.variant.gambling == FOR_FUN:
        _expect(gambit.most_gold(state) >= state.numbers.target, "gold", "nobody has won yet (PD-24)")


def _check_cards(state: Pandante) -> None:
    """Every card is somewhere, once (PD-S2)."""
    single = [*state.board, *state.coming, *(top_card(item) for item in state.top)]
    places = [*state.hands, *state.spare, state.fresh, state.discards, state.deck]
    places += [BIT[card] for card in single if card != NO_CARD]
    everything = 0
    for cards in places:
        _expect(not everything & cards, "deck", "there is only one of each card (PD-S2)")
        everything |= cards
    _expect(everything == ALL_CARDS, "deck", f"{DECK - size(everything)} cards are missing (PD-S2)")


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
    _expect(not state.extra & ~staying(state), "extra", "only who is still in has an extra card (PD-L6)")
    _expect(not state.extra or state.phase in IN_GAMBIT, "extra", "an extra card comes with the deal (PD-L6)")
    _expect(not state.left & ~state.away, "left", "who has left is away (PD-G2)")
    if state.variant.gambling != DROP_IN:
        _expect(not state.left, "left", "players come and go in another mode (PD-G2)")
    if state.variant.gambling == FOR_FUN:
        _expect(not state.away, "away", "players come and go in the gambling mode only (PD-G1)")
    else:
        _expect(not state.sitting, "sitting", "there is no Gold Fairy in the gambling mode (PD-G1)")
    if state.variant.one_gambit:
        _expect(state.variant.gambling == TOURNAMENT, "one_gambit", "is for tables of a tournament (PD-G3)")
    in_showdown = state.phase in {phases.CHALLENGING, phases.SHOWING}
    if state.phase in IN_GAMBIT:
        needed = 1 if in_showdown else 2
        _expect(size(staying(state)) >= needed, "folded", "too few players are left (PD-10)")
        _expect(size(playing(state)) >= 2, "sitting", "too few players are left (PD-31)")


def _check_turn(state: Pandante) -> None:
    phase, turn = state.phase, state.turn
    if phase == phases.OVER:
        _expect(turn == NOBODY, "turn", "nobody is to act when the game is over")
        return
    _expect(turn != NOBODY, "turn", "somebody is to act")
    if phase in {phases.CHOOSING_CHAMPION, phases.BETWEEN_GAMBITS}:
        _check_before_gambit(state)
        return
    _expect(is_in(state, turn), "turn", "is with somebody who is still in (PD-4)")
    if phase == phases.CASSY_ORDERS:
        looks = champions.has_effect(state, turn, champions.LOOKS_AHEAD)
        _expect(looks, "turn", "is with the champion who looks ahead (PD-P2)")
    elif phase == phases.DISCARDING_LEAF:
        keeps = champions.has_effect(state, turn, champions.EXTRA_SNACK_CARD)
        _expect(keeps, "turn", "is with the champion who keeps an extra card (PD-P1)")
    elif phase == phases.FERN_STEALS:
        takes = champions.has_effect(state, turn, champions.TAKES_FIFTH_CARD)
        _expect(takes, "turn", "is with the champion who takes the fifth card (PD-P3)")
        _expect(
            all(state.board[row * SLOTS + TAIL_SLOT] != NO_CARD for row in range(casinos.rows(state))),
            "board",
            "no card to steal",
        )
    elif phase == phases.ANNOUNCING or phase in RESOLVING:
        _expect(state.performer != NOBODY and is_in(state, state.performer), "performer", "is still in (PD-7)")
        asked = phase in {phases.RAISED, phases.IN_DILEMMA}
        _expect((state.performer != turn) == asked, "performer", "is who resolves abilities (PD-7)")
    elif phase == phases.UPGRADING:
        _expect(upgrades.able_to_upgrade(state) & BIT[turn], "turn", "is with somebody who can claim more (PD-8)")


def _check_before_gambit(state: Pandante) -> None:
    """Between gambits all cards are in the deck (PD-6)."""
    _expect(state.deck == ALL_CARDS, "deck", "between gambits all cards are in the deck (PD-6)")
    _expect(not state.claims and not any(state.said), "claims", "between gambits nothing is claimed")
    if state.phase == phases.CHOOSING_CHAMPION:
        _expect(state.variant.champions, "phase", "there are no champions at this table (PD-S4)")
        if state.variant.gambling == DROP_IN:
            _check_newcomer(state)
            return
        _expect(not state.folded | state.sitting | state.away, "folded", "nobody has folded before the first gambit")
        earlier = True
        for step in range(1, state.seats + 1):
            seat = (state.dealer + step) % state.seats
            earlier = earlier and seat != state.turn
            has = state.colour(seat) >= 0
            if state.variant.one_gambit and seat != state.turn:
                continue  # these may have brought theirs along
            _expect(has == earlier, f"colours[{seat}]", "champions are taken in turn order (PD-S4)")
    elif state.variant.clocked:
        _expect(not state.away & BIT[state.turn], "turn", "is with somebody who is there (PD-G3)")
    else:
        _expect(state.variant.gambling == DROP_IN, "phase", "players come and go in another mode (PD-G2)")


def _check_newcomer(state: Pandante) -> None:
    """PD-S4, PD-G2: who has just bought in takes a champion; all others who are there have one."""
    for seat in range(state.seats):
        if not state.left & BIT[seat]:
            _expect((state.colour(seat) < 0) == (seat == state.turn), f"colours[{seat}]", "newcomers choose (PD-S4)")
    _expect(not state.away & BIT[state.turn], "turn", "is with who has bought in (PD-G2)")


def _check_board(state: Pandante) -> None:
    """PD-2, PD-K5, PD-K7, PD-K9: as many cards as the street has."""
    last = PAWS_SLOT + state.street
    if state.street == phases.TAIL and casinos.has_effect(state, casinos.NO_FIFTH_CARD):
        last -= 1
    if casinos.has_effect(state, casinos.ONE_STREET):
        _expect(state.street == phases.TAIL, "street", "there is one street only (PD-K5)")
    for row in range(ROWS):
        cards = list(state.board)[row * SLOTS : (row + 1) * SLOTS]
        wanted = last if row < casinos.rows(state) else 0
        place = f"board[{row}]"
        _expect(all(card != NO_CARD for card in cards[:wanted]), place, f"has {wanted} cards now (PD-2)")
        _expect(all(card == NO_CARD for card in cards[wanted:SIXTH_SLOT]), place, f"has {wanted} cards now (PD-2)")
        sixth = cards[SIXTH_SLOT] != NO_CARD
        _expect(sixth == (state.adder(row) != NOBODY), f"adders[{row}]", "who added the sixth card (PD-L4)")
        _expect(state.adder(row) < state.seats, f"adders[{row}]", "there is no such seat")
        _expect(not sixth or state.phase >= phases.ANNOUNCING, place, "a sixth card comes by an ability (PD-L4)")
    late = state.phase >= phases.DROPPING_HAND and state.phase != phases.SHOWING
    _expect(not late or state.street == phases.TAIL, "street", "that comes after the Tail (PD-2)")
    _check_coming(state)


def _check_coming(state: Pandante) -> None:
    """PD-P2: Cassy's cards, as far as they are still to come."""
    coming = [card != NO_CARD for card in state.coming]
    if state.phase == phases.CASSY_ORDERS:
        _expect(coming == [True, True, False, False], "coming", "there are two cards to order (PD-P2)")
        _expect(state.coming[0] < state.coming[1], "coming", "lie in the order of the deck's codes until then")
        _expect(
            state.street == phases.SPLASH and casinos.rows(state) == 1,
            "street",
            "who looks ahead does at the Splash (PD-P2)",
        )
        return
    _expect(state.variant.champions or not any(coming), "coming", "only a champion looks ahead (PD-P2)")
    for row in range(ROWS):
        may = (
            state.street < phases.PAWS and row < casinos.rows(state),
            state.street < phases.TAIL and casinos.rows(state) == 1 and row == 0,
        )
        for place in range(2):
            _expect(may[place] or not coming[row * 2 + place], "coming", "that card lies on the board by now (PD-P2)")


def _check_claims(state: Pandante) -> None:
    """PD-3: who has bet has claimed something."""
    phase = state.phase
    for seat in range(state.seats):
        due = is_in(state, seat)
        if phase in {phases.CASSY_ORDERS, phases.BETTING} and (
            state.street == phases.SPLASH or casinos.has_effect(state, casinos.ONE_STREET)
        ):
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
    den = casinos.has_effect(state, casinos.TWO_HANDS)
    two_hands = den and phase in BEFORE_ABILITIES and phase <= phases.DROPPING_HAND
    for seat in list_cards(BIT[state.seats] - 1):
        if not is_in(state, seat):
            early = phase < phases.SAYING
            _expect(not early or not state.hands[seat] | state.spare[seat], f"hands[{seat}]", "is folded (PD-4)")
            _expect(not state.spare[seat], f"second_hands[{seat}]", "is folded (PD-4)")
            continue
        if phase == phases.SHOWING:
            _expect(state.hands[seat], f"hands[{seat}]", "the winner has cards (PD-10)")
            continue
        has_two = two_hands and not (phase == phases.DROPPING_HAND and _comes_before(state, seat, state.turn))
        leaf = state.leaf and champions.has_effect(state, seat, champions.EXTRA_SNACK_CARD)
        extra = bool(state.extra & BIT[seat])
        busy = seat == state.turn and phase in DISCARDS
        most = HAND_SIZE + (phase in BEFORE_ABILITIES and (leaf or extra))
        for place, cards, there in (("hands", state.hands[seat], True), ("second_hands", state.spare[seat], has_two)):
            focused = (place == "second_hands") == bool(state.focus)
            high = DECK if busy and focused else most
            if not there:
                _expect(not cards, f"{place}[{seat}]", "there is one hand only now (PD-K6)")
            else:
                _expect(HAND_SIZE <= size(cards) <= high, f"{place}[{seat}]", f"{HAND_SIZE} to {high} cards (PD-1)")
        if extra:
            _expect(size(state.hands[seat]) == HAND_SIZE + 1, f"hands[{seat}]", "has an extra card (PD-L6)")
            _expect(state.claim(seat) < 0, f"extra[{seat}]", "it is discarded with the first bet (PD-L6)")
        if busy:
            here = size(deck.focused_hand(state, seat))
            _expect(HAND_SIZE <= state.keep < here, "keep", "is less than there is in the hand (PD-5)")
    allowed = phase == phases.DISCARDING_SNACK and den
    _expect(not state.focus or allowed, "focus", "there is one hand only now (PD-K6)")
    aside = size(state.fresh)
    if phase == phases.PLACING_SNACK:
        _expect(den, "casino", "a snack is placed where one has two hands (PD-K6)")
        _expect(aside, "fresh", "there is a snack to place (PD-K6)")
    elif phase == phases.REPLACING:
        _expect(1 <= aside <= 2, "fresh", "there are new cards to choose from (PD-L4)")
    else:
        _expect(not aside, "fresh", "no card lies nowhere now")
    if phase == phases.DROPPING_HAND:
        _expect(den, "casino", "nobody has two hands in this casino (PD-K6)")


def _check_abilities(state: Pandante) -> None:
    """PD-7: what was announced, and what of it is under way."""
    phase = state.phase
    if phase != phases.ANNOUNCING and phase not in RESOLVING:
        _expect(not len(state.queue) or phase > phases.REARRANGING, "queue", "nothing is announced now (PD-7)")
        _expect(state.at <= len(state.queue), "at", "there are not so many abilities")
        return
    for index, item in enumerate(state.queue):
        which, target = queued_ability(item), queued_target(item)
        place = f"queue[{index}]"
        special = which >= abilities.REARRANGE
        _expect(special or (which >= abilities.DILEMMA) == state.variant.dark, place, "is on the other side (PD-7)")
        if abilities.aims_at_player(which):
            _expect(target < state.seats and target != state.performer, place, "aims at another player (PD-7)")
            _expect(phase != phases.ANNOUNCING or is_in(state, target), place, "aims at somebody still in (PD-7)")
        else:
            _expect(
                target < (casinos.rows(state) if abilities.aims_at_row(which) else 1), place, "aims at nothing there is"
            )
        alone = which in {abilities.SLEEP, abilities.LONG_SHOT}
        _expect(not alone or len(state.queue) == 1, place, "goes with no other ability (PD-7)")
        _expect(which < abilities.BIG_DRAW or state.variant.dreams, place, "comes with Diamond Dreams (PD-DD3)")
    _expect(abilities.normal_abilities(state) <= casinos.abilities_each(state), "queue", "too many abilities (PD-7)")
    if phase == phases.ANNOUNCING:
        _expect(state.at == 0, "at", "nothing is resolved yet (PD-7)")
        return
    _expect(state.at < len(state.queue), "at", "there are not so many abilities")
    now = queued_ability(state.queue[state.at])
    _expect(now in RESOLVING[phase], "phase", "that is not what this ability asks (PD-7)")
    if phase == phases.REVEALING:
        _expect(state.hands[state.turn] & ~state.shown[state.turn], "shown", "no card is left to reveal (PD-L2)")
    if phase == phases.TOPPING:
        _expect(state.keep == size(state.hands[state.turn]) - 1, "keep", "one card goes onto the deck (PD-D2)")
    if phase == phases.REARRANGING:
        _expect(len(state.top), "top", "there is nothing to rearrange (PD-K4)")
        known = all(top_knowers(item) & BIT[state.turn] for item in list(state.top)[-effects.LOOK :])
        _expect(known, "top", "who rearranges the cards has seen them (PD-K4)")


def _check_showdown(state: Pandante) -> None:
    """PD-20 to PD-23: who is in it, who has had their turn."""
    phase = state.phase
    if phase not in {phases.CHALLENGING, phases.SHOWING}:
        if phase != phases.OVER:
            _expect(not state.hot | state.real | state.jokers, "hot", "there is no showdown now (PD-20)")
        _expect(not state.ready | state.challengers, "ready", "there is nobody to challenge now (PD-21)")
        if phase == phases.SAYING:
            _check_tie(state)
        return
    _expect(
        not state.real & ~staying(state) and not state.real & state.hot, "real", "had their turn and are in (PD-23)"
    )
    _expect(not state.jokers & ~state.real, "jokers", "had their hand (PD-H5)")
    if phase == phases.SHOWING:
        _expect(state.real == BIT[state.turn] and not state.hot, "real", "the winner (PD-32)")
        hidden = (state.hands[state.turn] | state.spare[state.turn]) & ~state.shown[state.turn]
        _expect(hidden, "shown", "the winner has something to show (PD-32)")
        _expect(not state.ready | state.challengers, "ready", "there is nobody to challenge now (PD-21)")
        return
    _expect(not state.hot & ~staying(state), "hot", "only who is still in is in the showdown (PD-20)")
    _expect(first_of(state, state.hot) == state.turn, "turn", "the earliest in turn order is in the hotseat (PD-20)")
    _expect(not state.challengers & ~state.ready, "accusers", "have made their choice (PD-21)")
    able = showdown.may_challenge(state)
    _expect(not state.ready & ~able, "ready", "these players cannot challenge (PD-21)")
    _expect(able & ~state.ready, "ready", "when all have chosen, the choices are revealed (PD-21)")


def _check_tie(state: Pandante) -> None:
    """PD-9: who speaks is tied for the highest claim and has not spoken."""
    highest = betting.highest_claim(state, staying(state))
    tied = sum(1 for seat in list_cards(staying(state)) if state.claim(seat) == highest)
    _expect(tied > 1 and state.claim(state.turn) == highest, "turn", "is tied for the highest claim (PD-9)")
    _expect(state.said[state.turn] == 0, "said", "each player speaks once (PD-9)")
