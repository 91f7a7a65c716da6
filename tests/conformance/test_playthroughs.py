"""Every playthrough on file is what the code plays today.

When a change of behaviour is meant, `python -m pandarium.testing --write-playthroughs` writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import pandarium
from pandarium.testing import playthrough, write_playthroughs
from pandarium.testing.playthrough import FIRST_LINE, Header

from .hidden_card import HiddenCard
from .leaks import ViewShowsTheCard

pytestmark = pytest.mark.conformance

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_playthrough_on_file_is_played_today(file):
    text = file.read_text(encoding="utf-8")
    assert playthrough(*Header.read(text, file.name)).splitlines() == text.splitlines()


def test_each_game_in_the_box_has_playthroughs_for_every_option():
    here = Path(pandarium.__file__).parent / "games"
    headers = [Header.read(file.read_text(encoding="utf-8"), file.name) for file in FILES]
    for meta in (pandarium.meta(name) for name in pandarium.names() if (here / name).is_dir()):
        found = [header for header in headers if header.game == meta.name]
        assert any(not header.options for header in found)
        for option in meta.options:
            for choice in option.choices:
                assert choice == option.default or any(header.options.get(option.name) == choice for header in found)


def test_a_seat_sees_what_spectators_do_not():
    text = playthrough(HiddenCard(), 2, 5)
    assert "seat 0 sees besides\n      you: 0\n      cards[0]: " in text
    assert "may play: bet 2 | bet 3 | swap | show" in text
    assert "== outcome: " in text


def test_a_long_game_is_told_in_full_only_at_first():
    whole, brief = playthrough("royale", 2, 1), playthrough("royale", 2, 1, in_full=3)
    assert Header.read(brief, "brief").in_full == 3
    assert brief.count("\n== move ") == whole.count("\n== move ")
    assert brief.splitlines()[-1] == whole.splitlines()[-1]
    assert 0 < brief.count(" may play: ") < whole.count(" may play: ")
    assert brief.count("all that is seen") == brief.count("\n== move ") - 3 - 1  # the end is told in full again


def test_nothing_changes_unseen_where_a_game_is_not_told_in_full():
    one, other = (playthrough(game(), 2, 5, in_full=0).splitlines() for game in (HiddenCard, ViewShowsTheCard))
    changed = [before for before, after in zip(one, other, strict=True) if before != after]
    assert any("all that is seen" in line for line in changed)


def test_playthroughs_are_written_anew_only_where_they_changed(tmp_path):
    right = playthrough("royale", 2, 1)
    (tmp_path / "a.txt").write_text(right, encoding="utf-8")
    (tmp_path / "b.txt").write_text(right.replace("rolls y6", "throws y6"), encoding="utf-8")
    assert write_playthroughs(tmp_path) == [tmp_path / "b.txt"]
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == right


@pytest.mark.parametrize(
    "text", ["", "hello", FIRST_LINE, f"{FIRST_LINE}\ngame: royale\nseats: two\nseed: 1\noptions: {{}}"]
)
def test_a_file_that_is_no_playthrough_is_named(tmp_path, text):
    (tmp_path / "odd.txt").write_text(text, encoding="utf-8")
    with pytest.raises(pandarium.BadData, match=r"odd\.txt: not a playthrough"):
        write_playthroughs(tmp_path)
