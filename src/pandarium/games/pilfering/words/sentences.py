"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.pilfering.view import events as seen
from pandarium.games.pilfering.words.labels import card_name, card_names

PLAN_NAMES = {
    "rummage": "Rubbish Rummage",
    "back-door": "Back Door Trade",
    "caring": "Sharing is Caring",
    "torch": "Torch Beam",
    "muddy": "Muddy Paws",
    "early": "Early Rounds",
    "gate": "Locked Gate",
}
_KEEPER_WORDS = {
    "set": "for the trade",
    "keys": "for Keys",
    "discard": "chasing a Key",
    "pick-up": "for the pick-up",
    "suspicion": "for raised suspicion",
    "turn": "at the end of the turn",
    "torch": "by torch light",
    "final": "for what was dropped",
    "card": "as a card says",
}
_PANDA_WORDS = {"bonus": " for all three favourites", "card": " as a card says"}
_ENDINGS = {
    "escaped": "The pandas are out of the zoo!",
    "caught": "The keeper has caught the pandas.",
    "timer": "Time is up, and the pandas are still here.",
    "no cards": "The deck is empty, and a card was needed.",
    "final check": "The pandas dropped too much: caught at the fence.",
    "not ready": "Nothing left to trade, and the way is not free.",
}


def _the(card: str | None, article: str = "the") -> str:
    """A card with its article; where nobody knows it, as at a real table, any."""
    if not card:
        return "a card" if article.islower() else "A card"
    return f"{article} {card_name(card)}"


def sentence(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.ChosePanda(seat, panda):
            return f"{names[seat]} is the {panda.capitalize()} Panda"
        case seen.Dealt(seat, count, cards):
            return f"{names[seat]} is dealt {card_names(cards) if cards else f'{count} cards'}"
        case seen.MetPlan(plan):
            return f"{PLAN_NAMES[plan]} came up too soon and is shuffled back in"
        case seen.DeclinedStart(seat):
            return f"{names[seat]} would rather not start"
        case seen.BeganTurn(seat, number):
            return f"Turn {number}: {names[seat]}"
        case seen.Drew(seat, card):
            return f"{names[seat]} draws {_the(card)}"
        case seen.PickedUp(seat, cards, way):
            what = card_names(cards) if all(cards) else "a card" if len(cards) == 1 else f"{len(cards)} cards"
            return f"{names[seat]} takes {what} from the Hideout" + ("" if way == "plain" else f" ({way})")
        case seen.Suspicion(seat, side):
            return f"{names[seat]} is under suspicion (+{side})"
        case seen.UsedAbility(seat, panda):
            return f"{names[seat]} uses the {panda.capitalize()} Panda's ability"
        case seen.PlayedCards(seat, how, area, cards, _, bonus):
            what = {"set": "trades", "reuse": "goes on with", "extend": "adds", "left": "trades at the back door"}[how]
            return f"{names[seat]} {what} {card_names(cards)} in area {area + 1}" + (" (bonus)" if bonus else "")
        case seen.MovedPanda(by, to, why):
            return f"Pandas {by:+d} to {to}{_PANDA_WORDS.get(why, '')}"
        case seen.MovedKeeper(by, to, why):
            return f"Keeper {by:+d} to {to} {_KEEPER_WORDS[why]}"
        case seen.ReachedLimit(area):
            return f"Area {area + 1} has reached its limit"
        case seen.SwappedKey(seat, area, place, card):
            return f"{names[seat]} swaps the Key in area {area + 1}, place {place + 1}, for the {card_name(card)}"
        case seen.DiscardedKey(seat):
            return f"{names[seat]} throws a Key away"
        case seen.DutyDone(_, card):
            return f"{_the(card, 'The')} is played, as it had to be"
        case seen.AreaWatched(area):
            return f"Suspicion now rests on area {area + 1}"
        case seen.Stashed(seat, card):
            return f"{names[seat]} stashes {_the(card)}"
        case seen.ToppedUp(card):
            return f"{_the(card, 'The')} comes into the Hideout"
        case seen.SecretMoved(card):
            return f"The Secret Stash gives {_the(card)}"
        case seen.SecretFilled(card):
            return f"{_the(card, 'The')} comes into the Secret Stash"
        case seen.WentOut(seat):
            return f"{names[seat]} is out"
        case seen.TimerTurned(seat, 0, time_up):
            return f"{names[seat]} takes the Timer: {time_up} quarter turns to go"
        case seen.TimerTurned(seat, quarters, time_up):
            return f"The Timer, with {names[seat]}, has made {quarters} of {time_up} quarter turns"
        case seen.PlayedOn(seat):
            return f"{names[seat]} decides to play on"
        case seen.FinalCheck(_, cost):
            return f"The pandas run, and drop food worth {cost}"
        case seen.FoiledPlan(seat, plan):
            return f"Foiled! {names[seat]} meets {PLAN_NAMES[plan]}"
        case seen.NoEffect(_, plan):
            return f"{PLAN_NAMES[plan]} changes nothing"
        case seen.Rummaged(seat, card):
            return f"{names[seat]} finds {_the(card)} in the rubbish"
        case seen.PlacedCard(seat, area, card):
            return f"{names[seat]} leaves {_the(card)} in area {area + 1}"
        case seen.DoorClosed(seat):
            return f"{names[seat]} makes no Back Door Trade"
        case seen.WashedAway(card):
            return f"{_the(card, 'The')} is lost in the mud"
        case seen.Offered(seat, other, card):
            return f"{names[seat]} shares {_the(card)} with {names[other]}"
        case seen.Exchanged(seat, given, other, taken):
            if given and taken:
                return f"{names[seat]} gives the {card_name(given)}, {names[other]} the {card_name(taken)}"
            return f"{names[seat]} and {names[other]} swap a card"
        case seen.TradedSecret(seat, given, taken):
            return f"{names[seat]} swaps {_the(given)} for {_the(taken)} of the Secret Stash"
        case seen.Ended(_, how):
            return _ENDINGS[how]
    return ""
