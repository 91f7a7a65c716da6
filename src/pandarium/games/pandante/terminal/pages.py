"""The pages of the terminal's table: gold, hands with their odds, and the cards in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from pandarium.games.pandante.content import PandanteContentList, own_odds
from pandarium.games.pandante.engine.abilities import ON_A_SIDE
from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.terminal.table import COIN, TRUE
from pandarium.games.pandante.view import PandanteView
from pandarium.games.pandante.view.table import Card
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.games.pandante.words.situation import standing
from pandarium.kit.content_list import remark
from pandarium.kit.rulebook import Rulebook


def gold_page(view: PandanteView, names: Sequence[str]) -> list[Text]:
    """Everybody's gold, the richest first, and how far it is to the target (PD-24)."""
    gambling = view.target is None
    lines = [Text(f"{'player':<18}{'gold':>6}{'won' if gambling else 'to go':>8}  how they stand", style="bold")]
    for seat in sorted(range(len(view.players)), key=lambda seat: -view.players[seat].gold):
        player = view.players[seat]
        name = Text(names[seat], style="bold" if seat == view.you else "")
        name.truncate(17, overflow="ellipsis", pad=True)
        last = player.won if view.target is None else max(0, view.target - player.gold)
        lines.append(Text.assemble(name, f" {player.gold:>6}{last:>8}  {standing(view, seat, wide=True)}"))
    coin = "nobody" if view.coin is None else names[view.coin]
    lines += [Text(), Text(f"{COIN} The Golden Panda Coin is with {coin} (PD-32); D deals.")]
    return lines


def hands_page(view: PandanteView) -> list[Text]:
    """The ten hands, the highest first, with how often each is there among 5 to 8 cards (PD-H1)."""
    table = {odds.cards: odds for odds in own_odds()}
    shown = [cards for cards in (5, 6, 7, 8) if cards in table]
    lines = [Text(f"  {'hand':<18}" + "".join(f"{f'{cards} cards':>10}" for cards in shown), style="bold")]
    for claim in reversed(range(len(CLAIM_CODES))):
        true = view.yours is not None and CLAIM_CODES[claim] in view.yours.true_claims
        odds = "".join(f"{100 * table[cards].held[claim]:>8.3f} %" for cards in shown)
        lines.append(Text(f"{TRUE if true else ' '} {CLAIM_NAMES[claim]:<18}{odds}", style="bold" if true else ""))
    lines += [
        Text(),
        Text(f"How often that number of cards, yours and the table's, holds the hand; {TRUE} you have it now."),
    ]
    return lines


def cards_page(view: PandanteView, names: Sequence[str]) -> list[Text]:
    """Casino, champions and abilities in full."""
    lines: list[Text] = []
    if view.casino is not None:
        lines += [Text(f"{view.casino.name} ({view.casino.rule})", style="bold"), card_text(view.casino), Text()]
    for seat, player in enumerate(view.players):
        if player.champion is not None:
            head = f"{names[seat]} plays {player.champion.name}, {player.colour} ({player.champion.rule})"
            lines += [Text(head, style="bold"), card_text(player.champion), Text()]
    lines.append(Text(f"{str(view.options['abilities']).capitalize()} abilities, two each (PD-7)", style="bold"))
    return [*lines, *ability_lines(dark=view.options["abilities"] == "dark")]


def card_text(card: Card) -> Text:
    """What a card does; and that it is ours, where it is: a pack's card says so itself."""
    if card.source is not None:
        return Text(card.text + remark(card.source, card.ours))
    own = next(
        (one for one in PandanteContentList().entries(None) if (one.rule, one.name) == (card.rule, card.name)), None
    )
    return Text(card.text + (remark(own.source, own.ours) if own is not None else ""))


def ability_lines(dark: bool) -> Iterator[Text]:
    """The six abilities of a side, as the rulebook has them."""
    book = read_rulebook()
    for number in range(1, ON_A_SIDE + 1):
        rule = book.find(f"PD-{'D' if dark else 'L'}{number}")
        yield Text.assemble((f"{rule.title}. ", "bold"), f"{' '.join(rule.text.split())} ({rule.id})")


def read_rulebook() -> Rulebook:
    """The rules in words."""
    return Rulebook.read(Path(__file__).parents[1] / "words" / "rulebook.md")
