"""What is ours is said to players: in the rulebook, in `source` of the content, in the terminal.

The tables here are what the numbered rules say, row by row; they are not made from the content itself.
"""

from __future__ import annotations

import json

import pytest

import pandarium
from pandarium.core.content import read_pack
from pandarium.core.message import catalogue
from pandarium.games.pandante.terminal.pages import card_text
from pandarium.games.pandante.terminal.table import PALETTE, champion_lines
from pandarium.games.pandante.view.table import Card
from pandarium.games.pilfering.terminal.panels import abilities
from pandarium.kit.content_list import Part, entries_of, whose
from pandarium.kit.language import languages
from pandarium.kit.rulebook import Rulebook
from pandarium.tui.drawing import list_ours, list_pack

OUR_RULES = {
    "pilfering": "C2 C3 C5 C6 C7 C8 S5 T5 A8 A14 V1 F2 F3 F4 F5",
    "pandante": "S2 6 7 9 31 K5 K6 K7 K8 K9 K10 K11 K12 P4 P5 P6 DD1 DD3",
    "wildstyle": "C1 C2 S1 12 13 31 40 41",
    "royale": "10",
}
"""Rules that are our own, or hold a ruling of our own where the published ones are silent."""

OURS: dict[str, dict[str, set[str]]] = {
    "pilfering": {
        "ours": {
            *("suit.y", "suit.g", "suit.b", "suit.p", "points"),
            *("meerkat.Tiko", "meerkat.Suri", "meerkat.Bram", "panda.charming", "panda.crafty"),
            *("plan.torch", "plan.muddy", "plan.early", "plan.gate"),
        },
        "suits": {"meerkat.Nenal", "meerkat.Aria"},
        "name": {"panda.greedy", "panda.sneaky"},
        "details": {"plan.rummage", "plan.back-door", "plan.caring"},
    },
    "pandante": {
        "ours": {
            *("colour.purple", "casino.PD-K10", "casino.PD-K11", "casino.PD-K12"),
            *("champion.orange", "champion.red", "champion.purple", "stakes"),
        },
        "details": {f"casino.PD-K{number}" for number in (5, 6, 7, 8, 9)},
    },
    "wildstyle": {
        "ours": {"icon.S", "icon.R", "icon.A", "icon.F", "icon.M", "icon.P", "boards"},
        "details": {"objective.station_snake"},
    },
    "royale": {},
}
"""What is ours of each game's content: as a whole, or that part of it."""

PRINTED = {
    "pilfering": {
        *("suit.r", "panda.sharing", "panda.greedy", "panda.sneaky"),
        *("plan.rummage", "plan.back-door", "plan.caring"),
    },
    "pandante": {
        *("casino.PD-K7", "casino.PD-K8", "casino.PD-K9"),
        *("champion.green", "champion.blue", "champion.black"),
    },
    "wildstyle": set[str](),
    "royale": {"die.y6"},
}
"""What the published rules state; nothing else may claim so."""

GAMES = sorted(OUR_RULES)


@pytest.mark.parametrize("name", GAMES)
def test_the_rulebook_says_what_is_ours_and_nothing_else(name: str) -> None:
    game = pandarium.game(name)
    marked = {rule.id for rule in Rulebook.of(game).rules if "*Ours:*" in rule.text}
    assert marked == {f"{game.meta.prefix}-{rule}" for rule in OUR_RULES[name].split()}


@pytest.mark.parametrize("name", GAMES)
def test_the_content_claims_printed_only_for_what_the_rules_state(name: str) -> None:
    entries = entries_of(pandarium.game(name))
    assert {one.code for one in entries if one.source == "printed"} == PRINTED[name]
    found: dict[str, set[str]] = {}
    for one in entries:
        if one.source == "ours" or one.ours:
            found.setdefault("ours" if one.source == "ours" else one.ours, set()).add(one.code)
    assert found == OURS[name]


@pytest.mark.parametrize("name", GAMES)
def test_an_entry_names_a_rule_of_the_book(name: str) -> None:
    game = pandarium.game(name)
    book = {rule.id for rule in Rulebook.of(game).rules}
    assert {one.rule for one in entries_of(game)} <= book


