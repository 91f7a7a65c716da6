"""The pages that say what every byte and number means."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import pandarium

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from learning_reference import main, page

PAGES = ROOT / "docs" / "learning"


@pytest.mark.parametrize("name", ["leduc", "pandante", "pilfering", "royale", "wildstyle"])
def test_the_page_is_what_the_layouts_say(name):
    written = (PAGES / f"{name}.md").read_text("utf-8")
    assert written == page(pandarium.game(name)), "run python tools/learning_reference.py --write docs/learning"


def test_a_page_names_every_byte_and_every_number(capsys):
    assert main(["leduc"]) == 0
    said = capsys.readouterr().out
    assert "| 6–9 | first round | category to 3 | moves in order: 1 fold, 2 call, 3 raise; then 0 |" in said
    assert "| 2 | raise |" in said
    assert "It holds everything that the seat has seen since the deal." in said


def test_an_unknown_game_is_refused_with_a_sentence(capsys):
    assert main(["ludo"]) == 2
    assert "ludo" in capsys.readouterr().err
