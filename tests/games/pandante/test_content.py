"""Content packs: those that make sense, and those that do not."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium
from pandarium.core.content import read_pack
from pandarium.kit.rulebook import Rulebook

from .table import game


def pack() -> dict[str, Any]:
    """The pack that comes with the game, to be changed at will."""
    return read_pack(game.folder / "content")


def test_every_entry_says_where_it_comes_from() -> None:
    own = pack()
    sources = [entry["source"] for entry in (*own["casinos"]["casino"], *own["champions"]["champion"])]
    assert sources.count("printed") == sources.count("inferred") == 6
    assert sources.count("ours") == 6
    rules = {rule.id: rule.title for rule in Rulebook.of(game).rules}
    for casino in own["casinos"]["casino"]:
        assert rules[casino["id"]] == casino["name"]


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("numbers", "gold", "target"), [40, 90, 120, 150, 175], "nobody may have won before the first gambit"),
        (("numbers", "gold", "refill"), 2, "enough for the ante"),
        (("numbers", "gold", "ante"), 0, ">= 1"),
        (("numbers", "gold", "bet"), -1, ">= 0"),
        (("numbers", "gambling", "least"), 200, "who has just bought in is not out"),
        (("casinos", "casino"), [], "there must be a casino to go to"),
        (("champions", "champion"), [], "missing: black, blue"),
        (("numbers", "gold", "tip"), 1, "unknown field"),
    ],
)
def test_packs_that_make_no_sense_are_refused(place: tuple[str, ...], value: object, message: str) -> None:
    own: Any = pack()
    *path, last = place
    holder = own
    for step in path:
        holder = holder[step]
    holder[last] = value
    with pytest.raises(pandarium.BadContent, match=message):
        game.start(2, seed=1, content=own)


@pytest.mark.parametrize(("file", "entry"), [("casinos", "casino"), ("champions", "champion")])
def test_entries_stand_there_once_and_are_known(file: str, entry: str) -> None:
    own = pack()
    own[file][entry].append(own[file][entry][0])
    with pytest.raises(pandarium.BadContent, match="twice"):
        game.start(2, seed=1, content=own)
    own = pack()
    own[file][entry][0]["id" if file == "casinos" else "colour"] = "PD-K99"
    with pytest.raises(pandarium.BadContent, match=r"one of PD-K1 to PD-K12, or your own|the colours are"):
        game.start(2, seed=1, content=own)


def test_a_pack_can_rename_and_change_amounts() -> None:
    own = pack()
    own["numbers"]["gold"]["start"] = 60
    own["casinos"]["casino"] = [{"rule": "PD-K10", "name": "The Big Room", "text": "Dear.", "source": "ours"}]
    state = game.start(2, {"casinos": True}, seed=1, content=own)
    view = state.view(None)
    assert [player.gold for player in view.players] == [57, 57]
    assert view.casino is not None
    assert view.casino.name == "The Big Room"
    assert game.load(state.dump()).view(None) == view
