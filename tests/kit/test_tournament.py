"""What is said about tournaments: in general words, or in those of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pandarium
from pandarium.core.message import Message, catalogue
from pandarium.kit.tournament import tournament_message

PACKAGE = Path(pandarium.__file__).parent


def test_a_game_says_it_in_its_own_words_and_others_in_ours() -> None:
    gambit = tournament_message("pandante", "winner", name="Ann", deals=7)
    deal = tournament_message("royale", "winner", name="Ann", deals=1)
    assert str(gambit) == "Ann has won after 7 gambits"
    assert gambit.render("de") == "Ann hat nach 7 Gambits gewonnen"
    assert str(deal) == "Ann has won after 1 deal"
    assert deal.render("de") == "Ann hat nach 1 Runde gewonnen"


def test_what_a_game_has_no_word_for_is_said_in_ours() -> None:
    assert tournament_message("pandante", "every_minutes", n=1) == Message("kit.tournament.every_minutes", {"n": 1})


def test_a_name_that_is_no_game_of_ours_finds_no_file() -> None:
    assert str(tournament_message("../core", "chips")) == "chips"


def test_every_word_about_tournaments_is_said_somewhere() -> None:
    sources = [file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py")]
    said = set(re.findall(r'"(\w+)"', "\n".join(sources)))
    words = {code.removeprefix("kit.tournament.") for code in catalogue("kit", "en") if ".tournament." in code}
    assert words - said == set()


def test_one_games_words_stay_in_its_folder() -> None:
    """Deals and chips are for all games; what one calls them stands in its catalogues."""
    own = re.compile(r"gambit", re.IGNORECASE)
    history = PACKAGE / "server" / "store" / "migrations"
    files = [file for kind in ("py", "json") for file in PACKAGE.rglob(f"*.{kind}")]
    outside = [
        file for file in files if not file.is_relative_to(PACKAGE / "games") and not file.is_relative_to(history)
    ]
    assert [file for file in outside if own.search(file.read_text(encoding="utf-8"))] == []
