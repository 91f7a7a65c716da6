"""What a position must keep to, so that the rules can rely on it."""

from __future__ import annotations

from collections import Counter

from pandarium.core.errors import BadData
from pandarium.games.pilfering.engine.cards import CODES, EVERY_LOOT, FIRST_PLAN, KEY, LOOT, NO_CARD, has, keys_of, size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.knowledge import stays
from pandarium.games.pilfering.engine.sets import NOWHERE
from pandarium.games.pilfering.engine.setup import HIDEOUT, NOBODY, SOLO_HAND
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    DOOR_STEP,
    FOR_HIDEOUT,
    FOR_SECRET,
    GIVE_STEP,
    GOING_ON,
    NO_DRAW,
    NOT_PLAYED,
    OVER,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    SHARING,
    START_STEP,
    STASH_STEP,
)


def check_position(state: Pilfering) -> None:
    """Raise BadData unless the position could be one of a game."""
    check_pandas(state)
    check_cards(state)
    check_plans(state)
    check_markers(state)
    check_timer(state)
    check_turn(state)
    check_step(state)


def expect(condition: bool, field: str, reason: str) -> None:
    """BadData unless it is so."""
    if not condition:
        raise BadData(f"position.{field}", reason)


def check_pandas(state: Pilfering) -> None:
    """PP-S3: chosen in the order of the seats, no two the same."""
    chosen = [role for role in state.roles if role != NOBODY]
    expect(len(set(chosen)) == len(chosen), "pandas", "two players have the same panda (PP-S3)")
    due = state.turn if state.step == CHOOSE_STEP else state.seats
    there = [role != NOBODY for role in state.roles]
    expect(there == [seat < due for seat in range(state.seats)], "pandas", "pandas are chosen first, in order (PP-S3)")


def check_cards(state: Pilfering) -> None:
    """Every card is somewhere, once (PP-C1, PP-S2)."""
    found: Counter[int] = Counter()
    for hand in [*state.hands, state.secret, state.box, state.away]:
        found.update([card for card in range(LOOT) if hand >> card & 1] + [KEY] * (hand >> LOOT))
    found.update([*state.hideout, *state.first.cards, *state.second.cards])
    found.update(state.deck[place] for place in range(state.left) if state.deck[place] < FIRST_PLAN)
    if state.found != NO_CARD:
        found[state.found] += 1
    wanted = Counter({card: 1 for card in range(LOOT) if state.fixed.loot >> card & 1})
    wanted[KEY] = state.fixed.keys
    if state.step == CHOOSE_STEP:
        expect(not found and state.left == 0, "hands", "cards are dealt after the pandas are chosen (PP-S3)")
        expect(not any(state.known), "known", "cards are dealt after the pandas are chosen (PP-S3)")
        return
    for card in found | wanted:
        there = found[card]
        expect(
            there == wanted[card], "deck", f"{there} of {CODES[card]} on the table, {wanted[card]} in the game (PP-C1)"
        )
    expect(size(state.away) == state.fixed.away, "away", f"{state.fixed.away} cards leave unseen (PP-S6)")
    for hand in state.hands:
        expect(not state.fixed.solo or size(hand) <= SOLO_HAND, "hands", "alone you hold 12 cards at most (PP-T2)")


def check_plans(state: Pilfering) -> None:
    """PP-S5: as many plans as agreed, each once, none in the thinner part."""
    plans = [state.deck[place] - FIRST_PLAN for place in range(state.left) if state.deck[place] >= FIRST_PLAN]
    inside = sum(1 << plan for plan in set(plans))
    expect(len(set(plans)) == len(plans) and not inside & state.gone, "deck", "every plan is there once (PP-C7)")
    due = 0 if state.step == CHOOSE_STEP else state.fixed.plans
    gone = int(state.gone).bit_count()
    expect(len(plans) + gone == due, "deck", f"{len(plans) + gone} Foiled Plans, {due} are due (PP-S5)")
    expect(not state.met & ~inside, "plans_met", "a plan met at set-up is in the deck again (PP-S5)")
    expect(state.thin <= state.left, "thin", "the thinner part is part of the deck (PP-S5)")
    top = [state.deck[place] for place in range(state.left - state.thin, state.left)]
    expect(all(card < FIRST_PLAN for card in top), "deck", "no plan lies in the thinner part (PP-S5)")
    expect(state.thin == 0 or state.fixed.plans > 0, "thin", "the deck is split for Foiled Plans only (PP-S5)")


def check_markers(state: Pilfering) -> None:
    """PP-E2: the game goes on while the keeper is behind."""
    over = state.step == OVER
    expect((state.result != GOING_ON) == over, "result", "a game that is over ended somehow, and no other did (PP-E9)")
    expect(over or state.keeper < state.panda, "keeper", "the pandas are caught, and the game goes on (PP-E2)")
    if state.fixed.solo:
        expect(state.suspicion == 0, "suspicion", "alone there is no Raised Suspicion (PP-4)")
    for field, seat in (("suspect", state.suspect), ("asked", state.asked)):
        expect(seat == NOBODY or not state.fixed.solo, field, "there is nobody else (PP-S4)")
    expect(state.suspect == NOBODY or state.suspicion > 0, "suspect", "the Raised Suspicion card is out (PP-E6)")
    expect(state.suspicion != 4 or state.suspect != NOBODY, "suspicion", "someone flipped the card to +4 (PP-T6)")
    watched = state.watched != NOWHERE
    expect(not watched or state.fixed.solo_suspicion, "watched", "that is an option for playing alone (PP-V1)")
    expect(not watched or len(state.area(state.watched).cards) > 0, "watched", "nothing lies there (PP-V1)")
    due = state.watch_next != 0
    expect(not due or (state.fixed.solo_suspicion and state.duty != NO_CARD), "watch_next", "no card is due (PP-V1)")


