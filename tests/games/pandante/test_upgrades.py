"""Upgrades: PD-8."""

from __future__ import annotations

import pytest

from .table import at, do, gold, options_of, refused

pytestmark = pytest.mark.conformance


def test_pd_8_an_upgrade_costs_2_and_nobody_has_to_match_it() -> None:
    """PD-8: an upgrade costs 2, and nobody has to match it."""
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair three")
    do(state, "upgrade four")
    assert gold(state) == [42, 44]
    assert state.actors() == [1]
    do(state, "pass")
    assert state.view(None).hotseat == 0


def test_pd_8_only_higher_and_only_once() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="flush three")
    assert options_of(state) == ["pass", "upgrade five", "upgrade straight-flush"]
    assert refused(state, 0, "upgrade flush") == "an upgrade is a higher claim (PD-8)"


def test_pd_8_who_claims_the_highest_hand_is_not_asked() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair straight-flush pair")
    do(state, "pass")
    assert state.actors() == [2]
