from __future__ import annotations

from pathlib import Path

import pytest

import pandarium as package
from cli.conftest import Pandarium
from pandarium import bots


def test_a_page_about_strength(pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(package.game("royale")), "bots", lambda _: {"easy": bots.RandomBot})
    words = ["strength", "royale", "--games", 4, "--workers", 1]
    shown = pandarium(*words)
    assert shown.code == 0
    assert shown.out.startswith("# How strong the bots of Panda Royale are")
    written = pandarium(*words, "--write", tmp_path / "page.md")
    assert written.out == f"Written: {tmp_path / 'page.md'}\n"
    page = (tmp_path / "page.md").read_text()
    more = ", each with its command, in [royale.csv](page/royale.csv)"
    assert page.replace(f" --write {tmp_path / 'page.md'}", "").replace(more, "").rstrip() == shown.out.rstrip()
    assert (tmp_path / "page" / "royale.csv").is_file()