def check_timer(state: Pilfering) -> None:
    """PP-E6, PP-E7: the Timer runs from the first empty hand on."""
    over = state.step == OVER
    if state.fixed.solo:
        expect(state.timekeeper == NOBODY, "timekeeper", "alone there is no Timer (PP-S4)")
        expect(over or state.out == 0, "hands", "alone an empty hand ends the game (PP-2)")
    elif not over:
        expect((state.timekeeper != NOBODY) == (state.out != 0), "timekeeper", "it runs while somebody is out (PP-E6)")
    last = state.fixed.time_up
    expect(over or state.quarters < last, "timer", f"on quarter turn {last} the game is over (PP-E7)")
    keeper = state.timekeeper
    expect(keeper != NOBODY or state.quarters == 0, "timekeeper", "someone has the Timer when it runs (PP-E6)")
    expect(keeper == NOBODY or bool(state.out >> keeper & 1), "timekeeper", "who has the Timer is out (PP-E6)")
    if not state.fixed.solo:
        expect((state.suspicion == 0) == (keeper != NOBODY), "suspicion", "it leaves when the Timer comes (PP-E6)")
    if state.late:
        expect(state.step == CHECK_STEP and keeper != NOBODY, "late", "the Timer turns after a win check (PP-E7)")


def check_turn(state: Pilfering) -> None:
    """PP-T3, PP-T5, PP-F5: what holds during a turn."""
    hand = state.hands[state.turn]
    acting = state.step in {ACTION_STEP, GIVE_STEP, OVER}
    if state.duty != NO_CARD:
        expect(acting and (state.step == OVER or has(hand, state.duty)), "duty", "it is in hand while acting (PP-T5)")
        expect(state.bound == 0, "held", "after a multi-card pick-up no card is held (PP-T3)")
    if state.bound:
        expect(acting or state.step == STASH_STEP, "held", "cards are held until the stash (PP-T3)")
        inside = not state.bound & ~hand & EVERY_LOOT and keys_of(state.bound) <= keys_of(hand)
        expect(inside and size(state.bound) <= 2, "held", "at most two cards of the hand are held (PP-T3)")
    for field, force, seat in (("early", state.early, state.early_seat), ("gate", state.gate, state.gate_seat)):
        expect(force == NOT_PLAYED or seat != NOBODY, f"{field}_seat", "somebody drew that plan (PP-F5)")
        expect(force != 2 or seat == state.turn, f"{field}_seat", "it holds in their own turn (PP-F5)")
    sharing = state.step == GIVE_STEP
    expect((state.asked != NOBODY) == sharing, "asked", "someone is asked for a card while one is shared (PP-C6)")
    expect((state.gift != NO_CARD) == sharing, "gift", "a card is given while one is shared (PP-C6)")
    if sharing:
        expect(state.asked != state.turn and state.hands[state.asked] != 0, "asked", "has no card to give (PP-C6)")
        expect(has(hand, state.gift), "gift", "the shared card is still in hand (PP-C6)")
        ours = state.roles[state.turn] == SHARING and state.spent >> state.turn & 1
        expect(bool(ours), "pandas", "only Sharing shares, once (PP-C6)")
        free = has(hand - stays(state, state.turn), state.gift)
        expect(free, "gift", "what was just taken from the Hideout is not given away (PP-T3)")


def check_step(state: Pilfering) -> None:
    """What the step to come relies on."""
    step, hand = state.step, state.hands[state.turn]
    expect(state.out == 0 or step > START_STEP, "hands", "everybody has cards at the start (PP-S3)")
    if step == START_STEP:
        expect(state.turn < state.seats - 1, "turn", "the last player is not asked who starts (PP-S3)")
    if step in {REFRESH_STEP, ACTION_STEP, GIVE_STEP, STASH_STEP}:
        expect(hand != 0, "turn", "that player is out (PP-E8)")
    if step == REFRESH_STEP:
        expect(len(state.hideout) >= HIDEOUT, "hideout", "has 3 cards or more at the start of a turn (PP-E4)")
        expect(not state.fixed.solo or size(hand) < SOLO_HAND, "hands", "there must be room for a card (PP-T2)")
    if step == STASH_STEP:
        expect(hand != state.bound, "held", "there is a card to stash (PP-E1)")
    if step == CHECK_STEP:
        expect(state.panda >= state.fixed.win and state.out != 0, "step", "the win conditions are not met (PP-E3)")
    expect(state.fixed.solo or state.secret == 0, "secret", "only a player alone has a Secret Stash (PP-S4)")
    drawing = state.drawing
    expect((drawing != NO_DRAW) == (step in {RUMMAGE_STEP, DOOR_STEP}), "drawing", "plans interrupt a draw (PP-F1)")
    if state.fixed.solo and step not in {CHOOSE_STEP, OVER}:
        due = HIDEOUT - 1 if drawing == FOR_SECRET else HIDEOUT
        expect(size(state.secret) == due, "secret", f"{due} cards are due (PP-1)")
    expect(step != SECRET_STEP or state.fixed.solo, "step", "only a player alone has a Secret Stash (PP-1)")
    if drawing == FOR_HIDEOUT:
        expect(len(state.hideout) < HIDEOUT, "hideout", "needs no card (PP-E4)")
    expect(drawing != FOR_SECRET or state.fixed.solo, "drawing", "only a player alone has a Secret Stash (PP-1)")
    rummaging = step == RUMMAGE_STEP
    expect((state.found != NO_CARD) == rummaging, "rummaged", "a card was rummaged, or not (PP-F2)")
