from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree

import pytest

from cli.conftest import Pandarium, played
from pandarium.core.registry import game as find_game

BAD_WORDS = {
    "unknown command": (["gmaes"], "there is no command called 'gmaes' (did you mean 'games'?)"),
    "unknown command far from any": (["xyzzy"], "choose from: admin, companion, exploit, games, join, ladder, mcp"),
    "unknown group option": (["--fast"], "pandarium has no option --fast"),
    "unknown option": (["play", "royale", "--seat", "3"], "has no option --seat (did you mean --seats?)"),
    "unknown short option": (["games", "-z"], "pandarium games has no option -z"),
    "option without value": (["play", "royale", "--seats"], "--seats needs a value"),
    "flag with value": (["play", "royale", "--plain=yes"], "--plain takes no value"),
    "missing argument": (["rules"], "pandarium rules needs GAME; for example: pandarium rules royale PR-7"),
    "one argument too many": (["rules", "royale", "PR-7", "PR-8"], "has no use for 'PR-8'"),
    "unknown game": (["play", "royal"], "there is no game called 'royal' (did you mean 'royale'?)"),
    "unknown game in rules": (["rules", "chess"], "there is no game called 'chess'"),
    "unknown game in simulate": (["simulate", "royall"], "did you mean 'royale'?"),
    "unknown game in strength": (["strength", "royall"], "did you mean 'royale'?"),
    "unknown rule": (["rules", "royale", "PR-99"], "there is no rule 'PR-99'; choose from: PR-C1, PR-C2"),
    "nothing found": (["rules", "royale", "--search", "submarine"], "no rule of Panda Royale has 'submarine' in it"),
    "nothing looked for": (["rules", "royale", "--search", " "], "--search takes a word"),
    "too many seats": (["play", "royale", "--seats", "11"], "Panda Royale takes 2 to 10 players, not 11"),
    "too few seats": (["play", "royale", "--seats", "1"], "Panda Royale takes 2 to 10 players, not 1"),
    "seats that are no number": (["play", "royale", "--seats", "two"], "--seats takes a whole number of 1 or more"),
    "seats that are endless": (["play", "royale", "--seats", "9" * 5000], "--seats takes a whole number"),
    "children and ten": (["play", "royale", "--seats", "10", "-o", "children=yes"], "takes 2 to 9 players"),
    "too many people": (["play", "royale", "--seats", "2", "--humans", "3"], "--humans takes 0 to 2 with 2 seats"),
    "people below zero": (["play", "royale", "--humans", "-1"], "--humans takes a whole number of 0 or more"),
    "more names than people": (["play", "royale", "--name", "Ann", "--name", "Bo"], "--name is given 2 times"),
    "the same name twice": (["play", "royale", "--humans", "2", "--name", "Bo", "--name", "bo"], "is given twice"),
    "a name like a bot's": (["play", "royale", "--name", "Ann (hard)"], "ends like a bot's"),
    "an empty name": (["play", "royale", "--name", " "], "--name takes 1 to 40 printable characters"),
    "a name that rings": (["play", "royale", "--name", "Ann\x07"], "--name takes 1 to 40 printable characters"),
    "unknown option of the game": (["play", "royale", "-o", "childern=yes"], "did you mean 'children'?"),
    "an option that does nothing then": (
        ["play", "pilfering", "--seats", "3", "-o", "solo_suspicion=yes"],
        "option solo_suspicion of Pilfering Pandas does nothing with 3 players: it is for one player",
    ),
    "and in a simulation": (
        ["simulate", "pilfering", "--seats", "1", "--bots", "random", "-o", "timer=3"],
        "option timer of Pilfering Pandas does nothing with one player: it is for 2 to 4",
    ),
    "unknown value of an option": (["play", "royale", "-o", "children=maybe"], "takes no, yes, not 'maybe'"),
    "option of the game without value": (["play", "royale", "-o", "children"], "--option takes NAME=VALUE"),
    "option of the game twice": (["play", "royale", "-o", "children=no", "-o", "children=yes"], "given twice"),
    "negative seed": (["play", "royale", "--seed", "-1"], "--seed takes a whole number from 0 to"),
    "seed too large": (["play", "royale", "--seed", str(2**63)], "--seed takes a whole number from 0 to"),
    "seed that is no number": (["simulate", "royale", "--seed", "x"], "--seed takes a whole number from 0 to"),
    "unknown level": (["play", "royale", "--bots", "godlike"], "godlike"),
    "empty level": (["play", "royale", "--bots", "random,,random"], "''"),
    "more bots than seats": (["play", "royale", "--seats", "2", "--bots", "random,random"], "2 bots for 1 seat"),
    "unknown level in simulate": (["simulate", "royale", "--bots", "random,godlike"], "godlike"),
    "endless pause": (["play", "royale", "--pause", "1e9"], "--pause takes seconds from 0 to 60"),
    "pause of nan": (["play", "royale", "--pause", "nan"], "--pause takes seconds from 0 to 60"),
    "no games": (["simulate", "royale", "--games", "0"], "--games takes a whole number from 1 to"),
    "no workers": (["simulate", "royale", "--workers", "0"], "--workers takes a whole number from 1 to"),
    "seats in simulate": (["simulate", "royale", "--seats", "11"], "Panda Royale takes 2 to 10 players, not 11"),
    "content that is missing": (["play", "royale", "--content", "/nowhere"], "a content pack is a folder"),
    "content in simulate": (["simulate", "royale", "--content", "/nowhere"], "a content pack is a folder"),
    "picture of no kind": (["simulate", "royale", "--plot", "scores.txt"], "--plot takes a file that ends in"),
    "picture nowhere": (["simulate", "royale", "--plot", "/nowhere/a.png"], "there is no directory /nowhere"),
    "results nowhere": (["simulate", "royale", "--json", "/nowhere/a.json"], "there is no directory /nowhere"),
    "results into a directory": (["simulate", "royale", "--json", "/"], "/ is a directory"),
    "save nowhere": (["play", "royale", "--save", "/nowhere/a.json"], "there is no directory /nowhere"),
    "page nowhere": (["strength", "royale", "--write", "/nowhere/a.md"], "there is no directory /nowhere"),
    "file that is missing": (["replay", "/nowhere.json"], "/nowhere.json: no such file or directory"),
    "file that is a directory": (["verify", "/"], "/: is a directory"),
    "resume of a missing file": (["resume", "/nowhere.json"], "/nowhere.json: no such file or directory"),
    "seats with resume": (["play", "--resume", "a.json", "--seats", "3"], "--seats was settled when the match began"),
    "game's name": (["new-game", "Bad Name"], "a game's name is 2 to 30 lower-case letters"),
    "game's name is Python's": (["new-game", "class"], "is a word of Python"),
    "game's name is taken": (["new-game", "royale"], "there is a game called 'royale' already"),
    "game's title": (["new-game", "dash", "--title", 'a"b'], "--title takes up to 60 letters"),
}


