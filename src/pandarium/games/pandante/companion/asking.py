"""What is to be entered next: for a page, and for somebody at a keyboard."""

from __future__ import annotations

from typing import Any, Final, cast

from pandarium.core.message import Message
from pandarium.games.pandante.companion.pages import (
    STEP_RULES,
    VERDICTS,
    Ask,
    AskCasino,
    AskChallenge,
    AskChoice,
    AskDeal,
    AskDealer,
    AskHand,
    AskKind,
    CasinoOffer,
    Challenger,
    Offer,
)
from pandarium.games.pandante.companion.stand_ins import StandInTable, casinos_left
from pandarium.games.pandante.engine import (
    effects,
    moves,
    payments,
    phases,
    showdown,
    snacks,
    upgrades,
)
from pandarium.games.pandante.engine.cards import BIT, list_cards
from pandarium.games.pandante.engine.setup import DROP_IN
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.games.pandante.view.table import statement_view
from pandarium.games.pandante.words import notation
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.kit.companion import SEAT_LETTERS, SEVERAL_TABLES, Prompt

ONE_TABLE = "table"
STEAL_ANTES: Final = "steal antes"
STEAL_CARD: Final = "steal card"
REST: Final = {phases.SNACKING: "all pass", phases.UPGRADING: "all pass", phases.ANNOUNCING: "all go"}


def next_ask(table: StandInTable) -> Ask | None:
    """What is to be entered now; None: the game is over."""
    state = table.state
    if state.phase == phases.OVER:
        return None
    if table.wait == "kind":
        return AskKind(ONE_TABLE, SEVERAL_TABLES)
    if table.wait == "dealer":
        return AskDealer([f"dealer {SEAT_LETTERS[seat]}" for seat in range(state.seats)])
    if table.wait == "casino":
        cards = [state.variant.parsed.casinos[number] for number in casinos_left(table)]
        return AskCasino([CasinoOffer(f"casino {card.id}", card.name, card.text, card.rule) for card in cards])
    if table.wait == "deal":
        return AskDeal("deal")
    if table.wait == "hand" or state.phase == phases.CHALLENGING:
        return _ask_showdown(table)
    seat = int(state.turn)
    step = phases.PHASE_NAMES[state.phase]
    return AskChoice(step, seat, STEP_RULES[state.phase], _offers(table, seat), _rest(table))


def _ask_showdown(table: StandInTable) -> AskChallenge | AskHand:
    state = table.state
    seat = int(state.turn)
    claim, said = CLAIM_CODES[state.claim(seat)], statement_view(state.said[seat])
    gain = int(showdown.liar_price(state))
    if table.wait == "hand":
        letter = SEAT_LETTERS[seat]
        entries = {verdict: f"{letter} shows {verdict}" for verdict in VERDICTS}
        if table.challenger == NOBODY:
            return AskHand(seat, claim, said, None, 0, 0, entries)
        price = int(showdown.challenge_price(state, table.challenger))
        return AskHand(seat, claim, said, table.challenger, price, gain, entries)
    challengers = [
        Challenger(int(one), int(showdown.challenge_price(state, one)))
        for one in list_cards(showdown.may_challenge(state))
    ]
    return AskChallenge(seat, claim, said, challengers, gain)


def _offers(table: StandInTable, seat: int) -> list[Offer]:
    """Everything that this player may do, with its price."""
    state = table.state
    if state.phase == phases.FERN_STEALS:
        told = [Offer(entry_of(seat, text), notation.Choose(text), 0) for text in (STEAL_CARD, STEAL_ANTES)]
        return [Offer(entry_of(seat, "pass"), notation.Plain("pass"), 0), *told]
    listed = [*state.legal(seat)]
    if state.phase == phases.SHOWING:
        listed = [moves.choose(moves.SHOW, 0), moves.choose(moves.SHOW, 1)]
    found: list[Offer] = []
    for move in listed:
        what = cast(Any, notation.describe(move))
        found.append(Offer(entry_of(seat, notation.say(move)), what, _price(table, seat, move)))
    return found


def _price(table: StandInTable, seat: int, move: int) -> int:
    """What it costs, by the chapter that takes the gold."""
    state = table.state
    kind = moves.kind_of(move)
    if kind == moves.BET:
        return int(payments.stakes(state))
    if kind == moves.SNACK:
        return int(snacks.snack_price(state, seat))
    if kind == moves.UPGRADE:
        return int(upgrades.upgrade_price(state, seat))
    if kind == moves.PAY:
        return int(effects.answer_price(state))
    if kind == moves.CHOOSE and moves.topic_of(move) == moves.REPLACE:
        return 0 if moves.value_of(move) == moves.REPLACE_NONE else int(effects.replace_price(state, seat))
    return 0


def _rest(table: StandInTable) -> str | None:
    state = table.state
    if state.phase == phases.ANNOUNCING and len(state.queue):
        return None
    if state.phase == phases.BETWEEN_GAMBITS and state.variant.gambling == DROP_IN:
        return "all sit"
    return REST.get(state.phase)


def snack_prices(table: StandInTable) -> list[int | None]:
    """What a snack costs everybody now (PD-5); None: they cannot have one."""
    state = table.state
    if table.wait or state.phase != phases.SNACKING:
        return []
    return [
        int(snacks.snack_price(state, seat)) if not (state.folded | state.sitting | state.away) & BIT[seat] else None
        for seat in range(state.seats)
    ]


def prompt(table: StandInTable) -> Prompt | None:
    """The next question."""
    ask = next_ask(table)
    if ask is None:
        return None
    if isinstance(ask, AskChoice):
        price = max((offer.price for offer in ask.offers), default=0)
        told: dict[str, int | str | Message] = {
            "name": table.names[ask.seat],
            "gold": int(table.state.gold[ask.seat]),
            "pot": int(table.state.pot),
            "step": Message(f"pandante.companion.step.{ask.step.replace(' ', '-')}", {"price": price}),
        }
        return Prompt(f"{SEAT_LETTERS[ask.seat]} ", Message("pandante.companion.prompt.choice", told))
    name = table.names[table.state.turn]
    if isinstance(ask, AskHand):
        return Prompt(f"{SEAT_LETTERS[ask.seat]} shows ", Message("pandante.companion.prompt.hand", {"name": name}))
    if isinstance(ask, AskChallenge):
        claim = Message(f"pandante.claim.{ask.claim}")
        message = Message("pandante.companion.prompt.challenge", {"name": name, "claim": claim})
        return Prompt("challenge ", message)
    if isinstance(ask, AskKind):
        return Prompt("", Message("pandante.companion.prompt.kind"))
    word = {AskDealer: "dealer", AskCasino: "casino", AskDeal: "deal"}[type(ask)]
    begins = "" if isinstance(ask, AskDeal) else f"{word} "
    return Prompt(begins, Message(f"pandante.companion.prompt.{word}"))


def entry_of(seat: int, move: str) -> str:
    """The entry that says that this seat plays this move."""
    return f"{SEAT_LETTERS[seat]} {move}"
