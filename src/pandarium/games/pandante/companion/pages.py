"""What the phone shows beside the real cards: how the gold lies, what was just paid and why, what to enter next."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pandarium.core.message import Message
from pandarium.games.pandante.engine import events, phases
from pandarium.games.pandante.view.events import owner_of, reason_of
from pandarium.games.pandante.view.table import Held, PandanteView, Row, Statement
from pandarium.games.pandante.words import notation
from pandarium.kit.level_clock import ClockShown

VERDICTS = ("lie", "true", "table-joker", "own-joker")
"""What a hand that was shown turned out to be, by the numbers of `engine/hands.py` (PD-22, PD-H5)."""

RULES = {
    "ante": "PD-1",
    "bet": "PD-3",
    "snack": "PD-5",
    "upgrade": "PD-8",
    "challenge": "PD-22",
    "refill": "PD-30",
    "debt": "PD-31",
    "won": "PD-23",
    "steal": "PD-P3",
    "casino": "PD-K5",
    "bank": "PD-DD1",
    "raise": "PD-L1",
    "dilemma": "PD-D1",
    "add": "PD-L4",
    "big-add": "PD-L4",
}
"""By which rule gold moves, by the reason that the engine gives."""
DIAMOND_RULES = {"snack": "PD-DD2", "big-draw": "PD-DD3", "big-add": "PD-DD3"}
"""The same for diamonds; all others move by PD-DD1."""

STEP_RULES = {
    phases.CHOOSING_CHAMPION: "PD-S4",
    phases.BETWEEN_GAMBITS: "PD-G2",
    phases.BETTING: "PD-3",
    phases.SNACKING: "PD-5",
    phases.FERN_STEALS: "PD-P3",
    phases.ANNOUNCING: "PD-7",
    phases.RAISED: "PD-L1",
    phases.IN_DILEMMA: "PD-D1",
    phases.LOWERING: "PD-L3",
    phases.REPLACING: "PD-L4",
    phases.LONG_SHOT_TAKEN: "PD-D6",
    phases.UPGRADING: "PD-8",
    phases.SAYING: "PD-9",
    phases.SHOWING: "PD-32",
}
"""By which rule something is to be decided."""


class Payment(msgspec.Struct, frozen=True):
    """Gold or diamonds that change hands on the real table now."""

    what: Literal["gold", "diamonds"]
    amount: int
    source: int | str
    """A seat, pot, fairy or bank."""
    target: int | str
    reason: str
    rule: str


class Offer(msgspec.Struct, frozen=True):
    """Something that may be entered, and what it costs."""

    entry: str
    what: (
        notation.Plain
        | notation.Claim
        | notation.Snack
        | notation.Card
        | notation.Announce
        | notation.Say
        | notation.Choose
    )
    price: int


class AskKind(msgspec.Struct, frozen=True, tag_field="ask", tag="kind"):
    """PD-G3: a tournament at this one table, whose gold the phone keeps, or several tables, which it seats."""

    one: str
    several: str
    """Entries."""


class AskDealer(msgspec.Struct, frozen=True, tag_field="ask", tag="dealer"):
    """PD-S3: who deals first."""

    entries: list[str]
    """By seat."""


class CasinoOffer(msgspec.Struct, frozen=True):
    """A casino that may come."""

    entry: str
    name: str
    text: str
    rule: str


class AskCasino(msgspec.Struct, frozen=True, tag_field="ask", tag="casino"):
    """PD-S4: the next card of the casino deck."""

    casinos: list[CasinoOffer]


class AskDeal(msgspec.Struct, frozen=True, tag_field="ask", tag="deal"):
    """PD-G3: the next gambit of a tournament; the clock says whether the stakes rise."""

    entry: str
    """Behind the time."""


class AskChoice(msgspec.Struct, frozen=True, tag_field="ask", tag="choice"):
    """Somebody decides something."""

    step: str
    """The phase, as the view names it."""
    seat: int
    rule: str
    offers: list[Offer]
    rest: str | None
    """The entry for: from here on nobody wants anything."""


class Challenger(msgspec.Struct, frozen=True):
    """PD-21: who may challenge, and what it costs them to be wrong (PD-22, PD-P5)."""

    seat: int
    price: int


class AskChallenge(msgspec.Struct, frozen=True, tag_field="ask", tag="challenge"):
    """PD-21: who challenges the player in the hotseat."""

    seat: int
    claim: str
    said: Statement | None
    challengers: list[Challenger]
    gain: int
    """What a liar pays (PD-22)."""


class AskHand(msgspec.Struct, frozen=True, tag_field="ask", tag="hand"):
    """PD-22, PD-K8: the cards were shown; was it true? Entries by verdict."""

    seat: int
    claim: str
    said: Statement | None
    accuser: int | None
    price: int
    """What the challenger pays if it is true;"""
    gain: int
    """and what they get if it is not."""
    entries: dict[str, str]


Ask = AskKind | AskDealer | AskCasino | AskDeal | AskChoice | AskChallenge | AskHand


class Checked(msgspec.Struct, frozen=True):
    """What the checker says about a hand (PD-H1 to PD-H6)."""

    verdict: str | None
    """One of `VERDICTS`; None: there is no claim yet, or something is wrong."""
    best: str | None
    """The best claim that is true; None: not even a pair."""
    true_claims: list[str]
    fault: Message | None = None
    reason: str = ""
    """The same in English."""


class PandantePage(msgspec.Struct, frozen=True):
    """What the phone shows."""

    ask: Ask | None
    """None: the game is over."""
    view: PandanteView
    """Without the cards, which the phone does not know."""
    paid: list[Payment]
    """By the last entry."""
    snacks: list[int | None]
    """What a snack costs everybody now (PD-5), in a snack phase."""
    clock: ClockShown | None
    checked: Checked | None


def payment(event: tuple[Any, ...]) -> Payment | None:
    """A raw event as a payment; None: it is none."""
    kind, *rest = event
    if kind not in (events.GOLD, events.DIAMONDS):
        return None
    amount, source, target, why = rest
    reason = reason_of(why)
    what: Literal["gold", "diamonds"] = "gold" if kind == events.GOLD else "diamonds"
    return Payment(what, amount, owner_of(source), owner_of(target), reason, rule_of(what, reason))


def rule_of(what: Literal["gold", "diamonds"], reason: str) -> str:
    """By which rule that moves."""
    return RULES.get(reason, "") if what == "gold" else DIAMOND_RULES.get(reason, "PD-DD1")


def without_cards(view: PandanteView) -> PandanteView:
    """The cards of the state are stand-ins for real ones: nobody gets to see them."""
    players = [
        msgspec.structs.replace(
            player,
            hand=[Held(None)] * len(player.hand),
            second_hand=[Held(None)] * len(player.second_hand),
        )
        for player in view.players
    ]
    return msgspec.structs.replace(
        view,
        board=[Row([None] * len(row.cards), row.adder) for row in view.board],
        top=[None] * len(view.top),
        aside=[None] * len(view.aside),
        players=players,
    )
