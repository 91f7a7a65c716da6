"""What docs/environments.md shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_the_sessions_of_the_page_go_as_shown(capsys):
    shown = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL))
    session = doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) > 30
    result = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(session)
    assert result.failed == 0, capsys.readouterr().out
