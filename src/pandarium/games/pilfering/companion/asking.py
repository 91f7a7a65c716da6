"""What is to be entered next: for a page, and for somebody at a keyboard."""

from __future__ import annotations

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.games.pilfering.companion.entries import (
    KINDS,
    LEAST,
    OTHER,
)
from pandarium.games.pilfering.companion.face_down import HIDDEN, FaceDown, hands_left, twos_in_a_set
from pandarium.games.pilfering.companion.page import (
    Ask,
    AskAction,
    AskCard,
    AskCheck,
    AskHands,
    AskPanda,
    AskPlace,
    AskRefresh,
    AskStart,
    PickUp,
    Way,
)
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import actions, refresh
from pandarium.games.pilfering.engine.cards import (
    CODES,
    NO_CARD,
    PLAN_CODES,
    SUITS,
    count,
    plan_bit,
    size,
)
from pandarium.games.pilfering.engine.faults import (
    FINE,
)
from pandarium.games.pilfering.engine.moves import (
    EXTEND,
    GREEDY_WAY,
    LEFT,
    MOST_IN_A_SET,
    PLAIN,
    REUSE,
    SET,
    SNEAKY_WAY,
    laid,
)
from pandarium.games.pilfering.engine.prices import KEY_COST, penalty_of, suspicion_of
from pandarium.games.pilfering.engine.setup import NOBODY, PANDAS
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    CRAFTY,
    DOOR_STEP,
    DRAW_STEP,
    FINAL_STEP,
    FOR_HAND,
    FOR_HIDEOUT,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SHARING,
    START_STEP,
)
from pandarium.games.pilfering.words.notation import PLAY_WORDS, WAYS
from pandarium.kit.companion import SEAT_LETTERS, Prompt


def next_ask(table: FaceDown) -> Ask | None:
    """What is to be entered now; None: the game is over."""
    state = table.state
    seat = int(state.turn)
    match int(state.step):
        case step if step == CHOOSE_STEP:
            taken = [state.roles[before] for before in range(seat)]
            return AskPanda(seat, [PANDA_CODES[role] for role in range(PANDAS) if role not in taken])
        case step if step == START_STEP:
            return AskStart()
        case step if step == REFRESH_STEP:
            return _ask_refresh(table, seat)
        case step if step == DRAW_STEP:
            return _ask_card(table, seat)
        case step if step in (ACTION_STEP, DOOR_STEP):
            return _ask_action(table, seat)
        case step if step == RUMMAGE_STEP:
            return AskPlace(seat)
        case step if step == CHECK_STEP:
            return _ask_check(table, seat)
        case step if step == FINAL_STEP:
            return AskHands(hands_left(table))
    return None


def _ask_refresh(table: FaceDown, seat: int) -> AskRefresh:
    state = table.state
    several = []
    for way in (PLAIN, GREEDY_WAY, SNEAKY_WAY):
        fits = [n for n in range(2, len(state.hideout) + 1) if refresh.way_fault(state, seat, n, way) == FINE]
        if fits:
            dear = refresh.brings_duty(fits[0], way)
            cost = penalty_of(state.fixed, way) + suspicion_of(state, seat) if dear else 0
            several.append(PickUp(WAYS.get(way, "plain"), fits[0], fits[-1], int(cost)))
    one = refresh.way_fault(state, seat, 1, PLAIN) == FINE
    return AskRefresh(seat, refresh.draw_fault(state) == FINE, one, several)


def _ask_card(table: FaceDown, seat: int) -> AskCard:
    state = table.state
    left = [code for code in PLAN_CODES if not state.gone & plan_bit(CODES.index(code))]
    drawing = state.drawing
    why = "hand" if drawing == FOR_HAND else "hideout" if drawing == FOR_HIDEOUT else "secret"
    return AskCard(seat, why, state.left > state.plans_left, left)  # type: ignore[arg-type]


