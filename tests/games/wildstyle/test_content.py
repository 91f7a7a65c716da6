"""Content packs: what may be changed, and what is refused with the entry and the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pandarium

from .table import game, own_pack, play_through

pytestmark = pytest.mark.conformance

Change = Callable[[dict[str, Any]], None]


def changed(change: Change) -> dict[str, Any]:
    pack = own_pack()
    change(pack)
    return pack


def icon(number: int, **fields: Any) -> Change:
    return lambda pack: pack["cards"]["icon"][number].update(fields)


def side(name: str, text: Any) -> Change:
    return lambda pack: pack["city"]["board"][0].update({name: text})


BROKEN: list[tuple[Change, str, str]] = [
    (lambda pack: pack.pop("city"), "content", "missing required field `city`"),
    (icon(0, code="X"), "content.cards.icon", "the icons are S, R, A, F, M, P"),
    (icon(0, copies=0), "content.cards.icon[0].copies", "Expected `int` >= 1"),
    (icon(0, copies=16), "content.cards.icon[0].copies", "Expected `int` <= 15"),
    (icon(0, source="guess"), "content.cards.icon[0].source", "Invalid enum value"),
    (lambda pack: pack["cards"]["icon"].pop(), "content.cards.icon", "length >= 6"),
    (lambda pack: pack["cards"]["colours"].pop(), "content.cards.colours", "length >= 5"),
    (lambda pack: pack["cards"].update(colours=["red"] * 5), "content.cards.colours", "the same name"),
    (lambda pack: [i.update(copies=15) for i in pack["cards"]["icon"]], "content.cards.icon", "450 cards in all"),
    (side("a", "SSS"), "content.city.board '1a'", "rows of 3, 4, 5, 4 and 3"),
    (side("b", "MAF/RRAM/PARXA/MARF/FFP"), "content.city.board '1b'", "there is no icon 'X'"),
    (side("b", "MAF/RRAM/PARRA/MARF/FFP"), "content.city.board '1b'", "one Train Station (WS-C2)"),
    (side("b", "MAF/RRAM/PASSA/MARF/FFP"), "content.city.board '1b'", "one Train Station (WS-C2)"),
    (side("name", "2"), "content.city.board", "the same name"),
    (side("a", 5), "content.city.board[0].a", "Expected `str`"),
    (lambda pack: pack["city"]["board"].pop(), "content.city.board", "length >= 5"),
    (
        lambda pack: pack["objectives"]["tile"][0]["a"].update(code="bestagon"),
        "content.objectives.tile[0].a",
        "this side is tricorners, not 'bestagon' (WS-C3)",
    ),
    (lambda pack: pack["objectives"]["tile"].pop(), "content.objectives.tile", "length >= 6"),
]


@pytest.mark.parametrize(("change", "place", "reason"), BROKEN)
def test_a_broken_pack_is_refused_with_place_and_reason(change: Change, place: str, reason: str) -> None:
    with pytest.raises(pandarium.BadContent) as refusal:
        game.start(2, seed=1, content=changed(change))
    assert refusal.value.place == place
    assert reason in refusal.value.reason


def test_another_deck_other_boards_and_other_points_play() -> None:
    def change(pack: dict[str, Any]) -> None:
        pack["cards"]["icon"][1].update(copies=9, points=7)
        pack["cards"]["colours"][0] = "gold"
        pack["city"]["board"][2]["a"] = "SAF/AMMA/MARFA/PRRF/FRP"  # the Station in a corner
        pack["objectives"]["tile"][2]["a"]["points"] = 3

    state: Any = game.start(5, seed=2, content=changed(change))
    assert sum(state.view(None).unseen.values()) == 135
    assert state.view(None).colours[0] == "gold"
    for _ in play_through(state, [3, 1, 4]):
        pass
    assert state.outcome() is not None


def test_the_smallest_deck_plays_to_the_end() -> None:
    pack = changed(lambda pack: [i.update(copies=1) for i in pack["cards"]["icon"]])
    state: Any = game.start(5, seed=2, content=pack)
    assert sum(state.view(None).piles) + state.view(None).aside == 15
    for _ in play_through(state, [3, 1, 4]):
        pass
    assert state.outcome() is not None
