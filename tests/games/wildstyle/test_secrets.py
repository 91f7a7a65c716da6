"""Who may know what: other hands, face-down cards and staged removals are hidden, everything else is open."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pandarium import Rng
from pandarium.testing import CHECKS, Budget

from .table import at, do, game, heard, player
from .test_notation import EVERY_MOVE

pytestmark = pytest.mark.conformance

ME = {"hand": "Rt Ml", "one": "Mt"}


def twins() -> tuple[Any, Any]:
    """Two positions that seat 0 cannot tell apart: the other hand differs."""
    return (
        at(player(**ME), player("Po Sl", two="Fl"), shares="Am"),
        at(player(**ME), player("At Fw", two="Fl"), shares="Am"),
    )


def test_a_view_shows_no_other_hand() -> None:
    one, two = twins()
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1) != two.view(1)
    assert one.view(0).players[1].hand is None
    assert one.view(0).players[1].hand_size == 2
    assert one.observe(0) == two.observe(0)
    assert one.observe(1) != two.observe(1)


def test_who_may_act_does_not_depend_on_a_hidden_hand() -> None:
    """One other player could add a card, the other could do nothing: both are actors, and say so by passing."""
    stuck = at(player("Rt", one="Mt"), player("Pt", one="Fl", cars=28), piles=[0, 0], shares="Aw, Aw, Ao, Ao")
    able = at(player("Rt", one="Mt"), player("Ft", one="Fl", cars=28), piles=[0, 0], shares="Aw, Aw, Ao, Ao")
    assert stuck.actors() == able.actors() == [0, 1]
    assert stuck.view(0) == able.view(0)
    assert len(stuck.legal(1)) == 1 < len(able.legal(1))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_twins_are_drawn_from_all_that_could_be(viewer: int | None) -> None:
    state = at(player(**ME), player("Po Sl", two="Fl"), player("At Aw"), shares="Am")
    hands: Counter[tuple[str, ...]] = Counter()
    for number in range(200):
        twin = state.resample(viewer, Rng(number))
        assert twin.view(viewer) == state.view(viewer)
        hands.update(tuple(place["hand"]) for seat, place in enumerate(twin.dump()["players"]) if seat != viewer)
    assert len(hands) > 100


def test_a_twin_does_not_depend_on_what_is_hidden() -> None:
    one, two = twins()
    for number in range(20):
        assert one.resample(0, Rng(number)).dump() == two.resample(0, Rng(number)).dump()


def test_drawn_cards_are_as_likely_as_they_are_many() -> None:
    """Face-down cards have no order: every one of them is as likely as every other."""
    state = at(player("Rt"), player("Rl"))
    unseen = state.view(None).unseen
    total = sum(state.view(0).unseen.values()) - 1  # without the card in the other hand
    drawn: Counter[str] = Counter()
    tries = 6000
    for number in range(tries):
        clone = state.clone()
        clone.play(0, game.read("draw 1"), None, number + 1)
        drawn.update(set(clone.view(0).players[0].hand) - {"Rt"})
    for card, count in unseen.items():
        if card not in {"Rt", "Rl"}:
            expected = tries * count / total
            assert abs(drawn[card] - expected) < 5 * expected**0.5 + 5, card


def test_a_drawn_card_is_its_owners_secret_until_it_is_played() -> None:
    state = at(player("Rt"), player("Rl"))
    log: list[Any] = []
    state.play(0, game.read("draw 1"), log)
    assert heard(log, 1)[0].card is None
    assert heard(log, None)[0].card is None
    do(state, 0, "share Rt 1")
    assert state.view(1).shares[0].cards == ["Rt"]


def test_staged_removals_are_drawn_anew_for_the_others() -> None:
    tags = "A1 A2 A3 A4 A5"
    state = at(
        player(tags=tags, cars=3, picks=["A2", "A4"]),
        player(tags="B1 B2", cars=1),
        phase="remove",
        round=3,
        piles=[0, 0],
    )
    picked = {tuple(state.resample(1, Rng(number)).dump()["players"][0]["picks"]) for number in range(80)}
    assert len(picked) == 10  # any two of five
    assert all(len(choice) == 2 for choice in picked)
    assert state.resample(0, Rng(1)).dump()["players"][0]["picks"] == ["A2", "A4"]


@pytest.mark.many
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_games_that_differ_in_hidden_draws_stay_alike_to_the_others(viewer: int | None) -> None:
    """The same touches with other chance: what the others drew is different, and nothing that reaches the viewer is."""
    script = [(1, "draw 1"), (1, "draw 2"), (1, "pass")]

    def played(salt: int) -> Any:
        state = at(player("Rt Ml"), player("Po", two="Fl"), player("Sl"), shares="Am")
        for seat, move in script:
            state.play(seat, game.read(move), None, salt)
        return state

    first = played(1)
    different = 0
    for salt in range(2, 40):
        other = played(salt)
        different += other.dump()["players"] != first.dump()["players"]
        assert known(other, viewer, Rng(salt).below(10**6)) == known(first, viewer, Rng(salt).below(10**6))
    assert different > 30


def known(state: Any, viewer: int | None, number: int) -> list[Any]:
    """All that can reach a viewer."""
    facts = [state.view(viewer), state.actors(), state.timer(), state.resample(viewer, Rng(number)).dump()]
    if viewer is not None:
        facts += [state.legal(viewer), state.observe(viewer), state.timeout(viewer)]
        refusals = [state.refusal(viewer, move) for move in EVERY_MOVE]
        facts += [str(refusal) for refusal in refusals]
    return facts


@pytest.mark.many
def test_the_suites_own_checks_with_other_chance() -> None:
    assert CHECKS["resampled_twins_look_alike"]("wildstyle", Budget(games=14, spots=8, seed=5))
    assert CHECKS["events_keep_secrets"]("wildstyle", Budget(games=7, seed=6))
