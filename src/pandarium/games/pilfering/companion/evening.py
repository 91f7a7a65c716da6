"""One game with the real box. The engine runs as always, with all cards face down.

Refresh, stash, top-up, Timer, turns and endings need no more than that; what a trade costs follows from what people say
of it, the final check from what they hold (`cost_of`), and whether a plan comes from the deck is asked where one may.

face_down.py  the table that nobody sees      doing.py   what people do there
entries.py    how it is written               asking.py  what they are asked next
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pandarium.core.errors import IllegalMove, PandariumError
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.games.pilfering.companion import asking, doing
from pandarium.games.pilfering.companion.entries import (
    AREAS,
    KINDS,
    not_understood,
    read_trade,
)
from pandarium.games.pilfering.companion.face_down import HIDDEN, FaceDown, hands_left, is_player, may_be_plan, refuse
from pandarium.games.pilfering.companion.page import (
    PilferingPage,
    Typed,
)
from pandarium.games.pilfering.engine import dealing, plans, refresh, turn
from pandarium.games.pilfering.engine.events import (
    DECLINED,
    FINAL,
    PASSED,
)
from pandarium.games.pilfering.engine.flow import PilferingDeal, carry_out_step
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    CHECK_STEP,
    CHOOSE_STEP,
    DEAL_STEP,
    DOOR_STEP,
    FINAL_STEP,
    OVER,
    REFRESH_STEP,
    RUMMAGE_STEP,
    SECRET_STEP,
    TURN_STEP,
)
from pandarium.games.pilfering.view.books import PilferingBooks, books
from pandarium.games.pilfering.view.events import Ended, Event, MovedKeeper, MovedPanda, redact_cards
from pandarium.kit.companion import SEAT_LETTERS, Companion, Evening, Prompt

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


class PilferingEvening(Evening):
    """The books of one game."""

    def __init__(self, setup: PilferingDeal, names: Sequence[str]) -> None:
        self._table = FaceDown(setup, names)
        dealing.set_up(self._table.state, None)

    def enter(self, entry: str) -> list[Any]:
        """One more entry; the events that follow."""
        before = self._table.clone()
        log: list[Any] = []
        try:
            self._enter(entry, entry.lower().replace(",", " ").split(), log)
        except PandariumError:
            self._table = before
            raise
        return [told for event in log if (told := _tell(event)) is not None]

    def rule_of(self, event: Any) -> str:
        """Why a marker moved, or the game ended."""
        return event.rule if isinstance(event, MovedPanda | MovedKeeper | Ended) else ""

    def _enter(self, entry: str, words: list[str], log: list[Any]) -> None:
        if self._table.state.step == OVER:
            raise IllegalMove("PP-E9", Message("pilfering.refusal.game_over"))
        match words:
            case [("keeper" | "panda") as marker, by]:
                doing.move_by_hand(self._table, entry, marker, by, log)
            case [letter, ("keeper" | "panda") as marker, by] if is_player(
                self._table, letter
            ):  # at a prompt for somebody
                doing.move_by_hand(self._table, entry, marker, by, log)
            case ["loot"] | ["plan", _]:
                doing.tell_card(self._table, entry, words[-1], log)
            case ["secret", *rest]:
                doing.tell_left(self._table, None, entry, rest, log)
            case [letter, "holds", *rest] if is_player(self._table, letter):
                doing.tell_left(self._table, SEAT_LETTERS.index(letter.upper()), entry, rest, log)
            case [letter, "start"] if is_player(self._table, letter):
                doing.choose_start(self._table, SEAT_LETTERS.index(letter.upper()), log)
            case [letter, _, *_] if is_player(self._table, letter):
                self._act(SEAT_LETTERS.index(letter.upper()), entry, words[1:], log)
            case _:
                raise not_understood(entry)
        self._go_on(log)

    def _act(self, seat: int, entry: str, words: list[str], log: list[Any]) -> None:
        """Something that the player does whose turn it is."""
        state = self._table.state
        if words[0] not in DOING:
            raise not_understood(entry)
        if state.step != DOING[words[0]]:
            raise asking.not_now(self._table)
        if seat != state.turn:
            raise IllegalMove("PP-T1", Message("pilfering.companion.turn", {"name": self._table.names[state.turn]}))
        match words:
            case ["choose", panda]:
                doing.choose_panda(self._table, seat, entry, panda, log)
            case ["draw"]:
                refuse(refresh.draw_fault(state))
                refresh.draw(state)
            case ["pick", number, *way] if number.isdecimal() and way in ([], ["greedy"], ["sneaky"]):
                doing.pick_up(self._table, seat, int(number[:3]), way[0] if way else "plain", log)
            case [how, *_] if how in KINDS:
                doing.trade(self._table, seat, read_trade(entry, words), log)
            case ["swap", area, *picked] if area in AREAS and picked in ([], ["picked"]):
                doing.swap_card(self._table, AREAS.index(area), bool(picked), log)
            case ["discard", *picked] if picked in ([], ["picked"]):
                doing.discard_key(self._table, seat, bool(picked), log)
            case ["share", *other]:
                doing.share_card(self._table, seat, entry, other, log)
            case ["ability"]:
                doing.use_other_ability(self._table, seat)
            case ["stash"] | ["keep"]:
                doing.end_turn(self._table, seat, words == ["stash"], log)
            case ["escape"] | ["stay"]:
                turn.answer_check(state, seat, words == ["escape"], log)
            case ["place", area] if area in AREAS:
                plans.place_card(state, AREAS.index(area), log)
            case ["pass"]:
                plans.close_door(state, log)
            case _:
                raise not_understood(entry)

    def _go_on(self, log: list[Any]) -> None:
        """Everything that nobody decides, up to what must be entered first."""
        state = self._table.state
        while state.step > OVER or state.step == SECRET_STEP:
            if may_be_plan(self._table):
                return
            if state.step == SECRET_STEP:
                turn.move_secret(state, HIDDEN, log)
            elif state.step == FINAL_STEP:
                costs = [hand.cost for hand in hands_left(self._table)]
                if None in costs:
                    return
                cost = sum(one for one in costs if one is not None)
                log.append((FINAL, [], cost))
                turn.drop_food(state, cost, log)
            elif state.step == DEAL_STEP:
                doing.deal_face_down(self._table)
            else:
                if state.step == TURN_STEP:
                    self._table.taken = 0
                carry_out_step(state, log)

    # what is shown

    def page(self, typing: str = "") -> PilferingPage:
        """How things stand, and what is to be entered."""
        return PilferingPage(
            asking.next_ask(self._table), books(self._table.state), self._typed(typing) if typing else None
        )

    def _typed(self, typing: str) -> Typed:
        """What this entry would do to the markers."""
        trial = PilferingEvening(self._table.setup, self._table.names)
        trial._table = self._table.clone()
        try:
            events = trial.enter(typing)
        except PandariumError as error:
            if isinstance(error, IllegalMove):
                return Typed(typing, [], None, error.message, error.reason, error.rule)
            return Typed(typing, [], None, error.message, str(error))
        moves = [event for event in events if isinstance(event, (MovedPanda, MovedKeeper))]
        return Typed(typing, moves, next((event for event in events if isinstance(event, Ended)), None))

    def prompt(self) -> Prompt | None:
        """The next question."""
        return asking.prompt(self._table)

    def view(self) -> PilferingBooks | None:
        """Markers and counts, once the cards are dealt."""
        return books(self._table.state) if self._table.state.turns else None

    def points(self) -> list[list[int]]:
        """There are none: all win or lose together (PP-E9)."""
        return [[] for _ in self._table.names]

    def outcome(self) -> Outcome | None:
        """PP-E9."""
        return self._table.state.outcome()


def _tell(event: tuple[Any, ...]) -> Event | None:
    """A raw event as it can be told at a real table, where nobody knows the card."""
    return None if event[0] in NOT_TOLD else redact_cards(event)


class PilferingCompanion(Companion):
    """Pilfering Pandas with the real box."""

    page = PilferingPage

    def begin(self, setup: Any, names: Sequence[str]) -> PilferingEvening:
        """Before the pandas are chosen (PP-S3)."""
        return PilferingEvening(setup, names)
