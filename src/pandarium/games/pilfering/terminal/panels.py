"""What lies next to the table in the terminal: where every card is, the areas in full, who the pandas are."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pandarium.games.pilfering.content import own_content
from pandarium.games.pilfering.engine.cards import SUIT_LETTERS
from pandarium.games.pilfering.view import PilferingView
from pandarium.games.pilfering.words.labels import SUIT_NAMES, card_name
from pandarium.kit.content_list import remark
from pandarium.kit.terminal_drawing import Inks, Row, grid

NUMBERS = range(1, 10)
UNSEEN = "·"


def list_cards(view: PilferingView, inks: Inks) -> list[Text]:
    """Every card by suit and number, and where it is as far as the viewer knows."""
    where = find_cards(view)
    rows: list[Row] = []
    for suit in SUIT_LETTERS:
        name: Row = [Text(f"{suit} {SUIT_NAMES[suit]}", style=inks[suit])]
        rows.append(name + [where.get(f"{suit}{number}", UNSEEN) for number in NUMBERS])
    keys = [place for card, place in _places(view) if card == "key"]
    legend = "1 2: in that area, h: Hideout, s: Secret Stash, x: in the box, me: your hand, A to D: known in that hand"
    return [
        *grid(["", *map(str, NUMBERS)], rows),
        Text(f"Keys seen: {', '.join(keys) if keys else 'none'}"),
        Text(legend, style="dim"),
    ]


def find_cards(view: PilferingView) -> dict[str, str]:
    """Where each Loot card is that the viewer has seen."""
    return {card: place for card, place in _places(view) if card != "key"}


def _places(view: PilferingView) -> list[tuple[str, str]]:
    found = [(card, "x") for card in view.box]
    for seat, player in enumerate(view.players):
        mark = "me" if seat == view.you else "ABCD"[seat]
        found += [(card, mark) for card in (player.hand if player.hand is not None else player.known)]
    found += [(card, str(number)) for number, area in enumerate(view.areas, 1) for card in area.cards]
    found += [(card, "h") for card in view.hideout]
    return found + [(card, "s") for card in view.secret]


def list_areas(view: PilferingView, inks: Inks) -> list[Text]:
    """Both areas: every set, what the Keys may stand for (PP-A8), what fits next."""
    lines: list[Text] = []
    for number, area in enumerate(view.areas, 1):
        likes = ", ".join(SUIT_NAMES[suit] for suit in area.likes)
        lines.append(Text(f"{number} {area.meerkat}, likes {likes}", style="bold"))
        for one in area.sets:
            cards = area.cards[one.start : one.start + one.length]
            kinds = " or ".join("equal numbers" if kind == "number" else f"run {kind}" for kind in one.kinds)
            bonus = ", all three favourites +1" if one.bonus else ""
            lines.append(Text.assemble("  ", _chips(cards, inks), f"  {kinds}{bonus}"))
        for key in area.keys:
            lines.append(Text.assemble(f"  Key in place {key.place + 1} may be ", _chips(key.readings, inks)))
        if area.cards:
            lines.append(Text.assemble("  extended by ", _chips(area.grows, inks) if area.grows else "nothing"))
            lines.append(Text(f"  a new set begins with: {_say_end(area.end)}"))
        lines.append(Text())
    return lines


def _say_end(end: Sequence[str]) -> str:
    if not end:
        return "any card"
    matches = [f"{SUIT_NAMES[card[0]]} or a {card[1]}" for card in end]
    return "; ".join(matches) if len(matches) <= 4 else f"what matches one of {len(matches)} cards that the Key may be"


def _chips(cards: Sequence[str], inks: Inks) -> Text:
    return Text(" ").join(Text(card, style=inks[card if card == "key" else card[0]]) for card in cards)


def list_people(view: PilferingView, names: Sequence[str]) -> list[Text]:
    """Everyone's panda and what it can do once (PP-C6); the pandas that nobody is."""
    lines: list[Text] = []
    for seat, player in enumerate(view.players):
        panda = player.panda
        who = f"{panda.capitalize()} Panda" if panda else "no panda yet"
        used = "" if player.ability or panda is None else " (used)"
        cards = "out" if player.out else counted(player.cards, "card")
        lines.append(Text(f"{names[seat]}: {who}{used}, {cards}"))
        if panda:
            lines.append(Text(f"  {abilities()[panda]}", style="dim"))
        known = [] if player.hand is not None else player.known
        if known:
            lines.append(Text(f"  seen going into this hand: {', '.join(map(card_name, known))}", style="dim"))
    taken = {player.panda for player in view.players}
    lines += [
        Text(f"{code.capitalize()}: {words}", style="dim") for code, words in abilities().items() if code not in taken
    ]
    return lines


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def abilities() -> dict[str, str]:
    """What each panda can do, by its code; and what of it is ours."""
    pandas = own_content().pack.people.panda
    return {panda.code: panda.ability + remark(panda.source, panda.ours) for panda in pandas}
