"""The table that compares the four games says what their pages say."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_scale_of_the_four_games_is_that_of_their_pages() -> None:
    made = runpy.run_path(str(DOCS / "study" / "make_scale.py"))
    lines = made["table"]()
    assert len(lines) == 2 + len(made["GAMES"])
    page = (DOCS / "study.md").read_text("utf-8")
    assert "\n".join(lines) in page, "python docs/study/make_scale.py writes it anew"
    assert (DOCS / "study" / "scale.svg").is_file()
