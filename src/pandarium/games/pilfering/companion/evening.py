"""One game with the real box. The engine runs as always, with all cards face down.

Nobody tells the device which cards lie where, so every card is the same one here: a Key, of which the engine lets as
many as wanted be in a hand (`HIDDEN`). Refresh, stash, top-up, Timer, turns and endings need no more than that; what a
trade costs follows from what people say of it (`price_for`), the final check from what they hold (`cost_of`), and
whether a plan comes from the deck is asked where one may.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.errors import IllegalMove, PandariumError
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.pilfering.companion.entries import (
    AREAS,
    KINDS,
    LEAST,
    OTHER,
    Left,
    Trade,
    not_understood,
    read_left,
    read_trade,
)
from pandarium.games.pilfering.companion.page import (
    AskAction,
    AskCard,
    AskCheck,
    AskHands,
    AskPanda,
    AskPlace,
    AskRefresh,
    AskStart,
    HandLeft,
    PickUp,
    PilferingPage,
    Typed,
    Way,
)
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine import actions, dealing, laying, plans, refresh, sharing, turn
from pandarium.games.pilfering.engine.cards import (
    CODES,
    KEY,
    NO_CARD,
    NUMBERS,
    ONE_KEY,
    PLAN_CODES,
    ROW,
    SUITS,
    TORCH,
    bit,
    column,
    count,
    plan_bit,
    size,
)
from pandarium.games.pilfering.engine.events import (
    BY_CARD,
    DECLINED,
    FINAL,
    PASSED,
)
from pandarium.games.pilfering.engine.faults import (
    AREA_EMPTY,
    CARD_BOUND,
    FAULTS,
    FINE,
    GATE_LOCKED,
    NOT_IN_HAND,
    NOT_YOUR_ABILITY,
    SOLO_FLOOR,
    TOO_SHORT,
)
from pandarium.games.pilfering.engine.flow import Pilfering, PilferingDeal, carry_out_step, end_action
from pandarium.games.pilfering.engine.moves import (
    EXTEND,
    GREEDY_WAY,
    LEFT,
    MOST_IN_A_SET,
    PLAIN,
    REUSE,
    SECRET,
    SET,
    SNEAKY_WAY,
    choose,
    laid,
)
from pandarium.games.pilfering.engine.prices import KEY_COST, cost_of, penalty_of, price_for, suspicion_of
from pandarium.games.pilfering.engine.setup import HIDEOUT, LEAST_ALONE, NOBODY, PANDAS
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    CRAFTY,
    DEAL_STEP,
    DOOR_STEP,
    DRAW_STEP,
    FINAL_STEP,
    FOR_HAND,
    FOR_HIDEOUT,
    IN_FORCE,
    OVER,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    SHARING,
    START_STEP,
    TURN_STEP,
)
from pandarium.games.pilfering.engine.track import end_if_caught, is_caught, move_keeper, move_panda
from pandarium.games.pilfering.view.books import PilferingBooks, books
from pandarium.games.pilfering.view.events import Ended, Event, MovedKeeper, MovedPanda, redact_cards
from pandarium.games.pilfering.words.notation import PLAY_WORDS, WAYS
from pandarium.kit.companion import SEAT_LETTERS, Companion, Evening, Prompt, ToldChance

HIDDEN: Final = KEY
"""Any card."""
PICKED_FROM: Final = 0
"""Stands for the card that must be played (PP-T5), so that it is told apart from a Key that is discarded."""
NOT_TOLD: Final = {DECLINED, PASSED}
"""Raw events that say nothing at a real table."""
DOING: Final = {
    "choose": CHOOSE_STEP,
    **dict.fromkeys(("draw", "pick"), REFRESH_STEP),
    **dict.fromkeys(("set", "reuse", "extend", "swap", "discard", "share", "ability", "stash", "keep"), ACTION_STEP),
    **dict.fromkeys(("left", "pass"), DOOR_STEP),
    **dict.fromkeys(("escape", "stay"), CHECK_STEP),
    "place": RUMMAGE_STEP,
}
"""What a player does in which step."""
MOST_BY_HAND: Final = 20


class PilferingEvening(Evening):
    """The books of one game."""

    def __init__(self, setup: PilferingDeal, names: Sequence[str]) -> None:
        self._setup = setup
        self._names = names
        self._state = Pilfering(setup, ToldChance((0, 0)))  # which Meerkats come is of no account
        self._taken = 0
        """Cards that were picked up this turn and cannot be stashed, as far as they are still there (PP-T3)."""
        self._left: dict[int | None, Left] = {}
        """What was said of hands in the final check; None: of the Secret Stash."""
        dealing.set_up(self._state, None)

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        before = self._state.clone(), self._taken, dict(self._left)
        log: list[Any] = []
        try:
            self._enter(entry, entry.lower().replace(",", " ").split(), log)
        except PandariumError:
            self._state, self._taken, self._left = before
            raise
        return [told for event in log if (told := _tell(event)) is not None]

    def rule_of(self, event: Any) -> str:
        """Why a marker moved, or the game ended."""
        return event.rule if isinstance(event, MovedPanda | MovedKeeper | Ended) else ""

    def _enter(self, entry: str, words: list[str], log: list[Any]) -> None:
        if self._state.step == OVER:
            raise IllegalMove("PP-E9", Message("pilfering.refusal.game_over"))
        match words:
            case [("keeper" | "panda") as marker, by]:
                self._move_by_hand(entry, marker, by, log)
            case [letter, ("keeper" | "panda") as marker, by] if self._is_player(letter):  # at a prompt for somebody
                self._move_by_hand(entry, marker, by, log)
            case ["loot"] | ["plan", _]:
                self._tell_card(entry, words[-1], log)
            case ["secret", *rest]:
                self._tell_left(None, entry, rest, log)
            case [letter, "holds", *rest] if self._is_player(letter):
                self._tell_left(SEAT_LETTERS.index(letter.upper()), entry, rest, log)
            case [letter, "start"] if self._is_player(letter):
                self._start(SEAT_LETTERS.index(letter.upper()), log)
            case [letter, _, *_] if self._is_player(letter):
                self._act(SEAT_LETTERS.index(letter.upper()), entry, words[1:], log)
            case _:
                raise not_understood(entry)
        self._go_on(log)

    def _is_player(self, letter: str) -> bool:
        return len(letter) == 1 and letter.upper() in SEAT_LETTERS[: self._state.seats]

    def _act(self, seat: int, entry: str, words: list[str], log: list[Any]) -> None:
        """Something that the player does whose turn it is."""
        state = self._state
        if words[0] not in DOING:
            raise not_understood(entry)
        if state.step != DOING[words[0]]:
            raise self._not_now()
        if seat != state.turn:
            raise IllegalMove("PP-T1", Message("pilfering.companion.turn", {"name": self._names[state.turn]}))
        match words:
            case ["choose", panda]:
                self._choose(seat, entry, panda, log)
            case ["draw"]:
                _refuse(refresh.draw_fault(state))
                refresh.draw(state)
            case ["pick", number, *way] if number.isdecimal() and way in ([], ["greedy"], ["sneaky"]):
                self._pick(seat, int(number[:3]), way[0] if way else "plain", log)
            case [how, *_] if how in KINDS:
                self._trade(seat, read_trade(entry, words), log)
            case ["swap", area, *picked] if area in AREAS and picked in ([], ["picked"]):
                self._swap(AREAS.index(area), bool(picked), log)
            case ["discard", *picked] if picked in ([], ["picked"]):
                self._discard(seat, bool(picked), log)
            case ["share", *other]:
                self._share(seat, entry, other, log)
            case ["ability"]:
                self._use_other_ability(seat)
            case ["stash"] | ["keep"]:
                self._end_turn(seat, words == ["stash"], log)
            case ["escape"] | ["stay"]:
                turn.answer_check(state, seat, words == ["escape"], log)
            case ["place", area] if area in AREAS:
                plans.place_card(state, AREAS.index(area), log)
            case ["pass"]:
                plans.close_door(state, log)
            case _:
                raise not_understood(entry)

    def _not_now(self) -> IllegalMove:
        """What comes first."""
        asked = self.prompt()
        assert asked is not None, "the game goes on"
        return IllegalMove("PP-T1", Message("pilfering.companion.first", {"what": asked.message}))

    # PP-S3: pandas, cards, who starts

    def _choose(self, seat: int, entry: str, panda: str, log: list[Any]) -> None:
        if panda not in (*PANDA_CODES, OTHER):
            raise not_understood(entry)
        if panda == OTHER:
            dealing.choose_panda(self._state, seat, NOBODY, None)
            return
        role = PANDA_CODES.index(panda)
        refusal = self._state.refusal(seat, choose(role))
        if refusal is not None:
            raise refusal
        dealing.choose_panda(self._state, seat, role, log)

    def _start(self, seat: int, log: list[Any]) -> None:
        state = self._state
        if state.step != START_STEP:
            raise self._not_now()
        while state.step == START_STEP:
            dealing.answer_start(state, state.turn, state.turn == seat, log)

    def _deal(self) -> None:
        """As the engine deals, with the same number of cards everywhere; then all of them are turned over."""
        state = self._state
        state.rng = Rng(0)
        dealing.deal(state, None)
        state.hands = vec[i64]([size(hand) * ONE_KEY for hand in state.hands])
        state.known = state.fixed.unknown[:]
        state.hideout = vec[i64]([HIDDEN] * len(state.hideout))
        state.secret = size(state.secret) * ONE_KEY
        state.away = size(state.away) * ONE_KEY
        state.met = 0
        # Whichever plans are in the deck wait at its bottom until somebody says that one has come.
        state.deck = vec[i64]([TORCH] * state.plans_left + [HIDDEN] * (state.left - state.plans_left))

    # PP-T2 to PP-T6: the refresh

    def _pick(self, seat: int, cards: int, way: str, log: list[Any]) -> None:
        state = self._state
        how = next((number for number, word in WAYS.items() if word == way), PLAIN)
        _refuse(refresh.way_fault(state, seat, cards, how))
        refresh.pick_up(state, seat, cards, how, log)
        if refresh.brings_duty(cards, how):
            state.duty = PICKED_FROM
        else:
            self._taken = cards

    # PP-F1: a card that may be a plan

    def _tell_card(self, entry: str, what: str, log: list[Any]) -> None:
        state = self._state
        if not self._may_be_plan():
            raise self._not_now()
        if what == "loot":
            if state.left == state.plans_left:
                raise IllegalMove("PP-F1", Message("pilfering.companion.only_plans"))
            carry_out_step(state, log)
            return
        if what == OTHER:
            dealing.lift(state)
            state.plans_left -= 1
            state.deck = state.deck[1:]
            return
        if what not in PLAN_CODES:
            raise not_understood(entry)
        plan = CODES.index(what)
        if state.gone & plan_bit(plan):
            raise IllegalMove("PP-F1", Message("pilfering.companion.plan_gone"))
        state.deck = append(state.deck[1 : state.left], plan)
        state.rng = ToldChance((0, 0))  # PP-F4 swaps any cards
        carry_out_step(state, log)

    def _may_be_plan(self) -> bool:
        """Whether a card is drawn now, and a plan may be among those left."""
        state = self._state
        if state.step != DRAW_STEP or state.plans_left == 0 or state.thin > 0 or state.left == 0:
            return False
        if state.drawing == FOR_HAND:
            return True
        return (len(state.hideout) if state.drawing == FOR_HIDEOUT else size(state.secret)) < HIDEOUT

    # PP-A1 to PP-A15: actions

    def _trade(self, seat: int, told: Trade, log: list[Any]) -> None:
        state = self._state
        move = laid(told.kind, told.area, int(told.ability), [HIDDEN] * told.cards)
        _refuse(self._trade_fault(seat, told, move))
        self._check_amounts(told)
        price = price_for(state, move, told.points, told.bonus, told.keys)
        hand = size(state.hands[seat]) - told.cards
        if state.fixed.solo and hand < LEAST_ALONE and not actions.gets_through(state, price):
            _refuse(SOLO_FLOOR)
        if not (actions.pay_watch(state, move, log) and is_caught(state)):
            actions.use_ability(state, seat, move, log)
            state.hands[seat] -= told.cards * ONE_KEY
            self._lay(told, log)
            actions.move_markers(state, price, log)
            if state.duty != NO_CARD and (told.picked or hand == 0):
                actions.do_duty(state, told.area, log)
        if told.kind == LEFT:
            plans.leave_door(state, seat, log)
        else:
            end_action(state, seat, log)

    def _lay(self, told: Trade, log: list[Any]) -> None:
        """Where they lie does not matter: an area is as many cards as there are."""
        area = self._state.area(told.area)
        before = len(area.cards)
        for _ in range(told.cards):
            laying.drop(area, HIDDEN)
        actions.mark_limit(self._state, told.area, before, log)

    def _trade_fault(self, seat: int, told: Trade, move: int) -> int:
        """What the rules have against it, as far as that can be said without the cards."""
        state = self._state
        area = state.area(told.area)
        if told.kind != SET and len(area.cards) == 0:
            return AREA_EMPTY
        if told.cards < LEAST[told.kind]:
            return TOO_SHORT
        if told.cards > size(state.hands[seat]):
            return NOT_IN_HAND
        if state.gate == IN_FORCE and told.keys > (1 if told.kind == REUSE else 0):
            return GATE_LOCKED
        return int(actions.ability_fault(state, seat, area, move))

    def _check_amounts(self, told: Trade) -> None:
        """PP-A4, PP-A5, PP-A8, PP-C1: what can be said of so many cards."""
        most = told.whole if told.kind == EXTEND else told.whole - 1
        if told.kind == EXTEND and told.cards > 1:
            raise IllegalMove("PP-A4", Message("pilfering.companion.one_card"))
        if told.keys > min(most, int(self._setup.keys)):
            raise IllegalMove("PP-A8", Message("pilfering.companion.keys", {"n": min(most, int(self._setup.keys))}))
        if told.bonus and (told.kind == EXTEND or told.whole > SUITS):
            raise IllegalMove("PP-A5", Message("pilfering.companion.no_bonus"))
        _check_points(told.points, told.whole - told.keys, self._twos_in_a_set())

    def _twos_in_a_set(self) -> int:
        """The most cards worth 2 points that can lie in one set (PP-C2): those of a suit, or of a number."""
        twos = self._setup.twos & self._setup.loot
        groups = [*ROW, *(column(number) for number in range(NUMBERS))]
        return max(int(count(twos & group)) for group in groups)

    def _swap(self, which: int, picked: bool, log: list[Any]) -> None:
        """PP-A10: no marker moves, and as many cards are where they were."""
        state = self._state
        if len(state.area(which).cards) == 0:
            _refuse(AREA_EMPTY)
        if picked and state.duty != NO_CARD:
            actions.do_duty(state, which, log)

    def _discard(self, seat: int, picked: bool, log: list[Any]) -> None:
        state = self._state
        _refuse(actions.discard_fault(state, seat))
        if state.duty != NO_CARD and (picked or size(state.hands[seat]) == 1):
            state.duty = KEY
        actions.discard_key(state, seat, log)
        end_action(state, seat, log)

    def _share(self, seat: int, entry: str, words: list[str], log: list[Any]) -> None:
        state = self._state
        if state.fixed.solo and not words:
            other = SECRET + HIDDEN
        elif not state.fixed.solo and len(words) == 1 and self._is_player(words[0]):
            other = SEAT_LETTERS.index(words[0].upper())
        else:
            raise not_understood(entry)
        state.bound = 0
        if size(state.hands[seat]) <= self._taken:
            _refuse(CARD_BOUND)
        _refuse(sharing.share_fault(state, seat, HIDDEN, other))
        sharing.offer(state, seat, HIDDEN, other, log)
        if not state.fixed.solo:
            sharing.give_back(state, HIDDEN, log)

    def _use_other_ability(self, seat: int) -> None:
        if self._state.roles[seat] != NOBODY or self._state.spent >> seat & 1:
            _refuse(NOT_YOUR_ABILITY)
        self._state.spent |= bit(seat)

    def _move_by_hand(self, entry: str, marker: str, by: str, log: list[Any]) -> None:
        state = self._state
        try:
            spaces = int(by.replace("−", "-"))
        except ValueError:
            raise not_understood(entry) from None
        if not 0 < abs(spaces) <= MOST_BY_HAND:
            raise not_understood(entry)
        if state.step in (CHOOSE_STEP, START_STEP, FINAL_STEP):
            raise self._not_now()
        (move_keeper if marker == "keeper" else move_panda)(state, spaces, BY_CARD, log)
        end_if_caught(state, log)

    # PP-E1 to PP-E9: the end of a turn, and of the game

    def _end_turn(self, seat: int, stash: bool, log: list[Any]) -> None:
        state = self._state
        hand = int(size(state.hands[seat]))
        if state.duty != NO_CARD:
            raise IllegalMove("PP-T5", Message("pilfering.companion.duty_open"))
        if not stash and hand > self._taken:
            raise IllegalMove("PP-E1", Message("pilfering.companion.must_stash"))
        state.bound = 0 if stash else state.hands[seat]  # PP-T3
        turn.end_actions(state, seat, log)
        if stash:
            turn.stash_card(state, seat, HIDDEN, log)

    def _tell_left(self, seat: int | None, entry: str, words: list[str], log: list[Any]) -> None:
        state = self._state
        if state.step != FINAL_STEP:
            raise self._not_now()
        hand = next((one for one in self._hands() if one.seat == seat), None)
        if hand is None:
            raise IllegalMove("PP-E5", Message("pilfering.companion.nothing_left"))
        if hand.cost is not None:
            raise IllegalMove("PP-E5", Message("pilfering.companion.left_already"))
        left = read_left(entry, words, hand.cards)
        if left.keys > hand.keys:
            raise IllegalMove("PP-E5", Message("pilfering.companion.keys", {"n": hand.keys}))
        _check_points(left.points, hand.cards - left.keys, hand.twos)
        self._left[seat] = left

    def _hands(self) -> list[HandLeft]:
        """What the final check counts (PP-E5, PP-3)."""
        state = self._state
        held: list[tuple[int | None, int]] = [(seat, int(size(hand))) for seat, hand in enumerate(state.hands)]
        if state.fixed.stash_counts:
            held.append((None, int(size(state.secret))))
        return [self._hand_left(seat, cards) for seat, cards in held if cards]

    def _hand_left(self, seat: int | None, cards: int) -> HandLeft:
        left = self._left.get(seat)
        twos = int(count(self._setup.twos & self._setup.loot))
        cost = None if left is None else int(cost_of(left.points, left.keys))
        return HandLeft(seat, cards, min(cards, twos), min(cards, int(self._setup.keys)), cost)

    def _go_on(self, log: list[Any]) -> None:
        """Everything that nobody decides, up to what must be entered first."""
        state = self._state
        while state.step > OVER or state.step == SECRET_STEP:
            if self._may_be_plan():
                return
            if state.step == SECRET_STEP:
                turn.move_secret(state, HIDDEN, log)
            elif state.step == FINAL_STEP:
                costs = [hand.cost for hand in self._hands()]
                if None in costs:
                    return
                cost = sum(one for one in costs if one is not None)
                log.append((FINAL, [], cost))
                turn.drop_food(state, cost, log)
            elif state.step == DEAL_STEP:
                self._deal()
            else:
                if state.step == TURN_STEP:
                    self._taken = 0
                carry_out_step(state, log)

    # what is shown

    def page(self, typing: str = "") -> PilferingPage:
        """How things stand, and what is to be entered."""
        return PilferingPage(self._ask(), books(self._state), self._typed(typing) if typing else None)

    def _typed(self, typing: str) -> Typed:
        """What this entry would do to the markers."""
        trial = PilferingEvening(self._setup, self._names)
        trial._state, trial._taken, trial._left = self._state.clone(), self._taken, dict(self._left)
        try:
            events = trial.enter(typing)
        except PandariumError as error:
            if isinstance(error, IllegalMove):
                return Typed(typing, [], None, error.message, error.reason, error.rule)
            return Typed(typing, [], None, error.message, str(error))
        moves = [event for event in events if isinstance(event, (MovedPanda, MovedKeeper))]
        return Typed(typing, moves, next((event for event in events if isinstance(event, Ended)), None))

    def _ask(
        self,
    ) -> AskPanda | AskStart | AskRefresh | AskCard | AskAction | AskPlace | AskCheck | AskHands | None:
        state = self._state
        seat = int(state.turn)
        match int(state.step):
            case step if step == CHOOSE_STEP:
                taken = [state.roles[before] for before in range(seat)]
                return AskPanda(seat, [PANDA_CODES[role] for role in range(PANDAS) if role not in taken])
            case step if step == START_STEP:
                return AskStart()
            case step if step == REFRESH_STEP:
                return self._ask_refresh(seat)
            case step if step == DRAW_STEP:
                return self._ask_card(seat)
            case step if step in (ACTION_STEP, DOOR_STEP):
                return self._ask_action(seat)
            case step if step == RUMMAGE_STEP:
                return AskPlace(seat)
            case step if step == CHECK_STEP:
                return self._ask_check(seat)
            case step if step == FINAL_STEP:
                return AskHands(self._hands())
        return None

    def _ask_refresh(self, seat: int) -> AskRefresh:
        state = self._state
        several = []
        for way in (PLAIN, GREEDY_WAY, SNEAKY_WAY):
            fits = [n for n in range(2, len(state.hideout) + 1) if refresh.way_fault(state, seat, n, way) == FINE]
            if fits:
                dear = refresh.brings_duty(fits[0], way)
                cost = penalty_of(state.fixed, way) + suspicion_of(state, seat) if dear else 0
                several.append(PickUp(WAYS.get(way, "plain"), fits[0], fits[-1], int(cost)))
        one = refresh.way_fault(state, seat, 1, PLAIN) == FINE
        return AskRefresh(seat, refresh.draw_fault(state) == FINE, one, several)

    def _ask_card(self, seat: int) -> AskCard:
        state = self._state
        left = [code for code in PLAN_CODES if not state.gone & plan_bit(CODES.index(code))]
        drawing = state.drawing
        why = "hand" if drawing == FOR_HAND else "hideout" if drawing == FOR_HIDEOUT else "secret"
        return AskCard(seat, why, state.left > state.plans_left, left)  # type: ignore[arg-type]

    def _ask_action(self, seat: int) -> AskAction:
        state = self._state
        door = state.step == DOOR_STEP
        hand = int(size(state.hands[seat]))
        ways = [self._ways(which, hand, door) for which in (0, 1)]
        others = [] if door or not state.ready(seat, SHARING) or hand <= self._taken else self._sharing(seat)
        duty = state.duty != NO_CARD
        return AskAction(
            seat=seat,
            door=door,
            ways=ways,
            keys=int(self._setup.keys),
            twos=self._twos_in_a_set(),
            bonus=SUITS,
            helps=[[way.how for way in ways[which] if self._helps(seat, which, way.how)] for which in (0, 1)],
            duty=duty,
            swap=not door and any(ways),
            discard=0 if door or actions.discard_fault(state, seat) != FINE else int(KEY_COST),
            share=others,
            ability=not door and state.roles[seat] == NOBODY and not state.spent >> seat & 1,
            stash=not door and not duty,
            keep=not door and not duty and hand <= self._taken,
        )

    def _ask_check(self, seat: int) -> AskCheck:
        cards = sum(hand.cards for hand in self._hands())
        # Every card costs 1 but these.
        dear = min(cards, int(count(self._setup.twos & self._setup.loot)) + int(self._setup.keys))
        return AskCheck(seat, cards, cards, cards + dear)

    def _ways(self, which: int, hand: int, door: bool) -> list[Way]:
        state = self._state
        empty = len(state.area(which).cards) == 0
        kinds = [LEFT] if door else [SET, REUSE, EXTEND]
        most = {kind: 1 if kind == EXTEND else min(hand, MOST_IN_A_SET) for kind in kinds}
        return [
            Way(PLAY_WORDS[kind], LEAST[kind], most[kind], int(kind == REUSE))
            for kind in kinds
            if LEAST[kind] <= most[kind] and (kind == SET or not empty)
        ]

    def _helps(self, seat: int, which: int, how: str) -> bool:
        """Whether Crafty or Charming may help there; Crafty only where there is an end card (PP-C6)."""
        state = self._state
        area = state.area(which)
        move = laid(KINDS[how], which, 1, [HIDDEN])
        if state.roles[seat] == CRAFTY and len(area.cards) == 0:
            return False
        return actions.ability_fault(state, seat, area, move) == FINE

    def _sharing(self, seat: int) -> list[int]:
        state = self._state
        if state.fixed.solo:
            return [seat]
        return [other for other in range(state.seats) if other != seat and state.hands[other] != 0]

    def prompt(self) -> Prompt | None:
        """The next question."""
        ask = self._ask()
        if ask is None:
            return None
        name = self._names[self._state.turn]
        begins = f"{SEAT_LETTERS[self._state.turn]} "
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
        held: dict[str, int | str | Message] = {"name": self._names[hand.seat], "n": hand.cards}
        return Prompt(f"{SEAT_LETTERS[hand.seat]} holds ", Message("pilfering.companion.prompt.hand", held))

    def view(self) -> PilferingBooks | None:
        """Markers and counts, once the cards are dealt."""
        return books(self._state) if self._state.turns else None

    def points(self) -> list[list[int]]:
        """There are none: all win or lose together (PP-E9)."""
        return [[] for _ in self._names]

    def outcome(self) -> Outcome | None:
        """PP-E9."""
        return self._state.outcome()


def _refuse(fault: int) -> None:
    """Raise what the rules have against it, if they have anything."""
    if fault != FINE:
        rule, code = FAULTS[fault]
        raise IllegalMove(rule, Message(code))


def _check_points(points: int, loot: int, twos: int) -> None:
    """PP-C1: a Loot card has 1 point or 2."""
    most = loot + min(loot, twos)
    if not loot <= points <= most:
        told: dict[str, int | str | Message] = {"n": loot, "least": loot, "most": most}
        raise IllegalMove("PP-C1", Message("pilfering.companion.points", told))


def _tell(event: tuple[Any, ...]) -> Event | None:
    """A raw event as it can be told at a real table, where nobody knows the card."""
    return None if event[0] in NOT_TOLD else redact_cards(event)


class PilferingCompanion(Companion):
    """Pilfering Pandas with the real box."""

    page = PilferingPage

    def begin(self, setup: Any, names: Sequence[str]) -> PilferingEvening:
        """Before the pandas are chosen (PP-S3)."""
        return PilferingEvening(setup, names)
