"""Action numbers and features of moves: stable, the same from every seat, and told in words."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import u8

from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES
from pandarium.games.wildstyle.engine.flow import Wildstyle

from .table import at, game, hexes_of, player


def named(number: int) -> tuple[str, int]:
    """The range that an action number lies in, and its place there."""
    for span in game.actions:
        if number < span.size:
            return span.name, number
        number -= span.size
    raise AssertionError("no such number")


def numbered(state: Wildstyle, seat: int, move: str) -> tuple[str, int]:
    """The number of a legal move, in the words of `game.actions`."""
    assert game.read(move) in state.legal(seat)
    return named(state.action(seat, game.read(move)))


def features(state: Wildstyle, seat: int, move: str) -> dict[str, int]:
    """The features of a legal move that are not 0."""
    assert game.read(move) in state.legal(seat)
    out = vec[u8]([0] * game.features.length)
    state.features_into(seat, game.read(move), out, 0)
    return {name: part[0] for name, part in game.features.split(bytes(out)).items() if part[0]}


def crowded() -> Wildstyle:
    """Two players with the same things, and everything to choose from."""
    railways = hexes_of(at(player(), player()), "R")
    same = {"hand": "Rt Ml", "one": "Rt Rl Rm", "two": "Mt"}
    return at(player(**same, tags=railways[0]), player(**same, tags=railways[1]), shares="Mo, , Fl Ro", piles=[5, 5])


def test_every_kind_of_move_has_its_range() -> None:
    state = crowded()
    railway, mall = hexes_of(state, "R")[2], hexes_of(state, "M")[-1]
    assert mall.startswith("B")
    assert numbered(state, 0, "pass") == ("pass", 0)
    assert numbered(state, 0, "clear 1") == ("clear", 0)
    assert numbered(state, 0, "scrap 2") == ("scrap", 1)
    assert numbered(state, 0, "draw 2") == ("draw", 1)
    assert numbered(state, 0, "add Ml 2") == ("add", (CARD_NAMES.index("Ml") - 1) * 2 + 1)
    assert numbered(state, 0, "share Rt 3") == ("share", (CARD_NAMES.index("Rt") - 1) * 4 + 2)
    assert numbered(state, 0, "take 1 Mo 2") == ("take", ((CARD_NAMES.index("Mo") - 1) * 4 + 0) * 2 + 1)
    assert numbered(state, 0, f"tag 1 {railway}") == ("board A, tag 1", HEX_NAMES.index(railway))
    assert numbered(state, 0, f"rush 2 {mall}") == ("board B, rush 2", HEX_NAMES.index(mall) - 19)


def test_getting_ready_and_removing_have_theirs() -> None:
    hands = player("Rt Rl Rm"), player("Ft Fl Fm")
    assert numbered(at(*hands, phase="ready"), 1, "ready") == ("ready", 0)
    assert numbered(at(*hands, phase="countdown"), 1, "go") == ("go", 0)
    removing = at(player(tags="A1 A2"), player(tags="A4 B3", cars=1), phase="remove", round=3, piles=[0, 0])
    assert numbered(removing, 1, "remove B3") == ("board B, remove", 2)


def test_a_move_has_the_same_number_from_every_seat() -> None:
    state = crowded()
    both = set(state.legal(0)) & set(state.legal(1))
    assert len(both) > 20
    assert all(state.action(0, move) == state.action(1, move) for move in both)


def test_each_player_brings_the_numbers_of_a_board() -> None:
    named_numbers = sum(span.size for span in game.actions)
    counts = [game.setup(seats).actions for seats in range(2, 6)]
    assert counts == [named_numbers - 3 * 95, named_numbers - 2 * 95, named_numbers - 95, named_numbers]
    assert named(counts[0] - 1) == ("board B, remove", 18)
    assert named(counts[0]) == ("board C, tag 1", 0)


def test_features_say_what_a_move_is_about() -> None:
    state = crowded()
    rt, mo = CARD_NAMES.index("Rt"), CARD_NAMES.index("Mo")
    assert features(state, 0, "pass") == {"kind": 9}
    assert features(state, 0, "draw 2") == {"kind": 1, "pile": 2}
    assert features(state, 0, "share Rt 3") == {"kind": 3, "pile": 3, "card": rt, "icon": 2, "colour": 1}
    taken = {"kind": 4, "space": 2, "pile": 1, "card": mo, "icon": 5, "colour": 4, "cards": 1}
    assert features(state, 0, "take 1 Mo 2") == taken
    assert features(state, 0, "clear 1") == {"kind": 6, "space": 1, "icon": 2, "cards": 3}


def test_features_count_own_tags_beside_the_hex() -> None:
    removing = at(player(tags="A1 A2 A4", cars=1), player(tags="A5 B3", cars=1), phase="remove", round=3, piles=[0, 0])
    assert features(removing, 0, "remove A1")["beside"] == 2
    assert "beside" not in features(removing, 1, "remove B3")
    icons = game.observation.split(removing.observe(0))["icons"]
    assert features(removing, 0, "remove A2") == {"kind": 12, "hex": 2, "icon": icons[1], "beside": 1}
