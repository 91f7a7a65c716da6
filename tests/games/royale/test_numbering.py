"""What programs learn from: action numbers, features of moves, and the pieces of an observation."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.state import MOST_SEATS

from .table import at_draft, at_trade, game

pytestmark = pytest.mark.conformance


def trading(turn: int = 0) -> Royale:
    """Three players with a clear die each; whose turn it is holds the token."""
    return at_trade("y6 y6 c6 k12", "y6 r6 c6", "b8 g20 c6", panda=turn, turn=turn)


def features(state: Royale, seat: int, move: str) -> dict[str, int]:
    """The features of a move that are not 0, by name."""
    out = vec[u8]([0] * game.features.length)
    state.features_into(seat, game.read(move), out, 0)
    return {name: data[0] for name, data in game.features.split(bytes(out)).items() if data != b"\0"}


def test_dice_of_the_pool_are_numbered_by_kind() -> None:
    state = at_draft("y6", "y6 k12", "y6", pool="b8 g20 g20 c6", panda=1)
    assert [(game.say(move), state.action(1, move)) for move in state.legal(1)] == [
        ("take b8", 5),
        ("take g20", 10),
        ("take c6", 11),
    ]


def test_trades_are_numbered_from_the_player_to_the_left() -> None:
    def listed(seat: int) -> dict[str, int]:
        state = trading(seat)
        return {game.say(move): state.action(seat, move) for move in state.legal(seat)}

    assert listed(0) == {
        "pass": 12,
        "trade B y6": 13,
        "trade B r6": 21,
        "trade B c6": 24,
        "trade C b8": 31,
        "trade C g20": 36,
        "trade C c6": 37,
    }
    assert listed(2) == {
        "pass": 12,
        "trade A y6": 13,
        "trade A c6": 24,
        "trade B y6": 26,
        "trade B r6": 34,
        "trade B c6": 37,
    }


def test_a_traded_clear_die_has_a_number_of_its_own() -> None:
    state = at_trade("y6 y6 c6 k12", "y8 c6 c6*", panda=1, turn=0)
    assert [state.action(0, game.read(move)) for move in ("trade B c6", "trade B c6*")] == [24, 25]


@pytest.mark.parametrize("seats", [2, 5, MOST_SEATS])
def test_numbers_end_with_the_last_player(seats: int) -> None:
    setup = game.setup(seats)
    ranges = game.actions[: 2 + seats - 1]
    assert setup.actions == sum(span.size for span in ranges) == 13 * seats
    assert ranges[-1].name == f"trade with player {seats - 1}"
    to_the_right = game.read(f"trade {'ABCDEFGHIJ'[seats - 1]} c6*")
    assert setup.start(1).action(0, to_the_right) == setup.actions - 1


def test_features_tell_the_die_and_who_trades_it() -> None:
    state = trading()
    assert features(state, 0, "pass") == {"pass": 1}
    assert features(state, 0, "trade B r6") == {"trade": 1, "die": 9, "colour": 4, "sides": 6, "with": 1}
    assert features(state, 2, "trade B r6") == {"trade": 1, "die": 9, "colour": 4, "sides": 6, "with": 2}
    assert features(state, 1, "take g20") == {"take": 1, "die": 11, "colour": 5, "sides": 20}


def test_pieces_of_an_observation() -> None:
    """Players in clockwise order from the observer; scores around 0x8000."""
    sheet = [[[7, 0, 0, 0, 0, 0, 0]], [[0, 0, 0, -3, 0, 0, 0]], [[0, 0, 300, 0, 0, 0, 0]]]
    state = at_draft("y6 r6", "y6 k12", "y6", pool="b8 g20 c6", panda=0, turn=1, sheet=sheet)
    seen = game.observation.split(state.observe(2))
    assert seen["player 0 present"] == seen["player 2 present"] == b"\1"
    assert seen["player 0 dice"] == bytes([1] + [0] * 13)
    assert seen["player 1 dice"] == bytes([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    assert seen["player 2 dice"] == bytes([1] + [0] * 12 + [1])
    assert seen["player 0 total"] == seen["player 0 round score"] == (0x8000 + 300).to_bytes(2, "big")
    assert seen["player 2 total"] == (0x8000 - 3).to_bytes(2, "big")
    assert seen["pool"] == bytes([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1])
    assert (seen["round"], seen["step"], seen["panda"], seen["turn"]) == (b"\1", b"\4", b"\1", b"\2")
    empty = [data for name, data in seen.items() if name.startswith("player 3")]
    assert b"".join(empty) == bytes(19)
