"""Content packs: the dice as data, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pandarium

from .table import die_in, game, own_pack, play_through, points

Change = Callable[[dict[str, Any]], object]


def changed(change: Change) -> dict[str, Any]:
    """A copy of the game's own pack with one change."""
    pack = own_pack()
    change(pack)
    return pack


def entry(code: str, /, **fields: Any) -> Change:
    """Change fields of one die."""
    return lambda pack: die_in(pack, code).update(fields)


def drop(code: str, field: str) -> Change:
    """Leave out one field of one die."""
    return lambda pack: die_in(pack, code).pop(field)


# A pack that holds


def test_the_own_pack_given_by_hand_plays_the_same_game() -> None:
    given, own = game.start(3, seed=5, content=own_pack()), game.start(3, seed=5)
    assert list(play_through(given, [3, 1, 2])) == list(play_through(own, [3, 1, 2]))
    assert given.outcome() == own.outcome()


def test_the_own_pack_can_be_read_from_its_folder() -> None:
    state = game.start(3, seed=5, content=game.folder / "content")
    assert state.view(None) == game.start(3, seed=5).view(None)
    assert game.start(3, seed=5, content=str(game.folder / "content")).dump() == state.dump()


def test_every_entry_says_where_it_comes_from() -> None:
    pack = own_pack()["dice"]
    assert {die["source"] for die in pack["die"]} <= {"printed", "inferred", "ours"}
    assert pack["pity"]["source"] in {"printed", "inferred", "ours"}


def test_a_replaced_pack_replaces_the_dice(tmp_path: Path) -> None:
    source = (game.folder / "content" / "dice.toml").read_text(encoding="utf-8")
    green = "faces = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]\nbag = 10"
    assert green in source
    (tmp_path / "dice.toml").write_text(source.replace(green, "faces = [9, 10]\nbag = 12"), encoding="utf-8")
    state = game.start(2, seed=1, content=tmp_path)
    seen = state.view(None)
    assert seen.bag["g20"] + seen.pool.count("g20") == 12
    values = set()
    for _ in play_through(state, [9, 9, 8]):
        values |= {die.value for player in state.view(None).players for die in player.rolled if die.die == "g20"}
    assert values == {9, 10}


def test_new_faces_score_by_the_same_rules() -> None:
    from pandarium.games.royale.content import read_content

    dice_set = read_content(changed(entry("r6", faces=[-20, 20])))
    assert points("r6:20 " * 10, dice_set) == {"red": 2000}
    assert points("r6:-20 " * 10, dice_set) == {"red": -2000}
    strong = read_content(changed(lambda pack: [die.update(faces=[19, 20]) for die in pack["dice"]["die"]]))
    assert points("y8:20 " * 10, strong) == {"yellow": 200}
    assert points("p8:20 " * 10, strong) == {"purple": 400}
    assert points("b8:20 " * 9 + "s6:20", strong) == {"blue": 400}
    assert points("g20:20 " * 10 + "k12:20", strong) == {"green": 200, "pink": 20}
    assert points("c6:20 " * 10, strong) == {"clear": 200}


def test_the_numbers_of_pity_dice_can_be_replaced() -> None:
    pack = changed(lambda pack: pack["dice"]["pity"].update(dice=[2, 3, 4, 0, 0, 0, 0, 0, 0]))
    for seats, pink in ((2, 2), (3, 3), (4, 4), (5, 0)):
        seen = game.start(seats, seed=1, content=pack).view(None)
        assert [player.dice.count("k12") for player in seen.players].count(1) == pink


def test_a_smaller_bag_takes_fewer_players() -> None:
    pack = changed(lambda pack: [die.update(bag=min(die.get("bag", 0), 3)) for die in pack["dice"]["die"]])
    assert game.start(3, seed=1, content=pack).actors()  # 33 dice: three players need 28
    with pytest.raises(pandarium.BadSeats, match=r"takes 2 to 3 players with the dice in this bag \(PR-11\), not 4"):
        game.start(4, seed=1, content=pack)


