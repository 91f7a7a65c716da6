"""What holds in every game of Panda Royale, whatever the dice show and whoever plays."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandarium
from games.positions import check_copy, check_moves_differ
from pandarium.games.royale.engine.dice import CODES
from pandarium.games.royale.engine.moves import TRADE, die_of, kind_of

from .table import BAG, game, own_pack, play_through, tag

pytestmark = pytest.mark.many

PINK = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}

some = settings(max_examples=25, deadline=None)
many = settings(max_examples=150, deadline=None)

choices = st.lists(st.integers(0, 10**6), min_size=1, max_size=30)


@st.composite
def setups(draw: st.DrawFn) -> pandarium.Setup:
    """A setup of any size with any options."""
    children = draw(st.booleans())
    seats = draw(st.integers(2, 9 if children else 10))
    return game.setup(seats, {"children": children, "first_roll": draw(st.booleans())})


@st.composite
def positions(draw: st.DrawFn) -> Any:
    """A position somewhere in a game, the end included."""
    state = draw(setups()).start(draw(st.integers(0, 2**63 - 1)))
    stop = draw(st.integers(0, 120))
    for played, _ in enumerate(play_through(state, draw(choices))):
        if played == stop:
            break
    return state


def attempt(action: Callable[[], Any]) -> tuple[Any, pandarium.PandariumError | None]:
    """What an action gives, or the typed refusal: one line, never another kind of error."""
    try:
        return action(), None
    except pandarium.PandariumError as refusal:
        one_line = str(refusal)
        reason = refusal
    assert one_line
    assert "\n" not in one_line
    return None, reason


def everything(state: Any) -> Counter[str]:
    """All dice on the table by kind, a traded clear die being a clear die."""
    seen = state.view(None)
    codes = [*seen.pool, *Counter(seen.bag).elements(), *(code for player in seen.players for code in player.dice)]
    return Counter(code.removesuffix("*") for code in codes)


def check_number_of_dice(state: Any) -> None:
    """PR-12, and never two pink dice (PR-9)."""
    seen = state.view(None)
    seats = len(seen.players)
    picked = (seen.turn - seen.panda) % seats if seen.step == "draft" else 0
    for seat, player in enumerate(seen.players):
        pink = player.dice.count("k12")
        assert pink <= 1
        assert len(player.dice) == seen.round + ((seat - seen.panda) % seats < picked) + pink
    assert len(seen.pool) == (seats + 1 - picked if seen.step == "draft" else 0)


@some
@given(setups(), st.integers(0, 2**63 - 1), choices)
def test_pr_c1_dice_are_conserved_at_all_times(setup: pandarium.Setup, seed: int, numbers: list[int]) -> None:
    box = Counter(BAG.split()) + Counter({"y6": setup.seats, "k12": PINK[setup.seats]})
    if setup.options["children"]:
        del box["c6"]
    state = setup.start(seed)
    for _ in play_through(state, numbers):
        assert everything(state) == box
    assert everything(state) == box


@some
@given(setups(), st.integers(0, 2**63 - 1), choices)
def test_pr_12_everyone_has_as_many_dice_as_the_round_says(
    setup: pandarium.Setup, seed: int, numbers: list[int]
) -> None:
    state = setup.start(seed)
    for _ in play_through(state, numbers):
        check_number_of_dice(state)
    check_number_of_dice(state)


@some
@given(setups(), st.integers(0, 2**63 - 1), choices)
def test_pr_13_every_game_ends_after_nine_picks_each(setup: pandarium.Setup, seed: int, numbers: list[int]) -> None:
    state = setup.start(seed)
    picks: Counter[int] = Counter()
    trades = 0
    for seat, move in play_through(state, numbers):
        picks[seat] += game.say(move).startswith("take")
        trades += game.say(move).startswith("trade")
    assert picks == dict.fromkeys(range(setup.seats), 9)
    assert trades <= 7 * 8  # seven clear dice, each given at most once a round, from round 2 to round 9
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == tuple(s for s in range(setup.seats) if outcome.scores[s] == max(outcome.scores))


@some
@given(setups(), st.integers(0, 2**63 - 1), choices)
def test_sealed_changes_exactly_when_dice_are_rolled_or_drawn(
    setup: pandarium.Setup, seed: int, numbers: list[int]
) -> None:
    state = setup.start(seed)
    turn = 0
    while actors := state.actors():
        sealed = state.sealed
        moves = state.legal(actors[0])
        log: list[Any] = []
        state.play(actors[0], moves[numbers[turn % len(numbers)] % len(moves)], log)
        by_chance = {tag(game.redact(event, None)) for event in log} & {"rolled", "rerolled", "pool"}
        assert (state.sealed != sealed) == bool(by_chance)
        turn += 1


@many
@given(positions(), st.integers(-2, 11), st.one_of(st.integers(), st.integers(0, 4095)))
def test_a_refused_move_changes_nothing(state: Any, seat: int, move: int) -> None:
    legal = move in state.legal(seat)
    before = state.dump()
    _, refusal = attempt(lambda: state.play(seat, move))
    assert isinstance(refusal, pandarium.IllegalMove | None)
    assert legal == (refusal is None)
    assert legal == (state.dump() != before)


@some
@given(positions())
def test_what_is_legal_is_playable_and_everything_else_is_refused(state: Any) -> None:
    for seat in range(state.setup.seats):
        allowed = [move for move in range(4096) if state.refusal(seat, move) is None]
        assert sorted(state.legal(seat)) == allowed
        assert bool(allowed) == (seat in state.actors())


@some
@given(positions())
def test_every_legal_move_leads_somewhere_else(state: Any) -> None:
    """All but one: who trades a clear die for a clear die has traded, and everything is as if they had not (PR-10)."""
    check_moves_differ(state, lambda move: kind_of(move) == TRADE and CODES[die_of(move)] == "c6")


@some
@given(positions(), choices)
def test_a_clone_goes_its_own_way(state: Any, numbers: list[int]) -> None:
    check_copy(state, "clone", play_through, numbers)


@some
@given(positions())
def test_a_position_can_be_written_and_read_back(state: Any) -> None:
    assert game.load(json.dumps(state.dump())).dump() == state.dump()


@many
@given(st.one_of(st.text(), st.from_regex(r"\s*(take|trade [a-k]|pass|undo)\s+\S{0,4}\s*", fullmatch=True)))
def test_wild_texts_are_refused_or_read(text: str) -> None:
    move, refusal = attempt(lambda: game.read(text))
    assert isinstance(refusal, pandarium.BadMove | None)
    if refusal is None:
        assert game.read(game.say(move)) == move


wild = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(BAG.split())),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=12,
)


@many
@given(positions(), st.data())
def test_a_position_with_a_wild_field_is_refused_or_sound(state: Any, data: st.DataObject) -> None:
    position = json.loads(json.dumps(state.dump()))
    field = data.draw(st.sampled_from([*position, "another"]))
    position[field] = data.draw(wild)
    loaded, refusal = attempt(lambda: game.load(position))
    if refusal is None:
        check_number_of_dice(loaded)
        assert game.load(loaded.dump()).dump() == loaded.dump()


@many
@given(positions(), st.data())
def test_a_position_with_dice_out_of_place_is_refused(state: Any, data: st.DataObject) -> None:
    position = json.loads(json.dumps(state.dump()))
    places = [place for place in [*position["hands"], position["pool"], position["bag"]] if place]
    place = data.draw(st.sampled_from(places))
    index = data.draw(st.integers(0, len(place) - 1))
    here = place[index]
    other = data.draw(st.sampled_from([code for code in set(BAG.split()) | {"y6", "k12"} if code != here.strip("*")]))
    place[index] = other
    with pytest.raises(pandarium.BadData):
        game.load(position)


@many
@given(wild)
def test_wild_data_is_refused(data: Any) -> None:
    with pytest.raises(pandarium.PandariumError):
        game.load(data)


@many
@given(st.data())
def test_a_pack_with_a_wild_entry_is_refused_or_plays(data: st.DataObject) -> None:
    pack = own_pack()
    place: Any = data.draw(st.sampled_from([pack, pack["dice"], pack["dice"]["pity"], *pack["dice"]["die"]]))
    field = data.draw(st.sampled_from([*place, "another"]))
    place[field] = data.draw(wild)
    state, refusal = attempt(lambda: game.start(3, seed=1, content=pack))
    assert refusal is not None or state.actors()


@some
@given(positions(), st.integers(0, 2**63 - 1))
def test_the_quick_playout_plays_the_same_moves_as_the_inherited_one(state: Any, seed: int) -> None:
    quick, plain = state.clone(), state.clone()
    dice, more_dice = pandarium.Rng(seed), pandarium.Rng(seed)
    assert quick.playout(dice) == pandarium.State.playout(plain, more_dice)
    assert quick.dump() == plain.dump()
    assert dice.words() == more_dice.words()
