"""What is going on at a table, in a line: for the terminal's drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pandarium.games.pandante.tournament import STAKES
from pandarium.games.pandante.view.table import Announced, PandanteView, Player
from pandarium.games.pandante.words.labels import a_hand, statement_words

Words = Callable[[PandanteView, Sequence[str]], str]

AWAY = {"eliminated": "is out", "left": "has left", "empty": "not in yet"}
"""PD-G1, PD-G2: how somebody stands who is not in the game."""


def best_words(view: PandanteView) -> str:
    """What the viewer's own cards are worth now, and whether the claim on the board is a lie."""
    if view.yours is None or view.you is None:
        return ""
    me = view.players[view.you]
    if not me.hand and not me.second_hand:
        return "you are out of this gambit" if me.folded or me.sits_out or me.away else "no cards yet"
    true = view.yours.true_claims
    best = f"your best hand is {a_hand(true[-1])}" if true else "you have no hand yet"
    if me.claim is None or me.folded:
        return best
    return f"{best}, your claim is {'true' if me.claim in true else 'a lie'}"


# How a player stands


def standing(view: PandanteView, seat: int, wide: bool) -> str:
    """How a player stands, the weightiest first; with more room also what they can do."""
    player = view.players[seat]
    return ", ".join([*_fate(view, player, wide), *(_more(player) if wide else ())])


def _fate(view: PandanteView, player: Player, wide: bool) -> Iterator[str]:
    if player.away:
        yield AWAY[player.away]
    elif player.sits_out:
        yield "sits out with the Gold Fairy" if wide else "fairy"
    elif player.slept:
        yield "asleep"
    elif player.folded:
        yield "folded"
    if player.showdown is not None:
        yield player.showdown.upper() if player.showdown == "hotseat" else player.showdown
    if player.below_zero:
        yield "below 0"
    if view.phase == "challenge" and player.ready:
        yield "has chosen"
    if player.said is not None:
        yield f'"{_said(player)}"'
    if player.runes:
        yield f"{player.runes} rune{'s' * (player.runes > 1)}"
    if player.extra:
        yield "3 cards next"


def _more(player: Player) -> Iterator[str]:
    if player.champion is not None:
        yield f"{player.champion.name} ({player.colour})"
    if player.staked:
        yield f"{player.staked} on the board"


def _said(player: Player) -> str:
    said = player.said
    return "" if said is None else statement_words(said.number, said.colour, said.pair)


# What is decided now


def what_now(view: PandanteView, names: Sequence[str]) -> str:
    """What is decided now, by whom, and for how much."""
    words = _NOW.get(view.phase)
    if words is not None:
        return _sentence(words(view, names))
    if view.discard_to is not None:
        return f"{_who(view, names)} to {view.discard_to} {_cards(view.discard_to)}: {_what(view)}"
    return ""


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _bet(view: PandanteView, names: Sequence[str]) -> str:
    street = {"splash": "Splash", "paws": "Paws", "tail": "Tail"}[view.street]
    price = f"{view.yours.bet_price} gold" if view.yours else "gold"
    return f"The {street}: {_who(view, names)} {_s(view, 'put')} {price} on a claim, or {_s(view, 'fold')} (PD-3)"


def _snack(view: PandanteView, names: Sequence[str]) -> str:
    price = view.yours.snack_price if view.yours else None
    if price is None:
        return f"Snacks: free for the highest claim, others pay for each space below (PD-5); {_who(view, names)} next"
    return f"A snack costs you {f'{price} gold' if price else 'nothing'}: draw one, discard one (PD-5)"


def _announce(view: PandanteView, names: Sequence[str]) -> str:
    left = view.abilities_left
    who = _who(view, names)
    return f"Abilities: {who} may announce {left} {'more' if view.abilities else ''}".rstrip() + " (PD-7)"


def _pay(view: PandanteView, names: Sequence[str]) -> str:
    price = view.yours.pay_price if view.yours else None
    gold = f"{price} gold" if price is not None else "gold"
    otherwise = {"raise": "folds (PD-L1)", "dilemma": "takes a new hand (PD-D1)"}[view.phase]
    if view.you is not None and view.turn == view.you:
        otherwise = otherwise.replace("folds", "fold").replace("takes", "take")
    performer = "" if view.performer is None else f"{_owner(view, names, view.performer)} "
    ability = view.phase.capitalize()
    return f"{performer}{ability}: {_who(view, names)} {_s(view, 'pay')} {gold} to the pot or {otherwise}"


def _replace(view: PandanteView, names: Sequence[str]) -> str:
    price = view.yours.pay_price if view.yours else None
    cost = f" for {price} gold" if price else ""
    return f"Add: {_who(view, names)} may put a new card in the sixth place{cost} (PD-L4)"


def _challenge(view: PandanteView, names: Sequence[str]) -> str:
    if view.hotseat is None:
        return ""
    player = view.players[view.hotseat]
    claim = a_hand(player.claim) if player.claim else "a hand"
    said = f", {_said(player)}" if player.said else ""
    if view.hotseat == view.you:
        return f"YOU ARE IN THE HOTSEAT with {claim}{said}. Does anyone challenge? (PD-21)"
    return f"HOTSEAT: {names[view.hotseat]} has {claim}{said}, or not? (PD-21)"


def _upgrade(view: PandanteView, names: Sequence[str]) -> str:
    price = view.yours.upgrade_price if view.yours else None
    cost = "" if price is None else f" for {price} gold" if price else " for nothing"
    return f"Upgrades: {_who(view, names)} may claim more{cost} (PD-8)"