@pytest.mark.parametrize("name", GAMES)
def test_the_browser_has_words_for_all_that_is_ours(name: str) -> None:
    """In English they are the content's own; names of people and places are the same in every language."""
    game = pandarium.game(name)
    words = json.loads((game.folder / "web" / "words" / "en.json").read_text(encoding="utf-8"))
    told = {key: text for key, text in words.items() if key.startswith(f"{name}.box.")}
    ours = [one for one in entries_of(game) if one.source == "ours" or one.ours]
    texts = {f"{name}.box.{one.code}.text": one.text for one in ours if one.text}
    names = {f"{name}.box.{one.code}": one.name for one in ours}
    assert texts.items() <= told.items()
    assert told.items() <= (texts | names).items()


def test_every_part_has_its_words_in_every_language() -> None:
    notes = [whose("ours"), *(whose("printed", part) for part in Part.__args__ if part)]
    for language in languages():
        words = catalogue("core", language)
        assert all(note is not None and note.code in words for note in notes)


def test_the_terminal_marks_a_panda_where_it_is_described() -> None:
    """PP-C6: Charming is ours, of Greedy only the name, nothing of Sharing."""
    found = abilities()
    assert found["charming"].endswith("[Ours: the box has its own.]")
    assert found["greedy"].endswith("[The name is ours: the box has its own.]")
    assert "ours" not in found["sharing"].lower()


def test_the_terminal_marks_a_casino_of_ours_but_not_one_of_a_pack() -> None:
    """PD-K10, and what a pack puts in its place."""
    ours = card_text(Card("Big Stakes Room", "Bets and upgrades cost twice as much.", "PD-K10"))
    assert str(ours).endswith("[Ours: the box has its own.]")
    assert str(card_text(Card("Real Room", "As printed.", "PD-K10", "PD-K10", "printed"))) == "As printed."
    theirs = card_text(Card("Suite", "Dear.", "PD-K10", "suite", "ours"))
    assert str(theirs) == "Dear. [Ours: the box has its own.]"


def test_the_terminal_marks_champions_of_ours_where_they_are_chosen() -> None:
    """PD-P4 to PD-P6."""
    state = pandarium.game("pandante").start(2, {"champions": True}, seed=1)
    shown = "\n".join(str(line) for line in champion_lines(state.view(0), ["Ada", "Bo"], 77, PALETTE.bright))
    assert "* ours" in shown
    assert all(f"{name}*" in shown for name in ("Tangerino, orange", "Rubiana, red", "Mulberrimo, purple"))
    assert "Fern, black " in shown


def test_the_terminal_shows_a_packs_champions_with_their_own_marks() -> None:
    """PD-S4: names, words and marks of the pack, where champions are chosen."""
    pack = read_pack(pandarium.game("pandante").folder / "content")
    for champion in pack["champions"]["champion"]:
        if champion["colour"] == "orange":
            champion.update(name="Clementine", text="Upgrades for nothing.", source="printed")
            champion["effects"] = {"free_upgrades": True}
        if champion["colour"] == "black":
            champion["source"] = "ours"
    state = pandarium.game("pandante").start(2, {"champions": True}, seed=1, content=pack)
    shown = "\n".join(str(line) for line in champion_lines(state.view(0), ["Ada", "Bo"], 77, PALETTE.bright))
    assert "Clementine, orange " in shown
    assert "Upgrades for nothing. (PD-P6)" in shown
    assert "Tangerino" not in shown
    assert "Fern, black*" in shown


def test_a_page_of_the_terminal_lists_all_that_is_ours() -> None:
    page = str(list_ours(entries_of(pandarium.game("pilfering"))))
    assert "Torch Beam" in page
    assert "Nenal" in page
    assert "Sharing Panda" not in page
    assert not list_ours(entries_of(pandarium.game("royale")))


def test_a_page_of_the_terminal_lists_the_cards_of_a_pack() -> None:
    """Those that are not the game's own, and with the game's own content no page at all."""
    game = pandarium.game("pandante")
    pack = read_pack(game.folder / "content")
    dear = {"id": "suite", "name": "Suite", "text": "Dear.", "source": "ours", "effects": {"stake_factor": 3}}
    pack["casinos"]["casino"].append(dear)
    own = entries_of(game)
    assert str(list_pack(entries_of(game, pack), own)) == "Suite: Dear. (PD-K10)\n"
    assert not list_pack(own, own)
