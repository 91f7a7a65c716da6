"""The protocol as TypeScript: what the web client is checked against."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandarium import protocol
from pandarium.protocol.typescript import main, typescript

CLIENT = Path(__file__).parents[2] / "web" / "src" / "lib" / "protocol.ts"


def interface(name: str) -> str:
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", typescript(), re.DOTALL | re.MULTILINE)
    assert found, name
    return found[1]


def test_the_web_client_has_the_types_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(CLIENT)]) == 0, capsys.readouterr().err


def test_every_message_and_reply_is_there_with_its_tag() -> None:
    for kind in (*protocol.AnyMessage.__args__, *protocol.AnyReply.__args__):
        assert f"  type: '{kind.__struct_config__.tag}';" in interface(kind.__name__)


def test_every_name_that_is_used_is_defined() -> None:
    text = typescript()
    defined = set(re.findall(r"export (?:interface|type) (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+\b", re.sub(r"'[^']*'|//.*", "", text)))
    assert used - defined == {"Record"}  # TypeScript's own


def test_what_a_request_need_not_say_is_optional() -> None:
    assert "  game: string;" in interface("NewTable")
    assert "  bots?: string[];" in interface("NewTable")


def test_a_file_that_says_something_else_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "protocol.ts"
    assert main(["--check", str(file)]) == 1
    assert main(["--write", str(file)]) == 0
    assert main(["--check", str(file)]) == 0
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert main(["--check", str(file)]) == 1
    assert f"--write {file} mends it" in capsys.readouterr().err


def test_without_a_word_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert capsys.readouterr().out == typescript()
