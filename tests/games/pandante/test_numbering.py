"""What programs learn from: action numbers, features of moves, and the pieces of an observation."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.abilities import ABILITIES, aims_at_player, aims_at_row
from pandarium.games.pandante.engine.cards import COLOURS, DECK
from pandarium.games.pandante.engine.claims import CLAIMS, statements
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.numbering import MOST_BUY_INS, MOST_DIAMONDS
from pandarium.games.pandante.meta import META
from pandarium.games.pandante.words.notation import ORDERS

from .table import at, do, game

pytestmark = pytest.mark.conformance

VALUES = {
    moves.CHAMPION: range(COLOURS),
    moves.STEAL: (*range(DECK), *range(moves.SECOND_ROW, moves.SECOND_ROW + DECK)),
    moves.REPLACE: range(moves.REPLACE_NONE + 1),
    moves.STAY: (0,),
    moves.ORDER: range(len(ORDERS)),
    moves.REDRAW: (0,),
}
"""What can be chosen; of all other topics, one of two things."""


def every_move(seats: int, seat: int) -> Iterator[int]:
    """All moves that this seat can ever make, but for buying in."""
    yield from (moves.FOLD, moves.PASS, moves.GO, moves.PAY, moves.CHALLENGE, moves.TRUST)
    yield from (moves.bet(claim) for claim in range(CLAIMS))
    yield from (moves.upgrade(claim) for claim in range(1, CLAIMS))
    yield from (moves.snack(diamonds) for diamonds in range(MOST_DIAMONDS + 1))
    for card in range(DECK):
        yield from (moves.discard(card), moves.top(card), moves.reveal(card))
    yield from {moves.say(said) for claim in range(CLAIMS) for said in statements(claim)}
    for topic in range(moves.TOPICS):
        yield from (moves.choose(topic, value) for value in VALUES.get(topic, (0, 1)))
    for ability in range(1, ABILITIES):
        if aims_at_player(ability):
            yield from (moves.announce(ability, other) for other in range(seats) if other != seat)
        else:
            yield from (moves.announce(ability, row) for row in range(2 if aims_at_row(ability) else 1))


def named(number: int) -> tuple[str, int]:
    """The range that a number belongs to, and its place there."""
    for span in game.actions:
        if number < span.size:
            return span.name, number
        number -= span.size
    raise AssertionError


def number_of(state: Pandante, seat: int, move: str) -> tuple[str, int]:
    """The same of a move in notation."""
    return named(state.action(seat, game.read(move)))


def features(state: Pandante, seat: int, move: str) -> dict[str, int]:
    """The features of a move that are not 0, by name."""
    out = vec[u8]([0] * game.features.length)
    state.features_into(seat, game.read(move), out, 0)
    parts = game.features.split(bytes(out))
    return {name: int.from_bytes(data, "big") for name, data in parts.items() if any(data)}


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_move_has_a_number_of_its_own(seats: int) -> None:
    state = game.start(seats, seed=1)
    for seat in range(seats):
        numbers = sorted(state.action(seat, move) for move in every_move(seats, seat))
        assert numbers == list(range(state.setup.actions))
    assert state.setup.actions == 576 + 2 * (seats - 1)


def test_numbers_are_where_the_layout_says() -> None:
    state = game.start(2, seed=1)
    assert number_of(state, 0, "bet straight") == ("bet", 2)
    assert number_of(state, 0, "fold") == ("fold", 0)
    assert number_of(state, 0, "snack 3") == ("snack", 3)
    assert number_of(state, 0, "discard b1") == ("discard", 10)
    assert number_of(state, 0, "top joker") == ("top", 60)
    assert number_of(state, 0, "reveal k2") == ("reveal", 1)
    assert number_of(state, 0, "upgrade three") == ("upgrade", 0)
    assert number_of(state, 0, "announce sleep") == ("announce sleep", 0)
    assert number_of(state, 0, "announce add 2") == ("announce add", 1)
    assert number_of(state, 0, "champion red") == ("choose champion", 4)
    assert number_of(state, 0, "steal k2 2") == ("choose steal", 62)
    assert number_of(state, 0, "place none") == ("choose replace", 2)
    assert number_of(state, 0, "sit") == ("choose seat", 1)
    assert number_of(state, 0, "say 1") == ("say number", 0)
    assert number_of(state, 0, "say 7 blue") == ("say colour", 11 + 7)
    assert number_of(state, 0, "say 2 over 1") == ("say pair", 9)
    assert number_of(state, 0, "say 10 over 9") == ("say pair", 89)
    assert number_of(state, 0, "trust") == ("trust", 0)


def test_targets_are_counted_from_the_seat_that_moves() -> None:
    state = game.start(4, {"abilities": "dark"}, seed=1)
    assert number_of(state, 0, "announce peek B") == number_of(state, 3, "announce peek A")
    assert number_of(state, 0, "announce peek B") == ("announce at player 1", 0)
    assert number_of(state, 2, "announce trade B") == ("announce at player 3", 1)


def test_buying_in_is_numbered_chip_by_chip_and_last() -> None:
    """PD-G1: only where people come and go, with as many numbers as the table has buy-ins."""
    setup = game.setup(3, {"gambling": "drop-in", "limit": 204})
    state = setup.start(1)
    assert [named(state.action(0, game.read(f"sit {gold}"))) for gold in (104, 124, 204)] == [
        ("buy in", 0),
        ("buy in", 1),
        ("buy in", 5),
    ]
    assert setup.actions == state.action(0, game.read("sit 204")) + 1
    limits = next(option.choices for option in META.options if option.name == "limit")
    assert max(int(limit) for limit in limits) == MOST_BUY_INS


def test_features_tell_what_a_move_names() -> None:
    state = game.start(4, seed=1)
    assert features(state, 0, "bet straight") == {"kind": 1, "claim": 3}
    assert features(state, 0, "snack 2") == {"kind": 3, "diamonds": 2}
    assert features(state, 0, "discard b7") == {"kind": 5, "card number": 7, "card colour": 2}
    assert features(state, 0, "top joker") == {"kind": 9, "card colour": 7}
    assert features(state, 0, "announce add 2") == {"kind": 6, "ability": 4, "row": 2}
    assert features(state, 0, "announce peek B") == {"kind": 6, "ability": 5, "player": 1}
    assert features(state, 2, "announce peek B") == {"kind": 6, "ability": 5, "player": 3}
    assert features(state, 0, "say 7 over 3") == {"kind": 13, "number said": 7, "pair said": 3}
    assert features(state, 0, "say 7 blue") == {"kind": 13, "number said": 7, "colour said": 2}
    assert features(state, 0, "steal k2 2") == {
        "kind": 11,
        "topic": 5,
        "row": 2,
        "card number": 2,
        "card colour": 1,
    }
    assert features(state, 0, "order 321") == {"kind": 11, "topic": 9, "value": 6}
    assert features(state, 0, "sit 504") == {"kind": 11, "topic": 12, "gold": 504}
    assert features(state, 0, "fold") == {"kind": 2}


def test_pieces_of_an_observation() -> None:
    """Players in clockwise order from the observer; cards where the observer knows them to be."""
    state = at(
        "upgrade",
        "k1 k2",
        "k3 k4",
        "",
        turn=0,
        claims="three pair -",
        gold=[300, 44, 44],
        shown=[["k1"], [], []],
        top=[{"card": "o1", "known": [1]}],
    )
    seen = game.observation.split(state.observe(1))
    assert seen["player 2 gold"] == (300).to_bytes(2, "big")
    assert (seen["player 0 claim"], seen["player 2 claim"]) == (b"\1", b"\2")
    assert (seen["player 0 folded"], seen["player 1 folded"]) == (b"\0", b"\1")
    assert (seen["player 0 cards"], seen["player 2 cards"]) == (b"\2", b"\2")
    assert seen["player 3 present"] == b"\0"
    known = {place: where for place, where in enumerate(seen["cards"]) if where}
    board = {card - 1: 3 for card in seen["board"] if card}
    assert len(board) == 5
    assert known == {0: 12, 2: 1, 3: 1, 30: 5, **board}  # k1 lies open two seats to the left, o1 on the deck
    assert (seen["phase"], seen["turn"], seen["dealer"], seen["street"]) == (bytes([22]), b"\3", b"\2", b"\2")
    assert seen["pot"] == bytes([0, 20])


def test_a_challenge_is_told_to_whoever_chose_it_alone() -> None:
    """PD-21: all see that somebody has chosen."""
    state = at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="four pair pair", hot=[0])
    state.play(1, game.read("challenge"))
    mine, theirs = (game.observation.split(state.observe(seat)) for seat in (1, 2))
    assert (mine["player 0 ready"], mine["player 0 challenges"]) == (b"\1", b"\1")
    assert (theirs["player 2 ready"], theirs["player 2 challenges"]) == (b"\1", b"\0")


def test_abilities_announced_stand_in_their_order() -> None:
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair")
    do(state, "announce peek C", "announce draw")
    seen = game.observation.split(state.observe(0))
    assert seen["abilities"] == bytes([5 + 32 * 2, 2, 0, 0, 0, 0, 0, 0])