def test_a_game_with_a_pack_is_played_to_the_end() -> None:
    pack = changed(lambda pack: [die.update(bag=min(die.get("bag", 0), 3)) for die in pack["dice"]["die"]])
    state = game.start(3, seed=1, content=json.loads(json.dumps(pack)))
    assert len(list(play_through(state, [4, 1, 7]))) >= 27
    assert state.outcome() is not None


# A pack that does not


def test_a_bag_too_small_for_any_game_is_the_fault_of_the_pack() -> None:
    pack = changed(lambda pack: [die.update(bag=0) for die in pack["dice"]["die"]])
    with pytest.raises(pandarium.BadContent, match="bag"):
        game.start(2, seed=1, content=pack)


@pytest.mark.parametrize(("seats", "most"), [(2, 2), (3, 3)])
def test_no_more_pity_dice_than_players(seats: int, most: int) -> None:
    numbers = [1, 1, 2, 2, 2, 3, 3, 3, 4]
    numbers[seats - 2] = most + 1
    pack = changed(lambda pack: pack["dice"]["pity"].update(dice=numbers))
    with pytest.raises(pandarium.BadContent) as refusal:
        game.start(seats, seed=1, content=pack)
    assert refusal.value.place.startswith("content.dice.pity")
    assert "PR-9" in refusal.value.reason


WRONG: list[tuple[Change, str, str]] = [
    # the shape of the file
    (lambda pack: pack.clear(), "content", "missing required field `dice`"),
    (lambda pack: pack.update(cards={}), "content", "unknown field `cards`"),
    (lambda pack: pack["dice"].pop("title"), "content.dice", "missing required field `title`"),
    (lambda pack: pack["dice"].pop("die"), "content.dice", "missing required field `die`"),
    (lambda pack: pack["dice"].pop("pity"), "content.dice", "missing required field `pity`"),
    (lambda pack: pack["dice"].update(extra=1), "content.dice", "unknown field `extra`"),
    (lambda pack: pack["dice"].update(die={}), "content.dice.die", "Expected `array`"),
    # the fields of a die
    (drop("b8", "code"), "content.dice.die[5]", "missing required field `code`"),
    (drop("b8", "colour"), "content.dice.die[5]", "missing required field `colour`"),
    (drop("b8", "faces"), "content.dice.die[5]", "missing required field `faces`"),
    (drop("b8", "source"), "content.dice.die[5]", "missing required field `source`"),
    (entry("b8", weight=3), "content.dice.die[5]", "unknown field `weight`"),
    (entry("b8", source="rumour"), "content.dice.die[5].source", "Invalid enum value 'rumour'"),
    (entry("b8", faces=[]), "content.dice.die[5].faces", "length >= 2"),
    (entry("b8", faces=[3]), "content.dice.die[5].faces", "length >= 2"),
    (entry("b8", faces=[1] * 21), "content.dice.die[5].faces", "length <= 20"),
    (entry("b8", faces=[1, 21]), "content.dice.die[5].faces[1]", "Expected `int` <= 20"),
    (entry("r8", faces=[-21, 1]), "content.dice.die[9].faces[0]", "Expected `int` >= -20"),
    (entry("b8", faces=[1, "2"]), "content.dice.die[5].faces[1]", "Expected `int`"),
    (entry("b8", bag=16), "content.dice.die[5].bag", "Expected `int` <= 15"),
    (entry("b8", bag=-1), "content.dice.die[5].bag", "Expected `int` >= 0"),
    (entry("b8", bag=1.5), "content.dice.die[5].bag", "Expected `int`"),
    (entry("s6", glitter="yes"), "content.dice.die[7].glitter", "Expected `bool`"),
    # which dice there are
    (entry("b8", code="b10"), "content.dice.die 'b10'", "there is no such die; the dice are y6, y8"),
    (entry("c6", code="c6*"), "content.dice.die 'c6*'", "there is no such die"),
    (entry("b8", code="b6"), "content.dice.die 'b6'", "stands there twice"),
    (lambda pack: pack["dice"]["die"].remove(die_in(pack, "g20")), "content.dice.die", "missing: g20"),
    (lambda pack: pack["dice"].update(die=[]), "content.dice.die", "missing: y6, y8"),
    # what the rules rely on
    (entry("b8", colour="green"), "content.dice.die 'b8'", "is blue, not 'green'"),
    (entry("b8", glitter=True), "content.dice.die 'b8'", "only s6 glitters"),
    (entry("s6", glitter=False), "content.dice.die 's6'", "only s6 glitters, and it always does"),
    (entry("g20", faces=[0, 1]), "content.dice.die 'g20'", "only red dice have negative or empty faces (PR-C2)"),
    (entry("p8", faces=[-1, 8]), "content.dice.die 'p8'", "only red dice have negative or empty faces (PR-C2)"),
    (entry("y6", faces=[4, 4, 4]), "content.dice.die 'y6'", "could never be broken (PR-3)"),
    (entry("y6", each=2), "content.dice.die 'y6'", "every player starts with one y6 and nothing else (PR-S1)"),
    (drop("y6", "each"), "content.dice.die 'y6'", "every player starts with one y6 and nothing else (PR-S1)"),
    (entry("g20", each=1), "content.dice.die 'g20'", "every player starts with one y6 and nothing else (PR-S1)"),
    (entry("y6", bag=1), "content.dice.die 'y6'", "never in the bag (PR-C1)"),
    (entry("k12", bag=1), "content.dice.die 'k12'", "never in the bag (PR-C1)"),
    # pity dice
    (lambda pack: pack["dice"]["pity"].update(dice=[1] * 8), "content.dice.pity.dice", "length >= 9"),
    (lambda pack: pack["dice"]["pity"].update(dice=[1] * 10), "content.dice.pity.dice", "length <= 9"),
    (lambda pack: pack["dice"]["pity"].update(dice=[1] * 8 + [5]), "content.dice.pity.dice[8]", "`int` <= 4"),
    (lambda pack: pack["dice"]["pity"].update(dice=[-1] * 9), "content.dice.pity.dice[0]", "Expected `int` >= 0"),
    (lambda pack: pack["dice"]["pity"].pop("source"), "content.dice.pity", "missing required field `source`"),
    (lambda pack: pack["dice"]["pity"].update(sauce="ours"), "content.dice.pity", "unknown field `sauce`"),
]


