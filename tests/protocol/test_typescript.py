"""The protocol as TypeScript: what the web client is checked against."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pandarium import protocol
from pandarium.protocol.typescript import GAMES, PROTOCOL, TYPES, game_types, main, protocol_types

CHECKOUT = Path(__file__).parents[2]


def interface(name: str) -> str:
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", protocol_types(), re.DOTALL | re.MULTILINE)
    assert found, name
    return found[1]


def test_the_web_client_has_the_types_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", str(CHECKOUT)]) == 0, capsys.readouterr().err


def test_every_message_and_reply_is_there_with_its_tag() -> None:
    for kind in (*protocol.AnyMessage.__args__, *protocol.AnyReply.__args__):
        assert f"  type: '{kind.__struct_config__.tag}';" in interface(kind.__name__)


def test_every_name_that_is_used_is_defined() -> None:
    text = protocol_types()
    defined = set(re.findall(r"export (?:interface|type) (\w+)", text))
    used = set(re.findall(r"\b[A-Z]\w+\b", re.sub(r"'[^']*'|//.*", "", text)))
    assert used - defined == {"Record"}  # TypeScript's own


def test_every_struct_of_every_module_of_the_protocol_is_there() -> None:
    files = Path(protocol.__file__).parent.glob("*.py")
    named = {
        name
        for file in files
        for name in re.findall(r"^class (\w+)\(\s*msgspec\.Struct\b", file.read_text(), re.MULTILINE)
    }
    common = {"ClientMessage", "OfflineRequest", "Reply", "TournamentRequest"}  # what several have in common
    defined = set(re.findall(r"export (?:interface|type) (\w+)", protocol_types()))
    assert len(named) > 80
    assert named - defined == common


def test_what_a_request_need_not_say_is_optional() -> None:
    assert "  game: string;" in interface("NewTable")
    assert "  bots?: string[];" in interface("NewTable")


def test_a_file_that_says_something_else_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    protocol_file, game_file = tmp_path / PROTOCOL, tmp_path / GAMES / "royale" / TYPES
    for file in (protocol_file, game_file):
        file.parent.mkdir(parents=True)
    assert main(["--check", str(tmp_path)]) == 1
    assert main(["--write", str(tmp_path)]) == 0
    assert main(["--check", str(tmp_path)]) == 0
    game_file.write_text(game_file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["--check", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert str(game_file) in said
    assert str(protocol_file) not in said
    assert f"--write {tmp_path} mends it" in said


@pytest.mark.parametrize("game", ["pandante", "pilfering", "royale", "wildstyle"])
def test_a_game_has_its_view_its_moves_and_its_events_and_every_name_is_defined(game: str) -> None:
    text = game_types(game)
    defined = set(re.findall(r"export (?:interface|type) (\w+)", text))
    imported = set(re.findall(r"\w+", re.search(r"import type \{(.*)\}", text)[1]))  # type: ignore[index]
    used = set(re.findall(r"\b[A-Z]\w+\b", re.sub(r"'[^']*'|//.*", "", text)))
    assert used - defined - imported <= {"Record"}  # TypeScript's own
    assert ": any;" not in text
    assert "  players: " in text


def test_a_move_is_told_from_a_thing_of_the_same_name_and_arrays_are_tuples() -> None:
    assert "export interface Card {" in game_types("pandante")
    assert "export interface CardMove {" in game_types("pandante")
    assert "export type Rolled = [die: string, value: number];" in game_types("royale")
    assert "  event: 'took';\n  seat: number;\n  die: string;" in game_types("royale")


def test_what_a_game_shares_with_the_protocol_is_imported_and_what_only_sounds_alike_is_not() -> None:
    imports = re.search(r"import type \{(.*)\}", game_types("pandante"))
    assert imports is not None
    assert "Outcome" in imports[1]
    assert "You" not in imports[1]
    assert "export interface You {" in game_types("pandante")