def _between(view: PandanteView, names: Sequence[str]) -> str:
    if view.options["gambling"] == "tournament":
        return "Between gambits: the clock says whether the stakes rise (PD-G3)"
    if view.turn is not None and view.players[view.turn].away:
        return f"Between gambits: {_who(view, names)} may buy in or stay away (PD-G2)"
    return f"Between gambits: {_who(view, names)} may stay or leave (PD-G2)"


def _over(view: PandanteView, names: Sequence[str]) -> str:
    if view.outcome is None:
        return ""
    if STAKES in view.options:
        return "The gambit is over (PD-G3)"
    winners = " and ".join(names[seat] for seat in view.outcome.winners)
    return f"{winners} {'win' if len(view.outcome.winners) > 1 else 'wins'} the game"


def _plain(words: str) -> Words:
    return lambda view, names: words.format(
        who=_who(view, names), s="" if _mine(view) else "s", champion=_champion(view)
    )


_NOW: dict[str, Words] = {
    "champions": _plain("{who} choose{s} a champion (PD-P1 to PD-P6)"),
    "between gambits": _between,
    "cassy": _plain("{champion}: {who} choose{s} which card comes next (PD-P2)"),
    "bet": _bet,
    "snack": _snack,
    "place snack": _plain("A snack for one of two hands: {who} choose{s} (PD-K6)"),
    "drop hand": _plain("{who} discard{s} one of two hands (PD-K6)"),
    "fern": _plain("{champion}: {who} may take the fifth card for one of the hand (PD-P3)"),
    "announce": _announce,
    "raise": _pay,
    "dilemma": _pay,
    "reveal": _plain("Draw: {who} turn{s} one of the cards face up (PD-L2)"),
    "top": _plain("{who} put{s} a card on top of the deck"),
    "lower": _plain("New Hand: {who} may lower the claim by one space (PD-L3)"),
    "replace": _replace,
    "long shot": _plain("Long Shot: {who} may stay or fold (PD-D6)"),
    "rearrange": _plain("Rearrange: {who} choose{s} the order of the deck's top (PD-K4)"),
    "upgrade": _upgrade,
    "tie-break": _plain("A tie for the highest claim: {who} must say more (PD-9)"),
    "challenge": _challenge,
    "coin": _plain("{who} won alone: a lie that is shown takes the Panda Coin (PD-32)"),
    "over": _over,
}


def _what(view: PandanteView) -> str:
    return {
        "discard extra": "the third card goes (PD-L6)",
        "discard snack": "the snack is paid with a card (PD-5)",
        "discard treat": "a treat of the house (PD-K2)",
        "discard leaf": f"{_champion(view)}'s extra card goes (PD-P1)",
    }.get(view.phase, "the others go")


def _champion(view: PandanteView) -> str:
    """The name of the champion whose player decides."""
    card = None if view.turn is None else view.players[view.turn].champion
    return "Champion" if card is None else card.name


def _mine(view: PandanteView) -> bool:
    return view.you is not None and view.turn == view.you


def _who(view: PandanteView, names: Sequence[str]) -> str:
    if view.discard_to is not None:
        return "Discard down" if _mine(view) else f"{_named(view, names)} discards down"
    return "you" if _mine(view) else _named(view, names)


def _named(view: PandanteView, names: Sequence[str]) -> str:
    return "somebody" if view.turn is None else names[view.turn]


def _owner(view: PandanteView, names: Sequence[str], seat: int) -> str:
    return "Your" if seat == view.you else f"{names[seat]}'s"


def _s(view: PandanteView, verb: str) -> str:
    return verb if _mine(view) else f"{verb}s"


def _cards(number: int) -> str:
    return "card" if number == 1 else "cards"


# What else there is to know


def facts(view: PandanteView, names: Sequence[str]) -> str:
    """Abilities under way, cards that lie aside, that are coming or on top of the deck."""
    parts = [*_stakes(view)]
    if view.abilities:
        who = "" if view.performer is None else f"{_owner(view, names, view.performer)} "
        parts.append(f"{who}abilities: {', '.join(_ability(one, names) for one in view.abilities)}")
    if view.aside:
        parts.append(f"just drawn: {_listed(view.aside)}")
    if view.yours is not None and view.yours.coming:
        parts.append(f"coming: {_listed(view.yours.coming)}")
    if view.top:
        parts.append(f"on top of the deck: {_listed(view.top)}")
    parts.append(f"{view.deck} in the deck, {view.discards} discarded")
    return _sentence("; ".join(parts))


def _stakes(view: PandanteView) -> Iterator[str]:
    """What a challenge would cost, or what was chosen in secret."""
    if view.yours is None:
        return
    if view.yours.challenges is not None:
        yield f"you chose to {'challenge' if view.yours.challenges else 'let it pass'}, and nobody knows"
    elif view.yours.challenge_price is not None and view.you in view.actors:
        price, gain = view.yours.challenge_price, view.yours.challenge_gain
        yield f"a wrong challenge costs you {price} gold, a liar pays you {gain} (PD-22)"


def _ability(announced: Announced, names: Sequence[str]) -> str:
    words = announced.ability.replace("-", " ").title().replace("Ex ", "EX ")
    if announced.seat is not None:
        words += f" at {names[announced.seat]}"
    if announced.row:
        words += " in row 2"
    return f"{words} {'✓' if announced.state == 'done' else '…' if announced.state == 'under way' else ''}".rstrip()


def _listed(cards: Sequence[str | None]) -> str:
    return " ".join("??" if card is None else card for card in cards)
