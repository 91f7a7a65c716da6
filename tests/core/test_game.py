from __future__ import annotations

import json
import re

import msgspec
import pytest

import pandarium
from pandarium import BadContent, BadData, BadOption, BadSeats, Meta, Option
from pandarium.core.game import MAX_SEED, check_seed
from pandarium.core.layout import Layout, Piece
from pandarium.core.options import read_option
from pandarium.games.royale.game import PandaRoyale


class Optional(PandaRoyale):
    """The same game with every kind of option on the lid."""

    meta = Meta(
        name="optional",
        title="Optional",
        tagline="",
        seats=(2, 4),
        minutes=(1, 2),
        prefix="OP",
        options=(
            Option("children", "Easier.", False),
            Option("first_roll", "Yes or no.", True),
            Option("level", "How hard.", "easy", ("easy", "hard")),
            Option("target", "Points to win.", 50, (1, 50, 100)),
        ),
    )


@pytest.fixture
def game():
    return Optional()


# Seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_within_the_range_are_taken(game, seats):
    assert game.start(seats, seed=1).setup.seats == seats


@pytest.mark.parametrize("seats", [1, 5, 0, -1, 2**70, True, 2.0, "2", None, [2]])
def test_other_seats_are_refused_with_the_range(game, seats):
    with pytest.raises(BadSeats, match="Optional takes 2 to 4 players, not"):
        game.start(seats, seed=1)


def test_a_game_for_exactly_so_many_says_so():
    assert str(BadSeats("Duel", 3, 2, 2)) == "Duel takes 2 players, not 3"


# Options


def test_defaults_are_filled_in(game):
    assert game.check_options({}) == {"children": False, "first_roll": True, "level": "easy", "target": 50}
    assert game.check_options({"target": 100})["target"] == 100


def test_the_state_knows_what_was_agreed(game):
    assert game.start(2, {"level": "hard"}, seed=1).setup.options["level"] == "hard"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"childern": True}, r"there is no Optional option called 'childern' \(did you mean 'children'"),
        ({"": True}, "choose from: children, first_roll, level, target"),
        ({5: True}, "there is no Optional option called '5'"),
        ({"children": 1}, "option children of Optional takes no, yes, not 1"),
        ({"children": None}, "takes no, yes, not None"),
        ({"level": "Hard"}, "takes easy, hard, not 'Hard'"),
        ({"level": ["hard"]}, "takes easy, hard"),
        ({"target": True}, "takes 1, 50, 100, not True"),
        ({"target": 2}, "takes 1, 50, 100, not 2"),
        ({"target": 50.0}, "takes 1, 50, 100, not 50.0"),
    ],
)
def test_other_options_are_refused_with_what_there_is(game, options, message):
    with pytest.raises(BadOption, match=message):
        game.start(2, options, seed=1)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("children", "yes", True),
        ("children", " NO ", False),
        ("level", "hard", "hard"),
        ("target", "100", 100),
        ("target", "1", 1),
    ],
)
def test_options_are_read_from_words(game, name, text, value):
    found = read_option(game.meta, name, text)
    assert found == value
    assert type(found) is type(value)


def test_a_choice_with_capitals_can_be_chosen(game):
    game.meta = game.meta._replace(options=(Option("box", "Which.", "First", ("First", "Second")),))
    assert read_option(game.meta, "box", "Second") == read_option(game.meta, "box", "second") == "Second"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("children", "maybe", "takes no, yes, not 'maybe'"),
        ("children", "", "takes no, yes"),
        ("target", "1.0", "takes 1, 50, 100"),
        ("levle", "hard", "did you mean 'level'"),
    ],
)
def test_words_that_mean_no_option_are_refused(game, name, text, message):
    with pytest.raises(BadOption, match=message):
        read_option(game.meta, name, text)


def test_a_game_without_options_says_so():
    game = Optional()
    game.meta = Optional.meta._replace(options=())
    with pytest.raises(BadOption, match="there is no Optional option at all"):
        game.check_options({"anything": True})


# Seeds


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED - 1])
def test_seeds_within_63_bits_are_taken(game, seed):
    assert check_seed(seed) == seed
    assert game.start(2, seed=seed).actors()


@pytest.mark.parametrize("seed", [-1, MAX_SEED, 2**200, 1.0, "7", True, [1]])
def test_other_seeds_are_refused(game, seed):
    with pytest.raises(BadData, match=r"seed: a seed is a whole number from 0 to 2\*\*63 - 1"):
        game.start(2, seed=seed)


def test_without_a_seed_every_game_is_another(game):
    assert game.start(4).dump() != game.start(4).dump()


# Content


def test_a_content_pack_that_is_not_there_is_named(game, tmp_path):
    for content in (tmp_path / "nowhere", str(tmp_path / "nowhere")):
        with pytest.raises(BadContent, match=r"nowhere: a content pack is a folder"):
            game.start(2, seed=1, content=content)


def test_the_pack_of_the_game_itself_can_be_named(tmp_path):
    game = pandarium.game("royale")
    own = game.start(2, seed=1).dump()
    given = game.start(2, seed=1, content=game.folder / "content").dump()
    assert {**given, "content": None} == own


# The rest of the front door


def test_an_observation_is_cut_into_its_pieces():
    layout = Layout((Piece("hand", 2, "cards"), Piece("turn", 1, "whose")))
    assert layout.length == 3
    assert layout.split(b"abc") == {"hand": b"ab", "turn": b"c"}


def test_what_a_game_may_say_better_is_said_plainly():
    from pandarium.core.game import Game

    game = pandarium.game("royale")
    move = game.read("take b8")
    assert Game.label(game, move, ["Ann", "Bo"]) == "take b8"
    assert Game.bots(game) == {}
    assert Game.sentence(game, game.describe(move), []) == "move take, die b8"


def test_a_game_is_shown_by_its_title(game):
    assert repr(game) == "<Optional>"


def test_a_setup_deals_many_games():
    setup = pandarium.game("royale").setup(seats=4)
    log = []
    assert setup.start(5, log).dump() == pandarium.game("royale").start(4, seed=5).dump()
    assert log


def test_a_game_that_fills_in_nothing_cannot_be_built():
    class Nothing(pandarium.Game):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Nothing()


# Views


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_view_comes_back_from_json_as_it_was(viewer):
    game = PandaRoyale()
    view = game.start(2, seed=1).view(viewer)
    assert game.read_view(json.loads(msgspec.json.encode(view))) == view


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "view: Expected `object`"),
        ({}, "view: Object missing required field `you`"),
        ({"you": "me"}, "view.you: "),
    ],
)
def test_what_is_no_view_is_refused_with_the_place(game, data, place):
    with pytest.raises(BadData, match=re.escape(place)):
        game.read_view(data)


def test_a_game_that_does_not_say_what_its_views_are_cannot_read_them():
    class Vague(Optional):
        def view(self, state, viewer) -> msgspec.Struct:
            return super().view(state, viewer)

    with pytest.raises(BadData, match=r"Vague\.view does not say in its annotation which struct it gives"):
        Vague().read_view({})