@pytest.mark.parametrize(("words", "part"), BAD_WORDS.values(), ids=BAD_WORDS.keys())
def test_a_mistake_on_the_command_line_is_one_line_and_exit_2(
    pandarium: Pandarium, shelf: Path, words: list[str], part: str
) -> None:
    ran = pandarium(*words)
    assert part in ran.line
    assert ran.code == 2
    assert list(shelf.iterdir()) == []


DEEP = '{"a":' * 100_000 + "1" + "}" * 100_000
GOOD = {"game": "royale", "rules": 1, "seats": 3, "seed": 7, "moves": []}

BROKEN = {
    "empty": ("", "not a Pandarium record"),
    "not JSON": ("panda", "not a Pandarium record"),
    "half": (json.dumps(GOOD)[:30], "not a Pandarium record"),
    "not UTF-8": (b"\xff\xfe{}", "not a Pandarium record"),
    "deep": (DEEP, "unknown field `a`"),
    "deep content": (json.dumps({**GOOD, "content": 0}).replace("0}", DEEP + "}"), "recursion"),
    "a list": ("[]", "Expected `object`"),
    "missing fields": ("{}", "missing required field"),
    "wrong types": (json.dumps({**GOOD, "seats": "three"}), "seats: Expected `int`"),
    "unknown field": (json.dumps({**GOOD, "cheat": True}), "unknown field `cheat`"),
    "unknown game": (json.dumps({**GOOD, "game": "rm -rf"}), "there is no game called 'rm -rf'"),
    "other rules": (json.dumps({**GOOD, "rules": 2}), "played under version 2 of the rules"),
    "control characters": (json.dumps({**GOOD, "game": "a\x1b[31m\nb"}), "there is no game called"),
}


