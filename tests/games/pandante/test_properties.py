"""Random games in every mode: gold, diamonds and cards are conserved, every gambit and every game ends."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pandarium
from pandarium.core.rng import Rng
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, NO_CARD
from pandarium.games.pandante.engine.flow import Pandante

from .table import at, game

pytestmark = pytest.mark.many

few = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

MODES: list[dict[str, Any]] = [
    {"abilities": abilities, "casinos": casinos, "champions": champions, "diamonds": diamonds}
    for abilities in ("light", "dark")
    for casinos in (False, True)
    for champions in (False, True)
    for diamonds in (False, True)
] + [
    {"gambling": gambling, "casinos": casinos, "champions": champions}
    for gambling in ("drop-in", "tournament")
    for casinos in (False, True)
    for champions in (False, True)
]
LONGEST_GAMBIT = 2000


def check_conserved(state: Pandante) -> None:
    """Every gold piece, every diamond, every card is somewhere, once."""
    assert sum(state.gold) + state.pot + sum(state.cashed) == sum(state.bought) + state.fairy
    assert sum(state.diamonds) + state.pot_diamonds == state.bank
    assert min(state.gold) >= 0
    assert min(state.diamonds) >= 0
    assert state.pot >= 0
    places = [*state.hands, *state.spare, state.fresh, state.discards, state.deck]
    places += [BIT[card] for card in (*state.board, *state.coming) if card != NO_CARD]
    places += [BIT[entry & 255] for entry in state.top]
    everything = 0
    for cards in places:
        assert not everything & cards
        everything |= cards
    assert everything == ALL_CARDS


def cautious(random: Random, moves: list[int]) -> int:
    """A random move, but folding and doing nothing are rarer than in life."""
    weights = [{"fold": 0.1, "go": 0.3}.get(game.say(move), 1.0) for move in moves]
    return random.choices(moves, weights)[0]


def play_out(state: Pandante, random: Random) -> int:
    """Play to the end, looking at everything on the way; how many moves it took."""
    moves = in_gambit = 0
    gambit = state.gambit
    while actors := state.actors():
        seat = random.choice(actors)
        state.play(seat, cautious(random, state.legal(seat)))
        check_conserved(state)
        moves += 1
        in_gambit = in_gambit + 1 if state.gambit == gambit else 0
        gambit = state.gambit
        assert in_gambit < LONGEST_GAMBIT
    assert state.outcome() is not None
    return moves


@pytest.mark.parametrize("mode", range(len(MODES)))
@pytest.mark.parametrize("seats", range(2, 7))
def test_everything_is_conserved_and_every_game_ends(mode: int, seats: int) -> None:
    state = game.start(seats, MODES[mode], seed=seats * 100 + mode)
    assert isinstance(state, Pandante)
    assert play_out(state, Random(mode)) > 0


@pytest.mark.parametrize("casino", range(1, 13))
@pytest.mark.parametrize("abilities", ["light", "dark"])
@pytest.mark.parametrize("diamonds", [False, True])
def test_every_casino_with_every_champion_and_either_side(casino: int, abilities: str, diamonds: bool) -> None:
    """All six champions at one table, one gambit after the other in the same casino."""
    pack = one_casino(casino)
    options = {"abilities": abilities, "casinos": True, "champions": True, "diamonds": diamonds}
    for seed in range(2):
        state = game.start(6, options, seed=seed, content=pack)
        assert isinstance(state, Pandante)
        play_out(state, Random(seed))
        assert state.casino == casino


def one_casino(number: int) -> dict[str, Any]:
    """The content pack with one casino only."""
    from pandarium.core.content import read_pack

    pack = read_pack(game.folder / "content")
    pack["casinos"]["casino"] = [casino for casino in pack["casinos"]["casino"] if casino["id"] == f"PD-K{number}"]
    return pack


@pytest.mark.parametrize("mode", range(0, len(MODES), 3))
def test_positions_on_the_way_can_be_written_and_resampled(mode: int) -> None:
    random = Random(mode)
    seats = 2 + mode % 5
    state = game.start(seats, MODES[mode], seed=mode)
    while actors := state.actors():
        if random.random() < 0.1:
            data = state.dump()
            assert game.load(json.dumps(data)).dump() == data
            for viewer in (None, *range(seats)):
                twin = state.resample(viewer, Rng(random.getrandbits(30)))
                assert twin.view(viewer) == state.view(viewer)
                check_conserved(twin)  # type: ignore[arg-type]
                assert game.load(twin.dump()).dump() == twin.dump()
        seat = random.choice(actors)
        state.play(seat, cautious(random, state.legal(seat)))


def test_hidden_hands_are_drawn_evenly() -> None:
    """A resampled twin deals the cards that a seat cannot know as the deck would."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5")
    counts: dict[str, int] = {}
    rng = Rng(1)
    for _ in range(3000):
        for held in state.resample(0, rng).view(1).players[1].hand:
            counts[held.card] = counts.get(held.card, 0) + 1
    assert len(counts) == 61 - 5
    expected = 6000 / 56
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 100  # 55 degrees of freedom


@few
@given(st.text(max_size=30))
def test_wild_texts_are_refused_or_read(text: str) -> None:
    try:
        move = game.read(text)
    except pandarium.BadMove:
        return
    assert game.read(game.say(move)) == move


@few
@given(st.integers(0, 1 << 17))
def test_numbers_have_exact_words_or_none(move: int) -> None:
    try:
        words = game.say(move)
    except pandarium.BadMove:
        return
    assert game.read(words) == move


wild = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["k1", "joker"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(range(len(MODES))), st.integers(0, 120), st.data())
def test_a_position_with_a_wild_field_is_refused_or_plays(mode: int, depth: int, data: st.DataObject) -> None:
    random = Random(depth)
    state = game.start(3, MODES[mode], seed=depth)
    for _ in range(depth):
        if not state.actors():
            break
        seat = random.choice(state.actors())
        state.play(seat, cautious(random, state.legal(seat)))
    position = json.loads(json.dumps(state.dump()))
    position[data.draw(st.sampled_from([*position, "another"]))] = data.draw(wild)
    try:
        loaded = game.load(position)
    except pandarium.PandariumError:
        return
    for _ in range(20):
        if not loaded.actors():
            break
        seat = loaded.actors()[0]
        loaded.view(seat)
        loaded.play(seat, cautious(random, loaded.legal(seat)))
