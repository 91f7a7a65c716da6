"""Events as sentences, for logs and whoever looks back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.pandante.view import events
from pandarium.games.pandante.view.table import Statement
from pandarium.games.pandante.words.labels import card_name, claim_name, statement_words

_STREETS = {
    "splash": "The Splash",
    "paws": "The Paws",
    "tail": "The Tail",
    "abilities": "Abilities",
    "upgrade": "Upgrades",
    "tie-break": "A tie: say more",
    "showdown": "Showdown",
}
_GOLD = {
    "ante": "{who} antes {n}",
    "bet": "{who} bets {n}",
    "snack": "{who} pays {n} for a snack",
    "upgrade": "{who} pays {n} for the upgrade",
    "casino": "{who} puts {n} more into the pot",
    "refill": "The Gold Fairy gives {to} {n} gold",
    "debt": "The Gold Fairy pays {n} gold of {to}'s debts",
    "won": "{to} takes {n} gold from the pot",
    "steal": "{to} takes the antes, {n} gold",
    "challenge": "{who} pays {to} {n} gold",
}


def sentence(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence, or "" when it is not worth one."""
    match event:
        case events.BeganGambit(gambit, dealer, casino, multiplier, casino_name):
            stakes = f", stakes {multiplier} times" if multiplier > 1 else ""
            where = f", casino {casino_name or casino}" if casino else ""
            return f"Gambit {gambit}: {names[dealer]} deals{where}{stakes}"
        case events.MovedGold(amount, source, target, reason):
            pattern = _GOLD.get(reason, "{who} pays {n} to {to}")
            return pattern.format(who=_who(source, names), to=_who(target, names), n=amount)
        case events.MovedDiamonds(amount, source, target):
            verb = "go" if amount != 1 else "goes"
            return f"{_count(amount, 'diamond')} {verb} from {_who(source, names)} to {_who(target, names)}"
        case events.MovedCards():
            return _cards_sentence(event, names)
        case events.Claimed(seat, claim, reason):
            verb = {"bet": "claims", "upgrade": "upgrades to"}.get(reason, "goes down to")
            return f"{names[seat]} {verb} {claim_name(claim)}"
        case events.Folded(seat):
            return f"{names[seat]} folds"
        case events.Passed(seat, reason):
            return {"snack": f"{names[seat]} wants no snack", "upgrade": f"{names[seat]} stays with the claim"}.get(
                reason, f"{names[seat]} puts the cards back"
            )
        case events.AnnouncedAbility(seat, ability, target, row):
            return f"{names[seat]} announces {_ability(ability, target, row, names)}"
        case events.ResolvedAbility(seat, ability, target, row, works):
            nothing = "" if works else ", which comes to nothing"
            return f"{names[seat]}: {_ability(ability, target, row, names)}{nothing}"
        case events.Peeked(seat, other, card):
            return f"{names[seat]} sees a card of {names[other]}" + (f": {card_name(card)}" if card else "")
        case _:
            return _showdown_sentence(event, names)


def _showdown_sentence(event: Any, names: Sequence[str]) -> str:
    match event:
        case events.Said(seat, claim, said):
            return f"{names[seat]} says: {claim_name(claim)}, {_said(said)}"
        case events.TookHotseat(seat, claim, said):
            more = f", {_said(said)}" if said else ""
            return f"{names[seat]} is in the hotseat with {claim_name(claim)}{more}"
        case events.Ready(seat):
            return f"{names[seat]} has chosen"
        case events.Challenged(hotseat, challengers, counts):
            if counts is None:
                return f"Nobody challenges {names[hotseat]}"
            ignored = [names[seat] for seat in challengers if seat != counts]
            return f"{names[counts]} challenges {names[hotseat]}" + (f" before {', '.join(ignored)}" if ignored else "")
        case events.ShowedHand(seat, cards, verdict, hand):
            shown = " and ".join(card_name(card) for card in cards)
            return f"{names[seat]} shows {shown}: {_verdict(verdict, hand)}"
        case events.Judged(seat, fate):
            return {
                "real": f"{names[seat]}'s hand is real",
                "true": f"{names[seat]} had it",
                "exposed": f"{names[seat]} is exposed as a liar",
                "too honest": f"{names[seat]} was honest, and that is not the way to win here",
            }[fate]
        case events.PotGone(winners, gold, _, left):
            return _pot_sentence(winners, gold, left, names)
        case events.MovedCoin(source, target):
            if target is None:
                return f"{_name(source, names)} spends the Golden Panda Coin"
            return f"{names[target]} takes the Golden Panda Coin" + ("" if source is None else f" from {names[source]}")
        case _:
            return _frame_sentence(event, names)