@pytest.mark.parametrize("command", ["replay", "resume", "verify"])
@pytest.mark.parametrize(("text", "part"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_or_hostile_file_is_one_line_and_exit_2(
    pandarium: Pandarium, tmp_path: Path, command: str, text: str | bytes, part: str
) -> None:
    file = tmp_path / "save.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = pandarium(command, file)
    assert part in ran.line
    assert ran.line.isprintable()
    assert ran.code == 2


UNPLAYABLE = {
    "no chance": ({"seed": None}, "neither a seed nor a secret"),
    "seed": ({"seed": -1}, "a seed is a whole number"),
    "seats": ({"seats": 99}, "takes 2 to 10 players, not 99"),
    "seats beyond counting": ({"seats": 10**400}, "takes 2 to 10 players, not 1000"),
    "options": ({"options": {"cheat": True}}, "there is no Panda Royale option called 'cheat'"),
    "content": ({"content": {"dice": 3}}, "content.dice"),
    "moves": ({"moves": [[0, "take everything"]]}, "move 1 ('take everything' by seat 0)"),
    "outcome": ({"outcome": {"winners": [0], "scores": [9, 0, 0], "reason": "I say so"}}, "outcome"),
    "secret": ({"seed": None, "secret": "0" * 64, "commitment": "1" * 64}, "does not hash to the commitment"),
}


@pytest.mark.parametrize("command", ["replay", "resume"])
@pytest.mark.parametrize(("fields", "part"), UNPLAYABLE.values(), ids=UNPLAYABLE.keys())
def test_a_record_that_does_not_hold_is_one_line_and_exit_2(
    pandarium: Pandarium, tmp_path: Path, command: str, fields: dict[str, object], part: str
) -> None:
    file = tmp_path / "save.json"
    file.write_text(json.dumps({**GOOD, **fields}))
    ran = pandarium(command, file)
    assert part in ran.line
    assert ran.code == 2


def test_a_huge_file_is_not_even_read(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(20_000_000)
    assert "larger than 16,000,000 bytes" in pandarium("replay", file).line


def test_a_closed_file_is_one_line(pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "closed.json"
    file.write_text("{}")

    def closed(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", closed)
    ran = pandarium("replay", file)
    assert ran.line == f"pandarium: {file}: permission denied"
    assert ran.code == 2


def test_a_content_pack_with_a_mistake_is_named(pandarium: Pandarium, tmp_path: Path) -> None:
    (tmp_path / "dice.toml").write_text("title = 3")
    ran = pandarium("play", "royale", "--content", tmp_path)
    assert "content.dice.title" in ran.line
    assert ran.code == 2


def test_a_pack_with_an_effect_that_does_not_exist_is_told_which_there_are(
    pandarium: Pandarium, tmp_path: Path
) -> None:
    pack = tmp_path / "mine"
    copytree(find_game("pandante").folder / "content", pack)
    file = pack / "casinos.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("stake_factor", "double_stakes"), encoding="utf-8")
    for command in ("play", "simulate"):
        ran = pandarium(command, "pandante", "--content", pack)
        assert "content.casinos.casino 'PD-K10' effects.double_stakes: there is no such effect" in ran.line
        assert "stake_factor" in ran.line
        assert ran.code == 2


def test_names_that_do_not_fit_the_seats_are_refused(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text(json.dumps({**GOOD, "players": ["Ann"]}))
    assert "players: 1 names for 3 seats" in pandarium("resume", file).line


def test_names_that_would_draw_on_the_screen_are_refused(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text(json.dumps({**GOOD, "players": ["Ann", "Bo", "\x1b[2J"]}))
    assert "players: a name has characters that cannot be printed" in pandarium("resume", file).line


def test_a_level_that_is_no_more_is_refused(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text(json.dumps({**GOOD, "players": ["Ann", "Bamboo (genius)", "Mochi (random)"]}))
    ran = pandarium("resume", file)
    assert "genius" in ran.line
    assert ran.code == 2


def test_a_match_that_is_over_is_not_resumed(pandarium: Pandarium, tmp_path: Path) -> None:
    played(seed=7).record.save(tmp_path / "over.json")
    assert "is over; see it again with: pandarium replay" in pandarium("resume", tmp_path / "over.json").line


def test_resume_of_another_game_is_refused(pandarium: Pandarium, tmp_path: Path) -> None:
    played(moves=3, seed=7).record.save(tmp_path / "save.json")
    ran = pandarium("play", "chess", "--resume", tmp_path / "save.json")
    assert "is a match of royale, not of chess" in ran.line


def test_a_save_is_never_overwritten_by_a_new_match(pandarium: Pandarium, tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_text("precious")
    assert "is there already" in pandarium("play", "royale", "--save", file).line
    assert file.read_text() == "precious"


def test_replay_beyond_the_end_says_where_the_end_is(pandarium: Pandarium, tmp_path: Path) -> None:
    played(moves=3, seed=7).record.save(tmp_path / "save.json")
    assert "--at takes 0 to 3 for this match, not 4" in pandarium("replay", tmp_path / "save.json", "--at", 4).line


def test_what_nobody_foresaw_is_one_line_with_the_way_to_more(
    pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    def burst(*_: object) -> None:
        raise ZeroDivisionError("a panda\nfell")

    monkeypatch.setattr("pandarium.core.registry.names", burst)
    ran = pandarium("games")
    assert ran.line == (
        "pandarium: something went wrong inside (ZeroDivisionError: a panda fell); PANDARIUM_DEBUG=1 shows where"
    )
    assert ran.code == 1
    monkeypatch.setenv("PANDARIUM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        pandarium("games")


def test_ctrl_c_is_quiet(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pandarium.core.registry.names", interrupt)
    assert pandarium("games") == (130, "", "")