def _ask_action(table: FaceDown, seat: int) -> AskAction:
    state = table.state
    door = state.step == DOOR_STEP
    hand = int(size(state.hands[seat]))
    ways = [_ways(table, which, hand, door) for which in (0, 1)]
    others = [] if door or not state.ready(seat, SHARING) or hand <= table.taken else _sharing(table, seat)
    duty = state.duty != NO_CARD
    return AskAction(
        seat=seat,
        door=door,
        ways=ways,
        keys=int(table.setup.keys),
        twos=twos_in_a_set(table),
        bonus=SUITS,
        helps=[[way.how for way in ways[which] if _helps(table, seat, which, way.how)] for which in (0, 1)],
        duty=duty,
        swap=not door and any(ways),
        discard=0 if door or actions.discard_fault(state, seat) != FINE else int(KEY_COST),
        share=others,
        ability=not door and state.roles[seat] == NOBODY and not state.spent >> seat & 1,
        stash=not door and not duty,
        keep=not door and not duty and hand <= table.taken,
    )


def _ask_check(table: FaceDown, seat: int) -> AskCheck:
    cards = sum(hand.cards for hand in hands_left(table))
    # Every card costs 1 but these.
    dear = min(cards, int(count(table.setup.twos & table.setup.loot)) + int(table.setup.keys))
    return AskCheck(seat, cards, cards, cards + dear)


def _ways(table: FaceDown, which: int, hand: int, door: bool) -> list[Way]:
    state = table.state
    empty = len(state.area(which).cards) == 0
    kinds = [LEFT] if door else [SET, REUSE, EXTEND]
    most = {kind: 1 if kind == EXTEND else min(hand, MOST_IN_A_SET) for kind in kinds}
    return [
        Way(PLAY_WORDS[kind], LEAST[kind], most[kind], int(kind == REUSE))
        for kind in kinds
        if LEAST[kind] <= most[kind] and (kind == SET or not empty)
    ]


def _helps(table: FaceDown, seat: int, which: int, how: str) -> bool:
    """Whether Crafty or Charming may help there; Crafty only where there is an end card (PP-C6)."""
    state = table.state
    area = state.area(which)
    move = laid(KINDS[how], which, 1, [HIDDEN])
    if state.roles[seat] == CRAFTY and len(area.cards) == 0:
        return False
    return actions.ability_fault(state, seat, area, move) == FINE


def _sharing(table: FaceDown, seat: int) -> list[int]:
    state = table.state
    if state.fixed.solo:
        return [seat]
    return [other for other in range(state.seats) if other != seat and state.hands[other] != 0]


def prompt(table: FaceDown) -> Prompt | None:
    """The next question."""
    ask = next_ask(table)
    if ask is None:
        return None
    name = table.names[table.state.turn]
    begins = f"{SEAT_LETTERS[table.state.turn]} "
    match ask:
        case AskPanda(_, pandas):
            told: dict[str, int | str | Message] = {"name": name, "pandas": ", ".join([*pandas, OTHER])}
            return Prompt(f"{begins}choose ", Message("pilfering.companion.prompt.panda", told))
        case AskStart():
            return Prompt("", Message("pilfering.companion.prompt.start"))
        case AskRefresh():
            return Prompt(begins, Message("pilfering.companion.prompt.refresh", {"name": name}))
        case AskCard(_, _, _, left):
            return Prompt("", Message("pilfering.companion.prompt.card", {"plans": ", ".join([*left, OTHER])}))
        case AskAction(_, True):
            return Prompt(begins, Message("pilfering.companion.prompt.door", {"name": name}))
        case AskAction():
            return Prompt(begins, Message("pilfering.companion.prompt.action", {"name": name}))
        case AskPlace():
            return Prompt(f"{begins}place ", Message("pilfering.companion.prompt.place", {"name": name}))
        case AskCheck():
            return Prompt(begins, Message("pilfering.companion.prompt.check", {"name": name}))
    hand = next(one for one in ask.hands if one.cost is None)
    if hand.seat is None:
        return Prompt("secret ", Message("pilfering.companion.prompt.secret", {"n": hand.cards}))
    held: dict[str, int | str | Message] = {"name": table.names[hand.seat], "n": hand.cards}
    return Prompt(f"{SEAT_LETTERS[hand.seat]} holds ", Message("pilfering.companion.prompt.hand", held))


def not_now(table: FaceDown) -> IllegalMove:
    """What comes first."""
    asked = prompt(table)
    assert asked is not None, "the game goes on"
    return IllegalMove("PP-T1", Message("pilfering.companion.first", {"what": asked.message}))