def _frame_sentence(event: Any, names: Sequence[str]) -> str:
    match event:
        case events.BeganStreet(street):
            return _STREETS[street]
        case events.SitsOut(seat):
            return f"{names[seat]} frolics with the Gold Fairy and sits out"
        case events.Left(seat, reason, gold):
            return f"{names[seat]} leaves with {gold} gold" if reason == "leave" else f"{names[seat]} is out"
        case events.Joined(seat, gold):
            return f"{names[seat]} buys in for {gold}"
        case events.TookChampion(seat, colour, champion):
            return f"{names[seat]} plays {f'{champion}, ' if champion else ''}{colour}"
        case events.Shuffled():
            return "The discards are shuffled into the deck"
        case events.GainedRune(seat, runes):
            return f"{names[seat]} has {_count(runes, 'rune')}"
    if not event.winners:
        return "The gambit is over"
    return f"The game is over: {' and '.join(names[seat] for seat in event.winners)}"


def _pot_sentence(winners: Sequence[int], gold: int, left: int, names: Sequence[str]) -> str:
    if len(winners) == 1:
        return f"{names[winners[0]]} takes the pot: {gold} gold"
    if len(winners) == 2:
        rest = f", {left} gold stays" if left else ""
        return f"{names[winners[0]]} and {names[winners[1]]} split the pot: {gold} gold each{rest}"
    return f"The pot rolls over: {left} gold"


def _cards_sentence(event: events.MovedCards, names: Sequence[str]) -> str:
    if event.target == "discards" and event.reason == "fold":
        return ""
    what = " and ".join(card_name(card) for card in event.cards) if event.cards else _count(event.count, "card")
    source, target = _place(event.source, names), _place(event.target, names)
    if event.target.startswith("board"):
        return f"On the table: {what}"
    if event.source == event.target == "deck":
        return f"The top of the deck: {what}"
    if event.source == event.target:
        return f"{source} shows {what}"
    if event.source == "deck":
        return f"{event.champion or target} gets {what}"
    if event.target == "discards":
        return f"{source} discards {what}" if event.source.startswith(("hand", "second")) else f"Discarded: {what}"
    return f"{what} from {source} to {target}"


def _place(place: str, names: Sequence[str]) -> str:
    if place.startswith(("hand ", "second hand ")):
        return names[int(place.rsplit(maxsplit=1)[-1])]
    return {"aside": "the table", "coming": "Cassy", "deck": "the deck", "discards": "the discards"}.get(
        place, "the table"
    )


def _ability(ability: str, target: int | None, row: int | None, names: Sequence[str]) -> str:
    words = ability.replace("-", " ").title().replace("Ex ", "EX ")
    return words + (f" at {names[target]}" if target is not None else " in row 2" if row == 1 else "")


def _said(said: Statement | None) -> str:
    return statement_words(said.number, said.colour, said.pair) if said else "nothing"


def _verdict(verdict: str, hand: str | None) -> str:
    if verdict != "lie":
        return verdict
    return f"a lie, it is {'nothing' if hand is None else f'a {claim_name(hand)}'}"


def _who(owner: int | str, names: Sequence[str]) -> str:
    return names[owner] if isinstance(owner, int) else f"the {owner}"


def _name(seat: int | None, names: Sequence[str]) -> str:
    return "nobody" if seat is None else names[seat]


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