@pytest.mark.parametrize(("change", "place", "reason"), WRONG, ids=[f"{place}: {why}" for _, place, why in WRONG])
def test_a_wrong_pack_is_refused_with_the_entry_and_the_reason(change: Change, place: str, reason: str) -> None:
    with pytest.raises(pandarium.BadContent) as refusal:
        game.setup(2, content=changed(change))
    assert refusal.value.place == place
    assert reason in refusal.value.reason
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("pack", [[], "", b"dice", 3, {"dice": []}, {"dice": None}])
def test_what_is_no_pack_at_all_is_refused(pack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pandarium.BadContent):
        game.setup(2, content=pack)


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(pandarium.BadContent, match="a content pack is a folder") as refusal:
        game.setup(2, content=tmp_path / "nowhere")
    assert refusal.value.place == str(tmp_path / "nowhere")


def test_an_empty_folder(tmp_path: Path) -> None:
    with pytest.raises(pandarium.BadContent, match=r"no \.toml file"):
        game.setup(2, content=tmp_path)


@pytest.mark.parametrize("data", [b"title = ", b"\xff\xfe", b"[[die]\n"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "dice.toml").write_bytes(data)
    with pytest.raises(pandarium.BadContent, match="not valid TOML") as refusal:
        game.setup(2, content=tmp_path)
    assert refusal.value.place == str(tmp_path / "dice.toml")


def test_a_file_that_is_far_too_large(tmp_path: Path) -> None:
    (tmp_path / "dice.toml").write_bytes(b"#" * 1_000_001)
    with pytest.raises(pandarium.BadContent, match="larger than 1,000,000 bytes"):
        game.setup(2, content=tmp_path)


def test_a_file_with_another_name_is_not_the_dice(tmp_path: Path) -> None:
    source = (game.folder / "content" / "dice.toml").read_text(encoding="utf-8")
    (tmp_path / "my-dice.toml").write_text(source, encoding="utf-8")
    with pytest.raises(pandarium.BadContent, match=r"`(my-)?dice`"):
        game.setup(2, content=tmp_path)
