"""The command `mcp`: what it does is tested in tests/learn."""

from __future__ import annotations

import sys

import pytest

from cli.conftest import Pandarium


def test_without_the_extra_it_says_what_to_install(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["mcp", *(name for name in sys.modules if name.startswith("mcp."))]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "pandarium.learn.mcp_server", raising=False)
    ran = pandarium("mcp")
    assert ran.code == 2
    assert ran.line.endswith("language models play by the library mcp: pip install 'pandarium[mcp]'")
